"""The trade interval between two turns: one public swap of one card for one (GT-15.1, R-62)."""

from __future__ import annotations

from typing import TypeAlias, cast

from ludarium.core.events import Log
from ludarium.core.game import Answers, Reply, Step
from ludarium.core.state import Data, State
from ludarium.games.galatune.supply import Supply
from ludarium.games.galatune.terms import Terms

Offer: TypeAlias = tuple[int, int, int]
"""(offerer, partner, card)."""
Trade: TypeAlias = tuple[tuple[int, ...], tuple[Offer, ...], tuple[int, ...]]
"""Who fell, the offers still to handle, who has traded."""


class Market:
    """The steps of a trade interval."""

    def __init__(self, terms: Terms, supply: Supply) -> None:
        self.terms = terms
        self.supply = supply
        self.steps: dict[str, Step] = {
            "market": self.market,
            "offers": self.offers,
            "confirm": self.confirm,
        }
        self.replies: dict[str, Reply] = {
            "offered": self.offered,
            "replied": self.replied,
            "confirmed": self.confirmed,
        }

    def market(self, state: State, lead: int, data: tuple[Data, ...], log: Log | None) -> None:
        """Ask everybody with a card who did not fall for one offer (GT-15.6)."""
        fallen = cast("tuple[int, ...]", data[0])
        traders = self.traders(state, fallen) if self.terms.trading else ()
        if len(traders) > 1:
            state.frames.append(("offered", lead, (fallen, traders)))
            state.asks = tuple([(seat, "trade_offer", ()) for seat in traders])

    def traders(self, state: State, fallen: tuple[int, ...]) -> tuple[int, ...]:
        zones, hands = state.zones, self.terms.hands
        here = self.terms.in_order(state, 0)
        return tuple([seat for seat in here if seat not in fallen and zones[hands[seat]]])

    def offered(
        self, state: State, lead: int, data: tuple[Data, ...], answers: Answers, log: Log | None
    ) -> None:
        """All offers are shown at once, then handled in Lead order (GT-15.4)."""
        terms = self.terms
        fallen = cast("tuple[int, ...]", data[0])
        made = dict(answers)
        offers: list[Offer] = []
        for seat in terms.in_order(state, lead):
            action = made.get(seat)
            if action is not None and action.verb == "trade_offer":
                card = self.supply.copy_in(state, action.faces[0], terms.hands[seat])
                self.supply.publish(state, card)
                offers.append((seat, int(action.args[0]), card))
        if log is not None:
            code = terms.cards.code
            log.tell(
                "offers", offers=[[seat, partner, code[card]] for seat, partner, card in offers]
            )
        self.offers(state, lead, (fallen, tuple(offers), ()), log)

    def offers(self, state: State, lead: int, data: tuple[Data, ...], log: Log | None) -> None:
        """The next offer that is not void: its partner answers (GT-15.3)."""
        fallen, offers, traded = cast("Trade", data)
        while offers and (offers[0][0] in traded or offers[0][1] in traded):
            if log is not None:
                log.tell("offer_void", seat=offers[0][0], partner=offers[0][1])
            offers = offers[1:]
        if offers:
            state.frames.append(("replied", lead, (fallen, offers, traded)))
            state.asks = ((offers[0][1], "trade_reply", ()),)

    def replied(
        self, state: State, lead: int, data: tuple[Data, ...], answers: Answers, log: Log | None
    ) -> None:
        fallen, offers, traded = cast("Trade", data)
        offerer, partner, _ = offers[0]
        ((_, action),) = answers
        if action.verb == "decline":
            if log is not None:
                log.tell("decline", seat=partner, offerer=offerer)
            self.offers(state, lead, (fallen, offers[1:], traded), log)
            return
        shown = self.supply.copy_in(state, action.faces[0], self.terms.hands[partner])
        self.supply.publish(state, shown)
        if log is not None:
            log.tell("reply", seat=partner, offerer=offerer, card=self.terms.cards.code[shown])
        self.confirm(state, lead, (fallen, offers, traded, shown), log)

    def confirm(self, state: State, lead: int, data: tuple[Data, ...], log: Log | None) -> None:
        """The offerer sees both cards and has the last word (GT-15.7)."""
        offers = cast("Trade", data[:3])[1]
        state.frames.append(("confirmed", lead, data))
        state.asks = ((offers[0][0], "trade_confirm", ()),)

    def confirmed(
        self, state: State, lead: int, data: tuple[Data, ...], answers: Answers, log: Log | None
    ) -> None:
        fallen, offers, traded, shown = cast("tuple[*Trade, int]", data)
        offerer, partner, card = offers[0]
        terms, code = self.terms, self.terms.cards.code
        if answers[0][1].args[0] == "accept":
            self.supply.take(state, card, terms.hands[offerer], terms.hands[partner])
            self.supply.take(state, shown, terms.hands[partner], terms.hands[offerer])
            traded = (*traded, offerer, partner)
            if log is not None:
                log.tell("trade", seat=offerer, partner=partner, gives=code[card], gets=code[shown])
        elif log is not None:
            log.tell("refuse", seat=offerer, partner=partner)
        self.offers(state, lead, (fallen, offers[1:], traded), log)
