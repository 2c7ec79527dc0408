"""An illegal try is answered where it was made: why, in numbers, and by which clause."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.hands import Seat
from browser.people import BOT, DESKTOP, ME, PHONE, People
from browser.positions import FOUR_MASTERS, WEAK_ATTACK


def test_a_weak_attack_is_refused_with_its_clause_and_the_clause_can_be_read(come: People) -> None:
    ann = come("Ann")
    seat = Seat(ann.sit(ann.host(ME, BOT, position=WEAK_ATTACK)))
    seat.is_asked()
    told = seat.lines.count()
    seat.card("Quicksand").click()
    wall = seat.pair("Earth 7 + Water 7")
    expect(wall).to_have_accessible_name(re.compile(r"too weak: 8 against 14 \(TN-6\.6\)"))
    expect(wall).to_be_disabled()
    expect(seat.board.get_by_text("needs 14")).to_be_visible()

    wall.click(force=True)
    chip = seat.board.get_by_role("status")
    expect(chip).to_contain_text("too weak: 8 against 14")
    chip.get_by_role("button", name="Clause TN-6.6").click()
    clause = ann.page.get_by_role("group", name="Clause TN-6.6")
    expect(clause).to_contain_text("no weaker than it")
    assert seat.lines.count() == told

    with ann.context.expect_page() as opened:
        clause.get_by_role("link", name="Open in the rulebook").click()
    book = opened.value
    expect(book).to_have_url(re.compile(r"/rules/tears-of-nature#TN-6\.6$"))
    expect(book.get_by_role("link", name="Link to TN-6.6", exact=True)).to_be_in_viewport()


CHIPS = """() => {
  const box = (it) => it.getBoundingClientRect();
  return [...document.querySelectorAll("main .thing .chip")].map((chip) => {
    const { left, right, top, bottom } = box(chip);
    const seat = box(chip.closest("section"));
    const inside = left >= seat.left && right <= seat.right && bottom <= seat.bottom + 1;
    return { left, right, top, bottom, inside, cut: chip.scrollWidth > chip.clientWidth };
  });
}"""


@pytest.mark.parametrize("size", [DESKTOP, PHONE, {"width": 1100, "height": 800}], ids=str)
def test_no_chip_overlaps_its_neighbour_or_is_cut_off(come: People, size: dict[str, int]) -> None:
    ann = come("Ann")
    seat = Seat(ann.sit(ann.host(ME, BOT, BOT, BOT, position=FOUR_MASTERS)))
    seat.is_asked()
    ann.page.set_viewport_size(size)  # type: ignore[arg-type]
    seat.card("Firestorm").click()
    expect(ann.page.locator("main .thing .chip")).to_have_count(8)
    ann.page.mouse.move(0, 0)
    ann.page.wait_for_function(f"() => ({CHIPS})().every((chip) => !chip.cut)")
    chips = ann.page.evaluate(CHIPS)
    for at, one in enumerate(chips):
        assert one["inside"], one
        for other in chips[at + 1 :]:
            apart = one["right"] <= other["left"] or other["right"] <= one["left"]
            assert apart or one["bottom"] <= other["top"] or other["bottom"] <= one["top"]


def test_escape_takes_the_card_back_and_another_can_be_chosen(come: People) -> None:
    ann = come("Ann")
    seat = Seat(ann.sit(ann.host(ME, BOT, position=WEAK_ATTACK)))
    seat.is_asked()
    asked = seat.prompt.inner_text()
    seat.card("Quicksand").click()
    expect(seat.prompt).to_have_text("Discard Quicksand?")
    ann.page.keyboard.press("Escape")
    expect(seat.prompt).to_have_text(asked)
    seat.card("Smoke Plume").click()
    expect(seat.pair("Air 4 + Fire 4")).to_have_accessible_name(re.compile("Attack: Smoke Plume"))
    seat.button(re.compile("^Attack")).click()
    expect(seat.lines.filter(has_text="You attack").first).to_be_visible()


def test_what_can_i_do_lists_every_answer_and_why_not_the_others(come: People) -> None:
    ann = come("Ann")
    seat = Seat(ann.sit(ann.host(ME, BOT, position=WEAK_ATTACK)))
    seat.is_asked()
    ann.page.get_by_role("button", name="What can I do?").first.click()
    sheet = ann.page.get_by_role("dialog", name="What can I do?")
    for verb, count in (("Build", 1), ("Attack", 1), ("Discard", 5)):
        expect(sheet.get_by_role("region", name=verb).get_by_role("listitem")).to_have_count(count)
    expect(sheet.get_by_text("too weak: 8 against 14")).to_be_visible()
    sheet.get_by_role("button", name=re.compile("^Play ?Build: ")).click()
    expect(sheet).to_be_hidden()
    expect(seat.lines.filter(has_text="You build Air 3 + Fire 3")).to_have_count(1)


def test_a_number_opens_into_how_it_comes_about(come: People) -> None:
    ann = come("Ann")
    seat = Seat(ann.sit(ann.host(ME, BOT, position=WEAK_ATTACK)))
    seat.is_asked()
    seat.board.get_by_role("button", name=re.compile(r"^Strength of .*empire: 22$")).click()
    for row in ("Earth 7 + Water 7 14", "Air 4 + Fire 4 8", "in all 22"):
        expect(ann.page.get_by_role("row", name=row)).to_be_visible()
