"""Questions that nobody may see asked: Galatune's Trap windows at a table with people."""

from __future__ import annotations

from collections.abc import Sequence

import ludarium
from ludarium.server import wire
from ludarium.server.forms import Chair, NewTable
from server.people import House, Page, in_house

# A Shield and an Attack are planned; only chair 2 can trap the Shield, the others' Disarm traps
# nothing yet.
POSITION = {
    "players": 3,
    "phase": "plan",
    "seats": [
        {"champion": "morwen", "hand": ["A14", "T02"]},
        {"champion": "seraphine", "hand": ["S01", "T02"]},
        {"champion": "dace", "hand": ["A01", "T01"]},
    ],
    "source": ["A02"] * 2 + ["A06"] * 3 + ["A10"] * 3 + ["A20"] * 3 + ["S02"] * 3 + ["S03"] * 3,
}
PLANS = ("act A14 1", "act S01 1", "hold")


async def three(
    house: House,
    *,
    hands: Sequence[Sequence[str]] = (),
    chairs: Sequence[Chair] = (Chair("local"), Chair("local")),
    **options: object,
) -> tuple[str, list[Page]]:
    """Three people at one browser, or one and bots, with Galatune in its Plan Phase."""
    seats = [{**seat, "hand": hand} for seat, hand in zip(POSITION["seats"], hands)]
    position = {**POSITION, "seats": seats} if hands else POSITION
    match = ludarium.game("galatune", trading="off", **options).start(seed="7", position=position)
    new = NewTable("galatune", [Chair("me"), *chairs], record=match.record())
    id = await house.hall.create(house.guest("Ann"), new)
    keys = await house.keys(id, "Ann")
    return id, [await house.connect(id, key.token, "Ann") for key in keys]


async def planned(house: House, **options: object) -> tuple[str, list[Page], Page]:
    id, pages = await three(house, **options)
    watcher = await house.watch(id)
    for page, plan in zip(pages, PLANS, strict=True):
        assert (await page.act(plan))["t"] == "ok"
    for page in (*pages, watcher):
        await page.settle()
    return id, pages, watcher


@in_house
async def test_everybody_sees_who_is_ready_and_nobody_what_was_planned(house: House) -> None:
    _, pages = await three(house)
    await pages[0].act("act A14 1")
    await pages[1].settle()
    assert pages[1].view["ready"] == [0]
    assert "sealed" not in pages[1].view and "A14" not in str(pages[1].frames[-1].get("set"))
    assert pages[0].view["sealed"] == "act A14 1"


@in_house
async def test_a_window_tells_nobody_who_is_asked(house: House) -> None:
    _, pages, watcher = await planned(house)
    assert [page.ask and page.ask["kind"] for page in pages] == [None, None, "trap"]
    assert pages[2].frames[-1]["asked"] == [2]
    for page in (pages[0], pages[1], watcher):
        assert page.view["phase"] == "trap" and page.frames[-1].get("asked", []) == []


@in_house
async def test_nothing_is_seen_of_an_answer_before_the_window_has_had_its_time(
    house: House,
) -> None:
    id, pages, watcher = await planned(house)
    others = [pages[0], pages[1], watcher]
    seen = [len(page.frames) for page in others]
    house.clock.wait(1)
    assert (await pages[2].act("trap T01 p1"))["t"] == "ok"
    await house.ring(id)
    for page in others:
        await page.settle()
    assert [len(page.frames) for page in others] == seen
    assert house.table(id).next_wake() == house.clock() + 3000
    house.clock.wait(3)
    await house.ring(id)
    for page in others:
        await page.settle()
        assert page.events[-1] == "trap"
    assert pages[1].ask is not None and pages[1].ask["kind"] == "trap"  # Disarm fits now


@in_house
async def test_a_window_in_which_nobody_can_be_asked_looks_the_same(house: House) -> None:
    id, pages = await three(house)
    for page, plan in zip(pages, ("act A14 1", "hold", "hold"), strict=True):
        await page.act(plan)
    for page in pages:
        await page.settle()
    assert [page.ask for page in pages] == [None, None, None]
    assert pages[0].events[-1] == "play" and pages[0].view["phase"] == "trap"
    house.clock.wait(3.9)
    await house.ring(id)
    assert pages[0].events[-1] == "play"
    house.clock.wait(0.1)
    await house.ring(id)
    await pages[0].settle()
    assert "traps_over" in pages[0].events and pages[0].view["turn"] == 2


