"""A reload, a cut cable, a killed server: one is back where one was, and the page is the same."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.cable import Cable
from browser.hands import Seat, say_ready, sit_down
from browser.people import BOT, CUT, ME, OPEN, People
from browser.positions import QUIET
from server.real import Server

MARK = "window.neverReloaded = true"
MARKED = "window.neverReloaded === true"


@pytest.fixture
def own_server(site: Path, tmp_path: Path) -> Iterator[Server]:
    """A server of one's own, to be killed."""
    with Server(tmp_path / "t.db", tmp_path, "--pace", "0", "--no-limits") as server:
        yield server


def holds(seat: Seat) -> list[str]:
    """What is in a hand, without the mark on new cards."""
    return [text.partition(".")[0] for text in seat.cards.all_inner_texts()]


def test_a_reload_finds_everything_where_it_was(come: People) -> None:
    ann = come("Ann")
    seat = Seat(ann.sit(ann.host(ME, BOT, position=QUIET)))
    seat.is_asked()
    seat.answer()
    seat.is_asked()
    hand, told = holds(seat), seat.lines.all_inner_texts()
    ann.page.reload()
    seat.is_asked()
    assert holds(seat) == hand
    assert seat.lines.all_inner_texts() == told


def test_a_killed_server_comes_back_and_nobody_reloads(come: People, own_server: Server) -> None:
    ann = come("Ann", server=own_server)
    ann.forgive(CUT)
    seat = Seat(ann.sit(ann.host(ME, BOT, position=QUIET)))
    seat.is_asked()
    ann.page.evaluate(MARK)
    hand = holds(seat)
    ann.page.wait_for_load_state("networkidle")  # what comes late is there
    own_server.kill()
    expect(seat.prompt).to_have_text(
        "You are offline: nothing can be played until the connection is back."
    )
    expect(seat.buttons).to_have_count(0)
    own_server.start()
    expect(seat.connection).to_have_text("live")
    seat.is_asked()
    assert holds(seat) == hand
    seat.answer()
    expect(seat.lines.filter(has_text="You build")).to_have_count(1)
    assert ann.page.evaluate(MARKED)


def test_what_was_missed_while_the_cable_was_cut_is_told(come: People, server: Server) -> None:
    with Cable(server) as cable:
        ann, bob = come("Ann", server=cable), come("Bob")
        ann.forgive(CUT)
        table = ann.host(ME, OPEN, position={**QUIET, "turn": 1})
        ann.sit(table)
        sit_down(bob, table)
        say_ready(bob)
        mine, other = Seat(ann.page), Seat(bob.page)
        other.is_asked()
        ann.page.evaluate(MARK)
        ann.page.wait_for_load_state("networkidle")  # what comes late is there
        cable.cut()
        expect(mine.prompt).to_contain_text("You are offline")
        other.answer()
        expect(bob.page.get_by_role("region", name="Ann").get_by_text("away")).to_be_visible()
        cable.mend()
        mine.is_asked()
        expect(mine.lines.filter(has_text="Bob discards a card.")).to_have_count(1)
        mine.answer()
        other.is_asked()
        assert ann.page.evaluate(MARKED)


def test_a_second_tab_takes_over_and_the_first_says_so(come: People) -> None:
    ann = come("Ann")
    table = ann.host(ME, BOT, position=QUIET)
    first = Seat(ann.sit(table))
    first.is_asked()
    other: Page = ann.context.new_page()
    other.goto(f"/t/{table}")
    Seat(other).is_asked()
    expect(ann.page.get_by_role("heading")).to_contain_text("opened in another tab")
    ann.page.get_by_role("button", name="Enter again").click()
    first.is_asked()
    expect(other.get_by_role("heading")).to_contain_text("opened in another tab")


def test_who_plays_over_days_is_told_what_came_since_the_last_visit(come: People) -> None:
    ann, bob = come("Ann"), come("Bob")
    days = {"mode": "days", "seconds": 3 * 86_400, "extra": 0}
    table = ann.host(ME, OPEN, position={**QUIET, "turn": 1}, clock=days, grace=None)
    ann.sit(table)
    sit_down(bob, table)
    say_ready(bob)
    mine, other = Seat(ann.page), Seat(bob.page)
    other.is_asked()
    expect(mine.prompt).to_have_text("Waiting for Bob")
    ann.open("/")
    other.answer()
    expect(other.prompt).to_have_text("Waiting for Ann")
    ann.sit(table)
    panel = ann.page.get_by_role("status", name="Since your last visit")
    expect(panel.get_by_text("Bob discards a card.")).to_be_visible()
    expect(panel.get_by_role("listitem").filter(has_text="Bob")).not_to_have_count(0)
    ann.page.reload()  # Not read yet.
    panel.get_by_role("button", name="Thanks, I’m back").click()
    expect(panel).to_be_hidden()
    ann.page.reload()
    mine.is_asked()
    expect(panel).to_be_hidden()
