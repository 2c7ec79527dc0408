"""Speed of the engine beside its peers, all measured in this one run.

make bench                      a few minutes
make bench ARGS="--seconds 1"   a quick look

It is run twice: with the engine as it is written, and with the engine compiled by mypyc.
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
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

from peers import PeerResult, measure_peers

import ludarium
from ludarium.core import game as machine
from ludarium.core.nature import Dice

COMPILED = not str(machine.__file__).endswith(".py")
STATE_BAR_BYTES = 10_000
HELP_BAR_SECONDS = 0.3
HERE = Path(__file__).parent


@dataclass(frozen=True)
class Room:
    """A game that is measured: its tables, and the bars that it must clear."""

    title: str
    slug: str
    tables: dict[str, dict[str, Any]]
    """Options by name of the table."""
    bar: float
    """It must decide at least this many times as fast as Catanatron."""
    clone_us: float


ROOMS = [
    Room(
        "Tears of Nature",
        "tears-of-nature",
        {
            f"{ruleset}, {players} players": {"ruleset": ruleset, "players": players}
            for ruleset, most in (("apprentice", 2), ("master", 4), ("practitioner", 4))
            for players in range(2, most + 1)
        },
        bar=5.0,
        clone_us=2.0,
    ),
    Room(
        "Galatune",
        "galatune",
        {f"{players} players": {"players": players} for players in range(2, 6)}
        | {"4 players, no trading": {"players": 4, "trading": "off"}},
        bar=3.0,
        clone_us=3.0,
    ),
]


def deal(game: ludarium.Game, seed: int) -> tuple[ludarium.State, Dice]:
    """A fresh match without events, at its first decision."""
    state, dice = game.new_state(), Dice(str(seed))
    game.run(state, None)
    game.settle_all(state, dice)
    return state, dice


def waiting(state: ludarium.State) -> int:
    """The first seat that has not answered yet: questions and answers are in seat order."""
    return state.asks[len(state.answers)][0]


def random_match(game: ludarium.Game, rng: random.Random, seed: int) -> int:
    """Play one match at random, as simulations do; returns the number of decisions."""
    state, dice = deal(game, seed)
    decisions = 0
    while state.asks:
        seat = waiting(state)
        legal = game.legal(state, seat)
        game.advance(state, seat, legal[int(rng.random() * len(legal))], dice)
        decisions += 1
    return decisions


def positions(game: ludarium.Game, rng: random.Random, seed: int) -> Iterator[ludarium.State]:
    """The state at every decision of a random match."""
    state, dice = deal(game, seed)
    while state.asks:
        yield state.clone()
        seat = waiting(state)
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


def measure_game(slug: str, options: dict[str, Any], seconds: float) -> dict[str, float]:
    game = ludarium.game(slug, **options)
    decisions, matches = decisions_per_second(game, seconds)
    rng = random.Random(3)
    states = [state for seed in range(20) for state in positions(game, rng, seed)]
    middle = states[len(states) // 2]
    seat = waiting(middle)
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
    measured = {
        room.slug: {
            name: measure_game(room.slug, options, seconds) for name, options in room.tables.items()
        }
        for room in ROOMS
    }
    peers = measure_peers(seconds)
    catanatron = next((peer for peer in peers if peer.name == "Catanatron"), None)
    base = catanatron.decisions_per_second if catanatron else None
    engine = "the engine compiled" if COMPILED else "nothing compiled"
    python = platform.python_version()
    yield f"Python {python}, {engine}, one process, random legal play, processor time"
    yield ""
    for room in ROOMS:
        yield from room_rows(room, measured[room.slug], base)
        yield ""
    yield table_row("peer", "game", "decisions/s", "x Catanatron", "clone us")
    yield table_row(*["---"] * 5)
    for peer in peers:
        yield peer_row(peer, base)
    yield ""
    started = help_seconds()
    yield f"`ludarium --help`: {started:.2f} s"
    yield ""
    for room in ROOMS:
        yield from room_bars(room, list(measured[room.slug].values()), base)
    yield bar("--help", started, HELP_BAR_SECONDS, "s")


def room_rows(room: Room, rows: dict[str, dict[str, float]], base: float | None) -> Iterator[str]:
    yield table_row(
        room.title, "decisions/s", "x Catanatron", "matches/s", "clone us", "view us",
        "imagine us", "state bytes",
    )  # fmt: skip
    yield table_row(*["---"] * 8)
    for name, row in rows.items():
        yield table_row(
            name, f"{row['decisions']:,.0f}", ratio(row["decisions"], base),
            f"{row['matches']:,.0f}", f"{row['clone']:.2f}", f"{row['view']:.1f}",
            f"{row['imagine']:.1f}", f"{row['bytes']:.0f}",
        )  # fmt: skip
    together = all_together(list(rows.values()))
    yield table_row("a match at each table", f"{together:,.0f}", ratio(together, base), *["-"] * 5)


def room_bars(room: Room, rows: list[dict[str, float]], base: float | None) -> Iterator[str]:
    together, slowest = all_together(rows), min(row["decisions"] for row in rows)
    for what, speed in (("a match at each table", together), ("the slowest table", slowest)):
        what = f"{room.title}, {what}"
        yield bar(what, speed / base if base else 0, room.bar, "x Catanatron", True)
    yield bar(f"{room.title}, clone", max(row["clone"] for row in rows), room.clone_us, "us")
    largest = max(row["bytes"] for row in rows)
    yield bar(f"{room.title}, state", largest, STATE_BAR_BYTES, "bytes pickled")


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
    parser.add_argument("--write", action="store_true", help="keep the figures in a file here")
    options = parser.parse_args()
    lines = []
    for line in report(options.seconds):
        print(line, flush=True)
        lines.append(line)
    if options.write:
        text = "# Speed, as last measured with `make bench ARGS=--write`\n\n" + "\n".join(lines)
        name = "results-compiled.md" if COMPILED else "results.md"
        (HERE / name).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
