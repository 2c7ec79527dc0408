"""`ludarium rules`: the numbered rulebook, one clause with its rulings, or what covers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ludarium.cli.common import game_argument, make_console

if TYPE_CHECKING:
    from rich.console import Console

    from ludarium.core.game import Room


@click.command(
    "rules",
    short_help="Read the rules of a game.",
    epilog="""\b
Examples:
  ludarium rules tears-of-nature
  ludarium rules tears-of-nature TN-6.6
  ludarium rules tears-of-nature --coverage""",
)
@game_argument
@click.argument("clause", required=False, metavar="[ID]")
@click.option("--coverage", is_flag=True, help="Which clauses lack code or a scenario.")
def command(game: str, clause: str | None, coverage: bool) -> int:
    """Print the rulebook of GAME, or the clause ID with the rulings that explain it."""
    import ludarium

    room = ludarium.room(game)
    console = make_console()
    if coverage:
        if clause is not None:
            raise click.UsageError("--coverage is about the whole rulebook; leave the ID out")
        return _coverage(console, room)
    if clause is not None:
        _clause(console, room, clause)
    else:
        _rulebook(console, room)
    return 0


def _rulebook(console: Console, room: Room) -> None:
    from rich.text import Text

    from ludarium.cli.terminal.explain import clauses_grid, prose
    from ludarium.core.clauses import load_rulebook

    book = load_rulebook(room)
    console.print(Text(room.title, style="bold"))
    console.print(prose(book.introduction))
    for section, clauses in book.sections().items():
        console.print()
        console.print(Text(section, style="bold underline"))
        console.print(clauses_grid(clauses))


def _clause(console: Console, room: Room, wanted: str) -> None:
    from rich.text import Text

    from ludarium.cli.terminal.explain import clause_text
    from ludarium.core.clauses import citations, load_rulebook, shown

    book = load_rulebook(room)
    console.print(clause_text(book, wanted))
    name = book.clause(wanted).id
    places = [str(place) for place in citations(room).get(name, [])]
    scenarios = [path.name for path in shown(room).get(name, [])]
    console.print()
    for label, found in (("code", places), ("scenarios", scenarios)):
        console.print(Text(f"{label}: {', '.join(found) or 'none'}", style="dim"))


def _coverage(console: Console, room: Room) -> int:
    from ludarium.core.clauses import coverage

    found = coverage(room)
    gaps = (
        ("without code", found.without_code),
        ("without scenario", found.without_scenario),
        ("cited but not in the rulebook", found.unknown),
    )
    for label, names in gaps:
        if names:
            console.print(f"{label}: {', '.join(names)}")
    console.print(found.summary)
    return 0 if found.complete else 1
