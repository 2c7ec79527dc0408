"""Chairs: who may sit down, who is asked to get up, and what a bot does for those who are away."""

from __future__ import annotations

import pytest

from ludarium.server import wire
from ludarium.server.forms import Chair, SeatChange, Settings
from ludarium.server.guests import Guest
from ludarium.server.problems import BadInput, Conflict, Forbidden
from ludarium.server.tokens import hashed
from server.people import House, in_house, play_on, refused

ANN, BOB, EVE = Guest("ann", "Ann"), Guest("bob", "Bob"), Guest("eve", "Eve")


async def gathering(house: House, *chairs: Chair, **more: object) -> str:
    return await house.create(Chair("me"), *(chairs or (Chair("open"),)), **more)


# Coming in


@in_house
async def test_a_free_chair_can_be_taken_by_its_number(house: House) -> None:
    id = await gathering(house)
    ann = await house.page(id, "Ann")
    entry = await house.enter(id, "Bob", seat=1)
    assert [key.seat for key in entry.keys] == [1] and not entry.host
    await ann.settle()
    assert (ann.seat(1)["name"], ann.seat(1)["kind"]) == ("Bob", "person")


@in_house
async def test_a_taken_chair_cannot(house: House) -> None:
    id = await gathering(house)
    with refused(Conflict, "taken"):
        await house.enter(id, "Bob", seat=0)
    with refused(BadInput, "bad_input"):
        await house.enter(id, "Bob", seat=2)


@in_house
async def test_a_guest_takes_one_chair_unless_invited_to_another(house: House) -> None:
    id = await gathering(house, Chair("open"), Chair("open"))
    await house.enter(id, "Bob", seat=1)
    with refused(Conflict, "seated"):
        await house.enter(id, "Bob", seat=2)
    links = await house.hall.links(id, ANN)
    entry = await house.enter(id, "Bob", token=links.seats["2"])
    assert [key.seat for key in entry.keys] == [1, 2]


@in_house
async def test_a_host_who_leaves_hands_the_table_on(house: House) -> None:
    id = await gathering(house)
    await house.enter(id, "Bob", seat=1)
    await house.hall.leave(id, ANN, 0)
    await house.hall.change_seat(id, BOB, 0, SeatChange("bot"))
    with refused(Forbidden, "not_host"):
        await house.hall.links(id, ANN)


@in_house
async def test_an_invite_link_opens_its_chair_once(house: House) -> None:
    id = await gathering(house, Chair("open"), Chair("open"))
    links = await house.hall.links(id, ANN)
    entry = await house.enter(id, "Bob", token=links.seats["2"])
    assert [key.seat for key in entry.keys] == [2]
    with refused(Forbidden, "old_link"):
        await house.enter(id, "Eve", token=links.seats["2"])


@in_house
async def test_who_came_by_a_link_may_open_it_again(house: House) -> None:
    """A reload of the page with the link in its address."""
    id = await gathering(house)
    links = await house.hall.links(id, ANN)
    for _ in range(2):
        entry = await house.enter(id, "Bob", token=links.seats["1"])
        assert [key.seat for key in entry.keys] == [1]


@in_house
async def test_new_links_end_the_old_ones(house: House) -> None:
    id = await gathering(house)
    old = await house.hall.links(id, ANN)
    await house.hall.links(id, ANN)
    with refused(Forbidden, "old_link"):
        await house.enter(id, "Bob", token=old.seats["1"])


@in_house
async def test_tokens_are_kept_as_hashes_only(house: House) -> None:
    id = await gathering(house)
    links = await house.hall.links(id, ANN)
    entry = await house.enter(id, "Ann")
    kept = str(await house.disk.store.load(id))
    for token in (links.seats["1"], links.watch, entry.keys[0].token):
        assert token not in kept and hashed(token) in kept


