"""Matches, games and their small parts."""

from __future__ import annotations

import copy
import doctest
import pickle
import random

import pytest

import ludarium
import ludarium.core.actions
import ludarium.core.cards
import ludarium.core.match
import ludarium.core.nature
from ludarium import InvalidInput, Match, Refusal, Refused, Result
from ludarium.core.errors import plain
from ludarium.core.events import Event, Log
from ludarium.core.nature import Dice
from ludarium.core.zones import Layout, Sight, Zone
from tears_of_nature import tables


def tears(**options: object) -> ludarium.Game:
    return ludarium.game(tables.SLUG, **options)


def duel() -> Match:
    """Seat 0 may build, attack or discard; seat 1 has a pair and a defence."""
    position = {
        "hands": [["A3", "E3", "XFW8", "WILD"], ["A8", "DFW"]],
        "empires": [[], [["F6", "WILD"]]],
        "deck": ["F2", "W3", "A1", "E1", "F1", "W1"],
    }
    return tears().start(seed=1, position=position)


@pytest.mark.parametrize(
    "module",
    [
        ludarium,
        ludarium.core.actions,
        ludarium.core.cards,
        ludarium.core.match,
        ludarium.core.nature,
    ],
)
def test_the_examples_in_the_documentation_are_true(module: object) -> None:
    result = doctest.testmod(module)
    assert result.attempted and not result.failed


# Games


def test_the_shelf_lists_games_and_shows_rooms() -> None:
    assert ludarium.games() == ["tears-of-nature", "galatune"]
    room = ludarium.room("tears-of-nature")
    assert room.title == "Tears of Nature"
    assert (room.content_folder() / "standard67.toml").is_file()


def test_a_game_prints_as_the_call_that_makes_it() -> None:
    assert repr(tears()) == "ludarium.game('tears-of-nature')"
    game = tears(ruleset="apprentice", dealer=1)
    assert repr(game) == "ludarium.game('tears-of-nature', ruleset='apprentice', dealer=1)"


def test_a_game_can_be_sent_to_another_process() -> None:
    game = tears(ruleset="practitioner", players=3)
    again = pickle.loads(pickle.dumps(game))
    assert again.options == game.options and again.players == 3
    assert again.start(seed=4).record() == game.start(seed=4).record()


def test_a_match_can_be_sent_to_another_process() -> None:
    match = duel()
    match.play(0, "attack XFW8 1.0")
    again = pickle.loads(pickle.dumps(match))
    assert again.state == match.state
    for each in (match, again):
        each.play(1, "decline")
    assert again.record() == match.record()
    assert again.events == match.events


def test_a_game_finds_what_its_room_declares() -> None:
    assert tears().load_object("ludarium.core.cards:Cards") is ludarium.core.cards.Cards


def test_matches_of_one_game_do_not_disturb_each_other() -> None:
    game = tears()
    alone = game.start(seed=1).record()
    first, second = game.start(seed=1), game.start(seed=2)
    (seat,) = second.questions
    second.play(seat, second.legal(seat)[0])
    assert first.record() == alone == game.start(seed=1).record()


def test_a_match_without_a_seed_is_different_every_time() -> None:
    game = tears()
    assert game.start().record() != game.start().record()


# States


def test_states_are_equal_by_value_and_cannot_be_hashed() -> None:
    state = tears().start(seed=1).state
    clone = state.clone()
    assert clone == state and clone is not state
    clone.numbers[0] += 1
    assert clone != state
    assert state != "state"
    with pytest.raises(TypeError):
        hash(state)


def test_applying_an_action_moves_a_state_and_nothing_else() -> None:
    match = duel()
    game, state = match.game, match.state.clone()
    game.apply(state, 0, "build A3 E3")
    assert game.asked(state) == [1]
    assert match.lines == [] and game.asked(match.state) == [0]
    with pytest.raises(Refused) as refused:
        game.apply(state, 0, "decline")
    assert refused.value.key == "not_your_decision"


def test_applying_draws_chance_from_the_given_dice() -> None:
    game = tears()
    position = {"hands": [["A3", "WILD"], ["A8"]], "discard": ["F1", "F2", "F3", "F4", "F5", "F6"]}
    start = game.start(position=position).state
    hands = []
    for dice in (Dice("x"), Dice("x"), None):
        state = start.clone()
        game.apply(state, 0, "discard WILD", dice)
        hands.append(game.view(state, 0)["hand"])
    assert hands[0] == hands[1]
    assert len(hands[2]) == 5


