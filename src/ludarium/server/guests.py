"""Guests: a random id and a name, kept by the browser in a signed cookie and nowhere else."""

from __future__ import annotations

import secrets
import unicodedata
from typing import Final

import msgspec
from itsdangerous import BadData, URLSafeTimedSerializer

COOKIE: Final = "ludarium_guest"
YEAR: Final = 365 * 24 * 60 * 60
LONGEST_NAME: Final = 24


class Guest(msgspec.Struct, frozen=True):
    """Whoever sits behind a browser."""

    id: str
    name: str


class Guests:
    """Makes guests, and signs and reads their cookies."""

    def __init__(self, key: bytes) -> None:
        self._signer = URLSafeTimedSerializer(key, salt="ludarium.guest")

    def make(self) -> Guest:
        """Somebody new, called by a number until they say otherwise."""
        return Guest(secrets.token_hex(16), f"Guest {secrets.randbelow(9000) + 1000}")

    def sign(self, guest: Guest) -> str:
        """The value of the cookie."""
        return self._signer.dumps([guest.id, guest.name])

    def read(self, cookie: str) -> Guest | None:
        """The guest of a cookie; None if it is not ours, was changed, or is over a year old."""
        try:
            id, name = msgspec.convert(self._signer.loads(cookie, YEAR), tuple[str, str])
        except (BadData, msgspec.ValidationError):
            return None
        return Guest(id, name)


def clean_name(text: str) -> str:
    """A name as others may see it: printable, one line, not too long; empty if nothing is left."""
    plain = "".join(
        " " if char.isspace() else char
        for char in unicodedata.normalize("NFC", text)
        if char.isspace() or unicodedata.category(char)[0] not in "CZ"
    )
    return " ".join(plain.split())[:LONGEST_NAME].rstrip()
