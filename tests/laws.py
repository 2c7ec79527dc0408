"""The laws that hold at every decision of every match of every game, as plain functions.

Each law takes a match (or a state) as it stands, says nothing when it holds and raises `Broken`
when it does not. What a law needs to know of one game and cannot read from its declarations stands
in a `Book`. `trials.py` plays matches under them.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, product

from ludarium import Action, Game, InvalidInput, Match, Refused, State
from ludarium.core import records
from ludarium.core.nature import Dice
from ludarium.core.questions import PROMPTS
from ludarium.core.state import NATURE

Viewer = int | None


class Broken(AssertionError):
    """A law does not hold."""


@dataclass(frozen=True)
class Book:
    """What one game promises: its clauses, the keys of its refusals, how long it can last."""

    clauses: frozenset[str]
    keys: Mapping[str, Sequence[str]]
    """By verb, and under `any` those that every verb may meet."""
    longest: Callable[[Game], int]
    """No match has more decisions than this."""
    candidates: Callable[[Game, State, int], Iterable[Action]]
    """Everything that could ever be legal for a seat, in the order of the rules page."""
    restless: Callable[[Game], int] = lambda game: 1
    """How many times as often as usual players leave: where nothing else may end the match."""
    alike: Callable[[Game, int], object] = lambda game, card: None
    """Cards that are alike could be used in secret without anyone telling them apart."""
    unshown: frozenset[str] = frozenset()
    """Events that tell of cards which lay open only while they happened."""
    ruled: Callable[[Mapping[str, object]], list[str]] | None = None
    """What the rules page lists for the seat of a view, from the view alone."""
    picked_from: Callable[[Game, State], int | None] = lambda game, state: None
    """The zone of which Nature is to pick a card, when she is asked for a number."""


def viewers(game: Game) -> list[Viewer]:
    return [*range(game.players), None]


def own_zones(game: Game, seat: int) -> list[int]:
    layout = game.layout
    return [layout.indices(zone)[seat] for zone in layout.zones if zone.per_seat]


# 1. Conservation: every card is in exactly one place.


def lying(state: State) -> list[int]:
    """All cards of all zones, in card order."""
    return sorted(chain.from_iterable(state.zones))


def conserved(state: State, cards: list[int]) -> None:
    if lying(state) != cards:
        gone = sorted(set(cards) - set(lying(state)))
        raise Broken(f"conservation: {len(lying(state))} cards of {len(cards)}, missing {gone}")


# 2. Round trip: positions, forks and clones.


def frozen(state: State) -> tuple[object, ...]:
    """A state as a value that nothing can change any more."""
    zones, numbers, seen = tuple(state.zones), tuple(state.numbers), tuple(state.seen)
    return (zones, numbers, seen, tuple(state.frames), state.asks, state.answers)


def saved_and_loaded(match: Match, viewer: Viewer = None) -> Match:
    """A position survives JSON, loads into the same position and writes itself again."""
    game, position = match.game, match.position()
    data = json.loads(json.dumps(position))
    same("round trip: a position is plain JSON", data, position)
    loaded = game.start(seed="loaded", position=data)
    same("round trip: the position after loading", loaded.position(), position)
    same("round trip: loading adds no line", loaded.lines, [])
    here, there = match.state, loaded.state
    same("round trip: state", laid_out(game, there), laid_out(game, here))
    steps = [[frame[:2] for frame in state.frames] for state in (there, here)]
    same("round trip: frames", *steps)
    for seat, memory in product({viewer, *game.asked(here)}, (False, True)):
        views = [game.view(state, seat, memory) for state in (there, here)]
        same("round trip: views", *views)
    return loaded


def still_equal(match: Match, other: Match, lines: int = 0, events: int = 0) -> None:
    """A fork fed the same answers is in the same state and has the same record."""
    same("fork: state", frozen(other.state), frozen(match.state))
    same("fork: answers", other.lines[lines:], match.lines[lines:])
    same("fork: events", other.events[events:], match.events[events:])


def still_in_step(match: Match, loaded: Match) -> None:
    """A loaded match fed the same answers is in the same position and looks the same."""
    same("loaded: position", loaded.position(), match.position())
    for viewer, memory in product(viewers(match.game), (False, True)):
        views = [one.game.view(one.state, viewer, memory) for one in (loaded, match)]
        same("loaded: views", *views)


def laid_out(game: Game, state: State) -> tuple[object, ...]:
    """A state without telling equal cards apart."""
    code = game.cards.code
    zones = [[code[card] for card in zone] for zone in state.zones]
    return zones, state.numbers, state.asks, state.answers


def started_in_silence(match: Match) -> None:
    """No rule reads the log: a set-up without one leads to the same state."""
    game, state = match.game, match.game.new_state()
    game.run(state, None)
    game.settle_all(state, Dice(match.dice.seed))
    same("silence: the start", game.position(state), match.position())


def strays(match: Match, rng: random.Random) -> None:
    """What happens to a fork is nothing to the match it came from."""
    before = frozen(match.state), match.record()
    fork = match.fork()
    for _ in range(3):
        open_to = [seat for seat in fork.game.asked(fork.state) if fork.legal(seat)]
        if open_to:
            seat = rng.choice(open_to)
            fork.play(seat, rng.choice(fork.legal(seat)))
    same("fork: the original", (frozen(match.state), match.record()), before)


def undone(match: Match, seat: int, before: State, lines: int, events: int) -> bool:
    """Undo goes back to before the answer, unless somebody has learned something by it.

    False if it is not fair, and then it changes nothing.
    """
    fork = match.fork()
    if not fork.undo(seat):
        still_equal(match, fork)
        return False
    same("undo: state", frozen(fork.state), frozen(before))
    same("undo: lines and events", (len(fork.lines), len(fork.events)), (lines, events))
    if any(line.seat == NATURE for line in match.lines[lines:]):
        raise Broken("undo: Nature had answered")
    asked = {(ask[0], ask[1]) for ask in match.state.asks}
    for ask in before.asks:
        sealed = any(answered == ask[0] for answered, _ in before.answers)
        if sealed and ask[0] != seat and ask[:2] not in asked:
            raise Broken(f"undo: the sealed answer of seat {ask[0]} had been opened")
    eye = match.game.layout.eye(seat)
    for card, (old, new) in enumerate(zip(before.seen, match.state.seen, strict=True)):
        if new & ~old and not old & eye:
            raise Broken(f"undo: {match.game.cards.code[card]} was news")
    return True


# 3. Secrecy: see `secrecy.py`.


# 4. Legality: the list and the refusals agree.


def listed_is_allowed(match: Match) -> dict[int, list[Action]]:
    """Every asked seat has a choice; nothing is listed twice, nothing listed is refused."""
    game, state = match.game, match.state
    lists = {seat: match.legal(seat) for seat in game.asked(state)}
    for seat, listed in lists.items():
        if bool(listed) == game.stands(state, seat):
            raise Broken(f"legality: seat {seat} is asked: {[*map(str, listed)]}")
        same("legality: listed once", len({str(action) for action in listed}), len(listed))
        for action in listed:
            refusal = match.refusal(seat, action)
            if refusal is not None:
                raise Broken(f"legality: seat {seat}: {action} is listed but {refusal}")
            same("notation: parse and print", match.game.grammar.parse(str(action)), action)
    return lists


def listed_is_playable(match: Match, seat: int, action: Action, cards: list[int]) -> None:
    """A listed action can be played, and somebody is asked after it or there is a result."""
    state = match.state.clone()
    match.game.apply(state, seat, action, Dice("any"))
    conserved(state, cards)
    progress(match.game, state)


def listed_is_complete(match: Match, seat: int, listed: Sequence[Action], book: Book) -> int:
    """Of all that could be legal, the list has exactly what is not refused, in canonical order."""
    candidates = list(book.candidates(match.game, match.state, seat))
    allowed = [action for action in candidates if match.refusal(seat, action) is None]
    same("legality: the whole list", [*map(str, listed)], [*map(str, allowed)])
    if book.ruled is not None and not match.game.stands(match.state, seat):
        view = json.loads(json.dumps(match.view(seat)))
        same("legality: as the rules page has it", [*map(str, listed)], book.ruled(view))
    return len(candidates)


def stands_firm(match: Match, lists: Mapping[int, list[Action]]) -> None:
    """What was answered for good is not taken back."""
    for seat in lists:
        if match.game.stands(match.state, seat):
            before = frozen(match.state), len(match.lines)
            try:
                match.take_back(seat)
            except InvalidInput:
                same("sealed: for good", (frozen(match.state), len(match.lines)), before)
            else:
                raise Broken(f"sealed: seat {seat} took back an answer that stands")


def any_action(game: Game, state: State, seat: int, rng: random.Random) -> Action:
    """Some action of the grammar, legal or not, mostly with cards the seat holds."""
    verb = rng.choice(list(game.grammar.verbs.values()))
    form = rng.choice(verb.forms)
    held = [game.cards.face[card] for zone in own_zones(game, seat) for card in state.zones[zone]]
    every = range(len(game.cards.faces))
    named = [rng.choice(held if held and rng.random() < 0.8 else every) for _ in form.kinds]
    codes = iter([game.cards.faces[face] for face in sorted(named)])
    args: list[int | str] = []
    for kind, words in zip(form.kinds, form.words, strict=True):
        if kind == "card":
            args.append(next(codes))
        else:
            args.append(rng.choice(words) if words else rng.randrange(6))
    return game.grammar.read(game.grammar.make(verb.name, *args))


def unlisted_is_refused(
    match: Match, seat: int, action: Action, listed: Sequence[Action], book: Book
) -> bool:
    """What is not listed is refused by a clause of the book and changes nothing.

    False if the action is listed after all, or is of the sort that is never listed and may be done
    at any time.
    """
    refusal = match.refusal(seat, action)
    if action in listed:
        same("legality: a listed action", refusal, None)
        return False
    if refusal is None and action.verb in match.game.rules.anytime:
        return False
    if refusal is None:
        raise Broken(f"legality: seat {seat}: {action} is not listed and not refused")
    if refusal.clause not in book.clauses:
        raise Broken(f"legality: {action}: no clause {refusal.clause}")
    if refusal.key not in (*book.keys["any"], *book.keys.get(action.verb, ())):
        raise Broken(f"legality: {action}: no refusal {refusal.key!r} of {action.verb}")
    before = frozen(match.state), len(match.events), len(match.lines), match.dice.asked
    try:
        match.play(seat, action)
    except Refused as refused:
        same("legality: the refusal", refused.refusal, refusal)
    else:
        raise Broken(f"legality: {action} was refused and then played")
    after = frozen(match.state), len(match.events), len(match.lines), match.dice.asked
    same("legality: after a refused action", after, before)
    return True


# 5. Progress: somebody is asked until there is a result.


def progress(game: Game, state: State) -> None:
    asked = game.asked(state)
    if (game.result(state) is None) != bool(asked):
        raise Broken(f"progress: asked {asked}, result {game.result(state)}")
    if state.asks and state.asks[0][0] == NATURE:
        raise Broken("progress: Nature has not answered")


def questions_fit(match: Match, lists: Mapping[int, list[Action]]) -> None:
    """The questions say what the legal lists say, in words that clients know."""
    awaited = []
    for seat in lists:
        question = match.question(seat)
        assert question is not None
        same("questions: options", list(question.options), lists[seat])
        same("questions: seat", question.seat, seat)
        if question.ask not in PROMPTS or question.kind not in match.game.rules.kinds:
            raise Broken(f"questions: no prompt {question.ask!r} or kind {question.kind!r}")
        answered = any(sealed == seat for sealed, _ in match.state.answers)
        same("questions: answered", question.answered, answered)
        if not answered:
            awaited.append(question)
    same("questions: what is open", list(match.questions.values()), awaited)


def numbered(match: Match, seat: int, listed: Sequence[Action]) -> None:
    """Every action that comes up in play has its own flat number."""
    numbering = match.game.numbering
    numbers = [numbering.number(seat, action) for action in listed]
    same("numbers: distinct", len(set(numbers)), len(numbers))
    if not all(0 <= number < len(numbering) for number in numbers):
        raise Broken(f"numbers: {numbers} of {len(numbering)}")
    same("numbers: back", [numbering.action(seat, number) for number in numbers], list(listed))


# 6. Replay: the record leads to the same position, byte for byte.


def replayed(match: Match) -> None:
    """The record gives the same match again; before the end, what it seals stays sealed."""
    text = match.record()
    parts = records.read(text)
    if match.result is None and any(line.anonymous for line in match.lines):
        stays_sealed(parts, match.game)
        return
    again = records.replay(parts, match.game)
    same("replay: record", again.record(), text)
    same("replay: position", again.position(), match.position())
    same("replay: events", list(again.events), list(match.events))
    for viewer in viewers(match.game):
        same("replay: log", again.events_for(viewer), match.events_for(viewer))
    verdict = records.verify(parts, match.game)
    finished = match.result is not None
    found = (verdict.answers, verdict.finished, verdict.proven)
    same("replay: verdict", found, (len(match.lines), finished, finished))


def stays_sealed(parts: records.Record, game: Game) -> None:
    try:
        records.replay(parts, game)
    except InvalidInput as error:
        if "seed" in str(error):
            return
        raise
    raise Broken("replay: a sealed answer was opened without the seed")


# Saying where things differ


def same(what: str, found: object, expected: object) -> None:
    if found != expected:
        raise Broken(f"{what}: {difference(found, expected)}")


def difference(found: object, expected: object, path: str = "") -> str:
    """Where two pieces of plain data differ first."""
    if isinstance(found, dict) and isinstance(expected, dict):
        keys = list({**found, **expected})
        key = next(key for key in keys if found.get(key, ...) != expected.get(key, ...))
        return difference(found.get(key, ...), expected.get(key, ...), f"{path}.{key}")
    lists = isinstance(found, list | tuple) and isinstance(expected, list | tuple)
    if lists and len(found) == len(expected):
        at = next(at for at, one in enumerate(found) if one != expected[at])
        return difference(found[at], expected[at], f"{path}[{at}]")
    return f"{path} is {found!r}, not {expected!r}"
