"""The custom ids of our controls: what a click means, in at most 100 characters.

``s:VERB:ID`` names a table (idempotent: Join, My hand, Leave); ``s:VERB:ID:SEQ`` a turn of a game, so that a click on
an old button is known to be old; ``:ARGS`` holds a choice that is being made. No id ever holds a hidden card of others.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

PATTERN = r"s:(?P<verb>[a-z]{2,12}):(?P<id>[0-9]{1,9})(?::(?P<seq>[0-9]{1,9}))?(?::(?P<args>[0-9a-z.]{1,48}))?"
TEMPLATE = re.compile(PATTERN)


@dataclass(frozen=True, slots=True)
class ControlId:
    """A parsed custom id. ``id`` is a table's without ``seq``, a game's with it."""

    verb: str
    id: int
    seq: int | None = None
    args: tuple[str, ...] = ()

    def __str__(self) -> str:
        seq = "" if self.seq is None else f":{self.seq}"
        args = f":{'.'.join(self.args)}" if self.args else ""
        return f"s:{self.verb}:{self.id}{seq}{args}"


def parse(custom_id: str) -> ControlId | None:
    """The control behind a custom id, None if it is none of ours."""
    match = TEMPLATE.fullmatch(custom_id)
    if match is None:
        return None
    seq, args = match["seq"], match["args"]
    return ControlId(match["verb"], int(match["id"]), None if seq is None else int(seq), _split(args))


def number(text: str) -> int | None:
    """A number that a click brought, None for anything that no row of ours can have as its id."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 9 else None


def _split(args: str | None) -> tuple[str, ...]:
    return tuple(args.split(".")) if args else ()
