"""What acts without a click: the turn clock, the sweep, the heartbeat. The database is the truth, a timer only wakes us."""
