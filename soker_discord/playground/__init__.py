"""The bot in a local, simulated Discord with a browser page."""
