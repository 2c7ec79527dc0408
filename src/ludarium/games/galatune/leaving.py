"""Leaving the game at any moment: what vanishes, what is handed back, what goes on (R-66, R-81)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from ludarium.core.actions import Action
from ludarium.core.effects.running import Entry
from ludarium.core.events import Log
from ludarium.core.state import Data, Frame, State
from ludarium.games.galatune.ending import Ending
from ludarium.games.galatune.legality import Table
from ludarium.games.galatune.market import Trade
from ludarium.games.galatune.resolve import Victor
from ludarium.games.galatune.terms import PC, PRESENT, VANISHED, VP, WIDTH, Play, Terms
from ludarium.games.galatune.turn import NOBODY, Flow

ENTRY_SEATS = {
    "boost": (3,), "sap": (2,), "status": (3,), "steal": (2, 3), "destroy": (2,), "draw": (2,),
    "recover": (2,), "flip_alignment": (2,), "set_element": (2,), "steal_vp": (2, 3),
    "bond": (2, 3), "rivalry": (2, 3),
}  # fmt: skip
"""Where entries of the queue name seats."""
LED = (
    "chosen", "effects", "spent", "prize", "prizes_over", "upkeep", "shortages",
    "offered", "replied", "confirmed",
)  # fmt: skip
"""Steps that take seats in order, owned by the first."""


class Leaving:
    """Takes a player out of a running game."""

    __slots__ = ("ending", "flow", "terms")

    def __init__(self, terms: Terms, flow: Flow, ending: Ending) -> None:
        self.terms = terms
        self.flow = flow
        self.ending = ending

    def resign(self, state: State, seat: int, action: Action | None, log: Log | None) -> None:
        """At once, whoever's decision is open."""
        if log is not None:
            log.tell("resign", seat=seat)
        self._clear(state, seat)
        present = self.terms.in_order(state, 0)
        if log is not None:
            over = len(present) == 1
            log.dropped += tuple(who for who in self._sealed(state) if over or who == seat)
        if len(present) == 1:
            self._tidy(state, seat)
            self.ending.finish(state, "last_player", log)
            return
        if len(present) == 2:
            self.terms.set_pairs(state, self.terms.bonds, [])
        frames = [self._led(state, frame) for frame in state.frames]
        state.frames.clear()
        for frame in frames[:-1]:
            state.frames += self._without(state, frame, seat)
        self._reopen(state, frames[-1], seat, log)

    def _sealed(self, state: State) -> list[int]:
        """Who has answered in a Trap window, open or waiting for its time."""
        step, _, data = state.frames[-1]
        answers = state.answers if step == "sprung" else ()
        if step == "spring":
            answers = cast("tuple[tuple[int, str], ...]", data[1])
        return [who for who, _ in answers]

    def _clear(self, state: State, seat: int) -> None:
        """Cards to the Scrap, the Champion free, ties untied."""
        terms, layout = self.terms, self.terms.layout
        at = terms.seat_at[seat]
        for number in range(at, at + WIDTH):
            if number - at not in (VP, PC):  # the score stays, and what a fall costs
                state.numbers[number] = 0
        state.numbers[PRESENT] &= ~(1 << seat)
        places = [terms.hands[seat], terms.used[seat], terms.pools[seat], terms.aside[seat]]
        layout.gather(state, places, terms.scrap)
        layout.gather(state, [terms.champion_zones[seat]], terms.box)
        layout.gather(state, [terms.offers[seat]], terms.stack)
        for first in (terms.bonds, terms.rivalries):
            pairs = [pair for pair in terms.pairs(state, first) if seat not in pair]
            terms.set_pairs(state, first, pairs)

    def _tidy(self, state: State, seat: int) -> None:
        """When the game is over nothing is left on the table, in a pool or aside."""
        terms, layout = self.terms, self.terms.layout
        for step, _, data in state.frames:
            if step in ("sprung", "spring", "spent"):
                for owner, card, _, _ in self._vanish(
                    state, cast("tuple[Play, ...]", data[0]), seat
                ):
                    if card >= 0:
                        layout.move(state, card, terms.table, terms.used[owner])
        for owner in terms.seats:
            layout.gather(state, [terms.pools[owner], terms.aside[owner]], terms.hands[owner])
        layout.gather(state, [*terms.offers, terms.stack], terms.box)

    def _vanish(self, state: State, plays: Sequence[Play], seat: int) -> tuple[Play, ...]:
        """Plays of the leaver keep their numbers, and nothing else."""
        terms = self.terms
        left: list[Play] = []
        for play in plays:
            if play[0] == seat:
                if play[1] >= 0:
                    terms.layout.move(state, play[1], terms.table, terms.scrap)
                play = (seat, VANISHED, NOBODY, NOBODY)
            left.append(play)
        return tuple(left)

    def _led(self, state: State, frame: Frame) -> Frame:
        """A frame of which the first seat may have left: the next clockwise is first now (R-9)."""
        step, owner, data = frame
        return (step, self.terms.in_order(state, owner)[0], data) if step in LED else frame

    def _without(self, state: State, frame: Frame, seat: int) -> list[Frame]:
        """What is still to be done, without the leaver."""
        step, owner, data = frame
        if step == "effects":
            entries = cast("tuple[Entry, ...]", data)
            left = tuple(entry for entry in entries if not self._names(state, entry, seat))
            return [(step, owner, left)] if left else []
        if step == "spent":
            plays, victors = cast("tuple[tuple[Play, ...], tuple[Victor, ...]]", data)
            kept = tuple(one for one in victors if seat not in one[:2])
            return [(step, owner, (self._vanish(state, plays, seat), kept))]
        return [frame]

    def _reopen(self, state: State, frame: Frame, seat: int, log: Log | None) -> None:
        """Ask again what was asked, of those who are left."""
        step, owner, data = frame
        flow = self.flow
        kept = tuple(answer for answer in state.answers if answer[0] != seat)
        asks = tuple(ask for ask in state.asks if ask[0] != seat)
        state.ask_nobody()
        if step == "placed":
            kept = tuple(answer for answer in kept if not self._aims_at(answer[1], seat))
            self._ask(state, frame, asks, kept, log)
        elif step == "sprung":
            self._reopen_window(state, owner, cast("tuple[Play, ...]", data[0]), kept, seat, log)
        elif step == "spring":
            plays, answers = cast("tuple[tuple[Play, ...], tuple[tuple[int, str], ...]]", data)
            self._reopen_window(state, owner, plays, answers, seat, log)
        elif step == "chosen":
            if flow.terms.deal2:
                self._ask(state, frame, asks, kept, log)
            else:
                state.frames.append(("champions", 0, ()))
        elif step in ("stolen", "destroyed", "recovered"):
            if not self._names(state, data, seat):
                state.frames.append(frame)
                state.asks = asks
        elif step in ("sourced", "prize_picked"):
            self._reopen_prize(state, frame, asks, seat, log)
        elif step in ("respawned", "changed"):
            queue = tuple(one for one in cast("tuple[int, ...]", data[0]) if one != seat)
            if owner == seat:
                state.frames.append(("respawn", owner, (queue,)))
            else:
                state.frames.append((step, owner, (queue,)))
                state.asks = asks
        elif step == "offered":
            self._reopen_offers(state, frame, kept, seat, log)
        else:
            self._reopen_trade(state, frame, asks, seat, log)

    def _ask(
        self,
        state: State,
        frame: Frame,
        asks: tuple[tuple[int, str, tuple[Data, ...]], ...],
        kept: tuple[tuple[int, str], ...],
        log: Log | None,
    ) -> None:
        """Keep a question open, or go on if nobody is left to ask."""
        step, owner, data = frame
        if asks:
            state.frames.append(frame)
            state.asks, state.answers = asks, kept
        else:
            self.flow.replies[step](state, owner, data, (), log)

    def _aims_at(self, text: str, seat: int) -> bool:
        action = self.terms.grammar.parse(text)
        aimed = action.args[1:] if action.verb == "act" else action.args
        return seat in aimed

    def _reopen_window(
        self,
        state: State,
        start: int,
        plays: tuple[Play, ...],
        answers: tuple[tuple[int, str], ...],
        seat: int,
        log: Log | None,
    ) -> None:
        """A window, open or waiting for its time: Traps that may not lie there now come back.

        That is those whose play has vanished, and those whose play is cancelled or countered again
        because the leaver's Trap on a Trap is gone (R-17, R-81).
        """
        left = self._vanish(state, plays, seat)
        table = self.flow.legality.table(state, left)
        state.answers = tuple(
            (who, text)
            for who, text in answers
            if who != seat and (text == "pass" or self._may_trap(state, who, text, table))
        )
        self.flow.window(state, start, (left,), log)

    def _may_trap(self, state: State, seat: int, text: str, table: Table) -> bool:
        return any(trap.text == text for trap in self.flow.choices.trap_plays(state, seat, table))

    def _reopen_prize(
        self,
        state: State,
        frame: Frame,
        asks: tuple[tuple[int, str, tuple[Data, ...]], ...],
        seat: int,
        log: Log | None,
    ) -> None:
        """A victor who left wins nothing more; the pool of a fallen who left is gone (R-81)."""
        _, victor, data = frame
        if victor == seat:
            return
        if data[2] == seat:
            due = int(cast("int", data[3]))
            self.flow.supply.draw(state, victor, due, "prize", log)
            return
        state.frames.append(frame)
        state.asks = asks

    def _reopen_offers(
        self,
        state: State,
        frame: Frame,
        kept: tuple[tuple[int, str], ...],
        seat: int,
        log: Log | None,
    ) -> None:
        step, lead, data = frame
        fallen = cast("tuple[int, ...]", data[0])
        market = self.flow.spoils.market
        traders = market.traders(state, fallen)
        if len(traders) < 2:
            return
        standing = tuple(a for a in kept if not self._aims_at(a[1], seat))
        state.frames.append((step, lead, (fallen, traders)))
        state.asks = tuple((one, "trade_offer", ()) for one in traders)
        state.answers = standing

    def _reopen_trade(
        self,
        state: State,
        frame: Frame,
        asks: tuple[tuple[int, str, tuple[Data, ...]], ...],
        seat: int,
        log: Log | None,
    ) -> None:
        """Offers from or to the leaver are void."""
        step, lead, data = frame
        fallen, offers, traded = cast("Trade", data[:3])
        left = tuple(offer for offer in offers if seat not in offer[:2])
        if left[:1] == offers[:1]:
            state.frames.append((step, lead, (fallen, left, traded, *data[3:])))
            state.asks = asks
        else:
            self.flow.spoils.market.offers(state, lead, (fallen, left, traded), log)

    def _names(self, state: State, entry: Entry, seat: int) -> bool:
        """Whether an entry of the queue comes from a seat, or names it."""
        plays = next(data[0] for step, _, data in state.frames if step == "spent")
        user = cast("tuple[Play, ...]", plays)[cast("int", entry[1])][0]
        return user == seat or any(entry[at] == seat for at in ENTRY_SEATS[str(entry[0])])
