"""18OE 11.4 and 4.4: revenue that is paid, split or withheld."""

import pytest

from engine.rules.dividends import HALF, PAY, SPLIT, WITHHOLD, Payout, breach, distribute, policy_of
from engine.rules.trains import printed_limit
from engine.steps.dividend import way_label
from tests.rulemark import rule
from tests.titles.g18oe.oe_majors import cell_of, expanded, late, tidy
from tests.titles.g18oe.oe_start import initial, running_minor, running_regional


def cash(game):
    return {p: game.view.cash(p) for p in game.view.seats}


def gained(game, company, revenue, way):
    """What players and treasury get."""
    before = {**cash(game), company: game.view.cash(company)}
    distribute(game._writer, company, revenue, way)
    after = {**cash(game), company: game.view.cash(company)}
    return {holder: after[holder] - before[holder] for holder in before if after[holder] != before[holder]}


def regional(company, **shares):
    """A regional of Ada with one share of Bo's and one in its treasury."""
    scenario = running_regional(initial(), company, "p1")
    next(c for c in scenario.state.certs.values() if c.id == f"{company}:1").owner = "p2"
    return scenario.game()


def major(value=150, kind="major", **percents):
    return tidy(expanded(late(), "GWR", cell_of(value), kind, **(percents or {"p1": 60, "p2": 40})))


@rule("18OE", "11.4")
def test_the_great_western_runs_for_70():
    assert gained(regional("GWR"), "GWR", 70, PAY) == {"p1": 35, "p2": 18, "GWR": 18}


@rule("18OE", "11.4")
def test_the_saxon_railways_split_70():
    assert gained(regional("KSS"), "KSS", 70, HALF) == {"p1": 18, "p2": 9, "KSS": 44}


@rule("18OE", "11.4")
def test_minor_k_runs_for_50():
    game = running_minor(initial(), "K", "p1").game()
    assert gained(game, "K", 50, SPLIT) == {"p1": 25, "K": 25}


@rule("18OE", "11.4")
def test_withheld_revenue_goes_to_the_treasury():
    game = regional("GWR")
    assert gained(game, "GWR", 70, WITHHOLD) == {"GWR": 70}


@rule("18OE", "11.4")
def test_ways_by_kind_of_railroad():
    scenario = running_minor(running_regional(initial(), "GWR", "p1"), "K", "p1")
    view = scenario.game().view
    assert policy_of(view).ways(view, "K") == (SPLIT,)
    assert policy_of(view).ways(view, "GWR") == (PAY, HALF, WITHHOLD)
    for kind, ways in (("major", (PAY, HALF, WITHHOLD)), ("national", (PAY,))):
        view = major(kind=kind).view
        assert policy_of(view).ways(view, "GWR") == ways


@rule("18OE", "11.4")
def test_a_railroad_without_a_marker_is_offered_ways_that_name_no_price():
    game = regional("GWR")
    labels = [way_label(game.view, "GWR", 60, way) for way in (PAY, HALF, WITHHOLD)]
    assert labels == ["Pay £60: £15 a share", "Half of £60: £8 a share, GWR keeps £30", "Withhold £60"]


@rule("18OE", "11.4")
def test_shares_of_one_holder_are_rounded_up_once():
    game = major(p1=60, p2=30)
    assert game.view.percent("GWR", "GWR") == 10
    assert gained(game, "GWR", 145, PAY) == {"p1": 87, "p2": 44, "GWR": 15}


@rule("18OE", "11.4")
def test_the_open_market_is_paid_nothing():
    game = major(p1=60, pool=20)
    assert gained(game, "GWR", 100, PAY) == {"p1": 60, "GWR": 20}


@pytest.mark.parametrize(
    ("holders", "words"),
    [
        ({"p1": 34, "p2": 18, "GWR": 18}, "pays p1 34 for 50 %"),
        ({"p1": 36, "p2": 18, "GWR": 18}, "pays p1 36 for 50 %"),
        ({"p1": 35, "p2": 18}, "pays GWR 0 for 25 %"),
        ({"p1": 35, "p2": 18, "GWR": 18, "p3": 1}, "pays p3, who has no share"),
    ],
)
def test_a_wrong_part_of_a_dividend_is_found(holders, words):
    view = regional("GWR").view
    assert breach(view, "GWR", 70, Payout(0, {"p1": 35, "p2": 18, "GWR": 18}, 18)) is None
    assert words in str(breach(view, "GWR", 70, Payout(0, holders, 18)))


@rule("18OE", "4.4")
@pytest.mark.parametrize(
    ("value", "revenue", "way", "after"),
    [
        (150, 320, HALF, 165),
        (165, 320, HALF, 165),
        (150, 150, PAY, 165),
        (150, 140, PAY, 150),
        (150, 10, PAY, 150),
        (150, 0, PAY, 135),
        (150, 320, WITHHOLD, 135),
    ],
)
def test_what_is_disbursed_moves_the_marker(value, revenue, way, after):
    game = major(value)
    distribute(game._writer, "GWR", revenue, way)
    assert game.view.price("GWR") == after


@rule("18OE", "4.4")
def test_only_what_is_disbursed_counts():
    game = major(150, p1=60, pool=20)
    distribute(game._writer, "GWR", 160, PAY)
    assert game.view.price("GWR") == 150
    game = major(150, p1=60, p2=20)
    distribute(game._writer, "GWR", 160, PAY)
    assert game.view.price("GWR") == 165


@rule("18OE", "4.4")
def test_a_national_moves_as_a_major_does():
    game = major(150, "national", p1=60, p2=40)
    distribute(game._writer, "GWR", 150, PAY)
    assert game.view.price("GWR") == 165
    game = major(150, "national", p1=60, p2=40)
    distribute(game._writer, "GWR", 0, PAY)
    assert game.view.price("GWR") == 135
    assert printed_limit(game.view, "GWR") == 4


@rule("18OE", "4.4")
def test_small_railroads_have_no_marker():
    game = regional("GWR")
    distribute(game._writer, "GWR", 0, PAY)
    assert game.view.price("GWR") is None
