"""Views by allow-list, and imagining a full position from one.

A view is made of the public facts and of what each zone's declaration lets a viewer see; nothing
else can get in. `imagine` turns it round: what is shown is laid out, the rest is dealt at random.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from ludarium.core.errors import InvalidInput
from ludarium.core.positions import Copies, entries, per_seat, read_zone
from ludarium.core.state import State
from ludarium.core.zones import Layout, Memory, Sight, Zone

if TYPE_CHECKING:
    from ludarium.core.game import Game, Record


def view(game: Game, state: State, seat: int | None) -> dict[str, object]:
    """Everything one seat (or a spectator) may know, as plain data with an empty log."""
    told = look(game, state, seat)
    told["log"] = []
    if seat is not None:
        asked = any(ask[0] == seat for ask in state.asks)
        if asked:
            told["legal"] = [action.text for action in game.legal(state, seat)]
    return told


def look(game: Game, state: State, seat: int | None) -> dict[str, object]:
    """What lies on the table for one pair of eyes: a view without log and legal list."""
    return {"seat": seat, **common(game, state), **own(game, state, seat)}


def common(game: Game, state: State) -> dict[str, object]:
    """The part of every view that is the same for all."""
    layout = game.layout
    told: dict[str, object] = dict(game.rules.header())
    for zone in layout.zones:
        if not zone.listed or zone.glimpse:
            continue
        indices = layout.indices(zone)
        if zone.sight is Sight.ALL:
            lists = [entries(layout, zone, state.zones[index]) for index in indices]
            told[zone.key] = lists if zone.per_seat else lists[0]
        elif zone.per_seat:
            told[f"{zone.name}_counts"] = [len(state.zones[index]) for index in indices]
        else:
            told[f"{zone.name}_count"] = len(state.zones[indices[0]])
        if zone.sight is not Sight.ALL and zone.memory is Memory.PUBLIC:
            told[zone.known_key] = _memory(layout, state, zone, None)
    told.update(game.rules.facts(state))
    told.update(game.rules.outlook(state))
    return told


def own(game: Game, state: State, seat: int | None) -> dict[str, object]:
    """The part of a view that differs from viewer to viewer."""
    layout = game.layout
    told: dict[str, object] = {"seat": seat}
    for zone in layout.zones:
        if not zone.listed:
            continue
        if zone.glimpse:
            lists = [_faces(layout, state, zone, index, seat) for index in layout.indices(zone)]
            told[zone.key] = lists if zone.per_seat else lists[0]
        elif zone.sight is not Sight.ALL:
            if seat is not None and zone.sight is Sight.OWNER:
                told[zone.name] = entries(layout, zone, state.zones[layout.indices(zone)[seat]])
            if zone.memory not in (Memory.NONE, Memory.PUBLIC):
                told[zone.known_key] = _memory(layout, state, zone, seat)
    return told


def _memory(layout: Layout, state: State, zone: Zone, seat: int | None) -> object:
    known = [_known(layout, state, zone, index, seat) for index in layout.indices(zone)]
    return known if zone.per_seat else known[0]


def _faces(layout: Layout, state: State, zone: Zone, index: int, seat: int | None) -> list[object]:
    """The cards of a zone in which covered cards show a part of themselves."""
    eye = layout.eye(seat)
    return [
        layout.cards.code[card] if state.seen[card] & eye else _glimpse(layout, zone, card)
        for card in state.zones[index]
    ]


def _glimpse(layout: Layout, zone: Zone, card: int) -> dict[str, object]:
    face = layout.cards.face[card]
    return {name: layout.cards.glimpses[name][face] for name in zone.glimpse}


def _known(layout: Layout, state: State, zone: Zone, index: int, seat: int | None) -> list[object]:
    """What a viewer remembers of a hidden zone: only what was seen on the way into it."""
    cards = state.zones[index]
    eye = layout.eye(None if zone.memory is Memory.PUBLIC else seat)
    known = [card for card in cards if state.seen[card] & eye & ~layout.watchers[index]]
    if zone.memory is Memory.PLACES:
        return [[at, layout.cards.code[card]] for at, card in enumerate(cards) if card in known]
    return cast("list[object]", layout.cards.codes(sorted(known)))


def imagine(game: Game, view: Record, rng: random.Random) -> State:
    """A random full position consistent with a view."""
    for key, value in game.rules.header().items():
        if view.get(key) != value:
            raise InvalidInput(
                f"{key}: the view says {view.get(key)!r}, this game {value!r}; use match.game"
            )
    layout = game.layout
    state = game.blank()
    copies = Copies(layout)
    seat = view.get("seat")
    if seat is not None:
        game.check_seat(seat)
    assert seat is None or isinstance(seat, int)
    gaps: list[Gap] = []
    try:
        for zone in layout.zones:
            if zone.listed:
                gaps.extend(_lay_zone(layout, state, zone, view, seat, copies))
        game.rules.restore(state, view, copies)
    except KeyError as missing:
        raise InvalidInput(f"not a view of this game: no field {missing}") from None
    except (AssertionError, TypeError, ValueError) as error:
        if isinstance(error, InvalidInput):
            raise
        raise InvalidInput("not a view of this game: a field has the wrong shape") from None
    _fill(layout, state, gaps, copies.left(game.rules.pool), rng)
    game.run(state, None)
    return state


class Gap:
    """A zone with places still to be filled: shown cards as ints, hidden ones as constraints."""

    __slots__ = ("index", "places", "zone")

    def __init__(self, index: int, zone: Zone, places: list[int | dict[str, object]]) -> None:
        self.index = index
        self.zone = zone
        self.places = places


def _lay_zone(
    layout: Layout, state: State, zone: Zone, view: Record, seat: int | None, copies: Copies
) -> Iterable[Gap]:
    """Lay out what a view shows of a zone; what it hides comes back as gaps."""
    if zone.sight is Sight.ALL:
        read_zone(layout, state, zone, view[zone.key], copies)
        return
    indices = layout.indices(zone)
    for owner, index in enumerate(indices):
        places: list[int | dict[str, object]]
        if zone.glimpse:
            shown = view[zone.key]
            listed = per_seat(shown, zone.key, layout.seats)[owner] if zone.per_seat else shown
            assert isinstance(listed, list)
            places = [
                entry if isinstance(entry, dict) else copies.take(entry, zone.key)
                for entry in listed
            ]
        elif zone.sight is Sight.OWNER and owner == seat:
            own = view[zone.name]
            assert isinstance(own, list)
            places = [copies.take(code, zone.name) for code in own]
            _recall_public(layout, state, zone, view, owner, places)
        else:
            places = _hidden_places(layout, zone, view, owner, copies)
        eyes = layout.everyone if zone.memory is Memory.PUBLIC else layout.eye(seat)
        for card in places:
            if isinstance(card, int):
                state.seen[card] |= layout.watchers[index]
                if owner != seat or zone.sight is not Sight.OWNER:
                    state.seen[card] |= eyes
        yield Gap(index, zone, places)


def _recall_public(
    layout: Layout,
    state: State,
    zone: Zone,
    view: Record,
    owner: int,
    places: list[int | dict[str, object]],
) -> None:
    """One's own cards that everyone knows."""
    if zone.memory is not Memory.PUBLIC:
        return
    known = per_seat(view[zone.known_key], zone.known_key, layout.seats)[owner]
    assert isinstance(known, list)
    codes = list(known)
    for card in places:
        if isinstance(card, int) and layout.cards.code[card] in codes:
            codes.remove(layout.cards.code[card])
            state.seen[card] |= layout.everyone


