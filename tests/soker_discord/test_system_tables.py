"""Games against the system (O2) and training (O1) through the real commands and buttons."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import SQLModel, func, select

from engine import catalogue
from engine.soker import SOKER
from engine.soker.cards import CARDS
from engine.soker.moves import Play, TimeOut
from soker_discord.store.ladder_models import LadderEvent, LadderJournal
from soker_discord.store.models import GameRow, MoveBy, MoveRow, Person, Seat, Table, TableStatus, Tournament
from soker_discord.tables.careers import Career, Careers
from soker_discord.tables.ladder_check import verify
from soker_discord.tables.system_ratings import FIXED, best_of
from tests.simulated.env import Simulation
from tests.soker_discord.alone import Alone

SYSTEM = {"mode": "system"}
TRAINING = {"mode": "training"}


async def rows(sim: Simulation, model: type[SQLModel]) -> Sequence[Any]:
    async with sim.bot.database.read() as db:
        return (await db.exec(select(model))).all()


async def career_of(sim: Simulation, party: Alone, family: str) -> Career:
    person = await sim.bot.tables.people.by_discord(party.person.id)
    return await Careers(sim.bot.tables.looking.house).career(person.id, family)


async def sleep_since(sim: Simulation, age: timedelta) -> None:
    async with sim.bot.database.write() as db:
        for table in (await db.exec(select(Table))).all():
            table.touched_at = sim.now() - age - timedelta(seconds=1)
            db.add(table)
    await sim.advance(16)


@pytest.mark.parametrize("opponents", [1, 2, 3])
async def test_O2_a_single_game_against_one_two_or_three(any_sim: Simulation, opponents: int):
    sim = any_sim
    party = await Alone.open(sim, random.Random(opponents), opponents=opponents, strength="amateur", **SYSTEM)
    table = sim.public()[-1]
    assert "Against the system · amateur" in table.text
    await party.play_out()
    moves = await party.moves()
    mine = await party.position()
    assert {move.by for move in moves if move.seat != mine} == {MoveBy.SYSTEM}
    assert {move.by for move in moves if move.seat == mine} == {MoveBy.PERSON}
    row = await party.row()
    assert row.seats == opponents + 1
    assert row.result is not None
    assert "is over" in table.text
    journal = await rows(sim, LadderJournal)
    assert sorted(entry.board for entry in journal) == ["system", f"system:{sim.guild.id}"]
    winner = row.result["winner"]
    assert {entry.place for entry in journal} == {1 if winner in (None, mine) else 2}
    events = await rows(sim, LadderEvent)
    assert {len(event.entrants) for event in events} == {2}, "the person, and the best of the others"
    career = await career_of(sim, party, "system")
    assert (career.games, career.wins) == (1, int(winner == mine))
    assert career.tournaments == 0, "a single game is no tournament"
    people = await career_of(sim, party, "soker")
    assert people.games == 0, "with people they have not played"


async def test_O2_the_start_rotates_from_game_to_game(sim: Simulation):
    party = await Alone.open(sim, random.Random(1), opponents=2, strength="amateur", **SYSTEM)
    starters = []
    for _ in range(4):
        await party.play_out(checking=False)
        starters.append((await party.row()).starter)
        await party.person.click(sim.public()[-1], label="Rematch")
        await party.find_game()
    assert [(starter - starters[0]) % 3 for starter in starters] == [0, 1, 2, 0]
    assert len({tuple(await party.seating())}) == 1
    assert len(await rows(sim, LadderJournal)) == 8, "every game counts, everywhere and here"
    weights = {entry.weight for entry in await rows(sim, LadderJournal)}
    assert weights == {1.0}, "the same opponents again are no farming: their rating is fixed"


async def test_O2_a_tournament_against_the_system(sim: Simulation):
    party = await Alone.open(sim, random.Random(3), play="tournament", strength="amateur", room="private", **SYSTEM)
    for game in range(8):
        assert f"game {game + 1} of 8" in party.screen().text
        await party.play_out(checking=game == 0)
        if game == 3:
            await sim.restart()
        if game < 7:
            label = next(button.label for button in party.screen().buttons if button.label.startswith("Ready"))
            await party.person.click(party.screen(), label=label)
            await party.find_game()
    assert not sim.public(), "a private table is seen by nobody else"
    (tournament,) = await rows(sim, Tournament)
    assert tournament.finished_at is not None
    assert tournament.unrated is None
    text = party.screen().text.replace("**", "")
    assert "Final order" in text
    assert re.search(r"Your rating: .* → ", text)
    journal = await rows(sim, LadderJournal)
    assert len(journal) == 2
    mine = await party.position()
    assert journal[0].place == tournament.result["places"][mine]
    career = await career_of(sim, party, "system")
    assert (career.games, career.tournaments) == (8, 1)
    starters = [row.starter for row in await rows(sim, GameRow)]
    assert [starters.count(seat) for seat in range(4)] == [2, 2, 2, 2], "G1"


async def test_system_players_keep_their_rating_and_stand_on_no_board(sim: Simulation):
    party = await Alone.open(sim, random.Random(5), opponents=1, strength="professional", **SYSTEM)
    await party.play_out(checking=False)
    system = {person.id for person in await rows(sim, Person) if person.strength is not None}
    assert len(system) == 1
    assert not system & {entry.person_id for entry in await rows(sim, LadderJournal)}
    event = (await rows(sim, LadderEvent))[0]
    fixed = [entrant for entrant in event.entrants if len(entrant) > 3]
    best = best_of("professional", 1)
    assert [tuple(entrant[3:]) for entrant in fixed] == [(best.mu, best.sigma)]
    assert best.mu == FIXED["professional"].mu, "the best of one is the one"


async def test_T4_they_think_for_about_five_seconds_and_no_clock_runs_for_them(sim: Simulation):
    party = await Alone.open(sim, random.Random(2), opponents=3, strength="amateur", **SYSTEM)
    thoughts = []
    while len(thoughts) < 12:
        if not await party.my_turn():
            await party.person.click(sim.public()[-1], label="Rematch")
            await party.find_game()
            continue
        await party.move()
        before = await party.row()
        if before.result is None and SOKER.to_act(await party.state()) != await party.position():
            assert before.deadline is None
            assert before.act_at is not None
            thoughts.append((before.act_at - sim.now()).total_seconds())
            assert "thinks" in sim.public()[-1].text
            await sim.advance(thoughts[-1] - 0.1)
            assert (await party.row()).seq == before.seq, "not before its time"
    assert all(3.5 <= thought <= 6.5 for thought in thoughts)
    assert len(set(thoughts)) == len(thoughts), "never twice the same"


async def test_T1_the_clock_runs_for_the_person_and_the_table_sleeps_without_them(sim: Simulation):
    party = await Alone.open(sim, random.Random(4), opponents=3, strength="amateur", **SYSTEM)
    await party.sleeps()
    mine = await party.position()
    clocked = [move for move in await party.moves() if move.by == MoveBy.CLOCK]
    assert len(clocked) == 3, "after three rounds without them"
    assert {move.seat for move in clocked} == {mine}
    seq = (await party.row()).seq
    await sim.advance(120)
    assert (await party.row()).seq == seq, "asleep nobody moves"
    await party.person.click(sim.public()[-1], label="Resume")
    assert await party.status() == TableStatus.PLAYING
    await party.play_out(checking=False)


async def test_a_restart_in_the_middle_of_a_thought_loses_nothing(any_sim: Simulation):
    party = await Alone.open(any_sim, random.Random(6), opponents=3, strength="amateur", **SYSTEM)
    for _ in range(3):
        await party.my_turn()
        await party.move()
        await any_sim.restart()
    await party.play_out(checking=False)
    moves = await party.moves()
    assert [move.seq for move in moves] == list(range(1, len(moves) + 1))


async def test_several_processes_compute_and_exactly_one_move_is_made(any_sim: Simulation):
    sim = any_sim
    party = await Alone.open(sim, random.Random(8), opponents=3, strength="amateur", **SYSTEM)
    while SOKER.to_act(await party.state()) == await party.position():
        await party.move()
    row = await party.row()
    sim.bot.clock.close()
    async with sim.bot.database.write() as db:
        stored = await db.get(GameRow, row.id)
        stored.act_at = sim.now()
        db.add(stored)

    async def race() -> list[Any]:
        return await asyncio.gather(*[sim.bot.tables.system.act(row.id, row.seq) for _ in range(8)])

    made = [outcome for outcome in await sim.on_bot(race()) if outcome is not None]
    assert len(made) == 1
    assert (await party.row()).seq == row.seq + 1


async def test_a_game_that_counts_cannot_be_ended_or_escaped(sim: Simulation):
    party = await Alone.open(sim, random.Random(9), opponents=3, strength="amateur", **SYSTEM)
    await party.my_turn()
    table = sim.public()[-1]
    assert not [button for button in table.buttons if button.label.startswith("End early")]
    table_id = (await party.row()).table_id
    answer = await sim.forged(party.person, table, f"s:vote:{table_id}")
    assert "counts and is played to its end" in sim.answers(answer)[-1].text
    left = await party.person.click(table, label="Leave")
    assert "then it is played to its end" in sim.answers(left)[-1].text
    assert await party.status() == TableStatus.ASLEEP
    assert "left, the table plays" not in table.text
    await sleep_since(sim, timedelta(days=1))
    row = await party.row()
    assert row.result is not None, "a day later it is played to its end"
    mine = await party.position()
    assert {move.by for move in await party.moves() if move.seat != mine} <= {MoveBy.SYSTEM}
    assert len(await rows(sim, LadderJournal)) == 2, "what counts, counts"
    assert "is over" in sim.public()[-1].text


async def test_a_tournament_that_was_left_is_played_out_game_by_game(sim: Simulation):
    party = await Alone.open(sim, random.Random(11), play="tournament", strength="amateur", **SYSTEM)
    await party.my_turn()
    await party.person.click(sim.public()[-1], label="Leave")
    await sleep_since(sim, timedelta(days=1))
    games = await rows(sim, GameRow)
    assert len(games) == 8
    assert all(game.result is not None for game in games)
    assert len(await rows(sim, LadderJournal)) == 2


async def test_a_private_table_comes_back_by_command(sim: Simulation):
    party = await Alone.open(sim, random.Random(12), opponents=2, strength="amateur", room="private", **SYSTEM)
    assert not sim.public()
    await party.sleeps()
    await sim.advance(15 * 60)
    assert await party.status() == TableStatus.ASLEEP, "the token has run out, and the table sleeps"
    back = sim.answers(await party.person.slash(sim.channel, "soker table"))[0]
    assert back.ephemeral
    assert "sleeps" in back.text
    await party.person.click(back, label="Resume")
    assert await party.status() == TableStatus.PLAYING
    await party.play_out(checking=False)
    assert "is over" in party.screen().text
    first, number = party.game_id, (await party.row()).number
    await party.person.click(party.screen(), label="Rematch")
    await party.find_game()
    assert party.game_id != first
    assert f"game {number + 1}" in party.screen().text
    assert not sim.public()


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"mode": "people", "opponents": 2}, "Opponents and strength are for"),
        ({"mode": "people", "strength": "amateur"}, "Opponents and strength are for"),
        ({"mode": "training", "opponents": 2}, "Training is with three"),
        ({"mode": "training", "play": "tournament"}, "Training is for single games"),
        ({"mode": "system", "play": "tournament", "opponents": 1}, "is with three of its players"),
        ({"mode": "system", "play": "tournament", "rating": "friendly"}, "every result counts"),
        ({"mode": "training", "rating": "ranked"}, "Training never counts"),
    ],
)
async def test_what_does_not_go_together_is_said(sim: Simulation, options: dict[str, Any], says: str):
    answer = sim.answers(await sim.person("Ada").slash(sim.channel, "soker new", **options))[0]
    assert answer.ephemeral
    assert says in answer.text
    assert not await rows(sim, Table)


async def test_nobody_else_sits_down_or_starts(sim: Simulation):
    ada, ben = sim.person("Ada"), sim.person("Ben")
    lobby = sim.answers(await ada.slash(sim.channel, "soker new", **SYSTEM))[0]
    assert "🤖 **Libero** · professional" in lobby.text, "the middle strength is the usual one"
    (table,) = await rows(sim, Table)
    for act in (ben.slash(sim.channel, "soker join", code=table.code), sim.forged(ben, lobby, f"s:join:{table.id}")):
        assert "plays alone with the system" in sim.answers(await act)[-1].text
    assert "Only Ada" in sim.answers(await ben.click(lobby, label="Start"))[-1].text
    system = next(seat.person_id for seat in await rows(sim, Seat) if seat.strength is not None)
    await sim.forged(ada, lobby, f"s:remove:{table.id}", str(system))
    assert len(await rows(sim, Seat)) == 4, "system players stay"
    await ada.click(lobby, label="Leave")
    assert (await sim.bot.tables.looking.look(table.id)).status == TableStatus.CLOSED


# ---------------------------------------------------------------------------- training


def chances_in(text: str) -> list[float]:
    found = re.findall(r"wins \*\*(under |over )?([0-9]+)%\*\*", text)
    return [0.5 if word == "under " else 99.5 if word == "over " else float(number) for word, number in found]


async def test_O1_training_shows_all_hands_and_everybodys_chance(sim: Simulation):
    party = await Alone.open(sim, random.Random(1), **TRAINING)
    assert not sim.public(), "training is private unless it is asked for otherwise"
    for _ in range(3):
        assert await party.my_turn()
        state, mine = await party.state(), await party.position()
        text = party.screen().text
        for seat, hand in enumerate(state.hands):
            if seat == mine:
                continue
            for card in hand:
                code = CARDS[card].club_code
                assert code is None or f"{CARDS[card].position} {code}" in text
        chances = chances_in(text)
        assert len(chances) == 4
        assert abs(sum(chances) - 100) <= 3, "rounded"
        await party.move()


async def test_O1_odds_and_a_hint_on_request(sim: Simulation):
    party = await Alone.open(sim, random.Random(2), **TRAINING)
    assert await party.my_turn()
    row = await party.row()
    await party.person.click(party.screen(), label="Odds of my moves")
    text = party.screen().text
    assert "You win after" in text
    lines = re.findall(r"\*\*(?:under |over )?(\d+)%\*\* · (.+)", text)
    assert lines
    shares = [int(share) for share, _ in lines]
    assert shares == sorted(shares, reverse=True), "the best first"
    assert any("Draw a card" in what for _, what in lines) or "more" in text
    await party.person.click(party.screen(), label="Hint")
    hint = next(line for line in party.screen().text.splitlines() if line.startswith("💡"))
    assert re.fullmatch(r"💡 \*\*.+\*\* — .+\.", hint), "which move, and why in one sentence"
    assert (await party.row()).seq == row.seq, "asking is no move"
    old = f"s:hint:{row.id}:{row.seq}"
    await party.move()
    answer = await sim.forged(party.person, party.screen(), old)
    assert "earlier moment" in sim.answers(answer)[-1].text or "your own turn" in sim.answers(answer)[-1].text


async def test_odds_are_for_training_alone(sim: Simulation):
    party = await Alone.open(sim, random.Random(3), opponents=1, strength="amateur", **SYSTEM)
    await party.my_turn()
    row = await party.row()
    assert "wins **" not in party.screen().text
    for verb in ("odds", "hint"):
        answer = await sim.forged(party.person, party.screen(), f"s:{verb}:{row.id}:{row.seq}")
        assert "are for training" in sim.answers(answer)[-1].text


async def test_O1_nothing_of_training_is_kept(any_sim: Simulation):
    sim = any_sim
    party = await Alone.open(sim, random.Random(4), **TRAINING)
    await party.play_out(checking=False)
    assert "is over" in party.screen().text
    assert (await career_of(sim, party, "system")).games == 0
    assert (await career_of(sim, party, "soker")).games == 0
    assert not await rows(sim, LadderJournal)
    screen = party.screen()
    await party.person.click(screen, label="Rematch")
    await party.find_game()
    await party.my_turn()
    left = await party.person.click(party.screen(), label="Leave")
    assert "Nothing of it is kept" in sim.answers(left)[-1].text
    await sim.advance(3 * 60)
    kept = {"person", "receipt", "heartbeat", "fact", "alembic_version"}
    async with sim.bot.database.read() as db:
        for name, table in SQLModel.metadata.tables.items():
            if name not in kept:
                count = (await db.exec(select(func.count()).select_from(table))).one()
                assert count == 0, f"{name} has {count} rows"


async def test_a_training_that_nobody_comes_back_to_is_erased_too(sim: Simulation):
    party = await Alone.open(sim, random.Random(5), **TRAINING)
    await party.sleeps()
    await sim.advance(35 * 60)
    assert not await rows(sim, GameRow)
    assert not await rows(sim, MoveRow)
    assert not await rows(sim, Table)
    assert not await rows(sim, Seat)


async def test_who_watches_a_public_training_sees_no_hand(sim: Simulation):
    party = await Alone.open(sim, random.Random(6), room="public", **TRAINING)
    assert await party.my_turn()
    table = sim.public()[-1]
    assert "Training · professional" in table.text
    assert not chances_in(table.text)
    state = await party.state()
    hidden = {CARDS[card].legend for hand in state.hands for card in hand} - {
        CARDS[card].legend for card in state.discards
    }
    assert not [legend for legend in hidden if legend and legend in table.text]
    assert chances_in(party.screen().text)


# ---------------------------------------------------------------------------- what may never go wrong


async def test_the_ladder_against_the_system_is_the_fold_of_its_events(any_sim: Simulation):
    sim = any_sim
    party = await Alone.open(sim, random.Random(13), opponents=2, strength="world class", **SYSTEM)
    await party.play_out(checking=False)
    await party.person.click(sim.public()[-1], label="Rematch")
    await party.find_game()
    await party.play_out(checking=False)
    found = await sim.on_bot(verify(sim.bot.database))
    assert {board.board: (board.events, board.different) for board in found} == {
        "system": (2, 0),
        f"system:{sim.guild.id}": (2, 0),
    }


class Broken:
    """System players that fail in one way or another."""

    strengths = ("amateur", "professional", "world class")

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def warm_up(self) -> str | None:
        return None

    def memory(self, dealt: Any, moves: Any, seat: int) -> None:
        return None

    def choose(self, memory: Any, strength: str, aim: Any, rng: random.Random) -> Any:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@pytest.mark.parametrize("answer", [RuntimeError("no idea"), Play((0, 0)), TimeOut()])
async def test_a_system_player_that_fails_never_stops_the_game(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch, answer: Any
):
    party = await Alone.open(sim, random.Random(14), opponents=3, strength="amateur", **SYSTEM)
    monkeypatch.setattr(catalogue, "system", lambda name: Broken(answer))
    for _ in range(3):
        await party.my_turn()
        await party.move()
    mine = await party.position()
    assert {type(SOKER.load_move(move.move)) for move in await party.moves() if move.seat != mine} == {TimeOut}
