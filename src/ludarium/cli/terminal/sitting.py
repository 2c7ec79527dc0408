"""One match at this keyboard: who sits where, and what each person has heard of it."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ludarium.bots import Bot, make_bot
from ludarium.cli.tables import drawing_for
from ludarium.cli.terminal.chronicle import Chronicle, Line
from ludarium.cli.terminal.seats import Seat
from ludarium.core.actions import Action
from ludarium.core.errors import Refused
from ludarium.core.game import Game
from ludarium.core.pacing import is_paused
from ludarium.core.questions import Question
from ludarium.core.talk import View, talk_for
from ludarium.core.words import Voice, Words


class Sitting:
    """A match with its people. People get their own views and events, never the state."""

    def __init__(
        self,
        game: Game,
        seats: Sequence[Seat],
        seed: str | None = None,
        plain: bool = False,
        position: View | None = None,
        past: Sequence[Sequence[str]] = (),
    ) -> None:
        self.seats = list(seats)
        self.match = game.start(seed=seed, position=position, paced=self.hot_seat)
        self.game = self.match.game
        self.words = Words.load(self.game.room.folder)
        self.talk = talk_for(self.game)
        self.drawing = drawing_for(self.game, self.words, plain)
        bots = frozenset(at for at, seat in enumerate(seats) if seat.bot is not None)
        self.voice = Voice([seat.name for seat in seats], self.drawing.card, bots=bots)
        self.chronicle = Chronicle(self.words, self.talk, self.voice)
        self.past = [list(lines) for lines in past] or [[] for _ in seats]
        """By seat: sentences from before this match was loaded."""
        self.heard = [0] * len(self.seats)
        """By seat: how many events that person has been told."""
        self.bots: dict[int, Bot] = {
            at: make_bot(seat.bot, self.game, random.Random(f"{seed}/{at}" if seed else None))
            for at, seat in enumerate(seats)
            if seat.bot is not None
        }

    @property
    def humans(self) -> list[int]:
        return [at for at, seat in enumerate(self.seats) if seat.is_human]

    @property
    def hot_seat(self) -> bool:
        """Several people share the keyboard, so each must be hidden from the others."""
        return len(self.humans) > 1

    def question(self) -> Question | None:
        """The first question that waits for an answer."""
        return next(iter(self.match.questions.values()), None)

    @property
    def paused(self) -> bool:
        """Whether the match waits for nobody but the clock, so that nothing shows."""
        return is_paused(self.match.state)

    @property
    def quiet(self) -> str:
        """The kind of question of which nobody may see who is asked, if such a one is open."""
        if self.paused:
            return str(self.match.state.asks[0][2][0])
        kind = self.game.kind(self.match.state)
        return kind.name if kind is not None and kind.quiet else ""

    def stand_in(self, seat: int, kind: str) -> Question:
        """A quiet question for somebody who is not asked: it has one answer."""
        declared = self.game.rules.kinds[kind]
        return Question(seat, kind, declared.prompt, declared.ask, (self.quiet_answer(kind),))

    def quiet_answer(self, kind: str) -> Action:
        """What those answer to a quiet question who are not asked."""
        return self.game.grammar.parse(self.words.table("setup", "quiet")[kind])

    def is_here(self, seat: int) -> bool:
        """Whether a seat is still in the game: who has left can do nothing at any time."""
        verbs = self.game.rules.anytime
        return not verbs or any(self.match.refusal(seat, verb) is None for verb in verbs)

    def why_not(self, seat: int, action: Action) -> str | None:
        """Why a seat may not answer so now, in a sentence with its clause; None if it may."""
        refusal = self.match.refusal(seat, action)
        if refusal is None:
            return None
        key, facts = self.talk.reason(self.match.view(seat), action, refusal)
        said = self.words.say("refusals", key, facts, self.voice.to(seat))
        return f"{said} ({refusal.clause})"

    def why_not_concede(self, seat: int) -> str | None:
        """Why a seat may not give up, in a sentence with its clause; None if it may."""
        try:
            self.match.fork().concede(seat)
        except Refused as refused:
            said = self.words.say("refusals", refused.key, refused.facts, self.voice.to(seat))
            return f"{said} ({refused.clause})"
        return None

    def find_card(self, typed: str) -> str | None:
        """The code of a card that somebody calls by its code or its name."""
        wanted = typed.casefold()
        names = {code: str(facts["name"]) for code, facts in self.talk.cards().items()}
        found = (
            code for code, name in names.items() if wanted in (code.casefold(), name.casefold())
        )
        return next(found, None)

    def let_bot_answer(self, question: Question) -> None:
        seat = question.seat
        view = self.game.view(self.match.state, seat, memory=True)  # programs forget nothing
        self.match.play(seat, self.bots[seat].choose(view, question))

    def news(self, seat: int) -> list[Line]:
        """What happened since this person last heard; now it is heard."""
        since = min(self.heard[seat], len(self.match.events))
        self.heard[seat] = len(self.match.events)
        return self.chronicle.lines(self.match.events_for(seat), seat, since, brief=True)

    def last_news(self, reader: int | None) -> list[str]:
        """What the end of the match has to tell one person, or (None) all alike."""
        if reader is not None:
            return [line.text for line in self.news(reader)]
        since = max((self.heard[seat] for seat in self.humans), default=0)
        return self.chronicle.sentences(self.match.events_for(None), None, since, brief=True)

    def story(self, seat: int) -> list[Line]:
        """Everything that has happened, as one person may know it."""
        past = [Line(text, {}) for text in self.past[seat]]
        return [*past, *self.chronicle.lines(self.match.events_for(seat), seat)]

    def log(self, seat: int) -> list[str]:
        """The same as sentences only."""
        return [line.text for line in self.story(seat)]

    def undo(self, seat: int) -> bool:
        """Take back this person's last answer, and what bots did since, if that is fair."""
        if not self.match.undo(seat, rewinding=tuple(self.bots)):
            return False
        self.heard = [min(heard, len(self.match.events)) for heard in self.heard]
        return True

    def has_answered(self, seat: int) -> bool:
        return any(line.seat == seat for line in self.match.lines)
