"""1862 7.6: yellow tiles, upgrades, small stations."""

import pytest

from engine.core.actions import Action
from engine.titles.g1862.data.board import hexmap
from tests.rulemark import rule
from tests.titles.g1862.mania import Mania, act, kinds, refusal
from tests.titles.g1862.mania_turns import NE, NW, SE, SW, N, S, Turn, lay, offered, paths, refused, turned


def hexes(game):
    return {o.value for o in offered(game, "p1", "lay_tile", "hex")}


def step(game):
    return game.state.cursor.step


# --- one kind of work a turn (7.6, 7.6.2) ----------------------------------------------------------------


@rule("1862", "7.6", "7.6.2")
def test_two_yellow_tiles_are_laid_one_at_a_time():
    game = Turn().at_home().game()
    lay(game, "D13", "57", S, N)
    assert step(game) == "track"
    lay(game, "D9", "621", S, N)
    assert step(game) == "token"
    assert game.state.tiles.keys() == {"D9", "D11", "D13"}


@rule("1862", "7.6.2")
def test_the_second_tile_may_extend_the_first():
    game = Turn().at_home().game()
    lay(game, "D9", "621", S, N)
    lay(game, "D7", "8852", S, N)
    assert step(game) == "token"


@rule("1862", "7.6", "7.6.2")
def test_a_yellow_n_tile_is_the_only_lay_of_its_turn():
    scenario = Turn().at_home(SE, N)
    game = scenario.game()
    lay(game, "E12", "790", NW, SE, N, S)
    assert step(game) == "token"
    late = Turn().at_home(SE, N).game()
    lay(late, "D9", "621", S, N)
    assert refused(late, "E12", "790", NW, SE, N, S) == "second_lay"
    assert "E12" not in hexes(late)


@rule("1862", "7.6", "7.6.3")
def test_one_upgrade_and_nothing_else():
    game = Turn().at_home().phase("B").game()
    lay(game, "D11", "14", S, N, SW, NE)
    assert step(game) != "track"
    late = Turn().at_home().phase("B").game()
    lay(late, "D9", "621", S, N)
    assert refused(late, "D11", "14", S, N, SW, NE) == "second_lay"
    assert hexes(late) == {"D13", "D7"}


@rule("1862", "7.6")
def test_building_may_be_declined():
    game = Turn().at_home().game()
    act(game, "p1", "skip")
    assert step(game) != "track"


# --- general rules (7.6.1) -------------------------------------------------------------------------------


@rule("1862", "7.6.1")
def test_track_of_the_new_tile_is_part_of_a_route():
    game = Turn().at_home().game()
    assert refused(game, "C6", "57", S, N) == "not_connected"  # far away
    assert refused(game, "D13", "57", NW, SE) == "not_connected"  # beside the line
    assert refused(game, "C12", "8852", NE, SW) == "not_connected"  # beside the tile, no track to it
    lay(game, "D13", "57", N, S)


@rule("1862", "7.6.1", "7.4")
def test_a_route_for_building_reaches_a_full_city_but_does_not_pass_it():
    free = Turn().at_home().lay("D13", "5", N, NE).game()
    lay(free, "E12", "790", SW, NE, N, S)
    full = Turn().at_home().lay("D13", "5", N, NE).other("ECR", "D13").game()
    assert refused(full, "E12", "790", SW, NE, N, S) == "not_connected"
    reached = Turn().at_home().lay("D13", "5", N, NE).other("ECR", "D13").phase("B").game()
    lay(reached, "D13", "15", N, NE, S, SE)


@rule("1862", "7.6.1")
@pytest.mark.parametrize(
    ("hex_", "tile", "code"),
    [
        ("D13", "8852", "wrong_kind"),  # a small station on a town
        ("C12", "57", "wrong_kind"),  # a large station on a village
        ("D13", "621", "label"),  # Y on a town without a letter
        ("D13", "790", "label"),  # N on a town without a letter
        ("D9", "57", "label"),  # no letter on Y
        ("D9", "790", "label"),  # N on Y
        ("E12", "57", "label"),  # no letter on N
        ("E12", "621", "label"),  # Y on N
        ("D13", "14", "wrong_colour_order"),
        ("D15", "57", "fixed_hex"),  # London
        ("C2", "57", "fixed_hex"),  # a port
        ("D99", "57", "no_hex"),
        ("D13", "7", "no_tile"),  # not in this game
    ],
)
def test_tiles_go_on_spaces_of_their_kind_and_letter(hex_, tile, code):
    game = Turn().at_home().phase("D").game()
    assert refusal(game, "p1", "lay_tile", hex=hex_, tile=tile, rotation=0) == code


