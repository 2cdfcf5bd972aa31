"""What the ladder refuses. All are ValueErrors: what was handed in is wrong, nothing was changed."""


class RatingError(ValueError):
    """Anything the ladder refuses."""


class BadRating(RatingError):
    """A rating that is none: not finite, out of all bounds, or without a positive sigma."""


class BadEvent(RatingError):
    """An event that cannot have happened: its people, places or time contradict each other."""


class UnsoundUpdate(RatingError):
    """An update came out not finite or wider than the rules allow. Nothing known leads here."""