@in_house
async def test_whoever_does_not_answer_a_window_passes_unseen(house: House) -> None:
    id, _, watcher = await planned(house)
    house.clock.wait(20)
    house.bots.mind = lambda legal: legal[-1]
    await house.ring(id)
    await watcher.settle()
    assert house.bots.asked == [(2, "steady", True)]
    assert "table.timeout" not in watcher.events and "traps_over" in watcher.events


@in_house
async def test_a_pause_survives_a_crash(house: House) -> None:
    id, pages, _ = await planned(house)
    await pages[2].act("trap T01 p1")
    await house.crash()
    page = await house.page(id, "Ann", seat=0)
    assert page.view["phase"] == "trap" and len(page.view["plays"]) == 2
    house.clock.wait(4)
    await house.ring(id)
    await page.settle()
    assert page.events[-1] == "trap" and len(page.view["plays"]) == 3


@in_house
async def test_a_story_told_in_a_pause_tells_no_more_than_the_table(house: House) -> None:
    id, pages, _ = await planned(house)
    await pages[2].act("trap T01 p1")
    public = await house.hall.story(id, None, "public")
    assert [line["event"] for line in public.frames[-1].log][-1] == "play"
    assert all(frame.asked != [2] for frame in public.frames)


@in_house
async def test_what_was_answered_stands_until_the_window_closes(house: House) -> None:
    """Before and after the last answer, the refusal is the same."""
    _, pages = await three(house, hands=[["A14", "T01"], ["S01", "T03"], ["A01", "T01"]])
    for page, plan in zip(pages, PLANS, strict=True):
        await page.act(plan)
    for page in pages:
        await page.settle()
    said = []
    for page in (pages[1], pages[2], pages[0]):
        assert (await page.act("pass"))["t"] == "ok" and page.ask is None
        refusal = await pages[1].order(wire.Act(f"{page.you}", 2, "trap T03 p0"))
        said.append({**refusal, "id": ""})
        assert pages[1].ask is None and not pages[1].view.get("sealed")
    assert said[0]["key"] == "not_your_decision" and said == said[:1] * 3


@in_house
async def test_a_question_has_a_number_of_its_own_whoever_answered_first(house: House) -> None:
    _, pages = await three(house)
    for seat in (2, 1, 0):
        await pages[seat].act(PLANS[seat])
    await pages[2].settle()
    assert pages[2].ask is not None and (pages[2].ask["kind"], pages[2].ask["n"]) == ("trap", 2)


@in_house(pace=900)
async def test_bots_answer_a_window_at_once_after_having_planned_first(house: House) -> None:
    id, (ann,) = await three(house, chairs=[Chair("bot"), Chair("bot")])
    house.bots.mind = lambda legal: PLANS[1] if PLANS[1] in legal else legal[-1]
    for _ in range(2):
        house.clock.wait(0.9)
        await house.ring(id)
    assert ann.view["ready"] == [1, 2]
    await ann.act(PLANS[0])
    await house.ring(id)
    assert [seat for seat, _, _ in house.bots.asked] == [1, 2, 2]
    assert house.table(id).next_wake() == house.clock() + 4000
    house.clock.wait(4)
    await house.ring(id)
    await ann.settle()
    assert ann.view["turn"] == 2


@in_house
async def test_a_window_opens_anew_for_everybody_when_the_server_was_away(house: House) -> None:
    id, _, _ = await planned(house)
    await house.crash(down=60)
    page = await house.page(id, "Ann", seat=2)
    await house.ring(id)
    assert page.ask is not None and page.ask["kind"] == "trap" and house.bots.asked == []
    assert house.table(id).next_wake() == house.clock() + 20_000


@in_house
async def test_pauses_are_no_part_of_the_record(house: House) -> None:
    id, pages, _ = await planned(house, turn_limit=1)
    await pages[2].act("pass")
    house.clock.wait(4)
    await house.ring(id)
    await pages[0].settle()
    assert pages[0].over is not None
    verdict = ludarium.verify(await house.hall.record(id))
    assert verdict.finished and verdict.proven
    told = await house.hall.story(id, None, "public")
    assert told.finished and [frame.by for frame in told.frames] == [None, 0, 1, 2, None]


@in_house
async def test_whoever_has_left_takes_nothing_back(house: House) -> None:
    _, pages, _ = await planned(house)
    assert (await pages[1].order(wire.Concede("c")))["t"] == "ok"
    assert pages[1].may == []
    assert (await pages[1].order(wire.Undo("u")))["key"] == "nothing_to_undo"


