"""Evenings of Galatune at the terminal: secrets at one keyboard, windows, ways to numbers."""

from __future__ import annotations

import contextlib
import io
import json
import random
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

import ludarium
from cli.evenings import CURTAIN, Evening, typing
from ludarium.cli.program import program
from ludarium.cli.tables import drawing_for
from ludarium.cli.terminal.screen import Screen
from ludarium.cli.terminal.seats import Seat, parse_seats
from ludarium.cli.terminal.session import Session
from ludarium.core.words import Voice, Words

GAME = "galatune"
Position = dict[str, Any]
Answers = Iterable[str] | Callable[[str], str | None]


def run(*args: object, answers: Answers = ()) -> Evening:
    """`ludarium` with typed answers, then the end of the input."""
    err = io.StringIO()
    code = None
    with typing(answers) as out, contextlib.redirect_stderr(err):
        try:
            program.main(list(map(str, args)))
        except SystemExit as stop:
            code = stop.code
    assert isinstance(code, int)
    return Evening(code, out.getvalue(), err.getvalue())


def play(*args: object, answers: Answers = ()) -> Evening:
    return run("play", GAME, *args, answers=answers)


def flat(text: str) -> str:
    return " ".join(text.split())


def any_choice(seed: int) -> Callable[[str], str]:
    """A random one of the numbered answers each time."""
    rng = random.Random(seed)

    def answer(shown: str) -> str:
        last = shown.rsplit("\n", 1)[-1]
        if last.strip() != ">":
            return "y" if "Do it?" in last else ""
        choices = re.split(r"\n *\n", shown)[-1]
        numbers = [int(found) for found in re.findall(r"(?:^|[ ·-] ?)(\d+) ", choices, re.M)]
        highest = next(n for n in range(len(numbers) + 9) if n + 1 not in numbers)
        return str(rng.randint(1, max(1, highest)))

    return answer


def seat(champion: str | None, *hand: str, **more: object) -> dict[str, object]:
    return {"champion": champion, "hand": list(hand), "ap": 0, **more}


def write_save(folder: Path, position: Position, *seats: str) -> Path:
    path = folder / "position.json"
    options = {"trading": "off", **position.get("options", {})}
    save = {
        "ludarium": "save",
        "game": GAME,
        "rules": 1,
        "options": {**options, "players": len(seats)},
        "seats": [
            {"name": one.name, **({"bot": one.bot} if one.bot else {})}
            for one in parse_seats(seats)
        ],
        "position": {**position, "players": len(seats), "options": options},
    }
    path.write_text(json.dumps(save))
    return path


PLAN: Position = {
    "seats": [seat("ilo", "A06", "T03", "L05", now={"mul": 2}), seat("eron", "A01", "S02")],
    "turn": 3,
}
TRAP: Position = {
    "phase": "trap",
    "seats": [seat("ilo", "T01", "A06"), seat("eron", "T03"), seat("dace", "A02")],
    "plays": [[0, "act S02 0"], [1, "act A22 0"], [2, "special 0"]],
}


# Whole matches


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("seats", "options"),
    [
        ("you,random", ()),
        ("you,random,random", ("champion_pick=random", "draw_log=fleeting")),
        ("Anna,Ben,random", ("champion_pick=deal2", "draw_log=closed", "trading=off")),
        ("Anna,random,Ben,random,Cleo", ("memory_aid=on", "trading=off", "turn_limit=8")),
    ],
)
def test_any_choices_lead_to_an_end(seats: str, options: tuple[str, ...], tmp_path: Path) -> None:
    record = tmp_path / "match.record"
    chosen = [part for option in options for part in ("-o", option)]
    args = ("--seats", seats, "--seed", 6, "--record", record, "-o", "vp_goal=2", *chosen)
    evening = play(*args, answers=any_choice(3))
    assert evening.code == 0 and evening.err == ""
    assert "The game is over" in evening.out and evening.out.rstrip().endswith("Goodbye.")
    verdict = ludarium.verify(record.read_text())
    assert verdict.finished and verdict.proven


