"""Time: clocks, the pace of bots, deadlines that survive a crash, and tables that sleep."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest

import ludarium
from ludarium.core.errors import InvalidInput
from ludarium.server import wire
from ludarium.server.forms import Chair, Settings
from ludarium.server.guests import Guest
from ludarium.server.hall import HORIZON
from ludarium.server.problems import Conflict, Unavailable
from ludarium.server.store.rows import Write
from ludarium.server.workers import Closed
from server.people import House, in_house, refused

ANN = Guest("ann", "Ann")
DAY = 86_400


def move(seconds: int) -> wire.ClockRule:
    return wire.ClockRule("move", seconds)


# Clocks


@in_house
async def test_the_clock_of_whoever_is_asked_runs(house: House) -> None:
    _, ann, bob = await house.two(clock=move(30))
    house.clock.wait(10)
    await bob.order(wire.Act("bad", 1, "build E1 F6"))
    assert bob.clock == {"at": house.clock() - 10_000, "left": [30_000, 30_000], "running": [1]}
    await bob.act("stock E1")
    await ann.settle()
    assert ann.clock == {"at": house.clock(), "left": [30_000, 30_000], "running": [0]}


@in_house
async def test_when_time_is_up_the_games_own_answer_is_played(house: House) -> None:
    id, ann, bob = await house.two(clock=move(30))
    house.clock.wait(29)
    await house.ring(id)
    assert house.bots.asked == [] and house.table(id).next_wake() == house.clock() + 1000
    house.clock.wait(1)
    await house.ring(id)
    assert house.bots.asked == [(1, "steady", True)]
    assert bob.events[-2:] == ["table.timeout", "stock"] and bob.log[-2]["seat"] == 1
    assert ann.ask is not None and not ann.seat(1).get("held")
    for page in (ann, bob):
        page.check_view()


@in_house
async def test_an_answer_in_the_last_moment_counts(house: House) -> None:
    id, _, bob = await house.two(clock=move(30))
    house.clock.wait(30)
    house.bots.may_answer.clear()
    ringing = house.hall._spawn(house.ring(id))
    while not house.bots.asked:
        await bob.settle()
    await bob.act("stock F6")
    house.bots.may_answer.set()
    await ringing
    assert "table.timeout" not in bob.events and bob.log[-1]["card"] == "F6"


@in_house
async def test_a_match_clock_counts_what_each_has_used(house: House) -> None:
    _, ann, bob = await house.two(clock=wire.ClockRule("match", 300, 5))
    house.clock.wait(20)
    await bob.act("stock E1")
    await ann.settle()
    assert ann.clock is not None and ann.clock["left"] == [300_000, 280_000]
    house.clock.wait(10)
    await ann.act("stock A8")
    await bob.settle()
    assert bob.clock is not None and bob.clock["left"] == [290_000, 285_000]


@pytest.mark.parametrize("rule", [move(30), wire.ClockRule("match", 30, 5)])
def test_who_takes_back_gains_no_time(tmp_path: object, rule: wire.ClockRule) -> None:
    @in_house
    async def story(house: House) -> None:
        _, ann, bob = await house.two(clock=rule)
        for round in range(3):
            house.clock.wait(5)
            await bob.act("stock E1", id=f"a{round}")
            house.clock.wait(1)
            await bob.order(wire.Undo(f"u{round}"))
            assert bob.clock is not None and bob.clock["running"] == [1]
            assert bob.clock["left"][1] == 25_000 - 5_000 * round
        await bob.act("stock E1")
        await ann.settle()
        assert ann.clock is not None and ann.clock["left"][0] == 30_000

    story(tmp_path)


@in_house
async def test_at_a_kids_table_no_clock_runs(house: House) -> None:
    id, ann, _ = await house.two(kids=True, clock=move(30), options={"ruleset": "apprentice"})
    assert ann.clock is None and ann.table.get("clock", {}).get("mode", "none") == "none"
    assert house.table(id).next_wake() is None


@in_house
async def test_a_table_becomes_a_kids_table_without_its_clock(house: House) -> None:
    options = {"ruleset": "apprentice"}
    id = await house.create(Chair("me"), Chair("open"), clock=move(30), options=options)
    await house.hall.change(id, ANN, Settings(kids=True))
    assert (await house.hall.table(id, ANN)).clock == wire.ClockRule()


@in_house
async def test_odd_clocks_are_refused_and_change_nothing(house: House) -> None:
    for rule in (wire.ClockRule("move"), wire.ClockRule("days", 5), wire.ClockRule("none", 3)):
        with pytest.raises(InvalidInput, match="clock"):
            await house.create(Chair("me"), Chair("open"), clock=rule)
    id = await house.create(Chair("me"), Chair("open"))
    with pytest.raises(InvalidInput, match="clock"):
        await house.hall.change(id, ANN, Settings(clock=move(-1), name="New"))
    assert (await house.hall.table(id, ANN)).name == "Tears of Nature"


@in_house
async def test_the_clock_is_settled_before_the_start(house: House) -> None:
    id, _, _ = await house.two()
    with refused(Conflict, "begun"):
        await house.hall.change(id, ANN, Settings(clock=move(30)))


@in_house
async def test_over_days_nobody_is_replaced_for_being_away(house: House) -> None:
    id, ann, bob = await house.two(clock=wire.ClockRule("days", 3 * DAY), grace=60)
    await bob.close()
    house.clock.wait(DAY)
    await house.ring(id)
    assert "held_from" not in ann.seat(1) and not ann.seat(1).get("held")


# Crashes and clocks


@in_house
async def test_days_go_by_while_the_server_is_down(house: House) -> None:
    id, _, _ = await house.two(clock=wire.ClockRule("days", DAY))
    await house.crash(down=2 * DAY)
    assert [due[0] for due in await house.disk.due(house.clock())] == [id]
    await house.hall.look_round()
    await house.ring(id)
    ann = await house.page(id, "Ann")
    assert "table.timeout" in ann.events and ann.ask is not None


@in_house
async def test_live_clocks_do_not_run_while_the_server_is_down(house: House) -> None:
    id, _, _ = await house.two(clock=move(30))
    await house.crash(down=3600)
    bob = await house.page(id, "Bob")
    assert bob.clock is not None and bob.clock["left"][1] == 30_000
    house.clock.wait(29)
    await house.ring(id)
    assert house.bots.asked == []
    house.clock.wait(1)
    await house.ring(id)
    assert "table.timeout" in bob.events


@in_house
async def test_downtime_is_left_out_once_however_often_the_table_sleeps(house: House) -> None:
    id, _, _ = await house.two(clock=move(3600))
    await house.crash(down=100)
    for _ in range(3):
        bob = await house.page(id, "Bob")
        await bob.close()
        await house.fall_asleep(id)
    bob = await house.page(id, "Bob")
    assert bob.clock is not None and bob.clock["left"][1] == (3600 - 3 * 60) * 1000


@in_house
async def test_the_alarm_is_kept_with_the_table(house: House) -> None:
    id, _, bob = await house.two(clock=wire.ClockRule("days", 3 * DAY))
    deadline = house.clock() + 3 * DAY * 1000
    assert await house.disk.due(deadline) == [(id, deadline)]
    house.clock.wait(60)
    await bob.act("stock E1")
    assert await house.disk.due(deadline) == []
    assert await house.disk.due(deadline + 60_000) == [(id, deadline + 60_000)]


# Bots


@in_house(pace=900)
async def test_bots_take_their_time_while_somebody_watches(house: House) -> None:
    id = await house.create(
        Chair("me"), Chair("bot"), seed="7", options={"ruleset": "practitioner"}
    )
    ann = await house.page(id, "Ann")
    assert house.table(id).next_wake() == house.clock()  # nobody was there when it began
    await house.ring(id)
    await ann.act("stock A8")
    assert house.table(id).next_wake() == house.clock() + 900
    known = len(house.bots.asked)
    await house.ring(id)
    assert len(house.bots.asked) == known
    house.clock.wait(0.9)
    await house.ring(id)
    assert len(house.bots.asked) > known and ann.ask is None


@in_house
async def test_a_bots_move_is_due_after_a_crash(house: House) -> None:
    id = await house.create(
        Chair("me"), Chair("bot"), seed="7", options={"ruleset": "practitioner"}
    )
    await house.crash()
    assert await house.disk.due(house.clock()) == [(id, house.clock())]
    await house.hall.look_round()
    await house.ring(id)
    assert (await house.page(id, "Ann")).ask is not None


@in_house
async def test_a_closed_workshop_is_no_defect(house: House) -> None:
    """The workers end before the table does: it goes on after the next start."""
    id = await house.create(
        Chair("me"), Chair("bot"), seed="7", options={"ruleset": "practitioner"}
    )

    async def closed(*given: object, **more: object) -> str:
        raise Closed("the workers are closed")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(house.bots, "choose", closed)
        await house.ring(id)
    assert not house.sleeps(id)
    await house.ring(id)
    assert (await house.page(id, "Ann")).ask is not None


@in_house(alarms=True)
async def test_bots_play_a_whole_match_by_themselves(house: House) -> None:
    chairs = [Chair("bot"), Chair("bot", bot="random"), Chair("bot")]
    id = await house.create(*chairs, seed="1")
    async with asyncio.timeout(60):
        while (await house.hall.table(id, ANN)).status != "over":
            await asyncio.sleep(0)
    assert ludarium.verify(await house.hall.record(id)).proven
    assert {bot for _, bot, _ in house.bots.asked} == {"steady", "random"}


@in_house(alarms=True)
async def test_after_a_crash_bots_go_on_as_soon_as_the_house_is_open(house: House) -> None:
    house.bots.may_answer.clear()
    id = await house.create(Chair("bot"), Chair("bot"), seed="1")
    await house.crash()
    house.bots.may_answer.set()
    await house.hall.open()
    async with asyncio.timeout(60):
        while house.sleeps(id) or house.table(id).status != "over":
            await asyncio.sleep(0)
    assert ludarium.verify(await house.hall.record(id)).proven


@in_house(alarms=True)
async def test_what_is_due_rings_by_itself(house: House) -> None:
    id, _, bob = await house.two(clock=move(30))
    house.clock.wait(30)
    table = house.table(id)
    house.hall.schedule(table)
    await bob.until(lambda: "table.timeout" in bob.events)
    assert table.timer is not None  # for Ann's clock


@in_house(alarms=True)
async def test_an_alarm_for_something_that_is_no_longer_due_does_not_ring_on_and_on(
    house: House,
) -> None:
    """Bob was to be replaced, the server crashed, and now nobody waits for him."""
    id, _, bob = await house.two(grace=60)
    await bob.close()
    wake = house.table(id).row.wake
    assert wake == house.clock() + 60_000
    await house.crash(down=120)
    assert await house.disk.due(house.clock()) == [(id, wake)]
    await house.hall.look_round()
    assert house.table(id).timer is None
    await house.ring(id)
    assert await house.disk.due(house.clock()) == []
    await house.fall_asleep(id)


@in_house
async def test_a_bot_that_fails_does_not_end_the_table(house: House) -> None:
    """Whatever goes wrong in the middle of a bot's turn, the table is read anew and goes on."""
    id = await house.create(
        Chair("me"), Chair("bot"), seed="7", options={"ruleset": "practitioner"}
    )
    ann = await house.page(id, "Ann")
    house.bots.mind = lambda legal: "juggle"
    house.hall._ring(house.table(id))
    await ann.until(lambda: ann.bye is not None)
    assert ann.bye["code"] == "restart"
    house.bots.mind = lambda legal: legal[0]
    ann = await house.page(id, "Ann")
    await house.ring(id)
    assert ann.ask is not None


