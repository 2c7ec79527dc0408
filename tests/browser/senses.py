"""What somebody knows who cannot see the table light up, and what they would do next."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Page

from browser.hands import ANSWER
from browser.tree import Node, read, under


@dataclass(frozen=True)
class Sense:
    """A moment at the table, heard."""

    nodes: list[Node]

    @classmethod
    def of(cls, page: Page) -> Sense:
        return cls(read(page))

    @property
    def announced(self) -> frozenset[str]:
        """What the live regions say, which stand beside everything else."""
        return frozenset(node.text for node in self.nodes if node.role == "text" and not node.depth)

    def copy(self, node: Node) -> int:
        """Which one it is of those with its role and name."""
        alike = [
            other for other in self.nodes if (other.role, other.name) == (node.role, node.name)
        ]
        return next(at for at, other in enumerate(alike) if other is node)

    @property
    def prompt(self) -> str:
        return next((node.name for node in self._bar if node.role == "heading"), "")

    @property
    def _bar(self) -> list[Node]:
        return under(self.nodes, "region", "What to do")

    @property
    def answers(self) -> list[Node]:
        """Buttons that answer; the golden one is last."""
        return [node for node in enabled(self._bar) if ANSWER.match(node.name)]

    @property
    def cards(self) -> list[Node]:
        hand = under(self.nodes, "region", "Your hand")
        return [node for node in hand if node.role == "button" and " card" in node.name]

    @property
    def chosen(self) -> bool:
        return any("pressed" in node.states for node in self.cards)

    def aims(self) -> list[Node]:
        board = under(self.nodes, "main", "Table")
        return [node for node in enabled(board) if ". Attack: " in node.name]

    def next_card(self) -> Node | None:
        """A card to build or attack with, or its partner; else the last that can go."""
        free = [node for node in enabled(self.cards) if "pressed" not in node.states]
        for verb in ("Build: ",) if self.chosen else ("Build: ", "Attack: "):
            for node in free:
                if verb in node.name:
                    return node
        return None if self.chosen or not free else free[-1]

    @property
    def can_act(self) -> bool:
        return bool(self.answers or self.next_card() or self.aims())


def enabled(nodes: list[Node]) -> list[Node]:
    return [node for node in nodes if node.role == "button" and "disabled" not in node.states]
