"""No card of Galatune is named to anybody who has not seen it.

Every card has a code and a name of its own; people and bots play whole matches at random, in which
drawn cards are seen by the drawer only, or by all for a while.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import ludarium
from laws import viewers
from ludarium import Game, Match
from ludarium.server import wire
from ludarium.server.forms import Chair, NewTable
from ludarium.server.story import PUBLIC
from server.evenings import SLUG
from server.people import Bots, House, Page, in_house
from server.test_marked import MARK, Oracle, Spy, consent, marks
from server.worlds import NAMES, Ear, Viewer

pytestmark = pytest.mark.no_cover


def marked_set(rng: random.Random) -> dict[str, Any]:
    """One copy of each card of the house, with a code and a name of its own."""
    folder = ludarium.room(SLUG).content_folder() / "house"
    champions, cards = (
        tomllib.loads((folder / f"{kind}.toml").read_text(encoding="utf-8"))[kind]
        for kind in ("champions", "cards")
    )
    marks = [f"{number:02}z{rng.getrandbits(24):06x}" for number in range(len(cards))]
    return {
        "name": "marked",
        "champions": champions,
        "cards": [
            {**card, "id": f"Q{mark}", "name": f"N{mark}", "count": 1}
            for card, mark in zip(cards, marks, strict=True)
        ],
    }


class Witness(Oracle):
    """An oracle that also knows what is seen for a while only."""

    def __init__(self, game: Game, seed: str) -> None:
        self.lasting: dict[Viewer, set[int]] = {viewer: set() for viewer in viewers(game)}
        self.passing: dict[Viewer, set[int]] = {viewer: set() for viewer in viewers(game)}
        super().__init__(game, seed)

    def act(self, before: Match, seat: int, do: str) -> Match:
        match = super().act(before, seat, do)
        if match.view(None)["phase"] == "trap" != before.view(None)["phase"]:
            for passing in self.passing.values():
                passing.clear()  # everything has been revealed
        return match

    def resume(self, before: Match) -> None:
        """Look at what comes after a pause."""
        match = before.fork()
        match.resume(settle=False)
        self._settle(match)

    def _look(self, match: Match) -> None:
        super()._look(match)
        layout, seen = self.game.layout, match.state.seen
        for viewer in self.known:
            eye = layout.eye(viewer)
            for watchers, zone in zip(layout.watchers, match.state.zones, strict=True):
                for card in zone:
                    found = MARK.fullmatch(layout.cards.code[card])
                    if found is None or not seen[card] & eye:
                        continue
                    soon = seen[card] & layout.passing and not watchers & eye
                    (self.passing if soon else self.lasting)[viewer].add(int(found[1]))


class Gambler(Bots):
    """Bots that do anything, before the eyes of a witness."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__()
        self.rng = rng
        self.watch: Callable[[int, str], object] = lambda seat, do: None

    async def choose(
        self, slug: str, options: object, bot: str, view: object, seat: int, kind: str,
        legal: list[str], **more: Any,
    ) -> str:  # fmt: skip
        do = self.rng.choice(legal)
        self.watch(seat, do)
        return do


