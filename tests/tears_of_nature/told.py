"""Matches of Tears of Nature put into words, for the tests of what is told."""

from __future__ import annotations

import random
from collections.abc import Iterator

import ludarium
from ludarium import Game, Match
from ludarium.bots import RandomBot
from ludarium.core.talk import talk_for
from ludarium.core.words import Words
from ludarium.games.tears_of_nature.talk import Talk
from tears_of_nature import tables

SLUG = "tears-of-nature"
RULESETS = ("apprentice", "master", "practitioner")
WORDS = Words.load(ludarium.room(SLUG).folder)
MINE = [["A2", "E2"], ["F3", "W3"], ["A5", "F5"]]
THEIRS = [["A8", "E8"], ["F7", "W7"]]


def game(ruleset: str = "master", **options: object) -> Game:
    return ludarium.game(SLUG, ruleset=ruleset, **options)


def talk(ruleset: str = "master", **options: object) -> Talk:
    told = talk_for(game(ruleset, **options))
    assert isinstance(told, Talk)
    return told


def at(position: dict[str, object], **options: object) -> Match:
    return ludarium.game(SLUG, **options).start(seed=1, position=position)


def lying(ruleset: str, *empires: list[list[str]], **more: object) -> dict[str, object]:
    """A spectator's view of some empires."""
    return at({"ruleset": ruleset, "empires": list(empires), **more}).view(None)


def decisions(options: dict[str, object], seed: int) -> Iterator[Match]:
    """A match of random players, stopped at each decision and after the end."""
    match = ludarium.game(SLUG, **options).start(seed=seed)
    bot = RandomBot(random.Random(seed))
    while match.questions:
        yield match
        ((seat, question),) = match.questions.items()
        match.play(seat, bot.choose({}, question))
    yield match


def some_tables() -> Iterator[tuple[dict[str, object], int]]:
    """All rule sets, ends and numbers of seats, and both ways to take from stock piles."""
    seed = 0
    for ruleset, players in tables.SEATS:
        for end_rule in tables.END_RULES:
            seed += 1
            access = ("top", "any")[seed % 2]
            limit = (150, 25)[seed % 5 == 0]
            yield {
                "ruleset": ruleset, "players": players, "end_rule": end_rule,
                "stock_access": access, "turn_limit": limit,
            }, seed  # fmt: skip
