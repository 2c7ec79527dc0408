"""Trials: matches played to their end under all laws.

Cheap laws are checked at every decision, costly ones at a share of them; the counts say how often.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import laws
import secrecy
from ludarium import Action, Match, State
from ludarium.core.nature import Dice
from ludarium.core.state import NATURE

SHARES = {
    "playable": 0.03,
    "refused": 0.3,
    "complete": 0.03,
    "questions": 0.1,
    "imagine": 0.25,
    "redeal": 0.15,
    "position": 0.12,
    "fork": 0.02,
    "stray": 0.03,
    "undo": 0.1,
    "replay": 0.001,
    "leave": 0.003,
}
"""How often the costlier laws are checked, as a share of the decisions."""


@dataclass
class Followers:
    """Copies of a match that are given the same answers.

    A fork; a bare state played without any log, as bots do it; and sometimes a loaded match.
    """

    fork: Match
    silent: State
    dice: Dice
    loaded: Match | None = None
    left: int = 0
    """How many more answers the loaded one follows."""

    def follow(self, match: Match, seat: int, action: Action | None, lines: int) -> int:
        """Give them what the match was given, Nature's answers included; how many followed."""
        events = len(self.fork.events)
        answer(self.fork, seat, action)
        laws.still_equal(match, self.fork, lines, events)
        if action is None:
            match.game.take_back(self.silent, seat)
        else:
            match.game.apply(self.silent, seat, action, self.dice)
        laws.same(
            "silence: zones",
            *[laws.laid_out(match.game, one) for one in (self.silent, match.state)],
        )
        if self.loaded is None:
            return 2
        answer(self.loaded, seat, action, settle=False)
        for line in match.lines[lines:]:
            if line.seat == NATURE:
                self.loaded.settle_one(line.text)
        self.left -= 1
        if self.left == 0 or match.result is not None:
            laws.still_in_step(match, self.loaded)
            self.loaded = None
        return 3


def answer(match: Match, seat: int, action: Action | None, settle: bool = True) -> None:
    """Play an action; None takes a sealed one back."""
    if action is None:
        match.take_back(seat)
    else:
        match.play(seat, action, settle=settle)


Policy = Callable[[Match, Mapping[int, list[Action]], random.Random], "tuple[int, Action | None]"]


def uniformly(
    match: Match, lists: Mapping[int, list[Action]], rng: random.Random
) -> tuple[int, Action | None]:
    """Any listed action; now and then a sealed answer is replaced or taken back."""
    sealed = [seat for seat, _ in match.state.answers]
    loose = [seat for seat in sealed if lists[seat]]
    if loose and rng.random() < 0.3:
        seat = rng.choice(loose)
        return seat, rng.choice([None, *lists[seat]])
    seat = rng.choice([seat for seat in lists if seat not in sealed])
    return seat, rng.choice(lists[seat])


def by_verb(
    match: Match, lists: Mapping[int, list[Action]], rng: random.Random
) -> tuple[int, Action | None]:
    """A verb first, then one of its actions, so that rare verbs are played often."""
    seat, action = uniformly(match, lists, rng)
    if action is None:
        return seat, None
    verb = rng.choice(sorted({action.verb for action in lists[seat]}))
    return seat, rng.choice([action for action in lists[seat] if action.verb == verb])


POLICIES: tuple[Policy, ...] = (uniformly, by_verb)


def out_of_turn(match: Match, rng: random.Random) -> tuple[int, Action] | None:
    """Something that any seat may do at any time, where there is such a thing."""
    verbs = sorted(match.game.rules.anytime)
    if not verbs:
        return None
    seat, action = rng.randrange(match.game.players), match.game.grammar.make(rng.choice(verbs))
    return (seat, action) if match.refusal(seat, action) is None else None


def play_out(
    match: Match,
    rng: random.Random,
    book: laws.Book,
    shares: Mapping[str, float] = SHARES,
    policy: Policy = by_verb,
) -> Counter[str]:
    """Play a match to its end under all laws; how often each was checked."""
    counts: Counter[str] = Counter(matches=1)
    try:
        _play_out(match, rng, book, shares, policy, counts)
    except Exception as error:
        error.add_note(f"in {match.game!r}, after this record:\n{match.record()}")
        raise
    return counts


