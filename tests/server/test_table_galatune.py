"""A table of Galatune when something goes amiss: time runs out, people leave, bots sit in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

import ludarium
from ludarium.server import wire
from ludarium.server.forms import Chair, NewTable
from ludarium.server.store.rows import LogRow
from ludarium.server.thinking import Mind, Task
from server.people import Bots, House, Page, in_house

SLUG = "galatune"
LEAST, MOST = 4, 20
"""Seconds that a Trap window is open."""
HANDS = (
    ["A14", "O03", "O05", "L01"],
    ["A06", "S01", "T02"],
    ["A01", "L02", "T01"],
    ["S02", "T03"],
)
SOURCE = ["A02", "A07", "A15", "A16", "A21", "S04", "S10", "B04", "B05", "L04"]
CHAMPIONS = ("morwen", "regent", "dace", "ilo")


def position(**weak: object) -> dict[str, object]:
    """A Plan Phase of four; `weak` is said of chair 2."""
    seats: list[dict[str, object]] = [
        {"champion": champion, "hand": hand, "ap": 2}
        for champion, hand in zip(CHAMPIONS, HANDS, strict=True)
    ]
    seats[0]["used"] = ["A20", "S03"]
    seats[2] |= weak
    return {"players": 4, "phase": "plan", "turn": 1, "seats": seats, "source": SOURCE}


class Late(Bots):
    """The game's own bot answers for those who are late, in this process; else as it was set."""

    async def choose(
        self, slug: str, options: object, bot: str, view: object, seat: int, kind: str,
        legal: list[str], forced: bool = False, **more: Any,
    ) -> str:  # fmt: skip
        self.asked.append((seat, bot, forced))
        if not forced:
            return self.mind(legal)
        raw = msgspec.msgpack.encode(options)
        task = Task(slug, msgspec.Raw(raw), bot, view, seat, kind, legal, True, None, 9.0)  # type: ignore[arg-type]
        return Mind(slug, raw).answer(task)


class Night:
    """Four chairs: people at one browser, and bots on the last ones."""

    def __init__(self, house: House, bots: int = 0) -> None:
        self.house = house
        self.bots = bots
        house.bots = house.hall.workers = Late()  # type: ignore[assignment]
        self.pages: list[Page] = []

    async def gather(self, begin: dict[str, object], **more: Any) -> None:
        options = {"trading": "off", **more.pop("options", {})}
        match = ludarium.game(SLUG, players=4, **options).start(seed="7", position=begin)
        others = [Chair("local")] * (3 - self.bots) + [Chair("bot")] * self.bots
        new = NewTable(SLUG, [Chair("me"), *others], record=match.record(), seed="7", **more)
        self.id = await self.house.hall.create(self.house.guest("Ann"), new)
        keys = await self.house.keys(self.id, "Ann")
        self.pages = [await self.house.connect(self.id, key.token, "Ann") for key in keys]

    async def do(self, seat: int, text: str) -> None:
        """An answer; `wait` lets a Trap window close, and whoever is asked there pass."""
        if text == "wait":
            await self.wait(MOST)
        else:
            answer = await self.pages[seat].act(text)
            assert answer["t"] == "ok", answer
        await self.settle()

    async def all_do(self, *plans: str) -> None:
        for seat, plan in enumerate(plans):
            await self.do(seat, plan)

    async def wait(self, seconds: float) -> None:
        self.house.clock.wait(seconds)
        await self.house.ring(self.id)
        await self.settle()

    async def settle(self) -> None:
        for page in self.pages:
            await page.settle()

    async def rows(self) -> list[LogRow]:
        return await self.house.disk.store.log(self.id)


# Time runs out

NONE = ("hold", "hold", "hold", "hold")
FALL = ("act A14 2", "hold", "hold", "hold")
PRIZE = [(0, "wait"), (0, "prize_source hand")]
TAKEN = [*PRIZE, (0, "pick A01")]
OFFER = [(0, "wait"), (0, "trade_offer 3 A14"), *[(seat, "no_trade") for seat in (1, 2, 3)]]

