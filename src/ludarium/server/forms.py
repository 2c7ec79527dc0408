"""Everything that crosses HTTP as JSON, as types: OpenAPI and the client make theirs of these."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from ludarium.core.talk import Sum
from ludarium.server.wire import ClockRule, Ending, Facts, Json, Not, Part, Table

Name: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=24)]


# Games


class Word(Part, frozen=True):
    """A word that an option takes, and what it means in a line."""

    word: str
    text: str
    seats: list[int] = []
    """The fewest and most seats with this word, all else as it is by default."""


class OptionInfo(Part, frozen=True):
    """An option of a game, as set-up screens show it."""

    name: str
    default: object
    text: str
    clause: str
    words: list[Word]
    least: int | None = None
    most: int | None = None
    seat: bool = False
    free: bool = False
    """Takes content: what is on the shelf by its name (`words`), or in full."""
    names: list[str] = []
    """Takes a list of these names, too."""


class GameInfo(Part, frozen=True):
    """A game on the shelf."""

    slug: str
    title: str
    pitch: str
    players: str
    """For people: `2-4`."""
    minutes: str
    ages: str
    designers: list[str]
    testers: list[str]
    publisher: str
    notice: str
    rules: int
    least: int
    most: int
    """The fewest and most seats under any options."""
    options: list[OptionInfo]
    bots: list[str]
    page: str = ""
    """Address of the publisher's page."""
    lot: bool = False
    """Whether a lot decides who sits where."""


class ClauseInfo(Part, frozen=True):
    """A clause or ruling of a rulebook."""

    id: str
    text: str
    """Markdown: bold terms and code."""
    social: bool = False
    touches: list[str] = []
    """For a ruling: the clauses it is about."""
    scenarios: list[str] = []
    """Names of the scenarios that show it."""


class SectionInfo(Part, frozen=True):
    title: str
    clauses: list[ClauseInfo]


class RulebookInfo(Part, frozen=True):
    """A whole rulebook; rulings stand in sections of their own and name the clauses they touch."""

    game: str
    title: str
    sections: list[SectionInfo]
    introduction: str = ""


# Stories: matches told again


class Frame(Part, frozen=True):
    """What one action led to, for one pair of eyes."""

    n: int
    """Number of the action; 0 is the beginning."""
    log: list[Facts]
    """As on the socket; in scenarios also tries, with `event` `refused` or `invalid`."""
    set: Json
    """The parts of the view that changed, by key; in the first frame the whole view."""
    by: int | None = None
    do: str = ""
    sums: dict[str, Sum] | None = None
    ahead: list[int] | None = None
    asked: list[int] = []
    over: Ending | None = None
    hands: Json = {}
    """With all eyes open: by zone key, what only its owners see (parts that changed)."""
    say: str = ""
    """In a scenario: what this step shows, in words."""
    refused: Not | None = None
    """In a scenario: an answer that `by` tried here, and the clause that forbids it."""


class Story(Part, frozen=True):
    """A match, or a scenario, action by action."""

    game: str
    title: str
    names: list[str]
    bots: list[int]
    eyes: str
    """`public`, `all` or the number of a seat."""
    may: list[str]
    """The eyes that this reader may choose."""
    cards: dict[str, Facts]
    options: Json
    frames: list[Frame]
    finished: bool = False
    text: str = ""
    """What a scenario shows, in words."""
    clauses: list[str] = []


# People and tables


class Me(Part, frozen=True):
    """The guest behind this browser."""

    name: str


class Rename(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name


class Chair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to sit on a chair of a new table."""

    kind: Literal["me", "open", "closed", "bot", "local"]
    """`local`: another person at this browser (hot-seat)."""
    bot: str = "steady"
    name: str = ""


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be set up; with no open chair it starts at once."""

    game: str
    chairs: list[Chair]
    options: Json = {}
    name: str = ""
    clock: ClockRule = ClockRule()
    grace: int | None = 60
    listed: bool = False
    watching: bool = True
    kids: bool = False
    record: str = ""
    """Text of a record to go on from, as far as it goes (or up to answer `upto`)."""
    upto: int | None = None
    seed: str = ""
    """Only for tests and puzzles; without one the operating system gives 256 bits."""


class TableCard(Part, frozen=True):
    """A table in a list."""

    id: str
    game: str
    name: str
    status: Literal["gathering", "playing", "over"]
    names: list[str]
    free: int
    """Open chairs."""
    yours: list[int]
    """The reader's own seats."""
    your_turn: bool
    clock: ClockRule
    changed: int
    """When something last happened, in ms."""
    ruleset: str = ""
    """The first option of the game, the one that people ask for."""


class Key(Part, frozen=True):
    """A seat of this browser, and the token that proves it on the socket."""

    seat: int
    token: str


class Entry(Part, frozen=True):
    """What a table is to this browser."""

    table: Table
    keys: list[Key]
    """Its own seats; several in hot-seat; none for spectators."""
    host: bool
    cards: dict[str, Facts]
    watch: str = ""
    """The token of a spectator, where one is needed."""


class Enter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Come in: with a token from an invite link, or with none."""

    token: str = ""
    seat: int | None = None
    """A free chair to take."""
    name: str = ""


class Leave(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Give up one's chair."""

    seat: int


class Links(Part, frozen=True):
    """The fragments of the host's invite links; making one anew ends the old one."""

    seats: dict[str, str]
    """By seat number."""
    watch: str


class SeatChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the host does with a chair."""

    do: Literal["open", "close", "bot", "kick", "hand-over", "mute", "unmute"]
    bot: str = "steady"


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the host may change: before the start all, later `grace`, `listed`, `watching`."""

    options: Json | None = None
    name: str | None = None
    clock: ClockRule | None = None
    grace: int | msgspec.UnsetType | None = msgspec.UNSET
    listed: bool | None = None
    watching: bool | None = None
    kids: bool | None = None


class Made(Part, frozen=True):
    id: str


class Problem(Part, frozen=True):
    """An error: which, in words, and what would be right."""

    key: str
    text: str