@in_house
async def test_what_everyone_may_know_of_a_table_holds_no_secret(house: House) -> None:
    id, ann, _ = await house.two()
    links = await house.hall.links(id, ANN)
    about = await house.hall.table(id, None)
    row = house.table(id).row
    secrets = [row.seed * 8, links.watch, row.watch_hash, "ann", "bob"]
    assert about.seed == "" and about.pledge == row.pledge
    assert not any(secret in str(about) for secret in secrets)
    await ann.order(wire.Concede("c"))
    assert (await house.hall.table(id, None)).seed == row.seed


@in_house
async def test_a_socket_needs_the_newest_token(house: House) -> None:
    id = await gathering(house)
    first, second = await house.enter(id, "Ann"), await house.enter(id, "Ann")
    page = await house.connect(id, first.keys[0].token, "Ann")
    assert page.bye is not None and page.bye["code"] == "denied"
    assert (await house.connect(id, second.keys[0].token, "Ann")).you == 0


@in_house
async def test_another_window_takes_the_place_of_the_first(house: House) -> None:
    id, ann, bob = await house.two()
    again = await house.page(id, "Bob")
    await bob.until(lambda: bob.bye is not None)
    assert bob.bye["code"] == "replaced"
    await ann.settle()
    assert ann.seat(1)["here"] and "away" not in ann.seat(1)
    assert (await again.act("stock E1"))["t"] == "ok"


@in_house
async def test_a_window_that_was_replaced_is_no_longer_obeyed(house: House) -> None:
    id, _, bob = await house.two()
    bob.reads.clear()  # it cannot even be told
    again = await house.page(id, "Bob")
    bob.send(wire.Act("old", 1, "stock E1"))
    answer = await again.order(wire.Act("new", 1, "stock F6"))
    assert answer["t"] == "ok"
    assert [row.command for row in await house.disk.store.log(id)] == ["start:1", "1:new"]


@in_house
async def test_an_unknown_table_is_told_to_be_unknown(house: House) -> None:
    page = await house.connect("bcdfg-bcdfg-bcdfg", "", "Ann")
    assert page.bye is not None and page.bye["code"] == "unknown"


@in_house
async def test_two_people_of_one_name_are_told_apart(house: House) -> None:
    id = await gathering(house, Chair("open"), Chair("open"))
    await house.enter(id, "Bob", seat=1, name="Ann")
    await house.enter(id, "Eve", seat=2, name="  Ann\u202e ")
    assert [seat.name for seat in (await house.hall.table(id, None)).seats] == [
        "Ann", "Ann 2", "Ann 3"
    ]  # fmt: skip


# The waiting room


@in_house
async def test_it_starts_when_everyone_is_ready(house: House) -> None:
    id = await gathering(house)
    await house.enter(id, "Bob", seat=1)
    ann, bob = await house.page(id, "Ann"), await house.page(id, "Bob")
    await bob.order(wire.Ready("r1"))
    await ann.settle()
    assert ann.table["status"] == bob.table["status"] == "playing"
    assert ann.seq == len(ann.log) > 0 and ann.kinds().count("ev") == 0


@in_house
async def test_ready_can_be_taken_back(house: House) -> None:
    id = await gathering(house, Chair("open"), Chair("open"))
    await house.enter(id, "Bob", seat=1)
    bob = await house.page(id, "Bob")
    await bob.order(wire.Ready("r1"))
    assert bob.seat(1)["ready"]
    await bob.order(wire.Ready("r2", False))
    assert not bob.seat(1).get("ready")
    with refused(Conflict, "not_ready"):
        await house.hall.start(id, ANN)


@in_house
async def test_ready_sent_again_after_the_start_is_no_error(house: House) -> None:
    _, _, bob = await house.two()
    assert (await bob.order(wire.Ready("again")))["t"] == "ok"
    assert (await bob.order(wire.Ready("no", False)))["key"] == "begun"


