"""A law that cannot be broken proves nothing: each of these engines is broken, and noticed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import pytest

import laws
import ludarium
from galatune import tables as galatune
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
from rooms import long, play
from tears_of_nature import tables as tears


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
        play_many(random.Random(1), tears.random_game)


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
