"""Content files: TOML decoded into typed structs, with errors that name the place."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from ludarium import InvalidInput
from ludarium.core import content
from ludarium.core.cards import Cards
from ludarium.core.errors import nearest


class Tile(msgspec.Struct, forbid_unknown_fields=True):
    code: str
    worth: int = 0


def message(call: object, *args: object) -> str:
    with pytest.raises(InvalidInput) as caught:
        call(*args)
    return str(caught.value)


def test_a_shipped_name_comes_before_a_path(tmp_path: Path) -> None:
    (tmp_path / "first.toml").write_text("x = 1")
    assert content.find_content("first", tmp_path) == tmp_path / "first.toml"
    path = str(tmp_path / "first.toml")
    assert content.find_content(path, tmp_path) == Path(path)
    hint = "no content 'frist': neither shipped nor a file; did you mean 'first'?"
    assert message(content.find_content, "frist", tmp_path) == hint


def test_a_file_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    assert message(content.read_toml, path) == f"{path}: No such file or directory"
    path.write_text("a = ")
    assert message(content.read_toml, path).startswith(f"{path}: not TOML: Invalid value")
    path.write_bytes(b"\xff")
    assert message(content.read_toml, path) == f"{path}: not a text file in UTF-8"
    path.write_text('a = "é"', encoding="utf-8")
    assert content.read_toml(path) == {"a": "é"}


def test_entries_are_decoded_one_by_one() -> None:
    tiles = content.decode_entries([{"code": "A"}, {"code": "B", "worth": 2}], Tile, "f", "tile")
    assert tiles == [Tile("A"), Tile("B", 2)]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ([], "f: needs a list of [[tiles]] entries"),
        ({}, "f: needs a list of [[tiles]] entries"),
        ([{"code": "A"}, {"worth": 1}], "f: tile 2: Object missing required field `code`"),
        ([{"code": "A", "worth": "x"}], "f: tile 1 (A): Expected `int`, got `str` - at `$.worth`"),
        ([{"code": 3}], "f: tile 1: Expected `str`, got `int` - at `$.code`"),
        ([3], "f: tile 1: Expected `object`, got `int`"),
        (
            [{"code": "A", "wort": 1}],
            "f: tile 1 (A): Object contains unknown field `wort`; did you mean 'worth'?",
        ),
    ],
)
def test_a_mistake_names_file_entry_and_field(data: object, expected: str) -> None:
    assert message(content.decode_entries, data, Tile, "f", "tile") == expected


def test_a_word_is_known_or_refused() -> None:
    assert content.one_of("air", ("air", "fire"), "f: element") == "air"
    hint = "f: element: 'fir' is not known; did you mean 'fire'?"
    assert message(content.one_of, "fir", ("air", "fire"), "f: element") == hint


def test_hints_name_the_nearest_word_or_a_short_list() -> None:
    assert nearest("mastr", ["master", "apprentice"]) == "; did you mean 'master'?"
    assert nearest("zzz", ["master", "apprentice"]) == "; known: master, apprentice"
    assert nearest("zzz", [f"word{n}" for n in range(13)]) == ""
    assert nearest("zzz", []) == ""


def test_equal_faces_are_numbered_together() -> None:
    cards = Cards([("A1", 1), ("WILD", 3), ("B2", 1)])
    assert len(cards) == 5
    assert cards.codes([4, 3, 0]) == ["B2", "WILD", "A1"]
    assert list(cards.copies[1]) == [1, 2, 3]
    assert cards.find("B2", "here") == 2
    assert message(cards.find, "WLD", "here") == "here: no card 'WLD'; did you mean 'WILD'?"
    assert message(cards.find, None, "here") == "here: no card None; known: A1, WILD, B2"


class Box(msgspec.Struct, forbid_unknown_fields=True):
    tile: Tile
    more: list[Tile] = []
    other: Tile | None = None


@pytest.mark.parametrize(
    ("data", "expected", "field"),
    [
        (
            {"tile": {"code": "A", "wroth": 1}},
            "f: Object contains unknown field `wroth` - at `$.tile`; did you mean 'worth'?",
            "tile.wroth",
        ),
        (
            {"tlie": {"code": "A"}},
            "f: Object contains unknown field `tlie`; did you mean 'tile'?",
            "tlie",
        ),
        (
            {"tile": {"code": "A"}, "more": [{"cod": "B"}]},
            "f: Object contains unknown field `cod` - at `$.more[0]`",
            "more[0].cod",
        ),
        (
            {"tile": {"code": "A"}, "other": {"cod": "B"}},
            "f: Object contains unknown field `cod` - at `$.other`",
            "other.cod",
        ),
        ({"tile": {"code": 3}}, "f: Expected `str`, got `int` - at `$.tile.code`", "tile.code"),
        (3, "f: Expected `object`, got `int`", ""),
    ],
)
def test_the_nearest_field_is_named_wherever_the_mistake_is(
    data: object, expected: str, field: str
) -> None:
    assert message(content.decode, data, Box, "f") == expected
    assert content.field_of(expected) == field
