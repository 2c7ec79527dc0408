"""Fuzz the laws for as long as one likes, on all cores; the report goes to reports/prove.txt.

The server is proven first: it is killed a hundred times, and its secrets and its patience are tried
longer than the usual tests do.

python tests/prove.py                                  five million decisions
python tests/prove.py --decisions 20000 --seed 7       a short run that can be repeated
python tests/prove.py --again 7/3/12                   one match of a run, as a report names it
python tests/prove.py --decisions 0 --kills 1000       only the server
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import platform
import random
import secrets
import signal
import subprocess
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import ludarium
import toy
import trials
from rooms import ROOMS

REPORT = Path(__file__).parent.parent / "reports" / "prove.txt"
BATCH = 4_000
"""Decisions that a process plays before it reports."""
SHARES = {
    **trials.SHARES,
    "playable": 0.05,
    "refused": 0.5,
    "complete": 0.05,
    "imagine": 0.5,
    "redeal": 0.3,
    "position": 0.2,
    "replay": 0.002,
}
MOST_FAILURES = 10
SERVER = ("test_durability.py", "test_secrecy.py", "test_marked.py", "test_fuzz.py")
LONGER = {
    "LUDARIUM_PAIRS": "40",
    "LUDARIUM_FRAMES": "100000",
    "LUDARIUM_REQUESTS": "25000",
    "LUDARIUM_EXAMPLES": "60",
}
"""How often things are tried with the server, see there; the kills are an option here."""


@dataclass
class Found:
    """What a batch, or a whole run, has found."""

    counts: Counter[str] = field(default_factory=Counter)
    failures: list[tuple[str, str]] = field(default_factory=list)
    """The name of a match and its traceback, with the record as a note."""


def play(name: str) -> Counter[str]:
    """The match that a name stands for, under all laws."""
    rng = random.Random(name)
    policy = rng.choice(trials.POLICIES)
    kind = rng.random()
    if kind < 0.05:
        match = toy.magpies(rng.choice([2, 3, 4]), rounds=rng.choice([1, 2, 4])).start(seed=name)
        return trials.play_out(match, rng, toy.BOOK, SHARES, policy)
    room = rng.choice(ROOMS)
    game = room.random_game(rng)
    position = room.position(game, rng) if kind < 0.2 else None
    match = game.start(seed=name, position=position)
    counts = trials.play_out(match, rng, room.BOOK, SHARES, policy)
    counts[f"decisions of {room.SLUG}"] = counts["decisions"]
    return counts


def batch(task: tuple[str, int]) -> Found:
    """Play matches until enough decisions have been made."""
    prefix, planned = task
    found = Found()
    number = 0
    while found.counts["decisions"] < planned and not found.failures:
        number += 1
        name = f"{prefix}/{number}"
        try:
            found.counts += play(name)
        except Exception:
            found.failures.append((name, traceback.format_exc()))
    return found


def batches(seed: str, decisions: int) -> Iterator[tuple[str, int]]:
    for number, done in enumerate(range(0, decisions, BATCH), 1):
        yield f"{seed}/{number}", min(BATCH, decisions - done)


def run(seed: str, decisions: int, processes: int, found: Found, console: Console) -> None:
    """Spread the batches over processes and gather what they find."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with (
        multiprocessing.Pool(processes, ignore_interrupts) as pool,
        Progress(*columns, TimeRemainingColumn(), console=console) as progress,
    ):
        bar = progress.add_task("decisions", total=decisions)
        for part in pool.imap_unordered(batch, batches(seed, decisions)):
            found.counts += part.counts
            found.failures += part.failures
            progress.update(bar, completed=found.counts["decisions"])
            for name, _ in part.failures:
                progress.console.print(f"[red]broken[/red] in {name}")
            if len(found.failures) >= MOST_FAILURES:
                return


def prove_server(kills: int) -> tuple[bool, str]:
    """Whether the server stands, and what pytest said."""
    folder = Path(__file__).parent / "server"
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "--durations=5",
            *(folder / file for file in SERVER),
        ],
        env={**os.environ, **LONGER, "LUDARIUM_KILLS": str(kills)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode == 0, done.stdout


def ignore_interrupts() -> None:
    """Ctrl-C is for the parent, which then ends its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def report(
    seed: str, processes: int, found: Found, seconds: float, stopped: bool, server: str
) -> str:
    counts = found.counts
    rules = ", ".join(f"{slug} rules {ludarium.room(slug).version}" for slug in ludarium.games())
    minutes, rest = divmod(round(seconds), 60)
    lines = [
        f"ludarium {ludarium.__version__}, {rules}, Python {platform.python_version()},"
        f" {platform.system()} {platform.machine()}",
        f"seed {seed}",
        f"{counts.pop('decisions', 0):,} decisions in {counts.pop('matches', 0):,} matches,"
        f" {minutes} min {rest:02} s on {processes} processes",
    ]
    if stopped:
        lines.append("stopped before the end")
    lines += ["", "checks"]
    lines += [f"{count:>14,}  {law}" for law, count in sorted(counts.items())]
    lines += ["", f"failures: {len(found.failures) or 'none'}"]
    for name, text in found.failures:
        lines += ["", f"python tests/prove.py --again {name}", text]
    if server:
        lines += ["", "server", server]
    return "\n".join(lines) + "\n"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--decisions", type=int, default=5_000_000, help="how many to play")
    parser.add_argument("--seed", default=secrets.token_hex(8), help="any text; random if left out")
    parser.add_argument("--processes", type=int, default=os.cpu_count(), help="one per core")
    parser.add_argument(
        "--kills", type=int, default=100, help="how often to kill the server; 0 leaves it out"
    )
    parser.add_argument("--report", type=Path, default=REPORT, help="where the report goes")
    parser.add_argument("--again", metavar="NAME", help="only the match of this name")
    return parser.parse_args()


def main() -> int:
    given = arguments()
    if given.again:
        print(dict(play(given.again)))
        return 0
    console = Console()
    console.print(f"seed {given.seed}")
    found, stopped, start = Found(), False, time.monotonic()
    stands, server = True, ""
    try:
        if given.kills:
            stands, server = prove_server(given.kills)
            console.print("the server stands" if stands else f"[red]broken[/red]\n{server}")
        run(given.seed, given.decisions, given.processes, found, console)
    except KeyboardInterrupt:
        stopped = True
    seconds = time.monotonic() - start
    text = report(given.seed, given.processes, found, seconds, stopped, server)
    given.report.parent.mkdir(parents=True, exist_ok=True)
    given.report.write_text(text, encoding="utf-8")
    print(text, end="")
    if found.failures or not stands:
        return 1
    return 130 if stopped else 0


if __name__ == "__main__":
    sys.exit(main())
