"""The colours of the pictures: a pitch in the evening, and lights on it that colour-blind eyes tell apart.

No colour ever says anything alone: beside each stands a letter, a number or a shape.
"""

from __future__ import annotations

Colour = tuple[int, int, int]

PAGE: Colour = (21, 30, 26)
STRIPE: Colour = (27, 39, 33)
"""Every other row, as a pitch is mown."""
TURF: Colour = (23, 84, 52)
TURF_MOWN: Colour = (27, 92, 58)
CHALK: Colour = (52, 116, 81)
"""The lines on the turf, faint enough to be written over."""
PANEL: Colour = (34, 49, 41)
OWN: Colour = (44, 66, 54)
"""Behind the viewer's own row."""
GRID: Colour = (58, 75, 66)
BAND: Colour = (38, 76, 56)
"""The uncertainty around a curve."""
BAND_EDGE: Colour = (72, 128, 96)

INK: Colour = (244, 248, 245)
MUTED: Colour = (176, 192, 183)
ON_TURF: Colour = (208, 228, 216)
"""The smaller words on the turf."""
DARK: Colour = (16, 24, 20)
"""Letters on bright badges."""

GRASS: Colour = (98, 216, 142)
SUN: Colour = (255, 212, 92)
SKY: Colour = (110, 190, 240)
CLAY: Colour = (240, 150, 96)
HEATHER: Colour = (220, 160, 206)
CLOUD: Colour = (186, 198, 192)
SILVER: Colour = (208, 216, 214)
BRONZE: Colour = (214, 150, 98)

TIERS: tuple[Colour, ...] = (SUN, SKY, GRASS, HEATHER, CLAY, CLOUD)
"""From the top of the ladder down."""

MEDALS: tuple[Colour, ...] = (SUN, SILVER, BRONZE)


def between(ink: Colour, ground: Colour, share: float) -> Colour:
    """The colour that is ``share`` of the way from the ground to the ink."""
    red, green, blue = (round(low + (high - low) * share) for high, low in zip(ink, ground, strict=True))
    return red, green, blue


def ramp(ink: Colour, ground: Colour, steps: int) -> tuple[Colour, ...]:
    """The ``steps`` colours strictly between the ground and the ink: the soft edge of a letter."""
    return tuple(between(ink, ground, step / (steps + 1)) for step in range(1, steps + 1))
