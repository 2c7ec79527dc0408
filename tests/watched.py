"""A bot that is watched while it plays."""

from __future__ import annotations

import copy
from collections.abc import Mapping

from ludarium import Action, Question
from ludarium.bots import Bot


class Watched:
    """A bot whose choices are checked: legal, and the view left as it was."""

    blind = False

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.chosen = 0

    def choose(self, view: Mapping[str, object], question: Question) -> Action:
        before = copy.deepcopy(view)
        action = self.bot.choose(view, question)
        assert view == before
        assert action in question.options
        self.chosen += 1
        return action