# Questions, results, refusals, events


def test_a_question_says_who_is_asked_what() -> None:
    match = duel()
    question = match.questions[0]
    assert (question.seat, question.kind, question.ask) == (0, "action", "pick-one")
    assert question.prompt and not question.answered
    assert list(question.options) == match.legal(0)
    match.play(0, "attack XFW8 1.0")
    assert match.questions[1].kind == "defend"


def test_a_result_names_its_winner_unless_the_first_rank_is_shared() -> None:
    match = duel()
    assert match.result is None
    match.concede(0)
    result = match.result
    assert (result.winner, result.ranking, result.reason) == (1, ((1,), (0,)), "concede")
    assert result.clause == "R-71"
    assert match.questions == {}
    shared = tears(turn_limit=1).start(position={"hands": [["A1"], ["A2"]]})
    shared.play(0, "discard A1")
    assert shared.result.winner is None and shared.result.ranking == ((0, 1),)
    assert Result(((1,), (0,)), (0, 1), "x", "y", {}).winner == 1


def test_a_refusal_reads_as_key_clause_and_facts() -> None:
    refusal = Refusal("TN-6.6", "too_weak", {"card": 8, "pair": ["a", "b"], "none": None})
    assert str(refusal) == "too_weak (TN-6.6): card 8, pair a+b, none none"
    assert str(Refusal("TN-1.1", "no")) == "no (TN-1.1)"
    refused = Refused(refusal)
    assert (refused.clause, refused.key) == ("TN-6.6", "too_weak")
    assert refused.facts == refusal.facts
    assert plain([]) == "none"


def test_an_event_tells_each_seat_its_own_secrets() -> None:
    log = Log()
    log.tell("pass", seat=1)
    log.whisper("draw", 0, {"card": "A1"}, count=1)
    assert [event.seen_by(None) for event in log] == [
        {"event": "pass", "seat": 1},
        {"event": "draw", "count": 1},
    ]
    assert log[1].seen_by(0) == {"event": "draw", "count": 1, "card": "A1"}
    assert log[1].seen_by(1) == {"event": "draw", "count": 1}
    assert log[0] == Event("pass", {"seat": 1})


# Zones


def test_zones_are_addressed_by_name_and_seat() -> None:
    cards = ludarium.core.cards.Cards([("A", 1), ("B", 1)])
    zones = [Zone("hand", "hands", Sight.OWNER), Zone("pot", sight=Sight.ALL), Zone("deck")]
    layout = Layout(zones, 3, cards)
    assert list(layout.each("hand")) == [0, 1, 2]
    assert (layout.one("pot"), layout.one("deck")) == (3, 4)
    assert layout.watchers == [0b001, 0b010, 0b100, 0b1111, 0]
    assert (layout.eye(0), layout.eye(None)) == (1, 0b1000)
    assert [zone.known_key for zone in zones] == ["known_hands", "known_pots", "known_decks"]


def test_of_equal_copies_the_best_known_goes_first() -> None:
    """A face that is soon forgotten counts less than one known for good; an unknown one least."""
    cards = ludarium.core.cards.Cards([("A", 4)])
    layout = Layout([Zone("hand", "hands", Sight.OWNER)], 2, cards)
    state = ludarium.State([(0, 1, 2, 3), ()], [], [1, 0b1111, 0b111, 0b1], [])
    assert layout.passing == 0b1000
    for expected in (2, 1, 0, 3):
        card = layout.copy_of(state, 0, 0)
        assert card == expected
        layout.move(state, card, 0, 1)
    assert layout.copy_of(state, 0, 0) is None


# Undo


def test_undo_goes_back_to_before_the_last_answer() -> None:
    match = duel()
    before = match.record(), match.position(), list(match.events)
    match.play(0, "attack XFW8 1.0")
    assert match.undo(0)
    assert (match.record(), match.position(), list(match.events)) == before
    assert not match.undo(0)


def test_undo_is_not_fair_once_another_has_acted() -> None:
    match = duel()
    match.play(0, "attack XFW8 1.0")
    match.play(1, "decline")
    record = match.record()
    assert not match.undo(0)
    assert match.record() == record


