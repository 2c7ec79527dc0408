"""A real server as a process, to be killed and started again, and clients that come back to it.

The clients keep what they are told as a page does, and check while they do so that nothing told is
ever taken back: no number of a line is skipped, no line changes, and where nothing was missed the
table looks as they left it.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

Json = dict[str, Any]

SLUG = "tears-of-nature"
PROGRAM = [sys.executable, "-c", "from ludarium.cli import main; main()", "serve"]
PATIENCE = 120.0
"""Seconds that anything may take on however busy a machine."""
PAUSE = 0.03
"""Seconds after which a client that found nobody tries again."""
SILENT = ("ready", "sealed")
NOT_OURS = "Invalid UTF-8 sequence received from client."
"""What uvicorn calls an error is one of the client, whom it hangs up on."""
GONE = (OSError, http.client.HTTPException, InvalidHandshake, InvalidMessage, ConnectionClosed)


# The server


class NotStarted(AssertionError):
    """The server has ended instead of serving; its message is what it said, but for its log."""


def hold_port() -> socket.socket:
    """A port that is kept for whoever listens there next, however often they come and go.

    The system gives it to nobody who asks for any port, and nobody reaches themselves through it.
    """
    held = socket.socket()
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held.bind(("127.0.0.1", 0))
    return held


class Server:
    """`ludarium serve` on one database and, once it was started, on one port."""

    def __init__(self, database: str | Path, folder: Path, *options: str) -> None:
        self.options = ["--database", str(database), "--no-open", "--log", "json", *options]
        self.stderr = folder / "server.log"
        self.port = 0
        self.process: subprocess.Popen[str] | None = None
        self._held: socket.socket | None = None

    def start(self) -> None:
        """Return when it serves."""
        if self._held is None:
            self._held = hold_port()
            self.port = self._held.getsockname()[1]
        with self.stderr.open("a", encoding="utf-8") as log:
            self.process = subprocess.Popen(
                [*PROGRAM, "--port", str(self.port), *self.options],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**os.environ, "LUDARIUM_TRACEBACK": "1"},
            )
        assert self.process.stdout is not None
        found = re.search(r"http://127.0.0.1:(\d+)", self.process.stdout.readline())
        if found is None:
            self.end()
            said = (line for line in self.log().splitlines() if not line.startswith("{"))
            raise NotStarted("\n".join(said))

    def end(self, by: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal and wait; returns the exit code."""
        assert self.process is not None
        self.process.send_signal(by)
        code = self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.process = None
        return code

    @property
    def runs(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def kill(self) -> None:
        """`kill -9`."""
        self.end(signal.SIGKILL)

    def __enter__(self) -> Server:
        try:
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        if self.process is not None:
            self.kill()
        if self._held is not None:
            self._held.close()
            self._held = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def log(self) -> str:
        return self.stderr.read_text(encoding="utf-8") if self.stderr.exists() else ""

    def logged(self) -> list[Json]:
        """Every line of the log."""
        lines = self.log().splitlines()
        return [json.loads(line) for line in lines if line.startswith("{")]

    def defects(self) -> list[Json]:
        """Lines of the log that should not be there, whatever clients do."""
        bad = ("error", "critical", "exception")
        found = [line for line in self.logged() if line["level"] in bad or "exception" in line]
        return [line for line in found if line["event"] != NOT_OURS]


# People


class Answer:
    """What HTTP answered."""

    def __init__(self, status: int, headers: http.client.HTTPMessage, body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.body = body

    @property
    def json(self) -> Any:
        return json.loads(self.body) if self.body else None


class Guest:
    """Somebody with a cookie, and all that HTTP has told them."""

    def __init__(
        self, server: Server, heard: Callable[[bytes], None] | None = None, address: str = ""
    ) -> None:
        self.server = server
        self.cookie = ""
        self.heard = heard
        self.origin = (address, 0) if address else None
        """The address they come from, if not the usual one."""

    def ask(
        self,
        method: str,
        path: str,
        body: object = None,
        headers: dict[str, str] | None = None,
    ) -> Answer:
        """One request; text and bytes are sent as they are, everything else as JSON."""
        raw = body if isinstance(body, (bytes, str)) or body is None else json.dumps(body)
        kind = "text/plain" if isinstance(body, str) else "application/json"
        sent = {"content-type": kind, **({"cookie": self.cookie} if self.cookie else {})}
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.server.port, timeout=PATIENCE, source_address=self.origin
        )
        try:
            connection.request(
                method,
                path,
                raw.encode() if isinstance(raw, str) else raw,
                {**sent, **(headers or {})},
            )
            got = connection.getresponse()
            answer = Answer(got.status, got.headers, got.read())
        finally:
            connection.close()
        if answer.headers["set-cookie"]:
            self.cookie = answer.headers["set-cookie"].partition(";")[0]
        if self.heard is not None:
            self.heard(answer.body)
        return answer

    async def get(self, method: str, path: str, body: object = None, status: int = 200) -> Any:
        """What a request that must succeed gives; while nobody answers it is made again."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                answer = await asyncio.to_thread(self.ask, method, path, body)
            except GONE:
                assert time.monotonic() < deadline, "the server stays away"
                await asyncio.sleep(PAUSE)
                continue
            if answer.status == 503:  # it is just closing
                await asyncio.sleep(PAUSE)
                continue
            assert answer.status in (status, 201), (method, path, answer.status, answer.body[:500])
            kind = answer.headers.get("content-type", "")
            return answer.json if kind.startswith("application/json") else answer.body.decode()

    async def host(self, chairs: list[Json], **more: object) -> str:
        """A new table."""
        made = await self.get("POST", "/api/tables", {"game": SLUG, "chairs": chairs, **more})
        return str(made["id"])

    async def enter(self, table: str, **wish: object) -> Json:
        entry: Json = await self.get("POST", f"/api/tables/{table}/enter", wish)
        return entry


# What a page knows


class OutOfStep(AssertionError):
    """A client was told something that does not fit what it was told before."""


class Screen:
    """What a viewer has been told, put together as the protocol says and in no other way."""

    def __init__(self) -> None:
        self.seq = 0
        self.lines: dict[int, Json] = {}
        """By number, counted from 1."""
        self.table: Json = {}
        self.you: int | None = None
        self.view: Json | None = None
        self.now: Json = {}
        """What else there is to see: sums, who is ahead, the question, the end, rights."""
        self.said: dict[int, Json] = {}
        self.greeted = False

    @property
    def ask(self) -> Json | None:
        return self.now.get("ask")

    @property
    def over(self) -> bool:
        return self.now.get("over") is not None

    @property
    def missing(self) -> int:
        """The last line that is not known yet, 0 if all are."""
        return next((n for n in range(self.seq, 0, -1) if n not in self.lines), 0)

    @property
    def log(self) -> list[Json]:
        return [self.lines[n] for n in range(1, self.seq + 1)]

    def show(self, told: Json) -> None:
        """Take up one message."""
        kind = told["t"]
        if kind == "snap":
            self._snap(told)
        elif kind == "ev":
            self._ev(told)
        elif kind == "lines":
            self._learn(told["first"], told["log"])
        elif kind == "seat":
            self.table = told["table"]
            self.now["may"] = told.get("may", [])
        elif kind == "said":
            self._hear(told)

    def _snap(self, told: Json) -> None:
        seq, log = told["seq"], told.get("log", [])
        if seq < self.seq:
            raise OutOfStep(f"{self.seq} lines were told, now there are {seq}")
        now = {key: told.get(key) for key in ("sums", "ahead", "ask", "asked", "over")}
        if self.view is not None and seq == self.seq:
            same("view", _lasting(self.view), _lasting(told["view"]))
            for key, value in now.items():
                if key not in ("ask", "asked") or told["table"]["game"] == SLUG:
                    same(key, self.now.get(key) or None, value or None)
        self.view = told["view"]
        self.now = {**now, "may": told.get("may", []), "clock": told.get("clock")}
        self.seq, self.table, self.you = seq, told["table"], told["you"]
        self._learn(seq - len(log) + 1, log)
        for line in told.get("said", []):
            self._hear(line)
        self.greeted = True

    def _ev(self, told: Json) -> None:
        log = told["log"]
        if told["seq"] != self.seq + len(log):
            raise OutOfStep(f"line {told['seq']} comes with {len(log)} lines after {self.seq}")
        assert self.view is not None
        self._learn(self.seq + 1, log)
        self.seq = told["seq"]
        self.view.update(told.get("set", {}))
        for key in ("sums", "ahead"):
            if told.get(key) is not None:
                self.now[key] = told[key]
        for key in ("ask", "asked", "over", "clock"):
            self.now[key] = told.get(key)
        self.now["may"] = told.get("may", [])

    def _learn(self, first: int, log: list[Json]) -> None:
        for number, line in enumerate(log, first):
            same(f"line {number}", self.lines.setdefault(number, line), line)

    def _hear(self, line: Json) -> None:
        heard = {key: value for key, value in line.items() if key != "t"}
        same(f"chat {line['n']}", self.said.setdefault(line["n"], heard), heard)


def _lasting(view: Json) -> Json:
    """A view without what changes while no line is told: who is Ready, and with what."""
    return {key: part for key, part in view.items() if key not in SILENT and part is not None}


def same(what: str, known: object, told: object) -> None:
    if known != told:
        raise OutOfStep(f"{what}: known as {known!r:.2000}, now told as {told!r:.2000}")


# Clients


class Client:
    """A socket that comes back by itself and sends again what was not answered."""

    def __init__(
        self, server: Server, table: str, token: str = "", seed: object = 0, address: str = ""
    ) -> None:
        self.server = server
        self.table = table
        self.token = token
        self.origin = (address, 0) if address else None
        self.rng = random.Random(f"{table}/{token}/{seed}")
        self.screen = Screen()
        self.open: dict[str, Json] = {}
        """Orders that were not answered yet, in the order in which they were given."""
        self.orders: dict[str, Json] = {}
        """All orders, by id."""
        self.answers: dict[str, Json] = {}
        """The first answer to each."""
        self.frames: list[bytes] = []
        """Everything that came in, if it is to be kept."""
        self.keeps = False
        self.byes: list[str] = []
        self.heard = 0.0
        """When something last came in."""
        self.socket: ClientConnection | None = None
        self.here = False
        """Whether this socket has been greeted."""
        self.pong = 0

    def order(self, **fields: Any) -> Json:
        """A new order with an id of its own."""
        id = f"{len(self.orders)}-{self.rng.getrandbits(40):x}"
        order = {**fields, "id": id}
        self.orders[id] = self.open[id] = order
        return order

    async def send(self, order: Json) -> None:
        """Send if there is somebody to send to; else it waits for the next greeting."""
        if self.socket is not None:
            with suppress(ConnectionClosed):
                await self.socket.send(json.dumps(order))

    async def follow(self, until: Callable[[], bool]) -> None:
        """Stay at the table, through however many restarts."""
        self.heard = time.monotonic()
        while not until():
            assert time.monotonic() < self.heard + PATIENCE, "the table does not go on"
            try:
                async with connect(
                    f"ws://127.0.0.1:{self.server.port}/ws",
                    compression=None,
                    ping_interval=None,
                    open_timeout=PATIENCE,
                    max_size=None,
                    local_addr=self.origin,
                ) as self.socket:
                    await self._stay(self.socket, until)
            except GONE:
                await asyncio.sleep(PAUSE)
            finally:
                self.socket, self.here = None, False

    async def _stay(self, socket: ClientConnection, until: Callable[[], bool]) -> None:
        have = self.screen.seq if self.screen.greeted else None
        await socket.send(
            json.dumps({"t": "hello", "table": self.table, "token": self.token, "have": have})
        )
        async for frame in socket:
            assert isinstance(frame, str), "all frames are text"
            if self.keeps:
                self.frames.append(frame.encode())
            self.heard = time.monotonic()
            await self.take(json.loads(frame))
            if until():
                return

    async def take(self, told: Json) -> None:
        """Look at one message and do what follows from it."""
        kind = told["t"]
        if kind == "bye":
            self.byes.append(told["code"])
            assert told["code"] == "restart", told
            return
        self.screen.show(told)
        if kind == "snap":
            self.here = True
            for order in list(self.open.values()):
                await self.send(order)
        elif kind in ("ok", "no") and told["id"]:
            self.answered(told)
        elif kind == "pong":
            self.pong = told["n"]
        if self.screen.missing:
            await self.send({"t": "more", "before": self.screen.missing + 1})
        else:
            await self.think()

    def answered(self, told: Json) -> None:
        id = told["id"]
        assert id in self.orders, f"an answer to nothing: {told}"
        if self.orders[id]["t"] == "say":
            told = {**told, "seq": 0}  # chat has nothing to do with the lines of the log
        same(f"answer to {self.orders[id]}", self.answers.setdefault(id, told), told)
        self.open.pop(id, None)

    async def until(self, so: Callable[[], bool]) -> None:
        """Wait while somebody else follows."""
        async with asyncio.timeout(PATIENCE):
            while not so():
                await asyncio.sleep(0.001)

    async def catch_up(self) -> None:
        """Return when everything has come that was sent before now."""
        number, asked = self.rng.getrandbits(30), None
        async with asyncio.timeout(PATIENCE):
            while self.pong != number:
                if self.here and asked is not self.socket:
                    asked = self.socket
                    await self.send({"t": "ping", "n": number})
                await asyncio.sleep(0.001)

    async def think(self) -> None:
        """Spectators only watch."""


class Player(Client):
    """Answers every question with a random legal option, and talks and takes back now and then."""

    def __init__(
        self,
        server: Server,
        table: str,
        token: str,
        seed: object = 0,
        *,
        pace: float = 0.0,
        talks: float = 0.0,
        undoes: float = 0.0,
        address: str = "",
    ) -> None:
        super().__init__(server, table, token, seed, address)
        self.pace = pace
        self.talks = talks
        self.undoes = undoes
        self.dealt_with: set[object] = set()
        """Questions and wishes of others that need no second answer."""

    async def think(self) -> None:
        if self.screen.over or self.open:
            return
        if self.screen.table["status"] == "gathering":
            if not self.screen.table["seats"][self.screen.you].get("ready"):
                await self.send(self.order(t="ready"))
            return
        if self.rng.random() < self.talks:
            await self.send(self.order(t="say", text=f"line {len(self.orders)} of {self.table}"))
        wish, ask = self.screen.table.get("undo"), self.screen.ask
        if wish is not None:
            if self.screen.you in wish["waiting"] and self._is_new("wish", self.screen.seq):
                await self.send(self.order(t="consent", yes=self.rng.random() < 0.5))
        elif self.rng.random() < self.undoes and self._may_undo():
            await self.send(self.order(t="undo"))
        elif ask is not None and self._is_new("ask", ask["n"]):
            if self.pace:
                await asyncio.sleep(self.pace * self.rng.random())
            do = self.rng.choice(ask["options"])["do"]
            await self.send(self.order(t="act", n=ask["n"], do=do))

    def _may_undo(self) -> bool:
        rights = {"undo", "ask-undo"}.intersection(self.screen.now["may"])
        return bool(rights) and self._is_new("undo", self.screen.seq)

    def _is_new(self, *what: object) -> bool:
        """Whether this comes up for the first time."""
        new = what not in self.dealt_with
        self.dealt_with.add(what)
        return new

    def answered(self, told: Json) -> None:
        super().answered(told)
        order = self.orders[told["id"]]
        if told["t"] == "no" and order["t"] == "act":
            self.dealt_with.discard(("ask", order["n"]))


async def fresh(server: Server, table: str, token: str) -> Screen:
    """All that a new page is told, older lines included."""
    client = Client(server, table, token)
    await client.follow(lambda: client.screen.greeted and not client.screen.missing)
    return client.screen


def in_step(client: Client, page: Screen) -> None:
    """A client that was never reloaded knows what a new page knows."""
    known = client.screen
    same("number of lines", known.seq, page.seq)
    same("log", known.log, page.log)
    same("view", _lasting(known.view or {}), _lasting(page.view or {}))
    for key in ("sums", "ahead", "ask", "asked", "over", "may"):
        same(key, known.now.get(key) or None, page.now.get(key) or None)
    for number in known.said.keys() & page.said.keys():
        same(f"chat {number}", known.said[number], page.said[number])


def heavy(name: str, usual: int) -> int:
    """How often to try: as usual, or as an environment variable says (`make prove` sets some)."""
    return int(os.environ.get(name, usual))
