"""The cards of Tears of Nature: deck files, and what each face means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

import msgspec

from ludarium.core.cards import Cards
from ludarium.core.content import decode, decode_entries, find_content, one_of, read_toml
from ludarium.core.errors import InvalidInput

ELEMENTS: Final = ("air", "earth", "fire", "water", "spirit")  # TN-1.2
TANGIBLE: Final = 0b01111
SPIRIT: Final = 0b10000
KINDS: Final = ("build", "attack", "defend", "wild")
STANDARD_COUNTS: Final = {"build": 40, "attack": 17, "defend": 6, "wild": 4}  # TN-1.1
LARGEST: Final = 500
"""Cards of a deck; a box has 67, and nobody types in more than a few."""
MOST_FACES: Final = 120
"""Different cards of a deck; a box has 60, and every two of them are looked at beforehand."""
CONTENT: Final = Path(__file__).parent / "content"


class Entry(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One entry of a deck file."""

    code: str
    kind: str
    name: str = ""
    elements: list[str] = []
    strength: int | None = None
    copies: int = 1
    source: str = "house"


class DeckFile(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A deck file; `file` is the path it came from, where a record carries the deck along."""

    cards: list[dict[str, object]]
    name: str = ""
    title: str = ""
    file: str = ""


class Face:
    """What a card says: its kind, its elements as bits, its printed strength."""

    __slots__ = ("code", "elements", "kind", "name", "printed", "strength")

    def __init__(self, entry: Entry) -> None:
        self.code = entry.code
        self.kind = entry.kind
        self.name = entry.name or entry.code
        self.elements = sum(1 << ELEMENTS.index(element) for element in entry.elements)
        self.printed = entry.strength or 0
        """For matching; R-31: a Spirit card has one too."""
        self.strength = 0 if self.elements & SPIRIT else self.printed  # TN-1.6, TN-1.11
        """For sums: wild and Spirit count 0."""

    @property
    def is_build(self) -> bool:
        return self.kind == "build"

    @property
    def is_wild(self) -> bool:
        return self.kind == "wild"

    @property
    def is_spirit(self) -> bool:
        return bool(self.elements & SPIRIT)  # TN-1.7


class Deck:
    """A loaded deck: faces in file order, which is the order of all lists (R-72)."""

    __slots__ = ("cards", "entries", "faces", "file", "name", "shipped")

    def __init__(self, name: str, entries: list[Entry], file: str, shipped: bool) -> None:
        self.name = name
        self.entries = entries
        self.file = file
        """The shipped name or the path, if the deck came from one."""
        self.shipped = shipped
        self.faces = [Face(entry) for entry in entries]
        self.cards = Cards((entry.code, entry.copies) for entry in entries)

    def face_of(self, card: int) -> Face:
        return self.faces[self.cards.face[card]]

    def plain(self) -> dict[str, object]:
        """The deck as data that `load_deck` takes again, so that records stand alone."""
        cards = [msgspec.to_builtins(entry) for entry in self.entries]
        return {"name": self.name, "cards": cards, "file": self.file}

    def written(self) -> object:
        """The deck as positions name it: where it came from, else all of it."""
        return self.file or self.plain()

    def warnings(self, players: int, with_spirit: bool) -> list[str]:
        """What is unusual about a deck, though it can be played."""
        found = []
        for kind, usual in STANDARD_COUNTS.items():
            count = sum(entry.copies for entry in self.entries if entry.kind == kind)
            if count != usual:
                found.append(f"{count} {kind} cards instead of {usual}")
        in_play = [
            card
            for card in range(len(self.cards))
            if with_spirit or not self.face_of(card).is_spirit
        ]
        if not can_bid(self, in_play, players):
            found.append("the dealer cannot be drawn for and is picked at random (R-64)")
        for entry in self.entries:
            if entry.kind == "build" and entry.copies > 1:
                found.append(
                    f"{entry.code} has {entry.copies} copies, so a pair may show one element"
                )
        return [f"{self.name}: {remark}" for remark in found]


def can_bid(deck: Deck, cards: Iterable[int], players: int) -> bool:
    """Whether these cards can decide who deals: enough build cards, and not all alike."""
    builds = 0
    strengths: set[int] = set()
    for card in cards:
        face = deck.face_of(card)
        if face.is_build:
            builds += 1
            strengths.add(face.printed)
            if builds >= players and len(strengths) > 1:
                return True
    return False


def load_deck(option: object) -> Deck:
    """The deck of an option: a shipped name, a file path, or the deck itself as plain data."""
    shipped = False
    if isinstance(option, (Mapping, list)):
        where, came_from = "deck", ""
        data = {"cards": option} if isinstance(option, list) else dict(option)
    else:
        path = find_content(str(option), CONTENT)
        where, came_from, data = path.name, str(option), read_toml(path)
        shipped = path.parent == CONTENT
    file = decode(data, DeckFile, where)
    entries = [
        msgspec.structs.replace(entry, elements=[name.lower() for name in entry.elements])
        for entry in decode_entries(file.cards, Entry, where, "card")
    ]
    for entry in entries:
        _check(entry, f"{where}: card {entry.code}")
    if sum(entry.copies for entry in entries) > LARGEST:
        raise InvalidInput(f"{where}: more than {LARGEST} cards")
    if len(entries) > MOST_FACES:
        raise InvalidInput(f"{where}: more than {MOST_FACES} different cards")
    codes = [entry.code for entry in entries]
    for code in codes:
        if codes.count(code) > 1:
            raise InvalidInput(f"{where}: two cards have the code {code}")
    return Deck(file.name or where, entries, came_from or file.file, shipped)


def _check(entry: Entry, where: str) -> None:
    if not entry.code or any(char.isspace() or char == "." for char in entry.code):
        raise InvalidInput(f"{where}: a code has no spaces and no dots")
    for text in (entry.code, entry.name):
        if not text.isprintable():
            raise InvalidInput(f"{where}: {text!r} cannot be printed")
    one_of(entry.kind, KINDS, f"{where}: kind")
    for element in entry.elements:
        one_of(element, ELEMENTS, f"{where}: elements")
    if entry.copies < 1:
        raise InvalidInput(f"{where}: copies: at least 1, not {entry.copies}")
    if entry.strength is not None and entry.strength < (1 if entry.kind == "build" else 0):
        raise InvalidInput(f"{where}: strength: {entry.strength} is too low")
    if len(set(entry.elements)) < len(entry.elements):
        raise InvalidInput(f"{where}: elements: one is named twice")
    if entry.kind == "build" and (len(entry.elements) != 1 or entry.strength is None):
        raise InvalidInput(f"{where}: a build card has exactly one element and a strength")
    if entry.kind == "attack" and not entry.elements:
        raise InvalidInput(f"{where}: an attack card carries at least one element")
    if entry.kind == "defend" and (not entry.elements or "spirit" in entry.elements):
        raise InvalidInput(f"{where}: a defend card carries tangible elements only, at least one")
    if entry.kind in ("defend", "wild") and entry.strength is not None:
        raise InvalidInput(f"{where}: a {entry.kind} card has no strength")
    if entry.kind == "wild" and entry.elements:
        raise InvalidInput(f"{where}: a wild card has no elements")


def element_names(bits: int) -> list[str]:
    """The elements of a set of bits, in their usual order."""
    return [name for at, name in enumerate(ELEMENTS) if bits >> at & 1]
