"""18OE 11.1.9: the last way out of an own railroad is told by the ways that a lay does not touch, too."""

from engine.board.lays import LayRules, lays
from engine.checks.random_play import RandomPlayer
from engine.game import new_game
from engine.rules import track
from engine.titles.g18oe import TITLE
from engine.titles.g18oe.railroads.companies import MAJOR, SMALL
from engine.titles.g18oe.track import points, right_of_way
from engine.titles.g18oe.track.ways_out import can_connect, way_out
from tests.rulemark import rule


def loses(view, company, lay):
    """Whether a lay takes the last way, as the rulebook has it."""
    left = points.of_turn(view, company)
    before, after = (
        can_connect(view, company, b, left) for b in (view.board(), view.board().with_tile(*lay))
    )
    return before and not after


@rule("18OE", "11.1.9")
def test_it_is_the_same_for_every_lay_of_random_play():
    game, dice = new_game(TITLE, ["Ann", "Ben", "Cy"], seed=2), RandomPlayer(TITLE, 2)
    while game.state.cursor.round != "operating":
        game.submit(dice.action(game))
    beside = touched = 0
    for _ in range(12):
        game.submit(dice.action(game))
        view = game.view
        far = list(track.legal_lays(view, view.cursor.actor))[::9]
        for company in [c.id for c in view.companies(*SMALL, MAJOR) if c.floated][::3]:
            way = way_out(view, company, view.board(), points.of_turn(view, company)) or frozenset()
            near = list(lays(view.board(), None, LayRules(("yellow",)), view.state.supply, sorted(way)))[::5]
            for lay in (*far, *near):
                assert right_of_way._loses_way(view, company, lay) == loses(view, company, lay)
                beside, touched = beside + (bool(way) and lay[0] not in way), touched + (lay[0] in way)
    assert beside > 20
    assert touched > 20
