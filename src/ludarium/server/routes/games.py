"""`/api/games`: the shelf, the words, the rulebooks and the scenarios that show them."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Callable
from typing import Annotated, TypeVar, cast

import msgspec
from litestar import Controller, MediaType, Response, get
from litestar.params import FromPath, QueryParameter

from ludarium.server import story
from ludarium.server.forms import GameInfo, RulebookInfo, Story
from ludarium.server.packed import Packed
from ludarium.server.routes.answers import Asked, declared
from ludarium.server.shelf import Shelf
from ludarium.server.wire import Json

T = TypeVar("T")

Eyes = Annotated[str, QueryParameter(description="`public`, `all` or the number of a seat")]


class Counter:
    """Hands out what never changes: packed when it is first asked for, then kept."""

    def __init__(self) -> None:
        self._packed: dict[tuple[str, ...], Packed] = {}

    def give(self, request: Asked, key: tuple[str, ...], make: Callable[[], T]) -> Response[T]:
        if key not in self._packed:
            self._packed[key] = Packed(msgspec.json.encode(make()), MediaType.JSON.value)
        asked = request.headers
        status, headers, body = self._packed[key].answer(
            asked.get("accept-encoding", ""), asked.get("if-none-match", "")
        )
        answer = Response(body, status_code=status, media_type=MediaType.JSON, headers=headers)
        return cast("Response[T]", answer)


def game_routes(shelf: Shelf) -> type[Controller]:
    counter = Counter()
    known = declared(304, 404)

    class Games(Controller):
        path = "/api/games"

        @get(responses=declared(304), summary="All games", tags=["games"])
        async def games(self, request: Asked) -> Response[list[GameInfo]]:
            """Every game on the shelf."""
            return counter.give(request, ("games",), shelf.games)

        @get("/{slug:str}", responses=known, summary="A game", tags=["games"])
        async def game(self, request: Asked, slug: FromPath[str]) -> Response[GameInfo]:
            """What the set-up of a game asks for, and who made it."""
            return counter.give(request, ("game", slug), lambda: shelf.game(slug))

        @get(
            "/{slug:str}/words/{language:str}",
            responses=known,
            summary="The words of a game",
            tags=["games"],
        )
        async def words(
            self, request: Asked, slug: FromPath[str], language: FromPath[str]
        ) -> Response[Json]:
            """Every sentence about a game, by key; the language is a code such as `en`."""
            return counter.give(
                request, ("words", slug, language), lambda: shelf.words(slug, language)
            )

        @get("/{slug:str}/rulebook", responses=known, summary="The rulebook", tags=["games"])
        async def rulebook(self, request: Asked, slug: FromPath[str]) -> Response[RulebookInfo]:
            """Every clause and ruling, with the names of the scenarios that show it."""
            return counter.give(request, ("rulebook", slug), lambda: shelf.rulebook(slug))

        @get(
            "/{slug:str}/scenarios/{name:str}",
            responses=declared(404, 409),
            summary="A scenario, told",
            tags=["games"],
        )
        async def scenario(
            self, slug: FromPath[str], name: FromPath[str], eyes: Eyes = story.ALL
        ) -> Story:
            """What a scenario shows, step by step; one that shows no table is a conflict."""
            return await to_thread(story.of_scenario, shelf.scenario(slug, name), eyes)

    return Games
