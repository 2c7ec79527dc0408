"""How requests are read and how problems are told: one form for every error."""

from __future__ import annotations

import re
from typing import Final

import msgspec
from litestar import MediaType, Request, Response
from litestar.datastructures import State
from litestar.exceptions import HTTPException, ValidationException
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.routes import HTTPRoute
from litestar.types import Message, Scope

from ludarium.core.errors import InvalidInput
from ludarium.server import forms, logs
from ludarium.server.guests import Guest
from ludarium.server.problems import BadInput, NotFound, Problem, Unavailable
from ludarium.server.store.rows import StoreFailed

SMALL: Final = 64 << 10
LARGE: Final = 2 << 20
"""Bytes of a body: usually, and where it may hold a record."""
TEXTS: Final = {
    304: "Nothing has changed since the browser last asked.",
    400: "What was sent cannot be used; `text` names the field.",
    403: "It is somebody else's to do, or the page belongs to another site.",
    404: "There is no such thing, or not for this guest.",
    409: "It could be done, but not now.",
    413: "More than anybody needs to send.",
    415: "Not the type of content that is wanted here.",
    429: "More often than anybody needs to ask.",
    503: "Nothing can be kept just now; try again later.",
}
FRAMEWORK: Final = {
    404: ("not_found", "there is nothing at this address"),
    405: ("not_allowed", "this cannot be done here; the header Allow says what can"),
    413: ("too_large", "that is more than anybody needs to send here"),
}
"""What the framework itself refuses, in our words."""
TABLE_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
PLACE: Final = re.compile(r"^(?P<what>.*) - at `(?P<where>.*)`$", re.DOTALL)

DEFECT: Final = Problem("something went wrong here, and it is in the log")

log = logs.logger("http")


def declared(*statuses: int) -> dict[int, ResponseSpec]:
    """The problems that a route may answer with, for the OpenAPI page."""
    return {
        status: ResponseSpec(
            None if status == 304 else forms.Problem,
            generate_examples=False,
            description=TEXTS[status],
        )
        for status in sorted({*statuses, 400, 429})
    }


def table_id(id: str) -> str:
    """An id that may be one of a table."""
    if not TABLE_ID.fullmatch(id):
        raise NotFound("no such table")
    return id


class WrongType(Problem):
    status = 415
    usual_key = "wrong_type"


class Asked(Request[Guest | None, object, State]):
    """Reads bodies exactly as their forms say: no number in quotes, no unknown field."""

    async def json(self) -> object:
        """The body in the form that the handler declares for it."""
        assert isinstance(self.route_handler, HTTPRouteHandler)
        field = self.route_handler.parsed_data_field
        assert field is not None
        wanted = MediaType.TEXT if field.annotation is str else MediaType.JSON
        if self.content_type[0].lower() != wanted:
            raise WrongType(f"send it with the content type {wanted.value}")
        body = await self.body()
        if field.annotation is str:
            return _decode_text(body)
        return _decode_form(body, field.annotation)


def _decode_text(body: bytes) -> str:
    try:
        return body.decode()
    except UnicodeDecodeError as error:
        raise BadInput(f"not a text in UTF-8: byte {error.start}") from None


def _decode_form(body: bytes, form: type) -> object:
    try:
        return msgspec.json.decode(body, type=form)
    except msgspec.ValidationError as error:
        raise BadInput(placed(str(error))) from None
    except (msgspec.DecodeError, RecursionError, ValueError) as error:
        raise BadInput(f"not JSON: {error}") from None


def placed(text: str) -> str:
    """A message of msgspec with the place first: `chairs[0].kind: Invalid enum value 'x'`."""
    match = PLACE.match(text)
    if match is None:
        return f"the body: {text}"
    where = match["where"].removeprefix("$").removeprefix(".")
    return f"{where or 'the body'}: {match['what']}"


async def tell_methods(message: Message, scope: Scope) -> None:
    """Answers to OPTIONS name all methods of an address; the framework knows only its first."""
    if message["type"] == "http.response.start" and scope.get("method") == "OPTIONS":
        routes = (route for route in scope["litestar_app"].routes if isinstance(route, HTTPRoute))
        for route in routes:
            if route.path_format == scope.get("path_template"):
                rest = [header for header in message["headers"] if header[0].lower() != b"allow"]
                allowed = ", ".join(sorted(route.methods))
                message["headers"] = [*rest, (b"allow", allowed.encode())]


# Errors


def answer_error(
    request: Request[Guest | None, object, State], error: Exception
) -> Response[forms.Problem]:
    """Every error as a Problem; a defect of ours tells nothing but where to look for it."""
    headers = getattr(error, "headers", None) or {}
    if isinstance(error, HTTPException):
        status, form = error.status_code, _told(error)
    else:
        problem = _problem(error)
        status, form = problem.status, problem.form
    if isinstance(error, StoreFailed):
        log.error("store failed", path=request.scope["path"][:100], reason=str(error))
    elif status >= 500:
        log.error("defect", path=request.scope["path"][:100], exc_info=error)
    return Response(form, status_code=status, media_type=MediaType.JSON, headers=headers)


def _problem(error: Exception) -> Problem:
    if isinstance(error, Problem):
        return error
    if isinstance(error, InvalidInput):
        return BadInput(str(error))
    if isinstance(error, StoreFailed):
        return Unavailable("nothing can be kept just now, so nothing was changed; try again")
    return DEFECT


def _told(error: HTTPException) -> forms.Problem:
    """What the framework itself refuses, in the same form."""
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        return forms.Problem("bad_input", "; ".join(map(_field, error.extra)) or error.detail)
    if error.status_code >= 500:
        return DEFECT.form
    key, text = FRAMEWORK.get(error.status_code, ("bad_input", error.detail))
    return forms.Problem(key, text)


def _field(item: dict[str, str]) -> str:
    """What is wrong with one of the things that a route takes."""
    if item.get("key") == "data":
        return "the body is missing"
    return f"{item['key']}: {item['message']}" if "key" in item else item["message"]
