"""`ludarium serve`: the table in the browser."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from ludarium.server.hall import Hall


@click.command(
    "serve",
    short_help="Play in the browser.",
    epilog="""\b
Examples:
  ludarium serve --open
  ludarium serve --port 8080 --database evening.db
  ludarium serve --host 0.0.0.0 --origin https://games.example.org
  ludarium serve --content galatune=my-cards --content tears-of-nature=my-deck.toml
  ludarium serve --database postgresql://ludarium@localhost/ludarium""",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="The port; 0 takes any free one.",
)
@click.option(
    "--database",
    metavar="URL",
    help="A file, sqlite:///FILE or postgresql://...  [default: a file in your data folder]",
)
@click.option("--open/--no-open", "opening", help="Open a browser, where there is a display.")
@click.option(
    "--origin",
    "origins",
    multiple=True,
    metavar="URL",
    help="Another address of these pages, e.g. behind a proxy; may be repeated.",
)
@click.option(
    "--content",
    multiple=True,
    metavar="GAME=PATH",
    help="Cards of one's own to choose from, e.g. galatune=my-cards; may be repeated.",
)
@click.option(
    "--log",
    "style",
    type=click.Choice(["json", "plain"]),
    help="How to log to stderr.  [default: plain in a terminal, else json]",
)
@click.option(
    "--pace",
    type=click.IntRange(0, 60_000),
    metavar="MS",
    help="How long bots take for a move while people watch.  [default: 900]",
)
@click.option(
    "--limits/--no-limits",
    default=True,
    help="Whether one address may ask only so often.  [default: limits]",
)
def command(
    host: str,
    port: int,
    database: str | None,
    opening: bool,
    origins: tuple[str, ...],
    content: tuple[str, ...],
    style: str | None,
    pace: int | None,
    limits: bool,
) -> None:
    """Serve the games to browsers: tables, matches and replays, kept in a database.

    Only this machine can reach it unless --host says otherwise. Ctrl+C closes it; matches go on
    when it is started again.
    """
    from ludarium.server import logs
    from ludarium.server.app import make_app
    from ludarium.server.limits import Limiter
    from ludarium.server.running import listen, run, url_of
    from ludarium.server.store.rows import StoreFailed

    for origin in origins:
        _check_origin(origin)
    logs.configure("plain" if style == "plain" or (not style and sys.stderr.isatty()) else "json")
    hall = _hall(database, pace, limits, content)
    app = make_app(
        hall,
        limiter=Limiter(rate=50, burst=500) if limits else None,
        allowed_origins=[origin.rstrip("/") for origin in origins],
    )
    with listen(host, port) as listening:
        url = url_of(listening)

        def announce() -> None:
            click.echo(f"Ludarium is open at {url} (Ctrl+C closes it)")
            sys.stdout.flush()
            if not app.site.is_built:
                click.echo("ludarium: its pages are not built yet: run `make web`", err=True)
            if opening:
                _open_browser(url)

        try:
            run(app, listening, announce)
        except StoreFailed as error:
            raise click.ClickException(str(error)) from None


def _hall(database: str | None, pace: int | None, limits: bool, content: tuple[str, ...]) -> Hall:
    from ludarium.server.hall import PACE, Hall
    from ludarium.server.library import Library
    from ludarium.server.store import default_path, open_store
    from ludarium.server.workers import Workers

    library = Library.of(content)
    store = open_store(default_path() if database is None else database)
    return Hall(
        store,
        Workers(),
        pace=PACE if pace is None else pace,
        limits=limits,
        library=library,
    )


def _check_origin(origin: str) -> None:
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(origin.rstrip("/"))
        right = parts.scheme in ("http", "https") and bool(parts.hostname)
        bare = not (parts.path or parts.query or parts.fragment or parts.username)
    except ValueError:
        right = bare = False
    if not (right and bare):
        raise click.UsageError(f"--origin {origin}: write it like https://games.example.org")


def _open_browser(url: str) -> None:
    """Show the lobby, where somebody can see it."""
    import threading
    import webbrowser

    shown = sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    )
    if shown:
        # Some browsers return only when they are closed.
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
    else:
        click.echo("ludarium: no display to open a browser on", err=True)
