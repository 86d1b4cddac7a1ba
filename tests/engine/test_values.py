"""What a title says by a value of its data or of a policy: each against the same title without it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.board.mapfile import parse_map
from engine.core.choices import Range
from engine.core.errors import BadData
from engine.core.view import View
from engine.data.loader import company, market
from engine.rules.dividends import DividendPolicy, payout
from engine.rules.ending import is_bank_broken, watch_bank
from engine.rules.initial_auction import InitialAuctionRules, free_cash
from engine.rules.stock import StockRules
from engine.rules.track import terrain
from engine.rules.trains import rules_of
from engine.steps.trade_in import TradeIn
from engine.steps.trains import TrainsStep
from engine.title import Title
from engine.titles.g18ez import TITLE
from engine.titles.g18ez.operating import Operating
from tests.scenario import Scenario, act, kinds, on_board, refusal

TRAINS = TITLE.data.trains


def ruled(**policies: Any) -> Title:
    """The title with other policies."""
    return replace(TITLE, rules=replace(TITLE.rules, **policies))


def with_data(**parts: Any) -> Title:
    """The title with other components."""
    return replace(TITLE, data=replace(TITLE.data, **parts))


def zoned(**effects: Any) -> Title:
    """The title with a zone on the par cells."""
    chart = TITLE.data.market
    return with_data(market=replace(chart, zones=dict.fromkeys(chart.par_cells, "pale"), **effects))


# --- the market --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("effects", "counted"), [({}, 5), ({"uncounted": ("pale",)}, 0)])
def test_zones_whose_shares_do_not_count(effects: dict[str, Any], counted: int) -> None:
    game = Scenario(zoned(**effects)).shares("M&R", p1=60).par("M&R", 100).game()
    assert StockRules().certificates(game.view, "p1") == counted


@pytest.mark.parametrize(("effects", "limit"), [({}, 60), ({"unlimited": ("pale",)}, 100)])
def test_zones_in_which_any_part_may_be_held(effects: dict[str, Any], limit: int) -> None:
    game = Scenario(zoned(**effects)).par("M&R", 100).game()
    assert StockRules().holding_limit(game.view, "M&R") == limit
    assert StockRules().holding_limit(game.view, "BR&N") == 60  # not on the market


def test_an_effect_of_a_zone_that_there_is_not_is_refused() -> None:
    raw = {"rows": [[10, 20]], "par_cells": [[0, 0]], "zones": {"pale": [[0, 1]]}, "uncounted": ["dark"]}
    with pytest.raises(BadData, match="'dark'; nearest valid key: 'pale'"):
        market("game.toml", raw)
    assert market("game.toml", {**raw, "uncounted": ["pale"]}).uncounted == ("pale",)


# --- shares ------------------------------------------------------------------------------------------


class Down(StockRules):
    sells_down = True


class OneBlock(StockRules):
    one_block = True


def dealing(stock: StockRules) -> Scenario:
    made = Scenario(ruled(stock=stock)).shares("M&R", p1=70, p2=20).par("M&R", 100)
    return made.shares("BR&N", p2=60).par("BR&N", 100).at("shares", "p1", "turn", number=2)


@pytest.mark.parametrize(("stock", "code"), [(StockRules(), ""), (Down(), "must_sell")])
def test_who_holds_too_much_sells_before_anything_else(stock: StockRules, code: str) -> None:
    game = dealing(stock).game()
    if code:
        assert refusal(game, "p1", "buy_share", company="BR&N", source="ipo") == code
        assert kinds(game, "p1") & {"buy_share", "par", "pass"} == set()
        act(game, "p1", "sell_shares", company="M&R", percent=10)
    act(game, "p1", "buy_share", company="BR&N", source="ipo")
    assert game.view.percent("p1", "BR&N") == 10


@pytest.mark.parametrize(("stock", "code"), [(StockRules(), ""), (OneBlock(), "one_block")])
def test_shares_are_sold_in_one_block_a_turn(stock: StockRules, code: str) -> None:
    game = dealing(stock).game()
    act(game, "p1", "sell_shares", company="M&R", percent=10)
    if code:
        assert refusal(game, "p1", "sell_shares", company="M&R", percent=10) == code
    else:
        act(game, "p1", "sell_shares", company="M&R", percent=10)
    assert game.view.percent("pool", "M&R") == (10 if code else 20)


class Unpaid(DividendPolicy):
    unsold_pay = False


class PoolPays(Unpaid):
    pool_pays = True


@pytest.mark.parametrize(("pays", "kept"), [(False, 0), (True, 30)])
def test_shares_in_the_open_market_pay_the_treasury(pays: bool, kept: int) -> None:
    policy = PoolPays() if pays else Unpaid()
    game = Scenario(ruled(dividends=policy)).shares("M&R", p1=50, pool=30).par("M&R", 100).game()
    assert payout(game.view, "M&R", 100, "pay").holders.get("M&R", 0) == kept


class AllBound(InitialAuctionRules):
    binds_all = True


@pytest.mark.parametrize(("packet", "free"), [(InitialAuctionRules(), 600), (AllBound(), 545)])
def test_bids_that_were_topped_bind_or_not(packet: InitialAuctionRules, free: int) -> None:
    game = Scenario(ruled(initial_auction=packet)).note("bid_HMH", {"p1": 55, "p2": 60}).game()
    assert free_cash(game.view, "p1") == free
    assert free_cash(game.view, "p2") == 540


@pytest.mark.parametrize(("least", "broken"), [(1, True), (0, False)])
def test_the_bank_breaks_at_nothing_or_below(least: int, broken: bool) -> None:
    game = Scenario(TITLE).bank(0).game()
    watch_bank(game._writer, least)
    assert is_bank_broken(game.view) == broken


# --- trains ------------------------------------------------------------------------------------------


def trading(**changes: Any) -> Scenario:
    """A title in which a 4 or 5 is given in for an 8, which is sold beside others from phase 6 on."""
    new = replace(TRAINS["8"], **({"trade_in": {"4": 600, "5": 500}, "sold_from": "6"} | changes))
    title = with_data(trains={**TRAINS, "8": new})
    operating = Operating((TrainsStep(TradeIn()),))
    made = Scenario(replace(title, rounds={**title.rounds, "operating": operating}))
    made.shares("M&R", p1=50).par("M&R", 100).money({"M&R": 550}).no_trains_left("2", "3", "4")
    return made.note("sets", 1).note("rounds_in_set", 1).at("operating", "M&R", "trains", number=1, part=1)


@pytest.mark.parametrize(("phase", "sold"), [("5", ["5"]), ("6", ["5", "8"])])
def test_a_kind_is_sold_beside_those_before_it_from_a_phase_on(phase: str, sold: list[str]) -> None:
    view = trading().phase(phase).game().view
    assert list(rules_of(view).on_sale(view)) == sold


def test_a_train_is_given_in_for_a_new_one() -> None:
    made = trading().phase("6").trains("M&R", "5").no_trains_left("5", "6")
    game = made.game()
    with pytest.raises(KeyError):
        game.options("p1", "trade_in_train", "price")
    given = game.options("p1", "trade_in_train", "given")
    assert not isinstance(given, Range)
    assert [o.value for o in given] == ["5"]
    act(game, "p1", "trade_in_train", given="5", train="8")
    assert [t.kind for t in game.view.trains("M&R")] == ["8"]
    assert [t.kind for t in game.view.trains("pool")] == ["5"]
    assert (game.state.cash("M&R"), game.state.phase) == (50, "8")


@pytest.mark.parametrize(
    ("changes", "phase", "money", "code"),
    [
        ({"trade_in": {}}, "6", 550, "no_such_trade"),
        ({}, "5", 550, "no_such_trade"),
        ({}, "6", 499, "treasury_only"),
    ],
)
def test_what_is_not_taken(changes: dict[str, Any], phase: str, money: int, code: str) -> None:
    game = trading(**changes).phase(phase).trains("M&R", "5").money({"M&R": money}).game()
    assert refusal(game, "p1", "trade_in_train", given="5", train="8") == code
    assert "trade_in_train" not in kinds(game, "p1")


# --- the map and companies ---------------------------------------------------------------------------


@pytest.mark.parametrize(("every", "cost"), [(False, 0), (True, 80)])
def test_terrain_that_every_tile_pays(every: bool, cost: int) -> None:
    hexes = {"C4": {"terrain": {"hill": 80}, "every_tile": every}}
    hexmap = parse_map({"layout": "pointy", "plain": ["C6"], "hexes": hexes})
    title = on_board(TITLE, lambda state: replace(TITLE.board(state), hexmap=hexmap))
    made = Scenario(title).tile("C4", "9")
    view = View(title, made.state)
    assert terrain(view, "C4") == cost
    del made.state.tiles["C4"]
    assert terrain(View(title, made.state), "C4") == 80


@pytest.mark.parametrize(("over", "cost"), [(False, 0), (True, 80)])
def test_terrain_that_the_first_tile_over_printed_track_pays(over: bool, cost: int) -> None:
    hexes = {"C4": {"face": "yellow town:10 4-s0", "terrain": {"hill": 80}, "over_track": over}}
    hexmap = parse_map({"layout": "pointy", "plain": ["C6"], "hexes": hexes})
    title = on_board(TITLE, lambda state: replace(TITLE.board(state), hexmap=hexmap))
    made = Scenario(title)
    assert terrain(View(title, made.state), "C4") == cost
    made.tile("C4", "9")
    assert terrain(View(title, made.state), "C4") == 0


@pytest.mark.parametrize(("chosen", "price"), [("no", 20), ("yes", 45)])
def test_a_company_differs_in_a_variant(chosen: str, price: int) -> None:
    raw = {"id": "SLR", "name": "Short", "kind": "private", "price": 20, "variants": {"easy": {"price": 45}}}
    title = with_data(companies={**TITLE.data.companies, "SLR": company("companies.toml", raw)})
    made = Scenario(title).note("options", {"easy": chosen})
    assert View(title, made.state).spec("SLR").price == price
