"""The file of a small house: full disks, foreign files, damaged tails."""

from __future__ import annotations

import asyncio
import os
import random
import resource
import sqlite3
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from ludarium.server.store import open_store, sqlite_file
from ludarium.server.store.database import DatabaseStore
from ludarium.server.store.rows import LogRow, Store, StoreFailed, Write
from ludarium.server.store.sqlite import SqliteDatabase
from server.databases import execute, log_row, seat_row, snapshot_row, table_row, using


async def nothing(store: Store) -> None:
    assert await store.healthy()


def writer(store: Store) -> sqlite3.Connection:
    """The connection behind a store; only touched while nothing is being committed."""
    assert isinstance(store, DatabaseStore)
    assert isinstance(store.database, SqliteDatabase)
    assert store.database._opened is not None
    return store.database._opened.writer.connection


# The file


def test_the_file_is_private_and_syncs_every_commit(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "ludarium.db"

    async def play(store: Store) -> None:
        await store.commit(Write(table_row("t")))
        assert writer(store).execute("PRAGMA synchronous").fetchone() == (2,)
        assert writer(store).execute("PRAGMA journal_mode").fetchone() == ("wal",)
        for file in (path, path.with_name("ludarium.db-wal")):
            assert stat.S_IMODE(file.stat().st_mode) == 0o600

    using(path, play)
    assert sorted(file.name for file in path.parent.iterdir()) == [
        "ludarium.db",
        "ludarium.db.lock",
    ]
    assert execute(f"sqlite:///{path}", "PRAGMA application_id") == [(0x4C64726D,)]


@pytest.mark.parametrize(
    "content",
    [b"x", b"no database", b"SQLite format 3", b"SQLite format 3\0", os.urandom(9000)],
    ids=["letter", "text", "no header", "half a header", "noise"],
)
def test_what_is_no_database_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    with pytest.raises(StoreFailed, match=r"notes\.txt.*name another file"):
        using(path, nothing)
    assert path.read_bytes() == content


@pytest.mark.parametrize("statement", ["CREATE TABLE log (x)", "PRAGMA application_id = 7"])
def test_the_database_of_another_program_is_refused(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "other.db"
    execute(f"sqlite:///{path}", statement)
    before = path.read_bytes()
    with pytest.raises(StoreFailed, match=r"other\.db is a database of another program"):
        using(path, nothing)
    assert path.read_bytes() == before


def test_an_empty_file_is_a_new_database(tmp_path: Path) -> None:
    path = tmp_path / "empty.db"
    path.touch()
    using(path, nothing)
    execute(f"sqlite:///{tmp_path / 'made.db'}", "VACUUM")
    using(tmp_path / "made.db", nothing)


def test_places_that_cannot_be(tmp_path: Path) -> None:
    with pytest.raises(StoreFailed, match="is a folder: name a file in it"):
        using(tmp_path, nothing)
    (tmp_path / "file").touch()
    with pytest.raises(StoreFailed, match=r"file/ludarium\.db"):
        using(tmp_path / "file" / "ludarium.db", nothing)


def test_a_log_without_its_database_is_not_thrown_away(tmp_path: Path) -> None:
    wal = tmp_path / "ludarium.db-wal"
    wal.write_bytes(b"precious")
    for path in (tmp_path / "ludarium.db", tmp_path / "ludarium.db"):
        with pytest.raises(StoreFailed, match=r"missing or empty, but ludarium\.db-wal"):
            using(path, nothing)
        path.touch()
    assert wal.read_bytes() == b"precious"


def test_a_file_that_was_moved_away_is_not_healthy(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        assert await store.healthy()
        (tmp_path / "ludarium.db").rename(tmp_path / "moved.db")
        assert not await store.healthy()
        (tmp_path / "moved.db").rename(tmp_path / "ludarium.db")

    using(tmp_path / "ludarium.db", play)


# Others at the same file


@contextmanager
def held(path: Path) -> Iterator[sqlite3.Connection]:
    """Another program is writing."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield other


def test_readers_do_not_wait_for_a_writer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "ludarium.db"
    monkeypatch.setattr(sqlite_file, "PATIENCE_MS", 60_000)

    async def play(store: Store) -> None:
        await store.commit(Write(table_row("t")))
        with held(path) as other:
            commits = [
                asyncio.create_task(store.commit(Write(log=(log_row("t", n),))))
                for n in range(1, 40)
            ]
            loaded = await store.load("t")
            assert loaded is not None
            assert loaded.log == []
            assert not any(commit.done() for commit in commits)
            other.execute("ROLLBACK")
            await asyncio.gather(*commits)
        assert len(await store.log("t")) == 39

    using(path, play)


def test_a_file_that_stays_held_fails_the_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "ludarium.db"
    monkeypatch.setattr(sqlite_file, "PATIENCE_MS", 20)

    async def play(store: Store) -> None:
        with held(path), pytest.raises(StoreFailed, match="another program is holding it"):
            await store.commit(Write(table_row("t")))
        assert await store.load("t") is None
        await store.commit(Write(table_row("t")))

    using(path, play)


# Disks


@contextmanager
def no_larger_file(size: int) -> Iterator[None]:
    """The system refuses to let any file grow beyond a size."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_play_goes_on_after_the_disk_was_full(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        await store.commit(Write(table_row("t"), log=(log_row("t", 1),)))
        database = writer(store)
        [pages] = database.execute("PRAGMA page_count").fetchone()
        database.execute(f"PRAGMA max_page_count = {pages}")
        large = log_row("t", 2, do="x" * 100_000)
        for _ in range(2):
            writes = [Write(log=(large,)), Write(table_row("t", 2), log=(log_row("u", 1),))]
            failed = await asyncio.gather(*map(store.commit, writes), return_exceptions=True)
            assert "no space left on its disk" in str(failed[0])
        database.execute("PRAGMA max_page_count = 1000000")
        await store.commit(Write(log=(large,)))
        assert await store.log("t") == [log_row("t", 1), large]

    using(tmp_path / "ludarium.db", play)


def test_play_goes_on_after_the_disk_failed(tmp_path: Path) -> None:
    path = tmp_path / "ludarium.db"

    async def play(store: Store) -> None:
        await store.commit(Write(table_row("t"), log=(log_row("t", 1),)))
        wal = path.with_name("ludarium.db-wal").stat().st_size
        rows = [log_row("t", n, do="x" * 5_000) for n in range(2, 40)]
        with no_larger_file(wal + 10_000):
            results = await asyncio.gather(
                *(store.commit(Write(log=(row,))) for row in rows), return_exceptions=True
            )
            assert "its disk failed" in str(results[-1])
            kept = [row for row, result in zip(rows, results) if result is None]
            assert await store.log("t") == [log_row("t", 1), *kept]
        for row in rows[len(kept) :]:
            await store.commit(Write(log=(row,)))
        assert await store.log("t") == [log_row("t", 1), *rows]

    using(path, play)
    assert len(using(path, lambda store: store.log("t"))) == 39


def test_a_file_that_may_only_be_read_fails_the_write(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        writer(store).execute("PRAGMA query_only = ON")
        with pytest.raises(StoreFailed, match="check its permissions"):
            await store.commit(Write(table_row("t")))
        writer(store).execute("PRAGMA query_only = OFF")
        await store.commit(Write(table_row("t")))

    using(tmp_path / "ludarium.db", play)


# Damage

LOGS = {"a": 40, "b": 25, "c": 3}
IMAGE = ("ludarium.db", "ludarium.db-wal")


async def furnish(store: Store, midway: Callable[[], object] = lambda: None) -> None:
    """Three tables whose rows came in turn; one has a snapshot."""
    for table in LOGS:
        await store.commit(Write(table_row(table), (seat_row(table, 0, guest="ada"),)))
    for n in range(1, max(LOGS.values()) + 1):
        for table, count in LOGS.items():
            if n <= count:
                long = "x" * (6000 if n % 9 == 0 else n)
                await store.commit(Write(table_row(table, n), log=(log_row(table, n, do=long),)))
        if n == 20:
            await store.commit(Write(snapshot=snapshot_row("a", 20)))
            midway()


def rows_of(table: str) -> list[LogRow]:
    return [
        log_row(table, n, do="x" * (6000 if n % 9 == 0 else n)) for n in range(1, LOGS[table] + 1)
    ]


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, bytes]]:
    """Files as servers leave them that are killed: before, amid and after bringing home."""
    images = []
    for when in ("never", "half", "all"):
        path = tmp_path_factory.mktemp("killed") / "ludarium.db"

        async def play(store: Store, when: str = when, path: Path = path) -> None:
            with closing(sqlite3.connect(path, isolation_level=None)) as reader:

                def hold() -> None:
                    """What comes after what somebody is reading cannot be brought home."""
                    reader.execute("BEGIN")
                    reader.execute("SELECT * FROM log").fetchall()

                await furnish(store, hold if when == "half" else lambda: None)
                if when != "never":
                    writer(store).execute("PRAGMA wal_checkpoint(PASSIVE)")
            images.append({name: path.with_name(name).read_bytes() for name in IMAGE})

        using(path, play)
    return images


@pytest.fixture
def quick(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory where there is one: hundreds of files are synced here."""
    memory = Path("/dev/shm")
    if not os.access(memory, os.W_OK):
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(prefix="ludarium-", dir=memory) as folder:
        yield Path(folder)


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file as a server leaves it that is closed."""
    path = tmp_path_factory.mktemp("closed") / "ludarium.db"
    using(path, furnish)
    return path.read_bytes()


def survey(path: Path) -> str:
    """Open a damaged database twice; what was added at the first time is there at the second.

    `refused` or `damaged`: an error named the file, at opening or at one of the tables. Otherwise
    every log was `whole`, or some only a clean `prefix`.
    """

    async def check(store: Store) -> str:
        seen = "whole"
        for table, count in LOGS.items():
            try:
                loaded = await store.load(table)
                log = await store.log(table)
                if loaded is not None:
                    later = log_row(table, len(log) + 1, f"later {len(log) + 1}")
                    await store.commit(Write(log=(later,)))
            except StoreFailed as error:
                seen = named(path, error, "damaged")
                continue
            assert not log or loaded is not None
            after = loaded.snapshot.n if loaded is not None and loaded.snapshot is not None else 0
            assert loaded is None or loaded.log == log[after:]
            old = [row for row in log if not row.command.startswith("later ")]
            assert log[: len(old)] == old == rows_of(table)[: len(old)], table
            if len(old) < count and seen == "whole":
                seen = "prefix"
        return seen

    try:
        seen = using(path, check)
        return seen if using(path, check) == seen else "changed"
    except StoreFailed as error:
        return named(path, error, "refused")


def named(path: Path, error: StoreFailed, how: str) -> str:
    return how if str(path) in str(error) else f"an error that does not name the file: {error}"


def put(folder: Path, files: dict[str, bytes]) -> Path:
    for old in folder.iterdir():
        old.unlink()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return folder / "ludarium.db"


def flipped(content: bytes, at: int) -> bytes:
    return content[:at] + bytes([content[at] ^ 0x41]) + content[at + 1 :]


def offsets(length: int, count: int) -> list[int]:
    """The first bytes, the last bytes, and others between."""
    some = random.Random(7).sample(range(length), count)
    return sorted({0, 1, 17, 24, 31, 32, 40, 55, length - 1, length - 100, *some})


def test_a_killed_server_leaves_a_whole_database(
    killed: list[dict[str, bytes]], quick: Path
) -> None:
    for image in killed:
        assert survey(put(quick, image)) == "whole"


@pytest.mark.parametrize("when", [0, 1, 2], ids=["never", "half", "all"])
def test_a_cut_log_leaves_a_clean_prefix(
    killed: list[dict[str, bytes]], quick: Path, when: int
) -> None:
    image = killed[when]
    wal = image["ludarium.db-wal"]
    seen = {
        survey(put(quick, {**image, "ludarium.db-wal": wal[:length]}))
        for length in offsets(len(wal), 50)
    }
    assert "prefix" in seen
    assert seen <= {"prefix", "whole", "refused"}


@pytest.mark.parametrize("when", [0, 1, 2], ids=["never", "half", "all"])
def test_a_flipped_byte_in_the_log_leaves_a_clean_prefix(
    killed: list[dict[str, bytes]], quick: Path, when: int
) -> None:
    image = killed[when]
    wal = image["ludarium.db-wal"]
    seen = {
        survey(put(quick, {**image, "ludarium.db-wal": flipped(wal, at)}))
        for at in offsets(len(wal), 90)
    }
    assert "prefix" in seen
    assert seen <= {"prefix", "whole", "refused"}


def test_a_cut_database_is_refused(closed: bytes, quick: Path) -> None:
    for length in offsets(len(closed), 50):
        expected = "refused" if length else "prefix"
        assert survey(put(quick, {"ludarium.db": closed[:length]})) == expected, length


def test_a_cut_database_with_its_log_is_whole_or_says_so(
    killed: list[dict[str, bytes]], quick: Path
) -> None:
    for image in killed:
        whole = image["ludarium.db"]
        for length in offsets(len(whole), 15):
            path = put(quick, {**image, "ludarium.db": whole[:length]})
            assert survey(path) in ("refused", "damaged", "whole"), length


def test_a_flipped_byte_in_the_database_never_passes_for_a_move(closed: bytes, quick: Path) -> None:
    seen = {
        survey(put(quick, {"ludarium.db": flipped(closed, at)})) for at in offsets(len(closed), 200)
    }
    assert {"damaged", "refused", "whole"} <= seen
    assert seen <= {"damaged", "refused", "whole", "prefix"}


def test_damaged_letters_in_the_schema_are_refused(closed: bytes, quick: Path) -> None:
    odd = closed.replace(b"sqlite_autoindex_seats", b"sqlite_auto\xf5ndex_seats")
    assert odd != closed
    assert survey(put(quick, {"ludarium.db": odd})) == "refused"


def test_a_refused_database_is_refused_again_and_left_alone(
    killed: list[dict[str, bytes]], tmp_path: Path
) -> None:
    image = killed[1]
    torn = {**image, "ludarium.db": image["ludarium.db"][: len(image["ludarium.db"]) // 2]}
    path = put(tmp_path, torn)
    for _ in range(3):
        with pytest.raises(StoreFailed, match=r"damaged: restore a backup.*\.recover"):
            asyncio.run(open_store(path).open())
        for name in IMAGE:
            assert (tmp_path / name).read_bytes() == torn[name]
