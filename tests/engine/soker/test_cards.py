import csv
from collections import Counter
from pathlib import Path

from engine.soker.cards import CARDS, CLUBS, COUNTRIES, JOKER, POSITIONS, RED, YELLOWS

PLAYERS = [card for card in CARDS if card.kind == "player"]


def test_C1_there_are_68_cards():
    assert len(CARDS) == 68
    assert Counter(card.kind for card in CARDS) == {"player": 64, "joker": 1, "yellow": 2, "red": 1}


def test_C1_four_countries_of_four_clubs_of_four_positions():
    assert len(COUNTRIES) == 4
    assert Counter(club.country for club in CLUBS) == dict.fromkeys(COUNTRIES, 4)
    assert {(card.club, card.position) for card in PLAYERS} == {
        (club.index, position) for club in CLUBS for position in ("GKP", "DEF", "MID", "FRW")
    }


def test_C1_cards_are_numbered_in_the_order_of_the_file_then_the_specials():
    path = Path(__file__).parents[3] / "engine" / "soker" / "cards.csv"
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    told = [(card.country, card.club_name, card.club_code, card.position, card.legend) for card in PLAYERS]
    assert told == [tuple(row[key] for key in ("country", "club", "code", "position", "legend")) for row in rows]
    assert [card.id for card in CARDS] == list(range(68))
    assert (JOKER, YELLOWS, RED) == (64, (65, 66), 67)
    assert [CARDS[card].kind for card in (64, 65, 66, 67)] == ["joker", "yellow", "yellow", "red"]


def test_C2_the_countries():
    assert set(COUNTRIES) == {"Italy", "Germany", "Spain", "England"}


def test_C3_a_player_card_knows_all_that_its_face_shows():
    for card in PLAYERS:
        assert card.country in COUNTRIES
        assert card.position in POSITIONS
        assert card.club is not None
        assert CLUBS[card.club].name == card.club_name
        assert card.legend
    assert len({card.legend for card in PLAYERS}) == 64


def test_C4_clubs_and_legends_are_names():
    maldini = next(card for card in CARDS if card.code == "MIL-DEF")
    assert (maldini.legend, maldini.club_name, maldini.country) == ("Paolo Maldini", "AC Milan", "Italy")


def test_C5_every_card_has_a_letter_code_of_its_own():
    assert len({card.code for card in CARDS}) == 68
    assert {card.code for card in CARDS if card.kind != "player"} == {"JOKER", "YELLOW-1", "YELLOW-2", "RED"}
    assert len({club.code for club in CLUBS}) == 16
