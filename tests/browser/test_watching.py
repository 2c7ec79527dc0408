"""Spectators see what is public, and talk among themselves."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from browser.hands import Seat
from browser.people import BOT, ME, People
from browser.positions import QUIET


def say(page: Page, text: str) -> None:
    page.get_by_role("tab", name=re.compile("^Talk")).click()
    page.get_by_role("textbox", name="Say something").fill(text)
    page.get_by_role("button", name="Send").click()


def test_a_spectator_sees_no_hand(come: People) -> None:
    ann, eve = come("Ann"), come("Eve")
    table = ann.host(ME, BOT, position=QUIET)
    seat = Seat(ann.sit(table))
    seat.is_asked()
    page = eve.sit(table)
    bench = Seat(page)
    expect(bench.prompt).to_contain_text("Waiting for Ann")
    expect(bench.hand).to_have_count(0)
    expect(page.get_by_role("region", name="Ann").get_by_text("5 cards in hand")).to_be_visible()
    shown = page.content()
    for card in ("A3", "F3", "A4", "E1", "DAE", "A1", "E2", "F4", "A6", "DEW"):
        assert f'"{card}"' not in shown
    seat.answer()
    expect(bench.lines.filter(has_text="Ann builds Air 3 + Fire 3")).to_have_count(1)
    expect(page.get_by_text("You are watching", exact=True)).to_be_visible()
    for name in ("What can I do?", "Undo"):
        expect(page.get_by_role("button", name=name)).to_have_count(0)


def test_a_watch_link_is_made_at_the_table_and_leads_there(come: People) -> None:
    ann, eve = come("Ann"), come("Eve")
    page = ann.sit(ann.host(ME, BOT, position=QUIET))
    Seat(page).is_asked()
    page.get_by_role("button", name="Invite").click()
    sheet = page.get_by_role("dialog", name="Invite")
    expect(sheet).to_contain_text("All chairs are taken: this link is for watching.")
    link = sheet.get_by_role("textbox", name="To watch").input_value()
    assert "#watch=" in link
    eve.open(link)
    expect(Seat(eve.page).prompt).to_contain_text("Waiting for Ann")
    assert eve.page.url == link.partition("#")[0]


def test_those_who_watch_talk_apart(come: People) -> None:
    ann, eve, tom = come("Ann"), come("Eve"), come("Tom")
    table = ann.host(ME, BOT, position=QUIET)
    for person in (ann, eve, tom):
        person.sit(table)
    say(eve.page, "She should build")
    say(ann.page, "I wonder what to do")
    for page in (eve.page, tom.page):
        page.get_by_role("tab", name=re.compile("^Talk")).click()
        expect(page.get_by_role("log", name="Talk")).to_contain_text("She should build")
        expect(page.get_by_role("log", name="Talk")).not_to_contain_text("I wonder")
    talk = ann.page.get_by_role("log", name="Talk")
    expect(talk).to_contain_text("I wonder what to do")
    expect(talk).not_to_contain_text("She should build")


def test_a_table_without_spectators_lets_nobody_in(come: People) -> None:
    ann, eve = come("Ann"), come("Eve")
    table = ann.host(ME, BOT, position=QUIET, watching=False)
    eve.forgive("403")
    eve.sit(table)
    expect(eve.page.get_by_role("alert")).to_contain_text("not open to spectators")
