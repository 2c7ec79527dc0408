"""Setting tables up: who sits where, by what right, on what terms, and the table after this one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from ludarium.bots import BOTS
from ludarium.core import records
from ludarium.core.errors import nearest
from ludarium.core.events import Event
from ludarium.core.match import Match
from ludarium.core.nature import Dice
from ludarium.core.state import NATURE
from ludarium.server import clocks, wire
from ludarium.server.forms import Chair, Enter, Entry, Key, Links, NewTable, SeatChange
from ludarium.server.forms import Settings as Wish
from ludarium.server.guests import Guest, clean_name
from ludarium.server.kits import check_options, kit_for
from ludarium.server.orders import excuse
from ludarium.server.play import Play, pack_events, pack_lines
from ludarium.server.problems import BadInput, Conflict, Forbidden
from ludarium.server.store.rows import LogRow, SeatRow, SnapshotRow, TableRow, Write
from ludarium.server.story import open_record
from ludarium.server.table import Live, Settings, Table
from ludarium.server.timing import HOLDER
from ludarium.server.tokens import hashed, matches, new_token, table_id
from ludarium.server.wire import Json

LONGEST_TABLE_NAME: Final = 40
LONGEST_GRACE: Final = 24 * 60 * 60


# Making tables


def new_table(guest: Guest, new: NewTable, now: int) -> tuple[TableRow, list[SeatRow]]:
    """The rows of a table that is to be gathered."""
    origin, options = _beginning(new)
    if len(new.chairs) != options["players"]:
        raise BadInput(f"chairs: {len(new.chairs)} for a game of {options['players']}")
    settings = Settings(
        clock=check_clock(new.clock, new.kids),
        grace=check_grace(new.grace),
        watching=new.watching,
        kids=new.kids,
        origin="new" if origin is None else "record",
    )
    id = table_id()
    row = make_row(
        id, new.game, options, settings, guest.id, now,
        name=check_table_name(new.name), listed=new.listed, seed=new.seed, origin=origin,
    )  # fmt: skip
    return row, _seat_chairs(id, guest, new.chairs)


def make_row(
    id: str, game: str, options: Json, settings: Settings, host: str, now: int, *,
    name: str, listed: bool, seed: str = "", origin: Json | None = None,
) -> TableRow:  # fmt: skip
    kit = kit_for(game, options)
    dice = Dice.from_seed(seed or None)
    assert dice.seed is not None
    return TableRow(
        id=id,
        game=game,
        rules=kit.game.room.version,
        name=name or kit.game.room.title,
        status="gathering",
        options=options,
        settings=msgspec.to_builtins(settings),
        host=host,
        watch_hash="",
        seed=dice.seed,
        pledge=dice.pledge,
        created=now,
        changed=now,
        listed=listed,
        live=msgspec.to_builtins(Live()),
        origin=origin,
    )


def _beginning(new: NewTable) -> tuple[Json | None, Json]:
    """The position to begin with, if any, and the options."""
    if not new.record:
        given = {**new.options, "players": new.options.get("players", len(new.chairs))}
        return None, check_options(new.game, given)
    match = open_record(new.record)
    if match.game.room.slug != new.game:
        raise BadInput(f"record: a match of {match.game.room.slug}, not of {new.game}")
    match = _upto(match, new.upto)
    if match.result is not None:
        raise BadInput("upto: the match is over there; choose an earlier action")
    position = match.position()
    return position, {**match.game.options, "players": match.game.players}


def _upto(match: Match, upto: int | None) -> Match:
    """The match of a record after some of its players' answers."""
    if upto is None:
        return match
    if upto < 0:
        raise BadInput(f"upto: the number of an answer, from 0 on, not {upto}")
    origin = match.origin
    game = match.game
    state = game.new_state() if origin is None else game.load(origin)
    again = Match(game, state, Dice(None), origin, settle=False)
    for line in match.lines:
        if line.seat != NATURE:
            if upto == 0:
                break
            upto -= 1
        records.play_line(again, line)
    return again


def _seat_chairs(table: str, guest: Guest, chairs: Sequence[Chair]) -> list[SeatRow]:
    seats: list[SeatRow] = []
    for n, chair in enumerate(chairs):
        names = [seat.name for seat in seats]
        if chair.kind in ("me", "local"):
            name = clean_name(chair.name) or (
                guest.name if chair.kind == "me" else f"Player {n + 1}"
            )
            seats.append(SeatRow(table, n, "person", unlike(name, names), guest.id, ready=True))
        elif chair.kind == "bot":
            seats.append(bot_seat(table, n, chair.bot, names))
        elif chair.kind == "open":
            seats.append(SeatRow(table, n, "open"))
        else:
            raise BadInput("chairs: leave out the chair that is closed")
    return seats


