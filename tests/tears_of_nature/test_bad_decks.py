"""Deck files with mistakes are refused with file, entry and field."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludarium
from complaints import complaint
from ludarium import InvalidInput
from tears_of_nature import tables
from tears_of_nature.tables import SLUG, tears

# Deck files: section 6d

GOOD = """
name = "typed in"
[[cards]]
code = "A1"
kind = "build"
elements = ["air"]
strength = 1
copies = 8
[[cards]]
code = "X"
kind = "attack"
elements = ["air", "fire"]
strength = 4
[[cards]]
code = "D"
kind = "defend"
elements = ["fire"]
[[cards]]
code = "J"
kind = "wild"
"""

BROKEN_DECKS = {
    "no TOML": ("[[cards]]", "[[cards", "deck.toml: not TOML: "),
    "kind": ('"build"', '"biuld"', "card A1: kind: 'biuld' is not known; did you mean 'build'?"),
    "element": ('["air"]', '["aire"]', "elements: 'aire' is not known; did you mean 'air'?"),
    "field": ("strength = 1", "strenght = 1", "unknown field `strenght`; did you mean 'strength'?"),
    "file field": ('name = "typed in"', 'nam = "x"', "unknown field `nam`; did you mean 'name'?"),
    "type": ("strength = 1", 'strength = "1"', "card 1 (A1): Expected `int | null`, got `str`"),
    "elements type": ('["air"]', '"air"', "card 1 (A1): Expected `array`, got `str`"),
    "copies type": ("copies = 8", "copies = 8.5", "card 1 (A1): Expected `int`, got `float`"),
    "no code": ('code = "X"\n', "", "card 2: Object missing required field `code`"),
    "no kind": ('kind = "wild"', "", "card 4 (J): Object missing required field `kind`"),
    "code type": ('"X"', "3", "card 2: Expected `str`, got `int`"),
    "empty code": ('"X"', '""', "a code has no spaces and no dots"),
    "space": ('"X"', '"X 4"', "card X 4: a code has no spaces and no dots"),
    "line": ('"X"', '"X\\n4"', "a code has no spaces and no dots"),
    "dot": ('"X"', '"X.4"', "card X.4: a code has no spaces and no dots"),
    "line in a field": ("strength = 1", '"stren\\ngth" = 1', "card 1 (A1): Object contains"),
    "bell": ('"X"', '"X\\u0007"', "cannot be printed"),
    "same code": ('"X"', '"A1"', "two cards have the code A1"),
    "build, no element": ('elements = ["air"]\n', "", "card A1: a build card has exactly one"),
    "build, two elements": ('["air"]', '["air", "fire"]', "card A1: a build card has exactly one"),
    "build, no strength": ("strength = 1\n", "", "card A1: a build card has exactly one element"),
    "build, strength 0": ("strength = 1", "strength = 0", "card A1: strength: 0 is too low"),
    "attack, strength": ("strength = 4", "strength = -4", "card X: strength: -4 is too low"),
    "attack, no element": ('["air", "fire"]', "[]", "card X: an attack card carries at least one"),
    "attack, twice": ('["air", "fire"]', '["air", "air"]', "card X: elements: one is named twice"),
    "defend, spirit": ('["fire"]', '["spirit"]', "card D: a defend card carries tangible elements"),
    "defend, none": ('["fire"]', "[]", "card D: a defend card carries tangible elements"),
    "defend, strength": ('["fire"]', '["fire"]\nstrength = 2', "card D: a defend card has no"),
    "wild, strength": ('"wild"', '"wild"\nstrength = 2', "card J: a wild card has no strength"),
    "wild, elements": ('"wild"', '"wild"\nelements = ["air"]', "card J: a wild card has no"),
    "copies 0": ("copies = 8", "copies = 0", "card A1: copies: at least 1, not 0"),
    "too many": ("copies = 8", "copies = 498", "more than 500 cards"),
    "too few": ("copies = 8", "copies = 7", "10 cards are too few for 2 players (master needs 11)"),
}  # fmt: skip


def test_a_deck_has_not_too_many_faces() -> None:
    cards = [{"code": f"c{at}", "kind": "wild"} for at in range(121)]
    with pytest.raises(InvalidInput, match="deck: more than 120 different cards"):
        ludarium.game(SLUG, deck={"name": "many", "cards": cards})


@pytest.mark.parametrize(("old", "new", "message"), BROKEN_DECKS.values(), ids=BROKEN_DECKS.keys())
def test_a_broken_deck_file_is_refused_with_file_entry_and_field(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    path = tmp_path / "deck.toml"
    path.write_text(GOOD)
    assert len(tears(deck=str(path)).cards) == 11
    assert old in GOOD
    path.write_text(GOOD.replace(old, new, 1))
    found = complaint(lambda: tears(deck=str(path)))
    assert message in found
    assert "deck.toml" in found or "typed in" in found


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "missing required field `cards`"),
        (b"cards = []", "needs a list of [[cards]] entries"),
        (b"cards = 3", "deck.toml: Expected `array`, got `int`"),
        (b"cards = [1]", "deck.toml: Expected `object`, got `int`"),
        (b"\xff\xfe", "deck.toml: not a text file in UTF-8"),
    ],
)
def test_a_file_that_is_no_deck_is_refused(tmp_path: Path, text: bytes, message: str) -> None:
    path = tmp_path / "deck.toml"
    path.write_bytes(text)
    assert message in complaint(lambda: tears(deck=str(path)))


def test_a_deck_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "none.toml", tmp_path, "x" * 5000, "a\0b"):
        assert complaint(lambda path=path: tears(deck=str(path))).startswith(("no content", "deck"))


def test_a_deck_name_does_not_break_the_message(tmp_path: Path) -> None:
    path = tmp_path / "deck.toml"
    path.write_text(GOOD.replace("typed in", "typed\\nin").replace("copies = 8", "copies = 1"))
    assert "4 cards are too few" in complaint(lambda: tears(deck=str(path)))


def test_spirit_cards_do_not_count_for_master(tmp_path: Path) -> None:
    path = tmp_path / "deck.toml"
    path.write_text(GOOD.replace('["air"]', '["spirit"]'))
    assert "3 cards are too few for 2 players" in complaint(lambda: tears(deck=str(path)))


def test_an_unusual_deck_is_played_with_a_warning(tmp_path: Path) -> None:
    for ruleset, players in tables.SEATS:
        assert list(tears(ruleset=ruleset, players=players).warnings) == []
    path = tmp_path / "deck.toml"
    path.write_text(GOOD)
    warnings = tears(deck=path).warnings
    for remark in (
        "8 build cards instead of 40",
        "1 attack cards instead of 17",
        "1 defend cards instead of 6",
        "1 wild cards instead of 4",
        "the dealer cannot be drawn for and is picked at random (R-64)",
        "A1 has 8 copies, so a pair may show one element",
    ):
        assert any(remark in warning for warning in warnings), remark
