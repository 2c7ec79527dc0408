"""Ways to lay out short texts that adapt to the width of the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.segment import Segment
from rich.text import Text


class Tidy:
    """Anything, indented, without spaces at the ends of its lines."""

    def __init__(self, what: RenderableType, indent: int = 0) -> None:
        self.what = what
        self.indent = indent

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        inner = options.update_width(max(1, options.max_width - self.indent))
        for line in console.render_lines(self.what, inner, pad=False):
            while line and not line[-1].text.rstrip(" "):
                line.pop()
            if line:
                last = line.pop()
                yield Segment(" " * self.indent)
                yield from line
                yield Segment(last.text.rstrip(" "), last.style)
            yield Segment.line()


def put(console: Console, what: RenderableType, indent: int = 0) -> None:
    """Print something tidily."""
    console.print(Tidy(what, indent), end="")


class Flow:
    """Cells side by side; a cell that no longer fits starts the next line.

    `lead` stands in the indent of the first line.
    """

    def __init__(
        self, cells: Sequence[Text], indent: int, gap: int = 3, lead: Text | None = None
    ) -> None:
        self.cells = cells
        self.indent = indent
        self.gap = gap
        self.lead = lead

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        line = Text(" " * self.indent) if self.lead is None else self.lead.copy()
        line.pad_right(self.indent - line.cell_len)
        for cell in self.cells:
            gap = self.gap if line.cell_len > self.indent else 0
            if gap and line.cell_len + gap + cell.cell_len > options.max_width:
                yield _trimmed(line)
                line, gap = Text(" " * self.indent), 0
            line.append(" " * gap).append_text(cell)
        yield _trimmed(line)


class Columns:
    """Things of several lines side by side; one that no longer fits starts the next row."""

    def __init__(self, things: Sequence[Sequence[Text]], indent: int, gap: int = 3) -> None:
        self.things = things
        self.indent = indent
        self.gap = gap

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        row: list[Sequence[Text]] = []
        used = self.indent
        gap = self.gap
        if used + sum(_width(thing) + gap for thing in self.things) - gap > options.max_width:
            gap = min(gap, 2)  # rather closer together than in two rows
        for thing in self.things:
            width = _width(thing) + gap
            if row and used + width - gap > options.max_width:
                yield from self._lines(row, gap)
                row, used = [], self.indent
            row.append(thing)
            used += width
        yield from self._lines(row, gap)

    def _lines(self, row: Sequence[Sequence[Text]], gap: int) -> RenderResult:
        for at in range(max((len(thing) for thing in row), default=0)):
            line = Text(" " * self.indent)
            for thing in row:
                line.append_text(thing[at])
                line.append(" " * (_width(thing) - thing[at].cell_len + gap))
            yield _trimmed(line)


def _trimmed(line: Text) -> Text:
    line.rstrip()
    return line


def _width(thing: Sequence[Text]) -> int:
    return max(line.cell_len for line in thing)