def beside(hex_, neighbour, tile, *edges):
    """The SVR's marker on a tile from which track leads to a bare hex."""
    return Turn().lay(neighbour, tile, *edges).token("SVR", neighbour).game()


@rule("1862", "7.6.1")
@pytest.mark.parametrize(
    ("hex_", "tile", "edges", "code", "start"),
    [
        ("F13", "202", (NW, NE), "impassable", ("E12", "790", SE, NE, NW, SW)),  # the barrier of Harwich
        ("F13", "621", (NW, SE), "", ("E12", "790", SE, NE, NW, SW)),
        ("G10", "8851", (N, SE), "off_board_side", ("G8", "57", N, S)),  # the sea
        ("G10", "8852", (N, S), "", ("G8", "57", N, S)),
        ("E14", "8851", (NW, NE), "impassable", ("D13", "57", SE, NW)),
        ("E14", "8851", (NW, S), "off_map", ("D13", "57", SE, NW)),
        ("E14", "8850", (NW, SW), "", ("D13", "57", SE, NW)),  # London
        ("H7", "57", (N, S), "", ("H5", "621", N, S)),  # a port
        ("H7", "6", (N, SE), "", ("H5", "621", N, S)),  # a port
        ("H5", "621", (S, N), "off_map", ("H7", "57", N, S)),
    ],
)
def test_track_runs_into_no_barrier_and_into_the_sea_only_at_ports(hex_, tile, edges, code, start):
    game = beside(hex_, *start)
    if code:
        assert refused(game, hex_, tile, *edges) == code
    else:
        lay(game, hex_, tile, *edges)
        assert game.state.tiles[hex_][0] == tile


@rule("1862", "7.6.1")
@pytest.mark.parametrize(
    ("hex_", "tile", "legal"),
    [("F11", "795", True), ("F11", "794", False), ("F13", "797", True), ("F13", "796", False)],
)
def test_ipswich_and_harwich_have_russet_tiles_of_their_own(hex_, tile, legal):
    rule_of = hexmap().tile_hexes[tile]
    assert rule_of.allows(hex_) is legal
    assert rule_of.allows("E12") is (tile in ("794", "796"))


# --- yellow tiles of villages (7.6.2) --------------------------------------------------------------------


@rule("1862", "7.6.2", "2.3")
@pytest.mark.parametrize(("tile", "edges"), [("8850", (SW, S)), ("8851", (SW, SE)), ("8852", (SW, NE))])
def test_yellow_track_of_a_village_has_a_small_station(tile, edges):
    game = Turn().at_home(NE, N).game()
    lay(game, "E10", tile, *edges)
    face = game.view.board().face("E10")
    assert [(stop.kind, stop.revenue) for stop in face.stops] == [("town", 20)]
    assert set(face.stop_exits(0)) == set(edges)


# --- upgrades (7.6.3) ------------------------------------------------------------------------------------


@rule("1862", "7.6.3", "9")
@pytest.mark.parametrize(
    ("phase", "old", "new", "legal"),
    [
        ("A", "57", "14", False),
        ("B", "57", "14", True),
        ("C", "14", "611", False),
        ("D", "14", "611", True),
        ("H", "14", "611", True),
    ],
)
def test_green_comes_with_the_first_b_and_russet_with_the_first_d_train(phase, old, new, legal):
    edges = {"57": (S, N), "14": (S, N, SW, NE), "611": (S, N, SW, NE, NW)}
    game = Turn().at_home(*edges[old], tile=old).phase(phase).game()
    if legal:
        lay(game, "D11", new, *edges[new])
        assert game.state.tiles["D11"][0] == new
    else:
        assert refused(game, "D11", new, *edges[new]) == "colour_not_available"


