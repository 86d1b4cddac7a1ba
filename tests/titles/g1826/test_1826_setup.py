"""1826: money, certificates, trains, tiles and options (O1-O8), the chart of phases (O9-O49)."""

import pytest

from engine.core.choices import Range
from engine.core.errors import Refused
from engine.game import new_game
from engine.rules.trains import train_limit
from engine.titles.g1826 import TITLE
from engine.titles.g1826.operating.operating import Operating
from tests.rulemark import rule
from tests.titles.g1826.france import France, act, fresh, holds, offered, refusal

DATA = TITLE.data


@rule("1826", "O1", "O4", "O6")
@pytest.mark.parametrize(("players", "each"), [(2, 900), (3, 600), (4, 450), (5, 360), (6, 300)])
def test_money_by_players_from_a_bank_of_12000(players, each):
    state = fresh(players).state
    assert {p.cash for p in state.players.values()} == {each}
    assert state.bank + players * each == 12000


@rule("1826", "O6")
@pytest.mark.parametrize("players", [1, 7])
def test_two_to_six_players(players):
    with pytest.raises(Refused) as refused:
        new_game(TITLE, [f"P{i}" for i in range(players)], seed=1)
    assert refused.value.violation.code == "player_count"


@rule("1826", "O2")
def test_money_is_shown_in_francs():
    assert DATA.currency == "F"
    game = fresh()
    first = game.state.priority
    options = game.options(first, "buy_item", "item")
    assert not isinstance(options, Range)
    labels = [o.label for o in options]
    assert labels == ["Buy for F20: Ponts et Chaussées (Bridge)"]


@rule("1826", "O5")
@pytest.mark.parametrize(("players", "limit"), [(2, 28), (3, 20), (4, 16), (5, 13), (6, 11)])
def test_certificate_limit_by_players(players, limit):
    game = fresh(players)
    assert TITLE.rules.stock.certificate_limit(game.view) == limit


@rule("1826", "O7")
def test_trains_as_printed():
    printed = [(t.kind, t.price, t.count, t.rusted_by) for t in DATA.trains.values()]
    assert printed == [
        ("2H", 100, 8, "6H"),
        ("4H", 200, 7, "10H"),
        ("6H", 300, 6, "E"),
        ("10H", 600, 5, None),
        ("E", 800, 4, None),
        ("TGV", 1000, 10, None),
    ]
    assert len(fresh().state.trains) == 40


@rule("1826", "O8")
def test_tiles_as_printed():
    supply = fresh().state.supply
    assert (supply["7"], supply["8"], supply["9"]) == (4, 18, 23)
    assert (supply["513"], supply["514"], supply["63"], supply["611"]) == (3, 1, 5, 2)
    assert sum(supply.values()) == 137


@rule("1826", "O8")
def test_plain_yellow_tiles_without_limit_by_option():
    supply = fresh(plain_yellow="yes").state.supply
    assert min(supply[t] for t in "789") > len(TITLE.board(fresh().state).hexmap.hexes)
    assert supply["57"] == 4


@pytest.mark.parametrize(("players", "option", "limit"), [(2, "no", 60), (2, "yes", 70), (3, "yes", 60)])
def test_with_two_players_70_percent_by_option(players, option, limit):
    game = fresh(players, two_players_70=option)
    assert TITLE.rules.stock.holding_limit(game.view, "PLM") == limit


def test_certificates_of_5_and_10_shares():
    game = France().game()
    assert [c.percent for c in game.view.certs_of("PLM") if c.owner == "ipo"] == [40, 20, 20, 20]
    assert [c.percent for c in game.view.certs_of("PLM") if c.owner == "out"] == [10] * 5
    assert [c.percent for c in game.view.certs_of("Belg")] == [20] + [10] * 8
    assert holds(game, "Etat") == {"ipo": 100}
    assert game.view.certs_of("SNCF")[0].president
    assert game.view.certs_of("SNCF")[0].percent == 10


