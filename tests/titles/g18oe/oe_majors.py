"""Positions of 18OE with majors and nationals."""

from engine.titles.g18oe import TITLE
from tests.scenario import Scenario
from tests.titles.g18oe.oe_start import CARDS, MINORS, NAMES, REGIONALS

MARKET = TITLE.data.market


def cell_of(value, row=None):
    """The leftmost space of a value, in one row if it is named."""
    rows = range(len(MARKET.rows)) if row is None else [row]
    return next((r, c) for r in rows for c, v in enumerate(MARKET.rows[r]) if v == value)


def expanded(scenario, company, cell, kind="major", **percents):
    """A railroad with ten shares; the rest is in its treasury, of a national in the Open Market."""
    state = scenario.state
    record = state.companies[company]
    record.kind, record.floated, record.cell = kind, True, cell
    state.market.setdefault(cell, []).append(company)
    certs = [c for c in state.certs.values() if c.company == company]
    for i, cert in enumerate(certs):
        cert.percent = 10 if i else 20
        cert.owner = company if kind == "major" else "pool"
    scenario.shares(company, **percents)
    if kind == "major":
        scenario.token(company, *TITLE.rules.board.hexmap.homes[company])
    return scenario


def late(*names, phase="5"):
    """The Major phase: minors and concessions are gone, as are the regionals that are not floated."""
    scenario = Scenario(TITLE, *(names or NAMES)).close(*CARDS, *MINORS, *REGIONALS[18:])
    return scenario.note("rr_phase", "major").phase(phase)


def tidy(scenario):
    """The game, without the regionals that nobody has floated."""
    idle = [c for c in REGIONALS if not scenario.state.companies[c].floated]
    return scenario.close(*idle).game()
