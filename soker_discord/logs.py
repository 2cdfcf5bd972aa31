"""Logs: one line an event, plain tracebacks without local variables, since those can hold tokens and hands."""

from __future__ import annotations

import logging
import sys

import structlog

TELLTALES = {
    "discord": logging.INFO,
    "sqlalchemy": logging.WARNING,
    "alembic": logging.WARNING,
}
"""Below these levels they write down statements, their values, requests and payloads: hands, secrets and tokens."""


def configure(level: str) -> None:
    """Log to standard error from this level on. Raises ValueError for a level that does not exist."""
    number = logging.getLevelNamesMapping().get(level.upper())
    if number is None:
        raise ValueError(f"LOG_LEVEL is {level!r}; it must be DEBUG, INFO, WARNING or ERROR")
    logging.basicConfig(level=number, stream=sys.stderr, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    for name, least in TELLTALES.items():
        logging.getLogger(name).setLevel(max(number, least))
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback, colors=False),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=lambda *names: structlog.PrintLogger(sys.stderr),  # the standard error of the moment
    )
