"""`ludarium games`: what is on the shelf."""

from __future__ import annotations

import click

from ludarium.cli.common import make_console


@click.command(
    "games",
    short_help="List the games.",
    epilog="""\b
Examples:
  ludarium games
  ludarium play tears-of-nature""",
)
def command() -> None:
    """List the games: the name for other commands, a pitch, who can play, who made it."""
    from rich.text import Text

    import ludarium
    from ludarium.cli.tables.layout import put
    from ludarium.cli.terminal.explain import about_lines
    from ludarium.core.clauses import load_rulebook

    console = make_console()
    for at, slug in enumerate(ludarium.games()):
        about = load_rulebook(ludarium.room(slug)).about
        if at:
            console.print()
        title = Text().append(slug, style="bold").append(f"  {about.get('title', '')}")
        console.print(title)
        put(console, str(about.get("pitch", "")), 2)
        for line in about_lines(about):
            put(console, Text(line, style="dim"), 2)
