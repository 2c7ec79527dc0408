"""Every page of the site in every state that somebody may see it in, ready to be looked at."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from browser.cable import Cable
from browser.hands import Seat, sit_down, two
from browser.people import BOT, CUT, LOCAL, ME, OPEN, People, Person
from browser.positions import (
    FOUR_PRACTITIONERS,
    ONE_BUILD_FROM_THE_END,
    QUIET,
    THREE_MASTERS,
    TWO_APPRENTICES,
    UNDER_ATTACK,
    WEAK_ATTACK,
)

GOLDEN = Path(__file__).parents[1] / "golden"
SLUG = "tears-of-nature"
MINUTES = {"mode": "match", "seconds": 900, "extra": 5}

Scene = Callable[[People], Page]
SCENES: dict[str, Scene] = {}
"""By name, in the order in which a person would come upon them."""


def scene(make: Scene) -> Scene:
    SCENES[make.__name__.replace("_", " ")] = make
    return make


def ready(page: Page) -> Page:
    """The page has its heading, its fonts and nothing on its way."""
    expect(page.get_by_role("heading").first).to_be_attached()
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready.then(() => true)")
    return page


def playing(person: Person, *chairs: object, **more: object) -> Seat:
    """At a table where it is one's turn."""
    seat = Seat(person.sit(person.host(*(chairs or (ME, BOT)), **more)))
    seat.is_asked()
    return seat


def reviewed(person: Person, name: str = "master-3") -> str:
    """A table to review, made from a finished record."""
    answer = person.context.request.post(
        f"{person.server.url}/api/records",
        data=(GOLDEN / f"{name}.record").read_text(encoding="utf-8"),
        headers={"content-type": "text/plain"},
        fail_on_status_code=True,
    )
    return str(answer.json()["id"])


# Around the table


@scene
def lobby(come: People) -> Page:
    return ready(come("Ann").open("/"))


@scene
def lobby_with_tables(come: People) -> Page:
    ann, bob = come("Ann"), come("Bob")
    bob.host(
        ME, OPEN, OPEN, listed=True, name="Friday table", clock={"mode": "days", "seconds": 172800}
    )
    ann.host(ME, OPEN)
    playing(ann, position=QUIET)
    return ready(ann.open("/"))


@scene
def set_up(come: People) -> Page:
    page = come("Ann").open(f"/new/{SLUG}")
    page.get_by_role("group").get_by_text("More rules").click()
    return ready(page)


@scene
def set_up_for_kids(come: People) -> Page:
    page = come("Ann").open(f"/new/{SLUG}")
    page.get_by_role("radio", name="Apprentice").check()
    page.get_by_role("switch", name="Kids’ table").click()
    page.get_by_role("combobox", name="Chair 2").select_option("Another person here")
    return ready(page)


@scene
def waiting_room(come: People) -> Page:
    ann, bob = come("Ann"), come("Bob")
    table = ann.host(ME, OPEN, OPEN, BOT, name="Friday table")
    page = ann.sit(table)
    sit_down(bob, table)
    page.get_by_role("button", name="Make seat and watch links").click()
    expect(page.get_by_role("textbox", name="Watch link")).to_be_visible()
    return ready(page)


@scene
def waiting_room_of_a_guest(come: People) -> Page:
    ann, bob = come("Ann"), come("Bob")
    return ready(bob.sit(ann.host(ME, OPEN, OPEN, name="Friday table")))


@scene
def rulebook(come: People) -> Page:
    return ready(come("Ann").open(f"/rules/{SLUG}"))


@scene
def rulebook_searched(come: People) -> Page:
    page = come("Ann").open(f"/rules/{SLUG}")
    page.get_by_role("searchbox").fill("wild attack")
    return ready(page)


@scene
def rulebook_shows_a_clause(come: People) -> Page:
    page = come("Ann").open(f"/rules/{SLUG}#TN-6.6")
    page.get_by_role("button", name=re.compile(r"^Show me.*TN-6\.6$")).click()
    shown = page.get_by_role("dialog")
    for _ in range(3):
        shown.get_by_role("button", name="One action on").click()
    return ready(page)


