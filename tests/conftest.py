"""For all tests."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

# How long an example takes says something of the machine, not of the code; and whether a change is
# sound is not left to chance: every run tries the same examples.
settings.register_profile(
    "any machine",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("any machine")


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Do not measure coverage in tests marked `no_cover`: play is four times faster without.

    pytest-cov pauses one tracer for the mark, but in the workers of xdist there is a second one.
    """
    if not item.get_closest_marker("no_cover"):
        return (yield)
    tracer, in_threads = sys.gettrace(), threading.gettrace()
    sys.settrace(None)
    threading.settrace(None)  # type: ignore[arg-type]
    try:
        return (yield)
    finally:
        sys.settrace(tracer)
        threading.settrace(in_threads)  # type: ignore[arg-type]
