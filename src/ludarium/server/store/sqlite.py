"""SQLite: one thread writes, many Writes to a sync; another reads."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
from collections.abc import Awaitable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from functools import cache
from itertools import chain
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Final

from ludarium.server.store import queries, sqlite_file
from ludarium.server.store.groups import GROUP, Job, Outcome, settle
from ludarium.server.store.rows import StoreFailed
from ludarium.server.store.sheets import SHEETS, Sealing, Value, Values, merge

AT_ONCE: Final = 64
"""Rows in one statement, at most."""
REMEMBERED: Final = 10_000
"""Tables and seats whose steady columns are known."""


class SqliteDatabase:
    """A Database in a file."""

    queries = queries.SQLITE

    def __init__(self, path: Path) -> None:
        self.path = path.absolute()
        self.name = str(self.path)
        self._opened: Opened | None = None

    async def open(self) -> None:
        try:
            connections = await asyncio.to_thread(self._connect)
        except sqlite_file.ERRORS as error:
            raise StoreFailed(sqlite_file.explain(self.path, error)) from error
        self._opened = Opened(self.path, *connections)

    def _connect(self) -> tuple[sqlite3.Connection, sqlite3.Connection, ExitStack]:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with ExitStack() as stack:
            # The last to be closed: others may come when all is brought home.
            stack.enter_context(closing(sqlite_file.lock(self.path)))
            writer = stack.enter_context(closing(sqlite_file.prepare(self.path)))
            reader = stack.enter_context(closing(sqlite_file.connect_reader(self.path)))
            return writer, reader, stack.pop_all()

    async def close(self) -> None:
        opened, self._opened = self._opened, None
        if opened is not None:
            await asyncio.to_thread(opened.close)

    def put(self, sealing: Sealing) -> Awaitable[None]:
        return self._now().writer.put(sealing)

    async def ask(self, query: str, *values: Value) -> Sequence[Sequence[Any]]:
        opened = self._now()
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(opened.reading, opened.fetch, query, values)
        except sqlite_file.ERRORS as error:
            raise StoreFailed(sqlite_file.explain(self.path, error)) from error

    async def healthy(self) -> bool:
        try:
            await self.ask("SELECT 1 FROM tables LIMIT 1")
            return self._now().file == inode(self.path)
        except (StoreFailed, OSError):
            return False

    def _now(self) -> Opened:
        if self._opened is None:
            raise StoreFailed(f"{self.name} is closed")
        return self._opened


class Opened:
    """The threads and connections of an open database."""

    def __init__(
        self,
        path: Path,
        writer: sqlite3.Connection,
        reader: sqlite3.Connection,
        connections: ExitStack,
    ) -> None:
        self.file = inode(path)
        self.writer = Writer(path, writer, asyncio.get_running_loop())
        self.reader = reader
        self.reading = ThreadPoolExecutor(1, "ludarium-reader")
        self.connections = connections

    def fetch(self, query: str, values: Values) -> Sequence[Sequence[Any]]:
        return self.reader.execute(query, values).fetchall()

    def close(self) -> None:
        self.writer.finish()
        self.reading.shutdown()
        self.connections.close()


def inode(path: Path) -> tuple[int, int]:
    """Which file it is: one that was moved away goes on being written, and will be missed."""
    stat = os.stat(path)
    return stat.st_dev, stat.st_ino


class Writer:
    """The thread that commits, with everything that waits for it in one transaction."""

    def __init__(
        self, path: Path, connection: sqlite3.Connection, loop: asyncio.AbstractEventLoop
    ) -> None:
        self.path = path
        self.connection = connection
        self._execute = connection.execute
        self._steady: dict[tuple[int, Values], Values] = {}
        self._loop = loop
        self._queue: SimpleQueue[Job | None] = SimpleQueue()
        self._writing = threading.Thread(target=self._run, name="ludarium-writer", daemon=True)
        self._writing.start()

    def put(self, sealing: Sealing) -> asyncio.Future[None]:
        """What is done when it is on disk."""
        done = self._loop.create_future()
        self._queue.put((sealing, done))
        return done

    def finish(self) -> None:
        """Return when all that was put is on disk."""
        self._queue.put(None)
        self._writing.join()

    def _run(self) -> None:
        while jobs := self._gather():
            outcomes = self._commit([sealing for sealing, _ in jobs])
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                self._loop.call_soon_threadsafe(settle, jobs, outcomes)

    def _gather(self) -> list[Job]:
        """All that waits; nothing when it is time to end."""
        jobs: list[Job] = []
        job = self._queue.get()
        try:
            while job is not None:
                jobs.append(job)
                if len(jobs) == GROUP:
                    return jobs
                job = self._queue.get_nowait()
        except Empty:
            return jobs
        if jobs:
            self._queue.put(None)
        return jobs

    def _commit(self, sealings: list[Sealing]) -> list[Outcome]:
        sealing = merge(sealings)
        try:
            self._execute("BEGIN IMMEDIATE")
            self._insert(sealing)
            self._execute("COMMIT")
        except Exception as error:
            failure = self._give_up(error)
            if len(sealings) == 1 or not _of_one(error):
                return [failure] * len(sealings)
            return self._one_by_one(sealings)
        self._remember(sealing)
        return [None] * len(sealings)

    def _one_by_one(self, sealings: list[Sealing]) -> list[Outcome]:
        """The good ones of a group in one transaction, after some other one has failed."""
        outcomes: list[Outcome] = []
        self._steady.clear()
        try:
            self._execute("BEGIN IMMEDIATE")
            for sealing in sealings:
                self._execute("SAVEPOINT one")
                try:
                    self._insert(merge([sealing]))
                    outcomes.append(None)
                except Exception as error:
                    if not (_of_one(error) and self.connection.in_transaction):
                        raise
                    self._execute("ROLLBACK TO one")
                    outcomes.append(sqlite_file.explain(self.path, error))
                self._execute("RELEASE one")
            self._execute("COMMIT")
        except Exception as error:
            return [self._give_up(error)] * len(sealings)
        return outcomes

    def _give_up(self, error: Exception) -> str:
        """Leave the connection as if nothing had been tried."""
        with suppress(sqlite3.Error):
            if self.connection.in_transaction:
                self._execute("ROLLBACK")
        return sqlite_file.explain(self.path, error)

    def _insert(self, sealing: Sealing) -> None:
        """Put rows, many to a statement: each statement asks once for the interpreter.

        A busy event loop lets go of it only now and then.
        """
        for number, (sheet, rows) in enumerate(zip(SHEETS, sealing)):
            steady = sheet.steady > sheet.key and all(
                self._steady.get((number, row[: sheet.key])) == row[sheet.key : sheet.steady]
                for row in rows
            )
            start = 0
            while start < len(rows):
                size = min(AT_ONCE, 1 << (len(rows) - start).bit_length() - 1)
                some = rows[start : start + size]
                self._execute(statement(number, size, steady), [*chain.from_iterable(some)])
                start += size

    def _remember(self, sealing: Sealing) -> None:
        """Keep what hardly ever changes: an index that is not touched need not be written."""
        if len(self._steady) > REMEMBERED:
            self._steady.clear()
        for number, (sheet, rows) in enumerate(zip(SHEETS, sealing)):
            if sheet.steady > sheet.key:
                for row in rows:
                    self._steady[number, row[: sheet.key]] = row[sheet.key : sheet.steady]


@cache
def statement(number: int, rows: int, steady: bool) -> str:
    """Into one sheet, a number of rows that is a power of two: few statements to prepare."""
    sheet = SHEETS[number]
    marks = f"({', '.join('?' * len(sheet.columns))})"
    return (
        f"INSERT INTO {sheet.name} ({queries.columns(sheet)})"
        f" VALUES {', '.join([marks] * rows)}{queries.conflict(sheet, steady)}"
    )


def _of_one(error: Exception) -> bool:
    """Whether the others of a group may fare better."""
    kind = sqlite_file.code(error)
    return kind is None or kind in sqlite_file.OF_ONE_WRITE
