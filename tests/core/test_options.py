"""Options are declared as a table and refused by name."""

from __future__ import annotations

import pytest

from ludarium import InvalidInput
from ludarium.core.options import Option, check_options

WORDS = Option("end", "soon", "When.", words=("soon", "late"))
NUMBER = Option("limit", 500, "How long.", least=0)
SEAT = Option("dealer", "auto", "Who.", words=("auto",), seat=True)
NOBODY = Option("winner", None, "Who.", seat=True)
CONTENT = Option("deck", "standard", "Cards.", free=True)


@pytest.mark.parametrize(
    ("option", "given", "taken"),
    [
        (WORDS, "late", "late"),
        (NUMBER, 0, 0),
        (NUMBER, "20", 20),
        (NUMBER, "999999999", 999999999),
        (SEAT, "auto", "auto"),
        (SEAT, 2, 2),
        (SEAT, "2", 2),
        (NOBODY, None, None),
        (NOBODY, 0, 0),
        (CONTENT, "a/file.toml", "a/file.toml"),
        (CONTENT, {"cards": []}, {"cards": []}),
    ],
)
def test_a_fitting_value_is_taken(option: Option, given: object, taken: object) -> None:
    assert option.check(given, players=3) == taken


@pytest.mark.parametrize(
    ("option", "given", "message"),
    [
        (WORDS, "lat", "end: 'lat' is not soon or late; did you mean 'late'?"),
        (WORDS, "x", "end: 'x' is not soon or late"),
        (WORDS, 3, "end: 3 is not soon or late"),
        (WORDS, None, "end: None is not soon or late"),
        (NUMBER, -1, "limit: -1 is not a whole number from 0"),
        (NUMBER, "-1", "limit: '-1' is not a whole number from 0"),
        (NUMBER, "9" * 5000, "is not a whole number from 0"),
        (NUMBER, True, "limit: True is not a whole number from 0"),
        (SEAT, 3, "dealer: 3 is not auto or a seat from 0 to 2"),
        (SEAT, "3", "dealer: 3 is not auto or a seat from 0 to 2"),
        (NOBODY, "auto", "winner: 'auto' is not a seat from 0 to 2"),
        (CONTENT, "", "deck: '' is not a file path"),
        (CONTENT, 5, "deck: 5 is not a file path"),
    ],
)
def test_another_value_is_refused_with_what_would_be_right(
    option: Option, given: object, message: str
) -> None:
    with pytest.raises(InvalidInput) as caught:
        option.check(given, players=3)
    assert message in str(caught.value)


def test_what_is_not_given_has_its_default() -> None:
    declared = (WORDS, NUMBER, NOBODY)
    expected = {"end": "soon", "limit": 7, "winner": None}
    assert check_options(declared, {"limit": 7}, players=2) == expected


def test_unknown_names_are_refused_with_the_nearest_known_one() -> None:
    with pytest.raises(InvalidInput) as caught:
        check_options((WORDS, NUMBER), {"limits": 7}, players=2)
    assert str(caught.value) == "no option 'limits'; did you mean 'limit'?"
    with pytest.raises(InvalidInput, match="did you mean 'players'"):
        check_options((WORDS, NUMBER), {"playrs": 7}, players=2)
