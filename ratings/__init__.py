"""The ladder: ratings of people from the final orders of their tournaments, and the journal that explains them.

Pure mathematics and data: no clock, no I/O, no database, nothing of the bot. Ratings go in and out as plain floats,
so that a ladder rebuilt from its events equals the living one bit for bit.
"""
