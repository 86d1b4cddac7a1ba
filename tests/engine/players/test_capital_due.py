"""What a company is worth that has floated in a share round of 18EZ: its capital comes at the end of it."""

import pytest

from engine import TITLES
from engine.players.fork import Fork
from engine.players.knowledge import knowledge_of
from engine.players.outline.sheet import Sheet
from engine.players.worth.appraisal import Appraiser
from engine.players.worth.forecast import capital_due
from engine.rules import dealing
from tests.scenario import Scenario

TITLE = TITLES["18EZ"]
KNOWN = knowledge_of(TITLE)


@pytest.fixture
def fork():
    """M&R has floated at a par of 50 in the share round that goes on, and has no money yet; PS&W waits."""
    scenario = Scenario(TITLE).cash(p1=500, p2=500, p3=500)
    scenario.par("M&R", 50).shares("M&R", p1=40, p2=20).par("PS&W", 60, floated=False).shares("PS&W", p2=20)
    scenario.money({"M&R": 0, "PS&W": 0}).note(dealing.FLOATED, ["M&R"])
    scenario.state.companies["M&R"].cell = None
    return Fork(scenario.at("shares", "p1", "turn", number=1).game())


@pytest.fixture
def view(fork):
    return fork.view


def test_the_capital_of_what_has_floated_is_due_and_no_other(view):
    assert capital_due(view, "M&R") == 500
    assert capital_due(view, "PS&W") == 0


def test_in_outline_it_has_its_money_and_its_place_and_the_bank_has_paid(view):
    sheet = Sheet(view, KNOWN)
    outline = sheet.outline(view, {})
    firm = outline.firms["M&R"]
    assert firm.cash == 500
    assert firm.cell == sheet.chart.par_cell(50)
    assert outline.bank == view.cash("bank") - 500
    assert (outline.firms["PS&W"].cash, outline.firms["PS&W"].cell) == (0, None)


def test_forecasts_count_it(fork):
    foresight = Appraiser(fork, KNOWN).foresight
    assert [foresight._capital(company) for company in ("M&R", "PS&W")] == [500, 600]
