"""All rooms: their tables and books, and a match at any of them under all laws."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import trials
from galatune import tables as galatune
from ludarium import Game, Match
from tears_of_nature import tables as tears

ROOMS = (tears, galatune)
"""The tables of each room, all of them fuzzed alike."""
BOOKS = {room.SLUG: room.BOOK for room in ROOMS}
long = pytest.mark.no_cover
"""Measuring coverage makes play four times slower; the short tests cover the same lines."""


def play(game: Game, seed: int, counts: Counter[str], **start: object) -> Match:
    """One match under all laws."""
    rng = random.Random(seed)
    policy = rng.choice(trials.POLICIES)
    match = game.start(seed=seed, **start)
    counts.update(trials.play_out(match, rng, BOOKS[game.room.slug], policy=policy))
    return match
