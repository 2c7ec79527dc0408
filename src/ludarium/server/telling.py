"""What a viewer is told: log lines, the table as it lies, what changed on it, how it ended."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from ludarium.core import views
from ludarium.core.events import Event
from ludarium.core.game import Game
from ludarium.core.questions import Result
from ludarium.core.state import State
from ludarium.core.talk import Talk, ending_facts
from ludarium.server.wire import Ending, Facts, Json

UNTOLD: Final = object()


def told(talk: Talk, events: Iterable[Event], viewer: int | None) -> list[Facts]:
    """The log lines that one action gives a seat, or the spectators (None)."""
    return lines(talk, [event.shared(viewer) for event in events])


def lines(talk: Talk, events: Iterable[Facts]) -> list[Facts]:
    """Events as they were told to somebody, made into log lines: each with its clause."""
    folded = talk.fold([talk.annotate(event) for event in events], brief=False)
    return [{**event, "clause": talk.clause(event)} for event in folded]


def look(game: Game, state: State, seat: int | None) -> Json:
    """The view of a seat or of the spectators (None), without log and legal list."""
    return views.look(game, state, seat)


def changed(before: Mapping[str, object], after: Mapping[str, object]) -> Json:
    """The parts of a view that are new or different; a part that is gone is null."""
    news = {key: value for key, value in after.items() if before.get(key, UNTOLD) != value}
    news.update(dict.fromkeys(before.keys() - after.keys()))
    return news


def ending(talk: Talk, result: Result) -> Ending:
    """How a match ended, with all that sentences about it need."""
    headings, standings = talk.standings(result.record)
    return Ending(
        reason=result.reason,
        clause=result.clause,
        ranking=[list(rank) for rank in result.ranking],
        headings=headings,
        standings=standings,
        facts=ending_facts(talk, result),
    )
