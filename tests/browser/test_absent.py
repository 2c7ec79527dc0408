"""Somebody goes: the table sees it, a bot holds the chair, and whoever returns gets it back."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from browser.hands import two
from browser.people import People
from browser.positions import QUIET


def test_a_bot_holds_the_chair_of_whoever_is_away_until_they_return(come: People) -> None:
    _, bob, mine, other = two(come, position={**QUIET, "turn": 1}, grace=12)
    other.is_asked()
    table = bob.page.url
    bob.page.close()

    chair = mine.page.get_by_role("region", name="Bob")
    expect(chair).to_contain_text(re.compile(r"away \d:\d\d · a bot takes over in \d:\d\d"))
    expect(chair).to_contain_text("a steady bot plays for them")
    mine.is_asked()
    expect(mine.lines.filter(has_text="bot holds Bob's chair").first).to_be_visible()
    mine.answer()
    mine.is_asked()

    page = bob.context.new_page()
    page.goto(table)
    missed = page.get_by_role("status", name="While you were away…")
    expect(missed.get_by_role("listitem").first).to_contain_text("You")
    expect(chair).not_to_contain_text("bot plays for them")
    expect(mine.lines.filter(has_text="Bob is back.")).to_have_count(1)
    missed.get_by_role("button", name="Thanks, I’m back").click()
    expect(missed).to_be_hidden()
    mine.answer()
    returned = type(other)(page)
    returned.is_asked()
    returned.answer()
    mine.is_asked()
