"""People at tables: a house whose clock is set by hand, and pages that see only what is sent.

A page speaks to the real socket code through a socket without a network. It keeps its own view as a
browser does, and checks every frame: nothing told twice, no line left out.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

import ludarium
from ludarium.server import sockets, telling, wire
from ludarium.server.forms import Chair, Enter, Entry, Key, NewTable
from ludarium.server.guests import Guest
from ludarium.server.hall import Hall
from ludarium.server.problems import Problem
from ludarium.server.store import open_store
from ludarium.server.store.rows import (
    Loaded,
    LogRow,
    SeatRow,
    SnapshotRow,
    Store,
    StoreFailed,
    TableRow,
    Write,
)
from ludarium.server.table import Table
from ludarium.server.timing import tick

SLUG = "tears-of-nature"
NOON = 1_800_000_000_000
PATIENCE = 60.0
"""Seconds after which a test has gone wrong, on however busy a machine."""

Frame = dict[str, Any]


class Clock:
    """The time of the house, which passes only when it is told to."""

    def __init__(self) -> None:
        self.ms = NOON

    def __call__(self) -> int:
        return self.ms

    def wait(self, seconds: float) -> None:
        self.ms += int(seconds * 1000)


class Bots:
    """Workers without processes: the first legal answer, or what `mind` says."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, str, bool]] = []
        """(seat, bot, forced) of every question."""
        self.mind: Callable[[Sequence[str]], str] = lambda legal: legal[0]
        self.may_answer = asyncio.Event()
        self.may_answer.set()

    async def choose(
        self,
        slug: str,
        options: object,
        bot: str,
        view: object,
        seat: int,
        kind: str,
        legal: list[str],
        forced: bool = False,
        seed: str | None = None,
        table: str = "",
    ) -> str:
        self.asked.append((seat, bot, forced))
        await self.may_answer.wait()
        return self.mind(legal)


