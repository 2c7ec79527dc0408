"""The end of a match: ranking, what decided it, why it ended, and the proof of the dice."""

from __future__ import annotations

from rich.table import Table as Grid
from rich.text import Text

from ludarium.cli.tables import Facts
from ludarium.cli.terminal.screen import Screen
from ludarium.cli.terminal.sitting import Sitting
from ludarium.core.questions import Result


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
    for line in sitting.last_news(reader):
        screen.show(sitting.drawing.paint(line), indent=2)
    screen.show()
    screen.show(sitting.drawing.table(match.view(None), sitting.seats, voice))
    screen.show()
    facts = _facts(result)
    key = "shared" if result.winner is None else "wins"
    screen.show(Text(words.say("results", key, facts, voice), style="bold"), indent=2)
    reason = words.say("reasons", result.reason, facts, voice).rstrip(".")
    screen.show(f"{reason} ({result.clause}).", indent=2)
    decided = str(result.record.get("decided_by", ""))
    if decided:
        screen.show(words.word("decided_by", decided), indent=2)
    screen.show()
    screen.show(_ranking(sitting, result), indent=2)
    screen.show()
    screen.show(Text(f"seed    {match.dice.seed}", style="dim"), indent=2)
    screen.show(Text(f"pledge  {match.dice.pledge}", style="dim"), indent=2)
    screen.show()


def _facts(result: Result) -> Facts:
    return {
        **result.record,
        "winner": result.winner,
        "first": list(result.ranking[0]),
        "loser": result.ranking[-1][-1],
    }


def _ranking(sitting: Sitting, result: Result) -> Grid:
    headings, rows = sitting.drawing.standings(result.record)
    grid = Grid.grid(padding=(0, 3, 0, 0))
    grid.add_column(justify="right")
    grid.add_column(style="bold")
    for _ in headings:
        grid.add_column(justify="right")
    grid.add_row("", "", *(Text(heading, style="dim") for heading in headings))
    place = 1
    for group in result.ranking:
        for seat in group:
            grid.add_row(f"{place}.", sitting.seats[seat].name, *rows[seat])
        place += len(group)
    return grid
