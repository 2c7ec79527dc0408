"""What can be done and why something cannot: refusals as sentences with their clauses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from ludarium.cli.tables import Drawing, Talk, View
from ludarium.cli.terminal.words import Voice, Words
from ludarium.core.clauses import Clause, Rulebook
from ludarium.core.match import Match


@dataclass(frozen=True, slots=True)
class Explainer:
    """Explains the decision of one seat, through the public face of the match."""

    match: Match
    seat: int
    words: Words
    talk: Talk
    drawing: Drawing
    voice: Voice

    def one(self, notation: str) -> Text:
        """Whether one answer is allowed now, and if not, why."""
        refusal = self.match.refusal(self.seat, notation)
        if refusal is None:
            return self.drawing.paint(f"{notation}: allowed.")
        return self.drawing.paint(f"{notation}: {self.words.refusal(refusal, self.voice)}.")

    def everything(self, view: View) -> RenderableType:
        """By card: what it can do now, and why not what a person might try with it."""
        parts: list[RenderableType] = []
        for code, tries in self.talk.temptations(view):
            if code:
                title = Text(code, style="bold")
                if self.drawing.card(code) != code:
                    title.append("  ").append_text(self.drawing.paint(self.drawing.card(code)))
                parts.append(title)
            parts.append(self._answers(tries))
        return Group(*parts)

    def _answers(self, tries: list[str]) -> RenderableType:
        grid = Grid.grid(padding=(0, 2, 0, 0))
        grid.add_column(no_wrap=True)
        grid.add_column(no_wrap=True)
        grid.add_column()
        answers = [(notation, self.match.refusal(self.seat, notation)) for notation in tries]
        for notation, refusal in sorted(answers, key=lambda answer: answer[1] is not None):
            if refusal is None:
                grid.add_row("  yes", notation, "")
            else:
                why = self.drawing.paint(self.words.refusal(refusal, self.voice))
                grid.add_row(Text("  no", style="dim"), Text(notation, style="dim"), why)
        return grid


def clause_text(rulebook: Rulebook, wanted: str) -> RenderableType:
    """A clause, and the rulings that explain it."""
    clause = rulebook.clause(wanted)
    about = (
        f"{clause.section}, on {', '.join(clause.touches)}" if clause.touches else clause.section
    )
    section = Text(about, style="dim")
    return Group(section, clauses_grid([clause, *rulebook.rulings(clause.id)]))


def clauses_grid(clauses: Sequence[Clause]) -> Grid:
    """Clauses with their numbers beside them."""
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column()
    for clause in clauses:
        grid.add_row(clause.id, prose(clause.text))
    return grid


def prose(markdown: str) -> Text:
    """A sentence of the rulebook: **terms** in bold, `code` without its marks."""
    text = Text()
    for at, part in enumerate(markdown.replace("`", "").split("**")):
        text.append(part, style="bold" if at % 2 else "")
    return text
