"""`ludarium verify`: whether a record is true, from its pledge to its result."""

from __future__ import annotations

from pathlib import Path

import click

from ludarium.cli.common import read_text


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
    from ludarium.core.errors import InvalidInput

    try:
        verdict = ludarium.verify(read_text(file))
    except InvalidInput as error:
        raise click.ClickException(f"{file}: {str(error).removeprefix(f'{file}: ')}") from None
    state = "finished" if verdict.finished else "not finished"
    if verdict.proven:
        proof = "the seed fits the pledge and gives every shuffle"
    else:
        proof = "the seed is not revealed, so the shuffles are not proven"
    click.echo(f"{file}: true; {verdict.answers} answers, {state}; {proof}")
