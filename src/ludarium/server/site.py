"""The built pages of the client, served from memory."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec
from litestar.datastructures import Headers
from litestar.types import HTTPScope, Receive, Send

from ludarium.server.forms import Problem
from ludarium.server.packed import ASK_AGAIN, FOREVER, Packed

FOLDER: Final = Path(__file__).parent / "site"
"""Where the client's build lands."""
ASSETS: Final = "assets/"
"""The folder of files whose names hold their hashes."""
TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
UNBUILT: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Ludarium</title>
<p>The server runs, but its pages are not built yet: run <code>make web</code>, then start it again.
</html>
"""


class Site:
    """Answers every path that is no part of the API: a file of the build, or else its one page."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.files: dict[str, Packed] = {}
        if folder.is_dir():
            for path in sorted(folder.rglob("*")):
                if path.is_file():
                    name = path.relative_to(folder).as_posix()
                    cache = FOREVER if name.startswith(ASSETS) else ASK_AGAIN
                    kind = TYPES.get(path.suffix, "application/octet-stream")
                    self.files[name] = Packed(path.read_bytes(), kind, cache)

    @property
    def is_built(self) -> bool:
        return "index.html" in self.files

    async def __call__(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        method = scope["method"]
        status, headers, body = self._answer(method, scope["path"], Headers(scope["headers"]))
        headers["content-length"] = str(len(body))
        if status == 304:
            del headers["content-length"]
        encoded = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": status, "headers": encoded})
        rest = b"" if method == "HEAD" else body
        await send({"type": "http.response.body", "body": rest, "more_body": False})

    def _answer(self, method: str, path: str, asked: Headers) -> tuple[int, dict[str, str], bytes]:
        if method not in ("GET", "HEAD"):
            status, headers, body = _problem(405, "not_allowed", "this can only be read: use GET")
            return status, {**headers, "allow": "GET, HEAD"}, body
        name = path.lstrip("/")
        found = self.files.get(name)
        # Pages have no dots in their addresses; what has one is a file, and it is not there.
        if found is None and ("." in name.rpartition("/")[2] or name.startswith(ASSETS)):
            return _problem(404, "not_found", f"no file {path[:200]!r}")
        found = found or self.files.get("index.html")
        if found is None:
            return 503, {"content-type": TYPES[".html"]}, UNBUILT.encode()
        status, headers, body = found.answer(
            asked.get("accept-encoding", ""), asked.get("if-none-match", "")
        )
        return status, {**headers, "content-type": found.media_type}, body


def _problem(status: int, key: str, text: str) -> tuple[int, dict[str, str], bytes]:
    return status, {"content-type": "application/json"}, msgspec.json.encode(Problem(key, text))
