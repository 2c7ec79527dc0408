"""How well `steady` plays, and how fast: the tables of strength.md.

    python benchmarks/strength.py
    python benchmarks/strength.py --game galatune --games 100 --processes 1

Seats alternate from game to game. Thinking times are processor time of this process.
"""

from __future__ import annotations

import argparse
import platform
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import process_time
from typing import Any, TypeAlias

import ludarium
from ludarium.bots import Bot, make_bot
from ludarium.core.nature import Dice
from ludarium.sim import Report, play_match, simulate

Options: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True)
class Room:
    """What is shown of one game, and what `steady` must reach there."""

    slug: str
    duels: Mapping[str, Options]
    """Tables of two, by name."""
    others: Mapping[str, Options]
    bar: float
    """The part of its two-player games that `steady` must win against `random`."""
    among: float
    """How many times its fair share `steady` must win among `random` at the other tables."""
    stalled: float
    """The part of its two-player games against itself that may end at the limit."""
    seconds: float = 0.02
    """How long any choice may take."""


RULESETS = ("apprentice", "master", "practitioner")
ENDS = ("quitters_never_win", "equal_opportunity", "cold_war")
ROOMS = (
    Room(
        "tears-of-nature",
        {ruleset: {"ruleset": ruleset} for ruleset in RULESETS},
        {
            f"{ruleset} {players} players": {"ruleset": ruleset, "players": players}
            for ruleset in RULESETS[1:]
            for players in (3, 4)
        }
        | {
            f"{ruleset} {end}": {"ruleset": ruleset, "end_rule": end}
            for ruleset in RULESETS
            for end in ENDS
        },
        bar=0.9,
        among=1,
        stalled=0.1,
    ),
    Room(
        "galatune",
        {"2 players": {"players": 2}},
        {f"{players} players": {"players": players} for players in (3, 4, 5)},
        bar=0.85,
        among=2,
        stalled=0.1,
    ),
)
LIMITS = ("limit", "turn_limit")
"""How matches end that nobody has won outright."""
TIMED_GAMES = 100


class Timed:
    """A bot with a stopwatch; decisions with one option are not counted."""

    blind = False

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.seconds: list[float] = []

    def choose(self, view: Mapping[str, object], question: ludarium.Question) -> ludarium.Action:
        started = process_time()
        action = self.bot.choose(view, question)
        if len(question.options) > 1:
            self.seconds.append(process_time() - started)
        return action


def thinking(slug: str, options: Options) -> tuple[float, float, float]:
    """Seconds of one choice of `steady`: the mean, what 99 % stay below, and the longest."""
    game = ludarium.game(slug, **options)
    bots = [Timed(make_bot("steady", game, random.Random(seat))) for seat in range(game.players)]
    for seed in range(TIMED_GAMES):
        play_match(game, bots, Dice(str(seed)))
    times = sorted(seconds for bot in bots for seconds in bot.seconds)
    return sum(times) / len(times), times[len(times) * 99 // 100], times[-1]


def percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def won(report: Report) -> tuple[str, str, str]:
    """Wins of the first bot, their rate and its interval."""
    share = report.bots[0].share
    low, high = share.interval
    return (
        f"{share.wins} of {share.games}",
        percent(share.rate),
        f"{percent(low)} to {percent(high)}",
    )


def stalled(report: Report) -> int:
    """Matches that ended at the limit."""
    return sum(report.reasons.get(limit, 0) for limit in LIMITS)


def row(*cells: object) -> None:
    print("|", " | ".join(map(str, cells)), "|")


def head(*names: str) -> None:
    row(*names)
    row(*["---"] * len(names))


def show(room: Room, play: Callable[..., Report]) -> list[str]:
    """Print the tables of a room; say which bars were missed."""
    missed = []
    print(f"\n## {ludarium.room(room.slug).title}\n\n`steady` against `random`, two players:\n")
    head("table", "wins", "rate", "95 % interval", "turns (median)")
    for name, options in room.duels.items():
        report = play(room.slug, options, "steady", "random")
        row(name, *won(report), f"{report.turns.median:g}")
        if report.bots[0].share.rate < room.bar:
            missed.append(f"{room.slug} {name}: fewer wins than {percent(room.bar)}")

    print("\n`steady` against `steady`, two players:\n")
    head("table", "turns: mean", "median", "90 %", "least", "most", "at the limit")
    for name, options in room.duels.items():
        report = play(room.slug, options, "steady", "steady")
        turns = report.turns
        lengths = (f"{turns.mean:.1f}", f"{turns.median:g}", turns.p90, turns.least, turns.most)
        row(name, *lengths, f"{stalled(report)} of {report.games}")
        if stalled(report) > room.stalled * report.games:
            missed.append(f"{room.slug} {name}: more at the limit than {percent(room.stalled)}")

    print("\nOther tables: one `steady` among `random`; and the turns of `steady` alone:\n")
    head("table", "wins", "rate", "95 % interval", "fair", "median", "most", "at the limit")
    for name, options in room.others.items():
        players = int(str(options.get("players", 2)))
        report = play(room.slug, options, "steady", *["random"] * (players - 1))
        alone = play(room.slug, options, "steady")
        longest = (f"{alone.turns.median:g}", alone.turns.most)
        limit = f"{stalled(alone)} of {alone.games}"
        row(name, *won(report), percent(1 / players), *longest, limit)
        if report.bots[0].share.rate < room.among / players:
            missed.append(f"{room.slug} {name}: less than {room.among:g} times the fair share")

    print(f"\nThinking time of `steady` for one choice ({TIMED_GAMES} games, one core):\n")
    head("table", "mean", "99 % below", "longest")
    for name, options in {**room.duels, **room.others}.items():
        times = thinking(room.slug, options)
        row(name, *(f"{seconds * 1e3:.2f} ms" for seconds in times))
        if times[-1] > room.seconds:
            missed.append(f"{room.slug} {name}: a choice took longer than {room.seconds} s")
    return missed


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--game", choices=[room.slug for room in ROOMS], help="default: all")
    parser.add_argument("--games", type=int, default=1000, help="for each line of a table")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=None, help="default: all cores")
    given = parser.parse_args()

    def play(slug: str, options: Options, *bots: str) -> Report:
        return simulate(slug, options, bots, given.games, given.seed, given.processes)

    print(f"Python {platform.python_version()}, {platform.machine()}; seed {given.seed}")
    missed = []
    for room in ROOMS:
        if given.game in (None, room.slug):
            missed += show(room, play)
    if missed:
        raise SystemExit("\n" + "\n".join(missed))


if __name__ == "__main__":
    main()
