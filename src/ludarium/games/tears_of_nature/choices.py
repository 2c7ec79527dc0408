"""The legal answers to each question, in canonical order.

Candidates come from tables of card conditions that `Legality` has answered once per combination;
what depends on the table is asked of `Legality` as it stands, and only where it can matter. So the
lists and the refusals cannot disagree.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import TypeAlias

from ludarium.core.actions import Action
from ludarium.core.errors import Refusal
from ludarium.core.state import State
from ludarium.games.tears_of_nature.legality import FULL, Legality
from ludarium.games.tears_of_nature.terms import Terms

Fault: TypeAlias = Callable[[int, int, int], "Refusal | None"]


class Choices:
    """Legal lists under the terms of one game."""

    __slots__ = (
        "_attack_actions", "_attack_crowd", "_build_crowd", "_build_elements", "_build_of",
        "_clockwise", "_deck_draw", "_first_twin", "_is_striker", "_lists", "_savers", "_takers",
        "_third_of", "_top_draws", "legality", "terms",
    )  # fmt: skip

    def __init__(self, terms: Terms, legality: Legality) -> None:
        self.terms = terms
        self.legality = legality
        self._lists = {"draw": self.draws, "action": self.actions, "defend": self.defences}
        cards, make = terms.deck.cards, terms.grammar.make
        builds = {
            (a, b): make("build", cards.code[a], cards.code[b])
            for a, b in combinations(range(len(cards)), 2)
            if legality.pair_fault(cards.face[a], cards.face[b]) is None
        }
        self._build_elements = {
            build.text: legality.elements(*build.faces) for build in builds.values()
        }
        self._build_of = builds.get
        """The build of two cards in card order, which is face order, or None."""
        strikers = {card for card in range(len(cards)) if legality.strikes(cards.face[card])}
        self._is_striker = strikers.__contains__
        self._third_of = [make(legality.third, code) for code in cards.code].__getitem__
        self._build_crowd, self._attack_crowd = self._crowds()
        twins = [copies[0] for copies in cards.copies if len(copies) > 1]
        self._first_twin = min(twins, default=len(cards))
        """No card before this one has a second copy."""
        seats = range(terms.players)
        self._deck_draw = make("draw", "deck")
        self._top_draws = (
            []
            if terms.practitioner and terms.stock_access == "any"
            else [[make("draw", "stock", owner)] for owner in seats]
        )
        self._clockwise = [[*seats[seat + 1 :], *seats[:seat]] for seat in seats]
        self._takers: dict[tuple[int, int], frozenset[int]] = {}
        self._savers: dict[tuple[int, int], frozenset[int]] = {}
        self._attack_actions: dict[tuple[int, int, int], Action] = {}

    def _crowds(self) -> tuple[int, int]:
        """From how many pairs on an empire may bar a build, and a capture."""
        never = len(self.terms.deck.cards)
        if self.terms.practitioner:
            return FULL - 1, FULL - 1
        if self.terms.ruleset == "apprentice":
            return 1, never if self.terms.duplicate_capture else 1
        return never, never

    def legal(self, state: State, seat: int, kind: str) -> list[Action]:
        """All legal answers to a question of this kind."""
        return self._lists[kind](state, seat)

    def actions(self, state: State, seat: int) -> list[Action]:
        """Builds by faces, attacks by (card, clockwise owner, slot), then discards or stocks."""
        terms = self.terms
        hand = state.zones[terms.hands[seat]]
        found = list(filter(None, map(self._build_of, combinations(hand, 2))))
        if found and len(state.zones[terms.empires[seat]]) >= 2 * self._build_crowd:
            found = self._unbarred(state, seat, found)
        strikers = list(filter(self._is_striker, hand))
        if strikers:
            targets = self._targets(state, seat)
            for card in strikers:
                for owner, slot, takers in targets:
                    if card in takers:
                        found.append(self._attack_action(card, owner, slot))
        found.extend(map(self._third_of, hand))
        if hand[-1] >= self._first_twin:
            face = terms.deck.cards.face
            if len({face[card] for card in hand}) < len(hand):
                return list(dict.fromkeys(found))
        return found

    def _unbarred(self, state: State, seat: int, builds: list[Action]) -> list[Action]:
        """The builds that nothing in the own empire forbids."""
        legality = self.legality
        pairs, held = legality.pairs(state, seat), legality.held(state, seat)
        bar, elements = legality.bar, self._build_elements
        return [build for build in builds if not bar(pairs, held, elements[build.text], True)]

    def _targets(self, state: State, seat: int) -> list[tuple[int, int, frozenset[int]]]:
        """The pairs a seat may take, clockwise: owner, slot and the cards that can take it."""
        zones, empires = state.zones, self.terms.empires
        found: list[tuple[int, int, frozenset[int]]] = []
        for owner in self._clockwise[seat]:
            empire = zones[empires[owner]]
            for at in range(0, len(empire), 2):
                pair = empire[at], empire[at + 1]
                found.append((owner, at // 2, self._takers.get(pair) or self._takers_of(pair)))
        if found and len(zones[empires[seat]]) >= 2 * self._attack_crowd:
            return [target for target in found if not self._is_barred(state, seat, *target[:2])]
        return found

    def _is_barred(self, state: State, seat: int, owner: int, slot: int) -> bool:
        legality = self.legality
        elements = legality.elements(*legality.faces_of(self.terms.pair(state, owner, slot)))
        return legality.room_fault(state, seat, elements, building=False) is not None

    def _takers_of(self, pair: tuple[int, int]) -> frozenset[int]:
        """The cards that can take a pair."""
        self._takers[pair] = self._cards_without(self.legality.attack_fault, pair)
        return self._takers[pair]

    def _savers_of(self, pair: tuple[int, int]) -> frozenset[int]:
        """The cards that can save a pair."""
        self._savers[pair] = self._cards_without(self.legality.defence_fault, pair)
        return self._savers[pair]

    def _cards_without(self, fault: Fault, pair: tuple[int, int]) -> frozenset[int]:
        face = self.terms.deck.cards.face
        a, b = self.legality.faces_of(pair)
        return frozenset(card for card in range(len(face)) if fault(face[card], a, b) is None)

    def _attack_action(self, card: int, owner: int, slot: int) -> Action:
        key = (card, owner, slot)
        if key not in self._attack_actions:
            code = self.terms.deck.cards.code[card]
            self._attack_actions[key] = self.terms.grammar.make("attack", code, owner, slot)
        return self._attack_actions[key]

    def defences(self, state: State, seat: int) -> list[Action]:
        """Defences by face, decline last: always there, even for an empty hand (R-43, R-68)."""
        terms, make = self.terms, self.terms.grammar.make
        pair = self.legality.threatened(state)
        savers = self._savers.get(pair) or self._savers_of(pair)
        fit = [card for card in state.zones[terms.hands[seat]] if card in savers]
        codes = dict.fromkeys(terms.deck.cards.codes(fit))
        return [*[make("defend", code) for code in codes], make("decline")]

    def draws(self, state: State, seat: int) -> list[Action]:
        """The deck, then the stock piles clockwise from the own one."""
        zones, stocks = state.zones, self.terms.stocks
        found = [self._deck_draw]
        for owner in (seat, *self._clockwise[seat]):
            pile = zones[stocks[owner]]
            if pile:
                found += self._pile_draws(owner, pile)
        return found

    def _pile_draws(self, owner: int, pile: tuple[int, ...]) -> list[Action]:
        """The top card of a pile or, where any may be taken, each face from the bottom up."""
        if self.terms.stock_access == "top":
            return self._top_draws[owner]
        make = self.terms.grammar.make
        codes = dict.fromkeys(self.terms.deck.cards.codes(pile))
        return [make("draw", "stock", owner, code) for code in codes]
