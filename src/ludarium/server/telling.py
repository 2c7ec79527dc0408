"""What a viewer is told: log lines, the table as it lies, what changed on it, how it ended."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, cast

from ludarium.core import views
from ludarium.core.events import Event
from ludarium.core.game import Game
from ludarium.core.pacing import is_paused
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


def forget(told: Sequence[Facts], later: Iterable[str] = ()) -> list[Facts]:
    """Log lines as they are told now: what was told until something else happened is gone after it.

    `later` are the kinds of events that have happened since.
    """
    happened, kept = set(later), []
    for line in reversed(told):
        if line.get("until") in happened:
            gone = ("passing", "until", *cast("list[str]", line["passing"]))
            line = {name: fact for name, fact in line.items() if name not in gone}
        happened.add(str(line["event"]))
        kept.append(line)
    return kept[::-1]


def is_quiet(game: Game, state: State) -> bool:
    """Whether nobody may see who is asked, nor whether anybody is."""
    kind = game.kind(state)
    return is_paused(state) or (kind is not None and kind.quiet)


def asked(game: Game, state: State, viewer: int | None) -> list[int]:
    """Those who are asked, as far as a viewer may know.

    In quiet, whoever has answered must not see whether the question is still open to others.
    """
    if is_quiet(game, state):
        return [seat for seat in game.awaited(state) if seat == viewer]
    return game.asked(state)


def own(game: Game, state: State, viewer: int | None) -> Json:
    """The part of a view that differs from viewer to viewer."""
    told = views.own(game, state, viewer)
    if is_quiet(game, state):
        told.pop("sealed", None)  # it lies there only while somebody else is still thinking
    return told


def look(game: Game, state: State, viewer: int | None) -> Json:
    """The view of a seat or of the spectators (None), without log and legal list."""
    return {"seat": viewer, **views.common(game, state), **own(game, state, viewer)}


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