def test_everything_fits_eighty_columns() -> None:
    seats = "Wilhelmina-Maria,random,random,Maximilian-Joseph,random"
    names = seats.replace("Maximilian-Joseph", "Bartholomew-John")
    args = ("--seats", names, "--seed", 5, "-o", "turn_limit=12", "-o", "memory_aid=on")
    evening = play(*args, answers=any_choice(5))
    assert "The game is over" in evening.out
    assert [line for line in evening.out.splitlines() if cell_len(line.rstrip()) > 80] == []
    assert "…" not in evening.out
    assert [line for line in evening.out.splitlines() if line != line.rstrip()] == []


def test_plain_output_is_ascii(tmp_path: Path) -> None:
    args = ("--seats", "you,random,random", "--seed", 2, "--plain", "-o", "turn_limit=9")
    evening = play(*args, answers=any_choice(2))
    assert "The game is over" in evening.out
    assert evening.out.isascii()
    position = {"seats": [seat("eron", "A18", "S11"), seat("valora", "A01")]}
    save = write_save(tmp_path, position, "you", "random")
    evening = play("--load", save, "--plain", answers=["card S11", "act A18 1", "open 1"])
    assert "Shield inf" in evening.out and "Random: inf" in evening.out
    assert "with Starcalibur, which no Defense stops: inf damage" in flat(evening.out)
    assert evening.out.isascii()


def test_bots_alone_can_be_watched() -> None:
    evening = play("--seats", "random,random,random", "--seed", 1, "-o", "turn_limit=9")
    assert evening.code == 0
    assert "Turn 1. Random has the Lead." in evening.out and "plays" in evening.out


def test_the_same_seed_gives_the_same_evening() -> None:
    args = ("--seats", "you,random,random", "--seed", "rain", "-o", "turn_limit=6")
    assert play(*args, answers=any_choice(1)).out == play(*args, answers=any_choice(1)).out


# Secrets at one keyboard


def test_a_curtain_stands_between_plans(tmp_path: Path) -> None:
    """Everybody plans behind a curtain; the answers are told when all are in."""
    save = write_save(tmp_path, PLAN, "Anna", "Ben")
    evening = play("--load", save, answers=["", "act A06 1", "", "hold", "", "", "", ""])
    anna, ben, window = evening.out.split(CURTAIN)[1:4]
    assert anna.startswith("Anna") and ben.startswith("Ben") and window.startswith("Anna")
    assert re.search(r"Anna +0 VP.* ready\n", ben)
    assert "You play" not in ben and "Anna plays" not in ben and "A06" not in ben
    assert "You play Hexbolt on Ben." in window


def curtains(evening: Evening) -> list[str]:
    return re.findall(rf"{CURTAIN}(\w+)", evening.out)


@pytest.mark.parametrize("holding", ["T03", "A02"])
def test_a_window_is_the_same_whoever_can_answer_it(holding: str, tmp_path: Path) -> None:
    """R-74: all people sit down in turn, and each screen tells only what its reader may know."""
    seats = [seat("ilo", "A06"), seat("eron", holding), seat("dace", "A01")]
    position = {**TRAP, "seats": seats}
    save = write_save(tmp_path, position, "Anna", "Ben", "random")
    evening = play("--load", save, answers=["", "", "", "", "", "quit", "y"])
    assert curtains(evening)[:3] == ["Anna", "Ben", "Anna"]
    anna, ben = evening.out.split(CURTAIN)[1:3]
    assert "You have no Trap for these plays." in anna and "Enter: pass." in anna
    asked = "Spring a Trap, or pass."
    assert (asked in ben) == (holding == "T03") and "Enter: pass." in ben
    public = anna.replace("As everybody knows, Ben holds Tripwire.", "").replace(
        "As everybody knows, Ben holds Siege Mortar.", ""
    )
    assert "Tripwire" not in public and "Siege Mortar" not in public


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("?", "no trap A06 p0 Hexbolt is no Trap (GT-10.14) yes pass"),
        ("trap T03 p1", "Tripwire is not in your hand (GT-11.10)."),
        ("? trap T03 p1", "trap T03 p1: Tripwire is not in your hand (GT-11.10)."),
        ("? pass", "pass: allowed."),
        ("hold", "Holding is for the Plan Phase; now a Trap window is open (GT-7.3)."),
    ],
)
def test_who_is_not_asked_learns_nothing_by_asking(typed: str, said: str, tmp_path: Path) -> None:
    """Whether others are still asked, or nobody is, everything typed is answered alike."""
    shown = []
    for holding in ("T03", "A02"):
        seats = [seat("ilo", "A06"), seat("eron", holding), seat("dace", "A01")]
        save = write_save(tmp_path, {**TRAP, "seats": seats}, "Anna", "Ben", "random")
        evening = play("--load", save, answers=["", typed])
        shown.append(flat(evening.after(f"> {typed}\n").split("Goodbye")[0]))
    assert shown[0] == shown[1]
    assert said in shown[0]