@rule("1826", "O10", "O16", "O22", "O30", "O38", "O46")
@pytest.mark.parametrize(
    ("phase", "rounds"), [("2H", 1), ("4H", 2), ("6H", 2), ("10H", 3), ("E", 3), ("TGV", 3)]
)
def test_operating_rounds_by_phase(phase, rounds):
    game = France().phase(phase).game()
    operating = TITLE.rounds["operating"]
    assert isinstance(operating, Operating)
    assert operating.rounds_in_set(game.view) == rounds


@rule("1826", "O11", "O17", "O23", "O31", "O39", "O47")
@pytest.mark.parametrize(
    ("phase", "colours"),
    [
        ("2H", ["yellow"]),
        ("4H", ["yellow", "green"]),
        ("6H", ["yellow", "green"]),
        ("10H", ["yellow", "green", "brown"]),
        ("E", ["yellow", "green", "brown"]),
        ("TGV", ["yellow", "green", "brown", "gray"]),
    ],
)
def test_tile_colours_by_phase(phase, colours):
    game = France().phase(phase).game()
    assert list(TITLE.rules.board.lay_rules(game.view, "PLM").colours) == colours


@rule("1826", "O12", "O18", "O24", "O32", "O40", "O48")
@pytest.mark.parametrize(
    ("phase", "five", "ten", "national"),
    [
        ("2H", 2, 4, 0),
        ("4H", 2, 4, 0),
        ("6H", 1, 3, 4),
        ("10H", 1, 2, 3),
        ("E", 1, 2, 3),
        ("TGV", 1, 2, 3),
    ],
)
def test_train_limits_by_phase_and_size(phase, five, ten, national):
    view = France().phase(phase).game().view
    assert [train_limit(view, c) for c in ("PLM", "Belg", "SNCF")] == [five, ten, national]


@rule("1826", "O14", "O20", "O28", "O36", "O44", "O49")
@pytest.mark.parametrize(
    ("phase", "amsterdam", "london"),
    [("2H", 20, 40), ("4H", 20, 40), ("6H", 20, 40), ("10H", 50, 60), ("E", 70, 80), ("TGV", 70, 120)],
)
def test_offboard_values_by_phase(phase, amsterdam, london):
    game = France().phase(phase).game()
    board, key = game.view.board(), TITLE.rules.routes.revenue_key(game.view)
    assert (board.revenue("A13", 0, key), board.revenue("B8", 0, key)) == (amsterdam, london)


def test_chance_is_in_the_seats_alone():
    one, two = fresh(5, seed=3), fresh(5, seed=3)
    assert one.digest() == two.digest()
    orders = {fresh(5, seed=s).state.seats for s in range(6)}
    assert len(orders) > 1
    assert fresh(5, seed=3).state.priority == one.state.seats[0]


@rule("1826", "O3")
def test_semi_restrictive_a_first_tile_extends_a_route():
    game = France().corporation("Als", 100, 500, p1=60).turn("Als").game()
    assert set(offered(game, "p1", "lay_tile", "hex")) == {"F18", "G17", "H18"}
    assert refusal(game, "p1", "lay_tile", hex="G15", tile="9", rotation=1) == "not_connected"
    assert refusal(game, "p1", "lay_tile", hex="G17", tile="9", rotation=0) == "not_connected"
    act(game, "p1", "lay_tile", hex="G17", tile="9", rotation=1)


@rule("1826", "O3")
def test_semi_restrictive_an_upgrade_adds_track_or_a_city_to_a_route():
    scenario = France().corporation("Als", 100, 500, p1=60).tile("G17", "9", 1).phase("4H")
    game = scenario.turn("Als").game()
    tiles = offered(game, "p1", "lay_tile", "tile", hex="G17")
    assert "20" not in tiles  # its other track crosses the old one and joins no route
    assert {"23", "24"} <= set(tiles)
    codes = {refusal(game, "p1", "lay_tile", hex="G17", tile="20", rotation=r) for r in range(6)}
    assert codes == {"not_connected", "track_not_kept"}
