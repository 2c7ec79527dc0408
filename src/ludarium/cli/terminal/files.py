"""Saves and records on disk: written whole or not at all, read with care."""

from __future__ import annotations

import contextlib
import errno
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

import ludarium
from ludarium.cli.common import read_text
from ludarium.cli.terminal.seats import Seat, check_name
from ludarium.core.content import decode
from ludarium.core.errors import InvalidInput, nearest

if TYPE_CHECKING:
    from ludarium.core.game import Game
    from ludarium.core.match import Match


class SavedSeat(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    name: str
    bot: str | None = None


class Save(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A save file: the game, who sits there, and the position."""

    ludarium: str
    game: str
    rules: int
    options: dict[str, object]
    seats: list[SavedSeat]
    position: dict[str, object]
    log: list[list[str]] = []
    """By seat: the sentences that seat has read; bots' lists are empty."""


def save(path: Path, match: Match, seats: list[Seat], log: list[list[str]]) -> None:
    """Write a match to a file."""
    game = match.game
    whole = Save(
        ludarium="save",
        game=game.room.slug,
        rules=game.room.version,
        options={**game.options, **game.rules.embedded, "players": game.players},
        seats=[SavedSeat(seat.name, seat.bot) for seat in seats],
        position=match.position(),
        log=log,
    )
    write_file(path, json.dumps(msgspec.to_builtins(whole), ensure_ascii=False, indent=1) + "\n")


def load(path: Path) -> tuple[Game, dict[str, object], list[Seat], list[list[str]]]:
    """The game, position, seats and log of a save file."""
    from ludarium.bots import BOTS

    try:
        data = json.loads(read_text(path))
    except (ValueError, RecursionError):
        raise InvalidInput(f"{path}: not a save file (no JSON)") from None
    if not isinstance(data, dict) or data.get("ludarium") != "save":
        raise InvalidInput(f"{path}: not a save file of Ludarium")
    found = decode(data, Save, str(path))
    try:
        room = ludarium.room(found.game)
        if found.rules > room.version:  # older ones play on: a save is a position, not a history
            raise InvalidInput(f"saved under rules {found.rules}, this program has {room.version}")
        game = ludarium.game(found.game, **found.options)
        game.start(position=found.position)
        if len(found.seats) != game.players:
            raise InvalidInput(f"seats: {len(found.seats)} for {game.players} players")
        seats: list[Seat] = []
        for seat in found.seats:
            if seat.bot is not None and seat.bot not in BOTS:
                raise InvalidInput(f"seats: no bot {seat.bot!r}{nearest(seat.bot, BOTS)}")
            seats.append(Seat(check_name(seat.name, [other.name for other in seats]), seat.bot))
    except InvalidInput as error:
        raise InvalidInput(f"{path}: {error}") from None
    log = found.log if len(found.log) == len(seats) else [[] for _ in seats]
    return game, found.position, seats, [list(map(_printable, lines)) for lines in log]


def _printable(line: str) -> str:
    """A line of a stranger's file without codes that would steer the terminal."""
    return "".join(char for char in line if char.isprintable())


def write_file(path: Path, text: str) -> None:
    """Write a file whole or not at all: beside it first, then in its place."""
    _write(path, text)


def check_place(path: Path) -> None:
    """Fail as `write_file` would where no file can be written at all; nothing is written."""
    _write(path, None)


def _write(path: Path, text: str | None) -> None:
    target = path.resolve()
    if target.exists() and not target.is_file():
        # A pipe or device cannot be replaced, only written to; a folder says so itself.
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if text is not None:
            target.write_text(text, encoding="utf-8")
        return
    beside = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with beside.open("x", encoding="utf-8") as file:
            file.write(text or "")
            file.flush()
            os.fsync(file.fileno())
        if text is not None:
            beside.replace(target)
        else:
            beside.unlink()
    except OSError as error:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from None
