"""What a seat imagines: everything that could be, as likely as it is, and nothing else."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations

import pytest

import laws
import ludarium
from galatune import tables as galatune
from ludarium import Game, Match
from rooms import long
from tears_of_nature import tables as tears


@pytest.mark.parametrize(("ruleset", "players"), tears.SEATS)
def test_imagining_puts_every_unseen_card_into_every_hidden_zone(
    ruleset: str, players: int
) -> None:
    imagines_everything(ludarium.game(tears.SLUG, ruleset=ruleset, players=players))


@long
@pytest.mark.parametrize("players", galatune.SEATS)
def test_imagining_in_galatune_puts_every_unseen_card_into_every_hidden_zone(players: int) -> None:
    imagines_everything(ludarium.game(galatune.SLUG, players=players, draw_log="closed"))


def imagines_everything(game: Game) -> None:
    players = game.players
    match = game.start(seed=11)
    rng = random.Random(11)
    watching = laws.viewers(game)
    while min(len(hidden_zones(match, viewer)) for viewer in watching) < players:
        seat = game.asked(match.state)[0]
        match.play(seat, rng.choice(match.legal(seat)))
    for viewer in watching:
        view, hidden = match.view(viewer), hidden_zones(match, viewer)
        faces = {game.cards.face[card] for cards in hidden.values() for card in cards}
        missing = {(index, face) for index in hidden for face in faces}
        for _ in range(1500):
            thought = game.imagine(view, rng)
            for index in hidden:
                for card in unseen(game, thought, viewer, index):
                    missing.discard((index, game.cards.face[card]))
            if not missing:
                break
        assert not missing


def hidden_zones(match: ludarium.Match, viewer: laws.Viewer) -> dict[int, set[int]]:
    """The zones in which a viewer does not know every card, with the cards unknown there."""
    zones = range(len(match.state.zones))
    hidden = {index: unseen(match.game, match.state, viewer, index) for index in zones}
    return {index: cards for index, cards in hidden.items() if cards}


def unseen(game: ludarium.Game, state: ludarium.State, viewer: laws.Viewer, index: int) -> set[int]:
    eye = game.layout.eye(viewer)
    return {card for card in state.zones[index] if not state.seen[card] & eye}


def test_imagining_makes_every_arrangement_equally_likely() -> None:
    faces = [tears.entry(code, "build", ["air"], at) for at, code in enumerate("ABCDEFGHIJK", 1)]
    game = ludarium.game(tears.SLUG, deck={"name": "eleven", "cards": faces})
    terms = game.rules.terms
    position = {"hands": [list("ABCDEFGH"), ["I"]], "deck": ["J"], "discard": ["K"]}
    view = game.start(seed=1, position=position).view(0)
    rng = random.Random(5)
    found: Counter[str] = Counter()
    for _ in range(1200):
        zones = game.imagine(view, rng).zones
        hidden = [*zones[terms.hands[1]], *zones[terms.deck_zone], *zones[terms.discard]]
        found["".join(game.cards.codes(hidden))] += 1
    assert set(found) == {"".join(order) for order in permutations("IJK")}
    assert min(found.values()) > 140 and max(found.values()) < 260


def window(draw_log: str) -> Match:
    """A Trap window in which seat 1 alone can be asked: it holds the one Trap for the one play."""
    seats = [{"champion": "eron"}, {"champion": "dace"}, {"champion": "ilo"}]
    for seat, hand in zip(seats, (["A01", "S02"], ["T03", "L01"], ["A05", "L02"]), strict=True):
        seat |= {"hand": hand}
    source = ["T03", "T03", "T01", "T04", "A02", "A03", "A04", "B01"]
    position = {"phase": "trap", "seats": seats, "plays": [[0, "act A14 2"]], "source": source}
    return ludarium.game(galatune.SLUG, players=3, draw_log=draw_log).start(1, position)


@long
@pytest.mark.parametrize("viewer", [0, 2, None])
def test_imagining_a_trap_window_leaves_open_who_is_asked(viewer: laws.Viewer) -> None:
    match = window("closed")
    game, rng = match.game, random.Random(4)
    assert game.asked(match.state) == [1]
    asked: Counter[tuple[int, ...]] = Counter()
    for _ in range(300):
        asked[tuple(game.asked(game.imagine(match.view(viewer), rng)))] += 1
    others = [seat for seat in range(3) if seat != viewer]
    assert {(seat,) for seat in others} | {tuple(others[-2:])} <= set(asked)
    assert () not in asked and not any(viewer in seats for seats in asked)


def test_who_remembers_everything_knows_who_is_asked() -> None:
    match = window("open")
    game, rng = match.game, random.Random(4)
    for memory in (True, False):
        view = game.view(match.state, 2, memory)
        asked = {tuple(game.asked(game.imagine(view, rng))) for _ in range(200)}
        assert (1,) in asked and (len(asked) == 1) == memory


def test_imagining_a_market_keeps_what_is_offered_in_its_hand() -> None:
    """Seats 0 and 1 have traded, so that nothing holds the card of the void offer any more."""
    hands = {"eron": ["L01"], "dace": ["L02"], "ilo": ["L03"], "morwen": ["A06", "A10"]}
    hands["pixel"] = ["S01"]
    seats = [{"champion": name, "hand": hand} for name, hand in hands.items()]
    trade = {"offers": [[3, 4, "A10"], [2, 0, "L03"]], "traded": [0, 1]}
    position = {"phase": "trade", "seats": seats, "pending": trade, "source": ["A01", "A02", "A03"]}
    match = ludarium.game(galatune.SLUG, players=5, draw_log="closed").start(1, position)
    view, rng = match.view(4), random.Random(7)
    zone = match.game.rules.terms.hands
    found: dict[int, set[str]] = {2: set(), 3: set()}
    for _ in range(100):
        zones = match.game.imagine(view, rng).zones
        held = {seat: match.game.cards.codes(zones[zone[seat]]) for seat in found}
        assert "A10" in held[3]
        for seat, codes in held.items():
            found[seat].update(codes)
    assert len(found[2]) > 3 and len(found[3]) > 3


def test_imagining_gives_the_others_any_plan_they_could_have() -> None:
    match = ludarium.game(galatune.SLUG, draw_log="closed", champion_pick="random").start(seed=3)
    match.play(1, "hold")
    assert match.view(0)["ready"] == [1]
    rng = random.Random(3)
    plans = Counter(dict(match.game.imagine(match.view(0), rng).answers)[1] for _ in range(300))
    assert len(plans) > 50 and plans["hold"] < 60


@pytest.mark.parametrize("viewer", [1, None])
def test_who_forgets_nothing_deals_the_hands_that_all_have_seen(viewer: laws.Viewer) -> None:
    """Draws are open: only a view with memory still tells where the cards are."""
    match = ludarium.game(galatune.SLUG, players=2, champion_pick="random").start(seed=5)
    hand, rng = match.game.rules.terms.hands[0], random.Random(5)

    def dealt(memory: bool) -> list[list[str]]:
        thoughts = [match.game.imagine(match.view(viewer, memory), rng) for _ in range(20)]
        return [sorted(match.game.cards.codes(thought.zones[hand])) for thought in thoughts]

    true = sorted(match.game.cards.codes(match.state.zones[hand]))
    assert dealt(memory=True) == [true] * 20
    assert true not in dealt(memory=False)
