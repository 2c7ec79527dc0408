"""The first load: small, from one house only, and nothing that its own policy forbids."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.hands import Seat
from browser.people import BOT, ME, People

MOST = 150 * 1024


def test_the_table_comes_with_less_than_150_kilobytes(come: People) -> None:
    ann = come("Ann")
    table = ann.host(ME, BOT)
    wire = ann.context.new_cdp_session(ann.page)
    wire.send("Network.enable")
    came: dict[str, float] = {}
    named: dict[str, str] = {}
    packed: dict[str, str] = {}

    def answered(event: dict[str, object]) -> None:
        response = event["response"]
        assert isinstance(response, dict)
        named[str(event["requestId"])] = response["url"]
        packed[response["url"]] = response["headers"].get("content-encoding", "")

    wire.on("Network.responseReceived", answered)
    wire.on(
        "Network.loadingFinished",
        lambda event: came.update({event["requestId"]: event["encodedDataLength"]}),
    )
    Seat(ann.sit(table)).is_asked()
    ann.page.wait_for_load_state("networkidle")
    sizes = {named[id].removeprefix(ann.server.url): size for id, size in came.items()}
    assert any(name.endswith(".js") for name in sizes)
    assert any(name.endswith(".woff2") for name in sizes)
    assert sum(sizes.values()) < MOST, sizes
    for url, how in packed.items():
        if url.endswith((".js", ".css")):
            assert how in ("gzip", "br", "zstd"), url


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
        "addEventListener('securitypolicyviolation', (event) => broken.push(event.violatedDirective))"
    )
    for name in ("Rules of Tears of Nature", "Ludarium, to the lobby"):
        ann.page.get_by_role("link", name=name).first.click()
        expect(ann.page.get_by_role("heading", level=1)).to_be_visible()
    assert ann.page.evaluate("window.broken") == []
