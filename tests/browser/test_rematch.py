"""Once more: the same terms, the winner deals, and both find the new table."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from browser.hands import Seat, say_ready, two
from browser.people import BOT, ME, People


def test_a_rematch_keeps_the_terms_and_the_winner_deals(come: People) -> None:
    options = {"ruleset": "practitioner", "end_rule": "cold_war"}
    ann, bob, mine, other = two(come, options=options, name="Friday table")
    first = ann.page.url
    ann.page.get_by_role("button", name="More", exact=True).first.click()
    ann.page.get_by_role("button", name="Concede").click()
    expect(ann.page.get_by_text("Give up the match? Bob would win.")).to_be_visible()
    ann.page.get_by_role("button", name="Yes, I concede").click()
    for seat, winner in ((mine, "Bob wins."), (other, "You win.")):
        expect(seat.ending).to_be_visible()
        expect(seat.page.get_by_role("heading", name=winner)).to_be_focused()

    ann.page.get_by_role("button", name="Rematch", exact=True).click()
    bob.page.get_by_role("button", name="To the rematch").click()
    say_ready(bob)
    for seat, deals in ((mine, "Bob deals"), (other, "You deal")):
        expect(seat.lines.filter(has_text=deals)).to_have_count(1)
        expect(seat.page.get_by_role("banner")).to_contain_text("Practitioner · Friday table")
    assert ann.page.url == bob.page.url != first
    about = ann.ask("GET", f"/api/tables/{re.split('/t/', ann.page.url)[1]}")
    assert about["options"]["ruleset"] == "practitioner"
    assert about["options"]["end_rule"] == "cold_war"


def test_a_rematch_with_a_bot_begins_at_once(come: People) -> None:
    ann = come("Ann")
    seat = Seat(ann.sit(ann.host(ME, BOT)))
    seat.is_asked()
    ann.page.get_by_role("button", name="More", exact=True).first.click()
    ann.page.get_by_role("button", name="Concede").click()
    ann.page.get_by_role("button", name="Yes, I concede").click()
    ann.page.get_by_role("button", name="Rematch", exact=True).click()
    seat.is_asked()
    expect(seat.lines.filter(has_text="deals").first).to_be_visible()
