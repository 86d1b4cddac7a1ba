"""1826: how far H, E and TGV trains run, what they earn, Paris, and track that trains share."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.board.tiles import standard_catalogue
from engine.core.state import OUT
from engine.core.view import View
from engine.routes.policy import Route, check_routes, descriptions, has_route, revenue, stops_named
from engine.routes.suggest import alternatives, best_routes, routes_via
from engine.titles.g1826 import TITLE
from tests.rulemark import rule
from tests.scenario import Scenario

US, RIVAL = "PO", "Midi"
SW, W, NW, NE, E, SE = range(6)
LINE = "G9 H8 I7 J6 K5 L4 M3 N2"
"""Paris - Orléans - Tours - Poitiers - Bordeaux - Madrid: seven hex sides."""


def lay(scene: Scenario, coord: str, tile: str, *edges: int) -> None:
    """Lay a tile turned so that it has track on these edges."""
    turns = (r for r in range(6) if standard_catalogue()[tile].face(r).exits == tuple(sorted(edges)))
    scene.tile(coord, tile, next(turns))


def line(*trains: str, phase: str, sold: tuple[str, ...] = (), rival: str | None = None) -> View:
    """The line from Paris to Madrid with a station in Paris; trains sold to others; a rival's station."""
    scene = Scenario(TITLE).phase(phase).token(US, "G9", 0)
    for coord, tile in {"H8": "9", "J6": "4", "K5": "4", "L4": "9"}.items():
        lay(scene, coord, tile, SW, NE)
    if rival is not None:
        scene.token(RIVAL, rival)
    scene.trains(OUT, *sold).trains(US, *trains)
    return View(TITLE, scene.state)


def along(view: View, text: str) -> tuple[tuple[str, int, int], ...]:
    """The track over these hexes from stop to stop; the station of Paris is that of the edge."""
    spots, coords = view.board().hexmap, text.split()
    path: list[tuple[str, int, int]] = []
    ways = [spots[here].neighbours.index(there) for here, there in pairwise(coords)]
    for i, coord in enumerate(coords):
        came = (ways[i - 1] + 3) % 6 if i else None
        goes = ways[i] if i < len(ways) else None
        if came is None or goes is None:
            edge = goes if came is None else came
            assert edge is not None
            stop = 6 + (edge if coord == "G9" else 0)
            path.append((coord, stop, edge) if came is None else (coord, edge, stop))
        elif view.board().face(coord).stops:
            path += [(coord, came, 6), (coord, 6, goes)]
        else:
            path.append((coord, came, goes))
    return tuple(path)


def judge(view: View, *runs: tuple[str, str]) -> int | str:
    """The revenue of runs (train, hexes), or the code with which they are refused."""
    routes = [Route(train, along(view, text)) for train, text in runs]
    refused = check_routes(view, US, routes)
    return refused.code if refused else revenue(view, US, routes)


def best(view: View) -> int:
    """The best revenue, after the check has looked at the set."""
    found = best_routes(view, US)
    assert found.proven
    assert check_routes(view, US, found.routes) is None
    assert revenue(view, US, found.routes) == found.revenue == found.bound
    return found.revenue


def hexes(count: int) -> str:
    """The first hexes of the line."""
    return " ".join(LINE.split()[:count])


# --- H trains --------------------------------------------------------------------------------------


@rule("1826", "O7")
@pytest.mark.parametrize(
    ("train", "reaches", "earns"),
    [("2H", 3, 50 + 20), ("4H", 5, 50 + 20 + 10 + 10), ("6H", 7, 50 + 20 + 10 + 10 + 40)],
)
def test_an_h_train_crosses_so_many_hex_sides_and_every_stop_on_the_way_pays(train, reaches, earns):
    view = line(train, phase="4H")
    assert best(view) == judge(view, (f"{train}-1", hexes(reaches))) == earns


