"""Galatune in every state that somebody may see it in."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from browser.champions import (
    FALL,
    FIVE,
    GALATUNE,
    LAST_POINT,
    MARKET,
    PLANNING,
    PRIZE,
    RESPAWN,
    TRAPS,
    TWO,
    Fighter,
    champion,
    stand,
    three,
)
from browser.people import BOT, ME, People
from browser.scenes import SCENES, ready, reviewed, scene

__all__ = ["SCENES"]


OWN_ONLY = stand(
    champion("morwen", "A14 A20 T03 T04 L01"),
    champion("seraphine", "L05 L03"),
    champion("nocturne", "L04", hp=14),
    options={"trading": "off"},
)
"""Seat 0 has a Trap for its own Attack alone; seat 1 a Life to whose harm seat 2 is immune."""


def told(fighter: Fighter) -> Page:
    """The page of somebody who knows what the game is about."""
    fighter.page.get_by_role("button", name="Got it").click()
    return ready(fighter.page)


def fighters(come: People, position: dict[str, object]) -> list[Fighter]:
    return [fighter for _, fighter in three(come, position)]


@scene
def galatune_set_up(come: People) -> Page:
    page = come("Ann").open(f"/new/{GALATUNE}")
    page.get_by_role("group").get_by_text("More rules").click()
    return ready(page)


@scene
def galatune_rulebook(come: People) -> Page:
    return ready(come("Ann").open(f"/rules/{GALATUNE}"))


@scene
def galatune_shows_a_clause(come: People) -> Page:
    page = come("Ann").open(f"/rules/{GALATUNE}#GT-8.2")
    page.get_by_role("button", name=re.compile(r"^Show me.*GT-8\.2$")).first.click()
    page.get_by_role("dialog").get_by_role("button", name="One action on").click()
    return ready(page)


@scene
def galatune_champions(come: People) -> Page:
    ann = come("Ann")
    page = ann.sit(ann.host(ME, BOT, BOT, game=GALATUNE))
    fighter = Fighter(page)
    fighter.press(fighter.arena.get_by_role("button", name=re.compile("^Old Bramblehide")))
    expect(fighter.button("Lead Old Bramblehide")).to_be_visible()
    return told(fighter)


@scene
def galatune_plan(come: People) -> Page:
    return told(fighters(come, PLANNING)[0])


@scene
def galatune_aim(come: People) -> Page:
    fighter = fighters(come, PLANNING)[0]
    fighter.press(fighter.card("Hexbolt"))
    expect(fighter.prompt).to_have_text("Hexbolt: on whom?")
    return told(fighter)


@scene
def galatune_ready(come: People) -> Page:
    ann, bob, cleo = fighters(come, PLANNING)
    bob.hold()
    ann.plan("Thorn Lash", "Seraphine Oriole")
    expect(cleo.board.get_by_text("Ann is ready")).to_be_attached()
    expect(cleo.board.get_by_text("Bob is ready")).to_be_attached()
    return told(cleo)


@scene
def galatune_sealed(come: People) -> Page:
    ann = fighters(come, PLANNING)[0]
    ann.plan("Thorn Lash", "Seraphine Oriole")
    expect(ann.button("Change my answer")).to_be_visible()
    return told(ann)


@scene
def galatune_trap_window(come: People) -> Page:
    cleo = window(come)[2]
    cleo.may_trap()
    cleo.press(cleo.card("Expose Weakness"))
    expect(cleo.prompt).to_have_text("Expose Weakness: on which play?")
    return told(cleo)


@scene
def galatune_trap_for_ones_own_play(come: People) -> Page:
    """A Trap that fits nothing but one's own Attack says so, and its button too."""
    ann, bob, cleo = fighters(come, OWN_ONLY)
    ann.plan("Thorn Lash", "Seraphine Oriole")
    bob.plan("Blood Pact", "Nocturne Vesh")
    cleo.hold()
    ann.may_trap()
    trap = ann.hand.get_by_role("button", name=re.compile("^Tripwire.*only on your own Thorn Lash"))
    ann.press(trap)
    expect(ann.button("Spring Tripwire on your own Thorn Lash")).to_be_visible()
    return told(ann)


@scene
def galatune_kept_off(come: People) -> Page:
    """The gain of a Life works, the harm in it is kept off; the wheel tells of a hit."""
    ann, bob, cleo = fighters(come, OWN_ONLY)
    ann.plan("Dawn Strike", "Nocturne Vesh")
    bob.plan("Blood Pact", "Nocturne Vesh")
    cleo.hold()
    told(ann)
    ann.may_trap()
    ann.let_pass()
    ann.plans()
    expect(ann.arena.locator("s").get_by_text("The target will be immobilized")).to_be_visible()
    ann.arena.get_by_role("button", name="The types of this hit on the wheel").first.click()
    wheel = "Light is strong against Dark: twice the damage to Nocturne Vesh (Mystic and Dark)."
    expect(ann.page.get_by_text(wheel)).to_be_visible()
    return ready(ann.page)


@scene
def galatune_window_of_others(come: People) -> Page:
    ann = window(come)[0]
    expect(ann.bar).to_contain_text("A Trap window is open.")
    return told(ann)