@in_house
async def test_the_host_starts_with_a_ready_of_their_own(house: House) -> None:
    id = await gathering(house)
    await house.enter(id, "Bob", seat=1)
    ann, bob = await house.page(id, "Ann"), await house.page(id, "Bob")
    await ann.order(wire.Ready("wait", False))
    await bob.order(wire.Ready("r"))
    assert bob.table["status"] == "gathering"
    with refused(Forbidden, "not_host"):
        await house.hall.start(id, BOB)
    await house.hall.start(id, ANN)
    for page in (ann, bob):
        await page.settle()
        assert page.table["status"] == "playing" and page.seq == len(page.log)
    await ann.order(wire.Say("hi", "Off we go!"))  # nothing of the start is told once more
    await bob.settle()
    assert bob.kinds()[-1] == "said"
    with refused(Conflict, "begun"):
        await house.hall.start(id, ANN)


@in_house
async def test_new_terms_are_agreed_to_again(house: House) -> None:
    id = await gathering(house, Chair("open"), Chair("open"))
    await house.enter(id, "Bob", seat=1)
    bob = await house.page(id, "Bob")
    await bob.order(wire.Ready("r"))
    await house.hall.change(id, ANN, Settings(options={"end_rule": "cold_war"}))
    await bob.settle()
    assert bob.table["options"]["end_rule"] == "cold_war" and not bob.seat(1).get("ready")
    await bob.order(wire.Ready("r2"))
    await house.hall.change(id, ANN, Settings(name="Friday"))
    await bob.settle()
    assert bob.table["name"] == "Friday" and bob.seat(1)["ready"]


@in_house
async def test_options_that_are_not_named_stay_as_they_are(house: House) -> None:
    id = await gathering(house, options={"ruleset": "practitioner"})
    await house.hall.change(id, ANN, Settings(options={"stock_access": "any"}))
    options = (await house.hall.table(id, ANN)).options
    assert (options["ruleset"], options["stock_access"]) == ("practitioner", "any")


@in_house
async def test_a_chair_can_be_added_and_taken_away(house: House) -> None:
    id = await gathering(house, Chair("open"), Chair("open"))
    await house.enter(id, "Bob", seat=2)
    ann, bob = await house.page(id, "Ann"), await house.page(id, "Bob")
    await house.hall.change_seat(id, ANN, 3, SeatChange("open"))
    await ann.settle()
    assert len(ann.table["seats"]) == ann.table["options"]["players"] == 4
    await house.hall.change_seat(id, ANN, 1, SeatChange("close"))
    await bob.settle()
    assert (bob.you, bob.seat(1)["name"]) == (1, "Bob")
    await house.hall.change_seat(id, ANN, 2, SeatChange("close"))
    await bob.order(wire.Ready("r"))
    assert bob.table["status"] == "playing" and bob.view["hand"]
    bob.check_view()
    await house.crash()
    assert (await house.page(id, "Bob")).you == 1


@in_house
async def test_who_is_to_deal_moves_up_with_their_chair(house: House) -> None:
    """The winner of the last match has due what the options say, wherever they sit now."""
    for gone, dealer in ((1, 1), (2, "auto")):
        id = await gathering(house, Chair("open"), Chair("open"), options={"dealer": 2})
        await house.hall.change_seat(id, ANN, gone, SeatChange("close"))
        assert (await house.hall.table(id, ANN)).options["dealer"] == dealer


@in_house
async def test_more_chairs_than_can_play_are_refused(house: House) -> None:
    id = await gathering(house, options={"ruleset": "apprentice"})
    with pytest.raises(ValueError, match="R-49"):
        await house.hall.change_seat(id, ANN, 2, SeatChange("open"))
    assert len((await house.hall.table(id, ANN)).seats) == 2


@in_house
async def test_a_chair_with_somebody_on_it_is_not_taken_away(house: House) -> None:
    id = await gathering(house, Chair("open"), Chair("open"))
    await house.enter(id, "Bob", seat=1)
    with refused(Conflict, "taken"):
        await house.hall.change_seat(id, ANN, 1, SeatChange("close"))


