"""The games on the shelf as forms: what set-up screens, rulebook pages and sentences need."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import ludarium
from ludarium.bots import BOTS
from ludarium.core.clauses import load_rulebook, scenario_files
from ludarium.core.content import read_toml
from ludarium.core.errors import InvalidInput, nearest
from ludarium.core.game import Room
from ludarium.core.options import Option, OptionValue
from ludarium.core.scenarios import Head, load_scenario
from ludarium.server.forms import (
    ClauseInfo,
    GameInfo,
    OptionInfo,
    RulebookInfo,
    SectionInfo,
    Word,
)
from ludarium.server.kits import kit_for
from ludarium.server.library import Library
from ludarium.server.problems import NotFound
from ludarium.server.wire import Json

WORDS: Final = re.compile(r"words(?:\.(?P<language>[a-z]{2,3}))?\.toml")
ENGLISH: Final = "en"
SHIPPED: Final = "As it comes with the game."
OWN: Final = "Put on the shelf by whoever runs this server."


class Shelf:
    """Every game that can be played here; what is read once is kept."""

    def __init__(self, library: Library | None = None) -> None:
        self._library = library or Library()
        self._games: dict[str, GameInfo] = {}
        self._words: dict[tuple[str, str], Json] = {}
        self._rulebooks: dict[str, RulebookInfo] = {}

    def games(self) -> list[GameInfo]:
        return [self.game(slug) for slug in ludarium.games()]

    def game(self, slug: str) -> GameInfo:
        if slug not in self._games:
            self._games[slug] = game_info(find_room(slug), self._library)
        return self._games[slug]

    def words(self, slug: str, language: str) -> Json:
        """The words of a game in a language."""
        if (slug, language) not in self._words:
            room = find_room(slug)
            files = word_files(room)
            if language not in files:
                known = ", ".join(files)
                raise NotFound(f"{room.title} has no words in {language!r}; there are: {known}")
            self._words[slug, language] = read_toml(files[language])
        return self._words[slug, language]

    def rulebook(self, slug: str) -> RulebookInfo:
        if slug not in self._rulebooks:
            self._rulebooks[slug] = rulebook_info(find_room(slug))
        return self._rulebooks[slug]

    def scenario(self, slug: str, name: str) -> Path:
        """The file of a scenario."""
        files = {path.stem: path for path in scenario_files(find_room(slug))}
        if name not in files:
            raise NotFound(f"no scenario {name!r}{nearest(name, files)}")
        return files[name]


def find_room(slug: str) -> Room:
    """The room of a slug, or NotFound."""
    try:
        return ludarium.room(slug)
    except InvalidInput as error:
        raise NotFound(str(error)) from None


# Games


def game_info(room: Room, library: Library) -> GameInfo:
    """A game as the lobby and the set-up screen show it."""
    about = load_rulebook(room).about
    seats = [_seats(room, {}), *_seats_by_word(room)]
    return GameInfo(
        slug=room.slug,
        title=room.title,
        pitch=str(about.get("pitch", "")),
        players=str(about.get("players", "")),
        minutes=str(about.get("minutes", "")),
        ages=str(about.get("ages", "")),
        designers=_names(about.get("designers")),
        testers=_names(about.get("testers")),
        publisher=str(about.get("publisher", "")),
        notice=str(about.get("notice", "")),
        rules=room.version,
        least=min(least for least, _ in seats),
        most=max(most for _, most in seats),
        options=[_option_info(room, option, library) for option in room.options],
        bots=list(BOTS),
        page=str(about.get("page", "")),
        lot=room.draws_seats,
    )


def _names(value: object) -> list[str]:
    return [str(name) for name in value] if isinstance(value, list) else []


def _option_info(room: Room, option: Option, library: Library) -> OptionInfo:
    words, texts = option.words, option.word_texts or ("",) * len(option.words)
    if option.free:
        own = library.names(room.slug)
        words, texts = (str(option.default), *own), (SHIPPED, *[OWN] * len(own))
    return OptionInfo(
        name=option.name,
        default=option.default,
        text=option.text,
        clause=option.clause,
        words=[
            Word(word, text, list(_seats(room, {option.name: word})))
            for word, text in zip(words, texts, strict=True)
        ],
        least=option.least,
        most=option.most,
        seat=option.seat,
        free=option.free,
        names=_names_of(room) if option.names else [],
    )


def _names_of(room: Room) -> list[str]:
    """What the cards of the deck are called, in their order."""
    kit = kit_for(room.slug, {})
    codes = dict.fromkeys(kit.game.cards.codes(kit.game.rules.pools[""]))
    return list(dict.fromkeys(kit.card_name(code) for code in codes))


def _seats(room: Room, given: dict[str, OptionValue]) -> tuple[int, int]:
    """The fewest and most seats with these options, all else as it is by default."""
    defaults = {option.name: option.default for option in room.options}
    least, most, _ = room.seats({**defaults, **given})
    return least, most


def _seats_by_word(room: Room) -> Iterable[tuple[int, int]]:
    for option in room.options:
        for word in option.words:
            yield _seats(room, {option.name: word})


def word_files(room: Room) -> dict[str, Path]:
    """By language: `words.toml` is English, `words.de.toml` would be German."""
    found = {
        match["language"] or ENGLISH: path
        for path in sorted(room.folder.glob("words*.toml"))
        if (match := WORDS.fullmatch(path.name))
    }
    return dict(sorted(found.items()))


# Rulebooks


def rulebook_info(room: Room) -> RulebookInfo:
    """A rulebook with the names of the scenarios that show each clause on a table."""
    book = load_rulebook(room)
    shown = _shown(room)
    return RulebookInfo(
        game=room.slug,
        title=room.title,
        introduction=book.introduction,
        sections=[
            SectionInfo(
                title=title,
                clauses=[
                    ClauseInfo(
                        id=clause.id,
                        text=clause.text,
                        social=clause.social,
                        touches=list(clause.touches),
                        scenarios=shown.get(clause.id, []),
                    )
                    for clause in clauses
                ],
            )
            for title, clauses in book.sections().items()
        ],
    )


def _shown(room: Room) -> dict[str, list[str]]:
    """By clause: the scenarios that can be shown on a table."""
    found: dict[str, list[str]] = {}
    for path in scenario_files(room):
        head = load_scenario(path).head
        if is_shown(head):
            for clause in head.clauses:
                found.setdefault(clause, []).append(path.stem)
    return found


def is_shown(head: Head) -> bool:
    """Whether a scenario has a table to look at: some only show that none can be set up."""
    return head.rejected is None
