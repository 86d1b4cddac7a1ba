"""18EZ, appendix: what private companies allow the major railroad that owns them."""

import pytest

from engine.core.actions import Action
from engine.core.errors import Violation
from engine.core.story import lines
from engine.routes import policy as routes
from tests.rulemark import rule
from tests.scenario import act, kinds, refusal
from tests.titles.g18ez.ez_turns import NE, NW, SE, SW, E, Turn, W, offered, paths, turned

ALL = (SW, W, NW, NE, E, SE)
SHORT = [["D14", 6, W], ["D12", E, 6]]


def owner(private, step="track", company="M&R", **more) -> Turn:
    """M&R, joined to Milton, owns a private."""
    scenario = Turn().major("M&R", **more).token("M&R", "D14").lay("D14", "57", W, E).lay("D12", "57", W, E)
    return scenario.phase("3").own(company, private).trains("M&R", "2").turn("M&R", step)


def metropolis_tile(game, tile="716"):
    return act(game, "p1", "metropolis_tile", tile=tile, rotation=turned(tile, *ALL))


def refused_tile(game, tile="716"):
    return refusal(game, "p1", "metropolis_tile", tile=tile, rotation=turned(tile, *ALL))


# --- Harriot Milton Hotel ----------------------------------------------------------------------------


@rule("18EZ", "A.privates")
@pytest.mark.parametrize("step", ["track", "token", "run", "dividend", "trains"])
def test_the_hotel_is_placed_at_any_point_of_the_turn(step):
    game = owner("HMH", step).earned(40).game() if step == "dividend" else owner("HMH", step).game()
    act(game, "p1", "place_hotel", hex="D12")
    assert game.state.cursor.step == step
    assert game.state.markers["hotel"] == ("D12", 0)


@rule("18EZ", "A.privates")
def test_the_hotel_adds_10_for_the_trains_of_its_owner_only():
    game = owner("HMH", "run").major("BCRR", "p2").game()
    act(game, "p1", "place_hotel", hex="D12")
    route = routes.parse_routes([{"train": "2-1", "path": SHORT}])
    assert not isinstance(route, Violation)
    assert routes.revenue(game.view, "M&R", route) == 20 + 20 + 10
    assert routes.revenue(game.view, "BCRR", route) == 20 + 20
    act(game, "p1", "run", routes=[{"train": "2-1", "path": SHORT}])
    assert game.state.notes["turn:revenue"] == 50


@rule("18EZ", "A.privates")
def test_placing_the_hotel_closes_its_company():
    game = owner("HMH").game()
    act(game, "p1", "place_hotel", hex="D12")
    assert game.view.company("HMH").closed
    assert game.view.owner("HMH") == "out"
    assert "place_hotel" not in kinds(game, "p1")
    assert refusal(game, "p1", "place_hotel", hex="D14") == "power_not_owned"


@rule("18EZ", "A.privates")
def test_the_hotel_takes_no_space_and_does_not_block():
    game = owner("HMH").game()
    before = game.view.board().open_slots("D12", 0)
    act(game, "p1", "place_hotel", hex="D12")
    assert game.view.board().open_slots("D12", 0) == before == 1
    assert not game.view.board().blocks("D12", 0, "BCRR")


@rule("18EZ", "A.privates")
def test_the_hotel_goes_on_any_city_but_not_off_the_board():
    game = owner("HMH").game()
    found = {o.value for o in offered(game, "p1", "place_hotel", "hex")}
    assert found >= {"E9", "D12", "C13", "C3", "F4"}
    for hex_ in ("A5", "A13", "E1", "E17", "I5", "I13", "D10", "Z9"):
        assert hex_ not in found
        assert refusal(game, "p1", "place_hotel", hex=hex_) == "no_bonus_city"
    assert all(game.check(Action("place_hotel", "p1", {"hex": hex_})) is None for hex_ in found)


