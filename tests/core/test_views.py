"""Views: plain data by allow-list, holding no reference to the state."""

from __future__ import annotations

import json
import random

import pytest

import ludarium
from ludarium import InvalidInput, Match
from tears_of_nature import tables

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


# What Galatune's views show, and to whom

SEALED = ("eron", "dace", "ilo")


def galatune(phase: str, *hands: list[str], log: str = "closed", **fields: object) -> Match:
    """A position of three with these hands."""
    seats = [{"champion": name, "hand": hand} for name, hand in zip(SEALED, hands, strict=True)]
    for seat, more in enumerate(fields.pop("seats", [])):
        seats[seat] |= more
    game = ludarium.game("galatune", players=3, draw_log=log)
    return game.start(seed=1, position={"phase": phase, "seats": seats, **fields})


def test_who_is_ready_is_open_and_what_was_sealed_is_not() -> None:
    match = galatune(
        "plan", ["A01"], ["A02"], [], seats=[{}, {}, {"now": {"special_locked": True}}]
    )
    assert match.view(None)["ready"] == [2]  # nothing but holding is left to Ilo
    match.play(1, "act A02 0")
    assert [match.view(viewer)["ready"] for viewer in (0, 1, 2, None)] == [[1, 2]] * 4
    assert match.view(1)["sealed"] == "act A02 0"
    for viewer in (0, 2, None):
        assert "sealed" not in match.view(viewer)
        assert "A02" not in json.dumps(match.view(viewer))
    match.take_back(1)
    assert match.view(0)["ready"] == [2] and "sealed" not in match.view(1)


def test_a_trap_window_shows_neither_who_is_asked_nor_who_has_answered() -> None:
    plays = [[0, "act A14 2"]]
    asked = galatune("trap", ["A01"], ["T03"], ["T03"], plays=plays)
    other = galatune("trap", ["A01"], ["A02"], ["T03"], plays=plays)
    assert list(asked.questions) == [1, 2] and list(other.questions) == [2]
    for viewer in (0, 2, None):
        assert asked.view(viewer) == other.view(viewer)
    before = asked.view(2)
    asked.play(1, "trap T03 p0")
    assert asked.view(2) == before
    assert asked.view(1)["sealed"] == "trap T03 p0" and asked.view(1)["legal"] == []
    assert "ready" not in asked.view(None)


def test_a_trap_that_was_not_sprung_was_never_there() -> None:
    plays = [[0, "act A14 2"]]
    match = galatune("trap", ["A01"], ["T03"], ["T03"], plays=plays)
    match.play(1, "trap T03 p0")
    match.play(2, "trap T03 p0")
    assert [event["seat"] for event in match.events_for(None) if event["event"] == "trap"] == [1]
    assert match.view(2)["hand"].count("T03") == 1
    for viewer in (0, 1, None):
        assert match.game.view(match.state, viewer, memory=True)["known_hands"][2] == []


def theft() -> Match:
    queue = [{"do": "steal", "play": "p0", "from": 1, "to": 0, "by": 0, "amount": 1}]
    return galatune(
        "effects", ["A01"], ["A02", "S02", "L01"], [], plays=[[0, "act O03 1"]],
        pending={"queue": queue, "victors": []},
    )  # fmt: skip


def test_a_thief_sees_the_hand_only_while_choosing() -> None:
    match = theft()
    assert match.view(0)["shown_hands"] == [None, ["A02", "S02", "L01"], None]
    for viewer in (1, 2, None):
        assert "shown_hands" not in match.view(viewer)
    match.play(0, "pick S02")
    for viewer in (0, 1, 2, None):
        assert "shown_hands" not in match.view(viewer)
        known = match.game.view(match.state, viewer, memory=True)["known_hands"]
        assert known[0] == ["S02"] and known[1] == []


def prizes() -> Match:
    pending = {"pools": [[], ["T01"], ["A02", "S02"]], "victors": [[], [2], [1, 0]]}
    seats = [{}, {"hp": 0}, {"hp": 0}]
    return galatune("prize", [], [], [], seats=seats, pending=pending, fallen=[2, 1],
                    source=["A05"] * 2 + ["L01"] * 2 + ["B03"] * 2 + ["A14"] * 3)  # fmt: skip


def test_a_pool_is_shown_to_its_victors_and_to_nobody_else() -> None:
    match = prizes()
    assert list(match.questions) == [1]
    for victor in (0, 1):
        assert match.view(victor)["shown_pools"] == [None, None, ["A02", "S02"]]
    assert "shown_pools" not in match.view(None) and "shown_pools" not in match.view(2)
    assert match.view(2)["pool"] == ["A02", "S02"]
    assert match.view(None)["pool_counts"] == [0, 1, 2]
    match.play(1, "prize_source hand")
    match.play(1, "pick S02")
    assert match.view(1)["shown_pools"] if match.questions.get(1) else True
    while match.position()["pending"].get("of") == 2:
        match.play(*next((seat, legal) for seat in (0, 1) for legal in match.legal(seat)))
    assert match.view(2)["shown_pools"] == [None, ["T01"], None]
    for viewer in (0, 1, None):
        assert "shown_pools" not in match.view(viewer)


def test_hands_are_listed_only_for_those_who_forget_nothing_or_where_it_is_agreed() -> None:
    for aid in ("off", "on"):
        game = ludarium.game("galatune", memory_aid=aid, champion_pick="random")
        match = game.start(seed=2)
        view = game.view(match.state, 0, memory=True)
        assert view["known_hands"][1] == match.view(1)["hand"]
        assert ("known_hands" in match.view(0)) == (aid == "on")


@pytest.mark.parametrize("memory", [False, True])
def test_imagining_keeps_what_lies_open_in_a_trade(memory: bool) -> None:
    offers = [[0, 1, "A01"], [1, 2, "S02"]]
    match = galatune("trade", ["A01", "A06"], ["S02", "A02"], ["L01"], pending={"offers": offers})
    match.play(1, "trade_reply S02")  # the very card that it offers to somebody else
    game, rng = match.game, random.Random(1)
    for viewer in (0, 1, 2, None):
        view = game.view(match.state, viewer, memory)
        for _ in range(30):
            thought = game.imagine(view, rng)
            assert game.view(thought, viewer, memory) == view
            hands = [game.cards.codes(thought.zones[hand]) for hand in game.rules.terms.hands]
            assert "A01" in hands[0] and "S02" in hands[1]


def test_what_is_no_view_is_named() -> None:
    with pytest.raises(InvalidInput, match="a view is a table by keys, not NoneType"):
        ludarium.game(tables.SLUG).imagine(None, random.Random(1))  # type: ignore[arg-type]
