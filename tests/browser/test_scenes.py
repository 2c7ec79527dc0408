"""Every page and state: nobody is kept out, nothing sticks out, and a picture is taken."""

from __future__ import annotations

import pytest

from browser import axe, gallery
from browser.people import People
from browser.phone import overflow
from browser.scenes import SCENES


@pytest.mark.parametrize("name", SCENES)
def test_scene(come: People, name: str) -> None:
    """axe finds nothing serious in any look; at 360 pixels the page does not scroll sideways."""
    page = SCENES[name](come)
    findings = {}
    for theme in gallery.THEMES:
        gallery.wear(page, theme)
        gallery.shoot(page, name, "desktop", theme)
        findings[f"desktop {theme}"] = axe.check(
            page, None if theme == "dark" else ["color-contrast"]
        )
    gallery.wear(page, "dark")
    gallery.resize(page, "phone")
    gallery.shoot(page, name, "phone", "dark")
    findings["phone dark"] = axe.check(page)
    gallery.write_index(list(SCENES))
    assert {look: found for look, found in findings.items() if found} == {}
    assert overflow(page) == []
