"""Actions and Champions as the rules use them: what their effect lines say, taken apart once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from ludarium.core.effects import program
from ludarium.core.effects.program import Condition, Program, Term
from ludarium.games.galatune.effects import ALIGNMENTS, ELEMENTS, FUNCTIONS, PROPERTIES

TYPES: Final = (*ELEMENTS, *ALIGNMENTS, "Unaligned")
"""An Action has one of the first six; a Champion an element and an alignment (GT-3.4, GT-3.5)."""
WAR, MYSTIC, TECH, NATURE, LIGHT, DARK, UNALIGNED = range(7)  # GT-4.4: beaten by none
BEATS: Final = (MYSTIC, TECH, NATURE, WAR, DARK, LIGHT)
"""By type of an Action: whom it hits twice as hard (GT-4.1, GT-4.2, R-1)."""
NORMAL, ENERGY = range(2)
ATTACK, SHIELD, LIFE, BOOST, TRAP, OTHER = range(6)
RATED: Final = (ATTACK, SHIELD, LIFE)
"""The functions that additions to a rating concern (R-22)."""
TARGETS: Final = ("opponent", "any", "self", "all_opponents", "all")
OPPONENT, ANY, SELF, ALL_OPPONENTS, ALL = range(5)
SPECIAL_CARD: Final = "special/"
"""Before the code of a Champion: its Special Action, which is named like a card."""
INFINITE: Final = 1 << 30
"""A rating without end; sums with it stay what they are (R-23)."""
Part: TypeAlias = tuple[str, int, str]
"""One step of a derivation: its key, its number, its clause."""


def capped(number: int) -> int:
    """A rating or damage after arithmetic: infinity plus or minus anything is infinity."""
    return INFINITE if number > INFINITE >> 1 else number


def written(number: int) -> int | str:
    """A rating or damage as records and events tell it."""
    return "inf" if number >= INFINITE else number


def multiplier(type: int, element: int, alignment: int) -> int:
    """What an Attack of a type does to a Champion of two types: 0, 1 or 2 times (GT-4.6)."""
    if type in (element, alignment):
        return 0  # GT-4.3
    return 2 if BEATS[type] in (element, alignment) else 1


class Filter:
    """Which plays are meant: words of one family are alternatives, families add up."""

    __slots__ = ("functions", "limits", "opponent", "properties", "special", "types")

    def __init__(self, which: program.Filter) -> None:
        words = which.words
        self.types = [TYPES.index(word) for word in words if word in TYPES]
        self.properties = [PROPERTIES.index(word) for word in words if word in PROPERTIES]
        self.functions = [FUNCTIONS.index(word) for word in words if word in FUNCTIONS]
        self.special = "special" in words
        self.opponent = "opponent" in words
        self.limits = which.limits

    def fits(self, move: Move, computed: int | None = None) -> bool:
        """Whether a move is meant, whoever plays it; by its printed rating if none is computed."""
        return (
            (not self.types or move.type in self.types)
            and (not self.properties or move.property in self.properties)
            and (not self.functions or move.function in self.functions)
            and (not self.special or move.is_special)
            and (not self.limits or self._spans(move.rating if computed is None else computed))
        )

    def _spans(self, rating: int) -> bool:
        """Whether a rating is within the limits."""
        return all(limit.holds(lambda _: rating) for limit in self.limits)


When: TypeAlias = "Condition | None"


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing that a move does in Resolve."""

    do: str
    trigger: str
    when: When
    to_user: bool
    amount: int | None
    """None: as much as the rating."""
    word: str = ""
    """The status, the statistic, the element, or who picks."""

    @property
    def is_cost(self) -> bool:
        return self.trigger == "cost"

    @property
    def harms(self) -> bool:
        """Whether immunity and Shields may stop it (GT-11.5)."""
        if self.do == "boost":
            return self.word == "prize_cost"
        return self.do in HARMFUL and not (self.do == "status" and self.to_user)

    def size(self, rating: int) -> int:
        return rating if self.amount is None else self.amount


HARMFUL: Final = ("sap", "status", "steal", "destroy", "steal_vp", "rivalry", "fall_both")
"""What hinders its target (GT-11.5); `boost(prize_cost)` too."""
AT_ONCE: Final = ("gain_hp", "lose_hp", "fall_both")
"""What happens in the one simultaneous change of HP (R-42)."""


