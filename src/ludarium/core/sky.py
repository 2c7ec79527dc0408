"""The moon, for rules that look at it: Nature answers by the calendar instead of by the dice."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from ludarium.core.state import NATURE, State

NEW_MOON: Final = datetime(2000, 1, 6, 18, 14, tzinfo=UTC)
MONTH: Final = 29.530588853
"""Days from one new moon to the next, on average."""
FULL: Final = 14.765
LEEWAY: Final = 0.75
"""Days before and after, in which the moon counts as full."""


def is_full_moon(at: datetime) -> bool:
    """Whether the mean moon is full at a moment.

    >>> is_full_moon(datetime(2026, 11, 24, 12, tzinfo=UTC))
    True
    >>> is_full_moon(datetime(2026, 11, 9, 12, tzinfo=UTC))
    False
    """
    age = (at - NEW_MOON).total_seconds() / 86400 % MONTH
    return abs(age - FULL) <= LEEWAY


def ask_moon(state: State) -> None:
    """Ask Nature to look up; the frame on top gets 1 for a full moon, else 0."""
    state.asks = ((NATURE, "moon", (2,)),)


def look_up() -> int:
    return int(is_full_moon(datetime.now(UTC)))
