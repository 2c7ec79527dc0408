"""Content sets: Champions and Action Cards from files, checked before anybody plays with them."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Final, TypeAlias, TypeVar

import msgspec

from ludarium.core.content import decode, field_of, one_of, read_toml
from ludarium.core.effects.locating import Places
from ludarium.core.effects.program import Program
from ludarium.core.effects.vocabulary import Vocabulary
from ludarium.core.errors import InvalidInput, nearest
from ludarium.core.options import OptionValue
from ludarium.games.galatune.effects import (
    ABILITIES,
    ACTIONS,
    ALIGNMENTS,
    ELEMENTS,
    FUNCTIONS,
    PROPERTIES,
)
from ludarium.games.galatune.moves import (
    HARMFUL,
    INFINITE,
    LIGHT,
    TARGETS,
    Ability,
    Champion,
    Effect,
    Move,
)

FOLDER: Final = Path(__file__).parent / "content"
TOURNAMENT: Final = ("Lucky Day",)
"""What tournaments leave out (R-70, GT-18.3)."""
SPARE: Final = 20
"""Cards that the Source Deck must have beyond the largest hands (R-71)."""
MOST_COPIES: Final = 100
KINDS: Final = ("champions", "cards")
"""What a set is made of, and the names of its files."""
ENDLESS: Final = ("attack", "shield")
"""The functions of which a rating may be infinite (GT-5.4)."""


class SetFile(msgspec.Struct, forbid_unknown_fields=True):
    """The head of a set."""

    name: str
    title: str = ""
    extends: str = ""


class ActionEntry(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What a card and a Special Action have in common (GT-5.1 to GT-5.5)."""

    name: str
    type: str
    property: str
    function: str
    rating: int | str | None = None
    target: str = ""
    effect: str = ""


class CardEntry(ActionEntry, forbid_unknown_fields=True, kw_only=True):
    id: str
    count: int = 1
    origin: str = "house"


