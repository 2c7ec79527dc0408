"""Load: a steady pace, and a closed loop in which every table acts as fast as it is answered."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from statistics import median
from time import perf_counter, process_time

from clients import House, Table
from servers import Server

OPEN_AT_ONCE = 16


@dataclass
class Load:
    """What was measured while the clients played."""

    seconds: float = 0.0
    cpu: float = 0.0
    """Seconds of processor time of the server."""
    own: float = 0.0
    """Seconds of processor time of the clients."""
    delays: list[float] = field(default_factory=list)
    """By action, the seconds until the last client of its table knew."""
    stalled: int = 0
    """Tables without an action because one was still under way or no fresh table was left."""

    @property
    def per_second(self) -> float:
        return len(self.delays) / self.seconds

    @property
    def server_percent(self) -> float:
        """How much of a core the server had; a closed loop takes all that it gets."""
        return self.cpu / self.seconds * 100

    @property
    def client_percent(self) -> float:
        """How busy the clients' core was: near 100 they are the bottleneck."""
        return self.own / self.seconds * 100

    @property
    def cpu_ms(self) -> float:
        return self.cpu / len(self.delays) * 1e3

    def ms(self, percent: float) -> float:
        """A percentile of the delays, in milliseconds."""
        ranked = sorted(self.delays)
        return ranked[min(len(ranked) - 1, int(len(ranked) * percent / 100))] * 1e3


class Lanes:
    """Tables that are always busy: one that ends is followed by a fresh one, opened before."""

    def __init__(self, house: House, players: int, count: int) -> None:
        self.house = house
        self.players = players
        self.count = count
        self.busy: list[Table] = []
        self.fresh: list[Table] = []
        self.ended: list[Table] = []

    async def stock(self, fresh: int = 0) -> None:
        """Clear away what has ended, and open tables until all lanes and the reserve are full."""
        for table in self.ended:
            table.close()
        self.ended.clear()
        missing = self.count - len(self.busy) + fresh - len(self.fresh)
        gate = asyncio.Semaphore(OPEN_AT_ONCE)

        async def one() -> None:
            async with gate:
                self.fresh.append(await self.house.open(self.players))

        await asyncio.gather(*(one() for _ in range(missing)))
        while len(self.busy) < self.count:
            self.busy.append(self.fresh.pop())
        await asyncio.sleep(0.5)

    def at(self, lane: int) -> Table | None:
        """The table of a lane, a fresh one if the last has ended; None if there is none left."""
        table = self.busy[lane]
        if not table.over:
            return table
        if not self.fresh:
            return None
        self.ended.append(table)
        self.busy[lane] = self.fresh.pop()
        return self.busy[lane]

    @property
    def connected(self) -> list[Table]:
        return [*self.busy, *self.fresh, *self.ended]

    def close(self) -> None:
        for table in self.connected:
            table.close()


@contextmanager
def metered(load: Load, server: Server) -> Iterator[None]:
    """Note the time that passes in here, and the processor time of both sides."""
    clock, cpu, own = perf_counter(), server.cpu_seconds(), process_time()
    yield
    load.seconds = perf_counter() - clock
    load.cpu = server.cpu_seconds() - cpu
    load.own = process_time() - own


async def steady(lanes: Lanes, server: Server, seconds: float, warm_up: float = 2.0) -> Load:
    """Every table acts once a second, each at its own moment of the second."""
    load, rng = Load(), random.Random(7)
    loop = asyncio.get_running_loop()
    begin = loop.time() + 0.1
    measured_from, end = begin + warm_up, begin + warm_up + seconds

    def beat(lane: int, due: float) -> None:
        table = lanes.at(lane)
        counts = due >= measured_from
        if table is None or table.missing:
            load.stalled += counts
        else:
            table.act(rng, load.delays.append if counts else lambda _: None)
        if due + 1 < end:
            loop.call_at(due + 1, beat, lane, due + 1)

    for lane in range(lanes.count):
        loop.call_at(begin + lane / lanes.count, beat, lane, begin + lane / lanes.count)
    await asyncio.sleep(measured_from - loop.time())
    with metered(load, server):
        await asyncio.sleep(end - loop.time())
    await settled(lanes)
    return load


async def closed_loop(lanes: Lanes, server: Server, seconds: float, warm_up: float = 1.0) -> Load:
    """Every table has one action under way; the next follows when the last client knows of it."""
    load, rng = Load(), random.Random(7)
    running, measured = True, False

    def next_action(lane: int) -> Callable[[float], None]:
        def done(delay: float) -> None:
            if measured:
                load.delays.append(delay)
            if running:
                act(lane)

        return done

    follow = [next_action(lane) for lane in range(lanes.count)]

    def act(lane: int) -> None:
        table = lanes.at(lane)
        if table is None:
            load.stalled += 1
        else:
            table.act(rng, follow[lane])

    for lane in range(lanes.count):
        act(lane)
    await asyncio.sleep(warm_up)
    measured = True
    with metered(load, server):
        await asyncio.sleep(seconds)
    measured = running = False
    await settled(lanes)
    return load


async def settled(lanes: Lanes, patience: float = 10.0) -> None:
    """Wait until no action is under way."""
    end = perf_counter() + patience
    while any(table.missing for table in lanes.busy) and perf_counter() < end:
        await asyncio.sleep(0.05)


def middle(loads: list[Load], figure: Callable[[Load], float]) -> float:
    """The median over several loads."""
    return median(figure(load) for load in loads)
