"""Galatune with the keyboard alone, and by touch on a phone."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from browser.champions import FIVE, GALATUNE, LAST_POINT, TRAPS, Fighter
from browser.keys import Keys
from browser.people import BOT, LOCAL, ME, People
from browser.phone import overflow


def test_an_action_is_planned_by_keyboard(come: People) -> None:
    """A card, a Champion, the golden button; and one step back on the way."""
    ann = come("Ann")
    page = ann.sit(ann.host(ME, BOT, BOT, game=GALATUNE, position=LAST_POINT))
    fighter, keys = Fighter(page), Keys(page)
    fighter.plans()
    keys.walk_to("^Thorn Lash,")
    keys.press("Enter")
    expect(fighter.prompt).to_have_text("Thorn Lash: on whom?")
    keys.press("Escape")
    expect(fighter.prompt).to_contain_text("plan your Action")
    keys.walk_to("^Thorn Lash,")
    keys.press("Enter")
    keys.walk_to("Champion Ilo the Tuner,")
    keys.press("Enter")
    expect(fighter.button("Ready")).to_be_visible()
    keys.press("a")
    expect(fighter.lines.filter(has_text="You play Thorn Lash")).to_have_count(1)


def test_champions_are_chosen_by_keyboard(come: People) -> None:
    ann = come("Ann")
    page = ann.sit(ann.host(ME, BOT, game=GALATUNE))
    fighter, keys = Fighter(page), Keys(page)
    expect(fighter.arena.get_by_role("button", name=re.compile("^Eron,"))).to_be_visible()
    keys.walk_to("^Seraphine Oriole,")
    keys.press("ArrowDown")
    assert not keys.focused.startswith("Seraphine")
    keys.press("ArrowUp")
    keys.press("Enter")
    expect(fighter.button("Lead Seraphine Oriole")).to_be_visible()
    keys.press("a")
    fighter.plans()
    expect(fighter.champion("Seraphine Oriole")).to_have_count(1)


def tap(thing: Locator) -> None:
    thing.tap()


def in_sight(fighter: Fighter) -> None:
    for place in (fighter.bar, fighter.hand):
        expect(place).to_be_in_viewport(ratio=0.99)
    assert overflow(fighter.page) == []


def test_a_turn_by_touch(come: People) -> None:
    """Plan, Trap and outcome on a phone, with the question and the hand always in sight."""
    ann = come("Ann", phone=True)
    there = {**TRAPS, "seats": [TRAPS["seats"][2], *TRAPS["seats"][:2]]}  # type: ignore[index]
    table = ann.host(ME, BOT, BOT, game=GALATUNE, position=there)
    fighter = Fighter(ann.sit(table), press=tap, twice=True)
    fighter.plans()
    tap(fighter.page.get_by_role("button", name="Got it"))
    in_sight(fighter)
    fighter.press(fighter.card("Siege Mortar"))
    in_sight(fighter)
    for name in ("Morwen Thornveil", "Seraphine Oriole"):
        expect(fighter.champion(name)).to_be_in_viewport(ratio=1)
    fighter.press(fighter.champion("Seraphine Oriole"))
    in_sight(fighter)
    fighter.press(fighter.button("Ready"))
    fighter.second()
    after = fighter.button("Hold").or_(fighter.button("Pass")).or_(fighter.ending)
    expect(after.first).to_be_visible()
    in_sight(fighter)


def test_all_four_rivals_can_be_tapped(come: People) -> None:
    ann = come("Ann", phone=True)
    page = ann.sit(ann.host(ME, BOT, BOT, BOT, BOT, game=GALATUNE, position=FIVE))
    fighter = Fighter(page, press=tap, twice=True)
    fighter.plans()
    tap(page.get_by_role("button", name="Got it"))
    fighter.press(fighter.card("Starcalibur"))
    for name in ("Valora Stride", "Nocturne Vesh", "Old Bramblehide", "Pixel Adaire"):
        expect(fighter.champion(name)).to_be_in_viewport(ratio=1)
    in_sight(fighter)
    rivals = page.get_by_role("region", name=re.compile("^Steady"))
    for heading in rivals.get_by_role("heading", level=2).all():
        cut = heading.evaluate("(it) => it.scrollWidth > it.clientWidth + 1")
        assert not cut, heading.inner_text()


def test_two_at_one_screen_plan_behind_a_curtain(come: People) -> None:
    """What was planned is gone from the page when the other one looks."""
    ann = come("Ann")
    chairs = (ME, {**LOCAL, "name": "Ben"}, BOT)
    page = ann.sit(ann.host(*chairs, game=GALATUNE, position=LAST_POINT))
    page.get_by_role("button", name="I am Ann").click()
    fighter = Fighter(page)
    fighter.plan("Shadow Cleave", "Pixel Adaire")
    page.get_by_role("button", name="I am Ben").click()
    fighter.plans()
    expect(fighter.card("Iron Lunge")).to_be_visible()
    expect(fighter.board.get_by_text("Ann is ready")).to_be_attached()
    expect(fighter.bar).not_to_contain_text("Shadow Cleave")
