"""What Alembic runs: it writes SQL instead of sending it, so that it needs no driver."""

from __future__ import annotations

from alembic import context

from ludarium.server.store.migrations import VERSION_TABLE

context.configure(
    dialect_name=context.config.attributes["dialect"],
    version_table=VERSION_TABLE,
    # The database that runs the script wraps it in a transaction of its own.
    transactional_ddl=False,
)
context.run_migrations()
