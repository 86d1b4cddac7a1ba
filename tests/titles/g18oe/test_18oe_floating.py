"""18OE 9.1, 9.2: floating minors and regionals."""

import pytest

from engine.titles.g18oe import TITLE
from engine.titles.g18oe.data.europe import europe
from engine.titles.g18oe.railroads.companies import chits_left, home_hex, order_track, zone, zones
from engine.titles.g18oe.track.board import city_class
from tests.rulemark import rule
from tests.scenario import Scenario, act, kinds, refusal
from tests.titles.g18oe.oe_start import (
    HOMES,
    MINORS,
    REGIONALS,
    float_minor,
    initial,
    running_minor,
    running_regional,
    values,
)

PAYOUT = {"yellow": 20, "green": 30, "brown": 40, "gray": 60}


def refuse_home(game, zone, coord):
    return refusal(game, "p1", "float_minor", company="A", zone=zone, hex=coord)


# --- 9.1 minors ------------------------------------------------------------------------------------


@rule("18OE", "9.1")
@pytest.mark.parametrize(
    ("key", "cost"),
    [("UK", 40), ("PHS", 40), ("FR", 20), ("AH", 20), ("IT", 10), ("SP", 10), ("SC", 10), ("RU", 10)],
)
def test_a_minor_pays_for_its_home_token_by_zone(key, cost):
    game = initial().game()
    float_minor(game, "p1", "A", key)
    view = game.view
    assert view.cash("A") == 120 - cost
    assert view.cash("p1") == 1800
    assert zone(view, "A") == key
    assert zones(view, "A") == (key,)
    assert home_hex(view, "A") == HOMES[key]
    assert view.stations("A") == [(HOMES[key], 0)]
    assert view.company("A").floated
    assert order_track(view) == ["A"]


@rule("18OE", "9.1")
def test_only_minors_that_the_player_bought_are_floated():
    game = initial(p2=["B"]).game()
    assert values(game, "p1", "float_minor", "company") == [m for m in MINORS if m != "B"]
    assert refusal(game, "p1", "float_minor", company="B", zone="SP", hex="W6") == "not_your_minor"


@rule("18OE", "9.1")
def test_a_minor_floats_once():
    game = running_minor(initial(), "A", "p1").game()
    assert refusal(game, "p1", "float_minor", company="A", zone="RU", hex="G68") == "not_your_minor"


@rule("18OE", "9.1")
def test_the_home_lies_in_the_zone_of_the_chit():
    assert refuse_home(initial().game(), "SP", "G68") == "other_zone"


@rule("18OE", "9.1")
def test_in_a_hex_of_two_zones_the_side_of_the_city_counts():
    """The example of Dresden."""
    game = initial().game()
    assert europe().zones_of["O52"] == ("AH", "PHS")
    assert refuse_home(game, "AH", "O52") == "other_zone"
    float_minor(game, "p1", "A", "PHS", "O52")


@rule("18OE", "9.1")
def test_the_home_is_no_home_of_a_regional_floated_or_not():
    scenario = running_regional(initial(), "GWR", "p2")
    game = scenario.game()
    assert refuse_home(game, "UK", "L25") == "home_of_regional"
    assert refuse_home(game, "UK", "J27") == "home_of_regional"
    assert "J27" not in values(game, "p1", "float_minor", "hex", company="A", zone="UK")


@rule("18OE", "9.1")
def test_the_home_of_a_regional_that_left_the_game_is_open():
    game = initial().close("LNWR").game()
    assert "J27" in values(game, "p1", "float_minor", "hex", company="A", zone="UK")
    float_minor(game, "p1", "A", "UK", "J27")
    assert game.view.stations("A") == [("J27", 0)]


@rule("18OE", "9.1")
def test_no_two_minors_have_one_city():
    game = running_minor(initial(), "B", "p2", "SP", "W6").game()
    assert refuse_home(game, "SP", "W6") == "home_of_minor"


@rule("18OE", "9.1")
def test_a_city_without_a_free_position_is_no_home():
    scenario = initial().start("PLM").token("PLM", "U32")
    assert refuse_home(scenario.game(), "FR", "U32") == "no_space"


@rule("18OE", "9.1")
@pytest.mark.parametrize(("key", "coord"), [("UK", "K26"), ("FR", "Q30"), ("SP", "Y14"), ("IT", "AB51")])
def test_no_minor_begins_in_a_metropolis(key, coord):
    game = initial().game()
    assert city_class(game.view, coord) == "metropolis"
    assert refuse_home(game, key, coord) == "metropolis"


@rule("18OE", "9.1")
@pytest.mark.parametrize("coord", ["F87", "A56", "B41"])
def test_no_minor_begins_in_a_red_zone_that_is_a_metropolis(coord):
    assert refuse_home(initial().game(), europe().red_zones[coord].zone, coord) == "metropolis"


