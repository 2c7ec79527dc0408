"""Flat action numbers for bots and vectorised play, the same for every seat of a rule set."""

from __future__ import annotations

from itertools import combinations_with_replacement

from ludarium.core.actions import Action, Value
from ludarium.core.errors import InvalidInput
from ludarium.games.tears_of_nature.legality import Legality
from ludarium.games.tears_of_nature.terms import Terms

MOST_SEATS = 4


class ActionNumbers:
    """Every action that can ever be legal, numbered; owners count clockwise from the actor.

    The order: draws (deck, own pile, then the others'), builds by faces, attacks by (card,
    distance, slot), discards or stocks, defences, decline, pass.
    """

    __slots__ = ("_number", "_shape", "terms")

    def __init__(self, terms: Terms, legality: Legality) -> None:
        self.terms = terms
        faces = sorted({terms.deck.cards.face[card] for card in terms.pool})
        code = terms.deck.cards.faces
        distances = range(1, 2 if terms.ruleset == "apprentice" else MOST_SEATS)
        shapes: list[tuple[Value, ...]] = []
        if terms.practitioner:
            shapes.append(("draw", "deck"))
            for distance in range(MOST_SEATS):
                if terms.stock_access == "top":
                    shapes.append(("draw", "stock", distance))
                else:
                    stockable = [face for face in faces if not legality.faces[face].is_wild]
                    shapes += [("draw", "stock", distance, code[face]) for face in stockable]
        shapes += [
            ("build", code[a], code[b])
            for a, b in combinations_with_replacement(faces, 2)
            if (a != b or len(terms.deck.cards.copies[a]) > 1) and not legality.pair_fault(a, b)
        ]
        shapes += [
            ("attack", code[face], distance, slot)
            for face in self._strikers(faces, legality)
            for distance in distances
            for slot in range(self._slots())
        ]
        shapes += [(legality.third, code[face]) for face in faces]
        shapes += [("defend", code[face]) for face in faces if legality.defends(face)]
        shapes += [("decline",), ("pass",)]
        self._shape = shapes
        self._number = {shape: number for number, shape in enumerate(shapes)}

    def _strikers(self, faces: list[int], legality: Legality) -> list[int]:
        """Tangible attacks, then wilds, then Spirit attacks."""
        strikers = [face for face in faces if legality.strikes(face)]
        return sorted(
            strikers,
            key=lambda face: (legality.faces[face].is_spirit, legality.faces[face].is_wild),
        )

    def _slots(self) -> int:
        """The most pairs an empire can have in play (R-61)."""
        if self.terms.ruleset != "apprentice":
            return self.terms.complete_pairs
        faces = [self.terms.deck.face_of(card) for card in self.terms.pool]
        return sum(face.is_build or face.is_wild for face in faces) // 2

    def __len__(self) -> int:
        return len(self._shape)

    def number(self, seat: int, action: Action) -> int:
        """The number of an action of a seat."""
        if len(action.args) > 1 and isinstance(action.args[1], int):
            self._check_owner(action.args[1], str(action))
        number = self._number.get(self._turned(action.verb, action.args, -seat))
        if number is None:
            raise InvalidInput(f"{action} has no number: it cannot come up in play")
        return number

    def action(self, seat: int, number: int) -> Action:
        """The action of a seat that has this number."""
        if not 0 <= number < len(self._shape):
            raise InvalidInput(f"no action {number}; numbers are 0 to {len(self._shape) - 1}")
        verb, *args = self._shape[number]
        if len(args) > 1 and isinstance(args[1], int):
            self._check_owner(args[1], f"action {number}")
        verb, *args = self._turned(str(verb), tuple(args), seat)
        return self.terms.grammar.make(str(verb), *args)

    def _check_owner(self, owner: int, what: str) -> None:
        if owner >= self.terms.players:
            raise InvalidInput(f"{what} needs more than {self.terms.players} seats")

    def _turned(self, verb: str, args: tuple[Value, ...], by: int) -> tuple[Value, ...]:
        """The action with its owner turned round the table, from seat to distance or back."""
        if len(args) > 1 and isinstance(args[1], int):
            first, owner, *rest = args
            return (verb, first, (int(owner) + by) % self.terms.players, *rest)
        return (verb, *args)
