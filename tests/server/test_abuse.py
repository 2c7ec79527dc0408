"""Wrong tokens, other sites, floods, other people's seats: refused, logged, others undisturbed."""

from __future__ import annotations

import asyncio
import json
import socket
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

import ludarium
from server.bystanders import PAIR, Bystanders, beside
from server.real import PATIENCE, SLUG, Client, Guest, Json, Player, Server

# With limits


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server as anybody would start it."""
    folder = tmp_path_factory.mktemp("limits")
    with Server(folder / "t.db", folder, "--pace", "0") as server:
        yield server


ELSEWHERE = (f"127.0.0.{n}" for n in range(2, 250))
"""Each test comes from an address of its own, so that none uses up the allowance of another."""


class Looker(Client):
    """A page of a player who does nothing."""

    async def look(self) -> None:
        await self.follow(lambda: self.screen.greeted)


class Table:
    """A table of two people in play, who came from two browsers by link."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.address = next(ELSEWHERE)
        self.host, self.friend, self.stranger = (
            Guest(server, address=self.address) for _ in range(3)
        )

    async def gather(self, **more: object) -> Table:
        for guest in (self.host, self.friend, self.stranger):
            await guest.get("GET", "/api/me")
        chairs = [{"kind": "me"}, {"kind": "open"}]
        self.id = await self.host.host(chairs, grace=None, **more)
        self.path = f"/api/tables/{self.id}"
        links = await self.host.get("POST", f"{self.path}/links")
        self.link, self.watch_link = links["seats"]["1"], links["watch"]
        self.tokens = [
            (await self.host.enter(self.id))["keys"][0]["token"],
            (await self.friend.enter(self.id, token=self.link))["keys"][0]["token"],
        ]
        friend = Player(self.server, self.id, self.tokens[1], address=self.address)
        await friend.follow(lambda: friend.screen.table.get("status") == "playing")
        return self

    def page(self, seat: int) -> Looker:
        return Looker(self.server, self.id, self.tokens[seat], address=self.address)

    def socket(self, **headers: Any) -> Any:
        return connect(
            f"ws://127.0.0.1:{self.server.port}/ws", compression=None, ping_interval=None,
            local_addr=(self.address, 0), open_timeout=PATIENCE, **headers,
        )  # fmt: skip

    async def hello(self, token: str, table: str = "") -> Json:
        """The first message to somebody who comes with a token."""
        async with self.socket() as socket:
            await socket.send(json.dumps({"t": "hello", "table": table or self.id, "token": token}))
            told: Json = json.loads(await socket.recv())
            return told


def play(story: Callable[[Table], Any]) -> Callable[[Server], None]:
    """Let a test happen at a table of two, and nothing in it be a defect."""

    def test(house: Server) -> None:
        async def evening() -> None:
            await story(await Table(house).gather())

        asyncio.run(evening())
        assert house.defects() == []

    test.__name__, test.__doc__, test.__module__ = story.__name__, story.__doc__, story.__module__
    return test


def refused(answer: Any, status: int, key: str) -> None:
    assert (answer.status, answer.json["key"]) == (status, key), answer.body


def was_logged(server: Server, **fields: object) -> bool:
    return any(fields.items() <= line.items() for line in server.logged())


@play
async def test_wrong_tokens_open_nothing(table: Table) -> None:
    other = await Table(table.server).gather(watching=False)
    for token in ("x", table.link, other.tokens[0], "\0", table.tokens[0][:-1], table.id):
        told = await table.hello(token)
        assert (told["t"], told["code"]) == ("bye", "denied"), token
    assert (await other.hello(""))["code"] == "denied", "not open to spectators"
    assert (await other.hello(table.watch_link))["code"] == "denied"
    assert (await other.hello(other.watch_link))["t"] == "snap"
    assert (await table.hello("", table="nowhere"))["code"] == "unknown"
    assert was_logged(table.server, event="token refused", table=table.id, level="warning")


@play
async def test_a_fresh_page_makes_the_old_token_worthless(table: Table) -> None:
    """Whoever has copied a token from somewhere is out when its owner comes back."""
    old = table.tokens[1]
    new = (await table.friend.enter(table.id))["keys"][0]["token"]
    assert (await table.hello(old))["code"] == "denied"
    assert (await table.hello(new))["t"] == "snap"


@play
async def test_links_are_used_once_and_end_with_new_ones(table: Table) -> None:
    refused(
        table.stranger.ask("POST", f"{table.path}/enter", {"token": table.link}), 403, "old_link"
    )
    chairs = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    id = await table.host.host(chairs, options={"players": 3})
    first = await table.host.get("POST", f"/api/tables/{id}/links")
    second = await table.host.get("POST", f"/api/tables/{id}/links")
    assert not set(first["seats"].values()) & set(second["seats"].values())
    enter = f"/api/tables/{id}/enter"
    for old in first["seats"].values():
        refused(table.stranger.ask("POST", enter, {"token": old}), 403, "old_link")
    assert (await table.hello(first["watch"], id))["code"] == "denied"
    assert table.stranger.ask("POST", enter, {"token": second["seats"]["2"]}).status == 200
    refused(table.friend.ask("POST", enter, {"token": second["seats"]["2"]}), 403, "old_link")


