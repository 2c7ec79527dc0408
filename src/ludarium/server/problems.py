"""What a request can be refused with: a status, a key for the client's words, and a sentence."""

from __future__ import annotations

from typing import ClassVar

from ludarium.server import forms


class Problem(Exception):
    """An answer other than the one that was asked for; nothing has changed.

    `text` names the thing that was wrong and what would be right.
    """

    status: ClassVar[int] = 500
    usual_key: ClassVar[str] = "defect"

    def __init__(self, text: str, key: str = "") -> None:
        super().__init__(text)
        self.text = text
        self.key = key or self.usual_key

    @property
    def form(self) -> forms.Problem:
        return forms.Problem(key=self.key, text=self.text)


class BadInput(Problem):
    """What was sent cannot be used."""

    status = 400
    usual_key = "bad_input"


class Forbidden(Problem):
    """It is somebody else's to do."""

    status = 403
    usual_key = "not_yours"


class NotFound(Problem):
    """There is no such thing, or not for this guest."""

    status = 404
    usual_key = "not_found"


class Conflict(Problem):
    """It could be done, but not now."""

    status = 409
    usual_key = "not_now"


class TooLarge(Problem):
    """More than anybody needs to send."""

    status = 413
    usual_key = "too_large"


class TooMany(Problem):
    """More often than anybody needs to ask."""

    status = 429
    usual_key = "too_many"


class Unavailable(Problem):
    """The server cannot keep anything just now."""

    status = 503
    usual_key = "unavailable"
