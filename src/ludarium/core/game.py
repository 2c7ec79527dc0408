"""The machine: a Game is rules, content, options and a seat count, frozen and shareable.

One move flows like this: `refusal` says whether it is allowed; `answer` hands it to the frame that
asked; that frame changes the state through verbs, pushes further frames or asks again; `run` pops
frames until somebody is asked or nothing is left. No part of a match lives on the call stack.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeAlias

from ludarium.core import chance, positions, views
from ludarium.core.actions import Action, Grammar
from ludarium.core.cards import Cards
from ludarium.core.errors import InvalidInput, Refusal, Refused, nearest
from ludarium.core.events import Log
from ludarium.core.nature import Dice
from ludarium.core.options import Option, Options, OptionValue, check_options
from ludarium.core.questions import Kind, Mode, Question, Result
from ludarium.core.state import NATURE, Data, State
from ludarium.core.zones import Layout

if TYPE_CHECKING:
    from ludarium.core.match import Match

Answers: TypeAlias = tuple[tuple[int, Action], ...]
Step: TypeAlias = Callable[[State, int, tuple[Data, ...], "Log | None"], None]
Reply: TypeAlias = Callable[[State, int, tuple[Data, ...], Answers, "Log | None"], None]
Anytime: TypeAlias = Callable[[State, int, Action, "Log | None"], None]
Record: TypeAlias = Mapping[str, object]


class Numbering(Protocol):
    """Flat numbers for the actions of a game, for bots and vectorised play."""

    def __len__(self) -> int: ...

    def number(self, seat: int, action: Action) -> int: ...

    def action(self, seat: int, number: int) -> Action: ...


class Rules(Protocol):
    """What a room brings: declarations as data, and the few functions that data cannot say."""

    layout: Layout
    grammar: Grammar
    kinds: Mapping[str, Kind]
    steps: Mapping[str, Step]
    """Named steps that frames run by themselves."""
    replies: Mapping[str, Reply]
    """Named steps that frames run when an answer has come."""
    anytime: Mapping[str, Anytime]
    """What verbs do that every seat may use at any moment, asked or not."""
    pools: Mapping[str, Sequence[int]]
    """By the stock that zones name: the cards that may lie where a viewer cannot see."""
    numbers: int
    """How many counters a state has."""
    numbering: Numbering
    fact_names: Sequence[str]
    """The names of what `facts` tells."""
    warnings: Sequence[str]
    """What is unusual about the content, though it can be played."""
    window: tuple[int, int]
    """Seconds that a quiet question stays open at least and at most, at tables with people."""
    embedded: Mapping[str, object]
    """Options whose content is not shipped, as plain data, so that records stand alone."""

    def set_up(self, state: State) -> None:
        """Lay out a fresh state: the first cards and the first frame."""

    def legal(self, state: State, seat: int, kind: str) -> list[Action]:
        """The legal answers of a seat that is asked, in canonical order."""

    def refusal(self, state: State, seat: int, action: Action) -> Refusal | None:
        """Why a seat may not do this now, or None: legality has its one home here."""

    def result(self, state: State) -> Result | None:
        """How the match ended, or None while it runs."""

    def header(self) -> dict[str, object]:
        """What positions and views say of the rules in force."""

    def facts(self, state: State) -> dict[str, object]:
        """What is public and no card in a listed zone, as positions and views write it."""

    def private(self, state: State) -> dict[str, object]:
        """What only positions tell, besides the facts: sealed answers and the like."""

    def shown(self, state: State) -> Mapping[int, int]:
        """Hidden zones that somebody may look through now: eyes by the number of the zone."""

    def revealed(self, view: Record) -> Mapping[str, Sequence[Sequence[str]]]:
        """Cards that the facts of a view place in hidden zones: by the zone's name, for each seat.

        Whoever imagines must lay them there, whether memory tells of them or not.
        """

    def outlook(self, state: State) -> dict[str, object]:
        """Public facts that only views tell because they follow from others."""

    def restore(self, state: State, record: Record, copies: positions.Copies) -> None:
        """Set numbers and frames from a record that has the fields of `facts`."""

    def inspect(self, state: State, record: Record) -> None:
        """Refuse a position that contradicts itself."""

    def concede(self, state: State, seat: int, log: Log | None) -> None:
        """End the match in favour of the others, or raise Refused."""

    def left(self, state: State) -> Sequence[int]:
        """The seats that take no part any more, though the match goes on."""


@dataclass(frozen=True, slots=True)
class Room:
    """A game on the shelf: what can be known of it before it is set up."""

    slug: str
    title: str
    version: int
    """Of the rules; written into records and saves."""
    folder: Path
    options: tuple[Option, ...]
    seats: Callable[[Options], tuple[int, int, str]]
    """The fewest and most players under these options, and the clause that says so."""
    furnish: Callable[[Options, int], Rules]
    header_keys: tuple[str, ...]
    """Options that stand at the top level of a position; the others are under `options`."""
    saved_options: tuple[str, ...]
    """Options written under `options` in positions."""
    bot: str
    """Where the game's heuristic player is: `package.module:Class`."""
    talk: str
    """Where the game's Talk is, likewise."""
    clocks: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    """By word of its option `clock`: the mode and the seconds of the clock at a table."""
    winner_option: str = ""
    """The option that takes the seat of the last winner, for a rematch."""
    simulated: Mapping[str, object] = field(default_factory=dict)
    """Options that simulations take unless they are told otherwise."""
    draws_seats: bool = False
    """Whether those who gather at a table sit down as a lot decides."""

    def content_folder(self) -> Path:
        return self.folder / "content"

    def __reduce__(self) -> tuple[object, ...]:
        return (Room, tuple([getattr(self, declared.name) for declared in fields(self)]))


