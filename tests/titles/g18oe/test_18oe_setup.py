"""18OE 2-4: components and set-up."""

from collections import Counter

import pytest

from engine.core.state import DEPOT, OUT
from engine.game import new_game
from engine.rules.stock import stock_rules
from engine.titles.g18oe import TITLE
from engine.titles.g18oe.data.europe import europe
from engine.titles.g18oe.floats.phases import AUCTION, level, rr_phase
from engine.titles.g18oe.railroads.companies import chits_left, home_hex, zone
from engine.titles.g18oe.track.patronage import tiles
from engine.titles.g18oe.track.tokens import on_charter, unplaced
from tests.rulemark import rule
from tests.scenario import Scenario

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Fay", "Gus")
SIDES = {2: ("2+2",), 3: ("3+3", "3"), 4: ("4+4", "4"), 5: ("5+5", "5"), 6: ("6+6", "6")}


def start(players=3, seed=1, **options):
    return new_game(TITLE, NAMES[:players], seed=seed, options=options)


@rule("18OE", "3.3")
@pytest.mark.parametrize(
    ("players", "cash", "without"),
    [(2, 2700, 2600), (3, 1800, 1735), (4, 1350, 1300), (5, 1080, 1040), (6, 900, 870), (7, 775, 745)],
)
def test_the_capital_is_split_and_rounded_up_to_five(players, cash, without):
    game, plain = start(players), start(players, concessions="no")
    assert {game.view.cash(p) for p in game.state.seats} == {cash}
    assert {plain.view.cash(p) for p in plain.state.seats} == {without}
    assert game.view.cash("bank") == 54000 - players * cash


@rule("18OE", "3.1")
def test_trains_lie_in_the_works_local_side_up_with_pullmans():
    counted = Counter(train.kind for train in start().state.trains.values())
    assert counted == {
        "2+2": 30, "3+3": 20, "4+4": 10, "5+5": 8, "6+6": 6, "7+7": 14, "8+8": 8, "pullman": 10,
    }  # fmt: skip
    assert {train.owner for train in start().state.trains.values()} == {DEPOT}


@rule("18OE", "3.1", "11.3.2")
def test_most_cards_have_an_express_side():
    trains = TITLE.data.trains
    for number, kinds in SIDES.items():
        assert [k for k, spec in trains.items() if level(spec) == number] == list(kinds)
    assert [k for k, spec in trains.items() if level(spec) == 7] == ["7+7", "4D"]
    assert [k for k, spec in trains.items() if level(spec) == 8] == ["8+8", "5D"]
    for kind, spec in trains.items():
        other = spec.extras.get("other")
        assert other is None or trains[other].extras["other"] == kind
    assert trains["2+2"].extras.get("other") is None


@rule("18OE", "3.1")
def test_a_card_is_turned_and_turned_back():
    game = start()
    before = game.digest()
    game._writer.turn_train("3+3-1", "3")
    assert game.state.trains["3+3-1"].kind == "3"
    game._writer.turn_train("3+3-1", "3")
    assert len(game._writer.open) == 1
    game._writer.revert()
    assert game.digest() == before


@rule("18OE", "3.1")
def test_six_certificates_of_each_major_are_kept_apart():
    game = start()
    for spec in TITLE.data.of_kind("regional"):
        certs = game.view.certs_of(spec.id)
        assert [c.percent for c in certs] == [50, 25, 25] + 6 * [10]
        assert [c.owner for c in certs] == 3 * ["ipo"] + 6 * [OUT]


@rule("18OE", "3.1")
def test_each_home_keeps_a_circle_that_blocks_nobody():
    game = start()
    board = game.view.board()
    for spec in TITLE.data.of_kind("regional"):
        place = board.hexmap.homes[spec.id]
        assert place[0] == home_hex(game.view, spec.id) == spec.home
        assert list(board.reserved[place]) == [spec.id]
        assert not board.blocks(*place, "A")
        assert europe().zone_of_stop(place[0]) == zone(game.view, spec.id)
    assert board.open_slots("J27", 0, "GWR") == 0
    assert board.open_slots("J27", 0, "LNWR") == 1


@rule("18OE", "3.1")
def test_two_tokens_of_a_regional_and_six_more_of_its_major():
    game = start()
    assert [t.price for t in game.view.tokens("LNWR")] == [40, 20, 40, 60, 60, 80, 80, 80]
    assert on_charter(game.view, "LNWR") == 2
    assert [t.price for t in unplaced(game.view, "LNWR")] == [40, 20]
    assert len(unplaced(game.view, "A")) == 2
    grown = Scenario(TITLE).start("LNWR")
    grown.state.companies["LNWR"].kind = "major"
    assert len(unplaced(grown.game().view, "LNWR")) == 8


