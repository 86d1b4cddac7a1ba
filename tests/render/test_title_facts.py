"""What a title adds to the card of a company and to the map."""

from engine import TITLES
from engine.game import new_game
from engine.state import to_json
from render.api import twin
from tests.rulemark import rule


def shown(game, view, **params):
    return twin(game.title.key, to_json(game.state), view, **params)


@rule("1862", "2.4.1")
def test_permits_stand_on_the_card_and_homes_out_of_play_on_the_map():
    game = new_game(TITLES["1862"], ["Ann", "Ben", "Cy"], seed=1)
    inside = next(c for c in game.view.companies("major"))
    assert f"Permits: {inside.data['permits'][0]}" in shown(game, "company", company=inside.id)
    gone = {c.id for c in game.state.companies.values() if c.closed}
    board = shown(game, "map")
    assert len(gone) == 4
    assert all(f"home of {company}, which is out of play" in board for company in gone)
    assert f"home of {inside.id}, which" not in board
    assert f"home of {inside.id}" in board


def test_a_title_without_additions_has_none():
    game = new_game(TITLES["18EZ"], ["Ann", "Ben", "Cy"], seed=1)
    assert "Permits" not in shown(game, "company", company="M&R")
    assert "out of play" not in shown(game, "map")
