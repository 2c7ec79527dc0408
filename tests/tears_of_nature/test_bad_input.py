"""Bad input of every sort: one line that names the thing, and nothing half-done."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

import pytest

import ludarium
from complaints import complaint
from ludarium import Match, Refused
from tears_of_nature import tables
from tears_of_nature.tables import tears

SLUG = tables.SLUG


# Games and options


@pytest.mark.parametrize(
    ("slug", "hint"),
    [
        ("tears-of-natur", "no game 'tears-of-natur'; did you mean 'tears-of-nature'?"),
        ("chess", "no game 'chess'; known: tears-of-nature, galatune"),
        (7, "no game 7; known: tears-of-nature, galatune"),
        ([], "no game []; known: tears-of-nature, galatune"),
    ],
)
def test_unknown_games_are_refused_by_name(slug: object, hint: str) -> None:
    assert complaint(lambda: ludarium.game(slug)) == hint
    assert complaint(lambda: ludarium.room(slug)) == hint


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rulset": "master"}, "no option 'rulset'; did you mean 'ruleset'?"),
        ({"player": 3}, "no option 'player'; did you mean 'players'?"),
        ({"ruleset": "mastr"}, "ruleset: 'mastr' is not apprentice or master or practitioner"),
        ({"ruleset": 3}, "ruleset: 3 is not apprentice"),
        ({"ruleset": None}, "ruleset: None is not apprentice"),
        ({"end_rule": "cold-war"}, "did you mean 'cold_war'?"),
        ({"dealer": 2}, "dealer: 2 is not auto or random or a seat from 0 to 1"),
        ({"dealer": -1}, "dealer: -1 is not"),
        ({"dealer": "P0"}, "dealer: 'P0' is not"),
        ({"dealer": True}, "dealer: True is not"),
        ({"previous_winner": 2}, "previous_winner: 2 is not a seat from 0 to 1"),
        ({"stock_access": "bottom"}, "stock_access: 'bottom' is not top or any"),
        ({"duplicate_capture": "yes"}, "duplicate_capture: 'yes' is not allowed or forbidden"),
        ({"turn_limit": -1}, "turn_limit: -1 is not a whole number from 0"),
        ({"turn_limit": 2.5}, "turn_limit: 2.5 is not a whole number"),
        ({"turn_limit": "many"}, "turn_limit: 'many' is not a whole number"),
        ({"turn_limit": False}, "turn_limit: False is not a whole number"),
        ({"turn_limit": None}, "turn_limit: None is not a whole number"),
        ({"deck": ""}, "deck: '' is not a file path"),
        ({"deck": 67}, "deck: 67 is not a file path"),
        ({"deck": ["A1"]}, "deck: Expected `object`, got `str`"),
        ({"deck": ("A1",)}, "deck: ('A1',) is not a file path"),
        ({"deck": "standard68"}, "no content 'standard68': neither shipped nor a file"),
        ({"slug": "chess"}, "no option 'slug'"),
    ],
)
def test_wrong_options_are_refused_by_name(options: dict[str, object], message: str) -> None:
    assert message in complaint(lambda: tears(**options))


@pytest.mark.parametrize("players", [0, 1, 5, -2, "2", 2.0, None, True])
@pytest.mark.parametrize("ruleset", ["master", "practitioner"])
def test_impossible_seat_counts_are_refused(ruleset: str, players: object) -> None:
    assert complaint(lambda: tears(ruleset=ruleset, players=players)).startswith("players: ")


@pytest.mark.parametrize("players", [1, 3, 4])
def test_apprentice_is_for_two(players: int) -> None:
    message = complaint(lambda: tears(ruleset="apprentice", players=players))
    assert message == f"players: {players} cannot play here, 2 can (R-49)"


@pytest.mark.parametrize("seed", ["", " 7", "7\n", "a\nb", "\x00", True, 1.5, b"7", ()])
def test_a_seed_is_a_number_or_a_line_of_text(seed: object) -> None:
    assert complaint(lambda: tears().start(seed=seed)).startswith("seed: ")


# Positions: section 6e, "Refused"


def defend(**pending: object) -> dict[str, object]:
    """Seat 0 attacks F6+WILD of seat 1; fields of `pending` may be replaced."""
    attack = {"attacker": 0, "card": "XFW8", "owner": 1, "slot": 0, **pending}
    return {"step": "defend", "empires": [[], [["F6", "WILD"]]], "pending": attack}


OVER = {
    "step": "over",
    "turn": 13,
    "empires": [
        [["A2", "E2"], ["F3", "W3"], ["A5", "F5"], ["E1", "W1"]],
        [["A8", "E8"], ["F7", "W7"]],
    ],
    "trigger": {"seat": 0, "turn": 12},
}
SETUP = ["XAE8", "F5", "W5", "E7", "W3", "A1", "A2", "A3", "A4", "E1", "E2", "E3"]

REFUSED_POSITIONS = {
    # an unknown field, value or code
    "unknown field": ({"hand": []}, "no field 'hand' in a position; did you mean 'hands'?"),
    "unknown number field": ({1: 2}, "no field 1 in a position"),
    "unknown ruleset": ({"ruleset": "mastr"}, "ruleset: 'mastr'"),
    "unknown end rule": ({"end_rule": "never"}, "end_rule: 'never'"),
    "unknown option": ({"options": {"deks": 1}}, "options: no 'deks'; did you mean 'deck'?"),
    "options no table": ({"options": [1]}, "options: a table"),
    "option as text": ({"options": {"turn_limit": "30"}}, "turn_limit: '30' should be 30"),
    "bad option": ({"options": {"turn_limit": -3}}, "turn_limit: -3"),
    "unknown step": ({"step": "acting"}, "step: 'acting' is not known; did you mean 'action'?"),
    "step null": ({"step": None}, "step: 'None' is not known"),
    "unknown code in a hand": ({"hands": [["A9"], []]}, "hands[0]: no card 'A9'"),
    "unknown code in the deck": ({"deck": ["F66"]}, "deck: no card 'F66'; did you mean 'F6'?"),
    "a number for a code": ({"discard": [3]}, "discard: no card 3"),
    "a list for a code": ({"hands": [[], [["A1"]]]}, "hands[1]: no card ['A1']"),
    "a negative turn": ({"turn": -1}, "turn: a whole number from 0, not -1"),
    "turn as text": ({"turn": "3"}, "turn: a whole number from 0, not '3'"),
    "turn as truth": ({"turn": True}, "turn: a whole number from 0, not True"),
    "no such dealer": ({"dealer": 2}, "dealer: no seat 2; seats are 0 to 1"),
    "dealer null": ({"dealer": None}, "dealer: a whole number from 0, not None"),
    "redraw as text": ({"redraw": "no"}, "redraw: true or false, not 'no'"),
    "unknown change": ({"size_since": [[0, "rose"], None]}, "size_since[0]: 'rose' is not known"),
    "size as a number": ({"size_since": [3, None]}, "size_since[0]: null or [turn, "),
    "size of three": ({"size_since": [None, [0, "grew", 1]]}, "size_since[1]: null or [turn, "),
    "trigger no table": ({"trigger": 3}, "trigger: a table, not 3"),
    "trigger half": ({"trigger": {"seat": 0}}, "trigger: needs 'turn'"),
    "trigger more": ({"trigger": {"seat": 0, "turns": 1}}, "trigger: no field 'turns'; did you"),
    "trigger nobody": ({"trigger": {"seat": 5, "turn": 1}}, "trigger.seat: no seat 5"),
    "trigger when": ({"trigger": {"seat": 0, "turn": -1}}, "trigger.turn: a whole number"),
    # more copies of a face than the deck file has, over all zones and pending.card
    "twice in a hand": ({"hands": [["A1", "A1"], []]}, "hands[0]: more copies of A1"),
    "hand and deck": ({"hands": [["A1"], []], "deck": ["A1"]}, "deck: more copies of A1"),
    "five wilds": (
        {"hands": [["WILD"] * 2, ["WILD"]], "deck": ["WILD"], "discard": ["WILD"]},
        "discard: more copies of WILD than the deck has (4)",
    ),
    "pending and deck": ({**defend(), "deck": ["XFW8"]}, "pending.card: more copies of XFW8"),
    # a list that does not have one entry per seat
    "one hand": ({"players": 2, "hands": [[]]}, "hands: needs a list with one entry for each"),
    "three hands": ({"players": 2, "hands": [[], [], []]}, "hands: needs a list with one entry"),
    "hands null": ({"hands": None}, "hands: needs a list with one entry for each of 2 seats"),
    "a hand null": ({"hands": [None, []]}, "hands[0]: a list of cards, not None"),
    "one empire": ({"players": 2, "empires": [[]]}, "empires: needs a list with one entry"),
    "one stock": ({"players": 2, "stocks": [[]]}, "stocks: needs a list with one entry"),
    "one size": ({"size_since": [None]}, "size_since: needs a list with one entry"),
    "known seats": (
        {"known_discards": {"all": [], "seats": [[]]}},
        "known_discards.seats: needs a list with one entry",
    ),
    "one known hand": ({"known_hands": [[]]}, "known_hands: needs a list with one entry"),
    "deck as text": ({"deck": "A1"}, "deck: a list of cards, not 'A1'"),
    # a player count outside TN-1.17
    "five": ({"players": 5}, "players: 5 cannot play here"),
    "one": ({"players": 1}, "players: 1 cannot play here"),
    "apprentice for three": ({"ruleset": "apprentice", "players": 3}, "players: 3 cannot play"),
    "five hands": ({"hands": [[]] * 5}, "players: 5 cannot play here"),
    "players as text": ({"players": "two"}, "players: 'two' is not a whole number"),
    # in Apprentice and Master a Spirit card outside set_aside or a card in stocks
    "spirit in hand": ({"hands": [["S1"], []]}, "hands: S1 is a Spirit card"),
    "spirit in the deck": ({"ruleset": "apprentice", "deck": ["XS"]}, "deck: XS is a Spirit card"),
    "spirit pending": (defend(card="XS"), "pending.card: XS is a Spirit card"),
    "master stock": ({"stocks": [[], ["A1"]]}, "stocks[1]: master has no stock piles"),
    "apprentice stock": (
        {"ruleset": "apprentice", "stocks": [["A1"], []]},
        "stocks[0]: apprentice has no stock piles",
    ),
    # a wild in stocks
    "wild in stock": (
        {"ruleset": "practitioner", "stocks": [["A1", "WILD"], []]},
        "stocks[0]: a wild never rests on a stock pile",
    ),
    # a pair that no Build of the rule set could make
    "half a pair": ({"empires": [[["A1"]], []]}, "empires[0]: ['A1'] is not a group of 2"),
    "bare cards": ({"empires": [["A1", "E1"], []]}, "empires[0]: 'A1' is not a group of 2"),
    "unequal strengths": ({"empires": [[["A1", "E2"]], []]}, "empires[0]: A1+E2 is no pair"),
    "two wilds": ({"empires": [[], [["WILD", "WILD"]]]}, "empires[1]: WILD+WILD is no pair"),
    "attack in a pair": ({"empires": [[["A8", "XAE8"]], []]}, "empires[0]: A8+XAE8 is no pair"),
    "unequal elements": (
        {"ruleset": "apprentice", "empires": [[["A1", "E1"]], []]},
        "empires[0]: A1+E1 is no pair: element_mismatch (TN-5.3)",
    ),
    "spirit and wild": (
        {"ruleset": "practitioner", "empires": [[["S6", "WILD"]], []]},
        "is no pair: spirit_needs_tangible (TN-7.8)",
    ),
    "two spirits": (
        {"ruleset": "practitioner", "empires": [[["S6", "S2"]], []]},
        "empires[0]: S2+S6 is no pair: spirit_needs_tangible (TN-7.8)",
    ),
    # known_discards or known_hands not contained in their zone, or outside Practitioner
    "not discarded": (
        {"discard": ["A1"], "known_discards": {"all": ["A2"]}},
        "known_discards: A2 is known there but does not lie there",
    ),
    "discarded once": (
        {"discard": ["A1"], "known_discards": {"all": ["A1"], "seats": [["A1"], []]}},
        "known_discards.seats[0]: A1 is known there but does not lie there",
    ),
    "known to two alone": (
        {"discard": ["A1"], "known_discards": {"seats": [["A1"], ["A1"]]}},
        "known_discards.seats: A1 is known to several seats alone",
    ),
    "known list": ({"known_discards": ["A1"]}, "known_discards: a table with 'all' and 'seats'"),
    "known none": ({"known_discards": {"none": []}}, "known_discards: a table with 'all' and"),
    "known text": ({"known_discards": {"all": "A1"}}, "known_discards: a list, not 'A1'"),
    "known code": ({"known_discards": {"all": ["A9"]}}, "known_discards: no card 'A9'"),
    "not in that hand": (
        {"ruleset": "practitioner", "hands": [["A1"], []], "known_hands": [[], ["A1"]]},
        "known_hands[1]: A1 is known there but does not lie there",
    ),
    "in master": (
        {"hands": [["A1"], []], "known_hands": [["A1"], []]},
        "known_hands[0]: no hand card is ever known in master",
    ),
    # size_since later than turn
    "from the future": (
        {"turn": 4, "size_since": [None, [5, "grew"]]},
        "size_since[1]: turn 5 is later than the running turn",
    ),
    # pending, redraw or result at the wrong step
    "pending at action": ({**defend(), "step": "action"}, "pending: step 'action' has no"),
    "no pending": ({"step": "defend"}, "pending: step 'defend' needs 'pending'"),
    "redraw at action": ({"redraw": True}, "redraw: only at step 'draw', not at 'action'"),
    "result at action": ({"result": {"reason": "limit"}}, "result: step 'action' has no 'result'"),
    "no result": ({"step": "over"}, "result: step 'over' needs 'result'"),
    # pending: attacker, owner, slot, card
    "not current": (defend(attacker=1), "pending.attacker: it is not the turn of seat 1"),
    "own pair": (defend(owner=0), "pending.owner: nobody attacks an own pair"),
    "no such owner": (defend(owner=2), "pending.owner: no seat 2"),
    "no such slot": (defend(slot=1), "pending.slot: seat 1 has no pair 1"),
    "slot as text": (defend(slot="0"), "pending.slot: a whole number from 0, not '0'"),
    "does not cover": (defend(card="XAE16"), "pending.card: XAE16 could not attack that pair"),
    "too weak": (
        {**defend(card="XFW8"), "empires": [[], [["F6", "W6"]]]},
        "pending.card: XFW8 could not attack that pair: too_weak (TN-6.6): card 8, pair 12",
    ),
    "no attack": (defend(card="F1"), "pending.card: F1 could not attack that pair: not_an_attack"),
    "unknown attack": (defend(card="XX"), "pending.card: no card 'XX'"),
    "a spirit attack": (
        {**defend(card="XS"), "ruleset": "practitioner"},
        "pending.card: XS is a Spirit attack and cannot be defended",
    ),
    "spirit pair": (
        {**defend(), "ruleset": "practitioner", "empires": [[], [["F6", "S6"]]]},
        "pending.card: XFW8 could not attack that pair: spirit_pair_needs_spirit_attack",
    ),
    "spirit gate": (
        {
            **defend(),
            "ruleset": "practitioner",
            "empires": [[["A1", "E1"], ["A2", "E2"], ["A3", "E3"], ["A4", "E4"]], [["F6", "WILD"]]],
        },
        "pending.card: XFW8 could not attack that pair: spirit_gate (TN-7.15)",
    ),
    "duplicate": (
        {
            **defend(),
            "ruleset": "apprentice",
            "options": {"duplicate_capture": "forbidden"},
            "empires": [[["F1", "F2"]], [["F6", "WILD"]]],
        },
        "pending.card: XFW8 could not attack that pair: duplicate_capture_forbidden",
    ),
    "pending half": ({**defend(), "pending": {"attacker": 0}}, "pending: needs 'card'"),
    "pending more": (defend(slots=3), "pending: no field 'slots'; did you mean 'slot'?"),
    "pending list": ({**defend(), "pending": [0]}, "pending: a table, not [0]"),
    # a trigger at an open decision
    "trigger under standard": (
        {"turn": 3, "trigger": {"seat": 0, "turn": 2}},
        "trigger: under the standard end the game would be over (TN-9.1)",
    ),
    "trigger of another": (
        {"turn": 3, "end_rule": "cold_war", "trigger": {"seat": 1, "turn": 2}},
        "trigger.seat: seat 1 was not current in turn 2",
    ),
    "trigger to come": (
        {"turn": 3, "end_rule": "cold_war", "trigger": {"seat": 1, "turn": 3}},
        "trigger.turn: turn 3 is not completed yet",
    ),
    "trigger long ago": (
        {"turn": 4, "end_rule": "quitters_never_win", "trigger": {"seat": 0, "turn": 2}},
        "trigger: the game would be over after turn 3",
    ),
    "trigger of another round": (
        {"turn": 6, "end_rule": "equal_opportunity", "trigger": {"seat": 0, "turn": 4}},
        "trigger: the game would be over after turn 5",
    ),
    # at setup too few cards, or cards elsewhere
    "setup too few": ({"step": "setup", "deck": SETUP[:10]}, "deck: 10 cards are too few for 2"),
    "setup with a hand": (
        {"step": "setup", "deck": SETUP, "hands": [["F1"], []]},
        "hands: must be empty at step 'setup'",
    ),
    "setup with discards": (
        {"step": "setup", "deck": SETUP, "discard": ["F1"]},
        "discard: must be empty at step 'setup'",
    ),
    "setup with a turn": ({"step": "setup", "deck": SETUP, "turn": 5}, "turn: "),
    "setup with a trigger": (
        {"step": "setup", "deck": SETUP, "trigger": {"seat": 0, "turn": 0}},
        "trigger: ",
    ),
    # results that the position contradicts
    "unknown reason": ({**OVER, "result": {"reason": "bored"}}, "result.reason: 'bored' is not"),
    "another reason": (
        {**OVER, "result": {"reason": "cold_war"}},
        "result.reason: 'cold_war' cannot end a game under 'standard'",
    ),
    "no reason": ({**OVER, "result": {"turns": 13}}, "result: needs 'reason'"),
    "unknown result field": (
        {**OVER, "result": {"reason": "complete", "looser": 0}},
        "result: no field 'looser'",
    ),
    "another winner": (
        {**OVER, "result": {"reason": "complete", "winner": 0}},
        "result.winner: 0 does not fit, 1 would",
    ),
    "conceded by nobody": ({**OVER, "result": {"reason": "concede"}}, "result.winner: "),
    "conceded among three": (
        {"players": 3, "step": "over", "result": {"reason": "concede", "winner": 2}},
        "result.reason: only one of two players can concede (R-71)",
    ),
}


@pytest.mark.parametrize(
    ("position", "message"), REFUSED_POSITIONS.values(), ids=REFUSED_POSITIONS.keys()
)
def test_a_position_that_contradicts_itself_is_refused_with_its_field(
    position: dict[str, object], message: str
) -> None:
    game = tears()
    assert message in complaint(lambda: game.start(seed=1, position=position))
    assert game.start(seed=1).record() == tears().start(seed=1).record()


@pytest.mark.parametrize("position", [[], "setup", 7, [("turn", 1)]])
def test_a_position_is_a_table(position: object) -> None:
    assert complaint(lambda: tears().start(position=position)).startswith("a position is a table")


@pytest.mark.parametrize(
    ("options", "position", "message"),
    [
        ({"ruleset": "master"}, {"ruleset": "practitioner"}, "ruleset: the position says"),
        ({"players": 2}, {"players": 3}, "players: the position says 3, the game 2"),
        ({"end_rule": "cold_war"}, {"end_rule": "standard"}, "end_rule: the position says"),
        ({"turn_limit": 9}, {"options": {"turn_limit": 8}}, "turn_limit: the position says 8"),
        ({"players": 3}, {"hands": [[], []]}, "hands: needs a list with one entry for each of 3"),
    ],
)
def test_a_position_must_not_contradict_the_game_it_is_loaded_into(
    options: dict[str, object], position: dict[str, object], message: str
) -> None:
    assert message in complaint(lambda: tears(**options).start(position=position))


def test_a_position_may_agree_with_an_option_given_as_text() -> None:
    """The command line gives numbers as text."""
    position = {"hands": [["F6"], []], "options": {"turn_limit": 200}}
    match = tears(turn_limit="200", dealer="1").start(position=position)
    assert match.position()["options"]["turn_limit"] == 200


# Notation


@pytest.fixture
def match() -> Match:
    hands = [["A3", "E3", "XFW8", "DAE", "WILD"], ["A8", "DFW"]]
    return tears().start(seed=1, position={"hands": hands, "empires": [[], [["F6", "WILD"]]]})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no action ''"),
        ("biuld A3 E3", "no action 'biuld'; did you mean 'build'?"),
        ("BUILD A3 E3", "no action 'BUILD'"),
        ("build", "'build' is no build: write 'build <a> <b>'"),
        ("build A3", "'build A3' is no build: write 'build <a> <b>'"),
        ("build A3 E3 F3", "is no build: write 'build <a> <b>'"),
        ("build  A3 E3", "is no build"),
        (" build A3 E3", "no action ''"),
        ("build A3 E3 ", "is no build"),
        ("build A3 E3\n", "is no build"),
        ("build A3 E9", "build: no card 'E9'"),
        ("build a3 e3", "build: no card 'a3'"),
        ("attack XFW8", "write 'attack <card> <owner>.<slot>'"),
        ("attack XFW8 1", "write 'attack <card> <owner>.<slot>'"),
        ("attack XFW8 1.", "is no attack"),
        ("attack XFW8 -1.0", "is no attack"),
        ("attack XFW8 01.0", "is no attack"),
        ("attack XFW8 1.0.0", "is no attack"),
        ("attack XFW8 1:0", "is no attack"),
        ("attack XFW8 1.9999999999999999999", "is no attack"),
        ("discard", "write 'discard <card>'"),
        ("discard A3 E3", "write 'discard <card>'"),
        ("decline A3", "write 'decline'"),
        ("draw", "write 'draw deck' or 'draw stock <owner>'"),
        ("draw pile", "is no draw"),
        ("draw stock 1 A3", "is no draw"),
        ("draw stock one", "is no draw"),
        ("pass now", "write 'pass'"),
        (None, "an action is an Action or its notation, not None"),
        (b"decline", "an action is an Action or its notation"),
        (("build", "A3"), "an action is an Action or its notation"),
    ],
)
def test_bad_notation_is_an_input_error(match: Match, text: object, message: str) -> None:
    before = match.record()
    for call in (match.play, match.refusal):
        assert message in complaint(lambda call=call: call(0, text))
    assert match.record() == before


def test_an_action_of_another_deck_is_an_input_error(match: Match) -> None:
    game = tears(deck={"cards": [tables.entry("Q1", "build", ["air"], 1, 11)]})
    action = game.start(seed=1, position={"hands": [["Q1"], []]}).legal(0)[0]
    assert complaint(lambda: match.play(0, action)) == "discard: no card 'Q1'"


@pytest.mark.parametrize(
    ("seat", "text", "key", "clause"),
    [
        (1, "discard A8", "not_your_decision", "TN-4.1"),
        (0, "decline", "wrong_step", "TN-4.2"),
        (0, "stock A3", "wrong_step", "TN-4.8"),
        (0, "pass", "wrong_step", "TN-4.2"),
        (0, "draw deck", "wrong_step", "TN-4.2"),
        (0, "build A3 A3", "card_not_in_hand", "TN-6.3"),
        (0, "build A3 DAE", "not_buildable", "TN-6.4"),
        (0, "attack XFW8 0.0", "own_pair", "TN-8.2"),
        (0, "attack XFW8 7.0", "no_such_pair", "TN-8.2"),
        (0, "attack A3 1.0", "not_an_attack", "TN-6.6"),
    ],
)
def test_what_the_rules_forbid_is_refused_and_changes_nothing(
    match: Match, seat: int, text: str, key: str, clause: str
) -> None:
    before = match.record()
    with pytest.raises(Refused) as refused:
        match.play(seat, text)
    assert (refused.value.key, refused.value.clause) == (key, clause)
    assert refused.value.refusal == match.refusal(seat, text)
    assert "\n" not in str(refused.value)
    assert match.record() == before
    assert list(match.events) == []


# Seats


@pytest.mark.parametrize("seat", [2, -1, 99, "0", 0.0, True])
def test_wrong_seats_are_refused(match: Match, seat: object) -> None:
    before = match.record()
    calls: list[Callable[[], object]] = [
        lambda: match.play(seat, "discard A3"),
        lambda: match.refusal(seat, "discard A3"),
        lambda: match.legal(seat),
        lambda: match.view(seat),
        lambda: match.events_for(seat),
        lambda: match.concede(seat),
        lambda: match.take_back(seat),
        lambda: match.game.view(match.state, seat),
    ]
    for call in calls:
        assert complaint(call) == f"no seat {seat!r}; seats are 0 to 1"
    assert match.record() == before


# Views


def test_what_is_no_view_cannot_be_imagined(match: Match) -> None:
    game, rng = match.game, random.Random(1)
    view = match.view(0)
    for key in ("hand", "hand_counts", "empires", "deck_count", "known_discards", "known_hands"):
        part = {name: view[name] for name in view if name != key}
        message = complaint(lambda part=part: game.imagine(part, rng))
        assert message == f"not a view of this game: no field '{key}'"
    crowded = {**view, "deck_count": 60}
    assert complaint(lambda: game.imagine(crowded, rng)) == (
        "deck: the view counts more cards than there are"
    )
    doubled = {**view, "hand": ["A3", "A3"]}
    assert complaint(lambda: game.imagine(doubled, rng)).startswith("hand: more copies of A3")


def test_a_view_of_another_game_cannot_be_imagined(match: Match) -> None:
    other = tears(ruleset="practitioner")
    message = complaint(lambda: other.imagine(match.view(0), random.Random(1)))
    assert message.startswith("ruleset: the view says 'master', this game 'practitioner'")


def test_a_view_after_json_is_as_good_as_before(match: Match) -> None:
    view = json.loads(json.dumps(match.view(0)))
    assert match.game.view(match.game.imagine(view, random.Random(1)), 0) == match.view(0)
