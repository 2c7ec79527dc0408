"""A whole match through the accessibility tree alone: roles, names, and what is announced."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from browser.hands import LONGEST, Seat
from browser.people import People
from browser.senses import Sense
from browser.tree import read


def test_a_whole_match_by_roles_and_names(come: People) -> None:
    page = come("Ann").open("/")
    page.get_by_role("radio", name="Apprentice").press("Space")
    page.get_by_role("button", name=re.compile("^Play now: Tears of Nature")).press("Enter")
    seat = Seat(page)
    heard: set[str] = set()
    for _ in range(4 * LONGEST):
        if not seat.asked_or_over():
            break
        sense = Sense.of(page)
        if not sense.can_act:
            continue
        heard |= sense.announced
        if not sense.chosen:
            assert any(sense.prompt in text for text in sense.announced), sense.prompt
        target = sense.next_card() or (sense.aims() or [None])[0]
        if target is None or (sense.answers and not sense.chosen):
            target = sense.answers[-1]
        target.find(page, sense.copy(target)).press("Enter")
    else:
        raise AssertionError("not over")
    assert any("Your turn" in text for text in heard)
    assert any("Steady " in text for text in heard)
    ranking = [node for node in read(page.get_by_role("main")) if node.role == "rowheader"]
    assert len(ranking) == 2


def test_everything_has_a_name_and_its_place(come: People) -> None:
    page = come("Ann").open("/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.get_by_role("button", name=re.compile("^Play now: Tears of Nature")).press("Enter")
    expect(page.get_by_role("region", name="What to do")).to_be_visible()
    nodes = read(page)
    roles = [node.role for node in nodes]
    for role in ("banner", "main", "complementary"):
        assert roles.count(role) == 1, role
    assert [node.name for node in nodes if node.role == "heading"].count("You") == 1
    nameless = [
        node.text for node in nodes if node.role in ("button", "link", "tab") and not node.name
    ]
    assert nameless == []