def bot_seat(table: str, n: int, bot: str, names: Iterable[str]) -> SeatRow:
    if bot not in BOTS:
        raise BadInput(f"bot: no bot {bot!r}{nearest(bot, BOTS)}")
    return SeatRow(table, n, "bot", unlike(bot.capitalize(), names), bot=bot, ready=True)


def unlike(name: str, taken: Iterable[str]) -> str:
    """A name that nobody else at the table has."""
    known, number, told = set(taken), 1, name
    while told in known:
        number += 1
        told = f"{name} {number}"
    return told


def check_clock(rule: wire.ClockRule, kids: bool) -> wire.ClockRule:
    if kids:
        return wire.ClockRule()
    clocks.check_rule(rule)
    return rule


def check_grace(grace: int | None) -> int | None:
    if grace is not None and not 0 <= grace <= LONGEST_GRACE:
        raise BadInput(f"grace: 0 to {LONGEST_GRACE} seconds, or null, not {grace}")
    return grace


def check_table_name(name: str) -> str:
    told = " ".join(name.split())
    if len(told) > LONGEST_TABLE_NAME or not told.isprintable():
        raise BadInput(f"name: up to {LONGEST_TABLE_NAME} printable characters")
    return told


def archive(guest: Guest, text: str, now: int) -> Write:
    """The rows of a table that keeps somebody's record, for review."""
    match = open_record(text)
    game, id = match.game, table_id()
    options: Json = {**game.options, "players": game.players}
    row = make_row(
        id, game.room.slug, options, Settings(origin="record"), guest.id, now,
        name="", listed=False, seed=match.dice.seed or "",
        origin=None if match.origin is None else dict(match.origin),
    )  # fmt: skip
    row = replace(row, status="over", seed=match.dice.seed or "", pledge=match.dice.pledge)
    seats = [SeatRow(id, n, "open", f"P{n}") for n in range(game.players)]
    log = tuple(_rows_of(id, match, now))
    snapshot = SnapshotRow(id, len(log), match.position(), 0)
    told = log[-1].told if log else [0] * (game.players + 1)
    live = Live(len(log), told, [0] * game.players, [None] * game.players)
    return Write(replace(row, live=msgspec.to_builtins(live)), tuple(seats), log, snapshot)


def _rows_of(id: str, match: Match, now: int) -> Iterable[LogRow]:
    """A record as rows: one for the beginning, one for each answer of a player."""
    game, origin = match.game, match.origin
    kit = kit_for(game.room.slug, {**game.options, "players": game.players})
    state = game.new_state() if origin is None else game.load(origin)
    again = Match(game, state, Dice(None), origin, settle=False)
    play = Play(kit, again, 0, [0] * (game.players + 1), [0] * game.players)
    groups: list[list[records.Line]] = [[]]
    for line in match.lines:
        if line.seat != NATURE:
            groups.append([])
        groups[-1].append(line)
    done = 0
    for n, lines in enumerate(groups, 1):
        for line in lines:
            records.play_line(again, line)
        events = list(again.events[done:])
        done = len(again.events)
        told = play.keep(n, events)
        seat, kind, do = (None, "start", "") if n == 1 else (lines[0].seat, "act", lines[0].text)
        yield LogRow(
            id, n, f"record:{n}", seat, kind, do, now, pack_lines(lines), pack_events(events), told
        )


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
    return wish.seat


async def _claim(table: Table, guest: Guest, n: int, name: str) -> None:
    if table.status == "over":
        raise Conflict("the match is over", "over")
    names = [seat.name for seat in table.seats if seat.n != n]
    called = unlike(clean_name(name) or guest.name, names)
    away = table.hall.now() if table.status == "playing" else None  # until the socket is there
    changed = SeatRow(table.id, n, "person", called, guest.id, away=away)
    table.seats[n] = changed
    _set_clock(table, n)
    if table.status == "playing":
        await _note(table, "table.joined", n, [changed], name=called)
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
    table.seats[new.n] = new
    table.live.held.pop(str(new.n), None)
    _set_clock(table, new.n)
    if table.status == "playing":
        event = "table.kicked" if old.kind == "person" else "table.reseated"
        await _note(table, event, new.n, [new], name=old.name)
    else:
        _clear_ready(table)
        await table.commit(seats=[*table.seats])
    bye = wire.Bye("closed", "the host has given your chair away")
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
    set_options(table, {**table.row.options, "players": n + 1})
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
    set_options(table, _without_chair(table, n))
    del table.seats[n]
    table.seats = [replace(seat, n=at) for at, seat in enumerate(table.seats)]
    for viewer in table.viewers:
        if viewer.audience is not None and viewer.audience > n:
            viewer.audience -= 1
    _clear_ready(table)
    gone = SeatRow(table.id, len(table.seats), "closed")
    await table.commit(seats=[*table.seats, gone])
    for viewer in table.viewers:
        viewer.tell(table.snap(viewer.audience))


