"""Bots in processes: the same answers as at home, and no bot can harm a table."""

from __future__ import annotations

import asyncio
import gc
import io
import os
import random
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import psutil
import pytest
import uvloop
from structlog.testing import capture_logs

import ludarium
from ludarium import InvalidInput, Match
from ludarium.bots import make_bot
from ludarium.server.thinking import Task, Thought, framed, read_frame, serve
from ludarium.server.workers import COMMAND, Closed, Job, Line, Worker, Workers, default_count

SLUG = "tears-of-nature"
PLENTY = 60.0
"""A deadline that no honest bot misses on however busy a machine."""

WICKED = """
import os, signal, sys, time
from ludarium.server import thinking

class Wicked:
    blind = True
    def __init__(self, name):
        self.name = name
    def choose(self, view, question):
        return getattr(self, self.name)(question.options)
    def exits(self, options):
        os._exit(3)
    def crashes(self, options):
        os.kill(os.getpid(), signal.SIGSEGV)
    def hangs(self, options):
        with open("/proc/self/comm", "w") as name:
            name.write("hanging")
        while True:
            pass
    def forks(self, options):
        if os.fork() == 0:
            time.sleep(5)
            os._exit(0)
        self.hangs(options)
    def lies(self, options):
        class Lie:
            text = "conquer the world"
        return Lie
    def raises(self, options):
        raise RuntimeError("I do not like these cards")
    def prints(self, options):
        print("thinking aloud")
        os.write(1, b"very loud")
        return options[-1]
    def babbles(self, options):
        self.pipe.write(b"bla" * 1000)
        self.pipe.flush()
        self.hangs(options)
    def mumbles(self, options):
        self.pipe.write(bytes([0, 0, 0, 3]) + b"bla")
        self.pipe.flush()
        self.hangs(options)
    def repeats(self, options):
        self.pipe.write(thinking.framed(thinking.Thought(options[0].text)))
        return options[0]

true_bot, true_serve = thinking.make_bot, thinking.serve

def make_bot(name, game, rng):
    return Wicked(name) if hasattr(Wicked, name) else true_bot(name, game, rng)

def serve(questions, answers):
    Wicked.pipe = answers
    true_serve(questions, answers)

thinking.make_bot, thinking.serve = make_bot, serve
thinking.main()
"""
HANGING = "hanging"
"""The name that a process gives itself before it thinks without end."""
WICKED_COMMAND = (sys.executable, "-P", "-c", WICKED)
SLEEPING = (sys.executable, "-c", "import time; time.sleep(60)")
"""A worker that is still starting however long one waits."""

Test = Callable[[Workers], Awaitable[None]]
RUNNERS = {"uvloop": uvloop.run, "asyncio": asyncio.run}
both_loops = pytest.mark.parametrize("loop", list(RUNNERS))


@pytest.fixture
def loop() -> str:
    return "uvloop"


@pytest.fixture
def run(loop: str) -> Iterator[Callable[..., None]]:
    """Runs a test with open workers on some kind of event loop; nothing may be left behind."""

    def go(test: Test, count: int = 1, deadline: float = PLENTY, command: Any = COMMAND) -> None:
        async def main() -> None:
            workers = Workers(count, deadline, command)
            await workers.open()
            try:
                await test(workers)
            finally:
                await workers.close()
            assert not processes()

        RUNNERS[loop](main())

    yield go
    gc.collect()  # what was not closed says so now


STRANGERS: set[psutil.Process] = set()
"""What earlier tests in this process keep running: a server, a database."""


@pytest.fixture(autouse=True)
def know_strangers() -> None:
    STRANGERS.update(psutil.Process().children())


def processes() -> list[psutil.Process]:
    """The workers that there are now; one that is dead and not buried counts too."""
    return [child for child in psutil.Process().children() if child not in STRANGERS]


def fresh(ruleset: str = "master", seed: int = 7) -> Match:
    return ludarium.game(SLUG, ruleset=ruleset).start(seed=seed)


