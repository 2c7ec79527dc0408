"""How older databases are brought up to date: Alembic's scripts, run from here.

Only `script` imports Alembic and SQLAlchemy, which takes more than a second: a database that is
up to date never asks for it.
"""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path
from typing import Final, Literal

from ludarium.server.store.rows import StoreFailed

REVISIONS: Final = ("0001",)
"""All that this program knows, the newest last."""
VERSION_TABLE: Final = "ludarium_version"


def outdated(have: str | None, name: str) -> bool:
    """Whether a database of a revision (None: empty) has to be changed; refuses a newer one."""
    if have is not None and have not in REVISIONS:
        raise StoreFailed(
            f"{name} was written by a newer Ludarium (its schema is {have!r}, this program knows"
            f" {REVISIONS[-1]!r}): start the newer program, or use another database"
        )
    return have != REVISIONS[-1]


@cache
def script(dialect: Literal["sqlite", "postgresql"], have: str | None) -> str:
    """The SQL that brings a database of a revision (None: empty) up to date."""
    from alembic import command
    from alembic.config import Config

    sql = io.StringIO()
    config = Config(output_buffer=sql, attributes={"dialect": dialect})
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    command.upgrade(config, "head" if have is None else f"{have}:head", sql=True)
    return sql.getvalue()