@scene
def credits(come: People) -> Page:
    return ready(come("Ann").open("/credits"))


@scene
def import_a_record(come: People) -> Page:
    return ready(come("Ann").open("/import"))


@scene
def import_goes_wrong(come: People) -> Page:
    ann = come("Ann")
    ann.forgive("400")
    page = ann.open("/import")
    record = (GOLDEN / "master-2.record").read_text(encoding="utf-8")
    page.get_by_role("textbox", name="Paste the text").fill(record.replace("build", "bild", 1))
    page.get_by_role("button", name="Review it").click()
    expect(page.get_by_role("alert")).to_be_visible()
    return ready(page)


@scene
def not_found(come: People) -> Page:
    return ready(come("Ann").open("/nowhere"))


@scene
def no_such_table(come: People) -> Page:
    ann = come("Ann")
    ann.forgive("404")
    page = ann.open("/t/bcdfg-bcdfg-bcdfg")
    expect(page.get_by_role("alert")).to_be_visible()
    return ready(page)


# At the table


@scene
def table_of_three(come: People) -> Page:
    return ready(playing(come("Ann"), ME, BOT, BOT, position=THREE_MASTERS).page)


@scene
def card_chosen(come: People) -> Page:
    seat = playing(come("Ann"), ME, BOT, BOT, position=THREE_MASTERS)
    seat.card("Scalding Mist").click()
    expect(seat.button(re.compile("^Attack"))).to_be_visible()
    return ready(seat.page)


@scene
def refused(come: People) -> Page:
    seat = playing(come("Ann"), position=WEAK_ATTACK)
    seat.card("Quicksand").click()
    seat.pair("Earth 7 + Water 7").click(force=True)
    expect(seat.board.get_by_role("status")).to_contain_text("too weak")
    return ready(seat.page)


@scene
def clause_opened(come: People) -> Page:
    page = refused(come)
    page.get_by_role("status").get_by_role("button", name="Clause TN-6.6").click()
    expect(page.get_by_role("link", name="Open in the rulebook")).to_be_visible()
    return ready(page)


@scene
def strength_opened(come: People) -> Page:
    seat = playing(come("Ann"), ME, BOT, BOT, position=THREE_MASTERS)
    seat.board.get_by_role("button", name=re.compile("^Strength of your empire")).click()
    expect(seat.page.get_by_role("row", name=re.compile("^in all"))).to_be_visible()
    return ready(seat.page)


@scene
def second_thought(come: People) -> Page:
    seat = playing(come("Ann"), ME, BOT, BOT, position=THREE_MASTERS)
    seat.card("Wilderness").click()
    seat.button("Discard it").click()
    expect(seat.button(re.compile("all the same$"))).to_be_visible()
    return ready(seat.page)


@scene
def defence(come: People) -> Page:
    ann = come("Ann")
    page = ann.sit(ann.host(ME, BOT, position=UNDER_ATTACK))
    expect(page.get_by_role("button", name="Defend with Levee").first).to_be_visible()
    return ready(page)


@scene
def what_can_I_do(come: People) -> Page:  # noqa: N802
    seat = playing(come("Ann"), position=WEAK_ATTACK)
    seat.page.keyboard.press("?")
    expect(seat.page.get_by_text("What does not work, and why")).to_be_visible()
    return ready(seat.page)


@scene
def more(come: People) -> Page:
    seat = playing(come("Ann"), position=QUIET)
    seat.page.get_by_role("button", name="More", exact=True).first.click()
    expect(seat.page.get_by_role("dialog")).to_be_visible()
    return ready(seat.page)


@scene
def settings(come: People) -> Page:
    page = come("Ann").open("/")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    return ready(page)


@scene
def four_practitioners(come: People) -> Page:
    seat = playing(come("Ann"), ME, BOT, BOT, BOT, position=FOUR_PRACTITIONERS)
    return ready(seat.page)


@scene
def two_apprentices(come: People) -> Page:
    return ready(playing(come("Ann"), position=TWO_APPRENTICES).page)