async def choose(
    workers: Workers, match: Match, bot: str = "steady", **more: Any
) -> tuple[str, list[str]]:
    """The answer to the open question of a match, and what was legal."""
    ((seat, question),) = match.questions.items()
    options = {**match.game.options, "players": match.game.players}
    legal = [action.text for action in question.options]
    view = match.game.view(match.state, seat)
    return await workers.choose(SLUG, options, bot, view, seat, question.kind, legal, **more), legal


def at_home(match: Match, bot: str, seed: str, forced: bool = False) -> str:
    """The same without a worker."""
    ((seat, question),) = match.questions.items()
    player: Any = make_bot(bot, match.game, random.Random(seed))
    answer = player.forced if forced else player.choose
    return str(answer(match.view(seat), question))


@pytest.mark.parametrize("ruleset", ["apprentice", "master", "practitioner"])
def test_a_worker_answers_as_the_bot_does(run: Callable[..., None], ruleset: str) -> None:
    async def test(workers: Workers) -> None:
        match = fresh(ruleset)
        for at in range(1000):
            if match.result is not None:
                break
            forced, bot = at % 3 == 0, "random" if at % 3 == 1 else "steady"
            answer, _ = await choose(workers, match, bot, forced=forced, seed=f"s{at}")
            assert answer == at_home(match, bot, f"s{at}", forced)
            match.play(next(iter(match.questions)), answer)
        assert at > 10

    run(test)


def test_without_a_seed_the_choice_is_free(run: Callable[..., None]) -> None:
    async def test(workers: Workers) -> None:
        await choose(workers, fresh(), "random", seed="fixed")
        answers = {(await choose(workers, fresh(), "random"))[0] for _ in range(50)}
        assert len(answers) > 1

    run(test)


def test_the_time_that_is_up_is_answered_by_the_games_own_bot(run: Callable[..., None]) -> None:
    async def test(workers: Workers) -> None:
        answer, legal = await choose(workers, fresh(), "random", forced=True)
        assert answer in legal and answer.startswith("discard")

    run(test)


@both_loops
def test_workers_start_when_they_are_needed(run: Callable[..., None]) -> None:
    async def test(workers: Workers) -> None:
        assert not processes()
        only = await workers.choose("", {}, "", {}, 0, "", ["decline"])
        assert only == "decline"  # nothing to think about
        assert not processes()
        for _ in range(3):  # one after the other, so one worker is enough
            await choose(workers, fresh())
        assert len(processes()) == 1
        await asyncio.gather(*(choose(workers, fresh(seed=seed)) for seed in range(9)))
        assert len(processes()) == 2

    run(test, count=2)


@both_loops
@pytest.mark.parametrize(
    ("bot", "why"),
    [
        ("exits", "it died"),
        ("crashes", "it died"),
        ("hangs", "it took longer than 0.3 seconds"),
        ("forks", "it took longer than 0.3 seconds"),
        ("lies", "its answer is not legal"),
        ("babbles", "it talked nonsense"),
        ("mumbles", "it talked nonsense"),
    ],
)
def test_a_wicked_worker_is_replaced(run: Callable[..., None], bot: str, why: str) -> None:
    async def test(workers: Workers) -> None:
        with capture_logs() as logs:
            answer, legal = await choose(workers, fresh(), bot, table="t1")
        assert answer in legal
        ((warning),) = logs
        assert warning["log_level"] == "warning"
        assert (warning["event"], warning["table"], warning["bot"]) == ("bot_failed", "t1", bot)
        assert warning["why"] == why
        workers.deadline = PLENTY
        with capture_logs() as logs:
            assert (await choose(workers, fresh(), seed="s"))[0] == at_home(fresh(), "steady", "s")
        assert logs == []
        assert len(processes()) == 1

    run(test, deadline=0.3 if "longer" in why else PLENTY, command=WICKED_COMMAND)


def test_the_answer_for_a_failed_bot_is_any_legal_one(run: Callable[..., None]) -> None:
    async def test(workers: Workers) -> None:
        with capture_logs():
            answers = [await choose(workers, fresh(), "raises") for _ in range(60)]
            seeded = {(await choose(workers, fresh(), "raises", seed="s"))[0] for _ in range(9)}
        assert len({answer for answer, _ in answers}) > 1
        assert all(answer in legal for answer, legal in answers)
        assert len(seeded) == 1

    run(test, command=WICKED_COMMAND)


