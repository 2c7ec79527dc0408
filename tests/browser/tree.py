"""The page as assistive technology has it: roles, names and states, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from playwright.sync_api import Locator, Page

LINE = re.compile(
    r"^(?P<indent> *)- '?(?P<role>\w+)(?: \"(?P<name>.*?)\")?(?P<states>(?: \[[^]]+])*)'?:?"
)


@dataclass(frozen=True)
class Node:
    """Something in the tree."""

    role: str
    name: str
    states: frozenset[str]
    depth: int
    text: str
    """The line as it stands, with what is said after the colon."""

    def find(self, page: Page, copy: int = 0) -> Locator:
        return page.get_by_role(self.role, name=self.name, exact=True).nth(copy)  # type: ignore[arg-type]


def read(place: Page | Locator) -> list[Node]:
    """The tree from top to bottom."""
    return list(_lines(place.aria_snapshot()))


def _lines(snapshot: str) -> Iterator[Node]:
    for line in snapshot.splitlines():
        found = LINE.match(line)
        if found:
            name = (found["name"] or "").replace("''", "'").replace('\\"', '"')
            states = frozenset(re.findall(r"\[([^]]+)]", found["states"]))
            yield Node(found["role"], name, states, len(found["indent"]), line.strip())


def under(nodes: list[Node], role: str, name: str) -> list[Node]:
    """What lies inside the first node with that role and a name that begins so."""
    for at, node in enumerate(nodes):
        if node.role == role and node.name.startswith(name):
            inside = []
            for other in nodes[at + 1 :]:
                if other.depth <= node.depth:
                    break
                inside.append(other)
            return inside
    return []
