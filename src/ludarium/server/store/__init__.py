"""Where tables are kept: rows, and the databases that hold them."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

from ludarium.core.errors import InvalidInput, nearest
from ludarium.server.store.rows import Store

FORMS: Final = "a path, sqlite:///path or postgresql://user@host/database"


def open_store(where: str | Path) -> Store:
    """The store at a path or URL, not yet opened: `sqlite:///path`, `postgresql://...`."""
    from ludarium.server.store.database import DatabaseStore

    text = str(where)
    if not text or text != text.strip() or "\0" in text:
        raise InvalidInput(f"database: {FORMS}, not {text!r}")
    scheme = re.match(r"([A-Za-z][A-Za-z0-9+.-]+):(?=//)", text)
    if isinstance(where, str) and scheme is not None:
        name = scheme[1].lower()
        if name in ("postgresql", "postgres"):
            from ludarium.server.store.postgres import PostgresDatabase

            return DatabaseStore(PostgresDatabase(text))
        if name != "sqlite":
            hint = nearest(name, ("sqlite", "postgresql"))
            raise InvalidInput(f"database: unknown kind {name!r}{hint}; it may be {FORMS}")
        if not text.lower().startswith("sqlite:///") or not text[len("sqlite:///") :]:
            raise InvalidInput(f"database: sqlite:///path, not {text!r}")
        text = text[len("sqlite:///") :]
    from ludarium.server.store.sqlite import SqliteDatabase

    return DatabaseStore(SqliteDatabase(Path(text)))


def default_path() -> Path:
    """The database of this user: in the folder LUDARIUM_DATA, or in the system's place for data."""
    import platformdirs

    folder = os.environ.get("LUDARIUM_DATA") or platformdirs.user_data_dir("ludarium", False)
    return Path(folder) / "ludarium.db"
