"""18EZ 2.1, 2.2 and 2.6: who operates when, the steps of a turn, and the run."""

import pytest

from engine.core.events import PriceMoved
from engine.core.story import lines
from tests.rulemark import rule
from tests.scenario import act, kinds, refusal
from tests.titles.g18ez.ez_turns import SW, E, Turn, W, turned

MAJORS = ("M&R", "BR&N", "M&YR", "PS&W", "BCRR", "GV&E")
PACKET = ("SLR", "HMH", "MRTA", "OBS", "ONE", "TWO", "MIT", "ROC")


def sold(*names: str) -> Turn:
    """The startpacket is sold: all to p3, its minors not running."""
    return Turn(*names).own("p3", *PACKET)


def end_turns(game, count=100):
    """Decline everything until the round of turns changes; the companies in the order of their turns."""
    seen = []
    here = (game.state.cursor.round, game.state.cursor.part)
    for _ in range(count):
        cursor = game.state.cursor
        if (cursor.round, cursor.part) != here:
            break
        if cursor.actor not in seen:
            seen.append(cursor.actor)
        waiting = game.waiting()
        assert waiting is not None
        player = waiting.players[0]
        act(game, player, "done" if cursor.step == "trains" else "skip")
    return seen


@rule("18EZ", "2.1")
def test_minors_by_number_then_railroads_by_value():
    scenario = sold().minor("ROC").minor("ONE").minor("MIT").major("M&R", par=70).major("BCRR", "p2", par=100)
    game = scenario.major("GV&E", "p2", par=80).turn("ONE").game()
    assert end_turns(game) == ["ONE", "MIT", "ROC", "BCRR", "GV&E", "M&R"]


@rule("18EZ", "2.1")
def test_the_example_of_four_railroads_at_120():
    """M&R is farthest right; PS&W lies above BR&N one space to the left; BCRR is left of both."""
    scenario = (
        sold().shares("M&R", p1=50).par("M&R", 120, (3, 9)).shares("BCRR", p1=50).par("BCRR", 120, (1, 7))
    )
    scenario.shares("PS&W", p2=50).par("PS&W", 120, (2, 8)).shares("BR&N", p2=50).par("BR&N", 120, (2, 8))
    game = scenario.turn("M&R").game()
    assert end_turns(game) == ["M&R", "PS&W", "BR&N", "BCRR"]


@rule("18EZ", "2.1")
def test_the_system_operates_among_the_majors():
    scenario = (
        Turn().close(*PACKET).phase("5").shares("BL", p1=20).par("BL", 150, (0, 9)).major("M&R", par=100)
    )
    scenario.shares("BCRR", p2=50).par("BCRR", 160, (0, 10))
    assert end_turns(scenario.turn("BCRR").game()) == ["BCRR", "BL", "M&R"]


@rule("18EZ", "2.1")
def test_the_order_of_those_still_to_come_follows_the_values():
    scenario = sold().major("M&R", par=100).major("BCRR", "p2", par=90).major("PS&W", "p2", par=80)
    game = scenario.turn("M&R", "trains").game()
    game.correct("p1", [PriceMoved("BCRR", (1, 4), (3, 4), 0).to_json()], "sold in a forced sale")
    act(game, "p1", "done")
    assert game.state.cursor.actor == "PS&W"
    assert game.state.cursor.done == ("M&R",)


@rule("18EZ", "1.6", "2.1")
def test_railroads_without_a_president_or_not_floated_do_not_operate():
    scenario = sold().major("M&R").shares("BCRR", p2=40).par("BCRR", 100, floated=False)
    scenario.par("PS&W", 90)
    assert end_turns(scenario.turn("M&R").game()) == ["M&R"]


@rule("18EZ", "2.1")
def test_privates_pay_their_owners_at_the_start_of_each_round():
    scenario = (
        Turn().own("p1", "SLR").own("p2", "HMH").own("M&R", "MRTA").major("M&R").cash(p1=0, p2=0).phase("3")
    )
    game = scenario.turn("M&R", "trains").game()
    act(game, "p1", "done")
    assert (game.state.cursor.part, game.state.cursor.actor) == (2, "M&R")
    assert [game.view.cash(h) for h in ("p1", "p2", "M&R")] == [5, 10, 515]
    assert "Short Line Railroad pays Tom $5." in lines(game.view, game.log[-1])


@rule("18EZ", "2.1")
def test_closed_and_unsold_privates_pay_nothing():
    game = Turn().own("p2", "SLR").close("SLR").major("M&R").cash(p1=0, p2=0).turn("M&R", "trains").game()
    bank = game.state.bank
    act(game, "p1", "done")
    assert game.state.bank == bank


@rule("18EZ", "2")
def test_two_rounds_lie_between_share_dealing_rounds():
    game = sold().major("M&R").turn("M&R").game()
    assert game.round_title() == "OR 1.1"
    end_turns(game)
    assert game.round_title() == "OR 1.2"
    end_turns(game)
    assert game.state.cursor.round == "shares"
    for player in (*game.view.seats, *game.view.seats):
        if game.state.cursor.round == "shares" and game.choices(player):
            act(game, player, "pass")
    assert game.round_title() == "OR 2.1"


