"""Run the golden records and scenarios on the other Pythons this machine has.

"Same record, same match, on every machine and Python" is worth one look per interpreter. Each
gets its own environment, `.venv-3.12` and so on, from the same pinned requirements as `.venv`.

Set LUDARIUM_ONE_PYTHON to skip.

With the word `fastest`, print which of all those Pythons runs fastest: one that was built without
its own optimisations takes half as long again for everything, and benchmarks would measure that.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
UV = ROOT / ".venv-uv" / "bin" / "uv"
REQUIREMENTS = ROOT / "requirements" / "dev.txt"
VERSIONS = ("3.11", "3.12", "3.13")
TESTS = ("tests/test_golden.py", "tests/test_scenarios.py")

WHO = "import platform, sys; print(platform.python_implementation(), sys.version.split()[0])"
WHERE = "import sys; print(sys.executable)"
HOW_LONG = """
from timeit import repeat
work = "names = {str(n): [n] for n in range(500)}; sorted(n * n for [n] in names.values())"
print(min(repeat(work, number=200, repeat=7)))
"""


def candidates(version: str) -> Iterator[Path]:
    """Where an interpreter of this version may be: on the PATH, then among pyenv's."""
    for place in os.get_exec_path():
        on_path = shutil.which(f"python{version}", path=place)
        if on_path:
            yield Path(on_path)
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    beside_this_one = Path(sys.base_prefix).parent
    for folder in (pyenv / "versions", beside_this_one):
        yield from sorted(folder.glob(f"{version}.*/bin/python{version}"), reverse=True)


def answer(python: Path, code: str) -> str:
    """What the interpreter prints, or nothing: a shim may stand for no interpreter at all."""
    try:
        done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return done.stdout.strip()


def find(version: str) -> Path | None:
    """A working CPython of this version."""
    for python in candidates(version):
        if answer(python, WHO).startswith(f"CPython {version}."):
            return Path(answer(python, WHERE))
    return None


def fastest() -> Path:
    """The interpreter, of all that may be used here, that needs least time for some plain work."""
    everyone = [sys.executable]
    for version in VERSIONS:
        everyone += [answer(python, WHERE) for python in candidates(version)]
    times = {python: answer(Path(python), HOW_LONG) for python in everyone if python}
    return Path(min((float(time), python) for python, time in times.items() if time)[1])


def environment(version: str, interpreter: Path) -> Path:
    """The Python of `.venv-<version>`, made anew when the pins or the project file changed."""
    folder = ROOT / f".venv-{version}"
    python = folder / "bin" / "python"
    stamp = folder / "dev.stamp"
    sources = (REQUIREMENTS, ROOT / "pyproject.toml")
    if stamp.exists() and python.exists():
        made = stamp.stat().st_mtime
        if all(source.stat().st_mtime <= made for source in sources):
            return python
    quiet = ("--quiet", "--python")
    install = ("--offline", "--no-deps", "--no-build-isolation", "--editable", ".")
    for command in (
        ("venv", "--clear", *quiet, interpreter, folder),
        ("pip", "sync", *quiet, python, "--require-hashes", REQUIREMENTS),
        ("pip", "install", *quiet, python, *install),
    ):
        run([UV, *command])
    stamp.touch()
    return python


def run(command: list[str | Path]) -> str:
    """Run in the project's folder; raise with everything it said when it fails."""
    done = subprocess.run(
        command, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    if done.returncode:
        raise RuntimeError(done.stdout.strip() or f"exit code {done.returncode}")
    return done.stdout.strip()


def check(version: str) -> bool:
    """Test one version and say in one line how it went."""
    interpreter = find(version)
    if interpreter is None:
        print(f"Python {version}: not present")
        return True
    try:
        python = environment(version, interpreter)
        said = run([python, "-m", "pytest", "-q", "-n", "2", *TESTS])
    except (OSError, RuntimeError) as error:
        print(f"Python {version}: FAILED\n{error}")
        return False
    print(f"Python {version}: {said.splitlines()[-1].strip('= ')}")
    return True


def main() -> int:
    if sys.argv[1:] == ["fastest"]:
        print(fastest())
        return 0
    if os.environ.get("LUDARIUM_ONE_PYTHON"):
        print("Other Pythons: skipped (LUDARIUM_ONE_PYTHON is set)")
        return 0
    this = f"{sys.version_info.major}.{sys.version_info.minor}"
    results = [check(version) for version in VERSIONS if version != this]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
