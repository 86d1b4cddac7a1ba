"""18OE: each law finds the breach that it is about."""

import pytest

from engine.core.errors import BrokenInvariant
from engine.core.events import CertMoved, CompanyChanged, CompanyNoted, Noted, Paid, TokenMoved
from engine.core.laws import Deeds, first_breach
from engine.titles.g18oe import TITLE
from engine.titles.g18oe.laws.laws import Exceptions
from tests.titles.g18oe.oe_start import MINORS, REGIONALS, initial, running_minor, running_regional

LAWS = Exceptions().own
HOMES = [
    ("SP", "AC8"), ("IT", "W40"), ("IT", "AB57"), ("SC", "D57"), ("SC", "C48"),
    ("RU", "J69"), ("AH", "V55"), ("AH", "T53"), ("UK", "F25"), ("FR", "U32"),
]  # fmt: skip
TILE = {"group": "green", "zone": "RU", "payout": {"yellow": 30}}


def base():
    scenario = running_regional(initial(), "GWR", "p1")
    running_minor(scenario, "A", "p1", "SP", "W6")
    return running_minor(scenario, "B", "p2", "RU", "G68")


def breach(scenario, *events):
    return first_breach(LAWS, scenario.game().view, Deeds(events))


NOTED = Noted("order_track", None, None)
CERT = CertMoved("GWR:0", "ipo", "p1")
CHANGED = CompanyChanged("GWR", "floated", False, True)
CHIT = CompanyNoted("A", "zone", None, "SP")
PAID = Paid("bank", "A", 1, "t")
TOKEN = TokenMoved("A:0", None, ("W6", 0))


def test_the_position_is_lawful():
    assert breach(base(), NOTED, CERT, CHANGED, CHIT, PAID, TOKEN) is None


@pytest.mark.parametrize(
    ("track", "words"),
    [
        (["GWR", "A", "B", "A"], "twice"),
        (["GWR", "A"], "B has floated and is not on the order track"),
        (["GWR", "A", "B", "PLM"], "PLM is on the order track"),
    ],
)
def test_the_order_track(track, words):
    assert words in breach(base().note("order_track", track), NOTED)


def test_chits_of_a_zone():
    scenario = base()
    for minor in ("C", "D"):
        running_minor(scenario, minor, "p3", "SP", {"C": "AC8", "D": "AC16"}[minor])
    assert "3 track rights chits of SP" in breach(scenario, CHIT)


def test_starred_chits():
    scenario = base()
    homes = {
        "C": ("UK", "F25"),
        "D": ("UK", "J15"),
        "E": ("FR", "U32"),
        "F": ("FR", "V27"),
        "G": ("PHS", "M36"),
    }
    for minor, (zone, home) in homes.items():
        running_minor(scenario, minor, "p3", zone, home)
    assert "5 chits of starred zones" in breach(scenario, CHIT)


def test_money_before_floating():
    assert "PLM, which has not floated, has 5" in breach(base().money({"PLM": 5}), PAID)
    assert "C, which has not floated, has 181" in breach(base().money({"C": 181}), PAID)
    assert breach(base().money({"C": 180}), PAID) is None


def test_tokens_before_floating():
    assert "PLM, which has not floated, has a token" in breach(base().token("PLM", "U34"), TOKEN)


def test_small_railroads_keep_to_their_zone():
    assert "A of SP has a token on G26" in breach(base().token("A", "G26"), TOKEN)


def test_homes_of_minors():
    scenario = base()
    scenario.state.companies["B"].data["home"] = "W6"
    assert "two minors have one home city" in breach(scenario, CHIT)
    scenario.state.companies["B"].data["home"] = "J27"
    assert "J27 is the home of a regional" in breach(scenario, CHIT)


def test_presidencies_in_the_open_market():
    scenario = base()
    scenario.state.certs["GWR:0"].owner = "pool"
    assert "president's certificate of GWR lies in the Open Market" in breach(scenario, CERT)
    scenario.state.companies["GWR"].data["insolvent"] = True
    assert breach(scenario, CERT) is None


def test_shares_of_regionals():
    scenario = base()
    scenario.state.certs["GWR:1"].owner = "pool"
    assert "shares of GWR lie with pool" in breach(scenario, CERT)
    scenario = base()
    scenario.state.companies["GWR"].par = 100
    assert "GWR has a par of 100" in breach(scenario, CHANGED)
    scenario = base()
    scenario.state.certs["PLM:0"].owner = "p3"
    assert "PLM has an owner and has not floated" in breach(scenario, CHANGED)


def test_railroad_phases():
    gone = CompanyChanged("PLM", "closed", False, True)
    assert "fewer than 18 regionals" in breach(base().close(*REGIONALS[1:8]), gone)
    scenario = base()
    scenario.state.companies["GWR"].kind = "major"
    assert "a major runs before" in breach(scenario.note("order_track", ["A", "B"]), CHANGED)
    scenario = base()
    for company in REGIONALS[:18]:
        if company != "GWR":
            running_regional(scenario, company, "p3")
    for minor, place in zip(MINORS[2:], HOMES, strict=True):
        running_minor(scenario, minor, "p3", *place)
    assert "the Major Railroad Phase has not begun" in breach(scenario, CHANGED)


def test_reservations():
    scenario = running_regional(base(), "PLM", "p1")
    both = scenario.note("reserved", {"GWR": "p1", "PLM": "p1"})
    assert "two regionals" in breach(both, Noted("reserved", None, None))
    scenario.note("reserved", {"GWR": "p1"}).state.certs["GWR:1"].owner = "p2"
    assert "a share of GWR, reserved for p1" in breach(scenario, CERT)


def test_patronage_is_fulfilled():
    scenario = base().note("patronage", {"J69": TILE})
    assert breach(scenario, Noted("patronage", None, None)) is None
    assert "G68 was not fulfilled" in breach(
        base().note("patronage", {"G68": TILE}), Noted("patronage", None, None)
    )
    laid = base().note("patronage", {"J69": TILE}).tile("J69", "5")
    assert "J69 was not fulfilled" in breach(laid, Noted("patronage", None, None))


def test_a_breach_reverts_the_action():
    game = base().game()
    digest = game.digest()
    game._writer.pay("bank", "PLM", 5, "test")
    with pytest.raises(BrokenInvariant, match="PLM, which has not floated"):
        game._hold()
    game._writer.revert()
    assert game.digest() == digest
    assert TITLE.rules.laws.own == LAWS
