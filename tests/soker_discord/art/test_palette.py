"""Letters stand out from what they lie on, as the guidelines for accessible contrast ask."""

from __future__ import annotations

import pytest

from soker_discord.art import palette
from soker_discord.art.palette import Colour


@pytest.mark.parametrize("ground", [palette.PAGE, palette.STRIPE, palette.OWN, palette.PANEL, palette.TURF])
@pytest.mark.parametrize("ink", [palette.INK, palette.MUTED, palette.ON_TURF])
def test_words_stand_out(ink: Colour, ground: Colour) -> None:
    assert contrast(ink, ground) >= 4.5


@pytest.mark.parametrize("badge", [*palette.TIERS, *palette.MEDALS, palette.MUTED])
def test_letters_on_badges_stand_out(badge: Colour) -> None:
    assert contrast(palette.DARK, badge) >= 7


@pytest.mark.parametrize("ink", [palette.GRASS, palette.CLAY, palette.SUN, palette.SKY])
def test_changes_and_signs_stand_out(ink: Colour) -> None:
    assert min(contrast(ink, ground) for ground in (palette.PAGE, palette.STRIPE, palette.OWN)) >= 4.5


def contrast(one: Colour, other: Colour) -> float:
    """The ratio of luminances, from 1 to 21."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Colour) -> float:
    red, green, blue = (_linear(channel / 255) for channel in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
