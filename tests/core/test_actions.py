"""Actions and their notation."""

from __future__ import annotations

import pytest

from ludarium import InvalidInput
from ludarium.core.actions import Action, Grammar, Verb
from ludarium.core.cards import Cards

CARDS = Cards([("A1", 1), ("F6", 2), ("WILD", 4)])
GRAMMAR = Grammar(
    [
        Verb("draw", "{source=deck}", "{source=stock} {owner:number}"),
        Verb("pair", "{a:card} {b:card}", unordered=True),
        Verb("strike", "{card:card} {owner:number}.{slot:number}"),
        Verb("set", "{mode=keep|reset}"),
        Verb("decline"),
    ],
    CARDS,
)


@pytest.mark.parametrize(
    "text",
    ["draw deck", "draw stock 1", "pair A1 F6", "strike WILD 0.12", "set keep", "decline"],
)
def test_parse_and_print_are_inverse(text: str) -> None:
    action = GRAMMAR.parse(text)
    assert str(action) == text
    assert GRAMMAR.read(action) == action
    assert GRAMMAR.make(action.verb, *action.args) is action


def test_an_action_tells_its_parts() -> None:
    action = GRAMMAR.parse("strike WILD 1.0")
    assert action.verb == "strike"
    assert action.args == ("WILD", 1, 0)
    assert action.names == ("card", "owner", "slot")
    assert action.faces == (2,)
    assert action.record == {"verb": "strike", "card": "WILD", "owner": 1, "slot": 0}
    assert repr(action) == "Action('strike WILD 1.0')"


def test_actions_are_equal_when_they_say_the_same() -> None:
    action = GRAMMAR.parse("decline")
    twin = Action("decline", (), (), "decline")
    assert action == twin and hash(action) == hash(twin)
    assert action != GRAMMAR.parse("draw deck")
    assert action != "decline"
    assert len({action, twin, GRAMMAR.parse("set keep")}) == 2


def test_cards_whose_order_does_not_matter_are_put_in_face_order() -> None:
    assert str(GRAMMAR.parse("pair F6 A1")) == "pair A1 F6"
    assert GRAMMAR.make("pair", "WILD", "A1") == GRAMMAR.parse("pair A1 WILD")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (("draw", "stock"), "draw: write 'draw deck' or 'draw stock <owner>', got stock"),
        (("draw",), "draw: write 'draw deck' or 'draw stock <owner>', got nothing"),
        (("draw", "stock", -1), "got stock -1"),
        (("draw", "stock", "1"), "got stock 1"),
        (("set", "lose"), "set: write 'set keep|reset', got lose"),
        (("strike", "A1", 1), "strike: write 'strike <card> <owner>.<slot>', got A1 1"),
        (("strike", "A2", 1, 0), "strike: no card 'A2'; known: A1, F6, WILD"),
        (("pair", "A1", "ZZ"), "pair: no card 'ZZ'; known: A1, F6, WILD"),
        (("fly",), "no action 'fly'; known: draw, pair, strike, set, decline"),
    ],
)
def test_what_cannot_be_said_cannot_be_made(make: tuple[object, ...], message: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        GRAMMAR.make(*make)
    assert message in str(caught.value)


def test_a_dot_between_numbers_is_only_a_dot() -> None:
    with pytest.raises(InvalidInput):
        GRAMMAR.parse("strike WILD 1x0")


def test_a_grammar_keeps_only_so_many_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludarium.core.actions.MOST_KEPT", 3)
    grammar = Grammar([Verb("strike", "{card:card} {owner:number}.{slot:number}")], CARDS)
    told = [str(grammar.parse(f"strike WILD {n}.0")) for n in range(10)]
    assert told == [f"strike WILD {n}.0" for n in range(10)]
    assert len(grammar._made) <= 3
    assert len(grammar._read) <= 3
