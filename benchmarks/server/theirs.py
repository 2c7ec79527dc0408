"""Tables of boardgame.io under load, in raw frames of its socket.io transport."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from itertools import combinations

import msgspec
from clients import Seat, Table, Web, connect

NAMESPACE = b"/pairs,"
EVENT = b"42" + NAMESPACE
UPDATE = EVENT + b'["update"'
SYNC = EVENT + b'["sync"'

Move = tuple[str, list[object]]


class View(msgspec.Struct):
    hand: list[str]
    rows: list[list[tuple[str, str]]]


class Context(msgspec.Struct):
    current: str = msgspec.field(name="currentPlayer")
    gameover: object = None


class State(msgspec.Struct):
    view: View = msgspec.field(name="G")
    ctx: Context
    number: int = msgspec.field(name="_stateID")


class Synced(msgspec.Struct):
    state: State


class Match(msgspec.Struct):
    id: str = msgspec.field(name="matchID")


class Joined(msgspec.Struct):
    credentials: str = msgspec.field(name="playerCredentials")


read_update = msgspec.json.Decoder(tuple[str, str, State, msgspec.Raw]).decode
read_sync = msgspec.json.Decoder(tuple[str, str, Synced]).decode


def legal(view: View, seat: int) -> list[Move]:
    """What peer/game.js lets a seat do, as a client of boardgame.io must work out by itself."""
    hand = list(dict.fromkeys(view.hand))
    moves: list[Move] = [("discard", [card]) for card in hand]
    moves += [("build", [a, b]) for a, b in combinations(hand, 2) if a[1:] == b[1:]]
    for owner, row in enumerate(view.rows):
        if owner == seat:
            continue
        for slot, (a, b) in enumerate(row):
            fits = [card for card in hand if card[0] in (a[0], b[0]) and card[1:] > a[1:]]
            moves += [("raid", [card, owner, slot]) for card in fits]
    return moves


class TheirSeat(Seat):
    """A player of boardgame.io."""

    table: TheirTable

    def __init__(self, match: str, n: int, credentials: str, players: int) -> None:
        super().__init__()
        self.n = n
        self.match = match
        self.credentials = credentials
        self.players = players
        self.state: State

    def read(self, said: bytes) -> None:
        if said.startswith(UPDATE):
            self.take(read_update(said[len(EVENT) :])[2])
        elif said == b"2":
            self.say(b"3")  # engine.io: still here
        elif said.startswith(b"0"):
            self.say(b"40" + NAMESPACE)
        elif said.startswith(b"40"):
            self.emit("sync", self.match, str(self.n), self.credentials, self.players)
        elif said.startswith(SYNC):
            self.state = read_sync(said[len(EVENT) :])[2].state
            self.welcome.set_result(None)
        elif said.startswith(b"44"):
            self.fault(f"refused: {said[:200]!r}")

    def take(self, state: State) -> None:
        if state.number == self.state.number:
            self.fault("an invalid move")
        self.state = state
        if state.ctx.gameover is not None:
            self.table.over = True
        self.table.heard()

    def emit(self, *args: object) -> None:
        self.say(EVENT + msgspec.json.encode(args))

    def answer(self, rng: random.Random) -> None:
        kind, args = rng.choice(legal(self.state.view, self.n))
        payload = {
            "type": kind,
            "args": args,
            "playerID": str(self.n),
            "credentials": self.credentials,
        }
        move = {"type": "MAKE_MOVE", "payload": payload}
        self.emit("update", move, self.state.number, self.match, str(self.n))


class TheirTable(Table):
    """A match of the game in peer/game.js."""

    def __init__(self, faults: Counter[str]) -> None:
        super().__init__(faults)
        self.seats: list[TheirSeat] = []

    def answer(self, rng: random.Random) -> int:
        self.seats[int(self.seats[0].state.ctx.current)].answer(rng)
        return len(self.seats)

    def close(self) -> None:
        for seat in self.seats:
            seat.leave()


class BoardgameIo:
    """The peer's server, and what one does there."""

    name = "boardgame.io"

    def __init__(self, port: int) -> None:
        self.web = Web(port)
        self.faults: Counter[str] = Counter()
        self._url = f"ws://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket"

    async def open(self, players: int) -> TheirTable:
        match = await self.web.post("/games/pairs/create", {"numPlayers": players}, Match)
        table = TheirTable(self.faults)
        for n in range(players):
            who = {"playerID": str(n), "playerName": f"Guest {n}"}
            joined = await self.web.post(f"/games/pairs/{match.id}/join", who, Joined)
            seat = TheirSeat(match.id, n, joined.credentials, players)
            seat.table = table
            table.seats.append(seat)
            await connect(seat, self._url, {})
            await asyncio.wait_for(seat.welcome, 30)
        return table
