"""The door of the server: who may come in, how often, and what every answer carries."""

from __future__ import annotations

import re
import secrets
from collections.abc import Collection, Mapping
from ipaddress import IPv6Address, ip_address
from typing import Final
from urllib.parse import urlsplit

import msgspec
import structlog
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send, WebSocketScope

from ludarium.server import logs
from ludarium.server.limits import Limiter
from ludarium.server.problems import Forbidden, Problem, TooMany

HEADERS: Final = {
    "content-security-policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline';"
        " img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self';"
        " frame-ancestors 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
"""What every answer carries. Styles in attributes move cards; there are none in elements."""
NO_STORE: Final = (b"cache-control", b"no-store")
SAFE: Final = ("GET", "HEAD", "OPTIONS")
COSTLY: Final = re.compile(r"/api/(tables|records|tables/[^/]+(/rematch)?)/?")
TOLD: Final = re.compile(r"/api/(tables/[^/]+/story|games/[^/]+/scenarios/[^/]+)/?")
"""Addresses where writing costs 10 of an address's allowance, and reading 5, because it means that
a game is set up or a match told; other writing costs 2, reading 1."""
SOCKET_COST: Final = 5
DENIED: Final = 4403
"""The code with which a socket is closed before it opens."""


class Door:
    """Wraps the application: origins, limits, headers, request ids and a line in the log."""

    def __init__(
        self, app: ASGIApp, *, limiter: Limiter | None, allowed_origins: Collection[str]
    ) -> None:
        self.app = app
        self.limiter = limiter
        self.allowed_origins = frozenset(allowed_origins)
        self.log = logs.logger("http")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            await self._request(scope, receive, send)
        else:
            await self._socket(scope, receive, send)

    async def _request(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        number = secrets.token_hex(4)
        method, path = scope["method"], scope["path"]
        status = 0

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], *_missing(message["headers"], number)]
            await send(message)

        with structlog.contextvars.bound_contextvars(request=number):
            problem = self._problem(scope, method, _cost(method, path))
            if problem is None:
                await self.app(scope, receive, answer)
            else:
                await _send_problem(problem, answer)
            fields: dict[str, object] = {"method": method, "path": path[:100], "status": status}
            if problem is not None:
                self.log.warning("refused", **fields, reason=problem.key)
            elif method not in SAFE or status >= 500:
                self.log.info("request", **fields)

    async def _socket(self, scope: WebSocketScope, receive: Receive, send: Send) -> None:
        with structlog.contextvars.bound_contextvars(request=secrets.token_hex(4)):
            problem = self._problem(scope, "SOCKET", SOCKET_COST)
            if problem is None:
                await self.app(scope, receive, send)
                return
            self.log.warning("refused", path=scope["path"][:100], reason=problem.key)
            await receive()
            await send({"type": "websocket.close", "code": DENIED, "reason": problem.key})

    def _problem(self, scope: HTTPScope | WebSocketScope, method: str, cost: int) -> Problem | None:
        """Why somebody may not come in, if that is so."""
        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
        if method not in SAFE and not self._is_ours(headers):
            return Forbidden("this page belongs to another site", "foreign_origin")
        client = scope["client"]
        neighbourhood = neighbours(client[0] if client else "")
        if self.limiter is not None and not self.limiter.allow(neighbourhood, cost):
            return TooMany("that was a lot at once: wait a little and try again")
        return None

    def _is_ours(self, headers: Mapping[bytes, str]) -> bool:
        """Whether a request comes from our own pages, or from no page at all."""
        origin = headers.get(b"origin")
        if origin is None or origin in self.allowed_origins:
            return True
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        same_host = parts.netloc.lower() == headers.get(b"host", "").lower()
        return same_host and parts.scheme in ("http", "https")


def neighbours(address: str) -> str:
    """An address, or the network in which one household has billions of them."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or IPv6Address(int(found) >> 64 << 64))


def _cost(method: str, path: str) -> int:
    if method in SAFE:
        return 5 if TOLD.fullmatch(path) else 1
    return 10 if COSTLY.fullmatch(path) else 2


def _missing(given: object, number: str) -> list[tuple[bytes, bytes]]:
    """The headers that an answer still lacks."""
    assert isinstance(given, list)
    added = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
    added.append((b"x-request-id", number.encode()))
    if not any(name.lower() == b"cache-control" for name, _ in given):
        added.append(NO_STORE)
    return added


async def _send_problem(problem: Problem, send: Send) -> None:
    body = msgspec.json.encode(problem.form)
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    if isinstance(problem, TooMany):
        headers.append((b"retry-after", b"5"))
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
