"""Around a table: who sits where and by what right, what the host changes, how it starts."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from ludarium.core.events import Event
from ludarium.core.nature import Dice
from ludarium.core.options import check_end
from ludarium.server import clocks, wire
from ludarium.server.forms import Enter, Entry, Key, Links, SeatChange
from ludarium.server.forms import Settings as Wish
from ludarium.server.guests import Guest, clean_name
from ludarium.server.kits import Kit, check_options, kit_for
from ludarium.server.making import (
    bot_seat,
    check_grace,
    check_kids,
    check_table_name,
    clock_for,
    unlike,
)
from ludarium.server.orders import excuse
from ludarium.server.play import Play
from ludarium.server.problems import BadInput, Conflict, Forbidden
from ludarium.server.store.rows import SeatRow
from ludarium.server.table import Table
from ludarium.server.timing import HOLDER
from ludarium.server.tokens import hashed, matches, new_token
from ludarium.server.wire import Json

# Coming in


async def enter(table: Table, guest: Guest, wish: Enter) -> Entry:
    """Give a guest their chairs, a free one they ask for, or a place among the spectators."""
    watch = bool(wish.token) and matches(wish.token, table.row.watch_hash)
    if not watch and (wish.token or wish.seat is not None):
        wanted = _wanted(table, guest, wish)
        if wanted is not None:
            await _claim(table, guest, wanted, wish.name)
    own = _own(table, guest)
    host = guest.id == table.row.host
    if not own and not (table.settings.watching or watch or host or _has_room(table)):
        raise Forbidden("this table is not open to spectators", "no_spectators")
    keys: list[Key] = []
    for n in own:
        token = new_token()
        table.change_seat(n, token_hash=hashed(token))
        keys.append(Key(n, token))
    if keys:
        await table.commit(seats=[table.seats[key.seat] for key in keys])
    return Entry(
        table=table.about(),
        keys=keys,
        host=host,
        cards=table.kit.cards,
        watch=wish.token if watch else "",
    )


def _has_room(table: Table) -> bool:
    return any(seat.kind == "open" for seat in table.seats)


def _own(table: Table, guest: Guest) -> list[int]:
    return [seat.n for seat in table.persons() if seat.guest == guest.id]


def _wanted(table: Table, guest: Guest, wish: Enter) -> int | None:
    """The chair that a token opens, or that was asked for by its number; None: it is theirs."""
    if wish.token:
        for seat in table.seats:
            if seat.kind == "open" and matches(wish.token, seat.token_hash):
                return seat.n
        if _own(table, guest):
            return None  # they open the link with which they came once more
        raise Forbidden("this link is used up or was withdrawn; ask for a new one", "old_link")
    assert wish.seat is not None
    if not 0 <= wish.seat < len(table.seats):
        raise BadInput(f"seat: 0 to {len(table.seats) - 1}, not {wish.seat}")
    if wish.seat in _own(table, guest):
        return None
    if table.seats[wish.seat].kind != "open":
        raise Conflict("somebody sits there already", "taken")
    if _own(table, guest) and guest.id != table.row.host:
        raise Conflict("you sit at this table already; one chair for each", "seated")
    return wish.seat


async def _claim(table: Table, guest: Guest, n: int, name: str) -> None:
    if table.status == "over":
        raise Conflict("the match is over", "over")
    names = [seat.name for seat in table.seats if seat.n != n]
    called, before = unlike(clean_name(name) or guest.name, names), table.seats[n].name
    away = table.hall.now() if table.status == "playing" else None  # until the socket is there
    changed = SeatRow(table.id, n, "person", called, guest.id, away=away)
    table.seats[n] = changed
    _set_clock(table, n)
    if table.status == "playing":
        await _note(table, "table.joined", n, [changed], name=called, before=before)
    else:
        await table.commit(seats=[changed])
    table.announce()


async def _note(
    table: Table, event: str, n: int, seats: Sequence[SeatRow], **facts: object
) -> None:
    """A row of the log about a chair."""
    events = [Event(event, {"seat": n, **facts})]
    command = f"{event}:{n}.{table.live.n + 1}"
    await table.enter_row(command, n, event.removeprefix("table."), events=events, seats=seats)
    table.publish()


# Going


async def leave(table: Table, guest: Guest, n: int) -> None:
    """Get up: before the start the chair is free again, later a bot holds it."""
    seat = own_seat(table, guest, n)
    _pass_on(table, guest)
    if table.status == "gathering":
        table.seats[n] = SeatRow(table.id, n, "open")
        await table.commit(seats=[table.seats[n]])
        table.dismiss(table.at_seat(n), wire.Bye("closed", "you have left the table"))
    elif table.status == "playing" and not seat.held:
        changed = table.change_seat(n, held=True, bot=HOLDER, away=table.hall.now())
        table.live.held[str(n)] = table.live.n + 1
        await _note(table, "table.left", n, [changed], name=seat.name)
        bye = wire.Bye("closed", "you have left the table; come back any time")
        table.dismiss(table.at_seat(n), bye)
        await excuse(table, n)
        table.publish()
    table.announce()


def _pass_on(table: Table, guest: Guest) -> None:
    """A host who gets up leaves the table to the next person there."""
    others = [seat.guest for seat in table.persons() if seat.guest != guest.id]
    if table.row.host == guest.id and others:
        table.row = replace(table.row, host=others[0])


def own_seat(table: Table, guest: Guest, n: int) -> SeatRow:
    for seat in table.persons():
        if seat.n == n and seat.guest == guest.id:
            return seat
    raise Forbidden("that is not your chair", "not_yours")


# The host


def check_host(table: Table, guest: Guest) -> None:
    if table.row.host != guest.id:
        raise Forbidden("only the host may do that", "not_host")


async def change_chair(table: Table, guest: Guest, n: int, change: SeatChange) -> None:
    """What the host does with a chair."""
    check_host(table, guest)
    if table.status == "over":
        raise Conflict("the match is over", "over")
    if change.do == "open" and n == len(table.seats) and table.status == "gathering":
        await _add_chair(table)
        return
    if not 0 <= n < len(table.seats):
        raise BadInput(f"seat: 0 to {len(table.seats) - 1}, not {n}")
    seat = table.seats[n]
    if change.do in ("mute", "unmute"):
        await table.commit(seats=[table.change_seat(n, muted=change.do == "mute")])
    elif change.do == "close":
        await _remove_chair(table, n)
    elif change.do == "bot":
        names = [other.name for other in table.seats if other.n != n]
        await _reseat(table, bot_seat(table.id, n, change.bot, names), seat)
    elif change.do == "kick" and table.status == "playing":
        names = [other.name for other in table.seats if other.n != n]
        await _reseat(table, bot_seat(table.id, n, HOLDER, names), seat)
    else:  # open, kick before the start, hand over
        await _reseat(table, SeatRow(table.id, n, "open", name=""), seat)
    table.announce()


async def _reseat(table: Table, new: SeatRow, old: SeatRow) -> None:
    """Put somebody else, or nobody, on a chair; while a match is played a bot holds a free one."""
    if new.kind == "open" and table.status == "playing":
        names = [other.name for other in table.seats if other.n != new.n]
        new = replace(new, held=True, bot=HOLDER, name=unlike(HOLDER.capitalize(), names))
    others = [seat.kind for seat in table.seats if seat.n != new.n]
    if table.status == "gathering" and {new.kind, *others} == {"bot"}:
        check_end(table.kit.game.room.options, table.kit.game.options)
    table.seats[new.n] = new
    table.live.held.pop(str(new.n), None)
    _set_clock(table, new.n)
    if table.status == "playing":
        event = "table.kicked" if old.kind == "person" else "table.reseated"
        await _note(table, event, new.n, [new], name=old.name)
    else:
        _clear_ready(table)
        await table.commit(seats=[*table.seats])
    bye = wire.Bye("removed", "the host has given your chair away")
    table.dismiss(table.at_seat(new.n), bye)
    await excuse(table, new.n)
    table.publish()


def _set_clock(table: Table, n: int) -> None:
    """A fresh clock for somebody new on a chair; bots have none."""
    live = table.live
    if live.clock is not None:
        person = table.seats[n].kind == "person"
        rule, now = table.settings.clock, table.hall.now()
        live.clock = clocks.seat_changed(live.clock, rule, n, person, now)


def _clear_ready(table: Table) -> None:
    """What people agreed to has changed, so they are asked again."""
    for seat in table.persons():
        table.change_seat(seat.n, ready=seat.guest == table.row.host)


async def _add_chair(table: Table) -> None:
    n = len(table.seats)
    set_options(table, await checked(table, {**table.row.options, "players": n + 1}))
    table.seats.append(SeatRow(table.id, n, "open"))
    _clear_ready(table)
    await table.commit(seats=table.seats)
    table.announce()


async def _remove_chair(table: Table, n: int) -> None:
    """Take a chair away before the start; those after it move up."""
    if table.status != "gathering":
        raise Conflict("chairs are taken away before the start only", "begun")
    if table.seats[n].kind == "person":
        raise Conflict("somebody sits there; the chair must be free", "taken")
    set_options(table, await checked(table, _without_chair(table, n)))
    _line_up(table, [seat.n for seat in table.seats if seat.n != n])
    _clear_ready(table)
    gone = SeatRow(table.id, len(table.seats), "closed")
    await table.commit(seats=[*table.seats, gone])
    for viewer in table.viewers:
        viewer.tell(table.snap(viewer.audience))


def _line_up(table: Table, order: Sequence[int]) -> None:
    """Number the chairs anew, each with whoever sits there; one that is left out was free."""
    table.seats = [replace(table.seats[n], n=at) for at, n in enumerate(order)]
    for viewer in table.viewers:
        if viewer.audience is not None:
            viewer.audience = order.index(viewer.audience)


def _without_chair(table: Table, n: int) -> Json:
    """The options of a table with a chair less: whoever they point at has moved up, or is gone."""
    options = {**table.row.options, "players": len(table.seats) - 1}
    for option in table.kit.game.room.options:
        seat = options[option.name]
        if option.seat and isinstance(seat, int) and seat >= n:
            options[option.name] = option.default if seat == n else seat - 1
    return options


async def checked(table: Table, given: Json) -> Json:
    """Options as a table keeps them; InvalidInput, with the clause, if they cannot be."""
    if table.row.origin is not None:
        raise Conflict("this table goes on from a record, whose options stand", "from_record")
    given = table.hall.library.filled_in(table.row.game, given)
    await table.hall.furnish(table.row.game, given)
    return check_options(table.row.game, given)


def set_options(table: Table, options: Json) -> None:
    """Play by other options, which were checked."""
    table.row = replace(table.row, options=options)
    table.kit = kit_for(table.row.game, options)


async def change_settings(table: Table, guest: Guest, wish: Wish) -> None:
    """Change the terms: all of them before the start, later only what concerns the table."""
    check_host(table, guest)
    terms = (wish.options, wish.clock, wish.kids)
    if table.status != "gathering" and any(term is not None for term in terms):
        raise Conflict("options, clock and kind of table are settled before the start", "begun")
    settings, row, options = table.settings, table.row, table.row.options
    if wish.options is not None:
        given = {**options, **wish.options, "players": len(table.seats)}
        options = await checked(table, given)
    if wish.grace is not msgspec.UNSET:
        settings = replace(settings, grace=check_grace(wish.grace))
    if table.status == "gathering":
        kit = kit_for(row.game, options)
        kids = check_kids(kit, settings.kids if wish.kids is None else wish.kids)
        settings = replace(settings, kids=kids, clock=_clock(table, kit, wish.clock, kids))
    if wish.watching is not None:
        settings = replace(settings, watching=wish.watching)
    name = row.name if wish.name is None else check_table_name(wish.name) or row.name
    listed = row.listed if wish.listed is None else wish.listed and table.status != "over"
    set_options(table, options)
    kept = msgspec.to_builtins(settings)
    table.row = replace(table.row, name=name, listed=listed, settings=kept)
    table.settings = settings
    if any(term is not None for term in terms):
        _clear_ready(table)
    await table.commit(seats=table.seats)
    if not settings.watching:
        uninvited = [viewer for viewer in table.at_seat(None) if not viewer.invited]
        table.dismiss(uninvited, wire.Bye("closed", "the host has closed this to spectators"))
    table.announce()


def _clock(table: Table, kit: Kit, wish: wire.ClockRule | None, kids: bool) -> wire.ClockRule:
    """The clock after a change; one that came with the options goes with them."""
    own = table.settings.clock if wish is None else wish
    if wish is None and own == table.kit.clock:
        own = wire.ClockRule()
    return clock_for(kit, own, kids)


async def make_links(table: Table, guest: Guest) -> Links:
    """Fresh tokens for the invite links of all free chairs, and for watching."""
    check_host(table, guest)
    links: dict[str, str] = {}
    for seat in table.seats:
        if seat.kind == "open":
            links[str(seat.n)] = new_token()
            table.change_seat(seat.n, token_hash=hashed(links[str(seat.n)]))
    watch = new_token()
    table.row = replace(table.row, watch_hash=hashed(watch))
    await table.commit(seats=[table.seats[int(n)] for n in links])
    return Links(seats=links, watch=watch)


# Starting


def is_ready(table: Table) -> bool:
    """Nobody is missing and everyone agrees."""
    return table.status == "gathering" and all(
        seat.kind == "bot" or (seat.kind == "person" and seat.ready) for seat in table.seats
    )


async def agree(table: Table, guest: Guest) -> None:
    """The Ready of a guest on all their chairs."""
    if table.status != "gathering":
        raise Conflict("the match has begun", "begun")
    late = [n for n in _own(table, guest) if not table.seats[n].ready]
    if late:
        await table.commit(seats=[table.change_seat(n, ready=True) for n in late])
        table.announce()


def is_paced(table: Table) -> bool:
    """Whether quiet questions are to stay open for a while, asked of somebody or of nobody."""
    _, most = table.kit.game.rules.window
    return bool(table.persons()) and most > 0


def _draw_seats(table: Table) -> None:
    """Have a lot decide who sits where, unless whoever set the table up has arranged the match.

    It is drawn from the seed, so that it can be proven, but not with a throw of the match.
    """
    settings = table.settings
    if table.kit.game.room.draws_seats and settings.origin == "new" and not settings.arranged:
        _line_up(table, Dice(f"{table.row.seed}/seats").order(len(table.seats)))


async def start(table: Table) -> None:
    """Sit down, and deal."""
    _draw_seats(table)
    live, now = table.live, table.hall.now()
    live.paced = is_paced(table)
    play, lines, events = Play.begin(table.kit, table.row.seed, table.row.origin, live.paced)
    table.play = play
    table.kit = play.kit
    live.acts = [None] * len(table.seats)
    if table.settings.clock.mode != "none":
        timed = [seat.kind == "person" for seat in table.seats]
        live.clock = clocks.begin(table.settings.clock, timed)
    table.row = replace(table.row, status="playing")
    for seat in table.persons():
        away = None if table.here(seat.n) else now
        table.change_seat(seat.n, away=away)
    await table.enter_row("start:1", None, "start", lines=lines, events=events, seats=table.seats)
