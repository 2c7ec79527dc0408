"""What the people at a table order over their sockets, one function for each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from ludarium.core.errors import InvalidInput, Refused
from ludarium.core.events import Event
from ludarium.core.match import Match
from ludarium.core.records import Line, play_line
from ludarium.server import wire
from ludarium.server.play import Play, lines_of, load_match, standing
from ludarium.server.problems import Conflict, Forbidden, Problem
from ludarium.server.store.rows import SaidRow
from ludarium.server.table import ANSWERS_KEPT, Table, UndoWish, line_of_chat
from ludarium.server.viewers import Viewer, encode

LONGEST_LINE: Final = 300
LONGEST_ID: Final = 64


async def obey(table: Table, viewer: Viewer, order: wire.Request) -> None:
    """Carry out an order; whatever stands against it is answered to the one who gave it."""
    if isinstance(order, wire.Ping):
        viewer.tell(wire.Pong(n=order.n, at=table.hall.now()))
    elif isinstance(order, wire.Why):
        await _explain(table, viewer)
    elif isinstance(order, wire.More):
        await _recall(table, viewer, order)
    elif not isinstance(order, wire.Hello):
        await _command(table, viewer, order)


Command: TypeAlias = (
    "wire.Act | wire.TakeBack | wire.Undo | wire.Consent | wire.Concede | wire.Ready | wire.Say"
)


async def _command(table: Table, viewer: Viewer, order: Command) -> None:
    """Carry out an order that changes something, once, however often it is sent."""
    if not 0 < len(order.id) <= LONGEST_ID:
        viewer.tell(_no(order.id[:LONGEST_ID], "bad_input", f"id: 1 to {LONGEST_ID} characters"))
        return
    who = "watch" if viewer.audience is None else str(viewer.audience)
    command = f"{who}:{order.id}"
    async with table.lock:
        if viewer not in table.viewers:
            return
        known = table.answers.get(command)
        if known is None:
            known = encode(await _carry_out(table, viewer, command, order))
            table.answers[command] = known
            if len(table.answers) > ANSWERS_KEPT:
                table.answers.popitem(last=False)
        viewer.send(known)
        table.publish()


async def _carry_out(table: Table, viewer: Viewer, command: str, order: Command) -> wire.Answer:
    try:
        if isinstance(order, wire.Say):
            await _say(table, viewer, order)
        elif viewer.audience is None:
            raise Forbidden("spectators only watch; take a free chair to play", "spectator")
        elif isinstance(order, wire.Ready):
            await _ready(table, viewer.audience, order)
        else:
            await _playing(table, viewer.audience, command, order)
    except Refused as refused:
        assert table.play is not None and viewer.audience is not None
        do = order.do if isinstance(order, wire.Act) else "concede"
        return table.play.refuse(order.id, viewer.audience, do, refused.refusal, table.names)
    except InvalidInput as error:
        return _no(order.id, "unreadable", str(error))
    except Problem as problem:
        return _no(order.id, problem.key, problem.text)
    return wire.Ok(id=order.id, seq=table.play.seq(viewer.audience) if table.play else 0)


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
    if seat in play.asked and order.n != play.asks[seat]:
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
    table.live.undo = None
    await table.enter_row(command, seat, kind, do, lines, events)


# Undo


async def _undo(table: Table, play: Play, seat: int, command: str) -> None:
    """Take back at once where that is free or nobody minds; else ask the others."""
    if table.status != "playing":
        raise Conflict("the match is over", "over")
    if table.live.acts[seat] is None:
        raise Conflict("you have done nothing yet that could be taken back", "nothing_to_undo")
    if play.match.may_undo(seat) or await _may_undo_by_log(table, seat):
        await _take_back(table, play, seat, command)
        return
    await _check_final(table, seat)
    waiting = [
        other.n
        for other in table.persons()
        if other.guest != table.seats[seat].guest and not other.held
    ]
    if not waiting:
        await _take_back(table, play, seat, command)
        return
    table.live.undo = UndoWish(seat, waiting)
    await table.commit()
    table.announce()


async def _consent(table: Table, play: Play, seat: int, command: str, order: wire.Consent) -> None:
    wish = table.live.undo
    if wish is None or seat not in wish.waiting:
        raise Conflict("nobody asks you to agree to anything", "no_wish")
    wish.waiting.remove(seat)
    if not order.yes:
        table.live.undo = None
    if order.yes and not wish.waiting:
        await _take_back(table, play, wish.by, command)
    else:
        await table.commit()
    table.announce()


async def _may_undo_by_log(table: Table, seat: int) -> bool:
    """Whether undo is free, as the log tells it: a table that slept remembers no moments."""
    last = table.live.acts[seat]
    assert last is not None
    match = await _earlier(table, last - 1)
    for line in lines_of(await table.hall.store.log(table.id, last - 1)):
        play_line(match, line)
    return match.may_undo(seat)


async def _earlier(table: Table, n: int) -> Match:
    """The match as it was after row `n`."""
    store, row = table.hall.store, table.row
    snapshot = await store.snapshot(table.id, n)
    assert snapshot is not None
    rows = await store.log(table.id, snapshot.n, n)
    return load_match(table.kit, row.seed, row.origin, snapshot, rows)


async def _check_final(table: Table, seat: int) -> None:
    """What the rules call final stands, and all that was done before it too."""
    last = table.live.acts[seat]
    assert last is not None
    for row in await table.hall.store.log(table.id, last - 1):
        if row.kind == "final":
            raise Conflict("by the rules of the game, what was done stands", "final")


async def _take_back(table: Table, play: Play, seat: int, command: str) -> None:
    """Go back to before a seat's last action."""
    last = table.live.acts[seat]
    assert last is not None
    to = last - 1
    rows = await table.hall.store.log(table.id, 0, to)
    play.rewind(await _earlier(table, to))
    told = rows[-1].told
    back = [now - then for now, then in zip(table.live.told, told, strict=True)]
    secrets = {n: {"back": count} for n, count in enumerate(back[:-1])}
    events = [Event("table.undo", {"seat": seat, "back": back[-1]}, secrets)]
    live = table.live
    live.undo = None
    live.acts = [None] * len(table.seats)
    for row in standing(rows):
        if row.seat is not None and row.kind in ("act", "final"):
            live.acts[row.seat] = row.n
    await table.enter_row(command, seat, "undo", str(to), events=events)