def test_all_answers_of_a_window_count(tmp_path: Path) -> None:
    """Who comes later has a word, too: both spring, the first in order is played (R-16)."""
    save = write_save(tmp_path, TRAP, "Anna", "Ben", "random")
    answers = ["", "pass", "", "trap T03 p1", "y", "", "", "", "", "log"]
    evening = play("--load", save, answers=answers)
    told = flat(evening.out)
    assert "That Shadow Cleave is your own play. Do it? [y/N] y" in told
    assert "Ben springs Tripwire on Ben's Shadow Cleave." in told


def test_leaving_in_a_window_begins_it_again(tmp_path: Path) -> None:
    save = write_save(tmp_path, TRAP, "Anna", "Ben", "Cleo")
    answers = ["", "pass", "", "resign", "y", "", "log"]
    evening = play("--load", save, answers=answers)
    assert curtains(evening) == ["Anna", "Ben", "Anna"]
    assert "Your plays vanish" in evening.out and "Ben leaves the game." in evening.out
    answers = ["", "concede", "y", "", "", "", "", "", "hold"]
    evening = play("--load", save, answers=answers)
    assert set(curtains(evening)) == {"Anna", "Ben", "Cleo"}
    assert curtains(evening).count("Anna") == 1


def test_a_window_can_be_saved_and_loaded(tmp_path: Path) -> None:
    save = write_save(tmp_path, TRAP, "Anna", "Ben", "random")
    kept = tmp_path / "kept.json"
    evening = play("--load", save, answers=["", f"save {kept}", f"load {kept}", "", "table"])
    assert f"Savedto{kept}." in "".join(evening.out.split())  # a long path is broken anywhere
    assert curtains(evening) == ["Anna", "Anna"]
    assert evening.out.count("Spring a Trap, or pass.") == 3


def test_one_person_alone_sees_no_empty_windows(tmp_path: Path) -> None:
    seats = [seat("ilo", "A06"), seat("eron", "T03"), seat("dace", "A01")]
    save = write_save(tmp_path, {**TRAP, "seats": seats}, "you", "random", "random")
    evening = play("--load", save, answers=[])
    assert "no Trap for these plays" not in evening.out
    assert "Turn 2: plan your Action in secret." in evening.out


