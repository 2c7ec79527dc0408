"""Two worlds that look the same to one viewer: pairs of matches, and the same evening at both."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

import msgspec
import pytest

import ludarium
from laws import lying
from ludarium import Game, Match
from ludarium.server import hosting, making, wire
from ludarium.server.forms import Chair, Enter
from ludarium.server.problems import Problem
from ludarium.server.story import PUBLIC
from secrecy import moved
from server.people import House, Page, record_of
from server.real import heavy

SLUG = "tears-of-nature"
SEATS = [("apprentice", 2), *[(name, n) for name in ("master", "practitioner") for n in (2, 3, 4)]]
PAIRS = heavy("LUDARIUM_PAIRS", 6)
"""Pairs of matches with each rule set and number of seats."""
STEPS = 30
"""Actions of a pair, as far as they go before the viewer would learn a difference."""
NAMES = ("Ann", "Bob", "Cy", "Di", "Ed")

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
    match = game.start(seed=seed, position=match.position())
    ahead = rehearse(match.fork(), viewer, rng)
    if rng.random() < 0.3:
        other = game.imagine(match.view(viewer), rng)
    else:
        places = [*ahead.hidden]
        rng.shuffle(places)
        other = moved(game, match.state, dict(zip(ahead.hidden, places, strict=True)))
    positions = match.position(), game.position(other)
    one, two = (game.start(seed=seed, position=position) for position in positions)
    if told(one, viewer, 0) != told(two, viewer, 0) or positions[0] == positions[1]:
        return make_pair(ruleset, players, viewer, rng)  # what one knows alone, all may know too
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
    """What a viewer gets to know by an action, as the engine sees it; all know what is public."""
    news = [
        (match.view(eyes) | {"log": []}, match.events_for(eyes)[since:]) for eyes in (viewer, None)
    ]
    return *news, match.result


# The same evening in two worlds


class Ear(Page):
    """A page that keeps every byte."""

    def __init__(self, house: House, who: str, heard: list[bytes]) -> None:
        super().__init__(house, who)
        self.heard = heard

    def take(self, frame: bytes) -> None:
        self.heard.append(frame)
        super().take(frame)


class World:
    """A table in one of the two worlds, where the same things are done as in the other one."""

    ear = Ear

    def __init__(self, house: House, pair: Pair, which: int, seed: int) -> None:
        self.house = house
        self.pair = pair
        self.which = which
        self.rng = random.Random(seed)
        self.heard: list[bytes] = []
        """Everything that the viewer was sent, by socket or HTTP."""
        self.pages: list[Page] = []
        self.away: list[Page] = []
        """Those of the pages that are closed."""
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
        pair = self.pair
        chairs = self.chairs()
        self.id = await self.create(chairs)
        people = [seat for seat, chair in enumerate(chairs) if chair.kind != "bot"]
        for seat in people[1:]:
            await self.house.enter(self.id, NAMES[seat], seat=seat)
        for seat in people:
            self.pages.append(await self.come(seat))
        self.viewer = await self.come(None) if pair.viewer is None else self.pages[pair.viewer]
        self.watcher = await self.house.watch(self.id, "Wat")
        for page in self.pages[1:]:
            await page.order(wire.Ready("ready"))
        await self.settle()

    def chairs(self) -> list[Chair]:
        return [Chair("me"), *[Chair("open")] * (self.pair.game.players - 1)]

    async def create(self, chairs: list[Chair]) -> str:
        return await self.house.create(
            *chairs,
            record=record_of(self.pair.positions[self.which]),
            seed=self.pair.seed,
            grace=None,
            clock=self.rng.choice([wire.ClockRule(), wire.ClockRule("match", 600, 5)]),
        )

    async def come(self, seat: Viewer, have: int | None = None) -> Page:
        who = "Watcher" if seat is None else NAMES[seat]
        entry = await self.house.enter(self.id, who)
        token = entry.keys[0].token if entry.keys else ""
        ours = seat == self.pair.viewer
        if ours:
            self.heard.append(msgspec.json.encode(entry))
        page = self.ear(self.house, who, self.heard if ours else [])
        self.house.pages.append(page)
        await page.say_hello(wire.Hello(self.id, token, have))
        return page

    def players(self) -> list[Page]:
        """The pages of those who are here."""
        return [page for page in self.pages if page not in self.away]

    async def settle(self) -> None:
        for page in [*self.pages, self.viewer, self.watcher]:
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
                 self.ask_http, self.others_stumble, self.others_talk]
            )()  # fmt: skip
            await self.settle()

    async def try_something(self) -> None:
        """Most of what can be said is not allowed; the answer must not tell more than it should."""
        await self.attempt(self.nonsense(self.rng))

    async def attempt(self, do: str) -> None:
        """The viewer says something, but not where it would be an answer."""
        ask = self.viewer.ask or {"n": 0, "options": []}
        allowed = any(set(do.split()) == set(one["do"].split()) for one in ask["options"])
        await self.viewer.order(wire.Act(self.number(), ask["n"] - allowed, do))

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
        await self.viewer.ask_for(wire.Ping(self.orders), "pong")

    async def look_back(self) -> None:
        await self.viewer.ask_for(wire.More(self.rng.randrange(1, 80)), "lines")

    async def reconnect(self) -> None:
        """The viewer is gone for a while and comes back, with or without what it knew."""
        have = self.rng.choice([None, self.viewer.seq, self.viewer.seq - 3])
        if self.rng.random() < 0.5:
            await self.viewer.close()
        await self.come_back(have)

    async def come_back(self, have: int | None) -> None:
        seat = self.pair.viewer
        self.viewer = await self.come(seat, have)
        if seat is not None:
            self.pages[seat] = self.viewer

    async def talk(self) -> None:
        speaker = self.rng.choice([*self.players(), self.viewer, self.watcher])
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
            hall.list_open(guest),
            hall.record(self.id),
            hall.enter(self.id, self.house.guest("Eve"), Enter(seat=0)),
        ):
            try:
                self.heard.append(msgspec.json.encode(await ask))
            except Problem as problem:
                self.heard.append(msgspec.json.encode(problem.form))

    async def others_stumble(self) -> None:
        """What the others try in vain is nobody else's business."""
        others = [page for page in self.players() if page is not self.viewer]
        page, rng = self.rng.choice(others), random.Random(self.rng.random() + self.which)
        page.send(wire.Why())
        await page.order(wire.Act(f"{self.number()} in vain", 0, self.nonsense(rng)))

    async def others_talk(self) -> None:
        """Nor is what players say among themselves, or spectators."""
        others = self.players() if self.pair.viewer is None else [self.watcher]
        speaker, id = self.rng.choice(others), self.number()
        for line in range(1 + 2 * self.which):
            await speaker.order(wire.Say(f"{id}.{line}", f"in world {self.which}"))


def alike_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Names of tables and tokens come in the same order in both worlds."""
    numbers = count()
    fakes = {
        "table_id": lambda: f"k7mqx-4vbnh-{next(numbers):05}",
        "new_token": lambda: f"token-{next(numbers)}",
    }
    for module in (hosting, making):
        for name, fake in fakes.items():
            if name in vars(module):
                monkeypatch.setattr(module, name, fake)
