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
import base64
import json
import random
import re
import tomllib
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest
import uvicorn

import ludarium
from laws import lying, viewers
from ludarium import Game, Match
from ludarium.core import chance, records
from ludarium.core.nature import Dice
from ludarium.core.state import NATURE
from ludarium.server import hosting, making, wire
from ludarium.server.app import make_app
from ludarium.server.forms import Chair, Enter
from ludarium.server.problems import Problem
from ludarium.server.running import listen
from ludarium.server.store import open_store
from ludarium.server.story import PUBLIC
from ludarium.server.workers import Workers
from secrecy import known_codes, moved
from server.people import NOON, House, Page, StillHall, record_of
from server.real import Client, Guest, Player, Server, heavy

SLUG = "tears-of-nature"
SEATS = [("apprentice", 2), *[(name, n) for name in ("master", "practitioner") for n in (2, 3, 4)]]
PAIRS = heavy("LUDARIUM_PAIRS", 6)
"""Pairs of matches with each rule set and number of seats."""
STEPS = 30
"""Actions of a pair, as far as they go before the viewer would learn a difference."""
NAMES = ("Ann", "Bob", "Cy", "Di", "Ed")

Viewer = int | None

pytestmark = pytest.mark.no_cover


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


async def live(house: House, pair: Pair, which: int, seed: int) -> list[bytes]:
    await house.open()
    try:
        return await World(house, pair, which, seed).play()
    finally:
        await house.close()


@pytest.mark.parametrize(("ruleset", "players"), SEATS)
def test_equal_views_give_equal_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ruleset: str, players: int
) -> None:
    steps = 0
    for number in range(PAIRS):
        rng = random.Random(f"pairs {ruleset} {players} {number}")
        viewer = rng.choice([*range(players), None])
        pair = make_pair(ruleset, players, viewer, rng)
        worlds = []
        for which in (0, 1):
            alike_names(monkeypatch)
            house = House(tmp_path / f"{number}-{which}")
            worlds.append(asyncio.run(live(house, pair, which, number)))
        for at, (one, two) in enumerate(zip(*worlds, strict=True)):
            assert one == two, f"pair {number}: frame {at} tells {viewer} a difference"
        steps += len(pair.answers)
    assert steps > 3 * PAIRS, "the pairs are too short to show anything"


# The same over the wire


@dataclass
class Address:
    """Where a server listens that runs in this process."""

    port: int


@asynccontextmanager
async def served(folder: Path) -> AsyncIterator[Address]:
    """The whole application behind a real port, with a clock that stands still."""
    folder.mkdir()
    hall = StillHall(
        open_store(folder / "t.db"), Workers(1), now=lambda: NOON, pace=0, limits=False
    )
    app = make_app(hall)
    config = uvicorn.Config(
        app, http="httptools", ws="websockets-sansio", lifespan="off", log_config=None
    )
    server = uvicorn.Server(config)
    with listen("127.0.0.1", 0) as listening:
        await app.open()
        serving = asyncio.create_task(server.serve([listening]))
        try:
            yield Address(listening.getsockname()[1])
        finally:
            server.should_exit = True
            await serving
            await app.close()