def test_nobody_is_shown_what_they_may_not_know() -> None:
    """With drawn cards hidden, no name of a hidden card is ever on somebody else's screen."""
    rng = random.Random(11)
    at_keyboard: list[int] = []
    sessions: list[Session] = []
    checked = 0

    def answer(shown: str) -> str | None:
        nonlocal checked
        last = shown.rsplit("\n", 1)[-1]
        if last.strip() != ">":
            return "y" if "[y/N]" in last else ""
        sitting, who = sessions[-1].sitting, sessions[-1].keyboard
        assert who is not None
        at_keyboard.append(who)
        match = sitting.match
        allowed = json.dumps(match.view(who))
        hidden = [
            code
            for other, held in enumerate(match.position()["seats"])  # type: ignore[arg-type, var-annotated]
            if other != who
            for code in held["hand"]
            if f'"{code}"' not in allowed
        ]
        for code in hidden:
            for word in (code, re.escape(sitting.drawing.card(code))):
                assert not re.search(rf"(?<!\w){word}(?!\w)", shown), (word, shown)
        checked += len(hidden)
        if rng.random() < 0.2:
            return rng.choice(["?", "known", "table", "undo", "log"])
        choices = re.split(r"\n *\n", shown)[-1]
        numbers = re.findall(r"(?:^|[ ·] ?)(\d+) ", choices, re.M)
        return rng.choice(numbers or ["1"])

    with typing(answer):
        session = Session(Screen(), seed="11")
        sessions.append(session)
        game = ludarium.game(GAME, players=3, draw_log="closed", vp_goal=1, turn_limit=12)
        session.begin(game, [Seat("Anna"), Seat("Ben"), Seat("Random", "random")])
        session.play()
        session.finish()
    assert session.sitting.match.result is not None
    assert checked > 50 and set(at_keyboard) == {0, 1}


# Answers


def test_answers_to_one_question_share_lines(tmp_path: Path) -> None:
    save = write_save(tmp_path, PLAN, "you", "random")
    out = play("--load", save).out
    assert "  Play     A06 Hexbolt     1 Random: 16 (x2)\n" in out
    assert "           L05 Blood Pact  2 yourself: 16 · 3 Random: 16\n" in out
    assert "  Special  Discord         4 Random: 8 (x2)\n" in out
    assert "  Hold     5  take no Action in this turn  hold\n" in out


def test_refusals_say_why(tmp_path: Path) -> None:
    save = write_save(tmp_path, PLAN, "you", "random")
    answers = ["act A06 0", "act T03 1", "trap T03 p0", "act A06", "frob", "act", "special 7"]
    told = flat(play("--load", save, answers=answers).out)
    for said in (
        "An Attack cannot be aimed at your own Champion (GT-10.2).",
        "Tripwire is a Trap, and Traps wait for the Trap Phase (GT-7.4).",
        "Traps are sprung in the Trap Phase; now everybody plans (GT-10.14).",
        "Hexbolt needs a target: an opponent (R-11).",
        "No action 'frob'",
        "'act' is no act; for example: act A06 1.",
        "There is no seat 7 (R-11).",
    ):
        assert said in told


def test_second_thoughts_before_coming_back(tmp_path: Path) -> None:
    position = {
        "phase": "respawn",
        "fallen": [0],
        "seats": [seat("dace", "A01", "S04", hp=0), seat("eron")],
        "source": ["A05", "T03", "L03", "A02", "A07"],
    }
    save = write_save(tmp_path, position, "you", "random")
    told = flat(play("--load", save, answers=["respawn reset", "n", "respawn keep"]).out)
    assert "Your 2 cards go into the deck, Prizes included, and you draw 5 others. Do it?" in told
    assert "Dace Ferro stands again for you, with 13 HP." in told


def test_mild_cautions_are_left_out(tmp_path: Path) -> None:
    position = {"seats": [seat("ilo", "A10"), seat("eron", "A01")]}
    save = write_save(tmp_path, position, "you", "random")
    evening = play("--load", save, answers=["act A10 1"])
    assert "Do it?" not in evening.out
    assert "is immune to Tech: your Arc Cannon does no harm." in flat(evening.out)


def test_what_is_planned_stands(tmp_path: Path) -> None:
    save = write_save(tmp_path, PLAN, "you", "random")
    told = flat(play("--load", save, answers=["hold", "undo", "undo"]).out)
    assert "There is nothing of yours to take back." not in told
    assert told.count("what is answered in secret stands.") == 2


