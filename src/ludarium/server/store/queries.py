"""What is asked of a database, in the words of either one."""

from __future__ import annotations

from typing import Any, Final

from ludarium.server.store.sheets import Sheet

CHANNELS: Final = ("table", "watch")
LINES: Final = 50
"""Of chat, from each channel."""

SEALED: Final = "'[' || crc || ',' || body || ']'"


class Queries:
    """Every question, with `$1` as the database writes a placeholder.

    Rows are joined to one JSON list where there may be many of them.
    """

    def __init__(self, mark: str, join: str) -> None:
        def say(query: str) -> str:
            return query.replace("$", mark)

        def joined(rows: str) -> str:
            return f"(SELECT '[' || {join.format('sealed')} || ']' FROM ({rows}) AS found)"

        def rows(sheet: str, where: str, rest: str = "") -> str:
            return joined(f"SELECT {SEALED} AS sealed FROM {sheet} WHERE {where} {rest}")

        last_snapshot = 'SELECT max(n) FROM snapshots WHERE "table" = $1'
        chat = " UNION ALL ".join(
            f"SELECT * FROM (SELECT {SEALED} AS sealed FROM said"
            f" WHERE \"table\" = $1 AND channel = '{channel}' ORDER BY n DESC LIMIT {LINES})"
            f" AS {channel}_lines"
            for channel in CHANNELS
        )
        age = "row_number() OVER (PARTITION BY channel ORDER BY n DESC) AS age"
        chat += (
            f" UNION ALL SELECT sealed FROM (SELECT {SEALED} AS sealed, {age} FROM said"
            f" WHERE \"table\" = $1 AND channel LIKE 'whisper.%') AS whispers WHERE age <= {LINES}"
        )
        self.load: Final = say(
            "SELECT "
            + ", ".join(
                (
                    rows("tables", "id = $1"),
                    rows("seats", '"table" = $1'),
                    rows("snapshots", '"table" = $1', "ORDER BY n DESC LIMIT 1"),
                    rows("log", f'"table" = $1 AND n > coalesce(({last_snapshot}), 0)'),
                    joined(chat),
                )
            )
        )
        self.command: Final = say("SELECT " + rows("log", '"table" = $1 AND command = $2'))
        self.log: Final = say("SELECT " + rows("log", '"table" = $1 AND n > $2 AND n <= $3'))
        self.tail: Final = say(
            "SELECT " + rows("log", '"table" = $1 AND n < $2', "ORDER BY n DESC LIMIT $3")
        )
        self.snapshot: Final = say(
            "SELECT " + rows("snapshots", '"table" = $1 AND n <= $2', "ORDER BY n DESC LIMIT 1")
        )

        def tables(where: str, limit: str) -> str:
            seats = rows("seats", '"table" = id')
            pair = f"'[[' || {SEALED} || '],' || coalesce({seats}, '[]') || ']'"
            return say(
                "SELECT "
                + joined(
                    f"SELECT {pair} AS sealed FROM tables"
                    f" WHERE {where} ORDER BY changed DESC LIMIT {limit}"
                )
            )

        self.listed: Final = tables("listed", "$1")
        self.mine: Final = tables(
            "id IN (SELECT \"table\" FROM seats WHERE guest = $1 AND guest <> ''"
            " UNION SELECT id FROM tables WHERE host = $1)",
            "$2",
        )
        self.due: Final = say("SELECT id, wake FROM tables WHERE wake <= $1 ORDER BY wake, id")
        self.secret: Final = say("SELECT " + rows("secrets", "name = $1"))


def columns(sheet: Sheet[Any]) -> str:
    return ", ".join(f'"{name}"' for name in sheet.columns)


def conflict(sheet: Sheet[Any], steady: bool = False) -> str:
    """What becomes of a row whose key is taken: it replaces the older one, or is refused.

    `steady`: the columns that hardly ever change are known to be the same.
    """
    if not sheet.replaced:
        return ""
    names = [f'"{name}"' for name in sheet.columns]
    changing = names[sheet.steady if steady else sheet.key :]
    changes = ", ".join(f"{name} = excluded.{name}" for name in changing)
    return f" ON CONFLICT ({', '.join(names[: sheet.key])}) DO UPDATE SET {changes}"


SQLITE: Final = Queries("?", "group_concat({})")
POSTGRES: Final = Queries("$", "string_agg({}, ',')")
