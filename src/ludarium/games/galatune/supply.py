"""Cards on their way: draws from the Source Deck, and what everybody learns by them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

from ludarium.core.events import Log
from ludarium.core.state import Data, State
from ludarium.games.galatune.terms import AP, Terms


class Supply:
    """The verbs that move Action Cards, under the terms of one game."""

    __slots__ = ("terms",)

    def __init__(self, terms: Terms) -> None:
        self.terms = terms

    # Drawing

    def draw(self, state: State, seat: int, count: int, why: str, log: Log | None) -> None:
        """Draw into a hand, or aside for a Prize; an empty deck is made of the Scrap first.

        Whatever comes after the draw must lie on the stack already (R-60).
        """
        self.drawn(state, seat, (count, why), log)

    def drawn(self, state: State, seat: int, data: tuple[Data, ...], log: Log | None) -> None:
        """The step of the same name: draw what is still due."""
        count, why = cast("tuple[int, str]", data)
        terms = self.terms
        source = state.zones[terms.source]
        now = min(count, len(source))
        if now:
            target = terms.aside[seat] if why == "prize" else terms.hands[seat]
            cards = terms.layout.draw(state, terms.source, target, now)
            self._view_drawn(state, cards)
            self._tell_drawn(state, seat, cards, why, log)
        if count > now and state.zones[terms.scrap]:
            state.frames.append(("drawn", seat, (count - now, why)))
            terms.layout.gather(state, [terms.scrap], terms.source)
            if log is not None:
                log.tell("reshuffle", count=len(state.zones[terms.source]))
            terms.layout.ask_shuffle(state, terms.source)

    def _view_drawn(self, state: State, cards: Iterable[int]) -> None:
        """Draw-View: who sees the faces (GT-14.5, R-59, R-80)."""
        terms = self.terms
        if terms.draw_log == "closed":
            return
        eyes = terms.everyone
        if terms.draw_log == "fleeting":
            eyes |= terms.fleeting
        for card in cards:
            state.seen[card] |= eyes

    def _tell_drawn(
        self, state: State, seat: int, cards: Sequence[int], why: str, log: Log | None
    ) -> None:
        if log is None:
            return
        count, names = len(cards), {"cards": self.terms.cards.codes(cards)}
        if self.terms.draw_log == "closed":
            log.whisper("draw", seat, names, seat=seat, count=count, why=why)
        elif self.terms.draw_log == "fleeting":
            log.flash("draw", "reveal", names, seat, seat=seat, count=count, why=why)
        else:
            log.tell("draw", seat=seat, count=count, why=why, **names)

    def fill(self, state: State, seat: int, used: bool, why: str, log: Log | None) -> None:
        """Draw until the hand, with the Used Pile if it counts, has as many cards as AP."""
        terms = self.terms
        held = len(state.zones[terms.hands[seat]])
        if used:
            held += len(state.zones[terms.used[seat]])
        missing = state.numbers[terms.seat_at[seat] + AP] - held
        if missing > 0:
            self.draw(state, seat, missing, why, log)

    def short(self, state: State, seats: Sequence[int]) -> list[int]:
        """Those of some seats whose hand and Used Pile hold fewer cards than AP (GT-14.6)."""
        zones, numbers = state.zones, state.numbers
        hands, used, seat_at = self.terms.hands, self.terms.used, self.terms.seat_at
        return [
            seat
            for seat in seats
            if len(zones[hands[seat]]) + len(zones[used[seat]]) < numbers[seat_at[seat] + AP]
        ]

    def forget_fleeting(self, state: State) -> None:
        """Names of drawn cards are forgotten when the next Plan Phase closes (R-80)."""
        terms = self.terms
        for zone in terms.hands:
            for card in state.zones[zone]:
                if state.seen[card] & terms.fleeting:
                    state.seen[card] = terms.layout.watchers[zone]

    # Moving

    def publish(self, state: State, card: int) -> None:
        """Everybody sees a card that is taken, given, traded or returned (GT-12.8, R-80)."""
        state.seen[card] = (state.seen[card] | self.terms.everyone) & ~self.terms.fleeting

    def take(self, state: State, card: int, source: int, target: int) -> None:
        """Move a card in the open."""
        self.terms.layout.move(state, card, source, target)
        self.publish(state, card)

    def copy_in(self, state: State, face: int, zone: int) -> int:
        """The card with this face that leaves a zone: of several copies the one all know."""
        card = self.terms.layout.copy_of(state, face, zone)
        assert card is not None
        return card

    def picked(self, state: State, number: int, zone: int) -> int:
        """The card that chance has picked; of several copies, again the one all know."""
        return self.copy_in(state, self.terms.cards.face[state.zones[zone][number]], zone)

    def newest(self, state: State, code: object, zone: int) -> int:
        """The topmost card with this code in a pile (R-77)."""
        copies = self.terms.cards.copies[self.terms.cards.face_of_code[str(code)]]
        return next(card for card in reversed(state.zones[zone]) if card in copies)

    def return_to_deck(self, state: State, seat: int) -> None:
        """All cards of a hand go into the Source Deck, which is shuffled (GT-13.5, R-4)."""
        terms = self.terms
        terms.layout.gather(state, [terms.hands[seat]], terms.source)
        terms.layout.ask_shuffle(state, terms.source)
