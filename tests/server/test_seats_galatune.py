"""Seats are drawn when a match of Galatune starts (R-6), and everybody keeps what is theirs."""

from __future__ import annotations

from collections import Counter

import ludarium
from ludarium.core.nature import Dice
from ludarium.server import wire
from ludarium.server.forms import Chair, NewTable, SeatChange
from server.people import House, Page, in_house

SLUG = "galatune"
PEOPLE = ("Ann", "Bob", "Cleo")


async def gathered(house: House, **more: object) -> tuple[str, list[Page]]:
    """Ann, Bob and Cleo at a table with a bot, each with a page; two are not ready yet."""
    chairs = [Chair("me"), Chair("open"), Chair("open"), Chair("bot")]
    id = await house.hall.create(house.guest("Ann"), NewTable(SLUG, chairs, grace=None, **more))
    for seat, who in enumerate(PEOPLE[1:], 1):
        await house.enter(id, who, seat=seat)
    return id, [await house.page(id, who) for who in PEOPLE]


async def begin(pages: list[Page]) -> None:
    for page in pages[1:]:
        assert (await page.order(wire.Ready("ready")))["t"] == "ok"
    for page in pages:
        await page.settle()
        assert page.table["status"] == "playing"


async def moved(house: House) -> tuple[str, list[Page]]:
    """A table at which the lot let nobody of the three sit where they sat."""
    while True:
        id, pages = await gathered(house)
        if all(seat != n for n, seat in enumerate(lot(house, id)[:3])):
            return id, pages


def lot(house: House, id: str) -> list[int]:
    """By seat of the match, the chair that moves there."""
    table = house.table(id)
    return Dice(f"{table.row.seed}/seats").order(len(table.seats))


def names(house: House, id: str) -> list[str]:
    return [seat.name for seat in house.table(id).seats]


@in_house
async def test_everybody_may_come_to_sit_anywhere(house: House) -> None:
    places: list[Counter[int]] = [Counter(), Counter(), Counter()]
    for _ in range(40):
        chairs = [Chair("me"), Chair("local", name="Bob"), Chair("bot")]
        id = await house.hall.create(house.guest("Ann"), NewTable(SLUG, chairs))
        for who, count in zip(("Ann", "Bob", "Steady"), places, strict=True):
            count[names(house, id).index(who)] += 1
    assert all(len(count) == 3 for count in places)


@in_house
async def test_the_lot_is_drawn_from_the_seed_when_all_are_ready(house: House) -> None:
    id, pages = await gathered(house)
    before = names(house, id)
    assert before[:3] == list(PEOPLE)
    await begin(pages)
    assert names(house, id) == [before[n] for n in lot(house, id)]


@in_house
async def test_whoever_is_moved_sees_their_own_cards_and_nobody_elses(house: House) -> None:
    id, pages = await moved(house)
    house.bots.mind = lambda legal: legal[0]
    await begin(pages)
    while any(page.ask is None or page.ask["kind"] != "plan" for page in pages):
        asked = next((page for page in pages if page.ask), None)
        await (house.ring(id) if asked is None else asked.act())
        for page in pages:
            await page.settle()
    for page in pages:
        assert page.you == names(house, id).index(page.who)
        assert len(page.view["hand"]) == page.view["hand_counts"][page.you]
        page.check_view()
    assert (await pages[1].act("hold"))["t"] == "ok"
    assert pages[1].you in pages[1].view["ready"]


@in_house
async def test_keys_open_the_chair_of_the_one_who_has_them(house: House) -> None:
    id, _ = await moved(house)
    keys = {who: (await house.keys(id, who))[0].token for who in PEOPLE}
    await begin([await house.connect(id, keys[who], who) for who in PEOPLE])
    for crashes in (False, True):
        if crashes:
            await house.crash()
        for who in PEOPLE:
            page = await house.connect(id, keys[who], who)
            assert page.seat(page.you)["name"] == who
            [key] = await house.keys(id, who)
            assert key.seat == page.you
            keys[who] = key.token


@in_house
async def test_who_hosts_who_is_away_and_who_is_muted_stays_so(house: House) -> None:
    id, pages = await moved(house)
    await house.hall.change_seat(id, house.guest("Ann"), 1, SeatChange("mute"))
    await pages[2].order(wire.Ready("ready"))
    await pages[2].close()
    await begin(pages[:2])
    seats = {seat["name"]: seat for seat in pages[0].table["seats"]}
    assert [seats[who].get("host", False) for who in PEOPLE] == [True, False, False]
    assert [seats[who].get("here", False) for who in PEOPLE] == [True, True, False]
    assert [seats[who].get("away") is None for who in PEOPLE] == [True, True, False]
    assert (await pages[1].order(wire.Say("s", "hey")))["key"] == "muted"


@in_house
async def test_what_was_said_before_is_told_by_name(house: House) -> None:
    id, pages = await moved(house)
    whisper = await pages[0].order(wire.Say("w", "Both on Cleo?", to=1))
    assert whisper["key"] == "not_begun", "a chair has not got its number yet"
    await pages[0].order(wire.Say("s", "Welcome!"))
    await begin(pages)
    await pages[0].order(wire.Say("t", "Here we go."))
    page = await house.page(id, "Bob")
    told = [(line["name"], line.get("by"), line["text"]) for line in page.said]
    assert told == [("Ann", None, "Welcome!"), ("Ann", pages[0].you, "Here we go.")]


@in_house
async def test_a_match_that_was_arranged_has_its_seats_as_they_were_arranged(house: House) -> None:
    id, pages = await gathered(house, seed="7")
    await begin(pages)
    assert [page.you for page in pages] == [0, 1, 2] and lot(house, id) != [0, 1, 2, 3]
    record = ludarium.game(SLUG, players=4).start(seed="7").record()
    id, pages = await gathered(house, record=record)
    await begin(pages)
    assert [page.you for page in pages] == [0, 1, 2]


@in_house
async def test_seats_of_a_rematch_are_drawn_anew(house: House) -> None:
    drawn = set()
    chairs = [Chair("me"), Chair("local", name="Bob"), Chair("local", name="Cleo")]
    new = NewTable(SLUG, chairs, seed="7", options={"turn_limit": 1, "trap_window_min": 0})
    id = await house.hall.create(house.guest("Ann"), new)
    for _ in range(8):
        pages = [await house.connect(id, key.token, "Ann") for key in await house.keys(id, "Ann")]
        while pages[0].over is None:
            for page in pages:
                if page.ask and not page.ask.get("answered"):
                    await page.act(page.ask["options"][-1]["do"])
            await house.ring(id)
        drawn.add(tuple(names(house, id)))
        id = await house.hall.rematch(id, house.guest("Ann"))
    assert len(drawn) > 1
