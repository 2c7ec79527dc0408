"""Anything in any order: whatever people, bots, time and the disk do, nobody sees a wrong table."""

from __future__ import annotations

import random

import pytest

import ludarium
from ludarium.server import wire
from ludarium.server.forms import Chair, NewTable, SeatChange, Settings
from ludarium.server.guests import Guest
from ludarium.server.play import lines_of
from ludarium.server.problems import Problem
from server.people import SLUG, Gone, House, Page, in_house

PEOPLE = ("Ann", "Bob", "Cleo")


class Evening:
    """A table of three and a spectator, to whom things happen at random."""

    def __init__(self, house: House, seed: int, slug: str) -> None:
        self.house = house
        self.slug = slug
        self.rng = random.Random(seed)
        self.pages: dict[str, Page] = {}
        self.acknowledged: list[str] = []
        self.count = 0
        house.bots.mind = self.rng.choice

    async def begin(self) -> None:
        chairs = [Chair("me"), Chair("open"), self.rng.choice([Chair("bot"), Chair("open")])]
        clock = self.rng.choice([wire.ClockRule(), wire.ClockRule("move", 40)])
        options: dict[str, object] = {"turn_limit": 60}
        if self.slug == SLUG:
            options["ruleset"] = self.rng.choice(["master", "practitioner"])
        new = NewTable(
            self.slug, chairs, seed=str(self.rng.random()), clock=clock, grace=30, options=options
        )
        self.id = await self.house.hall.create(self.house.guest("Ann"), new)
        self.who = PEOPLE[: 2 + (chairs[2].kind == "open")]
        for seat, who in enumerate(self.who):
            await self.house.enter(self.id, who, seat=seat)
            await self.come(who)
        for who in self.who[1:]:
            await self.pages[who].order(wire.Ready("ready"))
        await self.come("watcher")

    async def come(self, who: str) -> None:
        have = self.pages[who].seq if who in self.pages and self.rng.random() < 0.5 else None
        if who == "watcher":
            page = await self.house.watch(self.id)
        else:
            page = await self.house.page(self.id, who, have=have)
        assert page.bye is None, page.bye
        self.pages[who] = page

    async def tell(self, who: str, order: wire.Request) -> wire.Json:
        """Send an order up to three times; all answers are the same."""
        page = self.pages[who]
        answers = [await page.order(order) for _ in range(self.rng.choice((1, 1, 3)))]
        assert all(answer == answers[0] for answer in answers)
        if answers[0]["t"] == "ok" and isinstance(order, (wire.Act, wire.Consent)):
            self.acknowledged.append(f"{page.you}:{order.id}")
        return answers[0]

    async def step(self) -> None:
        self.count += 1
        who, id = self.rng.choice(self.who), f"i{self.count}"
        page = self.pages[who]
        deed = self.rng.random()
        if deed < 0.5:
            await self.act(id)
        elif deed < 0.62:
            await self.tell(who, wire.Undo(id))
        elif deed < 0.74 and "undo" in page.table:
            await self.tell(who, wire.Consent(id, self.rng.random() < 0.7))
        elif deed < 0.80:
            await page.close()
            if self.rng.random() < 0.7:
                self.house.clock.wait(self.rng.choice((1, 31)))
                await self.house.ring(self.id)
            await self.come(who)
        elif deed < 0.84:
            await self.come("watcher")
        elif deed < 0.90:
            self.house.clock.wait(self.rng.choice((1, 20, 41)))
            await self.house.ring(self.id)
        elif deed < 0.93:
            await self.house.hall.leave(self.id, self.house.guest(who), self.who.index(who))
            await self.come(who)
        elif deed < 0.95:
            await self.house.crash(down=self.rng.choice((0, 100)))
            await self.all_come()
        elif deed < 0.97:
            await self.fail()
        elif deed < 0.985:
            await self.sleep()
        else:
            grace = Settings(grace=self.rng.choice((30, 60)))
            await self.house.hall.change(self.id, self.host(), grace)
        await self.house.ring(self.id)

    def host(self) -> Guest:
        """Whoever has the table now: a host who leaves hands it on."""
        return next(
            guest
            for who in self.who
            if (guest := self.house.guest(who)).id == self.house.table(self.id).row.host
        )

    async def act(self, id: str) -> None:
        asked = [who for who in self.who if (self.pages[who].ask or {}).get("options")]
        fresh = [who for who in asked if not self.pages[who].ask.get("answered")]  # type: ignore[union-attr]
        if not asked:
            await self.house.ring(self.id)
            return
        who = self.rng.choice(fresh if fresh and self.rng.random() < 0.8 else asked)
        ask = self.pages[who].ask
        assert ask is not None
        do = self.rng.choice(ask["options"])["do"] if self.rng.random() < 0.9 else "discard WILD"
        await self.tell(who, wire.Act(id, ask["n"], do))

    async def fail(self) -> None:
        """One write is lost: everyone comes back, and what was not kept never was."""
        rows = len(await self.house.disk.store.log(self.id))
        self.house.disk.failing = 1
        who = self.rng.choice(self.who)
        try:
            await self.house.hall.change_seat(
                self.id, self.host(), self.who.index(who), SeatChange("mute")
            )
        except Problem:
            self.house.disk.failing = 0
        assert len(await self.house.disk.store.log(self.id)) == rows
        await self.all_come()

    async def sleep(self) -> None:
        for page in self.pages.values():
            await page.close()
        for _ in range(20):
            if self.house.sleeps(self.id):
                break
            self.house.clock.wait(60)
            await self.house.ring(self.id)
            await self.house.hall.look_round()
        await self.all_come()

    async def all_come(self) -> None:
        for who in (*self.who, "watcher"):
            await self.come(who)

    async def check(self) -> None:
        for page in self.pages.values():
            await page.settle()
            page.check_view()
        told = self.house.table(self.id).live.told
        assert [self.pages[who].seq for who in self.who] == told[: len(self.who)]
        assert self.pages["watcher"].seq == told[-1]


@pytest.mark.parametrize(
    ("slug", "seed"), [*((SLUG, seed) for seed in range(6)), *(("galatune", n) for n in range(4))]
)
def test_anything_in_any_order(tmp_path: object, slug: str, seed: int) -> None:
    @in_house
    async def story(house: House) -> None:
        evening = Evening(house, seed, slug)
        await evening.begin()
        while house.table(evening.id).status == "playing" and evening.count < 150:
            try:
                await evening.step()
            except Gone:
                await evening.all_come()
            await evening.check()
        rows = await house.disk.store.log(evening.id)
        commands = [row.command for row in rows]
        assert [row.n for row in rows] == list(range(1, len(rows) + 1))
        assert len(set(commands)) == len(commands)
        assert evening.acknowledged and set(evening.acknowledged) <= set(commands)
        await finish(house, evening)
        assert ludarium.verify(await house.hall.record(evening.id)).proven
        assert lines_of(await house.disk.store.log(evening.id))

    story(tmp_path)


async def finish(house: House, evening: Evening) -> None:
    """Let everyone leave, and bots play to the end."""
    for seat, who in enumerate(evening.who):
        if house.table(evening.id).status == "playing":
            await house.hall.leave(evening.id, house.guest(who), seat)
    for _ in range(300):
        house.clock.wait(20)
        if house.table(evening.id).status == "over":
            return
        await house.ring(evening.id)
    raise AssertionError("bots do not come to an end")
