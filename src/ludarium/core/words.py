"""A game's own words: every sentence about it comes from its `words.toml`, by key.

A text holds facts in braces, with a word on how to say them:

    {turns}                    as it stands; lists are joined with `+`
    {seat:who} {seat:Who}      a name, or `you` / `You` for the reader
    {owner:whose}              `Anna's`, or `your`
    {seat:own}                 `your own`, `its own` of a bot, `their own` of a person
    {seat:verb build|builds}   the first for the reader, the second for others
    {count:count card|cards}   `1 card`, `3 cards`
    {card:card}                the name of a card
    {cards:pair} {hand:cards}  names of cards: `A + B`; `A, B and C`
    {strengths:and}            a list joined with `and`
    {element:in elements}      the same, each item looked up in a section
    {swept:when}               nothing, but the text needs the fact to be true

Where a key has several texts, the first whose facts are all there (and not empty) is said.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from ludarium.core.errors import plain

_FACT = re.compile(r"\{(?P<name>\w+)(?::(?P<how>[^}]*))?\}")


@dataclass(frozen=True, slots=True)
class Voice:
    """To whom something is said, and what people and cards are called."""

    names: Sequence[str]
    card: Callable[[str], str]
    reader: int | None = None
    bots: frozenset[int] = frozenset()

    def to(self, reader: int | None) -> Voice:
        return replace(self, reader=reader)


class Words:
    """The sections of a `words.toml`."""

    __slots__ = ("sections",)

    def __init__(self, sections: Mapping[str, object]) -> None:
        self.sections = sections

    @classmethod
    def load(cls, folder: Path) -> Words:
        """The words of a room; without a file only keys and facts are said."""
        return cls(_read(folder / "words.toml"))

    def find(self, section: str, key: str) -> object:
        found: object = self.sections
        for name in (*section.split("."), key):
            found = found.get(name) if isinstance(found, Mapping) else None
        return found

    def word(self, section: str, key: str) -> str:
        """A text without facts; the key itself where there is none."""
        found = self.find(section, key)
        return found if isinstance(found, str) else key.replace("_", " ")

    def listed(self, section: str, key: str) -> list[str]:
        found = self.find(section, key)
        return [str(item) for item in found] if isinstance(found, list) else []

    def say(self, section: str, key: str, facts: Mapping[str, object], voice: Voice) -> str:
        """The text of a key with its facts; the bare facts where no text fits."""
        text = self._text(section, key, facts)
        if text is not None:
            return _FACT.sub(lambda match: self._fact(match, facts, voice), text)
        told = ", ".join(f"{name} {plain(value)}" for name, value in facts.items())
        return f"{key.replace('_', ' ')}{': ' if told else ''}{told}"

    def fits(self, section: str, key: str, facts: Mapping[str, object]) -> bool:
        """Whether there is a text for these facts."""
        return self._text(section, key, facts) is not None

    def _text(self, section: str, key: str, facts: Mapping[str, object]) -> str | None:
        found = self.find(section, key)
        for text in [found] if isinstance(found, str) else self.listed(section, key):
            if all(_is_told(facts.get(match["name"])) for match in _FACT.finditer(text)):
                return text
        return None

    def table(self, section: str, key: str) -> dict[str, str]:
        """Texts by name, in the order of the file."""
        found = self.find(section, key)
        return {name: str(text) for name, text in found.items()} if isinstance(found, dict) else {}

    def _fact(self, match: re.Match[str], facts: Mapping[str, object], voice: Voice) -> str:
        value = facts[match["name"]]
        how, _, rest = (match["how"] or "").partition(" ")
        items = list(value) if isinstance(value, (list, tuple)) else [value]
        if how in ("who", "Who"):
            return join([_name(seat, voice, how) for seat in items])
        if how == "whose":
            name = _name(value, voice, how)
            return (
                "your" if value == voice.reader else f"{name}'" + ("" if name[-1] == "s" else "s")
            )
        if how == "own":
            theirs = "its own" if value in voice.bots else "their own"
            return "your own" if value == voice.reader else theirs
        if how == "verb":
            mine, _, theirs = rest.partition("|")
            return mine if value == voice.reader else theirs
        if how == "count":
            one, _, many = rest.partition("|")
            return f"{plain(value)} {one if value == 1 else many}"
        if how in ("card", "cards"):
            return join([voice.card(str(code)) for code in items])
        if how == "pair":
            return " + ".join(voice.card(str(code)) for code in items)
        if how == "in":
            return join([self.word(rest, str(item)) for item in items])
        if how == "and":
            return join([plain(item) for item in items])
        return "" if how == "when" else plain(value)


@cache
def _read(path: Path) -> Mapping[str, object]:
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def _is_told(value: object) -> bool:
    return value is not None and value is not False and value not in ("", [], ())


def _name(seat: object, voice: Voice, how: str) -> str:
    if seat == voice.reader:
        return "You" if how == "Who" else "you"
    known = isinstance(seat, int) and 0 <= seat < len(voice.names)
    return voice.names[seat] if known and isinstance(seat, int) else f"seat {plain(seat)}"


def join(items: Sequence[str]) -> str:
    """`A, B and C`."""
    return ", ".join(items[:-1]) + " and " + items[-1] if len(items) > 1 else "".join(items)
