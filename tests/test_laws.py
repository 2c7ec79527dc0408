"""The laws, on fuzzed tables of every room: together more than 60,000 decisions.

Hypothesis chooses the tables, odd ones first; plain chance adds more until the planned number of
decisions has been played. `tests/prove.py` does the same for as long as one likes.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import permutations
from types import ModuleType

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, Phase, given, settings

import galatune
import laws
import ludarium
import tables
import trials
from ludarium import Action, Game, InvalidInput, Match, State
from ludarium.core import match as core_match
from ludarium.core.events import Log
from ludarium.core.nature import Dice
from ludarium.core.zones import Layout
from ludarium.games.galatune import leaving, pending, record
from ludarium.games.galatune.legality import Legality as Galatune
from ludarium.games.galatune.legality import Table
from ludarium.games.galatune.terms import Play
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


long = pytest.mark.no_cover
"""Measuring coverage makes play four times slower; the short test covers the same lines."""
BOOKS = {tables.SLUG: tables.BOOK, galatune.SLUG: galatune.BOOK}


def play(game: ludarium.Game, seed: int, counts: Counter[str], **start: object) -> Match:
    """One match under all laws."""
    rng = random.Random(seed)
    policy = rng.choice(trials.POLICIES)
    match = game.start(seed=seed, **start)
    counts.update(trials.play_out(match, rng, BOOKS[game.room.slug], policy=policy))
    return match


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
@pytest.mark.parametrize("room", [tables, galatune], ids=lambda room: room.SLUG)
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
@pytest.mark.parametrize(("ruleset", "players"), tables.SEATS)
def test_the_laws_hold(ruleset: str, players: int, deck: str) -> None:
    counts: Counter[str] = Counter()
    planned = 2_500

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
    rng = random.Random(f"{ruleset} {players} {deck}")
    while counts["decisions"] < planned:
        play(table(*tables.chooser(rng)), rng.getrandbits(32), counts)
    enough(counts, planned)


@long
@pytest.mark.parametrize("ruleset", ["apprentice", "master", "practitioner"])
def test_the_laws_hold_from_positions_that_play_may_never_reach(ruleset: str) -> None:
    counts: Counter[str] = Counter()
    planned = 2_000
    rng = random.Random(f"from positions of {ruleset}")
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


@long
@pytest.mark.parametrize("content", ["house", "odd"])
@pytest.mark.parametrize("players", galatune.SEATS)
def test_the_laws_hold_in_galatune(players: int, content: str) -> None:
    counts: Counter[str] = Counter()
    planned = 2_250

    def table(pick: tables.Pick, number: tables.Number) -> ludarium.Game:
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
        ends_in_time(play(table(*tables.chooser(rng)), rng.getrandbits(32), counts))
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
    game = ludarium.game(tables.SLUG, ruleset=ruleset, duplicate_capture="forbidden")
    found: set[tuple[str, str]] = set()
    expected = {
        (verb, key)
        for verb, keys in tables.BOOK.keys.items()
        for key in keys
        if verb != "any" and key not in NOT_IN[ruleset]
    }
    expected |= {("any", "game_over"), ("build", "wrong_step"), ("attack", "card_not_in_hand")}
    for seed in range(60):
        if expected <= found:
            return
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
    scarce = galatune.content(*tables.chooser(rng), 2)
    scarce["champions"] = scarce["champions"][:3]
    scarce.pop("extends", None)
    for seed in range(60):
        if expected <= found:
            return
        options = galatune.options(*tables.chooser(rng), rng.choice([2, 3]))
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


@pytest.mark.parametrize(("ruleset", "players"), tables.SEATS)
def test_imagining_puts_every_unseen_card_into_every_hidden_zone(
    ruleset: str, players: int
) -> None:
    imagines_everything(ludarium.game(tables.SLUG, ruleset=ruleset, players=players))


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
    lists_too_little: "legality|questions",
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
        play_many(random.Random(1), tables.random_game)


def play_many(rng: random.Random, table: Callable[[random.Random], Game]) -> None:
    for seed in range(200):
        play(table(rng), seed, Counter())


def shows_who_is_asked(patch: pytest.MonkeyPatch) -> None:
    def leak(codec: record.Codec, state: State) -> dict[str, object]:
        return {"asked": [ask[0] for ask in state.asks]}

    patch.setattr(record.Codec, "outlook", leak)


def shows_sealed_answers(patch: pytest.MonkeyPatch) -> None:
    def leak(codec: record.Codec, state: State) -> dict[str, object]:
        return {"verbs": [text.split()[0] for _, text in state.answers]}

    patch.setattr(record.Codec, "outlook", leak)


def shows_pools_to_all(patch: pytest.MonkeyPatch) -> None:
    shown = pending.Pending.shown

    def leak(self: pending.Pending, state: State) -> dict[int, int]:
        return dict.fromkeys(shown(self, state), self.terms.everyone)

    patch.setattr(pending.Pending, "shown", leak)


def never_forgets_a_draw(patch: pytest.MonkeyPatch) -> None:
    def stubborn(events: list[object], seat: int | None) -> list[object]:
        return [event.seen_by(seat) for event in events]

    patch.setattr(core_match, "retell", stubborn)


def lets_answers_be_replaced(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Game, "stands", lambda game, state, seat: False)


def forgets_what_is_known_of_prizes(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(pending.Pending, "_marks", lambda self: iter(()))


def leaves_cards_on_the_table(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(leaving.Leaving, "_tidy", lambda self, state, seat: None)


def forgets_ties_on_saving(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(record.Codec, "_pairs", lambda codec, value, where: [])


def lets_everybody_be_a_target(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Galatune, "target_fault", lambda self, present, seat, move, target: None)


def traps_what_is_cancelled(patch: pytest.MonkeyPatch) -> None:
    table = Galatune.table

    def lenient(self: Galatune, state: State, plays: Sequence[Play]) -> Table:
        found = table(self, state, plays)
        return found._replace(active=[move is not None for move in found.moves])

    patch.setattr(Galatune, "table", lenient)


GALATUNE_SABOTAGE = {
    shares_dice_between_forks: "fork|loaded|silence|replay",
    whispers_too_loudly: "secrecy",
    keeps_the_known_copy: "secrecy|loaded|silence|round trip",
    shows_who_is_asked: "secrecy",
    shows_sealed_answers: "secrecy",
    shows_pools_to_all: "secrecy",
    never_forgets_a_draw: "passing",
    lets_answers_be_replaced: "legality",
    forgets_what_is_known_of_prizes: "round trip|loaded",
    leaves_cards_on_the_table: "round trip",
    forgets_ties_on_saving: "round trip|secrecy|silence|loaded",
    lets_everybody_be_a_target: "legality",
    traps_what_is_cancelled: "legality",
}


@long
@pytest.mark.parametrize("sabotage", GALATUNE_SABOTAGE, ids=lambda sabotage: sabotage.__name__)
def test_a_broken_galatune_is_noticed(
    sabotage: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    sabotage(monkeypatch)
    with pytest.raises((laws.Broken, InvalidInput), match=GALATUNE_SABOTAGE[sabotage]):
        play_many(random.Random(1), galatune.random_game)
