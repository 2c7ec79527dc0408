"""What a bot is, and how one is found by its name."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Final, Protocol, cast

from ludarium.bots.random_bot import RandomBot
from ludarium.core.actions import Action
from ludarium.core.errors import InvalidInput, nearest
from ludarium.core.game import Game
from ludarium.core.questions import Question

BOTS: Final = ("random", "steady")


class Bot(Protocol):
    """Answers questions from what its seat may know.

    A bot keeps nothing of a match between two questions, so that it can take over any chair at any
    moment and play many matches one after the other.
    """

    blind: bool
    """True: it does not look at the view, so drivers may pass an empty one."""

    def choose(self, view: Mapping[str, object], question: Question) -> Action:
        """One of the question's options."""


class Stopgap(Protocol):
    """The game's own bot also answers for those whose time is up."""

    def forced(self, view: Mapping[str, object], question: Question) -> Action:
        """The answer that the rulebook lets the table give for an absent mind."""


def make_bot(name: str, game: Game, rng: random.Random) -> Bot:
    """The bot of a name; `steady` is the game's own heuristic player."""
    if name == "random":
        return RandomBot(rng)
    if name == "steady":
        steady = cast("Callable[[Game, random.Random], Bot]", game.load_object(game.room.bot))
        return steady(game, rng)
    raise InvalidInput(f"no bot {name!r}{nearest(name, BOTS)}")
