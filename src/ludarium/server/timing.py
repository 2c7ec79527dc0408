"""What happens at a table although nobody acts: bots answer, time runs out, chairs are held."""

from __future__ import annotations

from typing import Final

from ludarium.core.events import Event
from ludarium.server import clocks
from ludarium.server.orders import excuse, play_answer
from ludarium.server.problems import Unavailable
from ludarium.server.table import Table
from ludarium.server.workers import Closed

HOLDER: Final = "steady"
"""The bot that holds the chairs of those who are away."""


async def tick(table: Table) -> None:
    """Do what is due."""
    try:
        await _hold_chairs(table)
        while True:
            while await _grant_wish(table):
                pass
            while (turn := await _next_turn(table)) is not None:
                await _answer(table, *turn)
            if not await _end_pause(table):
                break
        await _set_alarm(table)
    except Unavailable:
        pass  # the table is read anew when somebody comes
    except Closed:
        pass  # and so it is after the server has started anew


async def _hold_chairs(table: Table) -> None:
    """Let a bot take the chairs of those whose grace is over."""
    async with table.lock:
        now = table.hall.now()
        for seat in list(table.seats):
            due = table.held_from(seat)
            if due is not None and due <= now:
                held = table.change_seat(seat.n, held=True, bot=HOLDER)
                table.live.held[str(seat.n)] = table.live.n + 1
                events = [Event("table.held", {"seat": seat.n, "bot": HOLDER})]
                command = f"hold:{seat.n}.{table.live.n + 1}"
                await table.enter_row(command, seat.n, "held", events=events, seats=[held])
                table.publish()
                await excuse(table, seat.n)
                table.publish()
                table.announce()


async def _grant_wish(table: Table) -> bool:
    """Give one of the answers that players have left behind."""
    async with table.lock:
        play = table.play
        if play is None or table.status != "playing" or not table.live.stands:
            return False
        for seat in play.waiting:
            do = table.granted(seat)
            if do is not None:
                command = f"stand:{seat}.{play.asks[seat]}"
                await play_answer(table, command, seat, do, [])
                table.publish()
                return True
        return False


async def _next_turn(table: Table) -> tuple[int, bool] | None:
    """The seat that the server answers for now, and whether because its time is up."""
    async with table.lock:
        play, now = table.play, table.hall.now()
        if play is None or table.status != "playing":
            return None
        ends = table.window_ends()
        if ends is not None and ends <= now and play.waiting:
            return play.waiting[0], True
        if table.live.clock is not None:
            for seat in clocks.expired(table.live.clock, now):
                if seat in play.waiting:
                    return seat, True
        if not _bots_turn(table):
            return None
        bots = [seat for seat in play.waiting if table.played_by_bot(seat)]
        return (bots[0], False) if bots else None


def _bots_turn(table: Table) -> bool:
    """Whether bots have waited long enough."""
    return table.live.bot_at is not None and table.live.bot_at <= table.hall.now()


async def _answer(table: Table, seat: int, forced: bool) -> None:
    """Ask a worker for an answer, and play it if the question still stands."""
    async with table.lock:
        play = table.play
        assert play is not None
        question = play.match.question(seat)
        if question is None:
            return
        number = play.asks[seat]
        view = play.kit.game.view(play.match.state, seat, memory=True)
        bot = table.seats[seat].bot or HOLDER
    legal = [action.text for action in question.options]
    do = await table.hall.workers.choose(
        table.row.game, table.row.options, bot, view, seat, question.kind, legal,
        forced=forced, table=table.id,
    )  # fmt: skip
    async with table.lock:
        if play.asks[seat] != number or seat not in play.waiting:
            return  # somebody was quicker, or it was undone
        if not forced and not (table.played_by_bot(seat) and _bots_turn(table)):
            return  # its owner is back, or somebody wants to take back
        told = forced and not play.is_quiet
        events = [Event("table.timeout", {"seat": seat})] if told else []
        command = f"{'time' if forced else 'bot'}:{seat}.{number}"
        await play_answer(table, command, seat, do, events)
        table.publish()


async def _end_pause(table: Table) -> bool:
    """Go on after a pause whose time has come."""
    async with table.lock:
        play, ends = table.play, table.window_ends()
        if play is None or not play.match.is_paused or ends is None or ends > table.hall.now():
            return False
        lines, events = play.resume()
        command = f"resume:{table.live.n + 1}"
        await table.enter_row(command, None, "resume", lines=lines, events=events)
        table.publish()
        return True


async def _set_alarm(table: Table) -> None:
    """What was due is done, or nobody waits for it any more: keep when to look again."""
    async with table.lock:
        if table.row.wake != table.next_wake():
            await table.commit()
