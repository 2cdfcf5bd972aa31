"""How the properties of the games are tried."""

from hypothesis import settings

settings.register_profile("games", deadline=None)  # a whole game takes as long as the machine is busy
settings.load_profile("games")
