"""What was acknowledged is there again, on SQLite and on a real PostgreSQL."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from ludarium import InvalidInput
from ludarium.server.store import default_path, migrations, open_store, postgres
from ludarium.server.store.database import DatabaseStore
from ludarium.server.store.rows import Loaded, LogRow, Store, StoreFailed, Write
from ludarium.server.store.sheets import SHEETS
from ludarium.server.store.sqlite import AT_ONCE, SqliteDatabase
from server.databases import (
    ENVIRONMENT,
    execute,
    log_row,
    run,
    said_row,
    seat_row,
    snapshot_row,
    table_row,
    using,
)

Play = Callable[[Store], Awaitable[None]]


def stored(play: Play) -> Callable[[str], None]:
    """Run a test with an open store, once with each kind of database."""

    def test(database: str) -> None:
        using(database, play)

    test.__name__, test.__doc__ = play.__name__, play.__doc__
    return test


async def failures(store: Store, writes: list[Write]) -> list[int]:
    """Commit all at once; the numbers of those that failed."""
    results = await asyncio.gather(*map(store.commit, writes), return_exceptions=True)
    for result in results:
        assert result is None or isinstance(result, StoreFailed), result
    return [number for number, result in enumerate(results) if result is not None]


async def fill(store: Store, table: str, rows: int, start: int = 1) -> None:
    await asyncio.gather(
        *(store.commit(Write(log=(log_row(table, n),))) for n in range(start, start + rows))
    )


# What is kept


@stored
async def test_a_table_is_loaded_as_it_was_committed(store: Store) -> None:
    table = table_row("k7Qm2", wake=17, live={"clock": [1, 2]}, origin={"zones": {}})
    seats = (seat_row("k7Qm2", 0, guest="ada"), seat_row("k7Qm2", 1, away=5))
    rows = (log_row("k7Qm2", 1), log_row("k7Qm2", 2))
    said = said_row("k7Qm2", 1, "Good luck")
    await store.commit(Write(table, seats, rows, None, said))
    assert await store.load("k7Qm2") == Loaded(table, list(seats), None, list(rows), [said])


@stored
async def test_there_is_nothing_at_an_unknown_table(store: Store) -> None:
    assert await store.load("nowhere") is None
    assert await store.find_command("nowhere", "c") is None
    assert await store.log("nowhere") == await store.tail("nowhere", 9, 9) == []
    assert await store.snapshot("nowhere", 9) is None
    assert await store.listed() == await store.mine("nobody") == await store.due(10**15) == []


@stored
async def test_every_letter_comes_back(store: Store) -> None:
    odd = "\"'\\ \n\t\0 ☃ 𝄞 é ]}, $1 ?1 %s -- '' \x7f\u2028"
    table = table_row("t", name=odd, options={odd: [odd, None, 1.5, -1, True]})
    said = said_row("t", 1, odd)
    await store.commit(Write(table, (seat_row("t", 0, name=odd),), said=said))
    loaded = await store.load("t")
    assert loaded is not None
    assert loaded.table == table
    assert (loaded.seats[0].name, loaded.said) == (odd, [said])
    assert await store.listed() == []


@stored
async def test_tables_and_seats_are_replaced(store: Store) -> None:
    await store.commit(Write(table_row("t"), (seat_row("t", 0), seat_row("t", 1))))
    await store.commit(Write(table_row("t", 2, name="New"), (seat_row("t", 1, name="Rosa"),)))
    loaded = await store.load("t")
    assert loaded is not None
    assert (loaded.table.name, loaded.table.changed) == ("New", 2)
    assert [seat.name for seat in loaded.seats] == ["Seat 0", "Rosa"]


@stored
async def test_loading_begins_at_the_last_snapshot(store: Store) -> None:
    await store.commit(Write(table_row("t")))
    await fill(store, "t", 9)
    for n in (3, 7):
        await store.commit(Write(snapshot=snapshot_row("t", n)))
    loaded = await store.load("t")
    assert loaded is not None
    assert loaded.snapshot == snapshot_row("t", 7)
    assert loaded.log == [log_row("t", 8), log_row("t", 9)]
    assert await store.snapshot("t", 9) == await store.snapshot("t", 7) == snapshot_row("t", 7)
    assert await store.snapshot("t", 6) == await store.snapshot("t", 3) == snapshot_row("t", 3)
    assert await store.snapshot("t", 2) is None


@stored
async def test_parts_of_a_log(store: Store) -> None:
    await fill(store, "t", 12)
    await fill(store, "u", 12)

    def rows(first: int, last: int) -> list[LogRow]:
        return [log_row("t", n) for n in range(first, last + 1)]

    assert await store.log("t") == rows(1, 12)
    assert await store.log("t", after=4) == rows(5, 12)
    assert await store.log("t", after=4, upto=6) == rows(5, 6)
    assert await store.log("t", after=6, upto=6) == []
    assert await store.tail("t", before=13, count=3) == rows(10, 12)
    assert await store.tail("t", before=3, count=5) == rows(1, 2)
    assert await store.tail("t", before=1, count=5) == []
    assert await store.find_command("t", "t-5") == log_row("t", 5)
    assert await store.find_command("t", "u-5") is None


@stored
async def test_the_last_lines_of_either_channel_are_loaded(store: Store) -> None:
    await store.commit(Write(table_row("t")))
    lines = [said_row("t", n, f"line {n}") for n in range(1, 71)]
    lines += [said_row("t", n, f"aside {n}", "watch") for n in range(1, 61)]
    await asyncio.gather(*(store.commit(Write(said=line)) for line in lines))
    loaded = await store.load("t")
    assert loaded is not None
    kept = [line.text for line in loaded.said if line.channel == "table"]
    assert kept == [f"line {n}" for n in range(21, 71)]
    aside = [line.text for line in loaded.said if line.channel == "watch"]
    assert aside == [f"aside {n}" for n in range(11, 61)]


# What is listed


@stored
async def test_listed_tables(store: Store) -> None:
    for changed, name in enumerate("abcd"):
        seats = (seat_row(name, 1, name="Rosa"), seat_row(name, 0))
        await store.commit(Write(table_row(name, changed, listed=name != "c"), seats))
    await store.commit(Write(table_row("a", 9, listed=True)))
    await store.commit(Write(table_row("d", 9, listed=False)))
    await store.commit(Write(table_row("e", 5, listed=True)))
    found = await store.listed()
    assert [table.id for table, _ in found] == ["a", "e", "b"]
    assert found[0][0] == table_row("a", 9, listed=True)
    assert [[seat.n for seat in seats] for _, seats in found] == [[0, 1], [], [0, 1]]
    assert [table.id for table, _ in await store.listed(limit=2)] == ["a", "e"]


@stored
async def test_my_tables_are_those_i_sit_at_or_host(store: Store) -> None:
    await store.commit(Write(table_row("sat", 1), (seat_row("sat", 0, guest="ada"),)))
    await store.commit(Write(table_row("hosted", 3, host="ada"), (seat_row("hosted", 0),)))
    both = tuple(seat_row("both", n, guest="ada") for n in (0, 1))
    await store.commit(Write(table_row("both", 2, host="ada"), both))
    await store.commit(Write(table_row("other", 4), (seat_row("other", 0, guest="rosa"),)))
    found = await store.mine("ada")
    assert [table.id for table, _ in found] == ["hosted", "both", "sat"]
    assert found[1][1] == list(both)
    assert [table.id for table, _ in await store.mine("ada", limit=1)] == ["hosted"]
    await store.commit(Write(seats=(seat_row("sat", 0, guest="rosa"),)))
    assert [table.id for table, _ in await store.mine("ada")] == ["hosted", "both"]
    assert await store.mine("") == []


@stored
async def test_tables_with_something_due(store: Store) -> None:
    for name, wake in (("late", 30), ("never", None), ("soon", 10), ("middle", 20)):
        await store.commit(Write(table_row(name, wake=wake)))
    assert await store.due(20) == [("soon", 10), ("middle", 20)]
    await store.commit(Write(table_row("soon", wake=None)))
    await store.commit(Write(table_row("never", wake=5)))
    assert await store.due(10**15) == [("never", 5), ("middle", 20), ("late", 30)]
    assert await store.due(4) == []


# Together or not at all


@stored
async def test_a_write_is_kept_whole_or_not_at_all(store: Store) -> None:
    await store.commit(Write(table_row("t"), (seat_row("t", 0),), (log_row("t", 1, "first"),)))
    before = await store.load("t")
    with pytest.raises(StoreFailed, match="there already"):
        await store.commit(
            Write(
                table_row("t", 2, name="Never", wake=1),
                (seat_row("t", 0, name="Never"), seat_row("t", 1)),
                (log_row("t", 2, "second"), log_row("t", 3, "first")),
                snapshot_row("t", 2),
                said_row("t", 1),
            )
        )
    assert await store.load("t") == before
    assert await store.due(10) == []
    assert await store.find_command("t", "second") is None


@stored
async def test_a_command_and_a_number_happen_once(store: Store) -> None:
    await fill(store, "t", 2)
    with pytest.raises(StoreFailed, match="there already"):
        await store.commit(Write(log=(log_row("t", 3, "t-1"),)))
    with pytest.raises(StoreFailed, match="there already"):
        await store.commit(Write(log=(log_row("t", 2, "new"),)))
    await store.commit(Write(log=(log_row("u", 1, "t-1"),)))
    assert [row.command for row in await store.log("t")] == ["t-1", "t-2"]


@stored
async def test_one_bad_write_of_a_group_spares_the_others(store: Store) -> None:
    await store.commit(Write(log=(log_row("t0", 1, "taken"),)))
    writes = [Write(table_row(f"t{n}"), log=(log_row(f"t{n}", 1),)) for n in range(1, 201)]
    writes[50] = Write(table_row("t51"), log=(log_row("t0", 2, "taken"),))
    writes[51] = Write(table_row("t52"), log=(log_row("t52", 1), log_row("t52", 1)))
    writes[52] = Write(table_row("t53", changed=2**70))
    writes[53] = Write(table_row("t54", name="\ud800"))
    writes[54] = Write(table_row("t55", options={"odd": object()}))
    assert await failures(store, writes) == [50, 51, 52, 53, 54]
    for n in range(1, 201):
        loaded = await store.load(f"t{n}")
        assert (loaded is None) == (51 <= n <= 55), n
        assert loaded is None or loaded.log == [log_row(f"t{n}", 1)]


@stored
async def test_a_group_is_in_the_order_of_the_calls(store: Store) -> None:
    names = [f"t{number}" for number in range(7)]
    counts = range(1, 2 * AT_ONCE + 7)
    await asyncio.gather(
        *(
            store.commit(
                Write(table_row(name, n), (seat_row(name, 0, away=n),), (log_row(name, n),))
            )
            for n in counts
            for name in names
        )
    )
    for name in names:
        loaded = await store.load(name)
        assert loaded is not None
        assert loaded.table.changed == loaded.seats[0].away == counts[-1]
        assert loaded.log == [log_row(name, n) for n in counts]


@stored
async def test_who_stops_waiting_leaves_the_others_alone(store: Store) -> None:
    impatient = asyncio.create_task(store.commit(Write(log=(log_row("t", 1),))))
    others = [asyncio.create_task(fill(store, name, 5)) for name in "uvw"]
    await asyncio.sleep(0)
    impatient.cancel()
    await asyncio.gather(*others)
    assert [len(await store.log(name)) for name in "uvw"] == [5, 5, 5]


@stored
async def test_one_row_missing_in_a_log_is_damage(store: Store) -> None:
    await store.commit(Write(table_row("t"), log=(log_row("t", 1), log_row("t", 3))))
    with pytest.raises(StoreFailed, match="row 2 of its log is missing"):
        await store.load("t")


DAMAGE: dict[str, Callable[[Store], Awaitable[object]]] = {
    "UPDATE tables SET body = replace(body, 'table t', 'table u')": lambda store: store.load("t"),
    "UPDATE tables SET crc = crc + 1": lambda store: store.listed(),
    "UPDATE tables SET body = 'x' || body": lambda store: store.listed(),
    "UPDATE seats SET body = replace(body, '}', ']')": lambda store: store.load("t"),
    "UPDATE seats SET crc = 0": lambda store: store.mine("ada"),
    "UPDATE seats SET \"table\" = 'u'": lambda store: store.load("u"),
    "UPDATE log SET body = replace(body, 'XEW16', 'XEW15')": lambda store: store.load("t"),
    "UPDATE log SET body = replace(body, 'W6', 'W7')": lambda store: store.tail("t", 9, 1),
    "UPDATE log SET \"table\" = 'u'": lambda store: store.find_command("u", "t-1"),
    "UPDATE snapshots SET body = replace(body, 'F6', 'F7')": lambda store: store.snapshot("t", 9),
    "UPDATE said SET body = replace(body, 'Hello', 'Hallo')": lambda store: store.load("t"),
    "UPDATE secrets SET body = replace(body, 'cookies', 'biscuit')": lambda store: store.secret(
        "cookies"
    ),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_changed_row_is_noticed(database: str, damage: str) -> None:
    async def fill_all(store: Store) -> None:
        await store.secret("cookies")
        seats = (seat_row("t", 0, guest="ada"),)
        rows = (log_row("t", 1), log_row("t", 2))
        await store.commit(Write(table_row("u"), seats=(seat_row("u", 1),)))
        await store.commit(
            Write(table_row("t", listed=True), seats, rows, snapshot_row("t", 0), said_row("t", 1))
        )

    using(database, fill_all)
    execute(database, damage)
    with pytest.raises(StoreFailed, match=r"(ludarium\.db|127\.0\.0\.1\S+) is damaged"):
        using(database, DAMAGE[damage])


def test_closing_finishes_what_is_under_way(database: str) -> None:
    async def play() -> None:
        store = open_store(database)
        await store.open()
        rows = [log_row("t", n) for n in range(1, 301)]
        commits = [asyncio.create_task(store.commit(Write(log=(row,)))) for row in rows]
        await asyncio.sleep(0)
        await store.close()
        assert await asyncio.gather(*commits) == [None] * 300
        for attempt in (fill(store, "t", 1, 301), store.load("t"), store.listed()):
            with pytest.raises(StoreFailed, match="is closed"):
                await attempt
        assert not await store.healthy()
        await store.close()

    asyncio.run(play())
    assert len(using(database, lambda store: store.log("t"))) == 300


# Opening


def test_secrets_stay_the_same(database: str) -> None:
    async def ask(store: Store) -> list[bytes]:
        assert await store.healthy()
        return await asyncio.gather(*map(store.secret, ("cookies", "cookies", "links")))

    first, again, other = using(database, ask)
    assert first == again != other
    assert len(first) == len(other) == 32
    assert using(database, ask) == [first, again, other]


async def nothing(store: Store) -> None:
    assert await store.healthy()


OPEN = """
import sys
from server.databases import using
using(sys.argv[1], lambda store: store.healthy())
print([name for name in ("sqlalchemy", "alembic") if name in sys.modules])
"""


def test_an_empty_database_gets_the_schema(database: str) -> None:
    using(database, nothing)
    assert execute(database, "SELECT * FROM ludarium_version") == [(migrations.REVISIONS[-1],)]
    for sheet in SHEETS:
        columns = ", ".join(f'"{name}"' for name in sheet.columns)
        assert execute(database, f"SELECT {columns} FROM {sheet.name}") == []


def test_a_newer_schema_is_refused_and_left_alone(database: str) -> None:
    using(database, lambda store: fill(store, "t", 1))
    execute(database, "UPDATE ludarium_version SET version_num = '9999'")
    for _ in range(2):
        with pytest.raises(StoreFailed, match=r"newer Ludarium \(its schema is '9999'"):
            using(database, nothing)
    execute(database, f"UPDATE ludarium_version SET version_num = '{migrations.REVISIONS[-1]}'")
    assert len(using(database, lambda store: store.log("t"))) == 1


def test_a_migration_that_fails_changes_nothing(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = migrations.script
    monkeypatch.setattr(
        migrations, "script", lambda kind, have: whole(kind, have) + "; DROP TABLE nowhere"
    )
    with pytest.raises(StoreFailed, match="nowhere"):
        using(database, nothing)
    monkeypatch.undo()
    using(database, lambda store: fill(store, "t", 1))
    assert len(using(database, lambda store: store.log("t"))) == 1


def test_the_revisions_are_those_of_the_scripts() -> None:
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory(Path(migrations.__file__).parent)
    known = [script.revision for script in scripts.walk_revisions()]
    assert list(migrations.REVISIONS) == known[::-1]
    assert migrations.script("sqlite", migrations.REVISIONS[-1]).strip() == ""


def test_the_migrations_make_the_schema(tmp_path: Path) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext
    from sqlalchemy import create_engine

    from ludarium.server.store.schema import metadata

    using(tmp_path / "made.db", nothing)
    engine = create_engine(f"sqlite:///{tmp_path / 'made.db'}")
    with engine.connect() as connection:
        context = MigrationContext.configure(
            connection,
            opts={"version_table": migrations.VERSION_TABLE, "compare_type": True},
        )
        assert compare_metadata(context, metadata) == []
    engine.dispose()
    for sheet in SHEETS:
        assert list(sheet.columns) == [
            column.name for column in metadata.tables[sheet.name].columns
        ]


def test_an_up_to_date_database_opens_without_alembic(database: str) -> None:
    using(database, nothing)
    assert run(OPEN, database) == "[]\n"


def test_a_second_server_is_refused(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(store: Store) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(postgres, "PAUSE", 0.001)
            with pytest.raises(StoreFailed, match="in use by another Ludarium server"):
                await open_store(database).open()
        child = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", OPEN, database), env=ENVIRONMENT, stderr=subprocess.PIPE
        )
        _, errors = await child.communicate()
        assert child.returncode == 1
        assert b"in use by another Ludarium server" in errors
        await fill(store, "t", 3)

    using(database, play)
    assert len(using(database, lambda store: store.log("t"))) == 3


# Sudden ends

WRITE_ON = """
import asyncio, sys
from server.databases import log_row, seat_row, table_row, using
from ludarium.server.store.rows import Write

