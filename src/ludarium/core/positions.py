"""Positions: a state as plain data, complete in mid-effect; saves are positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, cast

from ludarium.core.errors import InvalidInput, nearest
from ludarium.core.state import State
from ludarium.core.zones import Layout, Memory, Zone

if TYPE_CHECKING:
    from ludarium.core.game import Game, Record


SEATED_MEMORY: Final = "known"
"""What everybody knows of a seat's hidden cards, in the table of the seat."""


class Copies:
    """Hands out the copies of each face one by one, so that no card is laid down twice."""

    __slots__ = ("_next", "cards")

    def __init__(self, layout: Layout) -> None:
        self.cards = layout.cards
        self._next = [copies[0] for copies in self.cards.copies]

    def take(self, code: object, where: str) -> int:
        face = self.cards.find(code, where)
        card = self._next[face]
        if card > self.cards.copies[face][-1]:
            held = len(self.cards.copies[face])
            raise InvalidInput(f"{where}: more copies of {code} than the deck has ({held})")
        self._next[face] = card + 1
        return card

    def left(self, pool: Sequence[int]) -> list[int]:
        """The cards of a pool that have not been handed out."""
        face, free = self.cards.face, self._next
        return [card for card in pool if card >= free[face[card]]]


# Writing


def write(game: Game, state: State) -> dict[str, object]:
    """The whole state as plain data."""
    layout, record = game.layout, dict(game.rules.header())
    flat = [zone for zone in layout.zones if zone.in_positions and not zone.seated]
    for zone in flat:
        lists = _written(layout, state, zone)
        record[zone.key] = lists if zone.per_seat else lists[0]
    for zone in flat:
        if zone.has_memory:
            known = _remembered(layout, state, zone)
            record[zone.known_key] = known if zone.per_seat else known[0]
    record.update(game.rules.facts(state))
    record.update(game.rules.private(state))
    for zone in layout.zones:
        if zone.seated:
            _write_seated(layout, state, zone, record["seats"])
    return record


def _write_seated(layout: Layout, state: State, zone: Zone, seats: object) -> None:
    assert isinstance(seats, list)
    known = _remembered(layout, state, zone) if zone.has_memory else []
    for seat, cards in enumerate(_written(layout, state, zone)):
        seats[seat][zone.name] = cards
        if zone.has_memory:
            seats[seat][SEATED_MEMORY] = known[seat]


def _written(layout: Layout, state: State, zone: Zone) -> list[list[object]]:
    return [entries(layout, zone, state.zones[index]) for index in layout.indices(zone)]


def entries(layout: Layout, zone: Zone, cards: tuple[int, ...]) -> list[object]:
    """The cards of a zone as codes, in the order and grouping in which people write them."""
    codes = layout.cards.codes(reversed(cards) if zone.top_first else cards)
    if zone.group == 1:
        return cast("list[object]", codes)
    return [codes[at : at + zone.group] for at in range(0, len(codes), zone.group)]


def _remembered(layout: Layout, state: State, zone: Zone) -> list[object]:
    return [_memory_of(layout, state, zone, index) for index in layout.indices(zone)]


def _memory_of(layout: Layout, state: State, zone: Zone, index: int) -> object:
    eye = layout.eye(None)
    known = [card for card in sorted(state.zones[index]) if state.seen[card] & eye]
    if zone.memory is Memory.PUBLIC:
        return layout.cards.codes(known)
    alone = [
        [
            card
            for card in sorted(state.zones[index])
            if state.seen[card] & ~layout.watchers[index] & (eye | layout.eye(seat)) == 1 << seat
        ]
        for seat in range(layout.seats)
    ]
    if zone.memory is Memory.PLACES:
        place = {card: at for at, card in enumerate(state.zones[index])}
        return {
            "all": sorted(place[card] for card in known),
            "seats": [sorted(place[card] for card in cards) for cards in alone],
        }
    return {"all": layout.cards.codes(known), "seats": [layout.cards.codes(c) for c in alone]}


