"""Structured logs: one line for each thing worth knowing, and never a secret in it."""

from __future__ import annotations

import logging
import sys
from collections.abc import MutableMapping
from typing import Final, Literal, TextIO, cast

import structlog

SECRETS: Final = frozenset(
    {"token", "tokens", "cookie", "seed", "text", "do", "card", "cards", "hand", "view", "query"}
)
"""Fields that no log line may have, whoever wrote it."""


def configure(style: Literal["json", "plain"], stream: TextIO | None = None) -> None:
    """Send every log line to a stream: as JSON, or as `key=value` for people."""
    file = stream or sys.stderr
    shape: structlog.typing.Processor
    if style == "json":
        shape = structlog.processors.JSONRenderer()
    else:
        shape = structlog.processors.LogfmtRenderer(
            key_order=["timestamp", "level", "event"], drop_missing=True
        )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            without_secrets,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            shape,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(file),
        cache_logger_on_first_use=False,
    )
    logging.basicConfig(handlers=[Forward()], level=logging.WARNING, force=True)


def logger(part: str) -> structlog.typing.FilteringBoundLogger:
    """The log of one part of the server."""
    return cast("structlog.typing.FilteringBoundLogger", structlog.get_logger(part=part))


def without_secrets(
    _: object, __: str, fields: MutableMapping[str, object]
) -> MutableMapping[str, object]:
    """Leave out what must not be written down."""
    for name in SECRETS & fields.keys():
        del fields[name]
    return fields


class Forward(logging.Handler):
    """Hands what libraries log to the same stream."""

    def emit(self, record: logging.LogRecord) -> None:
        logger(record.name).log(record.levelno, record.getMessage(), exc_info=record.exc_info)
