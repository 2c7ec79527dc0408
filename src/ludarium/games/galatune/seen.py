"""What a view of Galatune holds, and what the cards in it mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, cast

import msgspec

from ludarium.core.effects import program
from ludarium.core.effects.program import Line, Program, Term
from ludarium.core.effects.text import card_text
from ludarium.core.effects.vocabulary import Vocabulary
from ludarium.core.game import Game
from ludarium.core.talk import Facts, View
from ludarium.core.words import Voice, Words
from ludarium.games.galatune.effects import ABILITIES, ACTIONS, FUNCTIONS, PROPERTIES
from ludarium.games.galatune.moves import (
    ATTACK,
    RATED,
    SPECIAL_CARD,
    TARGETS,
    TYPES,
    Ability,
    Champion,
    Move,
    capped,
    holds,
    multiplier,
    written,
)
from ludarium.games.galatune.rules import Galatune

ABOUT_ATTACKS: Final = ("counter", "immune", "armour")
"""Words whose filters mean Attacks, whether they say so or not."""


class SeatSeen(msgspec.Struct, frozen=True):
    """The open numbers of one seat."""

    champion: str | None
    hp: int
    vp: int
    ap: int
    pc: int
    rating_add: int
    now: dict[str, int | bool]
    next: dict[str, int | bool]
    endure_spent: bool
    gone: bool
    alignment: str = ""
    element: str = ""


class Seen(msgspec.Struct, frozen=True):
    """The parts of a view that are drawn and talked about."""

    seat: int | None
    players: int
    hand_counts: list[int]
    used_piles: list[list[str]]
    source_count: int
    scrap: list[str]
    box: list[str]
    turn: int
    phase: str
    seats: list[SeatSeen]
    bonds: list[tuple[int, int]]
    rivalries: list[tuple[int, int]]
    full_moon: bool
    plays: list[tuple[int, str | None]]
    fallen: list[int]
    pending: dict[str, object]
    lead: int
    goal: int
    hand: list[str] = []
    offer: list[str] = []
    legal: list[str] = []
    ready: list[int] = []
    sealed: str = ""
    shown_hands: list[list[str] | None] = []
    shown_pools: list[list[str] | None] = []
    known_hands: list[list[str]] = []

    @property
    def mine(self) -> int:
        """The seat of a viewer who plays."""
        assert self.seat is not None
        return self.seat

    @property
    def own(self) -> SeatSeen:
        return self.seats[self.mine]

    @property
    def present(self) -> list[int]:
        return [seat for seat, held in enumerate(self.seats) if not held.gone]


def read(view: View) -> Seen:
    return msgspec.convert(view, Seen)


@dataclass(frozen=True, slots=True)
class Played:
    """A play on the table, and what became of it so far."""

    seat: int
    move: Move
    target: int | None
    on: int | None
    """The number of the play that a Trap lies on."""
    stopped_by: int | None
    """The number of the Trap that cancels it."""
    countered_by: int | None
    """The number of the Trap that counters it."""


class Meaning:
    """The printed facts of the Champions and cards in one game, and what follows from them."""

    def __init__(self, game: Game) -> None:
        rules = cast("Galatune", game.rules)
        self.terms = rules.terms
        self.grammar = rules.grammar
        self.moves: Mapping[str, Move] = self.terms.content.moves
        self.champions: Mapping[str, Champion] = self.terms.content.champions
        self.words = Words.load(game.room.folder)
        self._voice = Voice((), self.name)

    def name(self, code: str) -> str:
        """What a card, a Champion or a Special Action is called."""
        if code.startswith(SPECIAL_CARD):
            return self.move(code).name
        found = self.moves.get(code) or self.champions.get(code)
        return code if found is None else found.name

    def move(self, code: str) -> Move:
        """The move of a card, or of a Special Action by its name among cards."""
        champion = code.removeprefix(SPECIAL_CARD)
        return self.moves[code] if champion == code else self.champions[champion].special

    # What is printed

    def cards(self) -> dict[str, Facts]:
        """By code; a Special Action stands at `special/` and its Champion, too."""
        found: dict[str, Facts] = {}
        for code, move in self.moves.items():
            found[code] = {"kind": "card", **self._printed(move)}
        for code, champion in self.champions.items():
            special, ability = self._printed(champion.special), champion.ability
            found[code] = {
                "name": champion.name,
                "kind": "champion",
                "alignment": TYPES[champion.alignment],
                "element": TYPES[champion.element],
                "hp": champion.hp,
                "ap": champion.ap,
                "pc": self.terms.prize_cost(champion),
                "special": special,
                "ability": {"name": ability.name, "text": self.ability_text(ability)},
            }
            found[SPECIAL_CARD + code] = {"kind": "special", "champion": code, **special}
        return found

    def _printed(self, move: Move) -> Facts:
        return {
            "name": move.name,
            "type": TYPES[move.type],
            "property": PROPERTIES[move.property],
            "function": FUNCTIONS[move.function],
            "rating": self.rating_told(move),
            "target": TARGETS[move.target] if move.target >= 0 else None,
            "text": self.text(move),
        }

    def rating_told(self, move: Move) -> int | str | None:
        """The printed rating: a number, `inf`, `x2`, or None where the card shows none."""
        if move.is_trap and not move.deals:
            return None
        return _rating(move, move.rating)

    def text(self, move: Move) -> str:
        """What a card or a Special Action says."""
        text = self.said(move.program, ACTIONS, "traps" if move.is_trap else "")
        plainly = any(effect.harms and effect.do != "fall_both" for effect in move.effects)
        if plainly and move.function != ATTACK:  # of an Attack nobody expects anything else
            text = f"{text.removesuffix('.')} {self.words.word('effects', 'harm')}."
        return text

    def ability_text(self, ability: Ability) -> str:
        return self.said(ability.program, ABILITIES, "abilities")

    def said(self, lines: Program, vocabulary: Vocabulary, part: str) -> str:
        """The text of a program; `part` names verbs that are said differently there."""
        effects = cast("dict[str, dict[str, object]]", self.words.sections["effects"])
        verbs = {**effects["verbs"], **effects.get(part, {})}
        words = Words({"effects": {**effects, "verbs": verbs}})
        return card_text(Program(_plainly(lines)), vocabulary, words, self._voice)

    # What lies on the table

    def plays(self, seen: Seen) -> list[Played | None]:
        """All plays of the turn by number; None for one that vanished with its player."""
        actions = [text and self.grammar.parse(text).record for _, text in seen.plays]
        count = len(actions)
        moves: list[Move | None] = [None] * count
        on: list[int | None] = [None] * count
        stopped: list[int | None] = [None] * count
        countered: list[int | None] = [None] * count
        for number, record in enumerate(actions):
            if record:
                seat = seen.plays[number][0]
                moves[number] = self.move(
                    str(record.get("card") or f"{SPECIAL_CARD}{seen.seats[seat].champion}")
                )
                on[number] = cast("int | None", record.get("play"))
        for number in reversed(range(count)):
            move, under = moves[number], on[number]
            if move is None or under is None or stopped[number] is not None:
                continue
            if move.cancels:
                stopped[under] = number
            elif moves[under] is not None:
                countered[under] = number
        return [
            None
            if move is None
            else Played(
                seen.plays[number][0],
                move,
                cast("int | None", (actions[number] or {}).get("target")),
                on[number],
                stopped[number],
                countered[number],
            )
            for number, move in enumerate(moves)
        ]

    # What a play would do

    def preview(self, seen: Seen, move: Move, target: int | None) -> Facts:
        """Rating, multiplier and the like of a move of the viewer, as far as they can be known."""
        user = seen.own
        test = _conditions(seen, target, self.champions)
        rating = move.rating
        for when, value in move.becomes:
            if holds(when, test):
                rating = value
        if move.function in RATED:
            added = sum(n for when, n in move.adds if holds(when, test))
            added += user.rating_add + user.now.get("add", 0) - user.now.get("sap", 0)
            ability = self._ability(user)
            if ability is not None:
                added += sum(n for n, which in ability.rating_add if which.fits(move))
            rating = max(0, capped(rating + added))
        rating = capped(rating * (user.now.get("mul") or 1))
        penetrates = any(holds(when, test) for when in move.penetrates) or (
            move.function == ATTACK and bool(user.now.get("penetrate"))
        )
        facts: Facts = {"rating": _rating(move, rating), "penetrates": penetrates}
        facts["rated"] = move.function in RATED or rating > 0
        if target is not None and target != seen.mine:
            harmless = penetrates or not move.harms or move.spares(test)
            immune = "" if harmless else self._immunity(seen, move, rating, target)
            facts["immune"] = immune or None
            if move.function == ATTACK:
                times = 0 if immune else self._times(seen, move, target) or 1
                facts |= {"times": times, "damage": written(capped(rating * times))}
        return facts

    def _ability(self, held: SeatSeen) -> Ability | None:
        """The Special Ability of a seat, while it is in effect (R-45)."""
        locked = held.champion is None or held.now.get("special_locked")
        return None if locked else self.champions[str(held.champion)].ability

    def _times(self, seen: Seen, move: Move, target: int) -> int:
        struck = seen.seats[target]
        return multiplier(move.type, TYPES.index(struck.element), TYPES.index(struck.alignment))

    def _immunity(self, seen: Seen, move: Move, rating: int, target: int) -> str:
        """What would keep the harm of the viewer's move off its target, as a key, or nothing."""
        struck, type = seen.seats[target], TYPES[move.type]
        if type == struck.element:
            return "element"
        if type == struck.alignment:
            return "alignment"
        ability = self._ability(struck) if move.function == ATTACK else None
        if ability is not None and any(which.fits(move, rating) for which in ability.immune):
            return "ability"
        if (seen.mine, target) in seen.bonds or (target, seen.mine) in seen.bonds:
            return "bond"
        if any(bound == seen.mine and user != target for user, bound in seen.rivalries):
            return "rivalry"
        return ""