class WireWorld:
    """A short evening over sockets and HTTP."""

    def __init__(self, address: Address, pair: Pair, which: int) -> None:
        self.address = address
        self.pair = pair
        self.which = which
        self.heard: list[bytes] = []
        self.clients: list[Client] = []
        self.following: dict[Client, asyncio.Task[None]] = {}
        self.done = False

    async def play(self) -> list[bytes]:
        pair, players = self.pair, self.pair.game.players
        guests = [Guest(self.address) for _ in range(players + 1)]
        for guest, name in zip(guests, (*NAMES[:players], "Wat")):
            await guest.get("PUT", "/api/me", {"name": name})
        viewer = guests[players if pair.viewer is None else pair.viewer]
        viewer.heard = self.heard.append
        table = await guests[0].host(
            [{"kind": "me"}, *[{"kind": "open"}] * (players - 1)],
            record=record_of(pair.positions[self.which]), seed=pair.seed, grace=None,
        )  # fmt: skip
        tokens = []
        for seat, guest in enumerate(guests[:players]):
            wish = {"seat": seat} if seat else {}
            tokens.append((await guest.enter(table, **wish))["keys"][0]["token"])
        async with asyncio.TaskGroup() as group:
            for token in (*tokens, ""):
                client = Client(self.address, table, token)
                self.clients.append(client)
                self.following[client] = group.create_task(client.follow(lambda: self.done))
                await client.catch_up()
            self.watched = self.clients[players if pair.viewer is None else pair.viewer]
            for client in self.clients:
                await client.catch_up()
            self.watched.keeps = True
            for client in self.clients[1:players]:
                await self.order(client, t="ready")
            for number, (seat, *does) in enumerate(pair.answers):
                await self.stumble(number)
                if number % 3 == 1:
                    await self.drop_out(group)
                ask = self.clients[seat].screen.ask
                assert ask is not None
                answer = await self.order(
                    self.clients[seat], t="act", n=ask["n"], do=does[self.which]
                )
                assert answer["t"] == "ok", answer
                await self.ask_http(viewer, table)
            self.done = True
            for client in self.clients:
                await client.send({"t": "ping", "n": 0})
        return [*self.heard, *self.watched.frames]

    async def order(self, client: Client, **order: Any) -> dict[str, Any]:
        given = client.order(**order)
        await client.send(given)
        await client.until(lambda: given["id"] in client.answers)
        for one in self.clients:
            await one.catch_up()
        return client.answers[given["id"]]

    async def stumble(self, number: int) -> None:
        """Something the viewer may not do, a hint, older lines."""
        code = self.pair.game.cards.code[number]
        await self.order(self.watched, t="act", n=99, do=f"attack {code} 1.0")
        await self.watched.send({"t": "why"})
        await self.watched.send({"t": "more", "before": number})

    async def drop_out(self, group: asyncio.TaskGroup) -> None:
        """The viewer is gone, the others see it, and the viewer comes back."""
        self.following[self.watched].cancel()
        await asyncio.wait([self.following[self.watched]])
        other = next(client for client in self.clients if client is not self.watched)
        seat = self.pair.viewer

        def gone() -> bool:
            table = other.screen.table
            return not (table.get("watchers") if seat is None else table["seats"][seat].get("here"))

        await other.until(gone)
        self.following[self.watched] = group.create_task(self.watched.follow(lambda: self.done))
        for client in self.clients:
            await client.catch_up()

    async def ask_http(self, guest: Guest, table: str) -> None:
        for eyes in ("public", "all", "0", "1"):
            await asyncio.to_thread(guest.ask, "GET", f"/api/tables/{table}/story?eyes={eyes}")
        await asyncio.to_thread(guest.ask, "GET", f"/api/tables/{table}/record")


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_equal_views_give_equal_bytes_over_the_wire(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, viewer: Viewer
) -> None:
    rng = random.Random(f"wire {viewer}")
    pair = next(
        pair for _ in range(50) if len((pair := make_pair("master", 2, viewer, rng)).answers) > 8
    )

    async def live(which: int) -> list[bytes]:
        async with served(tmp_path / str(which)) as address:
            return await WireWorld(address, pair, which).play()

    worlds = []
    for which in (0, 1):
        alike_names(monkeypatch)
        worlds.append(asyncio.run(live(which)))
    for at, (one, two) in enumerate(zip(*worlds, strict=True)):
        assert one == two, f"frame {at} tells {viewer} a difference"


# Marked cards

MARK = re.compile(r"[QN](\d\d)z[0-9a-f]{6}")
"""Codes begin with a Q, names with an N; then comes the number of the card."""


