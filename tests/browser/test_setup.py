"""The set-up page: every kind of option can be answered, and only as far as it goes."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from browser.champions import GALATUNE
from browser.people import ME, OPEN, People
from browser.phone import overflow


def more_rules(page: Page) -> None:
    page.get_by_text("More rules").click()


def test_words_numbers_and_names_are_all_offered(come: People) -> None:
    ann = come("Ann", phone=True)
    page = ann.open(f"/new/{GALATUNE}")
    more_rules(page)
    limit = page.get_by_role("group", name=re.compile("^Turn limit"))
    limit.get_by_role("radio", name="A number").check()
    limit.get_by_role("spinbutton").fill("25")
    banned = page.get_by_role("group", name=re.compile("^Banned cards"))
    banned.get_by_role("radio", name="Chosen cards").check()
    banned.get_by_role("searchbox").fill("mortar")
    expect(banned.get_by_role("checkbox")).to_have_count(1)
    banned.get_by_role("checkbox", name="Siege Mortar").check()
    assert overflow(page) == []
    page.get_by_role("button", name="Open the table").click()
    expect(page).to_have_url(re.compile("/t/"))
    terms = page.get_by_role("region", name="What you agree to")
    expect(terms.get_by_text("Siege Mortar", exact=True)).to_be_visible()
    table = page.url.rpartition("/")[2]
    options = ann.ask("GET", f"/api/tables/{table}")["options"]
    assert (options["turn_limit"], options["ban_list"]) == (25, ["Siege Mortar"])


def test_bounds_are_told_before_anything_is_sent(come: People) -> None:
    ann = come("Ann")
    page = ann.open(f"/new/{GALATUNE}")
    goal = page.get_by_role("spinbutton", name="Goal")
    goal.fill("11")
    goal.blur()
    expect(page.get_by_text("A whole number from 1 to 10.")).to_be_visible()
    page.get_by_role("button", name="Open the table").click()
    expect(page).to_have_url(re.compile(f"/new/{GALATUNE}$"))
    goal.fill("5")
    goal.blur()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name="What you agree to")).to_be_visible()


def test_the_game_and_the_table_keep_one_clock(come: People) -> None:
    ann = come("Ann")
    page = ann.open(f"/new/{GALATUNE}")
    own = page.get_by_role("group", name="Times by the rules")
    own.get_by_role("radio", name="By correspondence").check()
    expect(page.get_by_role("radio", name="Per match")).to_be_hidden()
    page.get_by_role("button", name="Open the table").click()
    terms = page.get_by_role("region", name="What you agree to")
    expect(terms.get_by_text("Clock", exact=True)).to_have_count(1)
    expect(terms.get_by_text(re.compile("days? a move"))).to_be_visible()
    expect(terms.get_by_text("Times by the rules")).to_have_count(0)


def test_a_host_who_waits_in_vain_lets_bots_sit_down(come: People) -> None:
    ann = come("Ann", phone=True)
    page = ann.sit(ann.host(ME, OPEN, OPEN, game=GALATUNE))
    bar = page.get_by_role("region", name="Getting ready")
    expect(bar.get_by_role("button", name="Not ready after all")).to_be_visible()
    assert overflow(page) == []
    bar.get_by_role("button", name="Fill free chairs with bots and start").click()
    expect(page.get_by_role("main", name="Table")).to_be_visible()