@rule("18OE", "9.1")
@pytest.mark.parametrize(("key", "coord", "kind"), [("UK", "G26", "grand"), ("RU", "N87", "normal")])
def test_grand_cities_and_other_red_zones_are_homes(key, coord, kind):
    game = initial().game()
    assert city_class(game.view, coord) == kind
    float_minor(game, "p1", "A", key, coord)
    assert game.view.stations("A") == [(coord, 0)]


@rule("18OE", "9.1")
def test_a_home_is_a_city():
    game = initial().game()
    assert refuse_home(game, "SP", "U6") == "no_city"
    assert refuse_home(game, "SP", "AF11") == "no_city"
    assert refusal(game, "p1", "float_minor", company="A", zone="SP") == "no_city"


@rule("18OE", "9.1")
@pytest.mark.parametrize("key", ["BRS", "GRE", "OTT"])
def test_no_minor_begins_in_the_balkans(key):
    game = initial().game()
    home = next(c for c in europe().zones[key].hexes if game.view.board().face(c).indices("city"))
    assert refuse_home(game, key, home) == "no_chit"
    assert key not in values(game, "p1", "float_minor", "zone", company="A")


@rule("18OE", "9.1")
def test_there_are_two_chits_of_a_zone():
    scenario = running_minor(initial(), "B", "p2", "SP", "W6")
    assert chits_left(scenario.game().view, "SP") == 1
    game = running_minor(scenario, "C", "p2", "SP", "AC8").game()
    assert chits_left(game.view, "SP") == 0
    assert refuse_home(game, "SP", "AC16") == "no_chit"


@rule("18OE", "9.1")
def test_after_four_of_the_six_starred_chits_the_others_go():
    scenario = running_minor(initial(), "B", "p2", "UK", "F25")
    running_minor(scenario, "C", "p2", "UK", "J15")
    running_minor(scenario, "D", "p2", "PHS", "M36")
    game = scenario.game()
    assert chits_left(game.view, "FR") == 2
    float_minor(game, "p1", "A", "FR")
    left = {z: chits_left(game.view, z) for z in ("UK", "PHS", "FR", "AH", "RU")}
    assert left == {"UK": 0, "PHS": 0, "FR": 0, "AH": 2, "RU": 2}


@rule("18OE", "9.1")
def test_a_home_with_a_patronage_tile_is_paid_the_lowest_payout():
    tile = {"group": "green", "zone": "RU", "payout": {"yellow": 30, "green": 40, "brown": 60, "gray": 80}}
    game = initial().note("patronage", {"G68": tile, "J69": tile}).game()
    float_minor(game, "p1", "A", "RU")
    assert game.view.cash("A") == 120 - 10 + 30
    assert game.state.notes["patronage"] == {"J69": tile}


@rule("18OE", "9.1")
def test_a_zone_says_how_many_chits_are_left_and_which_homes_have_patronage():
    tile = {"group": "green", "zone": "RU", "payout": {"yellow": 30, "green": 40, "brown": 60, "gray": 80}}
    game = initial().note("patronage", {"G68": tile, "J69": tile}).game()
    notes = {
        option.value: option.note for option in game.options("p1", "float_minor", "zone", {"company": "A"})
    }
    assert notes["SP"] == "2 chits left"
    assert notes["RU"].startswith("2 chits left · Riga (G68) brings £30")
    float_minor(game, "p1", "A", "RU")
    act(game, "p2", "pass")
    act(game, "p3", "pass")
    notes = {
        option.value: option.note for option in game.options("p1", "float_minor", "zone", {"company": "B"})
    }
    assert notes["RU"].startswith("one chit left")
    assert "G68" not in notes["RU"]


@rule("18OE", "9.1")
def test_a_regional_fulfils_no_patronage_by_floating():
    tile = {"group": "pink", "zone": "UK", "payout": PAYOUT}
    game = initial().note("patronage", {"J27": tile}).game()
    act(game, "p1", "float_regional", company="LNWR", price=60)
    assert game.view.cash("LNWR") == 80
    assert game.state.notes["patronage"] == {"J27": tile}


@rule("18OE", "9.1")
def test_a_minor_that_cost_less_than_its_token_pays_what_it_has():
    game = initial().money({"A": 5}).game()
    float_minor(game, "p1", "A", "UK")
    assert game.view.cash("A") == 0
    assert game.view.cash("p1") == 1800


