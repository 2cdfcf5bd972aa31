"""The pictures, tested by what they say and where."""
