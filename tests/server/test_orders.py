"""Orders: carried out once, kept before they are answered, answered before they are shown."""

from __future__ import annotations

import asyncio
from functools import partial

import msgspec
import pytest

from ludarium.server import play, sockets, wire
from ludarium.server.forms import Chair
from ludarium.server.limits import Bucket
from ludarium.server.play import Play
from ludarium.server.store.rows import Write
from ludarium.server.table import ANSWERS_KEPT, SNAPSHOT_EVERY
from ludarium.server.viewers import LONGEST_QUEUE
from server.people import House, Page, in_house, play_on

# Order of things


@in_house
async def test_an_act_is_answered_before_anybody_is_shown_it(house: House) -> None:
    _, ann, bob = await house.two()
    seen = len(bob.frames)
    await bob.act("stock E1")
    await ann.settle()
    assert bob.kinds(seen) == ["ok", "ev"]
    assert ann.kinds()[-1] == "ev" and ann.events[-1] == "stock"


@in_house
async def test_an_act_is_kept_before_it_is_answered(house: House) -> None:
    id, _, bob = await house.two()
    answer = await bob.act("stock E1", id="first")
    row = (await house.disk.store.log(id))[-1]
    assert (row.command, row.kind, row.do, row.seat) == ("1:first", "act", "stock E1", 1)
    assert answer["seq"] == row.told[1]


@in_house
async def test_everyone_keeps_a_true_view_without_a_gap(house: House) -> None:
    """Pages check that no line is missing or doubled whenever they read."""
    id, ann, bob = await house.two()
    watcher = await house.watch(id)
    for seed in range(8):
        await play_on([ann, bob], 5, seed)
        for page in (ann, bob, watcher):
            await page.settle()
            page.check_view()
    assert watcher.events == ann.events == bob.events


@in_house
async def test_a_private_fact_is_told_to_its_owner_only(house: House) -> None:
    id, ann, bob = await house.two()
    watcher = await house.watch(id)
    await bob.act("stock E1")
    await ann.settle()
    await ann.act("stock A8")
    await bob.settle()
    await bob.act("draw deck")
    drawn = bob.log[-1]
    for page in (ann, watcher):
        await page.settle()
        assert page.log[-1]["event"] == drawn["event"] == "draw"
        assert "E6" not in str(page.log[-1]) and "E6" not in str(page.view)
    assert "E6" in str(drawn)


# Refusals


@in_house
async def test_what_the_rules_forbid_changes_nothing_and_names_the_clause(house: House) -> None:
    id, ann, bob = await house.two()
    rows = len(await house.disk.store.log(id))
    answer = await bob.act("build E1 F6")
    assert answer["t"] == "no" and answer["clause"] == "TN-7.7"
    assert answer["key"] == "strength_mismatch" and answer["facts"] == {"strengths": [1, 6]}
    assert answer["text"] and set(answer["try"]) <= {"stock E1", "stock F6"}
    assert len(await house.disk.store.log(id)) == rows
    await ann.settle()
    assert ann.kinds()[-1] == "snap"


@in_house
async def test_out_of_turn_is_refused_without_a_word_about_others_hands(house: House) -> None:
    _, ann, _ = await house.two()
    answer = await ann.order(wire.Act("x", 1, "stock E1"))
    assert (answer["key"], answer["facts"]) == ("not_your_decision", {"decider": 1})


@in_house
async def test_nonsense_is_told_to_be_nonsense(house: House) -> None:
    _, _, bob = await house.two()
    answer = await bob.act("juggle E1")
    assert (answer["t"], answer["key"]) == ("no", "unreadable") and "juggle" in answer["text"]


@in_house
async def test_an_answer_to_an_earlier_question_is_not_played(house: House) -> None:
    """A double click must not stock two cards."""
    _, ann, bob = await house.two()
    first = bob.ask
    assert first is not None
    await bob.act("stock E1")
    await ann.settle()
    await ann.act("stock A8")
    await bob.settle()
    answer = await bob.order(wire.Act("late", first["n"], "draw deck"))
    assert (answer["t"], answer["key"]) == ("no", "stale")


