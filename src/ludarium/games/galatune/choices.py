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
        "_acts", "_by_verb", "_face", "_hold", "_listings", "_marks", "_no_trade", "_offers",
        "_pass", "_respawns", "_specials", "_traps", "legality", "terms",
    )  # fmt: skip

    def __init__(self, terms: Terms, legality: Legality) -> None:
        self.terms = terms
        self.legality = legality
        self._face = terms.cards.face
        make = terms.grammar.make
        self._hold, self._pass, self._no_trade = make("hold"), make("pass"), make("no_trade")
        self._acts: dict[tuple[int, int, int], list[list[Action]]] = {}
        """By seat, who is present and the moon: by face, a card with each of its targets."""
        self._specials: dict[tuple[int, int, int], list[Action]] = {}
        self._traps: dict[tuple[int, int], Action] = {}
        codes = [move.code for move in terms.moves.values()]
        self._offers = [[make("trade_offer", seat, code) for code in codes] for seat in terms.seats]
        """By partner and face."""
        self._by_verb = {
            verb: [make(verb, code) for code in codes] for verb in ("pick", "trade_reply")
        }
        """By verb and face."""
        self._marks = {card: legality.marks[terms.card_moves[card]] for card in terms.traps}
        """By card: what a Trap may lie on."""
        self._respawns = [make("respawn", mode) for mode in ("keep", "reset", "change")]
        sources = [make("prize_source", source) for source in ("hand", "deck")]
        verdicts = [make("trade_confirm", answer) for answer in ("accept", "refuse")]
        stop, decline = make("stop"), make("decline")
        self._listings: dict[str, Listing] = {
            "champion": self.champions,
            "plan": self.plans,
            "trap": self.traps,
            "steal": self.picks,
            "give": self.picks,
            "recover": lambda state, seat: [*self.picks(state, seat), stop],
            "prize_source": lambda _, __: sources[:],
            "prize_card": self.picks,
            "respawn": self.respawns,
            "trade_offer": self.offers,
            "trade_reply": lambda state, seat: [
                *self._of_cards("trade_reply", state.zones[terms.hands[seat]]),
                decline,
            ],
            "trade_confirm": lambda _, __: verdicts[:],
        }

    def legal(self, state: State, seat: int, kind: str) -> list[Action]:
        """All legal answers to a question of this kind."""
        return self._listings[kind](state, seat)

    def champions(self, state: State, seat: int) -> list[Action]:
        """Free Champions, or the two that were dealt (GT-18.4, R-6, R-57)."""
        terms = self.terms
        offered = state.zones[terms.offers[seat]] or state.zones[terms.box]
        codes, make = terms.cards.faces, terms.grammar.make
        return [make("choose_champion", codes[face]) for face in self._faces(offered)]

    def plans(self, state: State, seat: int) -> list[Action]:
        """Cards by (card, target), then the Special Action, then `hold` (R-7)."""
        terms, numbers = self.terms, state.numbers
        present = numbers[PRESENT]
        key = (seat, present, numbers[MOON])
        acts = self._acts.get(key) or self._acts_of(state, key)
        found: list[Action] = []
        face, last = self._face, -1
        for card in state.zones[terms.hands[seat]]:
            here = face[card]
            if here != last:
                last = here
                found += acts[here]
        if not numbers[terms.seat_at[seat] + SPECIAL_LOCKED]:  # GT-3.2
            key = (state.zones[terms.champion_zones[seat]][0], seat, present)
            found += self._specials.get(key) or self._specials_of(key)
        found.append(self._hold)
        return found

    def _acts_of(self, state: State, key: tuple[int, int, int]) -> list[list[Action]]:
        """By face: a card with each of its targets; nothing for those that may not be played."""
        seat, present, _ = key
        terms, make = self.terms, self.terms.grammar.make
        self._acts[key] = [
            []
            if move.is_trap or self.legality.is_barred(state, move)
            else [make("act", move.code, *target) for target in self._targets(move, seat, present)]
            for move in terms.moves.values()
        ]
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
        terms, flaw = self.terms, self.legality.trap_flaw
        found: list[Action] = []
        last = -1
        for card in sorted(terms.traps.intersection(state.zones[terms.hands[seat]])):
            marks, here = self._marks[card], self._face[card]
            if here == last or marks.isdisjoint(table.moves):
                continue
            last = here
            for number, move in enumerate(table.moves):
                if move in marks and not flaw(state, seat, terms.moves[here], number, table):
                    found.append(self._traps.get((here, number)) or self._trap(here, number))
                    if any_will_do:
                        return found
        return found

    def _trap(self, face: int, number: int) -> Action:
        action = self.terms.grammar.make("trap", self.terms.cards.faces[face], number)
        self._traps[face, number] = action
        return action

    def picks(self, state: State, seat: int) -> list[Action]:
        """Each card of the hand, pile or pool that is chosen from."""
        return self._of_cards("pick", state.zones[self.legality.pick_zone(state)])

    def respawns(self, state: State, seat: int) -> list[Action]:
        return self._respawns[: 3 if state.zones[self.terms.box] else 2]

    def offers(self, state: State, seat: int) -> list[Action]:
        """Each partner with each card of the own hand, then `no_trade`."""
        faces, offers = self._faces(state.zones[self.terms.hands[seat]]), self._offers
        partners = [offers[one] for one in sorted(self.legality.traders(state)) if one != seat]
        found = [offered[face] for offered in partners for face in faces]
        found.append(self._no_trade)
        return found

    def _faces(self, cards: Iterable[int]) -> Iterable[int]:
        """The faces among some cards, in canonical order."""
        return dict.fromkeys([self._face[card] for card in sorted(cards)])

    def _of_cards(self, verb: str, cards: Iterable[int]) -> list[Action]:
        """An action for each face among some cards."""
        actions = self._by_verb[verb]
        return [actions[face] for face in self._faces(cards)]
