"""What the people at a table order over their sockets, one function for each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

import structlog

from ludarium.core.errors import InvalidInput, Refused, nearest
from ludarium.core.events import Event
from ludarium.core.match import Match
from ludarium.core.records import Line, play_line
from ludarium.server import wire
from ludarium.server.live import UndoWish
from ludarium.server.play import UNDONE, Play, lines_of, load_match, standing
from ludarium.server.problems import Conflict, Forbidden, Problem, Unavailable
from ludarium.server.store.rows import SaidRow, StoreFailed
from ludarium.server.table import Table
from ludarium.server.viewers import Viewer, encode

LONGEST_LINE: Final = 300
LONGEST_ID: Final = 64
JOINERS: Final = "\u200c\u200d"
"""Not printable by themselves, but parts of words in some scripts, and of pictures."""

log = structlog.get_logger(__name__)


async def obey(table: Table, viewer: Viewer, order: wire.Request) -> None:
    """Carry out an order; whatever stands against it is answered to the one who gave it."""
    if isinstance(order, wire.Ping):
        viewer.tell(wire.Pong(n=order.n, at=table.hall.now()))
    elif not isinstance(order, wire.Hello):
        async with table.lock:
            if viewer not in table.viewers:
                return  # its socket is about to close; whoever it is comes back and asks again
            try:
                await _obey(table, viewer, order)
            except Exception as defect:
                table.hall.lose(table, defect)
                raise


async def _obey(table: Table, viewer: Viewer, order: wire.Request) -> None:
    id = getattr(order, "id", "")
    try:
        if isinstance(order, wire.Why):
            _explain(table, viewer)
        elif isinstance(order, wire.More):
            await _recall(table, viewer, order)
        elif not isinstance(order, (wire.Hello, wire.Ping)):
            await _command(table, viewer, order)
    except Unavailable as problem:
        viewer.tell(_no(id, problem.key, problem.text))
    except StoreFailed as failure:
        log.error("store failed", table=table.id, reason=str(failure))
        viewer.tell(_no(id, "unavailable", "the table cannot look that up now; try again"))


Command: TypeAlias = (
    "wire.Act | wire.TakeBack | wire.Undo | wire.Consent | wire.Concede | wire.Ready | wire.Say"
    " | wire.Stand"
)


async def _command(table: Table, viewer: Viewer, order: Command) -> None:
    """Carry out an order that changes something, once, however often it is sent."""
    if not (0 < len(order.id) <= LONGEST_ID and order.id.isascii() and order.id.isprintable()):
        text = f"id: 1 to {LONGEST_ID} letters, digits and signs of ASCII"
        viewer.tell(_no(order.id[:LONGEST_ID], "bad_input", text))
        return
    who = f"watch.{viewer.guest}" if viewer.audience is None else str(viewer.audience)
    command = f"{who}:{order.id}"
    answer = await table.first_answer(command)
    if answer is None:
        answer = encode(await _carry_out(table, viewer, command, order))
        table.note_answer(command, answer)
    viewer.send(answer)
    table.publish()


async def _carry_out(table: Table, viewer: Viewer, command: str, order: Command) -> wire.Answer:
    try:
        if isinstance(order, wire.Say):
            await _say(table, viewer, command, order)
        elif viewer.audience is None:
            raise Forbidden("spectators only watch; take a free chair to play", "spectator")
        elif isinstance(order, wire.Ready):
            await _ready(table, viewer.audience, order)
        elif isinstance(order, wire.Stand):
            await _stand(table, viewer, order)
        else:
            await _playing(table, viewer.audience, command, order)
    except Refused as refused:
        assert table.play is not None and viewer.audience is not None
        do = order.do if isinstance(order, wire.Act) else "concede"
        return table.play.refuse(order.id, viewer.audience, do, refused.refusal, table.names)
    except InvalidInput as error:
        return _no(order.id, "unreadable", str(error))
    except Unavailable:
        raise  # that is no answer for good
    except Problem as problem:
        return _no(order.id, problem.key, problem.text)
    return wire.Ok(id=order.id, seq=table.seq(viewer.audience))


def _no(id: str, key: str, text: str) -> wire.No:
    return wire.No(id=id, key=key, text=text)


# Playing


async def _playing(table: Table, seat: int, command: str, order: Command) -> None:
    play = table.play
    if play is None:
        raise Conflict("the match has not begun", "not_begun")
    if isinstance(order, wire.Act):
        await _act(table, play, seat, command, order)
    elif isinstance(order, wire.Concede):
        lines, events = play.concede(seat)
        await _enter(table, command, seat, "concede", "", lines, events)
    elif isinstance(order, wire.TakeBack):
        lines, events = play.take_back(seat)
        await _enter(table, command, seat, "take-back", "", lines, events)
    elif isinstance(order, wire.Undo):
        await _undo(table, play, seat, command)
    elif isinstance(order, wire.Consent):
        await _consent(table, play, seat, command, order)


async def _act(table: Table, play: Play, seat: int, command: str, order: wire.Act) -> None:
    if play.is_asked(seat) and order.n != play.asks[seat]:
        refusal = play.match.refusal(seat, order.do)
        if refusal is not None:
            raise Refused(refusal)
        raise Conflict("that was the answer to an earlier question", "stale")
    await play_answer(table, command, seat, order.do, [])


async def play_answer(
    table: Table, command: str, seat: int, do: str, before: Sequence[Event]
) -> None:
    """Play an answer for a seat; `before` are the table's own events that go with it."""
    play = table.play
    assert play is not None
    final = play.is_final(seat)
    lines, events = play.act(seat, do)
    kind = "final" if final else "act"
    await _enter(table, command, seat, kind, do, lines, [*before, *events])