@in_house
async def test_only_the_host_arranges_the_chairs(house: House) -> None:
    id = await gathering(house)
    for do in ("open", "close", "bot", "kick", "hand-over", "mute"):
        with refused(Forbidden, "not_host"):
            await house.hall.change_seat(id, BOB, 1, SeatChange(do))
    with refused(Forbidden, "not_host"):
        await house.hall.links(id, BOB)
    with refused(Forbidden, "not_host"):
        await house.hall.change(id, BOB, Settings(name="Mine"))


@in_house
async def test_who_leaves_before_the_start_leaves_a_free_chair(house: House) -> None:
    id = await gathering(house)
    entry = await house.enter(id, "Bob", seat=1)
    bob = await house.connect(id, entry.keys[0].token, "Bob")
    await house.hall.change_seat(id, ANN, 1, SeatChange("mute"))
    await house.hall.leave(id, BOB, 1)
    await bob.until(lambda: bob.bye is not None)
    assert bob.bye["code"] == "closed"
    seat = (await house.hall.table(id, ANN)).seats[1]
    assert seat == wire.Seat(1, "open")
    with refused(Forbidden, "old_link"):  # the token of the page was no invitation
        await house.enter(id, "Eve", token=entry.keys[0].token)


@in_house
async def test_nobody_gets_up_for_somebody_else(house: House) -> None:
    id = await gathering(house)
    for seat in (0, 1, 7):
        with refused(Forbidden, "not_yours"):
            await house.hall.leave(id, BOB, seat)


# The host


@in_house
async def test_a_kicked_player_is_out_and_a_bot_plays_on(house: House) -> None:
    id, ann, bob = await house.two()
    bob.reads.clear()
    await house.hall.change_seat(id, ANN, 1, SeatChange("kick"))
    bob.send(wire.Act("late", 1, "stock E1"))
    await ann.settle()
    assert ann.events[-1] == "table.kicked" and ann.log[-1]["name"] == "Bob"
    assert (ann.seat(1)["kind"], ann.seat(1).get("here")) == ("bot", None)
    await house.ring(id)
    rows = await house.disk.store.log(id)
    assert [row.command for row in rows][2:] == ["bot:1.1"]
    bob.reads.set()
    await bob.until(lambda: bob.bye is not None)
    assert bob.bye is not None and bob.bye["code"] == "removed"  # the table itself goes on
    assert (await house.enter(id, "Bob")).keys == []


@in_house
async def test_a_chair_that_is_handed_over_is_held_until_somebody_takes_it(house: House) -> None:
    id, ann, bob = await house.two()
    await house.hall.change_seat(id, ANN, 1, SeatChange("hand-over"))
    await bob.until(lambda: bob.bye is not None)
    await ann.settle()
    assert (ann.seat(1)["kind"], ann.seat(1)["held"]) == ("open", True)
    await house.ring(id)
    await ann.settle()
    assert ann.ask is not None  # the bot has moved
    links = await house.hall.links(id, ANN)
    await house.enter(id, "Eve", token=links.seats["1"])
    eve = await house.page(id, "Eve")
    await ann.settle()
    assert ann.events[-1] == "table.joined" and ann.log[-1]["name"] == "Eve"
    assert ann.log[-1]["before"] == "Steady"  # who is still called so in the lines before
    assert not ann.seat(1).get("held") and eve.you == 1
    await ann.act()
    await house.ring(id)
    await eve.settle()
    assert eve.ask is not None and eve.ask["n"] > 1  # it is hers to answer


@in_house
async def test_a_muted_player_plays_but_does_not_talk(house: House) -> None:
    id, ann, bob = await house.two()
    await house.hall.change_seat(id, ANN, 1, SeatChange("mute"))
    assert (await bob.order(wire.Say("s", "hey")))["key"] == "muted"
    assert (await bob.act("stock E1"))["t"] == "ok"
    await house.hall.change_seat(id, ANN, 1, SeatChange("unmute"))
    assert (await bob.order(wire.Say("s2", "hey")))["t"] == "ok"
    await ann.settle()
    assert [line["text"] for line in ann.said] == ["hey"]


