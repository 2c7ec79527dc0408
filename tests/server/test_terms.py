"""The terms of a table: clocks that options name, tables for children, limits, own content."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

import ludarium
from ludarium.core.errors import InvalidInput
from ludarium.server import wire
from ludarium.server.forms import Chair, NewTable, SeatChange, Settings
from ludarium.server.library import Library
from ludarium.server.problems import BadInput
from ludarium.server.shelf import Shelf
from server.people import House, in_house

GALATUNE = "galatune"
LIVE, DAYS, NONE = wire.ClockRule("move", 90), wire.ClockRule("days", 86_400), wire.ClockRule()
OWN = wire.ClockRule("move", 300)
DECK = Path(__file__).parents[2] / "src/ludarium/games/tears_of_nature/content/standard67.toml"
SET = """
name = "darts"
title = "Paper darts"
extends = "house"
"""
CARDS = """
[[cards]]
id = "X01"
name = "Paper Dart"
type = "War"
property = "Normal"
function = "attack"
rating = 3
target = "opponent"
count = 2
"""


async def gathering(house: House, **more: Any) -> str:
    chairs = [Chair("me"), Chair("open")]
    return await house.hall.create(house.guest("Ann"), NewTable(GALATUNE, chairs, **more))


async def change(house: House, id: str, **wish: Any) -> None:
    await house.hall.change(id, house.guest("Ann"), Settings(**wish))


# Clocks


@in_house
async def test_a_clock_that_an_option_names_changes_with_it(house: House) -> None:
    id = await gathering(house)
    for word, rule in (("live", LIVE), ("correspondence", DAYS), ("none", NONE), ("live", LIVE)):
        await change(house, id, options={"clock": word})
        assert (await house.hall.table(id, None)).clock == rule
    await change(house, id, options={"vp_goal": 1})
    assert house.table(id).settings.clock == LIVE, "what is not about time changes none"


@in_house
async def test_a_clock_that_the_host_has_set_stays(house: House) -> None:
    id = await gathering(house, clock=OWN, options={"clock": "live"})
    assert house.table(id).settings.clock == OWN
    await change(house, id, options={"clock": "correspondence"})
    assert house.table(id).settings.clock == OWN
    await change(house, id, clock=NONE)
    assert house.table(id).settings.clock == DAYS, "without one of its own, that of the option"


PRIZE = {
    "players": 3,
    "phase": "prize",
    "seats": [{"champion": "dace"}, {"champion": "ilo", "hp": 0}, {"champion": "eron"}],
    "source": ["A06", "A06", "A10", "A10"],
    "pending": {"pools": [[], ["A01", "S04"], []], "victors": [[], [0], []]},
}


@pytest.mark.parametrize(("rule", "seconds"), [(NONE, 60), (OWN, 300), (LIVE, 60)])
def test_only_the_games_own_clock_is_short_for_prizes(
    tmp_path: Path, rule: wire.ClockRule, seconds: int
) -> None:
    @in_house
    async def evening(house: House) -> None:
        game = ludarium.game(GALATUNE, players=3, clock="live")
        record = game.start(seed="1", position=PRIZE).record()
        chairs = [Chair("me"), Chair("local"), Chair("local")]
        new = NewTable(GALATUNE, chairs, record=record, clock=rule)
        id = await house.hall.create(house.guest("Ann"), new)
        table = house.table(id)
        assert table.play is not None and table.play.match.question(0).kind == "prize_source"
        assert table.next_wake() == house.clock() + seconds * 1000

    evening(tmp_path)


def test_a_clock_with_a_strange_field_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field `kind`"):
        msgspec.convert({"kind": "move"}, wire.ClockRule)


# Children


@pytest.mark.parametrize(
    ("game", "options", "why"),
    [
        (GALATUNE, {}, "kids: Galatune has no table for children"),
        ("tears-of-nature", {}, "kids: a table for children is played with ruleset=apprentice"),
    ],
)
def test_children_play_what_is_made_for_them(
    tmp_path: Path, game: str, options: dict[str, object], why: str
) -> None:
    @in_house
    async def evening(house: House) -> None:
        new = NewTable(game, [Chair("me"), Chair("bot")], options=options, kids=True)
        with pytest.raises(BadInput, match=why):
            await house.hall.create(house.guest("Ann"), new)

    evening(tmp_path)


@in_house
async def test_a_table_for_children_keeps_its_rule_set(house: House) -> None:
    apprentice = {"ruleset": "apprentice"}
    id = await house.create(Chair("me"), Chair("open"), kids=True, options=apprentice)
    with pytest.raises(BadInput, match="kids"):
        await change(house, id, options={"ruleset": "master"})
    table = await house.hall.table(id, None)
    assert table.kids and table.options["ruleset"] == "apprentice"
    await change(house, id, options={"ruleset": "master"}, kids=False)
    assert (await house.hall.table(id, None)).options["ruleset"] == "master"


# Limits


@pytest.mark.parametrize(("game", "value"), [("tears-of-nature", 0), (GALATUNE, "none")])
def test_bots_alone_are_dealt_no_match_without_an_end(
    tmp_path: Path, game: str, value: object
) -> None:
    @in_house
    async def evening(house: House) -> None:
        ann, options = house.guest("Ann"), {"turn_limit": value}
        with pytest.raises(InvalidInput, match="turn_limit: bots alone need one"):
            await house.hall.create(ann, NewTable(game, [Chair("bot")] * 2, options=options))
        id = await house.hall.create(
            ann, NewTable(game, [Chair("bot"), Chair("open")], options=options)
        )
        with pytest.raises(InvalidInput, match="turn_limit: bots alone need one"):
            await house.hall.change_seat(id, ann, 1, SeatChange("bot"))
        assert (await house.hall.table(id, None)).seats[1].kind == "open"

    evening(tmp_path)


@in_house
async def test_bots_wait_for_people_where_nothing_else_ends_a_match(house: House) -> None:
    options = {"ruleset": "practitioner", "turn_limit": 0}
    id = await house.create(Chair("me"), Chair("bot"), options=options, seed="7")
    await house.page(id, "Ann")
    await house.hall.leave(id, house.guest("Ann"), 0)
    asked = len(house.bots.asked)
    for _ in range(5):
        house.clock.wait(10)
        await house.ring(id)
    assert len(house.bots.asked) == asked and house.table(id).next_wake() is None
    ann = await house.page(id, "Ann")
    while ann.ask is None:
        await house.ring(id)
        await ann.settle()
    assert (await ann.act())["t"] == "ok"


# Records


@in_house
async def test_a_record_brings_its_own_options(house: House) -> None:
    record = ludarium.game(GALATUNE).start(seed="7").record()
    new = NewTable(GALATUNE, [Chair("me"), Chair("bot")], record=record, options={"vp_goal": 9})
    with pytest.raises(BadInput, match="options: a record brings its own"):
        await house.hall.create(house.guest("Ann"), new)


# Content of one's own


def own_cards(folder: Path) -> Path:
    (folder / "darts").mkdir()
    (folder / "darts" / "set.toml").write_text(SET)
    (folder / "darts" / "cards.toml").write_text(CARDS)
    return folder / "darts"


def test_content_of_ones_own_is_on_the_shelf_and_on_the_table(tmp_path: Path) -> None:
    deck = tmp_path / "mine.toml"
    deck.write_text(DECK.read_text().replace("standard67", "mine"))
    library = Library.of([f"{GALATUNE}={own_cards(tmp_path)}", f"tears-of-nature={deck}"])
    assert library.names(GALATUNE) == ["darts"] and library.names("tears-of-nature") == ["mine"]
    (content,) = [one for one in Shelf(library).game(GALATUNE).options if one.free]
    assert [word.word for word in content.words] == ["house", "darts"]

    @in_house
    async def evening(house: House) -> None:
        house.hall.library = library
        id = await gathering(house, options={"content": "darts"})
        assert "X01" in house.table(id).kit.cards
        await change(house, id, options={"content": "house"})
        assert "X01" not in house.table(id).kit.cards
        await change(house, id, options={"content": "darts"})
        assert "X01" in house.table(id).kit.cards
        with pytest.raises(InvalidInput, match="content: nothing shipped is called 'dart'"):
            await change(house, id, options={"content": "dart"})

    evening(tmp_path)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("galatune", "galatune: write GAME=PATH"),
        ("=x", "=x: write GAME=PATH"),
        ("chess=x", "no game 'chess'"),
        ("galatune=/nowhere", "/nowhere"),
        (f"tears-of-nature={DECK}", "'standard67' is on the shelf; call yours otherwise"),
    ],
)
def test_content_that_cannot_be_read_is_named(given: str, why: str) -> None:
    with pytest.raises(InvalidInput, match=why):
        Library.of([given])
