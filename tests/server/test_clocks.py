"""Clocks: what is left, when it is up, and that no time gets lost."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludarium import InvalidInput
from ludarium.server import clocks
from ludarium.server.clocks import ALLOWANCE, DAY, ClockState
from ludarium.server.wire import ClockRule

NONE = ClockRule()
MOVE = ClockRule("move", 60)
MATCH = ClockRule("match", 300, 5)
DAYS = ClockRule("days", 3 * DAY)


def begun(rule: ClockRule, *asked: tuple[int, int], at: int = 0) -> ClockState:
    """Two people and a bot, with some questions open."""
    return clocks.ask(clocks.begin(rule, [True, True, False]), rule, dict(asked), at)


def left(state: ClockState, now: int) -> list[int | None]:
    return [clocks.left(state, seat, now) for seat in range(len(state.left))]


# The rules


def test_a_move_has_its_seconds_and_the_next_one_has_them_again() -> None:
    state = begun(MOVE, (0, 1), at=1000)
    assert left(state, 1000) == [60_000, 60_000, None]
    assert left(state, 21_000) == [40_000, 60_000, None]
    assert clocks.deadline(state) == 61_000
    state = clocks.ask(state, MOVE, {1: 1}, 21_000)
    assert left(state, 31_000)[1] == 50_000
    state = clocks.ask(state, MOVE, {0: 2}, 31_000)
    assert left(state, 31_000)[0] == 60_000


def test_the_same_seat_asked_something_new_has_new_time() -> None:
    state = clocks.ask(begun(MOVE, (0, 1)), MOVE, {0: 2}, 50_000)
    assert left(state, 60_000)[0] == 50_000


def test_the_same_question_goes_on() -> None:
    """Another seat has answered, or the table was told something."""
    state = clocks.ask(begun(MOVE, (0, 1), (1, 1)), MOVE, {0: 1}, 20_000)
    assert left(state, 30_000) == [30_000, 40_000, None]
    assert state.running == (0,)


def test_an_answer_taken_back_brings_no_time() -> None:
    for rule in (MOVE, MATCH):
        state = begun(rule, (0, 1), (1, 1))
        answered = clocks.ask(state, rule, {1: 1}, 20_000)
        again = clocks.ask(answered, rule, {0: 1, 1: 1}, 45_000)
        assert left(again, 50_000)[0] == rule.seconds * 1000 - 25_000


def test_a_match_has_its_seconds_and_some_more_with_each_question() -> None:
    state = begun(MATCH, (0, 1))
    assert left(state, 100_000)[0] == 200_000
    state = clocks.ask(state, MATCH, {1: 1}, 100_000)
    state = clocks.ask(state, MATCH, {0: 2}, 180_000)
    assert left(state, 180_000) == [205_000, 220_000, None]


def test_a_match_clock_never_shows_more_than_it_began_with() -> None:
    state = begun(MATCH, (0, 1))
    for number in range(2, 9):
        state = clocks.ask(state, MATCH, {0: number}, number * 1000)
    assert left(state, 8000)[0] == 300_000


def test_after_the_time_of_a_match_each_question_has_a_moment() -> None:
    state = begun(MATCH, (0, 1))
    assert clocks.expired(state, 299_999) == []
    assert clocks.expired(state, 300_000) == [0]
    state = clocks.ask(state, MATCH, {1: 1}, 300_000)
    state = clocks.ask(state, MATCH, {0: 2}, 310_000)
    assert left(state, 310_000)[0] == ALLOWANCE == 10_000
    state = clocks.ask(state, MATCH, {0: 3}, 313_000)
    assert left(state, 313_000)[0] == ALLOWANCE  # what was saved is not kept
    assert clocks.deadline(state) == 323_000
    state = clocks.ask(state, MATCH, {0: 4}, 330_000)
    assert left(state, 330_000) == [ALLOWANCE, 290_000, None]


def test_the_moment_is_as_long_as_the_extra_and_no_longer_than_the_match() -> None:
    for seconds, extra, moment in ((300, 30, 30_000), (5, 0, 5000)):
        rule = ClockRule("match", seconds, extra)
        state = clocks.ask(begun(rule, (0, 1)), rule, {0: 2}, 400_000)
        assert left(state, 400_000)[0] == moment


def test_days_are_moves_that_take_long() -> None:
    state = begun(DAYS, (0, 1))
    assert clocks.deadline(state) == 3 * DAY * 1000
    assert clocks.expired(state, 3 * DAY * 1000) == [0]
    state = clocks.ask(state, DAYS, {0: 2}, DAY * 1000)
    assert clocks.deadline(state) == 4 * DAY * 1000


def test_without_a_clock_nothing_runs_out() -> None:
    state = begun(NONE, (0, 1), (1, 1))
    assert left(state, 10**9) == [None] * 3
    assert clocks.deadline(state) is None
    assert clocks.expired(state, 10**12) == []
    assert clocks.told(state, NONE, 5) is None


def test_bots_have_no_clock() -> None:
    state = begun(MOVE, (2, 1), (1, 1))
    assert state.running == (1,)
    assert left(state, 10**6) == [60_000, 0, None]


# Around them


def test_days_go_by_while_the_server_is_down_and_minutes_do_not() -> None:
    for rule, after in ((MOVE, 50_000), (MATCH, 290_000), (DAYS, 3 * DAY * 1000 - 99_000)):
        state = clocks.shift(begun(rule, (0, 1)), rule, 89_000)
        assert left(state, 99_000)[0] == after


def test_everyone_sees_the_clocks() -> None:
    state = begun(MATCH, (0, 1))
    told = clocks.told(clocks.ask(state, MATCH, {1: 1}, 20_000), MATCH, 30_000)
    assert told is not None
    assert (told.at, told.left, told.running) == (30_000, [280_000, 290_000, None], [1])
    state = begun(MOVE, (0, 1))
    told = clocks.told(clocks.ask(state, MOVE, {1: 1}, 20_000), MOVE, 30_000)
    assert told is not None
    assert (told.left, told.running) == ([60_000, 50_000, None], [1])


def test_a_chair_changes_hands() -> None:
    state = clocks.ask(begun(MATCH, (0, 1), (1, 1)), MATCH, {0: 2, 1: 1}, 300_000)
    assert state.spent == (0,)
    bot = clocks.seat_changed(state, MATCH, 0, False, 302_000)
    assert left(bot, 304_000) == [None, 0, None]
    assert (bot.running, bot.spent) == ((1,), ())
    person = clocks.seat_changed(bot, MATCH, 0, True, 303_000)
    assert left(person, 400_000) == [300_000, 0, None]
    assert person.running == (1,)
    asked = clocks.ask(person, MATCH, {0: 3}, 400_000)
    assert left(asked, 401_000)[0] == 299_000


def test_a_system_clock_set_back_takes_nothing() -> None:
    state = begun(MOVE, (0, 1), at=100_000)
    assert left(state, 40_000)[0] == 60_000
    assert left(clocks.ask(state, MOVE, {0: 1}, 40_000), 50_000)[0] == 50_000


@pytest.mark.parametrize("rule", [NONE, MOVE, MATCH, DAYS, ClockRule("match", 60, 60)])
def test_sound_rules(rule: ClockRule) -> None:
    clocks.check_rule(rule)


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        (ClockRule("none", 5), "without a clock there are no seconds"),
        (ClockRule("none", 0, 5), "without a clock there are no seconds"),
        (ClockRule("move", 0), "seconds: 0 is not from 1 to 86400"),
        (ClockRule("move", -5), "seconds: -5 is not from 1"),
        (ClockRule("move", DAY + 1), "seconds: 86401 is not from 1 to 86400"),
        (ClockRule("move", 60, 5), "extra: only a clock for the match has it"),
        (ClockRule("match", 0, 5), "seconds: 0 is not from 1"),
        (ClockRule("match", 60, -1), "extra: -1 is not from 0 to 60"),
        (ClockRule("match", 60, 61), "extra: 61 is not from 0 to 60"),
        (ClockRule("days", 3), "seconds: 3 is not from 86400"),
        (ClockRule("days", DAY + 1), "not a number of whole days"),
        (ClockRule("days", 61 * DAY), "to 5184000"),
        (ClockRule("days", DAY, 1), "only a clock for the match"),
    ],
)
def test_figures_that_make_no_clock_are_refused(rule: ClockRule, text: str) -> None:
    with pytest.raises(InvalidInput, match=text):
        clocks.check_rule(rule)


# Laws

QUIET = settings(deadline=None, derandomize=True, database=None)
RULES = st.one_of(
    st.builds(ClockRule, st.just("move"), st.integers(1, 40)),
    st.builds(ClockRule, st.just("match"), st.integers(20, 60), st.integers(0, 20)),
    st.builds(ClockRule, st.just("days"), st.just(DAY)),
)
ASKED = st.dictionaries(st.integers(0, 2), st.integers(1, 3), max_size=3)
STORIES = st.lists(st.tuples(st.integers(0, 30_000), ASKED), max_size=25)
Story = list[tuple[int, Mapping[int, int]]]


def played(rule: ClockRule, story: Story) -> list[tuple[int, ClockState]]:
    """The clocks after each question, and when it was asked."""
    state, now, states = clocks.begin(rule, [True, True, False]), 1000, []
    for wait, asked in story:
        now += wait
        state = clocks.ask(state, rule, asked, now)
        states.append((now, state))
    return states


@settings(QUIET)
@given(RULES, STORIES)
def test_time_is_conserved(rule: ClockRule, story: Story) -> None:
    """What a clock lost is what went by while it ran; what it gained, the rule gave."""
    full, extra = rule.seconds * 1000, rule.extra * 1000
    states = played(rule, story)
    for (before_at, before), (at, after), (_, asked) in zip(states, states[1:], story[1:]):
        for seat in (0, 1):
            shown, now = clocks.left(before, seat, before_at), clocks.left(after, seat, at)
            assert shown is not None and now is not None
            assert 0 <= now <= full
            ran = at - before_at if seat in before.running else 0
            remains = max(0, shown - ran)
            if seat not in asked or asked[seat] == before.questions[seat]:
                assert now == remains
            elif rule.mode != "match":
                assert now == full
            elif seat in after.spent:
                assert now == min(full, max(ALLOWANCE, extra))
                assert seat in before.spent or remains == 0
            else:
                assert now == min(full, remains + extra)


@settings(QUIET)
@given(RULES, STORIES, st.integers(0, 60_000))
def test_asking_the_same_again_changes_nothing(rule: ClockRule, story: Story, wait: int) -> None:
    for (at, state), (_, asked) in zip(played(rule, story), story):
        again = clocks.ask(state, rule, asked, at + wait // 2)
        assert left(again, at + wait) == left(state, at + wait)
        assert again.running == state.running == tuple(seat for seat in sorted(asked) if seat < 2)


@settings(QUIET)
@given(RULES, STORIES)
def test_time_is_up_at_the_deadline_and_not_before(rule: ClockRule, story: Story) -> None:
    for at, state in played(rule, story):
        deadline = clocks.deadline(state)
        if deadline is None:
            assert state.running == ()
            assert clocks.expired(state, at + 10**10) == []
            continue
        first = clocks.expired(state, deadline)
        assert first and set(first) <= set(state.running)
        assert clocks.expired(state, deadline - 1) == [] or deadline <= at
        assert all(clocks.left(state, seat, deadline) == 0 for seat in first)


@settings(QUIET)
@given(RULES, STORIES, st.integers(0, 10**7), st.integers(0, 60_000))
def test_a_pause_is_left_out(rule: ClockRule, story: Story, pause: int, wait: int) -> None:
    for at, state in played(rule, story):
        later = clocks.shift(state, rule, pause)
        if rule.mode == "days":
            assert later == state
        else:
            assert left(later, at + wait + pause) == left(state, at + wait)


@settings(QUIET)
@given(RULES, STORIES)
def test_clocks_are_kept_as_json(rule: ClockRule, story: Story) -> None:
    for _, state in played(rule, story):
        kept = msgspec.json.decode(msgspec.json.encode(msgspec.to_builtins(state)))
        assert msgspec.convert(kept, ClockState) == state


@settings(QUIET)
@given(RULES, STORIES, st.integers(0, 2), st.booleans())
def test_a_new_player_has_a_fresh_clock(
    rule: ClockRule, story: Story, seat: int, person: bool
) -> None:
    for at, state in played(rule, story):
        changed = clocks.seat_changed(state, rule, seat, person, at)
        assert clocks.left(changed, seat, at + 999) == (rule.seconds * 1000 if person else None)
        others = [other for other in (0, 1, 2) if other != seat]
        assert [clocks.left(changed, other, at + 999) for other in others] == [
            clocks.left(state, other, at + 999) for other in others
        ]
