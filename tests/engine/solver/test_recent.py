"""A search for routes that is asked again is not made again; its answer and its patience are the same."""

from itertools import count
from random import Random

from engine import new_game
from engine.core.view import View
from engine.players.fork import Fork
from engine.routes import suggest
from engine.routes.tracks import track_graph
from engine.solver.clock import Patience, after, never
from engine.solver.recent import Recent, searched_once
from engine.solver.routing import best_sets
from engine.titles.g18ez import TITLE
from tests.positions import small_position


def test_the_oldest_value_goes_first():
    kept, numbers = Recent[int](2), count(1)

    def number(key):
        return kept.get(key, lambda: next(numbers))

    assert [number(key) for key in "abab"] == [1, 2, 1, 2]
    assert [number(key) for key in "cba"] == [3, 2, 4]


def test_of_equal_values_the_first_stays():
    kept = Recent[tuple[int, ...]](9)
    first = kept.same((*range(3),))
    assert kept.same(tuple(range(3))) is first


def asked(question, stop, uses=4):
    """How often a search is made that asks so often whether to stop."""
    made = []

    def search():
        made.append([stop() for _ in range(uses)])
        return "found"

    assert searched_once(question, stop, search) == "found"
    return len(made)


def test_a_search_is_made_once_for_a_question_and_a_patience():
    stops = [after(10), after(10), after(9)]
    assert [asked("one", stop) for stop in stops] == [1, 0, 1]
    assert stops == [Patience(6), Patience(6), Patience(5)]
    assert asked("other", after(10)) == 1


def test_a_search_that_a_clock_may_end_is_made_each_time():
    assert [asked("timed", never) for _ in range(2)] == [1, 1]


def test_a_stop_that_counts_ends_a_search_after_so_many_questions():
    stop = after(2)
    assert [stop() for _ in range(4)] == [False, False, True, True]


def test_equal_track_is_drawn_as_the_same_graph_and_a_tile_makes_another():
    game = new_game("1889", ["Ann", "Ben"], seed=1)
    here, there = Fork(game).view.board(), Fork(game).view.board().with_tile("E2", "5", 0)
    again = game.view.board().with_tile("E2", "5", 0)
    assert track_graph(there, "AR", ["city"], False) is track_graph(again, "AR", ["city"], False)
    assert track_graph(here, "AR", ["city"], False) != track_graph(there, "AR", ["city"], False)


def test_equal_positions_of_two_games_are_searched_once_and_another_train_is_another_question(monkeypatch):
    made = []

    def search(*args):
        made.append(args)
        return best_sets(*args)

    monkeypatch.setattr("engine.routes.suggest.best_sets", search)
    views = [
        View(scene.title, scene.state)
        for trains in ((), (), ("5",))
        for scene in [small_position(TITLE, Random(5), "PS&W", ["GV&E", "M&R", "BL"]).trains("PS&W", *trains)]
    ]
    first, second, third = (suggest.best_routes(view, "PS&W", suggest.after(5000)) for view in views)
    assert first == second
    assert third.revenue >= first.revenue > 0
    assert len(made) == 2
