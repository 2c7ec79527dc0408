"""Whatever is thrown at a real server, it answers or hangs up, and others play on undisturbed."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import random
import socket
import struct
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import psutil
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

import ludarium
from server.real import PATIENCE, SLUG, Client, Guest, Json, Player, Server, heavy

FRAMES = heavy("LUDARIUM_FRAMES", 20_000)
REQUESTS = heavy("LUDARIUM_REQUESTS", 5_000)
EXAMPLES = heavy("LUDARIUM_EXAMPLES", 8)
"""Requests that are made up for each operation of the API and each kind of data."""
GROWTH = 20
"""Megabytes that a server may have grown by all this."""
HANG_UPS = {1000, 1001, 1002, 1003, 1006, 1007, 1009, 4000, 4001, 4003, 4029}
"""Codes with which a socket may be closed: anything but a defect (1006: before all was read)."""
PAIR = [{"kind": "me"}, {"kind": "local"}]
SHORT = {"turn_limit": 60}
"""A match in which nobody gives so many orders that it looks like a flood."""
GOLDEN = Path(__file__).parent.parent / "golden"

NASTY: tuple[object, ...] = (
    None, True, False, 0, -1, 7, 2**31, 2**53 + 1, -(2**63), 2**64, 10**30, 0.5, -0.0, 1e308,
    float("nan"), float("inf"), "", " ", "\0", "a" * 3000, "é", "\U0001f0a1", "\u202eabc", "\ud83d",
    "%00", "../../etc/passwd", "' OR 1=1 --", "<script>", "null", [], {}, [[]], [None] * 50,
    {"t": "act"}, {"": {"": {}}}, [[[[[[[[]]]]]]]],
)  # fmt: skip


# Making things up


def spoiled(form: Json, rng: random.Random) -> Json:
    """A form with something wrong in it, here or further down."""
    copy: Json = json.loads(json.dumps(form))
    place: Any = copy
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        deeper = [key for key in keys if isinstance(place[key], (dict, list)) and place[key]]
        if not deeper or rng.random() < 0.4:
            break
        place = place[rng.choice(deeper)]
    if not keys or rng.random() < 0.2:
        if isinstance(place, dict):
            place[rng.choice(["x", "t", "id", "token", "__proto__", ""])] = rng.choice(NASTY)
        else:
            place.append(rng.choice(NASTY))
    elif rng.random() < 0.3:
        del place[rng.choice(keys)]
    else:
        place[rng.choice(keys)] = rng.choice(NASTY)
    return copy


def scratched(text: str, rng: random.Random) -> str:
    """A text with some letters changed, lost or doubled."""
    letters = list(text)
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(letters) + 1)
        letters[at : at + rng.randrange(3)] = rng.choice(
            ["", "{", "}", '"', "\\", "\n", "\0", "é", "9" * 40, "[" * 20, ":", "\u2028", "-", "1e"]
        )
    return "".join(letters)


def nested(depth: int, rng: random.Random) -> str:
    """JSON that goes down and down."""
    deep = rng.choice(
        ["[" * depth + "]" * depth, '{"a":' * (depth // 5) + "1" + "}" * (depth // 5)]
    )
    return rng.choice([deep, f'{{"x":{deep},"t":"ping","n":1}}', f'{{"t":"act","id":{deep}}}'])


def rubbish(rng: random.Random) -> str:
    return "".join(chr(rng.choice([rng.randrange(128), rng.randrange(0xD800)])) for _ in range(40))


# Frames


class Attacker:
    """Sends whatever comes to mind, through one socket after the other."""

    def __init__(self, server: Server, hello: Callable[[], Json], seed: int) -> None:
        self.server = server
        self.hello = hello
        self.rng = random.Random(seed)
        self.asked: Json = {"n": 1, "options": [{"do": "draw deck"}]}
        self.sent = 0
        self.heard: Counter[str] = Counter()
        self.codes: Counter[int | None] = Counter()

    async def attack(self, frames: int) -> None:
        while self.sent < frames:
            async with connect(
                f"ws://127.0.0.1:{self.server.port}/ws",
                compression=None,
                ping_interval=None,
                max_size=None,
                open_timeout=PATIENCE,
                close_timeout=PATIENCE,
            ) as socket:
                with suppress(ConnectionClosed):
                    await self.greet(socket)
                    while self.sent < frames:
                        for _ in range(self.rng.randrange(1, 20)):
                            await self.throw(socket)
                        await self.listen(socket)
                await socket.close()
                self.codes[socket.close_code] += 1
                assert socket.close_code in HANG_UPS, (socket.close_code, socket.close_reason)

    async def greet(self, socket: ClientConnection) -> None:
        hello = self.hello()
        if self.rng.random() < 0.2:
            hello = spoiled(hello, self.rng)
            self.sent += 1
        await socket.send(json.dumps(hello))

    async def throw(self, socket: ClientConnection) -> None:
        self.sent += 1
        rng = self.rng
        kind = rng.random()
        if kind < 0.35:
            await socket.send(json.dumps(self.order()))
        elif kind < 0.65:
            await socket.send(json.dumps(spoiled(self.order(), rng)))
        elif kind < 0.8:
            await socket.send(scratched(json.dumps(self.order()), rng))
        elif kind < 0.85:
            await socket.send(json.dumps(rng.choice(NASTY)))
        elif kind < 0.9:
            await socket.send(rubbish(rng))
        elif kind < 0.93:
            await socket.send(rng.randbytes(rng.randrange(200)))
        elif kind < 0.96:
            text = json.dumps(self.order())
            await socket.send([text[:at] for at in (3, 1)] if rng.random() < 0.3 else iter(text))
        elif kind < 0.98:
            await socket.send(nested(rng.choice([50, 900, 2000, 4000]), rng))
        else:
            size = rng.choice([8_000, 8_192, 8_193, 70_000])
            await socket.send(json.dumps({"t": "say", "id": "x", "text": "y" * size}))

    def order(self) -> Json:
        """An order that could be meant."""
        rng = self.rng
        id = rng.choice([f"{rng.getrandbits(32)}", "again", "x" * 64, "x" * 65, "é\0"])
        does = [one["do"] for one in self.asked["options"]]
        do = rng.choice(
            [*does, "attack XEW16 1.0", "build F6 W6", "pass", "trap T02 p0", "act A14 99",
             "special -1", "trade_offer 9 A01", rubbish(rng)]
        )  # fmt: skip
        return rng.choice(
            [
                {"t": "act", "id": id, "n": self.asked["n"], "do": do},
                {"t": "act", "id": id, "n": rng.randrange(-2, 60), "do": do},
                {"t": "undo", "id": id}, {"t": "consent", "id": id, "yes": rng.random() < 0.5},
                {"t": "take-back", "id": id}, {"t": "ready", "id": id, "yes": False},
                {"t": "stand", "id": id, "wish": rng.choice(["pass_turn", "no_trading", "x"])},
                {"t": "say", "id": id, "text": "psst", "to": rng.choice([-1, 0, 1, 2, 10**9])},
                {"t": "say", "id": id, "text": rng.choice(["hello", "", rubbish(rng), "y" * 301])},
                {"t": "why"}, {"t": "more", "before": rng.choice([-5, 0, 3, 50, 10**9, 10**30])},
                {"t": "ping", "n": rng.choice([0, -1, 10**15])},
                {"t": "hello", "table": "x", "token": "y", "have": 3},
            ]
        )  # fmt: skip

    async def listen(self, socket: ClientConnection) -> None:
        """Read until an honest ping is answered."""
        await socket.send(json.dumps({"t": "ping", "n": 424242}))
        async for frame in socket:
            told = json.loads(frame)
            self.heard[told["t"]] += 1
            if told.get("ask"):
                self.asked = told["ask"]
            if told["t"] == "pong" and told["n"] == 424242:
                return


def raw_attack(server: Server, rng: random.Random) -> None:
    """Bytes that no client would send, after a proper handshake or in its place."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as wire:
        handshake = (
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n"
        ).encode()
        if rng.random() < 0.2:
            wire.sendall(scratched(handshake.decode(), rng).encode() + b"\r\n\r\n")
        else:
            wire.sendall(handshake)
            assert b"101" in wire.recv(4096)
            for _ in range(rng.randrange(1, 6)):
                with suppress(OSError):
                    wire.sendall(raw_frame(rng))
        with suppress(OSError):
            wire.shutdown(socket.SHUT_WR)
            while wire.recv(4096):
                pass


