"""What a set of operating rounds brought, and when it is over."""

from __future__ import annotations

from functools import cache

import pytest

from engine import TITLES, Game, game_at, new_game
from engine.api.course import course
from engine.api.sets import just_over, last_set
from engine.checks.random_play import play


@cache
def game(title: str) -> Game:
    return play(TITLES[title], 3, 1, {}, limit=330).game


def test_no_set_is_over_before_the_first_operating_rounds() -> None:
    assert last_set(new_game("1889", ["Ann", "Ben"], seed=1)) is None
    assert just_over(new_game("1889", ["Ann", "Ben"], seed=1)) is None


@pytest.mark.parametrize("title", ["1889", "18EZ"])
def test_a_set_tells_runs_prices_trains_and_worth(title: str) -> None:
    whole = game(title)
    told = last_set(whole)
    assert told is not None
    end = game_at(whole, told.record_number)
    assert just_over(end) == told
    assert just_over(whole) is None or told.record_number == whole.log[-1].number
    assert {player: after for player, (_, after) in told.worth.items()} == end.title.scores(end.view)
    for company, year in told.companies.items():
        assert year.after == end.view.price(company)
        assert all(bool(routes) == (revenue > 0) for revenue, _, routes in year.runs)
    assert any(year.runs for year in told.companies.values())


def test_a_set_is_just_over_at_its_last_record_alone() -> None:
    whole = game("18EZ")
    positions = [game_at(whole, record_number) for record_number in range(1, 200)]
    over = {position.revision for position in positions if just_over(position) is not None}
    assert over
    assert over == {told.record_number for told in map(last_set, positions) if told is not None}


def test_what_players_are_worth_before_a_set_is_what_they_were_worth_after_the_stock_round() -> None:
    whole = game("1889")
    told = last_set(whole)
    assert told is not None
    rounds = course(whole)
    begin = next(i for i, r in enumerate(rounds) if r.title == told.first)
    assert {player: before for player, (before, _) in told.worth.items()} == rounds[begin - 1].worth


def test_trains_and_certificates_of_a_round_are_those_of_the_position() -> None:
    whole = game("1889")
    last = course(whole)[-1]
    owned = sum(len(whole.view.trains(company)) for company in whole.state.companies)
    assert sum(last.trains.values()) == owned > 0
    assert all(type(kind) is str for kind in last.trains)
    assert set(last.certificates) == set(whole.view.seats)
    assert any(last.certificates.values())
