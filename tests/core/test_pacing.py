"""Pauses at tables with people: nobody can tell by the time what others hold (R-16, R-74)."""

from __future__ import annotations

import random

import pytest

import laws
import ludarium
import secrecy
import trials
from galatune import tables as galatune
from ludarium import InvalidInput, Match
from ludarium.core import records
from ludarium.core.events import Log
from ludarium.core.pacing import CLOCK, pause


def window(paced: bool = True, **hands: list[str]) -> Match:
    """Seat 0 attacks seat 2; who holds Tripwire can spring it."""
    names = ("eron", "dace", "ilo")
    seats = [{"champion": name, "hand": hands.get(f"seat{n}", [])} for n, name in enumerate(names)]
    position = {"phase": "trap", "seats": seats, "plays": [[0, "act A01 2"]]}
    game = ludarium.game(galatune.SLUG, players=3, draw_log="closed", trading="off")
    return game.start(seed=1, position=position, paced=paced)


def told(match: Match) -> list[str]:
    return [str(event["event"]) for event in match.events_for(None)]


@pytest.mark.parametrize("log", [None, Log()])
def test_nobody_waits_where_nobody_looks(log: Log | None) -> None:
    state = window(paced=False, seat1=["T03"]).state
    asks = state.asks
    pause(state, 0, ("trap",), log)
    assert state.asks == asks


def test_a_window_takes_its_time_though_nobody_can_be_asked() -> None:
    match = window()
    assert match.is_paused and match.questions == {}
    assert match.state.asks[0][0] == CLOCK
    assert told(match) == ["known"]
    assert match.view(None)["phase"] == "trap"
    match.resume()
    assert not match.is_paused
    assert told(match)[:2] == ["known", "traps_over"]
    assert told(window(paced=False))[:2] == ["known", "traps_over"]


def test_a_window_looks_the_same_whether_somebody_thinks_or_nobody_does() -> None:
    nobody, somebody = window(seat1=["A02"]), window(seat1=["T03"])
    assert list(somebody.questions) == [1]
    for viewer in (0, 2, None):
        assert nobody.view(viewer) == somebody.view(viewer)
    somebody.play(1, "pass")
    assert somebody.is_paused
    for viewer in (0, 2, None):
        assert nobody.view(viewer) == somebody.view(viewer)


def test_a_trap_waits_for_its_time_unseen() -> None:
    match = window(seat1=["T03"], seat2=["T03"])
    before = [match.view(viewer) for viewer in (0, None)]
    match.play(1, "trap T03 p0")
    match.play(2, "pass")
    assert match.is_paused and told(match) == ["known"]
    assert [match.view(viewer) for viewer in (0, None)] == before
    assert match.position()["pending"]["answers"] == [None, "trap T03 p0", "pass"]
    match.resume()
    assert told(match) == ["known", "trap"]
    assert match.is_paused  # the next window, which nobody can use, takes its time as well
    match.resume()
    assert told(match)[2] == "traps_over"


def test_a_further_window_takes_its_time_if_somebody_was_asked() -> None:
    match = window(seat1=["T03"], seat0=["T02"])
    match.play(1, "trap T03 p0")
    match.resume()
    assert list(match.questions) == [0]
    match.play(0, "pass")
    assert match.is_paused
    match.resume()
    assert told(match)[:3] == ["known", "trap", "traps_over"]


def test_only_a_pause_can_be_ended() -> None:
    match = window(seat1=["T03"])
    with pytest.raises(InvalidInput):
        match.resume()
    assert list(match.questions) == [1]


def test_nobody_is_asked_in_a_pause_but_anybody_may_leave() -> None:
    match = window(seat1=["T03"])
    match.play(1, "trap T03 p0")
    assert match.refusal(1, "trap T03 p0").key == "not_your_decision"
    match.play(0, "resign")  # the play vanishes, so that the Trap is handed back
    position = match.position()
    assert position["plays"] == [[0, None]]
    assert position["seats"][1]["hand"] == ["T03"]
    assert match.is_paused
    match.resume()
    assert match.position()["phase"] == "plan"


