"""What sticks out of a page on a small screen."""

from __future__ import annotations

from playwright.sync_api import Page

OUT = """() => {
  const wide = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= wide) return [];
  return [...document.body.querySelectorAll("*")]
    .filter((it) => it.getBoundingClientRect().right > wide + 1)
    .map((it) => it.outerHTML.slice(0, 120));
}"""


def overflow(page: Page) -> list[str]:
    """What makes the page scroll sideways, if anything does."""
    found: list[str] = page.evaluate(OUT)
    return found
