"""Who is asking: the guest of a request, and the cookie that the browser keeps."""

from __future__ import annotations

from typing import Final, TypeAlias

from litestar import WebSocket
from litestar.datastructures import Cookie, State
from litestar.types import Message, Scope

from ludarium.server.guests import COOKIE, YEAR, Guest, Guests
from ludarium.server.routes.answers import Asked

Socket: TypeAlias = WebSocket[Guest | None, object, State]

KEPT: Final = "ludarium_cookie"
"""Where a request's state holds the cookie that is to be set."""


class Reception:
    """Reads guests from their cookies, and gives a cookie to whoever has none."""

    def __init__(self) -> None:
        self.guests: Guests | None = None
        """None until the server has opened."""

    def visitor(self, request: Asked | Socket) -> Guest | None:
        """The guest behind a request, if there is one."""
        cookie = request.cookies.get(COOKIE)
        return None if cookie is None else self._opened.read(cookie)

    def guest(self, request: Asked) -> Guest:
        """The guest behind a request; somebody new gets a cookie with the answer."""
        guest = self.visitor(request)
        if guest is None:
            guest = self._opened.make()
            self.keep(request, guest)
        return guest

    def keep(self, request: Asked, guest: Guest) -> None:
        """Let the browser remember this guest for a year."""
        cookie = Cookie(
            COOKIE,
            value=self._opened.sign(guest),
            max_age=YEAR,
            httponly=True,
            samesite="lax",
            secure=request.scope["scheme"] == "https",  # the url has been made from what they sent
        )
        request.scope["state"][KEPT] = cookie.to_header(header="")

    @property
    def _opened(self) -> Guests:
        assert self.guests is not None, "the server has not opened yet"
        return self.guests


async def set_cookie(message: Message, scope: Scope) -> None:
    """Put the cookie of a new guest on the way out."""
    cookie = scope["state"].get(KEPT)
    if message["type"] == "http.response.start" and cookie is not None:
        message["headers"] = [*message["headers"], (b"set-cookie", cookie.encode("latin-1"))]
