"""Effects in play: a queue of entries in one frame, carried out one at a time.

A game turns the lines that apply into entries `(verb, *plain data)`: seats, cards and amounts as
they are at that moment. Each verb has a function that changes the state, or pushes a frame of its
own and asks. What is still to come lies in the frame below, so that in the middle of any effect a
match can be saved, viewed and forked.

    effects = Effects({"gain_hp": self.gain_hp, "steal": self.steal})
    steps = {"effects": effects.step, ...}
    effects.push(state, seat, [("gain_hp", seat, 2), ("steal", seat, target, 1)])
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeAlias, cast

from ludarium.core.events import Log
from ludarium.core.state import Data, State

STEP: Final = "effects"
"""The name under which a game lists `Effects.step` among its steps."""

Entry: TypeAlias = tuple[Data, ...]
Deed: TypeAlias = Callable[[State, Entry, "Log | None"], None]


class Effects:
    """What each verb does."""

    __slots__ = ("deeds",)

    def __init__(self, deeds: Mapping[str, Deed]) -> None:
        self.deeds = deeds

    def push(self, state: State, seat: int, entries: Iterable[Entry]) -> None:
        """Have these entries carried out next, the first one first."""
        queue = tuple(entries)
        if queue:
            state.frames.append((STEP, seat, queue))

    def step(self, state: State, seat: int, data: tuple[Data, ...], log: Log | None) -> None:
        """Carry out the first entry; the rest waits below whatever that one pushes."""
        entry, *rest = cast("tuple[Entry, ...]", data)
        self.push(state, seat, rest)
        self.deeds[str(entry[0])](state, entry, log)
