"""`ludarium verify`: whether a record is true, from its pledge to its result."""

from __future__ import annotations

from pathlib import Path

import click

from ludarium.cli.common import bad_record, read_text


@click.command(
    "verify",
    short_help="Check that a record is true.",
    epilog="""\b
Examples:
  ludarium verify evening.record""",
)
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
def command(file: Path) -> None:
    """Replay the record in FILE and check every answer, shuffle, the result and the pledge."""
    import ludarium
    from ludarium.core import records

    with bad_record(file):
        text = read_text(file)
        verdict = ludarium.verify(text)
    nature = [line for _, line in records.read(text).answers if line.startswith("nature ")]
    actions = _count(verdict.answers - len(nature), "action")
    if all(line.startswith("nature shuffle ") for line in nature):
        chance = _count(len(nature), "shuffle")
    else:
        chance = _count(len(nature), "answer") + " of chance"
    state = "finished" if verdict.finished else "not finished"
    if verdict.proven:
        proof = "the seed fits the pledge and gives every shuffle"
    else:
        proof = "the seed is not revealed, so the shuffles are not proven"
    click.echo(f"{file}: true; {actions}, {chance}, {state}; {proof}")


def _count(number: int, what: str) -> str:
    return f"{number} {what}" + ("" if number == 1 else "s")
