"""Taking back: free while nobody has answered, else by consent."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.hands import Seat, two
from browser.people import People
from browser.positions import QUIET


def build(seat: Seat) -> None:
    seat.is_asked()
    seat.card("Air 3").click()
    seat.card("Fire 3").click()
    expect(seat.pair("Air 3 + Fire 3")).to_be_visible()


def discard(seat: Seat, name: str) -> None:
    seat.is_asked()
    seat.card(name).click()
    seat.button("Discard it").click()


def test_what_nobody_has_answered_is_taken_back_at_once(come: People) -> None:
    _, _, ann, bob = two(come, position=QUIET)
    build(ann)
    bob.is_asked()
    ann.button("Undo").click()
    ann.is_asked()
    expect(ann.cards).to_have_count(5)
    expect(ann.pair("Air 3 + Fire 3")).to_have_count(0)
    for seat in (ann, bob):
        expect(seat.lines.filter(has_text="taken back:").last).to_contain_text("Air 3 + Fire 3")
    expect(bob.pair("Air 3 + Fire 3")).to_have_count(0)
    discard(ann, "Earth 1")
    bob.is_asked()


def test_after_an_answer_the_other_is_asked_and_agrees(come: People) -> None:
    _, _, ann, bob = two(come, position=QUIET)
    build(ann)
    discard(bob, "Air 1")
    ann.is_asked()
    ann.button("Ask to undo").click()
    expect(ann.board).to_contain_text("You asked to take back your last action. Waiting for Bob.")
    banner = bob.board.get_by_role("status")
    expect(banner).to_contain_text("Ann would like to take back the last action.")
    banner.get_by_role("button", name="Let them").click()
    expect(bob.pair("Air 3 + Fire 3")).to_have_count(0)
    expect(bob.cards).to_have_count(5)
    build(ann)
    bob.is_asked()


def test_the_other_may_refuse(come: People) -> None:
    _, _, ann, bob = two(come, position=QUIET)
    build(ann)
    discard(bob, "Air 1")
    ann.is_asked()
    ann.button("Ask to undo").click()
    bob.board.get_by_role("button", name="Refuse").click()
    expect(ann.board.get_by_role("status")).to_have_count(0)
    expect(ann.pair("Air 3 + Fire 3")).to_be_visible()
    ann.is_asked()
