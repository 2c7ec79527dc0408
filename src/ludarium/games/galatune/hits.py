"""What a turn comes to before HP change: hits, the Shields they meet, gains and losses.

A hit is what one play does to one Champion.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludarium.games.galatune.effects import PROPERTIES
from ludarium.games.galatune.moves import ATTACK, ENERGY, NORMAL, Move, Part, capped, written


class Hit:
    """What one play does to one Champion."""

    __slots__ = (
        "armour", "countered", "credit", "damage", "immune", "move", "number", "parts",
        "penetrates", "rating", "recipient", "success", "target", "times", "user",
    )  # fmt: skip

    def __init__(
        self, number: int, move: Move, user: int, target: int | None, recipient: int, credit: int
    ) -> None:
        self.number = number
        """Of the play."""
        self.move = move
        self.user = user
        self.target = target
        """At whom the play was aimed, None for all."""
        self.recipient = recipient
        self.credit = credit
        """Who gains by it: the user, or whoever countered (R-38)."""
        self.rating = move.rating
        self.parts: Sequence[Part] = move.printed
        """How the rating came about."""
        self.penetrates = False
        self.countered = credit != user
        self.immune = ""
        """The key of what makes the recipient immune, or nothing."""
        self.times = 1
        self.armour = 0
        self.damage = 0
        self.success = False
        """Whether its harmful part takes effect (R-34)."""

    def told(self, spared: bool) -> dict[str, object]:
        """Its derivation; `spared`, nobody was there whom it could harm."""
        move = self.move
        facts: dict[str, object] = {
            "play": self.number,
            "seat": self.user,
            "move": move.code,
            "special": move.is_special,
            "target": self.target,
            "recipient": self.recipient,
            "credit": self.credit,
            "countered": self.countered,
            "rating": written(self.rating),
            "parts": [[key, written(n), clause] for key, n, clause in self.parts],
            "penetrates": self.penetrates,
            "immune": None if spared else self.immune or None,
            "success": spared or self.success,
        }
        if move.function == ATTACK or move.is_trap:
            facts |= {"times": self.times, "armour": self.armour, "damage": written(self.damage)}
        return facts


class Guard:
    """The Shields of one Champion against the sum of damage (GT-10.5, R-29, R-30)."""

    __slots__ = ("damage", "excess", "free", "only", "past", "shields")

    def __init__(self) -> None:
        self.shields: list[Hit] = []
        self.free = 0
        """The ratings of unrestricted Shields."""
        self.only = [0, 0]
        """Of restricted ones, by property."""
        self.damage = [0, 0]
        self.past = self.damage
        """Damage that gets past the restricted Shields."""
        self.excess = 0

    def add(self, hit: Hit) -> None:
        """Several Shields add up, restricted ones apart (R-29, R-30)."""
        self.shields.append(hit)
        only = hit.move.only
        if only < 0:
            self.free = capped(self.free + hit.rating)
        else:
            self.only[only] = capped(self.only[only] + hit.rating)

    def strike(self, property: int, damage: int) -> None:
        """All that strikes a Champion adds up."""
        self.damage[property] = capped(self.damage[property] + damage)

    def settle(self) -> None:
        if any(self.only):
            self.past = [capped(max(0, self.damage[p] - self.only[p])) for p in (NORMAL, ENERGY)]
        self.excess = capped(sum(self.past))
        if self.free:
            self.excess = capped(max(0, self.excess - self.free))  # GT-10.7, R-23

    def lets_through(self, property: int) -> bool:
        """Whether damage of a property breaks through."""
        return self.past[property] > 0 and self.excess > 0

    def blocks(self, property: int) -> bool:
        """Whether harm without damage is kept off (R-32)."""
        held = self.only[property] > 0 and self.past[property] == 0
        return held or (self.free > 0 and self.excess == 0)

    def is_broken(self, shield: Move) -> bool:
        return self.excess > 0 if shield.only < 0 else self.past[shield.only] > 0

    def told(self) -> dict[str, object]:
        """How Shields and damage met."""
        return {
            "damage": [written(n) for n in self.damage],
            "shields": [
                [
                    hit.number,
                    written(hit.rating),
                    PROPERTIES[hit.move.only] if hit.move.only >= 0 else None,
                ]
                for hit in self.shields
            ],
            "past": [written(n) for n in self.past],
            "excess": written(self.excess),
            "broken": [hit.number for hit in self.shields if self.is_broken(hit.move)],
        }


UNGUARDED: Final = Guard()


class Change:
    """Gains and losses of HP of one Champion, each (key, number, play)."""

    __slots__ = ("gains", "losses", "outright")

    def __init__(self) -> None:
        self.gains: list[tuple[str, int, int]] = []
        self.losses: list[tuple[str, int, int]] = []
        self.outright = False
        """Whether it falls whatever its HP."""
