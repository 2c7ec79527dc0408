"""Evenings at a table of Galatune that are told in several worlds, each with other secrets.

One viewer may not know which world it is: everything that this viewer is sent must be the same in
all of them, byte for byte and at the same time.
"""

from __future__ import annotations

import asyncio
import random
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import ludarium
from ludarium.server import hall, play, wire
from ludarium.server.forms import Chair, NewTable
from server.people import Bots, House, Page
from server.worlds import NAMES, Ear, Pair, Viewer, World, alike_names

SLUG = "galatune"
LEAST, MOST = 4, 20
"""Seconds that a Trap window is open."""
CLOSED = {"draw_log": "closed", "trap_window_min": LEAST, "trap_window_max": MOST}
TRIES = (
    "pass", "hold", "trap T01 p1", "trap T02 p0", "trap T03 p0", "special 1", "pick A01",
    "no_trade", "choose_champion eron",
)  # fmt: skip
"""What a viewer says to see what comes of it."""
Answers = dict[int, str]
Deed = Callable[[], Awaitable[None]]


@dataclass
class Round:
    """What one seat answers in each world, or several do in a Trap window."""

    answers: tuple[Answers, Answers]
    window: bool = False


@dataclass
class Twins(Pair):
    """Two positions that look alike to a viewer, and rounds that go on looking alike."""

    bots: int = 0
    """So many of the last chairs have bots."""
    rounds: list[Round] = field(default_factory=list)


class TimedEar(Ear):
    """A page that keeps every byte, and when it came."""

    def take(self, frame: bytes) -> None:
        self.heard.append(b"%d %b" % (self.house.clock(), frame))
        Page.take(self, frame)


class Script(Bots):
    """Bots that answer as it was written down, and else with the last thing that is allowed."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: dict[int, deque[str]] = {}

    async def choose(
        self, slug: str, options: object, bot: str, view: object, seat: int, kind: str,
        legal: list[str], forced: bool = False, **more: Any,
    ) -> str:  # fmt: skip
        self.asked.append((seat, bot, forced))
        part = self.parts.get(seat)
        return part.popleft() if part and not forced else legal[-1]


class Evening(World):
    """A table of Galatune in one of several worlds."""

    ear = TimedEar

    def __init__(self, house: House, pair: Twins, which: int, seed: object) -> None:
        super().__init__(house, pair, which, seed)  # type: ignore[arg-type]
        self.twins = pair
        self.hidden = random.Random(f"{seed} in world {which}")
        """Chance where the viewer does not see it."""
        self.secrets = 0
        self.terms: dict[str, Any] = {}
        house.bots = house.hall.workers = self.bots = Script()

    def chairs(self) -> list[Chair]:
        people = self.pair.game.players - self.twins.bots
        bots = [Chair("bot")] * self.twins.bots
        return [Chair("me"), *[Chair("open")] * (people - 1), *bots]

    async def create(self, chairs: list[Chair]) -> str:
        position = self.pair.positions[self.which]
        new = NewTable(
            SLUG,
            chairs,
            record=self.pair.game.start(seed="7", position=position).record(),
            seed=self.pair.seed,
            listed=True,
            **{"grace": None, **self.terms},
        )
        return await self.house.hall.create(self.house.guest(NAMES[0]), new)

    async def act(self, seat: int, *does: str) -> None:
        """Answer; nobody but the viewer has orders that are counted in both worlds."""
        page = self.pages[seat]
        assert page.ask is not None, f"{seat} is not asked in world {self.which}"
        answer = await page.order(wire.Act(self.order_id(seat), page.ask["n"], *does))
        assert answer["t"] == "ok", answer
        await self.settle()

    def order_id(self, seat: int) -> str:
        if seat == self.pair.viewer:
            return self.number()
        self.secrets += 1
        return f"secret {self.secrets}"

    async def meanwhile(self, moments: int = 3, still: bool = False) -> None:
        """Something or other that changes nothing of the match; `still`, no time goes by."""
        for _ in range(self.rng.randrange(moments)):
            if not still:
                self.house.clock.wait(self.rng.random() * 5)
            doing = [
                self.try_something, self.ask_why, self.look_back, self.reconnect, self.talk,
                self.ask_http, self.others_stumble, self.others_talk, self.others_whisper,
            ]  # fmt: skip
            await self.rng.choice([*doing, self.try_to_take_back] if still else doing)()
            await self.settle()

    async def pry(self) -> None:
        """All that the viewer can look up, and some of what the viewer can try."""
        for do in TRIES:
            await self.attempt(do)
        await self.ask_why()
        await self.viewer.ask_for(wire.More(1000), "lines")
        for have in (None, self.viewer.seq, self.viewer.seq - 2):
            await self.come_back(have)
        await self.others_whisper()
        await self.ask_http()
        await self.settle()

    def nonsense(self, rng: random.Random) -> str:
        code, seat, play = rng.choice(self.pair.game.cards.code), rng.randrange(6), rng.randrange(4)
        return rng.choice(
            [f"act {code} {seat}", f"act {code}", f"special {seat}", "hold", f"trap {code} p{play}",
             f"trap {rng.choice(['T01', 'T02', 'T03', 'T10'])} p{play}", "pass", f"pick {code}",
             "stop", "prize_source hand", "respawn keep", f"trade_offer {seat} {code}", "no_trade",
             f"trade_reply {code}", "decline", "trade_confirm accept", "choose_champion dace",
             f"swallow {code}", ""]
        )  # fmt: skip

    async def try_to_take_back(self) -> None:
        """What was planned stands once all are Ready, and what was answered to a window too."""
        for order in (wire.Undo(self.number()), wire.TakeBack(self.number())):
            assert (await self.viewer.order(order))["t"] == "no"

    async def others_whisper(self) -> None:
        """What two others whisper is heard by nobody, and not that they do."""
        pages = [page for page in self.players() if page is not self.viewer]
        for _ in range(self.hidden.randrange(3) if len(pages) > 1 else 0):
            one, two = self.hidden.sample(pages, 2)
            line = wire.Say(self.order_id(-1), f"in world {self.which}", to=two.you)
            assert (await one.order(line))["t"] == "ok"

    async def crash(self) -> None:
        """The server is killed and starts anew, and everybody comes back."""
        await self.house.crash(down=30)
        for seat in range(len(self.pages)):
            self.pages[seat] = await self.come(seat)
        viewer = self.pair.viewer
        self.viewer = await self.come(None) if viewer is None else self.pages[viewer]
        self.watcher = await self.house.watch(self.id, "Wat")

    async def pass_time(
        self, seconds: int, does: Mapping[int, Sequence[Deed]] | None = None
    ) -> None:
        """Second by second, with what is done at each; the alarm rings as often."""
        for second in range(seconds + 1):
            await self.house.ring(self.id)
            for deed in (does or {}).get(second, ()):
                await deed()
            await self.meanwhile(2, still=True)
            await self.pry()
            if second < seconds:
                self.house.clock.wait(1)
        await self.house.ring(self.id)
        await self.settle()


def is_open(page: Page, phase: str) -> bool:
    return page.view["phase"] == phase


def begin(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every world begins alike; the server remembers little of the log.

    How far back it goes for whoever comes in must not tell how much was hidden.
    """
    alike_names(monkeypatch)
    for module in (hall, play):
        monkeypatch.setattr(module, "REMEMBERED", 5)


