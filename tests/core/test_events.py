"""Events: who is told what, and for how long."""

from __future__ import annotations

import ludarium
from galatune import tables as galatune
from ludarium import Match
from ludarium.core.events import Event, Log, retell

DRAW = {"event": "draw", "seat": 1, "count": 2}
CARDS = {"cards": ["A01", "T02"]}


def story(*kinds: str) -> Log:
    """A draw that is open until the next reveal, and what came after it."""
    log = Log()
    log.flash("draw", "reveal", CARDS, 1, seat=1, count=2)
    for kind in kinds:
        log.tell(kind)
    return log


def test_what_passes_is_told_to_all_until_its_end() -> None:
    marked = {**DRAW, **CARDS, "passing": ["cards"], "until": "reveal"}
    for log in (story(), story("turn"), story("turn", "trap")):
        for viewer in (0, None):
            assert retell(log, viewer)[0] == marked
    for log in (story("reveal"), story("turn", "reveal", "trap")):
        for viewer in (0, None):
            assert retell(log, viewer)[0] == DRAW


def test_whom_a_secret_belongs_to_keeps_it_and_is_told_of_no_end() -> None:
    for log in (story(), story("reveal")):
        assert retell(log, 1)[0] == {**DRAW, **CARDS}


def test_what_comes_after_an_end_waits_for_the_next() -> None:
    log = story("reveal")
    log.flash("draw", "reveal", {"cards": ["S02"]}, 0, seat=0, count=1)
    assert [event.get("cards") for event in retell(log, None)] == [None, None, ["S02"]]
    log.tell("reveal")
    assert [event.get("cards") for event in retell(log, None)] == [None] * 4
    assert [event.get("cards") for event in retell(log, 0)] == [None, None, ["S02"], None]


def test_something_may_be_told_for_a_while_in_place_of_something_else() -> None:
    log = Log()
    log.flash("known", "reveal", {"hands": [["A01", "A02"]]}, None, hands=[["A01"]])
    assert retell(log, 0)[0]["hands"] == [["A01", "A02"]]
    log.tell("reveal")
    assert retell(log, 0)[0] == {"event": "known", "hands": [["A01"]]}


def test_an_event_alone_is_told_as_it_happens() -> None:
    event = story()[0]
    assert event == Event("draw", {"seat": 1, "count": 2}, {1: CARDS}, CARDS, "reveal")
    assert event.seen_by(None)["cards"] == ["A01", "T02"]
    assert event.seen_by(None, later=["reveal"]) == DRAW
    assert event.shared(0, later=["turn"])["until"] == "reveal"
    told = event.seen_by(0)
    told["cards"].clear()
    assert event.seen_by(0)["cards"] == ["A01", "T02"]


# Fleeting draws


def fleeting(**seat: object) -> Match:
    seats = [{"champion": "eron", "hand": ["A01"], **seat}, {"champion": "dace", "hand": ["S02"]}]
    position = {"seats": seats, "source": ["A06", "A06", "T01", *["A14"] * 3, *["L01"] * 2]}
    game = ludarium.game(galatune.SLUG, draw_log="fleeting", trading="off")
    return game.start(seed=1, position=position)


def draws(match: Match, viewer: int | None) -> list[object]:
    told = match.events_for(viewer)
    return [event.get("cards") for event in told if event["event"] == "draw"]


def test_fleeting_names_are_gone_when_the_next_plan_phase_closes() -> None:
    match = fleeting()
    match.play(0, "hold")
    match.play(1, "hold")
    names = [["A06", "A06", "T01", "A14", "A14"], ["A14", "L01", "L01"]]
    assert [draws(match, viewer) for viewer in (0, 1, None)] == [names] * 3
    known = match.game.view(match.state, 1, memory=True)["known_hands"]
    assert known[0] == ["A06", "A06", "A14", "A14", "T01"]
    assert match.view(1)["log"] == match.events_for(1)
    match.play(0, "hold")
    assert draws(match, 1) == names  # the Plan Phase is still open
    match.play(1, "hold")
    assert draws(match, 0) == [names[0], None]
    assert draws(match, 1) == [None, names[1]]
    assert draws(match, None) == [None, None]
    assert match.game.view(match.state, 1, memory=True)["known_hands"] == [[], []]


def test_what_is_shown_otherwise_stays_known() -> None:
    match = fleeting()
    for _ in range(2):
        match.play(0, "act A06 1" if match.state.numbers[0] == 2 else "hold")
        match.play(1, "hold")
    position = match.position()
    assert position["seats"][0]["used"] == ["A06"]
    assert position["seats"][0]["known"] == []  # of two Hexbolts the one all knew was played


def test_a_position_keeps_what_is_fleeting() -> None:
    match = fleeting()
    match.play(0, "hold")
    match.play(1, "hold")
    position = match.position()
    assert position["seats"][0]["fleeting"] == ["A06", "A06", "A14", "A14", "T01"]
    loaded = match.game.start(seed=1, position=position)
    assert loaded.position() == position
    hands = [["A06", "A06", "A14", "A14", "T01"], ["A14", "L01", "L01"]]
    assert loaded.events_for(None)[0]["fleeting"] == hands
    for seat in (0, 1):
        loaded.play(seat, "hold")
    assert loaded.events_for(None)[0] == {"event": "known", "hands": [[], []]}
    assert "fleeting" not in loaded.position()["seats"][0]


def test_fleeting_is_only_what_was_drawn() -> None:
    match = fleeting(known=["A01"])
    assert match.events_for(None)[0] == {"event": "known", "hands": [["A01"], []]}
    for _ in range(2):
        match.play(0, "hold")
        match.play(1, "hold")
    assert match.game.view(match.state, 1, memory=True)["known_hands"][0] == ["A01"]


def test_open_draws_stay_and_closed_ones_are_whispered() -> None:
    for log, told in (("open", ["A06", "A06", "T01", "A14", "A14", "A14"]), ("closed", None)):
        seats = [{"champion": "eron"}, {"champion": "dace", "used": ["A01"] * 3 + ["A02"] * 2}]
        source = ["A06", "A06", "T01", *["A14"] * 3]
        game = ludarium.game(galatune.SLUG, draw_log=log, trading="off")
        match = game.start(seed=1, position={"seats": seats, "source": source})
        for _ in range(3):
            match.play(0, "hold")
            match.play(1, "hold")
        assert draws(match, 1) == [told] and draws(match, None) == [told]
        assert draws(match, 0) == [["A06", "A06", "T01", "A14", "A14", "A14"]]
