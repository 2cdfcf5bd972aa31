"""What acts without a click: turn clock, sweep, heartbeat. The database is the truth, a timer only wakes us."""
