"""Metamorphic: swap cards that a viewer may not see, and every byte that reaches this viewer stays the same.

Two runs are equal but for the swap. Between the swap and the end the others draw, run out of time, leave, vote and
sleep; the viewer opens the hand, brings the table down and reads everything anew. Texts, custom ids, values of menus,
files and edits that were soon covered are compared.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from simcord import MemberActor

from engine.soker import SOKER
from engine.soker.state import State
from soker_discord.store.models import GameRow
from soker_discord.tables import looking
from tests.simulated.env import Simulation
from tests.soker_discord.conftest import bot_over
from tests.soker_discord.players import Party

Swap = Callable[[State, int | None], State]


def hands_with_deck(state: State, viewer: int | None) -> State:
    """Every other hand changes as many cards with the bottom of the deck as it can."""
    hands, deck = [list(hand) for hand in state.hands], list(state.deck)
    places = [(seat, place) for seat in range(len(hands)) if seat != viewer for place in range(len(hands[seat]))]
    for (seat, place), card in zip(places, range(len(deck)), strict=False):
        hands[seat][place], deck[card] = deck[card], hands[seat][place]
    return replace(state, hands=tuple(map(tuple, hands)), deck=tuple(deck))


def deck_reversed(state: State, viewer: int | None) -> State:
    """The deck lies the other way round."""
    return replace(state, deck=state.deck[::-1])


def hands_with_hands(state: State, viewer: int | None) -> State:
    """The other seats change their hands among themselves, card by card."""
    hands = [list(hand) for hand in state.hands]
    rest = [seat for seat in range(len(hands)) if seat != viewer]
    first, last = hands[rest[0]], hands[rest[-1]]
    for place in range(min(len(first), len(last))):
        first[place], last[place] = last[place], first[place]
    return replace(state, hands=tuple(map(tuple, hands)))


def nothing(state: State, viewer: int | None) -> State:
    """The run to compare with."""
    return state


def own_hand_with_deck(state: State, viewer: int | None) -> State:
    """A swap that the viewer does see: it shows that the comparison can fail."""
    assert viewer is not None
    hands, deck = list(state.hands), list(state.deck)
    own = list(hands[viewer])
    own[0], deck[0] = deck[0], own[0]
    hands[viewer] = tuple(own)
    return replace(state, hands=tuple(hands), deck=tuple(deck))


async def swap_stored(sim: Simulation, party: Party, swap: Swap, viewer: int | None) -> None:
    async with sim.bot.database.write() as db:
        row = await db.get(GameRow, party.game_id)
        assert row is not None
        row.state = SOKER.dump_state(swap(SOKER.load_state(row.state), viewer))
        db.add(row)


async def pass_turn(party: Party, viewer: MemberActor) -> None:
    """Whoever is to move draws and ends the turn; the viewer's turn runs out of time unseen cards untouched."""
    state = await party.state()
    mover = (await party.seating())[SOKER.to_act(state) or 0]
    if mover is viewer:
        return
    if not state.drawn and state.can_draw:
        await mover.click(party.table, label="Draw")
    await mover.click(party.table, label="End turn")


async def run(url: str, seats: int, moves: int, seed: int, viewer_seat: int | None, swap: Swap) -> bytes:
    """Everything that the viewer (None: a spectator) was shown from the swap on."""
    async with bot_over(url) as sim:
        party = await Party.sit_down(sim, list(sim.people.values())[:seats], random.Random(seed))
        for _ in range(moves):
            await party.move()
        seating = await party.seating()
        viewer = sim.person("Eve") if viewer_seat is None else seating[viewer_seat]
        others = [person for person in seating if person is not viewer]
        await swap_stored(sim, party, swap, viewer_seat)
        with sim.watching() as watch:
            await viewer.click(party.table, label="My hand")
            party.table = sim.answers(await viewer.slash(sim.channel, "soker table"))[0]
            for _ in range(len(seating)):
                await pass_turn(party, viewer)
            await sim.advance(20)
            await others[0].click(party.table, label="End early (0/" + str(seats) + ")")
            await others[0].click(party.table, label="Leave")
            await viewer.click(party.table, label="My hand")
            seen = sim.bytes_seen(viewer)
        return watch.bytes_for(viewer) + b"\n" + seen


@pytest.fixture
def fresh(blank_sqlite: Path, tmp_path: Path) -> Callable[[str], str]:
    def copy(name: str) -> str:
        shutil.copy(blank_sqlite, tmp_path / name)
        return f"sqlite:///{tmp_path / name}"

    return copy


SWAPS = [hands_with_deck, deck_reversed, hands_with_hands]
CASES = [(2, 0, 0), (2, 5, 1), (3, 0, 2), (3, 9, 0), (4, 4, 3), (4, 12, 1), (3, 6, None), (4, 0, None)]


@pytest.mark.parametrize("swap", SWAPS, ids=lambda swap: swap.__name__)
@pytest.mark.parametrize(("seats", "moves", "viewer"), CASES)
async def test_what_a_viewer_may_not_see_changes_no_byte(
    fresh: Callable[[str], str], seats: int, moves: int, viewer: int | None, swap: Swap
):
    seed = 100 * seats + moves
    one = await run(fresh("one.db"), seats, moves, seed, viewer, nothing)
    two = await run(fresh("two.db"), seats, moves, seed, viewer, swap)
    assert len(one) > 5000
    assert one == two


async def test_the_comparison_sees_what_the_viewer_sees(fresh: Callable[[str], str]):
    one = await run(fresh("one.db"), 3, 4, 9, 1, nothing)
    two = await run(fresh("two.db"), 3, 4, 9, 1, own_hand_with_deck)
    assert one != two


async def test_the_comparison_finds_a_planted_leak(fresh: Callable[[str], str], monkeypatch: pytest.MonkeyPatch):
    """A fault by which everybody is taken for the first seat."""
    monkeypatch.setattr(looking, "_position", lambda players, discord_id: 0)
    one = await run(fresh("one.db"), 2, 0, 5, 1, nothing)
    two = await run(fresh("two.db"), 2, 0, 5, 1, hands_with_deck)
    assert one != two
