"""Questions to several at once: sealed ones, told when all answers are in, and live ones."""

from __future__ import annotations

import pytest

from ludarium.server import wire
from ludarium.server.forms import Chair, NewTable
from server import magpies
from server.people import House, Page, in_house

# With this seed, chair 2 leads; 0 and 1 put gifts into the chest: `give R3`, `give G4`.
SEED = "3"


@pytest.fixture(autouse=True)
def shelf() -> object:
    with magpies.magpies_in_the_house():
        yield


async def three(house: House, *chairs: Chair, **more: object) -> tuple[str, list[Page]]:
    """A table of three at one browser, but for the chairs that are given."""
    locals_ = [Chair("me"), *[Chair("local")] * (2 - len(chairs))]
    new = NewTable(magpies.SLUG, [*locals_, *chairs], seed=SEED, **more)
    id = await house.hall.create(house.guest("Ann"), new)
    keys = await house.keys(id, "Ann")
    return id, [await house.connect(id, key.token, "Ann") for key in keys]


async def settle(pages: list[Page]) -> None:
    for page in pages:
        await page.settle()


@in_house
async def test_a_sealed_answer_is_told_to_nobody_else(house: House) -> None:
    id, pages = await three(house)
    watcher = await house.watch(id)
    others = [*pages[1:], watcher]
    seen = [len(page.frames) for page in others]
    assert (await pages[0].act("give R3"))["t"] == "ok"
    await settle(others)
    for page, since in zip(others, seen, strict=True):
        (ev,) = page.frames[since:]
        assert ev["log"] == [] and ev.get("set", {}) == {} and "R3" not in str(ev)
        assert ev["asked"] == [0, 1]


@in_house
async def test_it_may_be_replaced_and_withdrawn_until_all_are_in(house: House) -> None:
    _, pages = await three(house)
    page = pages[0]
    for order in (wire.Act("a", 1, "give R3"), wire.Act("b", 1, "give R4")):
        assert (await page.order(order))["t"] == "ok"
        assert page.ask is not None and (page.ask["n"], page.ask["answered"]) == (1, True)
    assert (await page.order(wire.TakeBack("c")))["t"] == "ok"
    assert page.ask is not None and page.ask["n"] == 1 and "answered" not in page.ask
    assert (await page.order(wire.TakeBack("d")))["t"] == "no"
    await page.act("give R3")
    await pages[1].act("give G4")
    await settle(pages)
    assert page.ask is None and pages[2].ask is not None
    assert [one.events[-1] for one in pages] == ["gifts"] * 3
    assert "R3" not in page.view["hand"] and "R4" in page.view["hand"]


@in_house
async def test_a_sealed_answer_is_still_in_after_a_crash(house: House) -> None:
    id, pages = await three(house)
    await pages[0].act("give R3")
    await house.crash()
    page = await house.page(id, "Ann", seat=0)
    assert page.ask is not None and (page.ask["n"], page.ask["answered"]) == (1, True)
    other = await house.page(id, "Ann", seat=1)
    await other.act("give G4")
    assert other.events[-1] == "gifts"


@in_house
async def test_the_clock_stops_for_who_has_answered_and_taking_back_gains_nothing(
    house: House,
) -> None:
    _, (page, *_) = await three(house, clock=wire.ClockRule("move", 30))
    house.clock.wait(5)
    await page.act("give R3")
    assert page.clock is not None
    assert (page.clock["running"], page.clock["left"][1]) == ([1], 25_000)
    house.clock.wait(10)
    await page.order(wire.TakeBack("t"))
    assert page.clock is not None and page.clock["running"] == [0, 1]
    assert page.clock["left"][:2] == [25_000, 15_000]


@in_house
async def test_time_is_up_only_for_those_who_have_not_answered(house: House) -> None:
    id, pages = await three(house, clock=wire.ClockRule("move", 30))
    await pages[0].act("give R3")
    house.clock.wait(30)
    await house.ring(id)
    assert house.bots.asked == [(1, "steady", True)]
    assert pages[2].ask is not None and pages[2].events[-2:] == ["table.timeout", "gifts"]


@in_house
async def test_a_bot_that_has_answered_lets_the_table_wait(house: House) -> None:
    """Nothing is due until a person has answered too."""
    id, (page,) = await three(house, Chair("bot"), Chair("bot"))
    await house.ring(id)
    assert [seat for seat, _, _ in house.bots.asked] == [1]
    assert house.table(id).next_wake() is None
    await house.ring(id)
    assert len(house.bots.asked) == 1
    await page.act("give R3")
    await house.ring(id)
    assert len(house.bots.asked) > 1


@in_house
async def test_a_sealed_answer_can_be_undone(house: House) -> None:
    _, pages = await three(house)
    page = pages[0]
    await page.act("give R3")
    assert "undo" in page.may
    assert (await page.order(wire.Undo("u")))["t"] == "ok"
    assert page.log[-1] == {"event": "table.undo", "seat": 0, "back": 0}
    assert page.ask is not None and "answered" not in page.ask
    await page.act("give R4")
    await settle(pages)
    await pages[1].act("give G4")
    await settle(pages)
    assert "R3" in page.view["hand"] and "R4" not in page.view["hand"]


@in_house
async def test_whoever_is_quickest_answers_a_live_question(house: House) -> None:
    id, pages = await three(house)
    await pages[0].act("give R3")
    await pages[1].act("give G4")
    await pages[2].settle()
    await pages[2].act("skip")
    await settle(pages)
    assert all(page.ask is not None and page.ask["kind"] == "rush" for page in pages)
    numbers = [page.ask["n"] for page in pages]
    await pages[1].act("pass")
    await settle(pages)
    assert pages[1].ask is None
    assert [page.ask["n"] for page in (pages[0], pages[2])] == [numbers[0], numbers[2]]
    assert (await pages[2].act("pass"))["t"] == "ok"
    assert house.table(id).live.asked == [0]
