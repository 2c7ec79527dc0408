"""What was shown is on disk: a real server is killed at random moments while people and bots play.

Afterwards everything that clients were told is held against the rows of the database: every order
that was acknowledged is there once, every line that was shown is the same on a fresh page, every
finished record is true.
"""

from __future__ import annotations

import asyncio
import json
import random
import signal
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pytest

import ludarium
from ludarium.core.state import NATURE
from server.databases import Postgres, execute
from server.real import (
    PATIENCE,
    Client,
    Guest,
    Json,
    NotStarted,
    Player,
    Server,
    fresh,
    heavy,
    in_step,
    same,
)

KILLS = heavy("LUDARIUM_KILLS", 20)
TABLES = 5
"""Tables that are played at the same time."""
BOT = {"kind": "bot", "bot": "random"}
STEADY = {"kind": "bot", "bot": "steady"}
PAIR = [{"kind": "me"}, {"kind": "local"}]
SHORT = {"turn_limit": 60}
GALATUNE = {"turn_limit": 8, "trap_window_min": 0, "trap_window_max": 3}
LONELY = {"ruleset": "practitioner", "players": 4}


@dataclass
class Evening:
    """One table from its making to its end, and those who were there."""

    table: str
    clients: list[Client] = field(default_factory=list)

    @property
    def players(self) -> list[Player]:
        return [client for client in self.clients if isinstance(client, Player)]


