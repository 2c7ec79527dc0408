"""Somebody who has never been here is playing after two clicks, and can play to the end."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from browser.hands import Seat
from browser.people import People


def test_a_newcomer_starts_a_match_in_two_clicks_and_finishes_it(come: People) -> None:
    page = come(reduced_motion="no-preference").open("/")
    page.get_by_role("radio", name="Apprentice").check()
    page.get_by_role("button", name=re.compile("^Play now: Tears of Nature")).click()
    seat = Seat(page)
    seat.is_asked()
    assert re.search(r"/t/[a-z0-9-]+$", page.url)
    assert seat.play_to_the_end() > 0
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("wins?|win|shared"))
    expect(page.get_by_role("row")).to_have_count(3)
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