def test_looking_through_cards_that_are_shown(tmp_path: Path) -> None:
    queue = {"do": "steal", "play": "p0", "from": 1, "to": 0, "by": 0, "amount": 2}
    position = {
        "phase": "effects",
        "seats": [seat("dace", "A01"), seat("ilo", "A06", "S11", "T02")],
        "plays": [[0, "act O03 1"]],
        "pending": {"queue": [queue], "victors": []},
    }
    save = write_save(tmp_path, position, "you", "random")
    evening = play("--load", save, answers=["1"])
    assert "Random's cards: Hexbolt, Prismatic Wall, Disarm" in evening.out
    assert "2  Prismatic Wall, Light Energy Shield ∞  pick S11" in evening.out
    after = evening.after("> 1\n")
    assert "You take Hexbolt from Random's hand." in after and "1 to go" in after
    assert "──" not in after.split("Take a card")[0]  # the table is not shown again


def test_the_table_shows_what_holds(tmp_path: Path) -> None:
    position = {
        "seats": [
            seat("phoenix", "A01", endure_spent=True, rating_add=1, next={"sap": 2}),
            seat("ilo", "A06", now={"immobilized": True, "mul": 2}, used=["A10"]),
            seat("dace", "A02", vp=2),
            seat(None, gone=True),
        ],
        "bonds": [[0, 1]],
        "rivalries": [[2, 0]],
        "turn": 2,
        "options": {"memory_aid": "on"},
    }
    save = write_save(tmp_path, position, "you", "random", "random", "Dan")
    out = flat(play("--load", save, answers=["", "known", ""]).out)
    for said in (
        "this turn: rating times 2, immobilized bonded with you",
        "next turn: rating -2 ratings +1 Rekindle is spent bonded with Random can harm only"
        " Random 2",
        "3 Dan has left",
        "known in hand: Hexbolt",
        "hand 1, used 1 Lead",
        "In Random's hand everybody knows of Hexbolt.",
        "In Random's Used Pile, newest last: Arc Cannon.",
    ):
        assert said in out, said


def test_plays_and_what_became_of_them(tmp_path: Path) -> None:
    position = {
        **TRAP,
        "seats": [seat("ilo", "T02"), seat("eron"), seat("dace")],
        "plays": [*TRAP["plays"], [1, "trap T01 p0"], [0, "trap T10 p1"]],
    }
    save = write_save(tmp_path, position, "you", "random", "random")
    out = play("--load", save).out
    for said in (
        r"p0  You +Bulwark Plate +on you · cancelled by p3",
        r"p1  Random +Shadow Cleave +on you · countered by p4",
        r"p2  Random 2 +Boarding Action +on you",
        r"p3  Random +Expose Weakness +on p0",
        r"p4  You +Turnabout +on p1",
    ):
        assert re.search(said, out), said


def test_a_short_screen_shows_less(tmp_path: Path) -> None:
    """No empty lines, no texts, no lists of what everybody could remember."""
    position = {
        "seats": [
            {"champion": "ilo", "hand": ["A06", "A12", "S11"]},
            {"champion": "eron", "hand": ["A01"], "used": ["A10"]},
        ],
        "options": {"memory_aid": "on"},
        "scrap": ["A02"],
    }
    game = ludarium.game(GAME, players=2, memory_aid="on")
    match = game.start(seed=1, position={"players": 2, **position})
    drawing = drawing_for(match.game, Words.load(match.game.room.folder))
    voice = Voice(["Anna", "Ben"], drawing.card, 0)
    told = []
    for compact in (False, True):
        console = Console(width=80, file=io.StringIO())
        seats = [Seat("Anna"), Seat("Ben", "random")]
        console.print(drawing.table(match.view(0), seats, voice, compact))
        told.append(console.file.getvalue())  # type: ignore[attr-defined]
    long, short = told
    assert "\n\n" in long and "On success, the target will" in long and "known in hand" in long
    assert "known in hand" not in short and "On success" not in short
    assert [line.rstrip() for line in short.splitlines()] == [
        "  1 Ben (bot)  0 VP  14/14 HP  6 AP, 5 PC  hand 1, used 1",
        "    Eron  Light Tech  Beamsword Arc Light Normal Attack 2 · Star Crystal",
        "  0 Anna       0 VP  13/13 HP  7 AP, 4 PC  hand 3          Lead",
        "    Ilo the Tuner  Unaligned Mystic",
        "    Discord Mystic Energy Attack 2 · Perfect Pitch",
        "    A06 Hexbolt             A12 Stun Baton        S11 Prismatic Wall",
        "    Mystic Energy Attack 4  Tech Normal Attack 2  Light Energy Shield ∞",
    ]
    assert drawing.known(match.view(0), voice)[-1] == "In the Scrap pile: Siege Mortar."


