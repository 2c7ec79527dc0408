"""Databases to test with: a real PostgreSQL in a folder of its own, and rows to put into them."""

from __future__ import annotations

import asyncio
import getpass
import os
import pwd
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

import asyncpg

from ludarium.server.store import open_store
from ludarium.server.store.rows import (
    LogRow,
    SaidRow,
    SeatRow,
    SnapshotRow,
    Store,
    TableRow,
)
from server.real import hold_port

T = TypeVar("T")
SECONDS = 30.0
"""How long a server may take to come or to go on however busy a machine."""


def binaries() -> Path | None:
    """The folder of PostgreSQL's programs: in PATH, or where Debian keeps them."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent
    kept = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: path.parts)
    return kept[-1].parent if kept else None


class Postgres:
    """A server of PostgreSQL on loopback; as root, it runs as a user without rights."""

    def __init__(self, programs: Path) -> None:
        self.programs = programs
        self.folder = Path(tempfile.mkdtemp(prefix="ludarium-postgres-"))
        self._held = hold_port()
        self.port = self._held.getsockname()[1]
        self.server: subprocess.Popen[bytes] | None = None
        self._made = False
        self._as: dict[str, Any] = {}
        if os.geteuid() == 0:
            user = pwd.getpwnam("nobody")
            self._as = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
            os.chown(self.folder, user.pw_uid, user.pw_gid)
        self.user = "nobody" if self._as else getpass.getuser()
        try:
            self._run("initdb", "-D", "data", "-U", self.user, "-A", "trust", "-E", "UTF8", "-N")
            self.start()
        except BaseException:
            self.stop()
            raise

    def _run(self, program: str, *options: str) -> None:
        done = subprocess.run(
            [self.programs / program, *options],
            cwd=self.folder,
            capture_output=True,
            text=True,
            env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
            check=False,
            **self._as,
        )
        assert done.returncode == 0, f"{program}: {done.stdout}{done.stderr}"

    def start(self) -> None:
        """Listen, on the same port as before."""
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": self.port,
            "unix_socket_directories": "",
            "fsync": "off",
            "full_page_writes": "off",
            "shared_buffers": "16MB",
            "max_connections": 40,
        }
        with (self.folder / "log").open("ab") as log:
            self.server = subprocess.Popen(
                [
                    self.programs / "postgres",
                    "-D",
                    "data",
                    *(
                        word
                        for name, value in settings.items()
                        for word in ("-c", f"{name}={value}")
                    ),
                ],
                cwd=self.folder,
                stdout=log,
                stderr=log,
                env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
                **self._as,
            )
        asyncio.run(self._ready())

    async def _ready(self) -> None:
        deadline = time.monotonic() + SECONDS
        while True:
            assert self.server is not None
            assert self.server.poll() is None, (self.folder / "log").read_text()
            try:
                connection = await asyncpg.connect(self.url("postgres"), timeout=SECONDS)
            except (OSError, asyncpg.CannotConnectNowError):
                assert time.monotonic() < deadline, "PostgreSQL does not start"
                await asyncio.sleep(0.02)
            else:
                await connection.close()
                return

    def halt(self, by: signal.Signals = signal.SIGINT) -> None:
        """End the server: SIGINT shuts down, SIGQUIT is a crash."""
        if self.server is not None:
            self.server.send_signal(by)
            self.server.wait(SECONDS)
            self.server = None

    def stop(self) -> None:
        """End it for good."""
        self.halt(signal.SIGQUIT)
        self._held.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, database: str) -> str:
        return f"postgresql://{self.user}@127.0.0.1:{self.port}/{database}"

    def new(self) -> str:
        """The URL of an empty database: always the same, as a fresh one is 300 files."""
        url = self.url("fresh")
        if self._made:
            execute(url, "DROP SCHEMA public CASCADE")
            execute(url, "CREATE SCHEMA public")
        else:
            execute(self.url("postgres"), "CREATE DATABASE fresh")
            self._made = True
        return url


def execute(where: str, query: str) -> list[tuple[Any, ...]]:
    """What plain SQL answers, past the store."""
    if where.startswith("sqlite:///"):
        with closing(sqlite3.connect(where.removeprefix("sqlite:///"))) as connection, connection:
            return connection.execute(query).fetchall()

    async def fetch() -> list[tuple[Any, ...]]:
        connection = await asyncpg.connect(where, timeout=SECONDS)
        try:
            return [tuple(row) for row in await connection.fetch(query)]
        finally:
            await connection.close()

    return asyncio.run(fetch())


ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
"""For programs that use these helpers."""


def run(code: str, *arguments: str) -> str:
    """What a fresh Python prints."""
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def using(where: str | Path, play: Callable[[Store], Awaitable[T]]) -> T:
    """Open a store, do something with it, and close it."""

    async def run() -> T:
        store = open_store(where)
        await store.open()
        try:
            return await play(store)
        finally:
            await store.close()

    return asyncio.run(run())


def table_row(id: str, changed: int = 1, **fields: Any) -> TableRow:
    common: dict[str, Any] = {
        "id": id,
        "game": "tears-of-nature",
        "rules": 1,
        "name": f"The table {id}",
        "status": "playing",
        "options": {"players": 2, "ruleset": "master"},
        "settings": {"clock": {"mode": "move", "seconds": 60}, "listed": True},
        "host": "host",
        "watch_hash": "f0" * 32,
        "seed": "5eed" * 16,
        "pledge": "ab" * 32,
        "created": 1,
        "changed": changed,
        "listed": False,
    }
    return TableRow(**{**common, **fields})


def seat_row(table: str, n: int, **fields: Any) -> SeatRow:
    return SeatRow(**{"table": table, "n": n, "kind": "person", "name": f"Seat {n}", **fields})


def log_row(table: str, n: int, command: str = "", **fields: Any) -> LogRow:
    common: dict[str, Any] = {
        "table": table,
        "n": n,
        "command": command or f"{table}-{n}",
        "seat": n % 2,
        "kind": "act",
        "do": "attack XEW16 1.0",
        "at": 1_700_000_000_000 + n,
        "lines": [[n % 2, "attack XEW16 1.0", False]],
        "events": [["attacked", {"seat": n % 2, "card": "XEW16"}, {"1": {"hand": ["F6", "W6"]}}]],
        "told": [n, n, n],
    }
    return LogRow(**{**common, **fields})


def snapshot_row(table: str, n: int) -> SnapshotRow:
    return SnapshotRow(table=table, n=n, position={"zones": {"deck": ["F6", "W7"]}}, throws=n)


def said_row(table: str, n: int, text: str = "Hello", channel: str = "table") -> SaidRow:
    return SaidRow(
        table=table, n=n, channel=channel, seat=0, guest="ada", name="Ada", text=text, at=n
    )
