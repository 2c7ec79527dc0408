"""How a game ends: goal, turn limit, last player; ranking and result."""

from __future__ import annotations

from ludarium.core.events import Log
from ludarium.core.questions import Result
from ludarium.core.state import State
from ludarium.games.galatune.terms import REASON, REASONS, TURN, VP, Terms

CLAUSES = {"goal": "GT-16.1", "turn_limit": "R-65", "last_player": "R-66"}


class Ending:
    """Ends under the terms of one game."""

    __slots__ = ("terms",)

    def __init__(self, terms: Terms) -> None:
        self.terms = terms

    def scores(self, state: State) -> list[int]:
        return [state.numbers[at + VP] for at in self.terms.seat_at]

    def leader(self, state: State) -> int | None:
        """Who has reached the goal and leads alone (GT-1.4, GT-16.1, GT-16.2, R-64)."""
        terms = self.terms
        scores = self.scores(state)
        if max(scores) < terms.goal:
            return None
        present = terms.in_order(state, 0)
        top = max(scores[seat] for seat in present)
        first = [seat for seat in present if scores[seat] == top]
        return first[0] if top >= terms.goal and len(first) == 1 else None

    def finish(self, state: State, reason: str, log: Log | None) -> None:
        """Nothing is asked any more."""
        state.numbers[REASON] = REASONS.index(reason)
        state.frames.clear()
        state.ask_nobody()
        if log is not None:
            result = self.result(state)
            assert result is not None
            log.tell("game_over", result=result.record)

    def result(self, state: State) -> Result | None:
        reason = REASONS[state.numbers[REASON]]
        if not reason:
            return None
        terms, scores = self.terms, self.scores(state)
        gone = [seat for seat in terms.seats if terms.is_gone(state, seat)]
        ranks: dict[int, list[int]] = {}
        for seat in terms.seats:
            if seat not in gone:
                ranks.setdefault(scores[seat], []).append(seat)
        ranking = [ranks[score] for score in sorted(ranks, reverse=True)]
        if gone:
            ranking.append(gone)
        record = {
            "reason": reason,
            "turns": state.numbers[TURN],
            "ranking": ranking,
            "winner": ranking[0][0] if len(ranking[0]) == 1 else None,
            "scores": scores,
        }
        return Result(tuple(map(tuple, ranking)), tuple(scores), reason, CLAUSES[reason], record)
