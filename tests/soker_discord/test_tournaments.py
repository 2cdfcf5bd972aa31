"""Whole tournaments through the real commands and buttons; points and places are computed again from the moves."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from simcord import MemberActor
from sqlmodel import col, select

from ratings.display import shown
from ratings.rating import Rating
from soker_discord.store.ladder_models import LadderJournal
from soker_discord.store.models import GameRow, MoveRow, Person, Table, Tournament
from tests.simulated.env import Simulation
from tests.soker_discord.players import Party

RANKED = {"play": "tournament"}
FRIENDLY = {"play": "tournament", "rating": "friendly"}


async def begin(sim: Simulation, seats: int, seed: int, **options: str) -> Party:
    return await Party.sit_down(sim, list(sim.people.values())[:seats], random.Random(seed), **(options or RANKED))


async def next_game(sim: Simulation, party: Party, ready: list[MemberActor]) -> None:
    """Those who are there press Ready; the next game has a message of its own."""
    before, over = party.game_id, party.table
    for person in ready:
        label = next(button.label for button in over.buttons if button.label.startswith("Ready"))
        await person.click(over, label=label)
    await party.find_game()
    assert party.game_id != before
    party.table = sim.public()[-1]
    assert party.table.id != over.id


async def moves_of(sim: Simulation, game_id: int) -> list[MoveRow]:
    async with sim.bot.database.read() as db:
        return list((await db.exec(select(MoveRow).where(MoveRow.game_id == game_id).order_by(col(MoveRow.seq)))).all())


async def games_of(sim: Simulation) -> list[GameRow]:
    async with sim.bot.database.read() as db:
        return list((await db.exec(select(GameRow).order_by(col(GameRow.id)))).all())


async def recomputed(sim: Simulation) -> tuple[list[tuple[int, int, int]], list[int]]:
    """G2 and G3 from the stored moves alone: a point a discarded card, 3 or 7 for the winner."""
    games = await games_of(sim)
    totals = [[0, 0, 0] for _ in range(games[0].seats)]
    for game in games:
        for move in await moves_of(sim, game.id or 0):
            for event in move.events:
                if event["kind"] == "played":
                    totals[event["seat"]][0] += len(event["cards"])
                if event["kind"] == "won":
                    totals[event["seat"]][0] += {"empty hand": 3, "country": 7}[event["way"]]
                    totals[event["seat"]][1] += 1
                    totals[event["seat"]][2] += event["way"] == "country"
    scores = [(points, won, countries) for points, won, countries in totals]
    return scores, [1 + sum(other > score for other in scores) for score in scores]


async def sleep_a_day(sim: Simulation) -> None:
    """The tables have slept for a day, and the sweep comes by."""
    async with sim.bot.database.write() as db:
        for table in (await db.exec(select(Table))).all():
            table.touched_at = sim.now() - timedelta(days=1, seconds=1)
            db.add(table)
    await sim.advance(16)


async def tournament(sim: Simulation) -> Tournament:
    async with sim.bot.database.read() as db:
        return (await db.exec(select(Tournament))).one()


async def journal(sim: Simulation) -> list[LadderJournal]:
    async with sim.bot.database.read() as db:
        return list(
            (await db.exec(select(LadderJournal).order_by(col(LadderJournal.board), col(LadderJournal.place)))).all()
        )


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 2), (4, 3)])
async def test_a_whole_ranked_tournament(sim: Simulation, seats: int, seed: int):
    party = await begin(sim, seats, seed)
    seating = await party.seating()
    for game in range(8):
        assert f"game {game + 1} of 8" in party.table.text
        await party.play_out(checking=game < 2)
        if game == 3:
            await sim.restart()
        if game < 7:
            assert f"Standing after {game + 1} of 8 games" in party.table.text
            await next_game(sim, party, party.people)
            assert await party.seating() == seating, "the same seats"
    games = await games_of(sim)
    assert [game.round for game in games] == list(range(1, 9))
    first = games[0].starter
    assert [game.starter for game in games] == [(first + game) % seats for game in range(8)], "G1: the start rotates"
    scores, places = await recomputed(sim)
    final = await tournament(sim)
    assert final.finished_at is not None
    assert final.unrated is None
    assert final.result == {"scores": [list(score) for score in scores], "places": places}
    text = party.table.text.replace("**", "")
    assert "Final order" in text
    for person, place, score in zip(seating, places, scores, strict=True):
        assert f"{place}. {person.name} · {score[0]} point" in text
    rows = await journal(sim)
    assert len(rows) == 2 * seats, "the ladder of everywhere and that of the server"
    assert {row.board for row in rows} == {"soker", f"soker:{sim.guild.id}"}
    async with sim.bot.database.read() as db:
        people = dict((await db.exec(select(Person.id, Person.discord_id))).all())
    for row in rows:
        seat = next(place for place, person in enumerate(seating) if person.id == people[row.person_id])
        assert (row.place, row.points) == (places[seat], scores[seat][0])
    assert len({row.after_mu for row in rows if row.board == "soker"}) == len(set(places))


async def test_every_person_sees_their_own_change_and_nobody_elses(sim: Simulation):
    party = await begin(sim, 2, 5)
    for game in range(8):
        await party.play_out(checking=False)
        if game < 7:
            await next_game(sim, party, party.people)
    async with sim.bot.database.read() as db:
        ids = dict((await db.exec(select(Person.discord_id, Person.id))).all())
    rows = {row.person_id: row for row in await journal(sim) if row.board == "soker"}
    for person in party.people:
        row = rows[ids[person.id] or 0]
        (mine,) = [seen for seen in sim.messages(person) if seen.ephemeral and "Your rating" in seen.text]
        assert mine.text.count("Your rating") == 1
        before, after = (shown(Rating(*pair)) for pair in ((25.0, 25 / 3), (row.after_mu, row.after_sigma)))
        assert f"**Your rating: {before} → {after} (" in mine.text
        assert f"Place {row.place};" in mine.text
    assert "Your rating" not in party.table.text


async def test_a_break_ends_by_itself_after_thirty_seconds(sim: Simulation):
    party = await begin(sim, 2, 4)
    await party.play_out(checking=False)
    first = party.game_id
    await party.people[0].click(party.table, label="Ready (0/2)")
    assert "Waiting for" in party.table.text
    await sim.advance(29)
    await party.find_game()
    assert party.game_id == first
    await sim.advance(1.5)
    await party.find_game()
    assert party.game_id != first
    party.table = sim.public()[-1]
    assert "game 2 of 8" in party.table.text


async def test_a_break_survives_a_restart(sim: Simulation):
    party = await begin(sim, 2, 4)
    await party.play_out(checking=False)
    first = party.game_id
    await sim.restart()
    await sim.advance(46)
    await party.find_game()
    assert party.game_id != first


async def test_ready_pressed_by_all_at_once_deals_once(any_sim: Simulation):
    sim = any_sim
    party = await begin(sim, 4, 7)
    await party.play_out(checking=False)
    await sim.at_once(*(person.click(party.table, label="Ready (0/4)") for person in party.people))
    assert len(await games_of(sim)) == 2


async def test_a_leaver_keeps_the_result_of_the_seat(sim: Simulation):
    """Absence never voids: the table plays on for the seat, and its place counts."""
    party = await begin(sim, 3, 6)
    leaver, *staying = party.people
    await leaver.click(party.table, label="Leave")
    for game in range(8):
        for _ in range(400):
            if (await party.row()).result is not None:
                break
            await party.move()
        if game < 7:
            await next_game(sim, party, staying)
    scores, places = await recomputed(sim)
    final = await tournament(sim)
    assert final.unrated is None
    assert final.result == {"scores": [list(score) for score in scores], "places": places}
    seat = (await party.seating()).index(leaver)
    assert scores[seat][0] == 0
    assert len(await journal(sim)) == 6


async def test_leaving_on_the_break_lets_the_others_go_on(sim: Simulation):
    party = await begin(sim, 3, 6)
    await party.play_out(checking=False)
    one, two, three = party.people
    await one.click(party.table, label="Ready (0/3)")
    await two.click(party.table, label="Ready (1/3)")
    await three.click(party.table, label="Leave")
    assert len(await games_of(sim)) == 2


async def test_a_sleeping_tournament_is_played_to_its_end_after_a_day(sim: Simulation):
    party = await begin(sim, 2, 8)
    await party.move()
    for person in party.people:
        await person.click(party.table, label="Leave")
    await sleep_a_day(sim)
    games = await games_of(sim)
    assert [game.result is not None for game in games] == [True] * 8
    final = await tournament(sim)
    assert final.finished_at is not None
    scores, places = await recomputed(sim)
    assert final.result == {"scores": [list(score) for score in scores], "places": places}
    assert len(await journal(sim)) == 4


async def test_a_friendly_one_is_not_rated_and_says_so(sim: Simulation):
    party = await begin(sim, 2, 9, **FRIENDLY)
    assert (await tournament(sim)).unrated == "friendly"
    for person in party.people:
        await person.click(party.table, label="Leave")
    await sleep_a_day(sim)
    assert "Not rated: the host asked for a friendly one." in sim.public()[-1].text
    rows = await journal(sim)
    assert {row.weight for row in rows} == {0.0}
    assert all(row.before_mu == row.after_mu for row in rows)


async def test_a_ranked_tournament_is_not_ended_by_who_stays(sim: Simulation):
    """Who stays could else undo what leavers have lost: it takes everyone who sat down."""
    party = await begin(sim, 2, 3)
    one, two = party.people
    await two.click(party.table, label="Leave")
    label = next(button.label for button in party.table.buttons if button.label.startswith("End early"))
    await one.click(party.table, label=label)
    assert (await party.row()).result is None


async def test_everyones_vote_ends_a_ranked_tournament_unrated(sim: Simulation):
    party = await begin(sim, 2, 3)
    await party.people[0].click(party.table, label="End early (0/2)")
    await party.people[1].click(party.table, label="End early (1/2)")
    final = await tournament(sim)
    assert final.unrated == "ended_early"
    assert "Not rated: everyone voted to end it early." in party.table.text


async def test_a_rematch_is_another_tournament_whose_start_moves_on(sim: Simulation):
    party = await begin(sim, 2, 3)
    await party.people[0].click(party.table, label="End early (0/2)")
    await party.people[1].click(party.table, label="End early (1/2)")
    for person in party.people:
        await person.click(party.table, label="Rematch")
    games = await games_of(sim)
    assert len(games) == 2
    assert games[1].round == 1
    assert games[1].tournament_id != games[0].tournament_id
    assert games[1].starter == 1 - games[0].starter
