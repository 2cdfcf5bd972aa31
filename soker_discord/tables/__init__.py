"""The use cases: open, join, start, play, time out, leave, rematch. Each is one transaction, without Discord types."""
