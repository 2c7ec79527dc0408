"""The application: the API behind the door, the pages beside it, and how both open and close."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.enums import ScopeType
from litestar.types import Receive, Scope, Send

from ludarium.server import site as pages
from ludarium.server.door import Door
from ludarium.server.guests import Guests
from ludarium.server.hall import Hall
from ludarium.server.limits import Limiter
from ludarium.server.routes.answers import SMALL, Asked, answer_error, tell_methods
from ludarium.server.routes.games import game_routes
from ludarium.server.routes.house import house_routes
from ludarium.server.routes.manual import openapi, schema
from ludarium.server.routes.people import people_routes
from ludarium.server.routes.reception import Reception, set_cookie
from ludarium.server.routes.records import record_routes
from ludarium.server.routes.tables import table_routes
from ludarium.server.shelf import Shelf
from ludarium.server.site import Site
from ludarium.server.sockets import STRAIGHT, Socket

API: Final = ("api", "ws", "health")
"""The first parts of addresses that are no pages."""
PACKING: Final = CompressionConfig(
    "gzip", minimum_size=1024, gzip_compress_level=6, exclude="^/api/games"
)
"""What the API says, but for the shelf, which keeps its answers packed."""


class App:
    """Everything that a server program needs to run."""

    def __init__(
        self,
        hall: Hall,
        *,
        site: Site,
        limiter: Limiter | None,
        allowed_origins: Collection[str],
    ) -> None:
        self.hall = hall
        self.site = site
        self.reception = Reception()
        self._is_open = False
        self.api = Litestar(
            route_handlers=[
                people_routes(self.reception),
                game_routes(Shelf(hall.library)),
                table_routes(hall, self.reception),
                record_routes(hall, self.reception),
                *house_routes(hall, self.reception),
                schema,
            ],
            request_class=Asked,
            request_max_body_size=SMALL,
            exception_handlers={Exception: answer_error},
            before_send=[set_cookie, tell_methods],
            lifespan=[self._lifespan],
            openapi_config=openapi(),
            compression_config=PACKING,
            logging_config=None,
        )
        self.door = Door(self._inside, limiter=limiter, allowed_origins=allowed_origins)

    async def open(self) -> None:
        """Open the store and the hall, unless that is done."""
        if not self._is_open:
            self._is_open = True
            await self.hall.store.open()
            await self.hall.workers.open()
            await self.hall.open()
            self.reception.guests = Guests(await self.hall.store.secret("cookie"))

    async def part(self) -> None:
        """Tell everyone to come back later, unless that is done."""
        if self._is_open and not self.hall.closing:
            await self.hall.close()

    async def close(self) -> None:
        """Part, and end what the hall stands on, unless that is done."""
        if self._is_open:
            await self.part()
            self._is_open = False
            await self.hall.workers.close()
            await self.hall.store.close()

    @asynccontextmanager
    async def _lifespan(self, _: Litestar) -> AsyncIterator[None]:
        await self.open()
        try:
            yield
        finally:
            await self.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind: str = scope["type"]
        if kind == "lifespan":
            await self.api(scope, receive, send)
        else:
            await self.door(scope, receive, send)

    async def _inside(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.WEBSOCKET:
            scope["state"][STRAIGHT] = Socket(scope, receive, send)
        first = scope["path"].lstrip("/").partition("/")[0]
        if scope["type"] == ScopeType.HTTP and first not in API:
            await self.site(scope, receive, send)
        else:
            await self.api(scope, receive, send)


def make_app(
    hall: Hall,
    *,
    site: Path = pages.FOLDER,
    limiter: Limiter | None = None,
    allowed_origins: Collection[str] = (),
) -> App:
    """The application around a hall; `site` is the folder of the built pages."""
    return App(hall, site=Site(site), limiter=limiter, allowed_origins=allowed_origins)