async def play(store):
    async def at(table):
        n = len(await store.log(table))
        while True:
            n += 1
            row = table_row(table, n)
            await store.commit(Write(row, (seat_row(table, 0, away=n),), (log_row(table, n),)))
            print(table, n, flush=True)
    await asyncio.gather(*map(at, "abcdefgh"))

using(sys.argv[1], play)
"""


def test_a_killed_server_loses_nothing_acknowledged(database: str) -> None:
    using(database, nothing)
    acknowledged: dict[str, int] = {}
    for lines in (5, 60, 400):
        child = subprocess.Popen(
            [sys.executable, "-c", WRITE_ON, database],
            env=ENVIRONMENT,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert child.stdout is not None
        told = [child.stdout.readline() for _ in range(lines)]
        while lines == 400 and len({line[0] for line in told}) < 8:  # each table is told of
            told.append(child.stdout.readline())
        child.kill()
        told += child.stdout.readlines()
        child.stdout.close()
        assert child.wait() == -signal.SIGKILL
        # Nothing is told after a line that the kill has cut short.
        for line in told:
            if line.endswith("\n"):
                table, n = line.split()
                acknowledged[table] = int(n)

        async def check(store: Store) -> None:
            for table, n in acknowledged.items():
                loaded = await store.load(table)
                assert loaded is not None
                count = len(loaded.log)
                assert count >= n
                assert loaded.log == [log_row(table, row) for row in range(1, count + 1)]
                assert loaded.table.changed == loaded.seats[0].away == count

        using(database, check)
    assert len(acknowledged) == 8


# Names of databases


@pytest.mark.parametrize(
    ("where", "path"),
    [
        ("tables.db", "tables.db"),
        ("./a folder/tables.db", "a folder/tables.db"),
        ("odd:name?.db", "odd:name?.db"),
        ("sqlite:///tables.db", "tables.db"),
        ("SQLite:///tables.db", "tables.db"),
        ("sqlite:////srv/tables.db", "/srv/tables.db"),
        (Path("/srv/tables.db"), "/srv/tables.db"),
    ],
)
def test_the_path_of_a_database(where: str | Path, path: str) -> None:
    store = open_store(where)
    assert isinstance(store, DatabaseStore)
    assert isinstance(store.database, SqliteDatabase)
    assert store.database.path == Path(path).absolute()


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "PostgreSQL"])
def test_the_url_of_a_server_is_named_without_its_password(scheme: str) -> None:
    store = open_store(f"{scheme}://ada:s3cret@db.example:5433/games?password=s3cret")
    assert isinstance(store, DatabaseStore)
    assert isinstance(store.database, postgres.PostgresDatabase)
    assert store.database.name == "postgresql://ada@db.example:5433/games"


@pytest.mark.parametrize(
    ("where", "says"),
    [
        ("", "a path, sqlite:///path or postgresql://"),
        (" tables.db", "a path, sqlite:///path or postgresql://"),
        ("mysql://host/games", "unknown kind 'mysql'"),
        ("sqlite3:///games.db", "unknown kind 'sqlite3'; did you mean 'sqlite'"),
        ("postgresql+asyncpg://host/games", "did you mean 'postgresql'"),
        ("sqlite://", "sqlite:///path, not"),
        ("sqlite:///", "sqlite:///path, not"),
        ("sqlite://host/games.db", "sqlite:///path, not"),
        ("postgresql://[::1/games", "not a URL of PostgreSQL"),
    ],
)
def test_other_names_are_refused(where: str, says: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        open_store(where)
    assert str(refused.value).startswith("database: ")
    assert says in str(refused.value)


def test_the_default_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDARIUM_DATA", "/srv/ludarium")
    assert default_path() == Path("/srv/ludarium/ludarium.db")
    monkeypatch.setenv("LUDARIUM_DATA", "")
    monkeypatch.setenv("XDG_DATA_HOME", "/home/ada/data")
    assert default_path().name == "ludarium.db"
    assert default_path().parent.name == "ludarium"
    assert default_path().is_absolute()
