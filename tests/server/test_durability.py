"""What was shown is on disk: a real server is killed at random moments while people and bots play.

Afterwards everything that clients were told is held against the rows of the database: every order
that was acknowledged is there once, every line that was shown is the same on a fresh page, every
finished record is true.
"""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import signal
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import ludarium
from ludarium.core import records
from ludarium.core.state import NATURE
from server.databases import Postgres, execute
from server.real import (
    PATIENCE,
    Client,
    Guest,
    Json,
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
LONELY = {"ruleset": "practitioner", "players": 4}

"""Orders that leave nothing in the log of the match."""


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
        """One table after the other."""
        while not self.closing:
            await self.evening(self.rng.randrange(3), pace=0.0 if number == 0 else 0.03)

    async def evening(self, kind: int, pace: float) -> None:
        host, friend = Guest(self.server), Guest(self.server)
        await host.get("GET", "/api/me")
        if kind == 0:
            evening = await self.by_link(host, friend)
        else:
            chairs = [{"kind": "me"}, {"kind": "local"}, BOT][: 4 - kind]
            evening = await self.on_one_screen(host, chairs)
        for player in evening.players:
            player.pace, player.talks, player.undoes = pace, 0.05, 0.03
        evening.clients.append(Client(self.server, evening.table))
        self.evenings.append(evening)
        await asyncio.gather(*(client.follow(_done(client)) for client in evening.clients))

    async def by_link(self, host: Guest, friend: Guest) -> Evening:
        await friend.get("GET", "/api/me")
        table = await host.host([{"kind": "me"}, {"kind": "open"}], grace=None)
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
            if number % 4 == 3:
                await self.leave_bots_alone()
                await asyncio.sleep(self.rng.uniform(0.05, 0.3))
            else:
                await asyncio.sleep(self.rng.uniform(0.02, 0.9))
            self.server.kill()
            self.interrupted += sum(not self.is_over(table) for table in self.lonely)
            if number % 5 == 4:
                await self.still_born()
            await asyncio.to_thread(self.server.start)

    async def still_born(self) -> None:
        """A server that is killed while it starts."""
        starting = asyncio.create_task(asyncio.to_thread(self.server.start))
        await asyncio.sleep(self.rng.uniform(0.05, 1.0))
        if self.server.process is not None:
            self.server.process.kill()
        with pytest.raises(AssertionError) if not starting.done() else _nothing():
            await starting
        if self.server.process is not None:
            self.server.kill()

    async def closed(self) -> None:
        """A server that is asked to go in the middle of it all: it says so, and nobody loses."""
        there = [one for evening in self.evenings for one in evening.clients if one.socket]
        before = {one: len(one.byes) for one in there}
        assert await asyncio.to_thread(self.server.end, signal.SIGTERM) == 0
        await asyncio.sleep(0)
        for one in there:
            assert one.byes[before[one] :] == ["restart"] or _done(one)(), one.byes
        await asyncio.to_thread(self.server.start)

    # Holding it against the database

    def rows(self, sheet: str, table: str) -> list[Json]:
        query = f"""SELECT body FROM {sheet} WHERE "table" = '{table}' ORDER BY n"""
        return [json.loads(body) for (body,) in execute(self.where, query)]

    def is_over(self, table: str) -> bool:
        [(body,)] = execute(self.where, f"SELECT body FROM tables WHERE id = '{table}'")
        return bool(json.loads(body)["status"] == "over")

    async def alone(self) -> None:
        """Bots play on by themselves after a restart, without anybody coming to look."""
        async with asyncio.timeout(PATIENCE):
            while not all(self.is_over(table) for table in self.lonely):
                await asyncio.sleep(0.1)

    async def check(self) -> Counter[str]:
        """Everything that anybody was told, against what there is after a last restart."""
        guest, counts = Guest(self.server), Counter[str]()
        for evening in self.evenings:
            log = self.rows("log", evening.table)
            said = self.rows("said", evening.table)
            for client in evening.clients:
                in_step(client, await fresh(self.server, evening.table, client.token))
                heard_all(client, said)
            for player in evening.players:
                counts += held_against(player, log, said)
            await self.verify(guest, evening.table, log)
        for table in self.lonely:
            await self.verify(guest, table, self.rows("log", table))
        return counts

    async def verify(self, guest: Guest, table: str, log: list[Json]) -> None:
        text = await guest.get("GET", f"/api/tables/{table}/record")
        verdict = ludarium.verify(text)
        assert verdict.finished and verdict.proven
        told = [(line.seat, line.text) for line in ludarium.replay(text).lines]
        same("record", [line for line in told if line[0] != NATURE], standing(log))


def _done(client: Client) -> Callable[[], bool]:
    return lambda: client.screen.over and not client.open and not client.screen.missing


def _nothing() -> Any:
    from contextlib import nullcontext

    return nullcontext()


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


def test_kill_9_loses_and_doubles_nothing(tmp_path: Path) -> None:
    house = House(f"sqlite:///{tmp_path / 't.db'}", tmp_path, "sqlite")
    counts = asyncio.run(survive(house, KILLS))
    print(dict(counts), len(house.evenings), house.interrupted)
    assert counts["act ok"] > 10 * KILLS and counts["say ok"] and counts["undo ok"]
    assert house.interrupted, "no kill came in the middle of a match between bots"