def test_undo_is_not_fair_once_somebody_has_drawn_a_card() -> None:
    match = duel()
    match.play(0, "discard A3")
    assert match.position()["hands"][1] != ["A8", "DFW"]
    assert not match.undo(0)


def test_undo_is_not_fair_once_nature_was_asked() -> None:
    position = {"hands": [["A3", "WILD"], ["A8"]], "discard": ["F1", "F2", "F3"]}
    match = tears().start(seed=1, position=position)
    match.play(0, "discard WILD")
    assert not match.undo(0)


def full_hand() -> Match:
    """Seat 1 holds five cards, so that nobody draws after seat 0's attack."""
    hands = [["XFW8"], ["A8", "DFW", "E8", "F8", "W8"]]
    return tears().start(seed=1, position={"hands": hands, "empires": [[], [["F6", "WILD"]]]})


def test_undo_rewinds_the_seats_it_may() -> None:
    match = full_hand()
    before = match.record()
    match.play(0, "attack XFW8 1.0")
    match.play(1, "decline")
    assert not match.undo(0)
    assert match.undo(0, rewinding=(1,))
    assert match.record() == before


def test_undo_is_not_fair_once_another_has_shown_a_card() -> None:
    match = full_hand()
    match.play(0, "attack XFW8 1.0")
    match.play(1, "defend DFW")
    assert not match.undo(0, rewinding=(1,))


def test_undo_in_a_fork_leaves_the_past_of_the_original_alone() -> None:
    match = duel()
    match.play(0, "attack XFW8 1.0")
    fork = match.fork()
    assert fork.undo(0)
    fork.play(0, "discard A3")
    assert match.undo(0)
    assert match.position() == duel().position()


def test_undo_takes_back_giving_up() -> None:
    match = duel()
    before = match.record()
    match.concede(0)
    assert match.undo(0)
    assert match.record() == before and match.result is None


def test_a_seat_that_has_done_nothing_has_nothing_to_undo() -> None:
    assert not duel().undo(1)


# Conceding


def test_what_is_kept_elsewhere_can_be_forgotten() -> None:
    position = {
        "hands": [["A3", "XFW8"], ["A8", "XAE16"]],
        "empires": [[["A4", "E4"]], [["F6", "WILD"]]],
        "deck": ["F2", "W3", "A1", "E1", "F1", "W1", "F3", "E2", "A2"],
    }
    match = tears().start(seed=1, position=position)
    match.play(0, "attack XFW8 1.0")
    match.play(1, "decline")
    before, told = match.position(), len(match.events)
    match.play(1, "attack XAE16 0.0")
    news, after = list(match.events[told:]), match.position()
    match.forget(keep=1)
    assert len(match.lines) == 1 and list(match.events) == news and match.position() == after
    assert match.undo(1)
    assert match.lines == [] and list(match.events) == [] and match.position() == before
    match.play(1, "attack XAE16 0.0")
    match.forget()
    assert match.lines == [] and list(match.events) == [] and match.position() == after
    assert not match.may_undo(1) and match.questions


def test_conceding_drops_an_open_attack() -> None:
    match = duel()
    match.play(0, "attack XFW8 1.0")
    match.concede(0)
    position = match.position()
    assert position["discard"] == ["XFW8"]
    assert position["empires"][1] == [["F6", "WILD"]]
    assert position["result"]["decided_by"] == "concede"
    with pytest.raises(Refused) as refused:
        match.concede(1)
    assert (refused.value.key, refused.value.clause) == ("game_over", "TN-9.1")


def test_among_three_nobody_concedes() -> None:
    match = tears(players=3).start(seed=1)
    before = match.record()
    with pytest.raises(Refused) as refused:
        match.concede(0)
    assert (refused.value.key, refused.value.clause) == ("cannot_concede", "R-71")
    assert match.record() == before
    assert match.game.rules.left(match.state) == ()


# Scripts


def test_nature_waits_when_told_to_and_answers_from_a_script() -> None:
    position = {"hands": [["A3", "WILD"], ["A8"]], "discard": ["F1", "F2", "F3"]}
    match = tears().start(seed=1, position=position)
    match.play(0, "discard WILD", settle=False)
    assert match.nature_asked
    assert match.questions == {}
    assert match.refusal(1, "discard A8").key == "not_your_decision"
    match.settle_one("shuffle F3 A3 WILD F2 F1")
    assert not match.nature_asked
    assert match.view(0)["hand"] == ["A3", "F1", "F2", "F3", "WILD"]
    assert str(match.lines[-1]) == "nature shuffle F3 A3 WILD F2 F1"