@rule("18EZ", "A.privates")
def test_only_the_owning_major_places_the_hotel_in_its_own_turn():
    assert refusal(owner("HMH", company="p1").game(), "p1", "place_hotel", hex="D12") == "power_not_owned"
    other = owner("HMH").major("BCRR", "p2").turn("BCRR", "trains").game()
    assert refusal(other, "p1", "place_hotel", hex="D12") == "power_not_owned"
    assert refusal(other, "p2", "place_hotel", hex="D12") == "power_not_owned"
    assert refusal(owner("HMH").game(), "p2", "place_hotel", hex="D12") == "power_not_owned"
    minor = owner("HMH", company="ONE").minor("ONE").turn("ONE", "trains").game()
    assert refusal(minor, "p1", "place_hotel", hex="D12") == "power_not_owned"


@rule("18EZ", "2.4", "A.privates")
def test_the_hotel_stays_when_its_city_is_upgraded():
    game = owner("HMH").game()
    act(game, "p1", "place_hotel", hex="D12")
    act(game, "p1", "lay_tile", hex="D12", tile="14", rotation=turned("14", W, E, SW, NE))
    assert game.state.markers["hotel"] == ("D12", 0)


# --- Metropolis Rapid Transit Authority --------------------------------------------------------------


@rule("18EZ", "A.privates")
def test_the_tile_is_laid_beyond_the_normal_lay_and_without_a_route():
    game = owner("MRTA").game()
    metropolis_tile(game)
    assert game.state.tiles["E9"][0] == "716"
    [laid] = lines(game.view, game.log[-1])
    assert laid.startswith("M&R lays tile 716 on Metropolis (E9), turned to SW, W")
    assert laid.endswith(" with Metropolis Rapid Transit Authority.")
    act(game, "p1", "lay_tile", hex="D16", tile="8", rotation=turned("8", W, SE))
    assert game.state.cursor.step == "token"
    after = owner("MRTA").game()
    act(after, "p1", "lay_tile", hex="D16", tile="8", rotation=turned("8", W, SE))
    metropolis_tile(after)
    assert after.state.cursor.step == "token"


@rule("18EZ", "A.privates", "A.purchase")
@pytest.mark.parametrize("step", ["track", "token", "run", "dividend", "trains"])
def test_what_is_bought_during_the_turn_is_used_in_that_turn(step):
    """Also after the steps of track and markers, which close when nothing is open there."""
    scenario = owner("MRTA", step, company="p1").major("BCRR", "p2").token("BCRR", "C5").token("BCRR", "E9")
    game = scenario.earned(40).game() if step == "dividend" else scenario.game()
    assert not kinds(game, "p1") & {"metropolis_tile", "metropolis_token"}
    act(game, "p1", "buy_private", private="MRTA", price=40)
    bought = f"M&R buys Metropolis Rapid Transit Authority from {game.view.name('p1')} for $40."
    assert lines(game.view, game.log[-1])[0] == bought
    choice = next(c for c in game.choices("p1") if c.kind == "metropolis_tile")
    assert choice.note == "beyond the normal lay; at any point of the turn"
    metropolis_tile(game)
    act(game, "p1", "metropolis_token")
    assert game.state.cursor.step == step
    assert game.view.board().companies_at("E9", 0) == ["M&R", "BCRR"]
    assert game.view.company("MRTA").closed


@rule("18EZ", "A.privates", "2.8")
def test_a_railroad_that_must_buy_a_train_places_the_token_after_it():
    game = owner("MRTA", "trains").no_trains_left("2").game()
    game.state.trains["2-1"].owner = "out"
    assert refusal(game, "p1", "metropolis_token") == "train_first"
    act(game, "p1", "buy_train", source="depot", train="3")
    act(game, "p1", "metropolis_token")
    assert game.view.cash("M&R") == 500 - 180 - 40


@rule("18EZ", "A.privates")
def test_the_powers_are_used_by_the_president_alone():
    game = owner("MRTA").game()
    assert not kinds(game, "p2") & {"metropolis_tile", "metropolis_token"}
    assert refusal(game, "p2", "metropolis_token") == "power_not_owned"
    assert refusal(game, "p2", "metropolis_tile", tile="716", rotation=0) == "power_not_owned"


