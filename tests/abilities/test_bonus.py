"""What a bonus on the map is worth: to one company, at one stop or at every stop of a hex."""

import pytest

from engine.abilities.bonus import RevenueBonus, bonuses
from tests.abilities.privates import Powers

HERE, ALL = RevenueBonus(marker="sign", amount=20), RevenueBonus(marker="sign", amount=20, every_stop=True)


def worth(bonus, noted, company="M&R"):
    scenario = Powers(bonus)
    scenario.state.companies["M&R"].data["sign"] = noted
    scenario.state.markers["sign"] = ("D14", 0)
    return bonuses(scenario.game().view, company)


@pytest.mark.parametrize(("bonus", "noted"), [(HERE, 20), (ALL, ["D14", 20])])
def test_the_stop_is_worth_more_to_the_company_that_placed_it(bonus, noted):
    assert worth(bonus, noted) == {("D14", 0): 20}
    assert worth(bonus, noted, "BCRR") == {}


def test_where_there_is_no_stop_nothing_is_worth_more():
    assert worth(ALL, ["D10", 20]) == {}
