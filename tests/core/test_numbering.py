"""Flat action numbers, for bots and vectorised play."""

from __future__ import annotations

import pytest

import ludarium
from ludarium import InvalidInput
from tears_of_nature import tables


@pytest.mark.parametrize(
    ("options", "count"),
    [
        ({"ruleset": "apprentice"}, 438),
        ({"ruleset": "master", "players": 2}, 296),
        ({"ruleset": "master", "players": 4}, 296),
        ({"ruleset": "practitioner", "players": 3}, 396),
        ({"ruleset": "practitioner", "stock_access": "any"}, 628),
    ],
)
def test_the_counts_are_those_of_the_rules_page(options: dict[str, object], count: int) -> None:
    assert len(ludarium.game(tables.SLUG, **options).numbering) == count


@pytest.mark.parametrize(("ruleset", "players"), tables.SEATS)
def test_every_number_is_an_action_of_every_seat_or_needs_more_seats(
    ruleset: str, players: int
) -> None:
    game = ludarium.game(tables.SLUG, ruleset=ruleset, players=players)
    numbering = game.numbering
    for seat in range(players):
        actions = {}
        for number in range(len(numbering)):
            try:
                action = numbering.action(seat, number)
            except InvalidInput:
                continue
            assert numbering.number(seat, action) == number
            actions[str(action)] = number
        assert game.grammar.parse("decline").text in actions
        if players == 4:
            assert len(actions) == len(numbering)


def test_owners_count_clockwise_from_the_actor() -> None:
    numbering = ludarium.game(tables.SLUG, players=4).numbering
    grammar = ludarium.game(tables.SLUG, players=4).grammar
    numbers = [
        numbering.number(seat, grammar.parse(f"attack WILD {(seat + 1) % 4}.2"))
        for seat in range(4)
    ]
    assert len(set(numbers)) == 1


@pytest.mark.parametrize(
    ("seat", "text"), [(0, "attack WILD 3.0"), (0, "attack WILD 1.9"), (0, "build A1 A2")]
)
def test_what_cannot_come_up_has_no_number(seat: int, text: str) -> None:
    game = ludarium.game(tables.SLUG, players=3)
    with pytest.raises(InvalidInput):
        game.numbering.number(seat, game.grammar.parse(text))


@pytest.mark.parametrize("number", [-1, 296, 10**9])
def test_there_are_no_other_numbers(number: int) -> None:
    numbering = ludarium.game(tables.SLUG).numbering
    with pytest.raises(InvalidInput, match="numbers are 0 to 295"):
        numbering.action(0, number)
