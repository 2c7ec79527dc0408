"""The clause registry: which clause is written, cited and shown where."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import ludarium
from ludarium import InvalidInput, Room
from ludarium.core.clauses import (
    citations,
    coverage,
    parse_rulebook,
    scenario_files,
    shown,
)

SLUG = "tears-of-nature"

BOOK = """+++
title = "A test"
+++

# A test

A few words
before the rules.

## One

**TN-1.1** The first rule,
over two lines.

**TN-1.2** _(social)_ Be kind.

## Rulings

**R-1** _(TN-1.1, TN-1.2)_ What the first rule means.
"""


@pytest.fixture
def small_room(tmp_path: Path) -> Room:
    """A room with the rulebook above, one line of code, one card and one scenario."""
    (tmp_path / "content").mkdir()
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "rulebook.md").write_text(BOOK, encoding="utf-8")
    (tmp_path / "rules.py").write_text("x = 1\ny = 2  # TN-1.1, R-9\n", encoding="utf-8")
    (tmp_path / "content" / "deck.toml").write_text("# R-1\n", encoding="utf-8")
    (tmp_path / "scenarios" / "a.toml").write_text(
        'clauses = ["TN-1.1", "TN-7.7"]', encoding="utf-8"
    )
    (tmp_path / "scenarios" / "b.toml").write_text("title = 'x'", encoding="utf-8")
    return replace(ludarium.room(SLUG), folder=tmp_path)


def test_a_rulebook_is_taken_apart() -> None:
    book = parse_rulebook(BOOK)
    assert book.about == {"title": "A test"}
    assert book.introduction == "A few words before the rules."
    assert list(book.clauses) == ["TN-1.1", "TN-1.2", "R-1"]
    first = book.clause("tn-1.1")
    assert (first.text, first.section) == ("The first rule, over two lines.", "One")
    assert (first.social, first.touches) == (False, ())
    assert book.clause("TN-1.2").social
    assert book.clause("R-1").touches == ("TN-1.1", "TN-1.2")
    assert [ruling.id for ruling in book.rulings("TN-1.2")] == ["R-1"]
    sections = {name: [clause.id for clause in found] for name, found in book.sections().items()}
    assert sections == {"One": ["TN-1.1", "TN-1.2"], "Rulings": ["R-1"]}


def test_an_unknown_clause_is_named() -> None:
    with pytest.raises(InvalidInput, match=r"no clause 'TN-1.3'; did you mean 'TN-1.2'\?"):
        parse_rulebook(BOOK).clause("TN-1.3")


def test_a_clause_stands_in_the_book_once() -> None:
    with pytest.raises(InvalidInput, match=r"rulebook: TN-1.1 stands there twice"):
        parse_rulebook(f"{BOOK}\n**TN-1.1** Again.\n")


def test_citations_name_file_and_line(small_room: Room) -> None:
    found = {
        name: [str(place) for place in places] for name, places in citations(small_room).items()
    }
    assert found == {"TN-1.1": ["rules.py:2"], "R-9": ["rules.py:2"], "R-1": ["deck.toml:1"]}


def test_scenarios_show_clauses(small_room: Room) -> None:
    assert [path.name for path in scenario_files(small_room)] == ["a.toml", "b.toml"]
    names = {clause: [path.name for path in found] for clause, found in shown(small_room).items()}
    assert names == {"TN-1.1": ["a.toml"], "TN-7.7": ["a.toml"]}


def test_coverage_tells_what_is_missing(small_room: Room) -> None:
    covered = coverage(small_room)
    assert not covered.complete
    assert (covered.enforced, covered.social) == (2, 1)
    assert covered.without_code == []
    assert covered.without_scenario == ["R-1"]
    assert covered.unknown == ["R-9 (rules.py:2)", "TN-7.7 (a.toml)"]
    assert covered.summary == (
        "2 enforced clauses and rulings, 1 social: 0 without code, 1 without scenario"
    )


def test_a_clause_without_code_is_found(small_room: Room) -> None:
    (small_room.folder / "rules.py").write_text("x = 1\n", encoding="utf-8")
    assert coverage(small_room).without_code == ["TN-1.1"]
