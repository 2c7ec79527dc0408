"""Every route through the real hall: good input and bad, whose it is, what all answers carry."""

from __future__ import annotations

import gzip
import io
import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import structlog
from httpx import Response
from itsdangerous import TimestampSigner, URLSafeTimedSerializer
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

import ludarium
from ludarium.server import logs
from ludarium.server.app import App, make_app
from ludarium.server.door import HEADERS, neighbours
from ludarium.server.guests import COOKIE, YEAR, Guests, clean_name
from ludarium.server.hall import Hall
from ludarium.server.limits import Limiter
from ludarium.server.routes.answers import LARGE, SMALL
from ludarium.server.store import open_store
from ludarium.server.store.rows import StoreFailed
from ludarium.server.workers import Workers

SLUG = "tears-of-nature"
GOLDEN = Path(__file__).parent.parent / "golden"
HOT_SEAT = [{"kind": "me"}, {"kind": "local", "name": "Bo"}]
OPEN = [{"kind": "me"}, {"kind": "open"}]
PAGE = "<!doctype html><title>Ludarium</title>" + "<p>A page.</p>" * 60


class Browser:
    """Asks with a cookie jar of its own."""

    def __init__(self, client: TestClient[Any], cookie: str = "") -> None:
        self.client = client
        self.cookie = cookie

    def ask(self, method: str, path: str, **given: Any) -> Response:
        headers = dict(given.pop("headers", {}))
        if self.cookie:
            headers["cookie"] = f"{COOKIE}={self.cookie}"
        self.client.cookies.clear()
        answer = self.client.request(method, path, headers=headers, **given)
        self.cookie = answer.cookies.get(COOKIE, self.cookie)
        self.client.cookies.clear()
        return answer

    def get(self, path: str, **given: Any) -> Response:
        return self.ask("GET", path, **given)

    def post(self, path: str, **given: Any) -> Response:
        return self.ask("POST", path, **given)

    def make(self, chairs: list[dict[str, str]], **more: object) -> str:
        """A new table."""
        answer = self.post("/api/tables", json={"game": SLUG, "chairs": chairs, **more})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])


def build_site(folder: Path) -> Path:
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(PAGE, encoding="utf-8")
    (folder / "assets" / "main-1a2b.js").write_text("let a = 1;\n" * 200, encoding="utf-8")
    (folder / "assets" / "font-3c.woff2").write_bytes(bytes(range(256)) * 4)
    (folder / "icon.svg").write_text("<svg/>", encoding="utf-8")
    return folder


def make_hall(folder: Path) -> Hall:
    return Hall(open_store(folder / "t.db"), Workers(1), pace=0)


@contextmanager
def running(app: App, url: str = "http://ludarium.test") -> Iterator[TestClient[Any]]:
    with TestClient(app, base_url=url) as client:
        yield client


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    folder = tmp_path_factory.mktemp("http")
    app = make_app(
        make_hall(folder),
        site=build_site(folder / "site"),
        allowed_origins=["https://games.example.org"],
    )
    with running(app) as client:
        yield client


@pytest.fixture
def browser(client: TestClient[Any]) -> Browser:
    return Browser(client)


@pytest.fixture
def other(client: TestClient[Any]) -> Browser:
    return Browser(client)


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """Everything that is logged, as JSON lines."""
    stream = io.StringIO()
    handlers, level = logging.root.handlers[:], logging.root.level
    logging.root.handlers = []
    logs.configure("json", stream)
    yield stream
    structlog.reset_defaults()
    logging.root.handlers, logging.root.level = handlers, level


