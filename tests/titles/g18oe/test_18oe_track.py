"""18OE 11.1, 11.1.1-11.1.5: tile points, what is laid where, rights, fees."""

import pytest

from engine.rules import track
from engine.titles.g18oe import TITLE
from engine.titles.g18oe.track import points
from engine.titles.g18oe.track.rights import terrain_cost
from tests.rulemark import rule
from tests.scenario import act, refusal
from tests.titles.g18oe.building import (
    arguments,
    code,
    hexes,
    lays_on,
    look,
    major,
    minor,
    national,
    put,
    regional,
    turn,
)
from tests.titles.g18oe.oe_start import running_regional

# GWR's home is Bristol (L25), south of Birmingham (K26); London is M28.
BRISTOL, LONDON_WAY = ("L25", "57", 1, 4), ("L27", "9", 1, 4)


# --- 11.1 tile points --------------------------------------------------------------------------------


@rule("18OE", "11.1")
@pytest.mark.parametrize(
    ("view", "company", "expected"),
    [
        (look(minor("A"), "A"), "A", 3),
        (look(regional()), "GWR", 3),
        (look(major()), "GWR", 6),
        (look(national()), "GWR", 9),
    ],
)
def test_tile_points_by_kind_of_railroad(view, company, expected):
    assert points.of_turn(view, company) == points.left(view, company) == expected


@rule("18OE", "11.1")
@pytest.mark.parametrize(
    ("coord", "tile", "cost"),
    [
        ("L25", "57", 1), ("L27", "9", 1), ("L27", "82", 2), ("L27", "544", 2), ("L25", "OE34", 2),
        ("J25", "OE42", 2), ("M28", "OE6", 2), ("M28", "OE15", 4), ("M28", "OE28", 4), ("M28", "OE40", 4),
    ],
)  # fmt: skip
def test_a_yellow_tile_costs_one_point_a_later_one_two_and_metropolises_double(coord, tile, cost):
    assert points.cost_of(look(regional()), "GWR", coord, tile) == cost


@rule("18OE", "11.1")
def test_four_points_are_two_yellow_tiles_and_an_upgrade_or_any_such_mix():
    view = look(regional())
    cost = {tile: points.cost_of(view, "GWR", "L27", tile) for tile in ("9", "82")}
    assert 2 * cost["9"] + cost["82"] == 4 * cost["9"] == 2 * cost["82"] == 4
    assert points.cost_of(view, "GWR", "M28", "OE15") == 4


@rule("18OE", "11.1")
def test_points_are_used_up_one_after_the_other_and_do_not_last():
    game = turn(regional())
    act(game, "p1", "lay_tile", **arguments(*BRISTOL))
    assert points.left(game.view, "GWR") == 2
    act(game, "p1", "lay_tile", **arguments(*LONDON_WAY))
    assert points.left(game.view, "GWR") == 1
    # Metropolises cost two points: one is not enough for London.
    assert refusal(game, "p1", "lay_tile", **arguments("M28", "OE6", 1, 2, 4, 5)) == "no_points"
    act(game, "p1", "lay_tile", **arguments("L23", "58", 2, 4))
    assert points.left(game.view, "GWR") == 0
    assert game.view.cursor.step != "track"
    assert not [key for key in game.state.notes if key.startswith("turn:points")]


@rule("18OE", "11.1")
def test_without_a_point_nothing_is_laid():
    view = look(
        put(regional(), BRISTOL).note("turn:lays", [["L27", "9", 1], ["L29", "9", 1], ["K30", "9", 1]])
    )
    assert points.left(view, "GWR") == 0
    assert not hexes(view)


# --- 11.1.1 order ------------------------------------------------------------------------------------


@rule("18OE", "11.1.1")
@pytest.mark.parametrize(
    ("phase", "tiles"),
    [("2", ["57"]), ("3", ["57", "205"]), ("5", ["57", "205", "OE23"]), ("7", ["57", "205", "OE23", "OE36"])],
)
def test_one_hex_is_upgraded_several_times_in_a_turn(phase, tiles):
    """A double, triple or quadruple upgrade: 1 + 2 + 2 + 2 points, with minor G's two more."""
    game = turn(major(phase=phase, powers=["G"]))
    for tile in tiles:
        turn_ = next(r for t, r in _laid(game, "L25") if t == tile)
        act(game, "p1", "lay_tile", hex="L25", tile=tile, rotation=turn_)
    assert game.state.tiles["L25"][0] == tiles[-1]
    assert points.left(game.view, "GWR") == 8 - [1, 3, 5, 7][len(tiles) - 1]


