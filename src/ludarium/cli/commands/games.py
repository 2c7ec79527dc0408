"""`ludarium games`: what is on the shelf."""

from __future__ import annotations

import click

from ludarium.cli.common import make_console

FACTS = ("slug", "title", "players", "minutes", "ages")


@click.command(
    "games",
    short_help="List the games.",
    epilog="""\b
Examples:
  ludarium games
  ludarium play tears-of-nature""",
)
def command() -> None:
    """List the games: the name for other commands, title, players, minutes, ages and a pitch."""
    from rich.padding import Padding
    from rich.text import Text

    import ludarium
    from ludarium.core.clauses import load_rulebook

    console = make_console()
    shelf = [load_rulebook(ludarium.room(slug)).about for slug in ludarium.games()]
    rows = [[str(about.get(fact, "")) for fact in FACTS] for about in shelf]
    widths = [max(map(len, column)) for column in zip(FACTS, *rows, strict=True)]

    def line(cells: list[str]) -> Text:
        padded = (cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
        return Text("   ".join(padded).rstrip())

    heading = line(list(FACTS))
    heading.stylize("dim")
    console.print(heading)
    for about, row in zip(shelf, rows, strict=True):
        entry = line(row)
        entry.stylize("bold", 0, len(row[0]))
        console.print(entry)
        console.print(Padding(Text(str(about.get("pitch", "")), style="dim"), (0, 0, 0, 2)))