@in_house
async def test_an_unknown_bot_is_refused_by_name(house: House) -> None:
    id = await gathering(house)
    with pytest.raises(BadInput, match="steadi"):
        await house.hall.change_seat(id, ANN, 1, SeatChange("bot", bot="steadi"))
    assert (await house.hall.table(id, ANN)).seats[1].kind == "open"


# Spectators


@in_house
async def test_spectators_see_what_is_public_and_are_counted(house: House) -> None:
    id, ann, _ = await house.two()
    watcher = await house.watch(id)
    await ann.settle()
    assert ann.table["watchers"] == 1
    assert watcher.you is None and watcher.ask is None and "hand" not in watcher.view
    watcher.check_view()
    await watcher.close()
    assert "watchers" not in ann.table


@in_house
async def test_a_table_may_be_closed_to_spectators(house: House) -> None:
    id, _, _ = await house.two(watching=False)
    page = await house.watch(id)
    assert page.bye is not None and page.bye["code"] == "denied"
    with refused(Forbidden, "no_spectators"):
        await house.enter(id, "Eve")
    with refused(Forbidden, "no_spectators"):
        await house.hall.story(id, EVE, "public")


@in_house
async def test_a_watch_link_lets_in_all_the_same(house: House) -> None:
    id, _, _ = await house.two(watching=False)
    links = await house.hall.links(id, ANN)
    entry = await house.enter(id, "Eve", token=links.watch)
    assert entry.keys == [] and entry.watch == links.watch
    assert (await house.watch(id, token=entry.watch)).you is None
    await house.hall.links(id, ANN)
    page = await house.watch(id, token=links.watch)
    assert page.bye is not None and page.bye["code"] == "denied"


@in_house
async def test_closing_a_table_to_spectators_sends_the_uninvited_away(house: House) -> None:
    id, ann, _ = await house.two()
    links = await house.hall.links(id, ANN)
    stranger, friend = await house.watch(id), await house.watch(id, token=links.watch)
    await house.hall.change(id, ANN, Settings(watching=False))
    await stranger.until(lambda: stranger.bye is not None)
    for page in (ann, friend):
        await page.settle()
        assert page.bye is None and page.table["watchers"] == 1


# Away and back


@in_house
async def test_a_bot_takes_the_chair_of_who_is_away_when_grace_is_over(house: House) -> None:
    id, ann, bob = await house.two(grace=60)
    await bob.close()
    away = house.clock()
    assert (ann.seat(1)["away"], ann.seat(1)["held_from"]) == (away, away + 60_000)
    house.clock.wait(59)
    await house.ring(id)
    assert not ann.seat(1).get("held") and ann.ask is None
    house.clock.wait(1)
    assert house.table(id).next_wake() == house.clock()
    await house.ring(id)
    assert ann.seat(1)["held"] and "table.held" in ann.events
    assert ann.ask is not None and house.bots.asked == [(1, "steady", False)]


@in_house
async def test_who_returns_gets_the_chair_back_and_a_list_of_what_was_done(house: House) -> None:
    id, ann, bob = await house.two(grace=60)
    await bob.act("stock E1")
    await ann.settle()
    await bob.close()
    house.clock.wait(60)
    await house.ring(id)
    await ann.act("stock A8")
    await house.ring(id)
    await ann.settle()
    done = [line for line in ann.log if line.get("seat") == 1][-3:]
    bob = await house.page(id, "Bob")
    assert [line["event"] for line in bob.away] == ["draw", "build"]
    assert bob.away[0]["cards"] == ["E6"]  # what was drawn for him is no secret to him
    assert [line["event"] for line in done] == ["table.held", "draw", "build"]
    await ann.settle()
    assert ann.events[-1] == "table.back" and not ann.seat(1).get("held")
    assert "bot" not in ann.seat(1) and "away" not in ann.seat(1)
    bob.check_view()
    assert (await house.page(id, "Bob")).away == []  # told once