class AbilityEntry(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    effect: str = ""


class ChampionEntry(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    id: str
    name: str
    alignment: str
    element: str
    hp: int
    ap: int
    pc: int
    special: ActionEntry
    ability: AbilityEntry
    origin: str = "house"


Entry = TypeVar("Entry", ChampionEntry, CardEntry)
Spot: TypeAlias = tuple[str, int, str]
"""The kind of an entry, its number, and the key of a text in it."""


class ContentSet:
    """All Champions and Action Cards of a table, in canonical order."""

    __slots__ = ("champions", "counts", "moves", "name", "origins", "plain", "shipped", "title")

    def __init__(self, name: str, title: str, shipped: bool) -> None:
        self.name = name
        self.title = title
        self.shipped = shipped
        self.champions: dict[str, Champion] = {}
        self.moves: dict[str, Move] = {}
        self.counts: dict[str, int] = {}
        self.origins: dict[str, str] = {}
        self.plain: dict[str, object] = {}
        """What a set that is not shipped adds, as plain data, so that records stand alone."""

    def deck(self, banned: Sequence[str]) -> dict[str, int]:
        """How many copies of each card are in the Source Deck."""
        return {id: count for id, count in self.counts.items() if id not in banned}

    def banned(self, ban_list: OptionValue) -> list[str]:
        """The ids of the cards that a ban list names, by name or id (R-70)."""
        if ban_list == "none":
            return []
        listed: Sequence[object] = TOURNAMENT
        if isinstance(ban_list, list):
            listed = ban_list
        elif ban_list != "tournament":
            listed = [name.strip() for name in str(ban_list).split(",")]
        by_name = {move.name: id for id, move in self.moves.items()}
        found = []
        for name in listed:
            id = name if name in self.moves else by_name.get(str(name))
            if id is None and ban_list != "tournament":
                known = [*by_name, *self.moves]
                raise InvalidInput(f"ban_list: no card {name!r}{nearest(name, known)}")
            if id is not None:
                found.append(str(id))
        return found


def load_set(content: OptionValue) -> ContentSet:
    """The set of a shipped name, of a folder, or typed in as plain data."""
    if isinstance(content, Mapping):
        return _typed_in(content)
    return _from_folder(str(content))


@lru_cache(maxsize=8)
def _shipped(name: str) -> ContentSet:
    return _read(FOLDER / name, shipped=True)


def _from_folder(name: str) -> ContentSet:
    shipped = sorted(path.name for path in FOLDER.iterdir() if path.is_dir())
    if name in shipped:
        return _shipped(name)
    with suppress(OSError):
        if Path(name).is_dir():
            return _read(Path(name), shipped=False)
    raise InvalidInput(
        f"content: no set {name!r}: neither shipped nor a folder{nearest(name, shipped)}"
    )


def _read(folder: Path, shipped: bool) -> ContentSet:
    """A set from its folder: `set.toml`, and `champions.toml`, `cards.toml` as far as there are."""
    head = folder / "set.toml"
    data: dict[str, object] = read_toml(head)
    for key in data:
        one_of(key, SetFile.__struct_fields__, str(head))
    places: dict[str, Places] = {}
    for kind in KINDS:
        path = folder / f"{kind}.toml"
        if path.is_file():
            found = read_toml(path)
            for key in found:
                one_of(key, [kind], str(path))
            data[kind] = found.get(kind)
            places[kind] = Places(path.read_text(encoding="utf-8"), str(path))
    return _build(data, shipped, Reader(str(head), places))


def _typed_in(data: Mapping[str, object]) -> ContentSet:
    for key in data:
        one_of(str(key), (*SetFile.__struct_fields__, *KINDS), "content")
    return _build(data, False, Reader("content", {}))


def _build(data: Mapping[str, object], shipped: bool, reader: Reader) -> ContentSet:
    fields = {key: value for key, value in data.items() if key not in KINDS}
    head = decode(fields, SetFile, reader.source)
    content = ContentSet(head.name, head.title or head.name, shipped)
    if head.extends:
        base = _shipped(one_of(head.extends, ["house"], f"{reader.source}: extends"))
        for name in ("champions", "moves", "counts", "origins"):
            getattr(content, name).update(getattr(base, name))
    if not shipped:
        content.plain = dict(data)
    champions = reader.entries(data, ChampionEntry, "champions", content.moves)
    reader.champions = [*content.champions, *(entry.id for entry in champions)]
    for at, champion in enumerate(champions):
        content.champions[champion.id] = reader.champion(champion, at)
        content.origins[champion.id] = champion.origin
    for at, card in enumerate(reader.entries(data, CardEntry, "cards", content.champions)):
        content.moves[card.id] = reader.card(card, at)
        content.counts[card.id] = card.count
        content.origins[card.id] = card.origin
    if not content.champions or not content.moves:
        raise InvalidInput(f"{reader.source}: a set has champions and cards, or extends 'house'")
    return content


class Reader:
    """Makes Champions and moves of entries; a mistake is named with its place."""

    def __init__(self, source: str, places: Mapping[str, Places]) -> None:
        self.source = source
        """What is read, for errors that have no place in it."""
        self.places = places
        """Where entries stand, by their kind, if they come from files."""
        self.champions: Collection[str] = ()
        """All ids that effects may name."""

    def where(self, spot: Spot, id: object) -> str:
        """What an error is about: `house/cards.toml:12:8: card 'A18': rating`."""
        kind, _, key = spot
        return f"{self._place(spot)}: {kind[:-1]} {id!r}" + (f": {key}" if key else "")

    def _place(self, spot: Spot) -> str:
        kind, at, key = spot
        return str(self.places[kind].value(kind, at, key)) if kind in self.places else self.source

    def entries(
        self, data: Mapping[str, object], into: type[Entry], kind: str, taken: Collection[str]
    ) -> list[Entry]:
        """The entries of one kind, as far as there are, each with an id of its own."""
        listed = data.get(kind)
        if listed is None:
            return []
        if not isinstance(listed, list):
            place = self._place((kind, 0, ""))
            raise InvalidInput(f"{place}: {kind}: a list of entries, not {listed!r}")
        entries: list[Entry] = []
        for at, fields in enumerate(listed):
            entry = self._decoded(fields, into, (kind, at, ""))
            here = self.where((kind, at, "id"), entry.id)
            if not entry.id or not entry.id.isprintable() or " " in entry.id or "." in entry.id:
                raise InvalidInput(f"{here}: letters and digits without blanks or dots")
            if entry.id in taken or any(entry.id == other.id for other in entries):
                raise InvalidInput(f"{here}: there is something else with this id")
            origin = self.where((kind, at, "origin"), entry.id)
            one_of(entry.origin, ("printed", "house"), origin)
            entries.append(entry)
        return entries

    def _decoded(self, fields: object, into: type[Entry], spot: Spot) -> Entry:
        kind, at, _ = spot
        id = fields.get("id", at + 1) if isinstance(fields, Mapping) else at + 1
        try:
            return decode(fields, into, kind)
        except InvalidInput as error:
            text = str(error).removeprefix(f"{kind}: ")
            raise InvalidInput(f"{self.where((kind, at, field_of(text)), id)}: {text}") from None

    def champion(self, entry: ChampionEntry, at: int) -> Champion:
        def where(key: str) -> str:
            return self.where(("champions", at, key), entry.id)

        for field, least in (("hp", 1), ("ap", 0), ("pc", 0)):
            value = getattr(entry, field)
            if not least <= value < 1000:
                raise InvalidInput(f"{where(field)}: {least} to 999, not {value}")
        sides = (*ALIGNMENTS, "Unaligned")
        alignment = LIGHT + sides.index(one_of(entry.alignment, sides, where("alignment")))
        element = ELEMENTS.index(one_of(entry.element, ELEMENTS, where("element")))
        if entry.special.function == "trap":
            raise InvalidInput(
                f"{where('special.function')}: a Special Action is never a Trap (R-10)"
            )
        special = self._move(entry.special, entry.id, ("champions", at, "special."))
        spot = ("champions", at, "ability.effect")
        lines = self._effect(ABILITIES, entry.ability.effect, spot, entry.id)
        ability = Ability(entry.ability.name, lines)
        return Champion(
            entry.id, entry.name, alignment, element, entry.hp, entry.ap, entry.pc, special, ability
        )

    def card(self, entry: CardEntry, at: int) -> Move:
        if not 1 <= entry.count <= MOST_COPIES:
            here = self.where(("cards", at, "count"), entry.id)
            raise InvalidInput(f"{here}: 1 to {MOST_COPIES}, not {entry.count}")
        return self._move(entry, entry.id, ("cards", at, ""))

    def _effect(self, vocabulary: Vocabulary, text: str, spot: Spot, id: str) -> Program:
        kind, at, key = spot
        known = {"champion": self.champions}
        if kind in self.places:
            return vocabulary.read(text, self.places[kind].of(kind, at, key), names=known)
        try:
            return vocabulary.read(text, names=known)
        except InvalidInput as error:
            raise InvalidInput(f"{self.where(spot, id)}: {error}") from None

    def _move(self, entry: ActionEntry, id: str, within: Spot) -> Move:
        """A card, or the Special Action within the entry of a Champion."""
        kind, at, prefix = within

        def where(key: str) -> str:
            return self.where((kind, at, prefix + key), id)

        one_of(entry.type, (*ELEMENTS, *ALIGNMENTS), where("type"))  # GT-5.1
        one_of(entry.property, PROPERTIES, where("property"))  # GT-5.2
        one_of(entry.function, FUNCTIONS, where("function"))  # GT-5.3
        if (entry.function == "trap") != (not entry.target):
            raise InvalidInput(
                f"{where('target')}: a Trap lies on a play and has none, every other Action has one"
            )
        if entry.target:
            one_of(entry.target, TARGETS, where("target"))
        if entry.function == "attack" and entry.target not in ("opponent", "all_opponents"):
            raise InvalidInput(f"{where('target')}: an Attack is aimed at opponents (GT-10.2)")
        lines = self._effect(ACTIONS, entry.effect, (kind, at, f"{prefix}effect"), id)
        rating = _rating(entry, where("rating"), lines)
        move = Move(
            id, entry.name, entry.type, entry.property, entry.function, rating, entry.target,
            lines, special=bool(prefix),
        )  # fmt: skip
        fault = _fault(move, entry.function)
        if fault:
            raise InvalidInput(f"{where('effect')}: {fault}")
        return move


def _rating(entry: ActionEntry, where: str, lines: Program) -> int:
    """The printed rating as a number (GT-5.4)."""
    rating = 0 if entry.rating is None else entry.rating
    if any(line.verb.args.get("stat") == "next_mul" for line in lines):
        if isinstance(rating, str) and re.fullmatch(r"x([2-9]|[1-9][0-9]{1,2})", rating):
            return int(rating[1:])
        raise InvalidInput(f"{where}: a multiplier is written 'x2' or more, not {rating!r}")
    if rating == "inf" and entry.function in ENDLESS:
        return INFINITE
    if isinstance(rating, int) and 0 <= rating < 1000:
        return rating
    raise InvalidInput(
        f"{where}: a whole number from 0 to 999, 'inf' for an Attack or a Shield, or 'x2' for a"
        f" boost of next_mul, not {rating!r}"
    )


def _fault(move: Move, function: str) -> str:
    """What an effect may not say, given the function of its Action."""
    verbs = [line.verb.name for line in move.program]
    shield = function == "shield"
    if move.is_trap and verbs.count("cancel") + verbs.count("counter") != 1:
        return "a Trap says 'cancel' or 'counter' once"
    for verb, fits in (
        ("cancel", move.is_trap),
        ("damage", move.is_trap),
        ("counter", move.is_trap or shield),
        ("only", shield),
        ("boost", function == "boost"),
    ):
        if verb in verbs and not fits:
            return f"{verb!r} is not for the function {function!r}"
    if function not in ENDLESS and any(value == INFINITE for _, value in move.becomes):
        return "only Attacks and Shields become infinite"
    if function == "boost" and "boost" not in verbs:
        return "a Boost says which statistic it raises: 'boost(...)'"
    return next(filter(None, (_effect_fault(effect, function) for effect in move.effects)), "")


def _effect_fault(effect: Effect, function: str) -> str:
    if effect.trigger == "success" and function != "attack":
        return "'success' belongs to Attacks"
    if effect.trigger == "unbroken" and function != "shield":
        return "'unbroken' belongs to Shields"
    if effect.trigger == "" and function == "attack":
        return "what an Attack does stands after 'success:' or 'cost:'"
    if effect.is_cost and not (effect.do in ("lose_hp", "status") and effect.to_user):
        return "a cost is lose_hp(user, n) or status(user, ...)"
    if effect.do == "lose_hp" and not effect.is_cost:
        return "lose_hp is a cost of the user; damage is what Attacks do"
    if function == "trap" and effect.do in HARMFUL:
        return f"a Trap does not {effect.do!r}"
    return ""


def check_size(content: ContentSet, banned: Sequence[str], players: int, offered: int) -> None:
    """Enough Champions and cards for the seats (R-71)."""
    if len(content.champions) < players * offered:
        raise InvalidInput(
            f"content: {len(content.champions)} champions are too few: {players} players need"
            f" {players * offered}"
        )
    largest = sorted((champion.ap for champion in content.champions.values()), reverse=True)[:5]
    cards, needed = sum(content.deck(banned).values()), sum(largest) + SPARE
    if cards < needed:
        raise InvalidInput(
            f"content: a Source Deck of {cards} cards is too small: the five largest hands and"
            f" {SPARE} more make {needed}"
        )
