"""What happened, in order. Nothing in an event is hidden from anyone at the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

Why = Literal["turn", "red", "clock"]


@dataclass(frozen=True, slots=True)
class Played:
    """A seat discarded these cards, the last on top."""

    kind: ClassVar[str] = "played"
    seat: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Linked:
    """The play was a Link (L1, L2). ``skipped`` loses a turn; None where the same play won the game."""

    kind: ClassVar[str] = "linked"
    seat: int
    club: int
    skipped: int | None


@dataclass(frozen=True, slots=True)
class PlaysAgain:
    """The same seat has a new turn (S1, S2, L4)."""

    kind: ClassVar[str] = "plays_again"
    seat: int


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat took cards from the deck: on its turn (P1), because of a red card (S2), or by the clock (T3)."""

    kind: ClassVar[str] = "drew"
    seat: int
    count: int
    why: Why


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """So many discards became the new deck (P2)."""

    kind: ClassVar[str] = "reshuffled"
    count: int


@dataclass(frozen=True, slots=True)
class Passed:
    """A turn ended without a card played (P4)."""

    kind: ClassVar[str] = "passed"
    seat: int


@dataclass(frozen=True, slots=True)
class TimedOut:
    """The clock acts for this seat (T3)."""

    kind: ClassVar[str] = "timed_out"
    seat: int


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A turn begins (S4)."""

    kind: ClassVar[str] = "turn_began"
    seat: int


@dataclass(frozen=True, slots=True)
class Won:
    """The game is won: ``empty hand`` (W1) or ``country`` (W2)."""

    kind: ClassVar[str] = "won"
    seat: int
    way: str


@dataclass(frozen=True, slots=True)
class Deadlocked:
    """Everyone passed and nothing can be drawn: nobody won (P4)."""

    kind: ClassVar[str] = "deadlocked"


Event = Played | Linked | PlaysAgain | Drew | Reshuffled | Passed | TimedOut | TurnBegan | Won | Deadlocked
