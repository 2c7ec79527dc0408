"""Records: header, every answer, result. Readable, replayable, verifiable.

ludarium record 1
game tears-of-nature
rules 1
options {"deck":"standard67", ... ,"players":2}
pledge 1f0c...

nature shuffle A1 F6 ...
0 build F6 W6
1 decline
clock paused         where somebody left in a pause; then the end of each is told, too
? 5be2...            an answer that stays secret without the seed

digest 77ab...       of the last position
result {...}         after the end
seed 7               after the end: it must fit the pledge
end 3                how many answers there are
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ludarium.core import chance
from ludarium.core.errors import InvalidInput, Refused
from ludarium.core.nature import Dice
from ludarium.core.pacing import CLOCK
from ludarium.core.state import NATURE

if TYPE_CHECKING:
    from ludarium.core.game import Game
    from ludarium.core.match import Match

FORMAT: Final = "ludarium record 1"
CONCEDE: Final = "concede"
TAKE_BACK: Final = "take-back"
PAUSED: Final = "paused"
RESUME: Final = "resume"
SEALED: Final = "? "
NAMES: Final = {NATURE: "nature", CLOCK: "clock"}
"""Those who answer without a seat at the table."""


@dataclass(frozen=True, slots=True)
class Line:
    """One answer in a record."""

    seat: int
    text: str
    anonymous: bool = False

    def __str__(self) -> str:
        return f"{NAMES.get(self.seat, self.seat)} {self.text}"


def compact(data: object) -> str:
    """JSON on one line, the same on every machine."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


# Writing


def write(match: Match, reveal: bool) -> str:
    """The record of a match; the seed stands in it after the end, unless it is kept back.

    Where givers are to stay secret, a record without the seed seals their answers and all that
    would give them away: Nature's answers, the position it began with, the digest.
    """
    game, dice, result = match.game, match.dice, match.result
    told = reveal and result is not None and dice.seed is not None
    answers = discreet(game, _needed(match), match.origin)
    secretive = not told and any(line.anonymous for line in answers)
    options = {**game.options, **game.rules.embedded, "players": game.players}
    lines = [FORMAT, f"game {game.room.slug}", f"rules {game.room.version}"]
    lines.append(f"options {compact(options)}")
    lines.append(f"pledge {dice.pledge}")
    if match.origin is not None:
        origin = compact(match.origin)
        lines.append(f"position {SEALED + dice.seal(origin, 0) if secretive else origin}")
    lines.append("")
    for number, line in enumerate(answers, 1):
        sealed = line.anonymous or (secretive and line.seat == NATURE)
        lines.append(SEALED + dice.seal(str(line), number) if sealed else str(line))
    salt = str(dice.seed) if secretive else ""
    lines += ["", f"digest {digest(salt + compact(match.position()))}"]
    if result is not None:
        lines.append(f"result {compact(result.record)}")
        if told:
            lines.append(f"seed {dice.seed}")
    lines.append(f"end {len(answers)}")
    return "\n".join(lines) + "\n"


def _needed(match: Match) -> list[Line]:
    """The answers of a match; when pauses ended matters only where something was done in one."""
    if any(line.seat == CLOCK and line.text == PAUSED for line in match.lines):
        return match.lines
    return [line for line in match.lines if line.seat != CLOCK]


def discreet(game: Game, lines: list[Line], origin: Mapping[str, object] | None) -> list[Line]:
    """The answers of a match, except what nobody is ever told: those that came to nothing."""
    from ludarium.core.match import Match

    if not any(kind.unplayed for kind in game.rules.kinds.values()):
        return lines
    state = game.new_state() if origin is None else game.load(origin)
    match = Match(game, state, Dice(None), origin, settle=False, paced=are_paced(lines))
    told, last = lines[:], dict[int, tuple[int, str]]()
    for number, line in enumerate(lines):
        kind = game.kind(match.state)
        if kind is not None and line.text not in (CONCEDE, *game.rules.anytime):
            last[line.seat] = number, kind.unplayed
        play_line(match, line)
        for seat in match.events.dropped:
            at, instead = last[seat]
            told[at] = Line(seat, instead)
        match.events.dropped = ()
    return told


def are_paced(lines: Iterable[Line]) -> bool:
    """Whether a match takes pauses when these answers are played again."""
    return any(line.seat == CLOCK for line in lines)


# Reading


@dataclass(frozen=True, slots=True)
class Record:
    """A record taken apart, not yet replayed."""

    slug: str
    rules: int
    options: dict[str, object]
    pledge: str
    origin: str | None
    """The position it began with, as text, maybe sealed."""
    answers: list[tuple[int, str]]
    """(line number in the file, text)."""
    digest: str
    result: dict[str, object] | None
    seed: str | None


HEADER: Final = ("game", "rules", "options", "pledge", "position")
FOOTER: Final = ("digest", "result", "seed", "end")


