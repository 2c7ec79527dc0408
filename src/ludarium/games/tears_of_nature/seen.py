"""What a view of Tears of Nature holds, and what the cards in it mean."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias, cast

import msgspec

from ludarium.core.game import Game
from ludarium.core.talk import View
from ludarium.games.tears_of_nature.deck import Face
from ludarium.games.tears_of_nature.rules import TearsOfNature

Pair: TypeAlias = tuple[str, str]


class Pending(msgspec.Struct, frozen=True):
    """An attack that waits for its defence."""

    attacker: int
    card: str
    owner: int
    slot: int


class Trigger(msgspec.Struct, frozen=True):
    """Who completed an empire, and when."""

    seat: int
    turn: int


class Seen(msgspec.Struct, frozen=True):
    """The parts of a view that are drawn and talked about."""

    seat: int | None
    players: int
    hand_counts: list[int]
    known_hands: list[list[str]]
    known_discards: list[str]
    empires: list[list[Pair]]
    stocks: list[list[str]]
    deck_count: int
    discard_count: int
    dealer: int
    turn: int
    step: str
    redraw: bool
    pending: Pending | None
    trigger: Trigger | None
    hand: list[str] = []
    legal: list[str] = []


def read(view: View) -> Seen:
    return msgspec.convert(view, Seen)


class Meaning:
    """The printed facts of the cards in one game, by code, and the sums the rules make of them."""

    def __init__(self, game: Game) -> None:
        rules = cast("TearsOfNature", game.rules)
        self.terms = rules.terms
        self.legality = rules.legality
        self.faces: dict[str, Face] = {face.code: face for face in self.terms.deck.faces}
        self.counts_strength = self.terms.ruleset != "apprentice"
        """Apprentice pairs are counted, not added up."""

    def name(self, code: str) -> str:
        return self.faces[code].name if code in self.faces else code

    def strength(self, pair: Sequence[str]) -> int:
        face, (a, b) = self.terms.deck.cards.face_of_code, pair
        return self.legality.strength(face[a], face[b])

    def total(self, empire: Iterable[Sequence[str]]) -> int:
        return sum(self.strength(pair) for pair in empire)

    def elements(self, empire: Iterable[Sequence[str]]) -> int:
        """All elements among some pairs, as bits."""
        bits = 0
        for pair in empire:
            for code in pair:
                bits |= self.faces[code].elements
        return bits
