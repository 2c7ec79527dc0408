"""Options of a game, declared as a table and refused by name when they are wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from os import PathLike, fspath
from typing import TypeAlias, cast

from ludarium.core.errors import InvalidInput, closest, nearest

OptionValue: TypeAlias = "str | int | Mapping[str, object] | list[object] | None"
Options: TypeAlias = Mapping[str, OptionValue]


@dataclass(frozen=True, slots=True)
class Option:
    """One option: words it takes, whether it takes numbers (from `least`) or any text."""

    name: str
    default: OptionValue
    text: str
    words: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    seat: bool = False
    """Takes a seat number of the game."""
    free: bool = False
    """Takes content: a shipped name, a file path, or the content itself as plain data."""
    names: bool = False
    """Takes a list of names, or one text with commas between them."""
    clause: str = ""
    word_texts: tuple[str, ...] = ()
    """One line for each word, for set-up screens."""
    endless: tuple[OptionValue, ...] = ()
    """Values with which a match may never end: not for programs among themselves."""

    def check(self, value: object, players: int) -> OptionValue:
        """The value as the game uses it, or an error that says what would be right."""
        if self.default is None and value in (None, "none"):
            return None
        if self.names and isinstance(value, list) and all(isinstance(name, str) for name in value):
            return list(value)
        if self.free and isinstance(value, (Mapping, list)):
            return cast("OptionValue", deepcopy(value))
        if self.free and isinstance(value, PathLike):
            return str(fspath(value))
        if isinstance(value, str):
            if value in self.words or ((self.free or self.names) and value):
                return value
            if self._takes_numbers and value.isdecimal() and len(value) < 10:
                value = int(value)
        if isinstance(value, int) and not isinstance(value, bool):
            if self.least is not None and self.least <= value <= (self.most or value):
                return value
            if self.seat and 0 <= value < players:
                return value
        hint = closest(value, self.words)
        raise InvalidInput(f"{self.name}: {value!r} is not {self._expected(players)}{hint}")

    @property
    def _takes_numbers(self) -> bool:
        return self.least is not None or self.seat

    def _expected(self, players: int) -> str:
        expected = list(self.words)
        if self.least is not None:
            most = "" if self.most is None else f" to {self.most}"
            expected.append(f"a whole number from {self.least}{most}")
        if self.seat:
            expected.append(f"a seat from 0 to {players - 1}")
        if self.free:
            expected.append("a file path")
        if self.names:
            expected.append("a list of names")
        return " or ".join(expected)


def check_end(declared: Sequence[Option], options: Options) -> None:
    """Refuse options with which bots alone might play for ever."""
    for option in declared:
        value = options[option.name]
        if value in option.endless:
            raise InvalidInput(
                f"{option.name}: bots alone need one, {value} would let them play for ever"
            )


def check_options(
    declared: Sequence[Option], given: Mapping[str, object], players: int
) -> dict[str, OptionValue]:
    """Every declared option with its given or default value; unknown names are refused."""
    names = [option.name for option in declared]
    for name in given:
        if name not in names:
            raise InvalidInput(f"no option {name!r}{nearest(name, [*names, 'players'])}")
    return {
        option.name: option.check(given[option.name], players)
        if option.name in given
        else option.default
        for option in declared
    }
