"""18OE 8.2-8.5: the Regional/Minor Railroad Phase and reserved shares."""

from engine.core.flow import begin_round
from engine.titles.g18oe import TITLE
from engine.titles.g18oe.floats.phases import rr_phase
from engine.titles.g18oe.railroads.companies import order_track, regionals_left
from tests.rulemark import rule
from tests.scenario import Scenario, act, kinds, refusal
from tests.titles.g18oe.oe_majors import expanded
from tests.titles.g18oe.oe_start import (
    CARDS,
    MINORS,
    NAMES,
    REGIONALS,
    float_minor,
    initial,
    running_minor,
    running_regional,
    values,
)

CITIES = {
    "SP": ("W6", "AC8"), "IT": ("W40", "AB57"), "SC": ("D57", "C48"), "RU": ("G68", "J69"),
    "AH": ("V55", "T53"), "UK": ("F25",), "FR": ("U32",),
}  # fmt: skip
PLACES = [(zone, coord) for zone, coords in CITIES.items() for coord in coords]


def all_minors(scenario, count=12, owner="p2"):
    """So many minors have floated."""
    for minor, (zone, coord) in zip(MINORS[:count], PLACES, strict=False):
        running_minor(scenario, minor, owner, zone, coord)
    return scenario


def regionals(scenario, count, president="p2"):
    """So many regionals have floated."""
    for company in REGIONALS[:count]:
        running_regional(scenario, company, president)
    return scenario


def major_phase(**owners):
    """The initial stock round after the Regional/Minor phase: Ada is on turn, Bo presides over LNWR."""
    scenario = all_minors(initial(**owners)).close(*REGIONALS[18:])
    for company in REGIONALS[:18]:
        running_regional(scenario, company, "p2" if company == "LNWR" else "p3")
    return scenario.note("rr_phase", "major")


def reserving(company="LNWR"):
    """Ada wants the first secondary share of a regional."""
    game = major_phase().game()
    act(game, "p1", "buy_share", company=company, source="treasury")
    return game


# --- 8.2 actions -----------------------------------------------------------------------------------


@rule("18OE", "8.2")
def test_an_action_ends_the_turn():
    game = initial().game()
    assert kinds(game, "p1") == {"float_minor", "float_regional", "remove_regional"}
    float_minor(game, "p1", "A")
    assert game.waiting().players == ("p2",)
    act(game, "p2", "float_regional", company="GWR", price=60)
    assert game.waiting().players == ("p3",)
    act(game, "p3", "remove_regional", company="LNWR")
    assert game.waiting().players == ("p1",)


@rule("18OE", "8.2")
def test_who_owns_an_unfloated_minor_does_not_pass():
    scenario = initial(p2=["A"])
    game = scenario.game()
    assert refusal(game, "p1", "pass") == "float_minors"
    act(game, "p1", "float_regional", company="GWR", price=60)
    assert refusal(game, "p2", "pass") == "float_minors"
    float_minor(game, "p2", "A")
    act(game, "p3", "pass")


@rule("18OE", "8.2")
def test_a_parred_regional_is_bought_at_its_par_and_floats():
    scenario = all_minors(initial())
    scenario.state.companies["GWR"].par = 90
    scenario.state.certs["GWR:0"].owner = "pool"
    scenario.note("order_track", ["GWR", *scenario.state.notes["order_track"]])
    game = scenario.game()
    assert refusal(game, "p1", "float_regional", company="GWR", price=60) == "no_regional"
    act(game, "p1", "float_parred", company="GWR")
    assert game.view.cash("p1") == 1800 - 180
    assert game.view.cash("GWR") == 180 - 40
    assert game.view.president("GWR") == "p1"
    assert game.view.percent("GWR", "GWR") == 50
    assert game.view.stations("GWR") == [("L25", 0)]
    assert order_track(game.view)[0] == "GWR"
    assert len(order_track(game.view)) == 13


@rule("18OE", "8.2")
def test_who_cannot_pay_leaves_the_parred_regional_there():
    scenario = all_minors(initial()).cash(p1=179)
    scenario.state.companies["GWR"].par = 90
    scenario.state.certs["GWR:0"].owner = "pool"
    game = scenario.note("order_track", ["GWR", *scenario.state.notes["order_track"]]).game()
    assert "float_parred" not in kinds(game, "p1")
    assert refusal(game, "p1", "float_parred", company="GWR") == "not_enough_money"
    assert refusal(game, "p1", "float_parred", company="LNWR") == "not_parred"


