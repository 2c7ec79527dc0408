"""Taking back: free until somebody else acted or learned something, then by consent."""

from __future__ import annotations

import ludarium
from ludarium.server import wire
from ludarium.server.forms import Chair, NewTable, SeatChange
from ludarium.server.guests import Guest
from ludarium.server.play import lines_of
from ludarium.server.table import SNAPSHOT_EVERY, WISH_HEARD
from server.people import House, Page, in_house, play_on, record_of

ANN, BOB = Guest("ann", "Ann"), Guest("bob", "Bob")

# Bob begins; nobody has to draw before the stock piles are there (see the seed of `two`).
FREE = "stock E1"


THREE_HANDS: dict[str, object] = {
    "ruleset": "master",
    "hands": [
        ["A1", "A2", "A3", "A4", "A5"],
        ["F1", "F2", "F3", "F4", "F5"],
        ["W1", "W2", "W3", "W4", "W5"],
    ],
    "deck": ["E1", "E2", "E3", "E4"],
}


async def three(house: House, third: Chair, **more: object) -> tuple[str, Page, Page]:
    """Ann and Bob at a table with a third, in play."""
    id = await house.create(Chair("me"), Chair("open"), third, **more)
    await house.enter(id, "Bob", seat=1)
    ann, bob = await house.page(id, "Ann"), await house.page(id, "Bob")
    await bob.order(wire.Ready("r"))
    await ann.settle()
    return id, ann, bob


def struck(page: Page) -> list[str]:
    """The lines that are left when what undo lines took back is struck out."""
    gone: set[int] = set()
    for at, line in enumerate(page.log):
        if line["event"] == "table.undo":
            gone |= set(range(at - line["back"], at))
    return [line["event"] for at, line in enumerate(page.log) if at not in gone]


# Free


@in_house
async def test_what_nobody_has_answered_yet_is_taken_back_at_once(house: House) -> None:
    id, ann, bob = await house.two()
    before = dict(bob.view)
    await bob.act(FREE)
    assert bob.may == ["undo", "concede"]
    seen = len(bob.frames)
    assert (await bob.order(wire.Undo("u")))["t"] == "ok"
    await ann.settle()
    assert bob.kinds(seen) == ["ok", "ev"] and bob.view == before
    assert bob.log[-1] == {"event": "table.undo", "seat": 1, "back": 1}
    assert ann.ask is None and bob.ask is not None and bob.ask["n"] == 2
    for page in (ann, bob):
        page.check_view()
    assert (await bob.act("stock F6"))["t"] == "ok"
    assert [str(line) for line in lines_of(await house.disk.store.log(id))][2:] == ["1 stock F6"]


@in_house
async def test_an_answer_that_was_on_its_way_to_what_was_taken_back_is_stale(house: House) -> None:
    _, ann, bob = await house.two()
    await bob.act(FREE)
    await ann.settle()
    assert ann.ask is not None
    await bob.order(wire.Undo("u"))
    answer = await ann.order(wire.Act("late", ann.ask["n"], "stock A8"))
    assert (answer["t"], answer["key"]) == ("no", "not_your_decision")


@in_house
async def test_there_must_be_something_to_take_back(house: House) -> None:
    _, ann, bob = await house.two()
    for page in (ann, bob):
        assert (await page.order(wire.Undo("u")))["key"] == "nothing_to_undo"
        assert "undo" not in page.may and "ask-undo" not in page.may


