"""A match told again, action by action, for one pair of eyes: from its record, or from a scenario.

Eyes are those of a spectator (`public`), of a seat (its number), or open for all that the seats
know (`all`). A story never holds more than its eyes were allowed to see at the time: the answers
of others are told by what came of them, not by their notation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

import ludarium
from ludarium.core import records, scenarios
from ludarium.core.errors import InvalidInput, Refusal, Refused
from ludarium.core.events import Event
from ludarium.core.game import Game
from ludarium.core.match import Match
from ludarium.core.nature import Dice
from ludarium.core.pacing import CLOCK
from ludarium.core.positions import entries
from ludarium.core.state import State
from ludarium.core.talk import Sum
from ludarium.core.zones import Sight
from ludarium.server import telling
from ludarium.server.forms import Frame, Story
from ludarium.server.kits import check_options, kit_of
from ludarium.server.problems import BadInput, Conflict
from ludarium.server.wire import Facts, Json, Not

PUBLIC: Final = "public"
UNSEEN: Final = -3
"""The seat of an answer that these eyes do not see."""
ALL: Final = "all"
SEAT: Final = re.compile(r"\bP(\d)\b")
LONGEST_RECORD: Final = 10_000
"""Answers of a record; a usual match has a hundred."""


def all_eyes(players: int) -> list[str]:
    """Every pair of eyes that a match can be seen with."""
    return [PUBLIC, ALL, *map(str, range(players))]


def check_eyes(eyes: str, players: int) -> None:
    """Refuse eyes that nobody at the table has."""
    if eyes not in all_eyes(players):
        raise BadInput(f"eyes: {PUBLIC!r}, {ALL!r} or a seat from 0 to {players - 1}, not {eyes!r}")


class Teller:
    """Watches a match and writes a frame for each action.

    Of a `running` match, what everybody knew for a while is told only as long as they know it.
    """

    def __init__(self, game: Game, eyes: str, running: bool = False) -> None:
        check_eyes(eyes, game.players)
        self.running = running
        self.game = game
        kit = kit_of(game)
        self.talk, self.cards = kit.talk, kit.cards
        self.eyes = eyes
        self.seat = int(eyes) if eyes.isdecimal() else None
        self.frames: list[Frame] = []
        self._events = 0
        self._view: Json = {}
        self._hands: Json = {}
        self._sums: dict[str, Sum] | None = None
        self._ahead: list[int] | None = None

    def tell(
        self,
        match: Match,
        by: int | None = None,
        do: str = "",
        *,
        say: str = "",
        tried: Sequence[Facts] = (),
        refused: Not | None = None,
    ) -> None:
        """Write what has come since the last frame; `tried` are lines of what was refused."""
        result = match.result
        state = _lasting(match) if self.running else match.state
        view = telling.look(match.game, state, self.seat)
        hands = self._open_hands(match) if self.eyes == ALL else {}
        sums, ahead = self.talk.sums(view), self.talk.ahead(view)
        news = match.events[self._events :]
        self.frames.append(
            Frame(
                n=len(self.frames),
                log=[*telling.lines(self.talk, self._told(news)), *tried],
                set=telling.changed(self._view, view),
                by=by,
                do=do,
                sums=None if sums == self._sums else sums,
                ahead=None if ahead == self._ahead else ahead,
                asked=self._asked(match),
                over=None if result is None else telling.ending(self.talk, result),
                hands=telling.changed(self._hands, hands),
                say=say,
                refused=refused,
            )
        )
        self._events = len(match.events)
        self._view, self._hands, self._sums, self._ahead = view, hands, sums, ahead

    def _asked(self, match: Match) -> list[int]:
        if self.eyes == ALL:
            return match.game.asked(match.state)
        return telling.asked(match.game, match.state, self.seat)

    def told(self) -> list[Frame]:
        """All frames."""
        if not self.running or self.eyes == ALL:
            return self.frames
        lines = iter(telling.forget([line for frame in self.frames for line in frame.log]))
        return [
            msgspec.structs.replace(frame, log=[next(lines) for _ in frame.log])
            for frame in self.frames
        ]

    def has_news(self, match: Match) -> bool:
        """Whether something happened since the last frame."""
        return len(match.events) > self._events

    def sees_answer(self, line: records.Line) -> bool:
        """Whether the notation of an answer is no secret to these eyes."""
        return self.eyes == ALL or line.seat == self.seat

    def _told(self, events: Iterable[Event]) -> list[Facts]:
        if self.eyes != ALL:
            return [event.seen_by(self.seat) for event in events]
        told: list[Facts] = []
        for event in events:
            if len(event.secrets) > 1:
                told += [{**event.seen_by(seat), "to": seat} for seat in event.secrets]
            else:
                told.append(event.seen_by(next(iter(event.secrets), None)))
        return told

    def _open_hands(self, match: Match) -> Json:
        """By zone, for each seat: what its owner alone sees."""
        layout = match.game.layout
        return {
            zone.key: [
                entries(layout, zone, match.state.zones[index]) for index in layout.indices(zone)
            ]
            for zone in layout.zones
            if zone.listed and zone.per_seat and zone.sight is Sight.OWNER
        }


def _lasting(match: Match) -> State:
    """The state without what everybody knows only for a while: a story may be read after that."""
    layout, state = match.game.layout, match.state.clone()
    for watchers, zone in zip(layout.watchers, state.zones, strict=True):
        for card in zone:
            if state.seen[card] & layout.passing:
                state.seen[card] = watchers
    return state


# Matches


def of_lines(
    game: Game,
    lines: Sequence[records.Line],
    eyes: str,
    *,
    origin: Json | None = None,
    title: str = "",
    names: Sequence[str] = (),
    bots: Sequence[int] = (),
    may: Sequence[str] | None = None,
    paced: bool = False,
    running: bool = False,
) -> Story:
    """The story of a match from its answers; `origin` is the position that it began with."""
    if origin is not None:
        game = game.adopt(origin)
    if not running:
        with suppress(InvalidInput, Refused):  # what cannot be played again is refused below
            lines = records.discreet(game, list(lines), origin)
    teller = Teller(game, eyes, running)
    state = game.new_state() if origin is None else game.load(origin)
    match = Match(game, state, Dice(None), origin, settle=False, paced=paced)
    last: records.Line | None = None
    for number, line in enumerate(lines, 1):
        if line.seat >= 0 or line.seat == CLOCK:
            _tell_answer(teller, match, last)
            last = _as_told(teller, match, line)
        try:
            records.play_line(match, line)
        except (InvalidInput, Refused) as error:
            raise Conflict(
                f"answer {number} cannot be played again: {error}", "not_replayable"
            ) from None
    _tell_answer(teller, match, last)
    return Story(
        game=game.room.slug,
        title=title or game.room.title,
        names=list(names) or _seat_names(game),
        bots=list(bots),
        eyes=eyes,
        may=all_eyes(game.players) if may is None else list(may),
        cards=teller.cards,
        options={**game.options, "players": game.players},
        frames=teller.told(),
        finished=match.result is not None,
    )


def _as_told(teller: Teller, match: Match, line: records.Line) -> records.Line:
    """An answer as these eyes may know it.

    Nobody sees who answers a quiet question, nor that somebody puts another answer in the place of
    a sealed one.
    """
    game, state = match.game, match.state
    secret = telling.is_quiet(game, state) or line.seat in dict(state.answers)
    openly = line.text in (records.CONCEDE, records.TAKE_BACK, *game.rules.anytime)
    hidden = secret and not openly and not teller.sees_answer(line)
    return records.Line(UNSEEN, "") if hidden or line.seat == CLOCK else line


def _tell_answer(teller: Teller, match: Match, line: records.Line | None) -> None:
    """Write the frame of an answer, or of the beginning; nobody else's notation is told."""
    if line is None:
        teller.tell(match)
    elif line.seat == UNSEEN:
        if teller.has_news(match):
            teller.tell(match)
    elif teller.sees_answer(line):
        teller.tell(match, line.seat, line.text)
    else:
        teller.tell(match, None if line.anonymous else line.seat)


