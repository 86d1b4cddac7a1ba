"""Powers over track: blocked hexes, terrain paid, tiles laid by a player in or after his ownership."""

from dataclasses import replace

import pytest

from engine.abilities.blocked import BlockedHex
from engine.abilities.granted_lay import GrantedLay
from engine.abilities.owner_lay import OwnerLay
from engine.abilities.terrain import TerrainDiscount, lay_cost
from engine.abilities.train_limit import _held
from engine.titles.g1826 import TITLE as FRANCE
from tests.abilities.privates import PRIVATE, Powers, data_with
from tests.scenario import Scenario, act, kinds, refusal
from tests.titles.g18ez.ez_turns import NW, SE, E, W, offered, turned

PORT = OwnerLay(hexes=("C13", "H10"), tiles=("58",), when=("stock", "track", "between"), reserved=True)
SALE = OwnerLay(hexes=("C13",), tiles=("58", "4"), when=("sold",))


# --- a blocked hex ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("owner", "refused"), [("p1", True), ("p2", True), ("bank", False), ("BCRR", False)])
def test_nobody_lays_track_on_a_blocked_hex_while_a_player_owns_the_private(owner, refused):
    game = Powers(BlockedHex(hexes=("D16",)), owner=owner).game()
    lay = {"hex": "D16", "tile": "8", "rotation": turned("8", W, SE)}
    assert ("D16" in [o.value for o in offered(game, "p1", "lay_tile", "hex")]) is not refused
    if refused:
        assert refusal(game, "p1", "lay_tile", **lay) == "hex_blocked"
    else:
        act(game, "p1", "lay_tile", **lay)


def test_other_hexes_stay_open():
    game = Powers(BlockedHex(hexes=("D10",))).game()
    act(game, "p1", "lay_tile", hex="D16", tile="8", rotation=turned("8", W, SE))


def test_a_closed_private_blocks_nothing():
    game = Powers(BlockedHex(hexes=("D16",))).close(PRIVATE).game()
    act(game, "p1", "lay_tile", hex="D16", tile="8", rotation=turned("8", W, SE))


# --- terrain ----------------------------------------------------------------------------------------


def river(owner, *, once=False):
    discount = TerrainDiscount(discount=30, hexes=("F8",), once=once)
    title = replace(FRANCE, data=data_with(FRANCE.data, "Bridge", discount))
    return Scenario(title).own(owner, "Bridge").game().view


def test_the_company_that_owns_the_private_pays_less_on_its_hexes():
    assert [lay_cost(river("Paris"), c, "F8") for c in ("Paris", "PLM")] == [10, 40]
    assert lay_cost(river("Paris"), "Paris", "F10") == 40


def test_a_players_private_pays_nothing():
    assert lay_cost(river("p1"), "Paris", "F8") == 40


def test_one_that_pays_once_waits_until_it_is_announced():
    assert lay_cost(river("Paris", once=True), "Paris", "F8") == 40


def test_one_that_always_pays_hides_none_that_is_announced():
    powers = [TerrainDiscount(discount=30, hexes=("F8",), once=once) for once in (False, True)]
    title = replace(FRANCE, data=data_with(FRANCE.data, "Bridge", *powers))
    scenario = Scenario(title).own("Paris", "Bridge").shares("Paris", p1=60).at("operating", "Paris", "track")
    assert [found.power for found in _held(scenario.game().view, "p1")] == powers[1:]


# --- a tile of the owner ----------------------------------------------------------------------------


def lay(game, player="p2", kind="lay_own", hex_="C13", tile="58"):
    rotation = offered(game, player, kind, "rotation", hex=hex_, tile=tile)[0].value
    return act(game, player, kind, hex=hex_, tile=tile, rotation=rotation)


def lay_refused(game, player="p2", hex_="C13", tile="58"):
    return refusal(game, player, "lay_own", hex=hex_, tile=tile, rotation=0)


def test_the_owner_lays_his_tile_between_turns_once_free_and_without_a_route():
    game = Powers(PORT).game()
    cash = game.view.cash("p2"), game.view.cash("M&R")
    assert {o.value for o in offered(game, "p2", "lay_own", "hex")} == {"C13", "H10"}
    lay(game)
    assert game.state.tiles["C13"][0] == "58"
    assert (game.view.cash("p2"), game.view.cash("M&R")) == cash
    assert game.state.cursor.step == "track"
    assert not game.view.company(PRIVATE).closed
    assert lay_refused(game, hex_="H10") == "power_not_owned"


def test_not_after_the_company_has_acted():
    game = Powers(PORT).game()
    act(game, "p1", "lay_tile", hex="D16", tile="8", rotation=turned("8", W, SE))
    assert "lay_own" not in kinds(game, "p2")
    assert lay_refused(game) == "power_not_owned"


def test_not_after_the_company_has_declined_to_act():
    game = Powers(PORT).game()
    act(game, "p1", "skip")
    assert lay_refused(game) == "power_not_owned"


