"""What a ladder message shows, as its buttons carry it: everything stands in the custom id, nothing in memory."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from soker_discord.screens.ids import ControlId

Kind = Literal["top", "profile", "history"]
KINDS: tuple[Kind, ...] = ("top", "profile", "history")

TURN, POST = "ladder", "ladpost"
"""The verbs: show something else in this message; post what it shows for everybody."""


@dataclass(frozen=True, slots=True)
class LadderAsk:
    """``number``: the page of a leaderboard (from 0), else a person by our own id. ``here``: this server's ladder.

    ``season``: only those who were last active in the present season. ``picture``: as a picture, else as text.
    """

    kind: Kind
    family: str
    here: bool
    number: int = 0
    season: bool = False
    picture: bool = True

    def control(self, name: str, verb: str = TURN, **changes: Any) -> ControlId:
        """The custom id of a button for this, with changes. Its ``name`` tells it from others that ask for the same."""
        ask = replace(self, **changes) if changes else self
        flags = "".join("ny"[flag] for flag in (ask.here, ask.season, ask.picture))
        return ControlId(verb, ask.number, args=(ask.kind, ask.family, flags, name))


def read_ask(control: ControlId) -> LadderAsk | None:
    """What a button asks for; None for one that is not of this version."""
    kind: Kind | None = next((kind for kind in KINDS if control.args[:1] == (kind,)), None)
    if kind is None or len(control.args) != 4:
        return None
    family, flags = control.args[1:3]
    if len(flags) != 3 or set(flags) - {"n", "y"}:
        return None
    here, season, picture = (flag == "y" for flag in flags)
    return LadderAsk(kind, family, here, control.id, season, picture)
