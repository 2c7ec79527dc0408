"""A Trap window tells nobody who is asked, who answers, or what, nor by its time.

Every evening is told in several worlds in which chairs 2 and 3 hold and do other things.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from ludarium.server import wire
from ludarium.server.forms import SeatChange
from server.evenings import LEAST, MOST, Deal, Deed, Evening, Twins, is_open, position, tell_alike
from server.people import House
from server.worlds import NAMES, Viewer

pytestmark = pytest.mark.no_cover

PLANS = ("act A14 1", "act S01 1", "hold", "hold")
"""An Attack that T03 and T10 may trap, and a Shield that T01 may."""


@dataclass
class Tale:
    """What chairs 2 and 3 hold and do in one world, by the second in which they do it."""

    cards: Deal
    does: tuple[tuple[int, int, str], ...] = ()


class WindowEvening(Evening):
    """One Trap Phase after the other, until everybody plans again."""

    def __init__(
        self, house: House, pair: Twins, which: int, seed: object, tales: Sequence[Tale],
        lasts: int, own: Sequence[tuple[int, int, str]] = (), around: str = "",
    ) -> None:  # fmt: skip
        super().__init__(house, pair, which, seed)
        self.tale = tales[which]
        self.lasts = lasts
        """Seconds after which the last window closes."""
        self.own = own
        """What is done in all worlds."""
        self.around = around
        """What happens around chair 2 in all worlds, for all to see."""
        self.terms = {"grace": 2 if around == "held" else None}

    async def play(self) -> list[bytes]:
        await self.gather()
        for second, seat, wish in self.tale.does:
            if second < 0:
                await self.stand(seat, wish)
        for seat, plan in enumerate(PLANS):
            if seat < len(self.pages):
                await self.act(seat, plan)
            else:
                self.bots.parts[seat] = deque([plan])
        while is_open(self.viewer, "plan"):
            self.house.clock.wait(self.house.pace / 1000)
            await self.house.ring(self.id)
        does: dict[int, list[Deed]] = {}
        for second, seat, do in sorted([*self.tale.does, *self.own]):
            if second >= 0:
                does.setdefault(second, []).append(partial(self.do, seat, do))
        for second, deed in self.happens():
            does.setdefault(second, []).append(deed)
        await self.pass_time(self.lasts - 1, does)
        assert is_open(self.viewer, "trap"), "the window has closed before its time"
        self.house.clock.wait(1)
        await self.pass_time(0, {0: does.get(self.lasts, [])})
        assert is_open(self.viewer, "plan"), "the window has not closed in time"
        await self.meanwhile()
        return self.heard

    async def do(self, seat: int, do: str) -> None:
        if seat >= len(self.pages):
            return  # a bot has done it already
        if do.startswith("pass_"):
            await self.stand(seat, do)
        elif do == "resign":
            await self.pages[seat].order(wire.Concede(self.order_id(seat)))
        elif self.pages[seat] not in self.away:
            await self.act(seat, do)

    async def stand(self, seat: int, wish: str) -> None:
        order = wire.Stand(self.order_id(seat), wish)
        assert (await self.pages[seat].order(order))["t"] == "ok"

    def happens(self) -> list[tuple[int, Deed]]:
        return {
            "": [],
            "held": [(0, self.go_out)],
            "goes and comes": [(0, self.go_out), (1, self.come_in)],
            "kicked": [(1, self.kick)],
            "crash": [(1, self.crash)],
            "resigns": [(1, partial(self.do, 3, "resign"))],
        }[self.around]

    async def go_out(self) -> None:
        self.away.append(self.pages[2])
        await self.pages[2].close()
        await self.settle()

    async def come_in(self) -> None:
        self.pages[2] = await self.come(2)

    async def kick(self) -> None:
        self.away.append(self.pages[2])
        host = self.house.guest(NAMES[0])
        await self.house.hall.change_seat(self.id, host, 2, SeatChange("kick"))


QUICK = (
    Tale(("A02", "A10")),
    Tale(("T01", "A10"), ((0, 2, "pass"),)),
    Tale(("T01", "A10"), ((3, 2, "pass"),)),
    Tale(("A02", "T03"), ((2, 3, "pass"),)),
    Tale(("T01", "T10"), ((1, 2, "pass"), (3, 3, "pass"))),
    Tale(("T01", "T03"), ((-1, 2, "pass_turn"), (2, 3, "pass_quiet"))),
)
"""Nobody is asked, or some are, and pass in time."""
SLOW = (
    Tale(("T01", "A10"), ((9, 2, "pass"),)),
    Tale(("A02", "T03"), ((9, 3, "pass"),)),
    Tale(("T01", "T03"), ((1, 3, "pass"), (9, 2, "pass_turn"))),
)
"""Somebody takes nine seconds."""
NEVER = (
    Tale(("T01", "A10")),
    Tale(("A02", "T10")),
    Tale(("T01", "T03"), ((19, 2, "pass"),)),
    Tale(("T01", "T03")),
)
"""Somebody's time runs out."""
SPRUNG = (
    Tale(("A02", "A10")),
    Tale(("T10", "A10"), ((2, 2, "trap T10 p0"),)),
    Tale(("T01", "A10"), ((2, 2, "trap T01 p1"), (5, 2, "pass"))),
    Tale(("A02", "T02"), ((6, 3, "pass"),)),
    Tale(("T03", "T02"), ((0, 2, "pass"), (7, 3, "pass_turn"))),
)
"""Chair 1 springs a Trap; others would have, or could answer it."""
VIEWERS = [0, 1, None]


