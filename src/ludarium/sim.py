"""Many matches between bots on all cores, counted: who wins, from which seat, how fast.

Every match has its own chance, derived from the seed and its number alone, so that the same seed
gives the same figures on any number of processes.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, field
from itertools import accumulate
from typing import Final

import ludarium
from ludarium.bots import Bot, make_bot
from ludarium.core.errors import InvalidInput
from ludarium.core.game import Game
from ludarium.core.nature import Dice
from ludarium.core.options import check_end
from ludarium.core.questions import Result

CHUNK: Final = 50
"""Matches that a worker plays before it reports: few enough to stop within a moment."""


@dataclass(frozen=True, slots=True)
class Share:
    """How often something happened, with the 95 % interval of its rate."""

    wins: int
    games: int

    @property
    def rate(self) -> float:
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.wins, self.games)

    def as_dict(self) -> dict[str, object]:
        low, high = self.interval
        return {"wins": self.wins, "games": self.games, "rate": self.rate, "low": low, "high": high}


@dataclass(frozen=True, slots=True)
class BotScore:
    """What one of the named bots achieved, on whatever seats it sat."""

    bot: str
    label: str
    """The name, with a number where the same bot was named twice."""
    chairs: int
    """How many seats it held in every match."""
    share: Share
    shared: int
    """Matches without a single winner in which it was among the first."""

    def as_dict(self) -> dict[str, object]:
        told = {"bot": self.bot, "label": self.label, "chairs": self.chairs, "shared": self.shared}
        return {**told, **self.share.as_dict()}


@dataclass(frozen=True, slots=True)
class Spread:
    """Where the lengths of the matches lie."""

    mean: float
    median: float
    p90: int
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Report:
    """The figures of a simulation; those of time are kept apart because they never repeat."""

    game: str
    options: Mapping[str, object]
    seed: int
    games: int
    bots: tuple[BotScore, ...]
    seats: tuple[Share, ...]
    turns: Spread
    """As the game counts its turns; decisions where it counts none."""
    decisions: Spread
    reasons: Mapping[str, int]
    decisions_total: int
    seconds: float = field(compare=False)
    processes: int = field(compare=False)

    @property
    def decisions_per_second(self) -> float:
        return self.decisions_total / self.seconds if self.seconds else 0.0

    def as_dict(self, timing: bool = False) -> dict[str, object]:
        """Plain data for JSON; without `timing` equal for equal seeds, to the digit."""
        told: dict[str, object] = {
            "game": self.game,
            "options": dict(self.options),
            "seed": self.seed,
            "games": self.games,
            "bots": [bot.as_dict() for bot in self.bots],
            "seats": [{"seat": seat, **share.as_dict()} for seat, share in enumerate(self.seats)],
            "turns": asdict(self.turns),
            "decisions": asdict(self.decisions),
            "reasons": dict(self.reasons),
            "decisions_total": self.decisions_total,
        }
        if timing:
            told["timing"] = {
                "seconds": self.seconds,
                "decisions_per_second": self.decisions_per_second,
                "processes": self.processes,
            }
        return told


@dataclass(frozen=True, slots=True)
class Task:
    """Some matches for one worker: plain data, so that a spawned process can take it."""

    slug: str
    options: Mapping[str, object]
    bots: tuple[str, ...]
    seed: int
    first: int
    count: int


@dataclass(slots=True)
class Tally:
    """Counts that can be added in any order."""

    games: int = 0
    wins: Counter[int] = field(default_factory=Counter)
    """By bot."""
    shared: Counter[int] = field(default_factory=Counter)
    seats: Counter[int] = field(default_factory=Counter)
    turns: Counter[int] = field(default_factory=Counter)
    decisions: Counter[int] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        self.games += other.games
        self.wins += other.wins
        self.shared += other.shared
        self.seats += other.seats
        self.turns += other.turns
        self.decisions += other.decisions
        self.reasons += other.reasons

    def count(self, result: Result, decisions: int, shift: int, bots: int) -> None:
        """Enter one match in which the bots had moved on by `shift` seats."""
        seats = len(result.scores)
        first = {(seat - shift) % seats % bots for seat in result.ranking[0]}
        self.games += 1
        if result.winner is None:
            self.shared.update(first)
        else:
            self.wins.update(first)
            self.seats[result.winner] += 1
        turns = result.record.get("turns", decisions)
        assert isinstance(turns, int)
        self.turns[turns] += 1
        self.decisions[decisions] += 1
        self.reasons[result.reason] += 1


def simulate(
    slug: str,
    options: Mapping[str, object],
    bots: Sequence[str],
    games: int,
    seed: int,
    processes: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Report:
    """Play matches between bots and count them; `progress` is told how many are done.

    The bots move on by one seat from match to match. Where there are more seats than names, the
    names repeat in order. Without `processes` all cores work. Some games leave out in simulations
    what people do with each other, unless the options say otherwise.
    """
    options = {**ludarium.room(slug).simulated, **options}
    game = ludarium.game(slug, **options)
    _check(game, bots, games, processes)
    workers = min(processes or os.cpu_count() or 1, -(-games // CHUNK))
    tasks = [
        Task(slug, options, tuple(bots), seed, first, min(CHUNK, games - first))
        for first in range(0, games, CHUNK)
    ]
    total = Tally()
    started = time.perf_counter()
    with closing(_played(tasks, workers)) as tallies:  # closed at once by an interrupt
        for tally in tallies:
            total.add(tally)
            if progress is not None:
                progress(total.games)
    seconds = time.perf_counter() - started
    return Report(
        game=slug,
        options=dict(options),
        seed=seed,
        games=games,
        bots=_scores(total, bots, game.players),
        seats=tuple(Share(total.seats[seat], games) for seat in range(game.players)),
        turns=spread(total.turns),
        decisions=spread(total.decisions),
        reasons=dict(sorted(total.reasons.items(), key=lambda item: (-item[1], item[0]))),
        decisions_total=sum(length * count for length, count in total.decisions.items()),
        seconds=seconds,
        processes=workers,
    )


def _check(game: Game, bots: Sequence[str], games: int, processes: int | None) -> None:
    for name, number in (("games", games), ("processes", processes)):
        if number is not None and number < 1:
            raise InvalidInput(f"{name}: at least 1, not {number}")
    if not 1 <= len(bots) <= game.players:
        raise InvalidInput(f"bots: {len(bots)} named, but {game.players} can sit at this table")
    for name in bots:
        make_bot(name, game, random.Random(0))
    check_end(game.room.options, game.options)


def _played(tasks: list[Task], workers: int) -> Generator[Tally, None, None]:
    """The tallies of all tasks as they come in; closing this drops what has not begun."""
    if workers == 1:
        yield from map(play_task, tasks)
        return
    pool = ProcessPoolExecutor(
        workers,
        multiprocessing.get_context("spawn"),
        # Ctrl-C reaches every process of the terminal: only the first one is to answer it.
        initializer=signal.signal,
        initargs=(signal.SIGINT, signal.SIG_IGN),
    )
    try:
        with _uninterrupted():
            futures = [pool.submit(play_task, task) for task in tasks]
        for future in as_completed(futures):
            yield future.result()
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ctrl-C waits until this is over; a process that is begun here never hears it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def play_task(task: Task) -> Tally:
    """Play the matches of a task and count them."""
    game = ludarium.game(task.slug, **task.options)
    seats = range(game.players)
    dice = [random.Random() for _ in seats]
    players = [make_bot(task.bots[at % len(task.bots)], game, dice[at]) for at in seats]
    tally = Tally()
    for index in range(task.first, task.first + task.count):
        for at, rng in enumerate(dice):
            rng.seed(derive(task.seed, index, f"bot {at}"))
        shift = index % game.players
        seated = [players[(seat - shift) % game.players] for seat in seats]
        nature = Dice(f"{derive(task.seed, index, 'nature'):032x}")
        result, decisions = play_match(game, seated, nature)
        tally.count(result, decisions, shift, len(task.bots))
    return tally


def play_match(game: Game, bots: Sequence[Bot], dice: Dice) -> tuple[Result, int]:
    """One match without events and record, and how many decisions it took."""
    state = game.new_state()
    game.run(state, None)
    game.settle_all(state, dice)
    decisions = 0
    while questions := game.questions(state):
        seat, question = next(iter(questions.items()))
        bot = bots[seat]
        view = {} if bot.blind else game.view(state, seat, memory=True)
        game.apply(state, seat, bot.choose(view, question), dice)
        decisions += 1
    result = game.result(state)
    assert result is not None
    return result, decisions


def derive(seed: int, index: int, purpose: str) -> int:
    """128 bits for one purpose of one match: equal on every machine and in every process."""
    digest = hashlib.sha256(f"{seed}/{index}/{purpose}".encode()).digest()
    return int.from_bytes(digest[:16], "big")


def wilson(wins: int, games: int, z: float = 1.959963984540054) -> tuple[float, float]:
    """The Wilson score interval of a rate; the default is for 95 %.

    >>> [round(bound, 4) for bound in wilson(8, 10)]
    [0.4902, 0.9433]
    """
    if games == 0:
        return 0.0, 1.0
    rate = wins / games
    centre = rate + z * z / (2 * games)
    reach = z * (rate * (1 - rate) / games + z * z / (4 * games * games)) ** 0.5
    scale = 1 + z * z / games
    low = max(0.0, (centre - reach) / scale) if wins else 0.0
    return low, min(1.0, (centre + reach) / scale) if wins < games else 1.0


def spread(lengths: Mapping[int, int]) -> Spread:
    """Mean, median, 90th percentile and extremes of counted lengths."""
    games = sum(lengths.values())
    total = sum(length * count for length, count in lengths.items())
    low, high = _nth(lengths, (games - 1) // 2), _nth(lengths, games // 2)
    p90 = _nth(lengths, -(-games * 9 // 10) - 1)
    return Spread(total / games, (low + high) / 2, p90, min(lengths), max(lengths))


def _nth(lengths: Mapping[int, int], n: int) -> int:
    """The length of the match that stands at place n when all are sorted."""
    ordered = sorted(lengths)
    reached = accumulate(lengths[length] for length in ordered)
    return next(length for length, count in zip(ordered, reached) if n < count)


def _scores(total: Tally, bots: Sequence[str], players: int) -> tuple[BotScore, ...]:
    return tuple(
        BotScore(
            name,
            f"{name} {bots[: at + 1].count(name)}" if bots.count(name) > 1 else name,
            len(range(at, players, len(bots))),
            Share(total.wins[at], total.games),
            total.shared[at],
        )
        for at, name in enumerate(bots)
    )
