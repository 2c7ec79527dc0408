"""Secrets that open doors: tokens for seats and links, and the names of tables."""

from __future__ import annotations

import hmac
import secrets
from hashlib import sha256
from typing import Final

TOKEN_BYTES: Final = 32
LETTERS: Final = "bcdfghjkmnpqrstvwxyz34679"
"""What tables are named with: nothing that is taken for something else (0 and o, 1, i and l, 2 and
z, 5 and s, 8 and b), and no vowels, so that no name is a word."""
GROUPS: Final = 3
GROUP: Final = 5


def new_token() -> str:
    """256 bits from the operating system, fit for a URL."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def hashed(token: str) -> str:
    """What the store keeps instead of a token: who reads it there cannot use it.

    One round of SHA-256 is enough, because a token is random: there is nothing to guess.
    """
    return sha256(_bytes(token)).hexdigest()


def matches(token: str, kept: str) -> bool:
    """Whether this is the token that was hashed; how long that takes tells nothing."""
    return hmac.compare_digest(hashed(token).encode(), _bytes(kept))


def table_id() -> str:
    """A name for a table, easily read aloud: `k7mqx-4vbnh-9tdjs`.

    Fifteen letters out of 25 are 69 bits: whoever is not given the link will not find the table.
    """
    return _grouped([secrets.choice(LETTERS) for _ in range(GROUPS * GROUP)])


def read_table_id(text: str) -> str | None:
    """The name of a table as somebody typed it, in any case and grouping; None if it is none."""
    letters = [letter for letter in text.lower() if letter not in "- \t\r\n"]
    right = len(letters) == GROUPS * GROUP and all(letter in LETTERS for letter in letters)
    return _grouped(letters) if right else None


def _grouped(letters: list[str]) -> str:
    return "-".join("".join(letters[at : at + GROUP]) for at in range(0, len(letters), GROUP))


def _bytes(text: str) -> bytes:
    return text.encode(errors="surrogatepass")  # whatever a client may send
