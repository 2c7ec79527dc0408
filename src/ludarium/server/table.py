"""A table: a match with people around it. Everything that happens goes through its lock.

A command is applied, committed, acknowledged and only then shown. If the commit fails, the table is
forgotten and read again from the store: what was never committed was never shown, and whoever still
holds a forgotten table can do nothing with it.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, defaultdict, deque
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, Literal, cast

import msgspec
from msgspec.structs import replace

from ludarium.core import records
from ludarium.core.events import Event
from ludarium.core.views import common
from ludarium.server import clocks, wire
from ludarium.server.kits import Kit, kit_for
from ludarium.server.live import Live, Settings
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


class Table:
    """One awake table."""

    __slots__ = (
        "actor", "answers", "around", "hall", "heard", "ids", "kit", "live", "lock", "play", "row",
        "said", "seats", "settings", "since", "thinking", "timer", "touched", "unshown", "viewers",
    )  # fmt: skip

    def __init__(self, hall: Hall, loaded: Loaded) -> None:
        self.hall = hall
        self.row: TableRow = loaded.table
        self.seats: list[SeatRow] = [seat for seat in loaded.seats if seat.kind != "closed"]
        self.settings = msgspec.convert(loaded.table.settings, Settings)
        self.live = msgspec.convert(loaded.table.live, Live)
        self.kit: Kit = kit_for(loaded.table.game, loaded.table.options)
        self.play: Play | None = None
        self.said: defaultdict[str, deque[wire.Said]] = defaultdict(
            lambda: deque(maxlen=CHAT_SHOWN)
        )
        """By channel, the last lines of chat."""
        self.heard: deque[str] = deque(maxlen=2 * CHAT_SHOWN)
        """The ids of the orders with which they came."""
        self.viewers: list[Viewer] = []
        self.lock = asyncio.Lock()
        self.answers: OrderedDict[str, bytes] = OrderedDict()
        """By id, what was answered to the last orders."""
        self.ids: set[int] | None = None
        """Hashes of the ids of all rows; None until somebody needs them."""
        self.unshown: Literal["", "row", "secret", "deal"] = ""
        """What is on disk but not shown yet: what a row changed, or a whole new match.

        Of a secret row only its actor notices that there was one.
        """
        self.actor: int | None = None
        """The seat whose answer is not shown yet."""
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
            match = load_match(self.kit, seed, origin, loaded.snapshot, loaded.log, self.live.paced)
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

    @property
    def is_deserted(self) -> bool:
        """Whether bots alone are left in a match that may never end: they wait for somebody."""
        return self.kit.endless and all(self.played_by_bot(seat.n) for seat in self.seats)

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
        secret: bool = False,
    ) -> None:
        """Write what changed, with the row of the table; a failure makes the table start over.

        If it is `secret`, the table looks as if nothing had been done since.
        """
        if not self.hall.is_awake(self):
            raise Unavailable("this table is being read anew; try again", "not_saved")
        now = self.hall.now()
        self.row = replace(
            self.row,
            changed=now if (log or said) and not secret else self.row.changed,
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
            live.told, live.asks, live.asked = told, play.asks[:], play.waiting
            if kind in ("act", "final") and seat is not None:
                live.acts[seat] = live.n
                if kind == "final":
                    self._note_final(play, seat)
            self._drop_wishes(play)
            self._note_window(play, anew=kind == "resume")
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
        secret = play is not None and play.in_secret and kind in ("act", "final")
        await self.commit(seats=seats, log=(row,), snapshot=snapshot, secret=secret)
        if self.ids is not None:
            self.ids.add(hash(command))
        if play is not None:
            self.unshown = "deal" if kind == "start" else "secret" if secret else "row"
            self.actor = seat

    def _note_final(self, play: Play, seat: int) -> None:
        """What a seat has answered stands, and so does what was done before, if all know of it."""
        live = self.live
        live.finals[str(seat)] = live.n
        if live.window_at is None and not play.in_secret:
            live.final = live.n

    def _note_window(self, play: Play, anew: bool) -> None:
        """Since when a quiet question is open; `anew`, a pause is over and this is another one."""
        if not play.is_quiet:
            self.live.window_at = None
        elif anew or self.live.window_at is None:
            self.live.window_at = self.hall.now()

    def window_ends(self) -> int | None:
        """When a quiet question closes: not before its time, and not long after it.

        Over days, whoever is asked has as long as for any other question.
        """
        live, play = self.live, self.play
        if play is None or live.window_at is None or not live.paced:
            return None
        least, most = self.kit.game.rules.window
        if play.match.is_paused:
            return live.window_at + 1000 * least
        return None if self.settings.clock.mode == "days" else live.window_at + 1000 * most

    def _note_time(self, play: Play, again: bool) -> None:
        """Whose clock runs now (`again`, after an undo), and when the next bot answers."""
        live, now = self.live, self.hall.now()
        if live.clock is not None:
            free = live.paced and play.is_quiet and self.settings.clock.mode != "days"
            timed = [] if free else play.waiting
            asked = {seat: live.asks[seat] for seat in timed}
            if again:
                live.clock = clocks.ask_again(live.clock, asked)
            live.clock = clocks.ask(live.clock, self._clock_rule(play), asked, now)
        live.bot_at = None
        if any(self.played_by_bot(seat) for seat in play.waiting) and not self.is_deserted:
            pace = self.hall.pace if self.viewers and not play.is_quiet else 0
            live.bot_at = now + (pace if live.undo is None else max(pace, WISH_HEARD))
        if live.stands and any(self.granted(seat) for seat in play.waiting):
            live.bot_at = now

    def _clock_rule(self, play: Play) -> wire.ClockRule:
        """How much time the open question gives: by a game's own clock some kinds have less."""
        rule, kind = self.settings.clock, self.kit.game.kind(play.match.state)
        if kind is None or not kind.seconds or rule.mode != "move" or rule != self.kit.clock:
            return rule
        return replace(rule, seconds=min(rule.seconds, kind.seconds))

    # Wishes

    def granted(self, seat: int) -> str | None:
        """The answer that a player has left behind for what is asked now."""
        play, wishes = self.play, self.live.stands.get(str(seat), {})
        question = None if play is None or not wishes else play.match.question(seat)
        if play is None or question is None or self.played_by_bot(seat):
            return None
        view, talk = self.kit.game.view(play.match.state, seat), self.kit.talk
        answers = (talk.granted(view, question.kind, wish) for wish in reversed(wishes))
        return next((do for do in answers if do is not None), None)  # the latest wish counts first

    def _drop_wishes(self, play: Play) -> None:
        """Forget the wishes that have had their time."""
        stands = self.live.stands
        if stands:
            view = common(self.kit.game, play.match.state)
            lapsed = self.kit.talk.lapsed
            left = {
                n: {wish: at for wish, at in wishes.items() if not lapsed(view, int(n), wish, at)}
                for n, wishes in stands.items()
            }
            self.live.stands = {n: wishes for n, wishes in left.items() if wishes}

    def stands(self, audience: Audience) -> list[str]:
        return list(self.live.stands.get(str(audience), {}))

    def next_wake(self) -> int | None:
        """When something is due although nobody acts."""
        if self.row.status != "playing":
            return None
        due = [self.held_from(seat) for seat in self.seats if seat.away is not None]
        due += [self.live.bot_at, self.window_ends()]
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
        if self.play is not None and seat.n in self.play.left:
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
        elif unshown:
            self._publish_row(but, secret=unshown == "secret")
        if self.around and but is None:
            self.announce()

    def _publish_row(self, but: Audience, secret: bool) -> None:
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
        if secret:  # whoever is told nothing must not notice that something was done
            audiences = {
                audience: viewers
                for audience, viewers in audiences.items()
                if audience == self.actor or news[audience] or play.fresh(audience)
            }
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
                asked=play.asked_as_told(audience),
                clock=clock,
                over=over,
                may=self.may(audience),
                stands=self.stands(audience),
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
            asked=play.asked_as_told(audience),
            clock=self.clock(),
            over=play.over(),
            may=self.may(audience),
            stands=self.stands(audience),
            at=self.hall.now(),
            **common,  # type: ignore[arg-type]
        )

    def chat(self, audience: Audience) -> list[wire.Said]:
        if self.settings.kids:
            return []
        if audience is None:
            return list(self.said["watch"])
        heard = [
            line
            for channel, lines in self.said.items()
            if channel != "watch"
            for line in lines
            if line.to is None or audience in (line.by, line.to)
        ]
        return sorted(heard, key=lambda line: line.at)

    def announce(self, but: Viewer | None = None) -> None:
        """Tell everyone who is here (`but` one) that something about the table changed."""
        self.around = False
        table = self.about()
        for viewer in self.viewers:
            if viewer is but:
                continue
            viewer.tell(wire.Around(table=table, may=self.may(viewer.audience)))

    def clock(self) -> wire.Clock | None:
        clock, play = self.live.clock, self.play
        if clock is None:
            return None
        if play is not None and play.is_quiet:
            clock = replace(clock, running=())  # nobody sees whose time runs
        return clocks.told(clock, self.settings.clock, self.hall.now())

    def may(self, audience: Audience) -> list[wire.Right]:
        """What a seat may do besides answering."""
        play = self.play
        if audience is None or play is None or self.row.status != "playing":
            return []
        if audience in play.left:
            return []
        rights: list[wire.Right] = []
        live = self.live
        final = max(live.final, live.finals.get(str(audience), 0))
        if play.match.may_undo(audience):
            rights.append("undo")
        elif (live.acts[audience] or 0) > final:
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
            wishes=list(self.kit.talk.wishes),
            whispers=self.lets_whisper,
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

    @property
    def lets_whisper(self) -> bool:
        """Whether the game lets players talk in private, and the host does."""
        return self.row.options.get("whispers") == "on" and not self.settings.kids

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
    channel, _, pair = row.channel.partition(".")
    to = next((int(n) for n in pair.split(".") if pair and int(n) != row.seat), None)
    told = cast("wire.Channel", channel)
    return wire.Said(row.n, told, row.name, row.text, row.at, row.seat, to)


def answer_to(row: LogRow) -> bytes | None:
    """What a seat was answered to its order; None if the row is no order of a seat."""
    who, _, id = row.command.partition(":")
    return encode(wire.Ok(id=id, seq=row.told[int(who)])) if who.isdecimal() else None
