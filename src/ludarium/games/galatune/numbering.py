"""Flat action numbers for bots and vectorised play, the same for every seat of a content set."""

from __future__ import annotations

from ludarium.core.actions import Action, Value
from ludarium.core.errors import InvalidInput
from ludarium.games.galatune.terms import Terms

MOST_SEATS = 5
MOST_PLAYS = 32
"""Plays that a Trap may lie on; no table of five ever has so many."""


class ActionNumbers:
    """Every action that can ever be legal, numbered; seats count clockwise from the actor.

    The order: Champions, cards by (card, distance), the Special Action, `hold`, Traps by
    (card, play), `pass`, picks, `stop`, Prize sources, respawns, trades.
    """

    __slots__ = ("_number", "_shape", "terms")

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        cards = list(terms.moves.values())
        distances = range(MOST_SEATS)
        shapes: list[tuple[Value, ...]] = [
            ("choose_champion", champion.code) for champion in terms.champions.values()
        ]
        for move in cards:
            if not move.is_trap:
                shapes.append(("act", move.code))
                shapes += [("act", move.code, distance) for distance in distances]
        shapes.append(("special",))
        shapes += [("special", distance) for distance in distances]
        shapes.append(("hold",))
        shapes += [
            ("trap", move.code, play)
            for move in cards
            if move.is_trap
            for play in range(MOST_PLAYS)
        ]
        shapes.append(("pass",))
        shapes += [("pick", move.code) for move in cards]
        shapes.append(("stop",))
        shapes += [("prize_source", source) for source in ("hand", "deck")]
        shapes += [("respawn", mode) for mode in ("keep", "reset", "change")]
        shapes += [("trade_offer", distance, move.code) for distance in distances for move in cards]
        shapes.append(("no_trade",))
        shapes += [("trade_reply", move.code) for move in cards]
        shapes.append(("decline",))
        shapes += [("trade_confirm", answer) for answer in ("accept", "refuse")]
        self._shape = shapes
        self._number = {shape: number for number, shape in enumerate(shapes)}

    def __len__(self) -> int:
        return len(self._shape)

    def number(self, seat: int, action: Action) -> int:
        """The number of an action of a seat."""
        found = self._number.get(self._turned(action.verb, action.args, -seat, str(action)))
        if found is None:
            raise InvalidInput(f"{action} has no number: it cannot come up in play")
        return found

    def action(self, seat: int, number: int) -> Action:
        """The action of a seat that has this number."""
        if not 0 <= number < len(self._shape):
            raise InvalidInput(f"no action {number}; numbers are 0 to {len(self._shape) - 1}")
        verb, *args = self._shape[number]
        verb, *args = self._turned(str(verb), tuple(args), seat, f"action {number}")
        return self.terms.grammar.make(str(verb), *args)

    def _turned(self, verb: str, args: tuple[Value, ...], by: int, what: str) -> tuple[Value, ...]:
        """The action with its seat turned round the table, from seat to distance or back."""
        if verb not in ("act", "special", "trade_offer"):
            return (verb, *args)
        turned: list[Value] = []
        for arg in args:
            if isinstance(arg, int):
                if arg >= self.terms.players:
                    raise InvalidInput(f"{what} needs more than {self.terms.players} seats")
                arg = (arg + by) % self.terms.players
            turned.append(arg)
        return (verb, *turned)