def marked_deck(rng: random.Random) -> dict[str, Any]:
    """The usual deck with a code and a name of its own for each card."""
    folder = ludarium.room(SLUG).content_folder()
    entries = tomllib.loads((folder / "standard67.toml").read_text(encoding="utf-8"))["cards"]
    cards = [entry for entry in entries for _ in range(entry.get("copies", 1))]
    return {
        "name": "marked",
        "cards": [
            {
                **card,
                "copies": 1,
                "code": f"Q{number:02}z{rng.getrandbits(24):06x}",
                "name": f"N{number:02}z{rng.getrandbits(24):06x}",
            }
            for number, card in enumerate(cards)
        ],
    }


def marks(told: bytes) -> set[int]:
    """The numbers of all cards that are named, besides in the list of all cards that there are."""
    return {int(number) for number in MARK.findall(json.dumps(without_deck(json.loads(told))))}


def without_deck(told: Any) -> Any:
    """What cards there are is no secret: it stands in the options and, for the page, in `cards`."""
    if isinstance(told, list):
        return [without_deck(item) for item in told]
    if not isinstance(told, dict):
        return told
    return {
        key: without_deck(value)
        for key, value in told.items()
        if not (key in ("deck", "content", "cards") and isinstance(value, dict))
    }


class Oracle:
    """Which cards each viewer has ever seen, by the engine's own account."""

    def __init__(self, game: Game, seed: str) -> None:
        self.game = game
        self.known: dict[Viewer, set[int]] = {viewer: set() for viewer in viewers(game)}
        self.match = Match(game, game.new_state(), Dice(seed), settle=False)
        """The match before its first action."""
        self._settle(self.match)

    def act(self, before: Match, seat: int, do: str) -> Match:
        """Look at every moment of an action: what is seen may be shuffled away at once."""
        match = before.fork()
        match.play(seat, do, settle=False)
        self._settle(match)
        return match

    def _settle(self, match: Match) -> None:
        self._look(match)
        while match.nature_asked:
            match.settle_one(
                chance.notation(match.game.layout, chance.throw(match.state, match.dice))
            )
            self._look(match)

    def _look(self, match: Match) -> None:
        drawn = [event.facts for event in match.events if event.kind == "dealer_draw"]
        shown = {int(number) for number in MARK.findall(json.dumps(drawn))}
        for viewer, known in self.known.items():
            codes = known_codes(self.game, match.state, viewer)
            known |= shown | {int(code[1:3]) for code in codes if MARK.fullmatch(code)}


class Spy:
    """Everything that is sent to one viewer, held against what this viewer has seen."""

    def __init__(self, viewer: Viewer, oracle: Oracle, secrets: list[str]) -> None:
        self.viewer = viewer
        self.oracle = oracle
        self.secrets = secrets
        """Seeds and tokens, which nobody is told."""
        self.heard: list[bytes] = []
        self.named: set[int] = set()

    def check(self) -> None:
        """Look at what came since the last time."""
        for told in self.heard:
            found = marks(told)
            unseen = found - self.oracle.known[self.viewer]
            assert not unseen, f"{self.viewer} has not seen {sorted(unseen)}: {told!r:.3000}"
            leaked = [secret for secret in self.secrets if secret.encode() in told]
            assert not leaked, f"{self.viewer} is told {leaked}: {told!r:.3000}"
            self.named |= found
        self.heard.clear()


