"""Whole evenings at the terminal, typed from a script."""

from __future__ import annotations

import contextlib
import io
import json
import random
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from rich.cells import cell_len

import ludarium
from ludarium.cli.program import program
from ludarium.cli.terminal.screen import Screen
from ludarium.cli.terminal.seats import Seat, parse_seats
from ludarium.cli.terminal.session import Session
from ludarium.cli.terminal.sitting import Sitting
from ludarium.core.words import Voice, Words

GAME = "tears-of-nature"
RULESETS = ("apprentice", "master", "practitioner")
CURTAIN = "Pass the keyboard to "


class Keyboard(io.StringIO):
    """Types an answer for each line that is asked for; None ends the input."""

    def __init__(self, screen: io.StringIO, answer: Callable[[str], str | None]) -> None:
        super().__init__()
        self.screen = screen
        self.answer = answer
        self.seen = 0

    def readline(self, *_: object) -> str:
        shown = self.screen.getvalue()[self.seen :]
        self.seen = len(self.screen.getvalue())
        answer = self.answer(shown)
        return "" if answer is None else f"{answer}\n"


@dataclass(frozen=True)
class Evening:
    """What was printed, and how the program left."""

    code: int
    out: str
    err: str

    def after(self, text: str) -> str:
        """What was printed after some words."""
        assert text in self.out, self.out
        return self.out.split(text, 1)[1]


@contextlib.contextmanager
def typing(answers: Iterable[str] | Callable[[str], str | None]) -> Iterator[io.StringIO]:
    out = io.StringIO()
    if callable(answers):
        answer = answers
    else:
        lines = iter(answers)

        def answer(shown: str) -> str | None:
            return next(lines, None)

    before = sys.stdin
    sys.stdin = Keyboard(out, answer)
    try:
        with contextlib.redirect_stdout(out):
            yield out
    finally:
        sys.stdin = before


def play(*args: object, answers: Iterable[str] | Callable[[str], str | None] = ()) -> Evening:
    """`ludarium play` with typed answers, then the end of the input."""
    err = io.StringIO()
    code = None
    with typing(answers) as out, contextlib.redirect_stderr(err):
        try:
            program.main(["play", GAME, *map(str, args)])
        except SystemExit as stop:
            code = stop.code
    assert isinstance(code, int)
    return Evening(code, out.getvalue(), err.getvalue())


def first_choice(shown: str) -> str:
    """Yes to everything, and the first of all choices; no second match."""
    last = shown.rsplit("\n", 1)[-1]
    if "Another match?" in last or "Save the record" in last:
        return "n"
    return "y" if "[y/N]" in last else "1"


def any_choice(seed: int) -> Callable[[str], str]:
    """A random choice each time."""
    rng = random.Random(seed)

    def answer(shown: str) -> str:
        last = shown.rsplit("\n", 1)[-1]
        if last.strip() != ">":
            return "y" if "Do it?" in last else ""
        choices = re.split(r"\n *\n", shown)[-1]
        numbers = re.findall(r"^ +(?:[A-Z][a-z ]+)? +(\d+)  ", choices, re.M)
        return rng.choice(numbers)

    return answer


def write_save(folder: Path, position: dict[str, object], *seats: str) -> Path:
    path = folder / "position.json"
    save = {
        "ludarium": "save",
        "game": GAME,
        "rules": 1,
        "options": {key: position[key] for key in ("ruleset", "players") if key in position},
        "seats": [
            {"name": seat.name, **({"bot": seat.bot} if seat.bot else {})}
            for seat in parse_seats(seats)
        ],
        "position": position,
    }
    path.write_text(json.dumps(save))
    return path