class Disk:
    """A store whose disk can be full."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.full = False
        self.failing = 0
        """So many commits fail from now on."""
        self.unreadable = False
        self.written: list[Write] = []

    async def open(self) -> None:
        await self.store.open()

    async def close(self) -> None:
        await self.store.close()

    async def commit(self, write: Write) -> None:
        self.failing -= 1
        if self.full or self.failing >= 0:
            raise StoreFailed("/secret/path/ludarium.db: the disk is full")
        await self.store.commit(write)
        self.written.append(write)

    def _check(self) -> None:
        if self.unreadable:
            raise StoreFailed("/secret/path/ludarium.db: the disk is gone")

    async def load(self, table: str) -> Loaded | None:
        self._check()
        return await self.store.load(table)

    async def find_command(self, table: str, command: str) -> LogRow | None:
        self._check()
        return await self.store.find_command(table, command)

    async def log(self, table: str, after: int = 0, upto: int | None = None) -> list[LogRow]:
        self._check()
        return await self.store.log(table, after, upto)

    async def tail(self, table: str, before: int, count: int) -> list[LogRow]:
        self._check()
        return await self.store.tail(table, before, count)

    async def snapshot(self, table: str, upto: int) -> SnapshotRow | None:
        self._check()
        return await self.store.snapshot(table, upto)

    async def mine(self, guest: str, limit: int = 50) -> list[tuple[TableRow, list[SeatRow]]]:
        return await self.store.mine(guest, limit)

    async def listed(self, limit: int = 50) -> list[tuple[TableRow, list[SeatRow]]]:
        return await self.store.listed(limit)

    async def due(self, until: int) -> list[tuple[str, int]]:
        self._check()
        return await self.store.due(until)

    async def secret(self, name: str) -> bytes:
        return await self.store.secret(name)

    async def healthy(self) -> bool:
        return await self.store.healthy()


class StillHall(Hall):
    """A hall without alarms: a test rings when it wants to."""

    def schedule(self, table: Table, late: float = 0.0) -> None:
        pass


class House:
    """A hall on a real store, with everything around it that a test turns by hand."""

    def __init__(self, folder: Path, alarms: bool = False, pace: int = 0) -> None:
        self.folder = folder
        self.clock = Clock()
        self.bots = Bots()
        self.alarms = alarms
        self.pace = pace
        self.pages: list[Page] = []

    async def open(self) -> None:
        self.disk = Disk(open_store(self.folder / "ludarium.db"))
        await self.disk.open()
        kind = Hall if self.alarms else StillHall
        self.hall = kind(
            self.disk,
            self.bots,
            now=self.clock,
            pace=self.pace,
            limits=False,
        )

    async def close(self) -> None:
        await self.hall.close()
        for page in self.pages:
            await page.close()
        self.pages.clear()
        await self.disk.close()

    async def crash(self, down: float = 0.0) -> None:
        """Everything in memory is lost; after so many seconds the server starts anew."""
        self.hall.closing = True  # so that sockets which break now change nothing any more
        await self.close()
        self.clock.wait(down)
        await self.open()

    # People

    def guest(self, name: str) -> Guest:
        return Guest(name.lower(), name)

    async def page(
        self, id: str, who: str, seat: int | None = None, have: int | None = None
    ) -> Page:
        """Somebody comes in and sees their chair (the first one, if not told which)."""
        entry = await self.enter(id, who)
        keys = {key.seat: key.token for key in entry.keys}
        token = keys[next(iter(keys)) if seat is None else seat]
        return await self.connect(id, token, who, have)

    async def enter(
        self, id: str, who: str, seat: int | None = None, token: str = "", name: str = ""
    ) -> Entry:
        return await self.hall.enter(id, self.guest(who), Enter(token, seat, name))

    async def keys(self, id: str, who: str) -> list[Key]:
        """The chairs of a browser, with fresh tokens."""
        return (await self.enter(id, who)).keys

    async def watch(self, id: str, who: str = "Watcher", token: str = "") -> Page:
        return await self.connect(id, token, who)

    async def connect(self, id: str, token: str, who: str = "", have: int | None = None) -> Page:
        page = Page(self, who)
        self.pages.append(page)
        await page.say_hello(wire.Hello(id, token, have))
        return page

    # Tables

    async def create(self, *chairs: Chair, host: str = "Ann", **more: Any) -> str:
        return await self.hall.create(self.guest(host), NewTable(SLUG, list(chairs), **more))

    async def two(self, **more: Any) -> tuple[str, Page, Page]:
        """Ann and Bob at a table of two, in play."""
        more.setdefault("seed", "7")
        more.setdefault("options", {"ruleset": "practitioner"})
        id = await self.create(Chair("me"), Chair("open"), **more)
        await self.enter(id, "Bob", seat=1)
        ann, bob = await self.page(id, "Ann"), await self.page(id, "Bob")
        await bob.order(wire.Ready("ready"))
        await ann.settle()
        return id, ann, bob

    def table(self, id: str) -> Table:
        """A table that is awake."""
        table = self.hall._awake.get(id)
        assert table is not None, "the table sleeps"
        return table

    def sleeps(self, id: str) -> bool:
        return id not in self.hall._awake

    async def fall_asleep(self, id: str) -> None:
        """Time goes by, and nobody is here."""
        self.clock.wait(60)
        await self.hall.look_round()
        assert self.sleeps(id)

    async def ring(self, id: str) -> None:
        """Do what the alarm would do now."""
        table = (await self.hall._wake(id)) if self.sleeps(id) else self.table(id)
        assert table is not None
        await tick(table)
        for page in self.pages:
            await page.settle()


class Gone(Exception):
    """The page was told goodbye."""


class Page:
    """A browser page: a socket, and what it has been told through it."""

    def __init__(self, house: House, who: str) -> None:
        self.house = house
        self.who = who
        self.inbox: asyncio.Queue[str | None] = asyncio.Queue()
        self.reads = asyncio.Event()
        self.reads.set()
        self.frames: list[Frame] = []
        """All that it was sent."""
        self.code: int | None = None
        self._folded = 0
        self._told = asyncio.Event()
        self._serving: asyncio.Task[None] | None = None
        self._ids = 0
        self.seq = -1
        self.view: Frame = {}
        self.log: list[Frame] = []
        self.table: Frame = {}
        self.ask: Frame | None = None
        self.may: list[str] = []
        self.said: list[Frame] = []
        self.away: list[Frame] = []
        self.clock: Frame | None = None
        self.over: Frame | None = None
        self.you: int | None = None
        self.snaps = 0

    # What the server sees of a socket

    async def accept(self) -> None:
        pass

    async def receive(self) -> str:
        text = await self.inbox.get()
        if text is None:
            raise sockets.Gone
        return text

    def post(self, frames: Iterable[bytes]) -> bool:
        if not self.reads.is_set():
            return False
        for frame in frames:
            self.take(frame)
        return True

    async def hear(self, frame: bytes) -> None:
        await self.reads.wait()
        self.take(frame)

    def take(self, frame: bytes) -> None:
        self.frames.append(msgspec.json.decode(frame))
        self._told.set()

    async def close_socket(self, code: int, reason: str) -> None:
        self.code = code
        self.inbox.put_nowait(None)

    # What a person does

    async def say_hello(self, hello: wire.Hello) -> None:
        socket = Socket(self)
        guest = self.house.guest(self.who) if self.who else None
        work = sockets.serve_socket(self.house.hall, socket, guest)
        self._serving = asyncio.create_task(work)
        self.send(hello)
        await self.until(lambda: bool(self.frames))

    def send(self, order: wire.Request) -> None:
        self.inbox.put_nowait(msgspec.json.encode(order).decode())

    async def until(self, done: Callable[[], bool]) -> None:
        """Wait for a frame that brings it about."""
        async with asyncio.timeout(PATIENCE):
            while True:
                self._told.clear()
                await self.settle()
                if done():
                    return
                assert self._serving is not None
                if self._serving.done():
                    self._serving.result()
                    raise Gone(self.bye)
                told = asyncio.create_task(self._told.wait())
                await asyncio.wait({told, self._serving}, return_when=asyncio.FIRST_COMPLETED)
                told.cancel()

    async def settle(self) -> None:
        """Read all that has been sent by now."""
        for _ in range(4):
            await asyncio.sleep(0)
        for frame in self.frames[self._folded :]:
            self._folded += 1
            self._fold(frame)

    async def order(self, order: wire.Request) -> Frame:
        """Send an order, and read its answer with all that came before."""
        sent = len(self.frames)
        self.send(order)

        def answers() -> Iterator[Frame]:
            yield from (
                frame
                for frame in self.frames[sent:]
                if frame["t"] in ("ok", "no") and frame["id"] == order.id
            )

        await self.until(lambda: any(True for _ in answers()))
        return next(answers())

    async def act(self, do: str = "", id: str = "") -> Frame:
        """Answer the open question: as told, or with the first thing that is allowed."""
        assert self.ask is not None, f"{self.who} is not asked"
        self._ids += 1
        chosen = do or self.ask["options"][0]["do"]
        return await self.order(
            wire.Act(id or f"{self.who}-{self._ids}-{self.seq}", self.ask["n"], chosen)
        )

    async def ask_for(self, order: wire.Request, kind: str) -> Frame:
        """Send what is answered by a frame of its own kind."""
        known = sum(frame["t"] == kind for frame in self.frames)
        self.send(order)
        await self.until(lambda: sum(f["t"] == kind for f in self.frames) > known)
        return [frame for frame in self.frames if frame["t"] == kind][-1]

    async def close(self) -> None:
        """The page is closed, or the network gone."""
        self.inbox.put_nowait(None)
        self.reads.set()
        if self._serving is not None:
            async with asyncio.timeout(PATIENCE):
                await self._serving
        for page in self.house.pages:
            if page is not self:
                await page.settle()

    async def cancel(self) -> None:
        """The server gives up on this socket, whatever it is doing."""
        assert self._serving is not None
        self._serving.cancel()
        await asyncio.wait({self._serving})
        self.house.pages.remove(self)

    @property
    def bye(self) -> Frame | None:
        return next((frame for frame in self.frames if frame["t"] == "bye"), None)

    def kinds(self, since: int = 0) -> list[str]:
        return [frame["t"] for frame in self.frames[since:]]

    @property
    def events(self) -> list[str]:
        return [line["event"] for line in self.log]

    def seat(self, n: int) -> Frame:
        """What the page shows of a chair."""
        return self.table["seats"][n]

    # How it keeps its view

    def _fold(self, frame: Frame) -> None:
        if frame["t"] == "snap":
            self._take_snap(frame)
        elif frame["t"] == "ev":
            fresh = frame["log"]
            assert frame["seq"] == self.seq + len(fresh), (self.who, self.seq, frame)
            self.seq = frame["seq"]
            self.log += fresh
            self.view.update(frame.get("set", {}))
            self._take_common(frame)
        elif frame["t"] == "seat":
            self.table, self.may = frame["table"], frame.get("may", [])
        elif frame["t"] == "said":
            self.said.append(frame)

    def _take_snap(self, frame: Frame) -> None:
        self.snaps += 1
        self.table, self.you = frame["table"], frame["you"]
        self.view = dict(frame["view"] or {})
        self.log = [*frame.get("log", [])]
        self.seq = frame["seq"]
        assert len(self.log) <= self.seq
        self.said = frame.get("said", [])
        self.away = frame.get("away", [])
        self._take_common(frame)

    def _take_common(self, frame: Frame) -> None:
        self.ask, self.may = frame.get("ask"), frame.get("may", [])
        self.clock, self.over = frame.get("clock"), frame.get("over")

    def check_view(self) -> None:
        """What the page has folded together is what a fresh one would be shown now."""
        play = self.house.table(self.table["id"]).play
        assert play is not None
        truth = msgspec.to_builtins(telling.look(play.match.game, play.match.state, self.you))
        assert self.view == {**dict.fromkeys(self.view), **truth}


class Socket:
    """The other end of a page's socket, with the names that the server calls."""

    def __init__(self, page: Page) -> None:
        self.accept = page.accept
        self.receive = page.receive
        self.post = page.post
        self.send = page.hear
        self.close = page.close_socket


