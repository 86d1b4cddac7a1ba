"""Nationals of 18OE for computer players: they keep their trains, buy none, and earn by their zone."""

import pytest

from engine import TITLES
from engine.players.fork import Fork
from engine.players.knowledge import knowledge_of
from engine.players.outline.ledger import earnings
from engine.players.worth.appraisal import Appraiser
from engine.players.worth.outlook import LONG
from engine.titles.g18oe.routes.national_revenue import account
from tests.titles.g18oe.oe_majors import cell_of, expanded, late, tidy


def with_national(phase):
    """GWR, of which p1 owns 60 %, is a national of 18OE with a 4+4 and a 5+5; KBS is a major with a 4+4."""
    scenario = expanded(late(phase=phase), "GWR", cell_of(90), kind="national", p1=60)
    scenario.trains("GWR", "4+4", "5+5")
    scenario = expanded(scenario, "KBS", cell_of(90), p2=60).trains("KBS", "4+4")
    return Fork(tidy(scenario))


@pytest.mark.parametrize(("phase", "lasts"), [("5", False), ("6", True)])
def test_trains_of_a_national_run_to_the_end_as_far_as_the_last_phases_let_one_foresee(phase, lasts):
    view, known = with_national(phase).view, knowledge_of(TITLES["18OE"])
    soon = [known.life(view, train.id, 1.0) for train in view.trains("GWR")]
    assert soon == [LONG if lasts else 1.0] * 2
    assert known.life(view, view.trains("KBS")[0].id, 1.0) == 1.0


def test_a_national_earns_by_its_zone_and_buys_no_train(monkeypatch):
    fork = with_national("6")
    known = knowledge_of(TITLES["18OE"])
    sight = Appraiser(fork, known).foresight
    earned = account(fork.view, "GWR").total
    assert earned > 0
    assert (known.earned(fork.view, "GWR"), known.earned(fork.view, "KBS")) == (earned, None)
    assert sight.income("GWR") == earnings(fork.view, known)["GWR"] == earned
    bought: list[int] = []
    monkeypatch.setattr(sight, "_equip", lambda way, *rest: bought.append(way.price))
    sight.forecast("GWR")
    assert not bought
    sight.forecast("KBS")
    assert bought
