"""Evenings at the terminal, typed from a script, and tables of Tears of Nature to sit down at."""

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

from ludarium.cli.program import program
from ludarium.cli.terminal.seats import parse_seats

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
