"""Bad answers, views and records of Galatune: refused by name, and nothing has changed."""

from __future__ import annotations

import json
import random
from contextlib import suppress

import pytest

import ludarium
import trials
from complaints import complaint
from galatune.tables import SLUG
from ludarium import InvalidInput, Match, Refused

# Answers


@pytest.fixture
def match() -> Match:
    """A Plan Phase: Eron with Starcalibur, a Trap and Light Arrow, Dace and Ilo."""
    hands = {"eron": ["A18", "T03", "A19"], "dace": ["S02"], "ilo": ["A06", "A06"]}
    seats = [{"champion": name, "hand": hand} for name, hand in hands.items()]
    position = {"phase": "plan", "seats": seats}
    return ludarium.game(SLUG, players=3).start(seed=1, position=position)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no action ''"),
        ("strike A18 1", "no action 'strike'"),
        ("act", "'act' is no act: write 'act <card>' or 'act <card> <target>'"),
        ("act A18 1 2", "'act A18 1 2' is no act"),
        ("act A18  1", "'act A18  1' is no act"),
        ("act A18 one", "'act A18 one' is no act"),
        ("act A18 -1", "'act A18 -1' is no act"),
        ("act A99 1", "act: no card 'A99'"),
        ("trap T03 0", "'trap T03 0' is no trap: write 'trap <card> p<play>'"),
        ("trap T03 p", "'trap T03 p' is no trap"),
        ("respawn stay", "'respawn stay' is no respawn: write 'respawn keep|reset|change'"),
        ("prize_source table", "is no prize_source: write 'prize_source hand|deck'"),
        ("trade_confirm yes", "is no trade_confirm: write 'trade_confirm accept|refuse'"),
        ("hold on", "'hold on' is no hold: write 'hold'"),
        (3, "an action is an Action or its notation, not 3"),
        (None, "an action is an Action or its notation, not None"),
    ],
)
def test_bad_notation_is_an_input_error(match: Match, text: object, message: str) -> None:
    before = match.record()
    assert message in complaint(lambda: match.play(0, text))
    assert message in complaint(lambda: match.refusal(0, text))
    assert match.record() == before


@pytest.mark.parametrize(
    ("seat", "text", "clause", "key"),
    [
        (0, "act A18 0", "GT-10.2", "own_champion"),
        (0, "act A18", "R-11", "bad_target"),
        (0, "act A18 3", "R-11", "bad_target"),
        (0, "act T03 1", "GT-7.4", "trap_as_action"),
        (0, "act S02 1", "GT-11.10", "not_in_hand"),
        (0, "act ilo 1", "GT-11.10", "not_in_hand"),
        (0, "trap T03 p0", "GT-10.14", "wrong_phase"),
        (1, "special 1", "GT-10.2", "own_champion"),
        (1, "pick S02", "R-47", "wrong_phase"),
        (2, "choose_champion pixel", "GT-2.2", "wrong_phase"),
    ],
)
def test_what_the_rules_forbid_is_refused_and_changes_nothing(
    match: Match, seat: int, text: str, clause: str, key: str
) -> None:
    before = match.record(), match.position(), match.view(0)
    with pytest.raises(Refused) as refused:
        match.play(seat, text)
    assert (refused.value.clause, refused.value.key) == (clause, key)
    assert (match.record(), match.position(), match.view(0)) == before


@pytest.mark.parametrize("seat", [3, -1, "0", 0.0, True, None])
def test_wrong_seats_are_refused(match: Match, seat: object) -> None:
    for call in (match.legal, match.take_back, match.concede):
        assert complaint(lambda call=call: call(seat)).startswith("no seat ")
    assert complaint(lambda: match.play(seat, "hold")).startswith("no seat ")


def test_numbers_are_for_actions_that_come_up(match: Match) -> None:
    numbering, make = match.game.numbering, match.game.grammar.make
    assert complaint(lambda: numbering.number(0, make("trap", "T03", 99))) == (
        "trap T03 p99 has no number: it cannot come up in play"
    )
    assert "needs more than 3 seats" in complaint(lambda: numbering.number(0, make("special", 4)))
    count = len(numbering)
    assert complaint(lambda: numbering.action(0, count)) == (
        f"no action {count}; numbers are 0 to {count - 1}"
    )
    shape = numbering.number(0, make("special", 2)) + 2  # a fifth seat
    assert "needs more than 3 seats" in complaint(lambda: numbering.action(0, shape))


# Views


def test_what_is_no_view_cannot_be_imagined(match: Match) -> None:
    view, rng = match.view(0), random.Random(1)
    for key in ("hand", "hand_counts", "used_piles", "seats", "pending", "source_count", "box"):
        broken = {name: value for name, value in view.items() if name != key}
        assert complaint(lambda view=broken: match.game.imagine(view, rng))
    for broken in (
        {**view, "players": 2},
        {**view, "seat": 7},
        {**view, "hand": 3},
        {**view, "hand_counts": [1, 2]},
        {**view, "hand_counts": [3, "many", 2]},
        {**view, "seats": "three"},
        {**view, "source_count": 500},
        {**view, "phase": "lunch"},
        {**view, "pending": []},
        {**view, "pending": {"offers": [[0, 1, "A99"]]}, "phase": "trade"},
    ):
        assert complaint(lambda view=broken: match.game.imagine(view, rng))


def test_a_view_after_json_is_as_good_as_before(match: Match) -> None:
    view = json.loads(json.dumps(match.view(0)))
    assert match.game.imagine(view, random.Random(1)).zones


# Records


def finished() -> Match:
    match = ludarium.game(SLUG, players=3, turn_limit=4, draw_log="fleeting").start(seed=3)
    rng = random.Random(3)
    while match.result is None:
        trials.play_on(match, rng, 1)
    return match


@pytest.mark.no_cover
def test_no_edit_of_a_record_raises_anything_but_invalid_input() -> None:
    rng = random.Random(1)
    lines = finished().record().splitlines()
    for _ in range(1500):
        edited = lines[:]
        at = rng.randrange(len(edited))
        change = rng.choice(["drop", "double", "swap", "replace", "insert"])
        if change == "drop":
            del edited[at]
        elif change == "double":
            edited.insert(at, edited[at])
        elif change == "swap":
            other = rng.randrange(len(edited))
            edited[at], edited[other] = edited[other], edited[at]
        elif change == "replace":
            edited[at] = rng.choice(["0 hold", "1 resign", "nature pick 0", "2 take-back", "x"])
        else:
            edited.insert(at, rng.choice(["0 resign", "1 concede", "2 pass", "nature moon 1"]))
        with suppress(InvalidInput):  # two sealed answers may well change places
            ludarium.verify("\n".join(edited) + "\n")


def test_nobody_leaves_while_chance_decides() -> None:
    seats = [{"hp": 0, "hand": ["A01"]}, {}]
    position = {"phase": "respawn", "source": ["A02", "A03"], "seats": seats}
    seats[0]["champion"], seats[1]["champion"] = "eron", "dace"
    match = ludarium.game(SLUG).start(seed=1, position=position)
    match.play(0, "respawn reset", settle=False)
    assert match.nature_asked
    for call in (lambda: match.play(1, "resign"), lambda: match.concede(1)):
        assert complaint(call) == "Nature is asked and has not answered yet"
    match.settle()
    match.play(1, "resign")
    assert match.result.winner == 0