# Around the match


async def _ready(table: Table, seat: int, order: wire.Ready) -> None:
    if table.status != "gathering":
        raise Conflict("the match has begun", "begun")
    changed = table.change_seat(seat, ready=order.yes)
    await table.commit(seats=[changed])
    if not await table.hall.start_if_ready(table):
        table.announce()


async def _say(table: Table, viewer: Viewer, order: wire.Say) -> None:
    text = " ".join(order.text.split())
    seat = viewer.audience
    if table.settings.kids:
        raise Conflict("there is no chat at a kids' table", "no_chat")
    if not text or len(text) > LONGEST_LINE:
        raise Conflict(f"a line of 1 to {LONGEST_LINE} characters", "line_length")
    if not text.isprintable():
        raise Conflict("a line holds no control characters", "line_length")
    if seat is not None and table.seats[seat].muted:
        raise Forbidden("the host has muted you", "muted")
    if not table.hall.talk_limit.allow(viewer.guest or table.id):
        raise Conflict("not so fast; wait a moment", "too_many")
    table.live.said += 1
    name = viewer.name if seat is None else table.seats[seat].name
    channel = "watch" if seat is None else "table"
    row = SaidRow(
        table.id, table.live.said, channel, seat, viewer.guest, name, text, table.hall.now()
    )
    await table.commit(said=row)
    line = line_of_chat(row)
    table.said.append(line)
    frame = encode(line)
    for other in table.viewers:
        if (other.audience is None) == (seat is None):
            other.send(frame)


# Asking


async def _explain(table: Table, viewer: Viewer) -> None:
    async with table.lock:
        if table.play is not None and viewer.audience is not None:
            viewer.tell(table.play.hints(viewer.audience))


async def _recall(table: Table, viewer: Viewer, order: wire.More) -> None:
    """Log lines from before those that a viewer has."""
    async with table.lock:
        play = table.play
        if play is None:
            return
        rows = await table.hall.store.log(table.id)
        viewer.tell(play.older(rows, viewer.audience, order.before))
