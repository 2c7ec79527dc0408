"""A phone of 360 by 740: a whole match by touch, and nothing sticks out anywhere."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from browser.champions import GALATUNE, PLANNING, TRAPS, Fighter, three
from browser.hands import LONGEST, Seat
from browser.people import BOT, ME, OPEN, People
from browser.phone import overflow
from browser.positions import FOUR_MASTERS, UNDER_ATTACK, WEAK_ATTACK


def tap(thing: Locator) -> None:
    thing.tap()


def fits(page: Page) -> None:
    """Nothing makes the page scroll sideways."""
    assert overflow(page) == []


def test_a_whole_match_by_touch_with_hand_and_question_always_in_sight(come: People) -> None:
    ann = come("Ann", phone=True)
    page = ann.open("/")
    page.get_by_role("radio", name="Apprentice").tap()
    page.get_by_role("button", name=re.compile("^Play now: Tears of Nature")).tap()
    seat = Seat(page, press=tap, twice=True)
    for _ in range(LONGEST):
        if not seat.asked_or_over():
            break
        for place in (seat.bar, seat.hand):
            expect(place).to_be_in_viewport(ratio=0.99)
        fits(page)
        seat.answer()
    else:
        raise AssertionError("not over")
    fits(page)


PAGES = ["/", "/new/tears-of-nature", "/rules/tears-of-nature", "/credits", "/import", "/nowhere"]


def test_nothing_sticks_out_around_the_table(come: People) -> None:
    ann = come("Ann", phone=True)
    for path in PAGES:
        page = ann.open(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        fits(page)


def test_nothing_sticks_out_at_the_table(come: People) -> None:
    ann = come("A very long name indeed", phone=True)
    page = ann.sit(ann.host(ME, OPEN, OPEN, name="A table with a name of forty characters!"))
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    fits(page)
    page = ann.sit(ann.host(ME, BOT, position=WEAK_ATTACK))
    seat = Seat(page)
    seat.is_asked()
    seat.card("Quicksand").tap()
    seat.pair("Earth 7 + Water 7").tap(force=True)
    expect(seat.board.get_by_role("status")).to_be_visible()
    fits(page)
    for name in ("What can I do?", "Log", "Talk", "More"):
        page.get_by_role("navigation", name="Table tools").get_by_role("button", name=name).tap()
        expect(page.get_by_role("dialog")).to_be_visible()
        fits(page)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_be_hidden()


def test_the_defence_prompt_fits_a_phone(come: People) -> None:
    ann = come("Ann", phone=True)
    page = ann.sit(ann.host(ME, BOT, position=UNDER_ATTACK))
    attack = page.get_by_role("region", name="Attack")
    expect(attack).to_be_in_viewport(ratio=0.99)
    expect(attack.get_by_role("button", name="Defend with Levee")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Let the pair go")).to_have_count(1)
    expect(page.get_by_role("button", name="Let the pair go")).to_be_in_viewport(ratio=1)
    fits(page)
    attack.get_by_role("button", name="Defend with Levee").tap()
    expect(attack).to_be_hidden()


def height(thing: Locator) -> float:
    box = thing.bounding_box()
    assert box is not None
    return box["height"]


def test_the_table_of_four_stays_where_it_is_while_a_target_is_chosen(come: People) -> None:
    ann = come("Ann", phone=True)
    seat = Seat(ann.sit(ann.host(ME, BOT, BOT, BOT, position=FOUR_MASTERS)))
    seat.is_asked()
    seat.page.get_by_role("button", name="Got it").tap()
    asking, mine = height(seat.bar), seat.me.bounding_box()
    seat.card("Firestorm").tap()
    expect(seat.prompt).to_have_text("Attack with Firestorm")
    assert height(seat.bar) == asking
    assert seat.me.bounding_box() == mine
    expect(seat.pair("Air 4 + Fire 4")).to_be_in_viewport(ratio=1)
    rivals = seat.board.get_by_role("region", name=re.compile("^Steady"))
    assert all(height(header) < 50 for header in rivals.locator("header").all())  # one line
    fits(seat.page)


def test_a_chosen_card_says_what_it_does_and_can_be_put_back(come: People) -> None:
    ann = come("Ann", phone=True)
    seat = Fighter(ann.sit(ann.host(ME, BOT, BOT, game=GALATUNE, position=PLANNING)))
    seat.plans()
    asking = seat.prompt.inner_text()
    seat.card("Hexbolt").tap()
    expect(seat.bar.get_by_text("Mystic Energy Attack 4")).to_be_in_viewport(ratio=1)
    seat.button("Read Hexbolt").tap()
    expect(ann.page.get_by_role("dialog", name="Hexbolt")).to_be_visible()
    ann.page.get_by_role("button", name="Close", exact=True).tap()
    seat.champion("Seraphine Oriole").tap()
    expect(seat.champion("Seraphine Oriole")).to_have_attribute("aria-pressed", "true")
    fits(ann.page)
    seat.button("Back").tap()
    seat.button("Back").tap()
    expect(seat.prompt).to_have_text(asking)
    expect(seat.button("Back")).to_be_hidden()


def test_one_can_pass_while_a_trap_is_chosen(come: People) -> None:
    ann, bob, cleo = (fighter for _, fighter in three(come, TRAPS, phone=True))
    ann.plan("Thorn Lash", "Seraphine Oriole")
    bob.plan("Azure Aegis", "Seraphine Oriole")
    cleo.hold()
    cleo.may_trap()
    cleo.card("Expose Weakness").tap()
    expect(cleo.button("Back")).to_be_in_viewport(ratio=1)
    expect(cleo.button("Pass")).to_be_in_viewport(ratio=1)
    fits(cleo.page)
    cleo.let_pass()
