"""The last incomes of a company, from the log."""

from __future__ import annotations

from functools import cache

import pytest

from engine import TITLES, Game, new_game
from engine.api.incomes import incomes
from engine.api.round_state import last_runs
from engine.checks.random_play import play
from tests.engine.test_sets import game


@cache
def whole(title: str) -> Game:
    return play(TITLES[title], 3, 4, {}, limit=420).game


@pytest.mark.parametrize("title", ["1889", "1862", "18EZ"])
def test_the_newest_income_is_the_last_run_that_the_log_knows(title: str) -> None:
    played = whole(title)
    known = last_runs(played)
    assert known
    for company, (revenue, way, each) in known.items():
        newest = incomes(played, company)[-1]
        assert (newest.revenue, newest.way, newest.each) == (revenue, way, str(each))


def test_incomes_tell_their_rounds_the_oldest_first() -> None:
    played = game("1889")
    company = max(last_runs(played), key=lambda c: len(incomes(played, c, 99)))
    told = incomes(played, company, 99)
    rounds = [income.round for income in told]
    assert len(set(rounds)) == len(rounds) >= 2
    numbers = [tuple(map(int, name.removeprefix("OR ").split("."))) for name in rounds]
    assert numbers == sorted(numbers)
    assert incomes(played, company, 2) == told[-2:]


def test_a_company_without_an_operating_round_has_none() -> None:
    assert incomes(new_game("1889", ["Ann", "Ben"], seed=1), "TR") == []
