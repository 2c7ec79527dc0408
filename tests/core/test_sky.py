"""The moon: Nature answers by the calendar, and the record keeps what she said."""

from __future__ import annotations

import doctest
from datetime import UTC, datetime, timedelta

import pytest

import ludarium
from galatune import tables as galatune
from ludarium import InvalidInput, Match
from ludarium.core import sky

FULL = datetime(2026, 11, 24, 15, tzinfo=UTC)
NEW = datetime(2026, 11, 9, 7, tzinfo=UTC)


class Sky(datetime):
    """A clock that stands still."""

    at = FULL

    @classmethod
    def now(cls, tz: object = None) -> datetime:
        return cls.at


def under(moon: datetime, patch: pytest.MonkeyPatch, **options: object) -> Match:
    """A match that began on a day."""
    Sky.at = moon
    patch.setattr(sky, "datetime", Sky)
    return ludarium.game(galatune.SLUG, full_moon="calendar", **options).start(seed=1)


def test_the_examples_in_the_documentation_are_true() -> None:
    result = doctest.testmod(sky)
    assert result.attempted and not result.failed


def test_the_moon_is_full_for_a_day_and_a_half_of_each_month() -> None:
    hours = [sky.NEW_MOON + timedelta(hours=hour) for hour in range(709 * 12)]
    share = sum(map(sky.is_full_moon, hours)) / len(hours)
    assert share == pytest.approx(2 * sky.LEEWAY / sky.MONTH, rel=0.05)
    assert sky.is_full_moon(FULL) and not sky.is_full_moon(NEW)
    for edge in (-1, 1):
        middle = sky.NEW_MOON + timedelta(days=sky.FULL)
        assert sky.is_full_moon(middle + edge * timedelta(days=sky.LEEWAY - 0.001))
        assert not sky.is_full_moon(middle + edge * timedelta(days=sky.LEEWAY + 0.001))


@pytest.mark.parametrize(("moon", "said"), [(FULL, 1), (NEW, 0)])
def test_the_sky_is_looked_at_once_and_kept(
    moon: datetime, said: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = under(moon, monkeypatch)
    assert str(match.lines[0]) == f"nature moon {said}"
    assert match.position()["full_moon"] is bool(said)
    assert match.events_for(None)[0] == {"event": "moon", "full": bool(said)}
    Sky.at = NEW if said else FULL
    again = ludarium.replay(match.record())
    assert again.position() == match.position()
    assert match.game.start(position=match.position()).position() == match.position()


def test_the_dice_are_not_thrown_for_it_and_the_proof_leaves_it_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = under(FULL, monkeypatch, players=2)
    assert match.dice.asked == 0
    for seat in (0, 1):
        match.play(seat, match.legal(seat)[0])
    assert match.dice.asked == 1
    match.play(0, "resign")
    assert ludarium.verify(match.record()).proven
    other = match.record().replace("nature moon 1", "nature moon 0")
    with pytest.raises(InvalidInput, match="digest"):
        ludarium.verify(other)


@pytest.mark.parametrize("text", ["moon 2", "moon", "moon x", "pick 1", "moon 1 1"])
def test_nature_says_only_full_or_not(text: str) -> None:
    match = ludarium.game(galatune.SLUG, full_moon="calendar").start(seed=1, settle=False)
    with pytest.raises(InvalidInput, match=r"moon: a number from 0 to 1|Nature is asked to moon"):
        match.settle_one(text)
    match.settle_one("moon 1")
    assert match.position()["full_moon"]