@in_house
async def test_lists_tell_players_when_it_is_their_turn_and_nothing_else(house: House) -> None:
    """Whose turn it is, and when something was last done, is as quiet as the table."""
    match = ludarium.game("galatune", trading="off").start(seed="7", position=POSITION)
    chairs = [Chair("me"), Chair("open"), Chair("open")]
    new = NewTable("galatune", chairs, record=match.record(), grace=None)
    id = await house.hall.create(house.guest("Ann"), new)
    for seat, who in ((1, "Bob"), (2, "Cy")):
        await house.enter(id, who, seat=seat)
    pages = [await house.page(id, who) for who in ("Ann", "Bob", "Cy")]
    for page in pages[1:]:
        await page.order(wire.Ready("ready"))
    for page, plan in zip(pages, PLANS, strict=True):
        await page.settle()
        await page.act(plan)

    async def turns() -> list[tuple[bool, int]]:
        cards = [await house.hall.list_mine(house.guest(who)) for who in ("Ann", "Bob", "Cy")]
        return [(card.your_turn, card.changed) for (card,) in cards]

    since = house.clock()
    assert await turns() == [(False, since), (False, since), (True, since)]
    house.clock.wait(1)
    await pages[2].act("pass")
    await pages[0].order(wire.Say("w", "Psst", to=1))
    assert await turns() == [(False, since)] * 3


# Answers left behind


@in_house
async def test_a_wish_answers_for_a_player_and_lapses_with_the_turn(house: House) -> None:
    id, pages = await three(house)
    assert (await pages[2].order(wire.Stand("s", "pass_turn")))["t"] == "ok"
    for page, plan in zip(pages, PLANS, strict=True):
        await page.act(plan)
    await house.ring(id)
    await pages[2].settle()
    assert pages[2].ask is None
    house.clock.wait(4)
    await house.ring(id)
    await pages[2].settle()
    assert pages[2].view["turn"] == 2 and house.table(id).live.stands == {}


@in_house
async def test_a_wish_to_pass_ends_where_a_trap_is_sprung(house: House) -> None:
    id, pages, _ = await planned(house)
    await pages[1].order(wire.Stand("s", "pass_quiet"))
    await pages[2].act("trap T01 p1")
    house.clock.wait(4)
    await house.ring(id)
    await pages[1].settle()
    assert pages[1].ask is not None and pages[1].ask["kind"] == "trap"


TRAPPERS = (["A14"], ["S01", "T03"], ["A01", "T01"])
"""Chair 1 can trap the Attack, chair 2 the Shield; chair 1 comes first."""


@in_house
async def test_a_trap_that_came_too_late_is_tried_again(house: House) -> None:
    id, pages, watcher = await planned(house, hands=TRAPPERS)
    first, wish = "trap T03 p0", "trap T01 p1"
    assert (await pages[2].order(wire.Stand("s", "trap T01 p7")))["key"] == "no_wish"
    assert (await pages[1].order(wire.Stand("s", wish)))["key"] == "no_wish"  # not in this hand
    await pages[1].act(first)
    await pages[2].act(wish)
    assert (await pages[2].order(wire.Stand("t", wish)))["t"] == "ok"
    await pages[2].settle()
    assert pages[2].frames[-2]["stands"] == [wish]
    for sprung in ([[1, first]], [[1, first], [2, wish]]):
        house.clock.wait(4)
        await house.ring(id)
        for page in (*pages, watcher):
            await page.settle()
        assert watcher.view["plays"][2:] == sprung
    assert house.table(id).live.stands == {}
    assert wish not in str([page.frames for page in pages[:2]]).split(first)[0]


@in_house
async def test_without_the_wish_a_trap_that_came_too_late_is_asked_for_again(house: House) -> None:
    id, pages, _ = await planned(house, hands=TRAPPERS)
    await pages[1].act("trap T03 p0")
    await pages[2].act("trap T01 p1")
    house.clock.wait(4)
    await house.ring(id)
    await pages[2].settle()
    assert pages[2].ask is not None and not pages[2].ask.get("answered")


