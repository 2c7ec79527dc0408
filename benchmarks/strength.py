"""How well `steady` plays, and how fast: the tables of strength.md.

    python benchmarks/strength.py
    python benchmarks/strength.py --games 100 --processes 1

Seats alternate from game to game. Thinking times are processor time of this process.
"""

from __future__ import annotations

import argparse
import platform
import random
from collections.abc import Iterator, Mapping
from time import process_time

import ludarium
from ludarium.bots import Bot, make_bot
from ludarium.core.nature import Dice
from ludarium.sim import Report, play_match, simulate

SLUG = "tears-of-nature"
RULESETS = ("apprentice", "master", "practitioner")
END_RULES = ("quitters_never_win", "equal_opportunity", "cold_war")
BAR = 0.9
"""`steady` must win at least this part of its two-player games against `random`."""
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


def thinking(ruleset: str) -> tuple[float, float]:
    """Microseconds of one choice of `steady`: the mean, and what 99 % stay below."""
    game = ludarium.game(SLUG, ruleset=ruleset)
    bots = [Timed(make_bot("steady", game, random.Random(seat))) for seat in range(game.players)]
    for seed in range(TIMED_GAMES):
        play_match(game, bots, Dice(str(seed)))
    times = sorted(seconds * 1e6 for bot in bots for seconds in bot.seconds)
    return sum(times) / len(times), times[len(times) * 99 // 100]


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


def tables() -> Iterator[dict[str, object]]:
    """Other ways to play: more seats, and the optional ends."""
    for ruleset in RULESETS[1:]:
        for players in (3, 4):
            yield {"ruleset": ruleset, "players": players}
    for ruleset in RULESETS:
        for end_rule in END_RULES:
            yield {"ruleset": ruleset, "end_rule": end_rule}


def row(*cells: object) -> None:
    print("|", " | ".join(map(str, cells)), "|")


def head(*names: str) -> None:
    row(*names)
    row(*["---"] * len(names))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1000, help="for each line of a table")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=None, help="default: all cores")
    given = parser.parse_args()

    def play(options: Mapping[str, object], *bots: str) -> Report:
        return simulate(SLUG, options, bots, given.games, given.seed, given.processes)

    print(f"Python {platform.python_version()}, {platform.machine()}; seed {given.seed}\n")
    print("`steady` against `random`, two players:\n")
    head("rule set", "wins", "rate", "95 % interval", "turns (median)")
    passed = True
    for ruleset in RULESETS:
        report = play({"ruleset": ruleset}, "steady", "random")
        row(ruleset, *won(report), f"{report.turns.median:g}")
        passed &= report.bots[0].share.rate >= BAR

    print("\n`steady` against `steady`, two players:\n")
    head("rule set", "turns: mean", "median", "90 %", "least", "most", "at the limit")
    for ruleset in RULESETS:
        report = play({"ruleset": ruleset}, "steady", "steady")
        turns, stalled = report.turns, report.reasons.get("limit", 0)
        lengths = (f"{turns.mean:.1f}", f"{turns.median:g}", turns.p90, turns.least, turns.most)
        row(ruleset, *lengths, f"{stalled} of {report.games}")

    print("\nOther tables: one `steady` among `random`; and the turns of `steady` alone:\n")
    head("table", "wins", "rate", "95 % interval", "fair", "median", "most", "at the limit")
    for options in tables():
        players = int(str(options.get("players", 2)))
        report = play(options, "steady", *["random"] * (players - 1))
        alone = play(options, "steady")
        name = " ".join(
            f"{value} players" if value == players else str(value) for value in options.values()
        )
        turns, stalled = alone.turns, alone.reasons.get("limit", 0)
        row(
            name,
            *won(report),
            percent(1 / players),
            f"{turns.median:g}",
            turns.most,
            f"{stalled} of {alone.games}",
        )

    print(f"\nThinking time of `steady` for one choice ({TIMED_GAMES} games, one core):\n")
    head("rule set", "mean", "99 % below")
    for ruleset in RULESETS:
        mean, most = thinking(ruleset)
        row(ruleset, f"{mean:.0f} µs", f"{most:.0f} µs")
    if not passed:
        raise SystemExit(f"\nsteady wins less than {percent(BAR)} somewhere")


if __name__ == "__main__":
    main()
