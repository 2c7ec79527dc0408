"""Views by allow-list, and imagining a full position from one.

A view is made of the public facts and of what each zone's declaration lets a viewer see; nothing
else can get in. `imagine` turns it round: what is shown is laid out, the rest is dealt at random.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias, cast

from ludarium.core.errors import InvalidInput
from ludarium.core.positions import Copies, entries, per_seat, read_zone
from ludarium.core.state import State
from ludarium.core.zones import Layout, Memory, Sight, Zone

if TYPE_CHECKING:
    from ludarium.core.game import Game, Record


TRIES: Final = 500
"""How often cards are dealt anew when who is asked depends on what they hold."""


def view(game: Game, state: State, seat: int | None, memory: bool = False) -> dict[str, object]:
    """Everything one seat (or a spectator) may know, as plain data with an empty log.

    With `memory` it also tells what someone who forgets nothing still knows of hidden cards.
    """
    told = look(game, state, seat, memory)
    told["log"] = []
    if seat is not None:
        asked = any(ask[0] == seat for ask in state.asks)
        if asked:
            told["legal"] = [action.text for action in game.legal(state, seat)]
    return told


def look(game: Game, state: State, seat: int | None, memory: bool = False) -> dict[str, object]:
    """What lies on the table for one pair of eyes: a view without log and legal list."""
    return {"seat": seat, **common(game, state, memory), **own(game, state, seat)}


def common(game: Game, state: State, memory: bool = False) -> dict[str, object]:
    """The part of every view that is the same for all."""
    return {**game.rules.header(), **changing(game, state, memory)}


def changing(game: Game, state: State, memory: bool = False) -> dict[str, object]:
    """What is the same for all and may change from one action to the next."""
    told = {key: read(state) for key, read in game.sights.common.items()}
    if memory:
        told.update({key: read(state) for key, read in game.sights.recalled.items()})
    told.update(game.rules.facts(state))
    told.update(game.rules.outlook(state))
    kind = game.kind(state)
    if kind is not None and kind.ready:
        waited = [*game.awaited(state), *game.rules.left(state)]
        told["ready"] = [seat for seat in range(game.players) if seat not in waited]
    return told


def own(game: Game, state: State, seat: int | None) -> dict[str, object]:
    """The part of a view that differs from viewer to viewer."""
    told: dict[str, object] = {"seat": seat}
    for key, read in game.sights.own[seat].items():
        told[key] = read(state)
    shown = game.rules.shown(state)
    if shown:
        told.update(_shown(game.layout, state, shown, game.layout.eye(seat)))
    for answered, text in state.answers:
        if answered == seat:
            told["sealed"] = text
    return told


def _shown(layout: Layout, state: State, shown: Mapping[int, int], eye: int) -> dict[str, object]:
    """Hidden zones that are shown to a viewer for a moment, by the key of the zone."""
    told: dict[str, object] = {}
    for zone in layout.zones:
        indices = layout.indices(zone)
        if any(shown.get(index, 0) & eye for index in indices):
            told[f"shown_{zone.key}"] = [
                entries(layout, zone, state.zones[index]) if shown.get(index, 0) & eye else None
                for index in indices
            ]
    return told


Read: TypeAlias = Callable[[State], object]
"""Tells one part of a view."""


class Sights:
    """What the zones of a game tell, by key of a view: worked out once from their declarations."""

    __slots__ = ("common", "own", "recalled")

    def __init__(self, layout: Layout) -> None:
        listed = [zone for zone in layout.zones if zone.listed]
        self.common: dict[str, Read] = {}
        self.recalled: dict[str, Read] = {}
        """What all have seen, told only to those who ask for the memory of it."""
        for zone in listed:
            self.common |= _told_to_all(layout, zone)
            if zone.memory is Memory.PUBLIC and zone.sight is not Sight.ALL:
                known = {zone.known_key: _each(layout, zone, _known, None)}
                self.common |= known if zone.recalled else {}
                self.recalled |= known
        self.own: dict[int | None, dict[str, Read]] = {}
        """By seat, and for the spectators (None)."""
        for seat in (None, *range(layout.seats)):
            self.own[seat] = {}
            for zone in listed:
                self.own[seat] |= _told_to_one(layout, zone, seat)


def _told_to_all(layout: Layout, zone: Zone) -> dict[str, Read]:
    if zone.glimpse:
        return {}
    if zone.sight is Sight.ALL:
        return {zone.key: _each(layout, zone, _entries)}
    counts = f"{zone.name}_counts" if zone.per_seat else f"{zone.name}_count"
    return {counts: _each(layout, zone, _count)}


def _told_to_one(layout: Layout, zone: Zone, seat: int | None) -> dict[str, Read]:
    if zone.glimpse:
        return {zone.key: _each(layout, zone, _faces, seat)}
    told: dict[str, Read] = {}
    if zone.sight is Sight.OWNER and seat is not None:
        told[zone.name] = _entries(layout, zone, layout.indices(zone)[seat])
    if zone.sight is not Sight.ALL and zone.memory not in (Memory.NONE, Memory.PUBLIC):
        told[zone.known_key] = _each(layout, zone, _known, seat)
    return told


def _each(layout: Layout, zone: Zone, of: Callable[..., Read], *given: int | None) -> Read:
    """The same of every seat's zone, in a list; or of the one that all share."""
    reads = [of(layout, zone, index, *given) for index in layout.indices(zone)]
    return (lambda state: [read(state) for read in reads]) if zone.per_seat else reads[0]