def _laid(game, coord):
    return [(tile, turn_) for _, tile, turn_ in track.legal_lays(game.view, "GWR", [coord])]


@rule("18OE", "11.1.1")
def test_each_colour_in_between_needs_a_tile():
    """No green city tile is left: Bristol stays yellow, for brown too."""
    scenario = put(major(phase="5"), BRISTOL)
    for tile in ("12", "13", "205", "206"):
        scenario.state.supply[tile] = 0
    view = look(scenario)
    assert not lays_on(view, "GWR", "L25")
    assert code(view, "GWR", "L25", "OE23", 1, 3, 4, 0) == "wrong_colour_order"


# --- 11.1.2 availability -----------------------------------------------------------------------------


@rule("18OE", "11.1.2", "5.2")
@pytest.mark.parametrize(
    ("phase", "colours"),
    [
        ("2", {"yellow"}), ("3", {"yellow", "green"}), ("4", {"yellow", "green"}),
        ("5", {"yellow", "green", "brown"}), ("6", {"yellow", "green", "brown"}),
        ("7", {"yellow", "green", "brown", "gray"}), ("8", {"yellow", "green", "brown", "gray"}),
    ],
)  # fmt: skip
def test_colours_by_phase(phase, colours):
    view = look(regional(phase=phase))
    assert set(TITLE.rules.board.lay_rules(view, "GWR").colours) == colours


@rule("18OE", "11.1.2")
def test_a_tile_on_the_map_is_not_there_for_others():
    scenario = regional()
    scenario.state.supply["57"] = 0
    assert code(look(scenario), "GWR", *BRISTOL) == "no_tile_left"


# --- 11.1.3 placing ----------------------------------------------------------------------------------


@rule("18OE", "11.1.3")
def test_each_kind_of_hex_takes_its_kind_of_tile():
    view = look(put(major(cash=900), BRISTOL, ("L23", "4", 1, 4)))
    assert code(view, "GWR", "L27", "57", 1, 4) == "wrong_kind"
    assert code(view, "GWR", "L27", "9", 1, 4) is None
    assert code(view, "GWR", "M28", "57", 2, 5) == "label"
    plain = look(put(major(), ("L25", "57", 2, 5)))
    assert code(plain, "GWR", "M26", "4", 2, 5) == "wrong_kind"
    assert code(plain, "GWR", "M26", "OE1", 2, 5) == "off_board_side"
    assert code(plain, "GWR", "M26", "OE2", 2, 4) is None


@rule("18OE", "11.1.3")
def test_metropolis_tiles_go_by_the_chart_and_y_tiles_on_grand_cities():
    hexmap = TITLE.rules.board.hexmap
    chart = {
        "A": ("OE4", "OE12", "OE26", "OE37"), "B": ("OE4", "OE13", "OE27", "OE38"),
        "C": ("OE5", "OE14", "OE26", "OE39"), "L": ("OE6", "OE15", "OE28", "OE40"),
        "N": ("OE7", "OE16", "OE29", "OE41"), "P": ("OE4", "OE17", "OE30", "OE37"),
        "S": ("OE8", "OE18", "OE26", "OE37"),
    }  # fmt: skip
    for coord, spot in hexmap.hexes.items():
        if spot.labels and spot.labels != ("Y",):
            view = look(national(phase="7"))
            tiles = view.board().catalogue
            for colour, tile in zip(("yellow", "green", "brown", "gray"), chart[spot.labels[0]], strict=True):
                fitting = [
                    t.id for t in tiles.of_colour(colour)
                    if TITLE.data.in_box(t.id) and set(t.labels) & set(spot.labels)
                ]  # fmt: skip
                assert fitting == [tile], coord


@rule("18OE", "11.1.3")
def test_a_grand_city_takes_y_tiles_alone():
    view = look(regional("PLM"), "PLM")
    assert {tile for tile, _ in lays_on(view, "PLM", "U34")} == {"201", "202", "621"}
    assert code(view, "PLM", "U34", "57", 1, 4) == "label"


