"""`/api/me`: the guest behind this browser."""

from __future__ import annotations

from litestar import Controller, get, put
from litestar.params import JSONBody

from ludarium.server.forms import Me, Rename
from ludarium.server.guests import Guest, clean_name
from ludarium.server.problems import BadInput
from ludarium.server.routes.answers import Asked, declared
from ludarium.server.routes.reception import Reception


def people_routes(reception: Reception) -> type[Controller]:
    class People(Controller):
        path = "/api/me"

        @get(responses=declared(), summary="Who am I?", tags=["people"])
        async def me(self, request: Asked) -> Me:
            """The guest behind this browser; whoever has no cookie yet gets one, with a name."""
            guest = reception.guest(request)
            reception.keep(request, guest)
            return Me(guest.name)

        @put(responses=declared(403, 413, 415), summary="Change my name", tags=["people"])
        async def rename(self, request: Asked, data: JSONBody[Rename]) -> Me:
            """Take another name. At tables one sits at already, the old one stays."""
            name = clean_name(data.name)
            if not name:
                raise BadInput("name: nothing of it can be printed")
            reception.keep(request, Guest(reception.guest(request).id, name))
            return Me(name)

    return People
