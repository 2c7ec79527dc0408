"""The answers to a question, numbered, grouped by kind, in plain words with their notation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from ludarium.cli.tables.layout import Flow
from ludarium.cli.terminal.screen import whole
from ludarium.cli.terminal.sitting import Sitting
from ludarium.core.actions import Action
from ludarium.core.questions import Question
from ludarium.core.talk import Facts, View
from ludarium.core.words import Words


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

    Compact, the answers of a kind share a line where the game says so.
    """
    words, voice = sitting.words, sitting.voice.to(question.seat)
    small = words.listed("setup", "compact") if compact else []
    titles = {action.verb: words.word("verbs", action.verb) for action in question.options}
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(style="bold", no_wrap=True, min_width=max(map(len, titles.values())))
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column()
    grid.add_column(style="dim", no_wrap=True)
    lines: dict[str, list[Text]] = {}
    last = ""
    for number, action in enumerate(question.options, 1):
        facts = {**action.record, **sitting.talk.choice_facts(view, action)}
        text = sitting.drawing.paint(words.say("choices", action.verb, facts, voice))
        if action.verb in small:
            lines.setdefault(action.verb, []).append(Text(f"{number} ").append_text(text))
        else:
            title = "" if action.verb == last else titles[action.verb]
            grid.add_row(title, str(number), text, action.text)
        last = action.verb
    extra = shortcut(words, question, sitting.talk.prompt_facts(view))
    if extra is not None:
        grid.add_row("", extra.key, extra.text, "")
    indent = max(map(len, titles.values())) + 2
    rows = [_line(titles[verb], cells, indent, sitting) for verb, cells in lines.items()]
    return Group(*([grid] if grid.row_count else []), *rows)


def _line(title: str, cells: Sequence[Text], indent: int, sitting: Sitting) -> Flow:
    """The answers of one kind after its name."""
    dot = " -" if sitting.drawing.plain else " ·"
    for cell in cells[:-1]:
        cell.append(dot)
    return Flow(cells, indent, 1, Text(title, style="bold"))


def find_action(text: str, options: Sequence[Action]) -> Action | None:
    """The answer with a number."""
    number = whole(text)
    return options[number - 1] if number is not None and 1 <= number <= len(options) else None


def notation(text: str, verbs: Sequence[str], codes: Sequence[str]) -> str:
    """Typed notation as the game writes it: one space between words, letters as in the codes."""
    usual = {word.casefold(): word for word in (*verbs, *codes)}
    return " ".join(usual.get(word.casefold(), word) for word in text.split())
