"""For all tests of the server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from server.databases import Postgres, binaries


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A running PostgreSQL; without its programs on this machine the test is skipped."""
    programs = binaries()
    if programs is None:
        pytest.skip("PostgreSQL is not installed: no initdb in PATH or /usr/lib/postgresql/*/bin")
    server = Postgres(programs)
    yield server
    server.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a fresh, empty database is: the test runs once with each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'ludarium.db'}"
    server: Postgres = request.getfixturevalue("postgres")
    return server.new()
