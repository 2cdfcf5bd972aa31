"""One write in flight a key; of what piles up behind it only the newest is written."""

from __future__ import annotations

import asyncio

from soker_discord.publish.newest_only import NewestOnly


class Slow:
    def __init__(self) -> None:
        self.state = 0
        self.written: list[int] = []
        self.running = 0
        self.most = 0
        self.gate = asyncio.Event()

    async def write(self, key: str) -> None:
        self.running += 1
        self.most = max(self.most, self.running)
        state = self.state
        await self.gate.wait()
        self.written.append(state)
        self.running -= 1


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def test_overtaken_states_are_left_out():
    slow = Slow()
    newest = NewestOnly[str](slow.write)
    for state in range(1, 6):
        slow.state = state
        newest.show("table")
        await settle()
    slow.gate.set()
    await settle()
    assert slow.written == [1, 5]
    assert slow.most == 1


async def test_keys_do_not_wait_for_each_other():
    slow = Slow()
    newest = NewestOnly[str](slow.write)
    newest.show("one")
    newest.show("two")
    await settle()
    assert slow.most == 2
    slow.gate.set()
    await settle()


async def test_a_write_that_was_overtaken_by_an_answer_does_not_have_the_last_word():
    slow = Slow()
    newest = NewestOnly[str](slow.write)
    slow.state = 1
    newest.show("hand")
    await settle()
    slow.state = 2
    newest.answered("hand")
    slow.gate.set()
    await settle()
    assert slow.written[-1] == 2


async def test_an_answer_without_a_write_under_way_writes_nothing():
    slow = Slow()
    slow.gate.set()
    newest = NewestOnly[str](slow.write)
    newest.answered("hand")
    await settle()
    assert slow.written == []


async def test_a_failing_write_does_not_stop_the_next():
    written = []

    async def write(key: str) -> None:
        written.append(key)
        if len(written) == 1:
            raise RuntimeError("Discord is away")

    newest = NewestOnly[str](write)
    newest.show("table")
    await settle()
    newest.show("table")
    await settle()
    assert written == ["table", "table"]