ACTION = {
    "ruleset": "master",
    "players": 2,
    "dealer": 1,
    "turn": 6,
    "hands": [["A3", "E3", "XAE8", "DAE", "WILD"], ["A8", "F1", "W5", "DEW", "DFW"]],
    "empires": [[["E7", "W7"]], [["A5", "E5"], ["F6", "WILD"]]],
    "deck": ["F2", "F3", "F4", "F5", "W1", "W2", "W3", "W4"],
    "discard": ["A1"],
}
DRAW = {
    "ruleset": "practitioner",
    "players": 2,
    "dealer": 1,
    "turn": 8,
    "step": "draw",
    "hands": [["A2", "E5", "W1", "XS"], ["A4", "F1", "F3", "DAE", "WILD", "S2"]],
    "empires": [[["F6", "S6"]], [["A7", "E7"]]],
    "stocks": [[], ["W2", "E2"]],
    "deck": ["A3", "XFW8", "A8", "F8", "W8"],
    "discard": ["DEW"],
}
DEFEND = {
    "ruleset": "master",
    "players": 2,
    "dealer": 0,
    "turn": 6,
    "step": "defend",
    "hands": [["A8", "F1", "W5", "DEW", "DFW"], ["A3", "E3", "DAE", "WILD"]],
    "empires": [[["F6", "WILD"]], [["E7", "W7"]]],
    "deck": ["F2", "XAE8", "W3"],
    "pending": {"attacker": 1, "card": "XFW8", "owner": 0, "slot": 0},
}


# Whole matches


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_whole_match_against_a_bot(ruleset: str, tmp_path: Path) -> None:
    record = tmp_path / "match.record"
    args = ("--ruleset", ruleset, "--seed", 7, "--record", record)
    evening = play(*args, answers=first_choice)
    assert evening.code == 0 and evening.err == ""
    assert "seed    7" in evening.out
    won = "In Apprentice the first complete empire wins."
    assert ("Decided by" if ruleset != "apprentice" else won) in evening.out
    assert ("Decided by" in evening.out) != (won in evening.out)
    assert evening.out.rstrip().endswith("Goodbye.")
    verdict = ludarium.verify(record.read_text())
    assert verdict.finished and verdict.proven


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seed", range(3))
def test_any_choices_lead_to_an_end(ruleset: str, seed: int) -> None:
    players = 2 if ruleset == "apprentice" else 2 + seed
    seats = ",".join(["you", "random", "steady", "Eve"][:players])
    args = ("--ruleset", ruleset, "--seats", seats, "--seed", seed, "-o", "end_rule=cold_war")
    evening = play(*args, "-o", "turn_limit=60", answers=any_choice(seed))
    assert evening.code == 0 and evening.err == ""
    assert "The game is over" in evening.out


@pytest.mark.parametrize("ruleset", RULESETS)
def test_everything_fits_eighty_columns(ruleset: str) -> None:
    players = 2 if ruleset == "apprentice" else 4
    seats = ",".join(["Wilhelmina-Maria", "random", "random", "random"][:players])
    evening = play("--ruleset", ruleset, "--seats", seats, "--seed", 5, answers=any_choice(5))
    assert "The game is over" in evening.out
    too_wide = [line for line in evening.out.splitlines() if cell_len(line.rstrip()) > 80]
    assert too_wide == []
    assert "…" not in evening.out
    assert [line for line in evening.out.splitlines() if line != line.rstrip()] == []


def test_plain_output_is_ascii() -> None:
    evening = play("--ruleset", "apprentice", "--seed", 2, "--plain", answers=any_choice(2))
    assert "The game is over" in evening.out
    assert evening.out.isascii()


def test_signs_never_stand_without_letters() -> None:
    evening = play("--ruleset", "practitioner", "--seed", 2, answers=any_choice(2))
    signs = re.findall(r"[△▽▲▼○].", evening.out)
    assert signs
    assert set(signs) <= {"△A", "▽E", "▲F", "▼W", "○S"}


def test_bots_alone_can_be_watched() -> None:
    evening = play("--seats", "steady,random", "--seed", 1)
    assert evening.code == 0
    assert "builds" in evening.out and "Decided by" in evening.out


def test_the_same_seed_gives_the_same_evening() -> None:
    args = ("--seats", "you,steady,random", "--seed", "a rainy day")
    assert play(*args, answers=any_choice(1)).out == play(*args, answers=any_choice(1)).out


# Secrets at one keyboard


def test_a_curtain_stands_between_people() -> None:
    evening = play("--seats", "Anna,Ben", "--seed", 3, answers=["", "1", "", "1", "", "quit", "y"])
    assert re.findall(f"{CURTAIN}(\\w+)", evening.out) == ["Anna", "Ben", "Anna"]
    _, anna, ben, again = evening.out.split(CURTAIN)
    for first in (anna, ben):
        assert "pledge of the shuffles: " in first and "Type a number" in first
    assert "pledge" not in again


