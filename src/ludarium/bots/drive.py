"""Playing a match to its end with a bot on every chair."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludarium.bots.bot import Bot
from ludarium.core.errors import InvalidInput
from ludarium.core.match import Match
from ludarium.core.questions import Question


def play_out(match: Match, bots: Sequence[Bot]) -> None:
    """Let the bots, one per seat, answer every question until the match is over."""
    if len(bots) != match.game.players:
        raise InvalidInput(f"{len(bots)} bots for {match.game.players} seats")
    while questions := match.questions:
        question = waiting(questions)
        bot = bots[question.seat]
        seat = question.seat
        view = {} if bot.blind else match.game.view(match.state, seat, memory=True)
        match.play(seat, bot.choose(view, question))


def waiting(questions: Mapping[int, Question]) -> Question:
    """The first question that is still to be answered; sealed answers are in already."""
    return next(question for question in questions.values() if not question.answered)
