"""`/health` and `/ws`: is the server well, and the way to the tables."""

from __future__ import annotations

from typing import Literal

import msgspec
from litestar import Response, WebSocket, get, websocket
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler, WebsocketRouteHandler
from litestar.openapi.datastructures import ResponseSpec

from ludarium.server.guests import Guest
from ludarium.server.hall import Hall
from ludarium.server.routes.reception import Reception
from ludarium.server.sockets import STRAIGHT, serve_socket


class Health(msgspec.Struct, frozen=True):
    """Whether the server can play and keep."""

    status: Literal["well", "ill"]
    store: bool


def house_routes(
    hall: Hall, reception: Reception
) -> list[HTTPRouteHandler | WebsocketRouteHandler]:
    ill = ResponseSpec(Health, generate_examples=False, description="The store does not answer.")

    @get("/health", responses={503: ill}, summary="Is the server well?", tags=["house"])
    async def health() -> Response[Health]:
        """200 while moves can be kept, else 503."""
        keeps = await hall.store.healthy()
        form = Health("well" if keeps else "ill", keeps)
        return Response(form, status_code=200 if keeps else 503)

    @websocket("/ws")
    async def socket(socket: WebSocket[Guest | None, object, State]) -> None:
        await serve_socket(hall, socket.scope["state"][STRAIGHT], reception.visitor(socket))

    return [health, socket]
