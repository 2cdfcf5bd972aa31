"""What an error of the database means."""

from __future__ import annotations

from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

DatabaseError = DBAPIError
"""An error of the driver's; ``orig`` is what it said."""


def lost_a_race(error: BaseException) -> bool:
    """A unique key was taken, or PostgreSQL chose this transaction to end a deadlock."""
    if not isinstance(error, DBAPIError):
        return False
    return isinstance(error, IntegrityError) or getattr(error.orig, "sqlstate", None) in ("40001", "40P01")


def is_database_away(error: BaseException) -> bool:
    """True for a connection that is gone or cannot be had, and for a database that is locked or full."""
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    return isinstance(error, (OperationalError, InterfaceError, PoolTimeout, ConnectionError, OSError))