def test_people_can_leave_at_the_curtain() -> None:
    answers = ["", "1", "quit", "n", "Quit", "y", "never read"]
    evening = play("--seats", "Anna,Ben", "--seed", 3, answers=answers)
    assert evening.code == 0 and evening.out.rstrip().endswith("Goodbye.")
    assert re.findall(f"{CURTAIN}(\\w+)", evening.out) == ["Anna", "Ben", "Ben"]
    assert evening.out.count("Leave without saving?") == 2


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nobody_is_shown_what_they_may_not_know(ruleset: str) -> None:
    rng = random.Random(11)
    sitting_of: list[Sitting] = []
    checked = 0

    def answer(shown: str) -> str | None:
        nonlocal checked
        last = shown.rsplit("\n", 1)[-1]
        if last.strip() != ">":
            return "y" if "Do it?" in last else ""
        sitting = sitting_of[-1]
        question = sitting.question()
        assert question is not None
        seat = question.seat
        allowed = json.dumps(sitting.match.view(seat))
        hidden = [
            code
            for other, hand in enumerate(sitting.match.position()["hands"])  # type: ignore[arg-type, var-annotated]
            if other != seat
            for code in hand
            if f'"{code}"' not in allowed
        ]
        for code in hidden:
            for word in (code, sitting.drawing.card(code)):
                assert not re.search(rf"(?<!\w){word}(?!\w)", shown), (word, shown)
        checked += len(hidden)
        if rng.random() < 0.3:
            return rng.choice(["?", "log", "known", "table", "undo"])
        return rng.choice([str(at + 1) for at in range(len(question.options))])

    with typing(answer):
        session = Session(Screen(), seed="11")
        game = ludarium.game(GAME, ruleset=ruleset)
        session.begin(game, [Seat("Anna"), Seat("Ben")])
        sitting_of.append(session.sitting)
        session.play()
        session.finish()
    assert session.sitting.match.result is not None
    assert checked > 50


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


# Taking back, saving, loading


def test_undo_while_nothing_new_was_seen(tmp_path: Path) -> None:
    save = write_save(tmp_path, DRAW, "you", "steady")
    answers = ["undo", "draw stock 1", "undo", "draw deck", "undo", "log"]
    evening = play("--load", save, answers=answers)
    assert "There is nothing of yours to take back." in evening.out
    assert "Taken back." in evening.out
    assert "Not any more" in evening.after("Taken back.")
    log = evening.after("> log")
    assert "You draw Air 3." in log and "Earth 2" not in log


def test_save_and_load(tmp_path: Path) -> None:
    file = tmp_path / "evening.json"
    position = write_save(tmp_path, ACTION, "you", "random")
    answers = [f"save {file}", "discard A3", f"load {file}", "log", "quit"]
    evening = play("--load", position, answers=answers)
    assert json.loads(file.read_text())["position"]["hands"][0] == ACTION["hands"][0]  # type: ignore[index]
    assert "You discard Air 3." not in evening.after(f"> load {file}")
    again = play("--load", file, answers=["1"])
    assert "You build Air 3 + Earth 3" in again.out


def test_a_loaded_match_remembers_its_log(tmp_path: Path) -> None:
    file = tmp_path / "evening.json"
    play("--bots", "random", "--seed", 3, answers=["1", "1", f"save {file}"])
    evening = play("--load", file, answers=["log"])
    assert "you get" in evening.after("> log")


def test_saving_elsewhere_asks_before_it_replaces(tmp_path: Path) -> None:
    file = tmp_path / "precious"
    file.write_text("mine")
    answers = [f"save {file}", "n", f"save {file}", "y", f"save {file}", "quit"]
    evening = play("--bots", "steady", answers=answers)
    assert evening.out.count("exists. Replace it?") == 2
    assert evening.out.count("Saved to") == 2
    assert json.loads(file.read_text())["ludarium"] == "save"


@pytest.mark.parametrize(
    "path", ["/dev/full", "/nowhere/at/all.json", "/", "~nobody.of.that.name/x", "a\0b", "x" * 999]
)
def test_a_failed_save_is_one_line_and_the_match_goes_on(path: str) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    evening = play("--bots", "steady", "--seed", 1, answers=[f"save {path}", "1", "log"])
    assert evening.code == 0
    assert "Not saved:" in evening.out
    assert "You " in evening.after("> log")
    assert "Not loaded:" in play("--bots", "steady", answers=[f"load {path}"]).out
    ending = ["concede", "y", "y", path]
    assert "ritten:" in play("--bots", "steady", answers=ending).after("File [")


