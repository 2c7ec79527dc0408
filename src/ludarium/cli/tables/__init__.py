"""How each game looks and speaks at a terminal; given views, never the state."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from ludarium.cli.terminal.seats import Seat
    from ludarium.core.game import Game
    from ludarium.core.talk import View
    from ludarium.core.words import Voice, Words


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

    def hand(self, view: View, compact: bool = False) -> RenderableType:
        """The viewer's own cards."""

    def known(self, view: View, voice: Voice) -> list[str]:
        """What the viewer knows of hidden cards."""

    def describe(self, code: str) -> list[Text]:
        """What is printed on a card, in a few lines."""


def drawing_for(game: Game, words: Words, plain: bool = False) -> Drawing:
    """The drawing of a game, found by the name of its room; `plain` means ASCII only."""
    return cast("Drawing", _room(game).Drawing(game, words, plain))


def _room(game: Game) -> ModuleType:
    return import_module(f"{__name__}.{game.room.folder.name}")
