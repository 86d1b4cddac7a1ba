"""18EZ 2.3 and 2.4: laying and upgrading track."""

import pytest

from engine.core.actions import Action
from tests.rulemark import rule
from tests.scenario import act, kinds, refusal
from tests.titles.g18ez.ez_turns import NE, NW, SE, SW, E, Turn, W, offered, paths, turned


def at_home(company="M&R", home="D14", edges=(W, E), tile="57", **more) -> Turn:
    """A major with a yellow home and its station there."""
    return Turn().major(company, **more).lay(home, tile, *edges).token(company, home).turn(company)


def lay(game, hex_, tile, *edges):
    return act(game, "p1", "lay_tile", hex=hex_, tile=tile, rotation=turned(tile, *edges))


def refused(game, hex_, tile, *edges):
    return refusal(game, "p1", "lay_tile", hex=hex_, tile=tile, rotation=turned(tile, *edges))


@rule("18EZ", "2.3")
def test_the_first_tile_goes_on_the_home_city():
    game = Turn().major("M&R").turn("M&R").game()
    assert [o.value for o in offered(game, "p1", "lay_tile", "hex")] == ["D14"]
    assert refused(game, "E13", "9", W, E) == "home_first"
    lay(game, "D14", "57", W, E)
    assert game.view.stations("M&R") == [("D14", 0)]
    assert game.view.cash("M&R") == 500


@rule("18EZ", "2.3")
@pytest.mark.parametrize(("company", "home"), [("ONE", "F12"), ("TWO", "G9"), ("MIT", "D6"), ("ROC", "C9")])
def test_minors_begin_at_home_too(company, home):
    game = Turn().minor(company).turn(company).game()
    assert [o.value for o in offered(game, "p1", "lay_tile", "hex")] == [home]
    lay(game, home, "57", W, E)
    assert game.view.stations(company) == [(home, 0)]


@rule("18EZ", "2.3")
def test_a_home_that_others_improved_takes_the_station_when_the_turn_begins():
    scenario = Turn().minor("ONE").major("M&R").lay("D14", "57", W, E).turn("ONE", "trains")
    game = scenario.game()
    act(game, "p1", "done")
    assert game.state.cursor.actor == "M&R"
    assert game.view.stations("M&R") == [("D14", 0)]
    assert "lay_tile" in kinds(game, "p1")
    assert refused(game, "C11", "9", W, E) == "not_connected"
    lay(game, "D12", "57", W, E)


@rule("18EZ", "2.3")
def test_one_lay_or_upgrade_a_turn():
    game = at_home().own("M&R", "MRTA").phase("3").game()
    lay(game, "D12", "57", W, E)
    assert game.state.cursor.step == "track"
    assert refused(game, "D14", "619", W, E, NE, SE) == "no_lay_left"
    assert "lay_tile" not in kinds(game, "p1")
    assert offered(game, "p1", "lay_tile", "hex") == ()


@rule("18EZ", "2.3")
def test_without_a_power_the_lay_ends_the_step():
    game = at_home().game()
    lay(game, "D16", "8", W, SE)
    assert game.state.cursor.step == "trains"


@rule("18EZ", "2.2")
def test_track_may_be_declined_and_is_over_then():
    game = at_home().game()
    act(game, "p1", "skip")
    assert game.state.cursor.step == "trains"
    assert refused(game, "D12", "57", W, E) == "not_now"


@rule("18EZ", "2.3")
@pytest.mark.parametrize(
    ("hex_", "tile", "code"),
    [
        ("D12", "58", "wrong_kind"),  # a small city tile on a large city
        ("D12", "9", "wrong_kind"),  # open track on a large city
        ("D16", "6", "wrong_kind"),  # a large city tile on an open hex
        ("D16", "4", "wrong_kind"),  # a small city tile on an open hex
        ("C13", "7", "wrong_kind"),  # open track on a small city
        ("C13", "5", "wrong_kind"),  # a large city tile on a small city
        ("D12", "619", "wrong_colour_order"),  # the first tile is yellow
        ("E9", "57", "wrong_colour_order"),  # printed yellow already
        ("E17", "9", "fixed_hex"),  # off-board
        ("G15", "57", "fixed_hex"),  # printed grey
        ("D99", "9", "no_hex"),
        ("D12", "1", "no_tile"),
    ],
)
def test_tiles_go_on_hexes_of_their_type(hex_, tile, code):
    game = at_home().phase("8").game()
    assert refusal(game, "p1", "lay_tile", hex=hex_, tile=tile, rotation=0) == code


