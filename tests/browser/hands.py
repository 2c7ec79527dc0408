"""How a person plays: sees what lights up, points at it, presses the button; by role and name."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from browser.people import ME, OPEN, PATIENCE, People, Person

BESIDE = "Undo|Ask to undo|No, go back|Back|Say it again|Read .*"
"""Buttons of the ask bar that are no answers."""
ANSWER = re.compile(rf"^(?!(?:{BESIDE})$)")
LONGEST = 200
"""Answers after which a match has certainly gone wrong."""


class Seat:
    """A seat at a table in play, through one page."""

    def __init__(
        self, page: Page, press: Callable[[Locator], None] | None = None, twice: bool = False
    ) -> None:
        """`twice`: this browser asks before it acts, as it does where one taps."""
        self.page = page
        self.press = press or (lambda thing: thing.click())
        self.twice = twice
        self.board = page.get_by_role("main", name="Table")
        self.bar = page.get_by_role("region", name="What to do")
        self.prompt = self.bar.get_by_role("heading")
        self.hand = page.get_by_role("region", name=re.compile("^Your hand"))
        self.cards = self.hand.get_by_role("listitem").get_by_role("button")
        self.me = page.get_by_role("region", name="You", exact=True)
        self.ending = page.get_by_text("How it ended", exact=True)
        self.lines = page.get_by_role("region", name="Log").get_by_role("listitem")
        self.connection = page.get_by_role("banner").get_by_text(
            re.compile(r"^\s*(connecting|live|catching up|offline for .*|not connected)\s*$")
        )

    # What is there

    @property
    def buttons(self) -> Locator:
        """What the ask bar offers, answers only; the golden one is last."""
        return self.bar.get_by_role("button", disabled=False, name=ANSWER)

    def lit(self, does: str = "") -> Locator:
        """Cards of the hand that lead somewhere (to a verb), and are not chosen yet."""
        lit = self.cards.and_(self.page.get_by_role("button", disabled=False, pressed=False))
        return lit.filter(has_text=f"{does}: ") if does else lit

    def aims(self) -> Locator:
        """Things on the board that light up."""
        return self.board.get_by_role("button", disabled=False, pressed=False).filter(
            has_text=re.compile(r"\. (Attack|Draw): ")
        )

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.bar.get_by_role("button", name=name)

    def card(self, name: str) -> Locator:
        """The first card of that name in the hand."""
        return self.hand.get_by_role("button", name=re.compile(rf"^{re.escape(name)},")).first

    def pair(self, name: str) -> Locator:
        return self.board.get_by_role(
            "button", name=re.compile(rf"^{re.escape(name)}(,|\.|$)")
        ).first

    # What can be waited for

    def is_asked(self) -> None:
        """Wait until it is this seat's turn, and the page can act."""
        expect(self.page).to_have_title(re.compile(r"^Your turn"))
        expect(self.buttons.or_(self.lit()).or_(self.aims()).first).to_be_visible()

    def asked_or_over(self) -> bool:
        """Wait for one's turn or the end; whether it is one's turn."""
        turn = self.buttons.or_(self.lit()).or_(self.aims())
        expect(turn.or_(self.ending).first).to_be_visible()
        return not self.ending.is_visible()

    # What can be done

    def answer(self) -> None:
        """Give one answer: build or attack where something lights up for it, else let a card go."""
        before = self.prompt.inner_text()
        if self.buttons.count():
            return self._press_golden()
        for verb in ("Build", "Attack"):
            if self.lit(verb).count():
                self.press(self.lit(verb).first)
                break
        else:
            if self.aims().count():
                self.press(self.aims().first)
                return self._press_golden() if self.twice else None
            self.press(self.lit().last)
        expect(self.prompt).not_to_have_text(before)
        self._finish()

    def _finish(self) -> None:
        """Point at what lights up now, or press the golden button."""
        for target in (self.lit("Build"), self.aims()):
            if target.count():
                self.press(target.first)
                return self._press_golden() if self.twice else self._second_thought()
        return self._press_golden()

    def _press_golden(self) -> None:
        self.press(self.buttons.last)
        self._second_thought()

    def _second_thought(self) -> None:
        """Some answers are asked for twice."""
        again = self.button(re.compile("all the same$"))
        if again.is_visible():
            self.press(again)

    def play_to_the_end(self) -> int:
        """Play until it is over; returns how many answers that took."""
        for played in range(LONGEST):
            if not self.asked_or_over():
                return played
            self.answer()
        raise AssertionError(f"not over after {LONGEST} answers")


# Two people


def two(come: People, **more: object) -> tuple[Person, Person, Seat, Seat]:
    """Ann and Bob, each with a browser, at a table in play; Ann is the host and sits first."""
    ann, bob = come("Ann"), come("Bob")
    table = ann.host(ME, OPEN, **more)
    ann.sit(table)
    sit_down(bob, table)
    say_ready(bob)
    seats = Seat(ann.page), Seat(bob.page)
    for seat in seats:
        expect(seat.prompt).to_be_visible()
    return ann, bob, *seats


def sit_down(person: Person, table: str) -> None:
    person.sit(table)
    person.page.get_by_role("button", name=re.compile("^Sit down")).first.click()


def say_ready(person: Person) -> None:
    person.page.get_by_role("button", name="I am ready").click()


def whose_turn(*seats: Seat) -> Seat:
    """Wait until one of several people at browsers of their own is asked."""
    for _ in range(PATIENCE // 50):
        for seat in seats:
            if seat.page.title().startswith("Your turn"):
                return seat
        seats[0].page.wait_for_timeout(50)
    raise AssertionError("nobody is asked")
