"""Views: plain data by allow-list, holding no reference to the state."""

from __future__ import annotations

import json
import random

import pytest

import ludarium
import tables
from ludarium import InvalidInput, Match

FIELDS = {
    *("seat", "ruleset", "end_rule", "options", "players", "dealer", "turn", "current", "step"),
    *("decider", "hand", "hand_counts", "empires", "stocks", "deck_count", "discard_count"),
    *("set_aside", "known_discards", "known_hands", "pending", "redraw", "trigger", "size_since"),
    *("result", "log", "legal"),
}


def some_match(ruleset: str, players: int = 2) -> Match:
    match = ludarium.game(tables.SLUG, ruleset=ruleset, players=players).start(seed=5)
    rng = random.Random(5)
    for _ in range(12):
        (seat,) = match.questions
        match.play(seat, rng.choice(match.legal(seat)))
    return match


@pytest.mark.parametrize(("ruleset", "players"), tables.SEATS)
def test_a_view_has_exactly_the_fields_of_the_rules_page(ruleset: str, players: int) -> None:
    match = some_match(ruleset, players)
    (decider,) = match.questions
    for seat in range(players):
        assert set(match.view(seat)) == FIELDS - ({"legal"} if seat != decider else set())
    assert set(match.view(None)) == FIELDS - {"hand", "legal"}
    assert match.view(None)["seat"] is None


def test_the_log_of_a_view_is_the_event_stream_of_its_viewer() -> None:
    match = some_match("practitioner", 3)
    for viewer in (0, 1, 2, None):
        assert match.view(viewer)["log"] == match.events_for(viewer)
        assert match.game.view(match.state, viewer)["log"] == []


def test_only_the_decider_is_told_the_legal_actions() -> None:
    match = some_match("master")
    (decider,) = match.questions
    assert match.view(decider)["legal"] == [str(action) for action in match.legal(decider)]
    assert match.legal(1 - decider) == []


def test_nobody_decides_when_the_game_is_over() -> None:
    match = some_match("master")
    match.concede(0)
    view = match.view(1)
    assert view["current"] is None and view["decider"] is None
    assert view["result"]["reason"] == "concede"
    assert "legal" not in view
    assert len(view["hand"]) == view["hand_counts"][1]


def ruin(data: object) -> None:
    """Change everything in plain data that can be changed."""
    if isinstance(data, dict):
        for value in data.values():
            ruin(value)
        data.clear()
    elif isinstance(data, list):
        for value in data:
            ruin(value)
        data.clear()


@pytest.mark.parametrize("deck", ["standard67", "typed in"])
def test_a_view_or_position_may_be_changed_without_harm(deck: str) -> None:
    cards = [tables.entry(f"Q{n}", "build", ["air"], n % 4 + 1, 2) for n in range(12)]
    options = {} if deck == "standard67" else {"deck": {"name": "mine", "cards": cards}}
    match = ludarium.game(tables.SLUG, ruleset="practitioner", turn_limit=20, **options).start(
        seed=5
    )
    rng = random.Random(5)
    while match.result is None:
        (seat,) = match.questions
        match.play(seat, rng.choice(match.legal(seat)))

    def everything() -> str:
        views = [match.view(viewer) for viewer in (0, 1, None)]
        result = match.result.record
        return json.dumps([match.record(), match.position(), views, result], default=dict)

    before = everything()
    for told in (match.view(0), match.view(None), match.position(), match.events_for(1)):
        ruin(told)
        assert everything() == before


def test_a_result_record_may_be_changed_without_harm() -> None:
    match = some_match("master")
    match.concede(1)
    before = match.record()
    ruin(match.result.record)
    assert match.record() == before


@pytest.mark.parametrize("field", [{"hand": 5}, {"deck_count": "many"}, {"known_hands": [1, 2]}])
def test_a_view_of_the_wrong_shape_is_refused(field: dict[str, object]) -> None:
    game = ludarium.game("tears-of-nature", ruleset="practitioner")
    view = {**game.start(seed=1).view(0), **field}
    with pytest.raises(InvalidInput, match=r"wrong shape|needs a list"):
        game.imagine(view, random.Random(1))


def test_a_view_of_no_seat_is_refused() -> None:
    game = ludarium.game("tears-of-nature")
    with pytest.raises(InvalidInput, match="no seat 'x'"):
        game.imagine({**game.start(seed=1).view(0), "seat": "x"}, random.Random(1))