def _play_out(
    match: Match,
    rng: random.Random,
    book: laws.Book,
    shares: Mapping[str, float],
    policy: Policy,
    counts: Counter[str],
) -> None:
    game = match.game
    cards = laws.lying(match.state)
    laws.same("conservation: at the start", len(set(cards)), len(cards))
    clones: list[tuple[State, tuple[object, ...]]] = []
    followers = Followers(match.fork(), match.state.clone(), match.dice.fork())
    if match.origin is None:
        laws.started_in_silence(match)
    longest = book.longest(game)
    leave = shares["leave"] * book.restless(game)
    while game.asked(match.state):
        counts["decisions"] += 1
        if counts["decisions"] > longest:
            raise laws.Broken(f"progress: more than {longest} decisions")
        laws.progress(game, match.state)
        laws.conserved(match.state, cards)
        clones.append((match.state.clone(), laws.frozen(match.state)))
        lists = laws.listed_is_allowed(match)
        counts.update(("progress", "conservation", "listed is allowed"))
        seat, action = policy(match, lists, rng)
        if rng.random() < leave:
            seat, action = out_of_turn(match, rng) or (seat, action)
        _check_sampled(match, rng, book, shares, lists, cards, followers, counts)
        if action is not None and rng.random() < shares["redeal"]:
            _check_told(match, seat, action, rng, book, counts)
        lines, events = len(match.lines), len(match.events)
        laws.stands_firm(match, lists)
        answer(match, seat, action)
        if action is not None:
            news = match.events[events:]
            before = clones[-1][0]
            counts["sealed"] += secrecy.sealed_in_silence(before, match.state, seat, action, news)
        counts["copies follow"] += followers.follow(match, seat, action, lines)
        if rng.random() < shares["undo"]:
            counts["undo"] += 1
            counts["undo was fair"] += laws.undone(match, seat, clones[-1][0], lines, events)
    counts["clones unchanged"] += len(clones)
    for clone, before in clones:
        laws.same("clone: an old one", laws.frozen(clone), before)
    laws.progress(game, match.state)
    laws.conserved(match.state, cards)
    laws.still_equal(match, followers.fork)
    laws.same("silence: position", game.position(followers.silent), match.position())
    laws.saved_and_loaded(match)
    for viewer in laws.viewers(game):
        secrecy.shows_only_the_known(game, match.state, viewer)
        for memory in (False, True):
            secrecy.imagined(game, match.state, viewer, rng, memory)
    laws.replayed(match)
    counts["replay"] += 1
    counts["answers replayed"] += len(match.lines)


def _check_sampled(
    match: Match,
    rng: random.Random,
    book: laws.Book,
    shares: Mapping[str, float],
    lists: Mapping[int, list[Action]],
    cards: list[int],
    followers: Followers,
    counts: Counter[str],
) -> None:
    """The costlier laws, each at its share of the decisions."""
    game = match.game
    viewer = rng.choice(laws.viewers(game))
    if rng.random() < shares["questions"]:
        laws.questions_fit(match, lists)
        counts["questions"] += 1
        if match.origin is None:
            for seat, listed in lists.items():
                laws.numbered(match, seat, listed)
                counts["numbers"] += len(listed)
    if rng.random() < shares["playable"]:
        for seat, listed in lists.items():
            for action in listed:
                laws.listed_is_playable(match, seat, action, cards)
                counts["listed is playable"] += 1
    if rng.random() < shares["complete"]:
        for seat, listed in lists.items():
            counts["list is complete"] += laws.listed_is_complete(match, seat, listed, book)
    if rng.random() < shares["refused"]:
        seat = rng.randrange(game.players) if rng.random() < 0.2 else rng.choice(list(lists))
        action = laws.any_action(game, match.state, seat, rng)
        listed = lists.get(seat, [])
        counts["unlisted is refused"] += laws.unlisted_is_refused(match, seat, action, listed, book)
    if rng.random() < shares["imagine"]:
        secrecy.shows_only_the_known(game, match.state, viewer)
        thought = secrecy.imagined(game, match.state, viewer, rng, memory=rng.random() < 0.5)
        if lists.get(viewer):
            game.apply(thought, viewer, rng.choice(lists[viewer]), Dice("thought"))
        counts["view and imagine"] += 1
        counts["forgotten events"] += secrecy.told_in_time(match, viewer)
        counts["re-seal"] += secrecy.resealed(game, match.state, viewer, rng)
    if rng.random() < shares["position"]:
        loaded = laws.saved_and_loaded(match, viewer)
        counts["save and load"] += 1
        if followers.loaded is None:
            followers.loaded, followers.left = loaded, rng.randrange(1, 6)
    if rng.random() < shares["fork"]:
        laws.still_equal(match, followers.fork)
        followers.fork = match.fork()
    if rng.random() < shares["stray"]:
        laws.strays(match, rng)
        counts["strays"] += 1
    if rng.random() < shares["replay"]:
        laws.replayed(match)
        counts["replay"] += 1
        counts["answers replayed"] += len(match.lines)


def _check_told(
    match: Match,
    seat: int,
    action: Action,
    rng: random.Random,
    book: laws.Book,
    counts: Counter[str],
) -> None:
    """What everyone is told by an action, and that it would be the same after a re-deal."""
    game = match.game
    for before, given, after, log in secrecy.inputs(match, seat, action):
        for viewer in laws.viewers(game):
            secrecy.tells_only_the_known(game, before, after, log, viewer, book)
            counts["events"] += 1
        viewer = rng.choice(laws.viewers(game))
        dealt = secrecy.redealt(game, before, given, after, log, viewer, book, rng)
        counts["re-deal"] += dealt


def lists(match: Match) -> dict[int, list[Action]]:
    """By seat, everything that may be answered; sealed answers may be replaced."""
    return {seat: match.legal(seat) for seat in match.game.asked(match.state)}


def play_on(match: Match, rng: random.Random, answers: int) -> None:
    """Give some answers at random; the match can be saved after each."""
    for _ in range(answers):
        if match.result is None:
            answer(match, *uniformly(match, lists(match), rng))
            match.position()
