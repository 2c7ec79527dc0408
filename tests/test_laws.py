"""The laws, on fuzzed tables of every room: together more than 60,000 decisions.

Hypothesis chooses the tables, odd ones first; plain chance adds more until the planned number of
decisions has been played. `tests/prove.py` does the same for as long as one likes.
"""

from __future__ import annotations

import random
from collections import Counter
from types import ModuleType

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, Phase, given, settings

import laws
import ludarium
import trials
from choosing import Number, Pick, chooser
from galatune import tables as galatune
from ludarium import Match
from rooms import ROOMS, long, play
from tears_of_nature import tables as tears

QUIET = settings(
    derandomize=True,
    deadline=None,
    database=None,
    phases=(Phase.generate,),  # a failure comes with its record; shrinking would replay for minutes
    suppress_health_check=list(HealthCheck),
)


def enough(counts: Counter[str], planned: int) -> None:
    """The planned number of decisions was played, and every law was put to the test."""
    assert counts["decisions"] >= planned
    shares = {
        "progress": 1,
        "conservation": 1,
        "clones unchanged": 1,
        "listed is allowed": 1,
        "copies follow": 2,
        "answers replayed": 1,
        "list is complete": 0.2,
        "unlisted is refused": 0.1,
        "view and imagine": 0.1,
        "events": 0.2,
        "re-deal": 0.02,
        "listed is playable": 0.03,
        "save and load": 0.05,
        "questions": 0.05,
        "strays": 0.01,
        "undo": 0.05,
    }
    for law, share in shares.items():
        assert counts[law] >= share * planned, law


@pytest.mark.parametrize("positions", [False, True], ids=["matches", "positions"])
@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.SLUG)
def test_the_laws_hold_in_short(room: ModuleType, positions: bool) -> None:
    counts: Counter[str] = Counter()
    planned = 1_200
    rng = random.Random(f"{room.SLUG} {positions} in short")
    while counts["decisions"] < planned:
        game = room.random_game(rng)
        position = room.position(game, rng) if positions else None
        play(game, rng.getrandbits(32), counts, position=position)
    enough(counts, planned)