def test_nothing_is_said_of_empty_piles() -> None:
    evening = play("--seats", "you,random", "--seed", 1, answers=["known"])
    said = "Who has drawn what is for everyone to remember; the log tells it."
    assert evening.after("> known\n").split("\n")[1].strip() == said


# Questions of the player


def test_numbers_can_be_followed(tmp_path: Path) -> None:
    position = {
        "seats": [seat("ilo", "A06", now={"mul": 2}), seat("requiem", hp=30)],
    }
    save = write_save(tmp_path, position, "you", "random")
    answers = ["open 1", "act A06 1", "open 1", "open #2", "open 9", "open", "log", "help"]
    evening = play("--load", save, answers=answers)
    assert "Which line? Those that open have a number like #1" in flat(evening.out)
    opened = evening.out.split("> open 1\n")[2]
    assert re.search(r"with Hexbolt: 15 damage\. \(GT-10\.1\)", opened)
    for step in (
        r"4  Printed on Hexbolt +GT-5\.4",
        r"\+4  Times 2, by a Boost for this turn +GT-10\.12",
        r"\+8  Random is weak to its type: doubled +GT-4\.6",
        r"-1  Less by Random's Special Ability +R-25",
        r"= 15 +GT-9\.2",
    ):
        assert re.search(step, opened), step
    assert "how the number of a line marked #N came about" in evening.out


def test_help_offers_what_there_is() -> None:
    evening = play("--seats", "you,random", "--seed", 1, answers=["help"])
    shown = evening.after("> help")
    assert "open N" not in shown and "concede" not in shown
    assert re.search(r"resign +leave the game for good", shown)
    assert "a play on the table" in shown


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("A12", ["Stun Baton  Tech Normal Attack 2  on an opponent",
                 "On success, the target will be immobilized in the next turn."]),
        ("tripwire", ["Tripwire  Nature Normal Trap", "Cancels a Normal Attack."]),
        ("Iron Lunge", ["Iron Lunge  War Normal Attack 4  on an opponent"]),
        ("beamsword arc", ["Beamsword Arc  Light Normal Attack 2  on an opponent"]),
        ("requiem", ["Unit Requiem  Dark Tech  15 HP, 5 AP, Prize Cost 5",
                     "Railshot  Tech Energy Attack 2  on an opponent", "Penetrates Defenses.",
                     "Alloy Frame  This Champion takes 1 damage less from each Energy Attack.",
                     ]),
        ("frob", ["Which card? Type its code or its name."]),
    ],
)  # fmt: skip
def test_cards_can_be_read(typed: str, lines: list[str]) -> None:
    evening = play("--seats", "you,random", "--seed", 1, answers=[f"card {typed}"])
    shown = [line.strip() for line in evening.after(f"> card {typed}\n").splitlines()]
    found = [line for line in shown if line and not line.startswith((">", "less", "Goodbye"))]
    assert found == lines


def test_cards_of_another_game_can_be_read() -> None:
    args = ("play", "tears-of-nature", "--seats", "you,random", "--seed", 1)
    evening = run(*args, answers=["card F6", "card dust devil", "card wild"])
    for said in ("Fire 6  ▲F6  build", "Dust Devil  XAE8  attack  Air Earth 8",
                 "Wilderness  WILD  wild"):  # fmt: skip
        assert f"  {said}\n" in evening.out


def test_what_each_card_can_do(tmp_path: Path) -> None:
    save = write_save(tmp_path, PLAN, "you", "random")
    shown = flat(play("--load", save, answers=["?"]).after("> ?"))
    assert "yes act A06 1" in shown
    assert "no act A06 0 an Attack cannot be aimed at your own Champion (GT-10.2)" in shown
    assert "no act T03" in shown and "yes special 1" in shown