@in_house
async def test_the_list_of_what_was_done_holds_however_much_it_was(house: House) -> None:
    id, ann, bob = await house.two(
        grace=0, options={"ruleset": "master", "turn_limit": 0, "end_rule": "cold_war"}
    )
    house.bots.mind = lambda legal: legal[-1]
    await bob.close()
    done = 0
    for _ in range(45):
        await house.ring(id)
        await ann.settle()
        if ann.ask is None:
            break
        await ann.act(ann.ask["options"][-1]["do"])
    rows = await house.disk.store.log(id)
    done = sum(row.command.startswith("bot:") for row in rows)
    assert done > 40
    bob = await house.page(id, "Bob")
    acts = [line for line in bob.away if line["event"] not in ("draw", "turn")]
    assert len(acts) >= done - 1


@in_house
async def test_grace_does_not_run_while_nobody_waits(house: House) -> None:
    """Both go home; who is back first does not find the other's chair taken."""
    id, ann, bob = await house.two(grace=60)
    await bob.close()
    await ann.close()
    assert house.table(id).next_wake() is None
    house.clock.wait(3600)
    ann = await house.page(id, "Ann")
    assert ann.seat(1)["held_from"] == house.clock() + 60_000
    await house.ring(id)
    assert not ann.seat(1).get("held")
    house.clock.wait(60)
    await house.ring(id)
    assert ann.seat(1)["held"]


@in_house
async def test_spectators_do_not_make_anybody_wait(house: House) -> None:
    id, ann, bob = await house.two(grace=60)
    watcher = await house.watch(id)
    await ann.close()
    await bob.close()
    house.clock.wait(3600)
    await house.ring(id)
    assert not any(seat.get("held") for seat in watcher.table["seats"])


@in_house
async def test_without_grace_nobody_is_ever_replaced(house: House) -> None:
    id, ann, bob = await house.two(grace=None)
    await bob.close()
    house.clock.wait(10_000)
    await house.ring(id)
    assert "held_from" not in ann.seat(1) and not ann.seat(1).get("held")


@in_house
async def test_the_host_sets_the_grace_while_it_runs(house: House) -> None:
    id, ann, bob = await house.two(grace=60)
    await bob.close()
    away = house.clock()
    await house.hall.change(id, ANN, Settings(grace=300))
    await ann.settle()
    assert ann.seat(1)["held_from"] == away + 300_000
    await house.hall.change(id, ANN, Settings(grace=None))
    await ann.settle()
    assert "held_from" not in ann.seat(1)
    with refused(BadInput, "bad_input"):
        await house.hall.change(id, ANN, Settings(grace=-1))


@in_house
async def test_who_leaves_a_match_is_held_at_once_and_may_come_back(house: House) -> None:
    id, ann, bob = await house.two(grace=None)
    await house.hall.leave(id, BOB, 1)
    await bob.until(lambda: bob.bye is not None)
    await ann.settle()
    assert ann.events[-1] == "table.left" and ann.seat(1)["held"]
    await house.ring(id)
    bob = await house.page(id, "Bob")
    await ann.settle()
    assert ann.events[-1] == "table.back"
    assert [line["event"] for line in bob.away] == ["stock"]


@in_house
async def test_who_cannot_be_told_what_was_done_has_not_come_back_yet(house: House) -> None:
    id, ann, _ = await house.two()
    token = (await house.keys(id, "Bob"))[0].token
    await house.hall.leave(id, BOB, 1)
    house.disk.unreadable = True
    page = await house.connect(id, token, "Bob")
    assert page.bye is not None and page.bye["code"] == "restart"
    house.disk.unreadable = False
    await ann.settle()
    assert ann.seat(1)["held"] and not ann.seat(1).get("here")
    await house.ring(id)
    await ann.settle()
    assert ann.ask is not None
    assert [line["event"] for line in (await house.connect(id, token, "Bob")).away] == ["stock"]


