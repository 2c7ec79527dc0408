"""Two people at one screen: a curtain between them, and never the other's hand behind it."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.hands import Seat
from browser.people import LOCAL, ME, People
from browser.positions import QUIET

HANDS = {"Ann": ("A3", "F3", "A4", "E1", "DAE"), "Ben": ("A1", "E2", "F4", "A6", "DEW")}


def test_a_curtain_falls_between_two_people_at_one_screen(come: People) -> None:
    ann = come("Ann")
    page = ann.sit(ann.host(ME, {**LOCAL, "name": "Ben"}, position=QUIET))
    seat = Seat(page)

    def shown(*names: str) -> None:
        """Nothing but these hands is on the page, nor in it."""
        page_text = page.content()
        for name, hand in HANDS.items():
            there = [card for card in hand if f'"{card}"' in page_text]
            assert there == (list(hand) if name in names else []), (name, there)

    for name, card in (("Ann", "Earth 1"), ("Ben", "Air 1")):
        expect(page.get_by_role("heading", name=f"Pass to {name}")).to_be_focused()
        expect(seat.hand).to_have_count(0)
        shown()
        page.get_by_role("button", name=f"I am {name}").click()
        seat.is_asked()
        shown(name)
        seat.card(card).click()
        seat.button("Discard it").click()
    expect(page.get_by_role("heading", name="Pass to Ann")).to_be_visible()


def test_a_table_for_two_at_one_screen_is_set_up_and_ends_for_both(come: People) -> None:
    page = come("Ann").open("/new/tears-of-nature")
    page.get_by_role("combobox", name="Chair 2").select_option("Another person here")
    page.get_by_role("textbox", name="Their name").fill("Ben")
    page.get_by_role("button", name="Start", exact=True).click()
    page.get_by_role("button", name="I am ").click()
    seat = Seat(page)
    seat.is_asked()
    seat.answer()
    page.get_by_role("button", name="I am ").click()
    seat.is_asked()
    page.get_by_role("button", name="More", exact=True).first.click()
    page.get_by_role("button", name="Concede").click()
    page.get_by_role("button", name="Yes, I concede").click()
    expect(seat.ending).to_be_visible()