@pytest.mark.parametrize(
    "content",
    [
        "",
        "not json",
        "[]",
        "[" * 100_000,
        "{}",
        '{"ludarium": "save"}',
        '{"ludarium":"save","game":"chess","rules":1,"options":{},"seats":[],"position":{}}',
        "\udcff",
    ],
)
def test_a_wrong_save_is_one_line_and_the_match_goes_on(content: str, tmp_path: Path) -> None:
    file = tmp_path / "wrong.json"
    file.write_bytes(content.encode(errors="surrogateescape"))
    evening = play("--bots", "steady", "--seed", 1, answers=[f"load {file}", "1", "log"])
    assert evening.code == 0
    assert "Not loaded:" in evening.out
    assert "You " in evening.after("> log")
    failed = play("--load", file)
    assert failed.code == 2
    assert failed.err.startswith("ludarium: ") and failed.err.count("\n") == 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"rules": 99}, "saved under rules 99"),
        ({"seats": [{"name": "A"}]}, "seats: 1 for 2 players"),
        ({"seats": [{"name": "A"}, {"name": "A"}]}, "sits there already"),
        ({"seats": [{"name": "A"}, {"name": "B", "bot": "x"}]}, "no bot 'x'"),
        ({"seats": [{"name": "\x1b[2J"}, {"name": "B"}]}, "cannot be a name"),
        ({"options": {"ruleset": "expert"}}, "'expert' is not"),
        ({"position": {**ACTION, "turn": -1}}, "turn: a whole number"),
        ({"extra": 1}, "unknown field"),
    ],
)
def test_a_spoilt_save_names_what_is_wrong(
    change: dict[str, object], said: str, tmp_path: Path
) -> None:
    file = write_save(tmp_path, ACTION, "you", "steady")
    file.write_text(json.dumps({**json.loads(file.read_text()), **change}))
    failed = play("--load", file)
    assert failed.code == 2
    assert said in failed.err and str(file) in failed.err


def test_a_log_from_a_file_cannot_steer_the_terminal(tmp_path: Path) -> None:
    file = write_save(tmp_path, ACTION, "you", "steady")
    data = {**json.loads(file.read_text()), "log": [["before \x1b[2J after"], []]}
    file.write_text(json.dumps(data))
    evening = play("--load", file, answers=["log"])
    assert "before [2J after" in evening.out


def test_a_match_with_an_own_deck_is_saved_with_it(tmp_path: Path) -> None:
    deck = tmp_path / "deck.toml"
    shipped = ludarium.room(GAME).content_folder() / "standard67.toml"
    deck.write_text(shipped.read_text().replace('name = "Dust Devil"', 'name = "Zephyr"'))
    file, record = tmp_path / "evening.json", tmp_path / "match.record"
    args = ("-o", f"deck={deck}", "--seed", 1, "--record", record, "--no-confirm")
    play(*args, answers=[f"save {file}", "1"])
    deck.unlink()
    evening = play("--load", file, answers=["quit"])
    assert evening.code == 0 and "Your turn" in evening.out
    replayed = ludarium.replay(record.read_text())
    assert isinstance(replayed.game.options["deck"], dict)


def test_an_unusual_deck_is_remarked_upon(tmp_path: Path) -> None:
    deck = tmp_path / "deck.toml"
    shipped = ludarium.room(GAME).content_folder() / "standard67.toml"
    deck.write_text(shipped.read_text().replace('code = "A1"', 'code = "BREEZE"\ncopies = 2'))
    evening = play("-o", f"deck={deck}", "--seed", 1, "--no-confirm", answers=first_choice)
    assert "41 build cards instead of 40" in evening.out
    assert "A1=BREEZE" in evening.out or "BREEZE" not in evening.out


# Ending


def test_conceding_and_a_rematch_that_the_winner_deals(tmp_path: Path) -> None:
    record = tmp_path / "match.record"
    answers = ["concede", "n", "concede", "y", "y", str(record), "y", "log", "quit"]
    evening = play("--bots", "steady", "--seed", 3, answers=answers)
    assert "Steady wins." in evening.out
    assert "You conceded after" in evening.out and "(R-71)" in evening.out
    assert ludarium.verify(record.read_text()).finished
    assert "Steady deals; you get" in evening.after("Another match?")
    assert "Drawing for dealer" not in evening.after("Another match?")


