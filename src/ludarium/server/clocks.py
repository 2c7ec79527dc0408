"""The arithmetic of clocks: whose time runs, what is left of it, when it is up.

Nothing here asks what time it is; all times are milliseconds that the caller gives, all states are
values that can be kept as JSON. The rules:

- `move`: a seat has `seconds` for each question; what it saves is not kept. `days` is the same over
  days, and goes on running while the server is down.
- `match`: a seat has `seconds` in all, and gains `extra` with each of its questions (Fischer). They
  come with the question and not with the answer, so that taking back a sealed answer gains nothing;
  and they never lift a clock above the `seconds` it began with. Chess lets time pile up, but here
  many actions take a moment (drawing a card), and nobody should have to wait longer for another
  than was agreed at the start.
- A seat that has used up its time in a `match` gets ten seconds (`extra`, if that is more) for each
  question from then on: enough for a person who is there, not much to wait for one who is not.

Bots have no clocks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from ludarium.core.errors import InvalidInput
from ludarium.server.wire import Clock, ClockRule

SECOND: Final = 1000
DAY: Final = 86_400
ALLOWANCE: Final = 10 * SECOND
"""For each question after the time of a match is used up."""
LONGEST: Final = {"move": DAY, "match": DAY, "days": 60 * DAY}
"""The most `seconds` that a rule may give."""


class ClockState(msgspec.Struct, frozen=True):
    """All clocks of a table as they were at `since`."""

    left: tuple[int | None, ...]
    """By seat; None for a seat without a clock."""
    questions: tuple[int | None, ...]
    """By seat, the number of the question that its clock last ran for."""
    running: tuple[int, ...] = ()
    since: int = 0
    spent: tuple[int, ...] = ()
    """The seats that have used up their time of the match."""


def check_rule(rule: ClockRule) -> None:
    """Refuse figures that make no clock."""
    if rule.mode == "none":
        if rule.seconds or rule.extra:
            raise InvalidInput("clock: without a clock there are no seconds and no extra")
        return
    least, most = (DAY, LONGEST["days"]) if rule.mode == "days" else (1, LONGEST[rule.mode])
    if not least <= rule.seconds <= most:
        raise InvalidInput(f"clock: seconds: {rule.seconds} is not from {least} to {most}")
    if rule.mode == "days" and rule.seconds % DAY:
        raise InvalidInput(f"clock: seconds: {rule.seconds} is not a number of whole days ({DAY})")
    if rule.mode == "match":
        if not 0 <= rule.extra <= rule.seconds:
            raise InvalidInput(f"clock: extra: {rule.extra} is not from 0 to {rule.seconds}")
    elif rule.extra:
        raise InvalidInput("clock: extra: only a clock for the match has it")


def begin(rule: ClockRule, timed: Sequence[bool]) -> ClockState:
    """The clocks of a new match; `timed` tells for each seat whether it has one (bots do not)."""
    full = _full(rule)
    return ClockState(
        left=tuple(full if has_clock else None for has_clock in timed),
        questions=(None,) * len(timed),
    )


def ask(state: ClockState, rule: ClockRule, asked: Mapping[int, int], now: int) -> ClockState:
    """Stop the clocks of all who are not asked (any more), and start those of all who are.

    `asked` has the number of the question by seat. A clock that is asked the same question again
    goes on where it was; a new question brings new time, as the rule says.
    """
    times = [left(state, seat, now) for seat in range(len(state.left))]
    questions, spent = list(state.questions), set(state.spent)
    running = []
    for seat, number in sorted(asked.items()):
        time = times[seat]
        if time is None:
            continue
        running.append(seat)
        if questions[seat] == number:
            continue
        if rule.mode == "match" and not time:
            spent.add(seat)
        times[seat] = _allotted(rule, time, seat in spent)
        questions[seat] = number
    return ClockState(tuple(times), tuple(questions), tuple(running), now, tuple(sorted(spent)))


def ask_again(state: ClockState, asked: Mapping[int, int]) -> ClockState:
    """Put questions once more under new numbers: who takes back an action gains no time by it."""
    questions = state.questions
    for seat, number in asked.items():
        if questions[seat] is not None:
            questions = _with(questions, seat, number)
    return replace(state, questions=questions)


def seat_changed(
    state: ClockState, rule: ClockRule, seat: int, has_clock: bool, now: int
) -> ClockState:
    """Give a fresh clock to someone who takes a chair, or take away that of a chair given to a bot.

    A fresh clock stands still until its seat is asked.
    """
    settled = ask(state, rule, _open(state, without=seat), now)
    return replace(
        settled,
        left=_with(settled.left, seat, _full(rule) if has_clock else None),
        spent=tuple(other for other in settled.spent if other != seat),
    )


def left(state: ClockState, seat: int, now: int) -> int | None:
    """What a seat has left, never below 0; None if it has no clock."""
    time = state.left[seat]
    if time is None or seat not in state.running:
        return time
    return max(0, time - max(0, now - state.since))


def deadline(state: ClockState) -> int | None:
    """The earliest moment at which somebody's time is up."""
    times = [time for seat in state.running if (time := state.left[seat]) is not None]
    return state.since + min(times) if times else None


def expired(state: ClockState, now: int) -> list[int]:
    """The seats whose time is up while they are asked."""
    return [seat for seat in state.running if left(state, seat, now) == 0]


def shift(state: ClockState, rule: ClockRule, ms: int) -> ClockState:
    """Leave out time in which nobody could act, such as while the server was down.

    Days are days: they go by all the same.
    """
    return state if rule.mode == "days" else replace(state, since=state.since + ms)


def told(state: ClockState, rule: ClockRule, now: int) -> Clock | None:
    """The clocks as everyone sees them; one that stands still shows what it will start with."""
    if rule.mode == "none":
        return None
    times = [left(state, seat, now) for seat in range(len(state.left))]
    if rule.mode != "match":
        times = [
            time if time is None or seat in state.running else _full(rule)
            for seat, time in enumerate(times)
        ]
    return Clock(at=now, left=times, running=list(state.running))


def _full(rule: ClockRule) -> int | None:
    return None if rule.mode == "none" else rule.seconds * SECOND


def _allotted(rule: ClockRule, time: int, spent: bool) -> int:
    """What a clock shows when a new question starts it."""
    full, extra = rule.seconds * SECOND, rule.extra * SECOND
    if rule.mode != "match":
        return full
    if spent:
        return min(full, max(ALLOWANCE, extra))
    return min(time + extra, full)


def _open(state: ClockState, without: int) -> dict[int, int]:
    """The questions for which clocks run, but for those of one seat."""
    numbers = ((seat, state.questions[seat]) for seat in state.running if seat != without)
    return {seat: number for seat, number in numbers if number is not None}


def _with(values: tuple[int | None, ...], seat: int, value: int | None) -> tuple[int | None, ...]:
    return (*values[:seat], value, *values[seat + 1 :])