async def whole_match(house: House, options: dict[str, Any], rng: random.Random) -> list[Spy]:
    """People play a match at random; returns what each was told."""
    seed, players = f"seed {rng.random()}", options["players"]
    chairs = [Chair("me"), *[Chair("open")] * (players - 1)]
    id = await house.create(*chairs, options=options, seed=seed)
    oracle = Oracle(house.table(id).kit.game, seed)
    secrets = [seed]
    spies = [Spy(viewer, oracle, secrets) for viewer in (*range(players), None)]
    pages: list[Ear] = []
    for spy in spies:
        who = "Wat" if spy.viewer is None else NAMES[spy.viewer]
        entry = await house.enter(id, who, seat=spy.viewer)
        secrets += [key.token for key in entry.keys]
        page = Ear(house, who, spy.heard)
        pages.append(page)
        house.pages.append(page)
        await page.say_hello(wire.Hello(id, entry.keys[0].token if entry.keys else ""))
    for page in pages[1:players]:
        await page.order(wire.Ready("ready"))
    while True:
        for page in pages:
            await page.settle()
        if pages[0].over is not None:
            secrets.remove(seed)
        for spy in spies:
            spy.check()
        seat = next((n for n, page in enumerate(pages) if page.ask is not None), None)
        if seat is None:
            break
        page, play = pages[seat], house.table(id).play
        assert page.ask is not None and play is not None
        chance_of = rng.random()
        if chance_of < 0.05 and {"undo", "ask-undo"}.intersection(page.may):
            await page.order(wire.Undo(f"undo {page.seq} {chance_of}"))
            await consent(pages[:players])
        elif chance_of < 0.15:
            await look_around(house, id, pages, spies, rng)
        else:
            do = rng.choice(page.ask["options"])["do"]
            oracle.act(play.match, seat, do)
            await page.act(do, id=f"act {page.seq} {chance_of}")
    assert pages[0].over is not None and pages[0].table["seed"] == seed, "now it is no secret"
    return spies


async def consent(pages: list[Ear]) -> None:
    """Everybody lets somebody take back."""
    for page in pages:
        await page.settle()
    for page in pages:
        wish = page.table.get("undo")
        if wish is not None and page.you in wish["waiting"]:
            await page.order(wire.Consent(f"yes {page.seq}", True))


async def look_around(
    house: House, id: str, pages: list[Ear], spies: list[Spy], rng: random.Random
) -> None:
    """Hints, older lines, tries with cards one has seen, a reload, and what HTTP tells."""
    for page, spy in zip(pages, spies):
        page.send(wire.Why())
        await page.ask_for(wire.More(rng.randrange(1, 60)), "lines")
        codes = house.table(id).kit.game.cards.code
        known = [code for code in codes if int(code[1:3]) in spy.oracle.known[spy.viewer]]
        for verb in ("attack", "build", "stock", "defend"):
            do = f"{verb} {rng.choice(known)} {rng.choice(known) if verb == 'build' else '1.0'}"
            await page.order(wire.Act(f"{verb} {page.seq} {rng.random()}", 0, do))
        guest = house.guest(page.who)
        eyes = PUBLIC if spy.viewer is None else str(spy.viewer)
        spy.heard.append(msgspec.json.encode(await house.hall.story(id, guest, eyes)))
        spy.heard.append(msgspec.json.encode(await house.hall.table(id, guest)))
        spy.heard.append(msgspec.json.encode(await house.hall.list_mine(guest)))


@pytest.mark.parametrize(("ruleset", "players"), SEATS)
def test_no_card_is_named_to_those_who_have_not_seen_it(
    tmp_path: Path, ruleset: str, players: int
) -> None:
    rng = random.Random(f"marks {ruleset} {players}")
    options = {"ruleset": ruleset, "players": players, "deck": marked_deck(rng), "turn_limit": 30}

    async def evening() -> list[Spy]:
        house = House(tmp_path)
        await house.open()
        try:
            return await whole_match(house, options, rng)
        finally:
            await house.close()

    spies = asyncio.run(evening())
    for spy in spies:
        assert spy.named, "cards one has seen are named"
        assert len(spy.oracle.known[spy.viewer]) < 67, "some cards were never seen"


# A real server, its answers and its log


