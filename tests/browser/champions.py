"""Galatune: tables as they stand at a moment that a test needs, and how a person plays there."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Locator, Page, expect

import ludarium
from browser.hands import Seat, say_ready, sit_down
from browser.people import ME, OPEN, People, Person
from browser.positions import Position

GALATUNE = "galatune"
QUICK = {"trap_window_min": 1, "trap_window_max": 600}
"""A Trap window closes soon after the last answer, and never before it."""

Held = dict[str, object]


def champion(name: str, hand: str = "", **more: object) -> Held:
    """`champion("ilo", "S01 A14", hp=1)`."""
    return {"champion": name, "hand": hand.split(), **more}


def stand(*seats: Held, options: Mapping[str, object] | None = None, **more: object) -> Position:
    """Everybody plans in turn 1, unless it is said otherwise; all other cards are in the deck."""
    terms = {"players": len(seats), **QUICK, **(options or {})}
    return {
        "options": terms,
        "players": len(seats),
        "turn": 1,
        "phase": "plan",
        "seats": list(seats),
        "source": deck(*seats, more.get("pending", {})),
        **more,
    }


def deck(*places: object) -> list[str]:
    """All cards but those that lie in some places, so shuffled that tests can know it."""
    fresh: dict[str, Any] = ludarium.game(GALATUNE, players=2).start(seed="7").position()
    held = [card for seat in fresh["seats"] for card in seat.get("hand", [])]
    left = Counter([*fresh["source"], *held])
    left -= Counter(re.findall(r"'([ABLOST]\d\d)'", repr(places)))
    cards = sorted(left.elements())
    random.Random("7").shuffle(cards)
    return cards


PLANNING = stand(
    champion("morwen", "A14 T03 S04 B03 A06 L02", vp=1, hp=9, used=["A15", "T02"]),
    champion("seraphine", "A20 S01 L04 T02 A09 O06 A19", vp=2, used=["A08"]),
    champion("requiem", "A10 A23 S03 T04 O03", hp=11, used=["S07", "A11", "T01"]),
    turn=4,
)
"""In the middle of a match of three: cards for everything, weaknesses and immunities."""

TRAPS = stand(
    champion("morwen", "A14 T02 L01"),
    champion("seraphine", "S01 T02 L03"),
    champion("dace", "T01 A02"),
    options={"trading": "off"},
)
"""Seat 0 can attack seat 1, who has a Shield; a Trap for that, and one for the Trap, are there."""

FALL = stand(
    champion("requiem", "A14 S02", used=["L01"]),
    champion("gorvane", "A20 S03"),
    champion("pixel", "T06 T05 A01", hp=5, used=["A06", "A10", "S04"]),
    options={"trading": "off"},
)
"""Seats 0 and 1 can fell seat 2 together; what it leaves is worth choosing from."""

PRIZE = stand(
    champion("requiem", "S02", hp=11, vp=1, used=["A14"]),
    champion("gorvane", "S03", vp=1, used=["A20"]),
    champion("pixel", hp=0),
    phase="prize",
    fallen=[2],
    pending={
        "pools": [[], [], ["A01", "S04", "T05", "T06"]],
        "victors": [[], [], [1, 0]],
        "of": 2,
        "victor": 1,
        "from": "hand",
        "due": 2,
        "aside": [[], ["A06", "A10"], []],
    },
    options={"trading": "off"},
)
"""Seat 1 has taken two of the four cards that are its Prize; seat 0 comes next."""

RESPAWN = stand(
    champion("dace", "A01 A06 A10", hp=0),
    champion("ilo", "A14 T03", vp=1),
    champion("bramble", "S01", vp=2),
    phase="respawn",
    fallen=[0],
    options={"trading": "off"},
)
"""Seat 0 has fallen and chooses how to go on."""

MARKET = stand(
    champion("dace", "A06 A01 T05"),
    champion("ilo", "L01 S01"),
    champion("pixel", "T03 A10"),
    phase="trade",
    turn=3,
)
"""Turn 3 is over, and nobody has fallen in it."""

FIVE = stand(
    champion("eron", "A18 A20 S01 T10 L04 B01", vp=1, hp=10, used=["A19"]),
    champion("valora", "A01 S02 T03 L01 A03 O02", vp=2, used=["S11"]),
    champion("nocturne", "A22 S10 T08 A07 O01 B07 L05", hp=6, used=["A23", "T09"]),
    champion("bramble", "A14 S08 T05 A16 L02", hp=17),
    champion("pixel", "A12 S07 T04 L03 O06 A13 B03", hp=4, vp=1),
    turn=6,
)
"""As many as can play."""

TWO = stand(
    champion("seraphine", "A20 S01 L04 T02 A09 O06 A19"),
    champion("nocturne", "A22 S10 T08 A07 O01 B07 L05"),
)
"""A duel, with as many cards in hand as anybody is dealt."""

LAST_POINT = stand(
    champion("dace", "A14 A22", vp=2),
    champion("ilo", "A01", vp=1, hp=4),
    champion("pixel", "S02", hp=9),
    options={"trading": "off"},
)
"""Seat 0 needs one more point, and Thorn Lash fells seat 1."""


class Fighter(Seat):
    """A seat at a table of Galatune."""

    def __init__(self, page: Page, press: object = None, twice: bool = False) -> None:
        super().__init__(page, press, twice)  # type: ignore[arg-type]
        self.arena = page.get_by_role("region", name="The middle of the table")
        self.plays = self.arena.get_by_role("list", name="Plays on the table")
        self.special = self.me.get_by_role("button", name=re.compile("^Special Action"))

    def champion(self, name: str) -> Locator:
        """A Champion that can be pointed at."""
        return self.board.get_by_role("button", name=re.compile(rf" Champion {re.escape(name)},"))

    def play_of(self, whose: str, card: str) -> Locator:
        """`play_of("Bob's", "Azure Aegis")`: something that lies on the table."""
        name = re.compile(rf"^{re.escape(whose)} {re.escape(card)}\b", re.IGNORECASE)
        return self.plays.get_by_role("button", name=name)

    def plan(self, card: str, target: str = "") -> None:
        """Choose a card and a Champion, and be ready."""
        self.press(self.card(card))
        if target:
            self.press(self.champion(target))
        self.press(self.button("Ready"))
        self.second()

    def hold(self) -> None:
        self.press(self.button("Hold"))

    def trap(self, card: str, whose: str, on: str) -> None:
        """Spring a Trap on a play."""
        self.press(self.card(card))
        self.press(self.play_of(whose, on))
        if self.twice:
            self.press(self.button(re.compile("^Spring")))
        self.second()

    def let_pass(self) -> None:
        self.press(self.button("Pass"))

    def second(self) -> None:
        """Some answers are asked for twice."""
        self._second_thought()

    def plans(self) -> None:
        """Wait until it is time to plan."""
        expect(self.button("Hold")).to_be_visible()

    def may_trap(self) -> None:
        """Wait for a Trap window in which one is asked."""
        expect(self.button("Pass")).to_be_visible()


def three(come: People, position: Position, **more: object) -> list[tuple[Person, Fighter]]:
    """Ann, Bob and Cleo at browsers of their own, in seats 0, 1 and 2."""
    people = [come("Ann", **more), come("Bob", **more), come("Cleo", **more)]  # type: ignore[arg-type]
    table = people[0].host(ME, OPEN, OPEN, game=GALATUNE, position=position)
    people[0].sit(table)
    for person in people[1:]:
        sit_down(person, table)
        say_ready(person)
    fighters = [Fighter(person.page) for person in people]
    for fighter in fighters:
        expect(fighter.prompt).to_be_visible()
    return list(zip(people, fighters, strict=True))
