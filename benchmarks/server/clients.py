"""What a server under load is to its clients: tables, a socket for each seat, some HTTP."""

from __future__ import annotations

import asyncio
import http.client
import random
import threading
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import Protocol, TypeVar

import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

Answer = TypeVar("Answer")
Done = Callable[[float], None]

HTTP_THREADS = 8
IDLE_SECONDS = 2.0


class Web:
    """HTTP to one server, with a lasting connection for each thread."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._pool = ThreadPoolExecutor(HTTP_THREADS)
        self._own = threading.local()

    async def post(
        self, path: str, body: object, kind: type[Answer], cookies: dict[str, str] | None = None
    ) -> Answer:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, self._post, path, body, kind, cookies)

    def _line(self) -> http.client.HTTPConnection:
        """This thread's connection; servers hang up on those that were silent for seconds."""
        own = self._own
        if perf_counter() - getattr(own, "used", 0.0) > IDLE_SECONDS:
            own.line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        own.used = perf_counter()
        line: http.client.HTTPConnection = own.line
        return line

    def _post(
        self, path: str, body: object, kind: type[Answer], cookies: dict[str, str] | None
    ) -> Answer:
        line = self._line()
        headers = {"Content-Type": "application/json"}
        if cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in cookies.items())
        line.request("POST", path, msgspec.json.encode(body), headers)
        answer = line.getresponse()
        said = answer.read()
        if answer.status >= 400:
            raise RuntimeError(f"POST {path}: {answer.status} {said[:500]!r}")
        if cookies is not None:
            keep_cookies(cookies, answer.headers.get_all("Set-Cookie") or [])
        if not said:
            said = b"null"
        return msgspec.json.decode(said, type=kind)


def keep_cookies(jar: dict[str, str], lines: list[str]) -> None:
    for line in lines:
        name, _, value = line.partition(";")[0].partition("=")
        jar[name] = value


class Seat(WSListener):  # type: ignore[misc]
    """One client: it reads what its server says and keeps what it needs for the next answer."""

    def __init__(self) -> None:
        self.table: Table
        self.transport: WSTransport
        self.welcome: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when the server has told this seat the position."""
        self.leaving = False

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            self.read(frame.get_payload_as_bytes())
        elif frame.msg_type == WSMsgType.CLOSE and not self.leaving:
            self.fault(f"a socket was closed: {frame.get_close_code()} {frame.get_close_message()}")

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        if not self.leaving:
            self.fault("a connection was lost")

    def read(self, said: bytes) -> None:
        raise NotImplementedError

    def fault(self, text: str) -> None:
        """Something that must not happen under this load."""
        self.table.faults[text] += 1
        if not self.welcome.done():
            self.welcome.set_exception(RuntimeError(text))

    def say(self, said: bytes) -> None:
        self.transport.send(WSMsgType.TEXT, said)

    def leave(self) -> None:
        self.leaving = True
        self.transport.disconnect()


async def connect(seat: Seat, url: str, headers: Mapping[str, str]) -> None:
    await ws_connect(lambda: seat, url, extra_headers=headers)


class Table(ABC):
    """A table under load, with at most one action under way."""

    def __init__(self, faults: Counter[str]) -> None:
        self.faults = faults
        self.over = False
        self.missing = 0
        """Messages that must still come before everyone knows what was done."""
        self._sent = 0.0
        self._done: Done | None = None

    def act(self, rng: random.Random, done: Done) -> None:
        """Somebody who may act does so; `done` gets the seconds until the last client knew."""
        self._done = done
        self._sent = perf_counter()
        self.missing = self.answer(rng)

    def heard(self) -> None:
        """One of the missing messages is here; before the first action there are none."""
        if self._done is None:
            return
        self.missing -= 1
        if self.missing == 0:
            self._done(perf_counter() - self._sent)
        elif self.missing < 0:
            self.missing = 0
            self.faults["a message that nobody waited for"] += 1

    @abstractmethod
    def answer(self, rng: random.Random) -> int:
        """Send a random legal action; returns how many messages will tell of it."""

    @abstractmethod
    def close(self) -> None:
        """Leave."""


class House(Protocol):
    """A server with tables to be opened, and what went wrong at them."""

    name: str
    faults: Counter[str]

    async def open(self, players: int) -> Table: ...
