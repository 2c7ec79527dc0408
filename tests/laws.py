"""The laws that hold at every decision of every match of every game, as plain functions.

Each law takes a match (or a state) as it stands, says nothing when it holds and raises `Broken`
when it does not. What a law needs to know of one game and cannot read from its declarations stands
in a `Book`. `trials.py` plays matches under them.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, product

from ludarium import Action, Game, InvalidInput, Match, Refused, State
from ludarium.core import chance, records
from ludarium.core.events import Log
from ludarium.core.nature import Dice
from ludarium.core.questions import PROMPTS, Mode
from ludarium.core.state import NATURE

Viewer = int | None
Input = tuple[int, Action | tuple[int, ...] | int]
"""A seat and its action, or Nature and a shuffled zone or a number."""


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


# 3. Secrecy: nobody is told what they may not know, and imagination is free within that.


def viewers(game: Game) -> list[Viewer]:
    return [*range(game.players), None]


def known_codes(game: Game, state: State, viewer: Viewer) -> set[str]:
    """The codes of all cards whose faces a viewer knows where they lie."""
    eye, code = game.layout.eye(viewer), game.cards.code
    return {code[card] for card, seen in enumerate(state.seen) if seen & eye}


def codes_in(game: Game, told: object) -> set[str]:
    """Every card code in plain data, inside longer texts too."""
    codes = game.cards.face_of_code
    return {word for text in texts(told) for word in re.split(r"[\s.]", text) if word in codes}


def texts(told: object) -> Iterator[str]:
    if isinstance(told, str):
        yield told
    elif isinstance(told, Mapping):
        for value in told.values():
            yield from texts(value)
    elif isinstance(told, list | tuple):
        for value in told:
            yield from texts(value)


def shows_only_the_known(game: Game, state: State, viewer: Viewer) -> None:
    """A view names no card whose face the viewer does not know."""
    view = game.view(state, viewer, memory=True)
    shown = codes_in(game, {key: view[key] for key in view if key not in ("options", "log")})
    extra = shown - known_codes(game, state, viewer)
    if extra:
        raise Broken(f"secrecy: the view of {viewer} names {sorted(extra)}")
    if viewer is None and ("legal" in view or "sealed" in view):
        raise Broken("secrecy: a spectator is told legal actions, or an answer")
    forgetful = game.view(state, viewer)
    same("secrecy: a view without memory", forgetful, {key: view[key] for key in forgetful})


def imagined(
    game: Game, state: State, viewer: Viewer, rng: random.Random, memory: bool = False
) -> State:
    """What a viewer imagines looks the same to that viewer, and can be played on."""
    view = game.view(state, viewer, memory)
    data = json.loads(json.dumps(view))
    same("secrecy: a view is plain JSON", data, view)
    thought = game.imagine(data, rng)
    same(f"secrecy: view of {viewer} after imagining", game.view(thought, viewer, memory), view)
    if not is_quiet(game, state):
        same("secrecy: who is asked", game.asked(thought), game.asked(state))
    sizes = [[*map(len, one.zones)] for one in (thought, state)]
    same("secrecy: zone sizes after imagining", *sizes)
    if len(set(lying(thought))) < len(lying(thought)):
        raise Broken("secrecy: an imagined card lies in two places")
    return thought


def is_quiet(game: Game, state: State) -> bool:
    """Whether nobody may know who is asked now."""
    kind = game.kind(state)
    return kind is not None and kind.quiet


def resealed(game: Game, state: State, viewer: Viewer, rng: random.Random) -> bool:
    """Had others sealed other answers, a viewer had seen the same.

    Where it is no secret who has answered, the same seats have; else others may have. False if no
    other seat has answered and could have.
    """
    kind = game.kind(state)
    if kind is None or kind.mode is Mode.LIVE or len(state.asks) < 2:
        return False
    answered = dict(state.answers)
    others = [seat for seat in game.asked(state) if seat != viewer]
    if kind.ready:
        others = [seat for seat in others if seat in answered]
    elif viewer in answered or viewer not in game.asked(state):
        others.pop(rng.randrange(len(others)))  # somebody must still be thinking
        answered = {seat: text for seat, text in answered.items() if seat in (viewer, *others)}
    for seat in others:
        answered[seat] = rng.choice(game.rules.legal(state, seat, kind.name)).text
    other = state.clone()
    other.answers = tuple(sorted(answered.items()))
    for memory in (False, True):
        views = [game.view(one, viewer, memory) for one in (other, state)]
        same(f"secrecy: view of {viewer}, other answers sealed", *views)
    return bool(others)


def sealed_in_silence(before: State, after: State, seat: int, action: Action, log: Log) -> bool:
    """A sealed answer changes nothing but that it lies there. False if none was sealed."""
    if (seat, action.text) not in after.answers or before.asks != after.asks:
        return False
    for part in ("zones", "numbers", "seen"):
        same(f"sealed: {part}", getattr(after, part), getattr(before, part))
    same("sealed: events", list(log), [])
    return True


def told_in_time(match: Match, viewer: Viewer) -> int:
    """What was told for a while is told no longer, but to those who know it for good.

    How many events had something to forget.
    """
    events, told = match.events, match.events_for(viewer)
    forgotten = 0
    for at, event in enumerate(events):
        passing = set(event.passing) - set(event.secrets.get(viewer, {})) if event.until else set()
        if not passing:
            continue
        over = any(later.kind == event.until for later in events[at + 1 :])
        for name in passing:
            now = event.facts.get(name) if over else event.passing[name]
            same(f"passing: {name} of {event.kind}, told to {viewer}", told[at].get(name), now)
        same(f"passing: {event.kind} is marked", "until" in told[at], not over)
        forgotten += over
    return forgotten


def inputs(match: Match, seat: int, action: Action) -> Iterator[tuple[State, Input, State, Log]]:
    """An action and Nature's answers after it, one by one: before, input, after, events."""
    game, dice = match.game, match.dice.fork()
    after = match.state.clone()
    given: Input = (seat, action)
    while True:
        before, log = after.clone(), Log()
        give(game, after, given, log)
        yield before, given, after, log
        if not after.asks or after.asks[0][0] != NATURE:
            return
        given = (NATURE, chance.throw(after, dice))


