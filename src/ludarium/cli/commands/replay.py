"""`ludarium replay`: a record told step by step."""

from __future__ import annotations

from pathlib import Path

import click

from ludarium.cli.common import bad_record, make_console, needs_ascii, read_text


@click.command(
    "replay",
    short_help="Tell a record step by step.",
    epilog="""\b
Examples:
  ludarium replay evening.record
  ludarium replay evening.record --to 12 --seat 0""",
)
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--to", type=click.IntRange(min=0), metavar="N", help="Stop after action N.")
@click.option("--seat", type=int, metavar="S", help="See it with the eyes of a seat.")
@click.option("--all", "everything", is_flag=True, help="See everything, the secrets too.")
def command(file: Path, to: int | None, seat: int | None, everything: bool) -> None:
    """Tell the match in FILE, one action in a line, and show the last table.

    Secrets stay hidden, as for a spectator, unless --seat or --all asks for them.
    """
    from ludarium.cli.terminal.retelling import Retelling

    if seat is not None and everything:
        raise click.UsageError("--seat and --all exclude each other")
    console = make_console()
    with bad_record(file):
        retelling = Retelling(read_text(file), everything, needs_ascii(console))
    if seat is not None:
        retelling.see_as(seat)
    with bad_record(file):
        retelling.tell(console, to)
    if to is not None and to > retelling.actions:
        click.echo(f"{file}: only {retelling.actions} actions, so --to {to} is its end", err=True)
