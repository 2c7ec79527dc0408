"""One socket: hello, then orders in and frames out until somebody says goodbye."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from typing import Final, cast

import msgspec
import structlog
from litestar.types import Receive, Scope, Send

from ludarium.core.events import Event
from ludarium.server import wire
from ludarium.server.guests import Guest
from ludarium.server.hall import Hall
from ludarium.server.limits import Bucket
from ludarium.server.orders import obey
from ludarium.server.play import Audience
from ludarium.server.problems import NotFound, Problem
from ludarium.server.store.rows import LogRow, StoreFailed
from ludarium.server.table import Table
from ludarium.server.tokens import matches
from ludarium.server.viewers import Post, Viewer, encode

log = structlog.get_logger(__name__)

FRAME: Final = 8 * 1024
"""Bytes of the longest order."""
HELLO_WITHIN: Final = 10.0
STRIKES: Final = 20
"""Unreadable orders that are answered before the socket is closed."""
RATE: Final = 5.0
BURST: Final = 100
"""Orders: a hundred at once, five a second after that; pings are free up to the same again."""

_orders: msgspec.json.Decoder[wire.Request] = msgspec.json.Decoder(wire.Request)

CODES: Final = {"restart": 1012, "replaced": 4001, "limit": 4029, "closed": 4000, "removed": 4002}
REFUSED: Final = 4003
STRAIGHT: Final = "ludarium_socket"
"""Where the state of a request holds its Socket."""
POST: Final = "ludarium.post"
"""An extension of our own server: frames without a task of their own to wait in."""


class Gone(Exception):
    """The other end has hung up."""


class Farewell(Exception):
    """The socket is closed with a reason."""

    def __init__(self, bye: wire.Bye) -> None:
        self.bye = bye


class Socket:
    """A socket as the server gives it: frames need nothing that the framework does to answers."""

    __slots__ = ("_receive", "_send", "post")

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self.post = cast("Post", (scope.get("extensions") or {}).get(POST, _no_post))
        """Send frames in one write; False, and none is sent, if that cannot be done now."""

    async def accept(self) -> None:
        await self._receive()
        await self._send({"type": "websocket.accept", "subprotocol": None, "headers": []})

    async def receive(self) -> str:
        """The next text; raises Gone after the last one."""
        message = await self._receive()
        if message["type"] != "websocket.receive":
            raise Gone
        return message.get("text") or ""

    async def send(self, frame: bytes) -> None:
        await self._send({"type": "websocket.send", "bytes": None, "text": frame.decode()})

    async def close(self, code: int, reason: str) -> None:
        await self._send({"type": "websocket.close", "code": code, "reason": reason})


def _no_post(_: Iterable[bytes]) -> bool:
    return False


async def serve_socket(hall: Hall, socket: Socket, guest: Guest | None) -> None:
    """Serve one viewer until they go."""
    try:
        await _serve(hall, socket, guest)
    except Exception as defect:  # the framework would close the socket without a word in the log
        log.error("defect", path="/ws", exc_info=defect)
        await _part(socket, wire.Bye("restart", "something went wrong here", 1000))


async def _serve(hall: Hall, socket: Socket, guest: Guest | None) -> None:
    await socket.accept()
    try:
        hello = await _hello(socket)
        table, viewer = await join(hall, hello, guest)
    except Farewell as farewell:
        await _part(socket, farewell.bye)
        return
    except Gone:
        return
    sending = asyncio.ensure_future(_send(socket, table, viewer))
    try:
        await _listen(hall, socket, table, viewer)
    except Farewell as farewell:
        viewer.dismiss(farewell.bye)
    except Gone:
        pass
    finally:
        if viewer.bye is None:
            sending.cancel()
        await go(hall, table, viewer)
        with suppress(asyncio.CancelledError):
            await sending


async def _part(socket: Socket, bye: wire.Bye) -> None:
    with suppress(RuntimeError, OSError):
        await socket.send(encode(bye))
        await socket.close(code=CODES.get(bye.code, REFUSED), reason=bye.code)


# In


class Unreadable(Exception):
    """What was sent is no order."""


def decode(text: str) -> wire.Request:
    raw = text.encode()
    if len(raw) > FRAME:
        raise Farewell(wire.Bye("limit", f"a message is at most {FRAME} bytes long"))
    try:
        return _orders.decode(raw)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise Unreadable(str(error)) from None


async def _hello(socket: Socket) -> wire.Hello:
    """The first message, which must be `hello`."""
    try:
        order = decode(await asyncio.wait_for(socket.receive(), HELLO_WITHIN))
    except TimeoutError:
        raise Farewell(wire.Bye("denied", "say hello first")) from None
    except Unreadable as error:
        raise Farewell(wire.Bye("denied", f"say hello first: {error}")) from None
    if not isinstance(order, wire.Hello):
        raise Farewell(wire.Bye("denied", "say hello first"))
    return order


async def join(hall: Hall, hello: wire.Hello, guest: Guest | None) -> tuple[Table, Viewer]:
    """Find the table and the right to look at it, and send everything once."""
    if hall.closing:
        raise Farewell(wire.Bye("restart", "the server starts anew", 500))
    try:
        async with hall.at(hello.table) as table:
            audience = _audience(table, hello.token)
            known = guest or Guest("", "")
            invited = bool(hello.token)
            viewer = Viewer(audience, hall.outbox, known.id, known.name or "Guest", invited)
            await _sit_down(table, viewer, hello.have)
            return table, viewer
    except NotFound:
        raise Farewell(wire.Bye("unknown", "there is no such table")) from None
    except StoreFailed:
        raise Farewell(wire.Bye("restart", "the table cannot be read just now", 1000)) from None
    except Problem as problem:
        raise Farewell(wire.Bye("restart", problem.text, 1000)) from None


def _audience(table: Table, token: str) -> Audience:
    """What a token proves: a seat, or the right to watch."""
    if not token and table.settings.watching:
        return None
    if token:
        for seat in table.persons():
            if matches(token, seat.token_hash):
                return seat.n
        if matches(token, table.row.watch_hash):
            return None
    log.warning("token refused", table=table.id)
    raise Farewell(wire.Bye("denied", "this link or page is no longer valid here"))


async def _sit_down(table: Table, viewer: Viewer, have: int | None) -> None:
    n = viewer.audience
    away: list[wire.Facts] = []
    rows = [] if n is None else await _done_for(table, n)
    if n is not None:
        if all(other.audience is None for other in table.viewers):
            table.since = table.hall.now()
        replaced = wire.Bye("replaced", "you are at this table in another window")
        table.dismiss(table.at_seat(n), replaced)
    table.viewers.append(viewer)
    if n is not None and table.seats[n].away is not None:
        away = await _come_back(table, n, rows)
    snap = table.snap(viewer.audience, have)
    viewer.tell(msgspec.structs.replace(snap, away=away) if away else snap)
    table.announce(but=viewer)
    table.hall.schedule(table)


async def _done_for(table: Table, n: int) -> list[LogRow]:
    """The rows since a bot took a chair; if they cannot be read, nobody has sat down yet."""
    if not table.seats[n].held:
        return []
    return await table.hall.store.log(table.id, table.live.held.get(str(n), 0))


async def _come_back(table: Table, n: int, rows: list[LogRow]) -> list[wire.Facts]:
    """Give a chair back to its owner, with a list of what was done for them."""
    held = table.seats[n].held
    table.live.held.pop(str(n), None)
    seat = table.change_seat(n, away=None, held=False, bot="")
    if table.play is None or not held:
        await table.commit(seats=[seat])
        return []
    done = table.play.lines_by(n, rows)
    events = [Event("table.back", {"seat": n})]
    await table.enter_row(f"back:{n}.{table.live.n + 1}", n, "back", events=events, seats=[seat])
    table.publish(but=n)
    return done


async def _listen(hall: Hall, socket: Socket, table: Table, viewer: Viewer) -> None:
    """Carry out orders one after the other."""
    orders, pings = Bucket(RATE, BURST), Bucket(RATE, BURST)
    strikes = 0
    while True:
        text = await socket.receive()
        try:
            order = decode(text)
        except Unreadable as error:
            strikes += 1
            if strikes > STRIKES or not orders.allow():
                log.warning("socket closed", table=table.id, reason="unreadable")
                raise Farewell(wire.Bye("limit", "too many unreadable messages")) from None
            viewer.tell(wire.No(id="", key="unreadable", text=str(error)))
            continue
        bucket = pings if isinstance(order, wire.Ping) else orders
        if hall.limits and not bucket.allow():
            log.warning("socket closed", table=table.id, reason="flood")
            raise Farewell(wire.Bye("limit", "too many messages", 5000))
        await obey(table, viewer, order)


# Out


async def _send(socket: Socket, table: Table, viewer: Viewer) -> None:
    async def refresh() -> None:
        async with table.lock:
            if viewer in table.viewers:
                viewer.catch_up(table.snap(viewer.audience))

    with suppress(RuntimeError, OSError):
        bye = await viewer.pump(socket.post, socket.send, refresh)
        await socket.close(code=CODES.get(bye.code, REFUSED), reason=bye.code)


async def go(hall: Hall, table: Table, viewer: Viewer) -> None:
    """The socket is gone: others see it, and grace begins to run."""
    async with table.lock:
        if viewer not in table.viewers:
            return
        table.let_go(viewer)
        n = viewer.audience
        table.touched = hall.now()
        if hall.closing or not hall.is_awake(table):
            return
        if n is not None and table.seats[n].kind == "person" and table.seats[n].away is None:
            seat = table.change_seat(n, away=hall.now())
            with suppress(Problem):
                await table.commit(seats=[seat])
        table.announce()
