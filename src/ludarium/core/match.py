"""A match: a state in play with Nature's dice, the events and the record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludarium.core import chance, records
from ludarium.core.actions import Action
from ludarium.core.errors import InvalidInput, Refusal, Refused
from ludarium.core.events import Facts, Log, copied, retell
from ludarium.core.nature import Dice
from ludarium.core.pacing import CLOCK, is_paused
from ludarium.core.questions import Question, Result
from ludarium.core.state import NATURE, State

if TYPE_CHECKING:
    from ludarium.core.game import Game, Record


class Moment:
    """What a match was before an answer, so that it can be undone."""

    __slots__ = ("events", "final", "lines", "seat", "state")

    def __init__(self, match: Match, seat: int, final: bool = False) -> None:
        self.seat = seat
        self.final = final
        self.state = match.state.clone()
        self.events = len(match.events)
        self.lines = len(match.lines)


class Match:
    """One game being played.

    >>> import ludarium
    >>> match = ludarium.game("tears-of-nature").start(seed=7)
    >>> seat, question = next(iter(match.questions.items()))
    >>> match.play(seat, question.options[0])
    """

    __slots__ = ("_moments", "dice", "events", "game", "lines", "origin", "state")

    def __init__(
        self,
        game: Game,
        state: State,
        dice: Dice,
        origin: Record | None = None,
        settle: bool = True,
        paced: bool = False,
        run: bool = True,
    ) -> None:
        """`run` the state until somebody is asked, and `settle` what Nature is asked."""
        self.game = game
        self.state = state
        self.dice = dice
        self.origin = None if origin is None else copied(origin)
        """The position this match was loaded from, if any."""
        self.events = Log()
        self.events.paced = paced
        self.lines: list[records.Line] = []
        """Every answer in order, Nature's included."""
        self._moments: list[Moment] = []
        if run:
            game.run(state, self.events)
            if settle:
                self.settle()

    # Asking

    @property
    def questions(self) -> dict[int, Question]:
        return self.game.questions(self.state)

    def question(self, seat: int) -> Question | None:
        """What one seat is asked, if anything; a sealed answer may lie in already."""
        return self.game.question(self.state, seat)

    def legal(self, seat: int) -> list[Action]:
        self.game.check_seat(seat)
        return self.game.legal(self.state, seat)

    def refusal(self, seat: int, action: Action | str) -> Refusal | None:
        """None, or the Refusal that `play` would raise."""
        return self.game.refusal(self.state, seat, action)

    @property
    def result(self) -> Result | None:
        return self.game.result(self.state)

    # Moving

    def play(self, seat: int, action: Action | str, settle: bool = True) -> None:
        """Answer for a seat; raises Refused, and changes nothing, if the rules do not allow it.

        With `settle=False` Nature's questions stay open, to be answered from a script.
        """
        self.game.check_seat(seat)
        read = self.game.grammar.read(action)
        refusal = self.game.rules.refusal(self.state, seat, read)
        if refusal is not None:
            raise Refused(refusal)
        self._await_nature()
        self._remember(seat, read.text)
        self.game.answer(self.state, seat, read, self.events)
        if settle:
            self.settle()

    def concede(self, seat: int, settle: bool = True) -> None:
        """Give up, where the game lets a player do so; whoever's decision is open."""
        self.game.check_seat(seat)
        self._await_nature()
        moment, paused = Moment(self, seat), self.is_paused
        self.game.concede(self.state, seat, self.events)
        self._moments.append(moment)
        self._note(paused, records.Line(seat, records.CONCEDE))
        if settle:
            self.settle()

    def take_back(self, seat: int) -> None:
        """Withdraw a sealed answer while others are still thinking."""
        self.game.check_seat(seat)
        sealed = any(answered == seat for answered, _ in self.state.answers)
        if not sealed or self.game.stands(self.state, seat):
            raise InvalidInput(f"seat {seat} has no sealed answer to take back")
        self._remember(seat, records.TAKE_BACK)
        self.game.take_back(self.state, seat)

    def settle(self) -> None:
        """Let the dice answer for Nature until a player is asked."""
        while self.nature_asked:
            kind = self.state.asks[0][1]
            outcome = chance.throw(self.state, self.dice)
            self.settle_one(chance.notation(self.game.layout, outcome, kind))

    def settle_one(self, text: str) -> None:
        """Answer Nature's open question with a line of notation."""
        outcome = chance.parse(self.game.layout, self.state, text)
        self.lines.append(records.Line(NATURE, text))
        self.game.settle(self.state, outcome, self.events)

    @property
    def is_paused(self) -> bool:
        return is_paused(self.state)

    def resume(self, settle: bool = True) -> None:
        """Go on after a pause; its time has come."""
        if not self.is_paused:
            raise InvalidInput("this match is not paused")
        self.lines.append(records.Line(CLOCK, records.RESUME))
        self.state.asks = ()
        self.game.run(self.state, self.events)
        if settle:
            self.settle()

    @property
    def nature_asked(self) -> bool:
        return bool(self.state.asks) and self.state.asks[0][0] == NATURE

    def _await_nature(self) -> None:
        """What players may do at any time, they may not do while chance decides."""
        if self.nature_asked:
            raise InvalidInput("Nature is asked and has not answered yet")

    def _remember(self, seat: int, text: str) -> None:
        kinds = self.game.rules.kinds
        kind = next((kinds[kind] for asked, kind, _ in self.state.asks if asked == seat), None)
        self._moments.append(Moment(self, seat, kind is not None and kind.final))
        self._note(self.is_paused, records.Line(seat, text, kind is not None and kind.anonymous))

    def _note(self, paused: bool, line: records.Line) -> None:
        """Write a line of the record; what is done in a pause would else be played after it."""
        if paused:
            self.lines.append(records.Line(CLOCK, records.PAUSED))
        self.lines.append(line)

    def undo(self, seat: int, rewinding: tuple[int, ...] = ()) -> bool:
        """Go back to before this seat's last answer; False, and no change, if that is not fair.

        It is fair while nobody has learned a card that this seat did not know before, Nature has
        not been asked and no other seat has acted; `rewinding` names seats (bots) whose answers
        since may be taken back with it.
        """
        at = self._undo_to(seat, rewinding)
        if at is None:
            return False
        moment = self._moments[at]
        del self._moments[at:]
        del self.events[moment.events :]
        del self.lines[moment.lines :]
        self.state = moment.state.clone()
        return True

    def may_undo(self, seat: int, rewinding: tuple[int, ...] = ()) -> bool:
        """Whether `undo` would take back something now."""
        return self._undo_to(seat, rewinding) is not None

    def _undo_to(self, seat: int, rewinding: tuple[int, ...]) -> int | None:
        """The moment to go back to, if that is fair."""
        self.game.check_seat(seat)
        for at in range(len(self._moments) - 1, -1, -1):
            moment = self._moments[at]
            if moment.final:
                return None
            if moment.seat == seat:
                return None if self._learned_since(moment, seat) else at
            if moment.seat not in rewinding:
                return None
        return None

    def forget(self, keep: int = 0) -> None:
        """Drop what happened so far, for those who keep it elsewhere; play goes on.

        The last `keep` answers stay, and can be undone.
        """
        kept = self._moments[len(self._moments) - keep :] if keep else []
        events = kept[0].events if kept else len(self.events)
        lines = kept[0].lines if kept else len(self.lines)
        del self.events[:events]
        del self.lines[:lines]
        for moment in kept:
            moment.events -= events
            moment.lines -= lines
        self._moments = kept

    def _learned_since(self, moment: Moment, seat: int) -> bool:
        if any(line.seat == NATURE for line in self.lines[moment.lines :]):
            return True
        before, now = moment.state.seen, self.state.seen
        if before == now:
            return False
        eye = self.game.layout.eye(seat)
        for old, new in zip(before, now, strict=True):
            if old != new and not old & eye and new & ~old:
                return True
        return False

    def fork(self) -> Match:
        """An independent copy, Nature's dice included."""
        copy = Match(
            self.game, self.state.clone(), self.dice.fork(), paced=self.events.paced, run=False
        )
        copy.origin = self.origin
        copy.events.extend(self.events)
        copy.lines = self.lines[:]
        copy._moments = self._moments[:]
        return copy

    # Telling

    def view(self, seat: int | None, memory: bool = False) -> dict[str, object]:
        """Everything a seat may know; None gives a spectator's view.

        People forget which cards of a hand they have seen; with `memory` the view still tells, so
        that `imagine` deals accordingly.
        """
        told = self.game.view(self.state, seat, memory)
        told["log"] = self.events_for(seat)
        return told

    def events_for(self, seat: int | None) -> list[Facts]:
        """The events as one seat (or a spectator: None) is told them now."""
        if seat is not None:
            self.game.check_seat(seat)
        return retell(self.events, seat)

    def position(self) -> dict[str, object]:
        return self.game.position(self.state)

    def record(self, reveal: bool = True) -> str:
        """The match as text: header, every answer, and after the end the result and the seed."""
        return records.write(self, reveal)