def in_house(
    test: Callable[[House], Awaitable[None]] | None = None, *, alarms: bool = False, pace: int = 0
) -> Any:
    """Run a test in a fresh house."""

    def wrap(story: Callable[[House], Awaitable[None]]) -> Callable[[Path], None]:
        def run(tmp_path: Path) -> None:
            async def live() -> None:
                house = House(tmp_path, alarms, pace)
                await house.open()
                try:
                    await story(house)
                finally:
                    await house.close()

            asyncio.run(live())

        run.__name__, run.__doc__, run.__module__ = story.__name__, story.__doc__, story.__module__
        return run

    return wrap if test is None else wrap(test)


@contextmanager
def refused(problem: type[Problem], key: str) -> Iterator[None]:
    """What is done here is refused with this key."""
    with pytest.raises(problem) as caught:
        yield
    assert caught.value.key == key


async def play_on(pages: Sequence[Page], acts: int, seed: int = 1) -> int:
    """Let people play at random; returns how many acts there were until the end or the limit."""
    rng = random.Random(seed)
    for page in pages:
        await page.settle()
    for played in range(acts):
        asked = next((page for page in pages if page.ask), None)
        if asked is None:
            return played
        options = asked.ask["options"]
        answer = await asked.act(rng.choice(options)["do"])
        assert answer["t"] == "ok", answer
        for page in pages:
            await page.settle()
    return acts


def record_of(position: dict[str, object], **options: object) -> str:
    """The record of a match that begins with a position, and of nothing else yet."""
    return ludarium.game(SLUG, **options).start(seed="7", position=position).record()