class House:
    """A server on a database, and everybody who plays there."""

    def __init__(self, where: str, folder: Path, seed: object) -> None:
        self.where = where
        self.server = Server(where, folder, "--pace", "0", "--no-limits")
        self.rng = random.Random(f"durability {seed}")
        self.evenings: list[Evening] = []
        self.lonely: list[str] = []
        """Tables of bots that nobody ever looks at."""
        self.interrupted = 0
        """Kills that struck lonely tables in the middle of a match."""
        self.closing = False

    # Playing

    async def play(self, number: int) -> None:
        """One table after the other; at one of them Galatune is played, with its secret answers."""
        while not self.closing:
            kind = 3 if number == 1 else self.rng.randrange(3)
            await self.evening(kind, pace=0.0 if number == 0 else 0.03)

    async def evening(self, kind: int, pace: float) -> None:
        host, friend = Guest(self.server), Guest(self.server)
        await host.get("GET", "/api/me")
        if kind == 0:
            evening = await self.by_link(host, friend)
        elif kind == 3:
            evening = await self.by_link(host, friend, BOT, game="galatune", options=GALATUNE)
        else:
            chairs = [{"kind": "me"}, {"kind": "local"}, BOT][: 4 - kind]
            evening = await self.on_one_screen(host, chairs)
        for player in evening.players:
            player.pace, player.talks, player.undoes = pace, 0.05, 0.03
        evening.clients.append(Client(self.server, evening.table))
        self.evenings.append(evening)
        await asyncio.gather(*(client.follow(_done(client)) for client in evening.clients))

    async def by_link(self, host: Guest, friend: Guest, *bots: Json, **more: object) -> Evening:
        await friend.get("GET", "/api/me")
        chairs = [{"kind": "me"}, {"kind": "open"}, *bots]
        table = await host.host(chairs, grace=None, **more)
        links = await host.get("POST", f"/api/tables/{table}/links")
        keys = [
            (await host.enter(table))["keys"][0],
            (await friend.enter(table, token=links["seats"]["1"]))["keys"][0],
        ]
        return self._seated(table, keys)

    async def on_one_screen(self, host: Guest, chairs: list[Json]) -> Evening:
        table = await host.host(chairs, grace=None)
        return self._seated(table, (await host.enter(table))["keys"])

    def _seated(self, table: str, keys: list[Json]) -> Evening:
        seed = self.rng.random()
        return Evening(table, [Player(self.server, table, key["token"], seed) for key in keys])

    async def leave_bots_alone(self) -> None:
        host = Guest(self.server)
        self.lonely.append(await host.host([STEADY] * 4, options=LONELY))

    # Killing

    async def killed(self, kills: int) -> None:
        for number in range(kills):
            # However slow the machine is, something happens, and nobody is kept out for ever.
            await self.are_here(all if number % 3 == 0 else any)
            if number % 4 == 3:
                await self.leave_bots_alone()
                await asyncio.sleep(self.rng.uniform(0.05, 0.3))
            else:
                await asyncio.sleep(self.rng.uniform(0.02, 0.9))
            self.server.kill()
            over = await asyncio.to_thread(self.over, self.lonely)
            self.interrupted += len(self.lonely) - over
            if number % 5 == 4:
                await self.still_born()
            await asyncio.to_thread(self.server.start)

    async def are_here(self, who: Callable[[Iterable[bool]], bool]) -> None:
        """Wait until any or all of those who play and watch are at their tables."""
        async with asyncio.timeout(PATIENCE):
            while True:
                clients = [one for evening in self.evenings for one in evening.clients]
                playing = [one.here for one in clients if not _done(one)()]
                if playing and who(playing):
                    return
                await asyncio.sleep(0.005)

    async def still_born(self) -> None:
        """A server that is killed while it starts."""
        starting = asyncio.create_task(asyncio.to_thread(self.server.start))
        await asyncio.sleep(self.rng.uniform(0.05, 1.0))
        if self.server.process is not None:
            self.server.process.kill()
        with suppress(NotStarted):
            await starting
        if self.server.process is not None:
            self.server.kill()

    async def closed(self) -> None:
        """A server that is asked to go in the middle of it all: it says so, and nobody loses."""
        there = [one for evening in self.evenings for one in evening.clients if one.here]
        before = {one: len(one.byes) for one in there}
        assert await asyncio.to_thread(self.server.end, signal.SIGTERM) == 0
        while any(one.here for one in there):
            await asyncio.sleep(0.01)
        for one in there:
            assert one.byes[before[one] :] == ["restart"] or _done(one)(), one.byes
        await asyncio.to_thread(self.server.start)

    async def busy(self, kills: int) -> None:
        """Play on until so much has been acknowledged that something could have been lost."""
        async with asyncio.timeout(PATIENCE):
            while True:
                players = [one for evening in self.evenings for one in evening.players]
                done = Counter(order for player in players for order in acknowledged(player))
                if done["act"] > 10 * kills and done["say"] and done["undo"]:
                    return
                await asyncio.sleep(0.05)

    # Holding it against the database

    def rows(self, sheet: str, table: str) -> list[Json]:
        query = f"""SELECT body FROM {sheet} WHERE "table" = '{table}' ORDER BY n"""
        return [json.loads(body) for (body,) in execute(self.where, query)]

    def over(self, tables: list[str]) -> int:
        """How many of some tables are over."""
        found = execute(self.where, "SELECT body FROM tables")
        rows = [json.loads(body) for (body,) in found]
        return sum(row["id"] in tables and row["status"] == "over" for row in rows)

    async def alone(self) -> None:
        """Bots play on by themselves after a restart, without anybody coming to look."""
        async with asyncio.timeout(PATIENCE):
            while await asyncio.to_thread(self.over, self.lonely) < len(self.lonely):
                await asyncio.sleep(0.1)

    async def check(self) -> Counter[str]:
        """Everything that anybody was told, against what there is after a last restart."""
        guest, counts = Guest(self.server), Counter[str]()
        for evening in self.evenings:
            log = await asyncio.to_thread(self.rows, "log", evening.table)
            said = await asyncio.to_thread(self.rows, "said", evening.table)
            for client in evening.clients:
                in_step(client, await fresh(self.server, evening.table, client.token))
                heard_all(client, said)
            for player in evening.players:
                counts += held_against(player, log, said)
            await self.verify(guest, evening.table, log)
        for table in self.lonely:
            log = await asyncio.to_thread(self.rows, "log", table)
            await self.verify(guest, table, log)
        return counts

    async def verify(self, guest: Guest, table: str, log: list[Json]) -> None:
        text = await guest.get("GET", f"/api/tables/{table}/record")
        verdict = ludarium.verify(text)
        assert verdict.finished and verdict.proven
        lines = ludarium.replay(text).lines
        told = [(line.seat, line.text) for line in lines if line.seat != NATURE]
        # A Trap that was not played is a pass there; one that was could not be left out so, for the
        # record would lead to another end.
        known = [
            (seat, "pass")
            if do.startswith("trap ") and (seat, "pass") in told[at : at + 1]
            else (seat, do)
            for at, (seat, do) in enumerate(standing(log))
        ]
        same("record", told, known)


