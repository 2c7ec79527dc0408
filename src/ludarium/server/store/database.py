"""The Store over any database that can put sealed rows and answer queries."""

from __future__ import annotations

import secrets
import time
from collections.abc import Awaitable, Sequence
from typing import Any, Final, Protocol, TypeVar

from ludarium.server.store.queries import Queries
from ludarium.server.store.rows import (
    Loaded,
    LogRow,
    SaidRow,
    SeatRow,
    SecretRow,
    SnapshotRow,
    StoreFailed,
    TableRow,
    Write,
)
from ludarium.server.store.sheets import (
    LOG,
    SAID,
    SEATS,
    SECRETS,
    SNAPSHOTS,
    TABLES,
    Damaged,
    Sealing,
    Value,
    in_order,
    read_tables,
    seal,
)

LAST: Final = 2**62
"""A number that no row reaches."""
SECRET_BYTES: Final = 32

OfTable = TypeVar("OfTable", SeatRow, LogRow, SnapshotRow, SaidRow)


class Database(Protocol):
    """What SQLite and PostgreSQL do each in their own way; both raise StoreFailed."""

    name: str
    """For messages: where it is, without a password."""
    queries: Queries

    async def open(self) -> None:
        """Connect and bring the schema up to date; refuses what another server has open."""

    async def close(self) -> None:
        """Finish what is under way and disconnect."""

    def put(self, sealing: Sealing) -> Awaitable[None]:
        """Return when all of it is on disk, in the order of the calls."""

    async def ask(self, query: str, *values: Value) -> Sequence[Sequence[Any]]:
        """The rows that answer a query, from a state after every `put` that has returned."""

    async def healthy(self) -> bool:
        """Whether it answers."""


class DatabaseStore:
    """A Store, see there."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.name = database.name
        self._queries = database.queries

    async def open(self) -> None:
        await self.database.open()

    async def close(self) -> None:
        await self.database.close()

    async def healthy(self) -> bool:
        return await self.database.healthy()

    async def commit(self, write: Write) -> None:
        await self._put(write)

    async def _put(self, write: Write, secret: SecretRow | None = None) -> None:
        try:
            sealing = seal(write, secret)
        except (TypeError, ValueError, OverflowError) as error:
            raise StoreFailed(f"a row cannot be written as JSON: {error}") from error
        await self.database.put(sealing)

    async def load(self, table: str) -> Loaded | None:
        [found] = await self.database.ask(self._queries.load, table)
        try:
            tables = TABLES.read(found[0])
            if not tables:
                return None
            snapshots = _of(table, SNAPSHOTS.read(found[2]))
            return Loaded(
                table=tables[0],
                seats=_of(table, SEATS.read(found[1])),
                snapshot=snapshots[0] if snapshots else None,
                log=_unbroken(table, LOG.read(found[3]), snapshots[0].n if snapshots else 0),
                said=_of(table, SAID.read(found[4])),
            )
        except Damaged as error:
            raise self._damaged(table, error) from None

    async def find_command(self, table: str, command: str) -> LogRow | None:
        rows = await self._log(None, self._queries.command, table, command)
        return rows[0] if rows else None

    async def log(self, table: str, after: int = 0, upto: int | None = None) -> list[LogRow]:
        last = LAST if upto is None else upto
        return await self._log(after, self._queries.log, table, after, last)

    async def tail(self, table: str, before: int, count: int) -> list[LogRow]:
        return await self._log(None, self._queries.tail, table, before, count)

    async def _log(self, after: int | None, query: str, table: str, *values: Value) -> list[LogRow]:
        [found] = await self.database.ask(query, table, *values)
        try:
            return _unbroken(table, LOG.read(found[0]), after)
        except Damaged as error:
            raise self._damaged(table, error) from None

    async def snapshot(self, table: str, upto: int) -> SnapshotRow | None:
        [found] = await self.database.ask(self._queries.snapshot, table, upto)
        try:
            rows = _of(table, SNAPSHOTS.read(found[0]))
        except Damaged as error:
            raise self._damaged(table, error) from None
        return rows[0] if rows else None

    async def mine(self, guest: str, limit: int = 50) -> list[tuple[TableRow, list[SeatRow]]]:
        return await self._tables(self._queries.mine, guest, limit)

    async def listed(self, limit: int = 50) -> list[tuple[TableRow, list[SeatRow]]]:
        return await self._tables(self._queries.listed, limit)

    async def _tables(self, query: str, *values: Value) -> list[tuple[TableRow, list[SeatRow]]]:
        [found] = await self.database.ask(query, *values)
        try:
            return read_tables(found[0])
        except Damaged as error:
            raise self._damaged(None, error) from None

    async def due(self, until: int) -> list[tuple[str, int]]:
        found = await self.database.ask(self._queries.due, until)
        return [(table, wake) for table, wake in found]

    async def secret(self, name: str) -> bytes:
        kept = await self._secret(name)
        if kept is None:
            made = SecretRow(name, time.time_ns() // 1_000_000, secrets.token_bytes(SECRET_BYTES))
            try:
                await self._put(Write(), made)
            except StoreFailed:
                # Two may ask for it at the same time; both get the one that was first.
                kept = await self._secret(name)
                if kept is None:
                    raise
        return made.value if kept is None else kept

    async def _secret(self, name: str) -> bytes | None:
        [found] = await self.database.ask(self._queries.secret, name)
        try:
            rows = SECRETS.read(found[0])
        except Damaged as error:
            raise self._damaged(None, error) from None
        return rows[0].value if rows else None

    def _damaged(self, table: str | None, error: Damaged) -> StoreFailed:
        what = "" if table is None else f" at table {table!r}"
        return StoreFailed(f"{self.name} is damaged{what}: {error}; restore a backup of it")


def _of(table: str, rows: list[OfTable]) -> list[OfTable]:
    """Rows of one table in order; one of another table among them is damage."""
    if any(row.table != table for row in rows):
        raise Damaged("a row of another table stands there")
    return in_order(rows)


def _unbroken(table: str, rows: list[LogRow], after: int | None) -> list[LogRow]:
    """Rows of one log in order; one that is missing between them, or after `after`, is damage."""
    rows = _of(table, rows)
    for row in rows:
        if after is not None and row.n != after + 1:
            raise Damaged(f"row {after + 1} of its log is missing")
        after = row.n
    return rows
