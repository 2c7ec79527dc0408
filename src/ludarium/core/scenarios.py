"""Scenarios: a position, answers, expectations, and the clauses they show.

One format for test, tutorial step, puzzle and bug report. Strict: every answer must fit the
question that is open, Nature's answers are scripted (or a seed is given), and a scenario that
stops before the end says what is asked there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from ludarium.core.clauses import load_rulebook
from ludarium.core.content import decode, decode_entries, read_toml
from ludarium.core.errors import InvalidInput, Refused, nearest
from ludarium.core.game import Game
from ludarium.core.match import Match

SPECTATOR = "spectator"


class Legal(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What a seat's legal list holds; `verb` looks at the actions with that verb only."""

    seat: int
    verb: str = ""
    exactly: list[str] | None = None
    includes: list[str] = []
    excludes: list[str] = []
    count: int | None = None


class View(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What a seat's view contains, and words that stand nowhere in it."""

    seat: int | str
    has: dict[str, object] = {}
    lacks: list[str] = []
    without: list[str] = []
    """Fields that are not there at all."""


class Events(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What a seat was told since the last answer: these events in this order, in part."""

    seat: int | str
    told: list[dict[str, object]] = []
    exactly: bool = False
    """No other events between or after them."""
    lacks: list[str] = []


class Expect(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    asked: dict[str, str] | None = None
    position: dict[str, object] = {}
    """In part; numbers look into lists: `{ turn = 4, seats.1.hp = 9 }`."""
    cards: dict[str, object] = {}
    """Like position, but the order of cards inside a list does not matter."""
    counts: dict[str, int] = {}
    """How many cards lie in a zone: `deck = 44`, `"hands.0" = 5`, `"seats.1.used" = 2`."""
    legal: list[Legal] = []
    view: list[View] = []
    events: list[Events] = []
    result: dict[str, object] | None = None
    over: bool | None = None
    undo: dict[str, bool] = {}


class RefusedAs(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    key: str
    clause: str
    facts: dict[str, object] = {}


class Step(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """An answer, a refused answer or an expectation; `say` is a sentence for the reader."""

    say: str = ""
    seat: int | None = None
    do: str | None = None
    answers: dict[str, str] = {}
    """Answers of several seats, one after another: `{ 0 = "hold", 1 = "act A14 0" }`."""
    attempt: str | None = msgspec.field(default=None, name="try")
    refused: RefusedAs | None = None
    invalid: str | None = None
    """A part of the message, where the attempt is no action of the game at all."""
    concede: int | None = None
    nature: list[str] = []
    expect: Expect | None = None


class Head(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    title: str
    game: str
    clauses: list[str]
    example: str = ""
    say: str = ""
    options: dict[str, object] = {}
    seed: int | str | None = None
    nature: list[str] = []
    position: dict[str, object] | None = None
    rejected: str | None = None
    """A part of the message with which the position or the options are refused."""
    steps: list[dict[str, object]] = []


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario file, read."""

    path: Path
    head: Head
    steps: list[Step]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a scenario ran; `failure` says at which step and what differed."""

    path: Path
    title: str
    failure: str | None = None

    @property
    def passed(self) -> bool:
        return self.failure is None


class Failure(Exception):
    """An expectation that does not hold."""


def load_scenario(path: Path) -> Scenario:
    """Read a scenario file; `"null"` stands for null, which TOML does not have."""
    head = decode(_nulls(read_toml(path)), Head, path.name)
    steps = decode_entries(head.steps, Step, path.name, "step") if head.steps else []
    for number, step in enumerate(steps, 1):
        _check_step(step, f"{path.name}: step {number}")
    return Scenario(path, head, steps)


def _nulls(value: object) -> object:
    if isinstance(value, dict):
        return {key: _nulls(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_nulls(item) for item in value]
    return None if value == "null" else value


def _check_step(step: Step, where: str) -> None:
    acts = [
        step.do is not None, bool(step.answers), step.attempt is not None, step.concede is not None
    ]  # fmt: skip
    if sum(acts) > 1:
        raise InvalidInput(f"{where}: only one of do, answers, try and concede")
    for name in step.answers:
        if not name.isdecimal():
            raise InvalidInput(f"{where}: answers are given by seat number, not by {name!r}")
    if (step.do is not None or step.attempt is not None) != (step.seat is not None):
        raise InvalidInput(f"{where}: seat goes with do or try")
    tried = step.attempt is not None
    if tried and step.refused is None and step.invalid is None:
        raise InvalidInput(f"{where}: try needs refused or invalid")
    if step.invalid is not None and not tried:
        raise InvalidInput(f"{where}: invalid goes with try")
    if step.refused is not None and not tried and step.concede is None:
        raise InvalidInput(f"{where}: refused goes with try or concede")
    if not any(acts) and step.expect is None and not step.say:
        raise InvalidInput(f"{where}: says and does nothing")


def run_file(path: Path, make: Callable[..., Game]) -> Outcome:
    """Run a scenario file; `make(slug, **options)` builds the game."""
    scenario = load_scenario(path)
    runner = Runner(scenario, make)
    try:
        runner.run()
    except Failure as failure:
        return Outcome(path, scenario.head.title, str(failure))
    return Outcome(path, scenario.head.title)


class Runner:
    """Plays a scenario step by step; a tutorial or a replay may call `step` on its own."""

    def __init__(self, scenario: Scenario, make: Callable[..., Game]) -> None:
        self.scenario = scenario
        self.make = make
        self.match: Match | None = None
        self.met: set[int] = set()
        """Seats whose open question has been named since the last answer."""
        self.told = 0
        """How many events had happened before the last answer."""

    def run(self) -> None:
        try:
            self.begin()
        except InvalidInput as error:
            raise Failure(f"the start: {error}") from None
        for number, step in enumerate(self.scenario.steps, 1):
            try:
                self.step(step)
            except (Failure, InvalidInput, Refused) as failure:
                say = f" ({step.say})" if step.say else ""
                raise Failure(f"step {number}{say}: {failure}") from None
        self.finish()

    def begin(self) -> None:
        head = self.scenario.head
        try:
            game = self.make(head.game, **head.options)
            rulebook = load_rulebook(game.room)
            for cited in head.clauses:
                rulebook.clause(cited)
            match = game.start(seed=head.seed or 0, position=head.position, settle=False)
        except InvalidInput as error:
            if head.rejected is None:
                raise Failure(f"cannot start: {error}") from None
            if head.rejected not in str(error):
                raise Failure(differ("the message", head.rejected, str(error))) from None
            return
        if head.rejected is not None:
            raise Failure(f"was to be refused with {head.rejected!r}, but started")
        self.match = match
        self._nature(head.nature)

    def step(self, step: Step) -> None:
        match = self.match
        if match is None:
            raise Failure("nothing was started")
        if step.do is not None and step.seat is not None:
            self._answered()
            match.play(step.seat, step.do, settle=False)
        elif step.answers:
            self._answered()
            for name, text in step.answers.items():
                match.play(int(name), text, settle=False)
        elif step.concede is not None and step.refused is None:
            self._answered()
            match.concede(step.concede)
        elif step.concede is not None or step.attempt is not None:
            self._refuse(match, step)
        self._nature(step.nature)
        if step.expect is not None:
            self._expect(match, step.expect)

    def finish(self) -> None:
        if self.match is None:
            return
        left = [seat for seat in self.match.questions if seat not in self.met]
        if left:
            raise Failure(f"the end: seats {left} are still asked; say so with expect.asked")

    def _answered(self) -> None:
        assert self.match is not None
        self.met.clear()
        self.told = len(self.match.events)

    def _nature(self, scripted: list[str]) -> None:
        assert self.match is not None
        for text in scripted:
            self.match.settle_one(text)
        if self.match.nature_asked:
            if self.scenario.head.seed is None:
                kind = self.match.state.asks[0][1]
                raise Failure(f"Nature is asked to {kind}: script it with nature, or give a seed")
            self.match.settle()

    def _refuse(self, match: Match, step: Step) -> None:
        before = match.position()
        tried = step.attempt or "concede"
        try:
            if step.concede is not None:
                match.concede(step.concede)
            else:
                assert step.seat is not None
                match.play(step.seat, tried)
        except Refused as refused:
            if step.refused is None:
                raise Failure(f"refused ({refused}) instead of being no action at all") from None
            got = {"key": refused.key, "clause": refused.clause}
            want = {"key": step.refused.key, "clause": step.refused.clause}
            if got != want:
                raise Failure(differ("the refusal", want, got)) from None
            compare("the facts of the refusal", step.refused.facts, dict(refused.facts))
        except InvalidInput as error:
            if step.invalid is None or step.invalid not in str(error):
                raise
        else:
            raise Failure(f"{tried!r} was to be refused but was played")
        if match.position() != before:
            raise Failure(f"{tried!r} was refused but changed something")

    def _expect(self, match: Match, expect: Expect) -> None:
        position = match.position()
        if expect.asked is not None:
            asked = {str(seat): question.kind for seat, question in match.questions.items()}
            compare("asked", expect.asked, asked, exact=True)
            self.met.update(match.questions)
        compare("position", expect.position, position)
        for key, wanted in expect.cards.items():
            if _bag(wanted) != _bag(position.get(key)):
                raise Failure(differ(f"cards.{key}", wanted, position.get(key)))
        for key, count in expect.counts.items():
            _expect_count(key, count, position)
        for legal in expect.legal:
            self._expect_legal(match, legal)
        for view in expect.view:
            _expect_view(match, view)
        for events in expect.events:
            self._expect_events(match, events)
        result = match.result
        if expect.over is not None and expect.over != (result is not None):
            raise Failure(f"the match is {'not ' if result is None else ''}over")
        if expect.result is not None:
            if result is None:
                raise Failure("the match is not over")
            compare("result", expect.result, dict(result.record))
        for name, fair in expect.undo.items():
            seat = int(name) if name.isdecimal() else -1
            match.game.check_seat(seat)
            if match.fork().undo(seat) != fair:
                raise Failure(f"undo by seat {seat} should be {'fair' if fair else 'refused'}")

    def _expect_legal(self, match: Match, legal: Legal) -> None:
        if legal.verb and legal.verb not in match.game.grammar.verbs:
            raise Failure(f"no verb {legal.verb!r}{nearest(legal.verb, match.game.grammar.verbs)}")
        actions = match.legal(legal.seat)
        listed = [action.text for action in actions if legal.verb in ("", action.verb)]
        if legal.exactly is not None and listed != legal.exactly:
            raise Failure(differ(f"legal actions of seat {legal.seat}", legal.exactly, listed))
        for text in legal.includes:
            if text not in listed:
                raise Failure(f"{text!r} is not legal for seat {legal.seat}: {', '.join(listed)}")
        for text in legal.excludes:
            if text in listed:
                raise Failure(f"{text!r} is legal for seat {legal.seat} and should not be")
        if legal.count is not None and len(listed) != legal.count:
            raise Failure(
                differ(f"number of actions of seat {legal.seat}", legal.count, len(listed))
            )
        self.met.add(legal.seat)

    def _expect_events(self, match: Match, events: Events) -> None:
        told = match.events_for(_viewer(events.seat))[self.told :]
        for word in events.lacks:
            if _mentions(told, word):
                raise Failure(f"seat {events.seat} was told of {word}")
        at = 0
        for wanted in events.told:
            found = next((n for n in range(at, len(told)) if _fits(wanted, told[n])), None)
            if found is None or (events.exactly and found != at):
                raise Failure(differ(f"events told to {events.seat}", events.told, told))
            at = found + 1
        if events.exactly and at != len(told):
            raise Failure(differ(f"events told to {events.seat}", events.told, told))


def _viewer(seat: int | str) -> int | None:
    if isinstance(seat, str) and seat != SPECTATOR:
        raise Failure(f"a viewer is a seat number or {SPECTATOR!r}, not {seat!r}")
    return None if isinstance(seat, str) else seat


def _expect_view(match: Match, expected: View) -> None:
    view = match.view(_viewer(expected.seat))
    compare(f"view of {expected.seat}", expected.has, view)
    for word in expected.lacks:
        if _mentions(view, word):
            raise Failure(f"the view of {expected.seat} contains {word}")
    for name in expected.without:
        if name in view:
            raise Failure(f"the view of {expected.seat} has the field {name!r}")


def _expect_count(key: str, count: int, position: Mapping[str, object]) -> None:
    zone: object = position
    for name in key.split("."):
        zone = _inside(zone, name)
    if not isinstance(zone, list):
        raise Failure(f"counts: nothing to count in {key!r}")
    if len(zone) != count:
        raise Failure(differ(f"number of cards in {key}", count, len(zone)))


def _mentions(value: object, word: str) -> bool:
    """Whether a word stands anywhere in plain data, on its own."""
    if isinstance(value, Mapping):
        return any(_mentions(key, word) or _mentions(item, word) for key, item in value.items())
    if isinstance(value, (list, tuple)):
        return any(_mentions(item, word) for item in value)
    return isinstance(value, str) and word in value.split()


def _bag(value: object) -> object:
    """The innermost lists of plain data as bags."""
    if isinstance(value, list) and any(isinstance(item, list) for item in value):
        return [_bag(item) for item in value]
    return Counter(map(repr, value)) if isinstance(value, list) else value


def _has(value: object, key: str) -> bool:
    """Whether a table has a key, or a list a number."""
    if isinstance(value, (list, tuple)):
        return key.isdecimal() and int(key) < len(value)
    return isinstance(value, Mapping) and key in value


def _inside(value: object, key: str) -> object:
    """What a table has under a key, or a list at a number; None if there is no such thing."""
    if not _has(value, key):
        return None
    found: object = value[key] if isinstance(value, Mapping) else value[int(key)]  # type: ignore[index]
    return found


def _fits(wanted: object, got: object) -> bool:
    """Whether plain data holds what is wanted: lists whole, tables in part, `{}` only if empty.

    A table of numbers stands for a list in part: `{ 1 = { hp = 9 } }`.
    """
    if isinstance(wanted, Mapping):
        if not wanted:
            return got == {}
        return all(
            _has(got, key) and _fits(item, _inside(got, key)) for key, item in wanted.items()
        )
    if isinstance(wanted, list) and isinstance(got, (list, tuple)):
        return len(wanted) == len(got) and all(map(_fits, wanted, got))
    return wanted == got and isinstance(wanted, bool) == isinstance(got, bool)


def compare(what: str, wanted: Mapping[str, object], got: object, exact: bool = False) -> None:
    """Fail with a readable difference, as far inside as it can be told, unless `got` fits."""
    if exact and dict(wanted) != got:
        raise Failure(differ(what, wanted, got))
    for key, value in wanted.items():
        found = _inside(got, key)
        if _has(got, key) and _fits(value, found):
            continue
        if isinstance(value, Mapping) and isinstance(found, (Mapping, list, tuple)):
            compare(f"{what}.{key}", value, found)
        raise Failure(differ(f"{what}.{key}", value, found))


def differ(what: str, wanted: object, got: object) -> str:
    """Both sides, one below the other."""
    return f"{what} differs\n  expected  {wanted}\n  got       {got}"