@play
async def test_pages_of_other_sites_are_not_let_in(table: Table) -> None:
    for origin in ("https://evil.example", "null", f"http://127.0.0.1:{table.server.port + 1}"):
        answer = table.host.ask("POST", f"{table.path}/links", None, {"origin": origin})
        refused(answer, 403, "foreign_origin")
        with pytest.raises(InvalidStatus, match="403"):
            await table.socket(origin=origin)
    async with table.socket(origin=table.server.url) as ours:
        await ours.send(json.dumps({"t": "hello", "table": table.id}))
        assert json.loads(await ours.recv())["t"] == "snap"
    assert was_logged(table.server, event="refused", reason="foreign_origin", path="/ws")


@play
async def test_nobody_plays_for_somebody_else(table: Table) -> None:
    """Authority is in the token: no field of a message says who one is."""
    seats = [table.page(0), table.page(1)]
    for page in seats:
        await page.look()
    asked, other = sorted(seats, key=lambda page: page.screen.ask is None)
    assert asked.screen.ask is not None and other.screen.ask is None
    do, n = asked.screen.ask["options"][0]["do"], asked.screen.ask["n"]
    async with table.socket() as socket:
        await socket.send(json.dumps({"t": "hello", "table": table.id, "token": other.token}))
        for order in (
            {"t": "act", "id": "a", "n": n, "do": do},
            {"t": "act", "id": "b", "n": n, "do": do, "seat": asked.screen.you},
            {"t": "act", "id": "c", "n": n, "do": do, "token": asked.token},
            {"t": "hello", "table": table.id, "token": asked.token},
            {"t": "act", "id": "d", "n": n, "do": do},
            {"t": "undo", "id": "e"},
            {"t": "consent", "id": "f", "yes": True},
            {"t": "ping", "n": 1},
        ):
            await socket.send(json.dumps(order))
        answers: dict[str, str] = {}
        async for frame in socket:
            told = json.loads(frame)
            if told["t"] == "no":
                answers[told["id"] or "unreadable"] = told["key"]
            assert told["t"] != "ok"
            if told["t"] == "pong":
                break
    assert answers["a"] == answers["d"] == "not_your_decision"
    assert set(answers) == {"a", "unreadable", "d", "e", "f"}
    again = table.page(seats.index(asked))
    await again.look()
    assert again.screen.seq == asked.screen.seq and again.screen.ask == asked.screen.ask


@play
async def test_only_the_host_is_the_host(table: Table) -> None:
    for guest in (table.friend, table.stranger, Guest(table.server, address=table.address)):
        for method, path, body in (
            ("POST", "/start", None),
            ("POST", "/links", None),
            ("POST", "/seats/0", {"do": "kick"}),
            ("POST", "/seats/1", {"do": "bot"}),
            ("PATCH", "", {"watching": False}),
        ):
            refused(guest.ask(method, table.path + path, body), 403, "not_host")
    for path, body in (("/leave", {"seat": 0}), ("/leave", {"seat": 1})):
        refused(table.stranger.ask("POST", table.path + path, body), 403, "not_yours")
    refused(table.stranger.ask("POST", f"{table.path}/rematch"), 403, "not_yours")
    refused(table.stranger.ask("POST", f"{table.path}/enter", {"seat": 1}), 409, "taken")
    refused(table.friend.ask("GET", f"{table.path}/story?eyes=0"), 403, "not_your_eyes")
    refused(table.friend.ask("GET", f"{table.path}/record"), 409, "not_over")
    assert was_logged(table.server, event="request", path=f"{table.path}/links", status=403)
    about = table.host.ask("GET", table.path).json
    assert [seat["kind"] for seat in about["seats"]] == ["person", "person"]


def test_a_deck_has_not_too_many_different_cards(house: Server) -> None:
    """Whoever types in a deck makes the server look at every two of its cards."""
    cards = [{"code": f"c{n}", "kind": "wild"} for n in range(121)]
    told = "deck: more than 120 different cards"
    with pytest.raises(ludarium.InvalidInput, match=told):
        ludarium.game(SLUG, deck={"cards": cards})
    new = {"game": SLUG, "chairs": PAIR, "options": {"deck": {"cards": cards}}}
    guest = Guest(house, address=next(ELSEWHERE))
    answer = guest.ask("POST", "/api/tables", new)
    refused(answer, 400, "bad_input")
    assert answer.json["text"] == told
    cards.pop()
    assert guest.ask("POST", "/api/tables", new).status == 201


