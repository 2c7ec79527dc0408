"""`ludarium serve` as a process: it opens, serves, says goodbye, and every error is one line."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.sync import client
from websockets.sync.client import ClientConnection

from ludarium.server.running import framed
from server.real import PATIENCE

PROGRAM = [sys.executable, "-c", "from ludarium.cli import main; main()", "serve"]
SLUG = "tears-of-nature"
connect = partial(client.connect, open_timeout=PATIENCE)
BY_SIGNAL = pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGINT])


@contextmanager
def serving(database: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server on a free port, and its address; it is ended at the end, if it still runs."""
    command = [*PROGRAM, "--port", "0", "--database", str(database), *options]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None and process.stderr is not None
            line = process.stdout.readline()
            found = re.search(r"http://\S+", line)
            assert found, line + process.stderr.read()
            yield process, found[0]
        finally:
            if process.poll() is None:
                process.kill()


class Guest:
    """Somebody with a cookie."""

    def __init__(self, url: str, cookie: str = "") -> None:
        self.url = url
        self.cookie = cookie

    def ask(self, method: str, path: str, body: object = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json", "cookie": self.cookie}
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        with urllib.request.urlopen(request) as answer:
            if answer.headers["set-cookie"]:
                self.cookie = answer.headers["set-cookie"].partition(";")[0]
            text = answer.read()
        return json.loads(text) if text else None

    def sit(self) -> tuple[str, dict[str, str]]:
        """A table for two at this screen, and the greeting of its first seat."""
        chairs = [{"kind": "me"}, {"kind": "local"}]
        id = self.ask("POST", "/api/tables", {"game": SLUG, "chairs": chairs})["id"]
        key = self.ask("POST", f"/api/tables/{id}/enter", {})["keys"][0]
        return id, {"t": "hello", "table": id, "token": key["token"]}


def ws(url: str) -> str:
    return url.replace("http", "ws") + "/ws"


def to_the_end(socket: ClientConnection) -> list[dict[str, Any]]:
    """Every message until the socket is closed."""
    told: list[dict[str, Any]] = []
    with suppress(ConnectionClosed):
        while True:
            told.append(json.loads(socket.recv()))
    return told


@BY_SIGNAL
def test_it_says_goodbye_and_ends_without_an_error(tmp_path: Path, end: signal.Signals) -> None:
    with serving(tmp_path / "t.db") as (process, url):
        assert Guest(url).ask("GET", "/health") == {"status": "well", "store": True}
        _, hello = Guest(url).sit()
        with connect(ws(url), origin=url) as ours:  # type: ignore[arg-type]
            ours.send(json.dumps(hello))
            assert json.loads(ours.recv())["t"] == "snap"
            process.send_signal(end)
            told = to_the_end(ours)
            assert (told[-1]["t"], told[-1]["code"]) == ("bye", "restart")
            assert told[-1]["retry"] > 0
            assert ours.close_code == 1012
        out, err = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0
        assert out == "", "one line is enough"
        events = [json.loads(line)["event"] for line in err.splitlines()]
        assert events[0] == "open" and events[-1] == "closed"


def test_what_was_played_is_there_after_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db") as (process, url):
        guest = Guest(url)
        guest.ask("PUT", "/api/me", {"name": "Ann"})
        id, _ = guest.sit()
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=PATIENCE)
    with serving(tmp_path / "t.db", "--log", "plain") as (process, url):
        again = Guest(url, guest.cookie)
        assert again.ask("GET", "/api/me") == {"name": "Ann"}
        assert [card["id"] for card in again.ask("GET", "/api/tables?list=mine")] == [id]
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=PATIENCE)
        assert "level=info event=open" in err


def test_sockets_have_their_limits(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db", "--origin", "https://games.example.org") as (_, url):
        _, hello = Guest(url).sit()
        with connect(ws(url), origin="https://games.example.org") as quiet:  # type: ignore[arg-type]
            assert quiet.protocol.extensions == [], "no compression"
            quiet.send(json.dumps(hello))
            quiet.recv()
            with connect(ws(url)) as loud:
                loud.send(json.dumps({**hello, "token": "x" * 9000}))
                with pytest.raises(ConnectionClosed):
                    loud.recv()
                assert loud.close_code == 1009
            with pytest.raises(InvalidStatus, match="403"):
                connect(ws(url), origin="https://evil.example")  # type: ignore[arg-type]
            quiet.send(json.dumps({"t": "ping", "n": 7}))
            messages = (json.loads(message) for message in quiet)
            pong = next(message for message in messages if message["t"] == "pong")
            assert pong["n"] == 7


def fails(*options: str, **env: str) -> tuple[int, str]:
    """The exit code and the one line of a server that does not start."""
    done = subprocess.run(
        [*PROGRAM, *options],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, **env},
        check=False,
    )
    assert done.stdout == ""
    lines = [line for line in done.stderr.splitlines() if not line.startswith("{")]
    assert len(lines) == 1, done.stderr
    return done.returncode, lines[0]


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
def test_texts_are_framed_as_the_library_would(size: int) -> None:
    text = b"x" * size
    assert framed(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


def test_a_taken_port_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        code, line = fails("--port", port, "--database", str(tmp_path / "t.db"))
    assert code != 0 and f"port: {port} is taken by another program" in line


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--database", "mysql://x/y"], "unknown kind 'mysql'"),
        (["--database", "FOLDER/file/t.db"], "FOLDER/file"),
        (["--database", "FOLDER"], "FOLDER"),
        (["--host", "nowhere.invalid", "--database", "FOLDER/t.db"], "host: no address"),
        (["--origin", "games.example.org"], "--origin games.example.org: write it like https://"),
        (["--origin", "https://x.example/path"], "write it like https://"),
        (["--port", "99999"], "99999"),
        (["--log", "xml"], "xml"),
    ],
)
def test_what_cannot_start_says_why_in_one_line(
    tmp_path: Path, options: list[str], told: str
) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    given = [option.replace("FOLDER", str(tmp_path)) for option in options]
    code, line = fails("--port", "0", *given)
    assert code != 0 and told.replace("FOLDER", str(tmp_path)) in line


def test_one_database_serves_one_server(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db"):
        code, line = fails("--port", "0", "--database", str(tmp_path / "t.db"))
    assert code != 0 and "in use by another Ludarium server" in line


def test_the_database_is_in_the_data_folder_unless_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "data").write_text("in the way", encoding="utf-8")
    code, line = fails("--port", "0", LUDARIUM_DATA=str(tmp_path / "data"))
    assert code != 0 and str(tmp_path / "data") in line


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys\nfrom ludarium.cli.commands.serve import command\n"
        "command(['--help'], standalone_mode=False)\n"
        "print([name for name in ('litestar', 'sqlalchemy', 'uvicorn') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "Examples:" in done.stdout and "ludarium serve --open" in done.stdout
    assert done.stdout.endswith("[]\n")