def test_a_fork_is_independent_and_keeps_the_dice() -> None:
    match = tears().start(seed=1)
    rng = random.Random(1)
    fork = match.fork()
    before = match.record()
    while fork.result is None:
        (seat,) = fork.questions
        fork.play(seat, rng.choice(fork.legal(seat)))
    assert match.record() == before
    rng = random.Random(1)
    while match.result is None:
        (seat,) = match.questions
        match.play(seat, rng.choice(match.legal(seat)))
    assert match.record() == fork.record()
    assert copy.copy(match.dice).asked == fork.dice.asked


# Answers that stand


def test_an_answer_that_stands_is_neither_replaced_nor_taken_back() -> None:
    seats = [{"champion": "eron", "hand": ["T03"]}, {"champion": "dace", "hand": ["T03"]}]
    position = {"phase": "trap", "seats": seats, "plays": [[0, "act A14 1"]]}
    match = ludarium.game("galatune").start(seed=1, position=position)
    game, state = match.game, match.state
    match.play(0, "pass")
    assert game.stands(state, 0) and not game.stands(state, 1)
    assert list(match.questions) == [1] and match.questions[1].options
    question = match.question(0)
    assert question is not None and question.answered
    assert match.legal(0) == [] and question.options == ()
    assert match.view(0)["legal"] == []
    with pytest.raises(Refused) as refused:
        match.play(0, "trap T03 p0")
    assert refused.value.key == "not_your_decision"
    with pytest.raises(InvalidInput, match="seat 0 has no sealed answer to take back"):
        match.take_back(0)
    assert game.take_back(state, 0) is False
    assert state.answers == ((0, "pass"),) and not match.undo(0)


def test_a_plan_may_be_replaced_until_all_are_ready() -> None:
    seats = [{"champion": "eron", "hand": ["A01"]}, {"champion": "dace"}]
    match = ludarium.game("galatune").start(seed=1, position={"seats": seats})
    match.play(0, "hold")
    assert not match.game.stands(match.state, 0)
    assert list(match.questions) == [1], "nothing is open to a seat that has answered"
    question = match.question(0)
    assert question is not None and question.answered
    assert list(question.options) == match.legal(0) != []
    match.play(0, "act A01 1")
    assert match.view(0)["sealed"] == "act A01 1"
    match.play(1, "hold")
    assert match.position()["seats"][0]["used"] == ["A01"]
    assert not match.undo(1) and not match.undo(0)


def test_one_seat_may_be_asked_after_by_name() -> None:
    match = duel()
    assert match.question(0) == match.questions[0]
    assert match.question(1) is None
    with pytest.raises(InvalidInput, match="seat"):
        match.question(2)


# Leaving at any time


def test_who_leaves_may_be_the_only_one_who_was_asked() -> None:
    seats = [{"champion": name} for name in ("eron", "dace", "ilo")]
    for seat in seats[1:]:
        seat["now"] = {"immobilized": True}
    match = ludarium.game("galatune", players=3).start(seed=1, position={"seats": seats})
    assert list(match.questions) == [0]
    match.play(0, "resign")
    assert match.position()["turn"] == 2 and list(match.questions) == [1, 2]


def test_the_last_answer_may_have_been_waited_for() -> None:
    """When the one who is still thinking leaves, the others have all answered."""
    seats = [{"champion": name} for name in ("eron", "dace", "ilo")]
    match = ludarium.game("galatune", players=3).start(seed=1, position={"seats": seats})
    match.play(1, "hold")
    match.play(2, "special 1")
    match.play(0, "resign")
    assert match.position()["turn"] == 2
    assert match.position()["seats"][1]["now"] == {"special_locked": True}


# Every deed, with and without a log

