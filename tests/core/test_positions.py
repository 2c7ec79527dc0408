"""Positions: what the generic codec promises for any declared zone."""

from __future__ import annotations

import json
import random

import pytest

import ludarium
from ludarium import InvalidInput
from tears_of_nature import tables
from toy import magpies


def tears(**options: object) -> ludarium.Game:
    return ludarium.game(tables.SLUG, **options)


def test_everything_left_out_has_a_default() -> None:
    position = tears().start(position={"hands": [["A1"], []]}).position()
    assert position == {
        "ruleset": "master",
        "players": 2,
        "end_rule": "standard",
        "options": {
            "stock_access": "top",
            "duplicate_capture": "allowed",
            "turn_limit": 500,
            "deck": "standard67",
        },
        "dealer": 1,
        "turn": 0,
        "step": "action",
        "hands": [["A1"], []],
        "empires": [[], []],
        "stocks": [[], []],
        "deck": [],
        "discard": [],
        "set_aside": [],
        "known_discards": {"all": [], "seats": [[], []]},
        "known_hands": [[], []],
        "size_since": [None, None],
        "trigger": None,
        "redraw": False,
        "pending": None,
        "result": None,
    }


def test_hands_and_pairs_are_written_in_face_order_and_piles_as_they_lie() -> None:
    given = {
        "ruleset": "practitioner",
        "hands": [["WILD", "A1", "XS", "S3"], []],
        "empires": [[["W2", "A2"]], []],
        "stocks": [["W8", "A3", "E1"], []],
        "deck": ["F1", "A4"],
        "discard": ["F3", "A5"],
    }
    position = tears().start(position=given).position()
    assert position["hands"][0] == ["A1", "WILD", "S3", "XS"]
    assert position["empires"][0] == [["A2", "W2"]]
    for key in ("stocks", "deck", "discard"):
        assert position[key] == given[key]


def test_the_top_of_a_deck_is_written_first() -> None:
    hands = [["A1"], ["A2", "A3", "A4", "A5"]]
    match = tears().start(seed=1, position={"hands": hands, "deck": ["F1", "E4", "E3"]})
    match.play(0, "discard A1")
    assert match.events_for(1)[-1]["cards"] == ["F1"]
    assert match.position()["deck"] == ["E4", "E3"]


def test_a_position_brings_its_own_options() -> None:
    given = {"ruleset": "practitioner", "players": 3, "options": {"turn_limit": 7}}
    match = tears().start(position={**given, "hands": [["A1"], [], []]})
    assert match.game.players == 3
    assert match.game.options["ruleset"] == "practitioner"
    assert match.position()["options"]["turn_limit"] == 7


def test_options_of_the_game_hold_where_the_position_is_silent() -> None:
    game = tears(ruleset="practitioner", end_rule="cold_war", dealer=1)
    match = game.start(position={"hands": [["A1"], []]})
    assert match.game is game
    assert match.position()["end_rule"] == "cold_war"


def test_the_number_of_players_may_be_read_from_the_hands() -> None:
    assert tears().start(position={"hands": [["A1"], [], [], []]}).game.players == 4
    assert tears().start(position={"deck": ["A1"]}).game.players == 2
    with pytest.raises(InvalidInput, match="empires: needs a list with one entry for each of 2"):
        tears().start(position={"empires": [[], [], []]})


def test_memory_of_a_zone_is_written_for_all_and_for_each_seat() -> None:
    given = {
        "hands": [["A1"], ["A2"]],
        "discard": ["E1", "E2", "E3", "WILD", "WILD"],
        "known_discards": {"all": ["WILD", "E1"], "seats": [["E2"], ["WILD"]]},
    }
    match = tears().start(position=given)
    known = match.position()["known_discards"]
    assert known == {"all": ["E1", "WILD"], "seats": [["E2"], ["WILD"]]}
    assert match.view(0)["known_discards"] == ["E1", "E2", "WILD"]
    assert match.view(1)["known_discards"] == ["E1", "WILD", "WILD"]
    assert match.view(None)["known_discards"] == ["E1", "WILD"]


def test_two_seats_may_each_know_a_copy_of_one_face() -> None:
    given = {
        "ruleset": "practitioner",
        "hands": [["A1"], ["A2"]],
        "discard": ["XS", "XS", "XS"],
        "known_discards": {"all": [], "seats": [["XS"], ["XS"]]},
    }
    match = tears().start(position=given)
    assert match.position()["known_discards"] == given["known_discards"]
    again = tears().start(position=json.loads(json.dumps(match.position())))
    assert again.state == match.state


PLACES = {
    "leader": 0,
    "round": 0,
    "hands": [["R1"], ["R2"], []],
    "row": ["G1", "B1"],
    "frames": [],
    "asks": [],
    "sealed": [],
}


@pytest.mark.parametrize("place", [2, -1, "0", None])
def test_a_remembered_place_must_be_there(place: object) -> None:
    known = {"all": [], "seats": [[place], [], []]}
    with pytest.raises(InvalidInput, match=r"known_rows.seats\[0\]: no place .* in row"):
        magpies().start(position={**PLACES, "known_rows": known})


def test_remembered_places_are_loaded_for_all_and_for_single_seats() -> None:
    known = {"all": [1], "seats": [[0], [], []]}
    match = magpies().start(position={**PLACES, "known_rows": known})
    assert match.view(0)["row"] == ["G1", "B1"]
    assert match.view(2)["row"] == [{"colour": "green"}, "B1"]
    assert match.view(None)["row"] == [{"colour": "green"}, "B1"]
    assert match.position()["known_rows"] == known


def test_what_two_of_three_seats_know_is_written_for_both() -> None:
    known = {"all": [], "seats": [[0], [0, 1], []]}
    match = magpies().start(position={**PLACES, "known_rows": known})
    assert match.position()["known_rows"] == known
    hands = [{"all": [], "seats": [[], [], []]}, {"all": [], "seats": [["R2"], [], ["R2"]]}]
    hands.append({"all": [], "seats": [[], [], []]})
    match = magpies().start(position={**PLACES, "known_hands": hands})
    assert match.position()["known_hands"] == hands


def test_a_card_known_in_a_hand_by_one_other_seat_is_loaded() -> None:
    known = [{"all": [], "seats": [[], ["R1"], []]}, {"all": ["R2"]}, {}]
    match = magpies().start(position={**PLACES, "known_hands": known})
    assert match.view(1)["known_hands"] == [["R1"], [], []]
    assert match.view(2)["known_hands"] == [[], ["R2"], []]


def test_a_loaded_match_draws_its_own_chance_and_has_an_empty_log() -> None:
    match = tears().start(seed=1)
    rng = random.Random(1)
    for _ in range(10):
        (seat,) = match.questions
        match.play(seat, rng.choice(match.legal(seat)))
    loaded = match.game.start(seed=2, position=match.position())
    assert list(loaded.events) == [] and loaded.lines == []
    assert loaded.dice.asked == 0
