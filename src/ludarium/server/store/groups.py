"""What waits to be written, and how those who wait are told."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Final, TypeAlias

from ludarium.server.store.rows import StoreFailed
from ludarium.server.store.sheets import Sealing

GROUP: Final = 512
"""Writes that share a sync, at most."""

Job: TypeAlias = "tuple[Sealing, asyncio.Future[None]]"
Outcome: TypeAlias = "str | None"
"""Why it failed, or None."""


def settle(jobs: Iterable[Job], outcomes: Iterable[Outcome]) -> None:
    """Tell everyone who still waits."""
    for (_, done), failure in zip(jobs, outcomes):
        if done.done():
            continue
        if failure is None:
            done.set_result(None)
        else:
            done.set_exception(StoreFailed(failure))
