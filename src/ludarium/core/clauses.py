"""The rulebook of a game as data: clauses, rulings, where code applies them, what shows them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from ludarium.core.errors import InvalidInput, nearest

if TYPE_CHECKING:
    from ludarium.core.game import Room

_ENTRY = re.compile(r"\*\*(?P<id>[A-Z]+-\d+(?:\.\d+)?)\*\*(?: _\((?P<tags>[^)]*)\)_)? (?P<text>.*)")
_ID = re.compile(r"\b[A-Z]{1,4}-\d+(?:\.\d+)?\b")


@dataclass(frozen=True, slots=True)
class Clause:
    """One numbered rule or ruling."""

    id: str
    text: str
    section: str
    social: bool = False
    """True: for people to keep; software enforces nothing."""
    touches: tuple[str, ...] = ()
    """Of a ruling: the clauses it explains."""


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A game's `rulebook.md`, taken apart."""

    about: dict[str, object]
    introduction: str
    clauses: dict[str, Clause]

    def clause(self, wanted: str) -> Clause:
        found = self.clauses.get(wanted.upper())
        if found is None:
            raise InvalidInput(f"no clause {wanted!r}{nearest(wanted.upper(), self.clauses)}")
        return found

    def rulings(self, wanted: str) -> list[Clause]:
        """The rulings that explain a clause."""
        return [clause for clause in self.clauses.values() if wanted in clause.touches]

    def sections(self) -> dict[str, list[Clause]]:
        """The clauses by section, in the order of the book."""
        found: dict[str, list[Clause]] = {}
        for clause in self.clauses.values():
            found.setdefault(clause.section, []).append(clause)
        return found


def load_rulebook(room: Room) -> Rulebook:
    """Read the rulebook of a room."""
    return parse_rulebook((room.folder / "rulebook.md").read_text(encoding="utf-8"))


def parse_rulebook(text: str) -> Rulebook:
    """Front matter between `+++` lines, then paragraphs; one that begins with an id is a clause."""
    _, front, body = text.split("+++\n", 2)
    clauses: dict[str, Clause] = {}
    introduction: list[str] = []
    section = ""
    for paragraph in re.split(r"\n\s*\n", body.strip()):
        line = " ".join(paragraph.split())
        match = _ENTRY.fullmatch(line)
        if line.startswith("#"):
            section = line.lstrip("# ")
        elif match is None:
            introduction.append(line)
        else:
            if match["id"] in clauses:
                raise InvalidInput(f"rulebook: {match['id']} stands there twice")
            tags = [tag.strip() for tag in (match["tags"] or "").split(",") if tag.strip()]
            touches = tuple(tag for tag in tags if tag != "social")
            clauses[match["id"]] = Clause(
                match["id"], match["text"], section, "social" in tags, touches
            )
    return Rulebook(tomllib.loads(front), "\n\n".join(introduction), clauses)


@dataclass(frozen=True, slots=True)
class Citation:
    """A line of code or content that applies a clause."""

    path: Path
    line: int

    def __str__(self) -> str:
        return f"{self.path.name}:{self.line}"


def citations(room: Room) -> dict[str, list[Citation]]:
    """Where the game's code and content name a clause."""
    found: dict[str, list[Citation]] = {}
    for path in _sources(room):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for cited in _ID.findall(line):
                found.setdefault(cited, []).append(Citation(path, number))
    return found


def _sources(room: Room) -> Iterator[Path]:
    yield from sorted(room.folder.glob("*.py"))
    yield from sorted(room.content_folder().glob("**/*.toml"))


def scenario_files(room: Room) -> list[Path]:
    return sorted((room.folder / "scenarios").glob("**/*.toml"))


def shown(room: Room) -> dict[str, list[Path]]:
    """Which scenarios show a clause."""
    found: dict[str, list[Path]] = {}
    for path in scenario_files(room):
        for cited in tomllib.loads(path.read_text(encoding="utf-8")).get("clauses", []):
            found.setdefault(cited, []).append(path)
    return found


@dataclass(frozen=True, slots=True)
class Coverage:
    """Which enforceable clauses lack code or a scenario, and which citations name no clause."""

    enforced: int
    social: int
    without_code: list[str] = field(default_factory=list)
    without_scenario: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)

    @property
    def complete(self) -> bool:
        return not (self.without_code or self.without_scenario or self.unknown)

    @property
    def summary(self) -> str:
        return (
            f"{self.enforced} enforced clauses and rulings, {self.social} social:"
            f" {len(self.without_code)} without code, {len(self.without_scenario)} without scenario"
        )


def coverage(room: Room) -> Coverage:
    """Hold the rulebook against the code and the scenarios."""
    clauses = load_rulebook(room).clauses
    enforced = [clause.id for clause in clauses.values() if not clause.social]
    cited, scenarios = citations(room), shown(room)
    places = {name: str(found[0]) for name, found in cited.items()}
    places |= {name: found[0].name for name, found in scenarios.items()}
    return Coverage(
        enforced=len(enforced),
        social=len(clauses) - len(enforced),
        without_code=[name for name in enforced if name not in cited],
        without_scenario=[name for name in enforced if name not in scenarios],
        unknown=[f"{name} ({place})" for name, place in places.items() if name not in clauses],
    )
