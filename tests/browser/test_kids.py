"""The kids' table: signs, voices, large cards; no chat, no clock."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from browser.hands import Seat
from browser.people import People

VOICE = """
  window.spoken = [];
  speechSynthesis.speak = (said) => window.spoken.push(said.text);
"""


def test_a_kids_table_is_set_up_and_speaks(come: People) -> None:
    ann = come("Ann")
    ann.context.add_init_script(VOICE)
    page = ann.open("/new/tears-of-nature")
    expect(page.get_by_role("switch", name="Kids’ table")).to_have_count(0)
    page.get_by_role("radio", name="Apprentice").check()
    page.get_by_role("switch", name="Kids’ table").click()
    expect(page.get_by_role("group", name="Clock")).to_have_count(0)
    page.get_by_role("combobox", name="Chair 2").select_option("Bot")
    page.get_by_role("button", name="Start", exact=True).click()

    seat = Seat(page)
    seat.is_asked()
    for role in ("tab", "button"):
        expect(page.get_by_role(role, name=re.compile("^Talk"))).to_have_count(0)
    card = seat.cards.first.bounding_box()
    assert card is not None and card["width"] >= 96
    prompt = seat.prompt.inner_text()
    assert prompt in page.evaluate("window.spoken")
    said = page.evaluate("window.spoken.length")
    seat.button("Say it again").click()
    assert page.evaluate("window.spoken.length") == said + 1
    for _ in range(3):
        if seat.asked_or_over():
            seat.answer()
