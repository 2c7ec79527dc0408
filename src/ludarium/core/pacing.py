"""Time at the table: a pause that only a table with people takes.

A step that must not be seen to be quick pushes `("pause", seat, (why,))` above what comes next. In
simulation nothing happens; where the log is paced, the clock is asked, and whoever drives the match
answers for it with `Match.resume` when the time has come. Nothing of this is in the record, and a
replay takes no pauses, unless somebody has left the match in one.
"""

from __future__ import annotations

from typing import Final

from ludarium.core.events import Log
from ludarium.core.state import Data, State

CLOCK: Final = -2
"""The seat that answers when a pause is over."""


def pause(state: State, seat: int, data: tuple[Data, ...], log: Log | None) -> None:
    """The step of the same name."""
    if log is not None and log.paced:
        state.asks = ((CLOCK, "pause", data),)


def is_paused(state: State) -> bool:
    return bool(state.asks) and state.asks[0][0] == CLOCK