LATE: dict[str, tuple[Sequence[str], Sequence[tuple[int, str]], int, int, set[str]]] = {
    "plan": (NONE[:3], [], 3, 90, {"hold"}),
    "trap": (("act A14 1", "hold", "hold", "hold"), [], 3, MOST, {"pass"}),
    "prize_source": (FALL, [(0, "wait")], 0, 60, {"prize_source deck"}),
    "prize_card": (FALL, PRIZE, 0, 60, {"pick A01", "pick L02", "pick T01"}),
    "respawn": (FALL, TAKEN, 2, 90, {"respawn keep"}),
    "champion": (FALL, [*TAKEN, (2, "respawn change")], 2, 90, set()),
    "steal": (("act O03 2", *NONE[1:]), [(0, "wait")], 0, 90, {"pick A01", "pick L02", "pick T01"}),
    "give": (("hold", "special 2", "hold", "hold"), [(0, "wait")], 2, 90,
             {"pick A01", "pick L02", "pick T01"}),
    "recover": (("act O05", *NONE[1:]), [(0, "wait")], 0, 90, {"stop"}),
    "trade_offer": (NONE, OFFER[:-1], 3, 90, {"no_trade"}),
    "trade_reply": (NONE, OFFER, 3, 90, {"decline"}),
    "trade_confirm": (NONE, [*OFFER, (3, "trade_reply S02")], 0, 90, {"trade_confirm refuse"}),
}  # fmt: skip
"""By question: plans, what comes after them, who is late, the seconds, what is answered then."""


@pytest.mark.parametrize("kind", LATE)
def test_whoever_is_late_risks_nothing(tmp_path: object, kind: str) -> None:
    plans, steps, seat, seconds, answers = LATE[kind]

    async def evening(house: House) -> None:
        night = Night(house)
        trading = "on" if kind.startswith("trade") else "off"
        begin = position(hp=2, pc=1) if plans == FALL else position()
        await night.gather(begin, options={"clock": "live", "trading": trading}, grace=None)
        await night.all_do(*plans)
        for one, text in steps:
            await night.do(one, text)
        ask, before = night.pages[seat].ask, len(await night.rows())
        assert ask is not None and ask["kind"] == kind
        await night.wait(seconds - 1)
        assert len(await night.rows()) == before, "there was a second left"
        await night.wait(1)
        row = (await night.rows())[before]
        assert row.command == f"time:{seat}.{ask['n']}" and row.seat == seat
        assert row.do in (answers or {option["do"] for option in ask["options"]})
        told = [line["event"] for line in night.pages[1].log]
        assert ("table.timeout" in told) == (kind != "trap"), "nobody may know who was asked"

    in_house(evening)(tmp_path)


# Leaving


@in_house
async def test_a_plan_against_whoever_leaves_is_made_anew_by_people_and_by_bots(
    house: House,
) -> None:
    night = Night(house, bots=2)
    await night.gather(position(), grace=None)
    house.bots.mind = lambda legal: next((do for do in legal if do.endswith(" 1")), legal[-1])
    await house.ring(night.id)
    await night.settle()
    assert night.pages[0].view["ready"] == [2, 3]
    await night.do(0, "act A14 1")
    asked = night.pages[0].ask
    assert (await night.pages[1].order(wire.Concede("c")))["t"] == "ok"
    await night.settle()
    again = night.pages[0].ask
    assert asked is not None and again is not None and again["n"] > asked["n"]
    assert not again.get("answered") and not night.pages[0].view.get("sealed")
    assert "act A14 1" not in [option["do"] for option in again["options"]]
    await house.ring(night.id)
    await night.settle()
    assert night.pages[0].view["ready"] == [2, 3], "bots have planned again"
    await night.do(0, "hold")
    assert night.pages[0].view["phase"] == "trap" and night.pages[1].may == []


