"""What a seat can do, and the compact form of everything it may do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Play:
    """Discard one card or a package (M4); the last card becomes the top (M5)."""

    kind: ClassVar[str] = "play"
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw one card (P1)."""

    kind: ClassVar[str] = "draw"


@dataclass(frozen=True, slots=True)
class EndTurn:
    """End the turn without a card played (P1, P3)."""

    kind: ClassVar[str] = "end"


@dataclass(frozen=True, slots=True)
class TimeOut:
    """The clock's move, made by the table only (T3): draw one unless drawn or nothing is left, then end the turn."""

    kind: ClassVar[str] = "timeout"


Move = Play | Draw | EndTurn | TimeOut


@dataclass(frozen=True, slots=True)
class PackageOption:
    """The packages of one club a hand can form (M4): two or more of ``cards``, at least one of them in ``legal``.

    ``cards`` are the hand's players of the club, the joker last. ``tops`` are those that may end on top (M5, M6).
    """

    club: int
    cards: tuple[int, ...]
    legal: tuple[int, ...]
    tops: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LegalMoves:
    """Every move of the seat to act: single ``plays``, ``packages``, and whether it may draw or end its turn."""

    seat: int
    plays: tuple[int, ...]
    packages: tuple[PackageOption, ...]
    draw: bool
    end: bool
