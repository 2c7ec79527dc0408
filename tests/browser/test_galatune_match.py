"""Three people in three browsers play a match of Galatune to its end."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from browser import gallery
from browser.champions import GALATUNE, PLANNING, Fighter, champion, stand, three
from browser.people import BOT, ME, PATIENCE, People, Person
from browser.positions import Position
from browser.scenes_galatune import change

EVENING = stand(
    champion("morwen", "A14 T02 A06 A22 L01", vp=1),
    champion("valora", "S01 T02 A02 L04", hp=4),
    champion("pixel", "T01 S02 L03 A10 A05 O06", hp=5),
)
"""A Trap on a Trap, a trade, a blow struck by two, and a last point are all at hand."""

ALONE = stand(
    champion("morwen", "A14 A06"),
    champion("seraphine", "A20", now={"immobilized": True}),
    champion("requiem", "A10", now={"immobilized": True}),
    options={"trading": "off"},
)
"""Nobody but seat 0 does anything, and nobody has a Trap."""


def everybody_reads(fighters: list[Fighter], *lines: str) -> None:
    """Each of them has one of these lines, which name the reader otherwise than the others."""
    wanted = re.compile("|".join(lines).replace(" ", r"\s+"))
    for fighter in fighters:
        expect(fighter.lines.filter(has_text=wanted).last).to_be_attached()


def test_a_trap_on_a_trap_a_trade_a_shared_blow_and_another_champion(come: People) -> None:
    all_three = [fighter for _, fighter in three(come, EVENING)]
    ann, bob, cleo = all_three

    ann.plan("Thorn Lash", "Valora Stride")
    bob.plan("Azure Aegis", "Valora Stride")
    cleo.hold()
    cleo.may_trap()
    cleo.trap("Expose Weakness", "Bob's", "Azure Aegis")
    bob.may_trap()
    expect(bob.play_of("your", "Azure Aegis")).to_have_accessible_name(re.compile("trapped"))
    bob.trap("Disarm", "Cleo's", "Expose Weakness")
    ann.may_trap()  # she holds a Disarm as well, and keeps it
    ann.let_pass()
    expect(ann.play_of("Bob's", "Disarm")).to_be_visible()
    expect(ann.play_of("Cleo's", "Expose Weakness")).to_have_accessible_name(re.compile("trapped"))
    expect(ann.play_of("Bob's", "Azure Aegis")).not_to_have_accessible_name(re.compile("trapped"))
    ann.may_trap()
    ann.let_pass()
    everybody_reads(all_three, "No more Traps are sprung")

    ann.press(ann.card("Field Dressing"))
    ann.press(ann.champion("Pixel Adaire"))
    ann.press(ann.button("Offer it"))
    for other in (bob, cleo):
        other.press(other.button("No trade"))
    market = bob.arena.get_by_role("region", name="Trade")
    expect(market).to_contain_text("Cleo may answer Ann's offer with a card, or decline.")
    cleo.press(cleo.card("Nanopatch"))
    cleo.press(cleo.button("Give Nanopatch"))
    ann.press(ann.button("Swap"))
    for fighter in all_three:
        fighter.plans()
    expect(ann.card("Nanopatch")).to_be_visible()
    expect(cleo.card("Field Dressing")).to_be_visible()

    ann.plan("Hexbolt", "Pixel Adaire")
    bob.plan("Siege Mortar", "Pixel Adaire")
    cleo.hold()
    choose = ann.button("Choose from these")
    let_pass_until(all_three, choose)
    everybody_reads(all_three, "falls?, and (Ann|you) and (Bob|you) score 1 VP each")
    ann.press(choose)
    pool = ann.arena.get_by_role("list", name="Cards of Cleo")
    for taken in range(1, 5):
        ann.press(pool.get_by_role("button", disabled=False).first)
        if taken < 4:
            expect(ann.arena.get_by_text(f"{taken} of 4 taken")).to_be_visible()
    bob.press(bob.button("Take from the deck"))

    change(cleo)
    cleo.press(cleo.arena.get_by_role("button", name=re.compile("^Eron,")))
    cleo.press(cleo.button("Lead Eron"))
    for fighter in (ann, bob):
        fighter.press(fighter.button("No trade"))
        expect(fighter.champion("Eron")).to_be_visible()

    ann.plan("Shadow Cleave", "Valora Stride")
    bob.hold()
    cleo.hold()
    let_pass_until(all_three, ann.ending)
    for fighter in all_three:
        expect(fighter.ending).to_be_visible()
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("You win.")
    expect(bob.page.get_by_role("heading", level=1)).to_have_text("Ann wins.")


def at_the_theatre(come: People, position: Position) -> tuple[Person, Fighter]:
    """Ann, who likes to watch, with her clock stopped: the show goes on when a test has seen it."""
    ann = come("Ann", reduced_motion="no-preference")
    ann.page.clock.install()
    fighter = Fighter(ann.sit(ann.host(ME, BOT, BOT, game=GALATUNE, position=position)))
    fighter.plans()
    ann.page.clock.pause_at(ann.page.evaluate("Date.now()") + 1000)
    return ann, fighter


def test_actions_are_revealed_together_after_a_countdown(come: People) -> None:
    """Who wants less motion is not kept waiting; who does not may skip to the present."""
    ann, fighter = at_the_theatre(come, PLANNING)
    fighter.plan("Thorn Lash", "Seraphine Oriole")
    expect(fighter.arena.get_by_text("All reveal at once")).to_be_visible()
    gallery.shoot(ann.page, "galatune countdown", "desktop", "dark")
    fighter.press(fighter.arena.get_by_role("button", name="Skip to now"))
    expect(fighter.arena.get_by_text("All reveal at once")).to_be_hidden()


def test_question_and_log_come_when_the_show_is_over(come: People) -> None:
    """What led to a question is seen first; whoever has seen enough is asked at once."""
    ann, fighter = at_the_theatre(come, ALONE)
    fighter.plan("Thorn Lash", "Seraphine Oriole")
    expect(fighter.prompt).to_have_text("Watch what happens…")
    expect(fighter.lines.filter(has_text="You hit")).to_have_count(0)
    expect(fighter.button("Hold")).to_be_hidden()
    expect(ann.page.get_by_text("Turn 2: plan")).to_have_count(0)  # nor is it said
    ann.page.keyboard.press("n")  # the key brings the question, and does not answer it
    fighter.plans()
    expect(fighter.lines.filter(has_text="You hit")).to_have_count(1)


def let_pass_until(fighters: list[Fighter], done: Locator) -> None:
    """Whoever has drawn a Trap keeps it, until something is there."""
    for _ in range(PATIENCE // 100):
        for fighter in fighters:
            if fighter.button("Pass").is_visible():
                fighter.let_pass()
        if done.is_visible():
            return
        fighters[0].page.wait_for_timeout(100)
    raise AssertionError("everybody has passed, and nothing came of it")