class Move:
    """An Action Card or a Special Action."""

    __slots__ = (
        "adds", "at_once", "becomes", "cancels", "code", "contested", "costs", "counters", "deals",
        "effects", "function", "is_special", "is_trap", "lasting", "name", "notes", "only",
        "penetrates", "printed", "program", "property", "rating", "takes_target", "target",
        "turns_back", "type", "unplayable", "varies",
    )  # fmt: skip

    def __init__(
        self,
        code: str,
        name: str,
        type: str,
        property: str,
        function: str,
        rating: int,
        target: str,
        lines: Program,
        special: bool,
    ) -> None:
        self.code = code
        """Of the card; of a Special Action, its Champion's."""
        self.name = name
        self.type = TYPES.index(type)
        self.property = PROPERTIES.index(property)
        self.function = FUNCTIONS.index(function)
        self.rating = rating
        self.printed: tuple[Part, ...] = (("printed", rating, "GT-5.4"),)
        """Where the derivation of its rating begins."""
        self.target = TARGETS.index(target) if target else -1
        self.takes_target = self.target in (OPPONENT, ANY)
        self.is_special = special
        self.is_trap = self.function == TRAP
        self.program = lines
        self.becomes: list[tuple[When, int]] = []
        self.adds: list[tuple[When, int]] = []
        self.penetrates: list[When] = []
        self.unplayable: list[When] = []
        self.only = -1
        """The property that a restricted Shield blocks (R-30)."""
        self.counters: Filter | None = None
        self.turns_back = False
        """Whether it is a Shield that counters (R-37)."""
        self.cancels: Filter | None = None
        self.deals = False
        """Whether a Trap deals its rating as damage (R-20)."""
        self.effects: list[Effect] = []
        self.notes: list[str] = []
        for line in lines:
            self._take(line.verb, line.trigger.name if line.trigger else "", line.when)
        self.varies = bool(self.becomes or self.adds or self.penetrates)
        """Whether its rating or keywords may be others than printed."""
        succeeds = any(effect.trigger == "success" for effect in self.effects)
        self.contested = succeeds or self.deals or self.harms
        """Whether anything hangs on its success, so that immunity and Shields matter."""
        self.costs = [effect for effect in self.effects if effect.is_cost]
        others = [effect for effect in self.effects if not effect.is_cost]
        self.at_once = [effect for effect in others if effect.do in AT_ONCE]
        self.lasting = [effect for effect in others if effect.do not in AT_ONCE]

    def _take(self, verb: Term, trigger: str, when: When) -> None:
        """Put one line where it belongs."""
        name = verb.name
        if name == "become":
            value = verb.args["rating"]
            self.becomes.append((when, value if isinstance(value, int) else INFINITE))
        elif name == "add":
            self.adds.append((when, verb.number("n")))
        elif name == "penetrates":
            self.penetrates.append(when)
        elif name == "unplayable":
            self.unplayable.append(when)
        elif name == "only":
            self.only = PROPERTIES.index(verb.word("property"))
        elif name == "counter":
            self.counters = Filter(verb.filter("filter"))
            self.turns_back = self.function == SHIELD
        elif name == "cancel":
            self.cancels = Filter(verb.filter("filter"))
        elif name == "damage":
            self.deals = True
        elif name == "note":
            self.notes.append(verb.word("text"))
        else:
            self.effects.append(_effect(verb, trigger, when))

    @property
    def harms(self) -> bool:
        """Whether its hits hurt: those of Attacks, and of whatever has a harmful effect."""
        return self.function == ATTACK or any(effect.harms for effect in self.effects)

    def spares(self, test: Test) -> bool:
        """Whether all that it does as things stand is no Harm: Fate Bound, but in a duel (R-67)."""
        met = [effect for effect in self.effects if holds(effect.when, test)]
        return self.function != ATTACK and bool(met) and not any(effect.harms for effect in met)

    @property
    def label(self) -> str:
        """Its name among cards: its code, after `special/` for a Special Action."""
        return f"{SPECIAL_CARD}{self.code}" if self.is_special else self.code

    @property
    def lies_on_plays(self) -> Filter:
        """What a Trap may be placed on."""
        found = self.cancels or self.counters
        assert found is not None
        return found


def _effect(verb: Term, trigger: str, when: When) -> Effect:
    amount = verb.args.get("n", 1)
    word = next(
        (str(verb.args[key]) for key in ("status", "stat", "element", "by") if key in verb.args), ""
    )
    if verb.name == "boost":
        amount = "rating"
    return Effect(
        verb.name,
        trigger,
        when,
        to_user=verb.args.get("who") == "user" or verb.name == "recover",
        amount=amount if isinstance(amount, int) else None,
        word=word,
    )


class Ability:
    """A Special Ability: always in effect, unless it is locked (GT-3.3, R-45)."""

    __slots__ = (
        "armour", "counters", "deck_only", "endures", "immune", "life_bonus", "name", "notes",
        "prize_bonus", "program", "rating_add", "regen", "untrappable", "victory_draw",
    )  # fmt: skip

    def __init__(self, name: str, lines: Program) -> None:
        self.name = name
        self.program = lines
        self.rating_add: list[tuple[int, Filter]] = []
        self.armour: list[tuple[int, Filter]] = []
        self.immune: list[Filter] = []
        self.counters: list[Filter] = []
        self.untrappable: list[Filter] = []
        self.regen = self.life_bonus = self.prize_bonus = self.victory_draw = 0
        self.deck_only = self.endures = False
        self.notes: list[str] = []
        for line in lines:
            self._take(line.verb)

    def _take(self, verb: Term) -> None:
        name = verb.name
        if name in ("rating_add", "armour"):
            entry = (verb.number("n"), Filter(verb.filter("filter")))
            (self.rating_add if name == "rating_add" else self.armour).append(entry)
        elif name == "immune":
            self.immune.append(Filter(verb.filter("filter")))
        elif name == "counter":
            self.counters.append(Filter(verb.filter("filter")))
        elif name == "untrappable":
            self.untrappable += [
                Filter(program.Filter((term,))) for term in verb.filter("filter").terms
            ]
        elif name == "prize_deck_only":
            self.deck_only = True
        elif name == "endure":
            self.endures = True
        elif name == "note":
            self.notes.append(verb.word("text"))
        else:
            setattr(self, name, getattr(self, name) + verb.number("n"))


NO_ABILITY: Final = Ability("", Program())
"""Of those who have no Champion, or whose ability is locked."""


@dataclass(frozen=True, slots=True)
class Champion:
    """A Champion card (GT-3.1)."""

    code: str
    name: str
    alignment: int
    element: int
    hp: int
    ap: int
    pc: int  # CC is the same
    special: Move
    ability: Ability


Moves: TypeAlias = Sequence[Move]
Test: TypeAlias = Callable[[Term], bool]


def holds(when: When, test: Test) -> bool:
    """Whether a condition is met; none always is."""
    return when is None or when.evaluate(test)
