"""How odd things are chosen: one of several, or a number in a range.

Everything that tests make up is drawn through these two, so that Hypothesis and a plain generator
can both choose.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")
Pick = Callable[[Sequence[T]], T]
Number = Callable[[int, int], int]


def chooser(rng: random.Random) -> tuple[Pick, Number]:
    """The two functions on top of a plain generator."""
    return rng.choice, rng.randint
