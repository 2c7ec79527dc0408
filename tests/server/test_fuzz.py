"""Fuzzed frames and requests: the server answers or hangs up, and others play on undisturbed."""

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
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from server.bystanders import PAIR, Bystanders, beside
from server.real import PATIENCE, SLUG, Guest, Json, Server, heavy

FRAMES = heavy("LUDARIUM_FRAMES", 20_000)
REQUESTS = heavy("LUDARIUM_REQUESTS", 5_000)
EXAMPLES = heavy("LUDARIUM_EXAMPLES", 8)
"""Requests that are made up for each operation of the API and each kind of data."""
GROWTH = 20
"""Megabytes that a server may have grown by all this."""
HANG_UPS = {1000, 1001, 1002, 1003, 1006, 1007, 1009, 4000, 4001, 4003, 4029}
"""Codes with which a socket may be closed: anything but a defect (1006: before all was read)."""
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
            ("POST", tables, {**new, "options": {}, "record": record, "upto": 3, "grace": 5}),
            ("POST", tables, {**new, "options": {"ruleset": "apprentice"}, "kids": True}),
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