async def _enter(
    table: Table,
    command: str,
    seat: int,
    kind: str,
    do: str,
    lines: list[Line],
    events: list[Event],
) -> None:
    drop_wish(table)
    await table.enter_row(command, seat, kind, do, lines, events)


# Undo


async def _undo(table: Table, play: Play, seat: int, command: str) -> None:
    """Take back at once where that is free or nobody minds; else ask the others."""
    if table.status != "playing":
        raise Conflict("the match is over", "over")
    if seat in play.left:
        raise Conflict("whoever has left takes nothing back", "nothing_to_undo")
    if table.live.acts[seat] is None:
        raise Conflict("you have done nothing yet that could be taken back", "nothing_to_undo")
    wish = table.live.undo
    if wish is not None and wish.by == seat:
        return
    if play.match.may_undo(seat) or await _is_free(table, seat):
        await _take_back(table, play, seat, command, "undo")
        return
    await _check_final(table, seat)
    if wish is not None:
        raise Conflict("somebody else wants to take back; answer that first", "other_wish")
    waiting = [
        other.n
        for other in table.persons()
        if other.guest != table.seats[seat].guest and not other.held
    ]
    if waiting:
        table.live.undo = UndoWish(seat, waiting)
        table.around = True
        await table.enter_row(command, seat, "wish")
    else:
        await _take_back(table, play, seat, command, "agreed")


async def _consent(table: Table, play: Play, seat: int, command: str, order: wire.Consent) -> None:
    wish = table.live.undo
    if wish is None or seat not in wish.waiting:
        raise Conflict("nobody asks you to agree to anything", "no_wish")
    others = [other for other in wish.waiting if other != seat]
    if order.yes and not others:
        await _take_back(table, play, wish.by, command, "agreed")
        return
    table.live.undo = UndoWish(wish.by, others) if order.yes else None
    table.around = True
    await table.enter_row(command, seat, "consent", "yes" if order.yes else "no")


def drop_wish(table: Table) -> None:
    """Nobody is asked any more whether somebody may take back."""
    if table.live.undo is not None:
        table.live.undo = None
        table.around = True


async def excuse(table: Table, seat: int) -> None:
    """A bot has taken a chair: it wants nothing back, and minds nothing."""
    wish, play = table.live.undo, table.play
    if wish is None or play is None or (seat != wish.by and seat not in wish.waiting):
        return
    others = [other for other in wish.waiting if other != seat]
    if seat == wish.by or others:
        table.live.undo = None if seat == wish.by else UndoWish(wish.by, others)
        table.around = True
        await table.commit()
    else:
        command = f"agreed:{seat}.{table.live.n + 1}"
        await _take_back(table, play, wish.by, command, "agreed")


async def _is_free(table: Table, seat: int) -> bool:
    """Whether undo is free, as the log tells it: a table that slept remembers no moments.

    What others did and took back was seen all the same, and so was what was taken back by consent.
    """
    last = table.live.acts[seat]
    assert last is not None
    rows = await table.hall.store.log(table.id, last - 1)
    if any(row.kind == "agreed" or (row.kind in UNDONE and row.seat != seat) for row in rows):
        return False
    match = await _earlier(table, last - 1)
    for line in lines_of(rows):
        play_line(match, line)
    return match.may_undo(seat)


async def _earlier(table: Table, n: int) -> Match:
    """The match as it was after row `n`."""
    store, row = table.hall.store, table.row
    snapshot = await store.snapshot(table.id, n)
    assert snapshot is not None
    rows = await store.log(table.id, snapshot.n, n)
    return load_match(table.kit, row.seed, row.origin, snapshot, rows, table.live.paced)


async def _check_final(table: Table, seat: int) -> None:
    """What the rules call final stands, and all that was done before it too."""
    last = table.live.acts[seat]
    assert last is not None
    for row in await table.hall.store.log(table.id, last - 1):
        if row.kind == "final":
            raise Conflict("by the rules of the game, what was done stands", "final")