@pytest.mark.parametrize(
    ("bot", "slug", "why"),
    [
        ("raises", SLUG, "RuntimeError: I do not like these cards"),
        ("stedy", SLUG, "InvalidInput: no bot 'stedy'; did you mean 'steady'?"),
        ("steady", "tears", "InvalidInput: no game 'tears'"),
    ],
)
def test_a_mistake_costs_no_worker(run: Callable[..., None], bot: str, slug: str, why: str) -> None:
    async def test(workers: Workers) -> None:
        await choose(workers, fresh())
        before = processes()
        with capture_logs() as logs:
            legal = ["discard A1", "discard A2"]
            assert await workers.choose(slug, {}, bot, {}, 0, "action", legal) in legal
        assert logs[0]["why"].startswith(why)
        assert processes() == before

    run(test, command=WICKED_COMMAND)


def test_what_a_bot_prints_is_no_answer(run: Callable[..., None]) -> None:
    async def test(workers: Workers) -> None:
        with capture_logs() as logs:
            answer, legal = await choose(workers, fresh(), "prints")
        assert (answer, logs) == (legal[-1], [])

    run(test, command=WICKED_COMMAND)


def test_a_worker_that_speaks_unasked_is_not_asked_again(run: Callable[..., None]) -> None:
    async def test(workers: Workers) -> None:
        answer, legal = await choose(workers, fresh(), "repeats")
        (before,) = processes()
        assert answer == legal[0]
        with capture_logs() as logs:
            assert (await choose(workers, fresh(), seed="s"))[0] == at_home(fresh(), "steady", "s")
        assert (len(processes()), logs) == (1, [])
        assert processes() != [before]

    run(test, command=WICKED_COMMAND)


@both_loops
def test_a_worker_killed_at_rest_is_not_missed(run: Callable[..., None]) -> None:
    async def test(workers: Workers) -> None:
        await choose(workers, fresh())
        (worker,) = processes()
        worker.kill()
        async with asyncio.timeout(PLENTY):
            while processes():  # the loop buries it without being asked
                await asyncio.sleep(0.01)
        await asyncio.sleep(0.05)  # and hears of it
        with capture_logs() as logs:
            assert (await choose(workers, fresh(), seed="s"))[0] == at_home(fresh(), "steady", "s")
        assert logs == []

    run(test)


@both_loops
def test_a_worker_killed_while_it_thinks(run: Callable[..., None]) -> None:
    async def test(workers: Workers) -> None:
        with capture_logs() as logs:
            thinking = asyncio.create_task(choose(workers, fresh(), "hangs"))
            await until_busy()
            processes()[0].kill()
            answer, legal = await thinking
        assert answer in legal
        assert logs[0]["why"] == "it died"

    run(test, command=WICKED_COMMAND)


async def until_busy() -> None:
    """Wait until a worker thinks in vain: until then it has but its own name."""
    async with asyncio.timeout(PLENTY / 2):
        while not any(worker.name() == HANGING for worker in processes()):
            await asyncio.sleep(0.02)


def test_signals_for_everybody_are_the_servers_to_obey(run: Callable[..., None]) -> None:
    async def test(workers: Workers) -> None:
        await choose(workers, fresh())
        (worker,) = processes()
        worker.send_signal(signal.SIGINT)
        worker.send_signal(signal.SIGTERM)
        await choose(workers, fresh())
        assert processes() == [worker]
        assert worker.nice() > psutil.Process().nice()
        assert os.getsid(worker.pid) != os.getsid(0)

    run(test)


def test_a_bot_that_hangs_delays_nobody_else(run: Callable[..., None]) -> None:
    async def test(workers: Workers) -> None:
        hanging = asyncio.create_task(choose(workers, fresh(), "hangs"))
        for _ in range(5):
            assert (await choose(workers, fresh(), seed="s"))[0] == at_home(fresh(), "steady", "s")
        assert not hanging.done()
        hanging.cancel()

    run(test, count=2, command=WICKED_COMMAND)


