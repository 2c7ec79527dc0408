"""A record told again: one action in a line, with the eyes of a spectator, a seat, or everyone."""

from __future__ import annotations

from dataclasses import replace

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

import ludarium
from ludarium.cli.tables import drawing_for
from ludarium.cli.tables.layout import put
from ludarium.cli.terminal.chronicle import Chronicle
from ludarium.cli.terminal.results import ranking, verdict
from ludarium.cli.terminal.seats import Seat
from ludarium.core import records
from ludarium.core.errors import InvalidInput
from ludarium.core.match import Match
from ludarium.core.questions import Result
from ludarium.core.state import NATURE
from ludarium.core.talk import Facts, talk_for
from ludarium.core.words import Voice, Words


class Retelling:
    """Plays a record answer by answer and tells what each one led to."""

    def __init__(self, text: str, everything: bool, plain: bool) -> None:
        self.record = records.read(text)
        self.game = ludarium.game(self.record.slug, **self.record.options)
        self.seat: int | None = None
        self.everything = everything
        self.seats = [Seat(f"P{at}") for at in range(self.game.players)]
        words = Words.load(self.game.room.folder)
        self.drawing = drawing_for(self.game, words, plain)
        self.voice = Voice([seat.name for seat in self.seats], self.drawing.card)
        self.words, self.talk = words, talk_for(self.game)

    def see_as(self, seat: int) -> None:
        """Tell it to one of the players."""
        self.game.check_seat(seat)
        self.seat = seat
        self.seats[seat] = Seat("You")

    @property
    def actions(self) -> int:
        """How many actions the record has."""
        return len(self._actions())

    def tell(self, console: Console, to: int | None) -> None:
        """Print the story up to action `to`, and the table there."""
        match, steps = self.steps(to)
        grid = Grid.grid(padding=(0, 2, 0, 0))
        grid.add_column(justify="right", style="dim", no_wrap=True, min_width=4)
        grid.add_column()
        for number, sentences in steps:
            grid.add_row(str(number or ""), self.drawing.paint(" ".join(sentences)))
        put(console, grid)
        console.print()
        console.print(Text(f"{self.game.room.title}, {self.drawing.title()}", style="bold"))
        view = match.view(self.seat)
        console.print(Text(self.drawing.piles(view), style="dim"))
        console.print()
        told = self.drawing.table(view, self.seats, self.voice.to(self.seat))
        put(console, told)
        if self.everything:
            for at, seat in enumerate(self.seats):
                console.print()
                console.print(Text(f"  {seat.name}", style="bold"))
                put(console, self.drawing.hand(match.view(at)))
        if match.result is not None:
            self._tell_result(console, match, match.result)

    def _tell_result(self, console: Console, match: Match, result: Result) -> None:
        console.print()
        for line in verdict(result, self.words, self.voice.to(self.seat), self.talk):
            put(console, line, 2)
        names = [seat.name for seat in self.seats]
        story = match.events_for(None) if match.origin is None else []
        put(console, ranking(result, names, self.words, self.talk, story), 2)

    def steps(self, to: int | None) -> tuple[Match, list[tuple[int, list[str]]]]:
        """The match, and for each action (0: before the first) what it led to, in sentences."""
        marks = [0]
        sealed = [""]

        def watch(match: Match, line: records.Line) -> None:
            if line.seat != NATURE:
                marks.append(len(match.events))
                sealed.append(self._sealed(match, line))

        match = records.replay(self._cut(to), self.game, watch)
        events, at = self._events(match)
        marks = [at[mark] for mark in marks]
        chronicle = Chronicle(self.words, self.talk, self.voice)
        steps = []
        for number, (begin, end) in enumerate(zip(marks, [*marks[1:], len(events)], strict=True)):
            told = chronicle.sentences(events[:end], self.seat, begin)
            secret = [sealed[number]] if sealed[number] else []
            steps.append((number, [*secret, *told]))
        return match, [step for step in steps if step[1]]

    def _sealed(self, match: Match, line: records.Line) -> str:
        """An answer that is given in secret among others, for those who may know of it."""
        kind = match.game.kind(match.state)
        secret = len(match.game.asked(match.state)) > 1 or (kind is not None and kind.quiet)
        if not secret or not (self.everything or line.seat == self.seat):
            return ""
        try:
            action = match.game.grammar.parse(line.text)
        except InvalidInput:
            return f"{self.seats[line.seat].name}: {line.text}."
        if action.verb in match.game.rules.anytime:
            return ""
        view = match.view(line.seat)
        facts = {**action.record, **self.talk.choice_facts(view, action)}
        said = self.words.say("choices", action.verb, facts, self.voice.to(line.seat))
        title = self.words.word("verbs", action.verb)
        return f"{self.seats[line.seat].name}, in secret: {title}, {said}."

    def _cut(self, to: int | None) -> records.Record:
        """The record up to action `to`, with what Nature answered to it."""
        answers, actions = self.record.answers, self._actions()
        if to is None or to >= len(actions):
            return self.record
        return replace(self.record, answers=answers[: actions[to]])

    def _actions(self) -> list[int]:
        """Where the actions stand among the answers."""
        answers = enumerate(self.record.answers)
        return [at for at, (_, text) in answers if not text.startswith("nature ")]

    def _events(self, match: Match) -> tuple[list[Facts], list[int]]:
        """The events as they are to be told, and where each event of the match begins in them."""
        told: list[Facts] = []
        places: list[int] = []
        for event in match.events:
            places.append(len(told))
            if not self.everything or not event.secrets:
                told.append(event.seen_by(self.seat))
            elif len(event.secrets) == 1:
                (knowing,) = event.secrets
                told.append(event.seen_by(knowing))
            else:
                told += [{**event.seen_by(seat), "to": seat} for seat in event.secrets]
        return told, [*places, len(told)]