@in_house
async def test_an_open_attack_can_be_taken_back_until_it_is_answered(house: House) -> None:
    position = {
        "ruleset": "master",
        "hands": [["XEF16", "A1", "A2", "A3", "A4"], ["DEF", "F1", "F2", "W1", "W2"]],
        "empires": [[], [["E3", "F3"]]],
        "deck": ["W3", "W4", "W5", "W6"],
    }
    record = record_of(position)
    id = await house.create(Chair("me"), Chair("open"), record=record)
    await house.enter(id, "Bob", seat=1)
    ann, bob = await house.page(id, "Ann"), await house.page(id, "Bob")
    await bob.order(wire.Ready("r"))
    await ann.settle()
    assert (await ann.act("attack XEF16 1.0"))["t"] == "ok"
    await bob.settle()
    assert bob.ask is not None and bob.ask["kind"] == "defend" and "undo" in ann.may
    await ann.order(wire.Undo("u"))
    await bob.settle()
    assert bob.ask is None and "XEF16" in ann.view["hand"]
    await ann.act("attack XEF16 1.0")
    await bob.settle()
    await bob.act("decline")
    await ann.settle()
    assert "undo" not in ann.may
    await ann.order(wire.Undo("u2"))
    assert ann.table["undo"] == {"by": 0, "waiting": [1]}
    for page in (ann, bob):
        page.check_view()


@in_house
async def test_twice_in_a_row(house: House) -> None:
    """Bob takes back, acts again, takes back again; then Ann has nothing, and Bob neither."""
    _, ann, bob = await house.two()
    for round in range(2):
        await bob.act(FREE, id=f"a{round}")
        assert (await bob.order(wire.Undo(f"u{round}")))["t"] == "ok"
    assert (await bob.order(wire.Undo("u9")))["key"] == "nothing_to_undo"
    await ann.settle()
    assert [line["back"] for line in ann.log if line["event"] == "table.undo"] == [1, 1]


@in_house
async def test_two_actions_of_a_turn_are_taken_back_one_after_the_other(house: House) -> None:
    """Drawing from an open pile tells nobody anything new."""
    _, ann, bob = await house.two()
    await bob.act(FREE)
    await ann.settle()
    await ann.act("stock A8")
    await bob.settle()
    await bob.act("draw stock 0")
    await bob.act("stock A8")
    for undo, events in (("u1", 1), ("u2", 2)):
        assert (await bob.order(wire.Undo(undo)))["t"] == "ok"
        assert "undo" not in bob.table
        assert struck(bob).count("stock") == 2 and bob.events.count("table.undo") == events
    assert bob.ask is not None and bob.ask["kind"] == "draw"
    bob.check_view()


@in_house
async def test_it_is_still_free_after_the_table_slept(house: House) -> None:
    id, ann, bob = await house.two()
    await bob.act(FREE)
    await ann.close()
    await bob.close()
    await house.fall_asleep(id)
    bob = await house.page(id, "Bob")
    assert "undo" in bob.may
    assert (await bob.order(wire.Undo("u")))["t"] == "ok"
    assert bob.log[-1] == {"event": "table.undo", "seat": 1, "back": 1}
    bob.check_view()


@in_house
async def test_it_is_still_free_across_a_snapshot_and_a_crash(house: House) -> None:
    id, ann, bob = await house.two()
    await bob.act(FREE)
    await ann.order(wire.Say("s", "Hm."))
    table = house.table(id)
    while table.live.n % SNAPSHOT_EVERY:  # rows that concern chairs only
        await house.hall.leave(id, ANN, 0)
        await house.page(id, "Ann")
    snapshot = await house.disk.store.snapshot(id, table.live.n)
    assert snapshot is not None and snapshot.n == table.live.n
    await house.crash()
    bob = await house.page(id, "Bob")
    assert (await bob.order(wire.Undo("u")))["t"] == "ok"
    assert "undo" not in bob.table and bob.ask is not None
    bob.check_view()
    bob_again = await house.page(id, "Bob")
    assert bob_again.view == bob.view


@in_house
async def test_after_a_crash_everyone_is_where_undo_left_them(house: House) -> None:
    id, _, bob = await house.two()
    await bob.act(FREE)
    await bob.order(wire.Undo("u"))
    await house.crash()
    bob = await house.page(id, "Bob")
    assert bob.seq == len(bob.log) and bob.events[-2:] == ["stock", "table.undo"]
    assert bob.ask is not None and bob.ask["n"] == 2
    assert (await bob.act("stock F6"))["t"] == "ok"


# By consent


async def not_free(house: House) -> tuple[str, Page, Page]:
    """Bob has stocked, and Ann after him."""
    id, ann, bob = await house.two()
    await bob.act(FREE)
    await ann.settle()
    await ann.act("stock A8")
    await bob.settle()
    assert "ask-undo" in bob.may
    return id, ann, bob


