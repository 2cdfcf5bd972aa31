"""What people can cause or meet: each gets a clear private answer, and nothing is changed."""

from __future__ import annotations

import random

import pytest
from sqlalchemy.exc import OperationalError

from engine.soker import SOKER
from engine.soker.cards import CARDS
from tests.simulated.env import Seen, Simulation
from tests.simulated.wire import Wire
from tests.soker_discord.players import Party

OUR_FAULT = "Something went wrong on our side"


async def party_of(sim: Simulation, seats: int = 2, seed: int = 3) -> Party:
    return await Party.sit_down(sim, list(sim.people.values())[:seats], random.Random(seed))


async def turn_and_other(party: Party):
    seating = await party.seating()
    turn = SOKER.to_act(await party.state()) or 0
    return seating[turn], seating[(turn + 1) % len(seating)]


async def unchanged(party: Party, seq: int) -> None:
    assert (await party.row()).seq == seq
    assert len(await party.moves()) == seq
    await party.check()


def only(answers: list[Seen]) -> Seen:
    (answer,) = answers
    assert answer.ephemeral
    assert OUR_FAULT not in answer.text
    return answer


async def test_not_your_turn(sim: Simulation):
    party = await party_of(sim)
    turn, other = await turn_and_other(party)
    told = only(sim.private(await other.click(party.table, label="Draw")))
    assert told.text == f"It is not your turn: {turn.name} is to move."
    await unchanged(party, 0)


async def test_not_your_seat(sim: Simulation):
    party = await party_of(sim)
    dan = sim.people["Dan"]
    for label in ("Draw", "My hand", "End early (0/2)", "Leave"):
        told = only(sim.private(await dan.click(party.table, label=label)))
        assert told.text == "You have no seat at this table."
    await unchanged(party, 0)


async def test_somebody_elses_hand_cannot_be_moved(sim: Simulation):
    """The controls of another person's hand act for whoever clicks, never for its owner."""
    party = await party_of(sim)
    turn, other = await turn_and_other(party)
    hand = party.hand(turn)
    menu = hand.select("Play a card")
    result = await sim.forged(other, hand, menu.custom_id, menu.values[0])
    assert "It is not your turn" in sim.messages(other)[-1].text or sim.private(result)
    stranger = await sim.forged(sim.people["Dan"], hand, menu.custom_id, menu.values[0])
    assert [seen.text for seen in sim.private(stranger)] == ["You have no seat at this table."]
    assert (await party.row()).seq == 0


async def test_an_old_button_never_acts_and_shows_the_present(sim: Simulation):
    party = await party_of(sim)
    turn, _ = await turn_and_other(party)
    old = party.hand(turn).button("Draw").custom_id or ""
    await turn.click(party.hand(turn), label="Draw")
    await sim.forged(turn, party.hand(turn), old)
    assert "That button was from an earlier moment." in party.hand(turn).text
    assert (await party.row()).seq == 1
    assert len((await party.state()).hands[SOKER.to_act(await party.state()) or 0]) >= 8


async def test_a_card_that_is_not_legal_is_refused_with_its_rule(sim: Simulation):
    """M1: a player card matches the top by country or position."""
    party = await party_of(sim)
    state = await party.state()
    turn, _ = await turn_and_other(party)
    seat = SOKER.to_act(state) or 0
    top = CARDS[state.discards[-1]]
    wrong = next(
        card
        for card in state.hands[seat]
        if CARDS[card].kind == "player" and CARDS[card].country != top.country and CARDS[card].position != top.position
    )
    hand = party.hand(turn)
    await sim.forged(turn, hand, hand.select("Play a card").custom_id, str(wrong))
    assert "(M1)" in hand.text
    assert OUR_FAULT not in hand.text
    assert (await party.row()).seq == 0
    await party.check()


@pytest.mark.parametrize("value", ["999", "-3", "67", "²", "", "1" * 40, "abc", "68"])
async def test_a_card_that_nobody_has_is_refused(sim: Simulation, value: str):
    party = await party_of(sim)
    turn, _ = await turn_and_other(party)
    state = await party.state()
    if value.isdecimal() and value.isascii() and int(value) in state.hands[SOKER.to_act(state) or 0]:
        pytest.skip("they have it")
    hand = party.hand(turn)
    await sim.forged(turn, hand, hand.select("Play a card").custom_id, value)
    assert "❗" in hand.text
    assert OUR_FAULT not in hand.text
    assert (await party.row()).seq == 0


