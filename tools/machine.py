"""Programs that the tests drive and no Python package brings: a browser and a database server.

    python tools/machine.py          installs what is missing, where Debian's packages can be

What cannot be installed is said in a line; the tests that need it are then skipped with a reason.
"""

from __future__ import annotations

import glob
import os
import shutil
import subprocess
import sys

NEEDS = {
    "chromium-headless-shell": ("chromium-headless-shell", ["/usr/bin/chromium-headless-shell"]),
    "postgresql": ("postgres", ["/usr/lib/postgresql/*/bin/postgres"]),
}
"""By Debian package: the program, and where it lies when it is not on the path."""
INSTEAD = {"chromium-headless-shell": ("chromium", ["/usr/bin/chromium"])}
"""What does as well, if more slowly, where a package cannot be had."""


def is_here(program: str, places: list[str]) -> bool:
    return shutil.which(program) is not None or any(glob.glob(place) for place in places)


def apt(*arguments: str) -> bool:
    """Run apt-get without questions; whether it worked."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    command = ["apt-get", "-qq", "-o", "Dpkg::Use-Pty=0", *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        print(f"{' '.join(command)}: {done.stderr.strip()[-300:]}", file=sys.stderr)
    return done.returncode == 0


def main() -> None:
    missing = [package for package, need in NEEDS.items() if not is_here(*need)]
    if not missing:
        return
    if not shutil.which("apt-get") or os.geteuid() != 0:
        print(f"not here, and not installed without apt-get and root: {', '.join(missing)}")
        return
    print(f"installing {', '.join(missing)} ...", flush=True)
    apt("update")
    for package in missing:
        if install(package):
            continue
        other, places = INSTEAD.get(package, ("", []))
        if not (other and (is_here(other, places) or install(other))):
            print(f"could not be installed: {package}; its tests are skipped")


def install(package: str) -> bool:
    return apt("install", "-y", "--no-install-recommends", package)


if __name__ == "__main__":
    main()
