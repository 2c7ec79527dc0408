"""Nature's questions: throwing the dice for them, and their notation in records and scenarios.

`shuffle A1 F6 WILD` is a new order of a zone, first card on top (or first in the zone);
`pick 2` is a number chosen uniformly; `moon 1` is what the sky says (`core/sky.py`).
"""

from __future__ import annotations

from typing import Final, TypeAlias

from ludarium.core import sky
from ludarium.core.actions import Action
from ludarium.core.errors import InvalidInput
from ludarium.core.nature import Dice
from ludarium.core.state import NATURE, State
from ludarium.core.zones import Layout

NUMBERS: Final = ("pick", "moon")
"""Questions that are answered with a number."""
Outcome: TypeAlias = "tuple[int, ...] | int"
"""A shuffled zone as it will lie, or a number."""


def ask_pick(state: State, count: int) -> None:
    """Ask Nature for a number below `count`; the frame on top gets `pick N` as its answer."""
    state.asks = ((NATURE, "pick", (count,)),)


def throw(state: State, dice: Dice) -> Outcome:
    """What the dice say to the open question of Nature.

    The zone is put in card order first, so that the outcome depends on what lies there and not on
    how it came to lie there.
    """
    _, kind, data = state.asks[0]
    number = data[0]
    assert isinstance(number, int)
    if kind == "pick":
        return dice.below(number)
    if kind == "moon":
        return sky.look_up()
    cards = sorted(state.zones[number])
    return tuple(map(cards.__getitem__, dice.order(len(cards))))


def is_thrown(text: str) -> bool:
    """Whether an answer of Nature came from the dice."""
    return not text.startswith("moon ")


def notation(layout: Layout, outcome: Outcome, kind: str = "pick") -> str:
    """The line that a record keeps of Nature's answer to a kind of question."""
    if isinstance(outcome, int):
        return f"{kind} {outcome}"
    return " ".join(["shuffle", *layout.cards.codes(reversed(outcome))])


def parse(layout: Layout, state: State, text: str) -> Outcome:
    """The outcome a line means, if it fits the open question of Nature."""
    if not state.asks or state.asks[0][0] != NATURE:
        raise InvalidInput(f"Nature is not asked now, but was to answer {text!r}")
    _, kind, data = state.asks[0]
    number = data[0]
    assert isinstance(number, int)
    verb, *words = text.split() or [""]
    if verb != kind:
        raise InvalidInput(f"Nature is asked to {kind}, not to {verb!r}")
    if kind in NUMBERS:
        if len(words) != 1 or not words[0].isdecimal() or int(words[0]) >= number:
            raise InvalidInput(f"{kind}: a number from 0 to {number - 1}, not {' '.join(words)!r}")
        return int(words[0])
    left: dict[str, list[int]] = {}
    for card in sorted(state.zones[number], reverse=True):
        left.setdefault(layout.cards.code[card], []).append(card)
    order: list[int] = []
    for word in words:
        layout.cards.find(word, "shuffle")
        if not left.get(word):
            raise InvalidInput(f"shuffle: {word} is not among the cards to be shuffled")
        order.append(left[word].pop())
    missing = [code for code, cards in left.items() for _ in cards]
    if missing:
        raise InvalidInput(f"shuffle: {', '.join(sorted(missing))} left out")
    return tuple(reversed(order))


def picked(outcome: Outcome) -> Action:
    """A picked number as the answer that a frame receives."""
    assert isinstance(outcome, int)
    return Action("pick", (outcome,), ("number",), f"pick {outcome}")