@rule("18OE", "8.2")
def test_a_regional_is_removed_with_its_reserved_position():
    game = initial().game()
    assert game.view.board().open_slots("J27", 0, "A") == 0
    act(game, "p1", "remove_regional", company="LNWR")
    assert game.view.company("LNWR").closed
    assert game.view.board().open_slots("J27", 0, "A") == 1
    assert game.view.cash("p1") == 1800


@rule("18OE", "8.2")
def test_the_removed_regionals_are_of_different_zones():
    game = initial().game()
    act(game, "p1", "remove_regional", company="LNWR")
    assert refusal(game, "p2", "remove_regional", company="GWR") == "zone_removed"
    assert not {"GWR", "GSWR"} & set(values(game, "p2", "remove_regional", "company"))
    act(game, "p2", "remove_regional", company="PLM")


@rule("18OE", "8.2")
def test_after_six_removals_no_regional_goes():
    scenario = initial()
    gone = ("LNWR", "PLM", "BHB", "SB", "SFAI", "CHN")
    for company in gone[:5]:
        scenario.state.companies[company].data["removed"] = True
    game = scenario.close(*gone[:5]).game()
    act(game, "p1", "remove_regional", company="CHN")
    assert len(regionals_left(game.view)) == 18
    assert "remove_regional" not in kinds(game, "p2")
    assert refusal(game, "p2", "remove_regional", company="MSP") == "regional_floor"


@rule("18OE", "8.2")
def test_no_parred_or_floated_regional_is_removed():
    scenario = running_regional(initial(), "GWR", "p2")
    scenario.state.companies["PLM"].par = 60
    scenario.state.certs["PLM:0"].owner = "pool"
    game = scenario.note("order_track", ["GWR", "PLM"]).game()
    assert refusal(game, "p1", "remove_regional", company="GWR") == "no_regional"
    assert refusal(game, "p1", "remove_regional", company="PLM") == "no_regional"


@rule("18OE", "8.2")
def test_a_table_may_play_without_removals():
    scenario = Scenario(TITLE, *NAMES, regional_removal="no").close(*CARDS)
    game = scenario.note("rr_phase", "regional_minor").at("shares", "p1", "turn", number=1).game()
    assert "remove_regional" not in kinds(game, "p1")
    assert refusal(game, "p1", "remove_regional", company="LNWR") == "not_in_this_game"


@rule("18OE", "8.2")
def test_no_secondary_share_before_the_major_phase():
    game = running_regional(initial(), "GWR", "p2").game()
    assert "buy_share" not in kinds(game, "p1")
    assert refusal(game, "p1", "buy_share", company="GWR", source="treasury") == "other_phase"


@rule("18OE", "8.2", "10.1")
def test_no_share_of_a_regional_is_sold():
    scenario = major_phase().phase("2").at("shares", "p2", "turn", number=2)
    assert refusal(scenario.game(), "p2", "sell_shares", company="LNWR", percent=25) == "no_market_value"
    first = major_phase().at("shares", "p2", "turn", number=1).game()
    assert refusal(first, "p2", "sell_shares", company="LNWR", percent=25) == "too_early"


# --- 8.2 the end of the phase ----------------------------------------------------------------------


@rule("18OE", "8.2", "5.1.3", "5.1.4")
def test_the_phase_ends_at_once_with_twelve_minors_and_eighteen_regionals():
    game = all_minors(regionals(initial(), 17)).game()
    act(game, "p1", "float_regional", company=REGIONALS[17], price=60)
    assert rr_phase(game.view) == "major"
    assert game.waiting().players == ("p2",)
    assert "buy_share" in kinds(game, "p2")
    assert len(regionals_left(game.view)) == 18


@rule("18OE", "8.2")
def test_eighteen_regionals_alone_do_not_end_it_but_the_others_leave():
    game = all_minors(regionals(initial(), 17), 11).game()
    act(game, "p1", "float_regional", company=REGIONALS[17], price=60)
    assert rr_phase(game.view) == "regional_minor"
    assert regionals_left(game.view) == REGIONALS[:18]
    assert all(game.view.company(c).closed for c in REGIONALS[18:])
    act(game, "p2", "pass")
    act(game, "p3", "pass")
    float_minor(game, "p1", "M", "FR", "V27")
    assert rr_phase(game.view) == "major"


