"""What happened, with an audience per fact; log and animation read events, no rule ever does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

Facts: TypeAlias = dict[str, object]


def copied(facts: Mapping[str, object]) -> Facts:
    """Plain data that shares nothing with the original: what is told cannot be changed back."""
    return {name: _copied(value) for name, value in facts.items()}


def _copied(value: object) -> object:
    if isinstance(value, (list, tuple)):
        return [_copied(item) for item in value]
    return copied(value) if isinstance(value, Mapping) else value


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened: facts for everyone, and more facts for some seats."""

    kind: str
    facts: Mapping[str, object]
    secrets: Mapping[int, Mapping[str, object]] = field(default_factory=dict)

    def seen_by(self, seat: int | None) -> Facts:
        """The event as plain data for one seat, or for the spectators (None)."""
        told = {"event": self.kind, **copied(self.facts)}
        if seat is not None and seat in self.secrets:
            told.update(copied(self.secrets[seat]))
        return told

    def shared(self, seat: int | None) -> Facts:
        """The same without copies, for those who only read it."""
        if seat is None or seat not in self.secrets:
            return {"event": self.kind, **self.facts}
        return {"event": self.kind, **self.facts, **self.secrets[seat]}


class Log(list[Event]):
    """The sink that steps tell events to; simulation passes None instead."""

    def tell(self, kind: str, **facts: object) -> None:
        self.append(Event(kind, facts))

    def whisper(self, kind: str, to: int, secrets: Mapping[str, object], **facts: object) -> None:
        """An event of which one seat learns more than the others."""
        self.append(Event(kind, facts, {to: secrets}))
