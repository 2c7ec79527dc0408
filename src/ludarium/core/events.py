"""What happened, with an audience per fact; log and animation read events, no rule ever does."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
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
    """One thing that happened: facts for everyone, and more facts for some seats.

    Facts that pass are told to everyone until an event of the kind `until` has happened; then only
    those still know them to whom they are secrets.
    """

    kind: str
    facts: Mapping[str, object]
    secrets: Mapping[int, Mapping[str, object]] = field(default_factory=dict)
    passing: Mapping[str, object] = field(default_factory=dict)
    until: str = ""

    def seen_by(self, seat: int | None, later: Collection[str] = ()) -> Facts:
        """The event as plain data for one seat, or for the spectators (None).

        `later` are the kinds of events that have happened since.
        """
        return copied(self.shared(seat, later))

    def shared(self, seat: int | None, later: Collection[str] = ()) -> Facts:
        """The same without copies, for those who only read it.

        What will pass for this seat is named under `passing`, and what ends it under `until`.
        """
        own = {} if seat is None else self.secrets.get(seat, {})
        told = {"event": self.kind, **self.facts, **own}
        passing = {name: fact for name, fact in self.passing.items() if name not in own}
        if passing and self.until not in later:
            told.update(passing, passing=list(passing), until=self.until)
        return told


def retell(events: Iterable[Event], seat: int | None) -> list[Facts]:
    """A whole story as one seat (or a spectator: None) is told it now: what has passed is gone."""
    later: set[str] = set()
    found: list[Facts] = []
    for event in reversed(list(events)):
        found.append(event.seen_by(seat, later))
        later.add(event.kind)
    return found[::-1]


class Log(list[Event]):
    """The sink that steps tell events to; simulation passes None instead."""

    paced: bool = False
    """True at a table with people: steps take the pauses that keep secrets (`core/pacing.py`)."""
    dropped: tuple[int, ...] = ()
    """The seats whose sealed answers came to nothing; whoever keeps book of them empties it."""

    def tell(self, kind: str, **facts: object) -> None:
        self.append(Event(kind, facts))

    def whisper(self, kind: str, to: int, secrets: Mapping[str, object], **facts: object) -> None:
        """An event of which one seat learns more than the others."""
        self.append(Event(kind, facts, {to: secrets}))

    def flash(
        self, kind: str, until: str, passing: Mapping[str, object], to: int | None, **facts: object
    ) -> None:
        """An event of which everyone learns more for a while, and one seat (if any) for good."""
        self.append(Event(kind, facts, {} if to is None else {to: passing}, passing, until))