def windows_alike(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    viewer: Viewer,
    tales: Sequence[Tale],
    lasts: int,
    own: Sequence[tuple[int, int, str]] = (),
    around: str = "",
    bots: int = 0,
    card: str = "L03",
    **options: object,
) -> list[bytes]:
    positions = [position(tale.cards, card) for tale in tales]
    evening = partial(WindowEvening, tales=tales, lasts=lasts, own=own, around=around)
    return tell_alike(
        folder, monkeypatch, viewer, positions, evening, bots, trading="off", **options
    )


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize(
    ("tales", "lasts"), [(QUICK, LEAST), (SLOW, 9), (NEVER, MOST)], ids=["quick", "slow", "never"]
)
def test_a_window_tells_nothing_but_when_it_closes(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    viewer: Viewer,
    tales: Sequence[Tale],
    lasts: int,
) -> None:
    windows_alike(tmp_path, monkeypatch, viewer, tales, lasts)


@pytest.mark.parametrize(("tales", "lasts"), [(QUICK, LEAST), (SLOW, 9)], ids=["quick", "slow"])
def test_whoever_has_answered_does_not_see_who_else_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tales: Sequence[Tale], lasts: int
) -> None:
    own = [(1, 1, "pass")]
    windows_alike(tmp_path, monkeypatch, 1, tales, lasts, own, card="T03")


@pytest.mark.parametrize("viewer", [*VIEWERS, 3])
def test_traps_that_were_not_played_are_never_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, viewer: Viewer
) -> None:
    own = [(1, 1, "trap T03 p0")]
    tales = [tale for tale in SPRUNG if viewer != 3 or tale.cards[1] == "A10"]
    told = windows_alike(tmp_path, monkeypatch, viewer, tales, 2 * LEAST, own, card="T03")
    assert any(b'"event":"trap"' in frame for frame in told)


@pytest.mark.parametrize("around", ["goes and comes", "held", "kicked", "crash", "resigns"])
@pytest.mark.parametrize("viewer", VIEWERS)
def test_nor_does_it_tell_more_whatever_happens_around_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, viewer: Viewer, around: str
) -> None:
    tales = [
        Tale(("A02", "A10")),
        Tale(("T01", "A10"), ((3, 2, "pass"),)),
        Tale(("T01", "A10"), ((-1, 2, "pass_turn"),)),
        Tale(("T03", "A10"), ((0, 2, "pass"),)),
    ]
    lasts = LEAST + (1 if around == "crash" else 0)
    windows_alike(tmp_path, monkeypatch, viewer, tales, lasts, around=around)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_bots_that_are_asked_take_no_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, viewer: Viewer
) -> None:
    tales = [Tale(cards) for cards in (("A02", "A10"), ("T01", "A10"), ("T03", "T10"))]
    windows_alike(tmp_path, monkeypatch, viewer, tales, 1, bots=2, trap_window_min=1)
