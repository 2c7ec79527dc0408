"""How each game looks and speaks at a terminal; given views, never the state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Protocol, TypeAlias, cast

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from ludarium.cli.terminal.seats import Seat
    from ludarium.cli.terminal.words import Voice, Words
    from ludarium.core.actions import Action
    from ludarium.core.errors import Refusal
    from ludarium.core.game import Game

View: TypeAlias = Mapping[str, object]
Facts: TypeAlias = dict[str, object]


class Drawing(Protocol):
    """What lies on the table, for rich."""

    plain: bool
    """Only ASCII signs."""

    def card(self, code: str) -> str:
        """The name of a card in a sentence."""

    def paint(self, text: str) -> Text:
        """A sentence with the colours of the game, for those who see them."""

    def title(self) -> str:
        """The variant that is played."""

    def piles(self, view: View) -> str:
        """What lies in the middle, in a few words."""

    def legend(self) -> list[tuple[str, str]]:
        """How cards and pairs are written, and what that means."""

    def table(
        self, view: View, seats: Sequence[Seat], voice: Voice, compact: bool = False
    ) -> RenderableType:
        """Everything in front of the players; the viewer comes last."""

    def hand(self, view: View) -> RenderableType:
        """The viewer's own cards."""

    def known(self, view: View, voice: Voice) -> list[str]:
        """What the viewer knows of hidden cards."""

    def result_facts(self, result: View) -> Facts:
        """What sentences about the end need beyond the result itself."""

    def standings(self, result: View) -> tuple[list[str], list[list[str]]]:
        """Headings of the final figures, and a row of them for each seat."""


class Talk(Protocol):
    """What sentences need to know beyond events, questions and answers themselves."""

    def annotate(self, event: Facts) -> Facts:
        """An event with what follows from its facts."""

    def fold(self, events: Sequence[Facts], brief: bool) -> list[Facts]:
        """The same story in fewer events; `brief` leaves out what is no news to anyone."""

    def prompt_facts(self, view: View) -> Facts:
        """What the question to the viewer is about."""

    def choice_facts(self, view: View, action: Action) -> Facts:
        """What an answer is about, beyond its own arguments."""

    def caution(self, view: View, action: Action) -> tuple[str, Facts] | None:
        """The key and facts of a warning before an answer a person might regret."""

    def verbs(self) -> list[str]:
        """The verbs that this variant of the game knows."""

    def reason(self, view: View, action: Action, refusal: Refusal) -> tuple[str, Facts]:
        """The key and facts of the sentence that says why an answer is not allowed."""

    def temptations(self, view: View) -> list[tuple[str, list[str]]]:
        """By card of the hand (or "" for none): what a person might try, allowed or not."""


def drawing_for(game: Game, words: Words, plain: bool = False) -> Drawing:
    """The drawing of a game, found by the name of its room; `plain` means ASCII only."""
    return cast("Drawing", _room(game).Drawing(game, words, plain))


def talk_for(game: Game) -> Talk:
    return cast("Talk", _room(game).Talk(game))


def _room(game: Game) -> ModuleType:
    return import_module(f"{__name__}.{game.room.folder.name}")
