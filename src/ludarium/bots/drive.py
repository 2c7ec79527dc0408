"""Playing a match to its end with a bot on every chair."""

from __future__ import annotations

from collections.abc import Sequence

from ludarium.bots.bot import Bot
from ludarium.core.errors import InvalidInput
from ludarium.core.match import Match


def play_out(match: Match, bots: Sequence[Bot]) -> None:
    """Let the bots, one per seat, answer every question until the match is over."""
    if len(bots) != match.game.players:
        raise InvalidInput(f"{len(bots)} bots for {match.game.players} seats")
    while questions := match.questions:
        seat, question = next(iter(questions.items()))
        bot = bots[seat]
        view = {} if bot.blind else match.game.view(match.state, seat, memory=True)
        match.play(seat, bot.choose(view, question))
