"""The magpies of `toy` at a table: sealed and live questions, which no printed game has yet."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

import ludarium
import toy
from ludarium import Action, Game, Refusal
from ludarium.core.talk import Facts, Standing, Sum, View

SLUG = "magpies"
ROOM = replace(toy.ROOM, slug=SLUG, talk="server.magpies:PlainTalk")


class PlainTalk:
    """Says nothing beyond the facts."""

    counted = ()
    mild = ()
    wishes = ()

    def __init__(self, game: Game) -> None:
        self.game = game

    def annotate(self, event: Facts) -> Facts:
        return event

    def clause(self, event: Facts) -> str:
        return ""

    def fold(self, events: list[Facts], brief: bool) -> list[Facts]:
        return events

    def prompt_facts(self, view: View) -> Facts:
        return {}

    def choice_facts(self, view: View, action: Action) -> Facts:
        return {}

    def things(self, action: Action) -> list[str]:
        return []

    def caution(self, view: View, action: Action) -> None:
        return None

    def verbs(self) -> list[str]:
        return list(toy.VERBS)

    def reason(self, view: View, action: Action, refusal: Refusal) -> tuple[str, Facts]:
        return refusal.key, dict(refusal.facts)

    def temptations(self, view: View) -> list[tuple[str, list[str]]]:
        return []

    def sums(self, view: View) -> dict[str, Sum]:
        return {}

    def result_facts(self, result: View) -> Facts:
        return {}

    def standings(self, result: View) -> tuple[list[str], list[Standing]]:
        return ["worth"], []

    def ahead(self, view: View) -> list[int]:
        return []

    def cards(self) -> dict[str, Facts]:
        return {code: {"name": code} for code in self.game.cards.faces}


def furnish(slug: str, /, **options: Any) -> Game:
    return ludarium.Game(ROOM, options)


@contextmanager
def magpies_in_the_house() -> Iterator[None]:
    """While it lasts, magpies stand on the shelf, and nothing else."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(ludarium.ROOMS, SLUG, "server.magpies")
        patch.setattr(ludarium, "game", furnish)
        yield