def _hidden_places(
    layout: Layout, zone: Zone, view: Record, owner: int, copies: Copies
) -> list[int | dict[str, object]]:
    if zone.per_seat:
        counts = per_seat(view[f"{zone.name}_counts"], f"{zone.name}_counts", layout.seats)
        count = counts[owner]
    else:
        count = view[f"{zone.name}_count"]
    assert isinstance(count, int)
    places: list[int | dict[str, object]] = [{} for _ in range(count)]
    if zone.memory is Memory.NONE:
        return places
    known = view[zone.known_key]
    told = per_seat(known, zone.known_key, layout.seats)[owner] if zone.per_seat else known
    assert isinstance(told, list)
    for at, item in enumerate(told):
        if zone.memory is Memory.PLACES:
            place, code = item
            places[place] = copies.take(code, zone.known_key)
        else:
            places[at] = copies.take(item, zone.known_key)
    return places


def _fill(
    layout: Layout, state: State, gaps: list[Gap], left: list[int], rng: random.Random
) -> None:
    """Deal the cards nobody can place: first where a part of the face is known, then anywhere."""
    rng.shuffle(left)
    for gap in gaps:
        for at, place in enumerate(gap.places):
            if isinstance(place, dict) and place:
                fit = [card for card in left if _glimpse(layout, gap.zone, card) == place]
                if not fit:
                    raise InvalidInput(f"{gap.zone.key}: no card left that shows {place}")
                gap.places[at] = fit[0]
                left.remove(fit[0])
    for gap in gaps:
        cards: list[int] = []
        for place in gap.places:
            if isinstance(place, dict):
                if not left:
                    raise InvalidInput(f"{gap.zone.key}: the view counts more cards than there are")
                place = left.pop()
            state.seen[place] |= layout.watchers[gap.index]
            cards.append(place)
        state.zones[gap.index] = tuple(cards if gap.zone.ordered else sorted(cards))