@long
@pytest.mark.parametrize("deck", ["standard", "odd"])
@pytest.mark.parametrize(("ruleset", "players"), tears.SEATS)
def test_the_laws_hold(ruleset: str, players: int, deck: str) -> None:
    counts: Counter[str] = Counter()
    planned = 2_500

    def table(pick: Pick, number: Number) -> ludarium.Game:
        options = tears.options(pick, number, ruleset, players)
        if deck == "odd":
            options["deck"] = tears.deck(pick, number, ruleset, players)
        return ludarium.game(tears.SLUG, **options)

    @given(st.data(), st.integers(0, 2**32))
    def fuzz(data: st.DataObject, seed: int) -> None:
        def pick(things: list[object]) -> object:
            return data.draw(st.sampled_from(things))

        def number(least: int, most: int) -> int:
            return data.draw(st.integers(least, most))

        game = table(pick, number)
        if deck == "standard":
            assert laws.lying(game.start(seed=seed).state) == list(range(67))
        play(game, seed, counts)

    settings(QUIET, max_examples=1 + planned // 400)(fuzz)()
    rng = random.Random(f"{ruleset} {players} {deck}")
    while counts["decisions"] < planned:
        play(table(*chooser(rng)), rng.getrandbits(32), counts)
    enough(counts, planned)


@long
@pytest.mark.parametrize("ruleset", ["apprentice", "master", "practitioner"])
def test_the_laws_hold_from_positions_that_play_may_never_reach(ruleset: str) -> None:
    counts: Counter[str] = Counter()
    planned = 2_000
    rng = random.Random(f"from positions of {ruleset}")
    pick, number = chooser(rng)
    while counts["decisions"] < planned:
        players = 2 if ruleset == "apprentice" else rng.choice([2, 3, 4])
        options = tears.options(pick, number, ruleset, players)
        if rng.random() < 0.5:
            options["deck"] = tears.deck(pick, number, ruleset, players)
        game = ludarium.game(tears.SLUG, **options)
        for _ in range(5):
            position = tears.position(game, rng)
            play(game, rng.getrandbits(32), counts, position=position)
    enough(counts, planned)


@long
@pytest.mark.parametrize("content", ["house", "odd"])
@pytest.mark.parametrize("players", galatune.SEATS)
def test_the_laws_hold_in_galatune(players: int, content: str) -> None:
    counts: Counter[str] = Counter()
    planned = 2_250

    def table(pick: Pick, number: Number) -> ludarium.Game:
        options = galatune.options(pick, number, players)
        if content == "odd":
            options |= {"content": galatune.content(pick, number, players), "ban_list": "none"}
        return ludarium.game(galatune.SLUG, **options)

    @given(st.data(), st.integers(0, 2**32))
    def fuzz(data: st.DataObject, seed: int) -> None:
        def pick(things: list[object]) -> object:
            return data.draw(st.sampled_from(things))

        def number(least: int, most: int) -> int:
            return data.draw(st.integers(least, most))

        ends_in_time(play(table(pick, number), seed, counts))

    settings(QUIET, max_examples=1 + planned // 500)(fuzz)()
    rng = random.Random(f"{players} {content}")
    while counts["decisions"] < planned:
        ends_in_time(play(table(*chooser(rng)), rng.getrandbits(32), counts))
    enough(counts, planned)
    assert counts["sealed"] > planned / 5 and counts["re-seal"] > planned / 20


def ends_in_time(match: Match) -> None:
    limit = match.game.rules.terms.turn_limit
    assert not limit or match.result.record["turns"] <= limit


@long
def test_the_laws_hold_from_positions_that_galatune_may_never_reach() -> None:
    counts: Counter[str] = Counter()
    planned = 3_000
    rng = random.Random("from positions of galatune")
    while counts["decisions"] < planned:
        game = galatune.random_game(rng)
        for _ in range(3):
            position = galatune.position(game, rng)
            play(game, rng.getrandbits(32), counts, position=position)
    enough(counts, planned)


@pytest.mark.parametrize("ruleset", ["apprentice", "master", "practitioner"])
def test_every_refusal_of_the_rules_page_comes_up(ruleset: str) -> None:
    rng = random.Random(f"refusals of {ruleset}")
    game = ludarium.game(tears.SLUG, ruleset=ruleset, duplicate_capture="forbidden")
    found: set[tuple[str, str]] = set()
    expected = {
        (verb, key)
        for verb, keys in tears.BOOK.keys.items()
        for key in keys
        if verb != "any" and key not in NOT_IN[ruleset]
    }
    expected |= {("any", "game_over"), ("build", "wrong_step"), ("attack", "card_not_in_hand")}
    for seed in range(60):
        if expected <= found:
            return
        position = None if seed % 2 else tears.position(game, rng)
        match = game.start(seed=seed, position=position)
        while match.result is None:
            seat = game.asked(match.state)[0]
            tried = [laws.any_action(game, match.state, seat, rng) for _ in range(3)]
            for action in [*tried, *tears.candidates(game, match.state, seat)]:
                refusal = match.refusal(seat, action)
                if refusal is not None:
                    found.add((action.verb, refusal.key))
            match.play(*trials.by_verb(match, {seat: match.legal(seat)}, rng))
        found.add(("any", match.refusal(0, "decline").key))
    raise AssertionError(f"never came up: {sorted(expected - found)}")


SPIRIT = {"spirit_needs_tangible", "spirit_pair_needs_spirit_attack", "spirit_gate"}
NOT_IN = {
    "apprentice": {*SPIRIT, "strength_mismatch", "too_weak", "empire_full", "empty_source"},
    "master": {
        *SPIRIT, "element_mismatch", "element_already_held", "duplicate_capture_forbidden",
        "empire_full", "empty_source",
    },
    "practitioner": {
        "element_mismatch", "element_already_held", "duplicate_capture_forbidden",
    },
}  # fmt: skip
"""Refusals that cannot come up under a rule set; a full empire can in a loaded position only."""


def test_every_refusal_of_the_rules_page_of_galatune_comes_up() -> None:
    rng = random.Random("refusals of galatune")
    found: set[tuple[str, str]] = set()
    expected = {
        (verb, key) for verb, keys in galatune.BOOK.keys.items() for key in keys if verb != "any"
    }
    expected |= {("any", "game_over"), ("hold", "has_left"), ("pick", "not_your_decision")}
    scarce = galatune.content(*chooser(rng), 2)
    scarce["champions"] = scarce["champions"][:3]
    scarce.pop("extends", None)
    for seed in range(60):
        if expected <= found:
            return
        options = galatune.options(*chooser(rng), rng.choice([2, 3]))
        options |= {"trading": "on", "full_moon": "always"}
        position = galatune.COUNTERED if seed == 0 else None
        if seed % 4 == 0:
            options |= {"content": scarce, "players": 3, "champion_pick": "open"}
            options |= {"ban_list": "none"}
        if position:
            options["content"] = "house"
        game = ludarium.game(galatune.SLUG, **options)
        if seed % 2:
            position = galatune.position(game, rng)
        match = game.start(seed=seed, position=position)
        for _ in range(60):
            if match.result is not None:
                break
            for seat in range(game.players):
                tried = [laws.any_action(game, match.state, seat, rng) for _ in range(3)]
                for action in [*tried, *galatune.candidates(game, match.state, seat)]:
                    refusal = match.refusal(seat, action)
                    if refusal is not None:
                        found.add((action.verb, refusal.key))
            lists = {seat: match.legal(seat) for seat in game.asked(match.state)}
            out = trials.out_of_turn(match, rng) if rng.random() < 0.01 else None
            trials.answer(match, *(out or trials.by_verb(match, lists, rng)))
        while match.result is None:
            match.play(game.rules.terms.in_order(match.state, 0)[0], "resign")
        found.add(("any", match.refusal(0, "hold").key))
    raise AssertionError(f"never came up: {sorted(expected - found)}")