def read(text: str) -> Record:
    """Take a record apart; a malformed one is refused with its line."""
    if not isinstance(text, str):
        raise InvalidInput(f"not a record: a text, not {type(text).__name__}")
    numbered = [
        (number, line.removesuffix("\r"))
        for number, line in enumerate(text.split("\n"), 1)
        if line.strip() and not line.startswith("#")
    ]
    if not numbered or numbered[0][1] != FORMAT:
        raise InvalidInput(f"not a record: the first line must be {FORMAT!r}")
    fields: dict[str, str] = {}
    answers: list[tuple[int, str]] = []
    for number, line in numbered[1:]:
        word, _, rest = line.partition(" ")
        if word in HEADER or word in FOOTER:
            if word in fields:
                raise InvalidInput(f"line {number}: a second {word!r}")
            if (word in FOOTER) != bool(answers) and word in HEADER:
                raise InvalidInput(f"line {number}: {word!r} belongs before the answers")
            fields[word] = rest
        elif "digest" in fields:
            raise InvalidInput(f"line {number}: an answer after the end: {line!r}")
        else:
            answers.append((number, line))
    for word in ("game", "rules", "options", "pledge", "digest", "end"):
        if word not in fields:
            raise InvalidInput(f"the record is cut off: no {word!r} line")
    if fields["end"] != str(len(answers)):
        raise InvalidInput(f"the record says {fields['end']} answers but has {len(answers)}")
    options = _table(fields["options"], "options")
    if not fields["rules"].isdecimal():
        raise InvalidInput(f"rules: a number, not {fields['rules']!r}")
    return Record(
        slug=fields["game"],
        rules=int(fields["rules"]),
        options=options,
        pledge=fields["pledge"],
        origin=fields.get("position"),
        answers=answers,
        digest=fields["digest"],
        result=_table(fields["result"], "result") if "result" in fields else None,
        seed=fields.get("seed"),
    )


def _table(text: str, where: str) -> dict[str, object]:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise InvalidInput(f"{where}: not JSON: {error}") from None
    if not isinstance(data, dict):
        raise InvalidInput(f"{where}: a table, not {text!r}")
    return data


def replay(record: Record, game: Game, watch: Callable[[Match, Line], None] | None = None) -> Match:
    """Play a record again, answer by answer; `watch` is told of each before it is played.

    The match that comes out writes the same record again, byte for byte.
    """
    from ludarium.core.match import Match

    if record.rules != game.room.version:
        raise InvalidInput(
            f"the record was played under rules {record.rules}, here are rules {game.room.version}"
        )
    dice = Dice(record.seed, pledge=record.pledge)
    origin = None if record.origin is None else _table(_opened(record.origin, dice), "position")
    if origin is not None:
        game = game.adopt(origin)
    state = game.new_state() if origin is None else game.load(origin)
    paced = any(text.startswith(f"{NAMES[CLOCK]} ") for _, text in record.answers)
    match = Match(game, state, dice, origin, settle=False, paced=paced)
    for number, (at, text) in enumerate(record.answers, 1):
        try:
            line = _line(text, number, dice)
            if watch is not None:
                watch(match, line)
            play_line(match, line)
        except (InvalidInput, Refused) as error:
            raise InvalidInput(f"line {at}: {text!r}: {error}") from None
    return match


def _opened(text: str, dice: Dice) -> str:
    return dice.unseal(text.removeprefix(SEALED), 0) if text.startswith(SEALED) else text


def _line(text: str, number: int, dice: Dice) -> Line:
    seat, _, rest = text.partition(" ")
    if text.startswith(SEALED):
        opened = _line(dice.unseal(rest, number), number, dice)
        return Line(opened.seat, opened.text, anonymous=opened.seat != NATURE)
    for answering, name in NAMES.items():
        if seat == name:
            return Line(answering, rest)
    if not seat.isdecimal():
        raise InvalidInput("an answer begins with a seat number, 'nature' or '?'")
    return Line(int(seat), rest)


def play_line(match: Match, line: Line) -> None:
    """Play one answer of a record again."""
    if line.seat == NATURE:
        match.settle_one(line.text)
    elif line.seat == CLOCK:
        if match.is_paused and line.text == RESUME:
            match.resume(settle=False)
    elif line.text == CONCEDE:
        match.concede(line.seat, settle=False)
    elif line.text == TAKE_BACK:
        match.take_back(line.seat)
    else:
        match.play(line.seat, line.text, settle=False)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What verifying a record found."""

    answers: int
    finished: bool
    proven: bool
    """The seed fits the pledge and gives every one of Nature's answers."""


def verify(record: Record, game: Game) -> Verdict:
    """Replay a record and check its digest, result, pledge and every shuffle."""
    dice = Dice(record.seed)
    if record.seed is not None and dice.pledge != record.pledge:
        raise InvalidInput("the seed does not fit the pledge")

    def check(match: Match, line: Line) -> None:
        if line.seat == NATURE and record.seed is not None and match.nature_asked:
            kind = match.state.asks[0][1]
            if not chance.is_thrown(line.text):
                return  # no seed says what the sky was like
            outcome = chance.throw(match.state, dice)
            if chance.notation(match.game.layout, outcome, kind) != line.text:
                raise InvalidInput("the seed gives another answer")

    match = replay(record, game, check)
    if match.state.asks and match.state.asks[0][0] == NATURE:
        raise InvalidInput("the record stops before Nature has answered")
    last = compact(match.position())
    if record.digest not in (digest(last), digest(f"{record.seed}{last}")):  # plain or sealed
        raise InvalidInput("the digest does not fit the last position")
    result = match.result
    if (result is None) != (record.result is None):
        raise InvalidInput("the record has a result and a running match, or the other way round")
    if result is not None and compact(result.record) != compact(record.result):
        raise InvalidInput("the result is not the one the answers lead to")
    return Verdict(len(record.answers), result is not None, record.seed is not None)