@both_loops
def test_a_cancelled_question_frees_its_worker(run: Callable[..., None]) -> None:
    async def test(workers: Workers) -> None:
        hanging = asyncio.create_task(choose(workers, fresh(), "hangs"))
        waiting = asyncio.create_task(choose(workers, fresh(), "hangs"))
        await until_busy()
        for task in (waiting, hanging):
            task.cancel()
        with capture_logs() as logs:
            async with asyncio.timeout(PLENTY / 2):  # sooner than the bot's own deadline
                answer, _ = await choose(workers, fresh(), seed="s")
        assert (answer, logs) == (at_home(fresh(), "steady", "s"), [])
        assert hanging.cancelled() and waiting.cancelled()

    run(test, command=WICKED_COMMAND)


def test_a_question_cancelled_in_the_line_disturbs_nobody(run: Callable[..., None]) -> None:
    async def test(workers: Workers) -> None:
        await choose(workers, fresh())
        before = processes()
        asked, waiting = (asyncio.create_task(choose(workers, fresh())) for _ in range(2))
        await asyncio.sleep(0)
        waiting.cancel()
        await asked
        await choose(workers, fresh())
        assert waiting.cancelled()
        assert processes() == before

    run(test)


def test_no_table_starves_another(run: Callable[..., None]) -> None:
    async def test(workers: Workers) -> None:
        order: list[str] = []

        async def ask(table: str) -> None:
            await choose(workers, fresh(), table=table)
            order.append(table)

        await asyncio.gather(*(ask("greedy") for _ in range(20)), ask("modest"), ask("shy"))
        assert order[:5] == ["greedy", "modest", "shy", "greedy", "greedy"]

    run(test)


def test_each_table_keeps_the_order_of_its_questions() -> None:
    async def main() -> list[bytes]:
        line = Line()
        for frame in (b"a1", b"a2", b"b1", b"a3", b"c1", b"b2"):
            line.put_nowait(Job(frame[:1].decode(), frame, []))
        return [(await line.get()).frame for _ in range(6)]

    assert asyncio.run(main()) == [b"a1", b"b1", b"c1", b"a2", b"b2", b"a3"]


@both_loops
def test_whoever_waits_when_it_closes_is_told_so(run: Callable[..., None]) -> None:
    async def test(workers: Workers) -> None:
        tasks = [asyncio.create_task(choose(workers, fresh(), "hangs")) for _ in range(3)]
        await until_busy()
        await workers.close()
        assert not processes()
        told = await asyncio.gather(*tasks, return_exceptions=True)
        assert [type(error) for error in told] == [Closed] * 3
        with pytest.raises(Closed):
            await choose(workers, fresh())
        await workers.open()
        assert (await choose(workers, fresh(), seed="s"))[0] == at_home(fresh(), "steady", "s")

    run(test, command=WICKED_COMMAND)


@both_loops
def test_closing_while_a_worker_starts(run: Callable[..., None]) -> None:
    async def test(workers: Workers) -> None:
        for pause in (0.0, 0.01, 0.03, 0.1):
            await workers.open()
            starting = asyncio.create_task(choose(workers, fresh()))
            await asyncio.sleep(pause)
            await workers.close()
            assert not processes()
            assert isinstance((await asyncio.gather(starting, return_exceptions=True))[0], Closed)

    run(test, command=SLEEPING)


@both_loops
@pytest.mark.parametrize(
    ("command", "why"),
    [
        (["/nowhere/to/be/found"], "no worker could be started: "),
        ([sys.executable, "-c", "import sys; sys.exit('no room')"], "it died"),
        ([sys.executable, "-c", "print('hello world')"], "it talked nonsense"),
    ],
)
def test_without_workers_tables_go_on(
    run: Callable[..., None], command: list[str], why: str
) -> None:
    async def test(workers: Workers) -> None:
        with capture_logs() as logs:
            answers = [await choose(workers, fresh()) for _ in range(2)]
        assert all(answer in legal for answer, legal in answers)
        assert [entry["why"].startswith(why) for entry in logs] == [True, True]

    run(test, command=command)