@in_house
async def test_spectators_cannot_act(house: House) -> None:
    id, _, bob = await house.two()
    watcher = await house.watch(id)
    assert bob.ask is not None
    for order in (wire.Act("a", bob.ask["n"], "stock E1"), wire.Undo("u"), wire.Ready("r")):
        answer = await watcher.order(order)
        assert (answer["t"], answer["key"]) == ("no", "spectator")


@in_house
async def test_after_the_end_nothing_can_be_played(house: House) -> None:
    _, ann, bob = await house.two()
    await ann.order(wire.Concede("c"))
    await bob.settle()
    for order, key in (
        (wire.Act("a", 1, "stock E1"), "game_over"),
        (wire.Concede("c2"), "game_over"),
        (wire.Undo("u"), "over"),
    ):
        answer = await bob.order(order)
        assert (answer["t"], answer["key"]) == ("no", key)


# Sent again


@in_house
async def test_an_id_sent_again_gets_the_first_answer(house: House) -> None:
    id, ann, bob = await house.two()
    assert bob.ask is not None
    act = wire.Act("same", bob.ask["n"], "stock E1")
    answers = [await bob.order(act) for _ in range(3)]
    assert answers[0] == answers[1] == answers[2] and answers[0]["t"] == "ok"
    assert [row.command for row in await house.disk.store.log(id)] == ["start:1", "1:same"]
    await ann.settle()
    assert ann.events.count("stock") == 1


@in_house
async def test_a_refused_id_sent_again_is_refused_again_even_if_it_would_be_legal_now(
    house: House,
) -> None:
    _, ann, bob = await house.two()
    act = wire.Act("early", 1, "stock A8")
    assert (await ann.order(act))["t"] == "no"
    await bob.act("stock E1")
    await ann.settle()
    assert (await ann.order(act))["key"] == "not_your_decision"


@in_house
async def test_the_same_id_on_another_chair_is_another_order(house: House) -> None:
    _, ann, bob = await house.two()
    assert (await bob.act("stock E1", id="one"))["t"] == "ok"
    await ann.settle()
    assert (await ann.act("stock A8", id="one"))["t"] == "ok"
    assert ann.events.count("stock") == 2


@in_house
async def test_an_id_is_known_after_a_crash(house: House) -> None:
    id, _, bob = await house.two()
    assert bob.ask is not None
    act = wire.Act("same", bob.ask["n"], "stock E1")
    first = await bob.order(act)
    await house.crash()
    bob = await house.page(id, "Bob")
    assert await bob.order(act) == first
    assert len(await house.disk.store.log(id)) == 2


@in_house
async def test_an_id_is_known_however_long_ago_it_was(house: House) -> None:
    """Also when nobody remembers the answer: neither doubled, nor an error, nor a broken table."""
    id, ann, bob = await house.two(options={"ruleset": "master", "turn_limit": 0})
    first = await next(page for page in (ann, bob) if page.ask).act(id="ancient")
    seat = (await house.disk.store.log(id))[1].seat
    page = (ann, bob)[seat or 0]
    for turn in range(ANSWERS_KEPT + 2):
        for each in (ann, bob):
            await each.settle()
        asked = next(each for each in (ann, bob) if each.ask)
        options = asked.ask["options"]
        harmless = [one["do"] for one in options if one["verb"] in ("discard", "decline", "draw")]
        assert (await asked.act(harmless[0], id=f"t{turn}"))["t"] == "ok"
    await page.settle()
    assert f"{seat}:ancient" not in house.table(id).answers
    for order in (wire.Undo("ancient"), wire.Concede("ancient"), wire.Act("ancient", 1, "pass")):
        assert await page.order(order) == first
    await house.crash()
    page = await house.page(id, page.who)
    assert await page.order(wire.Undo("ancient")) == first
    assert house.table(id).status == "playing"


