"""What a best run depends on, sets that the rules do not accept, and what a lay adds to a run."""

from __future__ import annotations

import copy
from dataclasses import replace
from random import Random

import pytest

from engine.api.gains import revenue_gains_of_lays
from engine.checks.random_play import RandomPlayer
from engine.core.actions import Action
from engine.core.state import to_json
from engine.game import new_game
from engine.routes.policy import RouteSet
from engine.routes.prospects import basis, verified
from engine.routes.suggest import best_routes
from engine.titles.g18ez import TITLE
from tests.bench.boards import late_position
from tests.scenario import act
from tests.titles.g18ez.ez_turns import NW, E, Turn, W, offered

US, THEM = "PS&W", "BR&N"
PRIVATE, *_ = [spec.id for spec in TITLE.data.of_kind("private")]


def never() -> bool:
    return False


def late(*kinds: str):
    """A full board with trains of a company."""
    return late_position(TITLE, Random(4), "4", 40, 3).trains(US, *kinds).trains(THEM, "3")


def test_a_run_does_not_depend_on_money_shares_or_whose_turn_it_is():
    plain = late("3", "4").game().view
    rich = late("3", "4").cash(p1=900).money({US: 700}).par(THEM, 80, (2, 3)).at("shares", "p2").game().view
    assert basis(plain, US) == basis(rich, US)


@pytest.mark.parametrize(
    "change",
    [
        lambda scene: scene.tile("E7", "8", 1),
        lambda scene: scene.token(THEM, "F12"),
        lambda scene: scene.trains(US, "5"),
        lambda scene: scene.phase("5"),
        lambda scene: scene.own("p2", PRIVATE),
    ],
)
def test_a_run_depends_on_track_tokens_trains_phase_and_owners(change):
    assert basis(change(late("3", "4")).game().view, US) != basis(late("3", "4").game().view, US)


def test_runs_with_the_same_basis_are_the_same():
    """Through a game at random: whenever a basis comes again, the search finds the same routes again."""
    game, dice = new_game(TITLE, ["A", "B", "C"], seed=3), RandomPlayer(TITLE, 3)
    known: dict[str, RouteSet] = {}
    again = 0
    for _ in range(300):
        if game.state.ended:
            break
        game.submit(dice.action(game))
        for company in (c for c in game.state.companies if len(game.log) % 6 == 0 and game.view.trains(c)):
            found = best_routes(game.view, company)
            again += basis(game.view, company) in known
            assert known.setdefault(basis(game.view, company), found) == found
    assert again > 10


def test_sets_that_the_rules_accept_stay():
    view = late("3", "4").game().view
    best = best_routes(view, US)
    assert best.revenue > 0
    assert verified(view, US, [best]) == ((best,), ())


def test_a_set_that_claims_too_much_is_left_out():
    view = late("3", "4").game().view
    best = best_routes(view, US)
    good, (fault,) = verified(view, US, [replace(best, revenue=best.revenue + 10), best])
    assert good == (replace(best, proven=False),)
    assert f"claims ({best.revenue + 10}, 0) for routes of {US} that earn ({best.revenue}, 0)" in fault


def test_a_cut_search_may_claim_less_than_its_routes_earn_but_never_more():
    view = turn().view
    best = best_routes(view, US)
    modest = replace(best, revenue=best.revenue - 10)
    assert verified(view, US, [replace(modest, proven=False)]) == ((replace(best, proven=False),), ())
    for wrong in (modest, replace(best, revenue=best.revenue + 10, proven=False)):
        assert verified(view, US, [wrong])[1]
    low = replace(modest, proven=False, bound=modest.revenue)
    assert verified(view, US, [low])[1]


def test_a_set_that_the_rules_refuse_is_left_out():
    view = late("3", "4").game().view
    best = best_routes(view, US)
    twice = replace(best, routes=(best.routes[0], best.routes[0]))
    good, (fault,) = verified(view, US, [twice])
    assert good == ()
    assert "(train_twice)" in fault


def turn():
    """A major between two cities, with a train and a lay to make."""
    scene = Turn().major(US).trains(US, "3").phase("3").token(US, "F4").lay("F4", "57", W, E)
    return scene.lay("F2", "8", NW, E).turn(US).game()


def test_the_gain_of_a_lay_is_what_the_best_run_grows_by():
    game = turn()
    before = best_routes(game.view, US).revenue
    gains = revenue_gains_of_lays(game, "p1", "lay_tile", never)
    hexes = [option.value for option in offered(game, "p1", "lay_tile", "hex")]
    assert gains.whole
    assert gains.now == before
    assert {coord for coord, _, _ in gains.by_lay} == set(hexes)
    for (coord, tile, rotation), gain in gains.by_lay.items():
        after = turn()
        act(after, "p1", "lay_tile", hex=coord, tile=tile, rotation=rotation)
        assert best_routes(after.view, US).revenue == before + gain
    assert max(gains.by_lay.values()) > 0
    assert gains.best(hexes[0]) == max(g for (c, _, _), g in gains.by_lay.items() if c == hexes[0])


def test_asking_for_gains_leaves_the_game_as_it_is():
    game = turn()
    before = copy.deepcopy(to_json(game.state))
    revenue_gains_of_lays(game, "p1", "lay_tile", never)
    assert to_json(game.state) == before


def test_gains_stop_when_told():
    asked = iter([False] * 6)
    gains = revenue_gains_of_lays(turn(), "p1", "lay_tile", lambda: next(asked, True))
    assert not gains.whole
    assert len(gains.by_lay) < len(revenue_gains_of_lays(turn(), "p1", "lay_tile", never).by_lay)


def test_without_a_train_nothing_is_gained():
    game = Turn().major(US).phase("3").token(US, "F4").turn(US).game()
    assert revenue_gains_of_lays(game, "p1", "lay_tile", never).by_lay == {}


def test_a_lay_that_is_refused_has_no_run():
    game = turn()
    assert game.run_after(Action("lay_tile", "p1", {"hex": "F4", "tile": "57", "rotation": 9})) is None
