"""Debian's Chromium: where it is, and how it is started."""

from __future__ import annotations

import shutil

from playwright.sync_api import Browser, Playwright

ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


def find() -> str | None:
    return shutil.which("chromium") or shutil.which("chromium-browser")


def launch(driver: Playwright, program: str) -> Browser:
    """With a profile that is made for it and thrown away."""
    return driver.chromium.launch(executable_path=program, args=ARGS)
