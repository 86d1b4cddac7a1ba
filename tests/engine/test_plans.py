"""Plans: what fits on the board may be planned, whoever's turn it is; the game itself stays as it is."""

from __future__ import annotations

import copy

from engine.api.plans import (
    TILE,
    TOKEN,
    TRAIN,
    apply_plan,
    lays_on,
    open_places,
    plan_part_text,
    trains_to_plan,
)
from engine.core.state import DEPOT, to_json
from engine.routes.suggest import best_routes
from engine.titles.g1862 import TITLE as MANIA
from tests.scenario import Scenario
from tests.titles.g18ez.ez_turns import NW, E, Turn, W, turned

US, THEM = "PS&W", "BR&N"
WAY = [(TILE, "F4", "57", turned("57", W, E)), (TILE, "F2", "8", turned("8", NW, E))]


def start():
    """A major with its marker, on a bare board, while another operates."""
    return Turn().major(US).major(THEM, "p2").token(US, "F4").phase("2").turn(THEM).game()


def test_a_plan_of_tiles_and_a_train_has_its_run():
    game = start()
    train = next(t for t in trains_to_plan(game.view, US) if t.owner == DEPOT)
    then, faults = apply_plan(game, [*WAY, (TRAIN, US, train.id)])
    assert faults == (None, None, None)
    assert best_routes(game.view, US).revenue == 0
    assert best_routes(then.view, US).revenue == 50
    assert [plan_part_text(game.view, part) for part in [WAY[1], (TRAIN, US, train.id)]] == [
        "tile 8 on F2",
        "2-train for PS&W",
    ]


def test_the_game_stays_as_it_is():
    game = start()
    before = copy.deepcopy(to_json(game.state))
    apply_plan(game, [*WAY, (TOKEN, THEM, "F6", 0)])
    assert to_json(game.state) == before
    assert game.revision == start().revision


def test_colours_of_later_phases_may_be_planned_in_their_order():
    game = start()
    green = (
        TILE,
        "F4",
        "14",
        next(r for _, t, r in lays_on(apply_plan(game, WAY)[0].view, "F4") if t == "14"),
    )
    assert apply_plan(game, [*WAY, green])[1][-1] is None
    refused = apply_plan(game, [green])[1][-1]
    assert refused
    assert "yellow" in refused


def test_what_does_not_fit_is_left_out_and_said():
    game = start()
    then, faults = apply_plan(
        game,
        [(TILE, "Z9", "57", 0), (TILE, "F4", "none", 0), (TOKEN, US, "F4", 0), (TRAIN, US, "no"), WAY[0]],
    )
    assert [fault is None for fault in faults] == [False, False, False, False, True]
    assert faults[0] == "A plan has tiles of this game on hexes of its map."
    assert faults[2] == "PS&W needs a marker and a circle that is open to it on Purple Springs (F4)."
    assert faults[3] == "PS&W can plan with trains that others own or that are for sale."
    assert then.state.tiles == {"F4": ("57", turned("57", W, E))}


def test_markers_go_to_open_circles_as_long_as_there_are_any():
    game = start()
    places = open_places(game.view, US)
    assert ("F6", 0) in places
    assert ("F4", 0) not in places
    left = sum(t.place is None for t in game.view.tokens(US))
    then, faults = apply_plan(game, [(TOKEN, US, *place) for place in places])
    assert faults.count(None) == left
    assert open_places(then.view, US) == []


def test_a_card_whose_type_its_buyer_chooses_cannot_be_planned_before():
    view = Scenario(MANIA).game().view
    assert view.trains(DEPOT)
    assert trains_to_plan(view, "ENR") == []
    express = Scenario(MANIA).trains("L&H", "B").game().view
    express.trains("L&H")[0].data["type"] = "express"
    assert [train.owner for train in trains_to_plan(express, "ENR")] == ["L&H"]