class Evening:
    """Three people and a bot play by link, and somebody watches by link."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.told: list[tuple[Viewer, bytes]] = []
        """What HTTP told whom while the match was played."""
        self.secrets: list[str] = []
        """Tokens and the ids of guests."""
        self.clients: dict[Viewer, Client] = {}

    async def play(self, options: dict[str, object]) -> str:
        """Play a match; returns its record."""
        guests = {viewer: Guest(self.server) for viewer in (0, 1, 2, None)}
        for guest in guests.values():
            await guest.get("GET", "/api/me")
            self.secrets.append(guest_id(guest.cookie))
        chairs = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}, {"kind": "bot"}]
        table = await guests[0].host(chairs, options=options, watching=False)
        links = await guests[0].get("POST", f"/api/tables/{table}/links")
        invited = {0: "", 1: links["seats"]["1"], 2: links["seats"]["2"], None: links["watch"]}
        self.secrets += [token for token in invited.values() if token]
        for viewer, guest in guests.items():
            entry = await guest.enter(table, token=invited[viewer])
            for key in entry["keys"]:
                self.clients[viewer] = Player(self.server, table, key["token"], talks=0.1)
                self.secrets.append(key["token"])
        self.clients[None] = Client(self.server, table, links["watch"])
        for client in self.clients.values():
            client.keeps = True
        await asyncio.gather(
            *(client.follow(self.done) for client in self.clients.values()),
            *(self.pry(viewer, guest, table) for viewer, guest in guests.items()),
        )
        record: str = await guests[0].get("GET", f"/api/tables/{table}/record")
        return record

    def done(self) -> bool:
        return all(one.screen.over and not one.open for one in self.clients.values())

    async def pry(self, viewer: Viewer, guest: Guest, table: str) -> None:
        """Ask HTTP for everything while the match is played."""
        eyes = ("public", "all", "0", "1", "2", "3")
        paths = [f"/{table}", "?list=mine", "?list=open", f"/{table}/record"]
        paths += [f"/{table}/story?eyes={one}" for one in eyes]
        while not self.done():
            for path in paths:
                answer = await asyncio.to_thread(guest.ask, "GET", f"/api/tables{path}")
                if self.clients[viewer].screen.over:
                    return
                assert answer.status in (200, 403, 409), answer.body
                self.told.append((viewer, answer.body))
            await asyncio.sleep(0.02)


def guest_id(cookie: str) -> str:
    """The id in a signed cookie."""
    payload = cookie.partition("=")[2].partition(".")[0]
    id, _ = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
    return str(id)


def test_seeds_tokens_and_unseen_cards_are_nowhere(tmp_path: Path) -> None:
    deck = marked_deck(random.Random("nowhere"))
    server = Server(tmp_path / "t.db", tmp_path, "--pace", "0", "--no-limits")
    evening = Evening(server)
    with server:
        record = asyncio.run(
            evening.play({"ruleset": "practitioner", "deck": deck, "turn_limit": 40})
        )
        assert server.end() == 0
    seed = records.read(record).seed
    assert seed is not None
    replayed = ludarium.replay(record)
    oracle = Oracle(replayed.game, seed)
    match = oracle.match
    for line in replayed.lines:
        if line.seat != NATURE:
            match = oracle.act(match, line.seat, line.text)
    assert match.result is not None
    spies = {viewer: Spy(viewer, oracle, [seed, *evening.secrets]) for viewer in evening.clients}
    for viewer, client in evening.clients.items():
        spies[viewer].heard += [told for told in client.frames if b'"status":"over"' not in told]
    for viewer, body in evening.told:
        # The record itself is there from the end on, which a client may hear of a moment later.
        if not any(sign in body for sign in (b'"status":"over"', b'"finished":true')) and (
            body != record.encode()
        ):
            spies[viewer].heard.append(body)
    for spy in spies.values():
        spy.check()
        assert spy.named and len(oracle.known[spy.viewer]) < len(deck["cards"])
    log = server.log()
    assert not [secret for secret in (*evening.secrets, seed) if secret in log]
    assert not MARK.search(log)
    assert server.defects() == []
