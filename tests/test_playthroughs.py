"""Playthroughs: matches to read, with every seat's view, compared line by line.

    python tests/test_playthroughs.py --write      writes them anew; read the difference

Each shows a match from its start for twelve decisions, and its last three. A position or view is
told in full once and then only where it changed; of a view only what the position says otherwise.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import laws
import ludarium
import trials
from galatune import tables as galatune
from ludarium import Match
from tears_of_nature import tables as tears

FOLDER = Path(__file__).parent / "playthroughs"
FIRST, LAST = 12, 3
TABLES: dict[str, tuple[str, str, dict[str, object]]] = {
    f"{ruleset}-{n}": (
        f"Tears of Nature, {ruleset}",
        tears.SLUG,
        {"ruleset": ruleset, "players": n},
    )
    for ruleset, n in tears.SEATS
}
"""By name: what is played, the slug of the game, options."""
LOGS = {2: "open", 3: "closed", 4: "fleeting", 5: "open"}
TABLES |= {
    f"galatune-{n}": (
        f"Galatune, {log} draws", galatune.SLUG, {"players": n, "draw_log": log, "vp_goal": 2}
    )
    for n, log in LOGS.items()
}  # fmt: skip
LONGER = {f"galatune-{n}": 8 * n for n in galatune.SEATS}
"""Where more than the usual number of decisions is told."""


def path(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def playthrough(name: str) -> Iterator[str]:
    """The lines of one file."""
    title, _, options = TABLES[name]
    chosen = choices(name)
    match = start(name)
    yield f"{title}, {options['players']} players, seed {name!r}"
    told: dict[str, object] = {}
    since = 0
    first = LONGER.get(name, FIRST)
    for number, (seat, action) in enumerate([*chosen, (None, "")], 1):
        shown = number <= first or number > len(chosen) - LAST + 1
        if shown:
            over = match.result is not None
            yield from ("", "=" * 8 + (" over" if over else f" decision {number}"))
            yield from events(match, since)
            yield from changed("position", match.position(), told)
            for viewer in laws.viewers(match.game):
                yield from view(match, viewer, told)
            yield from questions(match, told)
            since = len(match.events)
        elif number == first + 1:
            yield from ("", f"... {len(chosen) - first - LAST + 1} decisions ...")
        if seat is not None:
            if shown:
                yield f"> {seat}: {'takes back' if action is None else action}"
            else:
                since = len(match.events)
            trials.answer(match, seat, action)


def start(name: str) -> Match:
    _, slug, options = TABLES[name]
    return ludarium.game(slug, **options).start(seed=name)


def choices(name: str) -> list[tuple[int, str | None]]:
    """Random play that prefers rare verbs."""
    rng = random.Random(name)
    match = start(name)
    made: list[tuple[int, str | None]] = []
    while match.result is None:
        lists = trials.lists(match)
        seat, action = trials.by_verb(match, lists, rng)
        trials.answer(match, seat, action)
        made.append((seat, None if action is None else str(action)))
    return made


def events(match: Match, since: int) -> Iterator[str]:
    """What happened since the last decision, and what single seats were told of it besides."""
    for event in match.events[since:]:
        public = event.seen_by(None)
        yield f"event {plain(public)}"
        for seat in range(match.game.players):
            told = event.seen_by(seat)
            secret = {key: told[key] for key in told if told[key] != public.get(key)}
            if secret:
                yield f"  to {seat} also {plain(secret)}"


def view(match: Match, viewer: int | None, told: dict[str, object]) -> Iterator[str]:
    """A view where it says something else than the position."""
    position = match.position()
    seen = match.game.view(match.state, viewer)
    del seen["log"]
    seen.pop("legal", None)
    for at, told_of in enumerate(
        seen.get("seats", [])
    ):  # what the position tells besides is private
        position["seats"][at] = {key: position["seats"][at][key] for key in told_of}
    alike = [key for key in seen if key in position and seen[key] == position[key]]
    hidden = [key for key in position if key not in seen]
    own = {key: seen[key] for key in seen if key not in alike}
    own |= {"as in the position": ", ".join(alike), "not told": ", ".join(hidden)}
    yield from changed(f"view of {'a spectator' if viewer is None else viewer}", own, told)


def questions(match: Match, told: dict[str, object]) -> Iterator[str]:
    """Who is asked what; of those who were asked before the others answered, only that they are."""
    together = len(match.game.asked(match.state)) > 1
    for seat in range(match.game.players):
        before, question = told.get(f"question {seat}"), match.question(seat)
        told[f"question {seat}"] = question and (question.kind, question.options)
        if question is None:
            continue
        if before == told[f"question {seat}"] and together:
            yield f"{seat} {'has answered' if question.answered else 'is still asked'}"
            continue
        yield f"{seat} is asked to {question.kind}: {question.prompt}"
        for action in question.options:
            yield f"  {action}"


def changed(title: str, data: Mapping[str, object], told: dict[str, object]) -> Iterator[str]:
    """The fields of plain data that are not as they were told before."""
    lines = []
    for key, value in spread(data):
        if told.get(f"{title} {key}", ...) != plain(value):
            told[f"{title} {key}"] = plain(value)
            lines.append(f"  {key}: {plain(value)}")
    if lines:
        yield title
        yield from lines


def spread(data: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """Fields, those of tables in a list one by one: `seats[1].hp`."""
    for key, value in data.items():
        if isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
            for at, one in enumerate(value):
                yield from ((f"{key}[{at}].{name}", fact) for name, fact in one.items())
        else:
            yield key, value


def plain(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def test_there_is_a_playthrough_for_every_rule_set_and_seat_count_and_no_other() -> None:
    assert {file.name for file in FOLDER.iterdir()} == {path(name).name for name in TABLES}


@pytest.mark.parametrize("name", TABLES)
def test_a_playthrough_reads_as_it_did(name: str) -> None:
    written = path(name).read_text(encoding="utf-8").splitlines()
    for number, (now, then) in enumerate(zip(playthrough(name), written, strict=False), 1):
        assert now == then, f"{path(name)}, line {number}"
    assert len(list(playthrough(name))) == len(written)


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(__doc__)
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.iterdir():
        old.unlink()
    for name in TABLES:
        path(name).write_text("\n".join(playthrough(name)) + "\n", encoding="utf-8")
        print(path(name))
