"""The player that takes any option, each as likely as the others."""

from __future__ import annotations

import random
from collections.abc import Mapping

from ludarium.core.actions import Action
from ludarium.core.questions import Question


class RandomBot:
    """Chooses uniformly among its options."""

    blind = True

    def __init__(self, rng: random.Random) -> None:
        self._random = rng.random

    def choose(self, view: Mapping[str, object], question: Question) -> Action:
        # Several times cheaper than `choice`, and no bias to see with a handful of options.
        return question.options[int(self._random() * len(question.options))]
