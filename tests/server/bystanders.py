"""Others, who play on undisturbed while something is thrown at the server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from server.real import PATIENCE, Guest, Player, Server

PAIR = [{"kind": "me"}, {"kind": "local"}]
SHORT = {"turn_limit": 60}
"""A match in which nobody gives so many orders that it looks like a flood."""


class Bystanders:
    """Two people at one screen who play match after match."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.matches = 0

    async def play(self, address: str = "") -> None:
        host = Guest(self.server, address=address)
        while True:
            table = await host.host(PAIR, grace=None, options=SHORT)
            keys = (await host.enter(table))["keys"]
            players = [
                Player(self.server, table, key["token"], pace=0.02, address=address) for key in keys
            ]
            await asyncio.gather(*(one.follow(_done(one)) for one in players))
            self.matches += 1


def _done(player: Player) -> Callable[[], bool]:
    return lambda: player.screen.over and not player.open


async def beside(bystanders: Bystanders, *attacks: Any) -> None:
    """Attack while others play; none of them may be disturbed, and they play on afterwards."""
    playing = asyncio.create_task(bystanders.play())
    attacking = asyncio.gather(*attacks)
    await asyncio.wait([playing, attacking], return_when=asyncio.FIRST_COMPLETED)
    await attacking
    matches = bystanders.matches
    async with asyncio.timeout(PATIENCE):
        while bystanders.matches == matches and not playing.done():
            await asyncio.sleep(0.01)
    playing.cancel()
    with suppress(asyncio.CancelledError):
        await playing
