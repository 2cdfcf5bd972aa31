"""What a person is told when something cannot be done. Nothing has changed when one of these is raised."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import IllegalMove


class Refused(Exception):
    """A kind refusal: an English sentence (the gettext message id) with ``{names}`` to fill after translation."""

    def __init__(self, text: str, **values: object) -> None:
        super().__init__(text.format(**values))
        self.text = text
        self.values: Mapping[str, object] = values


class SeatedElsewhere(Refused):
    """The person sits at another running table; ``table_id`` is that table."""

    def __init__(self, text: str, table_id: int, **values: object) -> None:
        super().__init__(text, **values)
        self.table_id = table_id


class Illegal(Exception):
    """A move that the rules of ``game`` (a name of the catalogue) do not allow; ``error`` names the rule."""

    def __init__(self, game: str, error: IllegalMove) -> None:
        super().__init__(str(error))
        self.game = game
        self.error = error


class Stale(Exception):
    """The button belongs to an earlier moment of the game. Whoever catches it shows the present."""

    def __init__(self, table_id: int, *, time_ran_out: bool = False) -> None:
        super().__init__("the game has moved on")
        self.table_id = table_id
        self.time_ran_out = time_ran_out


class AlreadyDone(Exception):
    """This very interaction was carried out before: a double delivery. The answer is silence."""
