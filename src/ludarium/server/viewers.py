"""Live sockets at a table: each has a queue of its own, so that a slow reader delays nobody."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec

from ludarium.server import wire
from ludarium.server.play import Audience

LONGEST_QUEUE: Final = 64
encode = msgspec.json.Encoder().encode


class Viewer:
    """One socket: who looks, and what is still to be sent."""

    __slots__ = ("_idle", "_queue", "audience", "bye", "guest", "invited", "name", "stale")

    def __init__(
        self, audience: Audience, guest: str = "", name: str = "", invited: bool = False
    ) -> None:
        self.audience = audience
        self.guest = guest
        self.name = name
        self.invited = invited
        """It came with a token, and not just because everyone may watch."""
        self.bye: wire.Bye | None = None
        self.stale = False
        """It fell too far behind: one fresh snapshot takes the place of what it missed."""
        self._queue: deque[bytes] = deque()
        self._idle: asyncio.Future[None] | None = None
        """Done when there is something to send again."""

    def send(self, frame: bytes) -> None:
        """Queue a frame; when the queue is full, drop it all for a fresh snapshot."""
        if self.bye is not None:
            return
        if len(self._queue) >= LONGEST_QUEUE:
            self._queue.clear()
            self.stale = True
        if not self.stale:
            self._queue.append(frame)
        self._wake()

    def tell(self, message: wire.Answer) -> None:
        self.send(encode(message))

    def dismiss(self, bye: wire.Bye) -> None:
        """Say goodbye after what is queued, and close."""
        if self.bye is None:
            self.bye = bye
            self._wake()

    def catch_up(self, snap: wire.Snap) -> None:
        """Go on from here; all that it missed is in the snapshot."""
        self.stale = False
        self.tell(snap)

    def _wake(self) -> None:
        if self._idle is not None and not self._idle.done():
            self._idle.set_result(None)

    async def pump(
        self,
        write: Callable[[bytes, bool], Awaitable[None]],
        refresh: Callable[[], Awaitable[None]],
    ) -> wire.Bye:
        """Send what is queued until goodbye is said; `refresh` lets a slow reader catch up.

        `write` is told with each frame whether more of them follow at once.
        """
        queue, loop = self._queue, asyncio.get_running_loop()
        while True:
            while queue:
                await write(queue.popleft(), bool(queue))
            if self.bye is not None:
                await write(encode(self.bye), False)
                return self.bye
            if self.stale:
                await refresh()
            if not queue and self.bye is None:
                self._idle = loop.create_future()
                await self._idle
