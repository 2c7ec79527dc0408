"""One SQLite file: whether it is ours, whole and free, and what its errors mean to people."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from ludarium.server.store import migrations
from ludarium.server.store.rows import StoreFailed

APPLICATION: Final = int.from_bytes(b"Ldrm", "big")
MAGIC: Final = b"SQLite format 3\0"
HEADER: Final = 100
QUICK_TO_CHECK: Final = 2**25
"""Bytes: up to here every page is checked at every start (in a fifth of a second), beyond only
after a server that was not closed."""
PATIENCE_MS: Final = 5_000
"""How long another program, say a backup, may hold the file up."""
CACHE_KB: Final = 16_384
CHECKPOINT_PAGES: Final = 4_000
"""Pages of log (16 MB) until they are brought home: most are written many times before that."""
LARGEST_WAL: Final = 2**26
"""Bytes that the -wal file keeps on disk once it is brought home."""

ADVICE: Final = {
    sqlite3.SQLITE_FULL: "there is no space left on its disk: free some, and play goes on",
    sqlite3.SQLITE_READONLY: "it may not be written: check its permissions and its folder's",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened: check that its folder may be written",
    sqlite3.SQLITE_PERM: "it may not be opened: check its permissions",
    sqlite3.SQLITE_IOERR: "its disk failed: check the disk and the space on it",
    sqlite3.SQLITE_BUSY: "another program is holding it: close that program",
    sqlite3.SQLITE_LOCKED: "another program is holding it: close that program",
    sqlite3.SQLITE_NOMEM: "there is no memory left",
    sqlite3.SQLITE_NOTADB: "it is no SQLite database: name another file",
    sqlite3.SQLITE_CORRUPT: "it is damaged: restore a backup, or save what can be read with"
    " `sqlite3 FILE .recover`, or move it and its -wal file away to begin anew",
    sqlite3.SQLITE_CONSTRAINT: "a row of that number or command is there already",
    sqlite3.SQLITE_TOOBIG: "a row is too large",
}
OF_ONE_WRITE: Final = frozenset(
    {
        sqlite3.SQLITE_CONSTRAINT,
        sqlite3.SQLITE_TOOBIG,
        sqlite3.SQLITE_MISMATCH,
        sqlite3.SQLITE_CORRUPT,
    }
)
"""Errors that may spare the next Write; others are those of the disk or the file."""


ERRORS: Final = (sqlite3.Error, OSError, OverflowError, UnicodeDecodeError)
"""What a file can do to us: even the words of an error may hold damaged letters."""


def code(error: Exception) -> int | None:
    """The primary SQLite error code, None for an error of Python's side."""
    if isinstance(error, UnicodeDecodeError):
        return sqlite3.SQLITE_CORRUPT
    found = getattr(error, "sqlite_errorcode", None)
    return None if found is None else found & 0xFF


def explain(path: Path, error: Exception) -> str:
    """What happened, for people."""
    advice = ADVICE.get(code(error) or sqlite3.SQLITE_OK)
    return f"{path}: {error}" if advice is None else f"{path}: {advice} ({error})"


def lock(path: Path) -> sqlite3.Connection:
    """Keep other servers from a database for as long as the connection lives.

    SQLite's own lock on an empty file beside it: the system takes it back from a process that was
    killed, a forked child does not inherit it, and it works on every system.
    """
    beside = sqlite3.connect(
        path.with_name(path.name + ".lock"),
        timeout=0,
        isolation_level=None,
        check_same_thread=False,
    )
    try:
        beside.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        beside.close()
        if code(error) == sqlite3.SQLITE_BUSY:
            raise StoreFailed(
                f"{path} is in use by another Ludarium server: stop that one, or start this one"
                " with another database"
            ) from None
        raise
    return beside


