"""`ludarium scenario`: run scenario files and say which hold."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from ludarium.cli.common import make_console


@click.command(
    "scenario",
    short_help="Run scenario files.",
    epilog="""\b
Examples:
  ludarium scenario src/ludarium/games/tears_of_nature/scenarios
  ludarium scenario my-puzzle.toml""",
)
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE..."
)
@click.option("-q", "--quiet", is_flag=True, help="Name only those that fail.")
def command(files: tuple[Path, ...], quiet: bool) -> int:
    """Run the scenarios in FILEs, or in all .toml files of a folder, and say which hold."""
    from rich.text import Text

    import ludarium
    from ludarium.cli.tables.layout import put
    from ludarium.core.errors import InvalidInput
    from ludarium.core.scenarios import run_file

    console = make_console()
    failed = total = 0
    for path in _found(files):
        total += 1
        try:
            outcome = run_file(path, ludarium.game)
        except InvalidInput as error:
            failed += 1
            click.echo(f"ludarium: {error}", err=True)
            continue
        if outcome.passed and not quiet:
            line = Text().append("pass", style="green").append(f"  {path.name}  ")
            console.print(line.append(outcome.title, style="dim"), soft_wrap=True)
        if outcome.failure is not None:
            failed += 1
            line = Text().append("FAIL", style="bold red").append(f"  {path.name}  ")
            console.print(line.append(outcome.title, style="dim"), soft_wrap=True)
            put(console, Text(outcome.failure), 6)
    console.print(f"{total - failed} of {total} scenarios pass")
    return 1 if failed else 0


def _found(files: tuple[Path, ...]) -> Iterator[Path]:
    for path in files:
        if path.is_dir():
            inside = sorted(path.glob("**/*.toml"))
            if not inside:
                raise click.UsageError(f"{path}: no .toml file in that folder")
            yield from inside
        elif path.exists() and not path.is_file():
            raise click.UsageError(f"{path}: neither a file nor a folder")
        else:
            yield path