@rule("18EZ", "A.privates")
def test_the_tile_is_laid_once():
    game = owner("MRTA").game()
    metropolis_tile(game)
    assert "metropolis_tile" not in kinds(game, "p1")
    assert refused_tile(game) == "power_used"
    assert not game.view.company("MRTA").closed


@rule("18EZ", "A.privates")
def test_the_tile_must_be_a_legal_upgrade_of_metropolis():
    assert refused_tile(owner("MRTA").phase("2").game()) == "colour_not_available"
    game = owner("MRTA").phase("5").game()
    assert refused_tile(game, "717") == "wrong_colour_order"
    assert refused_tile(game, "63") == "wrong_colour_order"
    none_left = owner("MRTA")
    none_left.state.supply["716"] = 0
    assert refused_tile(none_left.game()) == "no_tile_left"
    assert "metropolis_tile" not in kinds(none_left.game(), "p1")


@rule("18EZ", "2.3", "A.privates")
def test_the_home_tile_comes_first():
    game = Turn().major("M&R").own("M&R", "MRTA").phase("3").turn("M&R").game()
    assert refused_tile(game) == "home_first"
    assert "metropolis_tile" not in kinds(game, "p1")


@rule("18EZ", "A.privates")
def test_the_token_is_placed_beyond_the_normal_one_and_closes_the_company():
    game = owner("MRTA", "token").game()
    act(game, "p1", "place_token", hex="D12")
    act(game, "p1", "metropolis_token")
    assert game.view.stations("M&R") == [("D14", 0), ("D12", 0), ("E9", 0)]
    assert game.view.cash("M&R") == 500 - 40 - 100
    assert game.view.company("MRTA").closed
    assert game.state.cursor.step == "run"


@rule("18EZ", "A.privates")
def test_the_token_needs_space_money_and_a_marker():
    full = owner("MRTA", "token").major("BCRR", "p2").token("BCRR", "C5").token("BCRR", "E9")
    assert refusal(full.game(), "p1", "metropolis_token") == "no_space"
    assert refusal(owner("MRTA", "token", cash=39).game(), "p1", "metropolis_token") == "cannot_afford"
    assert (
        refusal(owner("MRTA", "token").token("M&R", "E9").game(), "p1", "metropolis_token") == "already_here"
    )
    spent = owner("MRTA", "token").token("M&R", "F6").token("M&R", "D6").game()
    assert refusal(spent, "p1", "metropolis_token") == "no_token_left"


@rule("18EZ", "A.privates")
def test_tile_then_token_in_one_turn():
    scenario = owner("MRTA").major("BCRR", "p2").token("BCRR", "C5").token("BCRR", "E9")
    game = scenario.game()
    metropolis_tile(game)
    act(game, "p1", "skip")
    act(game, "p1", "metropolis_token")
    assert game.view.board().companies_at("E9", 0) == ["M&R", "BCRR"]


@rule("18EZ", "A.privates")
@pytest.mark.parametrize("holder", ["p1", "BCRR"])
def test_only_the_owning_major_uses_the_authority(holder):
    scenario = owner("MRTA", company=holder).major("BCRR", "p2")
    game = scenario.game()
    assert "metropolis_tile" not in kinds(game, "p1")
    assert refused_tile(game) == "power_not_owned"
    assert refusal(scenario.turn("M&R", "token").game(), "p1", "metropolis_token") == "power_not_owned"


@rule("18EZ", "A.privates")
def test_every_offered_use_of_the_authority_is_legal():
    game = owner("MRTA").game()
    found = paths(game, "p1", "metropolis_tile", ("tile", "rotation"))
    assert found == [{"tile": "716", "rotation": "0"}]
    assert all(game.check(Action("metropolis_tile", "p1", args)) is None for args in found)
    token = next(c for c in owner("MRTA", "token").game().choices("p1") if c.kind == "metropolis_token")
    assert token.note == "$40; the private closes; at any point of the turn"


@rule("18EZ", "A.privates")
def test_the_short_line_has_no_power():
    game = owner("SLR").game()
    assert not kinds(game, "p1") & {"place_hotel", "metropolis_tile", "metropolis_token"}
    assert game.title.data.companies["SLR"].abilities == ()
