"""The terminal: printing, asking, and clearing away what the next player must not see."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ludarium.cli.common import needs_ascii
from ludarium.cli.tables.layout import Tidy

if TYPE_CHECKING:
    from rich.console import RenderableType

CLEAR: Final = "\x1b[H\x1b[2J\x1b[3J"
"""Home, clear the screen, clear the scrollback."""
WIDEST: Final = 100
"""Lines longer than this are tiring to read."""
SHORT: Final = 30
"""Terminals with so many lines or fewer get everything in compact form."""
LEAVE: Final = "Leave without saving?"
ANSWERS: Final = {"y": True, "yes": True, "n": False, "no": False, "": False}


class Goodbye(Exception):
    """The player leaves: end of input, or the word `quit`."""


class Screen:
    """Prints with rich and reads lines; plain where the terminal can do no more."""

    def __init__(self, color: bool = True, plain: bool = False) -> None:
        self.console = Console(
            no_color=True if plain or not color else None,
            highlight=False,
            markup=False,
            emoji=False,
        )
        self.plain = plain or needs_ascii(self.console)
        """Only ASCII signs."""
        self.would_lose: Callable[[], bool] = bool
        """Whether leaving now would lose something."""
        self._history = _line_editing()

    def show(self, what: RenderableType = "", indent: int = 0) -> None:
        self.console.print(Tidy(what, indent), width=self.width, end="")

    @property
    def short(self) -> bool:
        """Whether somebody looks at few lines at a time."""
        return self.console.is_terminal and self.console.height <= SHORT

    @property
    def width(self) -> int:
        return min(self.console.width, WIDEST)

    def rule(self, left: Text, right: Text) -> None:
        """A line across the screen with a title and a remark."""
        fill = "-" if self.plain else "─"
        space = self.width - left.cell_len - right.cell_len - 8
        line = Text().append(fill * 2 + " ", style="dim").append_text(left)
        if space < 2:  # the remark gets a line of its own
            rest = self.width - line.cell_len - 1
            self.show(line.append(" " + fill * max(2, rest), style="dim"))
            self.show(right, indent=3)
            return
        line.append(f" {fill * space} ", style="dim").append_text(right)
        self.show(line.append(" " + fill * 2, style="dim"))

    def note(self, text: str) -> None:
        """A remark of the program."""
        self.show(Text(text, style="italic"), indent=2)

    def problem(self, text: str) -> None:
        """Something that cannot be done; the game goes on."""
        self.show(Text(text, style="bold"), indent=2)

    def ask(self, prompt: str) -> str:
        """A line from the player, without the spaces around it.

        A person who presses Ctrl-C or Ctrl-D is asked before anything is lost.
        """
        while True:
            try:
                return self._read(prompt)
            except (Goodbye, KeyboardInterrupt):
                watched = sys.stdin is not None and sys.stdin.isatty()
                if not watched or not self.would_lose():
                    raise
                self._confirm_leaving()

    def _confirm_leaving(self) -> None:
        before, self.would_lose = self.would_lose, bool  # a second Ctrl-C leaves
        self.show()
        try:
            if self.agrees(LEAVE):
                raise Goodbye
        finally:
            self.would_lose = before

    def _read(self, prompt: str) -> str:
        watched = sys.stdin is not None and sys.stdin.isatty()
        if not watched:
            print(prompt.rstrip(), end="", flush=True)
        try:
            if sys.stdin is None:
                raise EOFError
            answer = input(prompt if watched else "").strip()
        except (EOFError, OSError):
            self.show()
            raise Goodbye from None
        if not watched:  # nobody has seen it being typed
            self.console.print(Text(f" {answer}" if answer else ""), soft_wrap=True)
        return answer

    def agrees(self, question: str) -> bool:
        while True:
            answer = ANSWERS.get(self.ask(f"  {question} [y/N] ").casefold())
            if answer is not None:
                return answer
            self.problem("Please type y or n.")

    def choose(self, title: str, rows: Sequence[tuple[str, str]], default: int = 0) -> int:
        """A numbered menu of (word, text) rows; Enter takes the default."""
        self.show()
        self.show(Text(title, style="bold"), indent=2)
        menu = Table.grid(padding=(0, 2, 0, 0))
        menu.add_column(justify="right", min_width=2)
        menu.add_column(no_wrap=True)
        menu.add_column(style="dim")
        for number, (word, text) in enumerate(rows, 1):
            menu.add_row(str(number), word, text)
        self.show(menu, indent=2)
        while True:
            answer = self.ask(f"  1-{len(rows)} [{default + 1}]: ") or str(default + 1)
            typed = whole(answer)
            if typed is not None and 1 <= typed <= len(rows):
                return typed - 1
            named = [
                at for at, (word, _) in enumerate(rows) if word.casefold() == answer.casefold()
            ]
            if named:
                return named[0]
            self.problem(f"Please type a number from 1 to {len(rows)}.")

    def number(self, title: str, least: int, most: int) -> int:
        """A whole number; Enter takes the least."""
        self.show()
        self.show(Text(title, style="bold"), indent=2)
        while True:
            number = whole(self.ask(f"  {least}-{most} [{least}]: ") or str(least))
            if number is not None and least <= number <= most:
                return number
            self.problem(f"Please type a number from {least} to {most}.")

    def clear(self) -> None:
        """Leave nothing on the screen, in the scrollback or in the line history."""
        if self._history is not None:
            self._history.clear_history()
        if not self.console.is_terminal:
            return
        if self.console.is_dumb_terminal:
            self.console.file.write("\n" * 2 * self.console.height)
        else:
            self.console.file.write(CLEAR)
        self.console.file.flush()

    def curtain(self, name: str) -> str:
        """Hide everything until the next player sits down; what was typed there."""
        self.clear()
        self.show()
        answer = self.ask(f"  Pass the keyboard to {name}, then press Enter. ")
        self.clear()
        return answer.casefold()


def whole(text: str) -> int | None:
    """A typed number, if it is one that anybody would type."""
    return int(text) if text.isdecimal() and len(text) <= 6 else None


def _line_editing() -> ModuleType | None:
    """The module that lets people edit their line, where the system has one."""
    if sys.stdin is None or not sys.stdin.isatty():
        return None
    try:
        import readline
    except ImportError:
        return None
    return readline