def raw_frame(rng: random.Random) -> bytes:
    """A frame with any first byte, any length and any content."""
    first = rng.choice([0x81, 0x82, 0x01, 0x80, 0x88, 0x89, 0x8A, 0x83, 0xF1, rng.randrange(256)])
    size = rng.choice([0, 1, 5, 125, 126, 127])
    data = rng.choice([b"\xff\xfe", b'{"t":"why"}', rng.randbytes(size), b"\xed\xa0\x80"])
    length = rng.choice([bytes([0x80 | min(len(data), 125)]), bytes([len(data) & 0x7F])])
    if rng.random() < 0.2:
        length = b"\xff" + struct.pack(">Q", rng.choice([2**62, 2**40, 9000, 10]))
    return bytes([first]) + length + rng.randbytes(4) + data


# Others


class Bystanders:
    """Two people at one screen who play match after match."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.matches = 0

    async def play(self, address: str = "") -> None:
        host = Guest(self.server, address=address)
        while True:
            table = await host.host(PAIR, grace=None, options=SHORT)
            keys = (await host.enter(table))["keys"]
            players = [
                Player(self.server, table, key["token"], pace=0.02, address=address) for key in keys
            ]
            await asyncio.gather(*(one.follow(_done(one)) for one in players))
            self.matches += 1


def _done(player: Player) -> Callable[[], bool]:
    return lambda: player.screen.over and not player.open


async def beside(bystanders: Bystanders, *attacks: Any) -> None:
    """Attack while others play; none of them may be disturbed, and they play on afterwards."""
    playing = asyncio.create_task(bystanders.play())
    attacking = asyncio.gather(*attacks)
    await asyncio.wait([playing, attacking], return_when=asyncio.FIRST_COMPLETED)
    await attacking
    matches = bystanders.matches
    async with asyncio.timeout(PATIENCE):
        while bystanders.matches == matches and not playing.done():
            await asyncio.sleep(0.01)
    playing.cancel()
    with suppress(asyncio.CancelledError):
        await playing


@pytest.fixture(scope="module")
def open_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without limits, where much can be tried in a short time."""
    folder = tmp_path_factory.mktemp("abuse")
    with Server(folder / "t.db", folder, "--pace", "0", "--no-limits") as server:
        yield server