async def live(make: Callable[[House], World], house: House) -> list[bytes]:
    await house.open()
    try:
        return await make(house).play()
    finally:
        await house.close()


def tell_alike(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    viewer: Viewer,
    positions: Sequence[dict[str, object]],
    evening: Callable[..., Evening],
    bots: int = 0,
    **options: object,
) -> list[bytes]:
    """Tell one evening in every world, and see that the viewer is told the same in all of them."""
    game = ludarium.game(SLUG, players=len(positions[0]["seats"]), **{**CLOSED, **options})
    game = game.adopt(positions[0])
    pair = Twins(game, viewer, "7", positions, [], bots)  # type: ignore[arg-type]
    worlds = []
    for which in range(len(positions)):
        begin(monkeypatch)
        house = House(folder / f"{viewer}-{which}", pace=1000)
        make = partial(evening, pair=pair, which=which, seed=f"{viewer}")
        worlds.append(asyncio.run(live(make, house)))
    for which, world in enumerate(worlds):
        for at, (one, two) in enumerate(zip(worlds[0], world, strict=False)):
            assert one == two, f"world {which}: frame {at} tells {viewer} a difference"
        assert len(world) == len(worlds[0]), f"{viewer} is told more in one world"
    return worlds[0]


# Step by step


@dataclass
class Step:
    """An answer, the same or another one in each world; or a Trap window that nobody answers."""

    seat: int = -1
    does: tuple[str, ...] = ()
    window: bool = False


def step(seat: int, *does: str) -> Step:
    return Step(seat, does)


WINDOW = Step(window=True)
TRAP_PHASE = [step(0, "hold"), step(1, "hold"), step(2, "hold"), step(3, "hold"), WINDOW]


class StepEvening(Evening):
    """Step by step, with all kinds of things in between; maybe somebody leaves on the way."""

    def __init__(
        self, house: House, pair: Twins, which: int, seed: object, steps: Sequence[Step],
        resigns: int | None = None, crashes: int | None = None,
    ) -> None:  # fmt: skip
        super().__init__(house, pair, which, seed)
        self.steps = steps
        self.resigns = resigns
        """Before this step chair 3 leaves the game."""
        self.crashes = crashes
        """Before this step the server starts anew."""

    async def play(self) -> list[bytes]:
        await self.gather()
        for number, step in enumerate(self.steps):
            await self.meanwhile()
            if number == self.resigns:
                order = wire.Concede(self.order_id(3))
                assert (await self.pages[3].order(order))["t"] == "ok"
                await self.meanwhile()
            if number == self.crashes:
                await self.crash()
            await self.pry()
            if step.window:
                await self.pass_time(LEAST)
            elif number != self.resigns or step.seat != 3:
                await self.act(step.seat, step.does[min(self.which, len(step.does) - 1)])
        await self.meanwhile(6)
        await self.ask_http()
        return self.heard


# Positions

Deal = tuple[str, str]
"""A card each of chairs 2 and 3, which nobody else has seen."""


def position(cards: Deal = ("A02", "A10"), own: str = "L03", **more: object) -> dict[str, object]:
    """A Plan Phase of four; chairs 2 and 3 hold a card that differs from world to world."""
    seats = [
        {"champion": "morwen", "hand": ["A14", "L01"]},
        {"champion": "seraphine", "hand": ["S01", own]},
        {"champion": "dace", "hand": ["L02", cards[0]], "ap": 2},
        {"champion": "ilo", "hand": ["L02", cards[1]], "ap": 2},
    ]
    for seat in seats:
        seat["ap"] = 2
    source = ["A01", "A06", "A15", "A20", "A22", "S02", "S03", "S10", "B03", "B04"]
    return {"players": 4, "phase": "plan", "turn": 1, "seats": seats, "source": source, **more}
