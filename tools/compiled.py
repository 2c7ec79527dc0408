"""Build a wheel with the engine compiled by mypyc, and print its path.

Takes a C compiler, and the packages of `requirements/bench.txt`. The wheel is built from a copy: a
compiled module that lay beside its source would hide every later change of it.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
NEEDED = ("src", "tools", "pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "NOTICE.md")
INTO = ROOT / "build" / "compiled"
SWITCH = {"HATCH_BUILD_HOOK_ENABLE_MYPYC": "true"}


def build() -> Path:
    """The wheel; raises CalledProcessError if the compiler does not like something."""
    shutil.rmtree(INTO, ignore_errors=True)
    with TemporaryDirectory() as folder:
        for name in NEEDED:
            source, target = ROOT / name, Path(folder, name)
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, target)
        subprocess.run(
            [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", INTO],
            cwd=folder,
            env=os.environ | SWITCH,
            stdout=sys.stderr,
            check=True,
        )
    [wheel] = INTO.glob("*.whl")
    return wheel


if __name__ == "__main__":
    try:
        print(build())
    except subprocess.CalledProcessError as failed:
        sys.exit(failed.returncode)
