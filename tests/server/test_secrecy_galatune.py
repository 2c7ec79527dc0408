"""Nobody at a table of Galatune is sent a byte that they may not know, nor a moment too early.

Pairs of random matches that look alike to a viewer; then the secrets one by one: plans, pools and
pockets, Champions that were dealt, what is sealed when somebody leaves, draws that are forgotten.
Trap windows have a file of their own, and so have marked cards.
"""

from __future__ import annotations

import asyncio
import random
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

import msgspec
import pytest

import ludarium
from laws import lying
from ludarium import Match
from ludarium.server import telling, wire
from ludarium.server.forms import Chair, NewTable
from ludarium.server.story import PUBLIC
from secrecy import codes_in, moved
from server.evenings import (
    CLOSED,
    LEAST,
    MOST,
    SLUG,
    TRAP_PHASE,
    WINDOW,
    Answers,
    Deed,
    Evening,
    Round,
    Step,
    StepEvening,
    Twins,
    begin,
    live,
    position,
    step,
    tell_alike,
)
from server.people import NOON, House, Page, in_house
from server.real import heavy
from server.test_marked import without_deck
from server.worlds import Ear, Viewer, told

PAIRS = heavy("LUDARIUM_PAIRS", 2)
"""Pairs of matches with each number of seats,"""
MOST_PAIRS = 6
"""and as many until one of them shows what it should."""
STEPS = 40
"""Answers of a pair, as far as they go before chance would have to be the same, too."""

pytestmark = pytest.mark.no_cover


# Pairs of matches


def make_twins(players: int, viewer: Viewer, bots: int, rng: random.Random) -> Twins:
    """A pair of matches from somewhere in the middle of one."""
    options = {**CLOSED, "players": players, "trading": rng.choice(["on", "off"])}
    game = ludarium.game(SLUG, **options, memory_aid=rng.choice(["on", "off"]))
    match = game.start(seed=str(rng.random()))
    for _ in range(rng.randrange(12 * players)):
        seat = rng.choice(waiting(match))
        match.play(seat, rng.choice(match.legal(seat)))
    while match.result is None and match.view(None)["phase"] != "plan":
        seat = rng.choice(waiting(match))
        match.play(seat, rng.choice(match.legal(seat)))
    if match.result is not None or match.state.answers:
        return make_twins(players, viewer, bots, rng)
    position = match.position()
    for seat in position["seats"]:
        seat["hp"] = rng.choice([1, 3, seat["hp"]])  # so that somebody falls soon
    seed = str(rng.random())
    one = game.start(seed=seed, position=position, paced=True)
    hidden, script = rehearse(one.fork(), viewer, bots, rng)
    places = hidden[:]
    rng.shuffle(places)
    other = moved(one.game, one.state, dict(zip(hidden, places, strict=True)))
    positions = one.position(), one.game.position(other)
    two = game.start(seed=seed, position=positions[1], paced=True)
    if told(one, viewer, 0) != told(two, viewer, 0) or positions[0] == positions[1]:
        return make_twins(players, viewer, bots, rng)
    rounds = list(alike(one, two, viewer, bots, script, rng))
    return Twins(one.game, viewer, seed, positions, [], bots, rounds)


def waiting(match: Match) -> list[int]:
    """Those who have not answered; bots do at once, so they come first at a table."""
    answered = dict(match.state.answers)
    return [seat for seat in match.game.asked(match.state) if seat not in answered]


def is_window(match: Match) -> bool:
    return match.view(None)["phase"] == "trap"