def test_in_the_track_step_of_his_company():
    mine = replace(PORT, when=("track",))
    assert "lay_own" in kinds(Powers(mine).turn("BCRR").game(), "p2")
    assert lay_refused(Powers(mine).turn("M&R").game()) == "power_not_owned"
    assert lay_refused(Powers(mine).turn("BCRR", "token").game()) == "power_not_owned"


@pytest.mark.parametrize("turn_of", ["p1", "p2"])
def test_at_any_time_in_a_stock_round(turn_of):
    game = Powers(PORT).close("HMH", "MRTA", "OBS", "ONE", "TWO", "MIT", "ROC").at("shares", turn_of, "turn")
    lay(game.game())
    never = Powers(replace(PORT, when=("track",))).at("shares", turn_of, "turn").game()
    assert lay_refused(never) == "power_not_owned"


def test_only_the_player_who_owns_the_private():
    assert lay_refused(Powers(PORT).game(), "p1") == "power_not_owned"
    assert lay_refused(Powers(PORT, owner="BCRR").game()) == "power_not_owned"


def test_only_the_tiles_and_hexes_of_the_power_and_no_tile_twice():
    game = Powers(PORT).game()
    assert lay_refused(game, tile="8") == "not_granted"
    assert lay_refused(game, hex_="D4") == "not_granted"
    laid = Powers(PORT).lay("C13", "4", W, E).game()
    assert lay_refused(laid) == "wrong_colour_order"


@pytest.mark.parametrize("reserved", [True, False])
def test_a_reserved_tile_is_laid_by_no_company(reserved):
    game = Powers(replace(PORT, reserved=reserved)).lay("D14", "57", NW, SE).game()
    tiles = [o.value for o in offered(game, "p1", "lay_tile", "tile", hex="C13")]
    assert "4" in tiles
    assert ("58" in tiles) is not reserved
    rotation = turned("58", SE, W)
    if reserved:
        assert refusal(game, "p1", "lay_tile", hex="C13", tile="58", rotation=rotation) == "tile_reserved"
    else:
        act(game, "p1", "lay_tile", hex="C13", tile="58", rotation=rotation)


# --- a tile of the seller ---------------------------------------------------------------------------


def sold(*abilities, laid=("H10", "4", W, E)):
    """p1 has sold his private to M&R."""
    game = Powers(*abilities, owner="p1").lay(*laid).game()
    act(game, "p1", "buy_private", private=PRIVATE, price=20)
    return game


def test_the_seller_decides_at_once_and_may_lay_the_tile():
    game = sold(SALE, BlockedHex(hexes=("C13",)))
    waiting = game.waiting()
    assert (waiting.players, waiting.step) == (("p1",), "sold_lay")
    assert kinds(game, "p1") >= {"lay_sold", "decline_lay"}
    assert refusal(game, "p1", "lay_tile", hex="D16", tile="8", rotation=0) == "not_now"
    lay(game, "p1", "lay_sold")
    assert game.state.tiles["C13"][0] == "58"
    assert game.waiting().step == "track"
    assert not game.view.company(PRIVATE).closed


def test_who_declines_loses_the_right():
    game = sold(SALE)
    act(game, "p1", "decline_lay")
    assert game.waiting().step == "track"
    assert not kinds(game, "p1") & {"lay_sold", "lay_own"}


def test_nothing_is_asked_where_no_tile_can_be_laid():
    assert sold(SALE, laid=("C13", "4", W, E)).waiting().step == "track"


def test_a_private_without_the_power_asks_nothing():
    assert sold(PORT).waiting().step == "track"


# --- tiles that a company lays by several privates ----------------------------------------------------


LAY = "metropolis_tile"
"""The name of 18EZ for the move of granted lays."""


def test_a_company_with_two_granted_lays_uses_both():
    scenario = Powers(GrantedLay(hexes=("D16",)), owner="M&R")
    second = "HMH"
    title = replace(scenario.title, data=data_with(scenario.title.data, second, GrantedLay(hexes=("C13",))))
    scenario.title = title
    game = scenario.own("M&R", second).game()
    assert {o.value for o in offered(game, "p1", LAY, "hex")} == {"D16", "C13"}
    act(game, "p1", LAY, hex="D16", tile="8", rotation=turned("8", W, SE))
    assert game.view.company(PRIVATE).data["tile_used"]
    assert LAY in kinds(game, "p1")
    assert refusal(game, "p1", LAY, hex="D10", tile="8", rotation=0) == "not_granted"
    coord = "C13"
    tile = offered(game, "p1", LAY, "tile", hex=coord)[0].value
    turn = offered(game, "p1", LAY, "rotation", hex=coord, tile=tile)[0].value
    act(game, "p1", LAY, hex=coord, tile=tile, rotation=turn)
    assert game.view.company(second).data["tile_used"]
    assert LAY not in kinds(game, "p1")
    assert refusal(game, "p1", LAY, hex=coord, tile=tile, rotation=turn) == "power_used"
