"""Live sockets at a table: each has a queue of its own, so that a slow reader delays nobody."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from typing import Final, TypeAlias

import msgspec

from ludarium.server import wire
from ludarium.server.play import Audience

Post: TypeAlias = "Callable[[Iterable[bytes]], bool]"
"""Send frames at once; False, and none is sent, if that cannot be done now."""

LONGEST_QUEUE: Final = 64
encode = msgspec.json.Encoder().encode


class Outbox:
    """Those who have something to be sent, until the event loop has done what is at hand."""

    __slots__ = ("_waiting",)

    def __init__(self) -> None:
        self._waiting: list[tuple[Viewer, Post]] = []

    def add(self, viewer: Viewer, post: Post) -> None:
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._send)
        self._waiting.append((viewer, post))

    def _send(self) -> None:
        waiting, self._waiting = self._waiting, []
        for viewer, post in waiting:
            viewer.send_queued(post)


class Viewer:
    """One socket: who looks, and what is still to be sent."""

    __slots__ = (
        "_idle", "_outbox", "_post", "_queue", "audience", "bye", "guest", "invited", "name",
        "stale",
    )  # fmt: skip

    def __init__(
        self, audience: Audience, outbox: Outbox, guest: str, name: str, invited: bool
    ) -> None:
        self._outbox = outbox
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
        """Done when there is something to do for the pump."""
        self._post: Post | None = None
        """How to send without the pump, while that is idle."""

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
        """Send, once all that goes together is queued; the pump does what that leaves."""
        if self._post is not None:
            self._outbox.add(self, self._post)
            self._post = None

    def send_queued(self, post: Post) -> None:
        if not self.stale and self.bye is None and post(self._queue):
            self._queue.clear()
            self._post = post
        elif self._idle is not None and not self._idle.done():
            self._idle.set_result(None)

    async def pump(
        self,
        post: Post,
        write: Callable[[bytes], Awaitable[None]],
        refresh: Callable[[], Awaitable[None]],
    ) -> wire.Bye:
        """Send what is queued until goodbye is said; `refresh` lets a slow reader catch up.

        What `post` takes at once goes out by itself, and the pump sleeps.
        """
        queue, loop = self._queue, asyncio.get_running_loop()
        while True:
            while queue:
                await write(queue.popleft())
            if self.bye is not None:
                await write(encode(self.bye))
                return self.bye
            if self.stale:
                await refresh()
            if not queue and self.bye is None:
                self._idle, self._post = loop.create_future(), post
                await self._idle
