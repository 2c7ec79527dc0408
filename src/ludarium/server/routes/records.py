"""`/api/records`: matches that come back as text."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, MediaType, post
from litestar.params import BodyKwarg

from ludarium.server.forms import Made
from ludarium.server.hall import Hall
from ludarium.server.routes.answers import LARGE, Asked, declared
from ludarium.server.routes.reception import Reception

Record = Annotated[str, BodyKwarg(media_type=MediaType.TEXT.value)]


def record_routes(hall: Hall, reception: Reception) -> type[Controller]:
    class Records(Controller):
        path = "/api/records"

        @post(
            responses=declared(403, 413, 415, 503),
            request_max_body_size=LARGE,
            summary="Bring a record",
            tags=["stories"],
        )
        async def upload(self, request: Asked, data: Record) -> Made:
            """A table with the match of a record, to look back at it."""
            return Made(await hall.keep_record(reception.guest(request), data))

    return Records