def _done(client: Client) -> Callable[[], bool]:
    return lambda: client.screen.over and not client.open and not client.screen.missing


def acknowledged(player: Player) -> list[str]:
    """The kinds of the orders that were answered with `ok`."""
    return [player.orders[id]["t"] for id, told in player.answers.items() if told["t"] == "ok"]


def standing(log: list[Json]) -> list[tuple[int, str]]:
    """The answers of a log that were not taken back later."""
    kept: list[Json] = []
    for row in log:
        if row["kind"] in ("undo", "agreed"):
            kept = [earlier for earlier in kept if earlier["n"] <= int(row["do"])]
        kept.append(row)
    return [(row["seat"], row["do"]) for row in kept if row["kind"] in ("act", "final")]


def heard_all(client: Client, said: list[Json]) -> None:
    """Chat comes to everyone it is for, up to when they left."""
    channel = "watch" if client.screen.you is None else "table"
    last = max(client.screen.said, default=0)
    kept = {row["n"]: row["text"] for row in said if row["channel"] == channel and row["n"] <= last}
    same("chat", {n: line["text"] for n, line in client.screen.said.items()}, kept)


def held_against(player: Player, log: list[Json], said: list[Json]) -> Counter[str]:
    """Every order that was acknowledged is there once, and nothing else is there in their name."""
    assert [row["n"] for row in log] == list(range(1, len(log) + 1))
    seat, counts = player.screen.you, Counter[str]()
    commands = Counter(row["command"] for row in [*log, *said])
    assert set(commands.values()) <= {1}
    rows = {row["command"]: row for row in [*log, *said]}
    for id, order in player.orders.items():
        answer = player.answers[id]
        row = rows.pop(f"{seat}:{id}", None)
        counts[f"{order['t']} {answer['t']}"] += 1
        if answer["t"] == "no" or order["t"] == "ready":
            assert row is None, (order, answer, row)
            continue
        if row is None and order["t"] == "undo":
            # The others had been asked already.
            assert any(row["kind"] == "wish" and row["seat"] == seat for row in log)
            continue
        assert row is not None, f"acknowledged and lost: {order}"
        if order["t"] == "say":
            assert row["text"] == order["text"]
        else:
            assert row["do"] == order["do"] if order["t"] == "act" else True
            assert row["told"][seat] == answer["seq"]
    strangers = [command for command in rows if command.startswith(f"{seat}:")]
    assert not strangers, f"nobody gave these orders: {strangers}"
    return counts


