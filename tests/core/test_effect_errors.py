"""Mistakes in effects are told with their place, in a text and in a file."""

from __future__ import annotations

import re
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.small_words import WORDS, read, wrong
from ludarium import InvalidInput
from ludarium.core.effects.locating import Places
from ludarium.core.effects.parsing import LONGEST
from ludarium.core.effects.program import (
    Line,
)
from ludarium.core.effects.syntax import Place


@pytest.mark.parametrize(
    ("text", "error"),
    [
        # words
        ("general: colect(self, 1)", "10: unknown verb 'colect'; did you mean 'collect'?"),
        ("genral: boost", "1: unknown trigger 'genral'; did you mean 'general'?"),
        ("boost if duell", "10: unknown condition 'duell'; did you mean 'duel'?"),
        ("boost if zzz", "10: unknown condition 'zzz'; known: duel, night, leads, admin"),
        ("search(Heroe)", "8: unknown filter 'Heroe'; did you mean 'Hero'?"),
        ("t1=topp()", "4: unknown value 'topp'; did you mean 'top'?"),
        ("duel", "1: 'duel' is a condition, not a verb"),
        ("t1=boost", "4: 'boost' is a verb, not a value"),
        ("search(self)", "8: unknown filter 'self'; known: rival, Hero, Villain, champion, within,"
                         " rank"),
        # arguments
        ("collect(self)", "1: n of collect is missing: collect(who, n)"),
        ("collect(self, 1, 2)", "18: one argument too many: collect(who, n)"),
        ("boost if duel(2)", "15: one argument too many: duel"),
        ("search(team)", "8: unknown filter 'team'; known: rival, Hero, Villain, champion, within,"
                         " rank"),
        ("fee(retire_hand(1)): boost", "5: one argument too many: fee(cost=...)"),
        ("collect(who=self, self)", "19: who of collect is given twice"),
        ("collect(n=1, n=2)", "14: n of collect is given twice"),
        ("collect(self, m=2)", "15: collect has no 'm'; known: who, n"),
        ("search(two=team)", "8: search has no 'two'; did you mean 'to'?"),
        # types
        ("collect(slef, 1)", "9: who of collect is self, each or rival, not 'slef';"
                             " did you mean 'self'?"),
        ("collect(self(1), 1)", "9: who of collect is self, each or rival, not 'self(...)';"
                                " did you mean 'self'?"),
        ("collect('self', 1)", "9: who of collect is self, each or rival, not '\"self\"';"
                               " did you mean 'self'?"),
        ("collect(self, Y)", "15: n of collect is a whole number from 0, or X, not 'Y'"),
        ("collect(self, -1)", "15: n of collect is a whole number from 0, or X, not '-1'"),
        ("boost(1000000000)", "7: n of boost is a whole number, not '1000000000'"),
        ("boost(-1000000000)", "7: n of boost is a whole number, not '-1000000000'"),
        ("collect(self, X+1000000000)", "15: n of collect is a whole number from 0, or X,"
                                        " not 'X+1000000000'"),
        ("drop(self, 10)", "12: n of drop is a whole number from 1 to 9, not '10'"),
        ("drop(self, X+1)", "12: n of drop is a whole number from 1 to 9, not 'X+1'"),
        ("bam(rank<3)", "5: n of bam is a whole number to 9, not 'rank<...'"),
        ("name(3)", "6: id of name is the id of a leader, not '3'"),
        ("name('')", "6: id of name is the id of a leader, not '\"\"'"),
        ("name(a, text=b)", "14: text of name is a text in quotes, not 'b'"),
        ("retire(t1)", "8: what of retire is a slot, this or top, not 't1'"),
        ("foe=top, retire(foo)", "17: what of retire is a slot, this or top, not 'foo';"
                                 " did you mean 'foe'?"),
        ("t1=top, t1=top", "9: 't1' is bound already"),
        ("t1=top; retire(t1)", "16: what of retire is a slot, this or top, not 't1'"),
        # filters and comparisons
        ("search(3)", "8: '3' is no filter; known: rival, Hero, Villain, champion, within, rank"),
        ("search(Hero, Hero)", "14: 'Hero' stands there twice"),
        ("search(rank)", "8: 'rank' must be compared: rank<=n"),
        ("search(Hero<2)", "8: 'Hero' cannot be compared"),
        ("search(Hero=2)", "8: 'Hero' cannot be compared"),
        ("search(rank<=two)", "14: the limit of rank is a whole number from 0, or X, not 'two'"),
        ("search(rank='two')", "13: the limit of rank is a whole number from 0, or X,"
                               " not '\"two\"'"),
        ("boost if admin", "10: 'admin' must be compared: admin<=n"),
        # triggers
        ("ongoing(start): boost, dismiss", "24: 'dismiss' stands only under 'general:'"
                                           " or under 'fee:'"),
        ("dismiss", "1: 'dismiss' stands only under 'general:' or under 'fee:'"),
        ("general: stay", "10: 'stay' stands only without a trigger"),
        # letters
        ("boost @", "7: unexpected '@'"),
        ("name('a)", "6: the text that begins here has no closing '"),
        ("drop(self, 1", "13: the effect breaks off; expected ')' or ','"),
        ("boost if (duel", "15: the effect breaks off; expected ')'"),
        ("boost; ", "7: the effect breaks off; expected a word"),
        ("drop(self 1)", "11: unexpected '1'; expected a number, a comparison, '=', '(', ')'"
                         " or ','"),
        ("boost)", "6: unexpected ')'; expected '=', '(', ',', ':', ';', the end or 'if'"),
        ("boost iff duel", "7: unexpected 'iff'; did you mean 'if'?"),
        ("boost if duel annd night", "15: unexpected 'annd'; did you mean 'and'?"),
        ("or", "1: unexpected 'or'; expected a word or the end"),
        ("boost, " * 200, f"{LONGEST + 1}: an effect has at most {LONGEST} letters"),
    ],
)  # fmt: skip
def test_an_error_points_at_the_very_word(text: str, error: str) -> None:
    assert wrong(text) == error


