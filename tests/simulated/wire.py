"""The bot's HTTP requests: what kind each is, how many there were, and how to disturb them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from fnmatch import fnmatchcase
from typing import Any

from simcord.enums import CallbackType
from simcord.types import HttpLogEntry


class Wire(Enum):
    """A route by its meaning: method and pattern of the path."""

    CALLBACK = ("POST", "/interactions/*/*/callback")
    FOLLOW_UP = ("POST", "/webhooks/*/*")
    EDIT_BY_TOKEN = ("PATCH", "/webhooks/*/*/messages/*")
    DELETE_BY_TOKEN = ("DELETE", "/webhooks/*/*/messages/*")
    POST_BY_BOT = ("POST", "/channels/*/messages")
    EDIT_BY_BOT = ("PATCH", "/channels/*/messages/*")
    DELETE_BY_BOT = ("DELETE", "/channels/*/messages/*")
    ANY = ("*", "*")

    @property
    def method(self) -> str:
        return self.value[0]

    @property
    def path(self) -> str:
        return self.value[1]

    def matches(self, method: str, path: str) -> bool:
        """True if a request is of this kind."""
        return self.method in (method, "*") and fnmatchcase(path, self.path)


@dataclass(frozen=True, slots=True)
class Requests:
    """How many requests by the limit they fall under. Only ``by_bot`` counts towards Discord's global limit."""

    callbacks: int = 0
    by_token: int = 0
    by_bot: int = 0

    @property
    def total(self) -> int:
        return self.callbacks + self.by_token + self.by_bot

    def __add__(self, other: Requests) -> Requests:
        return Requests(self.callbacks + other.callbacks, self.by_token + other.by_token, self.by_bot + other.by_bot)

    def __sub__(self, other: Requests) -> Requests:
        return Requests(self.callbacks - other.callbacks, self.by_token - other.by_token, self.by_bot - other.by_bot)


def kind_of(path: str) -> Requests:
    """One request, counted under its limit."""
    if path.startswith("/interactions/"):
        return Requests(callbacks=1)
    if path.startswith("/webhooks/"):
        return Requests(by_token=1)
    return Requests(by_bot=1)


class RequestLog(list[HttpLogEntry]):
    """simcord's log of requests with totals that survive ``clear()``."""

    def __init__(self) -> None:
        super().__init__()
        self.totals = Requests()
        self.routes: Counter[str] = Counter()
        """Requests by the name of their Wire, or by method and path for others."""
        self.shown: Callable[[int, Any], None] | None = None
        """Told of every modal and every list of choices: the interaction's id and what it was answered with."""

    def append(self, entry: HttpLogEntry, /) -> None:
        self.totals += kind_of(entry.path)
        name = _name(entry)
        self.routes[name] += 1
        if self.shown is not None and name == Wire.CALLBACK.name and _shows(entry.json):
            self.shown(int(entry.path.split("/")[2]), entry.json)
        super().append(entry)


def _shows(body: Any) -> bool:
    return isinstance(body, dict) and body.get("type") in (
        CallbackType.MODAL,
        CallbackType.APPLICATION_COMMAND_AUTOCOMPLETE_RESULT,
    )


def _name(entry: HttpLogEntry) -> str:
    for wire in Wire:
        if wire is not Wire.ANY and wire.matches(entry.method, entry.path):
            return wire.name
    return f"{entry.method} {entry.path}"
