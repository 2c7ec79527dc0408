"""What was read: a Program is a tuple of Lines, frozen plain data that prints back to its text."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final, TypeAlias

ORDERS: Final[Mapping[str, Callable[[int, int], bool]]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
    "!=": operator.ne,
}


@dataclass(frozen=True, slots=True)
class Sum:
    """A word whose worth is known in play, and a number: `X+2`."""

    word: str
    plus: int

    def __str__(self) -> str:
        return f"{self.word}{self.plus:+}"


Amount: TypeAlias = int | str | Sum
"""A number, the word for one, or a sum of both."""


@dataclass(frozen=True, slots=True)
class Term:
    """A word with the arguments for all its parameters, defaults filled in.

    `term.args["n"]` is one of them; `number`, `word` and `filter` also say what it must be.
    """

    name: str
    args: Mapping[str, Value] = field(default_factory=dict, hash=False)
    text: str = field(default="", compare=False, repr=False)
    """How it is written; defaults are left out."""

    def __str__(self) -> str:
        return self.text

    def number(self, name: str) -> int:
        value = self.args[name]
        assert isinstance(value, int)
        return value

    def word(self, name: str) -> str:
        value = self.args[name]
        assert isinstance(value, str)
        return value

    def filter(self, name: str) -> Filter:
        value = self.args[name]
        assert isinstance(value, Filter)
        return value

    def evaluate(self, test: Test, count: Count | None = None) -> bool:
        return test(self)


Test: TypeAlias = Callable[[Term], bool]
Count: TypeAlias = Callable[[str], int]


@dataclass(frozen=True, slots=True)
class Comparison:
    """`rank<=2`: in a filter a limit, in a condition a test."""

    name: str
    op: str
    value: Amount

    def __str__(self) -> str:
        return f"{self.name}{self.op}{self.value}"

    def holds(self, count: Count) -> bool:
        """Whether it is true when `count` says what each word is worth."""
        right = self.value
        if isinstance(right, Sum):
            right = count(right.word) + right.plus
        elif isinstance(right, str):
            right = count(right)
        return ORDERS[self.op](count(self.name), right)

    def evaluate(self, test: Test, count: Count | None = None) -> bool:
        assert count is not None, f"{self} cannot be tested without a count"
        return self.holds(count)


@dataclass(frozen=True, slots=True)
class Not:
    part: Condition

    def __str__(self) -> str:
        return f"not {_bracketed(self.part)}"

    def evaluate(self, test: Test, count: Count | None = None) -> bool:
        return not self.part.evaluate(test, count)


@dataclass(frozen=True, slots=True)
class Junction:
    """Conditions joined with `and` or with `or`."""

    word: str
    parts: tuple[Condition, ...]

    def __str__(self) -> str:
        return f" {self.word} ".join(_bracketed(part) for part in self.parts)

    def evaluate(self, test: Test, count: Count | None = None) -> bool:
        found = (part.evaluate(test, count) for part in self.parts)
        return all(found) if self.word == "and" else any(found)


Condition: TypeAlias = Term | Comparison | Not | Junction
"""`condition.evaluate(test)` asks `test` about each term that matters, and `count` for numbers."""


def _bracketed(condition: Condition) -> str:
    return f"({condition})" if isinstance(condition, Junction) else str(condition)


@dataclass(frozen=True, slots=True)
class Filter:
    """Which things are meant: `Normal, attack, rating<=2`. What that comes to, the game says."""

    terms: tuple[Term, ...] = ()
    limits: tuple[Comparison, ...] = ()

    def __iter__(self) -> Iterator[Term | Comparison]:
        yield from self.terms
        yield from self.limits

    def __contains__(self, word: str) -> bool:
        return any(term.name == word for term in self.terms)

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(term.name for term in self.terms)


Value: TypeAlias = Amount | Term | Filter


@dataclass(frozen=True, slots=True)
class Line:
    """One step: `trigger: slot=verb if when`."""

    trigger: Term | None
    verb: Term
    when: Condition | None = None
    slot: str = ""
    block: int = 0
    """Which part between semicolons it belongs to; slots are known within one."""

    def __str__(self) -> str:
        slot = f"{self.slot}=" if self.slot else ""
        return f"{slot}{self.verb}" + (f" if {self.when}" if self.when else "")


class Program(tuple[Line, ...]):
    """The steps of an effect in order; `str(program)` is its canonical text."""

    __slots__ = ()

    def blocks(self) -> list[tuple[Line, ...]]:
        """The lines by the part between semicolons."""
        return [tuple(lines) for _, lines in groupby(self, lambda line: line.block)]

    def __str__(self) -> str:
        return "; ".join(
            (f"{lines[0].trigger}: " if lines[0].trigger else "") + ", ".join(map(str, lines))
            for lines in self.blocks()
        )
