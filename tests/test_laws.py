"""The laws, on fuzzed tables of Tears of Nature: together more than 200,000 decisions.

Hypothesis chooses the tables, odd ones first; plain chance adds more until the planned number of
decisions has been played. `tests/prove.py` does the same for as long as one likes.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import permutations

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, Phase, given, settings

import laws
import ludarium
import tables
import trials
from ludarium import Action, Game, Match, State
from ludarium.core.events import Log
from ludarium.core.nature import Dice
from ludarium.core.zones import Layout
from ludarium.games.tears_of_nature.legality import Legality
from ludarium.games.tears_of_nature.record import Codec
from ludarium.games.tears_of_nature.turn import Flow

QUIET = settings(
    derandomize=True,
    deadline=None,
    database=None,
    phases=(Phase.generate,),  # a failure comes with its record; shrinking would replay for minutes
    suppress_health_check=list(HealthCheck),
)


def play(game: ludarium.Game, seed: int, counts: Counter[str], **start: object) -> None:
    """One match under all laws."""
    rng = random.Random(seed)
    policy = rng.choice(trials.POLICIES)
    match = game.start(seed=seed, **start)
    counts.update(trials.play_out(match, rng, tables.BOOK, policy=policy))


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


long = pytest.mark.no_cover
"""Measuring coverage makes play four times slower; the short runs cover the same lines."""


@pytest.mark.parametrize("deck", ["standard", "odd"])
@pytest.mark.parametrize(("ruleset", "players"), tables.SEATS)
@pytest.mark.parametrize("planned", [500, pytest.param(14_000, marks=long)])
def test_the_laws_hold(ruleset: str, players: int, deck: str, planned: int) -> None:
    counts: Counter[str] = Counter()

    def table(pick: tables.Pick, number: tables.Number) -> ludarium.Game:
        options = tables.options(pick, number, ruleset, players)
        if deck == "odd":
            options["deck"] = tables.deck(pick, number, ruleset, players)
        return ludarium.game(tables.SLUG, **options)

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
    rng = random.Random(f"{ruleset} {players} {deck} {planned}")
    while counts["decisions"] < planned:
        play(table(*tables.chooser(rng)), rng.getrandbits(32), counts)
    enough(counts, planned)


@pytest.mark.parametrize("ruleset", ["apprentice", "master", "practitioner"])
@pytest.mark.parametrize("planned", [500, pytest.param(6_000, marks=long)])
def test_the_laws_hold_from_positions_that_play_may_never_reach(ruleset: str, planned: int) -> None:
    counts: Counter[str] = Counter()
    rng = random.Random(f"{planned} from positions of {ruleset}")
    pick, number = tables.chooser(rng)
    while counts["decisions"] < planned:
        players = 2 if ruleset == "apprentice" else rng.choice([2, 3, 4])
        options = tables.options(pick, number, ruleset, players)
        if rng.random() < 0.5:
            options["deck"] = tables.deck(pick, number, ruleset, players)
        game = ludarium.game(tables.SLUG, **options)
        for _ in range(5):
            position = tables.position(game, rng)
            play(game, rng.getrandbits(32), counts, position=position)
    enough(counts, planned)


@pytest.mark.parametrize("ruleset", ["apprentice", "master", "practitioner"])
def test_every_refusal_of_the_rules_page_comes_up(ruleset: str) -> None:
    rng = random.Random(f"refusals of {ruleset}")
    game = ludarium.game(tables.SLUG, ruleset=ruleset, duplicate_capture="forbidden")
    found: set[tuple[str, str]] = set()
    for seed in range(60):
        position = None if seed % 2 else tables.position(game, rng)
        match = game.start(seed=seed, position=position)
        while match.result is None:
            seat = game.asked(match.state)[0]
            tried = [laws.any_action(game, match.state, seat, rng) for _ in range(3)]
            for action in [*tried, *tables.candidates(game, match.state, seat)]:
                refusal = match.refusal(seat, action)
                if refusal is not None:
                    found.add((action.verb, refusal.key))
            match.play(*trials.by_verb(match, {seat: match.legal(seat)}, rng))
        found.add(("any", match.refusal(0, "decline").key))
    expected = {
        (verb, key)
        for verb, keys in tables.BOOK.keys.items()
        for key in keys
        if verb != "any" and key not in NOT_IN[ruleset]
    }
    assert expected <= found
    assert ("any", "game_over") in found and ("build", "wrong_step") in found
    assert ("attack", "card_not_in_hand") in found


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


@pytest.mark.parametrize(("ruleset", "players"), tables.SEATS)
def test_imagining_puts_every_unseen_card_into_every_hidden_zone(
    ruleset: str, players: int
) -> None:
    game = ludarium.game(tables.SLUG, ruleset=ruleset, players=players)
    match = game.start(seed=11)
    rng = random.Random(11)
    watching = laws.viewers(game)
    while min(len(hidden_zones(match, viewer)) for viewer in watching) < players:
        seat = game.asked(match.state)[0]
        match.play(seat, rng.choice(match.legal(seat)))
    for viewer in watching:
        view, hidden = match.view(viewer), hidden_zones(match, viewer)
        found: dict[int, set[int]] = {index: set() for index in hidden}
        for _ in range(1500):
            thought = game.imagine(view, rng)
            for index in hidden:
                found[index].update(unseen(game, thought, viewer, index))
        everything = {card for index in hidden for card in hidden[index]}
        faces = {game.cards.face[card] for card in everything}
        for index in hidden:
            assert {game.cards.face[card] for card in found[index]} == faces


def hidden_zones(match: ludarium.Match, viewer: laws.Viewer) -> dict[int, set[int]]:
    """The zones in which a viewer does not know every card, with the cards unknown there."""
    zones = range(len(match.state.zones))
    hidden = {index: unseen(match.game, match.state, viewer, index) for index in zones}
    return {index: cards for index, cards in hidden.items() if cards}


def unseen(game: ludarium.Game, state: ludarium.State, viewer: laws.Viewer, index: int) -> set[int]:
    eye = game.layout.eye(viewer)
    return {card for card in state.zones[index] if not state.seen[card] & eye}


def test_imagining_makes_every_arrangement_equally_likely() -> None:
    faces = [tables.entry(code, "build", ["air"], at) for at, code in enumerate("ABCDEFGHIJK", 1)]
    game = ludarium.game(tables.SLUG, deck={"name": "eleven", "cards": faces})
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


# A law that cannot be broken proves nothing: each of these engines is broken, and noticed.


def loses_a_card(patch: pytest.MonkeyPatch) -> None:
    gather = Layout.gather

    def lossy(layout: Layout, state: State, sources: Iterable[int], target: int) -> object:
        moved = gather(layout, state, sources, target)
        state.zones[target] = state.zones[target][1:]
        return moved

    patch.setattr(Layout, "gather", lossy)


def shares_numbers_between_clones(patch: pytest.MonkeyPatch) -> None:
    clone = State.clone

    def shallow(state: State) -> State:
        copy = clone(state)
        copy.numbers = state.numbers
        return copy

    patch.setattr(State, "clone", shallow)


def shares_dice_between_forks(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Dice, "fork", lambda dice: dice)


def forgets_when_an_empire_changed(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Codec, "_restore_sizes", lambda codec, state, record: None)


def shows_the_next_card(patch: pytest.MonkeyPatch) -> None:
    def leak(codec: Codec, state: State) -> dict[str, object]:
        deck = state.zones[codec.terms.deck_zone]
        return {"next": codec.terms.deck.cards.codes(deck[-1:])}

    patch.setattr(Codec, "outlook", leak)


def counts_the_wilds_in_hands(patch: pytest.MonkeyPatch) -> None:
    """A leak that names no card; only a re-deal can tell."""

    def leak(codec: Codec, state: State) -> dict[str, object]:
        hands = [card for hand in codec.terms.hands for card in state.zones[hand]]
        return {"wilds": sum(codec.terms.deck.face_of(card).is_wild for card in hands)}

    patch.setattr(Codec, "outlook", leak)


def whispers_too_loudly(patch: pytest.MonkeyPatch) -> None:
    def loud(log: Log, kind: str, to: int, secrets: dict[str, object], **facts: object) -> None:
        log.tell(kind, **{**facts, **secrets})

    patch.setattr(Log, "whisper", loud)


def keeps_the_known_copy(patch: pytest.MonkeyPatch) -> None:
    """R-63 turned round: the copy that fewest know leaves the hand."""

    def shy(layout: Layout, state: State, face: int, zone: int) -> int | None:
        held = [card for card in layout.cards.copies[face] if card in state.zones[zone]]
        return min(held, key=lambda card: state.seen[card].bit_count(), default=None)

    patch.setattr(Layout, "copy_of", shy)


def lists_too_little(patch: pytest.MonkeyPatch) -> None:
    legal = Game.legal
    patch.setattr(Game, "legal", lambda game, state, seat: legal(game, state, seat)[-3:])


def refuses_nothing(patch: pytest.MonkeyPatch) -> None:
    refusal = Legality.refusal

    def lenient(legality: Legality, state: State, seat: int, action: Action) -> object:
        found = refusal(legality, state, seat, action)
        return None if found is not None and found.key == "too_weak" else found

    patch.setattr(Legality, "refusal", lenient)


def cites_a_clause_that_is_not_there(patch: pytest.MonkeyPatch) -> None:
    refusal = Legality.refusal

    def wrong(legality: Legality, state: State, seat: int, action: Action) -> object:
        found = refusal(legality, state, seat, action)
        return found and ludarium.Refusal("TN-0.0", found.key)

    patch.setattr(Legality, "refusal", wrong)


def never_ends(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Flow, "finish", lambda flow, state, reason, log: None)


def undoes_everything(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Match, "_learned_since", lambda match, moment, seat: False)


def writes_one_answer_less(patch: pytest.MonkeyPatch) -> None:
    concat = Match.settle_one

    def forgetful(match: Match, text: str) -> None:
        concat(match, text)
        if len(match.lines) > 1:
            match.lines.pop()

    patch.setattr(Match, "settle_one", forgetful)


SABOTAGE = {
    loses_a_card: "conservation",
    shares_numbers_between_clones: "clone|fork|silence",
    shares_dice_between_forks: "fork|loaded|silence|replay",
    forgets_when_an_empire_changed: "size_since",
    shows_the_next_card: "secrecy",
    counts_the_wilds_in_hands: "secrecy",
    whispers_too_loudly: "secrecy",
    keeps_the_known_copy: "secrecy|loaded|silence",
    lists_too_little: "legality",
    refuses_nothing: "legality",
    cites_a_clause_that_is_not_there: "no clause TN-0.0",
    never_ends: "progress",
    undoes_everything: "undo",
    writes_one_answer_less: "fork|loaded|replay",
}


@long
@pytest.mark.parametrize("sabotage", SABOTAGE, ids=lambda sabotage: sabotage.__name__)
def test_a_broken_engine_is_noticed(
    sabotage: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    sabotage(monkeypatch)
    with pytest.raises(laws.Broken, match=SABOTAGE[sabotage]):
        play_many(random.Random(1))


def play_many(rng: random.Random) -> None:
    for seed in range(200):
        play(tables.random_game(rng), seed, Counter())