def test_each_match_of_an_evening_keeps_its_record(tmp_path: Path) -> None:
    answers = ["concede", "y", "y", "concede", "y"]
    play("--bots", "steady", "--seed", 3, "--record", tmp_path / "a.record", answers=answers)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a-2.record", "a.record"]
    assert all(ludarium.verify(path.read_text()).proven for path in tmp_path.iterdir())


def test_a_record_replaces_another_file_only_when_told(tmp_path: Path) -> None:
    file = tmp_path / "precious"
    file.write_text("mine")
    play("--bots", "steady", answers=["concede", "y", "y", str(file), "n"])
    assert file.read_text() == "mine"


@pytest.mark.parametrize("name", ["no/such/folder/x", ".", "x" * 999])
def test_an_impossible_record_is_refused_before_the_deal(name: str, tmp_path: Path) -> None:
    failed = play("--bots", "steady", "--record", tmp_path / name, answers=["1"])
    assert failed.code == 1 and failed.out == ""
    assert failed.err.startswith(f"ludarium: {tmp_path}") and failed.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_record_never_replaces_a_file_unasked(tmp_path: Path) -> None:
    file = tmp_path / "precious"
    file.write_text("mine")
    failed = play("--bots", "steady", "--record", file, answers=["1"])
    assert failed.code == 2 and failed.out == ""
    assert "exists already" in failed.err and failed.err.count("\n") == 1
    (tmp_path / "a-2.record").write_text("mine")
    answers = ["concede", "y", "y", "concede", "y"]
    play("--bots", "steady", "--seed", 3, "--record", tmp_path / "a.record", answers=answers)
    assert file.read_text() == (tmp_path / "a-2.record").read_text() == "mine"
    assert ludarium.verify((tmp_path / "a-3.record").read_text()).finished


def test_a_match_without_a_move_leaves_no_record(tmp_path: Path) -> None:
    args = ("--seats", "Anna,Ben", "--seed", 3, "--record", tmp_path / "a.record")
    evening = play(*args, answers=["", "quit"])
    assert "Nothing was played, so no record is written." in evening.out
    assert list(tmp_path.iterdir()) == []


