"""People at browsers of their own: what they open, what went wrong in it, the tables they host."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    Response,
)

import ludarium
from browser.positions import Position
from server.real import SLUG, Server

PATIENCE = 30_000
"""Milliseconds that anything may take on however busy a machine."""
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 360, "height": 740}
SETTINGS = "ludarium.settings"
LETTERS = "ludarium.letters"
"""Whoever has this was here before, and has the typefaces: nothing moves when they come."""
CUT = r"WebSocket connection to .* failed|net::ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED"
"""What Chromium itself writes when there is nobody at the other end."""

ME, OPEN, BOT, LOCAL = ({"kind": kind} for kind in ("me", "open", "bot", "local"))


@dataclass
class Person:
    """A browser with a fresh profile, and one page in it."""

    server: Server
    context: BrowserContext
    page: Page
    forgiven: list[str] = field(default_factory=list)
    """Patterns of complaints that belong to what the test does."""
    complaints: list[str] = field(default_factory=list)
    """Everything that a page must not do, whatever is tested."""

    def watch(self, page: Page) -> None:
        """Hear every complaint of a page."""
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self._complain(f"uncaught: {error}"))
        page.on("request", self._asked)
        page.on("response", self._answered)

    def forgive(self, *patterns: str) -> None:
        self.forgiven += patterns

    def _complain(self, text: str) -> None:
        self.complaints.append(text)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._complain(f"{message.type}: {message.text}")

    def _asked(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in ("data", "blob") and f"{parts.scheme}://{parts.netloc}" not in (
            self.server.url,
            self.server.url.replace("http", "ws"),
        ):
            self._complain(f"leaves the house: {request.url}")

    def _answered(self, response: Response) -> None:
        if response.status >= 500:
            self._complain(f"{response.status}: {response.url}")

    @property
    def unforgiven(self) -> list[str]:
        return [
            text
            for text in self.complaints
            if not any(re.search(pattern, text) for pattern in self.forgiven)
        ]

    # Where they go

    def open(self, path: str) -> Page:
        self.page.goto(path)
        return self.page

    def sit(self, table: str) -> Page:
        return self.open(f"/t/{table}")

    # What they do without the page, with its cookie

    def ask(self, method: str, path: str, body: object = None) -> Any:
        answer = self.context.request.fetch(
            f"{self.server.url}{path}", method=method, data=body, fail_on_status_code=True
        )
        kind = answer.headers.get("content-type", "")
        return answer.json() if kind.startswith("application/json") else answer.text()

    def call(self, name: str) -> None:
        """Take a name."""
        self.ask("GET", "/api/me")
        self.ask("PUT", "/api/me", {"name": name})

    def host(self, *chairs: object, **more: object) -> str:
        """A new table; with `position` it begins there."""
        game = str(more.pop("game", SLUG))
        position = more.pop("position", None)
        if position is not None:
            more["record"] = record_of(position, game)  # type: ignore[arg-type]
        made = self.ask("POST", "/api/tables", {"game": game, "chairs": list(chairs), **more})
        return str(made["id"])


class People:
    """Brings people in, and remembers them until the test is over."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser = browser
        self.server = server
        self.all: list[Person] = []

    def __call__(
        self,
        name: str = "",
        *,
        theme: str = "",
        phone: bool = False,
        server: Server | None = None,
        **more: Any,
    ) -> Person:
        """Somebody with a fresh profile; who asks for less motion is not kept waiting by it."""
        house = server or self.server
        if phone:
            more = {"viewport": PHONE, "has_touch": True, "is_mobile": True, **more}
        context = self.browser.new_context(
            base_url=house.url,
            **{"viewport": DESKTOP, "reduced_motion": "reduce", "color_scheme": "dark", **more},
        )
        context.set_default_timeout(PATIENCE)
        context.tracing.start(snapshots=True)
        context.add_init_script(
            f"if (location.origin !== 'null') localStorage.setItem('{LETTERS}', '1')"
        )
        if theme:
            context.add_init_script(
                f"localStorage.getItem('{SETTINGS}') ??"
                f" localStorage.setItem('{SETTINGS}', JSON.stringify({{theme: '{theme}'}}))"
            )
        person = Person(house, context, context.new_page())
        person.watch(person.page)
        context.on("page", person.watch)
        if name:
            person.call(name)
        self.all.append(person)
        return person

    def keep(self, folder: Path, name: str) -> None:
        """What everybody saw at the end, and how they came there."""
        folder.mkdir(parents=True, exist_ok=True)
        for n, person in enumerate(self.all, 1):
            for at, page in enumerate(person.context.pages):
                page.screenshot(path=folder / f"{name}-{n}-{at}.png")
            person.context.tracing.stop(path=folder / f"{name}-{n}.zip")

    def go_home(self) -> None:
        for person in self.all:
            person.context.close()


def record_of(position: Position, game: str = SLUG) -> str:
    """The record of a match that begins with a position, and of nothing else yet."""
    laid = dict(position)
    options = laid.pop("options", None) or {
        "ruleset": position["ruleset"],
        "players": len(position["hands"]),  # type: ignore[arg-type]
    }
    return ludarium.game(game, **options).start(seed="7", position=laid).record()  # type: ignore[arg-type]