@rule("18OE", "9.1")
def test_a_minor_takes_a_chit_that_it_can_pay_while_one_is_open():
    scenario = initial().money({"A": 15})
    game = scenario.game()
    assert values(game, "p1", "float_minor", "zone", company="A") == ["IT", "RU", "SC", "SP"]
    assert values(game, "p1", "float_minor", "hex", company="A", zone="UK") == []
    assert refusal(game, "p1", "float_minor", company="A", zone="UK", hex=HOMES["UK"]) == "cannot_afford"
    float_minor(game, "p1", "A", "SP")
    assert game.view.cash("A") == 5


@rule("18OE", "9.1")
def test_with_no_cheap_chit_left_a_minor_pays_what_it_has():
    scenario = initial(p2=MINORS[1:]).money({"A": 15})
    cheap = [key for key in HOMES if europe().zones[key].home_cost == 10]
    for minor, key in zip(MINORS[1:], [*cheap, *cheap], strict=False):
        scenario.state.companies[minor].data["zone"] = key
    game = scenario.game()
    float_minor(game, "p1", "A", "UK")
    assert game.view.cash("A") == 0


@rule("18OE", "9.1", "8.2")
def test_the_position_of_a_parred_regional_that_left_is_the_leftmost_open_one():
    scenario = initial(p2=["A"]).note("order_track", ["WW"])
    for company in REGIONALS[:17]:
        running_regional(scenario, company, "p2")
    scenario.state.companies["WW"].par = 60
    scenario.state.certs["WW:0"].owner = "pool"
    game = scenario.game()
    act(game, "p1", "float_regional", company=REGIONALS[17], price=60)
    assert order_track(game.view) == REGIONALS[:18]
    float_minor(game, "p2", "A")
    assert order_track(game.view) == ["A", *REGIONALS[:18]]


# --- 9.2 regionals ---------------------------------------------------------------------------------


@rule("18OE", "9.2")
@pytest.mark.parametrize("par", [60, 65, 70, 75, 80, 90])
def test_a_regional_floats_at_one_of_six_pars(par):
    game = initial().game()
    assert values(game, "p1", "float_regional", "price", company="BEL") == [
        "60",
        "65",
        "70",
        "75",
        "80",
        "90",
    ]
    assert refusal(game, "p1", "float_regional", company="BEL", price=100) == "no_par_value"
    act(game, "p1", "float_regional", company="BEL", price=par)
    view = game.view
    assert view.cash("p1") == 1800 - 2 * par
    assert view.cash("BEL") == 2 * par - 20
    assert (view.company("BEL").par, view.company("BEL").cell) == (par, None)
    assert view.holdings("BEL") == {"p1": 50, "BEL": 50, "out": 60}
    assert view.stations("BEL") == [("N35", 0)]
    assert order_track(view) == ["BEL"]


@rule("18OE", "9.2")
def test_the_home_token_is_paid_from_the_treasury_and_one_more_is_on_the_charter():
    game = initial().game()
    act(game, "p1", "float_regional", company="LNWR", price=60)
    assert game.view.cash("LNWR") == 120 - 40
    placed = [t for t in game.view.tokens("LNWR") if t.place is not None]
    assert [t.price for t in placed] == [40]
    token = game.title.rules.tokens.following(game.view, "LNWR")
    assert token is not None
    assert token.price == 20
    assert game.title.rules.tokens.left(game.view, "LNWR") == 1


@rule("18OE", "9.2")
def test_who_cannot_pay_twice_the_par_does_not_float():
    game = initial().cash(p1=130).game()
    assert values(game, "p1", "float_regional", "price", company="BEL") == ["60", "65"]
    assert refusal(game, "p1", "float_regional", company="BEL", price=70) == "not_enough_money"
    poor = initial().cash(p1=119).game()
    assert "float_regional" not in kinds(poor, "p1")


@rule("18OE", "9.2")
def test_a_regional_floats_once():
    game = running_regional(initial(), "BEL", "p2").game()
    assert refusal(game, "p1", "float_regional", company="BEL", price=60) == "no_regional"
    assert "BEL" not in values(game, "p1", "float_regional", "company")


@rule("18OE", "9.2", "4.1")
def test_at_the_certificate_limit_no_regional_floats():
    scenario = Scenario(TITLE, *["Ada", "Bo", "Cy", "Di", "Ed", "Fay", "Gus"]).own(
        "p1", *MINORS, "RSC", "PeC", "WS", "BBBT", "SHTC", "CCTC"
    )
    scenario.own("p1", "WCF", "HMLC").note("rr_phase", "regional_minor").at("shares", "p1", "turn", number=1)
    full = scenario.game()
    assert refusal(full, "p1", "float_regional", company="BEL", price=60) == "certificate_limit"
    scenario.state.companies["HMLC"].data["face_down"] = True
    act(scenario.game(), "p1", "float_regional", company="BEL", price=60)