@in_house
async def test_what_others_have_answered_needs_their_consent(house: House) -> None:
    _, ann, bob = await not_free(house)
    seen = len(bob.frames)
    assert (await bob.order(wire.Undo("u")))["t"] == "ok"
    assert bob.kinds(seen)[0] == "ok"
    await ann.settle()
    assert ann.table["undo"] == {"by": 1, "waiting": [0]} and "table.undo" not in ann.events
    assert (await ann.order(wire.Consent("c", True)))["t"] == "ok"
    await bob.settle()
    for page in (ann, bob):
        assert page.log[-1] == {"event": "table.undo", "seat": 1, "back": 2}
        assert "undo" not in page.table
        page.check_view()
    assert bob.ask is not None and ann.view["stocks"] == [[], []]
    assert "ask-undo" not in ann.may  # hers was taken back with it
    assert (await ann.order(wire.Undo("u2")))["key"] == "nothing_to_undo"


@in_house
async def test_a_no_leaves_everything_as_it_is(house: House) -> None:
    _, ann, bob = await not_free(house)
    await bob.order(wire.Undo("u"))
    await ann.settle()
    await ann.order(wire.Consent("c", False))
    await bob.settle()
    assert "undo" not in bob.table and "table.undo" not in bob.events
    assert (await ann.order(wire.Consent("c2", True)))["key"] == "no_wish"


@in_house
async def test_everyone_else_has_to_agree(house: House) -> None:
    id, ann, bob = await three(house, Chair("local", name="Cleo"), seed="7")
    cleo = await house.page(id, "Ann", seat=2)
    pages = [ann, bob, cleo]
    first = next(page for page in pages if page.ask)
    await play_on(pages, 3)
    await first.order(wire.Undo("u"))
    assert (first.table["undo"]["by"], first.table["undo"]["waiting"]) == (
        first.you,
        [page.you for page in pages if page.who != first.who],
    )


@in_house
async def test_consent_of_two_is_needed_from_both(house: House) -> None:
    id = await house.create(
        Chair("me"), Chair("open"), Chair("open"), seed="7", options={"ruleset": "practitioner"}
    )
    for seat, who in ((1, "Bob"), (2, "Cleo")):
        await house.enter(id, who, seat=seat)
    pages = [await house.page(id, who) for who in ("Ann", "Bob", "Cleo")]
    for page in pages[1:]:
        await page.order(wire.Ready("r"))
    for page in pages:
        await page.settle()
    first = next(page for page in pages if page.ask)
    await play_on(pages, 3)
    one, two = (page for page in pages if page is not first)
    await first.order(wire.Undo("u"))
    await one.order(wire.Consent("c", True))
    assert one.table["undo"]["waiting"] == [two.you] and "table.undo" not in one.events
    assert (await one.order(wire.Consent("c2", True)))["key"] == "no_wish"
    await two.order(wire.Consent("c", True))
    for page in pages:
        await page.settle()
        page.check_view()
        assert page.events[-1] == "table.undo"


@in_house
async def test_undo_lines_count_the_lines_of_each_audience(house: House) -> None:
    """What is struck out leaves everyone with the lines they had before."""
    id, ann, bob = await house.two()
    watcher = await house.watch(id)
    pages = [ann, bob, watcher]
    before = [page.events for page in pages]
    await play_on([ann, bob], 6, seed=3)
    while any(acts := house.table(id).live.acts):
        asker, other = (ann, bob) if acts[0] else (bob, ann)
        await asker.order(wire.Undo(f"u{asker.seq}"))
        await other.settle()
        if "undo" in other.table:
            await other.order(wire.Consent(f"c{other.seq}", True))
        for page in pages:
            await page.settle()
            page.check_view()
    assert [struck(page) for page in pages] == [[*events, "table.undo"] for events in before]
    assert ann.events.count("table.undo") > 1