def _entries(layout: Layout, zone: Zone, index: int) -> Read:
    return lambda state: entries(layout, zone, state.zones[index])


def _count(layout: Layout, zone: Zone, index: int) -> Read:
    return lambda state: len(state.zones[index])


def _faces(layout: Layout, zone: Zone, index: int, seat: int | None) -> Read:
    """The cards of a zone in which covered cards show a part of themselves."""
    eye, code = layout.eye(seat), layout.cards.code
    return lambda state: [
        code[card] if state.seen[card] & eye else _glimpse(layout, zone, card)
        for card in state.zones[index]
    ]


def _glimpse(layout: Layout, zone: Zone, card: int) -> dict[str, object]:
    face = layout.cards.face[card]
    return {name: layout.cards.glimpses[name][face] for name in zone.glimpse}


def _known(layout: Layout, zone: Zone, index: int, seat: int | None) -> Read:
    """What a viewer remembers of a hidden zone: only what was seen on the way into it."""
    eye, code = layout.eye(seat) & ~layout.watchers[index], layout.cards.code

    def places(state: State) -> object:
        seen = state.seen
        return [[at, code[card]] for at, card in enumerate(state.zones[index]) if seen[card] & eye]

    def cards(state: State) -> object:
        seen = state.seen
        return layout.cards.codes(sorted([card for card in state.zones[index] if seen[card] & eye]))

    return places if zone.memory is Memory.PLACES else cards


def imagine(game: Game, view: Record, rng: random.Random) -> State:
    """A random full position consistent with a view."""
    if not isinstance(view, Mapping):
        raise InvalidInput(f"a view is a table by keys, not {type(view).__name__}")
    for key, value in game.rules.header().items():
        if view.get(key) != value:
            raise InvalidInput(
                f"{key}: the view says {view.get(key)!r}, this game {value!r}; use match.game"
            )
    seat = view.get("seat")
    if seat is not None:
        game.check_seat(seat)
    assert seat is None or isinstance(seat, int)
    for _ in range(TRIES):
        state = _dealt(game, view, seat, rng)
        if _answers_fit(game, state, view, seat, rng):
            break
    return state


def _dealt(game: Game, view: Record, seat: int | None, rng: random.Random) -> State:
    """A state with what a view shows laid out and the rest dealt, up to the open question."""
    layout = game.layout
    state = game.blank()
    copies = Copies(layout)
    gaps: list[Gap] = []
    try:
        revealed = game.rules.revealed(view)
        for zone in layout.zones:
            if zone.listed:
                open_there = revealed.get(zone.name)
                gaps.extend(_lay_zone(layout, state, zone, view, seat, copies, open_there))
        game.rules.restore(state, view, copies)
    except KeyError as missing:
        raise InvalidInput(f"not a view of this game: no field {missing}") from None
    except (AssertionError, AttributeError, IndexError, TypeError, ValueError) as error:
        if isinstance(error, InvalidInput):
            raise
        raise InvalidInput("not a view of this game: a field has the wrong shape") from None
    for stock, pool in game.rules.pools.items():
        _fill(layout, state, [g for g in gaps if g.zone.stock == stock], copies.left(pool), rng)
    game.run(state, None)
    return state