async def test_a_second_draw_and_an_end_without_one_are_refused_with_the_rule(sim: Simulation):
    """P1."""
    party = await party_of(sim)
    turn, _ = await turn_and_other(party)
    told = only(sim.private(await turn.click(party.table, label="End turn")))
    assert "(P1)" in told.text
    await turn.click(party.table, label="Draw")
    told = only(sim.private(await turn.click(party.table, label="Draw")))
    assert "(P1)" in told.text
    await unchanged(party, 1)


async def test_the_secret_and_the_record_of_a_running_game_are_kept(sim: Simulation):
    party = await party_of(sim)
    turn, _ = await turn_and_other(party)
    row = await party.row()
    told = only(sim.private(await sim.forged(turn, party.table, f"s:check:1:0:{party.game_id}")))
    assert row.secret not in told.text
    assert told.payload["attachments"] == []
    nothing = only(sim.private(await sim.forged(turn, party.table, "s:check:1:0:999999999")))
    assert nothing.text


@pytest.mark.parametrize("missing", ["Send Messages", "View Channel"])
async def test_a_missing_permission_is_named_when_a_room_is_opened(sim: Simulation, missing: str):
    ada = sim.people["Ada"]
    view, send = 1 << 10, 1 << 11
    sim.personal(ada).extra = {"app_permissions": str(view if missing == "Send Messages" else send)}
    told = only(sim.private(await ada.slash(sim.channel, "soker new")))
    assert told.text == f"I may not write here yet. I need these permissions in this channel: {missing}."
    assert sim.public() == []


def _database_goes_away(sim: Simulation, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*args: object, **more: object) -> None:
        raise OperationalError("BEGIN", {}, ConnectionRefusedError("the database is away"))

    monkeypatch.setattr(sim.bot.database, "write", away)
    monkeypatch.setattr(sim.bot.database, "read", away)


@pytest.mark.parametrize("act", ["Draw", "My hand", "Leave", "End early (0/2)", "slash"])
async def test_the_database_is_away(sim: Simulation, monkeypatch: pytest.MonkeyPatch, act: str):
    party = await party_of(sim)
    turn, _ = await turn_and_other(party)
    with monkeypatch.context() as patched:
        _database_goes_away(sim, patched)
        if act == "slash":
            result = await sim.people["Dan"].slash(sim.channel, "soker new")
        else:
            result = await turn.click(party.table, label=act)
        (told,) = sim.private(result)
        assert told.text == "The database cannot be reached just now. Nothing was changed; try again in a moment."
    sim.env._errors_acknowledged = len(sim.env.errors)
    await unchanged(party, 0)
    await party.move()
    await party.check()


async def test_an_unknown_control_of_ours_is_answered(sim: Simulation):
    party = await party_of(sim)
    told = only(sim.private(await sim.forged(party.people[0], party.table, "s:nosuch:1")))
    assert "/soker table" in told.text


async def test_a_control_of_a_table_that_is_gone_is_answered(sim: Simulation):
    party = await party_of(sim)
    for control in ("s:hand:999999999", "s:join:77", "s:draw:999:0:t", "s:vote:5", "s:pack:999:0", "s:rematch:8"):
        values = ("1",) if "pack" in control else ()
        told = only(sim.private(await sim.forged(party.people[0], party.table, control, *values)))
        assert told.text in (
            "This table does not exist any more. Open a new one with /soker new.",
            "You have no seat at this table.",
        )


async def test_a_move_whose_answer_was_lost_counts_once_and_is_shown(sim: Simulation):
    """The move is stored before it is answered; the screens come right by themselves."""
    party = await party_of(sim)
    turn, _ = await turn_and_other(party)
    with sim.losing(Wire.CALLBACK):
        await turn.click(party.table, label="Draw")
    await sim.advance(31)
    moves = await party.moves()
    assert (moves[0].by, moves[0].move["kind"]) == ("person", "draw")
    assert f"{turn.name} draws 1 card." in party.table.text


async def test_discord_failing_an_edit_is_mended_by_the_sweep(sim: Simulation):
    party = await party_of(sim)
    turn, _other = await turn_and_other(party)
    with sim.failing(Wire.EDIT_BY_TOKEN, status=500, times=None):
        await turn.click(party.table, label="Draw")
    await sim.advance(16)
    assert f"{turn.name} draws 1 card." in party.table.text
    await party.check()
