"""What the effects of Resolve do, one after another: step 10 of GT-9.1, and its choices (R-47)."""

from __future__ import annotations

from typing import cast

from ludarium.core.chance import ask_pick
from ludarium.core.effects.running import Effects, Entry
from ludarium.core.events import Log
from ludarium.core.game import Answers, Reply, Step
from ludarium.core.state import Data, State
from ludarium.games.galatune.moves import DARK, LIGHT, TYPES
from ludarium.games.galatune.resolve import RANDOM
from ludarium.games.galatune.supply import Supply
from ludarium.games.galatune.terms import (
    ALIGNMENT,
    AP,
    EFFECTS,
    ELEMENT,
    NEXT,
    PC,
    RATING_ADD,
    VP,
    Terms,
)

RAISED = {"rating_add": RATING_ADD, "vp": VP, "ap": AP, "prize_cost": PC}
"""The statistics that a Boost raises for longer than a turn."""
NEXT_ADD, NEXT_MUL = NEXT + EFFECTS.index("add"), NEXT + EFFECTS.index("mul")
NEXT_SAP, NEXT_PENETRATE = NEXT + EFFECTS.index("sap"), NEXT + EFFECTS.index("penetrate")


class Deeds:
    """A function for each verb of the queue."""

    def __init__(self, terms: Terms, supply: Supply) -> None:
        self.terms = terms
        self.supply = supply
        self.effects = Effects(
            {
                "boost": self.boost,
                "sap": self.sap,
                "status": self.status,
                "steal": self.steal,
                "destroy": self.destroy,
                "draw": self.draw,
                "recover": self.recover,
                "flip_alignment": self.flip_alignment,
                "set_element": self.set_element,
                "steal_vp": self.steal_vp,
                "bond": self.bond,
                "rivalry": self.rivalry,
            }
        )
        self.steps: dict[str, Step] = {"effects": self.effects.step}
        self.replies: dict[str, Reply] = {
            "stolen": self.stolen,
            "destroyed": self.destroyed,
            "recovered": self.recovered,
        }

    # Statistics and statuses

    def boost(self, state: State, entry: Entry, log: Log | None) -> None:
        """Raise a statistic, for the next turn or until the Champion falls (GT-10.11, GT-10.13)."""
        _, play, stat, to, amount = cast("tuple[str, int, str, int, int]", entry)
        numbers, at = state.numbers, self.terms.seat_at[to]
        if stat in RAISED:
            numbers[at + RAISED[stat]] += amount
        elif stat == "next_mul":
            numbers[at + NEXT_MUL] = (numbers[at + NEXT_MUL] or 1) * amount
        elif stat == "next_add":
            numbers[at + NEXT_ADD] += amount
        else:
            numbers[at + NEXT_PENETRATE] = 1
        if log is not None:
            log.tell("boost", seat=to, play=play, stat=stat, amount=amount)

    def sap(self, state: State, entry: Entry, log: Log | None) -> None:
        _, play, to, amount = cast("tuple[str, int, int, int]", entry)
        state.numbers[self.terms.seat_at[to] + NEXT_SAP] += amount
        if log is not None:
            log.tell("sap", seat=to, play=play, amount=amount)

    def status(self, state: State, entry: Entry, log: Log | None) -> None:
        """It holds during the next turn (R-45)."""
        _, play, status, to = cast("tuple[str, int, str, int]", entry)
        state.numbers[self.terms.seat_at[to] + NEXT + EFFECTS.index(status)] = 1
        if log is not None:
            log.tell("status", seat=to, play=play, status=status)

    def flip_alignment(self, state: State, entry: Entry, log: Log | None) -> None:
        _, play, to = cast("tuple[str, int, int]", entry)
        at = self.terms.seat_at[to] + ALIGNMENT
        flipped = {LIGHT: DARK, DARK: LIGHT}.get(state.numbers[at])
        if flipped is not None:
            state.numbers[at] = flipped
            if log is not None:
                log.tell("alignment", seat=to, play=play, alignment=TYPES[flipped])

    def set_element(self, state: State, entry: Entry, log: Log | None) -> None:
        _, play, to, element = cast("tuple[str, int, int, int]", entry)
        state.numbers[self.terms.seat_at[to] + ELEMENT] = element
        if log is not None:
            log.tell("element", seat=to, play=play, element=TYPES[element])

    def steal_vp(self, state: State, entry: Entry, log: Log | None) -> None:
        """At most what is there (R-61)."""
        _, play, victim, to, amount = cast("tuple[str, int, int, int, int]", entry)
        at = self.terms.seat_at
        taken = min(amount, state.numbers[at[victim] + VP])
        state.numbers[at[victim] + VP] -= taken
        state.numbers[at[to] + VP] += taken
        if log is not None:
            log.tell("steal_vp", seat=to, victim=victim, play=play, amount=taken)

    def bond(self, state: State, entry: Entry, log: Log | None) -> None:
        if len(self.terms.in_order(state, 0)) > 2:  # somebody may have left meanwhile
            self._tie(state, entry, self.terms.bonds, log)

    def rivalry(self, state: State, entry: Entry, log: Log | None) -> None:
        self._tie(state, entry, self.terms.rivalries, log)

    def _tie(self, state: State, entry: Entry, first: int, log: Log | None) -> None:
        """A bond or rivalry; a second one by the same user on the same target adds none (R-83)."""
        do, play, user, to = cast("tuple[str, int, int, int]", entry)
        pairs = self.terms.pairs(state, first)
        if (user, to) not in pairs:
            self.terms.set_pairs(state, first, [*pairs, (user, to)])
            if log is not None:
                log.tell(do, seat=user, target=to, play=play)

    # Cards

    def draw(self, state: State, entry: Entry, log: Log | None) -> None:
        _, _, to, amount = cast("tuple[str, int, int, int]", entry)
        self.supply.draw(state, to, amount, "effect", log)

    def steal(self, state: State, entry: Entry, log: Log | None) -> None:
        """One card after another, picked by chance, by the thief or by the victim (R-42, R-46)."""
        _, _, victim, to, by, amount = cast("tuple[str, int, int, int, int, int]", entry)
        terms = self.terms
        hand = state.zones[terms.hands[victim]]
        if not hand or not amount:
            return
        if len(hand) == 1:
            self._steal(state, entry, hand[0], log)
            return
        state.frames.append(("stolen", by, entry))
        if by == RANDOM:
            ask_pick(state, len(hand))
            return
        if by == to:
            for card in hand:
                terms.layout.show(state, card, terms.layout.eye(by))
        state.asks = ((by, "steal" if by == to else "give", ()),)

    def stolen(
        self, state: State, by: int, data: tuple[Data, ...], answers: Answers, log: Log | None
    ) -> None:
        ((_, action),) = answers
        victim = int(cast("int", data[2]))
        zone = self.terms.hands[victim]
        if by == RANDOM:
            card = self.supply.picked(state, int(action.args[0]), zone)
        else:
            card = self.supply.copy_in(state, action.faces[0], zone)
        self._steal(state, data, card, log)

    def _steal(self, state: State, entry: Entry, card: int, log: Log | None) -> None:
        do, play, victim, to, by, amount = cast("tuple[str, int, int, int, int, int]", entry)
        terms = self.terms
        self.supply.take(state, card, terms.hands[victim], terms.hands[to])
        if log is not None:
            log.tell("steal", seat=to, victim=victim, play=play, card=terms.cards.code[card])
        self.steal(state, (do, play, victim, to, by, amount - 1), log)

    def destroy(self, state: State, entry: Entry, log: Log | None) -> None:
        """Random cards of a hand go to the Scrap pile (R-60)."""
        _, _, victim, amount = cast("tuple[str, int, int, int]", entry)
        hand = state.zones[self.terms.hands[victim]]
        if not hand or not amount:
            return
        if len(hand) == 1:
            self._destroy(state, entry, hand[0], log)
            return
        state.frames.append(("destroyed", victim, entry))
        ask_pick(state, len(hand))

    def destroyed(
        self, state: State, victim: int, data: tuple[Data, ...], answers: Answers, log: Log | None
    ) -> None:
        card = self.supply.picked(state, int(answers[0][1].args[0]), self.terms.hands[victim])
        self._destroy(state, data, card, log)

    def _destroy(self, state: State, entry: Entry, card: int, log: Log | None) -> None:
        do, play, victim, amount = cast("tuple[str, int, int, int]", entry)
        self.supply.take(state, card, self.terms.hands[victim], self.terms.scrap)
        if log is not None:
            log.tell("destroy", seat=victim, play=play, card=self.terms.cards.code[card])
        self.destroy(state, (do, play, victim, amount - 1), log)

    def recover(self, state: State, entry: Entry, log: Log | None) -> None:
        """Cards of the own Used Pile, as it was before this turn's cards join it."""
        _, _, to, amount = cast("tuple[str, int, int, int]", entry)
        if amount and state.zones[self.terms.used[to]]:
            state.frames.append(("recovered", to, entry))
            state.asks = ((to, "recover", ()),)

    def recovered(
        self, state: State, to: int, data: tuple[Data, ...], answers: Answers, log: Log | None
    ) -> None:
        ((_, action),) = answers
        do, play, _, amount = cast("tuple[str, int, int, int]", data)
        if action.verb == "stop":
            return
        terms = self.terms
        card = self.supply.newest(state, action.args[0], terms.used[to])
        self.supply.take(state, card, terms.used[to], terms.hands[to])
        if log is not None:
            log.tell("recover", seat=to, play=play, card=terms.cards.code[card])
        self.recover(state, (do, play, to, amount - 1), log)
