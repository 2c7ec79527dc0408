"""A page that is older than its server: it says so, and offers to be loaded anew."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from browser.hands import Seat
from browser.people import BOT, ME, People
from browser.positions import QUIET

GONE = "Failed to load resource: the server responded with a status of 404"


def lose(page: Page, name: str) -> None:
    """The server has no such part any more."""
    page.route(re.compile(rf"/assets/{name}-.*\.js$"), lambda route: route.fulfill(status=404))


def says_so(page: Page) -> None:
    notice = page.get_by_role("alert")
    expect(notice).to_contain_text("could not be fetched")
    page.unroute_all()
    notice.get_by_role("button", name="Load the page anew").click()


def test_the_end_of_a_match_is_not_a_blank_page(come: People) -> None:
    ann = come("Ann")
    ann.forgive(GONE)
    seat = Seat(ann.sit(ann.host(ME, BOT, position=QUIET)))
    seat.is_asked()
    lose(ann.page, "Over")
    ann.page.get_by_role("button", name="More", exact=True).first.click()
    sheet = ann.page.get_by_role("dialog")
    sheet.get_by_role("button", name="Concede").click()
    sheet.get_by_role("button", name="Yes, I concede").click()
    expect(ann.page.get_by_role("alert")).to_be_in_viewport(ratio=1)
    expect(seat.me).to_be_visible()
    says_so(ann.page)
    expect(seat.ending).to_be_visible()


def test_a_page_that_cannot_be_fetched_says_so(come: People) -> None:
    ann = come("Ann", phone=True)
    ann.forgive(GONE)
    page = ann.open("/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    lose(page, "Credits")
    page.get_by_role("link", name="Credits").first.click()
    says_so(page)
    expect(page.get_by_role("heading", level=1, name="Credits")).to_be_visible()
