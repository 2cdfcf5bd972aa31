"""What happens when nobody clicks: idle rooms close, sleepers are played out, downtime is made good."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from engine import catalogue
from engine.game import msg
from soker_discord.store.database import Session
from soker_discord.store.erasing import closed_trainings, erase_table
from soker_discord.store.games import newest_game, sleeping_games
from soker_discord.store.models import Fact, GameRow, Heartbeat, Mode, MoveBy, MoveRow, Table, TableStatus
from soker_discord.store.people import wants_calls
from soker_discord.store.receipts import drop_receipts, keep_receipt
from soker_discord.store.rooms import idle_rooms, locked_table, seats_of
from soker_discord.store.tournaments import tables_on_a_break
from soker_discord.store.turns import claim_turn_call, locked_turns, running_turns
from soker_discord.tables.deals import Deals
from soker_discord.tables.house import House, Request
from soker_discord.tables.outcome import Outcome, outcome
from soker_discord.tables.play import HEARD_WITHIN, Play, open_sitting
from soker_discord.tables.refusals import AlreadyDone, Refused
from soker_discord.tables.rooms import close_table, open_table, require_host
from soker_discord.tables.system_play import SystemPlay

IDLE_ROOM = timedelta(minutes=30)
SLEEPER_ENDS = timedelta(days=1)
RECEIPT_LIFE = timedelta(hours=1)
TRAINING_SAYS_GOODBYE = timedelta(minutes=2)
NOTHING_TO_GIVE_UP = msg("There is no sleeping game of yours against the system at that table.")


@dataclass(frozen=True, slots=True)
class OpenTurn:
    """A turn whose clock runs: which table and game, the turn's number, when it ends, which guild is home.

    ``on_break``: the game is over, and the next one of its tournament is dealt at the deadline.
    ``acts``: a system player makes its move at the deadline. ``hidden``: one person alone sees the table.
    """

    table_id: int
    game_id: int
    seq: int
    deadline: datetime
    guild_id: int | None
    on_break: bool = False
    acts: bool = False
    hidden: bool = False


def open_turn(outcome: Outcome) -> OpenTurn:
    """What a clock has to watch after an outcome with a deadline."""
    assert outcome.deadline is not None
    return OpenTurn(
        outcome.table_id,
        outcome.game_id,
        outcome.seq,
        outcome.deadline,
        outcome.home_guild_id,
        outcome.on_break,
        outcome.acts,
        outcome.hidden,
    )


@dataclass(frozen=True, slots=True)
class Call:
    """A call for attention: whom, at which table, and the channel they joined in."""

    discord_id: int
    table_id: int
    channel_id: int | None


@dataclass(frozen=True, slots=True)
class Housekeeping:
    """The use cases of the sweep and the heartbeat."""

    house: House
    play: Play
    deals: Deals
    system: SystemPlay

    async def close_idle_rooms(self) -> list[int]:
        """Close lobbies, finished tables and sleeping trainings that nobody touched for half an hour; their ids."""
        before = self.house.now() - IDLE_ROOM
        async with self.house.database.read() as db:
            candidates = await idle_rooms(db, before)
        return [table_id for table_id in candidates if await self._close_if_idle(table_id, before)]

    async def _close_if_idle(self, table_id: int, before: datetime) -> bool:
        async def work(db: Session) -> bool:
            table = await locked_table(db, table_id)
            if table is None or table.touched_at >= before or not _may_close(table):
                return False
            await close_table(db, table, "idle", self.house.now())
            return True

        return await self.house.transact(work)

    async def forget_trainings(self) -> int:
        """Erase what is left of training tables whose messages have had time to say that they are closed."""
        before = self.house.now() - TRAINING_SAYS_GOODBYE
        async with self.house.database.read() as db:
            closed = await closed_trainings(db, before)
        for table_id in closed:
            async with self.house.database.write() as db:
                await erase_table(db, table_id)
        return len(closed)

    async def sleepers(self) -> list[int]:
        """Games that have slept for a day, counted from the last move a person made."""
        async with self.house.database.read() as db:
            return list(await sleeping_games(db, self.house.now() - SLEEPER_ENDS))

    async def end_sleeper(self, game_id: int) -> Outcome | None:
        """Play such a game to its end, and those of its tournament after it, each in a transaction of its own.

        What counts, counts. Returns how the table stands then; None if there was nothing to do any more.
        """
        before, ended = self.house.now() - SLEEPER_ENDS, None
        while (found := await self._end_one(game_id, before)) is not None:
            ended = found
            if found.finished:
                break
            game_id = found.game_id
        return ended

    async def give_up(self, request: Request, table_id: int) -> Outcome | None:
        """The person of a sleeping game against the system wants it played to its end now.

        From then on it is a sleeper whose day is over, so a crash changes nothing. Raises Refused: not theirs, not
        asleep, not against the system; AlreadyDone.
        """

        async def work(db: Session) -> int:
            table = await open_table(db, table_id)
            if not await keep_receipt(db, request.interaction_id, request.made_at):
                raise AlreadyDone
            await require_host(db, table, request)
            row = await newest_game(db, table_id)
            if table.mode != Mode.SYSTEM or table.status != TableStatus.ASLEEP or row is None or row.id is None:
                raise Refused(NOTHING_TO_GIVE_UP)
            table.touched_at = self.house.now() - SLEEPER_ENDS - timedelta(seconds=1)
            db.add(table)
            return row.id

        return await self.end_sleeper(await self.house.transact(work))

    async def _end_one(self, game_id: int, before: datetime) -> Outcome | None:
        """Play one game to its end. The next of its tournament is dealt and sleeps on, so that a crash loses nothing.

        Returns how the table stands then, None if somebody woke it meanwhile.
        """
        rest = await self.system.rest_of_game(game_id)
        if rest is None:
            return None

        async def work(db: Session) -> Outcome | None:
            sitting, _ = await open_sitting(db, game_id)
            table, untouched_since = sitting.table, sitting.table.touched_at
            if table.status != TableStatus.ASLEEP or untouched_since >= before or sitting.row.seq != rest.seq:
                return None
            await self.play.play_out(db, sitting, rest.moves)
            if table.status == TableStatus.BREAK:
                sitting = await self.deals.next_sitting(db, sitting)
                self.play.sleep(db, sitting)
                table.touched_at = untouched_since
            return outcome(table, sitting.row)

        return await self.house.transact(work)

    async def open_turns(self) -> list[OpenTurn]:
        """Every turn and every break whose clock runs."""
        async with self.house.database.read() as db:
            rows = await running_turns(db)
            resting = await tables_on_a_break(db)
        breaks = [await self.newest_outcome(table_id) for table_id in resting]
        return [open_turn(found) for found in breaks if found is not None and found.on_break] + [
            open_turn(outcome(table, game)) for table, game in rows
        ]

    async def beat(self, shard_id: int, shard_count: int, *, first: bool) -> list[OpenTurn]:
        """This shard hears Discord now. If it had not for a while, its open turns get a full clock; returns those.

        ``first``: this process has just started. Nobody can say how long players were kept waiting, so the same holds.

        A guild belongs to shard ``(guild_id >> 22) % shard_count`` (Discord's sharding formula).
        """

        async def work(db: Session) -> list[OpenTurn]:
            now = self.house.now()
            beat = await db.get(Heartbeat, shard_id, with_for_update=True)
            if beat is None:
                db.add(Heartbeat(shard_id=shard_id, beat_at=now))
                return []
            last, beat.beat_at = beat.beat_at, now
            db.add(beat)
            if now - last <= HEARD_WITHIN and not first:
                return []
            return await self._make_good(db, shard_id, shard_count, last, now)

        return await self.house.transact(work)

    @staticmethod
    async def _make_good(db: Session, shard_id: int, shard_count: int, last: datetime, now: datetime) -> list[OpenTurn]:
        restored = []
        for table, game in await locked_turns(db, after=last):
            if ((table.home_guild_id or 0) >> 22) % shard_count != shard_id:
                continue
            rules = catalogue.game(game.game, game.rules_version)
            game.deadline = now + timedelta(seconds=rules.turn_seconds)
            game.full_clock_at = now
            table.version += 1
            db.add(game)
            db.add(table)
            restored.append(open_turn(outcome(table, game)))
        return restored

    async def claim_call(self, game_id: int, seq: int) -> Call | None:
        """Whoever should be called now, once a turn; None if nobody should.

        Sparing: nobody who has just moved, who is away, or who has turned the call off.
        """

        async def work(db: Session) -> Call | None:
            row = await db.get(GameRow, game_id)
            if row is None or row.seq != seq or row.result is not None:
                return None
            if not await claim_turn_call(db, game_id, seq):
                return None
            rules = catalogue.game(row.game, row.rules_version)
            turn = rules.to_act(rules.load_state(row.state))
            last = await db.get(MoveRow, (game_id, seq))
            if last is not None and last.seat == turn and last.by == MoveBy.PERSON:
                return None
            return await self._callable_at(db, row.table_id, turn)

        return await self.house.transact(work)

    @staticmethod
    async def _callable_at(db: Session, table_id: int, position: int | None) -> Call | None:
        for seat, person in await seats_of(db, table_id):
            if seat.position == position and person.attention_call and not seat.away and person.discord_id is not None:
                return Call(person.discord_id, table_id, seat.channel_id)
        return None

    async def drop_old_receipts(self) -> None:
        """Forget interactions of more than an hour ago: Discord delivers none of them again."""
        async with self.house.database.write() as db:
            await drop_receipts(db, self.house.now() - RECEIPT_LIFE)

    async def remembered(self, key: str) -> str | None:
        """A fact about this installation."""
        async with self.house.database.read() as db:
            fact = await db.get(Fact, key)
            return fact.value if fact else None

    async def remember(self, key: str, value: str) -> None:
        """Keep a fact about this installation."""
        async with self.house.database.write() as db:
            await db.merge(Fact(key=key, value=value))

    async def newest_outcome(self, table_id: int) -> Outcome | None:
        """The running game of a table as it stands, to arm its clock."""
        async with self.house.database.read() as db:
            table = await db.get(Table, table_id)
            row = await newest_game(db, table_id)
            return None if table is None or row is None else outcome(table, row)

    async def attention_of(self, discord_id: int) -> bool:
        """Whether a person wants to be called."""
        async with self.house.database.read() as db:
            value = await wants_calls(db, discord_id)
            return True if value is None else value


def _may_close(table: Table) -> bool:
    """What nobody waits for. A sleeping game that counts is played to its end instead."""
    asleep = table.mode == Mode.TRAINING and table.status == TableStatus.ASLEEP
    return asleep or table.status in (TableStatus.LOBBY, TableStatus.OVER)
