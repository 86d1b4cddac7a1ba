"""1826: money, certificates, trains, tiles and options (O1-O8, O45-O69)."""

import pytest

from engine.game import new_game
from engine.titles.g1826 import TITLE
from tests.rulemark import rule


def fresh(players=3, **options):
    names = [f"P{i}" for i in range(players)]
    return new_game(TITLE, names, seed=1, options=options)


@rule("1826", "O1")
@pytest.mark.parametrize(("players", "each"), [(2, 900), (3, 600), (4, 450), (5, 360), (6, 300)])
def test_money_by_players_from_a_bank_of_12000(players, each):
    state = fresh(players).state
    assert {p.cash for p in state.players.values()} == {each}
    assert state.bank + players * each == 12000
