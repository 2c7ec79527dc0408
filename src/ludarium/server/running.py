"""Running the application under uvicorn: one process, one event loop, a clean end."""

from __future__ import annotations

import asyncio
import errno
import gc
import signal
import socket
import struct
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import Final, cast

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

from ludarium.core.errors import InvalidInput
from ludarium.server import logs
from ludarium.server.app import App
from ludarium.server.sockets import FRAME, POST

BACKLOG: Final = 1024
PARTING: Final = 2.0
"""Seconds in which sockets say goodbye."""
UNREADABLE: Final = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
UNREAD: Final = 8
"""Messages of one socket that may wait before no more are read."""
HAND_OVER: Final = 0.001
"""Seconds after which a busy thread lets another one have the interpreter."""
TEXT: Final = 0x81
"""How a frame begins that is a whole text."""
ENDING: Final = 3
"""Seconds in which requests under way are finished after that."""

log = logs.logger("server")


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there; port 0 takes any free one."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        family, _, _, _, address = found[0]
        return socket.create_server(address[:2], family=family, backlog=BACKLOG)
    except socket.gaierror:
        raise InvalidInput(f"host: no address of this machine is called {host!r}") from None
    except OSError as error:
        raise InvalidInput(_why_not(host, port, error)) from None


def _why_not(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port: {port} is taken by another program; choose another one, or 0 for any"
    if error.errno == errno.EADDRNOTAVAIL:
        return f"host: {host!r} is no address of this machine"
    return f"port: cannot listen at {host} {port}: {error.strerror or error}"


def url_of(listening: socket.socket) -> str:
    """The address for a browser on this machine."""
    host, port = listening.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class Sockets(WebSocketsSansIOProtocol):
    """uvicorn's sockets, with less ado, and whoever asks for one in a wrong way is answered.

    As it is, such a connection would stay open without a word, and break the end of the server.
    """

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            cast("dict[str, object]", self.scope["extensions"])[POST] = self.post

    def post(self, texts: Iterable[bytes]) -> bool:
        """Send whole texts in one write; False, and none is sent, if that cannot be done now."""
        if not self.writable.is_set() or self.disconnected or self.conn.state is not State.OPEN:
            return False
        self.transport.write(b"".join(map(framed, texts)))
        return True

    def send_receive_event_to_app(self) -> None:
        """As uvicorn does it, but reading stops only when some messages wait.

        To stop and begin again are two calls of the system for each message.
        """
        stopped, self.read_paused = self.read_paused, self.queue.qsize() < UNREAD
        goes_on = self.read_paused
        super().send_receive_event_to_app()
        self.read_paused = stopped if goes_on else self.read_paused

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.is_unreadable and not self.transport.is_closing():
            self.transport.write(UNREADABLE)
            self.transport.close()

    def shutdown(self) -> None:
        if self.is_unreadable:
            self.transport.close()
        else:
            super().shutdown()

    @property
    def is_unreadable(self) -> bool:
        """Whether what came was no request at all."""
        return self.conn.handshake_exc is not None and not self.handshake_initiated


def framed(text: bytes) -> bytes:
    """A text as servers send it (RFC 6455, 5.2), without the many calls of a library for all."""
    size = len(text)
    if size < 126:
        return struct.pack("!BB", TEXT, size) + text
    if size < 1 << 16:
        return struct.pack("!BBH", TEXT, 126, size) + text
    return struct.pack("!BBQ", TEXT, 127, size) + text


class Server(uvicorn.Server):
    """Says goodbye to every socket before it is closed, and ends without an error."""

    def __init__(self, config: uvicorn.Config, app: App, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self._house = app
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._announce()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        await self._house.part()
        ends = asyncio.get_running_loop().time() + PARTING
        while self.server_state.tasks and asyncio.get_running_loop().time() < ends:
            await asyncio.sleep(0.02)
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """As uvicorn does it, but a signal that was obeyed is not raised once more at the end."""
        before = {
            number: signal.signal(number, self.handle_exit)
            for number in (signal.SIGINT, signal.SIGTERM)
        }
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def _tune_python() -> None:
    """Playing makes hardly any cyclic garbage, and a full collection stops every table.

    The thread that writes asks for the interpreter after each statement, and all who wait for
    their commit wait for that.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    sys.setswitchinterval(HAND_OVER)


def run(app: App, listening: socket.socket, announce: Callable[[], None]) -> None:
    """Serve until somebody ends it; raises StoreFailed if the store does not open."""
    config = uvicorn.Config(
        app,
        http="httptools",
        ws=Sockets,
        ws_max_size=FRAME,
        ws_per_message_deflate=False,
        loop="auto",
        lifespan="off",
        access_log=False,
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=ENDING,
    )
    server = Server(config, app, announce)

    async def serve() -> None:
        try:
            await app.open()
            _tune_python()
            log.info("open", address=url_of(listening))
            await server.serve([listening])
        finally:
            await app.close()
        log.info("closed")

    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(serve())
