"""The servers that are measured: real processes on the same machine as their clients."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import monotonic, sleep
from types import TracebackType

import psutil

HERE = Path(__file__).parent
PEER = HERE / "peer"
ADDRESS = re.compile(rb"http://(127\.0\.0\.1|localhost):(\d+)")
START_SECONDS = 30.0


class ServerFailed(Exception):
    """A server did not start, and what it said."""


def listens(port: int) -> bool:
    """Whether somebody answers there: a server may tell its address a little too soon."""
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True


class Server:
    """A running server, the processes that it started included."""

    def __init__(
        self,
        command: Sequence[str | Path],
        log: Path,
        env: Mapping[str, str],
        cwd: Path | None = None,
    ) -> None:
        self.log = log
        with log.open("wb") as out:
            self.child = subprocess.Popen(
                [str(word) for word in command],
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                cwd=cwd,
                env={**os.environ, **env},
            )
        self.process = psutil.Process(self.child.pid)
        try:
            self.port = self._wait_for_address()
        except ServerFailed:
            self.stop()
            raise

    def _wait_for_address(self) -> int:
        end = monotonic() + START_SECONDS
        while monotonic() < end and self.child.poll() is None:
            found = ADDRESS.search(self.log.read_bytes())
            if found and listens(int(found[2])):
                return int(found[2])
            sleep(0.05)
        said = self.log.read_text(encoding="utf-8", errors="replace").strip()
        raise ServerFailed(f"{self.child.args!r} told no address; it said:\n{said[-2000:]}")

    def _family(self) -> list[psutil.Process]:
        return [self.process, *self.process.children(recursive=True)]

    def cpu_seconds(self) -> float:
        times = [process.cpu_times() for process in self._family()]
        return float(sum(time.user + time.system for time in times))

    def rss(self) -> int:
        return sum(int(process.memory_info().rss) for process in self._family())

    def stop(self) -> None:
        """End it, and what it started should that outlive it."""
        if self.child.poll() is not None:
            return
        children = self.process.children(recursive=True)
        self.child.terminate()
        try:
            self.child.wait(20)
        except subprocess.TimeoutExpired:
            self.child.kill()
            self.child.wait()
        for orphan in psutil.wait_procs(children, timeout=2)[1]:
            orphan.kill()

    def __enter__(self) -> Server:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()
        if error is not None:
            lines = self.log.read_text(encoding="utf-8", errors="replace").splitlines()
            worth_reading = [line for line in lines if '"level": "info"' not in line]
            print("the server said:", *worth_reading[-40:], sep="\n", file=sys.stderr)


def ludarium(folder: Path, name: str) -> Server:
    """Ours, on a database of its own; the load comes from one address, so no limits by address."""
    program = Path(sys.executable).parent / "ludarium"
    database = str(folder / f"{name}.db")
    command = [str(program), "serve", "--port", "0", "--no-limits", "--database", database]
    return Server(command, folder / f"{name}.log", {})


def boardgame_io(folder: Path) -> Server | str:
    """The peer, in memory; or why there is none."""
    node = shutil.which("node")
    if node is None:
        return "not measured: no Node on this machine"
    if not (PEER / "node_modules" / "boardgame.io").is_dir():
        return "not measured: not installed (npm ci in benchmarks/server/peer)"
    env = {"NODE_ENV": "production"}
    return Server([node, PEER / "server.js"], folder / "peer.log", env, cwd=PEER)