def give(game: Game, state: State, given: Input, log: Log) -> None:
    seat, what = given
    if isinstance(what, Action):
        game.answer(state, seat, what, log)
    else:
        game.settle(state, what, log)


def tells_only_the_known(
    game: Game, before: State, after: State, log: Log, viewer: Viewer, book: Book
) -> None:
    """Events name no card whose face the viewer does not know before or after them."""
    told = [event.seen_by(viewer) for event in log if event.kind not in book.unshown]
    known = known_codes(game, before, viewer) | known_codes(game, after, viewer)
    extra = codes_in(game, told) - known
    if extra:
        raise Broken(f"secrecy: {viewer} is told {sorted(extra)} by {told}")


def redealt(
    game: Game, before: State, given: Input, after: State, log: Log, viewer: Viewer, book: Book,
    rng: random.Random,
) -> bool:  # fmt: skip
    """Had the cards a viewer does not know lain otherwise, the viewer had seen the same.

    Cards that neither were known before nor are known after change places at random. The viewer's
    view, legal list, events and next view must not change. False if there was nothing to re-deal.
    """
    eye = game.layout.eye(viewer)
    pinned = sealed_cards(game, before) | sealed_cards(game, after)
    gone = named_and_gone(game, before, given, after)
    if not gone:
        pinned |= named_cards(game, given)
    hidden = [
        card
        for card in lying(before)
        if not (before.seen[card] | after.seen[card]) & eye and card not in pinned
    ]
    used = [card for card in gone if card in hidden]
    moves = permutation(game, hidden, used, book, rng)
    if all(game.cards.face[card] == game.cards.face[moves[card]] for card in moves):
        return False
    other = moved(game, before, moves)
    if is_quiet(game, before):
        reopened = asked_again(game, other, viewer)
        if reopened is None:
            return False
        look_the_same(game, reopened, before, viewer)
        if game.asked(reopened) != game.asked(before):
            return True  # others are asked here, so that the same input cannot be given
    look_the_same(game, other, before, viewer)
    refuses_the_same(game, other, before, viewer, rng)
    other_log = Log()
    picked = card_picked(game, before, given, after, book)
    give(game, other, moved_input(game, other, given, used, picked, moves), other_log)
    told = [[event.seen_by(viewer) for event in events] for events in (other_log, log)]
    paused = [len(events) for events, one in zip(told, (other, after)) if is_quiet(game, one)]
    until = min(paused, default=None)  # as far as a window that opens only in one of them
    same(f"secrecy: events of {viewer}, re-dealt", *[events[:until] for events in told])
    if len(told[0]) != len(told[1]):
        return True
    return look_the_same(game, other, after, viewer)


def look_the_same(game: Game, other: State, state: State, viewer: Viewer) -> bool:
    """Views of both kinds are equal, legal lists included."""
    for memory in (False, True):
        views = [game.view(one, viewer, memory) for one in (other, state)]
        same(f"secrecy: view of {viewer}, re-dealt", *views)
    return True


def refuses_the_same(
    game: Game, other: State, state: State, viewer: Viewer, rng: random.Random
) -> None:
    """What a seat is refused, and why, tells nothing that it does not know."""
    if viewer is None:
        return
    for _ in range(3):
        action = any_action(game, state, viewer, rng)
        refusals = [game.refusal(one, viewer, action) for one in (other, state)]
        same(f"secrecy: {action} of {viewer} refused, re-dealt", *refusals)