class MarkedMatch:
    """A whole match of people and bots, and everything that anybody was sent."""

    def __init__(
        self, house: House, options: dict[str, Any], bots: int, rng: random.Random
    ) -> None:
        self.house = house
        self.options = options
        self.people = options["players"] - bots
        self.rng = rng
        self.seed = f"seed {rng.random()}"
        house.bots = house.hall.workers = self.bots = Gambler(rng)
        self.pages: list[Page] = []
        self.spies: list[Spy] = []
        self.orders = 0

    async def play(self) -> list[Spy]:
        await self.gather()
        people = self.pages[: self.people]
        while self.pages[0].over is None:
            chance = self.rng.random()
            asked = [page for page in people if page.ask and not page.ask.get("answered")]
            if chance < 0.04:
                await self.take_back(self.rng.choice(people))
            elif chance < 0.1:
                await self.look_around()
            elif asked:
                await self.answer(self.rng.choice(asked))
            else:
                await self.wait()
            await self.check()
        return self.spies

    async def gather(self) -> None:
        bots = [Chair("bot")] * (self.options["players"] - self.people)
        chairs = [Chair("me"), *[Chair("open")] * (self.people - 1), *bots]
        new = NewTable(SLUG, chairs, options=self.options, seed=self.seed, grace=None)
        self.id = await self.house.hall.create(self.house.guest(NAMES[0]), new)
        self.witness = Witness(self.house.table(self.id).kit.game, self.seed)
        self.bots.watch = lambda seat, do: self.witness.act(self.match, seat, do)
        self.secrets = [self.seed]
        for viewer in (*range(self.people), None):
            who = "Wat" if viewer is None else NAMES[viewer]
            entry = await self.house.enter(self.id, who, seat=viewer)
            self.secrets += [key.token for key in entry.keys]
            spy = Spy(viewer, self.witness, self.secrets)
            page = Ear(self.house, who, spy.heard)
            self.house.pages.append(page)
            await page.say_hello(wire.Hello(self.id, entry.keys[0].token if entry.keys else ""))
            self.pages.append(page)
            self.spies.append(spy)
        for page in self.pages[1 : self.people]:
            await page.order(wire.Ready("ready"))

    @property
    def match(self) -> Match:
        play = self.house.table(self.id).play
        assert play is not None
        return play.match

    def number(self) -> str:
        self.orders += 1
        return f"order {self.orders}"

    async def answer(self, page: Page) -> None:
        assert page.ask is not None and page.you is not None
        do = self.rng.choice(page.ask["options"])["do"]
        if self.rng.random() < 0.01:
            do = "resign"
        self.witness.act(self.match, page.you, do)
        await page.act(do, id=self.number())

    async def wait(self) -> None:
        """Bots answer, or a window closes."""
        self.house.clock.wait(1)
        ends = self.house.table(self.id).window_ends()
        if self.match.is_paused and ends is not None and ends <= self.house.clock():
            self.witness.resume(self.match)
        await self.house.ring(self.id)

    async def take_back(self, page: Page) -> None:
        await page.order(wire.Undo(self.number()))
        await consent(self.pages[: self.people])  # type: ignore[arg-type]

    async def check(self) -> None:
        for page in self.pages:
            await page.settle()
        if self.pages[0].over is not None:
            self.secrets.remove(self.seed)
        for spy in self.spies:
            spy.check()

    async def look_around(self) -> None:
        """What can be looked up now names no card that is forgotten by now."""
        codes = [code for code in self.match.game.cards.code if MARK.fullmatch(code)]
        for page, spy in zip(self.pages, self.spies, strict=True):
            page.send(wire.Why())
            seen = self.witness.known[spy.viewer]
            for code in [code for code in codes if int(code[1:3]) in seen][:5]:
                do = self.rng.choice([f"act {code} 0", f"trap {code} p0", f"pick {code}"])
                await page.order(wire.Act(self.number(), 0, do))
            now = self.witness.lasting[spy.viewer] | self.witness.passing[spy.viewer]
            for found in await self.looked_up(page, spy.viewer):
                assert marks(found) <= now, f"{spy.viewer} is told again: {found!r:.3000}"
                spy.heard.append(found)

    async def looked_up(self, page: Page, viewer: Viewer) -> list[bytes]:
        hall, guest = self.house.hall, self.house.guest(page.who)
        eyes = PUBLIC if viewer is None else str(viewer)
        found = [
            await page.ask_for(wire.More(self.rng.randrange(1, 120)), "lines"),
            await hall.story(self.id, guest, eyes),
            await hall.story(self.id, guest, PUBLIC),
            await hall.table(self.id, guest),
            await hall.list_mine(guest),
            self.house.table(self.id).snap(viewer),
        ]
        return [msgspec.json.encode(one) for one in found]


@pytest.mark.parametrize("draw_log", ["closed", "fleeting"])
@pytest.mark.parametrize(("players", "bots"), [(2, 0), (3, 1), (4, 1), (5, 3)])
def test_no_card_is_named_to_those_who_have_not_seen_it(
    tmp_path: Path, players: int, bots: int, draw_log: str
) -> None:
    rng = random.Random(f"marks {players} {draw_log}")
    options = {
        "players": players, "content": marked_set(rng), "turn_limit": 8, "draw_log": draw_log,
        "memory_aid": rng.choice(["on", "off"]), "champion_pick": rng.choice(["random", "deal2"]),
    }  # fmt: skip

    async def evening(house: House) -> None:
        for spy in await MarkedMatch(house, options, bots, rng).play():
            assert spy.named, "cards one has seen are named"
            seen = spy.oracle.known[spy.viewer]
            assert draw_log == "fleeting" or len(seen) < len(options["content"]["cards"])

    in_house(evening)(tmp_path)
