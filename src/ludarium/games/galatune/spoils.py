"""After a turn: Victory Points, Prizes, respawns and upkeep (GT-12.1, GT-13.3, GT-14.6)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, cast

from ludarium.core.events import Log
from ludarium.core.game import Answers, Reply, Step
from ludarium.core.state import Data, State
from ludarium.games.galatune.ending import Ending
from ludarium.games.galatune.market import Market
from ludarium.games.galatune.moves import written
from ludarium.games.galatune.resolve import Victor
from ludarium.games.galatune.supply import Supply
from ludarium.games.galatune.terms import PC, QUIET, TURN, VP, Terms

Sit: TypeAlias = Callable[[State, int, "Log | None"], None]
Victors: TypeAlias = tuple[tuple[int, ...], ...]
"""By seat: those who score for its fall, in the order in which they choose."""
Prize: TypeAlias = tuple[tuple[int, ...], Victors, int, int, int]
"""Who fell, their victors, whose pool it is, cards still due, the number of the victor."""
REGROUP = 6
"""Quiet turns after which all Used Piles come back (R-65)."""
FROM_HAND = "hand"


class Spoils:
    """Everything between Resolve and the next Plan Phase."""

    def __init__(self, terms: Terms, supply: Supply, ending: Ending, sit: Sit) -> None:
        self.terms = terms
        self.supply = supply
        self.ending = ending
        self.sit = sit
        self.market = Market(terms, supply)
        self.steps: dict[str, Step] = {
            "prize": self.prize,
            "prize_at": self.prize_at,
            "prize_pick": self.pick,
            "prizes_over": self.prizes_over,
            "victory_draw": self.victory_draw,
            "respawn": self.respawn,
            "reborn": self.reborn,
            "upkeep": self.upkeep,
            "shortages": self.shortages,
            **self.market.steps,
        }
        self.replies: dict[str, Reply] = {
            "sourced": self.sourced,
            "prize_picked": self.prize_picked,
            "respawned": self.respawned,
            "changed": self.changed,
            **self.market.replies,
        }

    # Victory Points

    def award(
        self,
        state: State,
        lead: int,
        fallen: Sequence[int],
        victors: Sequence[Victor],
        quiet: bool,
        log: Log | None,
    ) -> None:
        """VP for all falls together, then the goal, then Prizes (GT-12.1, GT-12.3, R-50)."""
        terms = self.terms
        ordered = self._in_turn(fallen, victors) if fallen else ()
        for seat in fallen:
            for victor in ordered[seat]:
                state.numbers[terms.seat_at[victor] + VP] += 1
            if log is not None:
                damage = {w: written(d) for v, w, d in victors if v == seat}
                scored = [[victor, damage[victor]] for victor in ordered[seat]]
                log.tell("fall", seat=seat, victors=scored)
        if self.ending.leader(state) is not None:
            self.ending.finish(state, "goal", log)
            return
        if not fallen:
            state.numbers[QUIET] = state.numbers[QUIET] + 1 if quiet else 0
            self.upkeep(state, lead, ((),), log)
            return
        layout = terms.layout
        for seat in fallen:
            cards = [terms.hands[seat], terms.used[seat]]
            layout.gather(state, cards, terms.pools[seat])  # GT-12.4, R-51
        state.frames.append(("prizes_over", lead, (tuple(fallen), ordered)))
        self.prize(state, lead, (tuple(fallen), ordered, 0, 0), log)

    def _in_turn(self, fallen: Sequence[int], victors: Sequence[Victor]) -> Victors:
        """Most damage first, then clockwise from the fallen (GT-12.6, R-52)."""
        players = self.terms.players
        ordered: list[tuple[int, ...]] = [()] * players
        for seat in fallen:
            mine = [(-damage, (w - seat) % players, w) for v, w, damage in victors if v == seat]
            ordered[seat] = tuple(w for _, _, w in sorted(mine))
        return tuple(ordered)

    # Prizes

    def prize(self, state: State, lead: int, data: tuple[Data, ...], log: Log | None) -> None:
        """The next Prize in line: the fallen at `at`, its victor number `which` (R-53)."""
        fallen, ordered, at, which = cast("tuple[tuple[int, ...], Victors, int, int]", data)
        while at < len(fallen) and which >= len(ordered[fallen[at]]):
            at, which = at + 1, 0
        if at == len(fallen):
            return
        seat, terms = fallen[at], self.terms
        victor = ordered[seat][which]
        state.frames.append(("prize", lead, (fallen, ordered, at, which + 1)))
        if terms.is_gone(state, victor):
            return
        due = self.due(state, seat, victor)
        pool = state.zones[terms.pools[seat]]
        if not pool or not self.is_open(state, seat):
            self.supply.draw(state, victor, due, "prize", log)
            return
        self.show_pool(state, seat, ordered[seat])
        self.prize_at(state, victor, (fallen, ordered, seat, due, which), log)

    def prize_at(self, state: State, victor: int, data: tuple[Data, ...], log: Log | None) -> None:
        """From the pool or from the deck? Without one of them there is no question (R-78)."""
        pool = state.zones[self.terms.pools[cast("Prize", data)[2]]]
        if pool and self._can_draw(state):
            state.frames.append(("sourced", victor, data))
            state.asks = ((victor, "prize_source", ()),)
        else:
            self.pick(state, victor, data, log)

    def show_pool(self, state: State, seat: int, victors: Sequence[int]) -> None:
        """All victors may look through a pool from its first Prize on (R-54, R-79)."""
        layout = self.terms.layout
        eyes = sum(layout.eye(victor) for victor in victors)
        for card in state.zones[self.terms.pools[seat]]:
            layout.show(state, card, eyes)

    def due(self, state: State, seat: int, victor: int) -> int:
        """How many cards a victor wins (GT-3.8, GT-12.5)."""
        bonus = self.terms.ability(state, victor).prize_bonus
        return state.numbers[self.terms.seat_at[seat] + PC] + bonus

    def is_open(self, state: State, seat: int) -> bool:
        """Whether Prizes may be chosen from a pool."""
        return not self.terms.ability(state, seat).deck_only

    def _can_draw(self, state: State) -> bool:
        return bool(state.zones[self.terms.source] or state.zones[self.terms.scrap])

    def sourced(
        self, state: State, victor: int, data: tuple[Data, ...], answers: Answers, log: Log | None
    ) -> None:
        if answers[0][1].args[0] == FROM_HAND:
            self.pick(state, victor, data, log)
        else:
            self.supply.draw(state, victor, cast("Prize", data)[3], "prize", log)

    def pick(self, state: State, victor: int, data: tuple[Data, ...], log: Log | None) -> None:
        """Cards one by one from the pool; what it lacks comes from the deck (R-53)."""
        _, _, seat, due, _ = cast("Prize", data)
        pool = state.zones[self.terms.pools[seat]]
        if not due or not pool:
            self.supply.draw(state, victor, due, "prize", log)
        elif len(pool) == 1:
            self._take(state, victor, data, pool[0], log)
        else:
            state.frames.append(("prize_picked", victor, data))
            state.asks = ((victor, "prize_card", ()),)

    def prize_picked(
        self, state: State, victor: int, data: tuple[Data, ...], answers: Answers, log: Log | None
    ) -> None:
        zone = self.terms.pools[cast("Prize", data)[2]]
        card = self.supply.copy_in(state, answers[0][1].faces[0], zone)
        self._take(state, victor, data, card, log)

    def _take(
        self, state: State, victor: int, data: tuple[Data, ...], card: int, log: Log | None
    ) -> None:
        fallen, ordered, loser, due, which = cast("Prize", data)
        terms = self.terms
        self.supply.take(state, card, terms.pools[loser], terms.aside[victor])  # GT-12.8
        if log is not None:
            log.tell("prize", seat=victor, loser=loser, card=terms.cards.code[card])
        self.pick(state, victor, (fallen, ordered, loser, due - 1, which), log)

    def prizes_over(self, state: State, lead: int, data: tuple[Data, ...], log: Log | None) -> None:
        """What is left goes back to the fallen, what was won into the hands (GT-12.7, R-51)."""
        fallen, ordered = cast("tuple[tuple[int, ...], Victors]", data)
        terms, layout = self.terms, self.terms.layout
        for seat in terms.seats:
            layout.gather(state, [terms.pools[seat], terms.aside[seat]], terms.hands[seat])
        state.frames.append(("upkeep", lead, (fallen,)))
        rising = tuple(seat for seat in fallen if not terms.is_gone(state, seat))
        state.frames.append(("respawn", lead, (rising,)))
        for seat in reversed(fallen):
            for victor in reversed(ordered[seat]):
                drawn = terms.ability(state, victor).victory_draw
                if drawn:
                    state.frames.append(("victory_draw", victor, (drawn,)))

    def victory_draw(
        self, state: State, victor: int, data: tuple[Data, ...], log: Log | None
    ) -> None:
        self.supply.draw(state, victor, int(cast("int", data[0])), "victory", log)

    # Respawn

    def respawn(self, state: State, lead: int, data: tuple[Data, ...], log: Log | None) -> None:
        """The fallen decide one after another; what they had tied is untied first (R-44)."""
        queue = cast("tuple[int, ...]", data[0])
        terms = self.terms
        for first in (terms.bonds, terms.rivalries):
            pairs = terms.pairs(state, first)
            kept = [pair for pair in pairs if pair[0] not in queue]
            if len(kept) < len(pairs):
                terms.set_pairs(state, first, kept)
        self._next_respawn(state, lead, queue)

    def _next_respawn(self, state: State, lead: int, queue: tuple[int, ...]) -> None:
        if queue:
            state.frames.append(("respawned", queue[0], (queue,)))
            state.asks = ((queue[0], "respawn", ()),)  # GT-13.1

    def respawned(
        self, state: State, seat: int, data: tuple[Data, ...], answers: Answers, log: Log | None
    ) -> None:
        """Keep, reset or change (GT-13.3 to GT-13.6)."""
        mode = str(answers[0][1].args[0])
        if log is not None:
            log.tell("respawn", seat=seat, mode=mode)
        state.frames.append(("reborn", seat, (*data, mode)))
        if mode != "keep":
            self.supply.return_to_deck(state, seat)

    def reborn(self, state: State, seat: int, data: tuple[Data, ...], log: Log | None) -> None:
        """With its cards where they belong, the Champion begins again or another one does."""
        queue, mode = cast("tuple[tuple[int, ...], str]", data)
        terms = self.terms
        if mode != "change":
            self._rise(state, seat, queue, log)
            return
        box = state.zones[terms.box]
        if len(box) == 1:
            self._change(state, seat, queue, box[0], log)
        else:
            state.frames.append(("changed", seat, (queue,)))
            state.asks = ((seat, "champion", ()),)

    def changed(
        self, state: State, seat: int, data: tuple[Data, ...], answers: Answers, log: Log | None
    ) -> None:
        card = self.terms.cards.copies[answers[0][1].faces[0]][0]
        self._change(state, seat, cast("tuple[int, ...]", data[0]), card, log)

    def _change(
        self, state: State, seat: int, queue: tuple[int, ...], card: int, log: Log | None
    ) -> None:
        terms, layout = self.terms, self.terms.layout
        old = state.zones[terms.champion_zones[seat]][0]
        layout.move(state, card, terms.box, terms.champion_zones[seat])
        layout.move(state, old, terms.champion_zones[seat], terms.box)
        self._rise(state, seat, queue, log)

    def _rise(self, state: State, seat: int, queue: tuple[int, ...], log: Log | None) -> None:
        state.frames.append(("respawn", seat, (queue[1:],)))
        self.sit(state, seat, log)
        self.supply.fill(state, seat, used=False, why="respawn", log=log)  # GT-13.4, R-55

    # Upkeep

    def upkeep(self, state: State, lead: int, data: tuple[Data, ...], log: Log | None) -> None:
        """Shortages in Lead order, then Regroup and the limit (GT-14.6, R-56, R-65)."""
        if data[0]:
            state.numbers[QUIET] = 0  # somebody fell
        everyone = self.terms.in_order(state, lead)
        if self.supply.short(state, everyone):
            self.shortages(state, lead, (*data, *everyone), log)
        else:
            self.evening(state, lead, data, log)

    def shortages(self, state: State, lead: int, data: tuple[Data, ...], log: Log | None) -> None:
        """Who is short draws; after all of them the turn is nearly over."""
        fallen, *seats = data
        short = self.supply.short(state, cast("list[int]", seats))
        if short:
            left = seats[seats.index(short[0]) + 1 :]
            state.frames.append(("shortages", lead, (fallen, *left)))
            self.supply.fill(state, short[0], used=True, why="shortage", log=log)
        else:
            self.evening(state, lead, (fallen,), log)

    def evening(self, state: State, lead: int, data: tuple[Data, ...], log: Log | None) -> None:
        """The last things of a turn; then trades, then the next turn (GT-11.9)."""
        terms, numbers = self.terms, state.numbers
        if numbers[QUIET] >= REGROUP and terms.options["deadlock"] == "off":
            numbers[QUIET] = REGROUP - 1  # nothing comes of it, and positions end there
        elif numbers[QUIET] >= REGROUP:
            numbers[QUIET] = 0
            for seat in terms.seats:
                for card in state.zones[terms.used[seat]]:
                    self.supply.take(state, card, terms.used[seat], terms.hands[seat])
            if log is not None:
                log.tell("regroup")
        if terms.turn_limit and numbers[TURN] >= terms.turn_limit:
            self.ending.finish(state, "turn_limit", log)
            return
        state.frames.append(("turn", 0, ()))  # GT-9.4, GT-13.7
        self.market.market(state, lead, (data[0],), log)
