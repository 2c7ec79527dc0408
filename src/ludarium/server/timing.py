"""What happens at a table although nobody acts: bots answer, time runs out, chairs are held."""

from __future__ import annotations

from typing import Final

from ludarium.core.events import Event
from ludarium.server import clocks
from ludarium.server.orders import play_answer
from ludarium.server.problems import Unavailable
from ludarium.server.table import Table

HOLDER: Final = "steady"
"""The bot that holds the chairs of those who are away."""


async def tick(table: Table) -> None:
    """Do what is due."""
    try:
        await _hold_chairs(table)
        while (turn := await _next_turn(table)) is not None:
            await _answer(table, *turn)
    except Unavailable:
        pass  # the table is read anew when somebody comes


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
                table.announce()


async def _next_turn(table: Table) -> tuple[int, bool] | None:
    """The seat that the server answers for now, and whether because its time is up."""
    async with table.lock:
        play, now = table.play, table.hall.now()
        if play is None or table.status != "playing":
            return None
        waiting = [seat for seat, asked in play.match.questions.items() if not asked.answered]
        if table.live.clock is not None:
            for seat in clocks.expired(table.live.clock, now):
                if seat in waiting:
                    return seat, True
        bot_at = table.live.bot_at
        if bot_at is None or bot_at > now:
            return None
        bots = [seat for seat in waiting if table.played_by_bot(seat)]
        return (bots[0], False) if bots else None


async def _answer(table: Table, seat: int, forced: bool) -> None:
    """Ask a worker for an answer, and play it if the question still stands."""
    async with table.lock:
        play = table.play
        assert play is not None
        question = play.match.questions.get(seat)
        if question is None:
            return
        number = play.asks[seat]
        view = play.kit.game.view(play.match.state, seat)
    legal = [action.text for action in question.options]
    bot = table.seats[seat].bot or HOLDER
    do = await table.hall.workers.choose(
        table.row.game, table.row.options, bot, view, seat, question.kind, legal, forced=forced
    )
    async with table.lock:
        if table.play is not play or play.asks[seat] != number or seat not in play.asked:
            return  # somebody was quicker, or it was undone
        if not forced and not table.played_by_bot(seat):
            return  # its owner is back
        events = [Event("table.timeout", {"seat": seat})] if forced else []
        command = f"{'time' if forced else 'bot'}:{seat}.{number}"
        await play_answer(table, command, seat, do, events)
        table.publish()
