"""18OE: each law of trains, powers and bonuses, with a position or a deed that breaks it."""

import pytest

from engine import TITLES
from engine.core.events import CompanyChanged, CompanyNoted, MarkerMoved, Noted, Paid, TileLaid, TrainMoved
from engine.core.laws import Deeds
from engine.core.view import View
from engine.titles.g18oe.laws import laws_powers, laws_stock
from engine.titles.g18oe.laws.laws import Exceptions
from tests.rulemark import rule
from tests.titles.g18oe.building import lay, major, national, positions, regional
from tests.titles.g18oe.oe_late import stock

CLOSED = CompanyChanged("BBBT", "closed", False, True)


def broken(name, scenario, *events, company="GWR"):
    """What a law says of a position and what was done in it."""
    scenario.at("operating", company, "track", number=1, part=1)
    found = getattr(laws_powers, name, None) or getattr(laws_stock, name)
    assert found in Exceptions.own
    return found.broken(View(scenario.title, scenario.state), Deeds(events))


def holding(scenario, *kinds, company="GWR"):
    """Cards go to a railroad; the event of the last."""
    for kind in kinds:
        card = next(
            t for t in scenario.state.trains.values() if t.kind == kind and t.owner in ("depot", "out")
        )
        card.owner = company
    return TrainMoved(card.id, "out", company)


@rule("18OE", "11.6", "11.6.3")
@pytest.mark.parametrize(("count", "breach"), [(3, False), (4, True)])
def test_trains_within_limits(count, breach):
    scenario = major(phase="5")
    moved = holding(scenario, *["5+5"] * count)
    assert bool(broken("trains_within_limits", scenario, moved)) is breach


@rule("18OE", "11.6.3")
def test_before_the_end_of_the_step_trains_may_be_too_many():
    scenario = major(phase="5")
    moved = holding(scenario, *["5+5"] * 4)
    assert broken("trains_within_limits", scenario.note("turn:phase_began", True), moved) is None


@rule("18OE", "11.6.3", "14.10")
def test_rusted_trains_are_for_nationals():
    scenario = major(phase="4")
    moved = holding(scenario, "2+2")
    assert broken("rusted_trains_are_for_nationals", scenario, moved)
    scenario.state.trains[moved.train].data["swift"] = True
    assert broken("rusted_trains_are_for_nationals", scenario, moved) is None
    other = national(phase="4")
    assert broken("rusted_trains_are_for_nationals", other, holding(other, "2+2")) is None


@rule("18OE", "14.10")
def test_the_preserved_train_has_no_end():
    scenario = major(phase="4")
    train = scenario.state.trains[holding(scenario, "2+2").train]
    view = scenario.game().view
    rules = TITLES["18OE"].rules.trains
    assert rules.lifespan(view, train) == "until the first 4+4-train"
    train.data["swift"] = True
    assert rules.lifespan(view, train) == ""


@rule("18OE", "14.10")
def test_the_preserved_train_is_never_sold():
    scenario = major(phase="4")
    train = holding(scenario, "2+2").train
    scenario.state.trains[train].data["swift"] = True
    moved = TrainMoved(train, "KBS", "GWR")
    assert broken("the_preserved_train_is_never_sold", scenario, moved) is None
    assert broken("the_preserved_train_is_never_sold", scenario, moved, Paid("GWR", "KBS", 1, "train"))


@rule("18OE", "11.6.2")
@pytest.mark.parametrize(
    ("kind", "count", "breach"), [(major, 1, False), (major, 2, True), (national, 1, True)]
)
def test_one_pullman_each(kind, count, breach):
    scenario = kind(phase="5")
    assert bool(broken("one_pullman_each", scenario, holding(scenario, *["pullman"] * count))) is breach


@rule("18OE", "11.6", "11.6.4")
@pytest.mark.parametrize(("kind", "breach"), [("4+4", False), ("pullman", True)])
def test_presidents_pay_for_trains_alone(kind, breach):
    scenario = major(phase="4")
    moved, aid = holding(scenario, kind), Paid("p1", "GWR", 10, "train_aid")
    assert bool(broken("presidents_pay_for_trains_alone", scenario, aid, moved)) is breach


@rule("18OE", "9.4")
@pytest.mark.parametrize("key", ["powers", "chits", "orient_express"])
def test_nationals_have_trains_alone(key):
    scenario = national()
    noted = CompanyNoted("GWR", key, None, ["A"])
    scenario.state.certs["GWR:1"].owner = "pool"
    for cert in scenario.state.certs.values():
        cert.owner = "pool" if cert.owner == "GWR" else cert.owner
    assert broken("nationals_keep_trains_alone", scenario, noted) is None
    scenario.state.companies["GWR"].data[key] = ["A"]
    assert broken("nationals_keep_trains_alone", scenario, noted)


@rule("18OE", "12.2")
def test_the_first_express_is_the_first():
    first = Noted("turn:express", None, 300)
    marker = CompanyNoted("GWR", "orient_express", None, True)
    assert broken("the_first_express_is_the_first", major(), first, marker) is None
    assert broken("the_first_express_is_the_first", major(), first)
    assert broken("the_first_express_is_the_first", regional(), first, marker)


