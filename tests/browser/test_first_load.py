"""The first load: small, from one house only, and nothing that its own policy forbids."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.champions import GALATUNE
from browser.hands import Seat
from browser.people import BOT, LETTERS, ME, People, Person
from server.real import SLUG

MOST = 150 * 1024
"""Bytes until the table stands and its question can be answered."""
ALL = {SLUG: 150 * 1024, GALATUNE: 212 * 1024}
"""Bytes with all that comes by itself afterwards: pictures, what is behind buttons."""


class Wire:
    """What a page fetches, packed as it is sent: page, scripts, styles, fonts, data."""

    def __init__(self, person: Person) -> None:
        self.house = person.server.url
        self.names: dict[str, str] = {}
        self.packed: dict[str, str] = {}
        self.sizes: Counter[str] = Counter()
        session = person.context.new_cdp_session(person.page)
        session.send("Network.enable")
        session.on("Network.responseReceived", self.answered)
        session.on("Network.dataReceived", self.came)

    def answered(self, event: dict[str, Any]) -> None:
        response = event["response"]
        name = self.names[event["requestId"]] = response["url"].removeprefix(self.house)
        headers = {key.lower(): value for key, value in response["headers"].items()}
        self.packed[name] = headers.get("content-encoding", "")

    def came(self, event: dict[str, Any]) -> None:
        self.sizes[self.names[event["requestId"]]] += event["encodedDataLength"]


@pytest.mark.parametrize("game", [SLUG, GALATUNE])
def test_a_table_comes_with_less_than_150_kilobytes(come: People, game: str) -> None:
    ann = come("Ann")
    wire = Wire(ann)
    table = ann.host(ME, BOT, game=game)
    # Leisure comes when we say so: what is fetched before it is what the first sight needs.
    ann.page.add_init_script(f"localStorage.removeItem('{LETTERS}')")
    ann.page.add_init_script(
        "window.requestIdleCallback = (run) => { window.leisure = run; return 0; };"
    )
    seat = Seat(ann.sit(table))
    expect(ann.page).to_have_title(re.compile("^Your turn"))
    expect(seat.board.get_by_role("button", disabled=False).first).to_be_visible()
    ann.page.wait_for_load_state("networkidle")
    first = wire.sizes.total()
    assert first < MOST, wire.sizes.most_common()
    ann.page.evaluate("leisure()")
    ann.page.wait_for_timeout(500)
    ann.page.wait_for_load_state("networkidle")
    assert first < wire.sizes.total() < ALL[game], wire.sizes.most_common()
    for ending in (".js", ".css", ".woff2"):
        assert any(name.endswith(ending) for name in wire.sizes), ending
    large = [name for name in wire.sizes if "." not in name or name.endswith((".js", ".css"))]
    assert all(wire.packed[name] for name in large if wire.sizes[name] > 1024), wire.packed


def test_the_pages_policy_is_strict_and_nothing_runs_into_it(come: People) -> None:
    ann = come("Ann")
    answer = ann.page.goto("/")
    assert answer is not None
    policy = answer.header_value("content-security-policy") or ""
    assert "default-src 'none'" in policy or "default-src 'self'" in policy
    assert "unsafe-eval" not in policy
    script = next(part for part in policy.split(";") if part.strip().startswith("script-src"))
    assert "unsafe-inline" not in script
    ann.page.evaluate(
        "window.broken = [];"
        "addEventListener('securitypolicyviolation',"
        " (event) => broken.push(event.violatedDirective))"
    )
    for name in ("Rules of Tears of Nature", "Ludarium, to the lobby"):
        ann.page.get_by_role("link", name=name).first.click()
        expect(ann.page.get_by_role("heading", level=1)).to_be_visible()
    assert ann.page.evaluate("window.broken") == []
