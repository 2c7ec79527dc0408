"""`ludarium rules`: the numbered rulebook, one clause with its rulings, or what covers it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from ludarium.cli.common import game_argument, make_console

if TYPE_CHECKING:
    from rich.console import Console

    from ludarium.core.clauses import Clause
    from ludarium.core.game import Room


@click.command(
    "rules",
    short_help="Read the rules of a game.",
    epilog="""\b
Examples:
  ludarium rules tears-of-nature
  ludarium rules tears-of-nature TN-6
  ludarium rules tears-of-nature 6.6
  ludarium rules tears-of-nature --coverage""",
)
@game_argument
@click.argument("clause", required=False, metavar="[ID]")
@click.option("--coverage", is_flag=True, help="Which clauses lack code or a scenario.")
def command(game: str, clause: str | None, coverage: bool) -> int:
    """Print the rulebook of GAME, a section, or the clause ID with the rulings that explain it."""
    import ludarium

    room = ludarium.room(game)
    console = make_console()
    if coverage:
        if clause is not None:
            raise click.UsageError("--coverage is about the whole rulebook; leave the ID out")
        return _coverage(console, room)
    if clause is not None:
        _clause(console, room, clause)
    elif console.is_terminal and not console.is_dumb_terminal:
        with console.capture() as book:
            _rulebook(console, room)
        click.echo_via_pager(book.get())
    else:
        _rulebook(console, room)
    return 0


def _rulebook(console: Console, room: Room) -> None:
    from rich.text import Text

    from ludarium.cli.tables.layout import put
    from ludarium.cli.terminal.explain import about_lines, prose
    from ludarium.core.clauses import load_rulebook

    book = load_rulebook(room)
    console.print(Text(room.title, style="bold"))
    for line in about_lines(book.about):
        put(console, Text(line, style="dim"))
    console.print()
    put(console, prose(book.introduction))
    for section, clauses in book.sections().items():
        console.print()
        _section(console, section, clauses)


def _section(console: Console, section: str, clauses: Sequence[Clause]) -> None:
    from rich.text import Text

    from ludarium.cli.tables.layout import put
    from ludarium.cli.terminal.explain import clauses_grid

    console.print(Text(section, style="bold underline"))
    put(console, clauses_grid(clauses))


def _clause(console: Console, room: Room, wanted: str) -> None:
    """One clause with everything about it, or a whole section."""
    from rich.text import Text

    from ludarium.cli.tables.layout import put
    from ludarium.cli.terminal.explain import clause_text, find_section, full_id
    from ludarium.core.clauses import citations, load_rulebook, shown

    book = load_rulebook(room)
    section = find_section(book, wanted)
    if section is not None:
        _section(console, section, book.sections()[section])
        return
    wanted = full_id(book, wanted)
    put(console, clause_text(book, wanted))
    name = book.clause(wanted).id
    places = [str(place) for place in citations(room).get(name, [])]
    scenarios = [path.name for path in shown(room).get(name, [])]
    console.print()
    for label, found in (("code", places), ("scenarios", scenarios)):
        put(console, Text(f"{label}: {', '.join(found) or 'none'}", style="dim"))


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
