"""The rulebook: searched, linked, and shown on a small table."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from browser.people import People

RULES = "/rules/tears-of-nature"


def test_words_and_numbers_are_found(come: People) -> None:
    page = come().open(RULES)
    box = page.get_by_role("searchbox", name="Search the rules")
    entries = page.get_by_role("main").get_by_role("link", name=re.compile("^Link to "))
    expect(entries.first).to_be_visible()
    everything = entries.count()
    box.fill("wild attack")
    found = page.get_by_role("main").get_by_role("status")
    expect(found).to_contain_text(re.compile(r"^\s*\d+ rules? found"))
    assert 0 < entries.count() < everything
    expect(page.get_by_role("link", name="Link to TN-6.9", exact=True)).to_be_visible()
    box.fill("6.6")
    expect(entries.first).to_have_accessible_name("Link to TN-6.6")
    box.fill("zeppelin")
    expect(found).to_contain_text("Nothing fits.")
    page.get_by_role("button", name="Show all").click()
    expect(entries).to_have_count(everything)


def test_an_address_leads_to_its_clause_and_a_wrong_one_says_so(come: People) -> None:
    page = come().open(f"{RULES}#TN-7.9")
    expect(page.get_by_role("link", name="Link to TN-7.9", exact=True)).to_be_in_viewport()
    page = come().open(f"{RULES}#TN-99.9")
    expect(page.get_by_role("alert")).to_contain_text("This rulebook has no clause TN-99.9.")


def test_show_me_plays_a_clause_on_a_small_table(come: People) -> None:
    page = come().open(f"{RULES}#TN-6.6")
    page.get_by_role("button", name=re.compile(r"^Show me.*TN-6\.6$")).click()
    shown = page.get_by_role("dialog")
    slider = shown.get_by_role("slider", name="Action")
    expect(slider).to_have_value("0")
    while slider.input_value() != slider.get_attribute("max"):
        at = int(slider.input_value())
        shown.get_by_role("button", name="One action on").click()
        expect(slider).to_have_value(str(at + 1))
    expect(shown).to_contain_text("Not allowed")
    page.keyboard.press("Escape")
    expect(shown).to_be_hidden()
    expect(page.get_by_role("button", name=re.compile(r"^Show me.*TN-6\.6$"))).to_be_visible()


def test_what_is_found_is_in_sight_on_a_phone(come: People) -> None:
    page = come(phone=True).open(RULES)
    page.get_by_role("searchbox", name="Search the rules").fill("wild attack")
    expect(page.get_by_role("main").get_by_role("status")).to_contain_text("rules found")
    entries = page.get_by_role("main").get_by_role("link", name=re.compile("^Link to "))
    expect(entries.first).to_be_in_viewport()
