"""Speed of the engine beside its peers, all measured in this one run.

make bench                      a few minutes
make bench ARGS="--seconds 1"   a quick look
"""

from __future__ import annotations

import argparse
import gc
import pickle
import platform
import random
import subprocess
import sys
import timeit
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from peers import PeerResult, measure_peers

import ludarium
from ludarium.core.nature import Dice

BAR = 5.0
"""Tears of Nature must decide at least this many times as fast as Catanatron."""
CLONE_BAR_US = 2.0
STATE_BAR_BYTES = 10_000
HELP_BAR_SECONDS = 0.3
HERE = Path(__file__).parent
TABLES = [
    ("apprentice", 2),
    ("master", 2),
    ("master", 3),
    ("master", 4),
    ("practitioner", 2),
    ("practitioner", 3),
    ("practitioner", 4),
]


def deal(game: ludarium.Game, seed: int) -> tuple[ludarium.State, Dice]:
    """A fresh match without events, at its first decision."""
    state, dice = game.new_state(), Dice(str(seed))
    game.run(state, None)
    game.settle_all(state, dice)
    return state, dice


def random_match(game: ludarium.Game, rng: random.Random, seed: int) -> int:
    """Play one match at random, as simulations do; returns the number of decisions."""
    state, dice = deal(game, seed)
    decisions = 0
    while state.asks:
        seat = state.asks[0][0]
        legal = game.legal(state, seat)
        game.advance(state, seat, legal[int(rng.random() * len(legal))], dice)
        decisions += 1
    return decisions


def positions(game: ludarium.Game, rng: random.Random, seed: int) -> Iterator[ludarium.State]:
    """The state at every decision of a random match."""
    state, dice = deal(game, seed)
    while state.asks:
        yield state.clone()
        seat = state.asks[0][0]
        game.apply(state, seat, rng.choice(game.legal(state, seat)), dice)


def decisions_per_second(game: ludarium.Game, seconds: float) -> tuple[float, float]:
    """Decisions and matches per second of processor time: the median of three slices."""
    rng = random.Random(7)
    seed = 0
    speeds: list[tuple[float, float]] = []
    for _ in range(3):
        gc.collect()
        start, decisions, matches = process_time(), 0, 0
        while (spent := process_time() - start) < seconds / 3:
            seed += 1
            decisions += random_match(game, rng, seed)
            matches += 1
        speeds.append((decisions / spent, matches / spent))
    return median(speed for speed, _ in speeds), median(speed for _, speed in speeds)


def microseconds(call: Callable[[], object], number: int) -> float:
    return min(timeit.repeat(call, number=number, repeat=5)) / number * 1e6


def measure_game(ruleset: str, players: int, seconds: float) -> dict[str, float]:
    game = ludarium.game("tears-of-nature", ruleset=ruleset, players=players)
    decisions, matches = decisions_per_second(game, seconds)
    rng = random.Random(3)
    states = [state for seed in range(20) for state in positions(game, rng, seed)]
    middle = states[len(states) // 2]
    seat = middle.asks[0][0]
    view = game.view(middle, seat)
    return {
        "decisions": decisions,
        "matches": matches,
        "clone": microseconds(middle.clone, 20_000),
        "view": microseconds(lambda: game.view(middle, seat), 1_000),
        "imagine": microseconds(lambda: game.imagine(view, rng), 500),
        "bytes": float(max(len(pickle.dumps(state)) for state in states)),
    }


def help_seconds() -> float:
    """How long `ludarium --help` takes: the best of five starts."""
    times = []
    for _ in range(5):
        start = perf_counter()
        subprocess.run(
            [Path(sys.executable).parent / "ludarium", "--help"], check=True, capture_output=True
        )
        times.append(perf_counter() - start)
    return min(times)


def report(seconds: float) -> Iterator[str]:
    rows = {(ruleset, n): measure_game(ruleset, n, seconds) for ruleset, n in TABLES}
    peers = measure_peers(seconds)
    catanatron = next((peer for peer in peers if peer.name == "Catanatron"), None)
    base = catanatron.decisions_per_second if catanatron else None
    yield f"Python {platform.python_version()}, one process, random legal play, processor time"
    yield ""
    yield table_row(
        "Tears of Nature", "decisions/s", "x Catanatron", "matches/s", "clone us", "view us",
        "imagine us", "state bytes",
    )  # fmt: skip
    yield table_row(*["---"] * 8)
    for (ruleset, players), row in rows.items():
        yield table_row(
            f"{ruleset}, {players} players", f"{row['decisions']:,.0f}",
            ratio(row["decisions"], base), f"{row['matches']:,.0f}", f"{row['clone']:.2f}",
            f"{row['view']:.1f}", f"{row['imagine']:.1f}", f"{row['bytes']:.0f}",
        )  # fmt: skip
    together = all_together(list(rows.values()))
    yield table_row("a match at each table", f"{together:,.0f}", ratio(together, base), *["-"] * 5)
    yield ""
    yield table_row("peer", "game", "decisions/s", "x Catanatron", "clone us")
    yield table_row(*["---"] * 5)
    for peer in peers:
        yield peer_row(peer, base)
    yield ""
    started = help_seconds()
    yield f"`ludarium --help`: {started:.2f} s"
    yield ""
    slowest = min(row["decisions"] for row in rows.values())
    yield bar("a match at each table", together / base if base else 0, BAR, "x Catanatron", True)
    yield bar("the slowest table", slowest / base if base else 0, BAR, "x Catanatron", True)
    yield bar("clone", max(row["clone"] for row in rows.values()), CLONE_BAR_US, "us")
    yield bar("state", max(row["bytes"] for row in rows.values()), STATE_BAR_BYTES, "bytes pickled")
    yield bar("--help", started, HELP_BAR_SECONDS, "s")


def all_together(rows: list[dict[str, float]]) -> float:
    """Decisions per second of playing one match at each table."""
    decisions = sum(row["decisions"] / row["matches"] for row in rows)
    return decisions / sum(1 / row["matches"] for row in rows)


def table_row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def ratio(speed: float | None, base: float | None) -> str:
    return f"{speed / base:.2f}" if speed and base else "-"


def peer_row(peer: PeerResult, base: float | None) -> str:
    if peer.decisions_per_second is None:
        return table_row(peer.name, peer.game, peer.note, "-", "-")
    clone = "-" if peer.clone_us is None else f"{peer.clone_us:.2f}"
    speed = peer.decisions_per_second
    return table_row(peer.name, peer.game, f"{speed:,.0f}", ratio(speed, base), clone)


def bar(what: str, measured: float, bound: float, unit: str, at_least: bool = False) -> str:
    met = measured >= bound if at_least else measured <= bound
    sign = ">=" if at_least else "<="
    return f"- {what}: {measured:,.2f} {unit}, bar {sign} {bound:g}: {'met' if met else 'MISSED'}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=6.0, help="for each measurement")
    parser.add_argument("--write", action="store_true", help="keep the figures in results.md")
    options = parser.parse_args()
    lines = []
    for line in report(options.seconds):
        print(line, flush=True)
        lines.append(line)
    if options.write:
        text = "# Speed, as last measured with `make bench ARGS=--write`\n\n" + "\n".join(lines)
        (HERE / "results.md").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
