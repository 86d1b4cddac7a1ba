"""18OE 11.4-11.7 and 13, read from outside: the reserved train, the last operating round."""

import pytest

from tests.rulemark import rule
from tests.scenario import act, refusal
from tests.titles.g18oe.building import arguments, positions, put, turn
from tests.titles.g18oe.oe_start import running_regional

PATRON = {"group": "pink", "zone": "UK", "payout": {"yellow": 20, "green": 30, "brown": 40, "gray": 60}}
HILL = arguments("K24", "8", 5, 1)


# --- 11.6.5 ------------------------------------------------------------------------------------------


def begins(cash, own):
    """The first turn of GWR: its Bristol leads to a hill that costs 45 and has a patronage tile."""
    scenario = running_regional(positions(), "GWR", "p1", cash=cash).cash(p1=own)
    return turn(put(scenario, ("L25", "57", 2, 5)).note("patronage", {"K24": PATRON}))


@rule("18OE", "11.6.5", "11.1.8")
@pytest.mark.parametrize(("cash", "own"), [(125, 0), (100, 25)])
def test_what_a_patronage_tile_brings_is_there_for_the_reserved_train(cash, own):
    game = begins(cash, own)
    act(game, "p1", "lay_tile", **HILL)
    assert game.view.cash("GWR") + own == 100


@rule("18OE", "11.6.5", "11.1.8")
@pytest.mark.parametrize(
    ("cash", "own", "code"), [(124, 0, "insolvent"), (100, 24, "insolvent"), (44, 90, "cannot_afford")]
)
def test_a_patronage_tile_that_brings_too_little_leaves_it_insolvent(cash, own, code):
    assert refusal(begins(cash, own), "p1", "lay_tile", **HILL) == code
