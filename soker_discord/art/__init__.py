"""Pictures: pure functions from values to the bytes of a PNG, without a language, a clock or Discord.

``leaderboard``, ``chart`` and ``standing`` each lay out a ``marks.Picture``, which ``painting`` turns into bytes. Call
them off the event loop (``asyncio.to_thread``). All words and numbers come from the caller, already translated.
"""
