"""What can be done and why something cannot: refusals as sentences with their clauses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, cast

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from ludarium.cli.terminal.chronicle import Line
from ludarium.cli.terminal.sitting import Sitting
from ludarium.core.actions import Action
from ludarium.core.clauses import Clause, Rulebook
from ludarium.core.talk import Facts, View

LONGEST: Final = 32
"""Columns for answers that are refused for the same reason."""


class Explainer:
    """Explains the decision of one seat, through the public face of the match."""

    def __init__(self, sitting: Sitting, seat: int, options: Sequence[Action] = ()) -> None:
        self.sitting = sitting
        self.seat = seat
        self.options = options
        """What is offered, also where a question stands in for none."""
        self.paint = sitting.drawing.paint

    def _refusal(self, notation: str) -> str | None:
        """Why an answer is not allowed now, in a sentence; None if it is."""
        action = self.sitting.game.grammar.parse(notation)
        return None if action in self.options else self.sitting.why_not(self.seat, action)

    def one(self, notation: str) -> Text:
        """Whether one answer is allowed now, and if not, why."""
        return self.paint(f"{notation}: {self._refusal(notation) or 'allowed'}.")

    def choice(self, number: str, action: Action, view: View) -> Text:
        """What a numbered answer is."""
        words = self.sitting.words
        facts = {**action.record, **self.sitting.talk.choice_facts(view, action)}
        said = words.say("choices", action.verb, facts, self.sitting.voice.to(self.seat))
        return self.paint(f"{number} is {action.text}, {said}: allowed.")

    def everything(self, view: View) -> RenderableType:
        """By card: what it can do now, and why not what a person might try with it."""
        parts: list[RenderableType] = []
        for code, tries in self.sitting.talk.temptations(view):
            if code:
                name = self.paint(self.sitting.drawing.card(code))
                parts.append(Text().append(code, style="bold").append("  ").append_text(name))
            parts.append(self._answers(tries))
        return Group(*parts)

    def derivation(self, line: Line) -> RenderableType:
        """How the number of a line of the log came about, step by step, with the clauses."""
        sitting = self.sitting
        derived = cast("Facts", line.event["sum"])
        grid = Grid.grid(padding=(0, 2, 0, 0))
        grid.add_column(justify="right", no_wrap=True)
        grid.add_column()
        grid.add_column(style="dim", no_wrap=True)
        for at, part in enumerate(cast("list[Facts]", derived["parts"])):
            facts = cast("Facts", part["facts"])
            voice = sitting.voice.to(self.seat)
            said = sitting.words.say("sums", str(part["key"]), facts, voice)
            number = self._number(part["value"], signed=at > 0)
            grid.add_row(number, self.paint(said), str(facts["clause"]))
        total = Text("= ").append_text(self._number(derived["value"]))
        grid.add_row(total, "", str(derived["clause"]), style="bold")
        return Group(self.paint(f"{line.text} ({sitting.talk.clause(line.event)})"), grid)

    def _number(self, value: object, signed: bool = False) -> Text:
        """A number of a derivation; what comes after the first is added or taken away."""
        plus = "+" if signed and not str(value).startswith("-") else ""
        return self.paint(plus + self.sitting.words.word("numbers", str(value)))

    def _answers(self, tries: list[str]) -> RenderableType:
        """What is allowed first, then what is not."""
        grid = Grid.grid(padding=(0, 2, 0, 0))
        grid.add_column(no_wrap=True)
        grid.add_column(max_width=LONGEST)
        grid.add_column()
        refused: dict[tuple[str, str], list[str]] = {}
        for notation in tries:
            why = self._refusal(notation)
            if why is None:
                grid.add_row("  yes", notation, "")
            else:
                refused.setdefault((why, _beginning(notation)), []).append(notation)
        for (why, beginning), notations in refused.items():
            ends = ", ".join(notation.removeprefix(beginning).strip() for notation in notations)
            dim = Text(f"{beginning} {ends}".strip(), style="dim")
            grid.add_row(Text("  no", style="dim"), dim, self.paint(why))
        return grid


def _beginning(notation: str) -> str:
    """The verb and its first word where a second follows: what equal reasons have in common."""
    return " ".join(notation.split()[:2]) if notation.count(" ") > 1 else notation


def about_lines(about: Mapping[str, object]) -> list[str]:
    """Who can play, who made it, whose it is."""

    def names(key: str) -> str:
        found = about.get(key)
        return ", ".join(map(str, found)) if isinstance(found, list) else str(found or "")

    facts = (
        ("", "players", " players"),
        ("", "minutes", " minutes"),
        ("ages ", "ages", ""),
    )
    lines = [", ".join(f"{a}{about[key]}{b}" for a, key, b in facts if key in about)]
    for label, key in (
        ("Designed", "designers"),
        ("Tested", "testers"),
        ("Published", "publisher"),
    ):
        if names(key):
            lines.append(f"{label} by {names(key).rstrip('.')}.")
    return [line for line in (*lines, names("notice")) if line]


def full_id(rulebook: Rulebook, wanted: str) -> str:
    """A clause as people shorten it: `6.6` is `TN-6.6`."""
    return f"{rulebook.about.get('prefix')}-{wanted}" if wanted[:1].isdecimal() else wanted


def find_section(rulebook: Rulebook, wanted: str) -> str | None:
    """The title of a section that is called by its number."""
    name = full_id(rulebook, wanted).casefold()
    titles = rulebook.sections()
    return next((title for title in titles if title.casefold().split(" ")[0] == name), None)


def clause_text(rulebook: Rulebook, wanted: str) -> RenderableType:
    """A clause, and the rulings that explain it; or a whole section."""
    section_title = find_section(rulebook, wanted)
    if section_title is not None:
        clauses = rulebook.sections()[section_title]
        return Group(Text(section_title, style="bold"), clauses_grid(clauses))
    clause = rulebook.clause(full_id(rulebook, wanted))
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