def rehearse(
    match: Match, viewer: Viewer, bots: int, rng: random.Random
) -> tuple[list[int], list[Answers]]:
    """The cards of which a viewer would never see the face, and how a match might go on."""
    game, cards, script = match.game, set(lying(match.state)), []
    eye, people = game.layout.eye(viewer), game.players - bots
    while len(script) < STEPS:
        cards -= {card for card, who in enumerate(match.state.seen) if who & eye}
        answers: Answers = {}
        if is_window(match):
            for seat in waiting(match):
                answers[seat] = rng.choice(match.legal(seat)).text
                match.play(seat, answers[seat])
            match.resume(settle=False)
        else:
            open_to = waiting(match)
            bot = next((seat for seat in open_to if seat >= people), None)
            seat = rng.choice(open_to) if bot is None else bot
            answers[seat] = likely(match, seat, rng)
            match.play(seat, answers[seat], settle=False)
        if match.nature_asked or match.result is not None:
            break
        script.append(answers)
    return sorted(cards), script


def likely(match: Match, seat: int, rng: random.Random) -> str:
    """An answer that somebody might give: few people offer trades all the time."""
    legal = [action.text for action in match.legal(seat)]
    return legal[-1] if "no_trade" in legal and rng.random() < 0.5 else rng.choice(legal)


def alike(
    one: Match,
    two: Match,
    viewer: Viewer,
    bots: int,
    script: Sequence[Answers],
    rng: random.Random,
) -> Iterator[Round]:
    """What is done in both worlds, as far as it can look the same to a viewer."""
    for answers in script:
        for decoy in (True, False):
            if decoy and not (may_change(one, answers, bots) and rng.random() < 0.5):
                continue
            since = len(one.events), len(two.events)
            ours = {seat: some(one, seat, rng) for seat in answers} if decoy else answers
            after = carried_out(one, ours)
            for theirs in others(two, viewer, ours, decoy, rng):
                trial = carried_out(two, theirs)
                if told(after, viewer, since[0]) == told(trial, viewer, since[1]):
                    yield Round((ours, theirs), is_window(one))
                    one, two = after, trial
                    break
            else:
                return


def may_change(match: Match, answers: Answers, bots: int) -> bool:
    """Whether this is a plan of a person that can be replaced before all are Ready (R-12)."""
    people = match.game.players - bots
    return match.view(None)["phase"] == "plan" and len(waiting(match)) > 1 and min(answers) < people


def some(match: Match, seat: int, rng: random.Random) -> str:
    return rng.choice(match.legal(seat)).text


def carried_out(match: Match, answers: Answers) -> Match:
    after = match.fork()
    for seat, do in answers.items():
        after.play(seat, do)
    if is_window(match):
        after.resume()
    return after


def others(
    match: Match, viewer: Viewer, answers: Answers, decoy: bool, rng: random.Random
) -> Iterator[Answers]:
    """Answers in another world that might look the same, the strangest first."""
    if is_window(match):
        yield from windows(match, viewer, answers, rng)
        return
    ((seat, do),) = answers.items()
    listed = [action.text for action in match.legal(seat)]
    rng.shuffle(listed)
    if seat == viewer or (len(match.game.asked(match.state)) > 1 and not decoy):
        listed = (
            [do] if do in listed else listed
        )  # what is sealed will be seen, if it is far enough
    yield from ({seat: other} for other in listed)


def windows(
    match: Match, viewer: Viewer, answers: Answers, rng: random.Random
) -> Iterator[Answers]:
    """All kinds of answers to a Trap window, of whoever is asked there."""
    lists = {seat: [action.text for action in match.legal(seat)] for seat in waiting(match)}
    for bold in (0.9, 0.9, 0.5, 0.5, 0.2, 0.0):
        tried: Answers = {}
        for seat, listed in lists.items():
            same = answers.get(seat, "")
            if same in listed and (seat == viewer or rng.random() > bold):
                tried[seat] = same
            else:
                tried[seat] = rng.choice(listed) if rng.random() < bold else listed[-1]
        yield tried


