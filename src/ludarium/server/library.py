"""Content that whoever runs the server puts on the shelf beside what is shipped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

import ludarium
from ludarium.core.errors import InvalidInput
from ludarium.core.game import Room
from ludarium.core.options import Option
from ludarium.server.kits import shipped_content

SHAPE: Final = "write GAME=PATH, as in galatune=my-cards"


class Library:
    """By game, sets of content that tables may ask for by name."""

    def __init__(self) -> None:
        self._sets: dict[str, dict[str, object]] = {}

    @classmethod
    def of(cls, given: Iterable[str]) -> Library:
        """Read sets given as GAME=PATH; each is called after its file or folder."""
        library = cls()
        for entry in given:
            slug, equals, path = entry.partition("=")
            if not (slug and equals and path):
                raise InvalidInput(f"{entry}: {SHAPE}")
            library.add(slug, Path(path))
        return library

    def add(self, slug: str, path: Path) -> None:
        """Read one set; InvalidInput says what is wrong with it."""
        room = ludarium.room(slug)
        option = content_option(room)
        if path.stem in (*shipped_content(room), *self.names(slug)):
            raise InvalidInput(f"{path}: {path.stem!r} is on the shelf; call yours otherwise")
        game = ludarium.game(slug, **{option.name: str(path)})
        self._sets.setdefault(slug, {})[path.stem] = game.rules.embedded[option.name]

    def names(self, slug: str) -> list[str]:
        return list(self._sets.get(slug, {}))

    def filled_in(self, slug: str, options: Mapping[str, object]) -> dict[str, object]:
        """Options in which content that has a name here is given in full."""
        sets = self._sets.get(slug, {})
        return {
            name: sets[value] if isinstance(value, str) and value in sets else value
            for name, value in options.items()
        }


def content_option(room: Room) -> Option:
    """The option that names what a game is played with."""
    for option in room.options:
        if option.free:
            return option
    raise InvalidInput(f"{room.title} takes no content of one's own")