# Reading


def adopt(game: Game, record: Record) -> Game:
    """The game with the options that a position brings along."""
    from ludarium.core.game import Game

    room = game.room
    if not isinstance(record, Mapping):
        raise InvalidInput(f"a position is a table of fields, not {record!r}")
    brought = {key: record[key] for key in ("players", *room.header_keys) if key in record}
    options = record.get("options", {})
    if not isinstance(options, Mapping):
        raise InvalidInput(f"options: a table, not {options!r}")
    for key in options:
        if key not in room.saved_options:
            raise InvalidInput(f"options: no {key!r}{nearest(key, room.saved_options)}")
    brought.update(options)
    if "players" not in brought and "players" not in game.given:
        first = next(zone for zone in game.layout.zones if zone.per_seat)
        seats = record.get("seats" if first.seated else first.key)
        if isinstance(seats, list):
            brought["players"] = len(seats)
    if type(brought.get("players", 0)) is not int:
        raise InvalidInput(f"players: {brought['players']!r} is not a whole number")
    in_force = _in_force(game)
    for key, value in brought.items():
        if key in game.given and in_force[key] != value:
            raise InvalidInput(f"{key}: the position says {value!r}, the game {in_force[key]!r}")
    if all(in_force[key] == value for key, value in brought.items()):
        return game
    adopted = Game(room, {**game.given, **brought})
    for key, value in _in_force(adopted).items():
        if key in brought and type(value) is not type(brought[key]):
            raise InvalidInput(f"{key}: {brought[key]!r} should be {value!r}")
    return adopted


def _in_force(game: Game) -> dict[str, object]:
    """The rules of a game as its positions write them, options and all."""
    header = game.rules.header()
    options = header.pop("options", {})
    assert isinstance(options, dict)
    return {**header, **options, "players": game.players}


def load(game: Game, record: Record) -> State:
    """The state a position describes, or an error that names the field."""
    layout = game.layout
    state = game.blank()
    copies = Copies(layout)
    known = _known_fields(game)
    for key in record:
        if key not in known:
            raise InvalidInput(f"no field {key!r} in a position{nearest(key, known)}")
    flat = [zone for zone in layout.zones if zone.in_positions and not zone.seated]
    for zone in flat:
        if zone.key in record:
            read_zone(layout, state, zone, record[zone.key], copies)
    for zone in flat:
        if zone.has_memory and zone.known_key in record:
            _read_memory(layout, state, zone, record[zone.known_key])
    for zone in layout.zones:
        if zone.seated:
            _read_seated(layout, state, zone, record.get("seats"), copies)
    game.rules.restore(state, record, copies)
    game.rules.inspect(state, record)
    return state


def _known_fields(game: Game) -> list[str]:
    zones = [zone for zone in game.layout.zones if zone.in_positions and not zone.seated]
    memories = [zone.known_key for zone in zones if zone.has_memory]
    header = ["players", "options", *game.room.header_keys]
    return [*header, *(zone.key for zone in zones), *memories, *game.rules.fact_names]


def read_zone(layout: Layout, state: State, zone: Zone, value: object, copies: Copies) -> None:
    """Lay out one zone from codes."""
    lists = per_seat(value, zone.key, layout.seats) if zone.per_seat else [value]
    for index, listed in zip(layout.indices(zone), lists, strict=True):
        where = f"{zone.key}[{index - layout.first[zone.name]}]" if zone.per_seat else zone.key
        lay_cards(layout, state, zone, index, listed, where, copies)


def lay_cards(
    layout: Layout, state: State, zone: Zone, index: int, listed: object, where: str, copies: Copies
) -> None:
    """Lay codes into one zone as people write them; `where` names them in errors."""
    cards = [copies.take(code, where) for code in _flat(layout, listed, zone, where)]
    if zone.top_first:
        cards.reverse()
    state.zones[index] = tuple(cards if zone.ordered else sorted(cards))
    for card in cards:
        state.seen[card] = layout.watchers[index]


