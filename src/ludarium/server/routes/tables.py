"""`/api/tables`: making them, sitting down, changing them, and what is left when they are over."""

from __future__ import annotations

from typing import Annotated, Literal

from litestar import Controller, MediaType, Response, get, patch, post
from litestar.params import FromPath, JSONBody, QueryParameter

from ludarium.server.forms import (
    Enter,
    Entry,
    Leave,
    Links,
    Made,
    NewTable,
    SeatChange,
    Settings,
    Story,
    TableCard,
)
from ludarium.server.hall import Hall
from ludarium.server.routes.answers import LARGE, Asked, declared, table_id
from ludarium.server.routes.games import Eyes
from ludarium.server.routes.reception import Reception
from ludarium.server.story import PUBLIC
from ludarium.server.wire import Table

Which = Annotated[
    Literal["open", "mine"], QueryParameter(description="those for everyone, or one's own")
]


def table_routes(hall: Hall, reception: Reception) -> type[Controller]:
    host = declared(403, 404, 409, 503)
    host_sends = declared(403, 404, 409, 413, 415, 503)

    class Tables(Controller):
        path = "/api/tables"

        @post(
            responses=declared(403, 413, 415, 503),
            request_max_body_size=LARGE,
            summary="Set up a table",
            tags=["tables"],
        )
        async def create(self, request: Asked, data: JSONBody[NewTable]) -> Made:
            """Set up a table; with no open chair the match begins at once."""
            return Made(await hall.create(reception.guest(request), data))

        @get(responses=declared(503), summary="Lists of tables", tags=["tables"])
        async def tables(self, request: Asked, list: Which = "open") -> list[TableCard]:
            """Tables that anybody may join or watch, or those of this guest."""
            guest = reception.visitor(request)
            if list == "open":
                return await hall.list_open(guest)
            return [] if guest is None else await hall.list_mine(guest)

        @get("/{id:str}", responses=declared(404, 503), summary="A table", tags=["tables"])
        async def table(self, request: Asked, id: FromPath[str]) -> Table:
            """What everyone may know of a table."""
            return await hall.table(table_id(id), reception.visitor(request))

        @post(
            "/{id:str}/enter",
            status_code=200,
            responses=host_sends,
            summary="Come in",
            tags=["tables"],
        )
        async def enter(self, request: Asked, id: FromPath[str], data: JSONBody[Enter]) -> Entry:
            """Take one's seats again, a free chair, or a place to watch from, with fresh tokens."""
            return await hall.enter(table_id(id), reception.guest(request), data)

        @post(
            "/{id:str}/leave",
            status_code=204,
            responses=host_sends,
            summary="Leave a chair",
            tags=["tables"],
        )
        async def leave(self, request: Asked, id: FromPath[str], data: JSONBody[Leave]) -> None:
            """Give up one's chair."""
            await hall.leave(table_id(id), reception.guest(request), data.seat)

        @post(
            "/{id:str}/start",
            status_code=204,
            responses=host,
            summary="Begin",
            tags=["hosting"],
        )
        async def start(self, request: Asked, id: FromPath[str]) -> None:
            """Begin the match without waiting for everybody to be ready."""
            await hall.start(table_id(id), reception.guest(request))

        @post(
            "/{id:str}/seats/{n:int}",
            status_code=204,
            responses=host_sends,
            summary="Change a chair",
            tags=["hosting"],
        )
        async def change_seat(
            self, request: Asked, id: FromPath[str], n: FromPath[int], data: JSONBody[SeatChange]
        ) -> None:
            """Open or close a chair, put a bot on it, or do something about who sits there."""
            await hall.change_seat(table_id(id), reception.guest(request), n, data)

        @post(
            "/{id:str}/links",
            status_code=200,
            responses=host,
            summary="Invite links",
            tags=["hosting"],
        )
        async def links(self, request: Asked, id: FromPath[str]) -> Links:
            """Make the invite links of a table anew; the old ones end."""
            return await hall.links(table_id(id), reception.guest(request))

        @patch(
            "/{id:str}",
            status_code=204,
            responses=host_sends,
            summary="Change the settings",
            tags=["hosting"],
        )
        async def change(self, request: Asked, id: FromPath[str], data: JSONBody[Settings]) -> None:
            """Change a table: before the start all of it, later who may watch, and the grace."""
            await hall.change(table_id(id), reception.guest(request), data)

        @post("/{id:str}/rematch", responses=host, summary="Again", tags=["tables"])
        async def rematch(self, request: Asked, id: FromPath[str]) -> Made:
            """The table of the next match with the same people and options."""
            return Made(await hall.rematch(table_id(id), reception.guest(request)))

        @get(
            "/{id:str}/record",
            media_type=MediaType.TEXT,
            responses=declared(404, 409, 503),
            summary="The record",
            tags=["stories"],
        )
        async def record(self, id: FromPath[str]) -> Response[str]:
            """The whole match as text, once it is over."""
            text = await hall.record(table_id(id))
            name = f'attachment; filename="ludarium-{id}.record"'
            return Response(text, media_type=MediaType.TEXT, headers={"content-disposition": name})

        @get(
            "/{id:str}/story",
            responses=declared(403, 404, 409, 503),
            summary="The story",
            tags=["stories"],
        )
        async def story(self, request: Asked, id: FromPath[str], eyes: Eyes = PUBLIC) -> Story:
            """A match told again: while it is played for one's own eyes, afterwards for any."""
            return await hall.story(table_id(id), reception.visitor(request), eyes)

    return Tables