@in_house
async def test_nobody_is_ever_told_of_a_trap_that_was_not_played(house: House) -> None:
    """Neither the record nor any eyes, and what is told can be verified all the same."""
    id, pages, _ = await planned(house, hands=TRAPPERS)
    await pages[1].act("trap T03 p0")
    await pages[2].act("trap T01 p1")
    house.clock.wait(4)
    await house.ring(id)
    for page in pages[:2]:
        await page.order(wire.Concede(f"c{page.you}"))
    assert house.table(id).status == "over"
    text = await house.hall.record(id)
    assert "1 trap T03 p0" in text and "2 pass" in text and "T01 p1" not in text
    assert ludarium.verify(text).finished
    for eyes in ("public", "all", "2"):
        story = await house.hall.story(id, house.guest("Ann"), eyes)
        assert "trap T01" not in str(story) and "trap T03" in str(story)


@in_house
async def test_a_wish_is_known_to_its_player_only_and_can_be_taken_away(house: House) -> None:
    id, pages = await three(house)
    await pages[0].order(wire.Stand("s", "no_trading"))
    await pages[0].settle()
    assert pages[0].frames[-1]["stands"] == ["no_trading"]
    assert all("no_trading" not in str(page.frames[-1].get("stands")) for page in pages[1:])
    await pages[0].order(wire.Stand("t", "no_trading", yes=False))
    assert house.table(id).live.stands["0"] == {}
    refusal = await pages[0].order(wire.Stand("u", "no_tradin"))
    assert refusal["key"] == "no_wish" and "no_trading" in refusal["text"]


# Whispers


@in_house
async def test_a_whisper_is_heard_by_two(house: House) -> None:
    id, pages = await three(house)
    watcher = await house.watch(id)
    assert (await pages[0].order(wire.Say("w", "Both on Dace?", to=1)))["t"] == "ok"
    for page in (*pages, watcher):
        await page.settle()
    heard = ["Both on Dace?" in str(page.frames) for page in (*pages, watcher)]
    assert heard == [True, True, False, False]
    again = [await house.page(id, "Ann", seat=seat) for seat in (1, 2)]
    assert ["Both on Dace?" in str(page.frames) for page in again] == [True, False]


@in_house
async def test_whispers_are_kept_and_go_on_after_a_crash(house: House) -> None:
    id, pages = await three(house)
    for text in ("Both on Dace?", "Or on Ann?"):
        await pages[0].order(wire.Say(text, text, to=1))
    await house.crash()
    again = [await house.page(id, "Ann", seat=seat) for seat in range(3)]
    heard = [[line["text"] for line in page.said] for page in again]
    assert heard == [["Both on Dace?", "Or on Ann?"]] * 2 + [[]]
    assert (await again[1].order(wire.Say("w", "No.", to=0)))["t"] == "ok"
    await again[0].settle()
    assert [line["text"] for line in again[0].said][-1] == "No."


@in_house
async def test_nobody_whispers_where_that_is_not_allowed(house: House) -> None:
    _, pages = await three(house, whispers="off")
    assert (await pages[0].order(wire.Say("w", "Psst", to=1)))["key"] == "no_whispers"
    _, pages = await three(house)
    assert (await pages[0].order(wire.Say("w", "Psst", to=0)))["key"] == "no_such_player"


# Clocks


@in_house
async def test_the_games_own_clock_gives_each_kind_of_question_its_time(house: House) -> None:
    id, pages = await three(house, clock="live")
    assert house.table(id).settings.clock == wire.ClockRule("move", 90)
    assert pages[0].clock is not None and pages[0].clock["left"] == [90_000] * 3
    for page, plan in zip(pages, PLANS, strict=True):
        await page.act(plan)
    await pages[2].settle()
    assert pages[2].clock is not None and pages[2].clock["running"] == []  # the window has its own


@in_house
async def test_days_leave_windows_open_until_all_have_answered(house: House) -> None:
    id, pages, watcher = await planned(house, clock="correspondence")
    assert house.table(id).settings.clock.mode == "days"
    assert watcher.clock is not None and watcher.clock["running"] == []
    house.clock.wait(3600)
    await house.ring(id)
    await pages[2].settle()
    assert pages[2].ask is not None  # it waits for as long as it takes
    await pages[2].act("pass")
    await house.ring(id)
    await watcher.settle()
    assert "traps_over" in watcher.events


@in_house
async def test_over_days_a_window_is_shown_even_if_nobody_is_asked(house: House) -> None:
    id, pages, watcher = await planned(
        house, hands=(["A14"], ["S01"], ["A01"]), clock="correspondence"
    )
    assert watcher.view["phase"] == "trap" and "traps_over" not in watcher.events
    assert all(page.ask is None for page in pages)
    house.clock.wait(4)
    await house.ring(id)
    await watcher.settle()
    assert "traps_over" in watcher.events
