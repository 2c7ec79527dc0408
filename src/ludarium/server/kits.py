"""Everything about a game that does not change while it is played, made once and shared."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

import ludarium
from ludarium.core.errors import InvalidInput, Refused, nearest
from ludarium.core.game import Game, Room
from ludarium.core.options import check_end
from ludarium.core.talk import Talk, talk_for
from ludarium.core.words import Words
from ludarium.server.wire import ClockRule


class Kit:
    """A game with its talk and its words."""

    __slots__ = (
        "can_concede", "cards", "clock", "endless", "game", "header", "meant", "talk", "words",
    )  # fmt: skip

    def __init__(self, game: Game) -> None:
        self.game = game
        self.header = game.rules.header()
        """What every view says of the rules in force."""
        self.talk: Talk = talk_for(game)
        self.words = Words.load(game.room.folder)
        self.cards = self.talk.cards()
        self.can_concede = _can_concede(game)
        self.clock = _clock(game)
        """The clock that the options name, where the game has a word for one."""
        self.endless = _is_endless(game)
        """Whether nothing but somebody's win would end a match."""
        self.meant = lru_cache(maxsize=4096)(self._meant)
        """By notation: the arguments of an action, and the things that it points at."""

    def _meant(self, do: str) -> tuple[Mapping[str, object], list[str]]:
        action = self.game.grammar.parse(do)
        return action.record, self.talk.things(action)

    def card_name(self, code: str) -> str:
        return str(self.cards[code]["name"]) if code in self.cards else code


def kit_for(slug: str, options: Mapping[str, object]) -> Kit:
    """The kit of a game and its options, `players` among them; shared by all tables alike."""
    usual = {option.name: option.default for option in ludarium.room(slug).options}
    return _kit(slug, msgspec.json.encode({**usual, "players": 2, **options}, order="sorted"))


def kit_of(game: Game) -> Kit:
    """The kit that a game shares with all that have its options."""
    return kit_for(game.room.slug, {**game.options, "players": game.players})


def typed_in(options: Mapping[str, object]) -> bool:
    """Whether some content comes with the options: its kit has to be made, and that takes long."""
    return any(isinstance(value, (Mapping, list)) for value in options.values())


@lru_cache(maxsize=64)
def _kit(slug: str, options: bytes) -> Kit:
    return Kit(ludarium.game(slug, **msgspec.json.decode(options)))


def check_options(slug: str, given: Mapping[str, object]) -> dict[str, object]:
    """Every option of a game with its value, as a table keeps them.

    Content comes shipped or in the request itself: nobody opens files here by their names.
    """
    room = ludarium.room(slug)
    for option in room.options:
        value = given.get(option.name)
        shipped = shipped_content(room)
        if option.free and isinstance(value, str) and value not in shipped:
            raise InvalidInput(
                f"{option.name}: nothing shipped is called {value!r}" + nearest(value, shipped)
            )
    game = kit_for(slug, given).game
    return {**game.options, "players": game.players}


def shipped_content(room: Room) -> list[str]:
    """What a game can be played with out of the box, by name."""
    return sorted(
        path.stem for path in room.content_folder().glob("*") if path.suffix in ("", ".toml")
    )


def _clock(game: Game) -> ClockRule | None:
    preset = game.room.clocks.get(str(game.options.get("clock")))
    if preset is None:
        return None
    mode, seconds = preset
    return msgspec.convert({"mode": mode, "seconds": seconds}, ClockRule)


def _is_endless(game: Game) -> bool:
    try:
        check_end(game.room.options, game.options)
    except InvalidInput:
        return True
    return False


def _can_concede(game: Game) -> bool:
    try:
        game.start(seed=0).concede(0)
    except Refused:
        return False
    return True
