"""Simulations: the same seed gives the same figures, and the figures mean what they say."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter

import psutil
import pytest

from ludarium import InvalidInput
from ludarium.core.questions import Result
from ludarium.sim import Share, Spread, Tally, derive, simulate, spread, wilson

SLUG = "tears-of-nature"


def test_wilson() -> None:
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=5e-5)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=5e-5)
    assert wilson(10, 10) == pytest.approx((0.7225, 1.0), abs=5e-5)


@pytest.mark.parametrize(("wins", "games"), [(1, 3), (15, 50), (940, 1000), (500_123, 10**6)])
def test_wilson_is_where_the_rate_is_1_96_deviations_away(wins: int, games: int) -> None:
    for bound in wilson(wins, games):
        deviation = (bound * (1 - bound) / games) ** 0.5
        assert abs(wins / games - bound) / deviation == pytest.approx(1.959964)


def test_wilson_of_nothing_says_nothing() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert Share(0, 0).rate == 0.0


def test_spread() -> None:
    assert spread(Counter([1, 2, 3, 4, 5, 6, 7, 8, 9, 30])) == Spread(7.5, 5.5, 9, 1, 30)
    assert spread(Counter([4, 4, 9])) == Spread(17 / 3, 4.0, 9, 4, 9)


@pytest.mark.no_cover
def test_any_number_of_processes_gives_the_same_report() -> None:
    options = {"ruleset": "practitioner", "players": 3}
    reports = [
        simulate(SLUG, options, ["steady", "random"], 120, seed=9, processes=processes)
        for processes in (1, 2)
    ]
    one, two = (json.dumps(report.as_dict()) for report in reports)
    assert one == two
    assert reports[0] == reports[1]
    assert json.dumps(simulate(SLUG, options, ["steady", "random"], 120, 8, 1).as_dict()) != one


def test_a_report_adds_up() -> None:
    done: list[int] = []
    report = simulate(SLUG, {"players": 3}, ["random"], 70, 5, 1, done.append)
    assert done == [50, 70]
    (bot,) = report.bots
    assert (bot.label, bot.chairs, bot.share.games) == ("random", 3, 70)
    assert bot.share.wins == sum(seat.wins for seat in report.seats) == 70 - bot.shared
    assert sum(report.reasons.values()) == 70
    assert report.decisions.least <= report.decisions.median <= report.decisions.most
    assert report.decisions_total == pytest.approx(70 * report.decisions.mean)
    assert report.turns.mean < report.decisions.mean


def test_time_is_kept_apart() -> None:
    report = simulate(SLUG, {}, ["random"], 5, 1, 1)
    assert "timing" not in report.as_dict()
    timing = report.as_dict(timing=True)["timing"]
    assert isinstance(timing, dict)
    assert timing["processes"] == 1
    assert timing["decisions_per_second"] == report.decisions_per_second


def test_equal_bots_are_told_apart_by_their_place() -> None:
    report = simulate(SLUG, {}, ["random", "random"], 40, seed=2, processes=1)
    assert [bot.label for bot in report.bots] == ["random 1", "random 2"]
    assert sum(bot.share.wins + bot.shared for bot in report.bots) == 40


def test_seats_move_on_and_names_repeat() -> None:
    """With four seats and two names, seats 0 and 2 hold the first name in even matches."""
    tally = Tally()
    for index, seat in enumerate([0, 1, 2, 3, 0]):
        ranking = ((seat,), *((other,) for other in range(4) if other != seat))
        tally.count(Result(ranking, (0,) * 4, "complete", "", {}), 10, index % 4, bots=2)
    assert tally.wins == {0: 5}
    assert tally.seats == {0: 2, 1: 1, 2: 1, 3: 1}
    assert tally.turns == {10: 5}


def test_a_shared_first_rank_is_nobody_s_win() -> None:
    tally = Tally()
    tally.count(Result(((0, 1),), (0, 0), "limit", "", {"turns": 3}), 4, 0, bots=2)
    assert (tally.wins, tally.shared, tally.seats) == ({}, {0: 1, 1: 1}, {})
    assert tally.turns == {3: 1}


def test_a_game_that_ends_before_it_begins_is_shared() -> None:
    report = simulate(SLUG, {"turn_limit": 1}, ["random", "random"], 30, seed=1, processes=1)
    assert report.reasons == {"limit": 30}
    assert report.bots[0].shared == report.bots[1].shared > 0


def test_every_match_has_its_own_chance() -> None:
    seeds = {derive(seed, at, what) for seed in (1, 11) for at in (1, 11) for what in ("a", "b")}
    assert len(seeds) == 8


@pytest.mark.parametrize(
    ("options", "bots", "games", "processes", "message"),
    [
        ({}, ["random"], 0, 1, "games: at least 1, not 0"),
        ({}, ["random"], 1, 0, "processes: at least 1, not 0"),
        ({}, [], 1, 1, "bots: 0 named, but 2 can sit"),
        ({}, ["random"] * 3, 1, 1, "bots: 3 named, but 2 can sit"),
        ({}, ["randon"], 1, 1, "did you mean 'random'"),
        ({"ruleset": "mastre"}, ["random"], 1, 1, "did you mean 'master'"),
        ({"turn_limit": 0}, ["random"], 1, 1, "turn_limit"),
    ],
)
def test_what_cannot_be_simulated_is_refused(
    options: dict[str, object], bots: list[str], games: int, processes: int, message: str
) -> None:
    with pytest.raises(InvalidInput, match=message):
        simulate(SLUG, options, bots, games, 1, processes)


INTERRUPTED = """
import signal
from ludarium.sim import simulate
signal.signal(signal.SIGINT, signal.default_int_handler)  # tests in the background may ignore it
if __name__ == "__main__":
    try:
        tell = lambda done: print(done, flush=True)
        simulate("tears-of-nature", {}, ["random"], 10**6, 1, 2, tell)
    except KeyboardInterrupt:
        print("stopped", flush=True)
"""


@pytest.mark.skipif(os.name != "posix", reason="needs process groups")
@pytest.mark.parametrize("when", ["while they start", "while they play"])
def test_an_interrupt_stops_all_workers(tmp_path: object, when: str) -> None:
    script = f"{tmp_path}/interrupted.py"
    with open(script, "w", encoding="utf-8") as file:
        file.write(INTERRUPTED)
    run = subprocess.Popen(
        [sys.executable, script],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        assert run.stdout is not None
        if when == "while they play":
            assert run.stdout.readline()
        else:
            while len(psutil.Process(run.pid).children()) < 3:  # one keeps count for the others
                time.sleep(0.001)
        os.killpg(run.pid, signal.SIGINT)
        out, err = run.communicate(timeout=60)
    except BaseException:
        os.killpg(run.pid, signal.SIGKILL)  # or they would play on
        raise
    assert out.endswith("stopped\n")
    assert err == ""
    assert run.returncode == 0
    for _ in range(100):
        try:
            os.killpg(run.pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    pytest.fail("a worker outlived the simulation")


def test_a_game_may_leave_out_in_simulations_what_people_do_with_each_other() -> None:
    report = simulate("galatune", {}, ["random"], 2, seed=1, processes=1)
    assert report.options == {"trading": "off"}
    told = simulate("galatune", {"trading": "on"}, ["random"], 2, seed=1, processes=1)
    assert told.options == {"trading": "on"}
    assert told.decisions_total > report.decisions_total