def test_a_record_that_cannot_be_written_may_go_elsewhere(tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    file = tmp_path / "a.record"
    answers = ["concede", "y", str(tmp_path / "no" / "folder"), str(file)]
    evening = play("--bots", "steady", "--record", "/dev/full", answers=answers)
    assert "could not be written:" in evening.out and "Not written:" in evening.out
    assert ludarium.verify(file.read_text()).finished


def test_three_cannot_concede() -> None:
    evening = play("--seats", "you,steady,steady", "--seed", 1, answers=["concede", "help"])
    said = "Giving up is for two players, and here are 3; you can only leave with quit (R-71)."
    assert said in " ".join(evening.out.split())
    assert "give up" not in evening.after("> help")


def test_conceding_is_told_once() -> None:
    evening = play("--bots", "steady", "--seed", 3, answers=["concede", "sure", "y"])
    assert "Please type y or n." in evening.out
    assert "Decided by" not in evening.out and evening.out.count("The game is over") == 1


def test_the_last_screen_keeps_the_order_of_the_table() -> None:
    end = play("--bots", "steady", "--seed", 3, answers=["concede", "y"]).after("The game is over")
    assert end.index("Steady (bot)") < end.index("You   ")


def test_ranks_below_the_first_say_what_decided_them() -> None:
    game = ludarium.game(GAME, ruleset="master", players=4)
    sitting = Sitting(game, parse_seats(["you", "random", "random", "random"]))
    figures = {"strength": [9, 9, 9, 20], "pairs": [2, 1, 1, 3], "decided_by": "strength"}
    result = {**figures, "ranking": [[3], [0], [2], [1]]}
    headings, rows = sitting.talk.standings(result)
    assert headings == ["strength", "pairs"]
    assert [row.note for row in rows] == ["more_pairs", "", "earlier", ""]


def test_quitting_asks_when_something_would_be_lost(tmp_path: Path) -> None:
    save = write_save(tmp_path, ACTION, "you", "steady")
    assert "Leave without saving?" not in play("--load", save, answers=["quit"]).out
    evening = play("--load", save, answers=["1", "quit", "n", "quit", "y", "never read"])
    assert evening.out.count("Leave without saving?") == 2
    assert evening.code == 0 and evening.out.rstrip().endswith("Goodbye.")


def test_leaving_early_keeps_the_record(tmp_path: Path) -> None:
    record = tmp_path / "match.record"
    play("--bots", "steady", "--seed", 1, "--record", record, answers=["1"])
    verdict = ludarium.verify(record.read_text())
    assert not verdict.finished and not verdict.proven


@pytest.mark.parametrize("lines", range(9))
def test_the_end_of_the_input_is_a_goodbye_at_every_moment(lines: int) -> None:
    answers = ["3", "y", "", "", "", "", "2", "", "1"][:lines]
    evening = play(answers=answers)
    assert evening.code == 0 and evening.err == ""
    assert evening.out.rstrip().endswith("Goodbye.")


def test_ctrl_c_is_a_goodbye() -> None:
    def interrupt(shown: str) -> str:
        raise KeyboardInterrupt

    evening = play("--bots", "steady", answers=interrupt)
    assert evening.code == 130 and evening.err == ""
    assert evening.out.rstrip().endswith("Goodbye.")


# Setting up


def test_menus_with_the_usual_answers() -> None:
    evening = play("--seed", 1, answers=["", "", "", ""])
    assert "Tears of Nature, Master" in evening.out
    assert "Steady (bot)" in evening.out


def test_menus_with_other_rules_and_people() -> None:
    answers = ["practitioner", "perhaps", "y", "4", "2", "60", "", "5", "3", "2", "3"]
    answers += ["Ben", "ben", "Steady", "you", "Eve", ""]
    evening = play("--seed", 1, answers=answers)
    assert "Please type a number from 2 to 4." in evening.out
    assert "Capturing an element" not in evening.out
    assert "Tears of Nature, Practitioner, Cold war" in evening.out
    assert "Please type y or n." in evening.out
    for said in ("'ben' sits there already.", "'Steady' is what a bot is called."):
        assert said in evening.out
    assert "Who takes the second seat?" in evening.out
    assert "Who sits on the first seat? [Player 1]:" in evening.out
    assert re.search(f"{CURTAIN}(Ben|Eve)", evening.out)
    assert "Random (bot)" in evening.out


def test_apprentice_needs_no_question_for_players() -> None:
    evening = play("--seed", 1, answers=["1", "", ""])
    assert "How many players?" not in evening.out
    assert "Tears of Nature, Apprentice" in evening.out


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--seats", "you,stedy"], "did you mean 'steady'?"),
        (["--seats", "you"], "players: 1 cannot play here"),
        (["--seats", "you,steady", "--players", "3"], "2 named for 3 players"),
        (["--seats", "you,steady", "--bots", "steady"], "not both"),
        (["--bots", "nobody"], "no bot 'nobody'"),
        (["--bots", "steady,steady", "--players", "2"], "bots: 2 named"),
        (["--seats", "Anna,anna"], "sits there already"),
        (["--seats", "Anna,A name that never ends"], "longer than"),
        (["--seats", "you,,steady"], "cannot be a name"),
        (["--ruleset", "apprentice", "--players", "3"], "2 can (R-49)"),
        (["--ruleset", "mastr"], "did you mean 'master'?"),
        (["-o", "end_rule"], "write NAME=VALUE"),
        (["-o", "end_rul=cold_war"], "did you mean 'end_rule'?"),
        (["--ruleset", "master", "-o", "ruleset=apprentice"], "given twice"),
        (["-o", "deck=nowhere.toml"], "neither shipped nor a file"),
        (["--load", "x.json", "--players", "2"], "leave the others out"),
        (["--seed", " "], "seed: printable text"),
    ],
)
def test_wrong_arguments_are_one_line(args: list[str], said: str) -> None:
    failed = play(*args)
    assert failed.code == 2
    assert said in failed.err
    assert failed.err.startswith("ludarium: ") and failed.err.count("\n") == 1


# Words


