"""Everything that crosses the socket, as types; the client's own types are made from these.

One socket per viewer, JSON text frames, the kind of a message in `t`. A viewer's `seq` counts the
log lines that this viewer was told, and nothing else: nobody can count what was hidden from them.
Keys and facts travel, never prose: a game's `words.toml` says them in the reader's language.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from ludarium.core.talk import Standing, Sum

Facts: TypeAlias = dict[str, object]
Json: TypeAlias = dict[str, object]
Status: TypeAlias = Literal["gathering", "playing", "over"]
SeatKind: TypeAlias = Literal["open", "closed", "person", "bot"]
Origin: TypeAlias = Literal["new", "position", "record"]
Right: TypeAlias = Literal["undo", "ask-undo", "concede"]
Channel: TypeAlias = Literal["table", "watch", "whisper"]


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """What all parts of messages have in common: defaults are not sent."""


# What a table is


class Seat(Part, frozen=True):
    """A chair and who sits on it."""

    n: int
    kind: SeatKind
    name: str = ""
    bot: str = ""
    """The level of a bot: the one that sits here, or that holds the chair."""
    here: bool = False
    """A person with a live socket."""
    ready: bool = False
    host: bool = False
    away: int | None = None
    """Since when (ms) a person has been away."""
    held_from: int | None = None
    """When (ms) a bot takes the chair of whoever is away; null: never."""
    held: bool = False
    """A bot holds the chair until its owner is back."""
    muted: bool = False


class ClockRule(Part, frozen=True, forbid_unknown_fields=True):
    """How time is kept: `seconds` a move or a match, `extra` seconds after each move; or days."""

    mode: Literal["none", "move", "match", "days"] = "none"
    seconds: int = 0
    extra: int = 0


class UndoRequest(Part, frozen=True):
    """Somebody wants to take back; it happens when `waiting` is empty."""

    by: int
    waiting: list[int]


class Table(Part, frozen=True):
    """What everyone may know of a table."""

    id: str
    game: str
    name: str
    status: Status
    options: Json
    """Every option of the game, `players` included."""
    seats: list[Seat]
    clock: ClockRule = ClockRule()
    grace: int | None = None
    """Seconds until a bot takes an absent player's chair; null: never."""
    listed: bool = False
    """In the lobby for everyone; else by link only."""
    watching: bool = True
    """Whether spectators are let in."""
    kids: bool = False
    """No chat, no clock, large targets."""
    wishes: list[str] = []
    """Answers that a player may leave behind for questions to come."""
    whispers: bool = False
    """Whether players may whisper to each other."""
    arranged: bool = False
    """The host gave the seed, and may know the cards."""
    watchers: int = 0
    undo: UndoRequest | None = None
    pledge: str = ""
    seed: str = ""
    """Only after the end."""
    rules: int = 0
    created: int = 0
    next: str = ""
    """The table of the rematch."""
    origin: Origin = "new"


# What is asked


class Caution(Part, frozen=True):
    """A second thought before an answer: a key of the words' `cautions`, and its facts."""

    key: str
    facts: Facts
    mild: bool = False
    """A person may switch it off."""


class Choice(Part, frozen=True):
    """A legal answer."""

    do: str
    """Its notation: what `act` sends back."""
    verb: str
    facts: Facts
    things: list[str] = []
    """What a person points at to give it, in order: `hand/F6`, `pair/1.0`, `deck`."""
    caution: Caution | None = None


class Ask(Part, frozen=True):
    """The open question of one seat."""

    n: int
    """Counts the questions of this viewer: an answer is for the one that was shown."""
    kind: str
    """The game's own kind, a key of the words' `prompts`."""
    form: Literal[
        "pick-one", "pick-cards", "pick-spaces", "pick-seat", "amount", "order", "yes-no",
        "ready", "pass",
    ]  # fmt: skip
    facts: Facts
    options: list[Choice]
    answered: bool = False
    """A sealed answer lies in; it may still be replaced or taken back."""


class Not(Part, frozen=True):
    """An answer that a person might try, and the clause that forbids it."""

    do: str
    verb: str
    things: list[str]
    clause: str
    key: str
    facts: Facts


class Clock(Part, frozen=True):
    """Milliseconds left by seat at server time `at`, and whose clocks run."""

    at: int
    left: list[int | None]
    running: list[int]


class Ending(Part, frozen=True):
    """How a match ended, with all that sentences about it need."""

    reason: str
    clause: str
    ranking: list[list[int]]
    headings: list[str]
    standings: list[Standing]
    facts: Facts


# Server to client


class Message(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="t"):
    """What all messages have in common."""