@in_house
async def test_what_a_leaver_trapped_is_free_again_in_the_same_window(house: House) -> None:
    night = Night(house, bots=1)
    house.bots.mind = lambda legal: legal[-1]
    await night.gather(position(), options={"turn_limit": 1}, grace=None)
    await house.ring(night.id)
    await night.all_do("act A14 1", "act S01 1", "hold")
    await night.do(2, "trap T01 p1")
    await night.wait(LEAST)
    assert night.pages[0].events[-1] == "trap"
    await night.do(1, "pass")  # on the Trap, which is about to vanish
    await night.pages[2].order(wire.Concede("c"))
    await night.settle()
    page = night.pages[0]
    assert page.view["phase"] == "trap" and page.view["seats"][2]["gone"]
    assert page.view["plays"][2] == [2, None] and page.view["hand_counts"][2] == 0
    await night.wait(MOST)
    assert page.over is not None and page.view["seats"][1]["hp"] == 15, "the Shield has held"
    record = await house.hall.record(night.id)
    verdict = ludarium.verify(record)
    assert verdict.finished and verdict.proven, "it was in a pause, which the record tells"
    assert "clock paused\n2 concede\n" in record and ludarium.replay(record).record() == record
    kept = await house.hall.keep_record(house.guest("Eve"), record)
    assert await house.hall.record(kept) == record
    told = [await house.hall.story(id, None, "public") for id in (night.id, kept)]
    lines = [[line["event"] for frame in one.frames for line in frame.log] for one in told]
    assert lines[0] == lines[1]


@in_house
async def test_when_all_others_have_left_the_last_one_has_won(house: House) -> None:
    night = Night(house, bots=1)
    house.bots.mind = lambda legal: legal[-1]
    await night.gather(position(), grace=None)
    for seat in (0, 2, 1):
        assert (await night.pages[seat].order(wire.Concede("c")))["t"] == "ok"
    await night.settle()
    over = night.pages[0].over
    assert over is not None and over["ranking"][0] == [3]
    assert ludarium.verify(await house.hall.record(night.id)).finished


# A bot sits in


async def apart(house: House, **more: Any) -> tuple[str, Page, Page]:
    """Ann and Bob at two browsers, with two bots; a chair is held after 30 seconds."""
    house.bots = house.hall.workers = Late()  # type: ignore[assignment]
    house.bots.mind = lambda legal: legal[-1]
    match = ludarium.game(SLUG, players=4, trading="off").start(seed="7", position=position())
    chairs = [Chair("me"), Chair("open"), Chair("bot"), Chair("bot")]
    new = NewTable(SLUG, chairs, record=match.record(), seed="7", grace=30, **more)
    id = await house.hall.create(house.guest("Ann"), new)
    await house.enter(id, "Bob", seat=1)
    ann, bob = await house.page(id, "Ann"), await house.page(id, "Bob")
    await bob.order(wire.Ready("ready"))
    await house.ring(id)
    return id, ann, bob


@in_house
async def test_a_plan_of_a_bot_that_sits_in_is_the_owners_to_change(house: House) -> None:
    id, ann, bob = await apart(house)
    assert ann.view["ready"] == [2, 3]
    await bob.close()
    house.clock.wait(30)
    await house.ring(id)
    await house.ring(id)
    assert ann.view["ready"] == [1, 2, 3] and ann.seat(1)["held"]
    bob = await house.page(id, "Bob")
    assert bob.view["sealed"] == "hold" and bob.ask is not None and bob.ask["answered"]
    assert (await bob.act("act S01 1"))["t"] == "ok"
    await ann.act("act A14 1")
    await bob.settle()
    assert bob.view["plays"] == [[0, "act A14 1"], [1, "act S01 1"]]


@in_house
async def test_a_bot_that_sits_in_answers_a_window_and_nobody_notices(house: House) -> None:
    id, ann, bob = await apart(house, clock=wire.ClockRule("move", 90))
    await bob.act("act S01 1")
    await bob.close()
    house.clock.wait(28)
    await ann.act("act A14 1")
    since = house.clock()
    house.clock.wait(2)
    await house.ring(id)
    assert ann.seat(1)["held"] and ann.view["phase"] == "trap"
    lines = ann.seq
    house.clock.wait(1)
    await house.ring(id)
    assert ann.seq == lines and house.table(id).next_wake() == since + 1000 * LEAST
    house.clock.wait(1)
    await house.ring(id)
    assert "traps_over" in ann.events and ann.view["turn"] == 2
    back = await house.page(id, "Bob")
    assert not back.seat(1).get("held") and back.ask is not None and back.ask["kind"] == "plan"