@rule("18EZ", "2.4")
@pytest.mark.parametrize("hex_", ["C3", "G15"])
def test_printed_grey_hexes_are_never_upgraded(hex_):
    game = at_home().phase("8").game()
    assert refusal(game, "p1", "lay_tile", hex=hex_, tile="455", rotation=0) == "fixed_hex"


@rule("18EZ", "2.3")
def test_metropolis_takes_its_own_tiles_and_only_there():
    base = Turn().major("M&R").token("M&R", "E9").phase("3").turn("M&R")
    game = base.game()
    assert refused(game, "E9", "619", W, E, NE, SE) == "label"
    lay(game, "E9", "716", SW, W, NW, NE, E, SE)
    assert game.state.tiles["E9"][0] == "716"
    assert game.view.board().slots("E9", 0) == 2
    home = at_home().phase("3").game()
    assert refused(home, "D14", "716", SW, W, NW, NE, E, SE) == "label"


@rule("18EZ", "2.3")
def test_metropolis_waits_for_green_tiles():
    game = Turn().major("M&R").token("M&R", "E9").turn("M&R").game()
    assert refused(game, "E9", "716", SW, W, NW, NE, E, SE) == "colour_not_available"


@rule("18EZ", "2.3")
def test_track_stays_on_the_hex_grid():
    game = at_home("GV&E", "B10", (NW, SE)).game()
    assert refused(game, "A9", "9", SE, NW) == "off_map"
    assert refused(game, "A9", "8", SE, NE) == "off_map"
    lay(game, "A9", "8", SE, W)


@rule("18EZ", "2.3")
def test_track_may_end_dead_within_the_grid_and_beyond_the_reach_of_trains():
    scenario = at_home().lay("D12", "57", W, E).lay("D10", "9", W, E)
    game = scenario.game()
    lay(game, "D8", "9", W, E)
    assert game.view.board().across("D8", W) is None


@rule("18EZ", "2.3")
def test_new_track_extends_a_route_from_home():
    game = at_home().game()
    assert refused(game, "D10", "9", W, E) == "not_connected"
    assert refused(game, "D12", "57", NW, SE) == "not_connected"
    lay(game, "D12", "57", W, E)


@rule("18EZ", "2.3")
def test_stations_of_others_interrupt_the_route():
    scenario = at_home().major("BCRR", "p2").lay("D12", "57", W, E).token("BCRR", "C5").token("BCRR", "D12")
    game = scenario.game()
    assert refused(game, "D10", "9", W, E) == "not_connected"
    free = at_home().lay("D12", "57", W, E).game()
    lay(free, "D10", "9", W, E)


@rule("18EZ", "2.3", "2.4")
def test_new_track_begins_at_home_but_an_upgrade_at_any_station():
    scenario = at_home().major("BCRR", "p2").lay("D12", "57", W, E).token("BCRR", "C5").token("BCRR", "D12")
    game = scenario.lay("D10", "9", W, E).token("M&R", "F6").lay("F6", "57", W, E).phase("3").game()
    assert refused(game, "F8", "9", W, E) == "not_connected"
    lay(game, "F6", "14", W, E, SW, NE)
    assert game.state.tiles["F6"][0] == "14"


@rule("18EZ", "2.4")
@pytest.mark.parametrize(
    ("phase", "old", "new", "legal"),
    [
        ("2", "57", "14", False),
        ("3", "57", "14", True),
        ("4", "14", "63", False),
        ("5", "14", "63", True),
        ("6", "63", "455", False),
        ("8", "63", "455", True),
    ],
)
def test_colours_come_with_the_phases(phase, old, new, legal):
    edges = {"57": (W, E), "14": (W, E, SW, NE), "63": (SW, W, NW, NE, E, SE), "455": (SW, W, NW, NE, E, SE)}
    game = at_home(tile=old, edges=edges[old]).phase(phase).game()
    if legal:
        lay(game, "D14", new, *edges[new])
        assert game.state.tiles["D14"][0] == new
    else:
        assert refused(game, "D14", new, *edges[new]) == "colour_not_available"


@rule("18EZ", "2.4")
def test_no_colour_is_skipped():
    game = at_home().lay("D12", "57", W, E).phase("5").game()
    assert refused(game, "D14", "63", SW, W, NW, NE, E, SE) == "wrong_colour_order"


@rule("18EZ", "2.4")
def test_an_upgrade_keeps_every_route():
    """The three pictures of 2.4: a route lost, straight to brown, and a legal upgrade."""
    game = at_home().lay("D12", "57", W, E).lay("D10", "9", W, E).phase("5").game()
    assert refused(game, "D10", "81", W, NE, SE) == "track_not_kept"
    assert refused(game, "D10", "544", W, E, SW, NE) == "wrong_colour_order"
    lay(game, "D10", "82", W, NW, E)
    assert set(game.view.board().face("D10").exits) == {W, NW, E}