class Snap(Message, frozen=True, tag="snap"):
    """Everything a viewer may know, after `hello` or when a slow reader must catch up."""

    seq: int
    table: Table
    you: int | None
    view: Json | None
    """The game's own view, without log and legal list; null before the start."""
    log: list[Facts] = []
    """The last lines up to `seq`; `more` fetches what is before them."""
    sums: dict[str, Sum] = {}
    ahead: list[int] = []
    ask: Ask | None = None
    asked: list[int] = []
    """The seats that have a question open."""
    clock: Clock | None = None
    over: Ending | None = None
    may: list[Right] = []
    stands: list[str] = []
    """The wishes that this viewer has left behind."""
    said: list[Said] = []
    """The last lines of the viewer's chat."""
    away: list[Facts] = []
    """For a player who was away: the log lines of what was done for them."""
    at: int = 0
    """Server time in ms."""


class Ev(Message, frozen=True, tag="ev"):
    """What one action led to."""

    seq: int
    log: list[Facts]
    """The new lines, the last of which is number `seq`."""
    set: Json = {}
    """The parts of the view that changed, by key."""
    sums: dict[str, Sum] | None = None
    ahead: list[int] | None = None
    ask: Ask | None = None
    asked: list[int] = []
    clock: Clock | None = None
    over: Ending | None = None
    may: list[Right] = []
    stands: list[str] = []


class Ok(Message, frozen=True, tag="ok"):
    """The command is on disk. Sending it again gets the same answer."""

    id: str
    seq: int


class No(Message, frozen=True, tag="no"):
    """The command is refused and nothing has changed."""

    id: str
    key: str
    """Of the game's `refusals` if there is a clause, else of the client's `errors`."""
    text: str
    """The same in English, for those without the words."""
    clause: str = ""
    facts: Facts = {}
    verb: str = ""
    instead: list[str] = msgspec.field(default_factory=list, name="try")
    """Legal answers close to the one that was tried."""


class Hints(Message, frozen=True, tag="hints"):
    """Why not: what a person might try at question `n`, and what stands against it."""

    n: int
    refused: list[Not] = msgspec.field(name="not")


class Lines(Message, frozen=True, tag="lines"):
    """Older log lines; the first is number `first` (counted from 1)."""

    first: int
    log: list[Facts]


class Around(Message, frozen=True, tag="seat"):
    """Something about the table or its seats changed."""

    table: Table
    may: list[Right] = []


class Said(Message, frozen=True, tag="said"):
    """A line of chat."""

    n: int
    channel: Channel
    name: str
    text: str
    at: int
    by: int | None = None
    to: int | None = None
    """Of a whisper: who hears it besides the one who says it."""


class Pong(Message, frozen=True, tag="pong"):
    """Still here, at server time `at`."""

    n: int
    at: int


class Bye(Message, frozen=True, tag="bye"):
    """The socket is about to close, and why; `retry` says after how many ms to come back."""

    code: Literal["restart", "replaced", "limit", "closed", "removed", "denied", "unknown"]
    text: str
    retry: int | None = None


Answer: TypeAlias = Snap | Ev | Ok | No | Hints | Lines | Around | Said | Pong | Bye


# Client to server


class Order(msgspec.Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """What all orders of a client have in common."""


class Hello(Order, frozen=True, tag="hello"):
    """The first message: which table, by what right, and how many log lines are known already."""

    table: str
    token: str = ""
    have: int | None = None


class Act(Order, frozen=True, tag="act"):
    """Answer question `n`, the one that was shown."""

    id: str
    n: int
    do: str


class TakeBack(Order, frozen=True, tag="take-back"):
    """Withdraw a sealed answer."""

    id: str


class Undo(Order, frozen=True, tag="undo"):
    """Take back one's last action: at once where that is free, else the others are asked."""

    id: str


class Consent(Order, frozen=True, tag="consent"):
    """Agree to another's undo, or not."""

    id: str
    yes: bool


class Concede(Order, frozen=True, tag="concede"):
    """Give up."""

    id: str


class Ready(Order, frozen=True, tag="ready"):
    """Before the start: this seat agrees to play on these terms."""

    id: str
    yes: bool = True


class Say(Order, frozen=True, tag="say"):
    """A line of chat, in the channel of the viewer."""

    id: str
    text: str
    to: int | None = None
    """The seat that is whispered to; null: everyone hears it."""


class Stand(Order, frozen=True, tag="stand"):
    """Leave a wish behind for questions to come, or take it away again."""

    id: str
    wish: str
    yes: bool = True


class Why(Order, frozen=True, tag="why"):
    """Ask for the hints to the open question."""


class More(Order, frozen=True, tag="more"):
    """Ask for log lines before number `before`."""

    before: int


class Ping(Order, frozen=True, tag="ping"):
    """Are you there?"""

    n: int


Request: TypeAlias = (
    Hello | Act | TakeBack | Undo | Consent | Concede | Ready | Say | Stand | Why | More | Ping
)
