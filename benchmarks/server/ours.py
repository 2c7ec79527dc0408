"""Tables of Ludarium under load: guests with cookies, seats with tokens, one socket each."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from time import perf_counter

import msgspec
from clients import Seat, Table, Web, connect

from ludarium.server import wire
from ludarium.server.forms import Links, Made

GAME = "tears-of-nature"


class Key(msgspec.Struct):
    seat: int
    token: str


class Entry(msgspec.Struct):
    """Of `forms.Entry`, what a client under load reads."""

    keys: list[Key]


class Choice(msgspec.Struct):
    do: str


class Ask(msgspec.Struct):
    n: int
    options: list[Choice]
    answered: bool = False


class Around(msgspec.Struct):
    status: str


class Ending(msgspec.Struct):
    reason: str


class Frame(msgspec.Struct):
    """Of the messages of `wire.Answer`, what a client under load reads."""

    t: str
    ask: Ask | None = None
    over: Ending | None = None
    table: Around | None = None
    key: str = ""
    code: str = ""
    text: str = ""


encode = msgspec.json.Encoder().encode
read_frame = msgspec.json.Decoder(Frame).decode


class OurSeat(Seat):
    """A player of Ludarium who answers from `ask.options`."""

    table: OurTable

    def __init__(self) -> None:
        super().__init__()
        self.ask: Ask | None = None
        self.playing: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def read(self, said: bytes) -> None:
        frame = read_frame(said)
        match frame.t:
            case "ev":
                self.take(frame)
                self.table.heard()
            case "ok":
                self.table.heard()
            case "snap":
                self.take(frame)
                if not self.welcome.done():
                    self.welcome.set_result(None)
            case "no" | "bye":
                self.fault(f"{frame.t} {frame.key or frame.code}: {frame.text}")
            case _:
                pass

    def order(self, order: wire.Request) -> None:
        self.say(encode(order))

    def take(self, frame: Frame) -> None:
        self.ask = frame.ask
        if frame.over is not None:
            self.table.over = True
        if not self.playing.done() and (frame.table is None or frame.table.status == "playing"):
            self.playing.set_result(None)


class OurTable(Table):
    """A table of Tears of Nature."""

    def __init__(self, faults: Counter[str]) -> None:
        super().__init__(faults)
        self.seats: list[OurSeat] = []
        self._orders = 0

    def answer(self, rng: random.Random) -> int:
        seat = next(seat for seat in self.seats if seat.ask and not seat.ask.answered)
        assert seat.ask is not None
        choice = rng.choice(seat.ask.options)
        self._orders += 1
        seat.order(wire.Act(id=f"a{self._orders}", n=seat.ask.n, do=choice.do))
        return len(self.seats) + 1  # `ev` for each seat, `ok` for the one that acted

    def close(self) -> None:
        for seat in self.seats:
            seat.leave()


class Ludarium:
    """Our server, and what one does there."""

    name = "Ludarium"

    def __init__(self, port: int, ruleset: str) -> None:
        self.web = Web(port)
        self.ruleset = ruleset
        self.faults: Counter[str] = Counter()
        self._url = f"ws://127.0.0.1:{port}/ws"
        self._headers = {"Origin": f"http://127.0.0.1:{port}"}

    async def open(self, players: int) -> OurTable:
        """A running match between strangers: a host, and guests who came by seat links."""
        guests: list[dict[str, str]] = [{} for _ in range(players)]
        chairs = ["me", *["open"] * (players - 1)]
        made = await self.create(chairs, guests[0])
        at = f"/api/tables/{made}"
        links = await self.web.post(f"{at}/links", {}, Links, guests[0])
        table = OurTable(self.faults)
        for n, guest in enumerate(guests):
            wish = {"token": links.seats[str(n)]} if n else {}
            entry = await self.web.post(f"{at}/enter", wish, Entry, guest)
            table.seats.append(await self.sit(made, entry.keys[0].token, table))
        for seat in table.seats:
            seat.order(wire.Ready(id="ready"))
        await asyncio.wait_for(asyncio.gather(*(seat.playing for seat in table.seats)), 30)
        return table

    async def create(self, chairs: list[str], guest: dict[str, str]) -> str:
        form = {
            "game": GAME,
            "chairs": [{"kind": kind} for kind in chairs],
            "options": {"ruleset": self.ruleset},
            "grace": None,
        }
        return (await self.web.post("/api/tables", form, Made, guest)).id

    async def sit(self, made: str, token: str, table: OurTable) -> OurSeat:
        seat = OurSeat()
        seat.table = table
        await connect(seat, self._url, self._headers)
        seat.order(wire.Hello(table=made, token=token))
        await asyncio.wait_for(seat.welcome, 30)
        return seat

    async def sleeping(self, guest: dict[str, str]) -> str:
        """A match that has begun and that nobody looks at."""
        return await self.create(["me", "local"], guest)

    async def wake(self, made: str, guest: dict[str, str]) -> float:
        """Seconds from entering a sleeping table to seeing its position."""
        start = perf_counter()
        entry = await self.web.post(f"/api/tables/{made}/enter", {}, Entry, guest)
        seat = await self.sit(made, entry.keys[0].token, OurTable(self.faults))
        seconds = perf_counter() - start
        seat.leave()
        return seconds
