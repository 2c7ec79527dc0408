"""How rows lie in a database: what is searched for in columns, the row itself as sealed JSON.

A seal is the CRC-32 of the JSON. SQLite does not notice a flipped byte inside a text, and a match
that went on from one would be wrong without anybody seeing it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import attrgetter
from typing import Any, Final, Generic, TypeAlias, TypeVar
from zlib import crc32

import msgspec

from ludarium.server.store.rows import (
    LogRow,
    SaidRow,
    SeatRow,
    SecretRow,
    SnapshotRow,
    TableRow,
    Write,
)

Value: TypeAlias = "str | int | None"
Values: TypeAlias = tuple[Value, ...]
Sealed: TypeAlias = tuple[int, msgspec.Raw]
Row = TypeVar("Row", bound=msgspec.Struct)

Text: TypeAlias = "str | bytes | None"
"""Sealed rows that a query has joined to one JSON list: one text crosses to Python at one go,
where a hundred rows would ask for the interpreter a hundred times. None: there were none."""

BODY: Final = {"body": "text", "crc": "bigint"}

_encode = msgspec.json.Encoder().encode
_split = msgspec.json.Decoder(list[Sealed]).decode
_split_pairs = msgspec.json.Decoder(list[tuple[list[Sealed], list[Sealed]]]).decode


class Damaged(Exception):
    """A row is not what was written."""


class Sheet(Generic[Row]):
    """One table of the database and the rows it holds."""

    __slots__ = ("_decode", "_searched", "columns", "key", "name", "replaced", "steady")

    def __init__(
        self,
        name: str,
        row: type[Row],
        columns: Mapping[str, str],
        key: int,
        replaced: bool,
        steady: int = 0,
    ) -> None:
        self.name = name
        self.columns = {**columns, **BODY}
        """Names and types; those that are searched are fields of the row."""
        self.key = key
        """How many columns, from the first, make the key."""
        self.replaced = replaced
        """Whether a row takes the place of an older one of its key."""
        self.steady = key + steady
        """Where the columns end that hardly ever change, those after the key."""
        self._searched = attrgetter(*columns)
        self._decode = msgspec.json.Decoder(row).decode

    def seal(self, row: Row) -> Values:
        """A row as values for all columns."""
        body = _encode(row)
        return (*self._searched(row), body.decode(), crc32(body))

    def unseal(self, sealed: Iterable[Sealed]) -> list[Row]:
        rows = []
        for crc, body in sealed:
            if crc32(body) != crc:
                raise Damaged(f"a row of {self.name!r} is not what was written")
            rows.append(self._decode(body))
        return rows

    def read(self, text: Text) -> list[Row]:
        """The rows that a query has joined."""
        try:
            return [] if text is None else self.unseal(_split(text))
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise Damaged(f"a row of {self.name!r} cannot be read: {error}") from None


TABLES: Final = Sheet(
    "tables",
    TableRow,
    {"id": "text", "host": "text", "listed": "boolean", "changed": "bigint", "wake": "bigint"},
    key=1,
    replaced=True,
    steady=2,
)
SEATS: Final = Sheet(
    "seats",
    SeatRow,
    {"table": "text", "n": "bigint", "guest": "text"},
    key=2,
    replaced=True,
    steady=1,
)
LOG: Final = Sheet(
    "log", LogRow, {"table": "text", "n": "bigint", "command": "text"}, key=2, replaced=False
)
SNAPSHOTS: Final = Sheet(
    "snapshots", SnapshotRow, {"table": "text", "n": "bigint"}, key=2, replaced=True
)
SAID: Final = Sheet(
    "said", SaidRow, {"table": "text", "channel": "text", "n": "bigint"}, key=3, replaced=False
)
SECRETS: Final = Sheet(
    "secrets", SecretRow, {"name": "text", "made": "bigint"}, key=1, replaced=False
)
SHEETS: Final[tuple[Sheet[Any], ...]] = (TABLES, SEATS, LOG, SNAPSHOTS, SAID, SECRETS)

Sealing: TypeAlias = tuple[list[Values], ...]
"""The values of a Write, sheet by sheet."""


def seal(write: Write, secret: SecretRow | None = None) -> Sealing:
    """A Write as values for the sheets, in their order."""
    return (
        [TABLES.seal(write.table)] if write.table else [],
        [SEATS.seal(row) for row in write.seats],
        [LOG.seal(row) for row in write.log],
        [SNAPSHOTS.seal(write.snapshot)] if write.snapshot else [],
        [SAID.seal(write.said)] if write.said else [],
        [SECRETS.seal(secret)] if secret else [],
    )


def merge(sealings: Iterable[Sealing]) -> Sealing:
    """Many Writes as one; of rows that replace each other only the last is left."""
    merged = []
    for sheet, lists in zip(SHEETS, zip(*sealings)):
        rows = [row for some in lists for row in some]
        if sheet.replaced and len(rows) > 1:
            rows = list({row[: sheet.key]: row for row in rows}.values())
        merged.append(rows)
    return tuple(merged)


def read_tables(text: Text) -> list[tuple[TableRow, list[SeatRow]]]:
    """Tables with their seats, the latest change first."""
    try:
        found = [
            (TABLES.unseal(table)[0], in_order(SEATS.unseal(seats)))
            for table, seats in (() if text is None else _split_pairs(text))
        ]
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Damaged(f"a table or seat cannot be read: {error}") from None
    return sorted(found, key=lambda pair: pair[0].changed, reverse=True)


def in_order(rows: list[Row]) -> list[Row]:
    """Rows by their number: a query that joins them promises no order."""
    return sorted(rows, key=attrgetter("n"))