@rule("18EZ", "2")
def test_the_startpacket_goes_on_after_the_rounds_until_it_is_sold():
    game = Turn().own("p1", "SLR").major("M&R").turn("M&R", part=2).game()
    end_turns(game)
    assert game.state.cursor.round == "packet"


@rule("18EZ", "2.2")
def test_steps_come_in_order_and_none_comes_back():
    """Redwood and Milton are joined: a token could be placed and the train can run."""
    scenario = sold().major("M&R").token("M&R", "D14").lay("D14", "57", W, E).lay("D12", "57", W, E)
    game = scenario.trains("M&R", "2").turn("M&R").game()
    seen = []
    run = [{"train": "2-1", "path": [["D14", 6, W], ["D12", E, 6]]}]
    for kind, args in (("skip", {}), ("skip", {}), ("run", {"routes": run}), ("dividend", {"payout": "pay"})):
        seen.append(game.state.cursor.step)
        act(game, "p1", kind, **args)
    assert [*seen, game.state.cursor.step] == ["track", "token", "run", "dividend", "trains"]
    rotation = turned("8", W, 5)
    assert refusal(game, "p1", "lay_tile", hex="D16", tile="8", rotation=rotation) == "not_now"
    assert refusal(game, "p1", "run", routes=run) == "not_now"
    assert game.view.price("M&R") == 90


@rule("18EZ", "2.2")
def test_notes_of_a_turn_go_with_it():
    game = sold().major("M&R").turn("M&R").game()
    act(game, "p1", "lay_tile", hex="D14", tile="57", rotation=turned("57", W, E))
    assert game.state.notes["turn:lays"] == [["D14", "57", turned("57", W, E)]]
    act(game, "p1", "done")
    assert not [key for key in game.state.notes if key.startswith("turn:")]
    assert game.view.company("M&R").operated


def ready(*trains, step="run") -> Turn:
    """M&R with Redwood (20), Milton (20) and Metropolis (40) on one line."""
    scenario = sold().major("M&R").token("M&R", "D14").lay("D14", "57", W, E).lay("D12", "57", W, E)
    return scenario.lay("D10", "8", E, SW).trains("M&R", *trains).turn("M&R", step)


SHORT = [["D14", 6, W], ["D12", E, 6]]
LONG = [*SHORT, ["D12", 6, W], ["D10", E, SW], ["E9", 3, 6]]


@rule("18EZ", "2.6")
def test_trains_run_once_in_a_turn():
    game = ready("3").note("turn:revenue", 80).game()
    assert refusal(game, "p1", "run", routes=[{"train": "3-1", "path": LONG}]) == "has_run"


@rule("18EZ", "2.6")
def test_a_run_earns_what_its_cities_are_worth():
    game = ready("3").game()
    act(game, "p1", "run", routes=[{"train": "3-1", "path": LONG}])
    assert game.state.cursor.step == "dividend"
    assert game.state.notes["turn:revenue"] == 20 + 20 + 40
    assert game.view.company("M&R").last_revenue == 80
    told = lines(game.view, game.log[-1])
    assert told == ["M&R, 3-train: Redwood - Milton - Metropolis ($80).", "M&R earns $80."]


@rule("18EZ", "2.6")
def test_a_train_runs_to_no_more_cities_than_its_type():
    assert (
        refusal(ready("2").game(), "p1", "run", routes=[{"train": "2-1", "path": LONG}]) == "too_many_stops"
    )
    game = ready("2").game()
    act(game, "p1", "run", routes=[{"train": "2-1", "path": SHORT}])
    assert game.state.notes["turn:revenue"] == 40


@rule("18EZ", "2.6")
@pytest.mark.parametrize(
    ("routes", "code"),
    [
        ([{"train": "2-9", "path": SHORT}], "not_your_train"),
        ([{"train": "2-1", "path": SHORT}, {"train": "2-2", "path": SHORT}], "track_shared"),
        ([{"train": "2-1"}], "bad_routes"),
        ([{"train": "2-1", "path": [["D12", 6, W], ["D10", E, SW], ["E9", 3, 6]]}], "no_station"),
    ],
)
def test_illegal_runs_are_refused(routes, code):
    assert refusal(ready("2", "2").game(), "p1", "run", routes=routes) == code


@rule("18EZ", "2.2", "2.6")
@pytest.mark.parametrize("kind", ["skip", "run"])
def test_trains_may_stand_still(kind):
    game = ready("2").game()
    act(game, "p1", kind, **({"routes": []} if kind == "run" else {}))
    assert game.state.cursor.step == "trains"
    assert game.view.price("M&R") == 70
    assert game.view.cash("M&R") == 500


@rule("18EZ", "2.6")
def test_without_a_train_or_a_route_there_is_no_run():
    game = ready(step="token").game()
    act(game, "p1", "skip")
    assert game.state.cursor.step == "trains"
    alone = (
        sold().major("M&R").token("M&R", "D14").lay("D14", "57", W, E).trains("M&R", "2").turn("M&R").game()
    )
    act(alone, "p1", "skip")
    assert alone.state.cursor.step == "trains"
    assert "run" in kinds(ready("2").game(), "p1")


@rule("18EZ", "2.6")
def test_the_last_routes_are_kept_for_the_next_run():
    game = ready("3").game()
    routes = [{"train": "3-1", "path": LONG}]
    act(game, "p1", "run", routes=routes)
    assert game.view.company("M&R").data["last_routes"] == routes
