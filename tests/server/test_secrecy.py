"""Nobody is sent a byte that they may not know.

Pairs: two tables whose players hold different secrets, while one viewer (a player or a spectator)
has seen the same of both. Whatever is done that looks the same to the viewer, everything sent to
the viewer must be the same, byte for byte: first frame, news, refusals, hints, older lines, what
HTTP tells, what a reconnect brings.

Markers: every card of a deck has a code and a name of its own, and none of them may be sent to
anybody who has not seen that card.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest

import ludarium
from laws import lying, moved
from ludarium import Game, Match
from ludarium.server import hosting, wire
from ludarium.server.forms import Chair, Enter
from ludarium.server.problems import Problem
from ludarium.server.story import PUBLIC
from server.people import House, Page, record_of
from server.real import heavy

SLUG = "tears-of-nature"
SEATS = [("apprentice", 2), *[(name, n) for name in ("master", "practitioner") for n in (2, 3, 4)]]
PAIRS = heavy("LUDARIUM_PAIRS", 6)
"""Pairs of matches with each rule set and number of seats."""
STEPS = 30
"""Actions of a pair, as far as they go before the viewer would learn a difference."""
NAMES = ("Ann", "Bob", "Cy", "Di")

Viewer = int | None


# Pairs of matches


@dataclass
class Pair:
    """Two positions that look alike to a viewer, and answers that go on looking alike."""

    game: Game
    viewer: Viewer
    seed: str
    positions: tuple[dict[str, object], dict[str, object]]
    answers: list[tuple[int, str, str]]
    """The seat, and what it does in the one world and in the other."""


def make_pair(ruleset: str, players: int, viewer: Viewer, rng: random.Random) -> Pair:
    """A pair that goes on for a while; where cards are re-dealt at random it may be short."""
    match = ludarium.game(SLUG, ruleset=ruleset, players=players).start(seed=str(rng.random()))
    for _ in range(rng.randrange(12)):
        seat = next(iter(match.questions))
        match.play(seat, rng.choice(match.legal(seat)))
    game, seed = match.game, str(rng.random())
    ahead = rehearse(game.start(seed=seed, position=match.position()), viewer, rng)
    if rng.random() < 0.3:
        other = game.imagine(match.view(viewer), rng)
    else:
        places = [*ahead.hidden]
        rng.shuffle(places)
        other = moved(game, match.state, dict(zip(ahead.hidden, places, strict=True)))
    positions = match.position(), game.position(other)
    one, two = (game.start(seed=seed, position=position) for position in positions)
    assert one.view(viewer) == two.view(viewer)
    return Pair(game, viewer, seed, positions, list(alike(one, two, viewer, ahead.answers, rng)))


@dataclass
class Ahead:
    """How a match might go on, and the cards of which a viewer would never see the face."""

    answers: list[tuple[int, str]]
    hidden: list[int]


def rehearse(match: Match, viewer: Viewer, rng: random.Random) -> Ahead:
    """Play on until cards are shuffled or the match is over."""
    game, cards = match.game, set(lying(match.state))
    eye = game.layout.eye(viewer)
    answers: list[tuple[int, str]] = []
    for _ in range(STEPS):
        cards -= {card for card, who in enumerate(match.state.seen) if who & eye}
        seat = next(iter(match.questions))
        action = rng.choice(match.legal(seat))
        match.play(seat, action, settle=False)
        if match.nature_asked or match.result is not None:
            break
        answers.append((seat, action.text))
    wild = {card for card in cards if game.cards.code[card] == "WILD"}  # shown when thrown away
    return Ahead(answers, sorted(cards - wild))


def alike(
    one: Match, two: Match, viewer: Viewer, answers: list[tuple[int, str]], rng: random.Random
) -> Iterator[tuple[int, str, str]]:
    """The answers with others that look the same to a viewer, as far as there are such."""
    for seat, do in answers:
        since = len(one.events), len(two.events)
        after = one.fork()
        after.play(seat, do)
        others = [action.text for action in two.legal(seat)]
        rng.shuffle(others)
        for other in others if seat != viewer else [do]:
            trial = two.fork()
            trial.play(seat, other)
            if told(after, viewer, since[0]) == told(trial, viewer, since[1]):
                yield seat, do, other
                one, two = after, trial
                break
        else:
            return


def told(match: Match, viewer: Viewer, since: int) -> tuple[object, ...]:
    """What a viewer gets to know by an action, as the engine sees it."""
    return match.view(viewer) | {"log": []}, match.events_for(viewer)[since:], match.result


# The same evening in two worlds


class Ear(Page):
    """A page that keeps every byte."""

    def __init__(self, house: House, who: str, heard: list[bytes]) -> None:
        super().__init__(house, who)
        self.heard = heard

    async def send_data(self, data: str, mode: str) -> None:
        self.heard.append(data.encode())
        await super().send_data(data, mode)


class World:
    """A table in one of the two worlds, where the same things are done as in the other one."""

    def __init__(self, house: House, pair: Pair, which: int, seed: int) -> None:
        self.house = house
        self.pair = pair
        self.which = which
        self.rng = random.Random(seed)
        self.heard: list[bytes] = []
        """Everything that the viewer was sent, by socket or HTTP."""
        self.pages: list[Page] = []
        self.id = ""
        self.orders = 0

    async def play(self) -> list[bytes]:
        await self.gather()
        for answer in self.pair.answers:
            await self.meanwhile()
            await self.act(*answer)
            if self.rng.random() < 0.15:
                await self.take_back(answer[0])
                await self.act(*answer)
        await self.meanwhile()
        return self.heard

    async def gather(self) -> None:
        """Everybody sits down at a table that goes on from a position."""
        pair, players = self.pair, self.pair.game.players
        chairs = [Chair("me"), *[Chair("open")] * (players - 1)]
        self.id = await self.house.create(
            *chairs, record=record_of(pair.positions[self.which]), seed=pair.seed, grace=None
        )
        for seat in range(1, players):
            await self.house.enter(self.id, NAMES[seat], seat=seat)
        for seat in range(players):
            self.pages.append(await self.come(seat))
        self.viewer = await self.come(None) if pair.viewer is None else self.pages[pair.viewer]
        for page in self.pages[1:]:
            await page.order(wire.Ready("ready"))
        await self.settle()

    async def come(self, seat: Viewer, have: int | None = None) -> Page:
        who = "Watcher" if seat is None else NAMES[seat]
        entry = await self.house.enter(self.id, who)
        token = entry.keys[0].token if entry.keys else ""
        ours = seat == self.pair.viewer
        if ours:
            self.heard.append(msgspec.json.encode(entry))
        page = Ear(self.house, who, self.heard if ours else [])
        self.house.pages.append(page)
        await page.say_hello(wire.Hello(self.id, token, have))
        return page

    async def settle(self) -> None:
        for page in [*self.pages, self.viewer]:
            await page.settle()

    def number(self) -> str:
        self.orders += 1
        return f"order {self.orders}"

    async def act(self, seat: int, *does: str) -> None:
        page = self.pages[seat]
        assert page.ask is not None
        answer = await page.order(wire.Act(self.number(), page.ask["n"], does[self.which]))
        assert answer["t"] == "ok", answer
        await self.settle()

    async def take_back(self, seat: int) -> None:
        """With the consent of the others, where that is needed."""
        answer = await self.pages[seat].order(wire.Undo(self.number()))
        assert answer["t"] == "ok", answer
        await self.settle()
        while (wish := self.viewer.table.get("undo")) is not None:
            await self.pages[wish["waiting"][0]].order(wire.Consent(self.number(), True))
            await self.settle()

    async def meanwhile(self) -> None:
        """Something or other that changes nothing of the match."""
        for _ in range(self.rng.randrange(3)):
            self.house.clock.wait(self.rng.random() * 5)
            await self.rng.choice(
                [self.try_something, self.ask_why, self.look_back, self.reconnect, self.talk,
                 self.ask_http, self.others_stumble]
            )()  # fmt: skip
            await self.settle()

    async def try_something(self) -> None:
        """Most of what can be said is not allowed; the answer must not tell more than it should."""
        n = 0 if self.viewer.ask is None else self.viewer.ask["n"]
        await self.viewer.order(wire.Act(self.number(), n, self.nonsense(self.rng)))

    def nonsense(self, rng: random.Random) -> str:
        code = rng.choice(self.pair.game.cards.code)
        place = f"{rng.randrange(4)}.{rng.randrange(5)}"
        return rng.choice(
            [f"build {code} {rng.choice(self.pair.game.cards.code)}", f"attack {code} {place}",
             f"defend {code}", "decline", "draw deck", f"draw stock {rng.randrange(4)}",
             f"attack {code} {place[::-1]}", "pass", f"swallow {code}", ""]
        )  # fmt: skip

    async def ask_why(self) -> None:
        self.viewer.send(wire.Why())

    async def look_back(self) -> None:
        self.viewer.send(wire.More(self.rng.randrange(1, 80)))

    async def reconnect(self) -> None:
        """The viewer is gone for a while and comes back, with or without what it knew."""
        seat, have = self.pair.viewer, self.rng.choice([None, self.viewer.seq, self.viewer.seq - 3])
        if self.rng.random() < 0.5:
            await self.viewer.close()
        self.viewer = await self.come(seat, have)
        if seat is not None:
            self.pages[seat] = self.viewer

    async def talk(self) -> None:
        speaker = self.rng.choice([*self.pages, self.viewer])
        await speaker.order(wire.Say(self.number(), f"I say {self.rng.random()}"))

    async def ask_http(self) -> None:
        hall, viewer = self.house.hall, self.pair.viewer
        guest = self.house.guest(self.viewer.who)
        everyone = [PUBLIC, "all", *map(str, range(self.pair.game.players))]
        for ask in (
            hall.story(self.id, guest, PUBLIC if viewer is None else str(viewer)),
            hall.story(self.id, guest, self.rng.choice(everyone)),
            hall.story(self.id, None, PUBLIC),
            hall.table(self.id, guest),
            hall.list_mine(guest),
            hall.record(self.id),
            hall.enter(self.id, self.house.guest("Eve"), Enter(seat=0)),
        ):
            try:
                self.heard.append(msgspec.json.encode(await ask))
            except Problem as problem:
                self.heard.append(msgspec.json.encode(problem.form))

    async def others_stumble(self) -> None:
        """What the others try in vain is nobody else's business."""
        others = [page for page in self.pages if page is not self.viewer]
        page, rng = self.rng.choice(others), random.Random(self.rng.random() + self.which)
        page.send(wire.Why())
        await page.order(wire.Act(f"{self.number()} in vain", 0, self.nonsense(rng)))


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Names and tokens that are the same in both worlds."""
    numbers = {"table": 0, "token": 0}
    monkeypatch.setattr(hosting, "table_id", lambda: "k7mqx-4vbnh-9tdjs")
    monkeypatch.setattr(hosting, "new_token", lambda: f"token-{numbers.setdefault('token', 0)}")
    yield


async def both(folder: Path, pair: Pair, seed: int) -> tuple[list[bytes], list[bytes]]:
    heard = []
    for which in (0, 1):
        house = House(folder / f"{seed}-{which}")
        await house.open()
        try:
            heard.append(await World(house, pair, which, seed).play())
        finally:
            await house.close()
    return heard[0], heard[1]


@pytest.mark.parametrize(("ruleset", "players"), SEATS)
def test_equal_views_give_equal_bytes(
    tmp_path: Path, counted: None, ruleset: str, players: int
) -> None:
    secrets = steps = 0
    for number in range(PAIRS):
        rng = random.Random(f"pairs {ruleset} {players} {number}")
        viewer = rng.choice([*range(players), None])
        pair = make_pair(ruleset, players, viewer, rng)
        one, two = asyncio.run(both(tmp_path, pair, number))
        for at, (here, there) in enumerate(zip(one, two)):
            assert here == there, f"{number}: frame {at} of {viewer}"
        assert len(one) == len(two)
        secrets += pair.positions[0] != pair.positions[1]
        steps += len(pair.answers)
    print(ruleset, players, secrets, steps, PAIRS)
    assert secrets and steps
