"""A deal is judged anew when it is accepted: who agrees must still be whom it concerns.

An offer that became impossible lapses by itself, so these ask the deals themselves.
"""

from dataclasses import replace

import pytest

from engine.core.state import Offer
from engine.steps.private_deals import PrivateDeal
from engine.steps.private_purchase import PrivateToCompanyDeal
from engine.steps.trains import TrainDeal
from tests.scenario import code_of
from tests.titles.g18ez.trainyard import BUYER, rival, yard
from tests.titles.g1826.french_turns import NW, E, build, offers
from tests.titles.g1826.test_1826_track import nord


def offer(by, to, price=50, **data):
    return Offer("o1", "deal", by, to, price, data)


def refused(deal, view, made):
    found = deal.check(view, made)
    return None if found is None else code_of(found)


@pytest.mark.parametrize(
    ("by", "to", "code"),
    [("p1", "p2", None), ("p1", "p3", "president_changed"), ("p3", "p2", "president_changed")],
)
def test_the_presidents_of_both_companies_agree_on_a_train(by, to, code):
    scenario = rival(yard().phase("3").money({BUYER: 500}).trains(BUYER, "3"), "M&R", p2=20).trains(
        "M&R", "3"
    )
    made = offer(by, to, buyer=BUYER, source="M&R", train="3")
    assert refused(TrainDeal(), scenario.game().view, made) == code


@pytest.mark.parametrize(("owner", "code"), [("p2", None), ("p3", "owner_changed")])
def test_the_owner_sells_a_private_to_a_company(owner, code):
    scenario = yard().phase("3").money({BUYER: 500}).trains(BUYER, "3").own(owner, "HMH")
    made = offer("p1", "p2", buyer=BUYER, private="HMH")
    assert refused(PrivateToCompanyDeal(), scenario.game().view, made) == code


@pytest.mark.parametrize(("out", "code"), [(False, None), (True, "bankrupt")])
def test_a_private_is_not_sold_to_who_is_bankrupt(out, code):
    scenario = yard().own("p1", "HMH")
    scenario.state.players["p2"].bankrupt = out
    made = offer("p1", "p2", seller="p1", private="HMH")
    assert refused(PrivateDeal(), scenario.game().view, made) == code


@pytest.mark.parametrize(("by", "to"), [("p3", "p2"), ("p1", "p3")])
def test_the_presidents_of_both_companies_agree_on_track(by, to):
    game = nord().game()
    build(game, "p1", "G11", "8", NW, E, kind="ask_consent")
    (asked,) = offers(game)
    deal = game.title.rules.deals.by_kind[asked.kind]
    assert deal.check(game.view, asked) is None
    assert refused(deal, game.view, replace(asked, by=by, to=to)) == "president_changed"
