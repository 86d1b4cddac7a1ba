"""1889: routes (R59-R62)."""

import pytest

from engine.routes.suggest import best_routes
from tests.rulemark import rule
from tests.titles.g1889.shikoku import Shikoku, act, cash, refusal


def joined(company="AR", phase="2"):
    """K8 - J9 (town) - I8 - H7, and K8 - L7 (off board)."""
    made = Shikoku().company(company, p1=50).lay("K8", "57", 1, 4).lay("J9", "58", 2, 4)
    return made.lay("I8", "9", 2, 5).lay("H7", "57", 2, 5).phase(phase).turn(company, "run")


TO_TOWN = [["K8", 6, 1], ["J9", 4, 6]]
TO_IKEDA = [*TO_TOWN, ["J9", 6, 2], ["I8", 5, 2], ["H7", 5, 6]]
FROM_NARUTO = [["L7", 6, 1], ["K8", 4, 6]]


def run(game, *routes):
    trains = [t.id for t in game.view.trains("AR")]
    return [{"train": train, "path": path} for train, path in zip(trains, routes, strict=False)]


def earned(game):
    return game.state.notes["turn:revenue"]


@rule("1889", "R59")
def test_a_train_runs_as_many_stops_as_its_number():
    game = joined().trains("AR", "2").game()
    assert refusal(game, "p1", "run", routes=run(game, TO_IKEDA)) == "too_many_stops"
    act(game, "p1", "run", routes=run(game, TO_TOWN))
    assert earned(game) == 30


@rule("1889", "R59")
def test_towns_and_off_board_areas_count_and_pay():
    game = joined().trains("AR", "4").game()
    act(game, "p1", "run", routes=run(game, [*FROM_NARUTO, *TO_IKEDA]))
    assert earned(game) == 20 + 20 + 10 + 20


@rule("1889", "R59")
def test_a_d_train_has_no_limit():
    game = joined(phase="D").trains("AR", "D").game()
    found = best_routes(game.view, "AR")
    assert (found.revenue, found.proven) == (80 + 20 + 10 + 20, True)


@rule("1889", "R59")
def test_two_stops_and_a_token():
    game = joined().trains("AR", "3").game()
    away = [["J9", 6, 2], ["I8", 5, 2], ["H7", 5, 6]]
    assert refusal(game, "p1", "run", routes=run(game, away)) == "no_station"
    assert refusal(game, "p1", "run", routes=run(game, [["K8", 6, 1]])) == "path_broken"


@rule("1889", "R60")
def test_trains_share_stops_but_no_track():
    game = joined().trains("AR", "2", "2").game()
    assert refusal(game, "p1", "run", routes=run(game, TO_TOWN, TO_TOWN)) == "track_shared"
    act(game, "p1", "run", routes=run(game, TO_TOWN, FROM_NARUTO))
    assert earned(game) == 30 + 40  # Tokushima pays for both


@rule("1889", "R60")
def test_no_stop_twice():
    game = joined().trains("AR", "4").game()
    back = [*FROM_NARUTO, ["K8", 6, 4], ["L7", 1, 6]]
    assert refusal(game, "p1", "run", routes=run(game, back)) == "track_twice"


@rule("1889", "R61")
@pytest.mark.parametrize("full", [True, False])
def test_a_full_city_is_an_end(full):
    made = joined().lay("G6", "9", 2, 5).lay("F5", "9", 2, 5).trains("AR", "4")
    made.lay("E4", "9", 2, 5)
    if full:
        made.company("IR", p2=50).token("IR", "H7")
    game = made.game()
    act(game, "p1", "run", routes=run(game, [*FROM_NARUTO, *TO_IKEDA]))  # it may end there
    assert earned(game) == 70


@rule("1889", "R61")
def test_not_through_a_full_city():
    made = joined().trains("AR", "4").lay("G6", "8", 3, 5)
    made.tile("G4", "57", 0).company("IR", p2=50).token("IR", "H7")
    game = made.game()
    beyond = [*TO_IKEDA, ["H7", 6, 2], ["G6", 5, 3], ["G4", 0, 6]]
    assert refusal(game, "p1", "run", routes=run(game, beyond)) == "through_blocked"


@rule("1889", "R61")
def test_no_stop_is_left_out():
    game = joined().trains("AR", "2").game()
    told = [{**run(game, TO_IKEDA)[0], "uncounted": [["J9", 0]]}]
    assert refusal(game, "p1", "run", routes=told) == "bad_uncounted"


@rule("1889", "R62")
@pytest.mark.parametrize(
    ("phase", "train", "worth"),
    [("2", "2", 20), ("4", "4", 20), ("5", "5", 40), ("6", "6", 40), ("D", "6", 40), ("D", "D", 80)],
)
def test_off_board_areas_by_phase_and_for_a_d_train(phase, train, worth):
    game = joined(phase=phase).trains("AR", train).game()
    act(game, "p1", "run", routes=run(game, FROM_NARUTO))
    assert earned(game) == worth + 20
    assert cash(game, "AR") == [0]


@rule("1889", "R62")
def test_two_trains_value_one_area_each_in_its_way():
    game = joined(phase="D").trains("AR", "D", "6").game()
    found = best_routes(game.view, "AR")
    assert found.proven
    assert found.revenue == max(80 + 20 + 10 + 20, (80 + 20) + (20 + 10 + 20), (40 + 20) + (20 + 10 + 20))