@in_house
async def test_a_line_of_chat_is_not_said_twice_after_a_crash(house: House) -> None:
    id, ann, _ = await house.two()
    await ann.order(wire.Say("hello", "Good luck!"))
    await house.crash()
    ann = await house.page(id, "Ann")
    assert (await ann.order(wire.Say("hello", "Good luck!")))["t"] == "ok"
    assert [line["text"] for line in ann.said] == ["Good luck!"]


@in_house
async def test_two_spectators_may_use_the_same_id(house: House) -> None:
    id, _, _ = await house.two()
    one, two = await house.watch(id, "Una"), await house.watch(id, "Dora")
    await one.order(wire.Say("1", "I see."))
    await two.order(wire.Say("1", "Me too."))
    await one.settle()
    assert [line["text"] for line in one.said] == ["I see.", "Me too."]


@pytest.mark.parametrize("id", ["", "x" * 65])
def test_an_id_has_a_reasonable_length(tmp_path: object, id: str) -> None:
    @in_house
    async def story(house: House) -> None:
        _, _, bob = await house.two()
        answer = await bob.ask_for(wire.Act(id, 1, "stock E1"), "no")
        assert answer["key"] == "bad_input"

    story(tmp_path)


# When nothing can be kept


@in_house
async def test_what_cannot_be_kept_is_neither_answered_nor_shown(house: House) -> None:
    id, ann, bob = await house.two()
    before = len(ann.frames)
    house.disk.full = True
    bob.send(wire.Act("lost", 1, "stock E1"))
    await bob.until(lambda: bob.bye is not None)
    await ann.until(lambda: ann.bye is not None)
    house.disk.full = False
    assert ann.kinds(before) == ["bye"] and ann.bye["code"] == "restart"
    assert not any(frame["t"] == "ok" and frame["id"] == "lost" for frame in bob.frames)
    bob = await house.page(id, "Bob")
    assert (await bob.order(wire.Act("lost", 1, "stock E1")))["t"] == "ok"
    bob.check_view()


@in_house
async def test_nothing_about_the_machine_is_told_to_players(house: House) -> None:
    _, ann, bob = await house.two()
    house.disk.full = True
    bob.send(wire.Act("lost", 1, "stock E1"))
    for page in (bob, ann):
        await page.until(lambda page=page: page.bye is not None)
        assert "secret" not in str(page.frames)


@in_house
async def test_whoever_holds_a_lost_table_can_do_nothing_with_it(house: House) -> None:
    """An order that waited while a commit failed must not be written behind the gap."""
    id, ann, bob = await house.two()
    table = house.table(id)
    async with table.lock:
        bob.send(wire.Act("b", 1, "stock E1"))
        await bob.settle()
        ann.send(wire.Act("a", 1, "stock A8"))
        await ann.settle()
        house.disk.failing = 1
    for page in (ann, bob):
        await page.until(lambda page=page: page.bye is not None)
        await page.close()
    assert house.sleeps(id)
    assert [row.n for row in await house.disk.store.log(id)] == [1]
    ann, bob = await house.page(id, "Ann"), await house.page(id, "Bob")
    assert house.table(id) is not table
    assert (await bob.act("stock E1"))["t"] == "ok"


@in_house
async def test_a_cancelled_order_leaves_no_half_known_row(house: House) -> None:
    """Whether it was kept is not known, so the table is read anew."""
    id, _, bob = await house.two()
    kept = asyncio.Event()

    async def slow(write: Write) -> None:
        await house.disk.store.commit(write)
        kept.set()
        await asyncio.Event().wait()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(house.disk, "commit", slow)
        bob.send(wire.Act("b", 1, "stock E1"))
        await kept.wait()
        await bob.cancel()
    assert house.sleeps(id)
    bob = await house.page(id, "Bob")
    assert (await bob.order(wire.Act("b", 1, "stock E1")))["t"] == "ok"
    assert bob.events.count("stock") == 1


@in_house
async def test_a_log_that_cannot_be_read_is_no_reason_to_break_off(house: House) -> None:
    _, _, bob = await house.two()
    await bob.act("stock E1")
    house.disk.unreadable = True
    answer = await bob.ask_for(wire.More(2), "no")
    assert answer["key"] == "unavailable" and "secret" not in answer["text"]
    house.disk.unreadable = False
    assert (await bob.ask_for(wire.More(2), "lines"))["first"] == 1


