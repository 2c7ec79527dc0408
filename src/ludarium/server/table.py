"""A table: a match with people around it. Everything that happens goes through its lock.

A command is applied, committed, acknowledged and only then shown. If the commit fails, the table is
forgotten and read again from the store: what was never committed was never shown, and whoever still
holds a forgotten table can do nothing with it.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, Literal, cast

import msgspec
from msgspec.structs import replace

from ludarium.core import records
from ludarium.core.events import Event
from ludarium.server import clocks, wire
from ludarium.server.kits import Kit, kit_for
from ludarium.server.play import (
    UNDONE,
    Audience,
    Play,
    load_match,
    pack_events,
    pack_lines,
)
from ludarium.server.problems import Unavailable
from ludarium.server.store.rows import (
    Loaded,
    LogRow,
    SaidRow,
    SeatRow,
    SnapshotRow,
    StoreFailed,
    TableRow,
    Write,
)
from ludarium.server.viewers import Viewer, encode

if TYPE_CHECKING:
    from ludarium.server.hall import Hall

SNAPSHOT_EVERY: Final = 32
ANSWERS_KEPT: Final = 128
CHAT_SHOWN: Final = 50
WISH_HEARD: Final = 20_000
"""Milliseconds that bots wait while people are asked whether somebody may take back."""


class Settings(msgspec.Struct, frozen=True):
    """What the host chose; kept as JSON in the row of the table."""

    clock: wire.ClockRule = wire.ClockRule()
    grace: int | None = None
    watching: bool = True
    kids: bool = False
    origin: str = "new"
    arranged: bool = False
    """The seed was given, so whoever set the table up may know the cards."""


class UndoWish(msgspec.Struct):
    """Somebody wants to take back and waits for the consent of others."""

    by: int
    waiting: list[int]


class Live(msgspec.Struct):
    """What changes with every command; kept as JSON in the row of the table."""

    n: int = 0
    """The number of the last row."""
    told: list[int] = msgspec.field(default_factory=list)
    asks: list[int] = msgspec.field(default_factory=list)
    acts: list[int | None] = msgspec.field(default_factory=list)
    """By seat, the row of its last action that stands."""
    asked: list[int] = msgspec.field(default_factory=list)
    clock: clocks.ClockState | None = None
    undo: UndoWish | None = None
    held: dict[str, int] = msgspec.field(default_factory=dict)
    """By held seat, the row with which a bot took the chair."""
    bot_at: int | None = None
    """When the next bot answers."""
    run: int = 0
    """When the server started that wrote this."""


class Table:
    """One awake table."""

    __slots__ = (
        "answers", "around", "hall", "heard", "ids", "kit", "live", "lock", "play", "row", "said",
        "seats", "settings", "since", "thinking", "timer", "touched", "unshown", "viewers",
    )  # fmt: skip

    def __init__(self, hall: Hall, loaded: Loaded) -> None:
        self.hall = hall
        self.row: TableRow = loaded.table
        self.seats: list[SeatRow] = [seat for seat in loaded.seats if seat.kind != "closed"]
        self.settings = msgspec.convert(loaded.table.settings, Settings)
        self.live = msgspec.convert(loaded.table.live, Live)
        self.kit: Kit = kit_for(loaded.table.game, loaded.table.options)
        self.play: Play | None = None
        self.said: dict[str, deque[wire.Said]] = {
            channel: deque(maxlen=CHAT_SHOWN) for channel in ("table", "watch")
        }
        """By channel, the last lines of chat."""
        self.heard: deque[str] = deque(maxlen=2 * CHAT_SHOWN)
        """The ids of the orders with which they came."""
        self.viewers: list[Viewer] = []
        self.lock = asyncio.Lock()
        self.answers: OrderedDict[str, bytes] = OrderedDict()
        """By id, what was answered to the last orders."""
        self.ids: set[int] | None = None
        """Hashes of the ids of all rows; None until somebody needs them."""
        self.unshown: Literal["", "row", "deal"] = ""
        """What is on disk but not shown yet: what a row changed, or a whole new match."""
        self.around = False
        """Something about the table itself has changed that was not told yet."""
        self.since = 0
        """Since when people have been here without a break."""
        self.touched = hall.now()
        """When somebody was last here."""
        self.timer: asyncio.TimerHandle | None = None
        self.thinking: asyncio.Task[None] | None = None
        if loaded.snapshot is not None and loaded.snapshot.position is not None:
            seed, origin = loaded.table.seed, loaded.table.origin
            match = load_match(self.kit, seed, origin, loaded.snapshot, loaded.log)
            self.play = Play(self.kit, match, self.live.n, self.live.told, self.live.asks)

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def status(self) -> str:
        return self.row.status

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    def remember(self, rows: Sequence[LogRow], said: Sequence[SaidRow]) -> None:
        """Take up the last rows: their lines are told to whoever comes, their ids are known."""
        if self.play is not None:
            self.play.remember(rows)
        if not rows or rows[0].n == 1:
            self.ids = {hash(row.command) for row in rows}
        for line in said:
            self.hear(line)
        for row in rows:
            answer = answer_to(row)
            if answer is not None:
                self.answers[row.command] = answer

    async def first_answer(self, command: str) -> bytes | None:
        """What was answered to an order when it was first given, however long ago."""
        known = self.answers.get(command)
        if known is not None:
            return known
        who, _, id = command.partition(":")
        if command in self.heard:
            return encode(wire.Ok(id=id, seq=self.seq(int(who) if who.isdecimal() else None)))
        if self.ids is None:
            self.ids = {hash(row.command) for row in await self.hall.store.log(self.id)}
        if hash(command) not in self.ids:
            return None
        row = await self.hall.store.find_command(self.id, command)
        return None if row is None else answer_to(row)

    def hear(self, row: SaidRow) -> wire.Said:
        """Take up a line of chat."""
        line = line_of_chat(row)
        self.said[row.channel].append(line)
        self.heard.append(row.command)
        return line

    def note_answer(self, command: str, answer: bytes) -> None:
        self.answers[command] = answer
        if len(self.answers) > ANSWERS_KEPT:
            self.answers.popitem(last=False)

    def seq(self, audience: Audience) -> int:
        """How many lines an audience has been told."""
        return 0 if self.play is None else self.play.seq(audience)

    # Who is here

    def here(self, seat: int) -> bool:
        return any(viewer.audience == seat for viewer in self.viewers)

    def persons(self) -> list[SeatRow]:
        return [seat for seat in self.seats if seat.kind == "person"]

    def played_by_bot(self, n: int) -> bool:
        seat = self.seats[n]
        return seat.kind == "bot" or seat.held

    def change_seat(self, n: int, **changes: object) -> SeatRow:
        self.seats[n] = replace(self.seats[n], **changes)
        return self.seats[n]

    def dismiss(self, viewers: Iterable[Viewer], bye: wire.Bye) -> None:
        """Close sockets; from now on they are told nothing and nobody obeys them."""
        for viewer in list(viewers):
            viewer.dismiss(bye)
            self.let_go(viewer)

    def let_go(self, viewer: Viewer) -> None:
        """A socket is gone."""
        self.viewers.remove(viewer)
        if self.play is not None and not self.at_seat(viewer.audience):
            self.play.lose_sight(viewer.audience)

    def at_seat(self, audience: Audience) -> list[Viewer]:
        """The sockets of a seat (one at most), or of the spectators."""
        return [viewer for viewer in self.viewers if viewer.audience == audience]

    # Keeping

    async def commit(
        self,
        *,
        seats: Iterable[SeatRow] = (),
        log: tuple[LogRow, ...] = (),
        snapshot: SnapshotRow | None = None,
        said: SaidRow | None = None,
    ) -> None:
        """Write what changed, with the row of the table; a failure makes the table start over."""
        if not self.hall.is_awake(self):
            raise Unavailable("this table is being read anew; try again", "not_saved")
        now = self.hall.now()
        self.row = replace(
            self.row,
            changed=now if log or said else self.row.changed,
            wake=self.next_wake(),
            live=msgspec.to_builtins(self.live),
        )
        try:
            await self.hall.store.commit(Write(self.row, tuple(seats), log, snapshot, said))
        except BaseException as failure:  # being cancelled leaves open whether it was kept
            self.hall.lose(self, failure)
            if isinstance(failure, StoreFailed):
                raise Unavailable("nothing can be saved just now; try again", "not_saved") from None
            raise
        if self.row.wake is not None or self.timer is not None:
            self.hall.schedule(self)

    async def enter_row(
        self,
        command: str,
        seat: int | None,
        kind: str,
        do: str = "",
        lines: Iterable[records.Line] = (),
        events: Sequence[Event] = (),
        seats: Iterable[SeatRow] = (),
    ) -> None:
        """Commit one row of the log with all that follows from it."""
        live, play = self.live, self.play
        live.n += 1
        packed = pack_events(events)
        told: list[int] = []
        if play is not None:
            told = play.keep(live.n, events, packed)
            live.told, live.asks, live.asked = told, play.asks[:], play.asked[:]
            if kind in ("act", "final") and seat is not None:
                live.acts[seat] = live.n
            self._note_time(play, again=kind in UNDONE)
            if play.match.result is not None:
                self.row = replace(self.row, status="over", listed=False)
        row = LogRow(
            self.id, live.n, command, seat, kind, do, self.hall.now(), pack_lines(lines), packed,
            told,
        )  # fmt: skip
        snapshot = None
        anew = kind == "start" or kind in UNDONE
        if play is not None and (anew or live.n % SNAPSHOT_EVERY == 0):
            snapshot = play.snapshot(self.id)
        await self.commit(seats=seats, log=(row,), snapshot=snapshot)
        if self.ids is not None:
            self.ids.add(hash(command))
        if play is not None:
            self.unshown = "deal" if kind == "start" else "row"

    def _note_time(self, play: Play, again: bool) -> None:
        """Whose clock runs now (`again`, after an undo), and when the next bot answers."""
        live, now = self.live, self.hall.now()
        if live.clock is not None:
            asked = {seat: live.asks[seat] for seat in play.waiting}
            if again:
                live.clock = clocks.ask_again(live.clock, asked)
            live.clock = clocks.ask(live.clock, self.settings.clock, asked, now)
        live.bot_at = None
        if any(self.played_by_bot(seat) for seat in play.waiting):
            pace = self.hall.pace if self.viewers else 0
            live.bot_at = now + (pace if live.undo is None else max(pace, WISH_HEARD))

    def next_wake(self) -> int | None:
        """When something is due although nobody acts."""
        if self.row.status != "playing":
            return None
        due = [self.held_from(seat) for seat in self.seats if seat.away is not None]
        due.append(self.live.bot_at)
        if self.live.clock is not None:
            due.append(clocks.deadline(self.live.clock))
        return min([at for at in due if at is not None], default=None)

    def held_from(self, seat: SeatRow) -> int | None:
        """When a bot takes the chair of someone who is away, while others wait for them.

        Grace does not run while nobody is here: who comes first gives the others theirs.
        """
        grace = self.settings.grace
        if seat.kind != "person" or seat.held or seat.away is None or grace is None:
            return None
        if self.settings.clock.mode == "days" or self.row.status != "playing":
            return None
        waiting = any(
            other.n != seat.n and other.guest != seat.guest and self.here(other.n)
            for other in self.persons()
        )
        return max(seat.away, self.since) + grace * 1000 if waiting else None

    # Telling

    def publish(self, but: Audience = None) -> None:
        """Show what is new to everyone who is here (`but` the seat that will be shown all)."""
        unshown, self.unshown = self.unshown, ""
        if unshown == "deal":
            self.around = False  # everything is told anew
            for viewer in self.viewers:
                viewer.tell(self.snap(viewer.audience))
        elif unshown == "row":
            self._publish_row(but)
        if self.around and but is None:
            self.announce()

    def _publish_row(self, but: Audience) -> None:
        play = self.play
        assert play is not None
        if self.row.status == "over":
            self.around = True  # the seed is no secret any more
        audiences: dict[Audience, list[Viewer]] = {}
        for viewer in self.viewers:
            if but is None or viewer.audience != but:
                audiences.setdefault(viewer.audience, []).append(viewer)
        if not audiences:
            return
        news = play.news(audiences)
        sums, ahead, fresh = play.sums()
        clock, over = self.clock(), play.over()
        for audience, viewers in audiences.items():
            frame = wire.Ev(
                seq=play.seq(audience),
                log=play.fresh(audience),
                set=news[audience],
                sums=sums if fresh else None,
                ahead=ahead if fresh else None,
                ask=play.ask(audience),
                asked=play.asked,
                clock=clock,
                over=over,
                may=self.may(audience),
            )
            data = encode(frame)
            for viewer in viewers:
                viewer.send(data)

    def snap(self, audience: Audience, have: int | None = None) -> wire.Snap:
        """Everything that an audience may know now."""
        play = self.play
        common = {"table": self.about(), "you": audience, "said": self.chat(audience)}
        if play is None:
            return wire.Snap(seq=0, view=None, at=self.hall.now(), **common)  # type: ignore[arg-type]
        view = play.look(audience)
        sums, ahead, _ = play.sums()
        return wire.Snap(
            seq=play.seq(audience),
            view=view,
            log=play.last_lines(audience, have),
            sums=sums,
            ahead=ahead,
            ask=play.ask(audience),
            asked=play.asked,
            clock=self.clock(),
            over=play.over(),
            may=self.may(audience),
            at=self.hall.now(),
            **common,  # type: ignore[arg-type]
        )

    def chat(self, audience: Audience) -> list[wire.Said]:
        if self.settings.kids:
            return []
        return list(self.said["watch" if audience is None else "table"])

    def announce(self, but: Viewer | None = None) -> None:
        """Tell everyone who is here (`but` one) that something about the table changed."""
        self.around = False
        table = self.about()
        for viewer in self.viewers:
            if viewer is but:
                continue
            viewer.tell(wire.Around(table=table, may=self.may(viewer.audience)))

    def clock(self) -> wire.Clock | None:
        if self.live.clock is None:
            return None
        return clocks.told(self.live.clock, self.settings.clock, self.hall.now())

    def may(self, audience: Audience) -> list[wire.Right]:
        """What a seat may do besides answering."""
        play = self.play
        if audience is None or play is None or self.row.status != "playing":
            return []
        rights: list[wire.Right] = []
        if play.match.may_undo(audience):
            rights.append("undo")
        elif self.live.acts[audience] is not None:
            rights.append("ask-undo")
        if self.kit.can_concede:
            rights.append("concede")
        return rights

    def about(self) -> wire.Table:
        """What everyone may know of the table."""
        row, settings, undo = self.row, self.settings, self.live.undo
        over = row.status == "over"
        return wire.Table(
            id=row.id,
            game=row.game,
            name=row.name,
            status=cast("wire.Status", row.status),
            options=row.options,
            seats=[self._wire_seat(seat) for seat in self.seats],
            clock=settings.clock,
            grace=settings.grace,
            listed=row.listed,
            watching=settings.watching,
            kids=settings.kids,
            arranged=settings.arranged,
            watchers=sum(viewer.audience is None for viewer in self.viewers),
            undo=None if undo is None else wire.UndoRequest(undo.by, undo.waiting[:]),
            pledge=row.pledge,
            seed=row.seed if over else "",
            rules=row.rules,
            created=row.created,
            next=row.next,
            origin=cast("wire.Origin", settings.origin),
        )

    def _wire_seat(self, seat: SeatRow) -> wire.Seat:
        return wire.Seat(
            n=seat.n,
            kind=cast("wire.SeatKind", seat.kind),
            name=seat.name,
            bot=seat.bot,
            here=self.here(seat.n),
            ready=seat.ready,
            host=seat.kind == "person" and seat.guest == self.row.host,
            away=seat.away,
            held_from=self.held_from(seat),
            held=seat.held,
            muted=seat.muted,
        )


def line_of_chat(row: SaidRow) -> wire.Said:
    channel: wire.Channel = "watch" if row.channel == "watch" else "table"
    return wire.Said(row.n, channel, row.name, row.text, row.at, row.seat)


def answer_to(row: LogRow) -> bytes | None:
    """What a seat was answered to its order; None if the row is no order of a seat."""
    who, _, id = row.command.partition(":")
    return encode(wire.Ok(id=id, seq=row.told[int(who)])) if who.isdecimal() else None