class Game:
    """Rules + content + options + seats. Build one with `ludarium.game(...)`."""

    __slots__ = (
        "_anytime", "_fresh", "_kinds", "_legal", "_live", "_refusal", "_replies", "_steps",
        "given", "grammar", "layout", "options", "players", "room", "rules", "sights",
    )  # fmt: skip

    def __init__(self, room: Room, given: Mapping[str, object]) -> None:
        options = dict(given)
        players = options.pop("players", 2)
        if isinstance(players, bool) or not isinstance(players, int):
            raise InvalidInput(f"players: {players!r} is not a whole number")
        checked = check_options(room.options, options, players)
        least, most, clause = room.seats(checked)
        if not least <= players <= most:
            allowed = str(least) if least == most else f"{least} to {most}"
            raise InvalidInput(f"players: {players} cannot play here, {allowed} can ({clause})")
        self.room = room
        self.given = dict(given)
        self.options: dict[str, OptionValue] = checked
        self.players = players
        self.rules = room.furnish(checked, players)
        self.layout: Layout = self.rules.layout
        self.grammar: Grammar = self.rules.grammar
        self.sights = views.Sights(self.layout)
        self._fresh: State | None = None
        self._anytime = self.rules.anytime
        self._kinds = self.rules.kinds
        self._live = {name for name, kind in self._kinds.items() if kind.mode is Mode.LIVE}
        self._steps = self.rules.steps
        self._legal = self.rules.legal
        self._refusal = self.rules.refusal
        self._replies = self.rules.replies

    def __repr__(self) -> str:
        options = ", ".join(f"{name}={value!r}" for name, value in self.given.items())
        return f"ludarium.game({self.room.slug!r}{', ' if options else ''}{options})"

    def __reduce__(self) -> tuple[object, ...]:
        return (Game, (self.room, self.given))

    @property
    def cards(self) -> Cards:
        return self.layout.cards

    # Starting

    def start(
        self,
        seed: int | str | None = None,
        position: Record | None = None,
        settle: bool = True,
        paced: bool = False,
    ) -> Match:
        """A match in play: from the set-up, or from any position record.

        With `settle=False` Nature's first questions stay open, to be answered from a script; with
        `paced` it takes the pauses of a table with people (`core/pacing.py`).
        """
        from ludarium.core.match import Match

        dice = Dice.from_seed(seed)
        if position is None:
            return Match(self, self.new_state(), dice, settle=settle, paced=paced)
        game = self.adopt(position)
        return Match(game, game.load(position), dice, position, settle, paced)

    def new_state(self) -> State:
        """The position before anything has happened."""
        if self._fresh is None:
            self._fresh = self.blank()
            self.rules.set_up(self._fresh)
        return self._fresh.clone()

    def blank(self) -> State:
        return State(self.layout.empty_zones(), [0] * self.rules.numbers, [0] * len(self.cards), [])

    def adopt(self, record: Record) -> Game:
        """This game with the options of a position; contradicting what was asked for is refused."""
        return positions.adopt(self, record)

    def load(self, record: Record) -> State:
        """The state of a position record; what needs no decision is still to be run."""
        return positions.load(self, record)

    # Asking

    def questions(self, state: State) -> dict[int, Question]:
        """What is still to be answered, by seat; empty when the match is over."""
        sealed = [seat for seat, _ in state.answers]
        return {
            seat: self._question(state, seat, kind)
            for seat, kind, _ in state.asks
            if seat >= 0 and seat not in sealed
        }

    def question(self, state: State, seat: int) -> Question | None:
        """What one seat is asked, if anything; a sealed answer may lie in already."""
        self.check_seat(seat)
        for asked, kind, _ in state.asks:
            if asked == seat:
                return self._question(state, seat, kind)
        return None

    def _question(self, state: State, seat: int, kind: str) -> Question:
        declared = self._kinds[kind]
        answered = any(sealed == seat for sealed, _ in state.answers)
        options = () if answered and declared.once else tuple(self._legal(state, seat, kind))
        return Question(seat, kind, declared.prompt, declared.ask, options, answered)

    def asked(self, state: State) -> list[int]:
        """The seats that are asked now, Nature left out."""
        return [ask[0] for ask in state.asks if ask[0] >= 0]

    def awaited(self, state: State) -> list[int]:
        """The seats that are asked and have not answered."""
        sealed = [seat for seat, _ in state.answers]
        return [seat for seat in self.asked(state) if seat not in sealed]

    def kind(self, state: State) -> Kind | None:
        """The kind of the open questions to players: all that are open at a time are of one."""
        return self._kinds[state.asks[0][1]] if state.asks and state.asks[0][0] >= 0 else None

    def legal(self, state: State, seat: int) -> list[Action]:
        """The legal actions of a seat in canonical order; none when it is not asked."""
        for ask in state.asks:
            if ask[0] == seat:
                if state.answers and self.stands(state, seat):
                    return []
                return self._legal(state, seat, ask[1])
        return []

    def stands(self, state: State, seat: int) -> bool:
        """Whether a seat has sealed an answer that can be neither replaced nor taken back."""
        if not state.answers or not self._kinds[state.asks[0][1]].once:
            return False
        return seat in [sealed for sealed, _ in state.answers]

    def refusal(self, state: State, seat: int, action: Action | str) -> Refusal | None:
        """None, or why the rules do not allow it."""
        self.check_seat(seat)
        return self.rules.refusal(state, seat, self.grammar.read(action))

    def check_seat(self, seat: object) -> None:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.players:
            raise InvalidInput(f"no seat {seat!r}; seats are 0 to {self.players - 1}")

    def result(self, state: State) -> Result | None:
        return self.rules.result(state)

    # Moving

    def apply(
        self, state: State, seat: int, action: Action | str, dice: Dice | None = None
    ) -> None:
        """Play an action on a state, for bots and search; chance is drawn from `dice`.

        Without dice, chance is fresh. Raises Refused, and changes nothing, if it is not allowed.
        """
        if isinstance(action, str):
            action = self.grammar.parse(action)
        refusal = self._refusal(state, seat, action)
        if refusal is not None:
            raise Refused(refusal)
        self.advance(state, seat, action, dice)

    def advance(self, state: State, seat: int, action: Action, dice: Dice | None = None) -> None:
        """Play an action taken from `legal` without asking again whether it is allowed.

        The fast door for search and simulation; any other action would spoil the state.
        """
        self.answer(state, seat, action, None)
        asks = state.asks
        if asks and asks[0][0] == NATURE:
            self.settle_all(state, dice or Dice(str(random.getrandbits(128))))

    def answer(self, state: State, seat: int, action: Action, log: Log | None) -> None:
        """Hand a legal answer to the frame that asked and go on until the next question."""
        asks = state.asks
        if action.verb in self._anytime:
            self._anytime[action.verb](state, seat, action, log)
            self._go_on(state, log)
        elif len(asks) == 1 or asks[0][1] in self._live:
            self._reply(state, ((seat, action),), log)
        else:
            sealed = state.answers
            if sealed and sealed[-1][0] >= seat:
                rest = [answer for answer in sealed if answer[0] != seat]
                sealed = tuple(sorted([*rest, (seat, action.text)]))
            else:
                sealed = (*sealed, (seat, action.text))
            state.answers = sealed
            if len(sealed) == len(asks):
                self._reply(state, self._opened(state), log)

    def concede(self, state: State, seat: int, log: Log | None) -> None:
        """Give up for a seat, where the rules let it, and go on."""
        self.rules.concede(state, seat, log)
        self._go_on(state, log)

    def _go_on(self, state: State, log: Log | None) -> None:
        """After something out of turn: the last answer that was waited for may be in now."""
        if state.asks and len(state.answers) == len(state.asks):
            self._reply(state, self._opened(state), log)
        else:
            self.run(state, log)

    def _reply(self, state: State, answers: Answers, log: Log | None) -> None:
        state.asks = state.answers = ()
        step, owner, data = state.frames.pop()
        self._replies[step](state, owner, data, answers, log)
        if state.frames and not state.asks:
            self.run(state, log)

    def _opened(self, state: State) -> Answers:
        parse = self.grammar.parse
        return tuple([(who, parse(text)) for who, text in state.answers])

    def take_back(self, state: State, seat: int) -> bool:
        """Withdraw a sealed answer while others are still thinking; False if there is none."""
        if self.stands(state, seat):
            return False
        rest = tuple(sealed for sealed in state.answers if sealed[0] != seat)
        found = len(rest) < len(state.answers)
        state.answers = rest
        return found

    def run(self, state: State, log: Log | None) -> None:
        """Pop frames and run their steps until somebody is asked or nothing is left."""
        frames = state.frames
        steps = self._steps
        while frames and not state.asks:
            step, seat, data = frames.pop()
            steps[step](state, seat, data, log)
        if state.answers and len(state.answers) == len(state.asks):
            self._reply(state, self._opened(state), log)  # all were in when it was asked again

    def settle_all(self, state: State, dice: Dice, log: Log | None = None) -> None:
        """Let the dice answer for Nature until a player is asked."""
        while state.asks and state.asks[0][0] == NATURE:
            self.settle(state, chance.throw(state, dice), log)

    def settle(self, state: State, outcome: chance.Outcome, log: Log | None) -> None:
        """Give Nature's answer and go on."""
        _, kind, data = state.asks[0]
        state.asks = ()
        if kind == "shuffle":
            zone = data[0]
            assert isinstance(zone, int) and isinstance(outcome, tuple)
            self.layout.reorder(state, zone, outcome)
        else:
            step, owner, kept = state.frames.pop()
            self._replies[step](state, owner, kept, ((NATURE, chance.picked(outcome)),), log)
        self.run(state, log)

    # Telling

    def view(self, state: State, seat: int | None, memory: bool = False) -> dict[str, object]:
        """Everything a seat (or a spectator: None) may know, as plain data.

        With `memory` also what is known of hidden cards to those who forget nothing: programs.
        """
        if seat is not None:
            self.check_seat(seat)
        return views.view(self, state, seat, memory)

    def imagine(self, view: Record, rng: random.Random) -> State:
        """A random full position consistent with a view: for bots and search."""
        return views.imagine(self, view, rng)

    def position(self, state: State) -> dict[str, object]:
        """The state as plain data, complete at every decision and after the end."""
        return positions.write(self, state)

    @property
    def warnings(self) -> Sequence[str]:
        """What is unusual about the content, though it can be played."""
        return self.rules.warnings

    @property
    def numbering(self) -> Numbering:
        """Flat action numbers: `len(numbering)`, `.number(seat, action)`, `.action(seat, n)`."""
        return self.rules.numbering

    def load_object(self, path: str) -> object:
        """A class of the room, imported when it is wanted."""
        module, _, name = path.partition(":")
        return getattr(import_module(module), name)


def find_room(slug: object, rooms: Mapping[str, str]) -> Room:
    """The room of a slug; its package is imported only now."""
    package = rooms.get(slug) if isinstance(slug, str) else None
    if package is None:
        raise InvalidInput(f"no game {slug!r}{nearest(slug, rooms)}")
    room = import_module(package).ROOM
    assert isinstance(room, Room)
    return room