def window(come: People) -> list[Fighter]:
    """An Attack on a Shield: seat 2 may trap it."""
    ann, bob, cleo = fighters(come, TRAPS)
    ann.plan("Thorn Lash", "Seraphine Oriole")
    bob.plan("Azure Aegis", "Seraphine Oriole")
    cleo.hold()
    return [ann, bob, cleo]


def trapped(come: People) -> list[Fighter]:
    """A Trap on a Trap on a Shield; seat 0 may add another one."""
    ann, bob, cleo = window(come)
    cleo.may_trap()
    cleo.trap("Expose Weakness", "Bob's", "Azure Aegis")
    bob.may_trap()
    bob.trap("Disarm", "Cleo's", "Expose Weakness")
    ann.may_trap()
    ann.let_pass()
    expect(ann.play_of("Bob's", "Disarm")).to_be_visible()
    return [ann, bob, cleo]


@scene
def galatune_trap_on_a_trap(come: People) -> Page:
    ann = trapped(come)[0]
    ann.may_trap()
    return told(ann)


@scene
def galatune_resolved(come: People) -> Page:
    """What a turn came to, with the sum of one hit opened."""
    ann = trapped(come)[0]
    told(ann)
    ann.may_trap()
    ann.let_pass()
    ann.plans()
    ann.arena.get_by_role(
        "button", name=re.compile("How the damage of Thorn Lash comes about$")
    ).click()
    expect(ann.page.get_by_role("table").first).to_be_visible()
    return ready(ann.page)


@scene
def galatune_wheel(come: People) -> Page:
    ann = fighters(come, PLANNING)[0]
    told(ann)
    ann.arena.get_by_role("button", name="Type wheel").click()
    expect(ann.page.get_by_text("Each element deals double damage")).to_be_visible()
    return ready(ann.page)


@scene
def galatune_prize(come: People) -> Page:
    ann, bob, cleo = fighters(come, FALL)
    ann.plan("Thorn Lash", "Pixel Adaire")
    bob.plan("Dawn Strike", "Pixel Adaire")
    cleo.plan("Iron Lunge", "Unit Requiem")
    expect(bob.button("Take from the deck")).to_be_in_viewport()
    return told(bob)


@scene
def galatune_prize_cards(come: People) -> Page:
    return told(fighters(come, PRIZE)[1])


@scene
def galatune_respawn(come: People) -> Page:
    return told(fighters(come, RESPAWN)[0])


@scene
def galatune_another_champion(come: People) -> Page:
    ann = fighters(come, RESPAWN)[0]
    told(ann)
    change(ann)
    return ready(ann.page)


def change(fighter: Fighter) -> None:
    """Give up one's Champion for another one."""
    fighter.press(fighter.arena.get_by_role("button", name=re.compile("^Return: .*Champion")))
    fighter.press(fighter.button("Change Champion"))
    fighter.second()
    expect(fighter.arena.get_by_role("button", name=re.compile("^Eron,"))).to_be_visible()


@scene
def galatune_offer(come: People) -> Page:
    ann = fighters(come, MARKET)[0]
    ann.press(ann.card("Hexbolt"))
    ann.press(ann.champion("Ilo the Tuner"))
    expect(ann.button("Offer it")).to_be_visible()
    return told(ann)


@scene
def galatune_offered(come: People) -> Page:
    ann, bob, cleo = fighters(come, MARKET)
    ann.press(ann.card("Hexbolt"))
    ann.press(ann.champion("Ilo the Tuner"))
    ann.press(ann.button("Offer it"))
    bob.press(bob.button("No trade"))
    cleo.press(cleo.button("No trade"))
    expect(bob.button("Decline")).to_be_visible()
    return told(bob)


@scene
def galatune_of_five(come: People) -> Page:
    ann = come("Ann")
    page = ann.sit(ann.host(ME, BOT, BOT, BOT, BOT, game=GALATUNE, position=FIVE))
    fighter = Fighter(page)
    fighter.plans()
    fighter.press(fighter.card("Starcalibur"))
    return told(fighter)


@scene
def galatune_of_two(come: People) -> Page:
    ann = come("Ann")
    fighter = Fighter(ann.sit(ann.host(ME, BOT, game=GALATUNE, position=TWO)))
    fighter.plans()
    return told(fighter)


@scene
def galatune_spectator(come: People) -> Page:
    people = three(come, PLANNING)
    eve = come("Eve")
    page = eve.open(people[0][0].page.url)
    expect(page.get_by_role("region", name="What to do")).to_contain_text("Waiting for")
    return ready(page)


@scene
def galatune_at_the_end(come: People) -> Page:
    ann, bob, cleo = fighters(come, LAST_POINT)
    ann.plan("Thorn Lash", "Ilo the Tuner")
    bob.hold()
    cleo.hold()
    expect(ann.ending).to_be_visible()
    return ready(ann.page)


@scene
def galatune_replay(come: People) -> Page:
    ann = come("Ann")
    page = ann.open(f"/t/{reviewed(ann, 'galatune-3')}/replay?at=60")
    expect(page.get_by_role("slider", name="Action")).to_have_value("60")
    return ready(page)