QUEUE = [
    {"do": "recover", "to": 0, "amount": 1},
    {"do": "boost", "stat": "next_mul", "to": 0, "amount": 2},
    {"do": "boost", "stat": "next_add", "to": 0, "amount": 2},
    {"do": "boost", "stat": "next_penetrate", "to": 0, "amount": 1},
    {"do": "boost", "stat": "vp", "to": 1, "amount": 2},
    {"do": "sap", "to": 1, "amount": 1},
    {"do": "status", "status": "trap_locked", "to": 1},
    {"do": "steal", "from": 1, "to": 0, "by": "random", "amount": 1},
    {"do": "destroy", "from": 1, "amount": 1},
    {"do": "draw", "to": 2, "amount": 1},
    {"do": "flip_alignment", "to": 0},
    {"do": "set_element", "to": 2, "element": "War"},
    {"do": "steal_vp", "from": 1, "to": 0, "amount": 1},
    {"do": "bond", "user": 0, "to": 2},
    {"do": "rivalry", "user": 2, "to": 1},
]


def test_what_effects_do_does_not_depend_on_whether_it_is_told() -> None:
    hands = (["A01"], ["A02", "S02", "L01"], [])
    champions = ("eron", "dace", "ilo")
    seats = [{"champion": c, "hand": h} for c, h in zip(champions, hands, strict=True)]
    seats[0]["used"] = ["A03", "A04"]
    queue = [{**entry, "play": "p0"} for entry in QUEUE]
    position = {
        "phase": "effects",
        "seats": seats,
        "plays": [[0, "act O05"]],
        "source": ["A14"] * 3 + ["A10"] * 3 + ["A22"] * 3 + ["A20"] * 3 + ["A06"] * 3,
        "pending": {"queue": queue, "victors": []},
    }
    match = ludarium.game("galatune", players=3).start(seed=1, position=position)
    assert match.position()["pending"]["queue"] == queue
    silent = match.state.clone()
    match.play(0, "pick A03")
    match.game.apply(silent, 0, "pick A03", Dice("1"))
    assert silent == match.state
    told = [event["event"] for event in match.events_for(None)]
    for kind in ("boost", "sap", "status", "steal", "destroy", "draw", "alignment", "element"):
        assert kind in told
    assert {"steal_vp", "bond", "rivalry", "recover"} <= set(told)


def test_a_position_can_be_told_while_chance_decides() -> None:
    """Scripts look at it; it is no decision, so that nothing needs to be taken up from there."""
    seats = [{"champion": "eron", "hp": 0, "hand": ["A01"]}, {"champion": "dace"}]
    position = {"phase": "respawn", "scrap": ["A02", "A03"], "seats": seats}
    match = ludarium.game("galatune").start(seed=1, position=position)
    match.play(0, "respawn keep", settle=False)
    assert match.nature_asked
    assert match.position()["phase"] == "respawn"


def test_a_reshuffle_does_not_depend_on_whether_it_is_told() -> None:
    seats = [{"champion": "eron", "hp": 0, "hand": ["A01"]}, {"champion": "dace"}]
    position = {"phase": "respawn", "source": ["A14"], "scrap": ["A02", "A03"], "seats": seats}
    match = ludarium.game("galatune").start(seed=1, position=position)
    silent = match.state.clone()
    match.play(0, "respawn keep")
    match.game.apply(silent, 0, "respawn keep", Dice("1"))
    assert silent == match.state
    assert "reshuffle" in [event["event"] for event in match.events_for(None)]
    assert sorted(match.position()["seats"][0]["hand"]) == ["A01", "A02", "A03", "A14"]


def test_who_is_left_alone_gets_back_what_lies_on_the_table() -> None:
    seats = [{"champion": "eron"}, {"champion": "dace", "hand": ["T03"]}]
    plays = [[1, "act A06 0"], [0, "act A01 1"]]
    position = {"phase": "trap", "seats": seats, "plays": plays}
    match = ludarium.game("galatune").start(seed=1, position=position)
    match.play(0, "resign")
    assert match.result.winner == 1 and match.result.reason == "last_player"
    after = match.position()
    assert after["seats"][1]["used"] == ["A06"] and after["scrap"] == ["A01"]


def test_what_happens_unasked_happens_in_silence_too() -> None:
    """TN-4.9: an empty hand passes, whether somebody is told of it or not."""
    game = ludarium.game("tears-of-nature", ruleset="master")
    position = {"step": "draw", "hands": [[], ["A5", "F7"]]}
    match = game.start(seed=1, position=position)
    assert [event.kind for event in match.events] == ["pass"]
    silent = game.load(position)
    game.run(silent, None)
    assert silent == match.state