@rule("1826", "O7")
def test_an_h_train_does_not_run_farther():
    assert judge(line("2H", phase="4H"), ("2H-1", hexes(4))) == "too_far"
    assert judge(line("4H", phase="4H"), ("4H-1", hexes(7))) == "too_far"


@rule("1826", "O7")
def test_an_h_train_may_end_at_a_town():
    assert judge(line("4H", phase="4H"), ("4H-1", hexes(4))) == 50 + 20 + 10


def test_there_is_no_route_where_the_next_stop_is_too_far_or_no_train_is_left():
    scene = Scenario(TITLE).phase("4H").token(US, "M3").trains(US, "2H")
    assert has_route(View(TITLE, scene.state), US)
    far = Scenario(TITLE).phase("4H").token(US, "I7").trains(US, "2H")
    for coord in ("J6", "K5"):
        lay(far, coord, "9", SW, NE)
    lay(far, "L4", "9", SW, NE)
    assert not has_route(View(TITLE, far.state), US)
    assert best_routes(View(TITLE, far.state), US).routes == ()
    far.trains(US, "4H")
    assert has_route(View(TITLE, far.state), US)
    assert not has_route(line(phase="4H"), US)


@rule("1826", "O14", "O20", "O28", "O36", "O44", "O49")
@pytest.mark.parametrize(
    ("phase", "madrid"), [("2H", 20), ("4H", 20), ("6H", 20), ("10H", 50), ("E", 70), ("TGV", 100)]
)
def test_an_off_board_area_pays_by_the_phase_and_ends_a_run(phase, madrid):
    view = line("10H", phase=phase)
    assert judge(view, ("10H-1", LINE)) == 50 + 20 + 10 + 10 + 40 + madrid
    assert best(view) == 130 + madrid


# --- E trains and TGV ------------------------------------------------------------------------------


@rule("1826", "O71", "O73")
def test_an_e_train_passes_towns_without_counting_them_and_doubles_two_cities():
    view = line("E", phase="E")
    assert best(view) == judge(view, ("E-1", hexes(3))) == 2 * (50 + 20)
    assert judge(view, ("E-1", hexes(4))) == "path_broken"


@rule("1826", "O71", "O73")
def test_an_e_train_may_not_skip_a_city():
    assert judge(line("E", phase="E"), ("E-1", hexes(7))) == "too_many_stops"


@rule("1826", "O74", "O75", "O76")
def test_the_reach_of_an_e_train_by_what_is_sold():
    three, four = line("E", phase="E", sold=("E",)), line("E", phase="E", sold=("E", "E", "E"))
    assert best(three) == judge(three, ("E-2", hexes(7))) == 2 * (50 + 20 + 40)
    assert judge(three, ("E-2", LINE)) == "too_many_stops"
    assert best(four) == judge(four, ("E-4", LINE)) == 2 * (50 + 20 + 40 + 70)
    late = line("E", phase="TGV", sold=("TGV",))
    assert best(late) == judge(late, ("E-1", LINE)) == 50 + 20 + 40 + 100


@rule("1826", "O78", "O80")
def test_a_tgv_doubles_three_cities_and_passes_towns():
    view = line("TGV", phase="TGV")
    assert best(view) == judge(view, ("TGV-1", hexes(7))) == 2 * (50 + 20 + 40)
    assert judge(view, ("TGV-1", LINE)) == "too_many_stops"
    assert judge(view, ("TGV-1", hexes(5))) == "path_broken"


@rule("1826", "O79")
def test_a_tgv_runs_over_track_that_another_train_uses():
    view = line("10H", "TGV", phase="TGV")
    assert judge(view, ("10H-1", LINE), ("TGV-1", hexes(7))) == 230 + 220
    assert best(view) == 230 + 220


@rule("1826", "O79")
def test_other_trains_do_not_share_track():
    view = line("10H", "E", phase="TGV", sold=("TGV",))
    assert judge(view, ("10H-1", hexes(3)), ("E-1", LINE)) == "track_shared"
    assert best(view) == 230
    assert judge(line("2H", "2H", phase="4H"), ("2H-1", hexes(3)), ("2H-2", hexes(3))) == "track_shared"


