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
    """All answers, with the name of their kind before the first.

    Answers that differ only in where they are aimed share a line, where the game's words have
    `rows` for them; compact, all answers of a kind do where the game says so.
    """
    return _Menu(sitting, question, view, compact).drawn()


class _Menu:
    """The answers to one question, laid out."""

    def __init__(self, sitting: Sitting, question: Question, view: View, compact: bool) -> None:
        self.sitting, self.question, self.view = sitting, question, view
        self.words, self.voice = sitting.words, sitting.voice.to(question.seat)
        self.paint = sitting.drawing.paint
        self.small = self.words.listed("setup", "compact") if compact else []
        verbs = [action.verb for action in question.options]
        self.titles = {verb: self.words.word("verbs", verb) for verb in verbs}
        self.width = max(map(len, self.titles.values()))
        self.parts: list[RenderableType] = []
        self.lines: dict[tuple[str, str], list[Text]] = {}
        """By verb and what the answers of a line have in common."""
        self.named = ""

    def drawn(self) -> RenderableType:
        for number, action in enumerate(self.question.options, 1):
            facts = {**action.record, **self.sitting.talk.choice_facts(self.view, action)}
            if self.words.fits("rows", action.verb, facts):
                row = self._say("rows", action.verb, facts)
                cell = self.paint(self._say("cells", action.verb, facts))
                self._share(action.verb, row, number, cell)
                continue
            text = self.paint(self._say("choices", action.verb, facts))
            if action.verb in self.small:
                self._share(action.verb, "", number, text)
            else:
                self._lay_lines()
                self._grid().add_row(self._title(action.verb), str(number), text, action.text)
        extra = shortcut(self.words, self.question, self.sitting.talk.prompt_facts(self.view))
        if extra is not None:
            self._grid().add_row("", extra.key, extra.text, "")
        self._lay_lines()
        return Group(*self.parts)

    def _say(self, section: str, verb: str, facts: Facts) -> str:
        return self.words.say(section, verb, facts, self.voice)

    def _title(self, verb: str) -> str:
        """The name of a kind, before its first answer."""
        title = "" if verb == self.named else self.titles[verb]
        self.named = verb
        return title

    def _share(self, verb: str, row: str, number: int, text: Text) -> None:
        cell = Text(f"{number} ").append_text(text)
        self.lines.setdefault((verb, row), []).append(cell)

    def _grid(self) -> Grid:
        """The grid that goes on, or a new one below lines."""
        last = self.parts[-1] if self.parts else None
        if isinstance(last, Grid):
            return last
        grid = Grid.grid(padding=(0, 2, 0, 0))
        grid.add_column(style="bold", no_wrap=True, min_width=self.width)
        grid.add_column(justify="right", no_wrap=True)
        grid.add_column()
        grid.add_column(style="dim", no_wrap=True)
        self.parts.append(grid)
        return grid

    def _lay_lines(self) -> None:
        """Lay the answers that share lines, each after its kind and what they have in common."""
        dot = " -" if self.sitting.drawing.plain else " ·"
        wide = max((len(row) + 2 for _, row in self.lines if row), default=0)
        for (verb, row), cells in self.lines.items():
            for cell in cells[:-1]:
                cell.append(dot)
            lead = Text(self._title(verb).ljust(self.width + 2), style="bold")
            lead.append_text(_plain(self.paint(row)))
            self.parts.append(Flow(cells, self.width + 2 + wide, 1, lead))
        self.lines.clear()


def _plain(text: Text) -> Text:
    """A text that is not bold where it follows something bold."""
    text.stylize_before("not bold")
    return text


def find_action(text: str, options: Sequence[Action]) -> Action | None:
    """The answer with a number."""
    number = whole(text)
    return options[number - 1] if number is not None and 1 <= number <= len(options) else None


def notation(text: str, verbs: Sequence[str], codes: Sequence[str]) -> str:
    """Typed notation as the game writes it: one space between words, letters as in the codes."""
    usual = {word.casefold(): word for word in (*verbs, *codes)}
    return " ".join(usual.get(word.casefold(), word) for word in text.split())