def test_every_event_and_every_answer_has_its_words() -> None:
    words = Words.load(ludarium.room(GAME).folder)
    for ruleset in RULESETS:
        for seed in range(6):
            ends = ("standard", "quitters_never_win", "equal_opportunity", "cold_war")
            game = ludarium.game(GAME, ruleset=ruleset, end_rule=ends[seed % 4], turn_limit=80)
            sitting = Sitting(game, parse_seats(["random", "random"]), str(seed))
            while (question := sitting.question()) is not None:
                view = sitting.match.view(question.seat)
                for action in question.options:
                    facts = {**action.record, **sitting.talk.choice_facts(view, action)}
                    assert words.fits("choices", action.verb, facts), (action, facts)
                assert words.fits("prompts", question.kind, sitting.talk.prompt_facts(view))
                sitting.let_bot_answer(question)
            for viewer in (0, 1, None):
                events = sitting.match.events_for(viewer)
                for event in map(sitting.talk.annotate, events):
                    assert words.fits("events", str(event["event"]), event), event
            assert sitting.match.result is not None
            reason = sitting.match.result.reason
            assert words.find("reasons", reason) and "{" not in " ".join(sitting.log(0))


@pytest.mark.parametrize(
    ("key", "facts"),
    [
        ("game_over", {"reason": "complete"}),
        ("not_your_decision", {"decider": 1}),
        ("wrong_step", {"step": "draw", "verb": "build"}),
        ("discard_elsewhere", {"ruleset": "practitioner"}),
        ("stock_elsewhere", {"ruleset": "master"}),
        ("no_pass", {}),
        ("no_draw", {"ruleset": "master"}),
        ("answer_first", {}),
        ("not_attacked", {"verb": "defend"}),
        ("draw_first", {"redraw": False}),
        ("draw_first", {"redraw": True}),
        ("drawn_already", {}),
        ("card_not_in_hand", {"card": "A1"}),
        ("card_not_in_hand", {"card": "A1", "once": True}),
        ("not_buildable", {"card": "DAE"}),
        ("two_wilds", {}),
        ("spirit_needs_tangible", {"cards": ["WILD", "S1"]}),
        ("element_mismatch", {"elements": ["air", "fire"]}),
        ("strength_mismatch", {"strengths": [1, 2]}),
        ("element_already_held", {"element": "air", "slot": 0}),
        ("empire_full", {"pairs": 5}),
        ("spirit_gate", {"pairs": 4}),
        ("not_an_attack", {"card": "A1"}),
        ("own_pair", {"owner": 0, "slot": 0}),
        ("no_such_pair", {"owner": 0, "slot": 0}),
        ("spirit_pair_needs_spirit_attack", {"card": "WILD", "pair": ["F6", "S6"]}),
        ("does_not_cover", {"card": ["air"], "pair": ["fire"]}),
        ("too_weak", {"card": 0, "pair": 10}),
        ("duplicate_capture_forbidden", {"element": "air"}),
        ("not_a_defence", {"card": "A1"}),
        ("empty_source", {"source": "stock 1"}),
        ("cannot_concede", {"players": 3}),
    ],
)
def test_every_refusal_has_its_words(key: str, facts: dict[str, object]) -> None:
    words = Words.load(ludarium.room(GAME).folder)
    assert words.fits("refusals", key, facts)
    said = words.say("refusals", key, facts, Voice(["Anna", "Ben"], str, 0))
    assert "{" not in said and said


def test_words_speak_to_their_reader() -> None:
    words = Words({"s": {"x": "{a:Who} {a:verb take|takes} {b:whose} {n:count card|cards}."}})
    voice = Voice(["Anna", "Iris"], str)
    facts = {"a": 0, "b": 1, "n": 1}
    assert words.say("s", "x", facts, voice.to(0)) == "You take Iris' 1 card."
    assert words.say("s", "x", facts, voice.to(1)) == "Anna takes your 1 card."
    assert words.say("s", "x", {**facts, "n": 2}, voice) == "Anna takes Iris' 2 cards."


def test_words_choose_the_text_whose_facts_are_known() -> None:
    words = Words({"s": {"x": ["{card:card} for {who}", "something{odd:when}", "nothing"]}})
    voice = Voice([], str.lower)
    assert words.say("s", "x", {"card": "A", "who": "me"}, voice) == "a for me"
    assert words.say("s", "x", {"who": "me", "odd": True}, voice) == "something"
    assert words.say("s", "x", {"odd": False}, voice) == "nothing"
    assert words.say("s", "no_such", {"n": 3}, voice) == "no such: n 3"