class TwinEvening(Evening):
    """An evening that follows the rounds of a pair."""

    def __init__(self, house: House, pair: Twins, which: int, seed: object) -> None:
        super().__init__(house, pair, which, seed)
        people = pair.game.players - pair.bots
        for round in pair.rounds:
            for seat, do in round.answers[which].items():
                if seat >= people:
                    self.bots.parts.setdefault(seat, deque()).append(do)
        rules = [wire.ClockRule(), wire.ClockRule("match", 6000, 5), wire.ClockRule("move", 900)]
        self.terms = {"clock": self.rng.choice(rules)}

    async def play(self) -> list[bytes]:
        await self.gather()
        for round in self.twins.rounds:
            if round.window:
                await self.window(round)
                continue
            await self.meanwhile()
            ((seat, do),) = round.answers[self.which].items()
            if seat < len(self.pages):
                await self.act(seat, do)
            else:
                self.house.clock.wait(self.house.pace / 1000)
                await self.house.ring(self.id)
                await self.settle()
        await self.meanwhile()
        return self.heard

    async def window(self, round: Round) -> None:
        """Everybody answers a Trap window at some time, and it closes when it should."""
        viewer, answers = self.pair.viewer, round.answers[self.which]
        thinkers = [
            [seat for seat in one if seat < len(self.pages) and seat != viewer]
            for one in round.answers
        ]
        ends = self.rng.choice([LEAST, 9, MOST]) if all(thinkers) else LEAST
        if any(
            one[seat] != "pass" for one, seats in zip(round.answers, thinkers) for seat in seats
        ):
            ends = min(ends, 9)  # whose time is up passes
        times = {seat: self.hidden.randrange(ends) for seat in thinkers[self.which]}
        if ends > LEAST:
            times[self.hidden.choice(thinkers[self.which])] = ends
        if viewer in answers:
            times[viewer] = self.rng.randrange(LEAST)
        does: dict[int, list[Deed]] = {}
        for seat, second in times.items():
            if second < MOST:
                does.setdefault(second, []).append(partial(self.act, seat, answers[seat]))
        await self.pass_time(ends, does)


@pytest.mark.parametrize(
    ("players", "bots"), [(2, 0), (3, 0), (3, 1), (4, 0), (4, 2), (5, 0), (5, 3)]
)
def test_equal_views_give_equal_bytes_at_equal_times(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, players: int, bots: int
) -> None:
    rounds = different = number = 0
    while number < PAIRS or (number < MOST_PAIRS and not different and players > 2):
        rng = random.Random(f"twins {players} {bots} {number}")
        viewer = rng.choice([*range(players - bots), None])
        pair = make_twins(players, viewer, bots, rng)
        worlds = []
        for which in (0, 1):
            begin(monkeypatch)
            house = House(tmp_path / f"{number}-{which}", pace=1000)
            evening = partial(TwinEvening, pair=pair, which=which, seed=number)
            worlds.append(asyncio.run(live(evening, house)))
        for at, (one, two) in enumerate(zip(*worlds, strict=True)):
            assert one == two, f"pair {number}: frame {at} tells {viewer} a difference"
        rounds += len(pair.rounds)
        different += sum(
            round.window and len(set(map(len, round.answers))) > 1 for round in pair.rounds
        )
        number += 1
    assert rounds > 5 * PAIRS, "the pairs are too short to show anything"
    assert different or players == 2, "in no window were other seats asked"


# Plans, pools, pockets, offers

PLANS_OF_TWO = [
    step(1, "act S01 1", "hold", "act L03 2"),
    step(2, "hold", "act L02 0", "special 1"),
    step(1, "hold", "act S01 2", "act S01 0"),
    step(2, "special 0", "hold", "act L02 2"),
]
"""Both change their minds, which is theirs to know."""


@pytest.mark.parametrize("viewer", [0, 3, None])
@pytest.mark.parametrize("crashes", [None, 3])
def test_of_a_plan_only_ready_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, viewer: Viewer, crashes: int | None
) -> None:
    evening = partial(StepEvening, steps=PLANS_OF_TWO, crashes=crashes)
    told = tell_alike(tmp_path, monkeypatch, viewer, [position()] * 3, evening, trading="off")
    assert any(b'"ready":[1,2]' in frame for frame in told)


