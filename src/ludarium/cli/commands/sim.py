"""`ludarium sim`: bots play each other many times, and the figures are printed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from ludarium.cli.common import game_argument, gather_options, make_console, rule_options

if TYPE_CHECKING:
    from rich.table import Table

    from ludarium.sim import Report, Share, Spread


@click.command(
    "sim",
    short_help="Let bots play each other many times.",
    epilog="""\b
Examples:
  ludarium sim tears-of-nature --games 1000 --bots steady,random
  ludarium sim galatune --players 3 --bots steady --json""",
)
@game_argument
@rule_options
@click.option("--games", type=click.IntRange(min=1), default=100, show_default=True, metavar="N")
@click.option("--bots", default="steady,random", show_default=True, metavar="A,B")
@click.option("--seed", type=int, default=0, show_default=True, metavar="S")
@click.option("--processes", type=click.IntRange(min=1), metavar="P", help="Default: all cores.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.option("--timing", is_flag=True, help="With --json: add the times, which never repeat.")
def command(
    game: str,
    ruleset: str | None,
    players: int | None,
    options: tuple[str, ...],
    games: int,
    bots: str,
    seed: int,
    processes: int | None,
    as_json: bool,
    timing: bool,
) -> None:
    """Let bots play GAME against each other; the same seed gives the same figures."""
    from ludarium.sim import simulate

    given = gather_options(ruleset, players, options)
    names = [name.strip() for name in bots.split(",")]
    if timing and not as_json:
        raise click.UsageError("--timing belongs to --json; the times are printed here anyway")
    with _progress(games) as progress:
        report = simulate(game, given, names, games, seed, processes, progress)
    if as_json:
        click.echo(json.dumps(report.as_dict(timing=timing), indent=1))
    else:
        _print(report, _options(game, report.options))


def _options(slug: str, given: Mapping[str, object]) -> str:
    """The rules in force: what the game is called by, and what is not as usual."""
    import ludarium

    game = ludarium.game(slug, **given)
    usual = {option.name: option.default for option in game.room.options}
    told = {"players": game.players, **{name: game.options[name] for name in game.room.header_keys}}
    told |= {name: value for name, value in game.options.items() if value != usual[name]}
    return " ".join(
        f"{name}={value if isinstance(value, (str, int)) else '(own)'}"
        for name, value in told.items()
    )


@contextmanager
def _progress(games: int) -> Iterator[Callable[[int], None] | None]:
    """A bar on stderr, where somebody may be watching."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    if not console.is_terminal or console.is_dumb_terminal:
        yield None
        return
    with Progress(console=console, transient=True) as bar:
        task = bar.add_task("playing", total=games)
        yield lambda done: bar.update(task, completed=done)


def _print(report: Report, options: str) -> None:
    from ludarium.cli.tables.layout import put

    console = make_console()
    console.print(f"{report.game} {options}")
    console.print(f"{report.games} games, seed {report.seed}")
    console.print()
    wins = _grid("bot", "chairs", "wins", "rate", "95% interval", "shared")
    for bot in report.bots:
        wins.add_row(bot.label, str(bot.chairs), *_share(bot.share), str(bot.shared))
    put(console, wins)
    console.print()
    seats = _grid("seat", "wins", "rate", "95% interval")
    for seat, share in enumerate(report.seats):
        seats.add_row(str(seat), *_share(share))
    put(console, seats)
    console.print()
    lengths = _grid("length", "mean", "median", "90%", "least", "most")
    lengths.add_row("turns", *_spread(report.turns))
    lengths.add_row("decisions", *_spread(report.decisions))
    put(console, lengths)
    console.print()
    reasons = _grid("ended by", "games")
    for reason, count in report.reasons.items():
        reasons.add_row(reason, str(count))
    put(console, reasons)
    console.print()
    speed = f"{report.decisions_per_second:,.0f} decisions/s"
    many = "process" if report.processes == 1 else "processes"
    console.print(f"{speed}, {report.seconds:.1f} s on {report.processes} {many}")


def _grid(*headings: str) -> Table:
    from rich.table import Table

    grid = Table(box=None, padding=(0, 3, 0, 0), pad_edge=False, header_style="dim")
    for at, heading in enumerate(headings):
        grid.add_column(heading, justify="right" if at else "left", no_wrap=True)
    return grid


def _share(share: Share) -> tuple[str, str, str]:
    low, high = share.interval
    return str(share.wins), f"{share.rate:.1%}", f"{low:.1%} - {high:.1%}"


def _spread(spread: Spread) -> tuple[str, ...]:
    exact = (spread.p90, spread.least, spread.most)
    return (f"{spread.mean:.1f}", f"{spread.median:g}", *map(str, exact))
