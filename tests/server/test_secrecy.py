"""Nobody is sent a byte that they may not know.

Pairs: two tables whose players hold different secrets, while one viewer (a player or a spectator)
has seen the same of both. Whatever is done that looks the same to the viewer, everything sent to
the viewer must be the same, byte for byte: first frame, news, refusals, hints, older lines, what
HTTP tells, what a reconnect brings.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from ludarium.server.app import make_app
from ludarium.server.running import listen
from ludarium.server.store import open_store
from ludarium.server.workers import Workers
from server.people import NOON, House, StillHall, record_of
from server.real import Client, Guest
from server.worlds import NAMES, PAIRS, SEATS, Pair, Viewer, World, alike_names, make_pair

pytestmark = pytest.mark.no_cover

# Equal bytes


async def live(house: House, pair: Pair, which: int, seed: int) -> list[bytes]:
    await house.open()
    try:
        return await World(house, pair, which, seed).play()
    finally:
        await house.close()


@pytest.mark.parametrize(("ruleset", "players"), SEATS)
def test_equal_views_give_equal_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ruleset: str, players: int
) -> None:
    steps = 0
    for number in range(PAIRS):
        rng = random.Random(f"pairs {ruleset} {players} {number}")
        viewer = rng.choice([*range(players), None])
        pair = make_pair(ruleset, players, viewer, rng)
        worlds = []
        for which in (0, 1):
            alike_names(monkeypatch)
            house = House(tmp_path / f"{number}-{which}")
            worlds.append(asyncio.run(live(house, pair, which, number)))
        for at, (one, two) in enumerate(zip(*worlds, strict=True)):
            assert one == two, f"pair {number}: frame {at} tells {viewer} a difference"
        steps += len(pair.answers)
    assert steps > 3 * PAIRS, "the pairs are too short to show anything"


# The same over the wire


@dataclass
class Address:
    """Where a server listens that runs in this process."""

    port: int


@asynccontextmanager
async def served(folder: Path) -> AsyncIterator[Address]:
    """The whole application behind a real port, with a clock that stands still."""
    folder.mkdir()
    hall = StillHall(
        open_store(folder / "t.db"), Workers(1), now=lambda: NOON, pace=0, limits=False
    )
    app = make_app(hall)
    config = uvicorn.Config(
        app, http="httptools", ws="websockets-sansio", lifespan="off", log_config=None
    )
    server = uvicorn.Server(config)
    with listen("127.0.0.1", 0) as listening:
        await app.open()
        serving = asyncio.create_task(server.serve([listening]))
        try:
            yield Address(listening.getsockname()[1])
        finally:
            server.should_exit = True
            await serving
            await app.close()


class WireWorld:
    """A short evening over sockets and HTTP."""

    def __init__(self, address: Address, pair: Pair, which: int) -> None:
        self.address = address
        self.pair = pair
        self.which = which
        self.heard: list[bytes] = []
        self.clients: list[Client] = []
        self.following: dict[Client, asyncio.Task[None]] = {}
        self.done = False

    async def play(self) -> list[bytes]:
        pair, players = self.pair, self.pair.game.players
        guests = [Guest(self.address) for _ in range(players + 1)]
        for guest, name in zip(guests, (*NAMES[:players], "Wat")):
            await guest.get("PUT", "/api/me", {"name": name})
        viewer = guests[players if pair.viewer is None else pair.viewer]
        viewer.heard = self.heard.append
        table = await guests[0].host(
            [{"kind": "me"}, *[{"kind": "open"}] * (players - 1)],
            record=record_of(pair.positions[self.which]), seed=pair.seed, grace=None,
        )  # fmt: skip
        tokens = []
        for seat, guest in enumerate(guests[:players]):
            wish = {"seat": seat} if seat else {}
            tokens.append((await guest.enter(table, **wish))["keys"][0]["token"])
        async with asyncio.TaskGroup() as group:
            for token in (*tokens, ""):
                client = Client(self.address, table, token)
                self.clients.append(client)
                self.following[client] = group.create_task(client.follow(lambda: self.done))
                await client.catch_up()
            self.watched = self.clients[players if pair.viewer is None else pair.viewer]
            for client in self.clients:
                await client.catch_up()
            self.watched.keeps = True
            for client in self.clients[1:players]:
                await self.order(client, t="ready")
            for number, (seat, *does) in enumerate(pair.answers):
                await self.stumble(number)
                if number % 3 == 1:
                    await self.drop_out(group)
                ask = self.clients[seat].screen.ask
                assert ask is not None
                answer = await self.order(
                    self.clients[seat], t="act", n=ask["n"], do=does[self.which]
                )
                assert answer["t"] == "ok", answer
                await self.ask_http(viewer, table)
            self.done = True
            for client in self.clients:
                await client.send({"t": "ping", "n": 0})
        return [*self.heard, *self.watched.frames]

    async def order(self, client: Client, **order: Any) -> dict[str, Any]:
        given = client.order(**order)
        await client.send(given)
        await client.until(lambda: given["id"] in client.answers)
        for one in self.clients:
            await one.catch_up()
        return client.answers[given["id"]]

    async def stumble(self, number: int) -> None:
        """Something the viewer may not do, a hint, older lines."""
        code = self.pair.game.cards.code[number]
        await self.order(self.watched, t="act", n=99, do=f"attack {code} 1.0")
        await self.watched.send({"t": "why"})
        await self.watched.send({"t": "more", "before": number})

    async def drop_out(self, group: asyncio.TaskGroup) -> None:
        """The viewer is gone, the others see it, and the viewer comes back."""
        self.following[self.watched].cancel()
        await asyncio.wait([self.following[self.watched]])
        other = next(client for client in self.clients if client is not self.watched)
        seat = self.pair.viewer

        def gone() -> bool:
            table = other.screen.table
            return not (table.get("watchers") if seat is None else table["seats"][seat].get("here"))

        await other.until(gone)
        self.following[self.watched] = group.create_task(self.watched.follow(lambda: self.done))
        for client in self.clients:
            await client.catch_up()

    async def ask_http(self, guest: Guest, table: str) -> None:
        for eyes in ("public", "all", "0", "1"):
            await asyncio.to_thread(guest.ask, "GET", f"/api/tables/{table}/story?eyes={eyes}")
        await asyncio.to_thread(guest.ask, "GET", f"/api/tables/{table}/record")


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_equal_views_give_equal_bytes_over_the_wire(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, viewer: Viewer
) -> None:
    rng = random.Random(f"wire {viewer}")
    pair = next(
        pair for _ in range(50) if len((pair := make_pair("master", 2, viewer, rng)).answers) > 8
    )

    async def live(which: int) -> list[bytes]:
        async with served(tmp_path / str(which)) as address:
            return await WireWorld(address, pair, which).play()

    worlds = []
    for which in (0, 1):
        alike_names(monkeypatch)
        worlds.append(asyncio.run(live(which)))
    for at, (one, two) in enumerate(zip(*worlds, strict=True)):
        assert one == two, f"frame {at} tells {viewer} a difference"
