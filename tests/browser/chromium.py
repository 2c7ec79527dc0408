"""Debian's Chromium: where it is, and how it is started."""

from __future__ import annotations

import shutil

from playwright.sync_api import Browser, Playwright

PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser")
"""The same browser; the first has no window to keep up, which takes a third off every test."""
ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


def find() -> str | None:
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


def launch(driver: Playwright, program: str) -> Browser:
    """With a profile that is made for it and thrown away."""
    return driver.chromium.launch(executable_path=program, args=ARGS)
