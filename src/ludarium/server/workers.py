"""Bots think in worker processes, never in the event loop.

A worker that crashes, hangs or talks nonsense is killed and replaced, and the table goes on with an
answer chosen at random. Workers are started when they are first needed.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final, cast

import msgspec
import structlog

from ludarium.core.errors import InvalidInput
from ludarium.server.thinking import LENGTH, Task, Thought, framed
from ludarium.server.wire import Json

COMMAND: Final = (sys.executable, "-P", "-m", "ludarium.server.thinking")
START: Final = 60.0
"""Seconds in which a new worker must be ready, on however busy a machine."""
LONGEST: Final = 4096
"""Bytes of an answer; nothing that a player could say aloud is longer."""
PARTING: Final = 1.0
"""Seconds in which a killed worker is gone, unless something it started keeps its pipes open."""

log = structlog.get_logger(__name__)
pack = msgspec.msgpack.Encoder(order="sorted").encode
read = msgspec.msgpack.Decoder(Thought).decode


class Failed(Exception):
    """A worker gave no answer, and why."""


class Closed(Exception):
    """The workers are gone: nobody has answered."""


class Workers:
    """A few processes that answer for bots.

    Questions wait in one line in which each table in turn has one answered, so that no table can
    starve the others.
    """

    def __init__(
        self,
        count: int | None = None,
        deadline: float = 5.0,
        command: Sequence[str] = COMMAND,
    ) -> None:
        if (count is not None and count < 1) or deadline <= 0:
            raise ValueError(f"no bot can think with {count} workers and {deadline} seconds")
        self.count = count or default_count()
        self.deadline = deadline
        """Seconds that a bot may think; waiting for a worker does not count."""
        self._command = command
        self._open = False
        self._line = Line()
        self._jobs: set[Job] = set()
        self._desks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Let questions come; no process is started yet."""
        self._open = True

    async def close(self) -> None:
        """End all workers; whoever still waits for an answer gets Closed."""
        self._open = False
        for job in self._jobs:
            if not job.answer.done():
                job.answer.set_exception(Closed("the workers are closed"))
        for desk in self._desks:
            desk.cancel()
        await asyncio.gather(*self._desks, return_exceptions=True)
        self._desks.clear()

    async def choose(
        self,
        slug: str,
        options: Mapping[str, object],
        bot: str,
        view: Json,
        seat: int,
        kind: str,
        legal: list[str],
        forced: bool = False,
        seed: str | None = None,
        table: str = "",
    ) -> str:
        """The bot's answer to a question of this kind, in notation: always one of `legal`.

        `options` are those of the game, `players` among them; `view` is all that the bot knows.
        With `forced` the game's own bot answers for someone whose time is up. `seed` makes the
        choice repeatable. Questions of one `table` share its place in the line.
        """
        if not self._open:
            raise Closed("the workers are closed")
        if not legal:
            raise InvalidInput(f"seat {seat} has no legal answer to choose from")
        if len(legal) == 1:
            return legal[0]
        raw = msgspec.Raw(pack(options))
        task = Task(slug, raw, bot, view, seat, kind, legal, forced, seed, self.deadline)
        thought = await self._answer(Job(table, framed(task), legal))
        if not thought.error:
            return thought.answer
        log.warning("bot_failed", table=table, game=slug, bot=bot, seat=seat, why=thought.error)
        return random.Random(seed).choice(legal)

    async def _answer(self, job: Job) -> Thought:
        self._jobs.add(job)
        if len(self._desks) < min(self.count, len(self._jobs)):
            self._desks.add(asyncio.create_task(self._work()))
        self._line.put_nowait(job)
        try:
            return await job.answer
        finally:
            self._jobs.discard(job)

    async def _work(self) -> None:
        """One desk: a worker sits at it, and another one when the first is gone."""
        worker: Worker | None = None
        try:
            while True:
                job = await self._line.get()
                if job.answer.done():
                    continue  # nobody waits for it any more
                try:
                    if worker is None or worker.broken:
                        worker = await self._replaced(worker)
                    job.settle(await worker.ask(job, self.deadline))
                except Exception as failure:  # whatever it is, this desk goes on
                    job.settle(Thought(error=str(failure)))
                    if worker is not None:
                        await worker.end()
        finally:
            if worker is not None:
                await worker.end()

    async def _replaced(self, worker: Worker | None) -> Worker:
        if worker is not None:
            await worker.end()
        return await Worker.start(self._command)


