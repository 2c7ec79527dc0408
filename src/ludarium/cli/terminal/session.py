"""An evening at the terminal: matches, curtains between people, results, rematches."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import click
from rich.text import Text

import ludarium
from ludarium.cli.common import os_message, typed_path
from ludarium.cli.terminal import files
from ludarium.cli.terminal.prompt import Prompt
from ludarium.cli.terminal.results import short_pledge, show_result
from ludarium.cli.terminal.screen import LEAVE, Goodbye, Screen
from ludarium.cli.terminal.seats import Seat
from ludarium.cli.terminal.sitting import Sitting
from ludarium.core.actions import Action
from ludarium.core.errors import InvalidInput
from ludarium.core.game import Game
from ludarium.core.nature import Dice
from ludarium.core.questions import Question
from ludarium.core.state import NATURE

WELCOME: Final = "Type a number or the notation beside it. ? explains, help lists the rest."
PLEDGE: Final = "pledge of the shuffles: {}, checked by `ludarium verify`"


class Session:
    """Runs matches one after the other until the people have had enough."""

    def __init__(
        self,
        screen: Screen,
        seed: str | None = None,
        confirm: bool = True,
        record: Path | None = None,
    ) -> None:
        self.screen = screen
        self.seed = seed
        self.confirm = confirm
        self.record = record
        self.matches = 0
        self.keyboard: int | None = None
        """Whose eyes are on the screen."""
        self.answered: tuple[int, str, int] | None = None
        """Who of the people answered last, which kind of question, and how many answers there
        were then."""
        self.consulted = False
        """Whether all people have answered the quiet question that is open."""
        self.saved_at = 0
        self.own_files: set[Path] = set()
        """Saves of this evening, which may be written again without asking."""
        self._sitting: Sitting | None = None
        self._greeted: set[int] = set()
        """Who has read how to play, where people take turns at the screen."""
        screen.would_lose = self.would_lose

    @property
    def sitting(self) -> Sitting:
        """The match on the table."""
        assert self._sitting is not None
        return self._sitting

    # Beginning

    def begin(self, game: Game, seats: list[Seat]) -> None:
        """Sit down to a new match; where a lot decides who sits where, a seed keeps the order."""
        self.matches += 1
        seed = self.seed
        if seed is not None and self.matches > 1:
            seed = f"{seed}-{self.matches}"
        if seed is None and game.room.draws_seats:
            seats = [seats[at] for at in Dice.from_seed(None).order(len(seats))]
        self._sit(Sitting(game, seats, seed, self.screen.plain))

    def load(self, path: Path) -> None:
        """Sit down to a saved match; an unusable file changes nothing."""
        game, position, seats, past = files.load(path)
        self._sit(Sitting(game, seats, self.seed, self.screen.plain, position, past))

    def _sit(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self.keyboard = None
        self.answered = None
        self.consulted = False
        self.saved_at = len(sitting.match.lines)
        self._greeted.clear()
        if not sitting.hot_seat:
            self._greet()

    def _greet(self) -> None:
        """How to play, and the pledge."""
        sitting, screen = self.sitting, self.screen
        screen.show()
        title = Text(sitting.game.room.title, style="bold")
        screen.show(title.append(f", {sitting.drawing.title()}", style="not bold"), indent=2)
        pledge = PLEDGE.format(short_pledge(sitting.match.dice.pledge))
        screen.show(Text(pledge, style="dim"), indent=2)
        for remark in sitting.game.warnings:
            screen.note(remark)
        screen.note(WELCOME)

    # Playing

    def run(self) -> None:
        """Play until nobody wants another match."""
        while True:
            self.play()
            self.finish()
            if not self._rematch():
                return

    def play(self) -> None:
        """Answer questions until the match is over."""
        while True:
            sitting = self.sitting
            question = sitting.question()
            if sitting.paused and self.consulted:
                self.consulted = False
                sitting.match.resume()
            elif sitting.paused:
                self._consult(sitting.quiet)
            elif question is None:
                return
            elif question.seat in sitting.bots:
                sitting.let_bot_answer(question)
            elif sitting.hot_seat and sitting.quiet:
                self._consult(sitting.quiet)
            else:
                self._ask(question)

    def _ask(self, question: Question, held: bool = False) -> Action | None:
        """Let a person decide, behind a curtain where people take turns."""
        if self.sitting.hot_seat and self.keyboard != question.seat:
            self._pass_keyboard(question.seat)
        self.keyboard = question.seat
        prompt = Prompt(self, question, held)
        prompt.decide()
        return prompt.held_answer

    def _consult(self, kind: str) -> None:
        """Have everybody here answer a quiet question, asked or not, before anything happens.

        Who leaves the game, or takes another one from the shelf, makes it all begin again.
        """
        sitting, match = self.sitting, self.sitting.match
        asked = match.questions
        answers: list[tuple[int, Action]] = []
        before = len(match.lines)
        for seat in filter(sitting.is_here, sitting.humans):
            answer = self._ask(asked.get(seat) or sitting.stand_in(seat, kind), held=True)
            if self.sitting is not sitting or len(match.lines) != before or answer is None:
                return
            if seat in asked:
                answers.append((seat, answer))
        self.consulted = True
        for seat, answer in answers:
            match.play(seat, answer)

    def _pass_keyboard(self, seat: int) -> None:
        while self.screen.curtain(self.sitting.seats[seat].name) == "quit":
            self.quit()
        if seat not in self._greeted:
            self._greeted.add(seat)
            self._greet()

    def would_lose(self) -> bool:
        """Whether leaving now would lose something of a running match."""
        sitting = self._sitting
        if sitting is None or sitting.match.result is not None:
            return False
        return len(sitting.match.lines) > self.saved_at

    def quit(self) -> None:
        """Leave, unless somebody thinks better of it."""
        if not self.would_lose() or self.screen.agrees(LEAVE):
            raise Goodbye

    def finish(self) -> None:
        """Show how it ended, to everybody."""
        sitting = self.sitting
        if sitting.hot_seat:
            self.screen.clear()
        show_result(self.screen, sitting)
        if self.record is not None:
            self.write_record(self._record_path(self.record))
        elif sitting.humans and self.screen.agrees("Save the record of this match?"):
            usual = f"{sitting.game.room.slug}.record"
            self._offer_record(self.screen.ask(f"  File [{usual}]: ") or usual)

    # Records

    def check_record(self) -> None:
        """Before the deal: a record must have a place, and replaces a file only when told."""
        path = self.record
        if path is None:
            return
        files.check_place(path)
        if not path.is_file():
            return
        if sys.stdin is None or not sys.stdin.isatty():
            raise click.UsageError(f"--record {path}: exists already; name another file")
        if not self.screen.agrees(f"{path} exists. Replace it?"):
            self.record = self._ask_record(files.check_place)

    def _ask_record(self, then: Callable[[Path], None]) -> Path | None:
        """Ask for another name until one does, or none is wanted."""
        while typed := self.screen.ask("  Another file for the record [none]: "):
            try:
                path = typed_path(typed)
                if path.is_file() and not self.screen.agrees(f"{path} exists. Replace it?"):
                    continue
                then(path)
            except (InvalidInput, OSError) as error:
                told = os_message(error) if isinstance(error, OSError) else str(error)
                self.screen.problem(f"Not written: {told}.")
            else:
                return path
        return None

    def _offer_record(self, typed: str) -> None:
        try:
            path = typed_path(typed)
            if path.is_file() and not self.screen.agrees(f"{path} exists. Replace it?"):
                self._ask_record(self._write)
                return
        except (InvalidInput, OSError) as error:
            told = os_message(error) if isinstance(error, OSError) else str(error)
            self.screen.problem(f"Not written: {told}.")
            self._ask_record(self._write)
        else:
            self.write_record(path)

    def leave(self) -> None:
        """Keep what was asked to be kept when people go in the middle of a match."""
        if self.record is None or self._sitting is None or self._sitting.match.result is not None:
            return
        if all(line.seat == NATURE for line in self._sitting.match.lines):
            self.screen.note("Nothing was played, so no record is written.")
            return
        try:
            self._write(self._record_path(self.record))
        except OSError as error:
            self.screen.problem(f"The record could not be written: {os_message(error)}.")

    def _record_path(self, path: Path) -> Path:
        """Later matches of the evening get a number, so that none replaces another."""
        if self.matches <= 1:
            return path
        number = self.matches
        while (numbered := path.with_stem(f"{path.stem}-{number}")).exists():
            number += 1
        return numbered

    def write_record(self, path: Path) -> None:
        """Keep the match as a record; where that fails, another place may do."""
        try:
            self._write(path)
        except OSError as error:
            self.screen.problem(f"The record could not be written: {os_message(error)}.")
            other = self._ask_record(self._write)
            self.record = other if self.record is not None else None

    def _write(self, path: Path) -> None:
        files.write_file(path, self.sitting.match.record())
        self.screen.note(f"Record written to {path}.")

    def _rematch(self) -> bool:
        sitting = self.sitting
        result = sitting.match.result
        if not sitting.humans or result is None:
            return False
        if not self.screen.agrees("Another match?"):
            return False
        options = {**sitting.game.given}
        if any(option.name == "previous_winner" for option in sitting.game.room.options):
            options["previous_winner"] = result.winner
        self.begin(ludarium.game(sitting.game.room.slug, **options), sitting.seats)
        return True