def problem(answer: Response, status: int, key: str = "") -> str:
    """The text of a Problem, which every error must be."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"].startswith("application/json")
    told = answer.json()
    assert set(told) == {"key", "text"} and told["text"]
    assert not key or told["key"] == key
    return str(told["text"])


# Guests


def test_whoever_is_new_gets_a_name_and_a_cookie(browser: Browser) -> None:
    answer = browser.get("/api/me")
    assert answer.status_code == 200
    assert answer.json()["name"].startswith("Guest ")
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=lax" in cookie and f"max-age={YEAR}" in cookie
    assert "path=/" in cookie and "secure" not in cookie
    assert browser.get("/api/me").json() == answer.json()


def test_over_https_the_cookie_is_secure(tmp_path: Path) -> None:
    with running(make_app(make_hall(tmp_path)), "https://ludarium.test") as client:
        assert "secure" in client.get("/api/me").headers["set-cookie"].lower()


@pytest.mark.parametrize("host", ["", "x:-9825", "x:99999999", "[::1"])
def test_a_strange_host_does_no_harm(browser: Browser, host: str) -> None:
    """What is asked for does not depend on what somebody calls us."""
    answer = browser.get("/api/me", headers={"host": host})
    assert answer.status_code == 200 and browser.cookie
    assert browser.get("/api/me", headers={"host": host}).json() == answer.json()


def test_a_name_can_be_changed_and_stays(browser: Browser) -> None:
    browser.get("/api/me")
    answer = browser.ask("PUT", "/api/me", json={"name": "  Ann\u200b\t B.  "})
    assert answer.json() == {"name": "Ann B."}
    assert browser.get("/api/me").json() == {"name": "Ann B."}


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"name": ""}, "name: Expected `str` of length >= 1"),
        ({"name": "x" * 25}, "name: Expected `str` of length <= 24"),
        ({"name": 5}, "name: Expected `str`, got `int`"),
        ({"name": "\u200b\u0007"}, "name: nothing of it can be printed"),
        ({"name": "Ann", "id": "x"}, "unknown field `id`"),
        ({}, "missing required field `name`"),
        ([], "the body: Expected `object`, got `array`"),
    ],
)
def test_a_name_that_cannot_be_used_is_refused(browser: Browser, body: object, told: str) -> None:
    browser.ask("PUT", "/api/me", json={"name": "Ann"})
    assert told in problem(browser.ask("PUT", "/api/me", json=body), 400, "bad_input")
    assert browser.get("/api/me").json() == {"name": "Ann"}


def test_names_are_cleaned_for_others_to_see() -> None:
    assert clean_name("  Ann   B ") == "Ann B"
    assert clean_name("a\nb\tc\u2028d") == "a b c d"
    assert clean_name("\u202egnirts\x00\x1b[1m") == "gnirts[1m"
    assert clean_name("x" * 40) == "x" * 24
    assert clean_name("Zoe\u0301 \U0001f409") == "Zo\u00e9 \U0001f409"
    assert clean_name(" \u200b ") == ""


def signed(key: bytes, value: object, at: int | None = None) -> str:
    class Then(TimestampSigner):
        def get_timestamp(self) -> int:
            return super().get_timestamp() if at is None else at

    return URLSafeTimedSerializer(key, salt="ludarium.guest", signer=Then).dumps(value)


def test_a_cookie_that_is_not_ours_is_replaced(browser: Browser) -> None:
    browser.ask("PUT", "/api/me", json={"name": "Ann"})
    real = browser.cookie
    kept, _, signature = real.rpartition(".")
    swapped = ("A" if signature[0] != "A" else "B") + signature[1:]
    forged = [
        f"{kept}.{swapped}",
        "A" + real[1:],
        signed(b"another key", ["0" * 32, "Ann"]),
        kept,
        "x",
        "%00",
        "..." * 500,
    ]
    for cookie in forged:
        browser.cookie = cookie
        answer = browser.get("/api/me")
        assert answer.status_code == 200
        assert answer.json()["name"] != "Ann"
        assert browser.cookie not in (cookie, real)
    browser.cookie = real
    assert browser.get("/api/me").json() == {"name": "Ann"}


def test_an_old_cookie_is_worth_nothing_and_a_strange_one_neither() -> None:
    key = b"k" * 32
    guests = Guests(key)
    guest = guests.make()
    assert guests.read(guests.sign(guest)) == guest
    assert guests.read(signed(key, [guest.id, guest.name])) == guest
    assert guests.read(signed(key, [guest.id, guest.name], at=1_000_000_000)) is None
    for value in (None, [], ["x"], {"id": "x"}, [1, 2], "x"):
        assert guests.read(signed(key, value)) is None
    assert len({guests.make().id for _ in range(50)}) == 50
    assert len(guest.id) == 32


# Games


def test_the_shelf_is_told(browser: Browser) -> None:
    game, other = browser.get("/api/games").json()
    assert (game["slug"], other["slug"]) == (SLUG, "galatune")
    assert browser.get(f"/api/games/{SLUG}").json() == game
    words = browser.get(f"/api/games/{SLUG}/words/en").json()
    assert words["options"]["ruleset"] == "Rule set"
    book = browser.get(f"/api/games/{SLUG}/rulebook").json()
    assert book["sections"][0]["clauses"][0]["id"] == "TN-1.1"


def test_the_shelf_is_packed_and_kept_by_browsers(browser: Browser) -> None:
    path = f"/api/games/{SLUG}/rulebook"
    packed = browser.get(path)
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["vary"] == "accept-encoding"
    plain = browser.get(path, headers={"accept-encoding": "gzip;q=0"})
    assert "content-encoding" not in plain.headers
    assert plain.json() == packed.json()
    tag = packed.headers["etag"]
    again = browser.get(path, headers={"if-none-match": f'"x", {tag}'})
    assert (again.status_code, again.content) == (304, b"")
    assert browser.get(path, headers={"if-none-match": '"x"'}).status_code == 200


def test_what_is_said_to_one_browser_is_packed_where_it_is_long(browser: Browser) -> None:
    path = f"/api/tables/{browser.make([{'kind': 'me'}, {'kind': 'bot'}])}/enter"
    packed = browser.post(path, json={"token": ""})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["vary"].lower() == "accept-encoding"
    plain = browser.post(path, json={"token": ""}, headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers and len(plain.content) > 1024
    assert plain.json()["cards"] == packed.json()["cards"]
    short = browser.get("/api/me")
    assert "content-encoding" not in short.headers


@pytest.mark.parametrize(
    "path",
    [
        "/api/games/chess",
        "/api/games/chess/rulebook",
        f"/api/games/{SLUG}/words/de",
        f"/api/games/{SLUG}/scenarios/nothing",
        f"/api/games/{SLUG}/scenarios/..%2Frulebook",
        f"/api/games/{SLUG}/nothing",
    ],
)
def test_what_is_not_on_the_shelf_is_not_found(browser: Browser, path: str) -> None:
    problem(browser.get(path), 404, "not_found")


def test_a_scenario_is_told(browser: Browser) -> None:
    path = f"/api/games/{SLUG}/scenarios/ex-08-the-14-strength-wall"
    told = browser.get(path).json()
    assert told["title"] == "The wall of fourteen" and told["eyes"] == "all"
    assert told["frames"][3]["refused"]["clause"] == "TN-6.6"
    assert browser.get(f"{path}?eyes=1").json()["eyes"] == "1"
    assert "eyes: " in problem(browser.get(f"{path}?eyes=7"), 400, "bad_input")


def test_a_scenario_without_a_table_is_a_conflict(browser: Browser) -> None:
    path = f"/api/games/{SLUG}/scenarios/tn-1-17-nobody-plays-alone"
    assert "no table can be set up like that" in problem(browser.get(path), 409)


# Tables


def test_a_table_is_made_and_found(browser: Browser, other: Browser) -> None:
    id = browser.make(OPEN, name="Sunday", listed=True)
    table = other.get(f"/api/tables/{id}").json()
    assert (table["name"], table["status"], table["game"]) == ("Sunday", "gathering", SLUG)
    assert other.cookie == "", "looking needs no cookie"
    listed = {card["id"]: card for card in other.get("/api/tables?list=open").json()}
    assert listed[id]["free"] == 1 and listed[id]["yours"] == []
    [mine] = [card for card in browser.get("/api/tables?list=mine").json() if card["id"] == id]
    assert mine["yours"] == [0]
    assert other.get("/api/tables?list=mine").json() == []
    assert other.get("/api/tables").json() == other.get("/api/tables?list=open").json()


def test_two_people_come_together_by_link(browser: Browser, other: Browser) -> None:
    id = browser.make(OPEN)
    entry = browser.post(f"/api/tables/{id}/enter", json={}).json()
    assert entry["host"] and [key["seat"] for key in entry["keys"]] == [0]
    links = browser.post(f"/api/tables/{id}/links").json()
    assert set(links["seats"]) == {"1"}
    wish = {"token": links["seats"]["1"], "name": "Bo"}
    theirs = other.post(f"/api/tables/{id}/enter", json=wish).json()
    assert [key["seat"] for key in theirs["keys"]] == [1] and not theirs["host"]
    assert theirs["table"]["seats"][1]["name"] == "Bo"
    again = Browser(browser.client).post(f"/api/tables/{id}/enter", json=wish)
    problem(again, 403, "old_link")
    assert other.post(f"/api/tables/{id}/leave", json={"seat": 1}).status_code == 204
    assert browser.get(f"/api/tables/{id}").json()["seats"][1]["kind"] == "open"


def test_only_the_host_changes_a_table(browser: Browser, other: Browser) -> None:
    id = browser.make(OPEN)
    hosts = [
        ("POST", "start", {}),
        ("POST", "links", {}),
        ("POST", "seats/1", {"json": {"do": "bot"}}),
        ("PATCH", "", {"json": {"listed": True}}),
    ]
    for method, path, body in hosts:
        problem(other.ask(method, f"/api/tables/{id}/{path}".rstrip("/"), **body), 403, "not_host")
    assert browser.ask("PATCH", f"/api/tables/{id}", json={"name": "New"}).status_code == 204
    assert browser.get(f"/api/tables/{id}").json()["name"] == "New"
    problem(browser.post(f"/api/tables/{id}/start"), 409, "not_ready")
    assert browser.post(f"/api/tables/{id}/seats/1", json={"do": "bot"}).status_code == 204
    assert browser.post(f"/api/tables/{id}/start").status_code == 204
    assert browser.get(f"/api/tables/{id}").json()["status"] == "playing"
    problem(browser.ask("PATCH", f"/api/tables/{id}", json={"kids": True}), 409)


def test_while_a_match_is_played_its_record_is_secret(browser: Browser, other: Browser) -> None:
    id = browser.make([{"kind": "me"}, {"kind": "bot"}], options={"ruleset": "master"})
    problem(browser.get(f"/api/tables/{id}/record"), 409)
    problem(browser.post(f"/api/tables/{id}/rematch"), 409)
    mine = browser.get(f"/api/tables/{id}/story?eyes=0").json()
    assert mine["eyes"] == "0" and mine["frames"][0]["set"]["hand"]
    problem(browser.get(f"/api/tables/{id}/story?eyes=1"), 403)
    problem(browser.get(f"/api/tables/{id}/story?eyes=all"), 403)
    problem(other.get(f"/api/tables/{id}/story?eyes=0"), 403)
    theirs = other.get(f"/api/tables/{id}/story").json()
    assert theirs["eyes"] == "public" and "hand" not in theirs["frames"][0]["set"]


@pytest.mark.parametrize("name", ["master-3", "practitioner-2-cold-war"])
def test_a_record_comes_in_and_goes_out_unchanged(
    browser: Browser, other: Browser, name: str
) -> None:
    text = (GOLDEN / f"{name}.record").read_text(encoding="utf-8")
    answer = browser.post("/api/records", content=text, headers={"content-type": "text/plain"})
    assert answer.status_code == 201
    id = answer.json()["id"]
    table = other.get(f"/api/tables/{id}").json()
    assert (table["status"], table["origin"]) == ("over", "record")
    record = other.get(f"/api/tables/{id}/record")
    assert record.headers["content-type"].startswith("text/plain")
    assert "attachment" in record.headers["content-disposition"]
    assert record.text == text
    assert ludarium.verify(record.text).proven
    for eyes in ("public", "all", "0"):
        told = other.get(f"/api/tables/{id}/story?eyes={eyes}").json()
        assert told["finished"] and told["eyes"] == eyes


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("hello", "not a record: the first line must be"),
        ("", "the body is missing"),
        ("\x00" * 100, "not a record"),
        (
            "ludarium record 1\ngame chess\nrules 1\noptions {}\npledge x\n\ndigest x\nend 0",
            "chess",
        ),
    ],
)
def test_what_is_no_record_is_refused(browser: Browser, text: str, told: str) -> None:
    answer = browser.post("/api/records", content=text, headers={"content-type": "text/plain"})
    assert told in problem(answer, 400, "bad_input")


def test_a_record_that_is_no_text_is_refused(browser: Browser) -> None:
    headers = {"content-type": "text/plain"}
    answer = browser.post("/api/records", content=b"\xff\xfe", headers=headers)
    assert "not a text in UTF-8" in problem(answer, 400, "bad_input")


# Bad input of every route


@pytest.mark.parametrize(
    ("path", "body", "told"),
    [
        ("", {"game": SLUG}, "missing required field `chairs`"),
        ("", {"game": 1, "chairs": []}, "game: Expected `str`"),
        ("", {"game": SLUG, "chairs": [{"kind": "throne"}]}, "chairs[0].kind: Invalid enum value"),
        ("", {"game": SLUG, "chairs": [{"kind": "me"}]}, "players: 1 cannot play here"),
        (
            "",
            {"game": SLUG, "chairs": HOT_SEAT, "options": {"ruleset": "x"}},
            "ruleset: 'x' is not",
        ),
        ("", {"game": SLUG, "chairs": HOT_SEAT, "options": {"luck": 1}}, "no option 'luck'"),
        ("", {"game": SLUG, "chairs": HOT_SEAT, "options": {"deck": "/etc/passwd"}}, "deck: "),
        ("", {"game": SLUG, "chairs": HOT_SEAT, "grace": "60"}, "grace: Expected `int | null`"),
        ("", {"game": SLUG, "chairs": HOT_SEAT, "clock": {"mode": "hours"}}, "clock.mode: "),
        ("", {"game": SLUG, "chairs": HOT_SEAT, "record": "x"}, "not a record"),
        ("", {"game": "chess", "chairs": HOT_SEAT}, "no game 'chess'"),
        ("/ID/enter", {"seat": "1"}, "seat: Expected `int | null`"),
        ("/ID/enter", {"seat": 9}, "seat: 0 to 1, not 9"),
        ("/ID/enter", {"chair": 1}, "unknown field `chair`"),
        ("/ID/leave", {"seat": None}, "seat: Expected `int`"),
        ("/ID/leave", {}, "missing required field `seat`"),
        ("/ID/seats/1", {"do": "dance"}, "do: Invalid enum value 'dance'"),
        ("/ID/seats/9", {"do": "bot"}, "seat: 0 to 1, not 9"),
        ("/ID/seats/1", {"do": "bot", "bot": "deep"}, "no bot 'deep'"),
        ("/ID", {"listed": "yes"}, "listed: Expected `bool | null`"),
        ("/ID", {"grace": -5}, "grace: "),
        ("/ID", {"seed": "7"}, "unknown field `seed`"),
    ],
)
def test_bad_input_names_the_field_and_changes_nothing(
    browser: Browser, path: str, body: object, told: str
) -> None:
    id = browser.make(OPEN)
    before = browser.get(f"/api/tables/{id}").json()
    method = "PATCH" if path == "/ID" else "POST"
    answer = browser.ask(method, f"/api/tables{path}".replace("ID", id), json=body)
    assert told in problem(answer, 400, "bad_input")
    assert browser.get(f"/api/tables/{id}").json() == before


WRITES = [
    ("PUT", "/api/me", {"name": "Ann"}),
    ("POST", "/api/tables", {"game": SLUG, "chairs": HOT_SEAT}),
    ("POST", "/api/tables/ID/enter", {}),
    ("POST", "/api/tables/ID/leave", {"seat": 0}),
    ("POST", "/api/tables/ID/start", None),
    ("POST", "/api/tables/ID/seats/0", {"do": "open"}),
    ("POST", "/api/tables/ID/links", None),
    ("PATCH", "/api/tables/ID", {"name": "x"}),
    ("POST", "/api/tables/ID/rematch", None),
]
READS = ["", "/record", "/story"]


@pytest.mark.parametrize("id", ["nothing", "%00", "a" * 65, "x%2Fy", "%F0%9F%90%89"])
def test_a_table_that_is_not_there_is_not_found(browser: Browser, id: str) -> None:
    for method, path, body in WRITES[2:]:
        answer = browser.ask(method, path.replace("ID", id), json=body)
        problem(answer, 404)
    for path in READS:
        problem(browser.get(f"/api/tables/{id}{path}"), 404)


@pytest.mark.parametrize(("method", "path", "body"), WRITES)
def test_other_sites_cannot_write(browser: Browser, method: str, path: str, body: object) -> None:
    id = browser.make(OPEN)
    before = browser.get(f"/api/tables/{id}").json()
    for origin in ("https://evil.example", "null", "http://ludarium.test.evil.example", "http://["):
        answer = browser.ask(method, path.replace("ID", id), json=body, headers={"origin": origin})
        problem(answer, 403, "foreign_origin")
    assert browser.get(f"/api/tables/{id}").json() == before


@pytest.mark.parametrize(
    "origin", ["http://ludarium.test", "https://ludarium.test", "https://games.example.org"]
)
def test_our_own_pages_can_write(browser: Browser, origin: str) -> None:
    answer = browser.ask("PUT", "/api/me", json={"name": "Ann"}, headers={"origin": origin})
    assert answer.status_code == 200


def test_others_may_read_what_is_public(browser: Browser) -> None:
    answer = browser.get("/api/games", headers={"origin": "https://evil.example"})
    assert answer.status_code == 200
    assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize(("method", "path", "body"), [w for w in WRITES if w[2] is not None])
def test_bodies_must_be_what_they_say(
    browser: Browser, method: str, path: str, body: object
) -> None:
    path = path.replace("ID", "nothing")
    text = json.dumps(body)
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        answer = browser.ask(method, path, content=text, headers={"content-type": kind})
        assert "application/json" in problem(answer, 415, "wrong_type")
    headers = {"content-type": "application/json"}
    for content in (b"{", b"\xff", b"nul", b"[" * 40_000, b'{"a":1e9999}', b"{} {}"):
        problem(browser.ask(method, path, content=content, headers=headers), 400, "bad_input")
    problem(browser.ask(method, path, headers=headers), 400, "bad_input")


def test_bodies_have_a_largest_size(browser: Browser) -> None:
    json_type, text_type = {"content-type": "application/json"}, {"content-type": "text/plain"}
    for method, path in (("PUT", "/api/me"), ("POST", "/api/tables/nothing/enter")):
        answer = browser.ask(method, path, content=b" " * (SMALL + 1), headers=json_type)
        problem(answer, 413, "too_large")
    for path, kind in (("/api/tables", json_type), ("/api/records", text_type)):
        problem(browser.post(path, content=b"x" * (SMALL + 1), headers=kind), 400)
        problem(browser.post(path, content=b"x" * (LARGE + 1), headers=kind), 413, "too_large")

    def endless() -> Iterator[bytes]:
        for _ in range(100):
            yield b" " * 1024

    answer = browser.ask("PUT", "/api/me", content=endless(), headers=json_type)
    problem(answer, 413, "too_large")


@pytest.mark.parametrize("path", ["/api/nothing", "/api", "/api/tables/x/y/z", "/health/x"])
def test_an_address_that_is_not_there_is_a_problem(browser: Browser, path: str) -> None:
    problem(browser.get(path), 404, "not_found")


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("DELETE", "/api/me", {"GET", "PUT", "OPTIONS"}),
        ("PUT", "/api/tables", {"GET", "POST", "OPTIONS"}),
        ("POST", "/health", {"GET", "OPTIONS"}),
        ("GET", "/api/records", {"POST", "OPTIONS"}),
    ],
)
def test_a_method_that_is_not_there_is_told_the_others(
    browser: Browser, method: str, path: str, allowed: set[str]
) -> None:
    answer = browser.ask(method, path)
    problem(answer, 405, "not_allowed")
    assert set(answer.headers["allow"].split(", ")) == allowed
    asked = browser.ask("OPTIONS", path)
    assert asked.status_code == 204 and set(asked.headers["allow"].split(", ")) == allowed


def test_a_wrong_word_in_the_query_is_named(browser: Browser) -> None:
    assert "list: " in problem(browser.get("/api/tables?list=all"), 400, "bad_input")


# What every answer carries


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", 200),
        ("/t/abc", 200),
        ("/assets/main-1a2b.js", 200),
        ("/assets/none.js", 404),
        ("/api/me", 200),
        ("/api/games", 200),
        ("/api/nothing", 404),
        ("/api/tables?list=x", 400),
        ("/api/openapi", 200),
        ("/health", 200),
    ],
)
def test_every_answer_carries_the_headers_of_the_house(
    browser: Browser, path: str, status: int
) -> None:
    answer = browser.get(path)
    assert answer.status_code == status
    for name, value in HEADERS.items():
        assert answer.headers.get_list(name) == [value]
    assert len(answer.headers["x-request-id"]) == 8
    assert len(answer.headers.get_list("cache-control")) == 1
    assert "server" not in answer.headers


def test_the_policy_lets_no_foreign_script_in() -> None:
    policy = dict(part.split(" ", 1) for part in HEADERS["content-security-policy"].split("; "))
    assert policy["default-src"] == policy["script-src"] == policy["style-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["object-src"] == policy["base-uri"] == "'none'"


def test_answers_about_people_are_kept_by_nobody(browser: Browser) -> None:
    id = browser.make(HOT_SEAT)
    for path in ("/api/me", "/api/tables?list=mine", f"/api/tables/{id}"):
        assert browser.get(path).headers["cache-control"] == "no-store"


# Limits


def test_whoever_asks_too_often_must_wait(tmp_path: Path, log: io.StringIO) -> None:
    now = [0.0]
    limiter = Limiter(rate=1, burst=20, clock=lambda: now[0])
    with running(make_app(make_hall(tmp_path), limiter=limiter)) as client:
        browser = Browser(client)
        browser.make(HOT_SEAT)  # 10
        browser.ask("PUT", "/api/me", json={"name": "Ann"})  # 2
        for _ in range(8):
            assert browser.get("/api/me").status_code == 200
        answer = browser.get("/api/me")
        problem(answer, 429, "too_many")
        assert int(answer.headers["retry-after"]) > 0
        problem(browser.post("/api/tables", json={"game": SLUG, "chairs": HOT_SEAT}), 429)
        assert len(browser.get("/health").json()) == 2
        now[0] = 9
        problem(browser.post("/api/tables", json={"game": SLUG, "chairs": HOT_SEAT}), 429)
        assert browser.get("/api/me").json() == {"name": "Ann"}
        assert len(browser.get("/api/tables?list=mine").json()) == 1
    assert '"reason": "too_many"' in log.getvalue()


def test_neighbours_share_an_allowance() -> None:
    assert neighbours("192.0.2.7") == "192.0.2.7"
    assert neighbours("2001:db8::1") == neighbours("2001:db8::ffff:1") == "2001:db8::"
    assert neighbours("2001:db8:0:1::1") != neighbours("2001:db8::1")
    assert neighbours("::ffff:192.0.2.7") == "192.0.2.7"
    assert neighbours("fe80::1%eth0") == "fe80::"
    assert neighbours("") == "" and neighbours("a pipe") == "a pipe"


# The socket


def test_a_socket_from_another_site_is_not_let_in(client: TestClient[Any]) -> None:
    for origin in ("https://evil.example", "null"):
        with (
            pytest.raises(WebSocketDisconnect) as closed,
            client.websocket_connect("/ws", headers={"origin": origin}),
        ):
            pass
        assert closed.value.code == 4403


def test_a_socket_of_ours_reaches_the_table(browser: Browser) -> None:
    id = browser.make(HOT_SEAT)
    entry = browser.post(f"/api/tables/{id}/enter", json={}).json()
    hello = {"t": "hello", "table": id, "token": entry["keys"][1]["token"]}
    headers = {"origin": "http://ludarium.test"}
    with browser.client.websocket_connect("/ws", headers=headers) as socket:
        socket.send_json(hello)
        snap = socket.receive_json()
    assert (snap["t"], snap["you"], snap["table"]["id"]) == ("snap", 1, id)


def test_the_socket_is_no_page(browser: Browser) -> None:
    problem(browser.get("/ws"), 405, "not_allowed")


# Health


def test_health_says_whether_moves_can_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = make_hall(tmp_path)
    with running(make_app(hall)) as client:
        assert client.get("/health").json() == {"status": "well", "store": True}

        async def ill() -> bool:
            return False

        monkeypatch.setattr(hall.store, "healthy", ill)
        answer = client.get("/health")
        assert (answer.status_code, answer.json()) == (503, {"status": "ill", "store": False})


def test_what_cannot_be_kept_is_refused_and_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log: io.StringIO
) -> None:
    hall = make_hall(tmp_path)
    with running(make_app(hall)) as client:

        async def full(*_: object) -> None:
            raise StoreFailed("the disk is full")

        monkeypatch.setattr(hall.store, "commit", full)
        answer = client.post("/api/tables", json={"game": SLUG, "chairs": HOT_SEAT})
    problem(answer, 503, "unavailable")
    assert "the disk is full" not in answer.text
    [line] = [json.loads(line) for line in log.getvalue().splitlines() if "full" in line]
    assert (line["event"], line["level"]) == ("store failed", "error")


def test_a_defect_tells_nothing_but_where_to_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log: io.StringIO
) -> None:
    hall = make_hall(tmp_path)
    with running(make_app(hall)) as client:

        async def broken(*_: object) -> None:
            raise RuntimeError("a secret of the house")

        monkeypatch.setattr(hall, "table", broken)
        answer = client.get("/api/tables/abc", headers={"cookie": f"{COOKIE}=forged-cookie"})
    assert "secret" not in problem(answer, 500, "defect")
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    [defect] = [line for line in lines if line["event"] == "defect"]
    assert defect["request"] == answer.headers["x-request-id"]
    assert "RuntimeError" in defect["exception"]
    assert "forged-cookie" not in log.getvalue()


# Pages


@pytest.mark.parametrize("path", ["/", "/new/tears-of-nature", "/t/abc/replay?at=3", "/rules/x"])
def test_every_page_is_the_one_page(browser: Browser, path: str) -> None:
    answer = browser.get(path)
    assert (answer.status_code, answer.text) == (200, PAGE)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert "set-cookie" not in answer.headers
    tag = {"if-none-match": answer.headers["etag"]}
    assert browser.get(path, headers=tag).status_code == 304


def test_assets_are_kept_for_ever_and_packed(browser: Browser) -> None:
    script = browser.get("/assets/main-1a2b.js")
    assert script.headers["content-type"] == "text/javascript; charset=utf-8"
    assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert script.headers["content-encoding"] == "gzip"
    assert int(script.headers["content-length"]) < len(script.text)
    font = browser.get("/assets/font-3c.woff2")
    assert font.headers["content-type"] == "font/woff2"
    assert "content-encoding" not in font.headers and len(font.content) == 1024
    assert browser.get("/icon.svg").headers["content-type"] == "image/svg+xml"


def test_a_page_can_be_asked_for_its_head_only(browser: Browser) -> None:
    head = browser.ask("HEAD", "/")
    assert (head.status_code, head.content) == (200, b"")
    assert int(head.headers["content-length"]) == len(gzip.compress(PAGE.encode(), 9, mtime=0))


@pytest.mark.parametrize(
    "path", ["/assets/gone.js", "/favicon.ico", "/assets", "/t/../secret.txt", "/%2e%2e/app.py"]
)
def test_a_file_that_is_not_there_is_not_the_page(browser: Browser, path: str) -> None:
    answer = browser.get(path)
    if path == "/assets":
        assert answer.text == PAGE  # a page without a dot
    else:
        problem(answer, 404, "not_found")


def test_pages_can_only_be_read(browser: Browser) -> None:
    answer = browser.post("/t/abc")
    problem(answer, 405, "not_allowed")
    assert answer.headers["allow"] == "GET, HEAD"


def test_without_a_build_there_is_a_hint(tmp_path: Path) -> None:
    app = make_app(make_hall(tmp_path), site=tmp_path / "nothing")
    with running(app) as client:
        answer = client.get("/t/abc")
        assert answer.status_code == 503 and "make web" in answer.text
        assert client.get("/api/games").status_code == 200


# The manual


def test_the_manual_names_every_route_and_every_status(browser: Browser) -> None:
    schema = browser.get("/api/openapi.json").json()
    routes = {(method.upper(), path) for path, item in schema["paths"].items() for method in item}
    told = {
        (method, path.replace("/ID", "/{id}").replace("seats/0", "seats/{n}"))
        for method, path, _ in WRITES
    }
    told |= {("GET", f"/api/tables/{{id}}{path}") for path in READS}
    told |= {("GET", "/api/me"), ("GET", "/api/tables"), ("POST", "/api/records")}
    games = ["", "/{slug}", "/{slug}/words/{language}", "/{slug}/rulebook"]
    told |= {("GET", f"/api/games{path}") for path in [*games, "/{slug}/scenarios/{name}"]}
    assert routes == told | {("GET", "/health")}
    for path, item in schema["paths"].items():
        for method, operation in item.items():
            statuses = set(operation["responses"])
            assert operation["summary"] and operation["description"]
            if path != "/health":
                assert {"400", "429"} <= statuses
            if method != "get":
                assert "403" in statuses
            if "requestBody" in operation:
                assert {"413", "415"} <= statuses
            if "{id}" in path:
                assert {"404", "503"} <= statuses
    forms = schema["components"]["schemas"]
    assert forms["NewTable"]["additionalProperties"] is False
    assert set(forms["Problem"]["required"]) == {"key", "text"}


def test_the_manual_is_a_plain_page(browser: Browser) -> None:
    page = browser.get("/api/openapi")
    assert page.headers["content-type"].startswith("text/html")
    for text in ("Set up a table", "/api/tables/{id}/enter", "NewTable", "list of TableCard"):
        assert text in page.text
    assert "<script" not in page.text and "//" not in page.text.replace("http://", "")


# Logs


def test_the_log_knows_no_secrets(tmp_path: Path, log: io.StringIO) -> None:
    with running(make_app(make_hall(tmp_path))) as client:
        browser, other = Browser(client), Browser(client)
        browser.ask("PUT", "/api/me", json={"name": "Annabel"})
        id = browser.make(OPEN, seed="sesame-open")
        links = browser.post(f"/api/tables/{id}/links").json()
        token = links["seats"]["1"]
        other.post(f"/api/tables/{id}/enter", json={"token": token, "name": "Bo"})
        other.post(f"/api/tables/{id}/enter", json={"token": "wrong-token"})
        other.get(f"/api/tables/{id}/story?eyes=secret-eyes")
        browser.post("/api/tables", json={}, headers={"origin": "https://evil.example"})
        cookies = [browser.cookie, other.cookie]
    text = log.getvalue()
    for secret in (token, links["watch"], *cookies, "Annabel", "sesame-open", "wrong-token"):
        assert secret not in text
    assert "secret-eyes" not in text and "eyes=" not in text
    lines = [json.loads(line) for line in text.splitlines()]
    refused = [line for line in lines if line["event"] == "refused"]
    assert refused[0]["reason"] == "foreign_origin" and refused[0]["status"] == 403
    assert all(line["timestamp"] and line["level"] for line in lines)
    created = [line for line in lines if line.get("path") == "/api/tables"]
    assert created[0]["status"] == 201 and created[0]["request"]


def test_what_is_secret_is_left_out_whoever_logs_it(log: io.StringIO) -> None:
    logs.logger("test").info("hello", token="t0ken", cards=["F6"], text="chat", seat=1)
    logging.getLogger("a.library").warning("careful: %s", "hot")
    first, second = (json.loads(line) for line in log.getvalue().splitlines())
    assert {**first, "timestamp": ""} == {
        "event": "hello", "seat": 1, "part": "test", "level": "info", "timestamp": "",
    }  # fmt: skip
    assert (second["event"], second["part"], second["level"]) == (
        "careful: hot",
        "a.library",
        "warning",
    )


def test_for_people_the_log_is_plain(log: io.StringIO) -> None:
    logs.configure("plain", log)
    logs.logger("test").warning("hello there", seat=1)
    assert log.getvalue().endswith('level=warning event="hello there" part=test seat=1\n')