@in_house
async def test_an_act_instead_of_an_answer_ends_the_wish(house: House) -> None:
    _, ann, bob = await not_free(house)
    await ann.order(wire.Undo("u"))
    await bob.settle()
    assert bob.table.get("undo") is None  # hers was still free
    await ann.act("stock F3")
    await bob.settle()
    await ann.settle()
    await bob.act("draw deck")
    await ann.order(wire.Undo("u2"))
    await bob.settle()
    assert bob.table["undo"]["by"] == 0
    await bob.act()
    await ann.settle()
    assert "undo" not in ann.table and "undo" not in bob.table
    assert (await bob.order(wire.Consent("c", True)))["key"] == "no_wish"


@in_house
async def test_one_wish_at_a_time(house: House) -> None:
    _, ann, bob = await not_free(house)
    await bob.act("draw deck")
    await bob.order(wire.Undo("u"))
    await ann.settle()
    assert (await ann.order(wire.Undo("u")))["key"] == "other_wish"
    assert (await bob.order(wire.Undo("again")))["t"] == "ok"
    await ann.settle()
    assert ann.table["undo"] == {"by": 1, "waiting": [0]}


@in_house
async def test_a_wish_and_half_an_answer_survive_a_crash(house: House) -> None:
    id, ann, bob = await not_free(house)
    await bob.order(wire.Undo("u"))
    await house.crash()
    ann, bob = await house.page(id, "Ann"), await house.page(id, "Bob")
    assert ann.table["undo"] == {"by": 1, "waiting": [0]}
    assert (await bob.order(wire.Undo("u")))["t"] == "ok"  # sent again, not asked again
    agree = wire.Consent("c", True)
    first = await ann.order(agree)
    assert first["t"] == "ok" and await ann.order(agree) == first
    await house.crash()
    ann = await house.page(id, "Ann")
    assert await ann.order(agree) == first
    assert ann.events.count("table.undo") == 1


@in_house
async def test_what_was_taken_back_by_consent_makes_nothing_else_free(house: House) -> None:
    """Bob has seen the card that he drew and gave back; now he may not redo what was before."""
    _, ann, bob = await not_free(house)
    await bob.act("draw stock 0")  # free by itself: everyone sees the pile
    await bob.act("stock A8")
    await ann.settle()
    await ann.act("draw deck")
    await bob.settle()
    await bob.order(wire.Undo("u1"))
    await ann.settle()
    await ann.order(wire.Consent("c1", True))
    await bob.settle()
    assert bob.ask is not None and bob.ask["kind"] == "action"
    assert (await bob.order(wire.Undo("u2")))["t"] == "ok"
    await ann.settle()
    assert ann.table["undo"] == {"by": 1, "waiting": [0]}


@in_house
async def test_what_another_showed_and_took_back_makes_nothing_free(house: House) -> None:
    _, ann, bob = await not_free(house)
    await ann.order(wire.Undo("u1"))  # free: but Bob has seen her A8
    await bob.settle()
    assert bob.events[-1] == "table.undo" and "undo" not in bob.may
    await bob.order(wire.Undo("u2"))
    await ann.settle()
    assert ann.table["undo"] == {"by": 1, "waiting": [0]}


# Bots mind nothing


@in_house
async def test_against_bots_undo_needs_nobody(house: House) -> None:
    id = await house.create(
        Chair("me"), Chair("bot"), seed="7", options={"ruleset": "practitioner"}
    )
    ann = await house.page(id, "Ann")
    await house.ring(id)
    await ann.act("stock A8")
    await house.ring(id)
    assert ann.ask is not None and "ask-undo" in ann.may
    assert (await ann.order(wire.Undo("u")))["t"] == "ok"
    assert ann.events[-1] == "table.undo" and "undo" not in ann.table
    assert "A8" in ann.view["hand"]
    ann.check_view()
    await ann.act("stock F3")
    await house.ring(id)
    assert ann.ask is not None
    ann.check_view()