def test_the_next_best_sets_and_the_ways_by_name():
    view = line("10H", "TGV", phase="TGV")
    sets = alternatives(view, US, 3)
    assert [found.revenue for found in sets] == sorted((found.revenue for found in sets), reverse=True)
    assert all(check_routes(view, US, found.routes) is None for found in sets)
    paris, bordeaux, orleans = ("G9", SW), *(stops_named(view, name)[0] for name in ("Bordeaux", "Orléans"))
    (way,) = routes_via(view, US, "TGV-1", [paris, orleans, bordeaux])
    assert descriptions(view, US, [way]) == ("Paris - Orléans - Bordeaux (F220)",)
    tours = ("J6", 0)
    assert routes_via(view, US, "TGV-1", [paris, orleans, tours, bordeaux]) == (way,)
    (short,) = routes_via(view, US, "TGV-1", [paris, orleans, tours])
    refused = check_routes(view, US, [short])
    assert refused is not None
    assert refused.code == "path_broken"


# --- Paris, full cities, the mail ------------------------------------------------------------------


def loop(train: str, tile: str | None = None) -> View:
    """Track from the south-western station of Paris round to the western one."""
    scene = Scenario(TITLE).phase("TGV").token(US, "G9", SW).trains(US, train)
    lay(scene, "H8", "7", NE, NW)
    lay(scene, "G7", "7", E, SE)
    if tile is not None:
        lay(scene, "G9", tile, *range(6))
    return View(TITLE, scene.state)


@rule("1826", "O117")
@pytest.mark.parametrize("tile", [None, "514", "515", "516"])
def test_a_train_visits_one_station_of_paris_at_most(tile):
    view = loop("4H", tile)
    assert judge(view, ("4H-1", "G9 H8 G7 G9")) == "stop_twice"
    assert not has_route(view, US)
    assert best(view) == 0


@rule("1826", "O117")
@pytest.mark.parametrize("tile", [None, "514", "515", "516"])
def test_nothing_runs_through_paris(tile):
    view = loop("4H", tile)
    through = (("H8", NW, NE), ("G9", SW, 6), ("G9", 6, W), ("G7", E, SE))
    refused = check_routes(view, US, [Route("4H-1", through)])
    assert refused is not None
    assert refused.code == "off_the_tile"


@rule("1826", "O117")
def test_any_station_of_paris_is_an_end():
    """From a station elsewhere the run ends at the station of Paris of another company."""
    scene = Scenario(TITLE).phase("4H").token(US, "I7").token("Ouest", "G9", SW).trains(US, "2H")
    lay(scene, "H8", "9", SW, NE)
    assert best(View(TITLE, scene.state)) == 20 + 50


def test_a_route_from_the_second_station_goes_to_another_station_of_paris_than_the_first():
    """Both stations of the company are in reach; the best run ends at a third place in Paris."""
    scene = Scenario(TITLE).phase("4H").token(US, "G9", W).token(US, "I7").trains(US, "2H")
    lay(scene, "H8", "9", SW, NE)
    assert best(View(TITLE, scene.state)) == 20 + 50


def test_a_city_full_of_others_stations_is_an_end_only():
    view = line("6H", phase="4H", rival="I7")
    assert judge(view, ("6H-1", hexes(4))) == "through_blocked"
    assert best(view) == judge(view, ("6H-1", hexes(3))) == 50 + 20


@rule("1826", "O42")
def test_the_mail_adds_to_one_city_for_its_company():
    view = line("4H", phase="4H")
    view.state.companies[US].data["mail"] = ["G9", 10]
    assert best(view) == 90 + 10
    view.state.companies[US].data["mail"] = ["I7", 10]
    assert best(view) == 90 + 10
    view.state.companies[US].data["mail"] = None
    assert best(view) == 90
