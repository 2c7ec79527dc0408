"""The log: the newest line stays in sight, unless the reader has scrolled up."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from browser.champions import GALATUNE, PLANNING, Fighter
from browser.hands import Seat
from browser.people import BOT, ME, People
from browser.positions import IDLE

LOW = {"width": 1440, "height": 600}
"""A window in which no log fits."""


def play(seat: Seat, turns: int) -> None:
    for _ in range(turns):
        seat.is_asked()
        before = seat.lines.count()
        seat.answer()
        expect(seat.lines.nth(before)).to_be_attached()


def newest(seat: Seat) -> Locator:
    return seat.lines.last


def test_the_newest_line_is_in_sight_turn_after_turn(come: People) -> None:
    ann = come("Ann", reduced_motion="no-preference", viewport=LOW)
    seat = Seat(ann.sit(ann.host(ME, BOT, position=IDLE)))
    for _ in range(4):
        play(seat, 2)
        seat.is_asked()
        expect(newest(seat)).to_be_in_viewport(ratio=0.9)


def test_it_is_in_sight_after_turns_that_are_shown_line_by_line(come: People) -> None:
    ann = come("Ann", reduced_motion="no-preference", viewport=LOW)
    table = ann.host(ME, BOT, BOT, game=GALATUNE, position=PLANNING)
    fighter = Fighter(ann.sit(table))
    for _ in range(2):
        before = fighter.lines.count()
        fighter.hold()
        expect(fighter.lines.nth(before + 2)).to_be_attached()
        ann.page.wait_for_timeout(3_000)
        expect(newest(fighter)).to_be_in_viewport(ratio=0.9)
        if not fighter.button("Hold").is_visible():
            break


def test_who_reads_further_up_is_left_there_and_told_of_new_lines(come: People) -> None:
    ann = come("Ann", viewport=LOW)
    seat = Seat(ann.sit(ann.host(ME, BOT, position=IDLE)))
    play(seat, 6)
    seat.is_asked()
    log = ann.page.get_by_role("region", name="Log")
    log.hover()
    ann.page.mouse.wheel(0, -2000)
    expect(seat.lines.first).to_be_in_viewport()
    play(seat, 1)
    seat.is_asked()
    expect(seat.lines.first).to_be_in_viewport()
    expect(newest(seat)).not_to_be_in_viewport()
    chip = log.get_by_role("button", name=re.compile(r"^\d+ new lines?, to the newest$"))
    chip.click()
    expect(newest(seat)).to_be_in_viewport(ratio=0.9)
    expect(chip).to_be_hidden()
    play(seat, 1)
    seat.is_asked()
    expect(newest(seat)).to_be_in_viewport(ratio=0.9)
