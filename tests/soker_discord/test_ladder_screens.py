"""``/ladder`` through the real bot: what everybody reads, what only its owner reads, what is refused."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import timedelta

import pytest
from simcord import MemberActor
from sqlmodel import select

from engine.soker.cards import CARDS
from ratings.event import Entrant, Event, Unrated
from ratings.journal import JournalRow
from soker_discord.store.models import Mode, Person
from soker_discord.tables.boards import boards_of
from soker_discord.tables.ladder import record
from tests.simulated.env import Seen, Simulation
from tests.soker_discord.players import Party


class Scribe:
    """Writes finished tournaments into the ladder, as the people of a simulation."""

    def __init__(self, sim: Simulation) -> None:
        self.sim = sim
        self.event = 1000

    async def person(self, member: MemberActor) -> int:
        """The person behind a member, made where missing."""
        async with self.sim.bot.database.write() as db:
            found = (await db.exec(select(Person).where(Person.discord_id == member.id))).first()
            if found is None:
                found = Person(discord_id=member.id, name=member.name, created_at=self.sim.now())
                db.add(found)
                await db.flush()
            assert found.id is not None
            return found.id

    async def finish(
        self, *order: MemberActor, days_ago: float = 0, unrated: Unrated | None = None, note: str | None = None
    ) -> dict[str, tuple[JournalRow, ...]]:
        """The members took these places, without a tie."""
        self.event += 1
        entrants = tuple(
            [Entrant(await self.person(member), place, 40 - 5 * place) for place, member in enumerate(order, 1)]
        )
        event = Event(self.event, "", self.sim.now() - timedelta(days=days_ago), entrants, unrated)
        async with self.sim.bot.database.write() as db:
            return await record(db, event, boards_of("soker", Mode.PEOPLE, self.sim.guild.id), note)


@pytest.fixture
def sim(any_sim: Simulation) -> Simulation:
    """Every test here runs on both databases."""
    return any_sim


@pytest.fixture
def scribe(sim: Simulation) -> Scribe:
    return Scribe(sim)


def people(sim: Simulation) -> Sequence[MemberActor]:
    return [sim.people[name] for name in ("Ada", "Ben", "Cleo", "Dan")]


async def ask(sim: Simulation, asker: MemberActor, command: str, /, **options: object) -> Seen:
    """The private answer to a command."""
    [answer] = sim.private(await asker.slash(sim.channel, command, **options))
    return answer


async def as_text(sim: Simulation, person: MemberActor, answer: Seen) -> Seen:
    await person.click(answer, label="As text")
    return answer


def places(answer: Seen) -> list[str]:
    """The names by place."""
    lines = [line for line in answer.text.replace("**", "").splitlines() if line.startswith("`")]
    return [line.split("`")[2].split(" · ")[0].strip().removesuffix(" (you)") for line in lines]


def attachments(answer: Seen) -> list[str]:
    return [attachment["filename"] for attachment in answer.payload["attachments"]]


async def test_an_empty_leaderboard_says_so(sim: Simulation):
    ada, *_ = people(sim)
    answer = await as_text(sim, ada, await ask(sim, ada, "ladder top"))
    assert "Nobody yet" in answer.text
    assert "Page 1 of 1" in answer.text


async def test_the_leaderboard_is_a_picture_whose_twin_says_the_same(sim: Simulation, scribe: Scribe):
    ada, ben, cleo, dan = people(sim)
    for day in range(3):
        await scribe.finish(ada, ben, cleo, dan, days_ago=30 - 10 * day)
    answer = await ask(sim, ben, "ladder top")
    assert answer.ephemeral
    assert attachments(answer) == ["ladder.png"]
    alternative = str(answer.payload["components"])
    assert all(name in alternative for name in ("Ada", "Ben", "Cleo", "Dan"))
    await as_text(sim, ben, answer)
    assert attachments(answer) == []
    assert places(answer) == ["Ada", "Ben", "Cleo", "Dan"]
    assert "**Ben** (you)" in answer.text
    assert "3 results" in answer.text
    assert "provisional" in answer.text


async def test_pages_and_ones_own_place_always_in_sight(sim: Simulation, scribe: Scribe):
    crowd = sim.crowd(24)
    for number, member in enumerate(crowd[1:]):
        for _again in range(1 + number % 3):
            await scribe.finish(crowd[0], member, days_ago=100 - number)
    last = crowd[-1]
    answer = await as_text(sim, last, await ask(sim, last, "ladder top"))
    assert "Page 1 of 3" in answer.text
    assert len(places(answer)) in (10, 11)
    assert last.name in places(answer)
    seen = places(answer)[:10]
    for page in (2, 3):
        await last.click(answer, label="Down")
        assert f"Page {page} of 3" in answer.text
        seen += places(answer)[: 10 if page == 2 else 4]
    assert sorted(seen) == sorted(member.name for member in crowd), "every person once"
    assert answer.button("Down").disabled
    await last.click(answer, label="Up")
    assert "Page 2 of 3" in answer.text


async def test_a_server_and_everywhere_are_different_lists(sim: Simulation, scribe: Scribe):
    ada, ben, cleo, _dan = people(sim)
    await scribe.finish(ada, ben)
    entrants = (Entrant(await scribe.person(cleo), 1), Entrant(await scribe.person(ben), 2))
    async with sim.bot.database.write() as db:
        await record(db, Event(5, "", sim.now(), entrants), boards_of("soker", Mode.PEOPLE, 1))
    answer = await as_text(sim, ada, await ask(sim, ada, "ladder top"))
    assert places(answer) == ["Ada", "Ben"]
    await ada.click(answer, label="Everywhere")
    assert set(places(answer)) == {"Ada", "Ben", "Cleo"}
    answer = await as_text(sim, ada, await ask(sim, ada, "ladder top", board="system"))
    assert "Nobody yet" in answer.text
    assert "against the system" in answer.text


async def test_a_season_lists_those_who_played_in_it(sim: Simulation, scribe: Scribe):
    ada, ben, cleo, dan = people(sim)
    await scribe.finish(cleo, dan, days_ago=200)
    await scribe.finish(ada, ben)
    answer = await as_text(sim, ada, await ask(sim, ada, "ladder top", when="season"))
    assert places(answer) == ["Ada", "Ben"]
    await ada.click(answer, label="All time")
    assert set(places(answer)) == {"Ada", "Ben", "Cleo", "Dan"}


async def test_show_everybody_posts_it_without_anyones_own_row(sim: Simulation, scribe: Scribe):
    ada, ben, *_ = people(sim)
    await scribe.finish(ada, ben)
    answer = await as_text(sim, ben, await ask(sim, ben, "ladder top"))
    await ben.click(answer, label="Show everybody")
    posted = sim.public()[-1]
    assert places(posted) == ["Ada", "Ben"]
    assert "(you)" not in posted.text
    assert posted.buttons == []


async def test_who_hides_is_on_no_list_and_has_no_profile_for_others(sim: Simulation, scribe: Scribe):
    ada, ben, cleo, _dan = people(sim)
    await scribe.finish(ada, ben, cleo)
    await ask(sim, ada, "ladder hide")
    answer = await as_text(sim, ben, await ask(sim, ben, "ladder top"))
    assert places(answer) == ["Ben", "Cleo"]
    refused = await ask(sim, ben, "ladder profile", person=ada.user)
    assert "keeps the rating private" in refused.text
    assert "keeps the rating private" in (await ask(sim, ben, "ladder odds", first=ada.user)).text
    why = await ask(sim, ben, "ladder why")
    assert "Ada" not in why.text
    assert "against somebody, Cleo (1000?)." in why.text, "a hidden person's number is not told either"
    own = await ask(sim, ada, "ladder profile")
    assert "You are hidden" in own.text
    assert "place" not in own.text
    await ask(sim, ada, "ladder hide", hidden=False)
    answer = await as_text(sim, ben, await ask(sim, ben, "ladder top"))
    assert places(answer) == ["Ada", "Ben", "Cleo"]


async def test_who_left_the_server_goes_from_its_list_and_comes_back_with_them(sim: Simulation, scribe: Scribe):
    ada, ben, cleo, _dan = people(sim)
    await scribe.finish(ada, ben, cleo)
    sim.env.backend.guilds[sim.guild.id].members.pop(ada.id)
    answer = await ask(sim, ben, "ladder top")
    await as_text(sim, ben, answer)
    assert places(answer) == ["Ben", "Cleo"], "the message that was sent first is mended too"
    await ben.click(answer, label="Everywhere")
    assert places(answer) == ["Ada", "Ben", "Cleo"]
    before = sum(count for route, count in sim.routes.items() if "/members/" in route)
    await ask(sim, ben, "ladder top")
    after = sum(count for route, count in sim.routes.items() if "/members/" in route)
    assert after == before, "Discord is asked once a day"
    sim.guild.add_member(ada.user)
    await scribe.finish(ada, ben)
    answer = await as_text(sim, ben, await ask(sim, ben, "ladder top"))
    assert places(answer) == ["Ada", "Ben", "Cleo"]


async def test_who_left_has_no_place_in_the_profile_and_who_asks_is_there(sim: Simulation, scribe: Scribe):
    ada, ben, cleo, _dan = people(sim)
    await scribe.finish(ada, ben, cleo)
    board = boards_of("soker", Mode.PEOPLE, sim.guild.id)[1].name
    await sim.bot.tables.members.note(board, {await scribe.person(cleo): True})
    assert "· place" not in (await ask(sim, ben, "ladder profile", person=cleo.user)).text
    assert "place 2 of 2" in (await ask(sim, ben, "ladder profile")).text
    assert "place 3 of 3" in (await ask(sim, cleo, "ladder profile")).text
    answer = await as_text(sim, cleo, await ask(sim, cleo, "ladder top"))
    assert places(answer) == ["Ada", "Ben", "Cleo"]


async def test_a_name_that_cannot_be_drawn_makes_the_page_text(sim: Simulation, scribe: Scribe):
    ada, ben, *_ = people(sim)
    await scribe.finish(ada, ben)
    async with sim.bot.database.write() as db:
        person = (await db.exec(select(Person).where(Person.discord_id == ben.id))).one()
        person.name = "さくら"
        db.add(person)
    answer = await ask(sim, ada, "ladder top")
    assert attachments(answer) == []
    assert places(answer) == ["Ada", "さくら"]
    assert "letters that the picture cannot draw" in answer.text
    assert "As text" not in [button.label for button in answer.buttons]
    profile = await ask(sim, ada, "ladder profile", person=ben.user)
    assert attachments(profile) == []


async def test_who_hid_meanwhile_is_not_shown_to_everybody(sim: Simulation, scribe: Scribe):
    ada, ben, *_ = people(sim)
    await scribe.finish(ada, ben)
    answer = await ask(sim, ada, "ladder profile")
    await ask(sim, ada, "ladder hide")
    before = len(sim.public())
    await ada.click(answer, label="Show everybody")
    assert len(sim.public()) == before


async def test_a_profile_tells_record_streak_and_what_one_likes(sim: Simulation):
    party = await Party.sit_down(sim, list(people(sim))[:2], random.Random(4))
    await party.play_out(checking=False)
    state = await party.state()
    result = (await party.row()).result
    assert result is not None
    seating = await party.seating()
    clubs: list[dict[str, int]] = [{}, {}]
    for move in await party.moves():
        for card in move.move.get("cards", ()) if move.by == "person" else ():
            club = CARDS[card].club_name
            if club is not None:
                clubs[move.seat][club] = clubs[move.seat].get(club, 0) + 1
    assert state is not None
    for seat, person in enumerate(seating):
        text = (await ask(sim, person, "ladder profile")).text
        won = result["winner"] == seat
        assert f"Record in all games: {1 if won else 0}/1, {100 if won else 0}% won" in text
        assert ("Streak: 1 win" if won else "Streak: 1 game without a win") in text
        most = max(clubs[seat].values())
        assert any(f"Favourite club: {club}" in text for club, count in clubs[seat].items() if count == most)
        assert ("How won:" in text) is won


async def test_a_profile_shows_rating_rank_and_chart(sim: Simulation, scribe: Scribe):
    ada, ben, cleo, dan = people(sim)
    rows = [await scribe.finish(ada, ben, cleo, dan, days_ago=20 - 8 * day) for day in range(3)]
    last = next(row for row in rows[-1]["soker"] if row.place == 1)
    answer = await ask(sim, ben, "ladder profile", person=ada.user)
    assert attachments(answer) == ["rating.png"]
    assert "place 1 of 4" in answer.text
    assert "3 tournaments played, 3 won" in answer.text
    assert last.after.mu > last.before.mu
    await ben.click(answer, label="History")
    assert answer.text.count("place 1 of 4") == 3
    await ben.click(answer, label="Profile")
    assert "place 1 of 4" in answer.text


async def test_why_adds_up(sim: Simulation, scribe: Scribe):
    ada, ben, *_ = people(sim)
    await scribe.finish(ada, ben, days_ago=1)
    await scribe.finish(ben, ada)
    text = (await ask(sim, ben, "ladder why", where="everywhere")).text.replace("−", "-").replace("±", "")
    head = next(line for line in text.splitlines() if "→" in line and line.startswith("**"))
    before, after = (int(part.strip(" *?").rstrip("?")) for part in head.split("(")[0].split("→"))
    parts = [
        line
        for line in text.splitlines()
        if line.startswith(("The result", "One more", "A result", "Away", "A new season"))
    ]
    numbers = [int(line.split(": ")[1].split(" ")[0]) for line in parts]
    assert after - before == sum(numbers)
    assert "place 1 of 2 with 35 points, against Ada" in text
    assert "The same people met 1 time before within a week" in text
    here = (await ask(sim, ben, "ladder why")).text
    assert "The same people met" not in here, "a server's own list counts all"


async def test_an_unrated_tournament_says_why(sim: Simulation, scribe: Scribe):
    ada, ben, *_ = people(sim)
    await scribe.finish(ada, ben, unrated=Unrated.VOIDED_BY_HOST, note="Ben was @everyone **away**")
    text = (await ask(sim, ada, "ladder why")).text
    assert "Not rated: the host ruled it void." in text
    assert "Ben was" in text
    assert "@everyone" not in text.replace("@\u200beveryone", "")
    await scribe.finish(ada, ben)
    history = (await ask(sim, ada, "ladder history")).text
    assert "Not rated: the host ruled it void." in history
    assert "The host says: Ben was" in history


async def test_odds_of_strangers_are_even_and_add_up(sim: Simulation, scribe: Scribe):
    ada, ben, cleo, dan = people(sim)
    text = (await ask(sim, ada, "ladder odds", first=ben.user, second=cleo.user)).text
    assert text.count("**50%**") == 2
    text = (await ask(sim, ada, "ladder odds", first=ben.user)).text
    assert "Ada" in text, "oneself where only one is named"
    for day in range(4):
        await scribe.finish(dan, cleo, ben, ada, days_ago=40 - 10 * day)
    names = {"first": ada.user, "second": ben.user, "third": cleo.user, "fourth": dan.user}
    text = (await ask(sim, ada, "ladder odds", **names)).text.replace("**", "")
    lines = [line for line in text.splitlines() if line.startswith("`")]
    assert [line.split("% ")[1].split(" · ")[0] for line in lines] == ["Dan", "Cleo", "Ben", "Ada"]
    assert abs(sum(int(line.split("` ")[1].split("%")[0]) for line in lines) - 100) <= 2


async def test_questions_without_an_answer_are_refused_kindly(sim: Simulation, scribe: Scribe):
    ada, ben, *_ = people(sim)
    assert "You have not played yet" in (await ask(sim, ada, "ladder profile")).text
    assert "Ben has not played here yet" in (await ask(sim, ada, "ladder profile", person=ben.user)).text
    await scribe.person(ada)
    assert "Nothing of yours" in (await ask(sim, ada, "ladder why")).text
    assert (
        "A bot stands on no ladder"
        in (await ask(sim, ada, "ladder odds", first=sim.env.create_user("Robot", bot=True))).text
    )
    assert "Name different people" in (await ask(sim, ada, "ladder odds", first=ben.user, second=ben.user)).text


async def test_buttons_of_a_ladder_work_after_a_restart(sim: Simulation, scribe: Scribe):
    ada, ben, *_ = people(sim)
    await scribe.finish(ada, ben)
    answer = await ask(sim, ada, "ladder top")
    await sim.restart()
    await as_text(sim, ada, answer)
    assert places(answer) == ["Ada", "Ben"]
