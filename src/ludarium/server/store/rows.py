"""What the store keeps, as rows, and what it can do.

Truth is the log: one row for each command, in the order of the table, never changed. Everything a
running match needs is in the last snapshot and the rows after it.
"""

from __future__ import annotations

from typing import Protocol, TypeAlias

import msgspec

Json: TypeAlias = dict[str, object]


class StoreFailed(Exception):
    """The store cannot do it (disk full, file damaged, server gone), in one line for people.

    Of a write that failed nothing was kept.
    """


class TableRow(msgspec.Struct, frozen=True):
    """A table, whole: written anew whenever something about it changes."""

    id: str
    game: str
    rules: int
    """The version of the rules that the match began with."""
    name: str
    status: str
    options: Json
    settings: Json
    """Clock rule, grace, listed, watching, kids."""
    host: str
    """The guest who may change it."""
    watch_hash: str
    seed: str
    pledge: str
    created: int
    changed: int
    listed: bool
    """Gathering or playing, and shown to everyone."""
    wake: int | None = None
    """When (ms) something is due here although nobody acts: a bot's move, a deadline."""
    live: Json = {}
    """Clocks and an open undo request, as they were at `changed`."""
    next: str = ""
    """The table of the rematch."""
    origin: Json | None = None
    """The position that the match was started from, if any."""


class SeatRow(msgspec.Struct, frozen=True):
    """A chair."""

    table: str
    n: int
    kind: str
    name: str = ""
    guest: str = ""
    token_hash: str = ""
    """Of the token that opens this chair: the invite before it is claimed, then the socket's."""
    bot: str = ""
    ready: bool = False
    away: int | None = None
    held: bool = False
    muted: bool = False


class LogRow(msgspec.Struct, frozen=True):
    """One command and all that came of it."""

    table: str
    n: int
    """Counts the commands of the table, from 1 and without gaps."""
    command: str
    """The client's id of it, unique at the table; the server's own commands have ids too."""
    seat: int | None
    kind: str
    """`start`, `act` (`final`: it stands by the rules), `concede`, `take-back`, `undo` (`agreed`:
    the others had to consent), or a matter of the table."""
    do: str
    at: int
    lines: list[list[object]]
    """What it adds to the record: [seat, text, anonymous]."""
    events: list[list[object]]
    """What happened: [kind, facts, secrets by seat]."""
    told: list[int]
    """How many log lines each seat has been told by now; the last figure is the spectators'."""


class SnapshotRow(msgspec.Struct, frozen=True):
    """The position after row `n`, so that a long match loads quickly."""

    table: str
    n: int
    position: Json | None
    """None before the start."""
    throws: int
    """How often the dice were asked."""


class SaidRow(msgspec.Struct, frozen=True):
    """A line of chat."""

    table: str
    n: int
    channel: str
    seat: int | None
    guest: str
    name: str
    text: str
    at: int
    command: str = ""
    """The client's id of it, as in the log."""


class SecretRow(msgspec.Struct, frozen=True):
    """A key that only this house knows."""

    name: str
    made: int
    value: bytes


class Write(msgspec.Struct, frozen=True):
    """What is committed as one: all of it or nothing."""

    table: TableRow | None = None
    seats: tuple[SeatRow, ...] = ()
    log: tuple[LogRow, ...] = ()
    snapshot: SnapshotRow | None = None
    said: SaidRow | None = None


class Loaded(msgspec.Struct, frozen=True):
    """All that is needed to wake a table."""

    table: TableRow
    seats: list[SeatRow]
    snapshot: SnapshotRow | None
    """The last one."""
    log: list[LogRow]
    """The rows after the snapshot, in order."""
    said: list[SaidRow]
    """The last lines of chat of both channels."""


class Store(Protocol):
    """A durable home for tables; every method may be called from the event loop."""

    name: str
    """Where it is, for messages and logs: a path, or a URL without its password."""

    async def open(self) -> None:
        """Connect and bring the schema up to date."""

    async def close(self) -> None:
        """Finish what is under way and disconnect."""

    async def commit(self, write: Write) -> None:
        """Return when it is on disk; raises StoreFailed if it is not and never will be.

        Commits of one table arrive in the order of the calls; those of many share one sync.
        """

    async def load(self, table: str) -> Loaded | None:
        """A table, or None if there is none of that id."""

    async def find_command(self, table: str, command: str) -> LogRow | None:
        """The row of a command that was committed before."""

    async def log(self, table: str, after: int = 0, upto: int | None = None) -> list[LogRow]:
        """Rows after number `after` up to number `upto`, in order."""

    async def tail(self, table: str, before: int, count: int) -> list[LogRow]:
        """The last `count` rows before number `before`, in order."""

    async def snapshot(self, table: str, upto: int) -> SnapshotRow | None:
        """The last snapshot at or before row `upto`."""

    async def mine(self, guest: str, limit: int = 50) -> list[tuple[TableRow, list[SeatRow]]]:
        """Tables at which a guest sits or that the guest hosts, the latest change first."""

    async def listed(self, limit: int = 50) -> list[tuple[TableRow, list[SeatRow]]]:
        """Tables that are shown to everyone, the latest change first."""

    async def due(self, until: int) -> list[tuple[str, int]]:
        """(table, wake) of all tables with something due up to a time, the earliest first."""

    async def secret(self, name: str) -> bytes:
        """A key of 32 bytes from the operating system, made when it is first asked for."""

    async def healthy(self) -> bool:
        """Whether the store answers."""
