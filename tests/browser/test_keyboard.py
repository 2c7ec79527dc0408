"""A whole match with the keyboard alone, from the lobby to the end."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from browser.hands import LONGEST, Seat
from browser.people import BOT, ME, People
from browser.positions import QUIET, UNDER_ATTACK
from browser.senses import Sense
from browser.tree import Node, read


class Keys:
    """Hands that touch nothing but the keyboard; what has the focus is read from the tree."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.press = page.keyboard.press

    @property
    def focused(self) -> str:
        focus = self.page.locator(":focus")
        return read(focus)[0].name if focus.count() else ""

    def tab_to(self, name: str, back: bool = False) -> None:
        for _ in range(60):
            if re.search(name, self.focused):
                return
            self.press("Shift+Tab" if back else "Tab")
        raise AssertionError(f"the tab key does not lead to {name}")

    def walk_to(self, node: Node) -> None:
        """With a number to a zone, then with arrows to the thing itself."""
        for zone in range(1, 10):
            self.press(str(zone))
            self.press("Home")
            seen = set()
            while (here := self.focused) not in seen:
                if here == node.name:
                    return
                seen.add(here)
                self.press("ArrowRight")
        raise AssertionError(f"no key leads to {node.name}")


def test_a_whole_match_by_keyboard(come: People) -> None:
    ann = come("Ann")
    page = ann.open("/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    keys, seat = Keys(page), Seat(page)
    expect(page.get_by_role("radio", name="Master")).to_be_checked()
    keys.tab_to("^Master$")
    keys.press("ArrowLeft")
    expect(page.get_by_role("radio", name="Apprentice")).to_be_checked()
    keys.tab_to("^Play now: Tears of Nature")
    keys.press("Enter")
    for _ in range(4 * LONGEST):
        if not seat.asked_or_over():
            break
        sense = Sense.of(page)
        if not sense.can_act:
            continue
        target = sense.next_card() or (sense.aims() or [None])[0] if sense.chosen else None
        if target is not None or not sense.answers:
            keys.walk_to(target or sense.next_card() or sense.aims()[0])
            keys.press("Enter")
        elif sense.chosen or not sense.next_card():
            keys.press("a")
        else:
            answer_from_the_list(keys)
    else:
        raise AssertionError("not over")
    keys.tab_to("^Rematch$")
    keys.press("Enter")
    seat.is_asked()


def answer_from_the_list(keys: Keys) -> None:
    """Open the list of everything that can be done, and play the first of it."""
    keys.press("?")
    expect(keys.page.get_by_role("dialog", name="What can I do?")).to_be_visible()
    keys.tab_to("^Play")
    keys.press("Enter")
    expect(keys.page.get_by_role("dialog")).to_be_hidden()


def test_an_attack_is_answered_from_the_list(come: People) -> None:
    ann = come("Ann")
    seat = Seat(ann.sit(ann.host(ME, BOT, position=UNDER_ATTACK)))
    expect(seat.prompt).to_contain_text("attacks your Earth 7 + Water 7")
    answer_from_the_list(Keys(ann.page))
    expect(seat.lines.filter(has_text="You defend with Levee")).to_have_count(1)


def test_keys_say_what_others_see(come: People) -> None:
    ann = come("Ann")
    seat = Seat(ann.sit(ann.host(ME, BOT, position=QUIET)))
    seat.is_asked()
    said = ann.page.locator("[aria-live=polite][aria-atomic=true]").last
    for key, words in (
        ("h", "Air 3, build card"),
        ("s", "Strength of your empire: 0"),
        ("c", "no clock"),
    ):
        ann.page.keyboard.press(key)
        expect(said).to_contain_text(words)


def test_focus_stays_in_the_hand_when_a_card_leaves_it(come: People) -> None:
    ann = come("Ann")
    seat = Seat(ann.sit(ann.host(ME, BOT, position=QUIET)))
    seat.is_asked()
    keys = Keys(ann.page)
    earth = next(card for card in Sense.of(ann.page).cards if card.name.startswith("Earth 1"))
    keys.walk_to(earth)
    keys.press("Enter")
    keys.press("a")
    expect(seat.lines.filter(has_text="You discard Earth 1")).to_have_count(1)
    seat.is_asked()
    assert " card" in keys.focused


def test_escape_closes_what_is_open_and_the_focus_returns(come: People) -> None:
    ann = come("Ann")
    seat = Seat(ann.sit(ann.host(ME, BOT, position=QUIET)))
    seat.is_asked()
    keys = Keys(ann.page)
    for name in ("What can I do?", "More", "Settings"):
        opener = ann.page.get_by_role("banner").get_by_role("button", name=name)
        opener.focus()
        keys.press("Enter")
        sheet = ann.page.get_by_role("dialog")
        expect(sheet).to_be_visible()
        keys.press("Tab")
        expect(sheet.locator(":focus")).to_have_count(1)
        keys.press("Escape")
        expect(sheet).to_be_hidden()
        expect(opener).to_be_focused()


def test_escape_closes_a_sheet_whose_button_has_made_room_for_another(come: People) -> None:
    ann = come("Ann")
    page = ann.sit(ann.host(ME, BOT, position=QUIET))
    keys = Keys(page)
    Seat(page).is_asked()
    more = page.get_by_role("button", name="More", exact=True).first
    more.focus()
    keys.press("Enter")
    sheet = page.get_by_role("dialog", name="More")
    keys.tab_to("^Concede$")
    keys.press("Enter")
    expect(sheet.get_by_role("button", name="No, stay")).to_be_focused()
    keys.press("Escape")
    expect(sheet).to_be_hidden()
    expect(more).to_be_focused()


def test_whoever_comes_to_a_table_by_keyboard_is_at_the_question(come: People) -> None:
    ann = come("Ann")
    page = ann.open("/")
    page.get_by_role("button", name=re.compile("^Play now: Tears of Nature")).press("Enter")
    seat = Seat(page)
    expect(seat.bar).to_be_visible()
    expect(seat.bar.locator(":focus")).to_have_count(1)
