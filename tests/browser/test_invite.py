"""Two people, two browsers, one link."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from browser.hands import Seat, say_ready, sit_down, two, whose_turn
from browser.people import ME, OPEN, People
from browser.positions import QUIET


def test_two_browsers_play_each_other_by_an_invite_link(come: People) -> None:
    ann, bob = come("Ann"), come("Bob")
    page = ann.open("/")
    page.get_by_role("link", name="Host a table of Tears of Nature").click()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_text("Waiting for 1 person to sit down.")).to_be_visible()

    page.get_by_role("button", name="Make seat and watch links").click()
    link = page.get_by_role("textbox", name="Seat link for chair 2").input_value()
    assert re.fullmatch(rf"{re.escape(ann.server.url)}/t/[\w-]+#seat=[\w-]{{40,}}", link)
    token = link.partition("#seat=")[2]

    bob.open(link)
    expect(bob.page.get_by_role("listitem", name="Chair 2")).to_contain_text("Bob")
    assert bob.page.url == link.partition("#")[0]
    assert token not in bob.page.content()
    expect(page.get_by_text("Waiting for Bob.")).to_be_visible()
    say_ready(bob)

    seats = Seat(page), Seat(bob.page)
    names = {seats[0]: "Ann", seats[1]: "Bob"}
    acted: dict[str, int] = {"Ann": 0, "Bob": 0}
    while min(acted.values()) < 2:
        seat = whose_turn(*seats)
        other = seats[0] if seat is seats[1] else seats[1]
        seat.asked_or_over()
        told = other.lines.filter(has_text=names[seat])
        before = told.count()
        seat.answer()
        expect(told.nth(before)).to_be_visible()
        acted[names[seat]] += 1
    for seat in seats:
        assert "#" not in seat.page.url


def test_a_seat_link_works_once(come: People) -> None:
    ann, bob, eve = come("Ann"), come("Bob"), come("Eve")
    table = ann.host(ME, OPEN, watching=False)
    links = ann.ask("POST", f"/api/tables/{table}/links")
    link = f"/t/{table}#seat={links['seats']['1']}"
    bob.open(link)
    expect(bob.page.get_by_role("button", name="I am ready")).to_be_visible()
    eve.forgive("403")
    eve.open(link)
    expect(eve.page.get_by_role("alert")).to_contain_text("This link is used up")


def test_somebody_joins_a_listed_table_from_the_lobby_and_changed_terms_undo_ready(
    come: People,
) -> None:
    ann, bob = come("Ann"), come("Bob")
    table = ann.host(ME, OPEN, OPEN, listed=True, name="An open evening")
    page = ann.sit(table)
    bob.open("/").get_by_role("region", name="Open tables").get_by_role(
        "link", name=re.compile("An open evening")
    ).click()
    bob.page.get_by_role("button", name=re.compile("^Sit down.*2$")).click()
    say_ready(bob)
    row = page.get_by_role("listitem", name="Chair 2")
    expect(row.get_by_text("ready", exact=True)).to_be_visible()

    page.get_by_role("button", name="Change the rules").click()
    page.get_by_role("radio", name="Practitioner").check()
    expect(row.get_by_text("not ready yet")).to_be_visible()
    expect(bob.page.get_by_text("Something about the table has changed").first).to_be_visible()
    expect(bob.page.get_by_role("button", name="I am ready")).to_be_visible()


def test_a_code_leads_to_its_table_and_a_wrong_one_is_explained(come: People) -> None:
    ann, bob = come("Ann"), come("Bob")
    table = ann.host(ME, OPEN)
    page = bob.open("/")
    box = page.get_by_role("textbox", name="Join by code or link")
    box.fill("not a code!")
    page.get_by_role("button", name="Go there").click()
    expect(page.get_by_role("alert")).to_contain_text("no code and no link")
    bob.forgive("404")
    box.fill("bcdfg-bcdfg-bcdfg")
    page.get_by_role("button", name="Go there").click()
    expect(page.get_by_role("alert")).to_contain_text("No table here has this code.")
    box.fill(table)
    page.get_by_role("button", name="Go there").click()
    expect(page.get_by_role("button", name=re.compile("^Sit down.*2$"))).to_be_visible()


def test_the_host_removes_somebody_and_puts_a_bot_on_the_chair(come: People) -> None:
    ann, bob = come("Ann"), come("Bob")
    table = ann.host(ME, OPEN)
    page = ann.sit(table)
    sit_down(bob, table)
    page.get_by_role("button", name="Remove Bob").click()
    expect(
        bob.page.get_by_role("button", name=re.compile("^(Sit down|Enter again)"))
    ).to_be_visible()
    page.get_by_role("button", name="Put a bot there").click()
    seat = Seat(page)
    expect(seat.prompt.or_(page.get_by_role("button", name="Start", exact=True))).to_be_visible()


def test_who_is_removed_from_a_match_is_told_so_and_stays_in_the_log(come: People) -> None:
    ann, bob, mine, other = two(come, position={**QUIET, "turn": 1})
    other.is_asked()
    other.card("Air 1").click()
    other.button("Discard it").click()
    line = mine.lines.filter(has_text="Bob discards a card")
    expect(line).to_have_count(1)

    menu = ann.page.get_by_role("button", name="Bob's chair")
    menu.click()
    ann.page.get_by_role("button", name="Remove from the table").click()
    expect(ann.page.get_by_text("Remove Bob? A bot takes over the chair.")).to_be_visible()
    ann.page.get_by_role("button", name="Yes, remove").click()
    expect(ann.page.get_by_role("button", name="Give this chair to a friend")).to_be_hidden()
    expect(mine.lines.filter(has_text="Bob was removed")).to_have_count(1)
    expect(ann.page.get_by_role("region", name="Steady")).to_be_visible()
    expect(line).to_have_count(1)

    expect(bob.page.get_by_role("heading")).to_contain_text("The host gave your chair to a bot.")
    bob.page.get_by_role("button", name="Watch").click()
    expect(bob.page.get_by_text("You are watching", exact=True)).to_be_visible()
