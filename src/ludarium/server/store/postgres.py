"""PostgreSQL: one connection writes, many Writes to a statement; a few others read."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

import asyncpg  # type: ignore[import-untyped]

from ludarium.core.errors import InvalidInput
from ludarium.server.store import migrations, queries
from ludarium.server.store.groups import GROUP, Job, Outcome, settle
from ludarium.server.store.rows import StoreFailed
from ludarium.server.store.sheets import SHEETS, Sealing, Value, merge

Answer = TypeVar("Answer")

READERS: Final = 4
PATIENCE: Final = 10.0
"""Seconds to wait for a server that went away, and for one that does not answer."""
PAUSE: Final = 0.1
ONE_SERVER: Final = int.from_bytes(b"Ludarium", "big")
"""The advisory lock that the one Ludarium of a database holds."""

OF_THE_SERVER: Final = ("08", "25", "53", "57", "58")
"""Classes of errors that strike every Write alike: connection, read-only, resources, system."""
ADVICE: Final = {
    "3D000": "create it with `createdb`, or name another",
    "28P01": "check the user and the password in the URL",
    "28000": "check the user and the password in the URL",
    "42501": "give the user the right to create tables in it",
    "42P07": "it holds tables of another program: use an empty database",
    "53100": "the disk of its server is full: free some space, and play goes on",
    "25006": "it may only be read: name the server that may be written",
    "23505": "a row of that number or command is there already",
}


class PostgresDatabase:
    """A Database on a server."""

    queries = queries.POSTGRES

    def __init__(self, url: str) -> None:
        self.name = safe_name(url)
        self._url = url
        self._writer: asyncpg.Connection | None = None
        self._readers: asyncpg.Pool | None = None
        self._waiting: list[Job] = []
        self._writing: asyncio.Task[None] | None = None

    async def open(self) -> None:
        try:
            self._writer = await self._connect()
            await self._bring_up_to_date(self._writer)
            self._readers = await asyncpg.create_pool(
                self._url,
                min_size=1,
                max_size=READERS,
                reset=_leave,
                timeout=PATIENCE,
                command_timeout=PATIENCE,
                server_settings={"application_name": "ludarium"},
            )
        except BaseException as error:
            if self._writer is not None:
                self._writer.terminate()
            self._writer = None
            if isinstance(error, Exception):
                raise StoreFailed(self._explain(error)) from error
            raise

    async def close(self) -> None:
        readers, self._readers = self._readers, None
        if readers is None:
            return
        if self._writing is not None:
            await self._writing
        writer, self._writer = self._writer, None
        try:
            async with asyncio.timeout(PATIENCE):
                await readers.close()
                if writer is not None:
                    await writer.close()
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
            # The server is gone, and with it nothing that had been acknowledged.
            readers.terminate()
            if writer is not None:
                writer.terminate()

    async def put(self, sealing: Sealing) -> None:
        if self._readers is None:
            raise StoreFailed(f"{self.name} is closed")
        loop = asyncio.get_running_loop()
        done = loop.create_future()
        self._waiting.append((sealing, done))
        if self._writing is None:
            self._writing = loop.create_task(self._write())
        await done

    async def _write(self) -> None:
        """Commit all that waits, and all that comes meanwhile."""
        try:
            while self._waiting:
                jobs, self._waiting = self._waiting[:GROUP], self._waiting[GROUP:]
                settle(jobs, await self._commit([sealing for sealing, _ in jobs]))
        finally:
            self._writing = None

    async def _commit(self, sealings: list[Sealing]) -> list[Outcome]:
        deadline = asyncio.get_running_loop().time() + PATIENCE
        try:
            await self._insert(merge(sealings), deadline)
            return [None] * len(sealings)
        except Exception as error:
            strikes_all = isinstance(error, StoreFailed) or _state(error).startswith(OF_THE_SERVER)
            if len(sealings) == 1 or strikes_all:
                return [self._explain(error)] * len(sealings)
        outcomes: list[Outcome] = []
        for sealing in sealings:
            try:
                await self._insert(merge([sealing]), deadline)
                outcomes.append(None)
            except Exception as error:
                outcomes.append(self._explain(error))
        return outcomes

    async def _insert(self, sealing: Sealing, deadline: float) -> None:
        """Put rows by one statement, which is a transaction: all of them or none."""
        tried = False

        async def insert() -> None:
            nonlocal tried
            if self._writer is None:
                self._writer = await self._connect()
            try:
                if not tried or not await _kept(self._writer, sealing):
                    tried = True
                    await self._writer.execute(INSERT, *_arrays(sealing))
            except Exception as error:
                if _is_lost(error):
                    self._writer.terminate()
                    self._writer = None
                raise

        await self._persist(insert, deadline)

    async def ask(self, query: str, *values: Value) -> Sequence[Sequence[Any]]:
        readers = self._readers
        if readers is None:
            raise StoreFailed(f"{self.name} is closed")

        async def fetch() -> Sequence[Sequence[Any]]:
            found: Sequence[Sequence[Any]] = await readers.fetch(query, *values)
            return found

        try:
            return await self._persist(fetch, asyncio.get_running_loop().time() + PATIENCE)
        except Exception as error:
            raise StoreFailed(self._explain(error)) from error

    async def _persist(self, act: Callable[[], Awaitable[Answer]], deadline: float) -> Answer:
        """Do it, again and again while the server is away."""
        while True:
            try:
                return await act()
            except Exception as error:
                if not _is_lost(error):
                    raise
                if asyncio.get_running_loop().time() + PAUSE > deadline:
                    raise StoreFailed(self._explain(error)) from error
            await asyncio.sleep(PAUSE)

    async def healthy(self) -> bool:
        if self._readers is None:
            return False
        try:
            await self._readers.fetch("SELECT 1", timeout=PATIENCE / 4)
            return True
        except Exception:
            return False

    async def _connect(self) -> asyncpg.Connection:
        """The connection that writes: it holds the lock of the one server."""
        try:
            writer = await asyncpg.connect(
                self._url,
                timeout=PATIENCE,
                command_timeout=PATIENCE,
                server_settings={"application_name": "ludarium", "synchronous_commit": "on"},
            )
        except ValueError:
            # What asyncpg says may hold a piece of the password.
            raise StoreFailed(
                f"{self.name}: the URL cannot be used; write special letters in it as %XX"
            ) from None
        try:
            if writer.get_settings().server_encoding != "UTF8":
                raise StoreFailed(
                    f"{self.name}: its encoding is not UTF8; create it with `createdb -E UTF8`"
                )
            # The server may take a moment to notice that the last one has died.
            for _ in range(20):
                if await writer.fetchval("SELECT pg_try_advisory_lock($1)", ONE_SERVER):
                    return writer
                await asyncio.sleep(PAUSE)
            raise StoreFailed(
                f"{self.name} is in use by another Ludarium server: stop that one, or start this"
                " one with another database"
            )
        except BaseException:
            writer.terminate()
            raise

    async def _bring_up_to_date(self, writer: asyncpg.Connection) -> None:
        have: str | None = None
        if await writer.fetchval("SELECT to_regclass($1)", migrations.VERSION_TABLE) is not None:
            have = await writer.fetchval(f"SELECT version_num FROM {migrations.VERSION_TABLE}")
        if migrations.outdated(have, self.name):
            script = await asyncio.to_thread(migrations.script, "postgresql", have)
            async with writer.transaction():
                await writer.execute(script)

    def _explain(self, error: Exception) -> str:
        """What happened, for people."""
        if isinstance(error, StoreFailed):
            return str(error)
        if isinstance(error, OSError):
            return f"{self.name} does not answer: {str(error) or 'time is up'}"
        # PostgreSQL's details and hints stand on lines of their own.
        said = next(iter(str(error).splitlines()), type(error).__name__)
        advice = ADVICE.get(_state(error))
        return f"{self.name}: {said}" + (f": {advice}" if advice else "")


def safe_name(url: str) -> str:
    """A URL without its password and settings."""
    try:
        parts = urlsplit(url)
    except ValueError as error:
        raise InvalidInput(f"database: not a URL of PostgreSQL ({error})") from None
    if "@" in parts.path + parts.query + parts.fragment:
        # A password with an unwritten /, ? or # in it, cut in two.
        return "postgresql://..."
    login, at, host = parts.netloc.rpartition("@")
    return f"postgresql://{login.partition(':')[0]}{at}{host}{parts.path}"


def _state(error: Exception) -> str:
    """PostgreSQL's own code of an error, empty for others."""
    return getattr(error, "sqlstate", None) or ""


