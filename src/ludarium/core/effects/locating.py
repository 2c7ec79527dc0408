"""Where in a TOML file a text stands: its parser keeps no places, so they are found again.

The file has been read as TOML before, so the scan need only tell headers, keys and values apart.

    places = Places(path.read_text(), path.name)
    ACTIONS.read(card.effect, places.of("cards", 17, "effect"))
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Final

from ludarium.core.effects.syntax import Place

_STRING: Final = r'"""(?:[^\\]|\\.)*?"{3,5}|' r"'''.*?'{3,5}|" r'"(?:[^"\\]|\\.)*"|' r"'[^']*'"
_PART: Final = rf"(?:{_STRING}|[\w-]+)"
_PATH: Final = rf"{_PART}(?:[ \t]*\.[ \t]*{_PART})*"


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.DOTALL)


_BLANK: Final = _pattern(r"(?:\s|#[^\n]*)*")
_PARTS: Final = _pattern(_PART)
_HEADER: Final = _pattern(rf"(?P<open>\[\[?)[ \t]*(?P<path>{_PATH})[ \t]*\]\]?")
_KEY: Final = _pattern(rf"(?P<path>{_PATH})[ \t]*=[ \t]*")
_TEXT: Final = _pattern(_STRING)
_PIECE: Final = _pattern(rf"(?P<open>[\[{{])|(?P<close>[\]}}])|(?P<end>\n)|{_STRING}|#[^\n]*|.")
_LITERAL: Final = _pattern(r".")
_ESCAPED: Final = _pattern(r"(?P<joint>\\[ \t]*\n\s*)|\\u.{4}|\\U.{8}|\\.|.")
"""A joint (the string goes on at the next word, there is no letter), an escape, or a letter."""


class Places:
    """The places of all texts in the tables of one file."""

    __slots__ = ("_file", "_headers", "_lines", "_source", "_values")

    def __init__(self, source: str, file: str) -> None:
        self._file = file
        self._source = source.replace("\r\n", "\n")
        self._lines = [0, *(found.end() for found in re.finditer("\n", self._source))]
        self._headers: dict[tuple[str, int], int] = {}
        self._values: dict[tuple[str, int, str], int] = {}
        self._scan()

    def of(self, table: str, index: int, key: str) -> Place:
        """Where the text of a key begins: `places.of("cards", 17, "special.effect")`.

        What stands in an inline table is placed at the header of its entry.
        """
        found = _TEXT.match(self._source, self._values.get((table, index, key), len(self._source)))
        if found is None:
            line, column = self._spot(self._headers.get((table, index), 0))
            return Place(self._file, line, column, ((line, column),))
        spots = tuple(self._spots(found))
        return Place(self._file, *spots[0], spots)

    def value(self, table: str, index: int, key: str) -> Place:
        """Where the value of a key begins, whatever it is; else where its entry does."""
        entry = self._headers.get((table, index), 0)
        return Place(self._file, *self._spot(self._values.get((table, index, key), entry)))

    def _scan(self) -> None:
        """Note where every entry and every value begins."""
        source = self._source
        table, index, within = "", 0, ""
        at = self._after_blank(0)
        while at < len(source):
            header = _HEADER.match(source, at)
            key = _KEY.match(source, at)
            if header:
                path = _plain(header["path"])
                if header["open"] == "[" and path.startswith(f"{table}."):
                    within = path.removeprefix(f"{table}.") + "."
                else:
                    table, within = path, ""
                    index = sum(1 for known, _ in self._headers if known == table)
                    self._headers[table, index] = at
                at = header.end()
            elif key:
                self._values[table, index, within + _plain(key["path"])] = key.end()
                at = self._after_value(key.end())
            else:  # no TOML
                return
            at = self._after_blank(at)

    def _after_blank(self, at: int) -> int:
        found = _BLANK.match(self._source, at)
        return found.end() if found else at

    def _after_value(self, at: int) -> int:
        depth = 0
        for piece in _PIECE.finditer(self._source, at):
            depth += bool(piece["open"]) - bool(piece["close"])
            if piece["end"] and not depth:
                return piece.end()
        return len(self._source)

    def _spots(self, literal: re.Match[str]) -> Iterator[tuple[int, int]]:
        """Line and column of every letter of a string, and of its end."""
        quote = literal[0][0]
        width = 3 if literal[0].startswith(quote * 3) else 1
        start, end = literal.start() + width, literal.end() - width
        if width == 3 and self._source[start] == "\n":
            start += 1  # TOML leaves it out
        for letter in (_ESCAPED if quote == '"' else _LITERAL).finditer(self._source, start, end):
            if not letter.lastgroup:
                yield self._spot(letter.start())
        yield self._spot(end)

    def _spot(self, at: int) -> tuple[int, int]:
        line = bisect_right(self._lines, at)
        return line, at - self._lines[line - 1] + 1


def _plain(path: str) -> str:
    """`cards . "special"` as `cards.special`."""
    return ".".join(part[0].strip("\"'") for part in _PARTS.finditer(path))
