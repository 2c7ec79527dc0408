"""Zones are declared: who sees faces, what is remembered, whether order matters.

From the declarations come one view, one imagine, one position codec and one conservation check.
The verbs at the end are the only way steps move cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from ludarium.core.state import NATURE

if TYPE_CHECKING:
    from ludarium.core.cards import Cards
    from ludarium.core.state import State


class Sight(Enum):
    """Who sees the faces of the cards in a zone."""

    NOBODY = "nobody"
    OWNER = "owner"
    ALL = "all"


class Memory(Enum):
    """What views and positions remember of hidden cards that were seen on their way."""

    NONE = "none"
    PUBLIC = "public"
    """Only what everyone saw; written as a list."""
    SEATS = "seats"
    """Also what single seats saw; written as {"all": [...], "seats": [[...], ...]}."""
    PLACES = "places"
    """As SEATS, and where each card lies: positions name places, views [place, code]."""


@dataclass(frozen=True, slots=True)
class Zone:
    """One declared place for cards.

    A zone with a `plural` exists once per seat. `group` cards lie together as one entry (a pair).
    An unordered zone is kept in card order. `glimpse` names the facts that a covered card shows to
    those who may not see its face. `stock` names the cards that belong there, where a game has
    cards of several kinds.
    """

    name: str
    plural: str = ""
    sight: Sight = Sight.NOBODY
    memory: Memory = Memory.NONE
    ordered: bool = True
    top_first: bool = False
    group: int = 1
    glimpse: tuple[str, ...] = ()
    listed: bool = True
    """False: the zone has no entry of its own in views and positions; the game's facts tell it."""
    kept: bool = True
    """False: positions have no entry of their own for it; the game's private facts tell it."""
    seated: bool = False
    """Positions write it into the table of each seat, under `seats`."""
    recalled: bool = True
    """False: views tell what is remembered of it only to those who forget nothing: programs."""
    stock: str = ""

    @property
    def per_seat(self) -> bool:
        return bool(self.plural)

    @property
    def key(self) -> str:
        """The name of the zone in positions."""
        return self.plural or self.name

    @property
    def known_key(self) -> str:
        """The name in views and positions of what is known of its cards."""
        return f"known_{self.plural or self.name + 's'}"

    @property
    def in_positions(self) -> bool:
        return self.listed and self.kept

    @property
    def has_memory(self) -> bool:
        return self.memory is not Memory.NONE


