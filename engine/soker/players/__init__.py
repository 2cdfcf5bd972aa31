"""The system players of Soker: what they remember, and how the three strengths choose. Loads nothing that compiles."""

from engine.soker.players.choosing import STRENGTHS, choose, policy_of
from engine.soker.players.memory import Memory, memory

__all__ = ["STRENGTHS", "Memory", "choose", "memory", "policy_of"]
