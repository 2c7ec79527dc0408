"""Matches of Galatune put into words, for the tests of what is told."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import ludarium
from ludarium import Game, Match
from ludarium.core.clauses import load_rulebook
from ludarium.core.talk import talk_for
from ludarium.core.words import Voice, Words
from ludarium.games.galatune.talk import Talk

SLUG = "galatune"
WORDS = Words.load(ludarium.room(SLUG).folder)
BOOK = load_rulebook(ludarium.room(SLUG))
NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eve")
HOUSE = ludarium.game(SLUG, players=3)
CARDS = talk_for(HOUSE).cards()
Position = dict[str, Any]


def game(players: int = 3, **options: object) -> Game:
    return ludarium.game(SLUG, players=players, **options)


@cache
def told_by(table: Game) -> Talk:
    """The talk of a game, made once."""
    told = talk_for(table)
    assert isinstance(told, Talk)
    return told


def talk(players: int = 3, **options: object) -> Talk:
    return told_by(game(players, **options))


def seat(champion: str | None, *hand: str, **more: object) -> dict[str, object]:
    """A seat of a position; padded so that nobody is short of cards."""
    return {"champion": champion, "hand": list(hand), "ap": 0, **more}


def at(*seats: dict[str, object], **more: object) -> Match:
    position = {"players": len(seats), "seats": list(seats), **more}
    options = {"trading": "off", **position.pop("options", {})}  # type: ignore[dict-item]
    made = ludarium.game(SLUG, players=len(seats), **options)
    return made.start(seed=1, position={**position, "options": options})


def voice(reader: int | None = None) -> Voice:
    return Voice(NAMES, lambda code: str(CARDS[code]["name"]), reader)


def lines(
    match: Match, reader: int | None = None, brief: bool = False, since: int = 0
) -> list[Any]:
    told = told_by(match.game)
    events = [event.seen_by(reader) for event in match.events[since:]]
    return told.fold([told.annotate(event) for event in events], brief)


def say(line: dict[str, Any], reader: int | None = None) -> str:
    assert WORDS.fits("events", line["event"], line), line
    return WORDS.say("events", line["event"], line, voice(reader))


def story(match: Match, reader: int | None = None, brief: bool = False) -> list[str]:
    """Everything that a match loaded from a position told, without its first line."""
    told = [say(line, reader) for line in lines(match, reader, brief)]
    return [text for text in told if not text.startswith(("The game goes", "As everybody"))]


def turn(match: Match, *answers: str) -> Match:
    """Answer for the seats in order."""
    for number, answer in enumerate(answers):
        match.play(number, answer)
    return match


def derived(match: Match, kind: str) -> list[tuple[object, list[tuple[str, object]]]]:
    """The sums of all lines of a kind: the value, and the steps to it."""
    return [
        (line["sum"]["value"], [(part["key"], part["value"]) for part in line["sum"]["parts"]])
        for line in lines(match)
        if line["event"] == kind
    ]


OPTIONS: tuple[dict[str, object], ...] = (
    {"players": 2, "trading": "on", "champion_pick": "open"},
    {"players": 3, "trading": "off", "champion_pick": "random", "draw_log": "fleeting"},
    {"players": 4, "trading": "on", "champion_pick": "deal2", "draw_log": "closed"},
    {"players": 5, "trading": "on", "memory_aid": "on", "full_moon": "always"},
    {"players": 5, "trading": "off", "prize_mode": "five", "full_moon": "calendar"},
)
TABLES = [({**options, "turn_limit": 20}, seed) for options in OPTIONS for seed in range(2)]


def glance(match: Match, who: int) -> dict[str, object]:
    """A view without its log."""
    return match.game.view(match.state, who)


def decisions(options: dict[str, object], seed: int) -> Iterator[Match]:
    """A match of random players, stopped at each decision and after the end; now and then
    somebody leaves."""
    match = ludarium.game(SLUG, **options).start(seed=seed)
    rng = random.Random(seed)
    while match.questions:
        yield match
        waiting = list(match.questions)
        asked = rng.choice(waiting)
        leaves = rng.random() < 0.002
        match.play(asked, "resign" if leaves else rng.choice(match.questions[asked].options))
    yield match


def why_not(match: Match, who: int, text: str) -> str:
    action = match.game.grammar.parse(text)
    refusal = match.refusal(who, action)
    assert refusal is not None, text
    key, facts = told_by(match.game).reason(match.view(who), action, refusal)
    assert WORDS.fits("refusals", key, facts), (key, facts)
    return f"{WORDS.say('refusals', key, facts, voice(who))} ({refusal.clause})"


TRAP = at(
    seat("ilo", "T01", "T03", "T10", "A01", "T11"),
    seat("dace", now={"trap_locked": True}),
    seat("regent"),
    phase="trap",
    turn=2,
    plays=[[0, "special 1"], [1, "act A01 0"], [2, "act S02 2"], [0, "trap T01 p2"],
           [2, "trap T10 p1"]],
)  # fmt: skip
