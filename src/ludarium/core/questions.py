"""Questions and results: what the engine waits for, and how a match ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from ludarium.core.actions import Action

PROMPTS: Final = (
    "pick-one",
    "pick-cards",
    "pick-spaces",
    "pick-seat",
    "amount",
    "order",
    "yes-no",
    "ready",
    "pass",
)
"""The closed vocabulary of asks that clients know how to show."""


class Mode(Enum):
    """How the answers of a question reach the rules."""

    SEALED = "sealed"
    """Hidden and replaceable until all asked seats have answered; then all are told at once."""
    LIVE = "live"
    """Each answer applies as it arrives; the rules decide when the window closes."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A declared kind of question."""

    name: str
    prompt: str
    """What the seat is asked, in a sentence."""
    ask: str = "pick-one"
    mode: Mode = Mode.SEALED
    anonymous: bool = False
    """The record keeps secret who gave which answer."""
    final: bool = False
    """What was answered stands: it cannot be undone, not even if all agree."""
    ready: bool = False
    """Everybody sees who has answered already, or is not asked at all."""
    quiet: bool = False
    """Nobody sees who is asked, nor who has answered: that would tell what they hold."""
    seconds: int = 0
    """The most that a clock per move gives for it; 0: as much as for every move."""
    once: bool = False
    """A sealed answer stands: it can be neither replaced nor taken back."""
    unplayed: str = ""
    """What records say instead of an answer that came to nothing, if that is never to be told."""


@dataclass(frozen=True, slots=True)
class Question:
    """What the engine waits for from one seat."""

    seat: int
    kind: str
    prompt: str
    ask: str
    options: tuple[Action, ...]
    answered: bool = False
    """True: a sealed answer lies in; as long as there are options, it may still be replaced."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended. `record` is the game's own result record, as its rulebook writes it."""

    ranking: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    reason: str
    clause: str
    record: Mapping[str, object] = field(compare=False)

    @property
    def winner(self) -> int | None:
        """The single seat in front, or None when the first rank is shared."""
        first = self.ranking[0]
        return first[0] if len(first) == 1 else None
