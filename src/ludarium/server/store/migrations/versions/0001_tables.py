"""The first tables: what the first Ludarium with a server kept."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def body() -> tuple[sa.Column[str], sa.Column[int]]:
    return sa.Column("body", sa.Text, nullable=False), sa.Column(
        "crc", sa.BigInteger, nullable=False
    )


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("wake", sa.BigInteger),
        *body(),
    )
    op.create_index("ix_tables_host", "tables", ["host"])
    listed, woken = sa.text("listed"), sa.text("wake IS NOT NULL")
    op.create_index(
        "ix_tables_listed", "tables", ["listed"], sqlite_where=listed, postgresql_where=listed
    )
    op.create_index(
        "ix_tables_wake", "tables", ["wake"], sqlite_where=woken, postgresql_where=woken
    )
    op.create_table(
        "seats",
        sa.Column("table", sa.Text),
        sa.Column("n", sa.BigInteger),
        sa.Column("guest", sa.Text, nullable=False),
        *body(),
        sa.PrimaryKeyConstraint("table", "n"),
    )
    seated = sa.text("guest <> ''")
    op.create_index(
        "ix_seats_guest", "seats", ["guest"], sqlite_where=seated, postgresql_where=seated
    )
    op.create_table(
        "log",
        sa.Column("table", sa.Text),
        sa.Column("n", sa.BigInteger),
        sa.Column("command", sa.Text, nullable=False),
        *body(),
        sa.PrimaryKeyConstraint("table", "n"),
        sa.UniqueConstraint("table", "command"),
    )
    op.create_table(
        "snapshots",
        sa.Column("table", sa.Text),
        sa.Column("n", sa.BigInteger),
        *body(),
        sa.PrimaryKeyConstraint("table", "n"),
    )
    op.create_table(
        "said",
        sa.Column("table", sa.Text),
        sa.Column("channel", sa.Text),
        sa.Column("n", sa.BigInteger),
        *body(),
        sa.PrimaryKeyConstraint("table", "channel", "n"),
    )
    op.create_table(
        "secrets",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("made", sa.BigInteger, nullable=False),
        *body(),
    )
