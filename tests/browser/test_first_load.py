"""The first load: small, from one house only, and nothing that its own policy forbids."""

from __future__ import annotations

from collections import Counter
from typing import Any

from playwright.sync_api import expect

from browser.hands import Seat
from browser.people import BOT, ME, People

MOST = 150 * 1024


def test_the_table_comes_with_less_than_150_kilobytes(come: People) -> None:
    """Everything that is fetched, packed as it is sent: page, scripts, styles, fonts, data."""
    ann = come("Ann")
    table = ann.host(ME, BOT)
    wire = ann.context.new_cdp_session(ann.page)
    wire.send("Network.enable")
    names: dict[str, str] = {}
    packed: dict[str, str] = {}
    sizes: Counter[str] = Counter()

    def answered(event: dict[str, Any]) -> None:
        response = event["response"]
        name = names[event["requestId"]] = response["url"].removeprefix(ann.server.url)
        packed[name] = response["headers"].get("content-encoding", "")

    def came(event: dict[str, Any]) -> None:
        sizes[names[event["requestId"]]] += event["encodedDataLength"]

    wire.on("Network.responseReceived", answered)
    wire.on("Network.dataReceived", came)
    Seat(ann.sit(table)).is_asked()
    ann.page.wait_for_load_state("networkidle")
    for ending in (".js", ".css", ".woff2"):
        assert any(name.endswith(ending) for name in sizes), ending
    assert sizes.total() < MOST, sizes.most_common()
    scripts = [name for name in sizes if name.endswith((".js", ".css")) and sizes[name] > 1024]
    assert all(packed[name] for name in scripts), packed


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