def of_record(text: str, eyes: str) -> Story:
    """The story of a record; a malformed or false one raises InvalidInput with its line."""
    match = open_record(text)
    origin = None if match.origin is None else dict(match.origin)
    paced = records.are_paced(match.lines)
    return of_lines(match.game, match.lines, eyes, origin=origin, paced=paced)


def open_record(text: str) -> Match:
    """The match of a record that anybody may have written; InvalidInput says what is wrong.

    Content comes shipped or in the record itself: no file is opened by its name.
    """
    try:
        record = records.read(text)
        if len(record.answers) > LONGEST_RECORD:
            raise InvalidInput(f"{len(record.answers)} answers; {LONGEST_RECORD} at most")
        check_options(record.slug, record.options)
        if record.origin is not None:
            _check_origin(record)
        game = ludarium.game(record.slug, **record.options)
        records.verify(record, game)
        return records.replay(record, game)
    except InvalidInput:
        raise
    except (RecursionError, ValueError) as error:  # JSON of endless depth, numbers of any length
        raise InvalidInput(f"not a record: {error}") from None


def _check_origin(record: records.Record) -> None:
    """Options also stand in the position that a record may begin with."""
    if record.origin is None or record.origin.startswith(records.SEALED):
        raise InvalidInput("position: it is sealed, so the record cannot be told here")
    try:
        origin = msgspec.json.decode(record.origin, type=dict[str, object])
    except msgspec.DecodeError as error:
        raise InvalidInput(f"position: not a table in JSON: {error}") from None
    options = origin.get("options", {})
    if isinstance(options, dict):
        check_options(record.slug, {**record.options, **options})


