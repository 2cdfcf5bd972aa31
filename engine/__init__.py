"""The games. Pure data and functions: no clock, no I/O, no Discord, no database."""
