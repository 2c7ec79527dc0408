"""Token buckets: never more than the burst and what has flowed in since."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludarium.server.limits import Bucket, Limiter


class Clock:
    """A clock that goes when it is told to; in steps that floats hold exactly."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_and_then_so_many_a_second() -> None:
    clock = Clock()
    bucket = Bucket(0.5, 5, clock)
    assert [bucket.allow() for _ in range(6)] == [True] * 5 + [False]
    clock.now = 1.5
    assert not bucket.allow()  # refusals cost nothing
    clock.now = 2.0
    assert bucket.allow() and not bucket.allow()
    clock.now = 1000.0
    assert bucket.level == 5
    assert bucket.allow(3) and not bucket.allow(3) and bucket.allow(2)
    assert not bucket.allow(6)  # more than it ever holds


def test_a_clock_that_goes_backwards_gives_nothing() -> None:
    clock = Clock()
    clock.now = 100.0
    bucket = Bucket(1, 1, clock)
    assert bucket.allow()
    clock.now = 50.0
    assert not bucket.allow()
    clock.now = 51.0
    assert bucket.allow()


def test_each_key_has_its_own_limit() -> None:
    clock = Clock()
    limiter = Limiter(1, 2, clock=clock)
    assert [limiter.allow("a") for _ in range(3)] == [True, True, False]
    assert limiter.allow("b", cost=2) and not limiter.allow("b")
    clock.now = 1.0
    assert limiter.allow("a") and not limiter.allow("a")


def test_the_key_used_longest_ago_is_forgotten() -> None:
    clock = Clock()
    limiter = Limiter(1, 4, keep=2, clock=clock)
    for key in ("a", "b", "a", "c", "a"):  # b goes when c comes
        assert limiter.allow(key)
        assert len(limiter) <= 2
    assert limiter.allow("a") and not limiter.allow("a")
    assert limiter.allow("b", cost=3) and not limiter.allow("b")  # as b was: one was used


def test_nobody_gains_by_being_forgotten() -> None:
    """Without that, a crowd of other keys would wash a used-up one clean."""
    clock = Clock()
    limiter = Limiter(1, 8, keep=3, clock=clock)
    assert limiter.allow("greedy", cost=8)
    for crowd in range(10):
        limiter.allow(f"crowd {crowd}")
    assert not limiter.allow("greedy")
    clock.now = 2.0
    assert limiter.allow("greedy", cost=2) and not limiter.allow("greedy")


def test_in_peace_new_keys_have_their_whole_burst() -> None:
    clock = Clock()
    limiter = Limiter(1, 8, keep=3, clock=clock)
    for at in range(10):
        clock.now += 8  # as long as a bucket takes to be full again
        assert limiter.allow(f"guest {at}", cost=8)


QUIET = settings(deadline=None, derandomize=True, database=None)
STEPS = st.lists(
    st.tuples(st.sampled_from("abcde"), st.integers(0, 24), st.integers(1, 4)), max_size=80
)


@settings(QUIET)
@given(STEPS, st.integers(1, 6), st.sampled_from([0.5, 1.0, 4.0]), st.integers(1, 6))
def test_no_key_gets_more_than_its_limit(
    steps: list[tuple[str, int, int]], keep: int, rate: float, burst: int
) -> None:
    """In no stretch of time, whichever keys are forgotten on the way."""
    clock = Clock()
    limiter = Limiter(rate, burst, keep, clock)
    allowed: dict[str, list[tuple[float, int]]] = {}
    for key, wait, cost in steps:
        clock.now += wait / 8
        if limiter.allow(key, cost):
            allowed.setdefault(key, []).append((clock.now, cost))
        assert len(limiter) <= keep
    for grants in allowed.values():
        for first, (start, _) in enumerate(grants):
            spent = 0
            for at, cost in grants[first:]:
                spent += cost
                assert spent <= burst + rate * (at - start)


@settings(QUIET)
@given(STEPS, st.sampled_from([0.5, 1.0, 4.0]), st.integers(1, 6))
def test_with_room_for_all_each_key_is_alone(
    steps: list[tuple[str, int, int]], rate: float, burst: int
) -> None:
    clock = Clock()
    limiter = Limiter(rate, burst, keep=5, clock=clock)
    alone = {key: Bucket(rate, burst, clock) for key in "abcde"}
    for key, wait, cost in steps:
        clock.now += wait / 8
        assert limiter.allow(key, cost) == alone[key].allow(cost)


def test_limits_that_are_none_are_refused() -> None:
    with pytest.raises(ValueError, match="not 0 a second"):
        Bucket(0, 5)
    with pytest.raises(ValueError, match="and 0"):
        Limiter(1, 0)
    with pytest.raises(ValueError, match="at least one key"):
        Limiter(1, 1, keep=0)


def test_real_time_goes_on_by_itself() -> None:
    bucket = Bucket(1e9, 1)
    assert all(bucket.allow() for _ in range(20))
