"""Sentences made of facts: the ways to say one, and what has no words."""

from __future__ import annotations

from typing import Any

import pytest

from ludarium.core.words import Voice, Words, join


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{n}", "3"),
        ("{list}", "A+B"),
        ("{me:who} {me:Who} {you:who} {both:Who} {far:who}", "you You Ben You and Ben seat 9"),
        ("{me:whose} {you:whose} {s:whose}", "your Ben's Iris'"),
        ("{me:own} {you:own} {s:own}", "your own its own their own"),
        ("{me:verb build|builds} {you:verb build|builds}", "build builds"),
        ("{one:count card|cards} {n:count card|cards}", "1 card 3 cards"),
        ("{card:card} {list:pair} {three:cards}", "<A> <A> + <B> <A>, <B> and <C>"),
        ("{three:and} {card:in names} {list:in names}", "A, B and C Alpha Alpha and B"),
        ("sure{yes:when}", "sure"),
    ],
)
def test_the_ways_to_say_a_fact(text: str, said: str) -> None:
    facts = {
        "n": 3, "one": 1, "me": 0, "you": 1, "s": 2, "far": 9, "both": [0, 1], "card": "A",
        "list": ["A", "B"], "three": ["A", "B", "C"], "yes": True,
    }  # fmt: skip
    voice = Voice(["Anna", "Ben", "Iris"], "<{}>".format, reader=0, bots=frozenset({1}))
    words = Words({"s": {"x": text}, "names": {"A": "Alpha"}})
    assert words.say("s", "x", facts, voice) == said


@pytest.mark.parametrize("value", [None, False, "", [], ()])
def test_an_empty_fact_is_not_told(value: object) -> None:
    words = Words({"s": {"x": ["with {n}", "without"], "only": "with {n}"}})
    voice = Voice([], str)
    assert words.say("s", "x", {"n": value}, voice) == "without"
    assert words.say("s", "x", {"n": 0}, voice) == "with 0"
    assert not words.fits("s", "only", {"n": value})
    assert words.fits("s", "only", {"n": 0})


def test_what_has_no_words_is_said_by_its_key() -> None:
    words = Words({"s": {"deep": {"key": "found", "number": 3}, "list": ["a", "b"]}})
    assert words.word("s.deep", "key") == "found"
    assert words.word("s.deep", "no_such") == "no such"
    assert words.word("s.deep.key", "no_such") == "no such"
    assert words.table("s", "deep") == {"key": "found", "number": "3"}
    assert words.table("s", "list") == words.table("s", "none") == {}
    assert words.listed("s", "list") == ["a", "b"]
    assert words.listed("s", "deep") == []
    assert words.say("s", "no_such", {}, Voice([], str)) == "no such"


def test_a_room_without_words_is_still_told(tmp_path: Any) -> None:
    assert Words.load(tmp_path).sections == {}


def test_lists_are_joined_as_people_do() -> None:
    assert [join(list(some)) for some in ("", "A", "AB", "ABC")] == [
        "", "A", "A and B", "A, B and C",
    ]  # fmt: skip
