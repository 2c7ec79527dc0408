"""The hall: all tables of a server. Those where something happens are awake, the rest are rows."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import partial
from typing import Final, TypeVar

import msgspec
import structlog
from msgspec.structs import replace

from ludarium.core import records
from ludarium.core.match import Match
from ludarium.core.nature import Dice
from ludarium.server import clocks, hosting, making, wire
from ludarium.server.forms import (
    Enter,
    Entry,
    Links,
    NewTable,
    SeatChange,
    Settings,
    Story,
    TableCard,
)
from ludarium.server.guests import Guest
from ludarium.server.kits import kit_for, typed_in
from ludarium.server.library import Library
from ludarium.server.limits import Limiter
from ludarium.server.live import Live
from ludarium.server.live import Settings as TableSettings
from ludarium.server.play import REMEMBERED, lines_of
from ludarium.server.problems import Conflict, Forbidden, NotFound, Unavailable
from ludarium.server.store.rows import SeatRow, Store, StoreFailed, TableRow, Write
from ludarium.server.story import ALL, PUBLIC, all_eyes, of_lines
from ludarium.server.table import Table
from ludarium.server.timing import tick
from ludarium.server.viewers import Outbox
from ludarium.server.wire import Json
from ludarium.server.workers import Workers

T = TypeVar("T")

log = structlog.get_logger(__name__)

PACE: Final = 900
"""Milliseconds that a bot takes for an answer while people watch, so that they can follow."""
IDLE: Final = 5.0
"""Seconds after which a table that nobody is at, and nothing is due at, goes to sleep."""
HORIZON: Final = 30.0
"""Seconds ahead that sleeping tables are looked up for what is due."""
RETRY: Final = 500
"""Milliseconds after which sockets should come back when the server starts anew."""


def epoch_ms() -> int:
    return time.time_ns() // 1_000_000


class Hall:
    """Wakes tables, lets them sleep, and does for HTTP what concerns tables."""

    def __init__(
        self,
        store: Store,
        workers: Workers,
        *,
        now: Callable[[], int] = epoch_ms,
        pace: int = PACE,
        limits: bool = True,
        library: Library | None = None,
    ) -> None:
        self.store = store
        self.workers = workers
        self.now = now
        self.pace = pace
        self.limits = limits
        self.library = library or Library()
        self.talk_limit = Limiter(0.5, 5) if limits else Limiter(1e6, 1e6)
        self.started = now()
        self.closing = False
        self.outbox = Outbox()
        self._long_work = asyncio.Semaphore(1)
        self._awake: dict[str, Table] = {}
        self._waking: dict[str, asyncio.Task[Table | None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    # Life

    async def open(self) -> None:
        self._spawn(self._keep_house())

    async def close(self) -> None:
        """Tell everyone to come back, and let what is under way reach the disk."""
        self.closing = True
        for table in list(self._awake.values()):
            table.dismiss(table.viewers, wire.Bye("restart", "the server starts anew", RETRY))
            if table.timer is not None:
                table.timer.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for table in list(self._awake.values()):
            async with table.lock:
                pass

    def _spawn(self, work: Coroutine[object, object, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def aside(self, work: Callable[..., T], *given: object) -> T:
        """Do in a thread what takes long, one thing at a time.

        Threads share one interpreter: many at once would leave little of it to those who play.
        """
        async with self._long_work:
            return await asyncio.to_thread(work, *given)

    async def furnish(self, game: str, options: Json) -> None:
        """Have everything about a game ready, however much of it was typed in."""
        if typed_in(options):
            await self.aside(kit_for, game, options)

    async def _keep_house(self) -> None:
        while True:
            await self.look_round()
            await asyncio.sleep(HORIZON / 3)

    async def look_round(self) -> None:
        """Wake tables at which something is due soon, and let those sleep that nobody needs."""
        try:
            due = await self.store.due(self.now() + int(HORIZON * 1000))
        except StoreFailed as failure:
            log.error("store failed", reason=str(failure))
            due = []
        for id, _ in due:
            try:
                table = await self._wake(id)
            except Exception as failure:  # whatever is wrong with one table, others must wake
                log.error("table does not wake", table=id, reason=str(failure))
                continue
            if table is not None and table.timer is None:
                self.schedule(table)
        for table in list(self._awake.values()):
            self._let_sleep(table)

    def _let_sleep(self, table: Table) -> None:
        due = table.next_wake()
        idle = not table.viewers and not table.lock.locked() and table.thinking is None
        soon = due is not None and due < self.now() + HORIZON * 1000
        if idle and not soon and self.now() - table.touched > IDLE * 1000:
            self._forget(table)

    def _forget(self, table: Table) -> None:
        if table.timer is not None:
            table.timer.cancel()
            table.timer = None
        if self._awake.get(table.id) is table:
            del self._awake[table.id]

    # Waking

    async def _wake(self, id: str) -> Table | None:
        table = self._awake.get(id)
        if table is not None:
            return table
        waking = self._waking.get(id)
        if waking is None:
            waking = asyncio.ensure_future(self._read(id))
            self._waking[id] = waking
            waking.add_done_callback(lambda _: self._waking.pop(id, None))
        return await asyncio.shield(waking)

    async def _read(self, id: str) -> Table | None:
        loaded = await self.store.load(id)
        if loaded is None:
            return None
        await self.furnish(loaded.table.game, loaded.table.options)
        table = Table(self, loaded)
        rows = loaded.log
        while (missing := REMEMBERED - sum(bool(row.events) for row in rows)) > 0:
            before = rows[0].n if rows else table.live.n + 1
            earlier = await self.store.tail(id, before, missing) if before > 1 else []
            if not earlier:
                break
            rows = [*earlier, *rows]
        table.remember(rows, loaded.said)
        self._resume(table)
        self._awake[id] = table
        return table

    def _resume(self, table: Table) -> None:
        """What a restart changes: nobody is here, and live clocks did not run meanwhile."""
        live = table.live
        if table.status == "playing":
            for seat in table.persons():
                if seat.away is None:
                    table.change_seat(seat.n, away=self.now())
            if live.clock is not None and live.run != self.started:
                down = max(0, self.started - table.row.changed)
                live.clock = clocks.shift(live.clock, table.settings.clock, down)
            if live.window_at is not None and live.run != self.started:
                live.window_at = max(live.window_at, self.started)  # it opens anew for everybody
        live.run = self.started

    async def awake(self, id: str) -> Table:
        """The table of an id, woken if it slept."""
        try:
            table = await self._wake(id)
        except StoreFailed as failure:
            log.error("table does not wake", table=id, reason=str(failure))
            raise Unavailable("this table cannot be read just now; try again later") from None
        if table is None:
            raise NotFound(f"no table {id!r}", "no_table")
        return table

    @asynccontextmanager
    async def at(self, id: str) -> AsyncIterator[Table]:
        """A table, with nobody else doing anything there."""
        while True:
            table = await self.awake(id)
            async with table.lock:
                if self._awake.get(id) is table:
                    table.touched = self.now()
                    yield table
                    return

    def is_awake(self, table: Table) -> bool:
        return self._awake.get(table.id) is table

    def schedule(self, table: Table, late: float = 0.0) -> None:
        """See to it that what is due at a table is done when it is due.

        What is late already is done in so many seconds.
        """
        if table.timer is not None:
            table.timer.cancel()
            table.timer = None
        due = table.next_wake()
        if due is None or self.closing or not self.is_awake(table):
            return
        delay = max((due - self.now()) / 1000, 0.0) or late
        table.timer = asyncio.get_running_loop().call_later(delay, self._ring, table)

    def _ring(self, table: Table) -> None:
        table.timer = None
        if table.thinking is None and not self.closing:
            table.thinking = self._spawn(self._tick(table))

    async def _tick(self, table: Table) -> None:
        try:
            await tick(table)
        except Exception as defect:
            self.lose(table, defect)
        finally:
            table.thinking = None
        self.schedule(table, late=1.0)

    def lose(self, table: Table, failure: BaseException) -> None:
        """What a table did was not kept: forget it, it will be read anew."""
        if not self.closing:
            defect = None if isinstance(failure, StoreFailed) else failure
            log.error("table lost", table=table.id, reason=str(failure), exc_info=defect)
        self._forget(table)
        table.dismiss(table.viewers, wire.Bye("restart", "the table is read anew", RETRY))

    # Tables

    async def create(self, guest: Guest, new: NewTable) -> str:
        """Set a table up; it starts at once if nobody is missing."""
        new = replace(new, options=self.library.filled_in(new.game, new.options))
        if new.record or typed_in(new.options):
            row, seats = await self.aside(making.new_table, guest, new, self.now())
        else:
            row, seats = making.new_table(guest, new, self.now())
        return await self._set_up(row, seats)

    async def _set_up(self, row: TableRow, seats: list[SeatRow]) -> str:
        await self.store.commit(Write(table=row, seats=tuple(seats)))
        async with self.at(row.id) as table:
            await self.start_if_ready(table)
        return row.id

    async def start_if_ready(self, table: Table) -> bool:
        ready = hosting.is_ready(table)
        if ready:
            await hosting.start(table)
        return ready

    async def keep_record(self, guest: Guest, text: str) -> str:
        """Keep somebody's record as a table for review."""
        write = await self.aside(making.archive, guest, text, self.now())
        assert write.table is not None
        await self.store.commit(write)
        return write.table.id

    async def table(self, id: str, guest: Guest | None) -> wire.Table:
        async with self.at(id) as table:
            return table.about()

    async def enter(self, id: str, guest: Guest, wish: Enter) -> Entry:
        async with self.at(id) as table:
            return await hosting.enter(table, guest, wish)

    async def leave(self, id: str, guest: Guest, seat: int) -> None:
        async with self.at(id) as table:
            await hosting.leave(table, guest, seat)

    async def start(self, id: str, guest: Guest) -> None:
        """The host's own Ready; it starts when nobody is missing."""
        async with self.at(id) as table:
            hosting.check_host(table, guest)
            await hosting.agree(table, guest)
            if not await self.start_if_ready(table):
                raise Conflict("every chair must be taken and everyone ready", "not_ready")
            table.publish()

    async def change_seat(self, id: str, guest: Guest, n: int, change: SeatChange) -> None:
        async with self.at(id) as table:
            await hosting.change_chair(table, guest, n, change)

    async def links(self, id: str, guest: Guest) -> Links:
        async with self.at(id) as table:
            return await hosting.make_links(table, guest)

    async def change(self, id: str, guest: Guest, settings: Settings) -> None:
        async with self.at(id) as table:
            await hosting.change_settings(table, guest, settings)

    async def rematch(self, id: str, guest: Guest) -> str:
        """The next table, made by whoever asks first."""
        async with self.at(id) as table:
            if table.row.next:
                return table.row.next
            if typed_in(table.row.options):
                row, seats = await self.aside(making.rematch, table, guest)
            else:
                row, seats = making.rematch(table, guest)
            next_id = await self._set_up(row, seats)
            table.row = msgspec.structs.replace(table.row, next=next_id)
            await table.commit()
            table.announce()
            return next_id

    # Lists

    async def list_open(self, guest: Guest | None) -> list[TableCard]:
        return [self._card(row, seats, guest) for row, seats in await self.store.listed()]

    async def list_mine(self, guest: Guest) -> list[TableCard]:
        return [self._card(row, seats, guest) for row, seats in await self.store.mine(guest.id)]

    def _card(self, row: TableRow, seats: list[SeatRow], guest: Guest | None) -> TableCard:
        shown = [seat for seat in seats if seat.kind != "closed"]
        yours = [
            seat.n for seat in shown if guest and seat.kind == "person" and seat.guest == guest.id
        ]
        asked = msgspec.convert(row.live, Live).asked
        first = next(iter(row.options.values()), "")
        return TableCard(
            id=row.id,
            game=row.game,
            name=row.name,
            status=row.status,  # type: ignore[arg-type]
            names=[seat.name for seat in shown],
            free=sum(seat.kind == "open" for seat in shown if row.status != "over"),
            yours=yours,
            your_turn=row.status == "playing" and any(seat in asked for seat in yours),
            clock=msgspec.convert(row.settings, TableSettings).clock,
            changed=row.changed,
            ruleset=first if isinstance(first, str) else "",
        )

    # Looking back

    async def record(self, id: str) -> str:
        """The record of a finished match, seed and all."""
        async with self.at(id) as table:
            play, row = table.play, table.row
            if play is None or table.status != "over":
                raise Conflict("the record is there for all when the match is over", "not_over")
            rows = await self.store.log(id)
            game = table.kit.game
            dice = Dice(row.seed or None, pledge=row.pledge)
            match = Match(game, play.match.state.clone(), dice, row.origin, settle=False)
            match.lines = lines_of(rows)
            return records.write(match, reveal=bool(row.seed))

    async def story(self, id: str, guest: Guest | None, eyes: str) -> Story:
        """The match told again: to players with their own eyes, after the end with any."""
        async with self.at(id) as table:
            if table.play is None:
                raise Conflict("the match has not begun", "not_begun")
            may = self._eyes(table, guest)
            if eyes not in may:
                known = eyes in all_eyes(len(table.seats))
                text = f"eyes: {' or '.join(may)} now, not {eyes!r}"
                raise Forbidden(text, "not_your_eyes") if known else NotFound(text, "no_eyes")
            rows = await self.store.log(id)
            bots = [seat.n for seat in table.seats if seat.kind == "bot"]
            row, names, game = table.row, table.names, table.kit.game
            paced = table.live.paced
        tell = partial(
            of_lines, origin=row.origin, title=row.name, names=names, bots=bots, may=may,
            paced=paced, running=table.status == "playing",
        )  # fmt: skip
        return await self.aside(tell, game, lines_of(rows), eyes)

    def _eyes(self, table: Table, guest: Guest | None) -> list[str]:
        if table.status == "over":
            return [PUBLIC, ALL, *(str(seat.n) for seat in table.seats)]
        own = [str(seat.n) for seat in table.persons() if guest and seat.guest == guest.id]
        if len(own) > 1:
            return [PUBLIC]  # people who share a screen keep their hands from each other
        if not own and not table.settings.watching:
            raise Forbidden("this table is not open to spectators", "no_spectators")
        return [*own, PUBLIC]
