"""Why an event changes no rating, in words."""

from __future__ import annotations

from engine.game import msg
from ratings.event import Unrated
from soker_discord.locales.speech import Speech

REASONS = {
    Unrated.FRIENDLY: msg("Not rated: the host asked for a friendly one."),
    Unrated.TRAINING: msg("Not rated: training is never recorded."),
    Unrated.SINGLE_GAME: msg("Not rated: only tournaments are."),
    Unrated.ENDED_EARLY: msg("Not rated: everyone voted to end it early."),
    Unrated.TOO_FEW: msg("Not rated: fewer than two took part."),
    Unrated.VOIDED_BY_HOST: msg("Not rated: the host ruled it void."),
    Unrated.TAKEN_OUT: msg("Taken out of the ladder by those who run it."),
    Unrated.FAULT: msg("Not rated: a fault of ours."),
}


def reason(code: str, _: Speech) -> str:
    """The sentence for a reason's code; one that a newer version wrote is a fault of ours to this one."""
    known = Unrated(code) if code in set(Unrated) else Unrated.FAULT
    return _(REASONS[known])
