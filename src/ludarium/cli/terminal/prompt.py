"""One decision of a person: the table, the news, the choices, and everything that can be typed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from rich.text import Text

from ludarium.cli.common import os_message, shorten, typed_path
from ludarium.cli.terminal import files
from ludarium.cli.terminal.choices import Shortcut, find_action, notation, numbered, shortcut
from ludarium.cli.terminal.chronicle import Line
from ludarium.cli.terminal.explain import Explainer, clause_text
from ludarium.cli.terminal.helping import help_grid
from ludarium.cli.terminal.screen import whole
from ludarium.core.actions import Action
from ludarium.core.clauses import load_rulebook
from ludarium.core.errors import InvalidInput, nearest
from ludarium.core.questions import Question

if TYPE_CHECKING:
    from ludarium.cli.terminal.session import Session

SHOWN: Final = 40
"""Letters of a typed line that are repeated to its author."""


class Prompt:
    """Asks one person until the question is answered, or another match is on the table."""

    def __init__(self, session: Session, question: Question, held: bool = False) -> None:
        self.session = session
        self.screen = session.screen
        self.sitting = session.sitting
        self.match = self.sitting.match
        self.question = question
        self.seat = question.seat
        self.voice = self.sitting.voice.to(self.seat)
        self.view = self.match.view(self.seat)
        self.facts = self.sitting.talk.prompt_facts(self.view)
        self.done = False
        self.held = held
        """Whether the answer is kept until others have given theirs."""
        self.held_answer: Action | None = None
        self.opening: list[Line] = []
        """The lines on the screen whose numbers can be followed, by their marks."""
        self.commands: dict[str, Callable[[str], None]] = {
            "?": self.explain,
            "rules": self.rules,
            "log": self.log,
            "table": self.again,
            "known": self.known,
            "card": self.card,
            "open": self.open,
            "undo": self.undo,
            "save": self.save,
            "load": self.load,
            "concede": self.concede,
            "help": self.help,
            "quit": self.quit,
        }

    def decide(self) -> None:
        """Show what there is to decide and read lines until it is decided."""
        self.show()
        while not self.done:
            line = self.screen.ask("  > ")
            word, _, rest = line.partition(" ")
            if line.startswith("?"):
                word, rest = "?", line[1:]
            command = self.commands.get(word.casefold())
            if command is not None:
                command(rest.strip())
            else:
                self.answer(line)

    # Showing

    def show(self) -> None:
        sitting, screen = self.sitting, self.screen
        news = sitting.news(self.seat)
        if not self._is_brief():
            self.table()
        else:
            screen.show()
            screen.show(sitting.drawing.hand(self.view, screen.short))
        if news:
            self._gap()
            self.tell(news)
        self.choices()

    def tell(self, lines: Sequence[Line]) -> None:
        """Lines of the log, with marks where a number can be followed."""
        self.opening = [line for line in lines if line.opens]
        marks = iter(range(1, len(self.opening) + 1))
        for line in lines:
            text = self.sitting.drawing.paint(line.text)
            if line.opens:
                text.append(f" #{next(marks)}", style="dim")
            self.screen.show(text, indent=2)

    def _is_brief(self) -> bool:
        """The table need not be shown again right after a small answer of the same person."""
        small = self.sitting.words.listed("setup", "brief_after")
        last = self.session.answered
        return last is not None and last in [
            (self.seat, kind, len(self.match.lines)) for kind in small
        ]

    def again(self, rest: str) -> None:
        self.table()
        self.choices()

    def _gap(self) -> None:
        """An empty line, where there is room for it."""
        if not self.screen.short:
            self.screen.show()

    def table(self) -> None:
        sitting, screen = self.sitting, self.screen
        title = Text(sitting.game.room.title, style="bold")
        title.append(f", {sitting.drawing.title()}", style="not bold")
        screen.show()
        screen.rule(title, Text(sitting.drawing.piles(self.view)))
        self._gap()
        screen.show(sitting.drawing.table(self.view, sitting.seats, self.voice, screen.short))

    def choices(self) -> None:
        sitting, screen = self.sitting, self.screen
        said = sitting.words.say("prompts", self.question.kind, self.facts, self.voice)
        screen.show()
        screen.show(Text(said, style="bold"), indent=2)
        screen.show(numbered(sitting, self.question, self.view, screen.short), indent=2)
        if self.held:
            screen.note(f"Enter: {sitting.quiet_answer(self.question.kind).text}.")

    # Answering

    def answer(self, line: str) -> None:
        """A number, a shortcut, or notation."""
        options = self.question.options
        extra = shortcut(self.sitting.words, self.question, self.facts)
        if not line and self.held:  # alike for all, whatever they could do
            self.take(self.sitting.quiet_answer(self.question.kind))
        elif not line and len(options) == 1:
            self.take(options[0])
        elif extra is not None and line.casefold() == extra.key:
            self.repeat(extra)
        elif not line:
            self.choices()
        elif line.isdecimal():
            action = find_action(line, options)
            if action is None:
                self.screen.problem(f"Please type a number from 1 to {len(options)}, ? or help.")
            else:
                self.take(action)
        else:
            self.take_notation(line)

    def take_notation(self, line: str) -> None:
        action = self.parse(line)
        if action is None:
            return
        listed = action in self.question.options
        why = None if listed else self.sitting.why_not(self.seat, action)
        if why is None:
            self.take(action)
        else:
            self.screen.show(self.sitting.drawing.paint(_sentence(why)), indent=2)

    def parse(self, line: str) -> Action | None:
        """The action that a typed line means; None, and a word about it, if it means none."""
        grammar = self.match.game.grammar
        text = notation(line, list(grammar.verbs), self.match.game.cards.faces)
        try:
            return grammar.parse(text)
        except InvalidInput as error:
            verb = text.split()[0]
            known = grammar.verbs.get(verb)
            if known is None:
                hint = nearest(verb, self.sitting.talk.verbs())
                said = f"no action {shorten(verb, SHOWN)!r}{hint}"
            elif any(form.pattern.fullmatch(text) for form in known.forms):
                said = str(error)  # the form is right, a card is not
            else:
                said = f"{shorten(text, SHOWN)!r} is no {verb}; for example: {self._example(verb)}"
            self.screen.problem(f"{_sentence(said)} Type ? or help.")
            return None

    def _example(self, verb: str) -> str:
        """A real answer with this verb: one that is allowed now, where there is one."""
        now = (action.text for action in self.question.options if action.verb == verb)
        return next(now, self.sitting.words.word("examples", verb))

    def take(self, action: Action) -> None:
        """Play an allowed action, after a second thought where one is due."""
        talk = self.sitting.talk
        caution = talk.caution(self.view, action) if self.session.confirm else None
        if caution is not None and caution[0] not in talk.mild:
            key, facts = caution
            said = self.sitting.words.say("cautions", key, facts, self.voice)
            self.screen.show(self.sitting.drawing.paint(said), indent=2)
            if not self.screen.agrees("Do it?"):
                return
        self.play(action)

    def repeat(self, extra: Shortcut) -> None:
        """Give the same answer as long as the same is asked of the same person."""
        question: Question | None = self.question
        while question is not None and (question.seat, question.kind) == (
            self.seat,
            self.question.kind,
        ):
            action = next((a for a in question.options if a.text == extra.answer), None)
            if action is None:
                return
            self.play(action)
            question = self.sitting.question()

    def _leaves(self, action: Action) -> bool:
        """Whether an action needs no question."""
        return action.verb in self.match.game.rules.anytime

    def play(self, action: Action) -> None:
        if self.held and not self._leaves(action):
            self.held_answer = action
            self.done = True
            return
        self.match.play(self.seat, action)
        self.session.answered = (self.seat, self.question.kind, len(self.match.lines))
        self.done = True

    # Everything else

    def explain(self, rest: str) -> None:
        explainer = Explainer(self.sitting, self.seat, self.question.options)
        self.screen.show()
        if not rest:
            self.screen.show(explainer.everything(self.view), indent=2)
            return
        chosen = find_action(rest, self.question.options)
        if chosen is not None:
            self.screen.show(explainer.choice(rest, chosen, self.view), indent=2)
        elif rest.isdecimal():
            self.screen.problem(f"There are only {len(self.question.options)} choices.")
        else:
            action = self.parse(rest)
            if action is not None:
                self.screen.show(explainer.one(action.text), indent=2)

    def rules(self, rest: str) -> None:
        if not rest:
            self.screen.problem("Which clause? Refusals name theirs in brackets.")
            return
        try:
            told = clause_text(load_rulebook(self.match.game.room), rest)
        except InvalidInput as error:
            self.screen.problem(_sentence(str(error)))
        else:
            self.screen.show()
            self.screen.show(told, indent=2)

    def log(self, rest: str) -> None:
        self.screen.show()
        self.tell(self.sitting.story(self.seat))

    def open(self, rest: str) -> None:
        """How the number of a line came about."""
        number = whole(rest.removeprefix("#"))
        if number is None or not 1 <= number <= len(self.opening):
            self.screen.problem("Which line? Those that open have a number like #1; log shows all.")
            return
        self.screen.show()
        line = self.opening[number - 1]
        self.screen.show(Explainer(self.sitting, self.seat).derivation(line), indent=2)

    def card(self, rest: str) -> None:
        """What is printed on a card."""
        found = self.sitting.find_card(rest)
        if found is None:
            self.screen.problem("Which card? Type its code or its name.")
            return
        self.screen.show()
        for line in self.sitting.drawing.describe(found):
            self.screen.show(line, indent=2)

    def known(self, rest: str) -> None:
        self.screen.show()
        for line in self.sitting.drawing.known(self.view, self.voice):
            self.screen.show(self.sitting.drawing.paint(line), indent=2)

    def undo(self, rest: str) -> None:
        if not self.sitting.has_answered(self.seat):
            self.screen.problem("There is nothing of yours to take back.")
        elif self.sitting.undo(self.seat):
            self.screen.note("Taken back.")
            self.session.answered = None
            self.done = True
        else:
            self.screen.problem(
                "Not any more: since your last answer a card was seen or shuffled,"
                " or another person has acted; and what is answered in secret stands."
            )

    def save(self, rest: str) -> None:
        if not rest:
            self.screen.problem("Where to? For example: save evening.json")
            return
        sitting = self.sitting
        log = [sitting.log(at) if seat.is_human else [] for at, seat in enumerate(sitting.seats)]
        try:
            path = typed_path(rest)
            theirs = path.is_file() and path not in self.session.own_files
            if theirs and not self.screen.agrees(f"{path} exists. Replace it?"):
                return
            files.save(path, self.match, sitting.seats, log)
        except InvalidInput as error:
            self.screen.problem(f"Not saved: {error}.")
        except OSError as error:
            self.screen.problem(f"Not saved: {os_message(error)}.")
        else:
            self.session.own_files.add(path)
            self.session.saved_at = len(self.match.lines)
            self.screen.note(f"Saved to {path}.")

    def load(self, rest: str) -> None:
        if not rest:
            self.screen.problem("Which file? For example: load evening.json")
            return
        try:
            self.session.load(typed_path(rest))
        except InvalidInput as error:
            self.screen.problem(f"Not loaded: {error}.")
        except OSError as error:
            self.screen.problem(f"Not loaded: {os_message(error)}.")
        else:
            self.done = True

    def concede(self, rest: str) -> None:
        leaving = next(iter(self.match.game.rules.anytime), None)
        if leaving is not None:
            self.take_notation(leaving)
            return
        others = [seat for seat in range(self.match.game.players) if seat != self.seat]
        said = self.sitting.words.say("cautions", "concede", {"winner": others[:1]}, self.voice)
        why = self.sitting.why_not_concede(self.seat)
        if why is not None:
            self.screen.problem(_sentence(why))
            return
        self.screen.show(said, indent=2)
        if self.screen.agrees("Give up?"):
            self.match.concede(self.seat)
            self.done = True

    def help(self, rest: str) -> None:
        self.screen.show()
        told = help_grid(self.sitting, self.question, opens=bool(self.opening))
        self.screen.show(told, indent=2)

    def quit(self, rest: str) -> None:
        self.session.quit()


def _sentence(text: str) -> str:
    """A message as a sentence of its own."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")
