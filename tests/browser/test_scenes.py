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
    findings = {"dark": axe.check(page)}
    gallery.shoot(page, name, "desktop", "dark")
    gallery.wear(page, "contrast")
    findings["contrast"] = axe.check(page, "colours")
    gallery.wear(page, "light")
    findings["light"] = axe.check(page, "colours")
    gallery.shoot(page, name, "desktop", "light")
    gallery.wear(page, "dark")
    gallery.resize(page, "phone")
    findings["phone"] = axe.check(page, "all but colours")
    gallery.shoot(page, name, "phone", "dark")
    gallery.write_index(list(SCENES))
    assert {look: found for look, found in findings.items() if found} == {}
    assert overflow(page) == []
