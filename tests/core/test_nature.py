"""Nature: dice that anyone can check, and the notation of her answers."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest

from ludarium import InvalidInput
from ludarium.core import chance
from ludarium.core.cards import Cards
from ludarium.core.nature import Dice
from ludarium.core.state import NATURE, State
from ludarium.core.zones import Layout, Zone

LAYOUT = Layout([Zone("deck", top_first=True)], 2, Cards([("A", 1), ("B", 2), ("C", 1)]))


def asked(kind: str, number: int) -> State:
    return State([(3, 1, 0, 2)], [], [0] * 4, [], ((NATURE, kind, (number,)),))


def test_the_same_seed_gives_the_same_answers() -> None:
    one, other = Dice("7"), Dice("7")
    for _ in range(5):
        assert one.order(67) == other.order(67)
        assert one.below(4) == other.below(4)
    assert one.asked == other.asked == 10
    assert Dice("8").order(67) != Dice("7").order(67)
    assert Dice("7", asked=1).order(67) != Dice("7").order(67)


def test_every_draw_can_be_computed_by_anyone_with_the_seed() -> None:
    stream = hashlib.shake_128(b"7/1").digest(8 * 5)
    keys = [stream[8 * at : 8 * at + 8] for at in range(5)]
    assert Dice("7").order(5) == sorted(range(5), key=keys.__getitem__)
    number = int.from_bytes(hashlib.shake_128(b"7/1").digest(16), "big")
    assert Dice("7").below(6) == number % 6


def test_all_orders_and_numbers_are_equally_likely() -> None:
    dice = Dice("fair")
    orders = Counter(tuple(dice.order(3)) for _ in range(3000))
    assert len(orders) == 6 and min(orders.values()) > 420
    numbers = Counter(dice.below(5) for _ in range(3000))
    assert sorted(numbers) == [0, 1, 2, 3, 4] and min(numbers.values()) > 500


def test_an_order_of_nothing_is_nothing() -> None:
    assert Dice("7").order(0) == []
    assert Dice("7").below(1) == 0


def test_the_pledge_binds_the_seed() -> None:
    assert Dice("7").pledge == hashlib.sha256(b"ludarium seed 7").hexdigest()
    assert Dice("7").pledge != Dice("8").pledge
    assert Dice("7").fork().pledge == Dice("7").pledge
    assert Dice(None, pledge="abc").fork().pledge == "abc"


def test_a_fork_throws_what_the_original_would() -> None:
    dice = Dice("7")
    dice.below(6)
    fork = dice.fork()
    assert [dice.below(100) for _ in range(9)] == [fork.below(100) for _ in range(9)]


def test_without_a_seed_there_are_256_bits_of_it() -> None:
    one, other = Dice.from_seed(None), Dice.from_seed(None)
    assert len(bytes.fromhex(one.seed)) == 32
    assert one.seed != other.seed
    assert Dice.from_seed(7).seed == Dice.from_seed("7").seed == "7"


def test_dice_without_a_seed_cannot_be_thrown() -> None:
    with pytest.raises(InvalidInput, match="the seed of this match is not known"):
        Dice(None).below(6)


def test_a_sealed_text_opens_with_the_seed_at_its_own_line_only() -> None:
    sealed = Dice("7").seal("1 give R1", 4)
    assert "give" not in sealed
    assert Dice("7").unseal(sealed, 4) == "1 give R1"
    for dice, line in [(Dice(None), 4), (Dice("8"), 4), (Dice("7"), 5)]:
        try:
            assert dice.unseal(sealed, line) != "1 give R1"
        except InvalidInput as error:
            assert str(error) == f"answer {line} is sealed and opens only with the seed"  # noqa: PT017


def test_nature_throws_a_shuffle_that_depends_only_on_what_lies_there() -> None:
    state, same = asked("shuffle", 0), asked("shuffle", 0)
    same.zones[0] = (0, 1, 2, 3)
    outcome = chance.throw(state, Dice("7"))
    assert outcome == chance.throw(same, Dice("7"))
    assert sorted(outcome) == [0, 1, 2, 3]


def test_a_shuffle_is_written_first_card_on_top_and_read_back() -> None:
    state = asked("shuffle", 0)
    assert chance.notation(LAYOUT, (3, 1, 0, 2)) == "shuffle B A B C"
    read = chance.parse(LAYOUT, state, "shuffle B A B C")
    assert LAYOUT.cards.codes(reversed(read)) == ["B", "A", "B", "C"]
    assert sorted(read) == [0, 1, 2, 3]


def test_a_pick_is_written_and_read_back() -> None:
    state = asked("pick", 3)
    assert chance.throw(state, Dice("7")) == Dice("7").below(3)
    assert chance.notation(LAYOUT, 2) == "pick 2"
    assert chance.parse(LAYOUT, state, "pick 2") == 2
    assert chance.picked(2).record == {"verb": "pick", "number": 2}


@pytest.mark.parametrize(
    ("kind", "text", "message"),
    [
        ("pick", "pick 3", "pick: a number from 0 to 2, not '3'"),
        ("pick", "pick", "pick: a number from 0 to 2, not ''"),
        ("pick", "pick 1 1", "pick: a number from 0 to 2, not '1 1'"),
        ("pick", "pick -1", "pick: a number from 0 to 2, not '-1'"),
        ("pick", "shuffle A", "Nature is asked to pick, not to 'shuffle'"),
        ("pick", "", "Nature is asked to pick, not to ''"),
        ("shuffle", "pick 1", "Nature is asked to shuffle, not to 'pick'"),
        ("shuffle", "shuffle A B B", "shuffle: C left out"),
        ("shuffle", "shuffle", "shuffle: A, B, B, C left out"),
        ("shuffle", "shuffle A A B B C", "shuffle: A is not among the cards to be shuffled"),
        ("shuffle", "shuffle A B B D", "shuffle: no card 'D'"),
    ],
)
def test_nature_answers_only_what_she_is_asked(kind: str, text: str, message: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        chance.parse(LAYOUT, asked(kind, 3 if kind == "pick" else 0), text)
    assert message in str(caught.value)


@pytest.mark.parametrize("asks", [(), ((0, "action", ()),)])
def test_nature_is_silent_when_she_is_not_asked(asks: tuple[object, ...]) -> None:
    state = asked("pick", 3)
    state.asks = asks
    with pytest.raises(InvalidInput, match="Nature is not asked now, but was to answer 'pick 1'"):
        chance.parse(LAYOUT, state, "pick 1")
