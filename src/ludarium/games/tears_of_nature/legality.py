"""What may not be done, and why: every refusal of the game, in a fixed order."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ludarium.core.actions import Action
from ludarium.core.errors import Refusal, refuse
from ludarium.core.state import State
from ludarium.games.tears_of_nature.deck import SPIRIT, element_names
from ludarium.games.tears_of_nature.terms import REASON, REASONS, Terms

FULL = 5
"""The most pairs of a Practitioner empire (TN-7.6)."""

Check: TypeAlias = Callable[[State, int, Action], "Refusal | None"]


class Legality:
    """Refusals under the terms of one game."""

    __slots__ = ("_checks", "_elements", "faces", "terms", "third")

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.faces = terms.deck.faces
        self._elements = [self.faces[face].elements for face in terms.deck.cards.face]
        self.third = "stock" if terms.practitioner else "discard"  # TN-5.13, TN-7.19
        self._checks: dict[str, dict[str, Check | None]] = {
            "draw": {"draw": self._draw_refusal},
            "action": {
                "build": self._build_refusal,
                "attack": self._attack_refusal,
                self.third: None,
            },
            "defend": {"defend": self._defence_refusal, "decline": None},
        }
        """What each step offers, and what is checked once the cards are there."""

    # Pairs

    def elements(self, a: int, b: int) -> int:
        """The elements of a pair of faces."""
        return self.faces[a].elements | self.faces[b].elements  # TN-1.10

    def strength(self, a: int, b: int) -> int:
        """The strength of a pair of faces."""
        return self.faces[a].strength + self.faces[b].strength  # TN-1.11, R-16

    def pair_fault(self, a: int, b: int) -> Refusal | None:
        """Why two faces are no pair in this rule set, whatever lies on the table."""
        terms, first, second = self.terms, self.faces[a], self.faces[b]
        for face in (first, second):
            if not face.is_build and not face.is_wild:
                clause = terms.by_ruleset("TN-5.6", "TN-6.4", "TN-7.24")
                return refuse(clause, "not_buildable", card=face.code)
        if first.is_wild and second.is_wild:
            return refuse(terms.by_ruleset("TN-5.4", "TN-6.4", "TN-7.24"), "two_wilds")
        tangible = [face for face in (first, second) if face.is_build and not face.is_spirit]
        if (first.is_spirit or second.is_spirit) and not tangible:  # TN-7.9, R-28
            return refuse("TN-7.8", "spirit_needs_tangible", cards=[first.code, second.code])
        if first.is_wild or second.is_wild:
            return None  # TN-1.9: a wild pair
        if terms.ruleset == "apprentice":  # TN-6.1: the others match by strength
            if first.elements != second.elements:
                elements = [element_names(face.elements)[0] for face in (first, second)]
                return refuse("TN-5.3", "element_mismatch", elements=elements)
        elif first.printed != second.printed:
            clause = terms.by_ruleset("", "TN-6.3", "TN-7.7")
            return refuse(clause, "strength_mismatch", strengths=[first.printed, second.printed])
        return None

    def attack_fault(self, card: int, a: int, b: int) -> Refusal | None:
        """Why a face cannot take a pair of faces, whatever else lies on the table."""
        terms, face = self.terms, self.faces[card]
        elements, strength = self.elements(a, b), self.strength(a, b)
        if not self.strikes(card):
            return self.no_attack(card)
        if elements & SPIRIT:
            if face.is_spirit:
                return None  # TN-7.12, R-30: no further condition
            pair = [self.faces[a].code, self.faces[b].code]
            return refuse("TN-7.12", "spirit_pair_needs_spirit_attack", card=face.code, pair=pair)
        if face.is_wild:
            return None  # TN-5.9, TN-6.9, R-18
        if elements & ~face.elements:  # TN-1.14, TN-6.7, TN-6.8
            clause = terms.by_ruleset("TN-5.7", "TN-6.6", "TN-7.13")
            if face.is_spirit:
                clause = "TN-7.14"
            names = {"card": element_names(face.elements), "pair": element_names(elements)}
            return refuse(clause, "does_not_cover", **names)
        if terms.ruleset != "apprentice" and face.printed < strength:  # TN-5.8, R-17
            clause = terms.by_ruleset("", "TN-6.6", "TN-7.13")
            return refuse(clause, "too_weak", card=face.printed, pair=strength)
        return None

    def defence_fault(self, card: int, a: int, b: int) -> Refusal | None:
        """Why a face cannot save a pair of faces."""
        face, elements = self.faces[card], self.elements(a, b)
        clause = self.terms.by_ruleset("TN-5.11", "TN-6.10", "TN-7.17")
        if not self.defends(card):
            return refuse(clause, "not_a_defence", card=face.code)
        if not face.is_wild and elements & ~face.elements:
            names = {"card": element_names(face.elements), "pair": element_names(elements)}
            return refuse(clause, "does_not_cover", **names)
        return None

    def no_attack(self, card: int) -> Refusal:
        clause = self.terms.by_ruleset("TN-5.7", "TN-6.6", "TN-7.11")
        return refuse(clause, "not_an_attack", card=self.faces[card].code)

    def defends(self, card: int) -> bool:
        """Whether a face can defend at all."""
        return self.faces[card].kind == "defend" or self.faces[card].is_wild

    def strikes(self, card: int) -> bool:
        """Whether a face can attack at all."""
        return self.faces[card].kind == "attack" or self.faces[card].is_wild

    # Empires

    def pairs(self, state: State, seat: int) -> int:
        """How many pairs an empire has."""
        return len(state.zones[self.terms.empires[seat]]) // 2

    def held(self, state: State, seat: int) -> int:
        """All elements among the pairs of an empire."""
        elements, held = self._elements, 0
        for card in state.zones[self.terms.empires[seat]]:
            held |= elements[card]
        return held

    def bar(self, pairs: int, held: int, elements: int, building: bool) -> str:
        """The key of what keeps a new pair out of an empire of so many pairs, or nothing."""
        if self.terms.practitioner:
            if pairs >= FULL:  # TN-7.6, R-66
                return "empire_full"
            if pairs == FULL - 1 and not (elements | held) & SPIRIT:  # TN-7.10, R-26
                return "spirit_gate"
        elif self.terms.ruleset == "apprentice" and held & elements:  # TN-6.5: not in Master
            if building:
                return "element_already_held"
            if not self.terms.duplicate_capture:
                return "duplicate_capture_forbidden"
        return ""

    def room_fault(self, state: State, seat: int, elements: int, building: bool) -> Refusal | None:
        """Why a pair with these elements may not join an empire, built or captured (R-27)."""
        pairs = self.pairs(state, seat)
        key = self.bar(pairs, self.held(state, seat), elements, building)
        if key == "empire_full":
            return refuse("TN-7.6" if building else "TN-7.15", key, pairs=pairs)
        if key == "spirit_gate":
            return refuse("TN-7.10" if building else "TN-7.15", key, pairs=pairs)
        if key == "element_already_held":
            slot = self._slot_with(state, seat, elements)
            return refuse("TN-5.5", key, element=element_names(elements)[0], slot=slot)
        if key == "duplicate_capture_forbidden":
            return refuse("TN-5.10", key, element=element_names(elements)[0])
        return None

    def _slot_with(self, state: State, seat: int, elements: int) -> int:
        face = self.terms.deck.cards.face
        empire = state.zones[self.terms.empires[seat]]
        at = next(
            at for at, card in enumerate(empire) if self.faces[face[card]].elements & elements
        )
        return at // 2

    # Refusals

    def refusal(self, state: State, seat: int, action: Action) -> Refusal | None:
        """The first reason why not, in a fixed order, or None."""
        if not state.asks:
            reason = REASONS[state.numbers[REASON]]
            return refuse("TN-9.1", "game_over", reason=reason)
        decider, step, _ = state.asks[0]
        if seat != decider:
            clause = "TN-8.3" if step == "defend" else "TN-4.1"
            return refuse(clause, "not_your_decision", decider=decider)
        verb, offered = action.verb, self._checks[step]
        if verb not in offered:
            other = verb in ("discard", "stock") and verb != self.third
            return refuse("TN-4.8" if other else "TN-4.2", "wrong_step", step=step, verb=verb)
        if action.faces and step != "draw":
            missing = self._missing(state.zones[self.terms.hands[seat]], action.faces)
            if missing is not None:
                return refuse(self._hand_clause(verb), "card_not_in_hand", card=missing)
        check = offered[verb]
        return None if check is None else check(state, seat, action)

    def _missing(self, hand: tuple[int, ...], faces: tuple[int, ...]) -> str | None:
        """The first card of an action that is not there to be used."""
        cards = self.terms.deck.cards
        left = hand
        for face in faces:
            for card in cards.copies[face]:
                if card in left:
                    break
            else:
                return cards.faces[face]
            if len(faces) > 1:
                left = tuple(held for held in left if held != card)
        return None

    def _hand_clause(self, verb: str) -> str:
        by_ruleset = self.terms.by_ruleset
        return {
            "build": by_ruleset("TN-5.2", "TN-6.3", "TN-7.5"),
            "attack": by_ruleset("TN-5.7", "TN-6.6", "TN-7.11"),
            "defend": by_ruleset("TN-5.11", "TN-6.10", "TN-7.17"),
        }.get(verb, by_ruleset("TN-5.13", "TN-6.12", "TN-7.19"))

    def faces_of(self, cards: tuple[int, int]) -> tuple[int, int]:
        face = self.terms.deck.cards.face
        return face[cards[0]], face[cards[1]]

    def _build_refusal(self, state: State, seat: int, action: Action) -> Refusal | None:
        a, b = action.faces
        fault = self.pair_fault(a, b)
        return fault or self.room_fault(state, seat, self.elements(a, b), building=True)

    def _attack_refusal(self, state: State, seat: int, action: Action) -> Refusal | None:
        terms = self.terms
        card, owner, slot = action.faces[0], int(action.args[1]), int(action.args[2])
        if not self.strikes(card):
            return self.no_attack(card)
        if owner == seat:  # TN-1.15, R-54
            return refuse("TN-8.2", "own_pair", owner=owner, slot=slot)
        if owner >= terms.players or 2 * slot >= len(state.zones[terms.empires[owner]]):
            return refuse("TN-8.2", "no_such_pair", owner=owner, slot=slot)
        a, b = self.faces_of(terms.pair(state, owner, slot))
        fault = self.attack_fault(card, a, b)
        return fault or self.room_fault(state, seat, self.elements(a, b), building=False)

    def _defence_refusal(self, state: State, seat: int, action: Action) -> Refusal | None:
        return self.defence_fault(action.faces[0], *self.faces_of(self.threatened(state)))

    def threatened(self, state: State) -> tuple[int, int]:
        """The pair under attack."""
        _, _, (_, owner, slot) = state.frames[-1]
        assert isinstance(owner, int) and isinstance(slot, int)
        return self.terms.pair(state, owner, slot)

    def _draw_refusal(self, state: State, seat: int, action: Action) -> Refusal | None:
        """Only a pile can be empty: with an empty deck nobody is asked (R-9)."""
        if action.args[0] == "deck":
            return None
        owner = int(action.args[1])
        pile = state.zones[self.terms.stocks[owner]] if owner < self.terms.players else ()
        if not pile or (len(action.args) == 3 and self._lies_at(pile, action.args[2]) is None):
            return refuse("TN-7.2", "empty_source", source=" ".join(map(str, action.args)))
        return None

    def _lies_at(self, pile: tuple[int, ...], code: object) -> int | None:
        """The place of the topmost card with this code (R-65)."""
        codes = self.terms.deck.cards.codes(pile)
        return len(codes) - 1 - codes[::-1].index(str(code)) if code in codes else None

    def pile_card(self, state: State, action: Action) -> int:
        """The card that a draw from a stock pile takes."""
        pile = state.zones[self.terms.stocks[int(action.args[1])]]
        if len(action.args) == 2:
            return pile[-1]  # TN-7.3, R-22
        at = self._lies_at(pile, action.args[2])
        assert at is not None
        return pile[at]