# Asking


@in_house
async def test_why_not_names_clauses_for_what_one_might_try(house: House) -> None:
    _, ann, bob = await house.two()
    hints = await bob.ask_for(wire.Why(), "hints")
    assert bob.ask is not None and hints["n"] == bob.ask["n"]
    assert {hint["clause"] for hint in hints["not"]} and all(h["key"] for h in hints["not"])
    assert (await ann.ask_for(wire.Why(), "hints"))["not"] == []


@in_house
async def test_older_lines_come_in_pieces_without_a_gap(house: House) -> None:
    """Wherever a piece ends, in the middle of what one act led to as well."""
    id, ann, bob = await house.two(options={"ruleset": "master"})
    watcher = await house.watch(id)
    await play_on([ann, bob], 12)
    assert ann.seq > house.table(id).live.n  # some acts have several lines
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ludarium.server.play.OLDER_LINES", 3)
        for page in (ann, bob, watcher):
            await page.settle()
            lines, first = [], page.seq + 1
            while first > 1:
                older = await page.ask_for(wire.More(first), "lines")
                assert older["first"] + len(older["log"]) == first
                lines, first = older["log"] + lines, older["first"]
            assert lines == page.log


@pytest.mark.parametrize("before", [-5, 0, 1])
def test_there_is_nothing_before_the_first_line(tmp_path: object, before: int) -> None:
    @in_house
    async def story(house: House) -> None:
        _, _, bob = await house.two()
        lines = await bob.ask_for(wire.More(before), "lines")
        assert (lines["first"], lines["log"]) == (1, [])

    story(tmp_path)


@in_house
async def test_pings_are_answered_with_the_time(house: House) -> None:
    _, ann, _ = await house.two()
    pong = await ann.ask_for(wire.Ping(4), "pong")
    assert (pong["n"], pong["at"]) == (4, house.clock())


# Coming back


@in_house
async def test_who_comes_back_gets_exactly_the_missing_lines(house: House) -> None:
    id, ann, bob = await house.two()
    have = ann.seq
    await ann.close()
    await bob.act("stock E1")
    ann = await house.page(id, "Ann", have=have)
    assert [line["event"] for line in ann.log] == ["stock"] and ann.seq == have + 1
    ann = await house.page(id, "Ann", have=ann.seq)
    assert ann.log == []
    ann.check_view()


@in_house
async def test_who_knows_nothing_or_too_much_gets_all_that_is_remembered(house: House) -> None:
    id, ann, _ = await house.two()
    for have in (None, -1, 10**9):
        page = await house.page(id, "Ann", have=have)
        assert len(page.log) == page.seq == ann.seq


@in_house
async def test_missing_lines_are_there_after_a_crash_and_past_a_snapshot(house: House) -> None:
    id, ann, bob = await house.two(options={"ruleset": "practitioner", "turn_limit": 0})
    await play_on([ann, bob], SNAPSHOT_EVERY - 3)
    have, known = ann.seq, len(ann.log)
    await play_on([ann, bob], 8, seed=2)
    missed = ann.log[known:]
    await house.crash()
    ann = await house.page(id, "Ann", have=have)
    assert ann.log == missed
    ann.check_view()


# Slow readers


async def flood(house: House, page: Page, lines: int) -> None:
    """More than a queue holds, before anybody can read it."""
    for number in range(lines):
        await page.order(wire.Say(f"f{number}", f"Line {number}"))


@in_house
async def test_a_slow_reader_gets_one_fresh_snapshot(house: House) -> None:
    _, ann, bob = await house.two()
    await bob.settle()
    seen = len(bob.frames)
    bob.reads.clear()
    await flood(house, ann, LONGEST_QUEUE + 10)
    assert bob.ask is not None
    bob.reads.set()
    await bob.until(lambda: bob.kinds(seen).count("snap") == 1)
    assert bob.kinds(seen).count("said") < LONGEST_QUEUE
    assert bob.said[-1]["text"] == f"Line {LONGEST_QUEUE + 9}"
    assert (await bob.act("stock E1"))["t"] == "ok"
    bob.check_view()


