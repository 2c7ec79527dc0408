"""A server that goes away, comes back, or was never there."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Iterator

import pytest

from ludarium.server.store import open_store, postgres
from ludarium.server.store.rows import Store, StoreFailed, Write
from ludarium.server.store.sheets import SHEETS
from server.databases import Postgres, execute, log_row, seat_row, table_row, using

LONG = 60.0
"""Patience enough on however busy a machine."""
CUT = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE application_name = 'ludarium' AND datname = current_database()"
)


@pytest.fixture
def server(postgres: Postgres) -> Iterator[Postgres]:
    """The server; it runs again after the test."""
    yield postgres
    if postgres.server is None:
        postgres.start()


async def nothing(store: Store) -> None:
    assert await store.healthy()


def test_the_schema_is_that_of_the_sheets(postgres: Postgres) -> None:
    url = postgres.new()
    using(url, nothing)
    columns = execute(
        url,
        "SELECT table_name, column_name, data_type FROM information_schema.columns"
        " WHERE table_schema = 'public' AND table_name <> 'ludarium_version'"
        " ORDER BY table_name, ordinal_position",
    )
    assert columns == [
        (sheet.name, name, kind)
        for sheet in sorted(SHEETS, key=lambda sheet: sheet.name)
        for name, kind in sheet.columns.items()
    ]


def test_every_commit_comes_through_once_though_connections_are_cut(
    server: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "PATIENCE", LONG)
    url = server.new()

    async def play(store: Store) -> None:
        async def at(table: str) -> None:
            for n in range(1, 101):
                seats = (seat_row(table, 0, away=n),)
                await store.commit(Write(table_row(table, n), seats, (log_row(table, n),)))
                assert await store.find_command(table, f"{table}-{n}") == log_row(table, n)

        playing = asyncio.gather(*map(at, "abcdefgh"))
        for _ in range(4):
            await asyncio.sleep(0.05)
            await asyncio.to_thread(execute, url, CUT)
        await playing
        for table in "abcdefgh":
            loaded = await store.load(table)
            assert loaded is not None
            assert loaded.log == [log_row(table, n) for n in range(1, 101)]
            assert loaded.table.changed == loaded.seats[0].away == 100

    using(url, play)


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGQUIT], ids=["shutdown", "crash"])
def test_a_restart_is_waited_for(
    server: Postgres, by: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "PATIENCE", LONG)
    url = server.new()

    async def play(store: Store) -> None:
        acknowledged = 0

        async def keep_playing() -> None:
            nonlocal acknowledged
            for n in range(1, 10**6):
                if restarted.is_set():
                    return
                await store.commit(Write(table_row("t", n), log=(log_row("t", n),)))
                acknowledged = n

        def restart() -> None:
            server.halt(by)
            server.start()
            restarted.set()

        restarted = threading.Event()
        playing = asyncio.create_task(keep_playing())
        while not acknowledged:
            await asyncio.sleep(0.01)
        await asyncio.to_thread(restart)
        await playing
        await store.commit(Write(log=(log_row("t", acknowledged + 1),)))
        rows = range(1, acknowledged + 2)
        assert await store.log("t") == [log_row("t", n) for n in rows]

    using(url, play)


def test_a_server_that_stays_away_fails_the_write_and_is_found_again(
    server: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = server.new()

    async def play(store: Store) -> None:
        await store.commit(Write(table_row("t")))
        await asyncio.to_thread(server.halt)
        monkeypatch.setattr(postgres, "PATIENCE", 0.5)
        writes = [Write(log=(log_row("t", n),)) for n in range(1, 21)]
        failed = await asyncio.gather(*map(store.commit, writes), return_exceptions=True)
        for error in failed:
            assert isinstance(error, StoreFailed)
            assert str(error).startswith(f"{url} does not answer")
        with pytest.raises(StoreFailed, match="does not answer"):
            await store.load("t")
        assert not await store.healthy()
        monkeypatch.setattr(postgres, "PATIENCE", LONG)
        await asyncio.to_thread(server.start)
        for write in writes:
            await store.commit(write)
        loaded = await store.load("t")
        assert loaded is not None
        assert len(loaded.log) == 20
        assert await store.healthy()

    using(url, play)


def test_closing_does_not_wait_for_a_server_that_is_gone(
    server: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(store: Store) -> None:
        await store.commit(Write(table_row("t")))
        await asyncio.to_thread(server.halt, signal.SIGQUIT)
        monkeypatch.setattr(postgres, "PATIENCE", 0.5)

    using(server.new(), play)


def test_a_crash_of_another_server_does_not_lock_us_out(postgres: Postgres) -> None:
    url = postgres.new()

    async def crash_and_open_again() -> None:
        first = open_store(url)
        await first.open()
        # The connections go as those of a killed process do.
        await asyncio.to_thread(execute, url, CUT)
        second = open_store(url)
        await second.open()
        with pytest.raises(StoreFailed, match="in use by another Ludarium server"):
            await first.commit(Write(table_row("t")))
        await second.commit(Write(table_row("t")))
        await second.close()
        await first.commit(Write(table_row("t", 2)))
        await first.close()

    asyncio.run(crash_and_open_again())


# Servers that cannot be used


def refused(url: str) -> str:
    with pytest.raises(StoreFailed) as error:
        using(url, nothing)
    return str(error.value)


def test_a_database_that_is_not_there(postgres: Postgres) -> None:
    assert "create it with `createdb`" in refused(postgres.url("nowhere"))


def test_the_database_of_another_program(postgres: Postgres) -> None:
    url = postgres.new()
    execute(url, "CREATE TABLE log (x int)")
    assert "holds tables of another program" in refused(url)
    execute(url, "DROP TABLE log")
    using(url, nothing)


def test_a_database_without_all_letters(postgres: Postgres) -> None:
    execute(
        postgres.url("postgres"),
        "CREATE DATABASE old ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0",
    )
    assert "its encoding is not UTF8" in refused(postgres.url("old"))


def test_nobody_answers_and_the_password_stays_unsaid(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludarium.server.store.postgres.PATIENCE", 0.5)
    said = refused("postgresql://ada:s3cret@127.0.0.1:1/games")
    assert said.startswith("postgresql://ada@127.0.0.1:1/games does not answer")
    assert "s3cret" not in said
    for password in ("s3/cret", "s3?cret", "s3#cret"):
        said = refused(f"postgresql://ada:{password}@127.0.0.1:1/games")
        assert "s3" not in said
        assert "cret" not in said
