"""The answers to a question, numbered, grouped by kind, in plain words with their notation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from ludarium.cli.tables import Facts, View
from ludarium.cli.terminal.screen import whole
from ludarium.cli.terminal.sitting import Sitting
from ludarium.cli.terminal.words import Words
from ludarium.core.actions import Action
from ludarium.core.questions import Question


@dataclass(frozen=True, slots=True)
class Shortcut:
    """A letter that gives the same answer again and again while the same is asked."""

    key: str
    answer: str
    text: str


def shortcut(words: Words, question: Question, facts: Facts) -> Shortcut | None:
    """The shortcut of a question, where the game declares one and it makes sense."""
    key, answer, text, when = (
        words.find(f"shortcuts.{question.kind}", name) for name in ("key", "answer", "text", "when")
    )
    legal = [action.text for action in question.options]
    if not isinstance(key, str) or not isinstance(answer, str) or answer not in legal:
        return None
    return Shortcut(key, answer, str(text)) if facts.get(str(when)) else None


def numbered(
    sitting: Sitting, question: Question, view: View, compact: bool = False
) -> RenderableType:
    """All answers, one in a row, with the name of their kind before the first.

    Compact, kinds that the game names for it share a row.
    """
    words, voice = sitting.words, sitting.voice.to(question.seat)
    small = words.listed("setup", "compact") if compact else []
    dot = " - " if sitting.drawing.plain else " · "
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column()
    grid.add_column(style="dim", no_wrap=True)
    rows: list[tuple[str, str, Text, str]] = []
    last = ""
    for number, action in enumerate(question.options, 1):
        title = "" if action.verb == last else words.word("verbs", action.verb)
        facts = {**action.record, **sitting.talk.choice_facts(view, action)}
        text = sitting.drawing.paint(words.say("choices", action.verb, facts, voice))
        if action.verb in small and action.verb == last:
            rows[-1][2].append(f"{dot}{number} ").append_text(text)
        else:
            notation = "" if action.verb in small else action.text
            rows.append((title, str(number), text, notation))
        last = action.verb
    for row in rows:
        grid.add_row(*row)
    extra = shortcut(words, question, sitting.talk.prompt_facts(view))
    if extra is not None:
        grid.add_row("", extra.key, extra.text, "")
    return grid


def find_action(text: str, options: Sequence[Action]) -> Action | None:
    """The answer with a number."""
    number = whole(text)
    return options[number - 1] if number is not None and 1 <= number <= len(options) else None


def notation(text: str, verbs: Sequence[str], codes: Sequence[str]) -> str:
    """Typed notation as the game writes it: one space between words, letters as in the codes."""
    usual = {word.casefold(): word for word in (*verbs, *codes)}
    return " ".join(usual.get(word.casefold(), word) for word in text.split())