@in_house
async def test_a_slow_reader_misses_no_line_that_comes_while_it_catches_up(house: House) -> None:
    id, ann, bob = await house.two()
    bob.reads.clear()
    bob.send(wire.Act("b", 1, "stock E1"))
    await ann.until(lambda: ann.ask is not None)
    await flood(house, ann, LONGEST_QUEUE + 10)
    async with house.table(id).lock:  # Ann acts, and only then the snapshot can be made
        ann.send(wire.Act("a", 1, "stock A8"))
        await ann.settle()
        bob.reads.set()
        await bob.settle()
    await bob.until(lambda: bob.events[-2:] == ["stock", "stock"])
    bob.check_view()


@in_house
async def test_a_slow_reader_delays_nobody(house: House) -> None:
    _, ann, bob = await house.two()
    ann.reads.clear()
    assert (await bob.act("stock E1"))["t"] == "ok"
    ann.reads.set()
    await ann.until(lambda: "stock" in ann.events)


# Chat


@in_house
async def test_players_and_spectators_talk_apart(house: House) -> None:
    id, ann, bob = await house.two()
    watcher = await house.watch(id, "Wendy")
    await ann.order(wire.Say("a", "Hello, Bob."))
    await watcher.order(wire.Say("w", "She will win."))
    for page in (bob, watcher):
        await page.settle()
    assert [(line["name"], line["text"], line["by"]) for line in bob.said] == [
        ("Ann", "Hello, Bob.", 0)
    ]
    assert [(line["name"], line["text"]) for line in watcher.said] == [("Wendy", "She will win.")]
    again, other = await house.page(id, "Ann"), await house.watch(id)
    assert [line["text"] for line in again.said] == ["Hello, Bob."]
    assert [line["text"] for line in other.said] == ["She will win."]


@pytest.mark.parametrize(
    ("text", "key"),
    [("", "line_length"), (" \n ", "line_length"), ("x" * 301, "line_length"),
     ("a\u202eb", "line_length"), ("bell \a", "line_length")],
)  # fmt: skip
def test_a_line_of_chat_is_short_and_plain(tmp_path: object, text: str, key: str) -> None:
    @in_house
    async def story(house: House) -> None:
        _, ann, bob = await house.two()
        answer = await ann.order(wire.Say("s", text))
        assert (answer["t"], answer["key"]) == ("no", key)
        await bob.settle()
        assert bob.said == []

    story(tmp_path)


@in_house
async def test_every_script_and_picture_may_be_said(house: House) -> None:
    _, ann, bob = await house.two()
    for number, text in enumerate(("x" * 300, "می\u200cروم", "👩\u200d🚀 ❤️", "two  words")):
        assert (await ann.order(wire.Say(f"s{number}", text)))["t"] == "ok"
    await bob.settle()
    assert bob.said[-1]["text"] == "two words"


@in_house
async def test_who_talks_too_fast_has_to_wait(house: House) -> None:
    _, ann, bob = await house.two()
    house.hall.talk_limit = type(house.hall.talk_limit)(0.5, 2, clock=lambda: 0.0)
    keys = [(await ann.order(wire.Say(f"s{n}", "hey"))).get("key") for n in range(3)]
    assert keys == [None, None, "too_many"]
    assert (await bob.order(wire.Say("b", "Slowly!")))["t"] == "ok"


@in_house
async def test_chat_flooded_by_spectators_is_still_there_for_players(house: House) -> None:
    id, ann, _ = await house.two()
    await ann.order(wire.Say("a", "Remember this."))
    watcher = await house.watch(id)
    await flood(house, watcher, 60)
    assert [line["text"] for line in (await house.page(id, "Ann")).said] == ["Remember this."]
    assert len((await house.watch(id)).said) == 50


@in_house
async def test_there_is_no_chat_at_a_kids_table(house: House) -> None:
    _, ann, bob = await house.two(kids=True, options={"ruleset": "apprentice"})
    answer = await ann.order(wire.Say("s", "hello"))
    assert (answer["t"], answer["key"]) == ("no", "no_chat")
    assert bob.said == []


