"""What can go wrong, in words for people."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

LONGEST: Final = 400
"""Letters of a message: enough for a sentence, whatever was typed."""


class InvalidInput(ValueError):
    """An option, position, record, notation or content file that cannot be used.

    The message is one line that names the thing and, where it can, what would be right.
    """

    def __init__(self, message: str) -> None:
        line = "".join(char if char.isprintable() else ascii(char)[1:-1] for char in message)
        if len(line) > LONGEST:
            line = f"{line[: LONGEST // 2]} ... {line[-LONGEST // 2 :]}"
        super().__init__(line)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action is not allowed: the clause it breaks, a stable key, the facts that failed."""

    clause: str
    key: str
    facts: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        facts = ", ".join(f"{name} {plain(value)}" for name, value in self.facts.items())
        return f"{self.key} ({self.clause})" + (f": {facts}" if facts else "")


class Refused(Exception):
    """Raised by `Match.play` for an action the rules do not allow; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal

    @property
    def clause(self) -> str:
        return self.refusal.clause

    @property
    def key(self) -> str:
        return self.refusal.key

    @property
    def facts(self) -> Mapping[str, object]:
        return self.refusal.facts


def refuse(clause: str, key: str, **facts: object) -> Refusal:
    """A refusal, said on the line that enforces it: `refuse("TN-6.6", "too_weak", card=8)`."""
    return Refusal(clause, key, facts)


def plain(value: object) -> str:
    """A fact as a person would write it: lists joined by `+`, nothing for None."""
    if isinstance(value, (list, tuple)):
        return "+".join(plain(item) for item in value) or "none"
    return "none" if value is None else str(value)


def closest(word: object, words: Iterable[str]) -> str:
    """A hint for a mistyped word: `; did you mean 'master'?`, or nothing."""
    close = difflib.get_close_matches(str(word), list(words), n=1)
    return f"; did you mean {close[0]!r}?" if close else ""


def nearest(word: object, words: Iterable[str]) -> str:
    """A hint for a mistyped word, or else the list of known ones where it is short."""
    known = list(words)
    listed = f"; known: {', '.join(known)}" if 0 < len(known) <= 12 else ""
    return closest(word, known) or listed