def _seat_names(game: Game) -> list[str]:
    return [f"Player {seat + 1}" for seat in range(game.players)]


def _named(text: str) -> str:
    """What a scenario says, with players' names instead of the seats of its notation."""
    return SEAT.sub(lambda seat: f"Player {int(seat[1]) + 1}", text)


# Scenarios


def of_scenario(path: Path, eyes: str = ALL) -> Story:
    """The story of a scenario: where it begins, and each step that does, tries or says something.

    What cannot be started at all, because that is what the scenario shows, is a Conflict.
    """
    scenario = scenarios.load_scenario(path)
    head = scenario.head
    runner = scenarios.Runner(scenario, ludarium.game)
    runner.begin()
    match = runner.match
    if match is None:
        raise Conflict(f"{head.title}: no table can be set up like that, {_rejection(head)}")
    teller = Teller(match.game, eyes)
    teller.tell(match)
    for step in scenario.steps:
        _tell_step(teller, runner, match, step)
    return Story(
        game=head.game,
        title=_named(head.title),
        names=_seat_names(match.game),
        bots=[],
        eyes=eyes,
        may=all_eyes(match.game.players),
        cards=teller.cards,
        options={**match.game.options, "players": match.game.players},
        frames=teller.frames,
        finished=match.result is not None,
        text=_named(head.say),
        clauses=head.clauses,
    )


def _rejection(head: scenarios.Head) -> str:
    """Why the start of a scenario is refused, in the engine's words."""
    try:
        ludarium.game(head.game, **head.options).start(position=head.position)
    except InvalidInput as error:
        return str(error)
    raise AssertionError("a scenario that was to be refused has started")


def _tell_step(
    teller: Teller, runner: scenarios.Runner, match: Match, step: scenarios.Step
) -> None:
    by = step.seat if step.concede is None else step.concede
    do = step.do or step.attempt or ("" if step.concede is None else records.CONCEDE)
    if by is not None and (step.refused is not None or step.invalid is not None):
        tried, refused = _tell_try(teller, match, by, do)
        runner.step(step)
        if teller.eyes in (ALL, str(by)):
            teller.tell(match, by, do, say=_named(step.say), tried=[tried], refused=refused)
        return
    runner.step(step)
    if by is not None:
        shown = teller.sees_answer(records.Line(by, do))
        teller.tell(match, by, do if shown else "", say=_named(step.say))
    elif step.say or step.nature:
        teller.tell(match, say=_named(step.say))


def _tell_try(teller: Teller, match: Match, by: int, do: str) -> tuple[Facts, Not | None]:
    """The log line of an answer that is not allowed, and the refusal as the table shows it."""
    line: Facts = {"seat": by, "do": do}
    try:
        if do == records.CONCEDE:
            match.fork().concede(by)
        action = match.game.grammar.read(do)
        refusal = match.refusal(by, action)
        assert refusal is not None
    except Refused as error:
        return _refused(line, error.refusal), None
    except InvalidInput as error:
        return {"event": "invalid", **line, "text": str(error), "clause": ""}, None
    view = telling.look(match.game, match.state, by)
    key, facts = teller.talk.reason(view, action, refusal)
    told = Refusal(refusal.clause, key, facts)
    things = teller.talk.things(action)
    refused = Not(do, action.verb, things, told.clause, told.key, dict(told.facts))
    return {**_refused(line, told), "verb": action.verb}, refused


def _refused(line: Facts, refusal: Refusal) -> Facts:
    return {
        "event": "refused",
        **line,
        "key": refusal.key,
        "clause": refusal.clause,
        "facts": dict(refusal.facts),
    }
