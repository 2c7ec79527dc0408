"""A game from the dealer's draw to the last check, step by step in the order of the rulebook."""

from __future__ import annotations

from typing import TypeAlias, cast

from ludarium.core.chance import ask_pick
from ludarium.core.errors import Refused, refuse
from ludarium.core.events import Event, Log
from ludarium.core.game import Answers, Reply, Step
from ludarium.core.state import Ask, Data, Frame, State
from ludarium.games.tears_of_nature.deck import can_bid
from ludarium.games.tears_of_nature.ending import Ending
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

Turned: TypeAlias = tuple[tuple[int, int], ...]
"""(seat, card) for cards that were turned over."""


class Flow:
    """The steps and replies that the frames of a game run."""

    __slots__ = (
        "_act_frames",
        "_action_asks",
        "_third",
        "ending",
        "legality",
        "replies",
        "steps",
        "terms",
    )

    def __init__(self, terms: Terms, legality: Legality, ending: Ending) -> None:
        self.terms = terms
        self.legality = legality
        self.ending = ending
        seats = range(terms.players)
        self._act_frames: list[Frame] = [("act", seat, ()) for seat in seats]
        self._action_asks: list[tuple[Ask, ...]] = [((seat, "action", ()),) for seat in seats]
        self._third = {"discard": self._discard, "stock": self._stock}
        self.steps: dict[str, Step] = {
            "dealer": self.dealer,
            "bid": self.bid,
            "deal": self.deal,
            "draw": self.draw,
            "action": self.action,
            "check": self.check,
        }
        self.replies: dict[str, Reply] = {
            "dealer_picked": self.dealer_picked,
            "draw_from": self.draw_from,
            "act": self.act,
            "defence": self.defence,
        }

    # Set-up

    def dealer(self, state: State, seat: int, data: tuple[Data, ...], log: Log | None) -> None:
        """Find the dealer: told, the winner of the last game, drawn for, or picked by chance."""
        terms = self.terms
        choice = terms.options["dealer"]
        if state.numbers[DEALER] != NOBODY:
            choice = state.numbers[DEALER]
        elif choice == "auto":
            choice = terms.options["previous_winner"]  # TN-2.5, TN-9.6, R-6, R-7, R-69
        if isinstance(choice, int):
            self.shuffle_and_deal(state, choice)
        elif choice == "random" or not can_bid(
            terms.deck, state.zones[terms.deck_zone], terms.players
        ):
            if log is not None and choice != "random":
                log.tell("dealer_by_chance", clause="R-64")
            state.frames.append(("dealer_picked", 0, ()))
            ask_pick(state, terms.players)
        else:
            state.frames.append(("bid", 0, (tuple(range(terms.players)), (), ())))
            if data != ("as it lies",):
                terms.layout.ask_shuffle(state, terms.deck_zone)

    def dealer_picked(
        self, state: State, seat: int, data: tuple[Data, ...], answers: Answers, log: Log | None
    ) -> None:
        ((_, action),) = answers
        self.shuffle_and_deal(state, int(action.args[0]))

    def bid(self, state: State, seat: int, data: tuple[Data, ...], log: Log | None) -> None:
        """Each contender turns cards over until a build card appears; that card is the bid."""
        terms, layout = self.terms, self.terms.layout
        waiting, bids, turned = cast("tuple[tuple[int, ...], Turned, Turned]", data)

        def is_build(card: int) -> bool:
            return terms.deck.face_of(card).is_build

        while waiting:
            if not state.zones[terms.deck_zone]:  # all but the standing bids
                layout.gather(state, [terms.discard], terms.deck_zone)
                state.frames.append(("bid", 0, (waiting, bids, turned)))
                layout.ask_shuffle(state, terms.deck_zone)
                return
            card = state.zones[terms.deck_zone][-1]
            is_bid = is_build(card)  # TN-2.6
            layout.draw(state, terms.deck_zone, terms.in_play if is_bid else terms.discard)
            turned += ((waiting[0], card),)
            if is_bid:
                bids += ((waiting[0], card),)
                waiting = waiting[1:]
        layout.gather(state, [terms.in_play], terms.discard)
        highest = max(terms.deck.face_of(card).printed for _, card in bids)  # TN-2.7
        best = tuple(who for who, card in bids if terms.deck.face_of(card).printed == highest)
        if len(best) > 1:  # TN-2.8
            state.frames.append(("bid", 0, (best, (), turned)))
            return
        if log is not None:
            told = [[who, layout.cards.code[card]] for who, card in turned]
            bid = [pair for pair, (_, card) in zip(told, turned, strict=True) if is_build(card)]
            log.tell("dealer_draw", turned=told, bids=bid, dealer=best[0])
        self.shuffle_and_deal(state, best[0])

    def shuffle_and_deal(self, state: State, dealer: int) -> None:
        """All cards return to the deck, which the dealer shuffles for the deal."""
        terms = self.terms
        state.numbers[DEALER] = dealer
        terms.layout.gather(state, [terms.discard], terms.deck_zone)  # TN-2.9
        state.frames.append(("deal", dealer, ()))
        terms.layout.ask_shuffle(state, terms.deck_zone)  # TN-2.10

    def deal(self, state: State, seat: int, data: tuple[Data, ...], log: Log | None) -> None:
        """One card at a time, clockwise from the dealer's left; the rest is the draw deck."""
        terms, layout = self.terms, self.terms.layout
        left = [terms.hands[(seat + step) % terms.players] for step in range(1, terms.players + 1)]
        layout.deal(state, terms.deck_zone, left, terms.hand_size)  # TN-2.11
        if log is not None:
            hands = {
                owner: {"cards": layout.cards.codes(state.zones[terms.hands[owner]])}
                for owner in range(terms.players)
            }
            log.append(Event("deal", {"dealer": seat, "count": terms.hand_size}, hands))
        self.draw(state, terms.current(state), ("turn",), log)  # TN-2.12

    # The turn: draw, one action, check (TN-4.2); hands are filled in a draw only (TN-4.10)

    def draw(self, state: State, seat: int, data: tuple[Data, ...], log: Log | None) -> None:
        """Draw up to the hand size; `data` tells whether it is the redraw after a swapped hand."""
        terms, layout, zones = self.terms, self.terms.layout, state.zones
        hand = terms.hands[seat]
        while len(zones[hand]) < terms.hand_size:  # TN-4.3, TN-4.4, R-8
            if not zones[terms.deck_zone]:  # TN-4.6, R-9
                if not self._reshuffle(state, log):
                    break  # TN-4.7, R-10
                state.frames.append(("draw", seat, data))
                return
            if terms.practitioner and self._is_stocked(state):
                state.frames.append(("draw_from", seat, data))
                state.asks = ((seat, "draw", ()),)
                return
            short = terms.hand_size - len(zones[hand])
            drawn = layout.draw(state, terms.deck_zone, hand, short)
            if log is not None:
                self._tell_drawn(seat, drawn, log)
        if data == ("redraw",):
            self.check(state, seat, (), log)  # TN-5.15, TN-7.21, R-20
        else:
            self.action(state, seat, (), log)

    def _is_stocked(self, state: State) -> bool:
        """Whether any stock pile has a card."""
        for pile in self.terms.stocks:  # noqa: SIM110, faster than any() here, on the hot path
            if state.zones[pile]:
                return True
        return False

    def _tell_drawn(self, seat: int, drawn: tuple[int, ...], log: Log) -> None:
        cards = {"cards": self.terms.layout.cards.codes(drawn)}  # TN-3.8
        log.whisper("draw", seat, cards, seat=seat, source="deck", count=len(drawn))

    def _reshuffle(self, state: State, log: Log | None) -> bool:
        """Make a new deck of the discards and, in Practitioner, of all stock piles."""
        terms, layout = self.terms, self.terms.layout
        swept = self._is_stocked(state)
        moved = layout.gather(state, [terms.discard, *terms.stocks], terms.deck_zone)
        if not moved:
            return False
        if log is not None:
            log.tell("reshuffle", deck=len(moved), swept=swept)
        layout.ask_shuffle(state, terms.deck_zone)  # TN-4.5, TN-7.4
        return True

    def draw_from(
        self, state: State, seat: int, data: tuple[Data, ...], answers: Answers, log: Log | None
    ) -> None:
        """Take the card from the source that was chosen, then go on drawing."""
        terms, layout = self.terms, self.terms.layout
        ((_, action),) = answers
        if action.args[0] == "deck":
            drawn = layout.draw(state, terms.deck_zone, terms.hands[seat])
            if log is not None:
                self._tell_drawn(seat, drawn, log)
        else:
            owner = int(action.args[1])
            card = self.legality.pile_card(state, action)
            layout.move(state, card, terms.stocks[owner], terms.hands[seat])
            if log is not None:
                code = layout.cards.code[card]
                log.tell("draw", seat=seat, source="stock", owner=owner, count=1, cards=[code])
        self.draw(state, seat, data, log)  # TN-7.2, R-21

    def action(self, state: State, seat: int, data: tuple[Data, ...], log: Log | None) -> None:
        """Exactly one action, compulsory; only an empty hand passes."""
        if not state.zones[self.terms.hands[seat]]:
            if log is not None:
                log.tell("pass", seat=seat)
            state.frames.append(("check", seat, ()))  # TN-4.9
            return  # a frame, so that no number of passes in a row nests calls
        state.frames.append(self._act_frames[seat])
        state.asks = self._action_asks[seat]  # TN-4.8, R-11, R-52

    def act(
        self, state: State, seat: int, data: tuple[Data, ...], answers: Answers, log: Log | None
    ) -> None:
        ((_, action),) = answers
        first = self._from_hand(state, seat, action.faces[0])
        if action.verb == "build":
            self._build(state, seat, first, action.faces[1], log)
        elif action.verb == "attack":
            owner, slot = int(action.args[1]), int(action.args[2])
            if self._attack(state, seat, first, owner, slot, log):
                return
        elif first in self.terms.wilds:
            self._swap_hand(state, seat, first, log)
            self.draw(state, seat, ("redraw",), log)
            return
        else:
            self._third[action.verb](state, seat, first, log)
        self.check(state, seat, (), log)  # TN-8.8

    def _from_hand(self, state: State, seat: int, face: int) -> int:
        card = self.terms.layout.copy_of(state, face, self.terms.hands[seat])
        assert card is not None
        return card

    def _build(self, state: State, seat: int, first: int, face: int, log: Log | None) -> None:
        """A card from hand and one with this face lie in the own empire as a pair, face up."""
        terms, layout = self.terms, self.terms.layout
        layout.move(state, first, terms.hands[seat], terms.empires[seat])
        second = self._from_hand(state, seat, face)
        layout.move(state, second, terms.hands[seat], terms.empires[seat])
        state.numbers[SINCE + seat] = grew(state)
        if log is not None:
            slot = len(state.zones[terms.empires[seat]]) // 2 - 1
            log.tell("build", seat=seat, cards=layout.cards.codes((first, second)), slot=slot)

    def _discard(self, state: State, seat: int, card: int, log: Log | None) -> None:
        terms, layout = self.terms, self.terms.layout
        layout.move(state, card, terms.hands[seat], terms.discard)  # TN-3.7
        if log is not None:
            log.whisper("discard", seat, {"card": layout.cards.code[card]}, seat=seat)

    def _stock(self, state: State, seat: int, card: int, log: Log | None) -> None:
        terms, layout = self.terms, self.terms.layout
        layout.move(state, card, terms.hands[seat], terms.stocks[seat])  # TN-7.19
        if log is not None:
            log.tell("stock", seat=seat, card=layout.cards.code[card])

    def _swap_hand(self, state: State, seat: int, wild: int, log: Log | None) -> None:
        """A discarded or stocked wild takes the whole hand with it, and the own stock pile."""
        terms, layout = self.terms, self.terms.layout
        layout.show(state, wild, layout.everyone)
        layout.move(state, wild, terms.hands[seat], terms.discard)
        hand = layout.gather(state, [terms.hands[seat]], terms.discard)  # TN-5.14
        pile = layout.gather(state, [terms.stocks[seat]], terms.discard)  # TN-7.20
        if log is not None:
            log.whisper(
                "hand_swap",
                seat,
                {"hand": layout.cards.codes(hand)},
                seat=seat,
                wild=layout.cards.code[wild],
                count=len(hand),
                stock=layout.cards.codes(pile),
            )

    # Attack and defence

    def _attack(
        self, state: State, seat: int, card: int, owner: int, slot: int, log: Log | None
    ) -> bool:
        """The card is shown; True if the owner of the pair is asked, False for a Spirit attack."""
        terms, layout = self.terms, self.terms.layout
        layout.move(state, card, terms.hands[seat], terms.in_play)  # TN-8.1, R-44
        if log is not None:
            code, pair = layout.cards.code[card], layout.cards.codes(terms.pair(state, owner, slot))
            log.tell("attack", seat=seat, card=code, owner=owner, slot=slot, pair=pair)
        if terms.deck.face_of(card).is_spirit:
            self._surrender(state, seat, owner, slot, log)  # TN-7.16
            return False
        state.frames.append(("defence", seat, (card, owner, slot)))
        state.asks = ((owner, "defend", ()),)  # TN-8.3, R-43
        return True

    def defence(
        self, state: State, seat: int, data: tuple[Data, ...], answers: Answers, log: Log | None
    ) -> None:
        terms, layout = self.terms, self.terms.layout
        _, owner, slot = data
        assert isinstance(owner, int) and isinstance(slot, int)
        ((_, action),) = answers  # TN-5.12, TN-6.11, TN-7.18: one outcome in all rule sets
        if action.verb == "decline":
            if log is not None:
                log.tell("decline", seat=owner)
            self._surrender(state, seat, owner, slot, log)
        else:
            card = self._from_hand(state, owner, action.faces[0])
            layout.gather(state, [terms.in_play], terms.discard)  # TN-8.5
            layout.show(state, card, layout.everyone)
            layout.move(state, card, terms.hands[owner], terms.discard)  # TN-8.4, TN-8.7, R-19
            if log is not None:
                log.tell("defend", seat=owner, card=layout.cards.code[card])
        self.check(state, seat, (), log)

    def _surrender(self, state: State, seat: int, owner: int, slot: int, log: Log | None) -> None:
        """The attack card is spent and the pair, both cards together, changes hands."""
        terms, layout = self.terms, self.terms.layout
        layout.gather(state, [terms.in_play], terms.discard)
        pair = terms.pair(state, owner, slot)
        for card in pair:
            layout.move(state, card, terms.empires[owner], terms.empires[seat])  # TN-8.6, R-53
        state.numbers[SINCE + seat] = grew(state)
        state.numbers[SINCE + owner] = grew(state) + 1  # in one turn, grown before shrunk
        if log is not None:
            to = len(state.zones[terms.empires[seat]]) // 2 - 1
            codes = layout.cards.codes(pair)
            log.tell(
                "surrender", cards=codes, **{"from": owner, "slot": slot, "to": seat, "to_slot": to}
            )

    # Step 3

    def check(self, state: State, seat: int, data: tuple[Data, ...], log: Log | None) -> None:
        """Look at the current player's empire; end the game, or hand the turn on."""
        terms, numbers, ending = self.terms, state.numbers, self.ending
        if numbers[TRIGGER_SEAT] == NOBODY and ending.complete(state, seat):  # TN-4.11, R-33
            numbers[TRIGGER_SEAT] = seat  # TN-10.1
            numbers[TRIGGER_TURN] = numbers[TURN]
            if log is not None:
                log.tell("trigger", seat=seat, turn=numbers[TURN])
        over = numbers[TRIGGER_SEAT] != NOBODY and ending.is_over(state, seat, log)
        numbers[TURN] += 1
        if over:
            self.finish(state, ending.reason, log)
        elif 0 < terms.turn_limit <= numbers[TURN]:
            self.finish(state, "limit", log)
        elif not state.zones[terms.hands[seat]] and self._is_stuck(state):
            numbers[TURN] = max(numbers[TURN], terms.turn_limit)
            self.finish(state, "limit", log)
        else:
            self.draw(state, terms.current(state), ("turn",), log)  # TN-4.1

    def _is_stuck(self, state: State) -> bool:
        """Whether nobody can ever hold a card again, no trigger stands, no empire is complete."""
        terms = self.terms
        places = (*terms.hands, terms.deck_zone, terms.discard, *terms.stocks)
        return (
            state.numbers[TRIGGER_SEAT] == NOBODY
            and not any(state.zones[place] for place in places)
            and not any(self.ending.complete(state, seat) for seat in range(terms.players))
        )

    def finish(self, state: State, reason: str, log: Log | None) -> None:
        state.numbers[REASON] = REASONS.index(reason)
        if log is not None:
            result = self.ending.result(state)
            assert result is not None
            log.tell("game_over", result=result.record)

    def concede(self, state: State, seat: int, log: Log | None) -> None:
        """At a table of two, at any moment; an open attack is dropped."""
        terms = self.terms
        if state.numbers[REASON]:
            reason = REASONS[state.numbers[REASON]]
            raise Refused(refuse("TN-9.1", "game_over", reason=reason))
        if terms.players != 2:
            raise Refused(refuse("R-71", "cannot_concede", players=terms.players))
        terms.layout.gather(state, [terms.in_play], terms.discard)
        state.frames.clear()
        state.asks = ()
        state.numbers[CONCEDED] = seat
        self.finish(state, "concede", log)


def grew(state: State) -> int:
    """The mark of an empire that grew in the running turn (R-34, R-58)."""
    return 2 * (state.numbers[TURN] + 1)
