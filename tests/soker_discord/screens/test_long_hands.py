"""Hands of any length keep to Discord's limits: 25 options a menu, 40 components and 4,000 characters a message."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine.soker import SOKER
from engine.soker.cards import CARDS, JOKER
from engine.soker.moves import Play
from soker_discord.store.models import GameRow
from tests.simulated.env import Seen, Simulation
from tests.soker_discord.alone import Alone
from tests.soker_discord.players import Party, brief, in_hand

CLUB = 9


async def give_hand(sim: Simulation, party: Party, size: int) -> None:
    """The mover's hand grows to ``size`` cards out of the deck, as a game full of reds would do."""
    async with sim.bot.database.write() as db:
        row = await db.get(GameRow, party.game_id)
        assert row is not None
        state = SOKER.load_state(row.state)
        turn = SOKER.to_act(state) or 0
        missing = size - len(state.hands[turn])
        hands = list(state.hands)
        hands[turn] = (*hands[turn], *state.deck[:missing])
        row.state = SOKER.dump_state(replace(state, hands=tuple(hands), deck=state.deck[missing:]))
        db.add(row)


def components(seen: Seen) -> int:
    def count(items: list) -> int:
        return sum(1 + count(item.get("components", [])) + ("accessory" in item) for item in items)

    return count(seen.payload["components"])


@pytest.mark.parametrize("size", [8, 25, 26, 40, 58])
async def test_a_long_hand_shows_and_plays_every_card(sim: Simulation, size: int):
    party = await Party.sit_down(sim, list(sim.people.values())[:2], random.Random(6))
    await give_hand(sim, party, size)
    turn = SOKER.to_act(await party.state()) or 0
    mover = (await party.seating())[turn]
    await mover.click(party.hand(mover), label="Refresh")
    hand = party.hand(mover)
    state = await party.state()
    assert len(state.hands[turn]) == size
    party.check_hand(state, turn, mover, turn)
    write = brief if size > 25 else in_hand
    text = hand.text.replace("**", "")
    assert all(write(card) in text for card in state.hands[turn])
    assert len(hand.text) <= 4000
    assert components(hand) <= 40
    menus = [menu for menu in hand.selects if menu.placeholder.startswith("Play a card")]
    assert all(1 <= len(menu.values) <= 25 for menu in menus)
    last = menus[-1]
    await mover.select(hand, [last.values[-1]], custom_id=last.custom_id)
    assert (await party.row()).seq == 1


@pytest.mark.parametrize("size", [8, 25, 26, 44])
async def test_O1_a_long_hand_in_training_with_its_odds(sim: Simulation, size: int):
    """All hands open, the odds of every move, and what happened since: still one message."""
    party = await Alone.open(sim, random.Random(6), mode="training")
    assert await party.my_turn()
    await give_hand(sim, party, size)
    await party.person.click(party.screen(), label="Refresh")
    await party.person.click(party.screen(), label="Odds of my moves")
    hand = party.screen()
    assert "You win after" in hand.text
    party.check_hand(await party.state(), await party.position(), party.person, await party.position())
    assert len(hand.text) <= 4000
    assert components(hand) <= 40


async def test_a_package_of_a_whole_club_and_the_joker(sim: Simulation):
    """M4, M5: five cards, the top card chosen openly, the outcome said before."""
    party = await Party.sit_down(sim, list(sim.people.values())[:3], random.Random(6))
    async with sim.bot.database.write() as db:
        row = await db.get(GameRow, party.game_id)
        assert row is not None
        state = SOKER.load_state(row.state)
        turn = SOKER.to_act(state) or 0
        cards = [card for hand in state.hands for card in hand] + list(state.deck)
        club = [card for card in range(64) if CARDS[card].club == CLUB and card in cards]
        wanted = [*club, JOKER, *(card for card in state.hands[turn] if card not in (*club, JOKER))]
        rest = [card for card in cards if card not in wanted[:8]]
        hands = list(state.hands)
        hands[turn] = tuple(wanted[:8])
        for seat in range(3):
            if seat != turn:
                hands[seat], rest = tuple(rest[:7]), rest[7:]
        row.state = SOKER.dump_state(replace(state, hands=tuple(hands), deck=tuple(rest)))
        db.add(row)
    seating = await party.seating()
    mover, skipped = seating[turn], seating[(turn + 1) % 3]
    await mover.click(party.hand(mover), label="Refresh")
    hand = party.hand(mover)
    menu = hand.select("Build a package")
    await mover.select(hand, [str(CLUB)], custom_id=menu.custom_id)
    assert f"Link: {skipped.name} skips a turn." in hand.text
    await mover.select(hand, [str(JOKER)], custom_id=hand.select("Which card on top?").custom_id)
    assert "On top: **🃏 Joker**" in hand.text
    await mover.click(hand, label="Play the package")
    (move,) = await party.moves()
    state = await party.state()
    laid = SOKER.load_move(move.move)
    assert isinstance(laid, Play)
    assert sorted(laid.cards) == sorted([*club, JOKER])
    assert state.discards[-1] == JOKER, "the last selected card becomes the top discard"
    assert SOKER.to_act(state) == (turn + 2) % 3, "the next player skips"
    assert f"{skipped.name} skips a turn." in party.table.text
