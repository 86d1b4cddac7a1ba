"""Records that begin in built positions, with what random games of 1862 hardly come to, are followed.

Written by the scribe, or by hand with the figures of the rulebook.
"""

from __future__ import annotations

import copy
from collections.abc import Callable

import pytest

from engine.core.actions import Action
from engine.game import Game
from engine.titles.g1862.recorded.runs import run_routes
from tests.conformance.built62 import asked, followed
from tests.conformance.scribe62 import Scribe, words_of
from tests.conformance.scribe62_words import Words
from tests.rulemark import rule
from tests.titles.g1862.mania import refusal
from tests.titles.g1862.mergers import hold
from tests.titles.g1862.test_1862_dividends import earned
from tests.titles.g1862.test_1862_ending import lner
from tests.titles.g1862.test_1862_refinance import needy
from tests.titles.g1862.test_1862_routes_duty import yarmouth
from tests.titles.g1862.test_1862_tokens import full_home


def displaced() -> Game:
    return full_home("A", readings="recorded").game()


def needs_upgrade() -> Game:
    return full_home("B", readings="recorded").game()


def still_full() -> Game:
    """Russet has two circles as green has."""
    scenario = full_home("D", "14", 0, ("EUR", "ENR"), readings="recorded")
    return scenario.note("marker_order", [["ENR:0", "D11"], ["EUR:0", "D11"]]).game()


def own_shares() -> Game:
    return needy(treasury=20, readings="recorded").game()


def hopeless() -> Game:
    return needy(price=54, money=0, train="H", readings="recorded").game()


def formed() -> Game:
    return lner(readings="recorded")


def half_shares() -> Game:
    return hold(readings="recorded", p1=(50, 0), p2=(10, 50), p3=(30, 50))


def short_of_a_rise() -> Game:
    """60 earned at a price of 82: 30 of the treasury raise it."""
    return earned(60, cash=100, p1=50, p2=20, options={"readings": "recorded"}).game()


MERGE = {"offer_merger": 50.0, "skip": 0.01}
POSITIONS: dict[str, tuple[Callable[[], Game], int, dict[str, float], set[str]]] = {
    "a displaced marker": (displaced, 1, {}, {"home_token_displaces", "price"}),
    "a home that is upgraded": (needs_upgrade, 1, {"merge": 0.01}, {"lay_tile", "price"}),
    "a home that stays full": (still_full, 2, {"merge": 0.01}, {"home_token_displaces", "lay_tile"}),
    "own shares sold": (own_shares, 1, {}, {"emergency sell_treasury", "treasury_sold", "price"}),
    "bankruptcy": (hopeless, 1, {}, {"emergency bankruptcy", "bankrupt", "bankruptcy_compensation"}),
    "after the LNER": (formed, 1, {}, {"priority", "price"}),
    "a director's option": (
        half_shares,
        3,
        MERGE,
        {"director_is_option", "option_relinquished", "receivership"},
    ),
}
"""Position, seed, weights, and words of the record."""


@rule("1862", "7.2", "7.11.1", "7.12", "10.3", "5.2.4")
@pytest.mark.parametrize("name", sorted(POSITIONS))
def test_a_game_from_a_built_position_is_followed(name: str) -> None:
    build, seed, weights, words = POSITIONS[name]
    position = build()
    lines = Scribe(3, seed, weights, noise=0.0, start=asked(position)).play(40)
    report = followed(position, lines[1:-1])
    assert [str(found) for found in report.mismatches] == []
    assert report.actions == len(lines) - 2
    assert words_of(lines) >= words


@rule("1862", "7.8.6")
@pytest.mark.parametrize("less", [0, 30])
def test_a_payment_that_the_treasury_raised_may_be_told_with_or_without_what_it_added(less: int) -> None:
    lines = Scribe(3, 3, {}, noise=0.0, start=asked(short_of_a_rise())).play(3)
    line = next(line for line in lines[1:-1] if line["action"].get("kind") == "top_up_and_pay")
    (payment,) = (event for event in line["events"] if event["event"] == "pays_out")
    payment["amount"] -= less
    line["events"].append({"event": "top_up", "corporation": "SVR", "amount": 30})
    assert followed(short_of_a_rise(), lines[1:-1]).mismatches == []
    payment["to"]["Dick"] += 1
    assert [found.what for found in followed(short_of_a_rise(), lines[1:-1]).mismatches] == ["event"]


@rule("1862", "7.2")
def test_in_a_record_a_marker_is_displaced_by_the_upgrade_that_makes_no_room() -> None:
    lines = Scribe(3, 2, {"merge": 0.01}, noise=0.0, start=asked(still_full())).play(8)
    line = next(line for line in lines[1:-1] if line["action"]["type"] == "lay_tile")
    assert "home_token_displaces" in {event["event"] for event in line["events"]}
    tokens = {name: record["tokens"] for name, record in line["after"]["corporations"].items()}
    assert (tokens["SVR"], tokens["ENR"], tokens["EUR"]) == ([["D11", 0]], [["D11", 0]], [])


@rule("1862", "7.8")
def test_a_recorded_run_that_leaves_a_train_idle_is_taken_as_recorded() -> None:
    rails = yarmouth("A", "A", phase="B").company("Y&N", 54, permits=("freight",), p1=50)
    game = asked(rails.operating("Y&N", "run").game())
    action = Action("run", "p1", {"routes": [rails.route(rails.card("A", "freight"), "I4 H5").to_json()]})
    assert refusal(game, "p1", "run", **action.args) == "freight_idle"
    words = Words(game, action)
    words.paid = []
    line = {"action": words._run(), "actor": {"id": "Y&N"}}
    more = {**line, "slip": "too much", "action": {**line["action"], "revenue": 150}}
    slip = run_routes(copy.deepcopy(game), more)
    assert (slip.figures, len(slip.records)) == ({}, 1)
    taken = run_routes(game, line)
    assert taken.figures == {"revenue": 140, "subsidy": 0}
    assert taken.note == "Y&N leaves a train idle that could run; its income is paid as recorded"
    assert (game.state.cursor.step, game.view.company("Y&N").last_revenue) == ("dividend", 140)