# The socket itself


@in_house
async def test_the_first_word_is_hello(house: House) -> None:
    page = Page(house, "Ann")
    house.pages.append(page)
    await page.say_hello(wire.Ping(1))
    assert page.bye == {"t": "bye", "code": "denied", "text": "say hello first"}


@pytest.mark.parametrize("hello", ['{"t":"hello"', '{"t":"hello"}', "[]", '{"t":"dance"}'])
def test_a_garbled_hello_is_answered(tmp_path: object, hello: str) -> None:
    @in_house
    async def story(house: House) -> None:
        page = Page(house, "Ann")
        house.pages.append(page)
        page.send = lambda order: page.inbox.put_nowait(hello)
        await page.say_hello(wire.Hello("any"))
        assert page.bye is not None and page.bye["code"] == "denied"

    story(tmp_path)


@in_house
async def test_an_unreadable_order_is_answered_and_the_next_one_obeyed(house: House) -> None:
    _, _, bob = await house.two()
    bob.inbox.put_nowait('{"t":"act","id":5}')
    await bob.until(lambda: bob.kinds()[-1] == "no")
    assert bob.frames[-1]["key"] == "unreadable"
    assert (await bob.act("stock E1"))["t"] == "ok"


@in_house
async def test_who_sends_only_nonsense_is_shown_the_door(house: House) -> None:
    _, ann, bob = await house.two()
    for _ in range(sockets.STRIKES + 1):
        bob.inbox.put_nowait("?")
    await bob.until(lambda: bob.bye is not None)
    assert bob.bye["code"] == "limit"
    await ann.until(lambda: not ann.seat(1).get("here"))


@in_house
async def test_an_order_longer_than_any_order_ends_the_socket(house: House) -> None:
    _, _, bob = await house.two()
    bob.inbox.put_nowait(msgspec.json.encode(wire.Say("s", "é" * sockets.FRAME)).decode())
    await bob.until(lambda: bob.bye is not None)
    assert bob.bye["code"] == "limit"


@in_house
async def test_a_flood_ends_the_socket_and_disturbs_nobody(house: House) -> None:
    with pytest.MonkeyPatch.context() as patch:  # else slow answers would let the flood through
        patch.setattr(sockets, "Bucket", partial(Bucket, clock=lambda: 0.0))
        _, ann, bob = await house.two()
    house.hall.limits = True
    for number in range(sockets.BURST + 20):
        ann.inbox.put_nowait(msgspec.json.encode(wire.Why()).decode() if number else "?")
    await ann.until(lambda: ann.bye is not None)
    assert ann.bye["code"] == "limit"
    assert (await bob.act("stock E1"))["t"] == "ok"


@pytest.mark.skipif(play.__file__.endswith(".so"), reason="what is compiled cannot be broken")
@in_house
async def test_a_defect_closes_the_socket_and_forgets_what_was_half_done(house: House) -> None:
    id, ann, bob = await house.two()

    def broken(play: Play, seat: int) -> bool:
        raise RuntimeError("half done")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Play, "is_final", broken)
        bob.send(wire.Act("b", 1, "stock E1"))
        for page in (ann, bob):
            await page.until(lambda page=page: page.bye is not None)
            assert page.bye["code"] == "restart"
    bob = await house.page(id, "Bob")
    assert (await bob.act("stock E1"))["t"] == "ok"


@in_house
async def test_hot_seat_pages_of_one_browser_are_told_apart(house: House) -> None:
    id = await house.create(
        Chair("me"), Chair("local", name="Bo"), seed="7", options={"ruleset": "practitioner"}
    )
    entry = await house.enter(id, "Ann")
    pages = [await house.connect(id, key.token, "Ann") for key in entry.keys]
    assert [page.you for page in pages] == [0, 1]
    assert pages[0].view["hand"] != pages[1].view["hand"]
    assert (await pages[1].act("stock E1"))["t"] == "ok"
