"""What is sent in fewer bytes: things that never change, made ready once, and other answers."""

from __future__ import annotations

import gzip
import hashlib
from typing import Final

from litestar.datastructures import Headers
from litestar.types import ASGIApp, HTTPResponseStartEvent, HTTPScope, Message, Receive, Send

FOREVER: Final = "public, max-age=31536000, immutable"
"""For what has its hash in its name."""
ASK_AGAIN: Final = "no-cache"
"""May be kept, but must be asked about each time."""
SMALL: Final = 500
"""Bytes below which packing gains nothing."""
FRESH: Final = 1024
"""The same for what is packed anew for each answer, and how hard."""
LEVEL: Final = 6
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


async def pack_answers(app: ASGIApp, scope: HTTPScope, receive: Receive, send: Send) -> None:
    """Let an application answer; what it says in one piece is packed for who can unpack it."""
    if scope["method"] == "HEAD" or not _takes_gzip(
        Headers(scope["headers"]).get("accept-encoding", "")
    ):
        await app(scope, receive, send)
        return
    start: HTTPResponseStartEvent | None = None

    async def answer(message: Message) -> None:
        nonlocal start
        if message["type"] == "http.response.start":
            start = message
            return
        if start is not None and message["type"] == "http.response.body":
            begun, start = start, None
            if not message["more_body"]:
                begun["headers"], message["body"] = _packed(list(begun["headers"]), message["body"])
            await send(begun)
        await send(message)

    await app(scope, receive, answer)


Pairs = list[tuple[bytes, bytes]]


def _packed(headers: Pairs, body: bytes) -> tuple[Pairs, bytes]:
    """An answer as it is sent: packed where it is a text, not packed yet, and worth it."""
    told = {name.lower(): value for name, value in headers}
    kind = told.get(b"content-type", b"").decode("latin-1")
    if len(body) < FRESH or b"content-encoding" in told or not kind.startswith(TEXTS):
        return headers, body
    squeezed = gzip.compress(body, LEVEL, mtime=0)
    kept = [pair for pair in headers if pair[0].lower() != b"content-length"]
    kept += [
        (b"content-length", str(len(squeezed)).encode()),
        (b"content-encoding", b"gzip"),
        (b"vary", b"accept-encoding"),
    ]
    return kept, squeezed


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