@rule("18OE", "8.2")
def test_twelve_minors_alone_do_not_end_it():
    game = all_minors(regionals(initial(), 16)).game()
    act(game, "p1", "float_regional", company=REGIONALS[16], price=60)
    assert rr_phase(game.view) == "regional_minor"
    assert len(regionals_left(game.view)) == 24


@rule("18OE", "8.2")
def test_several_regionals_of_a_zone_may_leave_at_the_eighteenth():
    game = all_minors(regionals(initial(), 17)).game()
    act(game, "p1", "float_regional", company=REGIONALS[17], price=60)
    assert not {"MKV", "LRZD", "WW", "DSJ", "BJV"} & set(regionals_left(game.view))


@rule("18OE", "8.2")
def test_a_parred_regional_leaves_with_the_unfloated():
    scenario = all_minors(regionals(initial(), 17))
    scenario.state.companies["WW"].par = 60
    scenario.state.certs["WW:0"].owner = "pool"
    scenario.note("order_track", ["WW", *scenario.state.notes["order_track"]])
    game = scenario.game()
    act(game, "p1", "float_regional", company=REGIONALS[17], price=60)
    assert game.view.company("WW").closed
    assert game.view.owner("WW") == "out"
    assert "WW" not in order_track(game.view)


@rule("18OE", "8.2", "8.5")
def test_the_phase_may_go_on_through_operating_rounds():
    game = all_minors(regionals(initial(), 3)).game()
    for player in ("p1", "p2", "p3"):
        act(game, player, "pass")
    assert game.round_title() == "OR 1.1"
    assert rr_phase(game.view) == "regional_minor"


@rule("18OE", "8", "5.2")
def test_when_all_pass_the_first_operating_round_begins_train_phase_2():
    game = all_minors(regionals(initial(), 3)).game()
    assert game.state.phase == "1"
    for player in ("p1", "p2", "p3"):
        act(game, player, "pass")
    assert game.state.phase == "2"
    assert game.state.priority == "p1"


@rule("18OE", "8", "10")
def test_the_card_goes_left_of_the_last_player_who_acted():
    game = all_minors(regionals(initial(), 3)).game()
    act(game, "p1", "pass")
    act(game, "p2", "float_regional", company="SB", price=60)
    for player in ("p3", "p1", "p2"):
        act(game, player, "pass")
    assert game.state.priority == "p3"


# --- 8.3, 8.4 --------------------------------------------------------------------------------------


@rule("18OE", "8.3", "10.2")
def test_in_the_major_phase_secondary_shares_cost_the_par():
    game = major_phase().game()
    act(game, "p1", "buy_share", company="GWR", source="treasury")
    act(game, "p3", "let_go")
    assert game.view.cash("p1") == 1800 - 75
    assert game.view.cash("GWR") == 175
    assert game.view.percent("p1", "GWR") == 25
    assert game.waiting().players == ("p2",)


@rule("18OE", "8.4")
def test_who_wants_the_first_share_waits_for_the_president():
    game = reserving()
    assert game.waiting().players == ("p2",)
    notes = {choice.kind: choice.note for choice in game.choices("p2")}
    assert "cannot take it back" in notes["reserve_now"]
    assert "no longer be reserved" in notes["let_go"]
    assert game.view.percent("LNWR", "LNWR") == 50


@rule("18OE", "8.4")
def test_who_is_asked_answers_before_he_reserves_another():
    scenario = major_phase()
    scenario.state.certs["PLM:0"].owner = "p2"
    game = scenario.game()
    act(game, "p1", "buy_share", company="LNWR", source="treasury")
    for company in ("PLM", "LNWR"):
        assert refusal(game, "p2", "reserve", company=company) == "answer_first"
    assert "reserve" not in kinds(game, "p2")
    act(game, "p3", "reserve", company="GWR")
    act(game, "p2", "let_go")
    act(game, "p2", "reserve", company="PLM")
    assert game.state.notes["reserved"] == {"GWR": "p3", "PLM": "p2"}


