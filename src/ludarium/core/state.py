"""The position and nothing else: no history, no log, no random generator, no player objects."""

from __future__ import annotations

from typing import Final, TypeAlias

NATURE: Final = -1
"""The seat that answers chance questions."""

Data: TypeAlias = "int | str | tuple[Data, ...]"
Frame: TypeAlias = tuple[str, int, tuple[Data, ...]]
"""(step, seat, data): what is still to be done, as plain data."""
Ask: TypeAlias = tuple[int, str, tuple[Data, ...]]
"""(seat, kind, data): a question that is open."""
Answer: TypeAlias = tuple[int, str]
"""(seat, notation): an answer that lies sealed until all are in."""


class State:
    """Zones, numbers, knowledge, frames and open questions: a few short lists of immutable values.

    `zones` holds one tuple of cards per declared zone; `seen` holds, per card, a bit for each seat
    that knows its face where it lies (and one more bit for the spectators); `frames` is the stack
    of steps still to run; `asks` are the open questions and `answers` the sealed answers so far.
    """

    __slots__ = ("answers", "asks", "frames", "numbers", "seen", "zones")

    def __init__(
        self,
        zones: list[tuple[int, ...]],
        numbers: list[int],
        seen: list[int],
        frames: list[Frame],
        asks: tuple[Ask, ...] = (),
        answers: tuple[Answer, ...] = (),
    ) -> None:
        self.zones = zones
        self.numbers = numbers
        self.seen = seen
        self.frames = frames
        self.asks = asks
        self.answers = answers

    def ask_nobody(self) -> None:
        self.asks = ()
        self.answers = ()

    def clone(self) -> State:
        return State(
            self.zones[:], self.numbers[:], self.seen[:], self.frames[:], self.asks, self.answers
        )

    def __reduce__(self) -> tuple[object, ...]:
        values = (self.zones, self.numbers, self.seen, self.frames, self.asks, self.answers)
        return (State, values)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return (
            self.zones == other.zones
            and self.numbers == other.numbers
            and self.seen == other.seen
            and self.frames == other.frames
            and self.asks == other.asks
            and self.answers == other.answers
        )

    __hash__ = None  # type: ignore[assignment]
