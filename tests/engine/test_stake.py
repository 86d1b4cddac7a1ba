"""What is at stake is what the position and the log say, in every auction and stock round of each title."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from engine import TITLES, Action, Game, View, new_game
from engine.api import round_state
from engine.core.events import Said
from engine.core.state import DEPOT, OUT
from engine.core.story import TEMPLATES
from engine.rules.initial_auction import bound
from engine.rules.stock import stock_rules
from tests.at_stake import actors, five_bids, moments, seated, standing
from tests.scenario import Scenario

AUCTIONS = {
    "1826": {"auction packet", "auction auction"},
    "1862": {"auction propose", "auction auction"},
    "1889": {"auction packet", "auction auction"},
    "18EZ": {"auction packet"},
    "18OE": {"auction packet", "auction auction"},
}
SHARES = {
    "1826": {"shares turn"},
    "1862": {"shares turn", "shares charter"},
    "1889": {"shares turn"},
    "18EZ": {"shares turn"},
    "18OE": {"shares turn", "shares concession"},
}
SEEDS = {"1826": (3, 4), "1862": (3,), "1889": (1, 5, 6), "18EZ": (3,), "18OE": (3,)}
ACTIONS = 140


@cache
def _seen(title: str) -> Counter[str]:
    """Plays, and compares what is at stake with the position after each action."""
    seen = Counter[str]()
    for seed in SEEDS[title]:
        for moment, game in moments(title, seed, ACTIONS):
            seen[moment] += 1
            _compare_lots(game)
            _compare_purses(game)
            if not seen[moment] % 5:
                _compare_companies(game.view)
    return seen


@pytest.mark.parametrize("title", sorted(TITLES))
def test_over_random_play_what_is_at_stake_is_what_the_position_says(title: str) -> None:
    seen = _seen(title)
    assert AUCTIONS[title] | SHARES[title] <= set(seen)
    assert title == "18OE" or any(moment.startswith("operating") for moment in seen)


def _compare_lots(game: Game) -> None:
    view, lots = game.view, round_state.lots(game.view)
    if round_state.round_kind(view) != round_state.AUCTION:
        assert lots == ()
        return
    assert {lot.item: dict(lot.bids) for lot in lots if lot.bids} == standing(game.state.notes)
    for lot in lots:
        amounts = list(lot.bids.values())
        assert amounts == sorted(amounts, reverse=True)
        if lot.bids and lot.lowest_bid is not None:
            assert lot.lowest_bid > amounts[0]
    going = [lot for lot in lots if lot.is_in_auction]
    if going:
        assert set(actors(game)) <= set(going[0].bidders) or game.state.pending
        assert next(iter(going[0].bids)) not in going[0].bidders
        assert round_state.passes(view) is None
    else:
        passed = round_state.passes(view)
        assert passed is not None
        assert passed.count == view.cursor.passes < passed.of


def _compare_purses(game: Game) -> None:
    view, rules = game.view, stock_rules(game.view)
    found = round_state.player_summaries(view)
    assert sorted(summary.player for summary in found) == sorted(view.seats)
    charter = view.state.notes.get("auction", {})
    for summary in found:
        promised = charter["bid"] if charter.get("by") == summary.player else bound(view, summary.player)
        assert (summary.cash, summary.committed) == (view.cash(summary.player), promised)
        assert summary.committed + summary.free == summary.cash
        assert summary.certificates == rules.certificates(view, summary.player)
        assert summary.limit == rules.certificate_limit(view)
        assert summary.priority == (view.state.priority == summary.player)
    if round_state.round_kind(view):
        assert [summary.player for summary in found if summary.acts] == list(actors(game))


def _compare_companies(view: View) -> None:
    begun, fresh = round_state.started(view), round_state.unstarted(view)
    assert not set(begun) & set(fresh)
    running = [company for company, _ in round_state.running_order(view)]
    assert begun[: len(running)] == running
    for company in begun:
        found = round_state.company_summary(view, company)
        told = found.offering + found.market + found.treasury + sum(found.holders.values())
        assert told == sum(cert.percent for cert in view.certs_of(company) if cert.owner != OUT)
        assert {h: view.percent(h, company) for h in found.holders} == found.holders
        assert (found.cash, found.price) == (view.cash(company), view.price(company))
        assert len(found.trains) == len(view.trains(company))
        assert len(found.token_costs) == found.tokens


@pytest.mark.parametrize("title", sorted(TITLES))
def test_a_lot_on_which_all_players_have_bid_has_all_their_bids(title: str) -> None:
    game = five_bids(title)
    [lot] = [lot for lot in round_state.lots(game.view) if lot.is_in_auction]
    assert {lot.item: dict(lot.bids)} == standing(game.state.notes)
    leader = next(iter(lot.bids))
    assert len(lot.bids) == (1 if title == "1862" else 5)
    assert set(lot.bidders) == set(game.view.seats) - {leader}
    _compare_purses(game)


def test_a_player_who_has_left_an_auction_may_not_answer_any_more() -> None:
    game = five_bids("1889")
    [player] = actors(game)
    game.submit(Action("pass", player))
    [lot] = [lot for lot in round_state.lots(game.view) if lot.is_in_auction]
    assert player in lot.bids
    assert player not in lot.bidders


def test_lots_are_counted_from_the_first_one_of_the_packet() -> None:
    game = five_bids("1889")
    lots = round_state.lots(game.view)
    assert (round_state.lots_in_all(game.view, lots), len(lots)) == (7, 6)
    few = new_game("1889", ["Ann", "Ben", "Cy"], seed=1)
    lots = round_state.lots(few.view)
    assert (round_state.lots_in_all(few.view, lots), len(lots)) == (6, 6)


def test_whom_the_game_waits_for_is_marked_where_somebody_else_is_in_turn() -> None:
    forced = 0
    for _, game in moments("1826", 31, 40):
        if game.state.pending and game.view.cursor.actor not in actors(game):
            forced += 1
            _compare_purses(game)
    assert forced


def test_a_floated_company_has_its_place_in_the_running_order_before_it_has_a_station() -> None:
    scene = Scenario(TITLES["1889"]).shares("AR", p1=50).par("AR", 80).shares("IR", p2=50).par("IR", 90)
    view = View(TITLES["1889"], scene.at("shares", "p1", "turn").state)
    assert not view.stations("IR")
    assert round_state.running_order(view) == [("IR", False), ("AR", False)]


# --- last runs -------------------------------------------------------------------------------------


def _ran(game: Game) -> list[tuple[str, str]]:
    """What the log told of incomes, sentence by sentence, oldest first."""
    keys = {"dividend_paid", "dividend_half", "dividend_withheld", "dividend_split", "no_income"}
    assert keys <= set(TEMPLATES)
    events = (event for record in game.active_records for event in record.events)
    return [(e.params["company"], e.key) for e in events if isinstance(e, Said) and e.key in keys]


@pytest.mark.parametrize("title", ["1826", "1889", "18EZ"])
def test_the_last_run_is_the_newest_that_the_log_tells(title: str) -> None:
    game = next(g for _, g in moments(title, 3, 900) if len(set(_ran(g))) > 5)
    newest = dict(_ran(game))
    found = round_state.last_runs(game)
    assert set(found) == {c for c in newest if not game.view.company(c).closed}
    ways = {"dividend_paid": "pay", "dividend_half": "half", "dividend_withheld": "withhold"}
    ways |= {"dividend_split": "split", "no_income": "none"}
    assert {company: told[1] for company, told in found.items()} == {c: ways[newest[c]] for c in found}


def test_a_run_that_was_taken_back_is_not_told() -> None:
    game = next(g for _, g in moments("1889", 3, 900) if _ran(g))
    assert round_state.last_runs(game)
    game.undo("p1", to=1)
    assert round_state.last_runs(game) == {}


def test_what_a_run_of_this_turn_pays_is_open_until_it_is_decided() -> None:
    scene = Scenario(TITLES["1889"]).shares("AR", p1=50).par("AR", 80).operated("AR")
    scene.at("operating", "AR", "dividend")
    scene.state.companies["AR"].last_revenue = 60
    scene.state.notes["turn:revenue"] = 60
    view = View(TITLES["1889"], scene.state)
    known = round_state.last_runs_from({"AR": [30, "pay", "¥3"]})
    assert round_state.company_summary(view, "AR", known).last_run == round_state.LastRun(60)
    scene.state.notes["turn:distributed"] = True
    assert round_state.company_summary(view, "AR", known).last_run == known["AR"]


# --- the depot -------------------------------------------------------------------------------------


def test_the_depot_says_price_and_number_of_what_is_sold_now() -> None:
    game = seated("1889")
    [sale] = round_state.depot(game.view)
    cards = [t for t in game.state.trains.values() if t.owner == DEPOT and t.kind == "2"]
    assert (sale.faces, sale.left) == ({80: ["2"]}, len(cards))


def test_a_train_says_what_takes_it_away() -> None:
    scene = Scenario(TITLES["1889"]).shares("AR", p1=50).par("AR", 80).trains("AR", "2", "5")
    found = round_state.company_summary(View(TITLES["1889"], scene.state), "AR").trains
    assert [(train.key, train.lifespan) for train in found] == [("2", "until the first 4-train"), ("5", "")]


def test_a_company_that_has_not_floated_says_how_much_it_lacks() -> None:
    scene = Scenario(TITLES["1889"]).shares("AR", p1=20, p2=10)
    scene.state.companies["AR"].par = 80
    found = round_state.company_summary(View(TITLES["1889"], scene.state), "AR")
    assert (found.floated, found.lacks, found.par, found.price) == (False, 20, 80, None)


def test_nothing_is_at_stake_once_the_game_is_over() -> None:
    game = seated("1889")
    game.state.ended = "bank_broken"
    assert round_state.round_kind(game.view) == ""
    assert round_state.lots(game.view) == ()
    assert round_state.passes(game.view) is None