@scene
def kids_table(come: People) -> Page:
    return ready(playing(come("Ann"), position=TWO_APPRENTICES, kids=True).page)


@scene
def waiting_for_another(come: People) -> Page:
    ann, _, _, other = two(come, position={**WEAK_ATTACK, "turn": 1}, clock=MINUTES)
    other.is_asked()
    return ready(ann.page)


@scene
def talk(come: People) -> Page:
    ann, bob, _, _ = two(come, position=QUIET)
    for person, text in ((ann, "Good luck!"), (bob, "Thank you! It is my first game.")):
        person.page.get_by_role("tab", name=re.compile("^Talk")).click()
        person.page.get_by_role("textbox", name="Say something").fill(text)
        person.page.get_by_role("button", name="Send").click()
    expect(ann.page.get_by_role("log", name="Talk")).to_contain_text("first game")
    return ready(ann.page)


@scene
def undo_asked(come: People) -> Page:
    _, bob, mine, other = two(come, position=QUIET)
    for seat, card in ((mine, "Earth 1"), (other, "Air 1")):
        seat.is_asked()
        seat.card(card).click()
        seat.button("Discard it").click()
    mine.is_asked()
    mine.button("Ask to undo").click()
    expect(bob.page.get_by_role("button", name="Let them")).to_be_visible()
    return ready(bob.page)


@scene
def somebody_away(come: People) -> Page:
    ann, bob, _, other = two(come, position={**QUIET, "turn": 1})
    other.is_asked()
    bob.page.close()
    expect(ann.page.get_by_role("region", name="Bob")).to_contain_text("a bot takes over in")
    return ready(ann.page)


@scene
def spectator(come: People) -> Page:
    ann, eve = come("Ann"), come("Eve")
    table = ann.host(ME, BOT, BOT, position=THREE_MASTERS)
    Seat(ann.sit(table)).is_asked()
    page = eve.sit(table)
    expect(page.get_by_role("region", name="What to do")).to_contain_text("Waiting for Ann")
    return ready(page)


@scene
def curtain(come: People) -> Page:
    ann = come("Ann")
    page = ann.sit(ann.host(ME, {**LOCAL, "name": "Ben"}, position=QUIET))
    expect(page.get_by_role("button", name="I am Ann")).to_be_visible()
    return ready(page)


@scene
def offline(come: People) -> Page:
    with Cable(come.server) as cable:
        ann = come("Ann", server=cable)
        ann.forgive(CUT)
        seat = playing(ann, position=QUIET)
        seat.page.wait_for_load_state("networkidle")  # what comes late is there
    expect(seat.prompt).to_contain_text("You are offline")
    return seat.page


@scene
def opened_elsewhere(come: People) -> Page:
    ann = come("Ann")
    seat = playing(ann, position=QUIET)
    other = ann.context.new_page()
    other.goto(seat.page.url)
    expect(seat.page.get_by_role("button", name="Enter again")).to_be_visible()
    return ready(seat.page)


# After the end


def finished(come: People) -> Seat:
    seat = playing(come("Ann"), position=ONE_BUILD_FROM_THE_END)
    seat.card("Air 8").click()
    seat.card("Fire 8").click()
    expect(seat.ending).to_be_visible()
    return seat


@scene
def the_end(come: People) -> Page:
    page = finished(come).page
    page.get_by_text("The shuffles can be checked").click()
    return ready(page)


@scene
def the_table_at_the_end(come: People) -> Page:
    page = finished(come).page
    page.get_by_role("button", name="Look at the table").click()
    expect(page.get_by_role("button", name="Back to the result")).to_be_visible()
    return ready(page)


@scene
def replay(come: People) -> Page:
    ann = come("Ann")
    page = ann.open(f"/t/{reviewed(ann)}/replay?at=20")
    expect(page.get_by_role("slider", name="Action")).to_have_value("20")
    return ready(page)


@scene
def replay_at_the_end(come: People) -> Page:
    ann = come("Ann")
    page = ann.open(f"/t/{reviewed(ann)}/replay?eyes=1")
    page.get_by_role("slider", name="Action").press("End")
    return ready(page)