def _rating(move: Move, rating: int) -> int | str:
    """A rating as it is written: a number, `inf`, or `x2` of what multiplies."""
    multiplies = any(effect.word == "next_mul" for effect in move.effects)
    return f"x{rating}" if multiplies else written(rating)


def _conditions(seen: Seen, target: int | None, champions: Mapping[str, Champion]) -> program.Test:
    """Conditions as a player sees them before Resolve; whether a target attacks is unknown."""

    def test(term: Term) -> bool:
        if term.name == "user_is":
            return seen.own.champion == term.word("champion")
        if term.name == "full_moon":
            return seen.full_moon
        if term.name == "duel":
            return len(seen.present) == 2
        if target is None or term.name == "target_attacks":
            return False
        struck = seen.seats[target]
        if term.name == "target_hp_full":
            return struck.hp >= champions[str(struck.champion)].hp
        if term.name == "target_alignment":
            return struck.alignment == term.word("alignment")
        return struck.vp > seen.own.vp  # target_more_vp

    return test


def _plainly(lines: Program) -> Iterator[Line]:
    """A program with what goes without saying said: that filters are about Attacks, or apart."""
    for line in lines:
        which = line.verb.args.get("filter")
        if not isinstance(which, program.Filter):
            yield line
            continue
        filters = [which]
        if line.verb.name in ABOUT_ATTACKS and not set(which.words) & set(FUNCTIONS):
            filters = [replace(which, terms=(*which.terms, Term("attack")))]
        elif line.verb.name == "untrappable" and set(which.words) != {"special", "trap"}:
            filters = [program.Filter((term,)) for term in which.terms]  # any of them will do
        for one in filters:
            yield replace(line, verb=replace(line.verb, args={**line.verb.args, "filter": one}))
