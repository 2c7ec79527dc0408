"""Tables from first to last: made, listed, played, told again, continued, played once more."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import ludarium
from ludarium.core.errors import InvalidInput
from ludarium.server import telling, wire
from ludarium.server.forms import Chair, NewTable, SeatChange, Settings
from ludarium.server.guests import Guest
from ludarium.server.problems import BadInput, Conflict, Forbidden, NotFound, Unavailable
from server.people import SLUG, House, Page, in_house, play_on, record_of, refused

GOLDEN = sorted((Path(__file__).parent.parent / "golden").glob("*.record"))

ANN, BOB, EVE = Guest("ann", "Ann"), Guest("bob", "Bob"), Guest("eve", "Eve")


async def finished(house: House, **more: object) -> tuple[str, Page, Page]:
    """Ann and Bob, who have played to the end."""
    id, ann, bob = await house.two(**more)
    await play_on([ann, bob], 2000)
    assert ann.over is not None
    return id, ann, bob


def half_a_match() -> str:
    match = ludarium.game(SLUG, ruleset="practitioner", players=2).start(seed="7")
    match.play(1, "stock E1")
    match.play(0, "stock A8")
    return match.record()


# Made


@in_house
async def test_a_table_where_nobody_is_missing_starts_at_once(house: House) -> None:
    for chairs in ((Chair("me"), Chair("bot")), (Chair("me"), Chair("local")), [Chair("bot")] * 3):
        id = await house.create(*chairs)
        assert (await house.hall.table(id, ANN)).status == "playing"


@in_house
async def test_a_table_with_a_free_chair_waits(house: House) -> None:
    id = await house.create(Chair("me"), Chair("open"), Chair("bot"), name=" Friday  night ")
    table = await house.hall.table(id, ANN)
    assert (table.status, table.name, table.options["players"]) == ("gathering", "Friday night", 3)
    assert [(seat.kind, seat.ready, seat.host) for seat in table.seats] == [
        ("person", True, True), ("open", False, False), ("bot", True, False)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("more", "word"),
    [
        ({"options": {"ruleset": "grandmaster"}}, "ruleset"),
        ({"options": {"colour": "blue"}}, "colour"),
        ({"options": {"deck": "/etc/passwd"}}, "deck"),
        ({"options": {"players": 4}}, "chairs"),
        ({"grace": -1}, "grace"),
        ({"name": "x" * 41}, "name"),
        ({"name": "\u202eevil"}, "name"),
        ({"seed": " 7"}, "seed"),
        ({"record": "not a record"}, "record"),
        ({"record": half_a_match(), "upto": -1}, "upto"),
    ],
)
def test_what_cannot_be_is_refused_by_name(
    tmp_path: object, more: dict[str, object], word: str
) -> None:
    @in_house
    async def story(house: House) -> None:
        with pytest.raises((BadInput, InvalidInput), match=word):
            await house.create(Chair("me"), Chair("open"), **more)
        assert house.disk.written == []

    story(tmp_path)


@in_house
async def test_there_is_no_game_of_that_name(house: House) -> None:
    new = NewTable("tears-of-natur", [Chair("me"), Chair("bot")])
    with pytest.raises(InvalidInput, match="tears-of-nature"):
        await house.hall.create(ANN, new)


@in_house
async def test_a_table_that_could_not_be_kept_was_not_made(house: House) -> None:
    house.disk.full = True
    with pytest.raises(Exception, match="full"):
        await house.create(Chair("me"), Chair("bot"))
    house.disk.full = False
    assert await house.hall.list_mine(ANN) == []


@in_house
async def test_an_unknown_table_is_not_found(house: House) -> None:
    for look in (house.hall.table("nowhere", ANN), house.enter("nowhere", "Ann")):
        with refused(NotFound, "no_table"):
            await look


# Lists


@in_house
async def test_open_tables_are_for_everyone_and_end_with_the_match(house: House) -> None:
    id, ann, _ = await house.two(listed=True, name="Come in")
    hidden = await house.create(Chair("me"), Chair("open"))
    (card,) = await house.hall.list_open(EVE)
    assert (card.id, card.name, card.names, card.yours) == (id, "Come in", ["Ann", "Bob"], [])
    assert card.ruleset == "practitioner" and hidden not in str(card)
    await ann.order(wire.Concede("c"))
    assert await house.hall.list_open(EVE) == []


@in_house
async def test_my_tables_say_whose_turn_it_is(house: House) -> None:
    id, _, bob = await house.two()
    assert [card.your_turn for card in await house.hall.list_mine(ANN)] == [False]
    (card,) = await house.hall.list_mine(BOB)
    assert (card.id, card.yours, card.your_turn, card.status) == (id, [1], True, "playing")
    await bob.order(wire.Concede("c"))
    assert [card.your_turn for card in await house.hall.list_mine(BOB)] == [False]
    assert await house.hall.list_mine(EVE) == []


@in_house
async def test_a_host_cannot_list_what_is_over(house: House) -> None:
    id, ann, _ = await house.two()
    await ann.order(wire.Concede("c"))
    await house.hall.change(id, ANN, Settings(listed=True))
    assert await house.hall.list_open(EVE) == []


# The end


@in_house
async def test_at_the_end_everyone_is_told_and_the_seed_is_shown(house: House) -> None:
    id, ann, bob = await house.two()
    watcher = await house.watch(id)
    pledge = ann.table["pledge"]
    assert "seed" not in ann.table
    seen = len(bob.frames)
    await bob.order(wire.Concede("c"))
    assert bob.kinds(seen) == ["ok", "ev", "seat"]
    for page in (ann, bob, watcher):
        await page.settle()
        assert page.over is not None and page.over["reason"] == "concede"
        assert (page.table["status"], page.table["seed"]) == ("over", "7")
        assert page.table["pledge"] == pledge and page.ask is None and page.may == []


@in_house
async def test_the_record_is_proof(house: House) -> None:
    id, ann, _ = await finished(house)
    verdict = ludarium.verify(await house.hall.record(id))
    assert verdict.proven and verdict.finished
    await house.crash()
    assert ludarium.verify(await house.hall.record(id)).proven
    again = await house.page(id, "Ann")
    assert again.over == ann.over and again.view == ann.view


@in_house
async def test_there_is_no_record_before_the_end(house: House) -> None:
    id, _, _ = await house.two()
    waiting = await house.create(Chair("me"), Chair("open"))
    for table in (id, waiting):
        with refused(Conflict, "not_over"):
            await house.hall.record(table)


@in_house
async def test_three_cannot_concede(house: House) -> None:
    id = await house.create(Chair("me"), Chair("bot"), Chair("bot"))
    ann = await house.page(id, "Ann")
    answer = await ann.order(wire.Concede("c"))
    assert (answer["key"], answer["clause"]) == ("cannot_concede", "R-71")
    assert "concede" not in ann.may


# Stories


@in_house
async def test_while_it_is_played_a_story_has_ones_own_eyes_only(house: House) -> None:
    id, _, bob = await house.two()
    await bob.act("stock E1")
    story = await house.hall.story(id, BOB, "1")
    assert story.may == ["1", "public"] and len(story.frames) == 2
    assert story.frames[0].set["hand"] and story.frames[1].do == "stock E1"
    for eyes in ("0", "all"):
        with refused(Forbidden, "not_your_eyes"):
            await house.hall.story(id, BOB, eyes)
    public = await house.hall.story(id, EVE, "public")
    assert "hand" not in public.frames[0].set and public.may == ["public"]
    with refused(NotFound, "no_eyes"):
        await house.hall.story(id, BOB, "7")


@in_house
async def test_people_who_share_a_screen_have_no_private_story(house: House) -> None:
    id = await house.create(Chair("me"), Chair("local"))
    assert (await house.hall.story(id, ANN, "public")).may == ["public"]
    with refused(Forbidden, "not_your_eyes"):
        await house.hall.story(id, ANN, "0")


@in_house
async def test_after_the_end_everyone_may_look_through_all_eyes(house: House) -> None:
    id, _, _ = await finished(house)
    for eyes in ("0", "1", "all", "public"):
        story = await house.hall.story(id, EVE, eyes)
        assert story.finished and story.may == ["public", "all", "0", "1"]
        assert story.names == ["Ann", "Bob"]
    assert story.frames[-1].over is not None


@in_house
async def test_a_kicked_player_keeps_no_eyes(house: House) -> None:
    id, _, _ = await house.two()
    await house.hall.change_seat(id, ANN, 1, SeatChange("kick"))
    with refused(Forbidden, "not_your_eyes"):
        await house.hall.story(id, BOB, "1")


@in_house
async def test_there_is_no_story_before_the_start(house: House) -> None:
    id = await house.create(Chair("me"), Chair("open"))
    with refused(Conflict, "not_begun"):
        await house.hall.story(id, ANN, "public")


# Rematch


@in_house
async def test_a_rematch_keeps_chairs_and_terms_and_lets_the_winner_deal(house: House) -> None:
    id, ann, bob = await house.two(clock=wire.ClockRule("move", 60), grace=5, name="Duel")
    await ann.order(wire.Concede("c"))
    again = await house.hall.rematch(id, ANN)
    for page in (ann, bob):
        await page.settle()
        assert page.table["next"] == again
    table = await house.hall.table(again, ANN)
    assert (table.status, table.name, table.grace) == ("gathering", "Duel", 5)
    assert table.clock == wire.ClockRule("move", 60) and table.origin == "new"
    assert [(seat.name, seat.ready, seat.host) for seat in table.seats] == [
        ("Ann", True, True), ("Bob", False, False)
    ]  # fmt: skip
    assert table.options["ruleset"] == "practitioner"
    assert table.options["previous_winner"] == 1  # TN-2.5
    assert table.pledge != ann.table["pledge"]
    bob = await house.page(again, "Bob")
    await bob.order(wire.Ready("r"))
    assert bob.view["dealer"] == 1
    assert (await house.page(again, "Ann")).ask is not None


@in_house
async def test_who_asks_second_comes_to_the_same_table(house: House) -> None:
    id, ann, _ = await house.two()
    await ann.order(wire.Concede("c"))
    one, two = await asyncio.gather(house.hall.rematch(id, ANN), house.hall.rematch(id, BOB))
    assert one == two
    await house.crash()
    assert await house.hall.rematch(id, ANN) == one


@in_house
async def test_a_rematch_against_bots_starts_at_once(house: House) -> None:
    id = await house.create(Chair("me"), Chair("bot", bot="random"))
    ann = await house.page(id, "Ann")
    await ann.order(wire.Concede("c"))
    again = await house.hall.rematch(id, ANN)
    table = await house.hall.table(again, ANN)
    assert table.status == "playing"
    assert [seat.bot for seat in table.seats] == ["", "random"]


@in_house
async def test_only_those_who_sat_there_ask_for_a_rematch_and_only_at_the_end(house: House) -> None:
    id, ann, _ = await house.two()
    with refused(Conflict, "not_over"):
        await house.hall.rematch(id, ANN)
    await ann.order(wire.Concede("c"))
    with refused(Forbidden, "not_yours"):
        await house.hall.rematch(id, EVE)
    assert "next" not in ann.table


@in_house
async def test_a_rematch_without_its_host_has_a_new_one(house: House) -> None:
    id, _, bob = await house.two()
    await house.hall.change_seat(id, ANN, 0, SeatChange("bot"))
    await bob.order(wire.Concede("c"))
    again = await house.hall.rematch(id, BOB)
    assert [seat.host for seat in (await house.hall.table(again, BOB)).seats] == [False, True]
    await house.hall.change(again, BOB, Settings(name="Mine now"))


@in_house
async def test_a_rematch_that_cannot_be_noted_is_asked_for_again(house: House) -> None:
    id, ann, _ = await house.two()
    await ann.order(wire.Concede("c"))
    house.disk.full = True
    with pytest.raises(Exception, match="full"):
        await house.hall.rematch(id, ANN)
    house.disk.full = False
    again = await house.hall.rematch(id, ANN)
    assert (await house.hall.table(id, ANN)).next == again


# Records


@in_house
async def test_a_match_goes_on_from_a_record(house: House) -> None:
    id = await house.create(Chair("me"), Chair("local"), record=half_a_match())
    table = await house.hall.table(id, ANN)
    assert (table.status, table.origin) == ("playing", "record")
    pages = [await house.connect(id, key.token, "Ann") for key in await house.keys(id, "Ann")]
    assert pages[0].view["stocks"] == [["A8"], ["E1"]]
    assert pages[1].ask is not None and pages[1].ask["kind"] == "draw"
    await play_on(pages, 2000)
    assert pages[0].over is not None
    for page in pages:
        page.check_view()
    assert ludarium.verify(await house.hall.record(id)).proven
    await house.crash()
    page = await house.page(id, "Ann")
    assert page.over == pages[0].over
    story = await house.hall.story(id, ANN, "all")
    assert story.frames[0].set["stocks"] == [["A8"], ["E1"]]


@pytest.mark.parametrize(("upto", "stocks"), [(0, [[], []]), (1, [[], ["E1"]])])
def test_a_match_goes_on_from_any_moment_of_a_record(
    tmp_path: object, upto: int, stocks: list[list[str]]
) -> None:
    @in_house
    async def story(house: House) -> None:
        id = await house.create(Chair("me"), Chair("local"), record=half_a_match(), upto=upto)
        assert (await house.page(id, "Ann", seat=0)).view["stocks"] == stocks

    story(tmp_path)


@in_house
async def test_a_finished_match_does_not_go_on(house: House) -> None:
    match = ludarium.game(SLUG).start(seed="7")
    match.concede(0)
    with pytest.raises(BadInput, match="over"):
        await house.create(Chair("me"), Chair("bot"), record=match.record())


@in_house
async def test_the_options_of_a_record_stand(house: House) -> None:
    id = await house.create(Chair("me"), Chair("open"), record=half_a_match())
    with refused(Conflict, "from_record"):
        await house.hall.change(id, ANN, Settings(options={"ruleset": "master"}))
    with refused(Conflict, "from_record"):
        await house.hall.change_seat(id, ANN, 2, SeatChange("open"))


@in_house
async def test_a_record_is_kept_for_review(house: House) -> None:
    id, _, _ = await finished(house)
    record = await house.hall.record(id)
    kept = await house.hall.keep_record(EVE, record)
    table = await house.hall.table(kept, None)
    assert (table.status, table.origin, table.seed) == ("over", "record", "7")
    assert [card.free for card in await house.hall.list_mine(EVE)] == [0]
    assert await house.hall.record(kept) == record
    told = await house.hall.story(kept, None, "1")
    assert told.finished and told.frames[0].set["hand"]
    page = await house.watch(kept)
    assert page.over is not None and page.seq > 0
    page.check_view()
    with refused(Conflict, "over"):
        await house.enter(kept, "Ann", seat=0)
    with refused(Forbidden, "not_yours"):
        await house.hall.rematch(kept, ANN)


@in_house
async def test_a_record_that_was_kept_tells_the_same_lines_as_its_story(house: House) -> None:
    for path in GOLDEN:
        kept = await house.hall.keep_record(EVE, path.read_text(encoding="utf-8"))
        told = await house.hall.story(kept, None, "public")
        page = await house.watch(kept)
        log = page.log
        while len(log) < page.seq:
            before = page.seq - len(log) + 1
            log = (await page.ask_for(wire.More(before), "lines"))["log"] + log
        lines = [line for frame in told.frames for line in frame.log]
        assert log == telling.forget(lines), path.stem
        assert told.names == [seat["name"] for seat in page.table["seats"]]


@in_house
async def test_an_unfinished_record_is_kept_for_review_too(house: House) -> None:
    record = half_a_match()
    kept = await house.hall.keep_record(EVE, record)
    assert (await house.hall.table(kept, None)).seed == ""
    assert await house.hall.record(kept) == record
    assert len((await house.hall.story(kept, None, "all")).frames) == 3
    page = await house.watch(kept)
    assert page.view["stocks"] == [["A8"], ["E1"]]


@in_house
async def test_a_false_record_is_refused_and_not_kept(house: House) -> None:
    good = half_a_match()
    for bad in ("", "ludarium record 1", good.replace("stock A8", "stock A1"), good + "more\n"):
        with pytest.raises(InvalidInput):
            await house.hall.keep_record(EVE, bad)
    assert await house.hall.list_mine(EVE) == []


# When nothing can be kept


@in_house
async def test_a_change_that_cannot_be_kept_is_not_made(house: House) -> None:
    """Whatever is asked for over HTTP: after the failure everything is as it was."""
    id, ann, bob = await house.two(name="Before")
    before = await house.hall.table(id, ANN)
    changes = (
        lambda: house.hall.change(id, ANN, Settings(name="After", grace=1, watching=False)),
        lambda: house.hall.change_seat(id, ANN, 1, SeatChange("kick")),
        lambda: house.hall.change_seat(id, ANN, 1, SeatChange("hand-over")),
        lambda: house.hall.change_seat(id, ANN, 1, SeatChange("mute")),
        lambda: house.hall.leave(id, BOB, 1),
        lambda: house.hall.links(id, ANN),
        lambda: house.enter(id, "Bob"),
    )
    for change in changes:
        house.disk.full = True
        with pytest.raises(Unavailable) as problem:
            await change()
        assert problem.value.key == "not_saved" and "secret" not in problem.value.text
        house.disk.full = False
        now = await house.hall.table(id, ANN)
        assert [(seat.kind, seat.name, seat.held, seat.muted) for seat in now.seats] == [
            (seat.kind, seat.name, seat.held, seat.muted) for seat in before.seats
        ]
        assert (now.name, now.grace, now.watching) == ("Before", before.grace, True)
    for page in (ann, bob):
        await page.until(lambda page=page: page.bye is not None)
    assert len(await house.disk.store.log(id)) == 1


@in_house
async def test_a_waiting_room_survives_a_full_disk(house: House) -> None:
    id = await house.create(Chair("me"), Chair("open"), Chair("open"))
    changes = (
        lambda: house.hall.change_seat(id, ANN, 1, SeatChange("close")),
        lambda: house.hall.change_seat(id, ANN, 3, SeatChange("open")),
        lambda: house.hall.change(id, ANN, Settings(options={"end_rule": "cold_war"})),
        lambda: house.enter(id, "Bob", seat=1),
    )
    before = await house.hall.table(id, ANN)
    for change in changes:
        house.disk.full = True
        with refused(Unavailable, "not_saved"):
            await change()
        house.disk.full = False
        assert await house.hall.table(id, ANN) == before


@in_house
async def test_a_start_that_cannot_be_kept_has_not_happened(house: House) -> None:
    id = await house.create(Chair("me"), Chair("open"))
    await house.enter(id, "Bob", seat=1)
    bob = await house.page(id, "Bob")
    house.disk.full = True
    bob.send(wire.Ready("r"))
    await bob.until(lambda: bob.bye is not None)
    house.disk.full = False
    assert "view" not in str(bob.frames[1:])
    bob = await house.page(id, "Bob")
    assert bob.table["status"] == "gathering" and not bob.seat(1).get("ready")
    assert (await bob.order(wire.Ready("r")))["t"] == "ok"
    assert bob.table["status"] == "playing"


@in_house
async def test_coming_back_while_nothing_can_be_kept_is_put_off(house: House) -> None:
    id, _, bob = await house.two()
    token = (await house.keys(id, "Bob"))[0].token
    await bob.close()
    house.disk.full = True
    page = await house.connect(id, token, "Bob")
    assert page.bye is not None and page.bye["code"] == "restart" and page.bye["retry"]
    house.disk.full = False
    assert (await house.connect(id, token, "Bob")).you == 1


@in_house
async def test_a_position_begins_as_it_is_written(house: House) -> None:
    """Hands and all; a crash before the first answer changes nothing."""
    position = {"ruleset": "master", "hands": [["A1", "A2"], ["F1", "F2"]], "deck": ["W1", "W2"]}
    id = await house.create(Chair("me"), Chair("local"), record=record_of(position))
    await house.crash()
    page = await house.page(id, "Ann", seat=0)
    assert "A1" in page.view["hand"] and page.ask is not None
    page.check_view()
