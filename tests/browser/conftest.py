"""For all tests in the browser: Debian's Chromium, driven through Playwright, and a real server."""

from __future__ import annotations

import fcntl
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from browser.chromium import find, launch
from browser.people import PATIENCE, People
from ludarium.server.site import FOLDER
from server.real import Server

ROOT = Path(__file__).resolve().parents[2]
REPORTS = ROOT / "reports" / "browser"
REPORT = pytest.StashKey[pytest.TestReport]()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Nothing of ours runs in this process, so there is nothing to measure."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.no_cover)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Remember how a test went, for those who tidy up after it."""
    report: pytest.TestReport = yield  # type: ignore[assignment]
    if report.when == "call":
        item.stash[REPORT] = report
    return report  # type: ignore[return-value]


@pytest.fixture(scope="session")
def chromium() -> str:
    """Where the browser is; without one the test is skipped."""
    found = find()
    if found is None:
        pytest.skip("Chromium is not installed: none in PATH (Debian's package `chromium`)")
    return found


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built pages, made once if nobody has."""
    lock = tmp_path_factory.getbasetemp().parent / "site.lock"
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        if not (FOLDER / "index.html").is_file():
            build = [sys.executable, ROOT / "tools" / "web.py", "build"]
            made = subprocess.run(build, capture_output=True, text=True, check=False)
            if made.returncode or not (FOLDER / "index.html").is_file():
                pytest.fail(f"the pages are not built; run `make web`:\n{made.stdout}{made.stderr}")
    return FOLDER


@pytest.fixture(scope="session")
def server(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that answers everybody at once; every test has tables of its own."""
    folder = tmp_path_factory.mktemp("server")
    with Server(folder / "tables.db", folder, "--pace", "0", "--no-limits") as server:
        yield server
        assert server.defects() == []


# Playwright keeps an event loop in this thread: tests of other packages must find it gone.
@pytest.fixture(scope="package")
def browser(chromium: str) -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as driver:
        browser = launch(driver, chromium)
        yield browser
        browser.close()


@pytest.fixture
def come(browser: Browser, server: Server, request: pytest.FixtureRequest) -> Iterator[People]:
    """Brings people with browsers of their own; when the test fails, what they saw is kept."""
    people = People(browser, server)
    yield people
    report = request.node.stash.get(REPORT, None)
    complaints = [text for person in people.all for text in person.unforgiven]
    if complaints or report is None or report.failed:
        people.keep(REPORTS, re.sub(r"\W+", "-", request.node.name).strip("-"))
    people.go_home()
    assert complaints == []