@rule("1862", "7.6.3")
def test_no_colour_is_skipped():
    game = Turn().at_home().phase("D").game()
    assert refused(game, "D11", "611", S, N, SW, NE, NW) == "wrong_colour_order"


@rule("1862", "7.6.3")
def test_an_upgrade_keeps_all_track_and_the_markers():
    game = Turn().at_home().other("ECR").phase("B").game()
    assert refused(game, "D11", "15", SW, NW, NE, N) == "track_not_kept"
    lay(game, "D11", "15", S, SW, NW, N)
    assert game.view.stations("SVR") == [("D11", 0)]
    assert set(game.view.board().face("D11").exits) == {S, SW, NW, N}


@rule("1862", "7.6.3")
def test_an_upgrade_of_a_town_on_a_route_needs_no_new_track_on_it():
    """A large station on the new tile is part of a route; the track beyond it need not be."""
    scenario = Turn().at_home().lay("D13", "57", N, S).phase("B")
    game = scenario.game()
    lay(game, "D13", "14", N, S, NE, SW)
    assert step(game) == "token"


def felixstowe(*home):
    """Felixstowe, the village north of it, and Ipswich; the FDR runs from Felixstowe alone."""
    scenario = Mania().company("FDR", 82, p1=50).operated("FDR").operating("FDR", "track").phase("B")
    tile, *edges = home
    scenario.tile("G12", tile, turned(tile, *edges)).token("FDR", "G12")
    scenario.tile("G10", "8852", turned("8852", N, S)).tile("F11", "790", turned("790", SW, NW, NE, SE))
    return scenario.game()


@rule("1862", "7.6.3")
def test_an_upgrade_of_a_village_brings_a_route_new_track():
    """The example of Felixstowe: the village waits until a route leads to its new track, by Ipswich."""
    ready = felixstowe("619", S, NW, N, NE)
    assert "G10" in hexes(ready)
    early = felixstowe("57", N, S)
    assert "G10" not in hexes(early)
    for found in paths(ready, "p1", "lay_tile", ("hex", "tile", "rotation")):
        if found["hex"] == "G10":
            assert refusal(early, "p1", "lay_tile", **found) == "not_connected"


@rule("1862", "7.6.3")
def test_a_small_station_stays_on_its_line():
    scenario = Turn().at_home(NE, N).lay("E10", "8852", SW, NE).lay("D9", "201", S, SE).phase("B")
    game = scenario.game()
    tiles = {o.value for o in offered(game, "p1", "lay_tile", "tile", hex="E10")}
    assert tiles
    for found in paths(game, "p1", "lay_tile", ("hex", "tile", "rotation")):
        if found["hex"] == "E10":
            new = game.view.board().catalogue[found["tile"]].face(int(found["rotation"]))
            assert [set(new.stop_exits(i)) for i in new.indices("town")] == [{SW, NE}]


@rule("1862", "7.6.3")
def test_a_company_without_a_train_upgrades_and_old_tiles_go_back():
    game = Turn().at_home().phase("B").game()
    assert game.view.trains("SVR") == []
    before = dict(game.state.supply)
    lay(game, "D11", "14", S, N, SW, NE)
    assert game.state.supply["57"] == before["57"] + 1
    assert game.state.supply["14"] == before["14"] - 1


@rule("1862", "7.6.3", "2.3")
def test_tiles_run_out():
    scenario = Turn().at_home().phase("B")
    scenario.state.supply["14"] = 0
    game = scenario.game()
    assert refused(game, "D11", "14", S, N, SW, NE) == "no_tile_left"


@rule("1862", "7.6.1", "7.6.3")
@pytest.mark.parametrize("phase", ["A", "D"])
def test_every_offered_lay_is_legal_and_every_legal_lay_is_offered(phase):
    scenario = Turn().at_home().lay("D9", "202", S, NE).lay("E8", "57", SW, NE).lay("E10", "8852", S, N)
    game = scenario.phase(phase).game()
    found = paths(game, "p1", "lay_tile", ("hex", "tile", "rotation"))
    assert all(game.check(Action("lay_tile", "p1", args)) is None for args in found)
    board = game.view.board()
    legal = {
        (hex_, tile.id, str(rotation))
        for hex_ in board.hexmap.hexes
        for tile in board.catalogue.values()
        if game.view.data.in_box(tile.id)
        for rotation in tile.rotations
        if game.check(Action("lay_tile", "p1", {"hex": hex_, "tile": tile.id, "rotation": rotation})) is None
    }
    assert {tuple(args.values()) for args in found} == legal != set()