def asked_again(game: Game, state: State, viewer: Viewer) -> State | None:
    """A state in which those are asked who must be, with the answer of the viewer alone.

    None if the window is not open then: that it is shows, by its nature, that there is somebody to
    ask who has not answered.
    """
    alone = state.clone()
    alone.answers = tuple(answer for answer in state.answers if answer[0] == viewer)
    other = game.load(game.position(alone))
    game.run(other, None)
    still = is_quiet(game, other) and other.answers == alone.answers
    return other if still and len(other.frames) == len(state.frames) else None


def named_cards(game: Game, given: Input) -> set[int]:
    """All copies of the cards that an action names."""
    action = given[1]
    if not isinstance(action, Action):
        return set()
    return {card for face in action.faces for card in game.cards.copies[face]}


def sealed_cards(game: Game, state: State) -> set[int]:
    """Cards that sealed answers name: re-dealing them would change what was answered."""
    named = codes_in(game, [text for _, text in state.answers])
    return {card for code in named for card in game.cards.copies[game.cards.face_of_code[code]]}


def named_and_gone(game: Game, before: State, given: Input, after: State) -> list[int]:
    """The cards an action names that have left the zones of the seat."""
    seat, action = given
    if not isinstance(action, Action):
        return []
    gone = {
        card
        for zone in own_zones(game, seat)
        for card in before.zones[zone]
        if card not in after.zones[zone]
    }
    return [card for card in sorted(gone) if game.cards.code[card] in action.args]


def own_zones(game: Game, seat: int) -> list[int]:
    layout = game.layout
    return [layout.indices(zone)[seat] for zone in layout.zones if zone.per_seat]


def glimpsed(game: Game, card: int) -> tuple[object, ...]:
    """What a covered card may show of itself; cards of different stocks never mix."""
    face = game.cards.face[card]
    stock = next((name for name, cards in game.rules.pools.items() if card in cards), None)
    return (stock, *(facts[face] for facts in game.cards.glimpses.values()))


def permutation(
    game: Game, hidden: list[int], used: list[int], book: Book, rng: random.Random
) -> dict[int, int]:
    """New places for hidden cards; a card used in secret is replaced by one that is alike."""
    groups: dict[object, list[int]] = {}
    for card in hidden:
        groups.setdefault(glimpsed(game, card), []).append(card)
    moves: dict[int, int] = {}
    for group in groups.values():
        moves.update(zip(group, rng.sample(group, len(group)), strict=True))
    for card in used:
        group = groups[glimpsed(game, card)]
        fit = [one for one in group if book.alike(game, one) == book.alike(game, card)]
        new, old = rng.choice(fit), moves[card]
        holder = next(one for one in moves if moves[one] == new)
        moves[holder], moves[card] = old, new
    return moves


def moved(game: Game, state: State, moves: Mapping[int, int]) -> State:
    """The state with cards in each other's places; who has seen a place has seen its new card."""
    other = state.clone()
    for index, cards in enumerate(state.zones):
        zone = tuple([moves.get(card, card) for card in cards])
        other.zones[index] = tuple(sorted(zone)) if game.layout.sorted_zones[index] else zone
    for card, new in moves.items():
        other.seen[new] = state.seen[card]
    return other


def card_picked(
    game: Game, before: State, given: Input, after: State, book: Book
) -> tuple[int, int] | None:
    """The zone of which Nature has picked a card, and the card that left it: maybe a twin."""
    if not isinstance(given[1], int):
        return None
    zone = book.picked_from(game, before)
    if zone is None:
        return None
    face = game.cards.face[before.zones[zone][given[1]]]
    gone = [card for card in before.zones[zone] if card not in after.zones[zone]]
    return zone, next(card for card in gone if game.cards.face[card] == face)


def moved_input(
    game: Game, other: State, given: Input, used: Sequence[int], picked: tuple[int, int] | None,
    moves: Mapping[int, int],
) -> Input:  # fmt: skip
    """The same input in the re-dealt state: of cards that moved, those that lie there now."""
    seat, what = given
    if isinstance(what, tuple):
        return seat, tuple([moves.get(card, card) for card in what])
    if isinstance(what, int):
        if picked is None:
            return given
        zone, card = picked
        return seat, other.zones[zone].index(moves.get(card, card))
    codes = {game.cards.code[card]: game.cards.code[moves[card]] for card in used}
    return seat, game.grammar.make(what.verb, *[codes.get(str(arg), arg) for arg in what.args])


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
    questions = match.questions
    same("questions: who is asked", list(questions), list(lists))
    for seat, question in questions.items():
        same("questions: options", list(question.options), lists[seat])
        same("questions: seat", question.seat, seat)
        if question.ask not in PROMPTS or question.kind not in match.game.rules.kinds:
            raise Broken(f"questions: no prompt {question.ask!r} or kind {question.kind!r}")
        answered = any(sealed == seat for sealed, _ in match.state.answers)
        same("questions: answered", question.answered, answered)


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
