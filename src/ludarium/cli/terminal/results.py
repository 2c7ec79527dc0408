"""The end of a match: ranking, what decided it, why it ended, and the proof of the dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.table import Table as Grid
from rich.text import Text

from ludarium.cli.common import shorten
from ludarium.cli.terminal.screen import Screen
from ludarium.cli.terminal.sitting import Sitting
from ludarium.core.questions import Result
from ludarium.core.talk import Facts, Talk, ending_facts
from ludarium.core.words import Voice, Words

LAST: Final = 40
"""Lines of the log that people are shown at the end."""
PLEDGED: Final = 19
"""Letters of the pledge that are enough for people; the record has all of it."""


def show_result(screen: Screen, sitting: Sitting) -> None:
    """Everything about the end, for the only person here or for all alike."""
    match, words = sitting.match, sitting.words
    result = match.result
    assert result is not None
    reader = None if sitting.hot_seat or not sitting.humans else sitting.humans[0]
    voice = sitting.voice.to(reader)
    over = words.say("events", "game_over", {}, voice)
    screen.show()
    screen.rule(Text(sitting.game.room.title, style="bold"), Text(over.rstrip(".")))
    screen.show()
    news = [line for line in sitting.last_news(reader) if line != over]
    if sitting.humans and len(news) > LAST:  # the others played on after the people had left
        screen.note(f"{len(news) - LAST} lines of the log are left out.")
        news = news[-LAST:]
    for line in news:
        screen.show(sitting.drawing.paint(line), indent=2)
    if news:
        screen.show()
    screen.show(sitting.drawing.table(match.view(None), sitting.seats, voice, screen.short))
    screen.show()
    first, *more = verdict(result, words, voice, sitting.talk)
    screen.show(Text(first, style="bold"), indent=2)
    for line in more:
        screen.show(line, indent=2)
    screen.show()
    names = [seat.name for seat in sitting.seats]
    story = match.events_for(None) if match.origin is None else []
    screen.show(ranking(result, names, words, sitting.talk, story), indent=2)
    screen.show()
    pledge = short_pledge(match.dice.pledge)
    screen.show(Text(f"seed    {match.dice.seed}", style="dim"), indent=2)
    screen.show(Text(f"pledge  {pledge}", style="dim"), indent=2)
    screen.show()


def short_pledge(pledge: str) -> str:
    """As much of a pledge as people compare."""
    return shorten(pledge, PLEDGED)


def verdict(result: Result, words: Words, voice: Voice, talk: Talk) -> list[str]:
    """Who wins, why it ended, and what decided it where that is not clear."""
    facts = ending_facts(talk, result)
    key = "shared" if result.winner is None else "wins"
    reason = words.say("reasons", result.reason, facts, voice).rstrip(".")
    told = [words.say("results", key, facts, voice), f"{reason} ({result.clause})."]
    decided = str(result.record.get("decided_by", ""))
    if words.fits("decided_by", decided, facts):
        told.append(words.say("decided_by", decided, facts, voice))
    return told


def ranking(
    result: Result, names: Sequence[str], words: Words, talk: Talk, story: Sequence[Facts] = ()
) -> Grid:
    """The places with their figures, and with those that are counted in a whole story."""
    keys, rows = talk.standings(result.record)
    counts = tallies([talk.annotate(event) for event in story], len(names), words)
    headings = [*(words.word("results", key) for key in (*keys, *counts)), ""]
    grid = Grid.grid(padding=(0, 3, 0, 0))
    grid.add_column(justify="right")
    grid.add_column(style="bold")
    for heading in headings:
        grid.add_column(justify="right" if heading else "left", style="" if heading else "dim")
    grid.add_row("", "", *(Text(heading, style="dim") for heading in headings))
    place = 1
    for group in result.ranking:
        for seat in group:
            row = rows[seat]
            figures = [*row.figures, *(counted[seat] for counted in counts.values())]
            note = words.word("results", row.note) if row.note else ""
            grid.add_row(f"{place}.", names[seat], *map(str, figures), note)
        place += len(group)
    return grid


def tallies(story: Sequence[Facts], players: int, words: Words) -> dict[str, list[int]]:
    """By key of the words' `tallies`: how often a fact of some events names each seat."""
    counts: dict[str, list[int]] = {}
    for key, told in words.table("results", "tallies").items() if story else ():
        kind, _, fact = told.partition(".")
        found = [event[fact] for event in story if event["event"] == kind]
        seats = [seat for one in found for seat in (one if isinstance(one, list) else [one])]
        counts[key] = [seats.count(seat) for seat in range(players)]
    return counts
