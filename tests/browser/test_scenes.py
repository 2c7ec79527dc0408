"""Every page and state: nobody is kept out, nothing sticks out; `make gallery` takes pictures."""

from __future__ import annotations

import pytest

from browser import axe, gallery
from browser.people import People
from browser.phone import overflow
from browser.scenes_galatune import SCENES


@pytest.mark.parametrize("name", SCENES)
def test_scene(come: People, name: str) -> None:
    """axe finds nothing serious in any look; at 360 pixels the page does not scroll sideways."""
    page = SCENES[name](come)
    findings = {"dark": axe.check(page)}
    gallery.wear(page, "contrast")
    findings["contrast"] = axe.check(page, "colours")
    gallery.wear(page, "light")
    findings["light"] = axe.check(page, "colours")
    gallery.wear(page, "dark")
    gallery.resize(page, "phone")
    findings["phone"] = axe.check(page, "all but colours")
    assert {look: found for look, found in findings.items() if found} == {}
    assert overflow(page) == []
    assert "undefined" not in page.locator("body").inner_text()
