"""Tables as they lie at a moment that a test needs, with all other cards in the deck."""

from __future__ import annotations

from collections import Counter

import ludarium
from server.real import SLUG

Position = dict[str, object]


def lay(
    hands: list[str],
    empires: list[str],
    ruleset: str = "master",
    **more: object,
) -> Position:
    """Hands as `E7 W7`, empires as `E7+W7 F1+A1`, by seat; seat 0 is to act."""
    options: dict[str, object] = {"ruleset": ruleset, "players": len(hands)}
    fresh = ludarium.game(SLUG, **options).start(seed="7").position()
    held = [hand.split() for hand in hands]
    built = [[pair.split("+") for pair in empire.split()] for empire in empires]
    left = Counter(fresh["deck"]) + Counter(card for hand in fresh["hands"] for card in hand)
    left -= Counter(card for hand in held for card in hand)
    left -= Counter(card for empire in built for pair in empire for card in pair)
    left -= Counter(card for pile in more.get("stocks", []) for card in pile)  # type: ignore[attr-defined]
    return {
        "ruleset": ruleset,
        "hands": held,
        "empires": built,
        "deck": sorted(left.elements()),
        "set_aside": fresh["set_aside"],
        **more,
    }


WEAK_ATTACK = lay(
    ["XEW8 XAF8 A3 F3 DAE", "A1 E2 F5 A6 DEW"],
    ["", "E7+W7 A4+F4"],
)
"""Quicksand is too weak for the pair whose elements it shows; Smoke Plume takes the other one."""

UNDER_ATTACK = lay(
    ["DEW DAF A3 A1 F4", "XEW16 E2 F6 A6 E1"],
    ["E7+W7", ""],
    step="action",
    turn=1,
)
"""Seat 1 can attack the wall of seat 0, who holds the shield for it."""

ONE_BUILD_FROM_THE_END = lay(
    ["A8 F8 A3 E1 DAE", "A1 E2 F4 A6 DEW"],
    ["E7+W7 E6+W6 A5+F5", "F2+W2"],
)
"""Air 8 and Fire 8 complete the empire of seat 0, and win."""

QUIET = lay(
    ["A3 F3 A4 E1 DAE", "A1 E2 F4 A6 DEW"],
    ["", ""],
)
"""Two full hands, nothing built: seat 0 can build Air 3 and Fire 3."""

IDLE = lay(
    ["A1 A2 A3 DAE DAF", "A4 A5 A6 DAW DEF"],
    ["", ""],
    deck=[
        "A7",
        "A8",
        "DEW",
        "DFW",
        "XAE8",
        "XAE16",
        "XAF8",
        "XAF16",
        "XAW8",
        "XAW16",
        "XEF8",
        "XEF16",
        "XEW8",
        "XEW16",
    ],
)
"""Nobody can build, so there is nothing to attack: cards come and go for as long as one likes."""

THREE_MASTERS = lay(
    ["XFW8 A5 F5 DEW WILD", "A1 E2 F3 A3 DEF", "E1 W2 F1 A6"],
    ["A8+E8", "E7+W7 A4+F4", "F6+WILD E3+W3"],
)
"""In the middle of a match: Scalding Mist reaches one pair and is too weak for others."""

FOUR_MASTERS = lay(
    ["XAF16 A5 F5 XEW8 WILD", "A1 E2 F3 A3 DEF", "E1 W5 F1", "F8 A2 W1 DFW E5"],
    ["A8+E8 E3+W3", "E7+W7 A4+F4 F6+WILD", "E6+A6 W2+F2", "W4+E4 A7+F7 W8+WILD"],
)
"""Firestorm reaches three pairs of eight; something stands against each of the others."""

FOUR_PRACTITIONERS = lay(
    ["S5 A5 F5 XS WILD DAE", "A1 E2 F4 A3 DEF XAE8", "E1 W2 F1 A6 W5 XEW8", "F8 E4 A2 W1 DFW XAF8"],
    ["A8+E8 S3+W3", "E7+W7", "F6+WILD E3+F3", ""],
    ruleset="practitioner",
    stocks=[["E5"], ["W4", "XS", "XS"], [], ["S1", "F7", "W6", "A4", "S2"]],
)
"""The fullest table: stock piles, Spirit pairs, equal cards on a pile."""

TWO_APPRENTICES = lay(
    ["A1 A5 F3 XEW8 WILD", "E1 W2 F1 A6 DEW"],
    ["E7+E4 W3+W8", "F6+WILD E2+E8"],
    ruleset="apprentice",
)
