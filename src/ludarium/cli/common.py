"""Arguments that several commands share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

import click

from ludarium.core.errors import InvalidInput, Refused

if TYPE_CHECKING:
    from rich.console import Console

SIGNS: Final = "△▽▲▼○─·"

LARGEST: Final = 16 << 20
"""Bytes of a save or record; real ones have some thousands."""

SHOWN: Final = 80
"""Letters of a line in a file that are repeated when it is wrong."""

F = TypeVar("F", bound=Callable[..., object])


def game_argument(function: F) -> F:
    return click.argument("game", metavar="GAME")(function)


def rule_options(function: F) -> F:
    """`--ruleset`, `--players` and any other option of the game as `-o NAME=VALUE`."""
    for decorate in (
        click.option(
            "-o",
            "--option",
            "options",
            multiple=True,
            metavar="NAME=VALUE",
            help="Any option of the game, e.g. end_rule=cold_war or deck=FILE; may be repeated.",
        ),
        click.option("--players", type=click.IntRange(min=1), help="How many sit at the table."),
        click.option("--ruleset", metavar="NAME", help="The rule set to play."),
    ):
        function = decorate(function)
    return function


def gather_options(
    ruleset: str | None, players: int | None, pairs: Sequence[str]
) -> dict[str, object]:
    """The options of the command line as keywords of `ludarium.game`."""
    given: dict[str, object] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        name, value = name.strip(), value.strip()
        if not equals or not name or not value:
            raise click.UsageError(f"-o {pair}: write NAME=VALUE")
        _give(given, name, int(value) if name == "players" and value.isdecimal() else value)
    if ruleset is not None:
        _give(given, "ruleset", ruleset)
    if players is not None:
        _give(given, "players", players)
    return given


def _give(given: dict[str, object], name: str, value: object) -> None:
    if name in given and given[name] != value:
        raise click.UsageError(f"{name}: given twice, as {given[name]} and as {value}")
    given[name] = value


def read_text(path: Path) -> str:
    """A text file of the user's."""
    with path.open("rb") as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:  # a device would never end
        raise InvalidInput(f"{path}: larger than {LARGEST >> 20} MB")
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise InvalidInput(f"{path}: not a text file in UTF-8") from None


@contextmanager
def bad_record(path: Path) -> Iterator[None]:
    """What is wrong with a record: one line with its file, rules in words."""
    try:
        yield
    except InvalidInput as error:
        told = str(error).removeprefix(f"{path}: ")
        refused = error.__context__
        if isinstance(refused, Refused):
            told = told.removesuffix(str(refused)) + _why(path, refused)
        told = re.sub(r"'[^']*'", lambda quoted: f"'{shorten(quoted[0][1:-1], SHOWN)}'", told)
        raise click.ClickException(f"{path}: {told}") from None


def _why(path: Path, refused: Refused) -> str:
    """A refusal in the words of the game, whose name stands at the top of the record."""
    import ludarium
    from ludarium.cli.tables import drawing_for
    from ludarium.core import records
    from ludarium.core.words import Voice, Words

    record = records.read(read_text(path))
    game = ludarium.game(record.slug, **record.options)
    words = Words.load(game.room.folder)
    voice = Voice([f"P{seat}" for seat in range(game.players)], drawing_for(game, words).card)
    said = words.say("refusals", refused.key, refused.facts, voice)
    return f"{said} ({refused.clause})"


def typed_path(text: str) -> Path:
    """A path as people type it."""
    if not text.isprintable():
        raise InvalidInput(f"{text!r} cannot be the name of a file")
    try:
        return Path(text).expanduser()
    except RuntimeError:  # ~somebody who does not exist
        return Path(text)


def shorten(text: str, most: int) -> str:
    """A text, or its beginning where it is too long to repeat."""
    return text if len(text) <= most else text[: most - 3].rstrip() + "..."


def os_message(error: OSError) -> str:
    """What the system says, with the file it says it of."""
    what = error.strerror or str(error)
    return f"{error.filename}: {what}" if error.filename else what


def needs_ascii(console: Console) -> bool:
    """Whether the signs of the tables cannot be printed there."""
    try:
        SIGNS.encode(console.encoding)
    except (UnicodeEncodeError, LookupError):
        return True
    return False


def make_console() -> Console:
    """Where commands print; colour only where the terminal and NO_COLOR allow it."""
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False)
