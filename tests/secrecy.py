"""The law of secrecy: nobody is told what they may not know, and imagination is free within that.

The third of the laws in `laws.py`, with what it takes to deal a position anew.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Mapping, Sequence

from laws import Book, Broken, Viewer, any_action, lying, own_zones, same
from ludarium import Action, Game, Match, State
from ludarium.core import chance
from ludarium.core.events import Log
from ludarium.core.questions import Mode
from ludarium.core.state import NATURE

Input = tuple[int, Action | tuple[int, ...] | int]
"""A seat and its action, or Nature and a shuffled zone or a number."""


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
