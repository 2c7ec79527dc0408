"""Everything that can be typed, in a list."""

from __future__ import annotations

from typing import Final

from rich.table import Table as Grid

from ludarium.cli.terminal.sitting import Sitting
from ludarium.core.questions import Question

CONCEDE: Final = "give up"
OPEN: Final = "how the number of a line marked #N came about"

HELP: Final = (
    ("?", "what each card can do now, and why not"),
    ("? ACTION", "whether that one action (or choice number) is allowed, and why not"),
    ("rules ID", "a clause of the rulebook with its rulings"),
    ("card NAME", "what is printed on a card, by its code or its name"),
    ("log", "everything that has happened"),
    ("open N", OPEN),
    ("table", "show the table and the choices again; Enter shows the choices"),
    ("known", "what you know of hidden cards"),
    ("undo", "take back your last answer, while that is fair"),
    ("save FILE", "keep the match for later"),
    ("load FILE", "continue a saved match"),
    ("concede", CONCEDE),
    ("quit", "leave"),
)


def help_grid(sitting: Sitting, question: Question, opens: bool) -> Grid:
    """What can be typed at a question, and how things are written; `opens`: lines have numbers."""
    grid = Grid.grid(padding=(0, 3, 0, 0))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column()
    anytime = sitting.game.rules.anytime
    concedes = not anytime and sitting.why_not_concede(question.seat) is None
    example = question.options[0].text
    for typed, meaning in (("1", "that choice"), (example, "the same, in notation"), *HELP):
        if (meaning != CONCEDE or concedes) and (meaning != OPEN or opens):
            grid.add_row(typed, meaning)
    for verb in anytime:
        voice = sitting.voice.to(question.seat)
        grid.add_row(verb, sitting.words.say("choices", verb, {}, voice))
    grid.add_row()
    for code, meaning in sitting.drawing.legend():
        grid.add_row(code, meaning)
    return grid
