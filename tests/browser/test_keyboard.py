"""A whole match with the keyboard alone, from the lobby to the end."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from browser.champions import GALATUNE, MARKET, Fighter
from browser.hands import LONGEST, Seat
from browser.keys import Keys, answer_from_the_list
from browser.people import BOT, ME, People
from browser.positions import QUIET, UNDER_ATTACK
from browser.senses import Sense


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
    expect(seat.hand.locator(":focus")).to_have_count(1)
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


def test_focus_goes_on_to_the_next_question_when_a_champion_is_chosen(come: People) -> None:
    ann = come("Ann")
    fighter = Fighter(ann.sit(ann.host(ME, BOT, BOT, game=GALATUNE)))
    expect(fighter.prompt).to_have_text("Choose your Champion.")
    keys = Keys(ann.page)
    keys.walk_to(r"Prize \d\. Choose$")
    keys.press("Enter")
    keys.press("a")
    expect(fighter.button("Hold")).to_be_focused()


def test_one_key_does_nothing_and_focus_stays_at_the_question(come: People) -> None:
    ann = come("Ann")
    fighter = Fighter(ann.sit(ann.host(ME, BOT, BOT, game=GALATUNE, position=MARKET)))
    fighter.button("No trade").press("Enter")
    expect(fighter.button("Hold")).to_be_focused()
    Keys(ann.page).press("n")
    expect(fighter.lines.filter(has_text="Actions are revealed")).to_have_count(1)
    expect(fighter.bar.locator(":focus")).to_have_count(1)


def test_a_key_that_is_held_down_answers_one_question(come: People) -> None:
    ann = come("Ann")
    fighter = Fighter(ann.sit(ann.host(ME, BOT, BOT, game=GALATUNE, position=MARKET)))
    expect(fighter.button("No trade")).to_be_visible()
    ann.page.keyboard.down("n")
    fighter.plans()
    ann.page.keyboard.down("n")
    fighter.plan("Iron Lunge", "Ilo the Tuner")
    expect(fighter.lines.filter(has_text="You play Iron Lunge")).to_have_count(1)


def test_nobody_who_points_at_the_table_is_taken_to_the_question(come: People) -> None:
    ann = come("Ann")
    fighter = Fighter(ann.sit(ann.host(ME, BOT, BOT, game=GALATUNE, position=MARKET)))
    fighter.button("No trade").focus()
    ann.page.get_by_role("banner").click(position={"x": 400, "y": 5})
    Keys(ann.page).press("n")
    fighter.plans()
    expect(fighter.bar.locator("button:focus")).to_have_count(0)


def test_a_card_that_would_take_the_place_of_the_chosen_one_is_not_disabled(come: People) -> None:
    ann = come("Ann")
    seat = Seat(ann.sit(ann.host(ME, BOT, position=QUIET)))
    seat.card("Air 3").click()
    expect(seat.card("Earth 1")).to_be_enabled()
    seat.card("Earth 1").click()
    expect(seat.card("Earth 1")).to_have_attribute("aria-pressed", "true")
