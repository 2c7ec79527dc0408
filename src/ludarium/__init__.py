"""Ludarium: published tabletop games, each complete and exact, on one engine.

>>> import ludarium
>>> game = ludarium.game("tears-of-nature", ruleset="master", players=2)
>>> match = game.start(seed=7)
>>> match.result is None
True
"""

from __future__ import annotations

from ludarium.core.actions import Action
from ludarium.core.errors import InvalidInput, Refusal, Refused
from ludarium.core.game import Game, Room, find_room
from ludarium.core.match import Match
from ludarium.core.questions import Question, Result
from ludarium.core.records import Verdict
from ludarium.core.records import read as _read
from ludarium.core.records import replay as _replay
from ludarium.core.records import verify as _verify
from ludarium.core.state import State
from ludarium.games import ROOMS

__all__ = [
    "Action",
    "Game",
    "InvalidInput",
    "Match",
    "Question",
    "Refusal",
    "Refused",
    "Result",
    "Room",
    "State",
    "Verdict",
    "game",
    "games",
    "replay",
    "room",
    "verify",
]
__version__ = "0.1.0"


def games() -> list[str]:
    """The slugs of all games."""
    return list(ROOMS)


def room(slug: str) -> Room:
    """What can be known of a game before it is set up: options, seats, rulebook."""
    return find_room(slug, ROOMS)


def game(slug: str, /, **options: object) -> Game:
    """A game with its options by keyword; unknown names and values are refused by name."""
    return Game(room(slug), options)


def replay(record: str) -> Match:
    """The match that a record tells, played again."""
    parts = _read(record)
    return _replay(parts, Game(room(parts.slug), parts.options))


def verify(record: str) -> Verdict:
    """Check a record from its pledge to its result; raises InvalidInput where it is false."""
    parts = _read(record)
    return _verify(parts, Game(room(parts.slug), parts.options))
