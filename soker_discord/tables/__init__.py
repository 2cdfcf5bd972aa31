"""The use cases: open, join, start, play, time out, leave, rematch. Each is one transaction; no Discord types in here."""