class Layout:
    """The declared zones of one game, numbered for its seats, with the verbs that move cards."""

    __slots__ = (
        "cards", "everyone", "first", "passing", "seats", "sorted_zones", "watchers", "zones",
    )  # fmt: skip

    def __init__(self, zones: Sequence[Zone], seats: int, cards: Cards) -> None:
        self.zones = tuple(zones)
        self.seats = seats
        self.cards = cards
        self.everyone = (2 << seats) - 1
        """A bit for every seat and, above them, one for the spectators."""
        self.passing = self.everyone + 1
        """Above all eyes: set where a game lets a face be known only for a while."""
        self.first: dict[str, int] = {}
        self.watchers: list[int] = []
        self.sorted_zones: list[bool] = []
        for zone in self.zones:
            self.first[zone.name] = len(self.watchers)
            for owner in range(seats if zone.per_seat else 1):
                self.watchers.append(self._watchers(zone, owner))
                self.sorted_zones.append(not zone.ordered)

    def _watchers(self, zone: Zone, owner: int) -> int:
        if zone.sight is Sight.ALL:
            return self.everyone
        return 1 << owner if zone.sight is Sight.OWNER else 0

    def one(self, name: str) -> int:
        """The index of a shared zone."""
        return self.first[name]

    def each(self, name: str) -> tuple[int, ...]:
        """The indices of a zone that every seat has, by seat."""
        return tuple(range(self.first[name], self.first[name] + self.seats))

    def indices(self, zone: Zone) -> range:
        first = self.first[zone.name]
        return range(first, first + (self.seats if zone.per_seat else 1))

    def eye(self, seat: int | None) -> int:
        """The bit of a seat, or of the spectators for None."""
        return 1 << (self.seats if seat is None else seat)

    def empty_zones(self) -> list[tuple[int, ...]]:
        return [()] * len(self.watchers)

    # Verbs

    def put(self, state: State, card: int, target: int) -> None:
        """Lay a card that is in no zone into one; those who see faces there now know it."""
        self._lay(state, (card,), target)

    def _lay(self, state: State, cards: tuple[int, ...], target: int) -> None:
        zone = state.zones[target] + cards
        state.zones[target] = tuple(sorted(zone)) if self.sorted_zones[target] else zone
        watchers = self.watchers[target]
        if watchers:
            seen = state.seen
            for card in cards:
                seen[card] |= watchers

    def move(self, state: State, card: int, source: int, target: int) -> None:
        """Take a card out of one zone and lay it into another."""
        zones = state.zones
        zone = zones[source]
        at = zone.index(card)
        zones[source] = zone[:at] + zone[at + 1 :]
        zone = (*zones[target], card)
        zones[target] = tuple(sorted(zone)) if self.sorted_zones[target] else zone
        state.seen[card] |= self.watchers[target]

    def draw(self, state: State, source: int, target: int, count: int = 1) -> tuple[int, ...]:
        """Move cards from the top of a pile, as many as there are up to `count`, top card first."""
        pile = state.zones[source]
        drawn = pile[: -count - 1 : -1]
        state.zones[source] = pile[:-count]
        self._lay(state, drawn, target)
        return drawn

    def deal(self, state: State, source: int, targets: Sequence[int], each: int) -> None:
        """Deal from the top of a pile, one card at a time to each target in turn."""
        pile = state.zones[source]
        total = each * len(targets)
        drawn = pile[: -total - 1 : -1]
        state.zones[source] = pile[:-total]
        for at, target in enumerate(targets):
            self._lay(state, drawn[at :: len(targets)], target)

    def gather(self, state: State, sources: Iterable[int], target: int) -> tuple[int, ...]:
        """Move whole zones onto another one, in the order given; returns the cards moved."""
        moved: tuple[int, ...] = ()
        for source in sources:
            moved += state.zones[source]
            state.zones[source] = ()
        self._lay(state, moved, target)
        return moved

    def show(self, state: State, card: int, eyes: int) -> None:
        """Let seats see a card where it lies; they remember it until it is shuffled away."""
        state.seen[card] |= eyes

    def copy_of(self, state: State, face: int, zone: int) -> int | None:
        """The card with this face to be used from a zone: the copy most seats know goes first.

        Otherwise the views would tell that another, unknown copy is still there.
        """
        held = state.zones[zone]
        copies = self.cards.copies[face]
        if len(copies) == 1:
            return copies[0] if copies[0] in held else None
        best = None
        for card in copies:
            if card in held and (best is None or self._more(state.seen[card], state.seen[best])):
                best = card
        return best

    def _more(self, seen: int, other: int) -> bool:
        """Whether more eyes know a face than another, or as many for longer."""
        eyes, others = (seen & self.everyone).bit_count(), (other & self.everyone).bit_count()
        return eyes > others or (eyes == others and seen < self.passing <= other)

    # Nature

    def ask_shuffle(self, state: State, zone: int) -> None:
        """Ask Nature for a new order of a zone; everything known of its cards is then forgotten."""
        state.asks = ((NATURE, "shuffle", (zone,)),)

    def reorder(self, state: State, zone: int, order: tuple[int, ...]) -> None:
        """Nature's answer to `ask_shuffle`."""
        state.zones[zone] = order
        watchers, seen = self.watchers[zone], state.seen
        for card in order:
            seen[card] = watchers
