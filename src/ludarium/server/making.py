"""Making tables: from what people ask for, from a record, and the rematch of one that is over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from ludarium.bots import BOTS
from ludarium.core import records
from ludarium.core.errors import nearest
from ludarium.core.match import Match
from ludarium.core.nature import Dice
from ludarium.core.options import check_end
from ludarium.server import clocks, wire
from ludarium.server.forms import Chair, NewTable
from ludarium.server.guests import Guest, clean_name
from ludarium.server.kits import Kit, check_options, kit_for
from ludarium.server.live import Live, Settings
from ludarium.server.play import Play, pack_events, pack_lines
from ludarium.server.problems import BadInput, Conflict, Forbidden
from ludarium.server.store.rows import LogRow, SeatRow, SnapshotRow, TableRow, Write
from ludarium.server.story import open_record
from ludarium.server.table import Table
from ludarium.server.tokens import table_id
from ludarium.server.wire import Json

LONGEST_TABLE_NAME: Final = 40
LONGEST_GRACE: Final = 24 * 60 * 60


def new_table(guest: Guest, new: NewTable, now: int) -> tuple[TableRow, list[SeatRow]]:
    """The rows of a table that is to be gathered."""
    origin, options = _beginning(new)
    if len(new.chairs) != options["players"]:
        raise BadInput(f"chairs: {len(new.chairs)} for a game of {options['players']}")
    kit = kit_for(new.game, options)
    if all(chair.kind == "bot" for chair in new.chairs):
        check_end(kit.game.room.options, kit.game.options)
    settings = Settings(
        clock=clock_for(kit, new.clock, check_kids(kit, new.kids)),
        grace=check_grace(new.grace),
        watching=new.watching,
        kids=new.kids,
        origin="new" if origin is None else "record",
        arranged=bool(new.seed),
    )
    id = table_id()
    row = make_row(
        id, new.game, options, settings, guest.id, now,
        name=check_table_name(new.name), listed=new.listed, seed=new.seed, origin=origin,
    )  # fmt: skip
    return row, _seat_chairs(id, guest, new.chairs)


def clock_for(kit: Kit, own: wire.ClockRule, kids: bool) -> wire.ClockRule:
    """The clock that the host set, or else the one that the options of the game name."""
    if kids:
        return wire.ClockRule()
    rule = kit.clock if own.mode == "none" and kit.clock is not None else own
    clocks.check_rule(rule)
    return rule


def check_kids(kit: Kit, kids: bool) -> bool:
    """Whether children play here; that takes rules with which such a table is offered."""
    wanted = kit.words.table("setup", "kids")
    if kids and not wanted:
        raise BadInput(f"kids: {kit.game.room.title} has no table for children")
    for name, value in wanted.items() if kids else ():
        if kit.game.options[name] != value:
            raise BadInput(f"kids: a table for children is played with {name}={value}")
    return kids


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
    if new.options:
        raise BadInput("options: a record brings its own; leave them out")
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
    paced = records.are_paced(match.lines)
    again = Match(game, state, Dice(None), origin, settle=False, paced=paced)
    for line in match.lines:
        if line.seat >= 0:
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
    seats = [SeatRow(id, n, "open", f"Player {n + 1}") for n in range(game.players)]
    log = tuple(_rows_of(id, match, now))
    snapshot = SnapshotRow(id, len(log), match.position(), 0)
    told = log[-1].told if log else [0] * (game.players + 1)
    live = Live(len(log), told, [0] * game.players, [None] * game.players)
    live.paced = records.are_paced(match.lines)
    return Write(replace(row, live=msgspec.to_builtins(live)), tuple(seats), log, snapshot)


def _rows_of(id: str, match: Match, now: int) -> Iterable[LogRow]:
    """A record as rows: one for the beginning, one for each answer of a player."""
    game, origin = match.game, match.origin
    kit = kit_for(game.room.slug, {**game.options, "players": game.players})
    state = game.new_state() if origin is None else game.load(origin)
    paced = records.are_paced(match.lines)
    again = Match(game, state, Dice(None), origin, settle=False, paced=paced)
    play = Play(kit, again, 0, [0] * (game.players + 1), [0] * game.players)
    groups: list[list[records.Line]] = [[]]
    for line in match.lines:
        if line.seat >= 0:
            groups.append([])
        groups[-1].append(line)
    done = 0
    for n, lines in enumerate(groups, 1):
        for line in lines:
            records.play_line(again, line)
        events = list(again.events[done:])
        packed = pack_events(events)
        told = play.keep(n, events, packed)
        done = len(again.events)  # what is kept is forgotten, but for the last answer
        seat, kind, do = (None, "start", "") if n == 1 else (lines[0].seat, "act", lines[0].text)
        yield LogRow(id, n, f"record:{n}", seat, kind, do, now, pack_lines(lines), packed, told)


# The table after this one


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
    settings = replace(table.settings, origin="new", arranged=False)
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