def megabytes(server: Server) -> float:
    assert server.process is not None
    return psutil.Process(server.process.pid).memory_info().rss / 1e6


def test_fuzzed_frames_break_nothing(open_house: Server) -> None:
    server = open_house

    async def seated(game: str) -> tuple[Callable[[], Json], Callable[[], Json]]:
        host = Guest(server)
        chairs = [*PAIR, {"kind": "bot", "bot": "random"}]
        table = await host.host(chairs, game=game, grace=None)
        keys = (await host.enter(table))["keys"]
        seat = {"t": "hello", "table": table, "token": keys[0]["token"], "have": None}
        watch = {"t": "hello", "table": table, "have": 3}
        return lambda: dict(seat), lambda: dict(watch)

    async def attack(game: str, frames: int, seed: int) -> list[Attacker]:
        hellos = await seated(game)
        attackers = [Attacker(server, hello, seed + n) for n, hello in enumerate(hellos)]
        raw = [
            asyncio.to_thread(raw_attack, server, random.Random(n)) for n in range(frames // 100)
        ]
        await beside(
            Bystanders(server), *(one.attack(frames // 2) for one in attackers), one_by_one(raw)
        )
        return attackers

    asyncio.run(attack("galatune", FRAMES // 10, seed=10))
    before = megabytes(server)
    attackers = asyncio.run(attack(SLUG, FRAMES - FRAMES // 10, seed=20))
    print([one.heard for one in attackers], [one.codes for one in attackers])
    assert server.defects() == []
    assert megabytes(server) - before < GROWTH
    assert all(one.heard["no"] > one.sent / 10 for one in attackers)
    assert attackers[0].heard["ok"]


async def one_by_one(things: list[Any]) -> None:
    for thing in things:
        await thing


# Requests


class Caller:
    """Asks for all sorts of things over one connection after the other."""

    def __init__(self, server: Server, table: str, cookie: str, seed: int) -> None:
        self.server = server
        self.table = table
        self.cookie = cookie
        self.rng = random.Random(seed)
        self.statuses: Counter[int] = Counter()
        record = next(iter(sorted(GOLDEN.glob("*.record")))).read_text(encoding="utf-8")
        tables, table = "/api/tables", f"/api/tables/{self.table}"
        deck = [{"code": f"c{n}", "kind": "wild"} for n in range(20)]
        new = {"game": SLUG, "chairs": PAIR, "options": {"ruleset": "master", "turn_limit": 9}}
        self.calls: list[tuple[str, str, object]] = [
            *(("GET", path, None) for path in (
                "/", "/health", "/t/x", "/api/me", "/api/games", f"/api/games/{SLUG}",
                f"/api/games/{SLUG}/words/en", f"/api/games/{SLUG}/rulebook", "/api/openapi",
                "/api/openapi.json", f"{tables}?list=mine", f"{tables}?list=open", table,
                f"{table}/record", f"{table}/story?eyes=public", f"{table}/story?eyes=0", "/ws",
            )),
            ("PUT", "/api/me", {"name": "Ann"}),
            ("POST", tables, {**new, "chairs": [{"kind": "me"}, {"kind": "open"}], "seed": "7"}),
            ("POST", tables, {**new, "options": {"deck": {"name": "d", "cards": deck}}}),
            ("POST", tables, {**new, "record": record, "upto": 3, "grace": 5, "kids": True}),
            ("POST", tables, {**new, "clock": {"mode": "move", "seconds": 60, "extra": 1}}),
            ("POST", f"{table}/enter", {"token": "x", "seat": 1, "name": "Bo"}),
            ("POST", f"{table}/leave", {"seat": 1}),
            ("POST", f"{table}/start", None),
            ("POST", f"{table}/links", None),
            ("POST", f"{table}/rematch", None),
            ("POST", f"{table}/seats/1", {"do": "bot", "bot": "steady"}),
            ("POST", f"{table}/seats/9", {"do": "open"}),
            ("PATCH", table, {"name": "x", "grace": None, "options": {"turn_limit": 3}}),
            ("POST", "/api/records", record),
        ]  # fmt: skip

    def call(self, requests: int) -> None:
        while sum(self.statuses.values()) < requests:
            assert self.server.runs, self.server.log()[-3000:]
            with (
                suppress(OSError, http.client.HTTPException),
                socket.create_connection(("127.0.0.1", self.server.port), PATIENCE) as wire,
            ):
                for _ in range(20):
                    method = self.send(wire)
                    answer = http.client.HTTPResponse(wire, method=method)
                    answer.begin()
                    body = answer.read()
                    self.statuses[answer.status] += 1
                    assert answer.status < 500, (method, answer.status, body)
                    if answer.will_close:
                        break

    def send(self, wire: socket.socket) -> str:
        """One request; returns its method."""
        rng = self.rng
        method, path, form = rng.choice(self.calls)
        body, kind = b"", ""
        if isinstance(form, dict):
            text = json.dumps(form if rng.random() < 0.2 else spoiled(form, rng))
            body, kind = text.encode(), "application/json"
        elif isinstance(form, str):
            body, kind = form.encode(), "text/plain"
        how = rng.random()
        if how < 0.15 and body:
            body = scratched(body.decode(), rng).encode(errors="replace")
        elif how < 0.2:
            body = rng.choice([b"\xff\xfe", rng.randbytes(300), nested(3000, rng).encode(), b"{"])
        elif how < 0.35:
            path = self.strange_path(path)
        elif how < 0.45:
            method = rng.choice(
                ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "FROB"]
            )
        headers = {
            "Host": f"127.0.0.1:{self.server.port}",
            "Content-Length": str(len(body)),
            "Cookie": self.cookie,
            **({"Content-Type": kind} if kind else {}),
        }
        if rng.random() < 0.3:
            headers |= self.strange_headers()
        if rng.random() < 0.02:
            body = b"x" * rng.choice([70_000, 3 << 20])
            headers["Content-Length"] = str(len(body))
        lines = [f"{method} {path} HTTP/1.1", *(f"{k}: {v}" for k, v in headers.items())]
        head = "\r\n".join(lines)
        scratch = rng.random() < 0.02
        if scratch:
            head = scratched(head, rng)
        wire.sendall(head.encode(errors="replace") + b"\r\n\r\n" + body)
        if scratch:
            wire.shutdown(socket.SHUT_WR)  # it may be waiting for more
        return method

    def strange_path(self, path: str) -> str:
        rng = self.rng
        return rng.choice(
            [
                path + "/", path + "//", "/" + path, path.upper(), path + "%00", path + "/%2e%2e",
                path.replace("/", "/%20/", 1), path + "?" + "a=b&" * 50, path + "?eyes=%ff&list=%",
                path.replace(self.table, "x" * 200), path.replace(self.table, "%F0%9F%82%A1"),
                path.replace("0", "-1"), path.replace("seats/1", f"seats/{10**30}"), "/" * 300,
                f"/api/games/{SLUG}/scenarios/..%2f..%2fwords", "/api/games/%7b%7d", "*",
                "/assets/../../../etc/passwd", "/" + "a" * 3000, "http://evil.example/api/me",
            ]
        )  # fmt: skip

    def strange_headers(self) -> dict[str, str]:
        rng = self.rng
        return rng.choice(
            [
                {"Cookie": scratched(self.cookie, rng).replace("\n", "").replace("\0", "")},
                {"Cookie": "ludarium_guest=" + "x" * 3000}, {"Cookie": "=;;=;\t"}, {"Cookie": ""},
                {"Origin": "https://evil.example"}, {"Origin": "http://[::1"}, {"Origin": "null"},
                {"Content-Type": "text/html"}, {"Content-Type": "application/json; charset=utf-16"},
                {"Content-Type": "multipart/form-data"}, {"Content-Type": ";;;"},
                {"Host": "evil.example"}, {"Accept-Encoding": "gzip;q=x, *;q=0"}, {"Expect": "x"},
                {"If-None-Match": 'W/"x", *'}, {"Accept": "image/png"}, {"Range": "bytes=5-2"},
                {"X-Forwarded-For": "1.2.3.4"}, {"X-HTTP-Method-Override": "DELETE"},
                {"Upgrade": "websocket", "Connection": "Upgrade"}, {"Connection": "close"},
                {f"X-{n}": "y" * 100 for n in range(60)},
            ]
        )  # fmt: skip


def test_fuzzed_requests_break_nothing(open_house: Server) -> None:
    server = open_house

    async def call(requests: int, seed: int) -> Counter[int]:
        host = Guest(server)
        table = await host.host([{"kind": "me"}, {"kind": "open"}], listed=True)
        callers = [Caller(server, table, host.cookie, seed + n) for n in range(2)]
        work = (asyncio.to_thread(caller.call, requests // 2) for caller in callers)
        await beside(Bystanders(server), *work)
        return callers[0].statuses + callers[1].statuses

    asyncio.run(call(REQUESTS // 5, seed=30))
    before = megabytes(server)
    statuses = asyncio.run(call(REQUESTS - REQUESTS // 5, seed=40))
    print(statuses, before, megabytes(server))
    assert server.defects() == []
    assert megabytes(server) - before < GROWTH
    assert {200, 201, 204, 304, 400, 403, 404, 405, 409, 413, 415} <= set(statuses)


def test_the_api_is_what_its_description_says(open_house: Server, tmp_path: Path) -> None:
    """Every operation, with data that fits its description and with data that does not."""
    host = Guest(open_house)
    table = asyncio.run(host.host([{"kind": "me"}, {"kind": "open"}]))
    (tmp_path / "schemathesis.toml").write_text(
        f'[parameters]\n"path.id" = "{table}"\n"path.slug" = "{SLUG}"\n'
        '"path.language" = "en"\n"path.n" = 1\n',
        encoding="utf-8",
    )
    done = subprocess.run(
        [
            sys.executable, "-m", "schemathesis.cli", "--no-color", "run",
            f"{open_house.url}/api/openapi.json", "--header", f"Cookie: {host.cookie}",
            "--checks", "all", "--exclude-checks", "positive_data_acceptance",
            "--phases", "coverage,fuzzing", "--max-examples", str(EXAMPLES), "--seed", "7",
            "--request-timeout", str(PATIENCE), "--suppress-health-check", "too_slow",
        ],
        cwd=tmp_path, capture_output=True, text=True, check=False,
        env={**os.environ, "SCHEMATHESIS_HOOKS": ""},
    )  # fmt: skip
    print(done.stdout[-3000:])
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]
    assert open_house.defects() == []


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