@in_house
async def test_a_bots_move_that_cannot_be_kept_is_made_again(house: House) -> None:
    id = await house.create(
        Chair("me"), Chair("bot"), seed="7", options={"ruleset": "practitioner"}
    )
    house.disk.full = True
    await house.ring(id)
    assert house.sleeps(id)
    house.disk.full = False
    await house.hall.look_round()
    await house.ring(id)
    ann = await house.page(id, "Ann")
    assert ann.ask is not None and ann.events.count("stock") == 1


@in_house
async def test_a_thought_that_outlives_its_table_is_dropped(house: House) -> None:
    """The table was lost and read anew while a bot was thinking."""
    id = await house.create(
        Chair("me"), Chair("bot"), seed="7", options={"ruleset": "practitioner"}
    )
    house.bots.may_answer.clear()
    old = house.table(id)
    ringing = house.hall._spawn(house.ring(id))
    while not house.bots.asked:
        await asyncio.sleep(0)
    house.disk.full = True
    with refused(Unavailable, "not_saved"):
        await house.hall.change(id, ANN, Settings(name="Lost"))
    house.disk.full = False
    ann = await house.page(id, "Ann")
    assert house.table(id) is not old
    house.bots.may_answer.set()
    await ringing
    assert [row.n for row in await house.disk.store.log(id)] == [1]
    await house.ring(id)
    assert ann.ask is not None


