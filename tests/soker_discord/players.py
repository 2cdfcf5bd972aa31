"""Simulated people who play through what they see: buttons and menus, chosen at random among what is offered."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from simcord import MemberActor
from sqlmodel import col, select

from engine.soker import SOKER
from engine.soker.cards import CARDS
from engine.soker.state import State
from soker_discord.store.models import GamePlayer, GameRow, MoveRow, Person
from tests.simulated.env import Seen, Simulation

SQUARE = {"Italy": "🟩 ITA", "Germany": "🟨 GER", "Spain": "🟥 ESP", "England": "⬜ ENG"}
SPECIAL = {"joker": "🃏 Joker", "yellow": "⚠️ Yellow card", "red": "🛑 Red card"}


def written(card_id: int) -> str:
    """A card as a person reads it, whatever marks stand round it."""
    card = CARDS[card_id]
    if card.kind != "player":
        return SPECIAL[card.kind]
    return f"{SQUARE[card.country or '']} {card.position} {card.club_name} · {card.legend}"


def in_hand(card_id: int) -> str:
    """A card on a line of a hand: the legend by surname."""
    card = CARDS[card_id]
    return written(card_id).replace(card.legend, card.legend.split(" ", 1)[-1]) if card.legend else written(card_id)


def brief(card_id: int) -> str:
    """A card as it is written in hands of 26 and more."""
    card = CARDS[card_id]
    if card.kind != "player":
        return SPECIAL[card.kind]
    return f"{SQUARE[card.country or '']} {card.position} {card.club_code}"


MARKS = ("✅ ", "🔗 ", "▪️ ")
"""What stands before a card in its owner's turn: it can be played, it can join a package, neither."""
SIGNS = (*(square[0] for square in SQUARE.values()), *(special[0] for special in SPECIAL.values()))


def cards_shown(text: str) -> list[str]:
    """The cards that a hand lists, without their marks."""
    bare = [
        next((line.removeprefix(mark) for mark in MARKS if line.startswith(mark)), line) for line in text.splitlines()
    ]
    return [line for line in bare if line.startswith(SIGNS)]


PASSING = 0.15
"""How often a person draws or ends the turn although they could play."""


@dataclass
class Played:
    """What was met while playing, so that a test can ask whether enough was."""

    moves: int = 0
    kinds: Counter[str] = field(default_factory=Counter)


