"""What bad input is answered with."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ludarium import InvalidInput


def complaint(call: Callable[[], object]) -> str:
    """The message of the InvalidInput that a call raises: one line, and not too long."""
    with pytest.raises(InvalidInput) as caught:
        call()
    message = str(caught.value)
    assert message and "\n" not in message and len(message) < 500
    return message
