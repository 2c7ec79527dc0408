"""What can go wrong, in words for people."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


class InvalidInput(ValueError):
    """An option, position, record, notation or content file that cannot be used.

    The message is one line that names the thing and, where it can, what would be right.
    """


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


def nearest(word: object, words: Iterable[str]) -> str:
    """A hint for a mistyped word: `; did you mean 'master'?`, or the list when it is short."""
    known = list(words)
    close = difflib.get_close_matches(str(word), known, n=1)
    if close:
        return f"; did you mean {close[0]!r}?"
    if known and len(known) <= 12:
        return f"; known: {', '.join(known)}"
    return ""