# Sleeping


@in_house
async def test_a_table_that_nobody_is_at_falls_asleep_and_is_forgotten(house: House) -> None:
    id, ann, bob = await house.two()
    table = weakref.ref(house.table(id).lock)  # a table itself has no room for such a mark
    for page in (ann, bob):
        await page.close()
    house.pages.clear()
    ann = bob = None
    await house.fall_asleep(id)
    gc.collect()
    assert table() is None


@in_house
async def test_a_table_does_not_sleep_while_somebody_is_there(house: House) -> None:
    id, ann, bob = await house.two()
    await bob.close()
    house.clock.wait(3600)
    await house.hall.look_round()
    assert not house.sleeps(id)
    await ann.close()
    await house.hall.look_round()
    assert not house.sleeps(id)  # they may be back in a moment
    await house.fall_asleep(id)


@in_house
async def test_a_table_does_not_sleep_while_something_is_due_soon(house: House) -> None:
    id, ann, bob = await house.two(clock=move(600))
    await ann.close()
    await bob.close()
    house.clock.wait(600 - HORIZON + 1)
    await house.hall.look_round()
    assert not house.sleeps(id)


@in_house
async def test_a_table_wakes_when_something_is_due(house: House) -> None:
    id, ann, bob = await house.two(clock=move(600))
    await ann.close()
    await bob.close()
    await house.fall_asleep(id)
    house.clock.wait(600 - 60 - 10)
    await house.hall.look_round()
    assert not house.sleeps(id)


