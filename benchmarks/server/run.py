"""The server under load, beside boardgame.io in memory, all measured in this one run.

make bench                      a few minutes, the engine's part included
make bench ARGS="--seconds 3"   a quick look
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import uvloop
from drive import Lanes, Load, closed_loop, middle, steady
from ours import Ludarium
from servers import Server, boardgame_io, ludarium
from theirs import BoardgameIo

from ludarium.core import game as core
from ludarium.server.hall import HORIZON, IDLE

HERE = Path(__file__).parent
TABLES = 200
SLICES = 5
WAKES = 100
BATCH = 500
PARTS = 6
"""In which sleeping tables are made, so that only some of them are awake at once."""
RESERVE = 60
"""Fresh tables for the few matches of four that end early; most last a hundred actions or more."""
BUSY_PERCENT = 90.0
"""Less than this of a core in a closed loop: the machine had other things to do."""
STEADY_P99_MS = 50.0
LOOP_PER_SECOND = 3_000.0
LOOP_P99_MS = 100.0
CONNECTED_KB = 300.0
DORMANT_KB = 1.0


@dataclass
class Figures:
    """Everything that one run measures."""

    load_average: float
    steady: Load = field(default_factory=Load)
    base_mb: float = 0.0
    connected_kb: float = 0.0
    midway_kb: float = 0.0
    dormant_kb: float = 0.0
    dormant_mb: float = 0.0
    wakes: Load = field(default_factory=Load)
    ours: list[Load] = field(default_factory=list)
    theirs: list[Load] = field(default_factory=list)
    no_peer: str = ""
    faults: Counter[str] = field(default_factory=Counter)


def say(text: str) -> None:
    print(f"... {text}", file=sys.stderr, flush=True)


async def warmed(server: Server, ruleset: str) -> Ludarium:
    """Our server after its first tables, so that what is loaded once is not counted."""
    house = Ludarium(server.port, ruleset)
    lanes = Lanes(house, players=4, count=4)
    await lanes.stock(fresh=4)
    await closed_loop(lanes, server, 0.5, warm_up=0.0)
    lanes.close()
    await asyncio.sleep(1)
    return house


async def measure_steady(figures: Figures, server: Server, options: Options) -> None:
    say(f"{TABLES} tables of four, an action a second each")
    house = await warmed(server, options.ruleset)
    before = server.rss()
    figures.base_mb = before / 1e6
    lanes = Lanes(house, players=4, count=TABLES)

    def kb_per_table() -> float:
        return (server.rss() - before) / len(lanes.connected) / 1e3

    await lanes.stock()
    figures.connected_kb = kb_per_table()
    await lanes.stock(fresh=RESERVE)
    figures.steady = await steady(lanes, server, options.seconds)
    say("the same tables in the middle of their matches")
    await lanes.stock(fresh=RESERVE)
    await closed_loop(lanes, server, options.seconds / 2)
    figures.midway_kb = kb_per_table()
    lanes.close()
    figures.faults += house.faults


async def measure_dormant(figures: Figures, server: Server, options: Options) -> None:
    """The second half is measured: the first has made room for what is awake meanwhile."""
    house = await warmed(server, options.ruleset)
    guest: dict[str, str] = {}
    made = [await house.sleeping(guest)]
    part = options.dormant // PARTS
    rss = []
    for n in range(PARTS):
        say(f"{part * (n + 1):,} sleeping tables")
        for _ in range(0, part, BATCH):
            made += await asyncio.gather(*(house.sleeping(guest) for _ in range(BATCH)))
        await asyncio.sleep(IDLE + HORIZON / 3 + 2)
        rss.append(server.rss())
    figures.dormant_kb = (rss[-1] - rss[PARTS // 2 - 1]) / (part * PARTS // 2) / 1e3
    figures.dormant_mb = rss[1] / 1e6
    for name in made[:: max(1, len(made) // WAKES)]:
        figures.wakes.delays.append(await house.wake(name, guest))
    figures.faults += house.faults


async def measure_loop(
    figures: Figures, server: Server, peer: Server | str, options: Options
) -> None:
    """Both servers in turn, so that a machine that slows down slows them alike."""
    house = await warmed(server, options.ruleset)
    sides = [(Lanes(house, 2, TABLES), server, figures.ours)]
    if isinstance(peer, Server):
        rival = BoardgameIo(peer.port)
        sides.append((Lanes(rival, 2, TABLES), peer, figures.theirs))
    else:
        figures.no_peer = peer
    for n in range(SLICES):
        for lanes, process, loads in sides:
            say(f"closed loop {n + 1} of {SLICES}: {lanes.house.name}")
            # Enough for the fastest slice so far, and then some; a match lasts some 60 actions.
            speed = max((load.per_second for load in loads), default=6_000)
            await lanes.stock(fresh=int(speed * (options.seconds / 2 + 1) / 45) + 20)
            loads.append(await closed_loop(lanes, process, options.seconds / 2))
    for lanes, _, _ in sides:
        figures.faults += lanes.house.faults
        lanes.close()


async def measure(options: Options) -> Figures:
    figures = Figures(os.getloadavg()[0])
    with tempfile.TemporaryDirectory(prefix="ludarium-bench-") as name:
        folder = Path(name)
        with ludarium(folder, "steady") as server:
            await measure_steady(figures, server, options)
        with ludarium(folder, "dormant") as server:
            await measure_dormant(figures, server, options)
        with ludarium(folder, "loop") as server:
            peer = boardgame_io(folder)
            try:
                await measure_loop(figures, server, peer, options)
            finally:
                if isinstance(peer, Server):
                    peer.stop()
    return figures


def report(figures: Figures) -> Iterator[str]:
    yield machine(figures.load_average)
    yield ""
    yield table_row(
        "load", "server", "actions/s", "p50 ms", "p99 ms", "CPU ms/action", "server busy",
        "clients busy",
    )  # fmt: skip
    yield table_row(*["---"] * 8)
    yield load_row(f"{TABLES} tables x 4, 1 action/s each", "Ludarium, durable", [figures.steady])
    loop = f"{TABLES} tables x 2, closed loop"
    yield load_row(loop, "Ludarium, durable", figures.ours)
    if figures.theirs:
        yield load_row(loop, "boardgame.io, in memory", figures.theirs)
    else:
        yield table_row(loop, "boardgame.io, in memory", figures.no_peer, *["-"] * 5)
    yield ""
    yield (
        f"Closed loops: the medians of {SLICES} slices, both servers in turn. Delays are from "
        "sending an action to the last client of the table having heard of it."
    )
    yield ""
    yield table_row("memory", "figure")
    yield table_row("---", "---")
    yield table_row("the server by itself", f"{figures.base_mb:.0f} MB")
    yield table_row("a table with four connected seats", f"{figures.connected_kb:.0f} KB")
    yield table_row("the same in the middle of a match", f"{figures.midway_kb:.0f} KB")
    yield table_row("a sleeping table", f"{figures.dormant_kb:.2f} KB")
    yield table_row("the server with all sleeping tables", f"{figures.dormant_mb:.0f} MB")
    yield table_row(
        "waking one: enter, connect, first sight",
        f"p50 {figures.wakes.ms(50):.1f} ms, p99 {figures.wakes.ms(99):.1f} ms",
    )
    yield ""
    share = middle(figures.ours, lambda load: load.server_percent)
    if share < BUSY_PERCENT:
        yield (
            f"The machine had other work to do: the server got only {share:.0f} % of its core in "
            "the closed loop. Speeds, delays and, a little, CPU times are worse than when idle."
        )
        yield ""
    yield from bars(figures)
    for text, times in sorted(figures.faults.items()):
        yield f"- FAULT, {times} times: {text}"
    stalled = figures.steady.stalled + sum(load.stalled for load in figures.ours + figures.theirs)
    if stalled:
        yield (
            f"- {stalled} times a table stood still: its last action was still under way, "
            "or no fresh table was left"
        )


def bars(figures: Figures) -> Iterator[str]:
    speed = middle(figures.ours, lambda load: load.per_second)
    p99 = middle(figures.ours, lambda load: load.ms(99))
    yield bar("steady load, p99", figures.steady.ms(99), STEADY_P99_MS, "ms")
    yield bar("closed loop", speed, LOOP_PER_SECOND, "durable actions/s", at_least=True)
    yield bar("closed loop, p99", p99, LOOP_P99_MS, "ms")
    if figures.theirs:
        theirs = middle(figures.theirs, lambda load: load.per_second)
        yield bar("closed loop", speed / theirs, 1.0, "x boardgame.io in memory", at_least=True)
    else:
        yield f"- beside boardgame.io: {figures.no_peer}"
    connected = max(figures.connected_kb, figures.midway_kb)
    yield bar("a connected table", connected, CONNECTED_KB, "KB")
    yield bar("a sleeping table", figures.dormant_kb, DORMANT_KB, "KB")


def machine(load_average: float) -> str:
    node = shutil.which("node")
    version = (
        subprocess.run([node, "--version"], check=True, capture_output=True, text=True).stdout
        if node
        else "none"
    )
    engine = "nothing compiled" if str(core.__file__).endswith(".py") else "the engine compiled"
    return (
        f"{os.cpu_count()} cores ({processor()}), {platform.system()}, "
        f"Python {platform.python_version()}, {engine}, Node {version.strip()}; "
        "servers and clients share them; "
        f"load average before the run {load_average:.2f}"
    )


def processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def load_row(what: str, server: str, loads: list[Load]) -> str:
    return table_row(
        what,
        server,
        f"{middle(loads, lambda load: load.per_second):,.0f}",
        f"{middle(loads, lambda load: load.ms(50)):.1f}",
        f"{middle(loads, lambda load: load.ms(99)):.1f}",
        f"{middle(loads, lambda load: load.cpu_ms):.3f}",
        f"{middle(loads, lambda load: load.server_percent):.0f} %",
        f"{middle(loads, lambda load: load.client_percent):.0f} %",
    )


def table_row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def bar(what: str, measured: float, bound: float, unit: str, at_least: bool = False) -> str:
    met = measured >= bound if at_least else measured <= bound
    sign = ">=" if at_least else "<="
    return f"- {what}: {measured:,.2f} {unit}, bar {sign} {bound:g}: {'met' if met else 'MISSED'}"


class Options(argparse.Namespace):
    seconds: float
    write: bool
    ruleset: str
    dormant: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--seconds", type=float, default=10.0, help="of steady load; a slice of the loop has half"
    )
    parser.add_argument("--write", action="store_true", help="keep the figures in results.md")
    parser.add_argument("--ruleset", default="master", help="of Tears of Nature")
    parser.add_argument("--dormant", type=int, default=20_000, help="sleeping tables to make")
    options = parser.parse_args(namespace=Options())
    lines = []
    for line in report(uvloop.run(measure(options))):
        print(line, flush=True)
        lines.append(line)
    if options.write:
        text = "# The server, as last measured with `make bench ARGS=--write`\n\n"
        (HERE / "results.md").write_text(text + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
