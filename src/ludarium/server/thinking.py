"""A worker: reads questions from a pipe, lets bots answer them, writes the answers to another.

It imports only what bots need, and ends when the pipe does: when the server closes it or is gone.
A frame is four bytes of length and MessagePack.
"""

from __future__ import annotations

import os
import random
import signal
import sys
from functools import lru_cache
from typing import BinaryIO, Final, cast

import msgspec

import ludarium
from ludarium.bots.bot import Bot, Stopgap, make_bot
from ludarium.core.questions import Question

NICE: Final = 10
"""Behind the server in the queue for a core, but not starved by every other program."""
GAMES_KEPT: Final = 32
LENGTH: Final = 4
OWN: Final = "steady"
"""The game's own bot, which also answers for those whose time is up."""
LONGEST_ERROR: Final = 300


class Task(msgspec.Struct, frozen=True, array_like=True):
    """A question to a bot, and everything that it may know."""

    slug: str
    options: msgspec.Raw
    """Read only when the game is not known yet."""
    bot: str
    view: dict[str, object]
    seat: int
    kind: str
    legal: list[str]
    forced: bool
    seed: str | None
    seconds: float
    """After so long nobody waits for the answer any more."""


class Thought(msgspec.Struct, frozen=True, array_like=True):
    """The answer in notation, or what went wrong; the first one is empty and says: I am ready."""

    answer: str = ""
    error: str = ""


def framed(message: Task | Thought) -> bytes:
    data = msgspec.msgpack.encode(message)
    return len(data).to_bytes(LENGTH, "big") + data


class Mind:
    """A game and the bots that play it; they share the dice, which are set for each question."""

    def __init__(self, slug: str, options: bytes) -> None:
        self.game = ludarium.game(slug, **msgspec.msgpack.decode(options))
        self.rng = random.Random()
        self.bots: dict[str, Bot] = {}

    def answer(self, task: Task) -> str:
        """What the bot says, in notation."""
        kind = self.game.rules.kinds[task.kind]
        options = tuple(map(self.game.grammar.parse, task.legal))
        question = Question(task.seat, task.kind, kind.prompt, kind.ask, options)
        bot = self.bot(OWN if task.forced else task.bot)
        self.rng.seed(task.seed)
        if task.forced:
            return cast("Stopgap", bot).forced(task.view, question).text
        return bot.choose(task.view, question).text

    def bot(self, name: str) -> Bot:
        if name not in self.bots:
            self.bots[name] = make_bot(name, self.game, self.rng)
        return self.bots[name]


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer until no question is left."""
    minds = lru_cache(maxsize=GAMES_KEPT)(Mind)
    decode = msgspec.msgpack.Decoder(Task).decode
    answers.write(framed(Thought()))
    answers.flush()
    while data := read_frame(questions):
        task = decode(data)
        # Ends even a bot that hangs in foreign code, should the server no longer be there to do it.
        set_alarm(task.seconds + 1)
        try:
            thought = Thought(answer=minds(task.slug, bytes(task.options)).answer(task))
        except Exception as error:  # whatever a bot does wrong, the next question is another's
            thought = Thought(error=f"{type(error).__name__}: {error}"[:LONGEST_ERROR])
        set_alarm(0)
        answers.write(framed(thought))
        answers.flush()


def read_frame(stream: BinaryIO) -> bytes:
    """The next frame, or nothing at the end."""
    return stream.read(int.from_bytes(stream.read(LENGTH), "big"))


def set_alarm(seconds: float) -> None:
    """Die after so many seconds; 0: no more."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


def main() -> None:
    # Signals for all processes of a service or a terminal are the server's to obey.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICE)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a bot prints is no answer
    try:
        serve(sys.stdin.buffer, answers)
        answers.close()
    except BrokenPipeError:
        os._exit(0)  # the server is gone


if __name__ == "__main__":
    main()
