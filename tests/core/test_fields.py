"""Fields of plain data: what is wrong is named with its place."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ludarium import InvalidInput
from ludarium.core.fields import flag, listed, seat_number, table, whole


def complaint(call: Callable[[], object]) -> str:
    with pytest.raises(InvalidInput) as caught:
        call()
    return str(caught.value)


def test_whole_numbers_begin_at_nought_and_may_end() -> None:
    assert whole(0, "turn") == 0 and whole(5, "turn", most=5) == 5
    for wrong in (-1, 1.0, "1", True, None):
        assert complaint(lambda wrong=wrong: whole(wrong, "turn")) == (
            f"turn: a whole number from 0, not {wrong!r}"
        )
    assert complaint(lambda: whole(6, "turn", most=5)) == "turn: at most 5, not 6"


def test_seats_are_numbered_from_nought() -> None:
    assert seat_number(2, "of", 3) == 2
    assert complaint(lambda: seat_number(3, "of", 3)) == "of: no seat 3; seats are 0 to 2"
    assert complaint(lambda: seat_number(-1, "of", 3)) == "of: a whole number from 0, not -1"


def test_a_flag_is_nothing_but_true_or_false() -> None:
    assert flag(True, "gone") and not flag(False, "gone")
    for wrong in (0, 1, "true", None):
        assert complaint(lambda wrong=wrong: flag(wrong, "gone")) == (
            f"gone: true or false, not {wrong!r}"
        )


def test_lists_may_have_a_length() -> None:
    assert listed([], "plays") == [] and listed((1, 2), "plays", 2) == (1, 2)
    assert complaint(lambda: listed("ab", "plays", 2)) == "plays: a list, not 'ab'"
    assert complaint(lambda: listed([1], "plays", 2)) == "plays: a list of 2, not of 1"


def test_tables_have_what_they_need_and_nothing_unknown() -> None:
    assert table({"do": 1}, "queue", ("do",)) == {"do": 1}
    assert table({"to": 1}, "queue", (), ("do", "to")) == {"to": 1}
    assert complaint(lambda: table([], "queue", ())) == "queue: a table, not []"
    assert complaint(lambda: table({}, "queue", ("do",))) == "queue: needs 'do'"
    assert complaint(lambda: table({"od": 1}, "queue", ("do",))).startswith("queue: no field 'od'")
    assert complaint(lambda: table({"too": 1}, "queue", (), ("do", "to"))) == (
        "queue: no field 'too'; did you mean 'to'?"
    )