@in_house
async def test_waking_takes_up_everything(house: House) -> None:
    id, ann, bob = await house.two(clock=wire.ClockRule("match", 300))
    await bob.act("stock E1")
    await ann.settle()
    await ann.order(wire.Say("s", "Back soon."))
    seen, asked = dict(ann.view), ann.ask
    for page in (ann, bob):
        await page.close()
    await house.fall_asleep(id)
    ann = await house.page(id, "Ann")
    assert (ann.view, ann.ask) == (seen, asked)
    assert ann.seq == len(ann.log) and [line["text"] for line in ann.said] == ["Back soon."]
    assert ann.clock is not None and ann.clock["left"] == [240_000, 300_000]
    ann.check_view()


@in_house
async def test_many_who_knock_at_once_wake_one_table(house: House) -> None:
    id, _, _ = await house.two()
    await house.crash()
    ann, bob, _ = await asyncio.gather(
        house.page(id, "Ann"), house.page(id, "Bob"), house.hall.table(id, None)
    )
    await bob.act("stock E1")
    await ann.settle()
    assert ann.events[-1] == "stock" and len(house.table(id).viewers) == 2


@in_house
async def test_one_table_that_cannot_be_read_keeps_no_other_asleep(house: House) -> None:
    chairs = (Chair("me"), Chair("bot"))
    broken = await house.create(*chairs, seed="7", options={"ruleset": "practitioner"})
    house.clock.wait(1)
    good = await house.create(*chairs, seed="7", options={"ruleset": "practitioner"})
    row = house.table(broken).row
    await house.disk.commit(Write(table=type(row)(**{**fields(row), "options": {"players": 99}})))
    await house.crash()
    assert [id for id, _ in await house.disk.due(house.clock())] == [broken, good]
    await house.hall.look_round()
    assert house.sleeps(broken) and not house.sleeps(good)


def fields(row: object) -> dict[str, object]:
    return {name: getattr(row, name) for name in row.__struct_fields__}


@in_house
async def test_a_store_that_does_not_answer_is_told_in_plain_words(house: House) -> None:
    id, _, _ = await house.two()
    await house.crash()
    house.disk.unreadable = True
    await house.hall.look_round()  # and the house goes on
    with pytest.raises(Unavailable) as problem:
        await house.hall.table(id, ANN)
    assert "secret" not in problem.value.text
    page = await house.watch(id)
    assert page.bye is not None and page.bye["code"] == "restart" and page.bye["retry"]
    house.disk.unreadable = False
    assert (await house.page(id, "Ann")).ask is None


# Closing


@in_house
async def test_closing_tells_everyone_to_come_back(house: House) -> None:
    id, ann, bob = await house.two()
    await house.hall.close()
    for page in (ann, bob):
        await page.until(lambda page=page: page.bye is not None)
        assert page.bye["code"] == "restart" and page.bye["retry"]
        assert page.code == 1012
    late = await house.watch(id)
    assert late.bye is not None and late.bye["code"] == "restart"


@in_house
async def test_closing_lets_what_is_under_way_reach_the_disk(house: House) -> None:
    id, _, bob = await house.two()
    held = asyncio.Event()

    async def slow(write: Write) -> None:
        await held.wait()
        await house.disk.store.commit(write)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(house.disk, "commit", slow)
        bob.send(wire.Act("b", 1, "stock E1"))
        while not house.table(id).lock.locked():
            await asyncio.sleep(0)
        closing = asyncio.create_task(house.hall.close())
        await asyncio.sleep(0)
        held.set()
        await closing
    assert [row.command for row in await house.disk.store.log(id)] == ["start:1", "1:b"]
    await house.crash()
    bob = await house.page(id, "Bob")
    assert (await bob.order(wire.Act("b", 1, "stock E1")))["t"] == "ok"
    assert bob.events.count("stock") == 1


@in_house
async def test_orders_after_closing_are_left_to_the_next_server(house: House) -> None:
    id, _, bob = await house.two()
    bob.reads.clear()
    await house.hall.close()
    bob.send(wire.Act("b", 1, "stock E1"))
    await bob.settle()
    bob.reads.set()
    await bob.close()
    assert bob.bye is not None
    assert len(await house.disk.store.log(id)) == 1