@rule("18OE", "14.4")
def test_barclay_is_used_once():
    kept = Noted("kept_share", None, {"company": "GWR", "player": "p1"})
    par = CompanyChanged("GWR", "par", 75, 90)
    for deed in (kept, par):
        assert broken("barclay_is_used_once", regional(), deed)
        assert broken("barclay_is_used_once", regional(), deed, CLOSED) is None
    expansion = CompanyChanged("GWR", "kind", "regional", "major")
    assert broken("barclay_is_used_once", major(), par, expansion) is None
    held = Noted("held_value", None, "GWR")
    later = regional().note("held_value", "GWR")
    assert broken("barclay_is_used_once", later, held)
    assert laws_powers.barclay_is_used_once.broken(stock(later).view, Deeds((held,))) is None


@rule("18OE", "6.1", "14.4")
@pytest.mark.parametrize(("player", "breach"), [("p1", False), ("p2", True)])
def test_kept_shares_are_of_own_railroads(player, breach):
    kept = Noted("kept_share", None, {"company": "GWR", "player": player})
    assert bool(broken("kept_shares_are_of_own_railroads", regional(), kept)) is breach


@rule("18OE", "14.5", "14.6", "14.8", "15.4")
@pytest.mark.parametrize(
    ("mark", "good", "bad"),
    [
        ("SHTC", "AD17", "Q30"),
        ("CCTC", "Q30", "AD17"),
        ("HMLC", "A44", "Q30"),
        ("D", "W6", "M28"),
        ("D", "W6", "F87"),
    ],
)
def test_tokens_of_powers_lie_well(mark, good, bad):
    assert broken("tokens_of_powers_lie_well", positions(), MarkerMoved(mark, None, (good, 0))) is None
    assert broken("tokens_of_powers_lie_well", positions(), MarkerMoved(mark, None, (bad, 0)))
    assert broken("tokens_of_powers_lie_well", positions(), MarkerMoved(mark, (good, 0), (good, 1)))


@rule("18OE", "14.6")
@pytest.mark.parametrize(("coord", "breach"), [("Q30", False), ("M28", True)])
def test_a_new_tile_may_give_a_token_of_a_power_another_place_on_its_hex(coord, breach):
    """The stations of Paris become one city in brown."""
    laid = TileLaid(coord, "OE30", 0, "OE30", "OE17", 1, "OE17")
    moved = MarkerMoved("CCTC", ("Q30", 1), ("Q30", 0))
    assert bool(broken("tokens_of_powers_lie_well", positions(), laid, moved)) is breach


@rule("18OE", "14.9")
def test_the_engineers_tile_is_yellow_on_rough_terrain():
    placed = MarkerMoved("BBE1", None, ("K24", 0))
    assert broken("tokens_of_powers_lie_well", positions(), placed)
    assert broken("tokens_of_powers_lie_well", positions().tile(*lay("K24", "8", 3, 5)), placed) is None


@rule("18OE", "14.9")
@pytest.mark.parametrize(("used", "placed", "breach"), [(2, 4, False), (3, 4, True), (1, 5, True)])
def test_brandt_tokens_are_few(used, placed, breach):
    scenario = positions().note("brandt_used", ["1.1", used])
    scenario.state.companies["BBE"].data["placed"] = placed
    assert bool(broken("brandt_tokens_are_few", scenario, Noted("brandt_used", None, 1))) is breach


@rule("18OE", "14.9")
@pytest.mark.parametrize(("owner", "breach"), [("p1", False), ("p2", True)])
def test_engineers_hexes_are_kept(owner, breach):
    scenario = major().own(owner, "BBE")
    scenario.state.markers["BBE1"] = ("K24", 0)
    laid = TileLaid("K24", "80", 3, "80", "8", 3, "8")
    assert bool(broken("engineers_hexes_are_kept", scenario, laid)) is breach


@rule("18OE", "11.1.8", "10.5", "15.10")
def test_bounties_are_paid_once():
    def check(*events):
        return broken("bounties_are_paid_once", positions(), *events)

    bounty = Paid("bank", "GWR", 30, "patronage")
    assert check(bounty)
    assert check(bounty, Noted("patronage", {"L25": {}, "J25": {}}, {"J25": {}})) is None
    banner = Paid("bank", "GWR", 100, "silver_banner")
    assert check(banner, CompanyNoted("A", "banner_paid", None, True)) is None
    assert check(banner)
    mail = Paid("bank", "K", 20, "mail")
    assert check(mail) is None
    assert check(mail, mail)


@rule("18OE", "9.4", "9.5", "14.5", "14.6")
def test_markers_lie_on_one_charter():
    def check(*holders, owner="p1", **data):
        scenario = major().own(owner, "A")
        scenario.state.companies["A"].data.update(data)
        scenario.state.markers["SHTC"] = ("AD17", 0)
        for company in holders:
            scenario.state.companies[company].data["powers"] = ["SHTC"]
        return broken("markers_lie_on_one_charter", scenario, MarkerMoved("SHTC", None, ("AD17", 0)))

    assert check("GWR") is None
    assert check("A") is None
    assert check()
    assert check("GWR", "A")
    assert check("A", owner="GWR")
    assert check("A", owner="pool", abandoned=True)
