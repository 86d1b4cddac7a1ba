"""1862 7.3 and 8: companies without a director. (Their turns are tested with the steps they take.)"""

import pytest

from engine.core.state import POOL
from engine.titles.g1862.companies.receivership import (
    in_receivership,
    may_merge,
    may_sell_trains,
    operator_of,
    train_types,
)
from tests.rulemark import rule
from tests.titles.g1862.mania import Mania


def alone(priority="p1", **holders):
    """A view of N&E, whose director's certificate lies in the pool, with these shareholders."""
    scenario = Mania("Tom", "Dick", "Harry", "Sally").company("N&E", 74, pool=30, **holders)
    scenario.state.priority = priority
    return scenario.dealing("p1").game().view


@rule("1862", "8")
def test_a_company_is_in_receivership_while_its_certificate_is_in_the_pool():
    assert in_receivership(alone(p1=20), "N&E")
    directed = Mania().company("N&E", 74, p1=30).dealing("p1").game().view
    assert not in_receivership(directed, "N&E")
    not_started = Mania().dealing("p1").game().view
    assert not in_receivership(not_started, "N&E")


@rule("1862", "8")
@pytest.mark.parametrize(
    ("holders", "priority", "operator"),
    [
        ({"p1": 10, "p2": 20}, "p1", "p2"),
        ({"p1": 20, "p3": 20}, "p1", "p1"),
        ({"p1": 20, "p3": 20}, "p2", "p3"),
        ({"p1": 20, "p3": 20}, "p4", "p1"),
        ({"p4": 10}, "p2", "p4"),
        ({}, "p1", None),
    ],
)
def test_the_greatest_shareholder_operates_it_ties_clockwise_from_the_priority_deal(
    holders, priority, operator
):
    assert operator_of(alone(priority, **holders), "N&E") == operator


@rule("1862", "8")
def test_a_director_operates_his_company():
    view = Mania().company("N&E", 74, p2=30, p3=30).dealing("p1").game().view
    assert operator_of(view, "N&E") == "p2"


@rule("1862", "8")
def test_it_neither_merges_nor_sells_trains():
    view = alone(p1=20)
    assert not may_merge(view, "N&E")
    assert not may_sell_trains(view, "N&E")
    directed = Mania().company("N&E", 74, p1=30).dealing("p1").game().view
    assert may_merge(directed, "N&E")
    assert may_sell_trains(directed, "N&E")


@rule("1862", "8")
@pytest.mark.parametrize(
    ("permits", "order"),
    [
        (("freight",), ["freight"]),
        (("local", "freight"), ["freight", "local"]),
        (("local", "freight", "express"), ["express", "freight", "local"]),
    ],
)
def test_the_type_of_its_train_is_the_first_permit_of_express_freight_and_local(permits, order):
    view = Mania().company("N&E", 74, pool=30, permits=permits).dealing("p1").game().view
    assert view.owner("N&E") == POOL
    assert train_types(view, "N&E") == order