async def _take_back(table: Table, play: Play, seat: int, command: str, kind: str) -> None:
    """Go back to before a seat's last action; `kind` says whether it was free or agreed to."""
    last = table.live.acts[seat]
    assert last is not None
    to = last - 1
    rows = await table.hall.store.log(table.id, 0, to)
    play.rewind(await _earlier(table, to))
    told = rows[-1].told
    back = [now - then for now, then in zip(table.live.told, told, strict=True)]
    secrets = {n: {"back": count} for n, count in enumerate(back[:-1])}
    events = [Event("table.undo", {"seat": seat, "back": back[-1]}, secrets)]
    drop_wish(table)
    live = table.live
    live.acts = [None] * len(table.seats)
    for row in standing(rows):
        if row.seat is not None and row.kind in ("act", "final"):
            live.acts[row.seat] = row.n
    await table.enter_row(command, seat, kind, str(to), events=events)


# Around the match


async def _ready(table: Table, seat: int, order: wire.Ready) -> None:
    if table.status != "gathering":
        if order.yes:
            return  # it began with this very order, or everyone was ready before
        raise Conflict("the match has begun", "begun")
    changed = table.change_seat(seat, ready=order.yes)
    await table.commit(seats=[changed])
    table.around = True
    await table.hall.start_if_ready(table)


async def _say(table: Table, viewer: Viewer, command: str, order: wire.Say) -> None:
    text = " ".join(order.text.split())
    seat = viewer.audience
    if table.settings.kids:
        raise Conflict("there is no chat at a kids' table", "no_chat")
    if not text or len(text) > LONGEST_LINE:
        raise Conflict(f"a line of 1 to {LONGEST_LINE} characters", "line_length")
    if not all(char.isprintable() or char in JOINERS for char in text):
        raise Conflict("a line holds no control characters", "line_length")
    if seat is not None and table.seats[seat].muted:
        raise Forbidden("the host has muted you", "muted")
    if not table.hall.talk_limit.allow(viewer.guest or table.id):
        raise Conflict("not so fast; wait a moment", "too_many")
    name = viewer.name if seat is None else table.seats[seat].name
    channel = _channel(table, seat, order.to)
    before = table.said[channel]
    number = before[-1].n + 1 if before else 1  # nobody can count what the others say
    by = None if table.play is None else seat  # until then chairs may still change places
    row = SaidRow(
        table.id, number, channel, by, viewer.guest, name, text, table.hall.now(), command
    )
    await table.commit(said=row, secret=channel != "table")
    frame = encode(table.hear(row))
    for other in table.viewers:
        hears = order.to is None or other.audience in (seat, order.to)
        if hears and (other.audience is None) == (seat is None):
            other.send(frame)


def _channel(table: Table, seat: int | None, to: int | None) -> str:
    """Where a line is said: among spectators, at the table, or between two players."""
    if to is None:
        return "watch" if seat is None else "table"
    if seat is None or not table.lets_whisper:
        raise Forbidden("nobody whispers at this table", "no_whispers")
    if table.play is None:  # whoever sits there now may sit elsewhere then
        raise Conflict("the match has not begun", "not_begun")
    if to == seat or not any(other.n == to for other in table.persons()):
        raise Conflict("whisper to another player", "no_such_player")
    first, second = sorted((seat, to))
    return f"whisper.{first}.{second}"


async def _stand(table: Table, viewer: Viewer, order: wire.Stand) -> None:
    """Keep a wish for questions to come; it is carried out at once if it answers one."""
    if table.play is None:
        raise Conflict("the match has not begun", "not_begun")
    talk, seat = table.kit.talk, str(viewer.audience)
    wishes = dict(table.live.stands.get(seat, {}))
    view = table.kit.game.view(table.play.match.state, viewer.audience)
    if order.wish not in wishes and not talk.is_wish(view, order.wish):
        hint = nearest(order.wish, talk.wishes)
        raise Conflict(f"no wish {order.wish!r}{hint}", "no_wish")
    wishes.pop(order.wish, None)
    if order.yes:
        wishes[order.wish] = talk.moment(view)
    table.live.stands[seat] = wishes
    if table.granted(int(seat)) is not None:
        table.live.bot_at = table.hall.now()
    await table.commit()
    viewer.tell(table.snap(viewer.audience))


# Asking


def _explain(table: Table, viewer: Viewer) -> None:
    if table.play is not None and viewer.audience is not None:
        viewer.tell(table.play.hints(viewer.audience))


async def _recall(table: Table, viewer: Viewer, order: wire.More) -> None:
    """Log lines from before those that a viewer has."""
    if table.play is not None:
        rows = await table.hall.store.log(table.id)
        viewer.tell(table.play.older(rows, viewer.audience, order.before))