# The end


def test_the_end_counts_falls_and_blows(tmp_path: Path) -> None:
    evening = play("--seats", "random,random,random", "--seed", 3, "-o", "trading=off")
    assert re.search(r"VP +Falls +Blows", evening.out)
    assert re.search(r"1\. +Random( \d)? +3 +\d+ +\d+", evening.out)
    position = {"seats": [seat("dace", "A22", vp=2), seat("eron", hp=1)]}
    save = write_save(tmp_path, position, "you", "random")
    evening = play("--load", save, answers=["act A22 1", "n", "n"])
    assert "You win." in evening.out and "You stood at 3 VP" in evening.out
    assert "Blows" not in evening.out  # only a part of the story is known


def test_who_leaves_is_spared_the_rest() -> None:
    args = ("--seats", "you,random,random", "--seed", 1, "-o", "trading=off")
    evening = play(*args, answers=["1", "resign", "y", "n", "n"])
    assert "lines of the log are left out." in evening.out
    assert "The game is over" in evening.out
    assert len(evening.after("lines of the log").splitlines()) < 80


# Records


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("records") / "match.record"
    args = ("--seats", "random,random,random", "--seed", 3, "--record", path)
    assert play(*args, "-o", "turn_limit=9", "-o", "draw_log=closed").code == 0
    return path


def test_a_record_is_told_without_its_secrets(record: Path) -> None:
    out = flat(run("replay", record).out)
    assert "in secret" not in out and "P0 is dealt" in out and "cards" in out
    assert "All Actions are revealed." in out


def test_a_record_is_told_with_its_secrets(record: Path) -> None:
    out = run("replay", record, "--all").out
    assert set(re.findall(r"(P\d), in secret: ", flat(out))) == {"P0", "P1", "P2"}
    mine = run("replay", record, "--seat", 1).out
    assert set(re.findall(r"(\w+), in secret: ", flat(mine))) == {"You"}


def test_a_record_with_somebody_who_leaves(tmp_path: Path) -> None:
    path = tmp_path / "left.record"
    args = ("--seats", "Anna,Ben,random", "--seed", 3, "--record", path, "-o", "trading=off")
    answers = ["", "1", "", "1", "", "resign", "y", "quit", "y"]
    assert play(*args, "-o", "draw_log=closed", answers=answers).code == 0
    out = flat(run("replay", path, "--all").out)
    assert "P0 leaves the game." in out and "in secret: Resign" not in out
    assert run("verify", path).code == 0


def test_bots_play_many_matches() -> None:
    args = ("sim", GAME, "--games", 2, "--bots", "random", "--players", 3, "--processes", 1)
    evening = run(*args)
    assert evening.code == 0 and re.search(r"(goal|turn_limit) +\d", evening.out)


# Setting up


def test_what_only_concerns_servers_is_not_asked() -> None:
    answers = ["2", "y", *[""] * 10, "3", "", ""]
    evening = run("play", GAME, answers=answers)
    for asked in ("Goal.", "Choice of Champions", "Trading", "Banned cards", "Turn limit"):
        assert asked in evening.out
    for never in ("Whispers", "Times by the rules", "Trap window"):
        assert never not in evening.out
    assert "Galatune, first to 2 VP" in evening.out and "Choose your Champion." in evening.out


def test_a_lot_decides_who_sits_where_unless_a_seed_is_given() -> None:
    """R-6; a seed is given to have the same evening again."""
    game = ludarium.game(GAME, players=3)
    chairs = [Seat("Anna"), Seat("Ben"), Seat("Random", "random")]

    def order(seed: str | None) -> tuple[str, ...]:
        session = Session(Screen(), seed=seed)
        session.begin(game, chairs)
        return tuple(seat.name for seat in session.sitting.seats)

    assert {order("7") for _ in range(5)} == {("Anna", "Ben", "Random")}
    drawn = {order(None) for _ in range(100)}
    assert len(drawn) == 6 and all(sorted(names) == sorted(order("7")) for names in drawn)