@in_house
async def test_a_bots_thought_about_what_was_taken_back_is_dropped(house: House) -> None:
    id = await house.create(
        Chair("me"), Chair("bot"), seed="7", options={"ruleset": "practitioner"}
    )
    ann = await house.page(id, "Ann")
    await house.ring(id)
    await ann.act("stock A8")
    house.bots.may_answer.clear()
    known = len(house.bots.asked)
    ringing = house.hall._spawn(house.ring(id))
    while len(house.bots.asked) == known:
        await ann.settle()
    await ann.order(wire.Undo("u"))
    await ann.act("stock F3")
    house.bots.may_answer.set()
    await ringing
    ann.check_view()
    rows = await house.disk.store.log(id)
    assert [row.kind for row in rows][:5] == ["start", "act", "act", "undo", "act"]
    assert len({row.command for row in rows}) == len(rows)


@in_house
async def test_bots_wait_while_people_think_about_a_wish(house: House) -> None:
    id, ann, bob = await three(house, Chair("bot"), record=record_of(THREE_HANDS))
    await ann.act("discard A1")
    await bob.settle()
    await bob.act("discard F1")
    await ann.settle()
    await ann.order(wire.Undo("u"))
    await house.ring(id)
    assert ann.table["undo"] == {"by": 0, "waiting": [1]} and house.bots.asked == []
    assert house.table(id).next_wake() == house.clock() + WISH_HEARD
    house.clock.wait(WISH_HEARD / 1000)
    await house.ring(id)
    assert house.bots.asked == [(2, "steady", False)] and "undo" not in ann.table


@in_house
async def test_bots_go_on_at_once_after_a_no(house: House) -> None:
    id, ann, bob = await three(house, Chair("bot"), record=record_of(THREE_HANDS))
    await ann.act("discard A1")
    await bob.settle()
    await bob.act("discard F1")
    await ann.settle()
    await ann.order(wire.Undo("u"))
    await bob.settle()
    await bob.order(wire.Consent("c", False))
    await house.ring(id)
    assert house.bots.asked == [(2, "steady", False)]


@in_house
async def test_a_held_chair_is_not_asked(house: House) -> None:
    id, _, bob = await not_free(house)
    await house.hall.leave(id, ANN, 0)
    await bob.order(wire.Undo("u"))
    assert bob.events[-1] == "table.undo" and "undo" not in bob.table


@in_house
async def test_who_leaves_while_being_asked_minds_nothing(house: House) -> None:
    id, _, bob = await not_free(house)
    await bob.order(wire.Undo("u"))
    assert bob.table["undo"]["waiting"] == [0]
    await house.hall.leave(id, ANN, 0)
    await bob.settle()
    assert bob.events[-2:] == ["table.left", "table.undo"] and "undo" not in bob.table
    bob.check_view()


@in_house
async def test_who_is_away_while_being_asked_minds_nothing_after_their_grace(house: House) -> None:
    id, ann, bob = await not_free(house)
    await bob.order(wire.Undo("u"))
    await ann.close()
    house.clock.wait(60)
    await house.ring(id)
    assert bob.events[-2:] == ["table.held", "table.undo"]
    assert bob.ask is not None
    bob.check_view()


@in_house
async def test_a_wish_goes_with_the_one_who_had_it(house: House) -> None:
    id, ann, bob = await not_free(house)
    await bob.order(wire.Undo("u"))
    await house.hall.change_seat(id, ANN, 1, SeatChange("kick"))
    await ann.settle()
    assert "undo" not in ann.table


# Ends


@in_house
async def test_a_concession_stands(house: House) -> None:
    _, ann, bob = await house.two()
    await bob.act(FREE)
    await bob.order(wire.Concede("c"))
    await ann.settle()
    for page in (ann, bob):
        assert page.may == [] and page.over is not None
        assert (await page.order(wire.Undo("u")))["key"] == "over"


@in_house
async def test_what_is_taken_back_is_not_in_the_record(house: House) -> None:
    id, ann, bob = await not_free(house)
    await bob.order(wire.Undo("u"))
    await ann.settle()
    await ann.order(wire.Consent("c", True))
    await play_on([bob, ann], 1000)
    record = await house.hall.record(id)
    verdict = ludarium.verify(record)
    assert verdict.proven and verdict.finished
    stood = [line for line in record.splitlines() if line[:2] in ("0 ", "1 ")]
    played = [row for row in await house.disk.store.log(id) if row.kind == "act"]
    assert len(stood) == len(played) - 2


