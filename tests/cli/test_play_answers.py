"""Answers at the terminal: what is typed, what is explained, what is asked twice."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ludarium
from cli.evenings import ACTION, CURTAIN, DEFEND, DRAW, GAME, play, write_save
from ludarium.core.words import Voice, Words

# Answers


def test_notation_may_be_typed_in_any_case(tmp_path: Path) -> None:
    save = write_save(tmp_path, ACTION, "you", "steady")
    evening = play("--load", save, answers=["  build   a3 e3 ", "log"])
    assert "You build Air 3 + Earth 3, strength 6." in evening.out


def test_a_refused_answer_says_why_and_changes_nothing(tmp_path: Path) -> None:
    save = write_save(tmp_path, ACTION, "you", "steady")
    evening = play("--load", save, answers=["attack XAE8 1.0", "build A3 DAE", "log", "1"])
    assert "Too weak: 8 against 10 (TN-6.6)." in evening.out
    assert "Windbreak is neither a build card nor a wild card (TN-6.4)." in evening.out
    assert "You build Air 3 + Earth 3" in evening.out


@pytest.mark.parametrize("line", ["0", "99", "9" * 5000, "²", "-1"])
def test_a_wrong_number_is_asked_again(line: str, tmp_path: Path) -> None:
    save = write_save(tmp_path, ACTION, "you", "steady")
    evening = play("--load", save, answers=[line, "1"])
    assert evening.code == 0
    assert "Please type a number" in evening.out or "No action" in evening.out
    assert "You build Air 3 + Earth 3" in evening.out


@pytest.mark.parametrize("line", ["", "table"])
def test_the_choices_can_be_read_again(line: str, tmp_path: Path) -> None:
    save = write_save(tmp_path, ACTION, "you", "steady")
    again = play("--load", save, answers=[line]).after(f"> {line}".rstrip() + "\n")
    assert "Your turn: take one action." in again and "1  Air 3 + Earth 3" in again
    assert ("── Tears of Nature" in again) == (line == "table")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("buld A3 E3", "did you mean 'build'?"),
        ("build A3 Q9", "no card 'Q9'"),
        ("frob", "No action 'frob'; known: build, attack, discard, defend, decline."),
        ("attack XAE8", "'attack XAE8' is no attack; for example: attack WILD 1.0."),
        ("draw", "'draw' is no draw; for example: draw deck."),
        (
            "build " + "x" * 99,
            f"'build {'x' * 31}...' is no build; for example: build A3 E3.",
        ),
        ("draw deck", "in Master hands are filled without a question (TN-4.2)"),
        ("stock A3", "Master has no stock piles; discard a card instead (TN-4.8)"),
        ("defend DAE", "you can defend only when attacked (TN-4.2)"),
        ("decline", "you can decline only when attacked (TN-4.2)"),
        ("pass", "only a player without cards passes, and that happens by itself (TN-4.2)"),
        ("build A3 A3", "you hold only one Air 3 (TN-6.3)"),
        ("build A3 A4", "Air 4 is not in your hand (TN-6.3)"),
        ("attack XAE8 0.0", "you cannot attack your own pair (TN-8.2)"),
        ("attack XAE8 7.7", "there is no pair 7.7 (TN-8.2)"),
    ],
)
def test_what_is_no_answer_is_explained(line: str, said: str, tmp_path: Path) -> None:
    save = write_save(tmp_path, ACTION, "you", "steady")
    evening = play("--load", save, answers=[line])
    assert said.casefold() in " ".join(evening.out.split()).casefold()


@pytest.mark.parametrize(
    ("position", "line", "said"),
    [
        (DRAW, "build A2 E5", "first draw your missing cards (TN-4.2)"),
        (DRAW, "discard A2", "Practitioner has no Discard; stock a card instead (TN-4.8)"),
        (DRAW, "defend XS", "you can defend only when attacked (TN-4.2)"),
        (DEFEND, "build A8 F1", "first answer the attack: defend or decline (TN-4.2)"),
        (DEFEND, "discard A8", "first answer the attack: defend or decline (TN-4.2)"),
    ],
)
def test_what_has_its_time_later_is_explained(
    position: dict[str, object], line: str, said: str, tmp_path: Path
) -> None:
    save = write_save(tmp_path, position, "you", "steady")
    evening = play("--load", save, answers=[line])
    assert said.casefold() in " ".join(evening.out.split()).casefold()


def test_an_attack_on_you_is_told_once(tmp_path: Path) -> None:
    position = {**ACTION, "dealer": 0, "hands": [ACTION["hands"][1], ["XEW16"]]}  # type: ignore[index]
    save = write_save(tmp_path, position, "you", "steady")
    evening = play("--load", save, answers=["log"])
    before, after = evening.out.split("> log")
    assert before.count("attacks your Earth 7 + Water 7") == 1
    assert "Steady attacks your Earth 7 + Water 7 with" in after


def test_bots_take_from_their_own_piles() -> None:
    words = Words.load(ludarium.room(GAME).folder)
    voice = Voice(["Anna", "Random"], str, bots=frozenset({1}))
    for seat, reader, said in (
        (1, 0, "Random takes S6 from its own stock pile."),
        (0, 1, "Anna takes S6 from their own stock pile."),
        (0, 0, "You take S6 from your own stock pile."),
    ):
        facts = {"seat": seat, "owner": seat, "own": True, "cards": ["S6"], "count": 1}
        assert words.say("events", "draw", facts, voice.to(reader)) == said


def test_enter_takes_the_only_choice(tmp_path: Path) -> None:
    hands = [["A8", "F1"], ["A3", "E3", "DAE", "WILD"]]
    save = write_save(tmp_path, {**DEFEND, "hands": hands}, "you", "steady")
    evening = play("--load", save, answers=[""])
    assert "attacks your Fire 6 + Wilderness (strength 6) with Scalding Mist" in evening.out
    assert "You let the pair go." in evening.out


def test_the_rest_from_the_deck(tmp_path: Path) -> None:
    save = write_save(tmp_path, DRAW, "you", "steady")
    evening = play("--load", save, answers=["r"])
    assert "2 cards to go" in evening.out
    assert "You draw Air 3 and Scalding Mist." in evening.out
    assert "Your turn: take one action." in evening.out


def test_the_table_is_not_repeated_after_each_drawn_card(tmp_path: Path) -> None:
    save = write_save(tmp_path, DRAW, "you", "steady")
    evening = play("--load", save, answers=["draw stock 1"])
    assert "You take Earth 2 from Steady's stock pile." in evening.out
    assert evening.out.count("1 of 5 pairs, Spirit") == 1
    assert "1 card to go" in evening.out


def test_the_table_is_shown_again_after_others_have_acted(tmp_path: Path) -> None:
    hands = [["A2", "E5", "W1", "XS", "F7", "WILD"], ["A4", "F1", "F3", "DAE", "S1", "S2"]]
    deck = ["A3", "A5", "A6", "E3", "E4", "E8", "F4", "F8", "W3", "W4", "W8"]
    position = {**DRAW, "step": "action", "hands": hands, "deck": deck}
    save = write_save(tmp_path, position, "you", "random")
    evening = play("--load", save, "--no-confirm", answers=["stock WILD", "r"])
    assert "Draw again: 6 cards to go. No action follows." in evening.out
    assert "turn 11" in evening.out


# Second thoughts


def test_throwing_a_wild_away_asks_first(tmp_path: Path) -> None:
    save = write_save(tmp_path, ACTION, "you", "steady")
    evening = play("--load", save, answers=["discard WILD", "n", "log", "discard WILD", "y"])
    assert evening.out.count("Your other 4 cards go with it") == 2
    assert "You throw away Wilderness with Air 3, Earth 3, Dust Devil and Windbreak." in evening.out


def test_completing_while_behind_asks_first(tmp_path: Path) -> None:
    position = {
        **ACTION,
        "hands": [["E1", "W1", "A6", "F4", "DAE"], ["A3", "F8", "XAW8"]],
        "empires": [
            [["A2", "E2"], ["F3", "W3"], ["A5", "F5"]],
            [["A8", "E8"], ["F7", "W7"]],
        ],
        "deck": ["E4", "W6"],
        "discard": [],
    }
    save = write_save(tmp_path, position, "you", "steady")
    evening = play("--load", save, answers=["build E1 W1", "", "1", "y"])
    assert "completes your empire at strength 22, but Steady has 30." in evening.out
    assert "Steady wins." in evening.out
    assert "You ended the game with a complete empire, after 7 turns (TN-9.1)." in evening.out
    assert "Decided by the greatest strength." in evening.out


def test_an_attack_would_only_complete(tmp_path: Path) -> None:
    position = {
        **ACTION,
        "hands": [["XAE16", "W1", "A6", "F4", "DAE"], ["A3", "F8", "XAW8"]],
        "empires": [
            [["A2", "E2"], ["F3", "W3"], ["A5", "F5"]],
            [["A4", "E4"], ["F7", "W7"], ["E8", "W8"]],
        ],
        "deck": ["E5", "W6"],
        "discard": [],
    }
    save = write_save(tmp_path, position, "you", "steady")
    evening = play("--load", save, answers=["attack XAE16 1.0", "n"])
    said = "Undefended, this would complete your empire at strength 28, but Steady has 30."
    assert said in " ".join(evening.out.split())


@pytest.mark.parametrize("stock", [[], ["W3"]])
def test_a_stock_pile_is_named_only_where_it_is(stock: list[str], tmp_path: Path) -> None:
    hands = [["A2", "E5", "W1", "XS", "F7", "WILD"], ["A4", "F1", "F3", "DAE", "S1", "S2"]]
    position = {**DRAW, "step": "action", "hands": hands, "stocks": [stock, []]}
    save = write_save(tmp_path, position, "you", "steady")
    shown = " ".join(play("--load", save, answers=["stock WILD", "n"]).out.split())
    assert ("your stock pile too" in shown) == bool(stock)
    assert ("hand and stock pile for a new hand" in shown) == bool(stock)


def test_the_questions_can_be_switched_off(tmp_path: Path) -> None:
    save = write_save(tmp_path, ACTION, "you", "steady")
    evening = play("--load", save, "--no-confirm", answers=["discard WILD"])
    assert "Do it?" not in evening.out
    assert "You throw away Wilderness" in evening.out


# Questions of the player


def test_the_question_mark_explains_everything(tmp_path: Path) -> None:
    save = write_save(tmp_path, ACTION, "you", "steady")
    out = play("--load", save, answers=["?"]).after("> ?")
    shown = " ".join(out.split())
    assert "yes build A3 E3" in shown
    assert "no attack XAE8 1.0 too weak: 8 against 10 (TN-6.6)" in shown
    assert "no attack XAE8 1.1 the card shows Air and Earth, the pair Fire (TN-6.6)" in shown
    assert "no defend DAE you can defend only when attacked (TN-4.2)" in shown
    assert "yes attack WILD 1.0" in shown
    assert "yes build E3 A3" in shown and "yes build WILD E3" in shown


def test_equal_reasons_are_given_once(tmp_path: Path) -> None:
    position = {**ACTION, "empires": [[], [["F6", "W6"], ["F7", "W7"], ["A5", "E5"]]]}
    save = write_save(tmp_path, position, "you", "steady")
    shown = " ".join(play("--load", save, answers=["?"]).after("> ?").split())
    said = "no attack XAE8 1.0, 1.1 the card shows Air and Earth, the pair Fire and Water (TN-6.6)"
    assert said in shown


def test_what_needs_no_card_stands_under_none(tmp_path: Path) -> None:
    for position, answer, card in ((DEFEND, "decline", "A8"), (DRAW, "draw deck", "A2")):
        save = write_save(tmp_path, position, "you", "steady")
        shown = play("--load", save, answers=["?"]).after("> ?")
        assert shown.index(f"yes  {answer}") < shown.index(f"  {card}  ")


def test_a_choice_can_be_asked_about_by_number(tmp_path: Path) -> None:
    save = write_save(tmp_path, ACTION, "you", "steady")
    evening = play("--load", save, answers=["? 1", "? 99"])
    assert "1 is build A3 E3, Air 3 + Earth 3, strength 6: allowed." in evening.out
    assert "There are only 10 choices." in evening.out


def test_one_action_can_be_asked_about(tmp_path: Path) -> None:
    save = write_save(tmp_path, ACTION, "you", "steady")
    answers = ["? attack xae8 1.0", "?build A3 E3", "? nonsense", "log"]
    evening = play("--load", save, answers=answers)
    assert "attack XAE8 1.0: too weak: 8 against 10 (TN-6.6)." in evening.out
    assert "build A3 E3: allowed." in evening.out
    assert "No action 'nonsense'" in evening.out


@pytest.mark.parametrize(
    ("position", "said"),
    [
        (DRAW, "no draw stock 0 nothing lies there: stock 0 (TN-7.2)"),
        (DEFEND, "no defend DEW the card shows Earth and Water, the pair Fire (TN-6.10)"),
        (DEFEND, "yes decline"),
    ],
)
def test_the_question_mark_at_other_decisions(
    position: dict[str, object], said: str, tmp_path: Path
) -> None:
    save = write_save(tmp_path, position, "you", "steady")
    out = play("--load", save, answers=["?"]).after("> ?")
    assert said in " ".join(out.split())


def test_clauses_can_be_read_at_the_table() -> None:
    evening = play("--bots", "steady", "--seed", 1, answers=["rules tn-6.6", "rules", "rules X-1"])
    assert "R-2" in evening.out and "TN-1.14" in evening.out
    assert "Which clause?" in evening.out
    assert "No clause 'X-1'" in evening.out


def test_the_log_has_own_secrets_and_no_others() -> None:
    answers = ["", "discard A6", "", "1", "", "log", "quit", "y"]
    args = ("--seats", "Anna,Ben", "--ruleset", "apprentice", "--seed", 3)
    evening = play(*args, answers=answers)
    pieces = evening.out.split(CURTAIN)
    assert "Anna discards a card." in pieces[2] and "Air 6" not in pieces[2]
    assert "You discard Air 6." in pieces[3]


def test_help_and_table_and_known() -> None:
    evening = play("--bots", "steady", "--seed", 1, answers=["help", "known", "table"])
    assert "save FILE" in evening.out and re.search("concede +give up", evening.out)
    assert re.search("XAE8 +X: an attack card", evening.out) and "  XS " not in evening.out
    assert re.search(r"1\.0 +the pair 0 of seat 1", evening.out)
    assert "You know of no card in the discard pile." in evening.out
    assert evening.out.count("deck 44") >= 2
