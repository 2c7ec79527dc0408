"""What a table keeps of itself in its row: what the host chose, and what every command changes."""

from __future__ import annotations

import msgspec

from ludarium.server import clocks, wire


class Settings(msgspec.Struct, frozen=True):
    """What the host chose; kept as JSON in the row of the table."""

    clock: wire.ClockRule = wire.ClockRule()
    grace: int | None = None
    watching: bool = True
    kids: bool = False
    origin: str = "new"
    arranged: bool = False
    """The seed was given, so whoever set the table up may know the cards."""


class UndoWish(msgspec.Struct):
    """Somebody wants to take back and waits for the consent of others."""

    by: int
    waiting: list[int]


class Live(msgspec.Struct):
    """What changes with every command; kept as JSON in the row of the table."""

    n: int = 0
    """The number of the last row."""
    told: list[int] = msgspec.field(default_factory=list)
    asks: list[int] = msgspec.field(default_factory=list)
    acts: list[int | None] = msgspec.field(default_factory=list)
    """By seat, the row of its last action that stands."""
    finals: dict[str, int] = msgspec.field(default_factory=dict)
    """By seat, the row of its last answer that is final by the rules."""
    final: int = 0
    """The last row of that kind that everybody knows of: nothing given in a quiet question."""
    asked: list[int] = msgspec.field(default_factory=list)
    clock: clocks.ClockState | None = None
    undo: UndoWish | None = None
    held: dict[str, int] = msgspec.field(default_factory=dict)
    """By held seat, the row with which a bot took the chair."""
    bot_at: int | None = None
    """When the next bot answers."""
    paced: bool = False
    """Whether the match takes the pauses of a table with people."""
    stands: dict[str, dict[str, int]] = msgspec.field(default_factory=dict)
    """By seat, the wishes that its player has left behind, each with its moment."""
    window_at: int | None = None
    """When the quiet question opened that is open now."""
    run: int = 0
    """When the server started that wrote this."""
