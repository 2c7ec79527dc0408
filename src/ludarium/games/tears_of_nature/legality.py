"""What may be done: every refusal of the game, in its order, and the lists of legal actions.

Conditions that depend on cards alone are asked once per combination and remembered; the lists
and the refusals read the same answers, so they cannot disagree.
"""

from __future__ import annotations

from ludarium.core.actions import Action
from ludarium.core.errors import Refusal, refuse
from ludarium.core.state import State
from ludarium.games.tears_of_nature.deck import SPIRIT, element_names
from ludarium.games.tears_of_nature.terms import REASON, REASONS, Terms

FULL = 5
"""The most pairs of a Practitioner empire (TN-7.6)."""


class Legality:
    """Refusals and legal lists under the terms of one game."""

    __slots__ = (
        "_attack_actions", "_attack_faults", "_defends", "_mates", "_strikers", "_third_actions", "faces", "open_empires", "terms", "third",
    )  # fmt: skip

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.faces = terms.deck.faces
        self.third = "stock" if terms.practitioner else "discard"  # TN-5.13, TN-7.19
        self.open_empires = terms.ruleset == "master"  # TN-6.5: nothing in an empire limits it
        make = terms.grammar.make
        self._third_actions = [make(self.third, face.code) for face in self.faces]
        self._strikers = [face.kind == "attack" or face.is_wild for face in self.faces]
        self._defends = [face.kind == "defend" or face.is_wild for face in self.faces]
        self._mates: list[dict[int, Action]] = [
            {
                b: make("build", first.code, second.code)
                for b, second in enumerate(self.faces)
                if b >= a and self.pair_fault(a, b) is None
            }
            for a, first in enumerate(self.faces)
        ]
        self._attack_faults: dict[tuple[int, int, int], Refusal | None] = {}
        self._attack_actions: dict[tuple[int, int, int], Action] = {}

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
        if terms.practitioner and (first.is_spirit or second.is_spirit):
            if first.is_wild or second.is_wild or (first.is_spirit and second.is_spirit):
                # TN-7.9, R-28
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
        key = (card, a, b)
        if key not in self._attack_faults:
            self._attack_faults[key] = self._attack_fault(card, a, b)
        return self._attack_faults[key]

    def _attack_fault(self, card: int, a: int, b: int) -> Refusal | None:
        terms, face = self.terms, self.faces[card]
        elements, strength = self.elements(a, b), self.strength(a, b)
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
        if not self._defends[card]:
            return refuse(clause, "not_a_defence", card=face.code)
        if not face.is_wild and elements & ~face.elements:
            names = {"card": element_names(face.elements), "pair": element_names(elements)}
            return refuse(clause, "does_not_cover", **names)
        return None

    def strikes(self, card: int) -> bool:
        """Whether a face can attack at all."""
        return self._strikers[card]

    # Empires

    def held(self, state: State, seat: int) -> int:
        """All elements among the pairs of an empire."""
        face = self.terms.deck.cards.face
        bits = 0
        for card in state.zones[self.terms.empires[seat]]:
            bits |= self.faces[face[card]].elements
        return bits

    def room_fault(self, state: State, seat: int, elements: int, building: bool) -> Refusal | None:
        """Why a pair with these elements may not join an empire."""
        terms = self.terms
        if terms.practitioner:
            pairs = len(state.zones[terms.empires[seat]]) // 2
            if pairs >= FULL:
                return refuse("TN-7.6" if building else "TN-7.15", "empire_full", pairs=pairs)
            gate = pairs == FULL - 1 and not elements & SPIRIT
            if gate and not self.held(state, seat) & SPIRIT:
                return refuse("TN-7.10" if building else "TN-7.15", "spirit_gate", pairs=pairs)
        elif terms.ruleset == "apprentice" and self.held(state, seat) & elements:
            element = element_names(elements)[0]
            if building:
                slot = self._slot_with(state, seat, elements)
                return refuse("TN-5.5", "element_already_held", element=element, slot=slot)
            if not terms.duplicate_capture:
                return refuse("TN-5.10", "duplicate_capture_forbidden", element=element)
        return None

    def _slot_with(self, state: State, seat: int, elements: int) -> int:
        face = self.terms.deck.cards.face
        empire = state.zones[self.terms.empires[seat]]
        at = next(at for at, card in enumerate(empire) if self.faces[face[card]].elements & elements)
        return at // 2

    # Refusals

    def refusal(self, state: State, seat: int, action: Action) -> Refusal | None:
        """The first reason in the order of the rules page, or None."""
        terms = self.terms
        if state.numbers[REASON]:
            reason = REASONS[state.numbers[REASON]]
            return refuse("TN-9.1", "game_over", reason=reason)
        decider, step, _ = state.asks[0]
        if seat != decider:
            clause = "TN-8.3" if step == "defend" else "TN-4.1"
            return refuse(clause, "not_your_decision", decider=decider)
        verb = action.verb
        if verb == "decline" and step == "defend":
            return None
        if verb == "draw" and step == "draw":
            return self._draw_refusal(state, action)
        if verb not in self._verbs_at(step):
            other = step == "action" and verb in ("discard", "stock")
            return refuse("TN-4.8" if other else "TN-4.2", "wrong_step", step=step, verb=verb)
        missing = self._missing(state, seat, action)
        if missing is not None:
            return refuse(self._hand_clause(verb), "card_not_in_hand", card=missing)
        if verb == "build":
            return self._build_refusal(state, seat, action)
        if verb == "attack":
            return self._attack_refusal(state, seat, action)
        if verb == "defend":
            _, _, data = state.frames[-1]
            assert isinstance(data[1], int) and isinstance(data[2], int)
            pair = terms.pair(state, data[1], data[2])
            return self.defence_fault(self._face(action.args[0]), *self._faces(pair))
        return None

    def _verbs_at(self, step: str) -> tuple[str, ...]:
        if step == "action":
            return ("build", "attack", self.third)
        return ("defend",) if step == "defend" else ()

    def _missing(self, state: State, seat: int, action: Action) -> str | None:
        """The first card the action names that is not there to be used."""
        terms = self.terms
        codes = terms.deck.cards.codes(state.zones[terms.hands[seat]])
        for code in action.args[:2] if action.verb == "build" else action.args[:1]:
            if code not in codes:
                return str(code)
            codes.remove(str(code))
        return None

    def _hand_clause(self, verb: str) -> str:
        by_ruleset = self.terms.by_ruleset
        return {
            "build": by_ruleset("TN-5.2", "TN-6.3", "TN-7.5"),
            "attack": by_ruleset("TN-5.7", "TN-6.6", "TN-7.11"),
            "defend": by_ruleset("TN-5.11", "TN-6.10", "TN-7.17"),
        }.get(verb, by_ruleset("TN-5.13", "TN-6.12", "TN-7.19"))

    def _face(self, code: object) -> int:
        return self.terms.deck.cards.face_of_code[str(code)]

    def _faces(self, cards: tuple[int, int]) -> tuple[int, int]:
        face = self.terms.deck.cards.face
        return face[cards[0]], face[cards[1]]

    def _build_refusal(self, state: State, seat: int, action: Action) -> Refusal | None:
        a, b = sorted((self._face(action.args[0]), self._face(action.args[1])))
        fault = self.pair_fault(a, b)
        return fault or self.room_fault(state, seat, self.elements(a, b), building=True)

    def _attack_refusal(self, state: State, seat: int, action: Action) -> Refusal | None:
        terms = self.terms
        card, owner, slot = self._face(action.args[0]), int(action.args[1]), int(action.args[2])
        if not self._strikers[card]:
            clause = terms.by_ruleset("TN-5.7", "TN-6.6", "TN-7.11")
            return refuse(clause, "not_an_attack", card=action.args[0])
        if owner == seat:  # TN-1.15, R-54
            return refuse("TN-8.2", "own_pair", owner=owner, slot=slot)
        if owner >= terms.players or 2 * slot >= len(state.zones[terms.empires[owner]]):
            return refuse("TN-8.2", "no_such_pair", owner=owner, slot=slot)
        a, b = self._faces(terms.pair(state, owner, slot))
        fault = self.attack_fault(card, a, b)
        return fault or self.room_fault(state, seat, self.elements(a, b), building=False)

    def _draw_refusal(self, state: State, action: Action) -> Refusal | None:
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

    # Legal lists

    def legal(self, state: State, seat: int, kind: str) -> list[Action]:
        """All legal answers in canonical order."""
        if kind == "action":
            return self._actions(state, seat)
        return self._draws(state, seat) if kind == "draw" else self._defences(state, seat)

    def _hand_faces(self, state: State, seat: int) -> list[int]:
        """The distinct faces of a hand in face order (R-60)."""
        face = self.terms.deck.cards.face
        faces: list[int] = []
        for card in state.zones[self.terms.hands[seat]]:
            if not faces or faces[-1] != face[card]:
                faces.append(face[card])
        return faces

    def _actions(self, state: State, seat: int) -> list[Action]:
        faces = self._hand_faces(state, seat)
        found = self._builds(state, seat, faces)
        self._add_attacks(state, seat, faces, found)
        third = self._third_actions
        found += [third[face] for face in faces]
        return found

    def _builds(self, state: State, seat: int, faces: list[int]) -> list[Action]:
        found: list[Action] = []
        hand = state.zones[self.terms.hands[seat]]
        twins = self._twins(hand) if len(faces) < len(hand) else ()
        for at, a in enumerate(faces):
            mates = self._mates[a]
            if not mates:
                continue
            for b in faces[at if a in twins else at + 1 :]:
                action = mates.get(b)
                if action is not None and (
                    self.open_empires
                    or self.room_fault(state, seat, self.elements(a, b), building=True) is None
                ):
                    found.append(action)
        return found

    def _twins(self, hand: tuple[int, ...]) -> list[int]:
        """Faces of which the hand holds more than one card."""
        face = self.terms.deck.cards.face
        return [face[a] for a, b in zip(hand, hand[1:], strict=False) if face[a] == face[b]]

    def _add_attacks(self, state: State, seat: int, faces: list[int], found: list[Action]) -> None:
        terms = self.terms
        strikers = [card for card in faces if self._strikers[card]]
        if not strikers:
            return
        face = terms.deck.cards.face
        targets: list[tuple[int, int, int, int]] = []
        for owner in [*range(seat + 1, terms.players), *range(seat)]:
            empire = state.zones[terms.empires[owner]]
            for at in range(0, len(empire), 2):
                a, b = face[empire[at]], face[empire[at + 1]]
                if (
                    self.open_empires
                    or self.room_fault(state, seat, self.elements(a, b), building=False) is None
                ):
                    targets.append((owner, at // 2, a, b))
        for card in strikers:
            for owner, slot, a, b in targets:
                if self.attack_fault(card, a, b) is None:
                    found.append(self._attack_action(card, owner, slot))

    def _attack_action(self, card: int, owner: int, slot: int) -> Action:
        key = (card, owner, slot)
        if key not in self._attack_actions:
            code = self.faces[card].code
            self._attack_actions[key] = self.terms.grammar.make("attack", code, owner, slot)
        return self._attack_actions[key]

    def _defences(self, state: State, seat: int) -> list[Action]:
        terms = self.terms
        _, _, data = state.frames[-1]
        assert isinstance(data[1], int) and isinstance(data[2], int)
        a, b = self._faces(terms.pair(state, data[1], data[2]))
        make = terms.grammar.make
        found = [
            make("defend", self.faces[card].code)
            for card in self._hand_faces(state, seat)
            if self._defends[card] and self.defence_fault(card, a, b) is None
        ]
        found.append(make("decline"))  # TN-8.3, R-43, R-68
        return found

    def _draws(self, state: State, seat: int) -> list[Action]:
        terms = self.terms
        make = terms.grammar.make
        found = [make("draw", "deck")]
        for owner in [*range(seat, terms.players), *range(seat)]:
            pile = state.zones[terms.stocks[owner]]
            if pile and terms.stock_access == "top":
                found.append(make("draw", "stock", owner))
            elif pile:
                codes = dict.fromkeys(terms.deck.cards.codes(pile))
                found += [make("draw", "stock", owner, code) for code in codes]
        return found