@in_house
async def test_who_returns_after_the_end_is_told_all_of_it_in_one_frame(house: House) -> None:
    id, ann, _ = await house.two()
    await house.hall.leave(id, BOB, 1)
    await house.ring(id)
    await ann.settle()
    await ann.order(wire.Concede("c"))
    bob = await house.page(id, "Bob")
    assert bob.kinds() == ["snap"] and bob.over is not None
    assert [line["event"] for line in bob.away] == ["stock"]
    await ann.settle()
    assert not ann.seat(1).get("held") and ann.seat(1)["here"]


@in_house
async def test_a_bots_answer_that_comes_after_the_owner_is_back_is_dropped(house: House) -> None:
    id, _, bob = await house.two(grace=60)
    await bob.close()
    house.clock.wait(60)
    house.bots.may_answer.clear()
    ringing = house.hall._spawn(house.ring(id))
    while not house.bots.asked:
        await house.pages[0].settle()
    bob = await house.page(id, "Bob")
    house.bots.may_answer.set()
    await ringing
    assert bob.ask is not None and bob.ask["n"] == 1
    assert (await bob.act("stock F6"))["t"] == "ok"
    assert [row.kind for row in await house.disk.store.log(id)] == ["start", "held", "back", "act"]


@in_house
async def test_somebody_who_took_a_chair_and_never_came_is_away(house: House) -> None:
    """A chair claimed in the middle of a match, and the page closed at once."""
    id, ann, _ = await house.two(grace=60)
    await house.hall.change_seat(id, ANN, 1, SeatChange("hand-over"))
    await house.enter(id, "Eve", seat=1)
    await ann.settle()
    assert ann.seat(1)["held_from"] == house.clock() + 60_000
    house.clock.wait(60)
    await house.ring(id)
    assert ann.seat(1)["held"] and ann.ask is not None


@in_house
async def test_a_crash_makes_nobody_lose_their_chair(house: House) -> None:
    id, _, _ = await house.two(grace=60)
    await house.crash(down=600)
    ann = await house.page(id, "Ann")
    assert ann.seat(1)["held_from"] == house.clock() + 60_000
    bob = await house.page(id, "Bob")
    await ann.settle()
    assert "held_from" not in ann.seat(1) and bob.away == []


# Hot-seat


@in_house
async def test_people_at_one_browser_do_not_wait_for_each_other(house: House) -> None:
    id = await house.create(Chair("me"), Chair("local"), grace=0)
    entry = await house.enter(id, "Ann")
    page = await house.connect(id, entry.keys[0].token, "Ann")
    house.clock.wait(100)
    await house.ring(id)
    assert not any(seat.get("held") for seat in page.table["seats"])


@in_house
async def test_a_third_at_another_browser_does(house: House) -> None:
    id = await house.create(Chair("me"), Chair("local"), Chair("open"), grace=60)
    await house.enter(id, "Eve", seat=2)
    eve = await house.page(id, "Eve")
    await eve.order(wire.Ready("r"))
    assert eve.table["status"] == "playing"
    house.clock.wait(60)
    await house.ring(id)
    assert [bool(seat.get("held")) for seat in eve.table["seats"]] == [True, True, False]
    entry = await house.enter(id, "Ann")
    for key in entry.keys:
        page = await house.connect(id, key.token, "Ann")
        assert page.you == key.seat and not page.seat(key.seat).get("held")


@in_house
async def test_a_whole_hot_seat_match(house: House) -> None:
    id = await house.create(Chair("me"), Chair("local", name="Bo"), seed="3")
    entry = await house.enter(id, "Ann")
    pages = [await house.connect(id, key.token, "Ann") for key in entry.keys]
    await play_on(pages, 1000)
    assert pages[0].over is not None and pages[0].over == pages[1].over