class Job:
    """A question that waits for a worker."""

    __slots__ = ("answer", "frame", "legal", "table")

    def __init__(self, table: str, frame: bytes, legal: Sequence[str]) -> None:
        self.table = table
        self.frame = frame
        self.legal = legal
        self.answer: asyncio.Future[Thought] = asyncio.get_running_loop().create_future()

    def settle(self, thought: Thought) -> None:
        if not self.answer.done():
            self.answer.set_result(thought)


class Line(asyncio.Queue[Job]):
    """Waiting questions by table."""

    def _init(self, maxsize: int) -> None:
        self._queue: dict[str, deque[Job]] = {}

    def _put(self, item: Job) -> None:
        self._queue.setdefault(item.table, deque()).append(item)

    def _get(self) -> Job:
        """The first question of the first table, which then goes to the end of the line."""
        table = next(iter(self._queue))
        jobs = self._queue.pop(table)
        job = jobs.popleft()
        if jobs:
            self._queue[table] = jobs
        return job


class Worker(asyncio.SubprocessProtocol):
    """A process, seen from this side of its pipes."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self.broken = False
        self.gone: asyncio.Future[None] = loop.create_future()
        self._heard: asyncio.Future[Thought | Failed] = loop.create_future()
        self._data = bytearray()
        self._transport: asyncio.SubprocessTransport | None = None

    @classmethod
    async def start(cls, command: Sequence[str]) -> Worker:
        """A new process that is ready to think."""
        worker = cls()
        # A session of its own: an interrupt at the terminal is for the server alone.
        birth = asyncio.ensure_future(
            asyncio.get_running_loop().subprocess_exec(
                lambda: worker, *command, stderr=None, start_new_session=True
            )
        )
        try:
            await asyncio.shield(birth)
            await worker._hear(START)
        except OSError as error:
            raise Failed(f"no worker could be started: {error}") from None
        except BaseException:
            with suppress(OSError):
                await birth  # what is half born cannot be ended
            await worker.end()
            raise
        return worker

    async def ask(self, job: Job, seconds: float) -> Thought:
        """The answer to a question, unless it takes longer or nobody waits for it any more."""
        assert self._transport is not None
        self._heard = asyncio.get_running_loop().create_future()
        pipe = cast("asyncio.WriteTransport", self._transport.get_pipe_transport(0))
        pipe.write(job.frame)
        thought = await self._hear(seconds, job.answer)
        if not thought.error and thought.answer not in job.legal:
            raise Failed("its answer is not legal")
        return thought

    async def _hear(self, seconds: float, *unless: asyncio.Future[Thought]) -> Thought:
        waiting: set[asyncio.Future[Thought | Failed] | asyncio.Future[Thought]]
        waiting = {self._heard, *unless}
        await asyncio.wait(waiting, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        if not self._heard.done():
            raise Failed(f"it took longer than {seconds:g} seconds")
        heard = self._heard.result()
        if isinstance(heard, Failed):
            raise heard
        return heard

    async def end(self) -> None:
        """Kill it, and wait until the system has forgotten it."""
        self.broken = True
        if self._transport is None or self.gone.done():
            return
        with suppress(ProcessLookupError):
            self._transport.kill()
        await asyncio.wait({self.gone}, timeout=PARTING)
        self._transport.close()
        await self.gone

    def _fail(self, why: str) -> None:
        self.broken = True
        if not self._heard.done():
            self._heard.set_result(Failed(why))

    # What the event loop calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.SubprocessTransport", transport)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        self._data += data
        while len(self._data) >= LENGTH:
            end = LENGTH + int.from_bytes(self._data[:LENGTH], "big")
            if end > LONGEST:
                self._data.clear()
                self._fail("it talked nonsense")
            elif end > len(self._data):
                return  # the rest is still to come
            else:
                self._take(self._data[LENGTH:end])
                del self._data[:end]

    def _take(self, frame: bytearray) -> None:
        try:
            thought = read(frame)
        except msgspec.MsgspecError:
            self._fail("it talked nonsense")
            return
        if self._heard.done():
            self._fail("it spoke unasked")
        else:
            self._heard.set_result(thought)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        """Nothing more can be asked; but what it has said may still be on the way."""
        self.broken = True

    def connection_lost(self, exc: Exception | None) -> None:
        """The process has ended, and all that it said was heard."""
        self._fail("it died")
        assert self._transport is not None
        self._transport.close()
        self.gone.set_result(None)


def default_count() -> int:
    """One core is the server's; but one bot that hangs must not stop all others."""
    affinity = getattr(os, "sched_getaffinity", None)
    cores = len(affinity(0)) if affinity else os.cpu_count() or 1
    return max(2, cores - 1)