@rule("18OE", "3.1", "2.9")
def test_patronage_tiles_are_drawn_three_three_three_and_eight():
    draws = [start(seed=seed).state.notes["patronage"] for seed in range(1, 6)]
    for drawn in draws:
        assert Counter(tile["group"] for tile in drawn.values()) == {
            "pink": 3, "yellow": 3, "white": 3, "green": 8,
        }  # fmt: skip
        for coord, tile in drawn.items():
            printed = europe().patronage.tiles[coord]
            assert (tile["zone"], tile["payout"]) == (printed.zone, dict(printed.payout))
    assert len({tuple(drawn) for drawn in draws}) == 5
    assert tiles(start().view) == start().state.notes["patronage"]


@rule("18OE", "2.1")
def test_what_is_reconstructed_on_the_board_lies_there():
    hexes, told = start().view.board().hexmap.hexes, europe().reconstructed
    at = {kind: [where for doubt in doubts for where in doubt.at] for kind, doubts in told.items()}
    lines = {f"{c}-{f['to']}" for c, spot in hexes.items() for f in spot.extras.get("ferries", ())}
    assert set(at["ferries"]) <= {
        way for a, b in (x.split("-") for x in lines) for way in (f"{a}-{b}", f"{b}-{a}")
    }
    for where in at["ports"]:
        coord, _, edge = where.partition(":")
        assert any(str(p.get("edge", "")) == edge for p in hexes[coord].extras["ports"])
    assert all(hexes[coord].extras["sea_zone"] in europe().sea_zones for coord in at["sea_hexes"])
    assert all(coord in hexes for coord in at["hexes"])
    assert all(doubt.rule for doubts in told.values() for doubt in doubts)
    assert {key for key, zone in europe().zones.items() if zone.reconstructed} == {"BRS", "GRE", "OTT"}


@rule("18OE", "2.1")
def test_no_dead_end_is_printed_and_one_tile_is_out():
    hexmap = start().view.board().hexmap
    for coord, spot in hexmap.hexes.items():
        if spot.colour != "blue":
            assert all(spot.neighbours[edge] is not None for edge in spot.face.exits), coord
    assert "OE19" not in TITLE.data.tiles
    assert sum(TITLE.data.tiles.values()) == 771 - 2


@rule("18OE", "2.9")
def test_there_are_45_patronage_tiles_each_on_a_city():
    board = start().view.board()
    assert len(europe().patronage.tiles) == 45
    assert all(board.face(coord).indices("city") for coord in europe().patronage.tiles)


@rule("18OE", "3.2")
def test_the_player_order_is_drawn_and_the_first_has_the_card():
    orders = {start(5, seed).state.seats for seed in range(1, 9)}
    assert len(orders) > 4
    for seed in range(1, 4):
        game = start(5, seed)
        assert game.state.priority == game.state.seats[0]
        assert game.waiting().players == game.state.seats[:1]
        assert rr_phase(game.view) == AUCTION


@rule("18OE", "4.1")
@pytest.mark.parametrize(("players", "limit"), [(2, 99), (3, 48), (4, 36), (5, 29), (6, 24), (7, 20)])
def test_certificate_limits(players, limit):
    view = start(players).view
    assert stock_rules(view).certificate_limit(view) == limit


@rule("18OE", "4.1")
def test_open_privates_minors_and_stock_count_once_each():
    scenario = Scenario(TITLE).own("p1", "RSC", "WS", "A", "CON1").shares("LNWR", p1=75)
    view = scenario.game().view
    assert stock_rules(view).certificates(view, "p1") == 5
    scenario.state.companies["WS"].data["face_down"] = True
    view = scenario.game().view
    assert stock_rules(view).certificates(view, "p1") == 4


@rule("18OE", "6.2")
def test_minors_cost_120_and_have_two_tokens():
    for spec in TITLE.data.of_kind("minor"):
        assert (spec.price, spec.tokens) == (120, (0, 20))
        assert not start().view.company(spec.id).floated


@rule("18OE", "6.3")
def test_without_concessions_their_cards_are_out():
    game = start(concessions="no")
    assert all(game.view.company(f"CON{i}").closed for i in range(1, 11))
    assert not start().view.company("CON1").closed


@rule("18OE", "9.1")
def test_sixteen_chits_two_for_each_of_eight_zones():
    view = start().view
    assert {z: chits_left(view, z) for z in europe().zones if chits_left(view, z)} == dict.fromkeys(
        ("UK", "PHS", "FR", "AH", "IT", "SP", "SC", "RU"), 2
    )
