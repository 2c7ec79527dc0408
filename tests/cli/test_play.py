"""Whole evenings at the terminal: matches, secrets, menus and words."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest
from rich.cells import cell_len

import ludarium
from cli.evenings import CURTAIN, GAME, RULESETS, any_choice, first_choice, play, typing
from ludarium.cli.terminal.screen import Screen
from ludarium.cli.terminal.seats import Seat, parse_seats
from ludarium.cli.terminal.session import Session
from ludarium.cli.terminal.sitting import Sitting
from ludarium.core.words import Voice, Words

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
