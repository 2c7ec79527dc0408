"""Things that never change while the server runs, made ready to be sent."""

from __future__ import annotations

import gzip
import hashlib
from typing import Final

FOREVER: Final = "public, max-age=31536000, immutable"
"""For what has its hash in its name."""
ASK_AGAIN: Final = "no-cache"
"""May be kept, but must be asked about each time."""
SMALL: Final = 500
"""Bytes below which packing gains nothing."""
TEXTS: Final = ("text/", "application/json", "application/manifest", "image/svg")


class Packed:
    """A body with its type, its tag, and the same in fewer bytes where that is possible."""

    __slots__ = ("body", "cache", "media_type", "squeezed", "tag")

    def __init__(self, body: bytes, media_type: str, cache: str = ASK_AGAIN) -> None:
        self.body = body
        self.media_type = media_type
        self.cache = cache
        self.tag = f'W/"{hashlib.sha256(body).hexdigest()[:32]}"'
        self.squeezed: bytes | None = None
        if len(body) >= SMALL and media_type.startswith(TEXTS):
            squeezed = gzip.compress(body, 9, mtime=0)
            self.squeezed = squeezed if len(squeezed) < len(body) else None

    def answer(self, encodings: str, known: str) -> tuple[int, dict[str, str], bytes]:
        """Status, headers (but for type and length) and body.

        `encodings` and `known` are what a request says in Accept-Encoding and If-None-Match.
        """
        headers = {"etag": self.tag, "cache-control": self.cache}
        if self.squeezed is not None:
            headers["vary"] = "accept-encoding"
        if _is_known(known, self.tag):
            return 304, headers, b""
        if self.squeezed is not None and _takes_gzip(encodings):
            return 200, {**headers, "content-encoding": "gzip"}, self.squeezed
        return 200, headers, self.body


def _is_known(tags: str, tag: str) -> bool:
    """Whether one of the tags that a browser holds is ours; weak and strong ones alike."""
    bare = tag.removeprefix("W/")
    return any(known.strip().removeprefix("W/") in (bare, "*") for known in tags.split(","))


def _takes_gzip(accepted: str) -> bool:
    for item in accepted.split(","):
        name, _, quality = item.partition(";")
        if name.strip().lower() in ("gzip", "*"):
            return quality.replace(" ", "").lower().rstrip("0") not in ("q=", "q=0.")
    return False
