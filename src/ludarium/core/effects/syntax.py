"""What is written: the nodes of a parsed effect, each with the place of its first letter."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

from ludarium.core.errors import InvalidInput

KEYWORDS: Final = ("if", "and", "or", "not")


def either(words: Iterable[str]) -> str:
    """`a, b or c`."""
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last


@dataclass(frozen=True, slots=True)
class Place:
    """Where a text stands: `cards.toml:12:11`."""

    file: str
    line: int = 1
    column: int = 1
    spots: tuple[tuple[int, int], ...] = ()
    """Line and column of every letter, where they do not simply follow; the last holds on."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


NOWHERE: Final = Place("effect")


@dataclass(frozen=True, slots=True)
class Source:
    """An effect as it was typed, and where."""

    text: str
    place: Place

    def at(self, index: int) -> Place:
        """The place of a letter."""
        place = self.place
        if place.spots:
            return Place(place.file, *place.spots[min(index, len(place.spots) - 1)])
        before = self.text[:index]
        line = place.line + before.count("\n")
        column = index - before.rfind("\n") if "\n" in before else place.column + index
        return Place(place.file, line, column)

    def wrong(self, index: int, message: str) -> InvalidInput:
        """The error that points at a letter."""
        return InvalidInput(f"{self.at(index)}: {message}")


@dataclass(frozen=True, slots=True)
class Number:
    """`2`, `-1`, `+1`."""

    value: int
    at: int


@dataclass(frozen=True, slots=True)
class Text:
    """`"anything"` or `'anything'`."""

    value: str
    at: int


@dataclass(frozen=True, slots=True)
class Call:
    """A word, with or without arguments: `duel`, `draw(user, 1)`."""

    name: str
    args: tuple[Arg, ...]
    at: int


@dataclass(frozen=True, slots=True)
class Sum:
    """A word and a number: `X+2`."""

    name: str
    plus: int
    at: int


@dataclass(frozen=True, slots=True)
class Compare:
    """`rank<=2`."""

    name: str
    op: str
    value: Value
    at: int


Value: TypeAlias = Number | Text | Call | Sum | Compare


@dataclass(frozen=True, slots=True)
class Arg:
    """An argument, with its name where one was given: `1`, `by=random`."""

    name: str
    value: Value
    at: int


@dataclass(frozen=True, slots=True)
class Not:
    part: Condition


@dataclass(frozen=True, slots=True)
class Join:
    """Conditions joined with `and` or with `or`."""

    word: str
    parts: tuple[Condition, ...]


Condition: TypeAlias = Call | Compare | Not | Join


@dataclass(frozen=True, slots=True)
class Step:
    """`[slot =] call [if condition]`."""

    slot: str
    call: Call
    when: Condition | None
    at: int


@dataclass(frozen=True, slots=True)
class Block:
    """`[trigger:] step, step`."""

    trigger: Call | None
    steps: tuple[Step, ...]
