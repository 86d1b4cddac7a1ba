"""18OE: what cards and sheets say of privates, minors, trains, railroads and par boxes."""

import pytest

from engine.core.display import Display
from engine.rules.abilities import explained
from engine.titles.g18oe import TITLE
from tests.scenario import Scenario
from tests.titles.g18oe.oe_majors import expanded
from tests.titles.g18oe.oe_start import initial, running_minor, running_regional

SAID = {
    "RSC": ("£5 each operating round", "no power"),
    "PeC": ("£5 each operating round", "no power"),
    "WS": ("£10", "tokens free"),
    "BBBT": ("new par", "share kept", "does not fall"),
    "SHTC": ("with a port", "does not count against the city limit"),
    "CCTC": ("without a port", "does not count against the city limit"),
    "WCF": ("Train Phase 5", "Lille"),
    "HMLC": ("£45", "£10 in Train Phase 2", "£20 in Train Phases 3-4", "£60 in Train Phases 7-8"),
    "BBE": ("4 tokens, 2 in an operating round",),
    "SML": ("Train Phase 4", "2+2"),
    "A": ("share value of the major",),
    "B": ("1 tile point",),
    "C": ("first, last or in its normal position",),
    "D": ("£20", "£40 from Train Phase 5"),
    "E": ("33 %", "50 %", "coasts and rivers"),
    "F": ("33 %", "50 %", "mountains"),
    "G": ("2 more tile points",),
    "H": ("1 does not count, 2 from Train Phase 7",),
    "J": ("10 %",),
    "K": ("£20 in Train Phase 2", "£50 in Train Phases 5-6"),
    "L": ("1 city and 1 town more",),
    "M": ("Train Phase 4", "£15"),
    "CON7": ("action 7",),
}


def told(company):
    return " ".join(explained(Scenario(TITLE).game().view, company))


def shown(view):
    return view.policy(Display)


@pytest.mark.parametrize("company", list(SAID))
def test_each_says_its_figures(company):
    text = told(company)
    assert all(words in text for words in SAID[company])
    kind = TITLE.data.companies[company].kind
    assert ("face down" in text) == (kind == "private")
    assert ("up to £180" in text) == (kind == "minor")


def test_nobody_is_left_out():
    kinds = ("private", "minor")
    assert {s.id for kind in kinds for s in TITLE.data.of_kind(kind)} == set(SAID) - {"CON7"}


def test_trains_say_their_reach_and_other_side():
    said = shown(Scenario(TITLE).game().view).train_facts(Scenario(TITLE).game().view)
    assert list(said) == list(TITLE.data.trains)
    assert said["2+2"] == "2 cities, and 2 more towns"
    assert said["4+4"] == "4 cities, and 4 more towns; other side 4"
    assert said["4"] == "4 cities; other side 4+4"
    assert said["5D"] == "5 cities, which count twice; other side 8+8"
    assert "£10 for each level" in said["pullman"]


def test_railroads_say_rights_home_par_order_and_powers():
    scenario = running_minor(running_regional(initial(), "GWR", "p1"), "K", "p2", "SP", "W6")
    expanded(scenario, "PLM", (3, 2), p1=60)
    scenario.state.companies["PLM"].data.update(powers=["A"], chits=["IT"])
    view = scenario.game().view
    facts = {company: dict(shown(view).facts(view, company)) for company in ("GWR", "K", "PLM", "LNWR", "A")}
    assert facts["GWR"] == {
        "Track rights": "United Kingdom", "Home": "Bristol (L25)", "Par": "£75", "Operating order": "1 of 2",
    }  # fmt: skip
    assert facts["K"] == {
        "Track rights": "Spain, Portugal", "Home": "Porto (W6)", "Operating order": "2 of 2",
    }  # fmt: skip
    assert facts["PLM"] == {
        "Track rights": "France, Belgium; Italy", "Home": "Lyon (U34)", "Powers of": "Silver Banner Line",
    }  # fmt: skip
    assert facts["LNWR"] == {"Track rights": "United Kingdom", "Home": "Manchester (J27)"}
    assert facts["A"] == {}
    assert shown(view).facts(view, "p1") == []


def test_a_private_says_that_it_lies_face_down():
    scenario = initial()
    scenario.state.companies["WS"].data["face_down"] = True
    view = scenario.game().view
    assert shown(view).facts(view, "WS") == [("Certificate", "face down")]
    assert shown(view).facts(view, "RSC") == []


def test_par_boxes_of_regionals_and_majors():
    scenario = running_regional(initial(), "GWR", "p1", par=75)
    expanded(scenario, "PLM", (3, 2), p1=60)
    scenario.state.companies["PLM"].par = 90
    regionals, majors = shown(scenario.game().view).par_chart(scenario.game().view)
    assert regionals.values == (60, 65, 70, 75, 80, 90)
    assert majors.values == (75, 80, 90, 100, 110, 120)
    assert regionals.companies[75] == ["GWR"]
    assert majors.companies[90] == ["PLM"]
    assert not regionals.companies[90]