# --- small stations (7.6.4) ------------------------------------------------------------------------------


def crossing(tile="20_1", rotation=0):
    """A green village far from the SVR with two lines, one of them with its station."""
    return Turn().at_home().phase("B").tile("D3", tile, rotation)


@rule("1862", "7.6.4")
def test_a_small_station_is_built_anywhere_instead_of_track():
    game = crossing().game()
    face = game.view.board().face("D3")
    (line,) = [f"{a}-{b}" for a, b in face.track if b < 6]
    assert [o.value for o in offered(game, "p1", "small_station", "hex")] == ["D3"]
    assert [o.value for o in offered(game, "p1", "small_station", "line", hex="D3")] == [line]
    stock = dict(game.state.supply)
    act(game, "p1", "small_station", hex="D3", line=line)
    face = game.view.board().face("D3")
    assert [stop.revenue for stop in face.stops] == [20, 20]
    assert game.state.supply == stock
    assert step(game) != "track"
    assert game.view.cash("SVR") == 500


@rule("1862", "7.6.4")
def test_one_small_station_a_line():
    game = crossing().game()
    taken = "-".join(map(str, game.view.board().face("D3").stop_exits(0)))
    assert refusal(game, "p1", "small_station", hex="D3", line=taken) == "no_free_line"
    assert refusal(game, "p1", "small_station", hex="D3", line="0-0") == "no_free_line"
    full = crossing("20_2").game()
    assert "small_station" not in kinds(full, "p1")
    assert refusal(full, "p1", "small_station", hex="D3", line=taken) == "no_free_line"


@rule("1862", "7.6.4")
@pytest.mark.parametrize("hex_", ["D11", "E10", "D5", "D15", "Z9"])
def test_no_small_station_beside_a_large_one_on_bare_ground_or_off_the_board(hex_):
    game = crossing().game()
    assert refusal(game, "p1", "small_station", hex=hex_, line="0-3") == "no_free_line"


@rule("1862", "7.6.4")
def test_a_yellow_line_has_its_station_already():
    game = Turn().at_home().lay("D3", "8852", S, N).game()
    assert "small_station" not in kinds(game, "p1")
    assert refusal(game, "p1", "small_station", hex="D3", line="0-3") == "no_free_line"


@rule("1862", "7.6.4")
def test_russet_holds_three_small_stations():
    game = crossing("798_1").phase("D").game()
    assert len(offered(game, "p1", "small_station", "line", hex="D3")) == 2
    two = crossing("798_2").phase("D").game()
    (last,) = offered(two, "p1", "small_station", "line", hex="D3")
    act(two, "p1", "small_station", hex="D3", line=last.value)
    assert len(two.view.board().face("D3").stops) == 3


@rule("1862", "7.6", "7.6.4")
def test_a_small_station_excludes_track_and_track_a_small_station():
    game = crossing().game()
    lay(game, "D13", "57", S, N)
    assert refusal(game, "p1", "small_station", hex="D3", line="1-4") == "has_built"
    assert "small_station" not in kinds(game, "p1")
    after = crossing().game()
    (line,) = offered(after, "p1", "small_station", "line", hex="D3")
    act(after, "p1", "small_station", hex="D3", line=line.value)
    assert refused(after, "D13", "57", S, N) == "not_now"


@rule("1862", "10.3", "7.6")
def test_after_the_lner_nothing_is_built():
    game = crossing().note("lner", 10).step("trains").game()
    other = crossing().note("lner", 10).game()
    assert refused(other, "D13", "57", S, N) == "no_lay_left"
    assert refusal(other, "p1", "small_station", hex="D3", line="1-4") == "lner_formed"
    assert refusal(other, "p1", "build_to_london", hex="D15") == "lner_formed"
    assert kinds(other, "p1") <= {"skip"}
    assert kinds(game, "p1") <= {"buy_train", "emergency"}