def test_who_leaves_in_a_pause_takes_the_own_answer_along() -> None:
    match = window(seat1=["T03"], seat2=["T03"])
    match.play(2, "trap T03 p0")
    match.play(1, "trap T03 p0")
    match.play(1, "resign")
    assert match.is_paused
    match.resume()
    assert match.events_for(None)[-1]["event"] == "trap"
    assert match.events_for(None)[-1]["seat"] == 2


def test_a_record_keeps_pauses_only_if_somebody_left_in_one() -> None:
    for left in (True, False):
        match = window(seat1=["T03"])
        match.play(1, "trap T03 p0")
        if left:
            match.play(2, "resign")
        match.resume()
        while match.result is None:
            if match.is_paused:
                match.resume()
            match.play(match.game.rules.terms.in_order(match.state, 0)[0], "resign")
        assert records.are_paced(match.lines)
        text = match.record()
        assert ("\nclock " in text) == left
        again = records.replay(records.read(text), match.game)
        assert again.position() == match.position() and again.record() == text


def test_a_pause_is_saved_as_a_window_in_which_all_have_answered() -> None:
    match = window(seat1=["T03"])
    match.play(1, "trap T03 p0")
    for paced in (True, False):
        loaded = match.game.start(seed=1, position=match.position(), paced=paced)
        assert loaded.is_paused == paced
        if paced:
            assert loaded.position() == match.position()
            loaded.resume()
        assert told(loaded)[1] == "trap"


def test_a_log_may_keep_when_a_pause_was_over() -> None:
    """Lines of the clock end a pause where there is one, and mean nothing elsewhere."""
    over = records.Line(CLOCK, "resume")
    for paced in (True, False):
        match = window(paced, seat1=["T03"])
        records.play_line(match, records.Line(1, "pass"))
        records.play_line(match, over)
        records.play_line(match, over)
        assert told(match)[1] == "traps_over" and match.position()["phase"] == "plan"


def test_who_imagines_a_pause_goes_on_from_it() -> None:
    """No deal leads to a window that is open and asks nobody: some state is better than none."""
    match = window()
    thought = match.game.imagine(match.view(None), random.Random(1))
    assert laws.lying(thought)


def test_a_fork_keeps_the_pace() -> None:
    match = window(seat1=["T03"]).fork()
    match.play(1, "pass")
    assert match.is_paused and match.fork().is_paused


@pytest.mark.parametrize("players", galatune.SEATS)
def test_a_paced_match_is_the_same_match(players: int) -> None:
    """Pauses change neither what happens nor the record; who is not asked does not see them."""
    rng = random.Random(players)
    pauses = 0
    for seed in range(6 - players):
        game = ludarium.game(galatune.SLUG, players=players, vp_goal=1, draw_log="closed")
        plain, paced = game.start(seed=seed), game.start(seed=seed, paced=True)
        while plain.result is None:
            lists = trials.lists(plain)
            assert lists == trials.lists(paced)
            seat, action = trials.by_verb(plain, lists, rng)
            if rng.random() < 0.01:
                seat, action = trials.out_of_turn(plain, rng) or (seat, action)
            watching = [viewer for viewer in laws.viewers(game) if viewer not in lists]
            views = {viewer: game.view(paced.state, viewer) for viewer in watching}
            window = secrecy.is_quiet(game, paced.state)
            for match in (plain, paced):
                trials.answer(match, seat, action)
            if window and paced.is_paused and action.verb != "resign":
                for viewer, view in views.items():
                    laws.same("pause", game.view(paced.state, viewer), view)
            while paced.is_paused:
                pauses += 1
                paced.resume()
            assert paced.state == plain.state
        assert list(paced.events) == list(plain.events)
        assert paced.record() == plain.record()
        again = records.replay(records.read(paced.record()), game)
        assert again.position() == paced.position()
    assert pauses > 5