@rule("18OE", "8.4")
def test_the_president_reserves_and_the_other_acts_otherwise():
    game = reserving()
    act(game, "p2", "reserve_now")
    assert game.waiting().players == ("p1",)
    assert game.view.cash("p1") == 1800
    assert refusal(game, "p1", "buy_share", company="LNWR", source="treasury") == "reserved"
    act(game, "p1", "buy_share", company="GWR", source="treasury")
    assert game.waiting().players == ("p3",)


@rule("18OE", "8.4")
def test_once_a_share_is_bought_the_other_is_not_reserved():
    game = reserving()
    act(game, "p2", "let_go")
    assert game.view.percent("p1", "LNWR") == 25
    assert refusal(game, "p2", "reserve", company="LNWR") == "not_reservable"
    act(game, "p2", "pass")
    act(game, "p3", "buy_share", company="LNWR", source="treasury")
    assert game.view.percent("p3", "LNWR") == 25


@rule("18OE", "8.4")
def test_a_share_is_reserved_at_any_time_of_the_initial_round():
    game = running_regional(initial(), "GWR", "p2").game()
    assert game.waiting().players == ("p1",)
    assert "reserve" in kinds(game, "p2")
    act(game, "p2", "reserve", company="GWR")
    assert game.waiting().players == ("p1",)
    assert game.state.notes["reserved"] == {"GWR": "p2"}


@rule("18OE", "8.4")
def test_each_player_reserves_once_for_good():
    scenario = running_regional(running_regional(initial(), "GWR", "p2"), "PLM", "p2")
    game = scenario.game()
    act(game, "p2", "reserve", company="GWR")
    assert refusal(game, "p2", "reserve", company="PLM") == "one_reserved"
    assert "reserve" not in kinds(game, "p2")


@rule("18OE", "8.4")
def test_who_has_reserved_another_is_not_asked():
    scenario = major_phase().note("reserved", {"GWR": "p3"})
    game = scenario.game()
    act(game, "p1", "buy_share", company="PLM", source="treasury")
    assert game.view.percent("p1", "PLM") == 25


@rule("18OE", "8.4")
def test_a_president_reserves_the_own_regional():
    game = running_regional(initial(), "GWR", "p2").game()
    assert refusal(game, "p1", "reserve", company="GWR") == "not_reservable"
    assert refusal(game, "p1", "reserve", company="PLM") == "not_reservable"


@rule("18OE", "8.4")
def test_who_reserved_may_buy_the_share():
    scenario = major_phase().note("reserved", {"LNWR": "p2"}).at("shares", "p2", "turn", number=1)
    game = scenario.game()
    act(game, "p2", "buy_share", company="LNWR", source="treasury")
    assert game.view.percent("p2", "LNWR") == 75


@rule("18OE", "8.4")
def test_a_regional_that_expands_is_reserved_for_nobody():
    scenario = major_phase().note("reserved", {"LNWR": "p2"})
    scenario.note("order_track", [c for c in scenario.state.notes["order_track"] if c != "LNWR"])
    expanded(scenario, "LNWR", (5, 2), p2=20)
    game = scenario.game()
    act(game, "p1", "buy_share", company="LNWR", source="treasury")
    assert game.view.percent("p1", "LNWR") == 10


@rule("18OE", "4.2")
def test_a_player_may_own_all_of_a_regional():
    scenario = major_phase().at("shares", "p2", "turn", number=1)
    scenario.state.certs["LNWR:1"].owner = "p2"
    game = scenario.game()
    act(game, "p2", "buy_share", company="LNWR", source="treasury")
    assert game.view.percent("p2", "LNWR") == 100


@rule("18OE", "8.4")
def test_reservations_end_with_the_second_stock_round():
    game = major_phase().note("reserved", {"LNWR": "p2"}).game()
    begin_round(game._writer, "shares")
    assert "reserved" not in game.state.notes


@rule("18OE", "8.4")
def test_nothing_is_reserved_after_the_initial_round():
    game = major_phase().phase("2").at("shares", "p1", "turn", number=2).game()
    assert refusal(game, "p2", "reserve", company="LNWR") == "other_round"
    assert "reserve" not in kinds(game, "p2")
    act(game, "p1", "buy_share", company="LNWR", source="treasury")
    assert game.view.percent("p1", "LNWR") == 25