def _answers_fit(
    game: Game, state: State, view: Record, seat: int | None, rng: random.Random
) -> bool:
    """Lay the sealed answers in; False if the deal does not lead to the question of the view."""
    if not _same_question(game, state, view, seat):
        return False
    answers = {}
    for ready in cast("list[int]", view.get("ready", [])):
        if ready != seat and ready in game.asked(state):
            answers[ready] = rng.choice(game.legal(state, ready)).text
    if seat is not None and "sealed" in view:
        answers[seat] = str(view["sealed"])
    state.answers = tuple(sorted(answers.items()))
    return len(answers) < len(state.asks) or not answers


def _same_question(game: Game, state: State, view: Record, seat: int | None) -> bool:
    """Whether the same is open as in the view, where that depends on what hands hold."""
    if not any(kind.quiet for kind in game.rules.kinds.values()):
        return True
    if (seat in game.asked(state)) != ("legal" in view):
        return False
    return all(view[name] == fact for name, fact in game.rules.facts(state).items())


class Gap:
    """A zone with places still to be filled: shown cards as ints, hidden ones as constraints."""

    __slots__ = ("index", "places", "zone")

    def __init__(self, index: int, zone: Zone, places: list[int | dict[str, object]]) -> None:
        self.index = index
        self.zone = zone
        self.places = places


def _lay_zone(
    layout: Layout,
    state: State,
    zone: Zone,
    view: Record,
    seat: int | None,
    copies: Copies,
    revealed: Sequence[Sequence[str]] | None,
) -> Iterable[Gap]:
    """Lay out what a view shows of a zone; what it hides comes back as gaps."""
    if zone.sight is Sight.ALL:
        read_zone(layout, state, zone, view[zone.key], copies)
        return
    indices = layout.indices(zone)
    for owner, index in enumerate(indices):
        places: list[int | dict[str, object]]
        eyes = layout.everyone if zone.memory is Memory.PUBLIC else layout.eye(seat)
        if zone.glimpse:
            shown = view[zone.key]
            listed = per_seat(shown, zone.key, layout.seats)[owner] if zone.per_seat else shown
            assert isinstance(listed, list)
            places = [
                entry if isinstance(entry, dict) else copies.take(entry, zone.key)
                for entry in listed
            ]
        elif _is_shown(view, zone, owner):
            listed = cast("list[list[object]]", view[f"shown_{zone.key}"])[owner]
            places = [copies.take(code, zone.key) for code in listed]
            eyes = layout.eye(seat)
            _recall_public(layout, state, zone, view, owner, places)
        elif zone.sight is Sight.OWNER and owner == seat:
            own = view[zone.name]
            assert isinstance(own, list)
            places = [copies.take(code, zone.name) for code in own]
            _recall_public(layout, state, zone, view, owner, places)
        else:
            places = _hidden_places(layout, zone, view, owner, copies)
            _place_revealed(layout, zone, places, revealed[owner] if revealed else (), copies)
        for card in places:
            if isinstance(card, int):
                state.seen[card] |= layout.watchers[index]
                if owner != seat or zone.sight is not Sight.OWNER:
                    state.seen[card] |= eyes
        state.zones[index] = tuple(card for card in places if isinstance(card, int))
        yield Gap(index, zone, places)


def _place_revealed(
    layout: Layout,
    zone: Zone,
    places: list[int | dict[str, object]],
    revealed: Sequence[str],
    copies: Copies,
) -> None:
    """Put cards that lie open among hidden ones, unless memory has put them there already."""
    there = [layout.cards.code[card] for card in places if isinstance(card, int)]
    for code in revealed:
        if code in there:
            there.remove(code)
        else:
            places[next(at for at, card in enumerate(places) if card == {})] = copies.take(
                code, zone.known_key
            )


def _is_shown(view: Record, zone: Zone, owner: int) -> bool:
    shown = view.get(f"shown_{zone.key}")
    return isinstance(shown, list) and shown[owner] is not None


def _recall_public(
    layout: Layout,
    state: State,
    zone: Zone,
    view: Record,
    owner: int,
    places: list[int | dict[str, object]],
) -> None:
    """The cards of a hidden zone, one's own or one that is shown, that everyone knows."""
    if zone.memory is not Memory.PUBLIC or (not zone.recalled and zone.known_key not in view):
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
    if zone.memory is Memory.NONE or (not zone.recalled and zone.known_key not in view):
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