@rule("18EZ", "2.4")
def test_the_old_tile_goes_back_and_markers_stay():
    scenario = at_home().phase("3")
    scenario.state.markers["hotel"] = ("D14", 0)
    game = scenario.game()
    before = dict(game.state.supply)
    lay(game, "D14", "14", W, E, SW, NE)
    assert game.state.supply["57"] == before["57"] + 1
    assert game.state.supply["14"] == before["14"] - 1
    assert game.view.stations("M&R") == [("D14", 0)]
    assert game.state.markers["hotel"] == ("D14", 0)


@rule("18EZ", "2.4")
def test_a_tile_of_which_no_copy_is_left_cannot_be_laid():
    scenario = at_home().phase("3")
    scenario.state.supply["14"] = 0
    game = scenario.game()
    assert refused(game, "D14", "14", W, E, SW, NE) == "no_tile_left"
    assert "14" not in {o.value for o in offered(game, "p1", "lay_tile", "tile", hex="D14")}


@rule("18EZ", "2.4")
@pytest.mark.parametrize("tile", ["19_1a", "19_1b", "20_1", "20_1b", "16_1a", "16_1b"])
def test_a_tile_that_is_not_in_the_box_cannot_be_laid(tile):
    """The box has 19 and 20 as they are, without the small city that a yellow tile would become on them."""
    game = at_home(edges=(NW, SE)).lay("C13", "4", SE, NW).phase("3").game()
    args = [{"hex": "C13", "tile": tile, "rotation": turn} for turn in range(6)]
    found = [game.check(Action("lay_tile", "p1", a)) for a in args]
    assert {fault and fault.code for fault in found} == {"no_tile"}
    upgrades = {o.value for o in offered(game, "p1", "lay_tile", "tile", hex="C13")}
    assert upgrades == {"141", "142"}


@rule("18EZ", "2.4")
def test_an_upgrade_needs_a_route_to_the_tile():
    game = at_home().lay("F6", "57", W, E).phase("3").game()
    assert refused(game, "F6", "14", W, E, SW, NE) == "not_connected"


@rule("18EZ", "2.4")
def test_an_upgrade_beside_the_line_must_join_it():
    """Redwood's track ends at the side of Milton, whose tile has none there yet."""
    game = at_home().lay("D12", "57", NW, SE).phase("3").game()
    assert refused(game, "D12", "14", NW, SE, NE, SW) == "not_connected"
    lay(game, "D12", "14", NW, SE, E, W)


@rule("18EZ", "2.3", "2.4")
@pytest.mark.parametrize("phase", ["2", "5"])
def test_every_offered_lay_is_legal_and_every_legal_lay_is_offered(phase):
    scenario = at_home().lay("D12", "6", E, NW).lay("C11", "8", SE, W).lay("E13", "9", SW, NE)
    game = scenario.phase(phase).game()
    found = paths(game, "p1", "lay_tile", ("hex", "tile", "rotation"))
    assert len(found) == len({tuple(args.items()) for args in found}) > 0
    assert all(game.check(Action("lay_tile", "p1", args)) is None for args in found)
    board = game.view.board()
    legal = {
        (hex_, tile, str(rotation))
        for hex_ in board.hexmap.hexes
        for tile in board.catalogue
        for rotation in board.catalogue[tile].rotations
        if game.check(Action("lay_tile", "p1", {"hex": hex_, "tile": tile, "rotation": rotation})) is None
    }
    assert {tuple(args.values()) for args in found} == legal


def test_labels_name_cities_and_copies():
    game = at_home().game()
    labels = {o.value: (o.label, o.note) for o in offered(game, "p1", "lay_tile", "hex")}
    assert labels["D12"] == ("Milton (D12)", "first tile, 3 tiles")
    assert labels["D16"][0] == "D16"
    tiles = {o.value: (o.label, o.note) for o in offered(game, "p1", "lay_tile", "tile", hex="D12")}
    assert tiles["57"] == ("Tile 57", "yellow, 2 left")
    partial = {"hex": "D12", "tile": "57"}
    assert [o.label for o in offered(game, "p1", "lay_tile", "rotation", **partial)] == ["city to W, E"]


def test_a_lay_that_names_too_little_is_refused():
    game = at_home().game()
    assert refusal(game, "p1", "lay_tile", hex="D12", tile="57") == "incomplete"
    assert refusal(game, "p1", "lay_tile", hex="D12", tile="57", rotation="x") == "incomplete"
    assert refusal(game, "p1", "lay_tile", hex="D12", tile="57", rotation=9) == "bad_rotation"
