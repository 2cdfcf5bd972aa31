"""Soker's part of the screens."""