def _read_seated(layout: Layout, state: State, zone: Zone, seats: object, copies: Copies) -> None:
    """Lay out one zone from the tables of the seats."""
    for seat, fields in enumerate(per_seat(seats, "seats", layout.seats)):
        if not isinstance(fields, Mapping):
            raise InvalidInput(f"seats[{seat}]: a table, not {fields!r}")
        index = layout.indices(zone)[seat]
        where = f"seats[{seat}].{zone.name}"
        lay_cards(layout, state, zone, index, fields.get(zone.name, []), where, copies)
        if zone.has_memory and SEATED_MEMORY in fields:
            where = f"seats[{seat}].{SEATED_MEMORY}"
            known = fields[SEATED_MEMORY]
            remember(layout, state, zone, index, known, layout.everyone, where)


def per_seat(value: object, where: str, seats: int) -> list[object]:
    """A list with one entry for each seat."""
    if not isinstance(value, (list, tuple)) or len(value) != seats:
        raise InvalidInput(f"{where}: needs a list with one entry for each of {seats} seats")
    return list(value)


def _flat(layout: Layout, value: object, zone: Zone, where: str) -> list[object]:
    if not isinstance(value, (list, tuple)):
        raise InvalidInput(f"{where}: a list of cards, not {value!r}")
    if zone.group == 1:
        return list(value)
    flat: list[object] = []
    for entry in value:
        if not isinstance(entry, (list, tuple)) or len(entry) != zone.group:
            raise InvalidInput(f"{where}: {entry!r} is not a group of {zone.group} cards")
        flat.extend(sorted(entry, key=lambda code: layout.cards.find(code, where)))
    return flat


def _read_memory(layout: Layout, state: State, zone: Zone, value: object) -> None:
    lists = per_seat(value, zone.known_key, layout.seats) if zone.per_seat else [value]
    for index, told in zip(layout.indices(zone), lists, strict=True):
        where = zone.known_key
        if zone.per_seat:
            where += f"[{index - layout.first[zone.name]}]"
        if zone.memory is Memory.PUBLIC:
            remember(layout, state, zone, index, told, layout.everyone, where)
            continue
        if not isinstance(told, Mapping) or not set(told) <= {"all", "seats"}:
            raise InvalidInput(f"{where}: a table with 'all' and 'seats', not {told!r}")
        remember(layout, state, zone, index, told.get("all", []), layout.everyone, where)
        alone = told.get("seats", [[]] * layout.seats)
        for seat, codes in enumerate(per_seat(alone, f"{where}.seats", layout.seats)):
            remember(layout, state, zone, index, codes, 1 << seat, f"{where}.seats[{seat}]")


def remember(
    layout: Layout, state: State, zone: Zone, index: int, told: object, eyes: int, where: str
) -> None:
    """Mark the cards of a zone that are known although the zone hides them."""
    if not isinstance(told, (list, tuple)):
        raise InvalidInput(f"{where}: a list, not {told!r}")
    cards = state.zones[index]
    marked: set[int] = set()
    for item in told:
        if zone.memory is Memory.PLACES:
            if not isinstance(item, int) or not 0 <= item < len(cards):
                raise InvalidInput(f"{where}: no place {item!r} in {zone.key}")
            card = cards[item]
        else:
            card = _unmarked(layout, state, index, item, eyes, marked, where)
        marked.add(card)
        state.seen[card] |= eyes


def _unmarked(
    layout: Layout, state: State, index: int, code: object, eyes: int, marked: set[int], where: str
) -> int:
    face = layout.cards.find(code, where)
    lying = [card for card in layout.cards.copies[face] if card in state.zones[index]]
    hidden = ~layout.watchers[index]
    for known in (layout.everyone, eyes):  # a copy that nobody knows yet, else one new to these
        for card in lying:
            if card not in marked and state.seen[card] & known & hidden == 0:
                return card
    raise InvalidInput(f"{where}: {code} is known there but does not lie there")