def test_changing_a_plan_is_noticed_by_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One world has more answers than the other, and nobody can count them."""
    for viewer in (0, None):
        heard = []
        for changes in (0, 5):
            steps = [step(1, "hold"), *[step(1, "act S01 1"), step(1, "act S01 2")] * changes]
            evening = partial(Patient, steps=steps[: changes + 1])
            folder = tmp_path / f"{changes}"
            heard.append(tell_alike(folder, monkeypatch, viewer, [position()], evening))
        assert heard[0] == heard[1]


class Patient(StepEvening):
    """Answers first and looks around later."""

    async def play(self) -> list[bytes]:
        await self.gather()
        for one in self.steps:
            await self.act(one.seat, *one.does)
            self.house.clock.wait(0.5)
        self.house.clock.ms = NOON + 60_000
        await self.meanwhile(12)
        await self.crash()
        await self.meanwhile(6)
        await self.ask_http()
        return self.heard


POOLS = (("A22", "S03"), ("T01", "B03"), ("O04", "T02"))
"""What the hand of chair 2 holds besides what everybody will see."""


def robbed(cards: tuple[str, str], **more: object) -> dict[str, object]:
    """Chair 2 is about to fall or to be robbed, with some cards that the others do not know."""
    seats = [
        {"champion": "morwen", "hand": ["A14", "O03", "L01"], "ap": 3},
        {"champion": "seraphine", "hand": ["A06", "S01", "L03"], "ap": 3},
        {"champion": "dace", "hand": ["L02", "A01", *cards], "ap": 3, "hp": 2, "pc": 1},
        {"champion": "ilo", "hand": ["A20", "S02"], "ap": 2},
    ]
    source = ["A02", "A07", "A15", "A16", "A21", "S04", "S10", "B04", "B05", "L04"]
    return {"players": 4, "phase": "plan", "turn": 1, "seats": seats, "source": source, **more}


FALL = [step(0, "act A14 2"), step(1, "hold"), step(2, "hold"), step(3, "hold"), WINDOW]
BOTH = [step(0, "act A14 2"), step(1, "act A06 2"), step(2, "hold"), step(3, "hold"), WINDOW]
THEFT = [step(0, "act O03 2"), step(1, "hold"), step(2, "hold"), step(3, "hold"), WINDOW]
ENDS = [step(2, "respawn keep"), step(0, "hold"), step(3, "hold")]
SECRETS: Mapping[str, tuple[list[Step], list[Viewer]]] = {
    "a prize": (
        [*FALL, step(0, "prize_source hand"), step(0, "pick A01"), *ENDS],
        [1, 3, None],
    ),
    "a prize from the deck": ([*FALL, step(0, "prize_source deck"), *ENDS], [1, 3, None]),
    "two prizes": (
        [
            *BOTH, step(0, "prize_source hand"), step(0, "pick A01"),
            step(1, "prize_source hand"), step(1, "pick L02"), *ENDS,
        ],
        [3, None],
    ),
    "a theft": ([*THEFT, step(0, "pick A01"), step(2, "hold"), step(0, "hold")], [1, 3, None]),
}  # fmt: skip


@pytest.mark.parametrize("what", SECRETS)
def test_pools_and_pockets_are_shown_to_those_who_choose_and_to_nobody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    steps, viewers = SECRETS[what]
    positions = [robbed(cards) for cards in POOLS]
    for viewer in viewers:
        evening = partial(StepEvening, steps=steps)
        tell_alike(tmp_path, monkeypatch, viewer, positions, evening, trading="off")


async def at_robbers(house: House, steps: Sequence[Step]) -> tuple[str, list[Page]]:
    """Four people at one browser after some steps."""
    game = ludarium.game(SLUG, players=4, trading="off", **CLOSED)
    match = game.start(seed="7", position=robbed(POOLS[0]))
    chairs = [Chair("me"), *[Chair("local")] * 3]
    id = await house.hall.create(
        house.guest("Ann"), NewTable(SLUG, chairs, record=match.record(), seed="7")
    )
    pages = [await house.connect(id, key.token, "Ann") for key in await house.keys(id, "Ann")]
    for one in steps:
        if one.window:
            house.clock.wait(LEAST)
            await house.ring(id)
        else:
            await pages[one.seat].act(one.does[0])
        for page in pages:
            await page.settle()
    return id, pages


@in_house
async def test_victors_see_a_pool_only_while_it_is_due(house: House) -> None:
    _, pages = await at_robbers(house, BOTH)
    pool = ["A01", "L02", "A22", "S03"]
    for page in pages:
        seen = page.view.get("shown_pools")
        assert (seen is None) == (page.you in (2, 3))
        assert seen is None or sorted(seen[2]) == sorted(pool)
    for do in ("prize_source hand", "pick A01"):
        await pages[0].act(do)
    for page in pages:
        await page.settle()
    assert "A01" not in pages[0].view["shown_pools"][2]
    for do in ("prize_source hand", "pick L02"):
        await pages[1].act(do)
    for page in pages:
        await page.settle()
        assert page.view.get("shown_pools") is None
        page.check_view()


@in_house
async def test_a_thief_sees_a_hand_only_while_choosing(house: House) -> None:
    _, pages = await at_robbers(house, THEFT)
    shown = [page.view.get("shown_hands") for page in pages]
    assert shown[1:] == [None] * 3 and sorted(shown[0][2]) == sorted(["A01", "L02", "A22", "S03"])
    await pages[0].act("pick A01")
    for page in pages:
        await page.settle()
        assert page.view.get("shown_hands") is None


OFFERS = (
    (["eron", "valora"], ["dace", "ilo"], ["pixel", "regent"]),
    (["eron", "tamsin"], ["dace", "bramble"], ["pixel", "regent"]),
    (["eron", "gorvane"], ["dace", "phoenix"], ["pixel", "regent"]),
)
"""What chairs 0, 1 and 2 are dealt to choose a Champion from."""


def offered(offers: tuple[list[str], list[str], list[str]]) -> dict[str, object]:
    deck = ludarium.game(SLUG, players=4).rules.terms.content.counts
    source = [card for card, count in deck.items() for _ in range(count)]
    return {
        "players": 4,
        "phase": "setup",
        "options": {"champion_pick": "deal2"},
        "seats": [{"champion": None}] * 4,
        "pending": {"offers": [*offers, ["morwen", "requiem"]]},
        "source": source,
    }


@pytest.mark.parametrize("viewer", [2, 3, None])
@pytest.mark.parametrize("resigns", [None, 1, 2])
def test_champions_that_were_dealt_are_known_to_those_who_choose(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, viewer: Viewer, resigns: int | None
) -> None:
    steps = [
        step(0, "choose_champion eron"),
        step(1, "choose_champion dace"),
        step(3, "choose_champion morwen"),
        step(2, "choose_champion pixel"),
    ]
    if resigns is not None:
        del steps[2]
    positions = [offered(offers) for offers in OFFERS]
    evening = partial(StepEvening, steps=steps, resigns=resigns)
    tell_alike(tmp_path, monkeypatch, viewer, positions, evening, champion_pick="deal2")


LEAVING: Mapping[str, tuple[list[Step], int]] = {
    "plan": (PLANS_OF_TWO, 2),
    "effects": ([*THEFT, step(0, "pick A01"), step(2, "hold")], 5),
    "prize source": ([*FALL, step(0, "prize_source hand"), step(0, "pick A01"), *ENDS[:2]], 5),
    "prize": ([*FALL, step(0, "prize_source hand"), step(0, "pick A01"), *ENDS[:2]], 6),
    "respawn": ([*FALL, step(0, "prize_source hand"), step(0, "pick A01"), *ENDS[:2]], 7),
}
"""What is done, and before which step chair 3 leaves."""
TRADES: Mapping[str, tuple[list[Step], int]] = {
    "offers": ([*TRAP_PHASE, step(1, "trade_offer 2 A06", "no_trade", "trade_offer 0 S01")], 6),
    "reply": (
        [*TRAP_PHASE, step(1, "trade_offer 2 A06"), *[step(seat, "no_trade") for seat in (0, 2, 3)],
         step(2, "trade_reply A01")], 9,
    ),
    "confirm": (
        [*TRAP_PHASE, step(1, "trade_offer 2 A06"), *[step(seat, "no_trade") for seat in (0, 2, 3)],
         step(2, "trade_reply A01"), step(1, "trade_confirm refuse")], 10,
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("phase", "viewer"), [*zip([*LEAVING, *TRADES], cycle((3, None)), strict=False)]
)
def test_leaving_in_any_phase_tells_nobody_what_the_others_hold_or_have_sealed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, viewer: Viewer, phase: str
) -> None:
    steps, resigns = {**LEAVING, **TRADES}[phase]
    positions = [robbed(cards) if phase != "plan" else position() for cards in POOLS]
    steps = steps if len(steps) > resigns else [*steps, step(0, "no_trade")]
    evening = partial(StepEvening, steps=steps, resigns=resigns)
    trading = "on" if phase in TRADES else "off"
    tell_alike(tmp_path, monkeypatch, viewer, positions, evening, trading=trading)


# Draws that are soon forgotten


def supplied(source: Sequence[str] = ("A22", "B03", "L04")) -> dict[str, object]:
    """Chair 0 is about to draw; one of the cards that all know of chair 1 is soon forgotten."""
    known = {"known": ["A06", "S05"], "fleeting": ["S05"]}
    return {
        "players": 2,
        "phase": "plan",
        "turn": 1,
        "seats": [
            {"champion": "dace", "hand": ["O06", "T01"], "ap": 1},
            {"champion": "ilo", "hand": ["A06", "S05"], "ap": 1, **known},
        ],
        "source": list(source),
    }


class Fleeting:
    """A table of two at which drawn cards are known to all for a while."""

    def __init__(self, house: House, memory: str, crashes: bool, **position: Any) -> None:
        self.house = house
        self.position = supplied(**position)
        self.game = ludarium.game(SLUG, trading="off", draw_log="fleeting", memory_aid=memory)
        self.crashes = crashes

    async def gather(self) -> None:
        record = self.game.start(seed="7", position=self.position).record()
        new = NewTable(SLUG, [Chair("me"), Chair("open")], record=record, seed="7", grace=None)
        self.id = await self.house.hall.create(self.house.guest("Ann"), new)
        await self.house.enter(self.id, "Bob", seat=1)
        await (await self.house.page(self.id, "Bob")).order(wire.Ready("ready"))

    async def turn(self, *plans: str) -> None:
        for who, do in zip(("Ann", "Bob"), plans, strict=True):
            page = await self.house.page(self.id, who)
            assert (await page.act(do))["t"] == "ok"
        self.house.clock.wait(LEAST)
        await self.house.ring(self.id)
        if self.crashes:
            await self.house.crash()

    async def look_up(self, who: str) -> list[set[str]]:
        """The cards that are named to whoever comes in: first page, older lines, stories."""
        house, id = self.house, self.id
        page = await (house.watch(id, who) if who == "Wat" else house.page(id, who))
        lines = await page.ask_for(wire.More(1000), "lines")
        eyes = [PUBLIC, *([] if page.you is None else [str(page.you)])]
        stories = [await house.hall.story(id, house.guest(who), eye) for eye in eyes]
        told = [[page.log, page.view.get("known_hands")], lines["log"], *stories]
        champions = {*self.game.rules.terms.content.champions}
        named = [codes_in(self.game, without_deck(msgspec.to_builtins(one))) for one in told]
        return [codes - champions for codes in named]


@pytest.mark.parametrize("memory", ["off", "on"])
@pytest.mark.parametrize("crashes", [False, True])
def test_names_of_drawn_cards_are_forgotten_wherever_they_are_looked_up(
    tmp_path: Path, memory: str, crashes: bool
) -> None:
    drawn = {"A22", "B03"}

    async def evening(house: House) -> None:
        table = Fleeting(house, memory, crashes)
        await table.gather()
        watcher = await house.watch(table.id, "Watcher")
        for named in await table.look_up("Wat"):
            assert named == {"A06", "S05"}
        await table.turn("act O06 0", "hold")
        for named in [*await table.look_up("Wat"), *await table.look_up("Bob")]:
            assert named >= {"O06", "A06", *drawn}
        for named in await table.look_up("Wat"):
            assert "S05" not in named, "that was known for a while, too"
        fresh = await house.watch(table.id, "Wat")
        assert crashes or telling.forget(watcher.log) == fresh.log, "a page forgets by itself"
        await table.turn("hold", "hold")
        for named in [*await table.look_up("Wat"), *await table.look_up("Bob")]:
            assert named >= {"O06", "A06"} and not named & drawn
        assert set.union(*await table.look_up("Ann")) >= drawn, "they are in Ann's hand"
        fresh = await house.watch(table.id, "Wat")
        assert crashes or telling.forget(watcher.log) == fresh.log

    in_house(evening)(tmp_path)


@pytest.mark.parametrize("memory", ["off", "on"])
def test_whoever_comes_later_cannot_tell_which_cards_were_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, memory: str
) -> None:
    """What was shown to all and then forgotten differs; all that is sent afterwards does not."""

    async def evening(house: House, source: Sequence[str]) -> list[bytes]:
        table = Fleeting(house, memory, crashes=False, source=source)
        await table.gather()
        await table.turn("act O06 0", "hold")
        await table.turn("hold", "hold")
        heard: list[bytes] = []
        for who in ("Bob", "Wat"):
            keys = await house.keys(table.id, who)
            page = Ear(house, who, heard)
            house.pages.append(page)
            await page.say_hello(wire.Hello(table.id, keys[0].token if keys else "", 3))
            await page.order(wire.Act("a", 0, "pick A22"))
            page.send(wire.Why())
            await page.ask_for(wire.More(1000), "lines")
            eyes = [PUBLIC, *([] if page.you is None else [str(page.you)])]
            for eye in eyes:
                told = await house.hall.story(table.id, house.guest(who), eye)
                heard.append(msgspec.json.encode(told))
        return heard

    worlds = []
    for which, source in enumerate([("A22", "B03", "L04"), ("T01", "S10", "L04")]):
        begin(monkeypatch)
        house = House(tmp_path / f"{which}")
        worlds.append(asyncio.run(told_in(house, partial(evening, source=source))))
    assert worlds[0] == worlds[1] and len(worlds[0]) > 9


async def told_in(house: House, evening: Callable[[House], Awaitable[list[bytes]]]) -> list[bytes]:
    await house.open()
    try:
        return await evening(house)
    finally:
        await house.close()


@pytest.mark.parametrize("memory", ["off", "on"])
def test_hands_that_all_have_seen_being_drawn_are_listed_only_where_that_was_agreed(
    tmp_path: Path, memory: str
) -> None:
    """Open draws stand in the log for whoever remembers; the table reminds nobody (R-59)."""

    async def evening(house: House) -> None:
        options = {"memory_aid": memory, "champion_pick": "random"}
        new = NewTable(SLUG, [Chair("me"), Chair("local")], options=options, seed="7")
        id = await house.hall.create(house.guest("Ann"), new)
        keys = await house.keys(id, "Ann")
        pages = [await house.connect(id, key.token, "Ann") for key in keys]
        hands = [set(page.view["hand"]) for page in pages]
        for page in [*pages, await house.watch(id)]:
            drawn = {card for line in page.log for card in line.get("cards", [])}
            assert drawn >= hands[0] | hands[1]
            named = codes_in(ludarium.game(SLUG), without_deck({**page.view, "log": []}))
            own = set() if page.you is None else hands[page.you]
            others = set.union(*hands) - own
            assert others and named & others == (others if memory == "on" else set())

    in_house(evening)(tmp_path)
