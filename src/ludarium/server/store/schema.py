"""The tables of the database, the same for SQLite and PostgreSQL.

Each holds what is searched for in columns of its own, and the whole row as JSON with its checksum.
No key points from one table to another: nothing is ever deleted, and the log is written at every
move. The migrations make these tables; a test holds the two against each other.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()


def body() -> tuple[Column[str], Column[int]]:
    return Column("body", Text, nullable=False), Column("crc", BigInteger, nullable=False)


tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("host", Text, nullable=False, index=True),
    Column("listed", Boolean, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("wake", BigInteger),
    *body(),
)
# Few tables are shown or have something due; the others cost these indexes nothing.
Index(
    "ix_tables_listed",
    tables.c.listed,
    sqlite_where=tables.c.listed,
    postgresql_where=tables.c.listed,
)
Index(
    "ix_tables_wake",
    tables.c.wake,
    sqlite_where=tables.c.wake.is_not(None),
    postgresql_where=tables.c.wake.is_not(None),
)

seats = Table(
    "seats",
    metadata,
    Column("table", Text),
    Column("n", BigInteger),
    Column("guest", Text, nullable=False),
    *body(),
    PrimaryKeyConstraint("table", "n"),
)
Index(
    "ix_seats_guest",
    seats.c.guest,
    sqlite_where=seats.c.guest != "",
    postgresql_where=seats.c.guest != "",
)

log = Table(
    "log",
    metadata,
    Column("table", Text),
    Column("n", BigInteger),
    Column("command", Text, nullable=False),
    *body(),
    PrimaryKeyConstraint("table", "n"),
    UniqueConstraint("table", "command"),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("table", Text),
    Column("n", BigInteger),
    *body(),
    PrimaryKeyConstraint("table", "n"),
)

said = Table(
    "said",
    metadata,
    Column("table", Text),
    Column("channel", Text),
    Column("n", BigInteger),
    *body(),
    PrimaryKeyConstraint("table", "channel", "n"),
)

secrets = Table(
    "secrets",
    metadata,
    Column("name", Text, primary_key=True),
    Column("made", BigInteger, nullable=False),
    *body(),
)
