"""How fast other engines play at random, measured here and now.

    python benchmarks/peers.py --seconds 2

A decision is one player's action; chance draws are not counted. Times are CPU seconds of this
process, so that a busy machine costs the peers nothing. Choices are drawn as cheaply as Python
can, and each peer is driven through its own public interface, without checking wrappers.
"""

import argparse
import gc
import os
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import median
from time import process_time
from typing import Any

CPP_GAMES = ("hearts", "crazy_eights", "gin_rummy", "leduc_poker", "hanabi")
PYTHON_GAMES = (
    "python_kuhn_poker",
    "python_tic_tac_toe",
    "python_liars_poker",
    "python_block_dominoes",
)
PETTINGZOO_GAMES = ("connect_four_v3", "texas_holdem_v4")
RLCARD_GAMES = ("uno", "gin-rummy", "limit-holdem")


@dataclass(frozen=True, slots=True)
class PeerResult:
    """What one game of one peer did; `note` says why there are no figures."""

    name: str
    game: str
    decisions_per_second: float | None = None
    clone_us: float | None = None
    note: str = ""


Choose = Callable[[int], int]
Copy = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Peer:
    """A game to measure: `match` plays one at random and returns its decisions.

    `copies`, where the peer has a copy, plays one match and returns its positions' copy methods.
    """

    name: str
    game: str
    match: Callable[[], int]
    copies: Callable[[], list[Copy]] | None = None


def chooser(seed: int = 7) -> Choose:
    """`choose(n)` is a number below n; several times cheaper than `random.choice`."""
    draw = random.Random(seed).random
    return lambda n: int(draw() * n)


def catanatron() -> Iterator[Peer]:
    from catanatron import Color, Game, RandomPlayer
    from catanatron.game import TURNS_LIMIT

    seeds = random.Random(7)

    def positions() -> Iterator[Any]:
        players = [RandomPlayer(color) for color in Color]
        game = Game(players, seed=seeds.randrange(1, 1 << 32))
        while game.winning_color() is None and game.state.num_turns < TURNS_LIMIT:
            yield game
            game.play_tick()

    def match() -> int:
        return sum(1 for _ in positions())

    def copies() -> list[Copy]:
        return [game.copy().copy for game in positions()]

    yield Peer("Catanatron", "4 random players", match, copies)


def open_spiel() -> Iterator[Peer]:
    import pyspiel

    for short_name in CPP_GAMES:
        yield open_spiel_game("OpenSpiel C++", short_name, pyspiel.load_game(short_name))


def open_spiel_python() -> Iterator[Peer]:
    import open_spiel.python.games  # noqa: F401  (importing registers them)
    import pyspiel

    for short_name in PYTHON_GAMES:
        yield open_spiel_game("OpenSpiel Python", short_name, pyspiel.load_game(short_name))


def open_spiel_game(name: str, short_name: str, game: Any) -> Peer:
    choose = chooser()

    def match() -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            # Chance is drawn evenly too: cheaper than by weight, and never slower for the peer.
            if not state.is_chance_node():
                decisions += 1
            actions = state.legal_actions()
            state.apply_action(actions[choose(len(actions))])
        return decisions

    def copies() -> list[Copy]:
        state = game.new_initial_state()
        found: list[Copy] = []
        while not state.is_terminal():
            if not state.is_chance_node():
                found.append(state.clone().clone)
            actions = state.legal_actions()
            state.apply_action(actions[choose(len(actions))])
        return found

    return Peer(name, short_name, match, copies)


def pettingzoo() -> Iterator[Peer]:
    from importlib import import_module

    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    for module in PETTINGZOO_GAMES:
        env = import_module(f"pettingzoo.classic.{module}").raw_env()
        yield Peer("PettingZoo, raw", module, pettingzoo_match(env))


def pettingzoo_match(env: Any) -> Callable[[], int]:
    choose = chooser()
    seeds = random.Random(7)

    def match() -> int:
        env.reset(seed=seeds.randrange(1 << 31))
        decisions = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            actions = observation["action_mask"].nonzero()[0]
            env.step(int(actions[choose(len(actions))]))
            decisions += 1
        return decisions

    return match


def rlcard() -> Iterator[Peer]:
    import rlcard

    for game in RLCARD_GAMES:
        yield Peer("RLCard", game, rlcard_match(rlcard.make(game, config={"seed": 7})))


def rlcard_match(env: Any) -> Callable[[], int]:
    choose = chooser()

    def match() -> int:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            actions = list(state["legal_actions"])
            state, _ = env.step(actions[choose(len(actions))])
            decisions += 1
        return decisions

    return match


PEERS: dict[str, Callable[[], Iterator[Peer]]] = {
    "Catanatron": catanatron,
    "OpenSpiel C++": open_spiel,
    "OpenSpiel Python": open_spiel_python,
    "PettingZoo, raw": pettingzoo,
    "RLCard": rlcard,
}


def decisions_per_second(match: Callable[[], int], seconds: float) -> float:
    """The median of three slices of whole matches, after a warm-up."""
    gc.collect()
    speed(match, seconds / 4)
    return median(speed(match, seconds / 3) for _ in range(3))


def speed(match: Callable[[], int], seconds: float) -> float:
    decisions = 0
    start = process_time()
    while (spent := process_time() - start) < seconds or not decisions:
        decisions += match()
    return decisions / spent


def clone_us(copies: list[Copy], seconds: float) -> float:
    """The mean over the positions of one match, all equally often, after one round of warm-up."""
    for copy in copies:
        copy()
    gc.collect()
    rounds = 0
    start = process_time()
    while (spent := process_time() - start) < seconds / 4 or not rounds:
        for copy in copies:
            copy()
        rounds += 1
    return spent / (rounds * len(copies)) * 1e6


def measure(peer: Peer, seconds: float) -> PeerResult:
    return PeerResult(
        peer.name,
        peer.game,
        decisions_per_second(peer.match, seconds),
        clone_us(peer.copies(), seconds) if peer.copies else None,
    )


def measure_peers(seconds: float) -> list[PeerResult]:
    """Every peer that is installed, each game for about this many CPU seconds.

    A peer that is missing or breaks is one result with a note: it must not stop the others.
    """
    results: list[PeerResult] = []
    for name, peers in PEERS.items():
        try:
            results.extend(measure(peer, seconds) for peer in peers())
        except ImportError as error:
            results.append(PeerResult(name, "", note=f"not installed ({error})"))
        except Exception as error:
            results.append(PeerResult(name, "", note=f"failed ({error!r})"))
    return results


def table(results: list[PeerResult]) -> str:
    lines = [f"{'peer':<18}{'game':<24}{'decisions/s':>12}{'clone µs':>10}"]
    for result in results:
        speed = f"{result.decisions_per_second:,.0f}" if result.decisions_per_second else ""
        clone = f"{result.clone_us:.2f}" if result.clone_us else "-"
        figures = result.note or f"{speed:>12}{clone:>10}"
        lines.append(f"{result.name:<18}{result.game:<24}{figures}")
    return "\n".join(lines)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Measure other engines' random play.")
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU seconds for each game")
    print(table(measure_peers(parser.parse_args().seconds)))