def prepare(path: Path) -> sqlite3.Connection:
    """The connection of the writer to a database that is whole, ours and up to date."""
    have = _examine(path)
    if not path.exists():
        # Seeds and keys lie in it: nobody else on this machine shall read them.
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    writer = connect(path)
    try:
        [mode] = writer.execute("PRAGMA journal_mode = WAL").fetchone()
        if mode != "wal":
            raise StoreFailed(f"{path}: its disk cannot keep a database that is written while read")
        # Now rather than at the first move: whether it may be written.
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("ROLLBACK")
        if migrations.outdated(have, str(path)):
            script = migrations.script("sqlite", have)
            writer.executescript(
                f"BEGIN IMMEDIATE; PRAGMA application_id = {APPLICATION}; {script}; COMMIT"
            )
            writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except BaseException:
        writer.close()
        raise
    return writer


def connect(path: Path) -> sqlite3.Connection:
    """A connection that waits a little for others, and returns when the disk has it."""
    connection = sqlite3.connect(
        path, timeout=PATIENCE_MS / 1000, isolation_level=None, check_same_thread=False
    )
    for setting in (
        "synchronous = FULL",
        "fullfsync = ON",
        "checkpoint_fullfsync = ON",
        "temp_store = MEMORY",  # what a statement may have to take back: else a file for each group
        f"cache_size = -{CACHE_KB}",
        f"wal_autocheckpoint = {CHECKPOINT_PAGES}",
        f"journal_size_limit = {LARGEST_WAL}",
    ):
        connection.execute(f"PRAGMA {setting}")
    return connection


def connect_reader(path: Path) -> sqlite3.Connection:
    """A connection that only reads; damaged letters reach the checksum instead of failing."""
    connection = connect(path)
    connection.execute("PRAGMA query_only = ON")
    connection.text_factory = _lenient
    return connection


def _lenient(raw: bytes) -> str:
    return raw.decode(errors="replace")


def _examine(path: Path) -> str | None:
    """The revision of a database, None for an empty one; refuses what is not ours or not whole.

    It only reads: whoever is refused finds the files as they were, at every try.
    """
    if path.is_dir():
        raise StoreFailed(f"{path} is a folder: name a file in it")
    wal = path.with_name(path.name + "-wal")
    unclean = wal.exists() and wal.stat().st_size > 0
    size = path.stat().st_size if path.exists() else 0
    if not size:
        if unclean:
            # SQLite would throw the -wal file away.
            raise StoreFailed(
                f"{path} is missing or empty, but {wal.name} beside it is not: put the database"
                f" back, or move {wal.name} away to begin anew"
            )
        return None
    with path.open("rb") as file:
        header = file.read(HEADER)
    if not header.startswith(MAGIC):
        raise StoreFailed(f"{path}: {ADVICE[sqlite3.SQLITE_NOTADB]}")
    if not unclean and _own_size(header) > size:
        # SQLite itself would read what is missing of the last page as zeros.
        raise StoreFailed(f"{path}: {ADVICE[sqlite3.SQLITE_CORRUPT]} (its end is missing)")
    with closing(
        sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=PATIENCE_MS / 1000)
    ) as reader:
        reader.text_factory = _lenient
        [application] = reader.execute("PRAGMA application_id").fetchone()
        names = {name for (name,) in reader.execute("SELECT name FROM sqlite_master")}
        if application != APPLICATION and (application or names):
            raise StoreFailed(f"{path} is a database of another program: name another file")
        # What is lost at the end of a -wal file may have been brought home in part.
        if unclean or size <= QUICK_TO_CHECK:
            [found] = reader.execute("PRAGMA integrity_check(1)").fetchone()
            if found != "ok":
                found = " ".join(found.split())
                raise StoreFailed(f"{path}: {ADVICE[sqlite3.SQLITE_CORRUPT]} ({found})")
        if migrations.VERSION_TABLE not in names:
            return None
        row = reader.execute(f"SELECT version_num FROM {migrations.VERSION_TABLE}").fetchone()
        have = None if row is None else str(row[0])
        migrations.outdated(have, str(path))
        return have


def _own_size(header: bytes) -> int:
    """The size in bytes that a database gives itself; 1 stands for pages of 65,536 bytes."""
    page = int.from_bytes(header[16:18], "big")
    return (65_536 if page == 1 else page) * int.from_bytes(header[28:32], "big")
