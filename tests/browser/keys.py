"""Hands on the keyboard."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from browser.tree import Node, read


class Keys:
    """Hands that touch nothing but the keyboard; what has the focus is read from the tree."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.press = page.keyboard.press

    @property
    def focused(self) -> str:
        focus = self.page.locator(":focus")
        return read(focus)[0].name if focus.count() else ""

    def tab_to(self, name: str, back: bool = False) -> None:
        for _ in range(60):
            if re.search(name, self.focused):
                return
            self.press("Shift+Tab" if back else "Tab")
        raise AssertionError(f"the tab key does not lead to {name}")

    def walk_to(self, wanted: Node | str) -> None:
        """With a number to a zone, then with arrows to the thing itself, or one of that name."""
        name = f"^{re.escape(wanted.name)}$" if isinstance(wanted, Node) else wanted
        for zone in range(1, 10):
            self.press(str(zone))
            self.press("Home")
            seen = set()
            while (here := self.focused) not in seen:
                if re.search(name, here):
                    return
                seen.add(here)
                self.press("ArrowRight")
        raise AssertionError(f"no key leads to {name}")


def answer_from_the_list(keys: Keys) -> None:
    """Open the list of everything that can be done, and play the first of it."""
    keys.press("?")
    expect(keys.page.get_by_role("dialog", name="What can I do?")).to_be_visible()
    keys.tab_to("^Play")
    keys.press("Enter")
    expect(keys.page.get_by_role("dialog")).to_be_hidden()
