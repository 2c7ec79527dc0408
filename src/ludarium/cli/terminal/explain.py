"""What can be done and why something cannot: refusals as sentences with their clauses."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from ludarium.cli.tables import View
from ludarium.cli.terminal.sitting import Sitting
from ludarium.core.clauses import Clause, Rulebook


class Explainer:
    """Explains the decision of one seat, through the public face of the match."""

    def __init__(self, sitting: Sitting, seat: int) -> None:
        self.sitting = sitting
        self.seat = seat
        self.paint = sitting.drawing.paint

    def _refusal(self, notation: str) -> str | None:
        """Why an answer is not allowed now, in a sentence; None if it is."""
        refusal = self.sitting.match.refusal(self.seat, notation)
        if refusal is None:
            return None
        return self.sitting.words.refusal(refusal, self.sitting.voice.to(self.seat))

    def one(self, notation: str) -> Text:
        """Whether one answer is allowed now, and if not, why."""
        return self.paint(f"{notation}: {self._refusal(notation) or 'allowed'}.")

    def everything(self, view: View) -> RenderableType:
        """By card: what it can do now, and why not what a person might try with it."""
        parts: list[RenderableType] = []
        for code, tries in self.sitting.talk.temptations(view):
            if code:
                name = self.paint(self.sitting.drawing.card(code))
                parts.append(Text().append(code, style="bold").append("  ").append_text(name))
            parts.append(self._answers(tries))
        return Group(*parts)

    def _answers(self, tries: list[str]) -> RenderableType:
        """What is allowed first, then what is not."""
        grid = Grid.grid(padding=(0, 2, 0, 0))
        grid.add_column(no_wrap=True)
        grid.add_column(no_wrap=True)
        grid.add_column()
        answers = [(self._refusal(notation), notation) for notation in tries]
        for why, notation in sorted(answers, key=lambda answer: answer[0] is not None):
            if why is None:
                grid.add_row("  yes", notation, "")
            else:
                dim = Text(notation, style="dim")
                grid.add_row(Text("  no", style="dim"), dim, self.paint(why))
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