def test_a_worker_that_never_gets_ready(
    run: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludarium.server.workers.START", 0.2)

    async def test(workers: Workers) -> None:
        with capture_logs() as logs:
            answer, legal = await choose(workers, fresh())
        assert answer in legal
        assert logs[0]["why"] == "it took longer than 0.2 seconds"
        assert not processes()

    run(test, command=[sys.executable, "-c", "import time; time.sleep(60)"])


def test_no_surprise_empties_a_desk(
    run: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Event loops differ in what they raise when a pipe has just been closed."""

    async def surprise(*_: object) -> Thought:
        raise RuntimeError("the handler is closed")

    async def test(workers: Workers) -> None:
        with monkeypatch.context() as patch, capture_logs() as logs:
            patch.setattr(Worker, "ask", surprise)
            answer, legal = await choose(workers, fresh())
        assert answer in legal
        assert logs[0]["why"] == "the handler is closed"
        assert (await choose(workers, fresh(), seed="s"))[0] == at_home(fresh(), "steady", "s")

    run(test)


def test_a_worker_whose_pipe_is_closed_is_not_asked_again() -> None:
    async def main() -> tuple[bool, Thought]:
        worker = Worker()
        worker.pipe_connection_lost(0, None)
        worker.pipe_data_received(1, framed(Thought("decline")))
        return worker.broken, await worker._hear(0)

    assert asyncio.run(main()) == (True, Thought("decline"))


def test_a_slow_speaker_is_heard_to_the_end() -> None:
    async def main() -> Thought:
        worker = Worker()
        for byte in framed(Thought("decline")):
            worker.pipe_data_received(1, bytes([byte]))
        return await worker._hear(0)

    assert asyncio.run(main()) == Thought("decline")


SERVER = """
import asyncio, sys
import ludarium
from ludarium.server.workers import Workers

async def main():
    workers = Workers(2, 60.0, (sys.executable, "-P", "-c", sys.argv[1]))
    await workers.open()
    match = ludarium.game("tears-of-nature").start(seed=7)
    ((seat, question),) = match.questions.items()
    legal = [action.text for action in question.options]
    ask = lambda bot: workers.choose(
        "tears-of-nature", {}, bot, match.view(seat), seat, question.kind, legal
    )
    await asyncio.gather(ask("steady"), ask("steady"))
    workers.deadline = 3.0
    asyncio.create_task(ask("hangs"))
    await asyncio.sleep(0.2)
    print("ready", flush=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""


def test_no_worker_outlives_a_server_that_is_killed() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", SERVER, WICKED], stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == "ready\n"
        workers = psutil.Process(server.pid).children()
        server.kill()
    assert len(workers) == 2
    _, alive = psutil.wait_procs(workers, timeout=30)
    assert alive == []


def test_what_cannot_work_is_refused() -> None:
    with pytest.raises(ValueError, match="0 workers"):
        Workers(0)
    with pytest.raises(ValueError, match="0 seconds"):
        Workers(deadline=0)
    assert Workers().count == default_count() >= 2

    async def nothing_legal() -> None:
        workers = Workers()
        await workers.open()
        await workers.choose(SLUG, {}, "steady", {}, 1, "action", [])

    with pytest.raises(InvalidInput, match="seat 1 has no legal answer"):
        asyncio.run(nothing_legal())


def test_a_worker_serves_until_the_pipe_ends() -> None:
    legal = ["discard A1", "discard WILD"]
    raw = msgspec.Raw(msgspec.msgpack.encode({"players": 2}))
    task = Task(SLUG, raw, "random", {}, 0, "action", legal, False, "s", 9.0)
    bad = msgspec.structs.replace(task, kind="dance")
    answers = io.BytesIO()
    serve(io.BytesIO(framed(task) + framed(bad) + framed(task)), answers)
    answers.seek(0)
    told = []
    while data := read_frame(answers):
        told.append(msgspec.msgpack.decode(data, type=Thought))
    ready, first, failed, again = told
    assert ready == Thought()
    assert first.answer in legal and first == again
    assert failed == Thought(error="KeyError: 'dance'")
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_a_worker_imports_only_what_bots_need() -> None:
    code = "import sys, ludarium.server.thinking; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parent,
    )
    assert "ludarium.bots.bot" in done.stdout.split()
    assert not {"asyncio", "litestar", "sqlalchemy", "structlog"} & set(done.stdout.split())