PIECES = (
    "boost", "retire", "search", "name", "top", "t1", "rank", "duel", "if", "and", "or", "not",
    "(", ")", ",", ";", ":", "=", "<=", "!=", "<", "+", "-", "1", "+2", "'x'", '"', "'", "\\",
    "@", "{", "\n", " ", "é", "²", "\0",
)  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_whatever_is_typed_is_an_effect_or_an_error_with_a_place(text: str) -> None:
    said = ""
    try:
        assert read(str(read(text))) == read(text)
    except InvalidInput as error:
        said = str(error)
    assert re.match(r"$|effect:\d+:\d+: .", said)


def test_nothing_nests_too_deep() -> None:
    deep = "boost if " + "not (duel or " * 70 + "night" + ")" * 70
    assert read(str(read(deep))) == read(deep)
    assert read("boost if " + "not " * 240 + "duel") == read("boost if duel")
    assert read("boost if " + "(" * 490 + "duel" + ")" * 490) == read("boost if duel")


def test_names_are_checked_where_they_are_known() -> None:
    known = {"leader": ["helios", "archfiend"]}
    assert WORDS.read("name(nobody)") and WORDS.read("name(helios)", names=known)
    with pytest.raises(InvalidInput, match=r"^effect:1:6: .* 'helius'; did you mean 'helios'\?$"):
        WORDS.read("name(helius)", names=known)


def test_a_game_may_refuse_a_line() -> None:
    def check(line: Line) -> str:
        return f"{line.verb.name} needs a trigger" if line.trigger is None else ""

    place = Place("cards.toml", 7, 11)
    assert WORDS.read("general: boost", place, check=check)
    with pytest.raises(InvalidInput, match=r"^cards\.toml:8:3: retire needs a trigger$"):
        WORDS.read("general: boost;\n  retire", place, check=check)
    with pytest.raises(InvalidInput, match=r"^cards\.toml:7:14: retire needs a trigger$"):
        WORDS.read("   retire", place, check=check)


# Places in files

FILE = '''\
# [[cards]] in a comment
title = """
[[cards]]
effect = "no" """
[[cards]]  # the first
id = "A1"
effect = "boost"  # effect = "x"
[other]
effect = "boost"

[[ "cards" ]]
list = [ # [[cards]]
    "a]", { b = 'c[' },
]
'effect' = 'boost'
special . effect = "bo\\u006fst"
[cards.ability]
name = \'\'\'
it's'\'\'\'
effect = """
  name(\\"ab\\", \\
     text='c')"""

[[cards]]
special = { effect = "boost" }
cost = 3
ability.effect = \'\'\'bo
ost\'\'\'
'''


@pytest.mark.parametrize(
    ("index", "key", "begin"),
    [
        (0, "effect", (7, 11)),
        (1, "effect", (15, 13)),
        (1, "special.effect", (16, 21)),
        (1, "ability.effect", (21, 1)),
        (2, "special.effect", (24, 1)),  # at the header: an inline table
        (2, "cost", (24, 1)),
        (2, "ability.effect", (27, 21)),
        (3, "effect", (1, 1)),
    ],
)
def test_the_place_of_a_text_is_found_again(index: int, key: str, begin: tuple[int, int]) -> None:
    for newline in ("\n", "\r\n"):
        place = Places(FILE.replace("\n", newline), "f.toml").of("cards", index, key)
        assert (place.file, place.line, place.column) == ("f.toml", *begin)


def test_the_places_lie_where_the_words_are() -> None:
    cards = tomllib.loads(FILE)["cards"]
    lines = FILE.splitlines()
    for index, text in ((0, cards[0]["effect"]), (1, cards[1]["ability"]["effect"])):
        key = "ability.effect" if index else "effect"
        place = Places(FILE, "f").of("cards", index, key)
        spelled = [lines[line - 1][column - 1 :][:1] for line, column in place.spots[:-1]]
        assert [letter or "\n" for letter in spelled] == list(text.replace('"', "\\"))


def test_errors_point_into_the_file() -> None:
    def error(text: str, index: int, key: str) -> str:
        with pytest.raises(InvalidInput) as error:
            WORDS.read(text, Places(FILE, "f.toml").of("cards", index, key))
        return str(error.value).partition(": ")[0]

    cards = tomllib.loads(FILE)["cards"]
    effect = cards[1]["ability"]["effect"]
    assert error(effect.replace("text", "txet"), 1, "ability.effect") == "f.toml:22:6"
    assert error("boost(all", 2, "special.effect") == "f.toml:24:1"
    assert error("boost(", 1, "special.effect") == "f.toml:16:31"


def test_what_is_no_toml_has_no_places() -> None:
    assert str(Places("= 3\n[[cards]]\neffect = ''", "f").of("cards", 0, "effect")) == "f:1:1"
    assert str(Places("", "f").of("cards", 0, "effect")) == "f:1:1"


def test_a_file_may_end_without_a_line_break() -> None:
    assert str(Places("[[cards]]\neffect = ''", "f").of("cards", 0, "effect")) == "f:2:11"
