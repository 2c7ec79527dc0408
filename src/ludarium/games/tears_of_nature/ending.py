"""When the game ends, and who has won it."""

from __future__ import annotations

from ludarium.core.events import Log
from ludarium.core.questions import Result
from ludarium.core.state import State
from ludarium.games.tears_of_nature.deck import SPIRIT, TANGIBLE
from ludarium.games.tears_of_nature.legality import Legality
from ludarium.games.tears_of_nature.terms import (
    CONCEDED,
    DEALER,
    NOBODY,
    REASON,
    REASONS,
    SINCE,
    TRIGGER_SEAT,
    TRIGGER_TURN,
    TURN,
    Terms,
)

CLAUSES = {
    "complete": "TN-9.1",
    "quitters_never_win": "TN-10.2",
    "equal_opportunity": "TN-10.5",
    "cold_war": "TN-10.6",
    "limit": "R-42",
    "concede": "R-71",
}


class Ending:
    """Completion, the four ends, and the ranking."""

    __slots__ = ("legality", "reason", "terms")

    def __init__(self, terms: Terms, legality: Legality) -> None:
        self.terms = terms
        self.legality = legality
        self.reason = "complete" if terms.end_rule == "standard" else terms.end_rule

    def complete(self, state: State, seat: int) -> bool:
        """Whether an empire is complete (TN-1.16)."""
        terms = self.terms
        if len(state.zones[terms.empires[seat]]) < 2 * terms.complete_pairs:
            return False  # TN-6.13, R-61
        if terms.ruleset == "master":
            return True
        held = self.legality.held(state, seat)
        if terms.practitioner:
            return bool(held & SPIRIT)  # TN-7.22
        return held & TANGIBLE == TANGIBLE  # TN-5.16, R-15

    def is_over(self, state: State, seat: int, log: Log | None) -> bool:
        """Whether a standing trigger ends the game with this turn of a seat.

        Cold war may forget the trigger here.
        """
        terms, numbers = self.terms, state.numbers
        if terms.end_rule == "standard":
            return True  # TN-9.1
        if terms.end_rule == "quitters_never_win":  # TN-10.2, TN-10.3, R-37, R-38
            return numbers[TURN] - numbers[TRIGGER_TURN] == terms.players - 1
        if seat != numbers[DEALER]:  # TN-10.4, R-39: the dealer's turn ends a Round
            return False
        over = terms.end_rule == "equal_opportunity" or any(  # TN-10.5
            self.complete(state, owner)
            for owner in range(terms.players)  # TN-10.6, R-40
        )
        if log is not None:
            log.tell(
                "round_end",
                seat=numbers[TRIGGER_SEAT],
                turn=numbers[TRIGGER_TURN],
                forgotten=not over,
            )
        if not over:
            numbers[TRIGGER_SEAT] = NOBODY
            numbers[TRIGGER_TURN] = 0
        return over

    def strength(self, state: State, seat: int) -> int:
        """The strength of an empire."""
        empire = state.zones[self.terms.empires[seat]]
        return sum(self.terms.deck.face_of(card).strength for card in empire)  # TN-1.12, R-31

    def result(self, state: State) -> Result | None:
        """The ranking by one comparison for all, and what decided it (TN-9.7)."""
        numbers = state.numbers
        if not numbers[REASON]:
            return None
        reason = REASONS[numbers[REASON]]
        seats = range(self.terms.players)
        strength = [self.strength(state, seat) for seat in seats]
        pairs = [len(state.zones[self.terms.empires[seat]]) // 2 for seat in seats]
        elements = [(self.legality.held(state, seat) & TANGIBLE).bit_count() for seat in seats]
        apprentice = self.terms.ruleset == "apprentice"
        # TN-9.2, TN-10.7, R-36; TN-6.14, TN-7.23, TN-9.3: whoever ended it
        scores = elements if apprentice else strength
        standing = [(-scores[s], -pairs[s], numbers[SINCE + s]) for s in seats]  # TN-9.4, TN-9.5
        if reason == "concede":
            loser = numbers[CONCEDED]
            ranking = [[1 - loser], [loser]]
            decided = "concede"
        else:
            order = sorted(set(standing))
            ranking = [[s for s in seats if standing[s] == place] for place in order]
            first = "elements" if apprentice else "strength"
            decided = self._decided(ranking, order, (first, "pairs", "first_empire"))
        record: dict[str, object] = {
            "reason": reason,
            "triggered_by": None if numbers[TRIGGER_SEAT] == NOBODY else numbers[TRIGGER_SEAT],
            "turns": numbers[TURN],
            "ranking": ranking,
            "winner": ranking[0][0] if len(ranking[0]) == 1 else None,
            "strength": strength,
            "pairs": pairs,
            "elements": elements,
            "decided_by": decided,
        }
        groups = tuple(tuple(group) for group in ranking)
        return Result(groups, tuple(scores), reason, CLAUSES[reason], record)

    def _decided(
        self,
        ranking: list[list[int]],
        order: list[tuple[int, int, int]],
        criteria: tuple[str, str, str],
    ) -> str:
        """The first criterion that separated first from second rank."""
        if len(ranking[0]) > 1:
            return "shared"
        first, second = order[0], order[1]
        return next(name for name, a, b in zip(criteria, first, second, strict=True) if a != b)