@dataclass
class Party:
    """People at one table, played by ``rng`` through the screens."""

    sim: Simulation
    people: list[MemberActor]
    rng: random.Random
    table: Seen
    game_id: int = 0
    met: Played = field(default_factory=Played)

    @classmethod
    async def sit_down(cls, sim: Simulation, people: list[MemberActor], rng: random.Random, **options: Any) -> Party:
        """Open a public room as the first person, everybody joins, the host starts."""
        host, *others = people
        table = sim.answers(await host.slash(sim.channel, "soker new", **options))[0]
        for person in others:
            await person.click(table, label="Join")
        await host.click(table, label="Start")
        party = cls(sim, people, rng, table)
        await party.find_game()
        return party

    async def find_game(self) -> None:
        """The newest game in the database."""
        async with self.sim.bot.database.read() as db:
            row = (await db.exec(select(GameRow).order_by(col(GameRow.id).desc()).limit(1))).one()
        assert row.id is not None
        self.game_id = row.id

    async def row(self) -> GameRow:
        async with self.sim.bot.database.read() as db:
            row = await db.get(GameRow, self.game_id)
        assert row is not None
        return row

    async def state(self) -> State:
        """The engine's state as it is stored."""
        return SOKER.load_state((await self.row()).state)

    async def seating(self) -> list[MemberActor]:
        """The people by position."""
        async with self.sim.bot.database.read() as db:
            query = (
                select(Person.discord_id)
                .join(GamePlayer, col(GamePlayer.person_id) == col(Person.id))
                .where(GamePlayer.game_id == self.game_id)
                .order_by(col(GamePlayer.position))
            )
            ids = (await db.exec(query)).all()
        return [next(person for person in self.people if person.id == found) for found in ids]

    async def moves(self) -> list[MoveRow]:
        async with self.sim.bot.database.read() as db:
            query = select(MoveRow).where(MoveRow.game_id == self.game_id).order_by(col(MoveRow.seq))
            return list((await db.exec(query)).all())

    def hand(self, person: MemberActor) -> Seen:
        """The person's own newest private hand."""
        hands = [seen for seen in self.sim.messages(person) if seen.ephemeral and "### Your hand" in seen.text]
        assert hands, f"{person.name} has no hand"
        return hands[-1]

    async def move(self) -> None:
        """Whoever is to move does something that the hand offers."""
        state = await self.state()
        turn = SOKER.to_act(state)
        assert turn is not None
        mover = (await self.seating())[turn]
        hand = self.hand(mover)
        menus = [menu for menu in hand.selects if menu.placeholder.startswith("Play a card")]
        packs = [menu for menu in hand.selects if menu.placeholder.startswith("Build a package")]
        choices: list[tuple[str, Any]] = [("play", (menu, value)) for menu in menus for value in menu.values]
        choices += [("package", (packs[0], value)) for value in packs[0].values] * 2 if packs else []
        if not choices or self.rng.random() < PASSING:
            choices = [("press", label) for label in ("Draw", "End turn") if not hand.button(label).disabled] or choices
        kind, what = self.rng.choice(choices)
        if kind == "play":
            menu, value = what
            await mover.select(hand, [value], custom_id=menu.custom_id)
            self.met.kinds["joker" if int(value) == 64 else "play"] += 1
        elif kind == "package":
            await self._package(mover, hand, *what)
        else:
            on_table = self.rng.random() < 0.3
            await mover.click(self.table if on_table else hand, label=what)
            self.met.kinds[what] += 1
        self.met.moves += 1

    async def _package(self, mover: MemberActor, hand: Seen, menu: Any, club: str) -> None:
        await mover.select(hand, [club], custom_id=menu.custom_id)
        cards = hand.select("Which cards?")
        chosen: list[str] = []
        for _ in range(20):
            chosen = self.rng.sample(cards.values, self.rng.randint(2, len(cards.values)))
            await mover.select(hand, chosen, custom_id=hand.select("Which cards?").custom_id)
            if not hand.button("Play the package").disabled:
                break
        top = self.rng.choice(chosen)
        await mover.select(hand, [top], custom_id=hand.select("Which card on top?").custom_id)
        if hand.button("Play the package").disabled:
            raise AssertionError(f"no package could be built: {hand.text}")
        await mover.click(hand, label="Play the package")
        self.met.kinds["package"] += 1
        self.met.kinds["joker in a package"] += "64" in chosen

    async def check(self) -> None:
        """Every message agrees with the engine's state."""
        row, state = await self.row(), await self.state()
        seating = await self.seating()
        if row.result is not None:
            self._check_ending(row, state, seating)
            return
        text = self.table.text.replace("**", "")
        assert f"Top card: {written(state.discards[-1])}" in text
        assert f"Deck: {len(state.deck)} · discard pile: {len(state.discards)}" in text
        turn = SOKER.to_act(state)
        assert turn is not None
        assert f"{seating[turn].name} is to move" in text
        for seat, person in enumerate(seating):
            count = len(state.hands[seat])
            assert f"{person.name} · {count} card{'s' if count != 1 else ''} ·" in text
        for seat, person in enumerate(seating):
            self.check_hand(state, seat, person, turn)

    def check_hand(self, state: State, seat: int, person: MemberActor, turn: int) -> None:
        """A person's private hand agrees with the state."""
        seen = self.hand(person)
        text = seen.text.replace("**", "")
        cards = state.hands[seat]
        write = in_hand if len(cards) < 26 else brief
        assert Counter(cards_shown(text)) == Counter(write(card) for card in cards)
        legal = SOKER.legal_moves(state)
        marked = [line.split(" ", 1)[1] for line in text.splitlines() if line.startswith("✅ ")]
        if seat != turn:
            assert not marked
            assert not seen.selects
            return
        assert Counter(marked) == Counter(write(card) for card in legal.plays)
        offered = [int(v) for menu in seen.selects if menu.placeholder.startswith("Play a") for v in menu.values]
        assert sorted(offered) == sorted(legal.plays)
        assert seen.button("Draw").disabled is not legal.draw
        assert seen.button("End turn").disabled is not legal.end

    def _check_ending(self, row: GameRow, state: State, seating: list[MemberActor]) -> None:
        text = self.table.text.replace("**", "")
        assert row.result is not None
        assert "is over" in text
        assert row.secret in text
        if row.result["winner"] is not None:
            assert f"{seating[row.result['winner']].name} wins" in text
        for seat, person in enumerate(seating):
            points = row.result["points"][seat]
            assert f"{person.name} · {points} point{'s' if points != 1 else ''}" in text

    async def play_out(self, *, checking: bool = True, at_most: int = 3000) -> None:
        """Play to the end, checking every message after every move."""
        for _ in range(at_most):
            if (await self.row()).result is not None:
                return
            await self.move()
            if checking:
                await self.check()
            self.sim.clear()
        raise AssertionError("the game does not end")
