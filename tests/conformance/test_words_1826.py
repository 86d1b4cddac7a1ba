"""Words of recorded games of 1826 that no file at hand has: bonds, inherited loans, discarded trains."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.errors import Refused
from engine.game import Game
from engine.recorded.following import Stand
from engine.titles.g1826.recorded import acts
from engine.titles.g1826.recorded import facts as told
from engine.titles.g1826.recorded.game import RecordedGame
from tests.rulemark import rule
from tests.titles.g1826.france import France, cash
from tests.titles.g1826.french_nationals import Formation, buy
from tests.titles.g1826.french_turns import Turn
from tests.titles.g1826.test_1826_bankruptcy import hopeless
from tests.titles.g1826.test_1826_nationals import with_old_trains

Line = dict[str, Any]


def by(game: Game, who: str, kind: str, /, **action: Any) -> Line:
    sort = "player" if who in game.view.seats else "corporation"
    actor = {"kind": sort, "id": game.view.name(who)}
    return {"n": 1, "round": game.round_title(), "actor": actor, "action": {"type": kind, **action}}


def sncf(**held: int) -> Turn:
    return Turn().national("SNCF", cash=1000, p1=60).bonds(**held)


@rule("1826", "O131")
def test_a_player_buys_a_bond() -> None:
    game = sncf(pool=3).cash(p1=400).stock_round("p1").game()
    line = by(game, "p1", "buy_bond", issuer="SNCF", count=1, **{"from": "pool"}, cost=100)
    assert RecordedGame().take(game, line).figures == {"cost": 100}
    assert cash(game, "p1") == 300
    assert game.view.company("SNCF").data["bonds"] == {"p1": 1, "pool": 2}
    with pytest.raises(Refused, match="one_bond"):
        RecordedGame().take(game, {**line, "action": {**line["action"], "count": 2}})


@rule("1826", "O131")
def test_the_issuer_buys_bonds_back() -> None:
    game = sncf(pool=3).turn("SNCF", "own_shares").game()
    line = by(game, "SNCF", "buy_bond", issuer="SNCF", count=2, **{"from": "pool"}, cost=200)
    assert RecordedGame().take(game, line).figures == {"cost": 200}
    assert game.view.company("SNCF").data["bonds"] == {"pool": 1}


@rule("1826", "O131")
def test_the_issuer_buys_back_from_the_player_named() -> None:
    game = sncf(p2=3, p3=2).turn("SNCF", "own_shares").game()
    source = {"from": game.view.name("p3")}
    taken = RecordedGame().take(
        game, by(game, "SNCF", "buy_bond", issuer="SNCF", count=2, **source, cost=200)
    )
    assert taken.figures == {"cost": 200}
    assert game.view.company("SNCF").data["bonds"] == {"p2": 3}


@rule("1826", "O131")
@pytest.mark.parametrize(("price", "source", "issued"), [(600, "Est", 1), (800, "depot", 3)])
def test_bonds_that_no_line_tells_are_issued_as_the_price_needs(price: int, source: str, issued: int) -> None:
    scenario = Turn().national("SNCF", cash=500, p1=60).phase("E").old_train("Est", "10H-1")
    scenario.no_trains_left("2H", "4H", "6H", "10H")
    game = scenario.corporation("Est", 90, p1=60).turn("SNCF", "trains").game()
    train = "10H" if source == "Est" else "E"
    line = by(game, "SNCF", "buy_train", train=train, price=price, **{"from": source})
    assert RecordedGame().take(game, line).figures == {"price": price}
    assert game.view.company("SNCF").data["bonds"] == {"pool": issued}
    assert cash(game, "SNCF") == 500 + 100 * issued - price


# --- emergencies -------------------------------------------------------------------------------------


@rule("1826", "O129")
def test_a_president_in_need_sells_shares_in_an_operating_round() -> None:
    game = hopeless().shares("Belg", p1=30).cash(p1=100).game()
    line = by(game, "p1", "sell_shares", corporation="Belg", percent=20, proceeds=200)
    assert RecordedGame().stand(game, line, []) is Stand.HERE
    assert RecordedGame().take(game, line).figures == {"proceeds": 200}
    assert cash(game, "p1") == 300


@rule("1826", "O133")
def test_who_is_said_to_be_bankrupt_gives_up_here() -> None:
    game, words = hopeless().game(), RecordedGame()
    told_before = {**by(game, "PLM", "turn_start"), "events": [{"event": "bankrupt", "player": "B"}]}
    after = by(game, "Belg", "turn_start", president="B")
    assert words.stand(game, after, [told_before]) is Stand.BEHIND
    assert words.decline(game) is None
    told_before["events"][0]["player"] = game.view.name("p1")
    action = words.decline(game)
    assert action is not None
    assert action.kind == "declare_bankruptcy"
    record = game.submit(action)
    assert {"event": "bankrupt", "player": "A"} in told.events(game.view, [record])


@rule("1826", "O133")
def test_bankruptcy_as_an_action() -> None:
    game = hopeless().game()
    line = by(game, "p1", "bankrupt")
    assert RecordedGame().stand(game, line, []) is Stand.HERE
    RecordedGame().take(game, line)
    assert game.state.players["p1"].bankrupt


@rule("1826", "O132")
def test_interest_on_bonds_is_told_by_holder() -> None:
    game = sncf(pool=3, p2=2).turn("SNCF", "run").game()
    taken = RecordedGame().take(game, by(game, "SNCF", "run_routes", revenue=100, trains=[]))
    found = [e for e in told.events(game.view, taken.records) if "interest" in e["event"]]
    paid = {"event": "bond_interest", "to": game.view.name("p2"), "amount": 20}
    assert found == [paid]
    seats = [game.view.name(p) for p in game.view.seats]
    assert told.binding({**paid, "issuer": "SNCF", "bonds": 2}, seats) == paid
    assert told.binding({**paid, "to": "Pool", "issuer": "SNCF", "bonds": 3}, seats) is None


def test_bonds_are_compared_however_they_are_told() -> None:
    view = sncf(pool=3, p2=2).turn("SNCF", "run").game().view
    name = view.name("p2")
    for spelling in ({name: 2}, {name: {"SNCF": 2}}, {"SNCF": {name: 2, "Pool": 3}}, {name: 2, "pool": 3}):
        stated = told.stated({"derived": {"bonds": spelling}})
        assert told.facts(view, stated) == stated
    assert told.facts(view, {"bonds": {name: 1}}) == {"bonds": {name: 2}}


@rule("1826", "O131")
def test_bonds_that_the_issuer_bought_back_are_nobodys() -> None:
    view = sncf(p2=2).game().view
    name = view.name("p2")
    stated = told.stated({"derived": {"bonds": {name: 2, "SNCF": 3}}})
    assert told.facts(view, stated) == stated == {"bonds": {name: 2}}


@rule("1826", "O158")
def test_a_record_may_keep_the_loans_of_a_corporation_that_has_merged() -> None:
    game = France().corporation("PLM", 90, 500, p1=60).game()
    game.state.companies["Als"].closed = True
    stated = told.stated({"derived": {"loans": {"Als": 2}}})
    assert told.facts(game.view, stated) == stated
    assert told.facts(game.view, {"loans": {"PLM": 1}}) == {"loans": {}}


@rule("1826", "O158")
def test_prices_and_loans_of_a_national_are_compared_once_it_has_formed() -> None:
    scenario = Formation("Tom", "Dick", "Harry").buying("6H")
    for minor in ("Nord", "Als"):
        scenario.ten_shares(minor, 90, 100, p2=60).loans(minor, 1)
    game = with_old_trains(scenario, "2H", "Nord", "Als").game()
    record = buy(game, "6H")
    kinds = {e["event"] for e in told.events(game.view, [record])}
    assert kinds == {"phase", "rust"}
    words = RecordedGame()
    space = {"value": 82, "column": 0, "row": 0}
    events: list[Line] = [{"event": "president", "corporation": "Etat", "player": "Dick"},
              {"event": "price", "corporation": "Etat", "from": {}, "to": space}]  # fmt: skip
    action = {"type": "national_forms", "corporation": "Etat", "minors": ["Nord", "Als"]}
    line = {"round": "OR 1.1", "actor": None, "action": action, "events": events}
    stated = words.stated({**line, "derived": {"loans": {"Etat": 2}}})
    assert words.facts(game, {**line, "derived": {"loans": {"Etat": 2}}}) == stated
    assert stated["national"] == {"id": "Etat", "president": "Dick"}
    assert [words.binding(event) for event in events] == [None, None]


@rule("1826", "O24")
def test_a_train_is_discarded_as_told_or_else_the_oldest() -> None:
    scenario = Formation().buying("6H").corporation("Est", 90, p2=60)
    game = with_old_trains(scenario, "4H", "Est", "Est").game()
    buy(game, "6H")
    waiting = game.waiting()
    assert waiting is not None
    assert waiting.step == "discard"
    action = acts.decline(game, {})
    assert action is not None
    assert action.args == {"train": "4H"}
    line = by(game, "Est", "discard_train", train="4H")
    assert RecordedGame().stand(game, line, []) is Stand.HERE
    RecordedGame().take(game, line)
    assert [t.kind for t in game.view.trains("Est")] == ["4H"]


def test_a_correction_is_a_tile_or_a_token() -> None:
    game = France(readings="recorded").corporation("Est", 90, p1=60).turn("Est").game()
    tile = by(game, "Est", "lay_tile", hex="B12", tile="57", rotation=0, track=[[0, "c0"], [3, "c0"]])
    taken = RecordedGame().take(game, {**tile, "actor": None, "correction": True})
    assert game.state.tiles["B12"][0] == "57"
    assert taken.note == "B12 becomes 57, as corrected at the table"
    token = {**by(game, "Est", "place_token", hex="B12", cost=0), "correction": True}
    assert RecordedGame().take(game, token).note == "Est has a token in B12, as corrected at the table"
    assert "B12" in {coord for coord, _ in game.view.stations("Est")}
    other = {**by(game, "Est", "buy_train", train="2H"), "correction": True}
    with pytest.raises(Refused, match="unknown_correction"):
        RecordedGame().take(game, other)


def test_a_lay_that_is_called_a_slip_is_not_judged() -> None:
    game = France(readings="recorded").corporation("Est", 90, 300, p1=60).turn("Est", "trains").game()
    tile = by(game, "Est", "lay_tile", hex="B12", tile="57", rotation=1, track=[[1, "c0"], [4, "c0"]], cost=7)
    before = cash(game, "Est")
    taken = RecordedGame().take(game, {**tile, "slip": "out of reach"})
    assert game.state.tiles["B12"] == ("57", 1)
    assert (taken.note, cash(game, "Est")) == ("B12 becomes 57, out of reach", before - 7)


@pytest.mark.parametrize("owner", ["p1", "p2"])
def test_a_private_goes_to_a_company(owner: str) -> None:
    scenario = France(private_sales="yes").phase("4H").corporation("Est", 90, 300, p1=60)
    game = scenario.own(owner, "Bridge").cash(p1=0, p2=0).turn("Est").game()
    taken = RecordedGame().take(game, by(game, "Est", "buy_private", item="Bridge", price=30))
    assert taken.figures == {"price": 30}
    assert game.view.owner("Bridge") == "Est"
    assert cash(game, owner) == 30
