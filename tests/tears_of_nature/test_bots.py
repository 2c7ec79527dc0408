"""Bots: found by name, honest, legal at every decision, and steady enough to be worth playing."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import product

import pytest

import ludarium
from ludarium import Game, InvalidInput
from ludarium.bots import BOTS, RandomBot, make_bot, play_out
from ludarium.sim import simulate
from watched import Watched

SLUG = "tears-of-nature"
END_RULES = ("standard", "quitters_never_win", "equal_opportunity", "cold_war")
SEATS = [("apprentice", 2), *[(name, n) for name in ("master", "practitioner") for n in (2, 3, 4)]]


def odd_deck() -> dict[str, object]:
    """Codes that say nothing, copies of build cards, attacks of one and three elements."""
    cards: list[dict[str, object]] = [
        {
            "code": f"c{at}",
            "kind": "build",
            "elements": [element],
            "strength": 1 + at % 5,
            "copies": 2,
        }
        for at, element in enumerate(["air", "earth", "fire", "water", "spirit"] * 4)
    ]
    cards += [
        {"code": "k1", "kind": "attack", "elements": ["fire"], "copies": 3},
        {"code": "k2", "kind": "attack", "elements": ["air", "fire", "water"], "strength": 7},
        {"code": "k3", "kind": "attack", "elements": ["spirit", "earth", "air"], "strength": 9},
        {"code": "d", "kind": "defend", "elements": ["air", "earth", "fire"], "copies": 3},
        {"code": "j", "kind": "wild", "copies": 6},
    ]
    return {"name": "odd", "cards": cards}


def tables() -> Iterator[dict[str, object]]:
    for (ruleset, players), end_rule in product(SEATS, END_RULES):
        yield {"ruleset": ruleset, "players": players, "end_rule": end_rule}
    for players in (2, 4):
        yield {"ruleset": "practitioner", "players": players, "stock_access": "any"}
    yield {"ruleset": "apprentice", "duplicate_capture": "forbidden"}
    yield {"ruleset": "master", "players": 4, "turn_limit": 11}
    for ruleset in ("apprentice", "master", "practitioner"):
        yield {"ruleset": ruleset, "deck": odd_deck(), "turn_limit": 80}


def named(options: Mapping[str, object]) -> str:
    return " ".join("odd deck" if name == "deck" else str(options[name]) for name in options)


@pytest.mark.parametrize("options", list(tables()), ids=named)
def test_steady_plays_legally_to_the_end(options: dict[str, object]) -> None:
    game = ludarium.game(SLUG, **options)
    for seed in range(2):
        match = game.start(seed=seed)
        names = [BOTS[(seat + seed) % 2] for seat in range(game.players)]
        bots = [Watched(make_bot(name, game, random.Random(at))) for at, name in enumerate(names)]
        play_out(match, bots)
        assert match.result is not None
        assert all(bot.chosen for bot in bots)


def test_steady_needs_no_log_and_no_memory() -> None:
    """A bot that takes over a chair answers as the one that has sat there from the start."""
    game = ludarium.game(SLUG, ruleset="practitioner", players=3)
    match = game.start(seed=4)
    rng = random.Random()
    seated = make_bot("steady", game, rng)
    for at in range(10_000):
        if match.result is not None:
            break
        ((seat, question),) = match.questions.items()
        rng.seed(at)
        action = seated.choose(match.view(seat), question)
        fresh = make_bot("steady", game, random.Random(at)) if at % 8 == 0 else seated
        rng.seed(at)
        assert fresh.choose(game.view(match.state, seat), question) == action
        match.play(seat, action)
    assert match.result is not None


def choice(position: dict[str, object], **options: object) -> str:
    """What steady does in a position."""
    match = ludarium.game(SLUG, **options).start(position=position, seed=1)
    ((seat, question),) = match.questions.items()
    bot = make_bot("steady", match.game, random.Random(0))
    return str(bot.choose(match.view(seat), question))


HELD = [["A2", "E2"], ["F3", "W3"], ["A5", "F5"]]
JUDGEMENTS: dict[str, tuple[dict[str, object], str]] = {
    # What it does, a position, how its answer begins
    "completes when it is then the strongest": (
        {
            "hands": [["E1", "W1", "A7", "XEF8", "DAE"], ["A4"]],
            "empires": [HELD, [["F4", "W4"]]],
        },
        "build E1 W1",
    ),
    "completes with a wild to win": (
        {
            "hands": [["E1", "A7", "XEF8", "DAE", "WILD"], ["A4"]],
            "empires": [HELD, [["F4", "W4"], ["A8", "E8"]]],
        },
        "build A7 WILD",
    ),
    "attacks the best pair in reach": (
        {
            "hands": [["E1", "A7", "XFW16", "XAE8", "DAE"], ["A4"]],
            "empires": [HELD[:2], [["F8", "W8"], ["A3", "E3"], ["F7", "W7"]]],
        },
        "attack XFW16 1.0",
    ),
    "defends a strong pair": (
        {
            "step": "defend",
            "turn": 1,
            "hands": [["DEW", "A1", "A2"], ["A4"]],
            "empires": [[["E8", "W8"]], []],
            "pending": {"attacker": 1, "card": "XEW16", "owner": 0, "slot": 0},
        },
        "defend DEW",
    ),
    "keeps its wild when a cheap pair is attacked": (
        {
            "step": "defend",
            "turn": 1,
            "hands": [["WILD", "A5", "A2"], ["A4"]],
            "empires": [[["E1", "W1"], ["F8", "W8"]], [["F6", "W6"]]],
            "pending": {"attacker": 1, "card": "XEW16", "owner": 0, "slot": 0},
        },
        "decline",
    ),
    "lets the attacker end a game that it wins itself": (
        {
            "step": "defend",
            "turn": 1,
            "hands": [["DEW", "A5", "A7"], ["A4"]],
            "empires": [[["E1", "W1"], ["F8", "W8"]], [*HELD[:2], ["F1", "WILD"]]],
            "pending": {"attacker": 1, "card": "XEW16", "owner": 0, "slot": 0},
        },
        "decline",
    ),
    "Apprentice: completes": (
        {
            "ruleset": "apprentice",
            "hands": [["W1", "W2", "XAE8", "WILD", "DAE"], ["A4"]],
            "empires": [[["A1", "A2"], ["E1", "E2"], ["F1", "F2"]], [["A3", "A5"]]],
        },
        "build W",
    ),
    "Apprentice: builds a missing element rather than waiting": (
        {
            "ruleset": "apprentice",
            "hands": [["A1", "A2", "E3", "F3", "DAE"], ["A4"]],
            "empires": [[], []],
        },
        "build A1 A2",
    ),
    "Practitioner: takes the open card that makes a high pair": (
        {
            "ruleset": "practitioner",
            "step": "draw",
            "hands": [["A8", "E1", "F2", "W3", "DAE"], ["A4"]],
            "stocks": [[], ["W5", "E8"]],
            "deck": ["A1", "A2", "A3"],
        },
        "draw stock 1",
    ),
    "Practitioner: leaves an open card it would only pass on": (
        {
            "ruleset": "practitioner",
            "step": "draw",
            "hands": [["A8", "E8", "F7", "W7", "WILD"], ["A4"]],
            "stocks": [["DEW"], ["DAE"]],
            "deck": ["A1", "A2", "A3"],
        },
        "draw deck",
    ),
}


@pytest.mark.parametrize("case", JUDGEMENTS)
def test_steady_judges(case: str) -> None:
    position, expected = JUDGEMENTS[case]
    assert choice({"players": 2, "deck": ["A6", "E6"], **position}).startswith(expected)


def test_steady_does_not_end_a_game_it_would_lose() -> None:
    hands = [["E1", "W1", "A7", "WILD", "DAE"], ["A4"]]
    empires = [HELD, [["A8", "E8"], ["F7", "W7"]]]
    position: dict[str, object] = {"hands": hands, "empires": empires, "deck": ["A6"]}
    assert not choice(position).startswith("build")
    assert choice({**position, "turn": 8}, turn_limit=9).startswith("attack WILD")


def test_bots_are_found_by_name() -> None:
    game = ludarium.game(SLUG)
    assert [make_bot(name, game, random.Random(1)).blind for name in BOTS] == [True, False]
    with pytest.raises(InvalidInput, match="no bot 'stedy'; did you mean 'steady'"):
        make_bot("stedy", game, random.Random(1))


def test_random_takes_every_option_and_looks_at_nothing() -> None:
    question = next(iter(ludarium.game(SLUG).start(seed=1).questions.values()))
    bot = RandomBot(random.Random(3))
    assert {bot.choose({}, question) for _ in range(300)} == set(question.options)


def test_every_seat_needs_a_bot() -> None:
    game: Game = ludarium.game(SLUG, players=3)
    with pytest.raises(InvalidInput, match="1 bots for 3 seats"):
        play_out(game.start(seed=1), [RandomBot(random.Random(1))])


@pytest.mark.parametrize("ruleset", ["apprentice", "master", "practitioner"])
@pytest.mark.no_cover
def test_steady_beats_random(ruleset: str) -> None:
    report = simulate(SLUG, {"ruleset": ruleset}, ["steady", "random"], 60, seed=3, processes=1)
    assert report.bots[0].share.rate > 0.8


def test_steady_against_itself_comes_to_an_end() -> None:
    options = {"ruleset": "practitioner"}
    report = simulate(SLUG, options, ["steady", "steady"], 60, seed=3, processes=1)
    assert report.turns.most < 150  # far from the limit of 500