async def survive(house: House, kills: int) -> Counter[str]:
    with house.server:
        playing = [asyncio.create_task(house.play(number)) for number in range(TABLES)]
        killing = asyncio.create_task(house.killed(kills))
        done, _ = await asyncio.wait([*playing, killing], return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
        await house.busy(kills)
        await house.closed()
        house.closing = True
        await asyncio.gather(*playing)
        await house.alone()
        assert await asyncio.to_thread(house.server.end) == 0
        await asyncio.to_thread(house.server.start)
        counts = await house.check()
        assert await asyncio.to_thread(house.server.end) == 0
    assert house.server.defects() == []
    return counts


@pytest.mark.timeout(900)  # it starts a server a few dozen times
def test_kill_9_loses_and_doubles_nothing(tmp_path: Path) -> None:
    house = House(f"sqlite:///{tmp_path / 't.db'}", tmp_path, "sqlite")
    counts = asyncio.run(survive(house, KILLS))
    assert counts["act ok"] > 10 * KILLS and counts["say ok"] and counts["undo ok"]
    assert house.interrupted, "no kill came in the middle of a match between bots"


def test_nor_with_postgresql(tmp_path: Path, postgres: Postgres) -> None:
    house = House(postgres.new(), tmp_path, "postgresql")
    kills = max(3, KILLS // 10)
    counts = asyncio.run(survive(house, kills))
    assert counts["act ok"] > 10 * kills


# In a Trap window

WINDOW = {
    "players": 3,
    "phase": "plan",
    "seats": [
        {"champion": "morwen", "hand": ["A14", "L01"]},
        {"champion": "seraphine", "hand": ["S01", "L03"]},
        {"champion": "dace", "hand": ["A01", "T01"]},
    ],
    "source": ["A02"] * 2 + ["A06"] * 3 + ["A10"] * 3 + ["A20"] * 3 + ["S02"] * 3 + ["S03"] * 3,
}


async def give(client: Client, do: str) -> None:
    """Answer the open question, and wait until that is acknowledged."""
    await client.until(lambda: client.screen.ask is not None)
    assert client.screen.ask is not None
    order = client.order(t="act", n=client.screen.ask["n"], do=do)
    await client.send(order)
    await client.until(lambda: order["id"] in client.answers)
    assert client.answers[order["id"]]["t"] == "ok"


def test_a_trap_that_was_laid_in_secret_survives_kill_9(tmp_path: Path) -> None:
    """It is sprung once after the restart, and nobody saw it before."""
    house = House(f"sqlite:///{tmp_path / 't.db'}", tmp_path, "window")
    # The window is still open when the server is killed, on however busy a machine.
    game = ludarium.game("galatune", trading="off", trap_window_min=8, players=3)
    record = game.start(seed="7", position=WINDOW).record()

    async def evening() -> None:
        host = Guest(house.server)
        chairs = [{"kind": "me"}, {"kind": "local"}, {"kind": "local"}]
        table = await host.host(chairs, game="galatune", record=record, grace=None)
        keys = (await host.enter(table))["keys"]
        clients = [Client(house.server, table, key["token"]) for key in keys]
        async with asyncio.TaskGroup() as group:
            following = [group.create_task(one.follow(lambda: False)) for one in clients]
            for client, plan in zip(clients, ("act A14 1", "act S01 1", "hold"), strict=True):
                await give(client, plan)
            await give(clients[2], "trap T01 p1")
            house.server.kill()
            assert not any("trap" in events(one) for one in clients)
            await asyncio.to_thread(house.server.start)
            for one in clients:
                await one.until(lambda one=one: one.screen.view["turn"] == 2)  # type: ignore[misc]
                await one.catch_up()
            for task in following:
                task.cancel()
        for one in clients:
            page = await fresh(house.server, table, one.token)
            in_step(one, page)
            assert events(one).count("trap") == events(one).count("traps_over") == 1
        rows = [row for row in house.rows("log", table) if row["do"] == "trap T01 p1"]
        assert len(rows) == 1

    with house.server:
        asyncio.run(evening())
    assert house.server.defects() == []


def events(client: Client) -> list[str]:
    return [line["event"] for line in client.screen.lines.values()]


# Sent more than once


class Stutterer(Client):
    """Sends every order three times, the second and third time mixed among later orders."""

    def __init__(self, server: Server, table: str, token: str) -> None:
        super().__init__(server, table, token)
        self.bag: list[Json] = []

    async def give(self, order: Json) -> None:
        """Send an order and some older ones in any order, and wait until it is answered."""
        self.rng.shuffle(self.bag)
        again = [self.bag.pop() for _ in range(min(len(self.bag), self.rng.randrange(5)))]
        copies = self.rng.randrange(3)
        self.bag += [order] * (2 - copies)
        batch = [order, *[order] * copies, *again]
        self.rng.shuffle(batch)
        for one in batch:
            await self.send(one)
        await self.until(lambda: order["id"] in self.answers)
        assert self.answers[order["id"]]["t"] == "ok", (order, self.answers[order["id"]])

    async def everything_again(self) -> None:
        """Send all orders once more; Client.answered holds the answers against the first ones."""
        orders = list(self.orders.values())
        self.rng.shuffle(orders)
        self.open.update((order["id"], order) for order in orders)
        for order in orders:
            await self.send(order)
        await self.until(lambda: not self.open)


async def repeat(house: House, log: list[Json]) -> str:
    """Play what was played at one table once more at another, stuttering."""
    host = Guest(house.server)
    table = await host.host(PAIR, options=SHORT, seed="thrice", grace=None)
    keys = (await host.enter(table))["keys"]
    clients = [Stutterer(house.server, table, key["token"]) for key in keys]
    async with asyncio.TaskGroup() as group:
        following = [group.create_task(one.follow(lambda: False)) for one in clients]
        for number, row in enumerate(log[1:]):
            for one in clients:
                await one.catch_up()
            client = clients[row["seat"]]
            if row["kind"] == "act":
                assert client.screen.ask is not None
                await client.give(client.order(t="act", n=client.screen.ask["n"], do=row["do"]))
            else:
                await client.give(client.order(t="undo"))
            if number % 5 == 1:
                await client.give(client.order(t="say", text=f"after {number}"))
            if number == len(log) // 2:
                house.server.kill()
                await asyncio.to_thread(house.server.start)
        for client in clients:
            await client.catch_up()
            await client.everything_again()
        for task in following:
            task.cancel()
    for client in clients:
        in_step(client, await fresh(house.server, table, client.token))
    return table


def test_orders_sent_three_times_are_carried_out_once(tmp_path: Path) -> None:
    """With a kill in between, and all of them once more at the end."""
    house = House(f"sqlite:///{tmp_path / 't.db'}", tmp_path, "thrice")

    async def twice() -> tuple[str, str]:
        host = Guest(house.server)
        table = await host.host(PAIR, options=SHORT, seed="thrice", grace=None)
        keys = (await host.enter(table))["keys"]
        once = [Player(house.server, table, key["token"], undoes=0.1) for key in keys]
        await asyncio.gather(*(one.follow(_done(one)) for one in once))
        return table, await repeat(house, house.rows("log", table))

    with house.server:
        tables = asyncio.run(twice())
        logs = [[_told(row) for row in house.rows("log", table)] for table in tables]
        same("log", *logs)
        assert any(row["kind"] in ("undo", "agreed") for row in logs[0])
        said = [row["text"] for row in house.rows("said", tables[1])]
        assert said == [f"after {number}" for number in range(1, len(logs[0]) - 1, 5)]
        assert len(said) > 3
        texts = [Guest(house.server).ask("GET", f"/api/tables/{id}/record").body for id in tables]
        assert texts[0] == texts[1] and ludarium.verify(texts[0].decode()).proven
    assert house.server.defects() == []


def _told(row: Json) -> Json:
    return {key: row[key] for key in ("n", "seat", "kind", "do", "lines", "events", "told")}


# Damaged files


@pytest.fixture(scope="module")
def struck(tmp_path_factory: pytest.TempPathFactory) -> Struck:
    """The files of a server that was killed in the middle of a few matches."""
    folder = tmp_path_factory.mktemp("struck")
    house = House(f"sqlite:///{folder / 't.db'}", folder, "struck")

    async def play() -> tuple[Guest, list[str]]:
        host = Guest(house.server)
        tables = []
        for number in range(3):
            if number == 1:
                execute(house.where, "PRAGMA wal_checkpoint(PASSIVE)")  # some of it is at home
            tables.append(await unfinished(house, host, 40 + 10 * number))
        return host, tables

    with house.server:
        host, tables = asyncio.run(play())
        house.server.kill()
        assert (folder / "t.db-wal").stat().st_size > 100_000
        saved = {name: (folder / name).read_bytes() for name in ("t.db", "t.db-wal")}
        return Struck(saved, host.cookie, {id: house.rows("log", id) for id in tables})


async def unfinished(house: House, host: Guest, lines: int) -> str:
    """A table in the middle of its match, some lines after its start; some end before that."""
    while True:
        evening = await house.on_one_screen(host, [{"kind": "me"}, {"kind": "local"}, BOT])
        for player in evening.players:
            player.undoes = 0.05
        told = partial(was_told, evening.clients, lines)
        await asyncio.gather(*(one.follow(told) for one in evening.clients))
        if not await asyncio.to_thread(house.over, [evening.table]):
            return evening.table


@dataclass
class Struck:
    files: dict[str, bytes]
    cookie: str
    logs: dict[str, list[Json]]


def cut(at: float) -> Callable[[bytes], bytes]:
    return lambda data: data[: int(len(data) * at)]


def flipped(at: float) -> Callable[[bytes], bytes]:
    def flip(data: bytes) -> bytes:
        byte = int(len(data) * at)
        return data[:byte] + bytes([data[byte] ^ 0x55]) + data[byte + 1 :]

    return flip


DAMAGE = {
    "nothing": ("t.db-wal", cut(1.0)),
    "the log cut in the middle": ("t.db-wal", cut(0.53)),
    "the log cut near its end": ("t.db-wal", cut(0.97)),
    "all of the log gone": ("t.db-wal", cut(0.0)),
    "a byte of the log flipped": ("t.db-wal", flipped(0.61)),
    "a byte of the last page flipped": ("t.db-wal", flipped(0.999)),
    "rubbish behind the log": ("t.db-wal", lambda data: data + bytes(range(256)) * 33),
    "the database cut": ("t.db", cut(0.5)),
    "a byte of the database flipped": ("t.db", flipped(0.4)),
    "nothing but rubbish": ("t.db", lambda data: bytes(reversed(data))),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_gives_a_clean_prefix_or_one_clear_line(
    struck: Struck, tmp_path: Path, damage: str
) -> None:
    file, spoil = DAMAGE[damage]
    for name, data in struck.files.items():
        (tmp_path / name).write_bytes(spoil(data) if name == file else data)
    house = House(f"sqlite:///{tmp_path / 't.db'}", tmp_path, damage)
    refused = ""
    try:
        with house.server:
            kept = asyncio.run(goes_on(house, struck))
            assert house.server.end() == 0
    except NotStarted as why:
        refused = str(why)
    if file == "t.db-wal":
        assert not refused and house.server.defects() == [], "its last moves are lost, no more"
    if refused:
        assert refused.startswith(f"ludarium: {tmp_path / 't.db'}: it ")
        assert len(refused.splitlines()) == 1
    elif damage == "nothing":
        assert kept == {id: len(log) for id, log in struck.logs.items()}


async def goes_on(house: House, struck: Struck) -> dict[str, int]:
    """Every table that is left is as it was at some moment, and is played on from there."""
    host, kept = Guest(house.server), {}
    host.cookie = struck.cookie
    for table, log in struck.logs.items():
        struck_at = log[-1]["at"]  # what a bot has done since then is no part of what was kept
        rows = [row for row in house.rows("log", table) if row["at"] <= struck_at]
        kept[table] = len(rows)
        same(f"the log of {table}", log[: len(rows)], rows)
        answer = host.ask("GET", f"/api/tables/{table}")
        if answer.status == 503:
            assert f"damaged at table '{table}'" in house.server.log()
            continue
        if not rows:
            assert answer.status == 404 or answer.json["status"] == "gathering"
            continue
        assert answer.status == 200
        shown = [line["event"] for line in (await fresh(house.server, table, "")).log]
        keys = (await host.enter(table))["keys"]
        players = [Player(house.server, table, key["token"]) for key in keys]
        enough = partial(any_answered, players)
        await asyncio.gather(*(one.follow(enough) for one in players))
        page = await fresh(house.server, table, "")
        more = [line["event"] for line in page.log]
        assert more[: len(shown)] == shown
        assert len(more) > len(shown) or page.over
    return kept


def was_told(clients: list[Client], lines: int) -> bool:
    return any(one.screen.seq > lines or one.screen.over for one in clients)


def any_answered(clients: list[Player]) -> bool:
    return any(one.answers or one.screen.over for one in clients)
