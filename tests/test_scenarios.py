"""Every scenario of every room runs, and every clause and worked example has one."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludarium
from ludarium import Room
from ludarium.core.clauses import (
    coverage,
    load_rulebook,
    scenario_files,
)
from ludarium.core.scenarios import load_scenario, run_file

SLUG = "tears-of-nature"
ROOMS = [ludarium.room(slug) for slug in ludarium.games()]
FILES = [pytest.param(room, path, id=path.stem) for room in ROOMS for path in scenario_files(room)]
BY_SLUG = pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.slug)


# The shipped scenarios


@pytest.mark.parametrize(("room", "path"), FILES)
def test_scenario(room: Room, path: Path) -> None:
    outcome = run_file(path, ludarium.game)
    assert outcome.passed, f"{path.name}: {outcome.failure}"
    assert outcome.title


@pytest.mark.parametrize(("room", "path"), FILES)
def test_scenario_cites_clauses_of_its_game(room: Room, path: Path) -> None:
    head = load_scenario(path).head
    assert head.game == room.slug
    assert head.clauses, "shows nothing"
    known = load_rulebook(room).clauses
    assert [clause for clause in head.clauses if clause not in known] == []
    assert len(set(head.clauses)) == len(head.clauses), "a clause is cited twice"


@BY_SLUG
def test_every_clause_has_code_and_a_scenario(room: Room) -> None:
    covered = coverage(room)
    assert (covered.without_code, covered.without_scenario, covered.unknown) == ([], [], [])
    assert covered.complete
    assert covered.summary.endswith("0 without code, 0 without scenario")


@BY_SLUG
def test_titles_tell_scenarios_apart(room: Room) -> None:
    titles = [load_scenario(path).head.title for path in scenario_files(room)]
    assert sorted(titles) == sorted(set(titles))


@pytest.mark.parametrize(("slug", "prefix"), [(SLUG, "EX"), ("galatune", "WE")])
def test_every_worked_example_has_a_file(slug: str, prefix: str) -> None:
    room = ludarium.room(slug)
    examples = {load_scenario(path).head.example for path in scenario_files(room)}
    assert {f"{prefix}-{number}" for number in range(1, 34)} <= examples