@in_house
async def test_a_shuffle_that_was_taken_back_is_the_same_again(house: House) -> None:
    """Nature has one answer to one question, however often it is asked: the seed proves it."""
    position = {
        "ruleset": "master",
        "hands": [["A1", "A2", "A3", "A4", "A5"], ["F1", "F2", "F3", "F4", "F5"]],
        "deck": ["W1"],
        "discard": ["W2", "W3", "W4", "W5", "W6", "W7", "W8"],
    }
    id = await house.create(Chair("me"), Chair("local"), record=record_of(position))
    ann, bob = [await house.connect(id, key.token, "Ann") for key in await house.keys(id, "Ann")]
    await ann.act("discard A1")
    await bob.settle()
    await bob.act("discard F1")
    await ann.settle()
    await ann.act("discard A2")  # Bob draws, and there is nothing left to draw from
    shuffled = (await house.disk.store.log(id))[-1]
    assert any("shuffle" in str(line) for line in shuffled.lines)
    await ann.order(wire.Undo("u"))
    await ann.act("discard A2")
    again = (await house.disk.store.log(id))[-1]
    assert again.n == shuffled.n + 2 and again.lines == shuffled.lines


# What the rules call final

RISING = {
    "players": 3,
    "phase": "respawn",
    "turn": 1,
    "fallen": [0],
    "seats": [
        {"champion": "dace", "hand": ["A01", "A06"], "hp": 0},
        {"champion": "ilo", "hand": ["S01", "T02"]},
        {"champion": "bramble", "hand": ["S02", "T01"]},
    ],
    "source": ["A02", "A07", "A15", "A16", "A21", "S04", "S10", "B04"],
}


async def fighters(house: House) -> tuple[str, list[Page]]:
    """Three people at one browser, and a Champion that rises again."""
    match = ludarium.game("galatune", trading="off").start(seed="7", position=RISING)
    new = NewTable("galatune", [Chair("me"), *[Chair("local")] * 2], record=match.record())
    id = await house.hall.create(house.guest("Ann"), new)
    return id, [await house.connect(id, key.token, "Ann") for key in await house.keys(id, "Ann")]


async def give(page: Page, answer: str) -> None:
    await page.settle()
    assert (await page.act(answer))["t"] == "ok"


async def in_window(house: House) -> tuple[str, list[Page]]:
    """One has risen, all have planned: only the third can trap anything."""
    id, pages = await fighters(house)
    plans = ("respawn keep", "hold", "act S01 1", "hold")
    for page, answer in zip((pages[0], *pages), plans, strict=True):
        await give(page, answer)
    return id, pages


@in_house
async def test_undo_is_offered_until_somebody_has_given_a_final_answer(house: House) -> None:
    _, (ann, bob, cleo) = await fighters(house)
    await give(ann, "respawn keep")
    await ann.settle()
    assert "ask-undo" in ann.may
    await give(bob, "hold")
    for page in (ann, bob, cleo):
        await page.settle()
        assert page.may == ["concede"]
    for page in (ann, bob):
        assert (await page.order(wire.Undo("u")))["key"] == "final"


@in_house
async def test_no_undo_is_offered_for_an_answer_in_a_window(house: House) -> None:
    _, (_, _, cleo) = await in_window(house)
    await give(cleo, "pass")
    await cleo.settle()
    assert cleo.may == ["concede"]
    assert (await cleo.order(wire.Undo("u")))["key"] == "final"


@in_house
async def test_what_may_be_asked_for_tells_nothing_of_answers_in_a_window(house: House) -> None:
    id, (_, _, cleo) = await in_window(house)
    table = await house.hall.awake(id)
    await cleo.settle()
    table.live.acts[0] = table.live.n + 1  # as if the rules had asked her for something since
    before = table.may(0)
    assert "ask-undo" in before
    await give(cleo, "pass")
    assert table.live.finals["2"] == table.live.acts[0]
    assert table.may(0) == before
