"""Answers left behind for later: whoever wants to pass or never to trade is not asked."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from browser.champions import MARKET, TRAPS, Fighter, champion, stand, three
from browser.people import People


def wish(fighter: Fighter, name: str) -> Locator:
    return fighter.arena.get_by_role("switch", name=name)


def attack_and_shield(ann: Fighter, bob: Fighter) -> None:
    ann.plan("Thorn Lash", "Seraphine Oriole")
    bob.plan("Azure Aegis", "Seraphine Oriole")


def test_passing_for_the_rest_of_a_turn(come: People) -> None:
    ann, bob, cleo = (fighter for _, fighter in three(come, TRAPS))
    attack_and_shield(ann, bob)
    cleo.hold()
    cleo.may_trap()
    wish(cleo, "Pass for the rest of this turn").click()
    for fighter in (ann, bob, cleo):
        fighter.plans()
    expect(ann.lines.filter(has_text="No more Traps are sprung")).to_have_count(1)
    expect(cleo.card("Expose Weakness")).to_be_visible()


def test_passing_unless_a_trap_is_played(come: People) -> None:
    """With a Trap on the table who passes quietly is asked after all."""
    ann, bob, cleo = (fighter for _, fighter in three(come, TRAPS))
    attack_and_shield(ann, bob)
    cleo.hold()
    expect(wish(bob, "Pass unless a Trap is played")).to_be_visible()
    wish(bob, "Pass unless a Trap is played").click()
    expect(wish(bob, "Pass unless a Trap is played")).to_be_checked()
    cleo.may_trap()
    cleo.trap("Expose Weakness", "Bob's", "Azure Aegis")
    bob.may_trap()
    bob.let_pass()
    ann.may_trap()
    ann.let_pass()
    ann.plans()


TWO_TRAPS = stand(
    champion("morwen", "A14"),
    champion("seraphine", "S01 T03"),
    champion("dace", "T01 A02"),
    options={"trading": "off"},
)
"""Seat 1 can trap the Attack, seat 2 the Shield; seat 1 comes first."""


def test_a_trap_that_came_too_late_is_tried_again(come: People) -> None:
    ann, bob, cleo = (fighter for _, fighter in three(come, TWO_TRAPS))
    attack_and_shield(ann, bob)
    cleo.hold()
    cleo.may_trap()
    cleo.trap("Expose Weakness", "Bob's", "Azure Aegis")
    again = wish(cleo, "Try Expose Weakness again if another Trap comes first")
    again.click()
    expect(again).to_be_checked()
    bob.trap("Tripwire", "Ann's", "Thorn Lash")
    for fighter in (ann, bob, cleo):
        expect(fighter.lines.filter(has_text="Expose Weakness on")).to_have_count(1)
        fighter.plans()


def test_who_never_trades_is_not_asked(come: People) -> None:
    ann, bob, cleo = (fighter for _, fighter in three(come, MARKET))
    wish(cleo, "Never ask me to trade").click()
    ann.press(ann.button("No trade"))
    bob.press(bob.button("No trade"))
    for fighter in (ann, bob, cleo):
        fighter.plans()
