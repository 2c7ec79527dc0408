"""A match told again: slider, keys, an address for every action, any eyes after the end."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

from browser.hands import Seat
from browser.people import BOT, ME, People, Person
from browser.positions import QUIET

RECORD = (Path(__file__).parents[1] / "golden" / "master-2.record").read_text(encoding="utf-8")


def reviewed(person: Person) -> str:
    """A table to review, made from a finished record."""
    answer = person.context.request.post(
        f"{person.server.url}/api/records",
        data=RECORD,
        headers={"content-type": "text/plain"},
        fail_on_status_code=True,
    )
    return str(answer.json()["id"])


def test_keys_buttons_slider_and_lines_lead_through_a_match(come: People) -> None:
    ann = come("Ann")
    page = ann.open(f"/t/{reviewed(ann)}/replay?at=0")
    slider = page.get_by_role("slider", name="Action")
    expect(slider).to_have_value("0")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("2")
    expect(page).to_have_url(re.compile(r"[?&]at=2(&|$)"))
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value("1")
    page.get_by_role("button", name="One action on").click()
    expect(slider).to_have_value("2")
    page.keyboard.press("End")
    last = slider.get_attribute("max")
    assert last is not None
    expect(slider).to_have_value(last)
    expect(page.get_by_role("main")).to_contain_text(re.compile("wins?\\."))
    page.keyboard.press("Home")
    expect(slider).to_have_value("0")
    slider.fill("7")
    lines = page.get_by_role("region", name="Log").get_by_role("listitem")
    expect(lines.and_(page.locator("[aria-current=step]")).first).to_contain_text("7")
    lines.filter(has_text=re.compile("^ ?3")).get_by_role("button").first.click()
    expect(slider).to_have_value("3")


def test_an_address_opens_at_its_action(come: People) -> None:
    ann, bob = come("Ann"), come("Bob")
    table = reviewed(ann)
    page = bob.open(f"/t/{table}/replay?at=5&eyes=1")
    expect(page.get_by_role("slider", name="Action")).to_have_value("5")
    expect(page.get_by_role("combobox", name="Through whose eyes you look")).to_have_value("1")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"at=6&eyes=1$"))


def test_after_the_end_any_eyes_may_look_and_before_it_only_ones_own(come: People) -> None:
    ann = come("Ann")
    table = ann.host(ME, BOT, position=QUIET)
    seat = Seat(ann.sit(table))
    seat.is_asked()
    seat.answer()
    seat.is_asked()
    page = ann.open(f"/t/{table}/replay")
    eyes = page.get_by_role("combobox", name="Through whose eyes you look")
    expect(eyes.get_by_role("option")).to_have_text(["Ann", "Everybody"])
    expect(page.get_by_text("This match is still being played")).to_be_visible()

    page = ann.open(f"/t/{reviewed(ann)}/replay?at=4")
    expect(eyes).to_have_value("all")
    expect(eyes.get_by_role("option")).to_have_count(4)
    open_hands = page.get_by_role("main").inner_text()
    eyes.select_option("public")
    expect(page).to_have_url(re.compile(r"at=4&eyes=public$"))
    assert page.get_by_role("main").inner_text() != open_hands


def test_a_match_goes_on_from_an_earlier_action(come: People) -> None:
    ann = come("Ann")
    page = ann.open(f"/t/{reviewed(ann)}/replay?at=6&eyes=0")
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page).to_have_url(re.compile(r"/t/[\w-]+$"))
    seat = Seat(page)
    seat.is_asked()
    seat.answer()
    seat.asked_or_over()


def test_a_record_is_imported_and_a_broken_one_is_explained(come: People) -> None:
    ann = come("Ann")
    ann.forgive("400")
    page = ann.open("/import")
    box = page.get_by_role("textbox", name="Paste the text")
    broken = RECORD.replace("build", "bild", 1)
    box.fill(broken)
    page.get_by_role("button", name="Review it").click()
    expect(page.get_by_role("alert")).to_contain_text("bild")
    box.fill(RECORD)
    page.get_by_role("button", name="Review it").click()
    expect(page.get_by_role("slider", name="Action")).to_be_visible()