@play
async def test_oversized_things_are_refused(table: Table) -> None:
    async with table.socket() as socket:
        await socket.send(json.dumps({"t": "hello", "table": table.id}))
        await socket.send(json.dumps({"t": "say", "id": "x", "text": "y" * 9000}))
        with suppress(ConnectionClosed):
            async for _ in socket:
                pass
        assert socket.close_code == 1009
    answer = table.host.ask("PUT", "/api/me", b"x" * 70_000)
    refused(answer, 413, "too_large")
    answer = table.host.ask("POST", "/api/records", "x" * (3 << 20))
    refused(answer, 413, "too_large")


@play
async def test_what_cannot_be_read_is_answered_twenty_times(table: Table) -> None:
    deep = '{"x":' + "[" * 4000 + "]" * 4000 + ',"t":"ping","n":1}'
    bad = ("", "x", "[]", "{}", '{"t":"ping"}', '{"t":"frob"}', deep, b"\xff", "\0", "1e999")
    told: list[Json] = []
    async with table.socket() as socket:
        await socket.send(json.dumps({"t": "hello", "table": table.id}))
        for message in (*bad, *bad, "one too many"):
            await socket.send(message)
        with suppress(ConnectionClosed):
            async for frame in socket:
                told.append(json.loads(frame))
        assert socket.close_code == 4029
    assert [one["key"] for one in told if one["t"] == "no"] == ["unreadable"] * 20
    assert (told[-1]["t"], told[-1]["code"]) == ("bye", "limit")
    assert was_logged(table.server, event="socket closed", reason="unreadable", table=table.id)


def test_a_wrong_upgrade_is_answered_and_the_server_ends_well(tmp_path: Path) -> None:
    """Nor do connections that wait for nothing keep it from ending."""
    upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\n"
    with Server(tmp_path / "t.db", tmp_path) as server, ExitStack() as stack:
        for line in ("POST /api/me", "GET /ws", "GET /t/x", "FROB /ws", "GET /" + "a" * 9000):
            wire = stack.enter_context(
                socket.create_connection(("127.0.0.1", server.port), PATIENCE)
            )
            head = f"{line} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n{upgrade}\r\n{{}}"
            wire.sendall(head.encode())
            assert wire.recv(100).startswith(b"HTTP/1.1 400"), line
        for start in (b"", b"GET /api", b"POST /api/me HTTP/1.1\r\nContent-Length: 9\r\n\r\n{"):
            wire = stack.enter_context(
                socket.create_connection(("127.0.0.1", server.port), PATIENCE)
            )
            wire.sendall(start)
        assert Guest(server).ask("GET", "/health").status == 200
        assert server.end() == 0
    assert server.defects() == []


def test_a_flood_is_cut_off_and_disturbs_nobody(house: Server) -> None:
    async def flood(table: Table, message: Json) -> Counter[str]:
        """Send as fast as possible until the server hangs up."""
        heard: Counter[str] = Counter()

        async def listen(socket: ClientConnection) -> None:
            with suppress(ConnectionClosed):
                async for frame in socket:
                    told = json.loads(frame)
                    heard[told["code"] if told["t"] == "bye" else told["t"]] += 1

        async with table.socket() as socket:
            await socket.send(json.dumps({"t": "hello", "table": table.id}))
            listening = asyncio.create_task(listen(socket))
            with suppress(ConnectionClosed):
                for number in range(20_000):
                    await socket.send(json.dumps({**message, "id": str(number)}))
                    if number % 50 == 0:  # a goodbye is heard, not lost when the wire is torn
                        await asyncio.sleep(0)
            await listening
            assert socket.close_code in (4029, 1006)
        return heard

    async def evening() -> None:
        table = await Table(house).gather()
        for message in ({"t": "undo"}, {"t": "say", "text": "spam"}):
            heard = await flood(table, message)
            # The answers that wait are dropped when there are too many: none may be left.
            assert heard["limit"] == 1, heard
            assert heard["no"] + heard["ok"] < 1000, heard
        await beside(Bystanders(house), flood(table, {"t": "undo"}), flood(table, {"t": "undo"}))

    asyncio.run(evening())
    assert was_logged(house, event="socket closed", reason="flood", level="warning")
    assert house.defects() == []


def test_whoever_asks_too_often_waits_and_others_do_not(house: Server) -> None:
    async def evening() -> None:
        table = await Table(house).gather()
        loud = Guest(house, address=next(ELSEWHERE))

        statuses: Counter[int] = Counter()

        def flood() -> None:
            statuses.update(loud.ask("GET", "/api/me").status for _ in range(500))
            # A new table costs so much that no machine is too slow to use up what is left.
            new = {"game": SLUG, "chairs": PAIR}
            while statuses[429] < 200:
                statuses[loud.ask("POST", "/api/tables", new).status] += 1

        await beside(Bystanders(house), asyncio.to_thread(flood))
        assert statuses[200] == 500 and set(statuses) <= {200, 201, 429}
        assert table.host.ask("GET", "/api/me").status == 200

    asyncio.run(evening())
    assert was_logged(house, event="refused", reason="too_many", status=429)
