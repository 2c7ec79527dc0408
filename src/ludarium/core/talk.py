"""What a room tells about itself beyond the rules: facts for sentences, hints and hands.

Terminal and browser ask the same Talk, so that both say the same things. It reads views, never a
state: nothing that it says can be a secret.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias, cast

import msgspec

if TYPE_CHECKING:
    from ludarium.core.actions import Action
    from ludarium.core.errors import Refusal
    from ludarium.core.game import Game
    from ludarium.core.questions import Result

View: TypeAlias = Mapping[str, object]
Facts: TypeAlias = dict[str, object]


class Part(msgspec.Struct, frozen=True):
    """One line of a sum: a key of the words' `sums`, its facts, and what it adds."""

    key: str
    facts: Facts
    value: int


class Sum(msgspec.Struct, frozen=True):
    """A number that the rules compute, with the way there."""

    value: int
    clause: str
    parts: list[Part]
    goal: int | None = None
    """What it is counted towards, if anything."""


class Standing(msgspec.Struct, frozen=True):
    """A seat's final figures, under the headings of all, and what put it before the next rank."""

    figures: list[int]
    note: str = ""


class Talk(Protocol):
    """What sentences need to know beyond events, questions and answers themselves."""

    def annotate(self, event: Facts) -> Facts:
        """An event with what follows from its facts."""

    def clause(self, event: Facts) -> str:
        """The clause that an event rests on, or nothing."""

    def fold(self, events: Sequence[Facts], brief: bool) -> list[Facts]:
        """The same story in fewer events; `brief` leaves out what is no news to anyone."""

    def prompt_facts(self, view: View) -> Facts:
        """What the question to the viewer is about."""

    def choice_facts(self, view: View, action: Action) -> Facts:
        """What an answer is about, beyond its own arguments."""

    def things(self, action: Action) -> list[str]:
        """What a person points at to give an answer, in the order of the pointing.

        Names of things on the table: `hand/F6`, `pair/1.0`, `deck`, `stock/1`.
        """

    mild: Sequence[str]
    """The cautions that a person may switch off, by key; the terminal leaves them out."""

    def caution(self, view: View, action: Action) -> tuple[str, Facts] | None:
        """The key and facts of a warning before an answer a person might regret."""

    def verbs(self) -> list[str]:
        """The verbs that this variant of the game knows."""

    def reason(self, view: View, action: Action, refusal: Refusal) -> tuple[str, Facts]:
        """The key and facts of the sentence that says why an answer is not allowed."""

    def temptations(self, view: View) -> list[tuple[str, list[str]]]:
        """By card of the hand (or "" for none): what a person might try, allowed or not."""

    wishes: Sequence[str]
    """Answers that a person may leave behind for questions to come, by key."""

    def is_wish(self, view: View, wish: str) -> bool:
        """Whether a person may leave this behind: one of `wishes`, or an answer in particular."""

    def granted(self, view: View, kind: str, wish: str) -> str | None:
        """What a wish answers to a question of this kind, if anything."""

    def moment(self, view: View) -> int:
        """What a wish remembers of the time at which it was made."""

    def lapsed(self, view: View, seat: int, wish: str, moment: int) -> bool:
        """Whether a seat's wish of some moment has had its time; `view` is what everybody sees."""

    counted: Sequence[str]
    """The keys of a view that `sums` and `ahead` are made of."""

    def sums(self, view: View) -> dict[str, Sum]:
        """The public numbers that the rules compute, by name: `strength/1`, `pair/1.0`."""

    def result_facts(self, result: View) -> Facts:
        """What sentences about the end need beyond the result itself."""

    def standings(self, result: View) -> tuple[list[str], list[Standing]]:
        """Keys of the headings of the final figures, and a row of them for each seat."""

    def ahead(self, view: View) -> list[int]:
        """The seats in front as things stand: several when they are level, none before a start."""

    def cards(self) -> dict[str, Facts]:
        """By code: what is printed on each card of the game, its name included."""


def ending_facts(talk: Talk, result: Result) -> Facts:
    """Everything that sentences about the end may say."""
    return {
        **result.record,
        "winner": result.winner,
        "first": list(result.ranking[0]),
        "loser": result.ranking[-1][-1],
        **talk.result_facts(result.record),
    }


def talk_for(game: Game) -> Talk:
    """The Talk of a game's room."""
    return cast("Callable[[Game], Talk]", game.load_object(game.room.talk))(game)