def _is_lost(error: Exception) -> bool:
    """Whether the connection is gone; asyncpg's errors about values are ValueErrors too."""
    if isinstance(error, asyncpg.InterfaceError):
        return not isinstance(error, ValueError)
    # asyncpg trips over itself where a connection ends just as a query begins.
    known = (OSError, asyncpg.PostgresConnectionError, asyncpg.InternalClientError)
    return isinstance(error, known) or _state(error).startswith("57P")


async def _leave(_: object) -> None:
    """Reading changes nothing that would have to be set back."""


async def _kept(writer: asyncpg.Connection, sealing: Sealing) -> bool:
    """Whether a statement whose answer was lost had come through.

    One row that is never replaced tells it of all; where there is none, it may be done twice.
    """
    for sheet, rows in zip(SHEETS, sealing):
        if rows and not sheet.replaced:
            names = [*list(sheet.columns)[: sheet.key], "crc"]
            where = " AND ".join(f'"{name}" = ${n}' for n, name in enumerate(names, 1))
            values = (*rows[0][: sheet.key], rows[0][-1])
            query = f"SELECT count(*) FROM {sheet.name} WHERE {where}"
            return bool(await writer.fetchval(query, *values))
    return False


def _arrays(sealing: Sealing) -> list[Sequence[Value]]:
    """The columns of all sheets, one after the other."""
    return [
        column
        for sheet, rows in zip(SHEETS, sealing)
        for column in (zip(*rows) if rows else [()] * len(sheet.columns))
    ]


def _insert_statement() -> str:
    parts, number = [], 0
    for sheet in SHEETS:
        arrays = []
        for kind in sheet.columns.values():
            number += 1
            arrays.append(f"${number}::{kind}[]")
        parts.append(
            f"put_{sheet.name} AS (INSERT INTO {sheet.name} ({queries.columns(sheet)})"
            f" SELECT * FROM unnest({', '.join(arrays)}){queries.conflict(sheet)})"
        )
    return f"WITH {', '.join(parts)} SELECT 1"


INSERT: Final = _insert_statement()