@rule("18OE", "11.1.3")
def test_old_track_and_cities_are_kept():
    """Manchester is yellow from the start: Liverpool and Leeds stay joined to it."""
    view = look(regional("LNWR", phase="3"), "LNWR")
    assert all({1, 4} <= set(exits) for _, exits in lays_on(view, "LNWR", "J27"))
    assert code(view, "LNWR", "J27", "12", 0, 1, 2) == "track_not_kept"


@rule("18OE", "11.1.3")
def test_no_track_to_impassable_sides_red_blanks_or_off_the_grid():
    view = look(regional("PLM"), "PLM")
    barrier = view.board().hexmap.barrier
    assert barrier("N31", 2) == "impassable"
    assert barrier("M28", 0) == "off_board_side"
    assert barrier("AD87", 5) == "off_map"
    # Port arrows and ferries are sides like others (Dublin: arrow to the south-east, ferries to the east).
    assert barrier("I20", 5) is barrier("I20", 4) is None
    # The hexes at the edge take tiles (columns 1 and 87).
    assert not view.board().hexmap["AB1"].fixed
    assert not view.board().hexmap["J87"].fixed


@rule("18OE", "11.1.3")
def test_new_track_is_joined_to_a_token_of_the_railroad():
    other = running_regional(put(regional(), BRISTOL), "LNWR", "p2")
    view = look(other)
    assert "L27" in hexes(view)
    assert "J29" not in hexes(view)
    assert code(view, "GWR", "L27", "9", 2, 5) == "not_connected"


@rule("18OE", "11.1.3")
def test_a_city_that_is_connected_may_be_upgraded_without_new_track_there():
    view = look(put(regional(phase="3"), BRISTOL, LONDON_WAY))
    assert {"12", "13", "205", "206"} >= {tile for tile, _ in lays_on(view, "GWR", "L25")} != set()
    # A plain tile adds track that the token reaches.
    assert code(view, "GWR", "L27", "82", 1, 2, 4) is None


@rule("18OE", "11.1.3")
@pytest.mark.parametrize(("tokens", "passes"), [(["LNWR"], False), ([], True)])
def test_a_city_full_of_others_tokens_is_not_passed(tokens, passes):
    """The ferry beyond Liverpool (J25): LNWR's token fills it, an empty circle does not."""
    scenario = put(major("GWR"), ("L25", "57", 2, 5), ("K24", "8", 3, 5), ("J25", "622", 0, 2, 3, 4))
    for company in tokens:
        running_regional(scenario, company, "p2")
        next(t for t in scenario.state.tokens.values() if t.company == company).place = ("J25", 0)
        scenario.token("SB", "J25")
    found = track.policy_of(look(scenario)).found(look(scenario), "GWR", False)
    assert ("J25", 0) in found.stops
    assert (("I24", 5) in found.inbound) is passes


# --- 11.1.4 rights -----------------------------------------------------------------------------------


@rule("18OE", "11.1.4")
def test_small_railroads_build_in_their_zone_even_where_it_is_a_part_of_the_hex():
    """Nancy's neighbour R39 lies in France and in Prussia; Strassburg lies in Prussia alone."""
    scenario = put(minor("A", "FR", "Q38"), ("Q38", "57", 5, 2))
    view = look(scenario, "A")
    assert "R39" in hexes(view, "A")
    assert (
        code(look(put(minor("A", "FR", "Q38"), ("Q38", "57", 4, 1)), "A"), "A", "Q40", "57", 1, 4)
        == "no_track_rights"
    )
    german = put(major("KBS"), ("Q38", "57", 4, 1)).token("KBS", "Q38")
    assert code(look(german, "KBS"), "KBS", "Q40", "57", 1, 4) is None


@rule("18OE", "11.1.4")
def test_regionals_and_nationals_have_rights_in_their_zone_alone_and_majors_everywhere():
    way = ("Q38", "57", 4, 1)
    french = put(regional("PLM"), way).token("PLM", "Q38")
    assert code(look(french, "PLM"), "PLM", "Q40", "57", 1, 4) == "no_track_rights"
    state = put(national("PLM"), way)
    assert code(look(state, "PLM"), "PLM", "Q40", "57", 1, 4) == "no_track_rights"
    free = put(major("PLM"), way).token("PLM", "Q38")
    assert code(look(free, "PLM"), "PLM", "Q40", "57", 1, 4) is None


