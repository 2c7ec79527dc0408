"""The legal answers to each question, in canonical order; equal copies of a card are one choice."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from ludarium.core.actions import Action
from ludarium.core.state import State
from ludarium.games.galatune.legality import Legality, Table
from ludarium.games.galatune.moves import Move
from ludarium.games.galatune.terms import MOON, PRESENT, SPECIAL_LOCKED, Terms

Listing: TypeAlias = Callable[[State, int], list[Action]]


class Choices:
    """Legal lists under the terms of one game."""

    __slots__ = (
        "_acts", "_face", "_hold", "_listings", "_marks", "_no_trade", "_offers", "_pass",
        "_specials", "_traps",
        "legality", "terms",
    )  # fmt: skip

    def __init__(self, terms: Terms, legality: Legality) -> None:
        self.terms = terms
        self.legality = legality
        self._face = terms.cards.face
        make = terms.grammar.make
        self._hold, self._pass, self._no_trade = make("hold"), make("pass"), make("no_trade")
        self._acts: dict[tuple[int, int, int], list[Action]] = {}
        self._specials: dict[tuple[int, int, int], list[Action]] = {}
        self._traps: dict[tuple[int, int], Action] = {}
        self._offers: dict[tuple[int, int], Action] = {}
        specials = [champion.special for champion in terms.champions.values()]
        self._marks: dict[int, set[Move | None]] = {
            face: {
                move for move in (*terms.moves.values(), *specials) if trap.lies_on_plays.fits(move)
            }
            for face, trap in terms.moves.items()
            if trap.is_trap
        }
        """By face of a Trap: the moves that it names."""
        self._listings: dict[str, Listing] = {
            "champion": self.champions,
            "plan": self.plans,
            "trap": self.traps,
            "steal": self.picks,
            "give": self.picks,
            "recover": lambda state, seat: [*self.picks(state, seat), make("stop")],
            "prize_source": lambda _, __: [make("prize_source", src) for src in ("hand", "deck")],
            "prize_card": self.picks,
            "respawn": self.respawns,
            "trade_offer": self.offers,
            "trade_reply": lambda state, seat: [
                *self._named("trade_reply", state.zones[terms.hands[seat]]),
                make("decline"),
            ],
            "trade_confirm": lambda _, __: [
                make("trade_confirm", answer) for answer in ("accept", "refuse")
            ],
        }

    def legal(self, state: State, seat: int, kind: str) -> list[Action]:
        """All legal answers to a question of this kind."""
        return self._listings[kind](state, seat)

    def champions(self, state: State, seat: int) -> list[Action]:
        """Free Champions, or the two that were dealt (GT-18.4, R-6, R-57)."""
        terms = self.terms
        offered = state.zones[terms.offers[seat]] or state.zones[terms.box]
        return self._named("choose_champion", offered)

    def plans(self, state: State, seat: int) -> list[Action]:
        """Cards by (card, target), then the Special Action, then `hold` (R-7)."""
        terms, numbers = self.terms, state.numbers
        present = numbers[PRESENT]
        found: list[Action] = []
        moon = numbers[MOON]
        face, traps, acts, last = self._face, terms.traps, self._acts, -1
        for card in state.zones[terms.hands[seat]]:
            here = face[card]
            if here == last or card in traps:
                continue
            last = here
            if moon and self.legality.is_barred(state, terms.moves[here]):
                continue
            key = (here, seat, present)
            found += acts.get(key) or self._acts_of(key)
        if not numbers[terms.seat_at[seat] + SPECIAL_LOCKED]:  # GT-3.2
            key = (state.zones[terms.champion_zones[seat]][0], seat, present)
            found += self._specials.get(key) or self._specials_of(key)
        found.append(self._hold)
        return found

    def _acts_of(self, key: tuple[int, int, int]) -> list[Action]:
        """A card with each of its targets."""
        face, seat, present = key
        move, make = self.terms.moves[face], self.terms.grammar.make
        aimed = self._targets(move, seat, present)
        self._acts[key] = [make("act", move.code, *target) for target in aimed]
        return self._acts[key]

    def _specials_of(self, key: tuple[int, int, int]) -> list[Action]:
        champion, seat, present = key
        aimed = self._targets(self.terms.champions[champion].special, seat, present)
        self._specials[key] = [self.terms.grammar.make("special", *target) for target in aimed]
        return self._specials[key]

    def _targets(self, move: Move, seat: int, present: int) -> list[tuple[int, ...]]:
        if not move.takes_target:
            return [()]
        return [
            (target,)
            for target in self.terms.seats
            if self.legality.target_fault(present, seat, move, target) is None
        ]

    def traps(self, state: State, seat: int) -> list[Action]:
        """Traps by (card, play), then `pass`."""
        legality = self.legality
        found = self.trap_plays(state, seat, legality.table(state, legality.plays(state)))
        found.append(self._pass)
        return found

    def trap_plays(
        self, state: State, seat: int, table: Table, any_will_do: bool = False
    ) -> list[Action]:
        """The Traps that a seat may spring on what lies there; only the first if any will do."""
        terms, fault = self.terms, self.legality.trap_fault
        held = [card for card in state.zones[terms.hands[seat]] if card in terms.traps]
        found: list[Action] = []
        for face in dict.fromkeys([self._face[card] for card in held]):
            trap, marks = terms.moves[face], self._marks[face]
            for number, move in enumerate(table.moves):
                if move in marks and not fault(state, seat, trap, number, table):
                    found.append(self._trap(face, number))
                    if any_will_do:
                        return found
        return found

    def _trap(self, face: int, number: int) -> Action:
        key = (face, number)
        if key not in self._traps:
            code = self.terms.cards.faces[face]
            self._traps[key] = self.terms.grammar.make("trap", code, number)
        return self._traps[key]

    def picks(self, state: State, seat: int) -> list[Action]:
        """Each card of the hand, pile or pool that is chosen from."""
        return self._named("pick", state.zones[self.legality.pick_zone(state)])

    def respawns(self, state: State, seat: int) -> list[Action]:
        modes = ["keep", "reset"]
        if state.zones[self.terms.box]:
            modes.append("change")
        return [self.terms.grammar.make("respawn", mode) for mode in modes]

    def offers(self, state: State, seat: int) -> list[Action]:
        """Each partner with each card of the own hand, then `no_trade`."""
        faces = self._faces(state.zones[self.terms.hands[seat]])
        found: list[Action] = []
        for partner in sorted(self.legality.traders(state)):
            if partner != seat:
                found += [self._offer(partner, face) for face in faces]
        found.append(self._no_trade)
        return found

    def _faces(self, cards: Iterable[int]) -> Iterable[int]:
        """The faces among some cards, in canonical order."""
        return dict.fromkeys([self._face[card] for card in sorted(cards)])

    def _named(self, verb: str, cards: Iterable[int]) -> list[Action]:
        """An action for each face among some cards."""
        make, codes = self.terms.grammar.make, self.terms.cards.faces
        return [make(verb, codes[face]) for face in self._faces(cards)]

    def _offer(self, partner: int, face: int) -> Action:
        action = self._offers.get((partner, face))
        if action is None:
            code = self.terms.cards.faces[face]
            action = self.terms.grammar.make("trade_offer", partner, code)
            self._offers[partner, face] = action
        return action