def _without_chair(table: Table, n: int) -> Json:
    """The options of a table with a chair less: whoever they point at has moved up, or is gone."""
    options = {**table.row.options, "players": len(table.seats) - 1}
    for option in table.kit.game.room.options:
        seat = options[option.name]
        if option.seat and isinstance(seat, int) and seat >= n:
            options[option.name] = option.default if seat == n else seat - 1
    return options


def set_options(table: Table, given: Json) -> None:
    """Raises InvalidInput, with the clause, if they cannot be."""
    if table.row.origin is not None:
        raise Conflict("this table goes on from a record, whose options stand", "from_record")
    options = check_options(table.row.game, given)
    table.row = replace(table.row, options=options)
    table.kit = kit_for(table.row.game, options)


async def change_settings(table: Table, guest: Guest, wish: Wish) -> None:
    """Change the terms: all of them before the start, later only what concerns the table."""
    check_host(table, guest)
    terms = (wish.options, wish.clock, wish.kids)
    if table.status != "gathering" and any(term is not None for term in terms):
        raise Conflict("options, clock and kind of table are settled before the start", "begun")
    settings, row = table.settings, table.row
    if wish.grace is not msgspec.UNSET:
        settings = replace(settings, grace=check_grace(wish.grace))
    if wish.kids is not None:
        settings = replace(settings, kids=wish.kids)
    clock = settings.clock if wish.clock is None else wish.clock
    settings = replace(settings, clock=check_clock(clock, settings.kids))
    if wish.watching is not None:
        settings = replace(settings, watching=wish.watching)
    name = row.name if wish.name is None else check_table_name(wish.name) or row.name
    if wish.options is not None:
        set_options(table, {**row.options, **wish.options, "players": len(table.seats)})
    listed = row.listed if wish.listed is None else wish.listed and table.status != "over"
    table.row = replace(table.row, name=name, listed=listed)
    table.settings = settings
    if any(term is not None for term in terms):
        _clear_ready(table)
    await table.commit(seats=table.seats)
    if not settings.watching:
        uninvited = [viewer for viewer in table.at_seat(None) if not viewer.invited]
        table.dismiss(uninvited, wire.Bye("closed", "the host has closed this to spectators"))
    table.announce()


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


# Starting, and starting again


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


async def start(table: Table) -> None:
    """Deal."""
    play, lines, events = Play.begin(table.kit, table.row.seed, table.row.origin)
    table.play = play
    table.kit = play.kit
    live, now = table.live, table.hall.now()
    live.acts = [None] * len(table.seats)
    if table.settings.clock.mode != "none":
        timed = [seat.kind == "person" for seat in table.seats]
        live.clock = clocks.begin(table.settings.clock, timed)
    table.row = replace(table.row, status="playing")
    for seat in table.persons():
        away = None if table.here(seat.n) else now
        table.change_seat(seat.n, away=away)
    await table.enter_row("start:1", None, "start", lines=lines, events=events, seats=table.seats)


def rematch(table: Table, guest: Guest) -> tuple[TableRow, list[SeatRow]]:
    """The rows of the next table: the same people, chairs and terms, and the winner's due."""
    if not any(seat.guest == guest.id for seat in table.persons()) and guest.id != table.row.host:
        raise Forbidden("only those who sat at this table may ask for a rematch", "not_yours")
    if table.status != "over" or table.play is None:
        raise Conflict("the match is not over", "not_over")
    row, id = table.row, table_id()
    options = dict(row.options)
    room, result = table.kit.game.room, table.play.match.result
    if room.winner_option:
        winner = None if result is None else result.winner
        stays = winner is not None and table.seats[winner].kind != "open"
        options[room.winner_option] = winner if stays else None
    settings = replace(table.settings, origin="new")
    new = make_row(
        id, row.game, check_options(row.game, options), settings, row.host, table.hall.now(),
        name=row.name, listed=row.listed,
    )  # fmt: skip
    if not any(seat.guest == row.host for seat in table.persons()):
        new = replace(new, host=guest.id)
    return new, [_again(id, seat, guest) for seat in table.seats]


def _again(id: str, seat: SeatRow, guest: Guest) -> SeatRow:
    if seat.kind == "open":
        return SeatRow(id, seat.n, "open")
    ready = seat.kind == "bot" or seat.guest == guest.id
    bot = seat.bot if seat.kind == "bot" else ""
    return SeatRow(id, seat.n, seat.kind, seat.name, seat.guest, bot=bot, ready=ready)