@rule("18OE", "11.1.4")
def test_a_national_builds_from_every_city_of_its_zone():
    """It counts as having a token in each city (11.3.10), so it needs none on the map."""
    view = look(national("PLM"), "PLM")
    found = hexes(view, "PLM")
    assert {"U34", "Q30", "N35", "Q38", "X33"} <= found
    assert "M28" not in found


# --- 11.1.5 fees -------------------------------------------------------------------------------------


@rule("18OE", "11.1.5")
@pytest.mark.parametrize(
    ("company", "coord", "fee"),
    [("GWR", "K24", 45), ("GWR", "M28", 30), ("GWR", "L27", 0), ("SFAI", "K24", 45)],
)
def test_the_first_tile_costs_what_the_terrain_says(company, coord, fee):
    assert terrain_cost(look(major(company), company), company, coord) == fee


@rule("18OE", "11.1.5")
def test_the_fee_is_paid_from_the_treasury_once():
    game = turn(put(major(cash=100, phase="3"), ("L25", "57", 2, 5)))
    act(game, "p1", "lay_tile", **arguments("K24", "8", 5, 1))
    assert game.view.cash("GWR") == 55
    assert terrain_cost(game.view, "GWR", "K24") == 0


@rule("18OE", "11.1.5")
def test_a_tile_that_the_treasury_cannot_pay_is_not_laid():
    view = look(put(regional(cash=44), ("L25", "57", 2, 5)))
    assert code(view, "GWR", "K24", "8", 5, 1) == "cannot_afford"
    assert "K24" not in hexes(view)


@rule("18OE", "11.1.5")
@pytest.mark.parametrize(
    ("company", "coord", "fee"),
    [("MZA", "Y14", 36), ("SFAI", "V37", 48), ("BJV", "F51", 0), ("DSJ", "D57", 24), ("MSP", "C72", 24),
     ("KBS", "Q40", 30), ("PLM", "V35", 45)],
)  # fmt: skip
def test_twenty_percent_less_in_spain_italy_scandinavia_and_russia(company, coord, fee):
    """V37 lies partly in Italy (60); France, Britain, Germany and Austria have no discount."""
    assert terrain_cost(look(regional(company), company), company, coord) == fee


@rule("18OE", "11.1.5")
def test_rights_of_merged_minors_count_and_the_same_twice_does_not():
    spain = look(major("MZA", chits=["SP"]), "MZA")
    assert terrain_cost(spain, "MZA", "Y14") == 36
    assert terrain_cost(look(major("GWR", chits=["SP"])), "GWR", "Y14") == 36
    assert terrain_cost(look(major("GWR")), "GWR", "Y14") == 45


@rule("18OE", "11.1.5", "15.5", "15.6")
@pytest.mark.parametrize(
    ("powers", "company", "coord", "fee"),
    [
        # London 30 and Milano's way 60; E for water, F for rough terrain: 67 % rounded down.
        (["E"], "GWR", "M28", 20), (["F"], "GWR", "K24", 30),
        (["E"], "GWR", "K24", 45), (["F"], "GWR", "M28", 30),
        # With the discount of the zone half: 45 becomes 22.
        (["F"], "MZA", "Y14", 22), (["E"], "MZA", "Y14", 36), (["E", "F"], "MZA", "Y14", 22),
        (["E"], "DSJ", "I52", 22), (["E"], "GWR", "I52", 30),
    ],
)  # fmt: skip
def test_minors_e_and_f_take_off_a_third_and_with_the_zone_half(powers, company, coord, fee):
    assert terrain_cost(look(major(company, powers=powers), company), company, coord) == fee


@rule("18OE", "11.1.5")
def test_nationals_build_for_nothing():
    view = look(put(national("GWR"), ("L25", "57", 2, 5)))
    assert terrain_cost(view, "GWR", "K24") == 0
    assert code(view, "GWR", "K24", "8", 5, 1) is None


@rule("18OE", "11.1.5")
def test_the_first_tile_on_a_printed_yellow_hex_costs_its_fee():
    """A reading: the fee is for the first tile, and printed track is none."""
    view = look(regional("LNWR", phase="3"), "LNWR")
    assert terrain_cost(view, "LNWR", "J27") == 30
    game = turn(regional("LNWR", cash=50, phase="3"), "LNWR")
    act(game, "p1", "lay_tile", **arguments("J27", "205", 1, 4, 2))
    assert game.view.cash("LNWR") == 20
