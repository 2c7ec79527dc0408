"""What the record of a match of Galatune never tells: Traps that were submitted and not played."""

from __future__ import annotations

import pytest

import ludarium
from ludarium import Match

SEATS = [
    {"champion": "morwen", "hand": ["A14"]},
    {"champion": "seraphine", "hand": ["S01", "T03"]},
    {"champion": "dace", "hand": ["A01", "T01"]},
]
PLANS = ((0, "act A14 1"), (1, "act S01 1"), (2, "hold"))


def begun(players: int = 3, paced: bool = False) -> Match:
    """A match in its first Trap window: seat 1 can trap the Attack, seat 2 the Shield."""
    game = ludarium.game("galatune", trading="off", players=players)
    match = game.start(seed="7", position={"seats": SEATS[:players]}, paced=paced)
    for seat, plan in PLANS[:players]:
        match.play(seat, plan)
    return match


def answers(match: Match) -> list[str]:
    """All that was answered since the plans; the record leads to where the match is."""
    text = match.record()
    again = ludarium.replay(text)
    assert again.record() == text and again.position() == match.position()
    ludarium.verify(text)
    lines = [line for line in text.splitlines() if line[:1].isdigit()]
    return lines[match.game.players :]


@pytest.mark.parametrize("paced", [False, True])
def test_the_trap_that_was_played_is_told_and_the_other_was_a_pass(paced: bool) -> None:
    match = begun(paced=paced)
    match.play(1, "trap T03 p0")
    match.play(2, "trap T01 p1")
    while match.is_paused:
        match.resume()
    assert answers(match) == ["1 trap T03 p0", "2 pass"]
    match.play(2, "trap T01 p1")  # now it is played
    while match.is_paused:
        match.resume()
    assert answers(match) == ["1 trap T03 p0", "2 pass", "2 trap T01 p1"]


def test_a_trap_that_waits_in_an_open_window_may_still_be_played() -> None:
    match = begun()
    match.play(2, "trap T01 p1")
    assert answers(match) == ["2 trap T01 p1"]


@pytest.mark.parametrize("leave", ["resign", "concede"])
def test_whoever_leaves_takes_the_trap_along(leave: str) -> None:
    match = begun()
    match.play(2, "trap T01 p1")
    match.play(2, "resign") if leave == "resign" else match.concede(2)
    assert answers(match) == ["2 pass", f"2 {leave}"]


def test_what_waits_when_the_game_ends_was_not_played() -> None:
    match = begun(players=2, paced=True)
    match.play(1, "trap T03 p0")
    match.play(0, "resign")
    assert match.result is not None
    assert answers(match) == ["1 pass", "0 resign"]
