"""18OE 14 and 15: what privates and minors do when they are used."""

import pytest

from engine.titles.g18oe import TITLE
from engine.titles.g18oe.powers.minor_powers import pay_mail, watch_mercantile
from engine.titles.g18oe.track.tokens import voyage_of
from tests.rulemark import rule
from tests.scenario import act, kinds, refusal
from tests.titles.g18oe.oe_late import (
    major_phase,
    operating,
    stock,
    trains,
    value,
    with_major,
    with_minor,
    with_regional,
)
from tests.titles.g18oe.oe_start import values


def cash(game, holder):
    return game.view.cash(holder)


def turn_of(private, step, player="p1", **more):
    """A turn of Ada's Great Western; she owns the private."""
    scenario = with_major(major_phase(private, **more), "GWR", cash=200, p1=60)
    return operating(scenario.own(player, private), "GWR", step)


# --- 14 ---------------------------------------------------------------------------------------------


@rule("18OE", "14.1", "14.2")
def test_two_privates_have_no_power():
    for private in ("RSC", "PeC"):
        spec = TITLE.data.companies[private]
        assert (spec.price, spec.revenue, spec.extras.get("power")) == (20, 5, None)


@rule("18OE", "14.3")
def test_a_token_without_its_price_but_with_the_fee_over_water():
    scenario = with_major(major_phase("WS"), "GWR", cash=500, p1=60).own("p1", "WS").token("GWR", "M28")
    game = operating(scenario, "GWR", "token")
    coord = values(game, "p1", "free_token", "hex")[0]
    fee = voyage_of(game.view, "GWR").fee((coord, 0))
    offered = (
        game.options("p1", "free_token", "hex")[0],
        game.options("p1", "free_token", "token", {"hex": coord})[0],
    )
    assert [option.note for option in offered] == [f"£{fee}"] * 2
    act(game, "p1", "free_token", hex=coord)
    assert fee > 0
    assert cash(game, "GWR") == 500 - fee
    assert coord in {place[0] for place in game.view.stations("GWR")}
    assert game.view.company("WS").closed


@rule("18OE", "14.3")
def test_it_is_used_for_ones_own_railroads_alone():
    game = turn_of("WS", "token", player="p2")
    assert refusal(game, "p1", "free_token", hex="J27") == "power_not_owned"


@rule("18OE", "14.4")
def test_a_new_par_of_ones_own_regional_among_those_of_regionals():
    game = stock(with_regional(major_phase("BBBT"), "GWR", par=60).own("p1", "BBBT"))
    assert refusal(game, "p1", "repar", company="GWR", price=100) == "no_par_value"
    act(game, "p1", "repar", company="GWR", price=90)
    assert game.view.company("GWR").par == 90
    assert game.view.company("BBBT").closed


@rule("18OE", "14.4")
def test_no_par_of_a_major_without_a_par_marker():
    game = stock(with_major(major_phase("BBBT"), "GWR", p1=60).own("p1", "BBBT"))
    assert refusal(game, "p1", "repar", company="GWR", price=90) == "power_not_owned"


@rule("18OE", "14.4")
def test_a_kept_share_is_sold_to_its_owner_alone():
    scenario = with_major(major_phase("BBBT"), "GWR", p1=50, p2=40).own("p1", "BBBT").cash(p1=500, p2=500)
    game = stock(scenario, "p2")
    act(game, "p1", "keep_share", company="GWR")
    assert refusal(game, "p2", "buy_share", company="GWR", source="treasury") == "kept"
    act(game, "p2", "pass")
    act(game, "p3", "pass")
    act(game, "p1", "buy_share", company="GWR", source="treasury")
    assert game.view.percent("p1", "GWR") == 60


@rule("18OE", "6.1", "14.4")
def test_a_share_is_kept_of_ones_own_railroads_alone():
    game = stock(with_major(major_phase("BBBT"), "GWR", p1=60, p2=30).own("p3", "BBBT"))
    assert "keep_share" not in kinds(game, "p3")
    assert refusal(game, "p3", "keep_share", company="GWR") == "power_not_owned"
    assert values(game, "p3", "hold_value", "company") == ["GWR"]


@rule("18OE", "14.4")
def test_other_shares_of_the_treasury_are_free():
    scenario = with_major(major_phase("BBBT"), "GWR", p1=40, p2=30).own("p1", "BBBT").cash(p2=500)
    game = stock(scenario, "p2")
    act(game, "p1", "keep_share", company="GWR")
    act(game, "p2", "buy_share", company="GWR", source="treasury")
    assert game.view.percent("p2", "GWR") == 40


@rule("18OE", "14.4")
def test_of_a_regional_only_while_both_shares_are_in_the_treasury():
    scenario = with_regional(major_phase("BBBT"), "GWR", president="p1", p2=25).own("p1", "BBBT")
    game = stock(scenario)
    assert "GWR" not in values(game, "p1", "keep_share", "company")


@rule("18OE", "14.4")
def test_a_share_is_kept_at_any_time_of_a_stock_round_also_before_secondary_shares_are_sold():
    early = major_phase("BBBT", rr="regional_minor")
    game = stock(with_regional(early, "GWR", president="p1").own("p1", "BBBT"), "p2")
    act(game, "p1", "keep_share", company="GWR")
    assert game.view.company("BBBT").closed


@rule("18OE", "14.4")
def test_a_held_value_does_not_fall_in_this_round():
    scenario = with_major(major_phase("BBBT"), "GWR", value=100, p1=40, p2=30).own("p3", "BBBT")
    game = stock(scenario)
    act(game, "p3", "hold_value", company="GWR")
    act(game, "p1", "sell_shares", company="GWR", percent=20)
    assert value(game, "GWR") == 100


@rule("18OE", "10", "14.4")
def test_a_value_is_held_to_the_end_of_the_round_though_the_certificate_is_removed():
    scenario = with_major(major_phase("BBBT"), "GWR", value=100, p1=40, p2=30).own("p1", "BBBT")
    game = stock(scenario)
    act(game, "p1", "hold_value", company="GWR")
    act(game, "p1", "remove_private", private="BBBT")
    act(game, "p1", "sell_shares", company="GWR", percent=20)
    assert value(game, "GWR") == 100
    act(game, "p1", "done")
    while game.view.cursor.round == "shares":
        act(game, game.view.cursor.actor, "pass")
    assert game.state.notes.get("held_value") is None


@rule("18OE", "6.1")
@rule("18OE", "14.4")
def test_the_private_that_holds_a_value_lies_face_down_and_is_used_up():
    scenario = with_regional(major_phase("BBBT").own("p1", "BBBT"), "BHB")
    game = stock(with_major(scenario, "GWR", value=100, p2=40))
    assert "repar" in kinds(game, "p1")
    act(game, "p1", "hold_value", company="GWR")
    assert not {"repar", "offer_trade", "close_private"} & kinds(game, "p1")
    assert refusal(game, "p1", "repar", company="BHB", price=60) == "power_not_owned"


@rule("18OE", "14.4")
def test_its_owner_is_asked_at_the_moment_of_a_sale():
    scenario = with_major(major_phase("BBBT"), "GWR", value=100, p1=40, p3=30).own("p3", "BBBT")
    game = stock(scenario)
    act(game, "p1", "sell_shares", company="GWR", percent=20)
    assert game.waiting().players == ("p3",)
    assert game.choices("p3")[0].note.startswith(f"{game.view.name('p1')} wants to sell 20 % of GWR. ")
    act(game, "p3", "use_barclay")
    assert value(game, "GWR") == 100
    assert game.view.percent("p1", "GWR") == 20


@rule("18OE", "14.4")
def test_he_is_asked_for_any_railroad_also_one_of_which_he_owns_nothing():
    game = stock(with_major(major_phase("BBBT"), "GWR", value=100, p1=40, p2=30).own("p3", "BBBT"))
    act(game, "p1", "sell_shares", company="GWR", percent=20)
    assert game.waiting().players == ("p3",)
    act(game, "p3", "let_go")
    assert value(game, "GWR") < 100


@rule("18OE", "4.4", "14.4")
def test_where_the_value_cannot_fall_nobody_is_asked():
    game = stock(with_major(major_phase("BBBT"), "GWR", value=50, p1=40, p2=30).own("p3", "BBBT"))
    act(game, "p1", "sell_shares", company="GWR", percent=20)
    assert game.waiting().players == ("p1",)


@rule("18OE", "14.4")
def test_the_president_is_asked_when_the_last_share_is_bought():
    scenario = with_major(major_phase("BBBT"), "GWR", p3=60, p2=30).own("p3", "BBBT").cash(p1=500)
    game = stock(scenario)
    held, kept = (c.note for c in game.choices("p3") if c.kind in ("hold_value", "keep_share"))
    assert all("Barclay" in note for note in (held, kept))
    act(game, "p1", "buy_share", company="GWR", source="treasury")
    assert game.waiting().players == ("p3",)
    use, leave = (choice.note for choice in game.choices("p3"))
    assert use.startswith(f"{game.view.name('p1')} wants to buy the last share of GWR. ")
    assert leave.startswith("No share of GWR is kept; ")
    act(game, "p3", "use_barclay")
    assert game.view.percent("p1", "GWR") == 0
    assert game.view.cursor.actor == "p1"


@rule("18OE", "14.4")
def test_or_he_lets_it_go():
    scenario = with_major(major_phase("BBBT"), "GWR", p3=60, p2=30).own("p3", "BBBT").cash(p1=500)
    game = stock(scenario)
    act(game, "p1", "buy_share", company="GWR", source="treasury")
    act(game, "p3", "let_go")
    assert game.view.percent("p1", "GWR") == 10
    assert not game.view.company("BBBT").closed


@rule("18OE", "14.5")
def test_star_harbor_goes_on_a_port_city_and_central_circle_on_another():
    harbor = turn_of("SHTC", "token")
    assert refusal(harbor, "p1", "star_harbor", hex="P49") == "no_such_place"
    act(harbor, "p1", "star_harbor", hex="M28")
    assert harbor.state.markers["SHTC"][0] == "M28"
    assert harbor.view.company("GWR").data["powers"] == ["SHTC"]


@rule("18OE", "14.6")
def test_central_circle_goes_on_a_city_without_a_port():
    game = turn_of("CCTC", "token")
    assert refusal(game, "p1", "central_circle", hex="M28") == "no_such_place"
    act(game, "p1", "central_circle", hex="Q30")
    assert game.state.markers["CCTC"][0] == "Q30"


@rule("18OE", "14.8")
def test_hochberg_goes_on_rough_terrain_of_45_and_lies_face_down():
    game = turn_of("HMLC", "track")
    hexes = values(game, "p1", "lumber", "hex")
    costs = {sum(c for k, c in game.view.board().hexmap[h].terrain if k == "rough") for h in hexes}
    assert min(costs) >= 45
    act(game, "p1", "lumber", hex=hexes[0])
    assert game.view.company("HMLC").data["face_down"]
    assert not game.view.company("HMLC").closed


@rule("18OE", "14.5", "14.6", "14.8")
@pytest.mark.parametrize(
    ("private", "step", "words"),
    [
        ("HMLC", "track", "Hochberg Mining & Lumber Co.: rough terrain of £45 or more"),
        ("SHTC", "token", "Star Harbor Trading Company: a port city"),
        ("CCTC", "token", "Central Circle Transport Corporation: a city without a port"),
    ],
)
def test_the_choice_of_a_token_names_its_private_and_where_it_goes(private, step, words):
    told = [f"{choice.label}: {choice.note}" for choice in turn_of(private, step).choices("p1")]
    assert [line for line in told if line.startswith(f"Place the token of {words}")]


@rule("18OE", "14.8")
def test_hochberg_does_not_go_on_a_city():
    game = turn_of("HMLC", "track")
    assert refusal(game, "p1", "lumber", hex="Q30") == "no_such_place"


@rule("18OE", "14.9")
def test_tiles_of_the_engineers_cost_nothing_and_two_a_round():
    scenario = with_major(major_phase("BBE"), "LRZD", cash=0, p1=60).own("p1", "BBE").tile("J73", "5")
    game = operating(scenario, "LRZD", "track")
    rough = values(game, "p1", "brandt_lay", "hex")
    assert rough
    assert all(any(k == "rough" for k, _ in game.view.board().hexmap[h].terrain) for h in rough)
    assert not any("£" in option.note for option in game.options("p1", "brandt_lay", "hex"))
    for _ in range(2):
        coord = values(game, "p1", "brandt_lay", "hex")[0]
        tile = values(game, "p1", "brandt_lay", "tile", hex=coord)[0]
        turned = values(game, "p1", "brandt_lay", "rotation", hex=coord, tile=tile)[0]
        act(game, "p1", "brandt_lay", hex=coord, tile=tile, rotation=turned)
    assert cash(game, "LRZD") == 0
    assert "brandt_lay" not in kinds(game, "p1")


@rule("18OE", "14.9")
def test_another_player_pays_the_terrain_and_a_tile_point_to_remove_a_token():
    scenario = with_major(major_phase("BBE"), "KBS", cash=500, p1=60).own("p2", "BBE")
    board = TITLE.rules.board.hexmap
    rough = next(c for c, spot in board.hexes.items() if any(k == "rough" for k, _ in spot.terrain))
    scenario.state.markers["BBE1"] = (rough, 0)
    scenario.state.companies["BBE"].data["placed"] = 1
    game = operating(scenario, "KBS", "track")
    act(game, "p1", "remove_brandt", hex=rough)
    assert cash(game, "KBS") == 500 - board[rough].terrain_cost
    assert "BBE1" not in game.state.markers


@rule("18OE", "14.9")
def test_who_may_remove_a_token_reads_of_the_money_and_of_the_tile_point():
    scenario = with_major(major_phase("BBE"), "KBS", cash=500, p1=60).own("p2", "BBE")
    scenario.state.markers["BBE1"] = ("J23", 0)
    scenario.state.companies["BBE"].data["placed"] = 1
    game = operating(scenario, "KBS", "track")
    [choice] = [choice for choice in game.choices("p1") if choice.kind == "remove_brandt"]
    assert "It takes a tile point" in choice.note
    [option] = game.options("p1", "remove_brandt", "hex")
    assert option.note == "£45, a tile point"


@rule("18OE", "14.9")
def test_a_national_removes_it_for_the_point_alone():
    scenario = with_major(major_phase("BBE", phase="4"), "KBS", kind="national", p1=60).own("p2", "BBE")
    board = TITLE.rules.board.hexmap
    rough = next(c for c, spot in board.hexes.items() if any(k == "rough" for k, _ in spot.terrain))
    scenario.state.markers["BBE1"] = (rough, 0)
    scenario.state.companies["BBE"].data["placed"] = 1
    game = operating(scenario, "KBS", "track")
    act(game, "p1", "remove_brandt", hex=rough)
    assert "BBE1" not in game.state.markers


@rule("18OE", "14.10")
def test_the_swift_line_preserves_a_rusted_2_2():
    scenario = with_major(major_phase("SML", phase="4"), "GWR", p1=60).own("p1", "SML")
    scenario.state.trains["2+2-1"].owner = "out"
    game = operating(scenario, "GWR", "token")
    act(game, "p1", "swift", company="GWR")
    assert trains(game, "GWR") == ["2+2"]
    assert game.view.company("SML").closed


@rule("18OE", "14.10")
def test_not_before_train_phase_4():
    scenario = with_major(major_phase("SML", phase="3"), "GWR", p1=60).own("p1", "SML")
    game = operating(scenario, "GWR", "token")
    assert refusal(game, "p1", "swift", company="GWR") == "power_not_owned"


@rule("18OE", "14.10", "11.6")
def test_the_preserved_train_is_no_train_that_must_be_owned_and_is_not_sold():
    scenario = with_major(with_major(major_phase(phase="4"), "GWR", cash=900, p1=60), "KBS", cash=900, p1=60)
    for company in ("GWR", "KBS"):
        scenario.state.companies[company].data["reserved_bought"] = True
    for train in scenario.state.trains.values():
        if train.kind in ("2+2", "3+3"):
            train.owner = "out"
    preserved = scenario.state.trains["2+2-1"]
    preserved.owner, preserved.data["swift"] = "GWR", True
    game = operating(scenario, "GWR", "trains")
    assert refusal(game, "p1", "done") == "must_buy_train"
    other = operating(scenario, "KBS", "trains")
    assert refusal(other, "p1", "buy_train", source="GWR", train="2+2", price=1) == "no_trade"


# --- 15 ---------------------------------------------------------------------------------------------


@rule("18OE", "15.4")
def test_the_token_of_minor_d_goes_on_a_city_that_is_no_metropolis():
    scenario = with_minor(with_major(major_phase("D"), p2=60), "D")
    game = operating(scenario, "D", "track")
    assert refusal(game, "p1", "place_mercantile", hex="Q30") == "no_city"
    act(game, "p1", "place_mercantile", hex="U32")
    assert game.state.markers["D"][0] == "U32"
    assert refusal(game, "p1", "place_mercantile", hex="W6") == "power_used"


@rule("18OE", "15.4")
def test_it_leaves_the_map_as_phase_5_begins_and_another_may_be_placed():
    scenario = with_minor(with_major(major_phase("D", phase="5"), p2=60), "D")
    scenario.state.markers["D"] = ("U32", 0)
    game = operating(scenario, "D", "track")
    watch_mercantile(game._writer)
    assert "D" not in game.state.markers
    assert "place_mercantile" in kinds(game, "p1")


@rule("18OE", "15.10")
def test_the_mail_pays_the_treasury_by_phase():
    for phase, amount in (("2", 20), ("3", 40), ("5", 50), ("7", 60)):
        scenario = with_minor(with_major(major_phase("K", phase=phase), p2=60), "K", cash=0)
        game = operating(scenario, "K", "track")
        pay_mail(game._writer)
        assert cash(game, "K") == amount


@rule("18OE", "15.10")
def test_after_its_merger_the_mail_pays_the_major():
    scenario = with_major(major_phase("K", phase="4"), "GWR", cash=0, p1=60)
    state = scenario.state
    state.companies["K"].floated = True
    state.companies["K"].data.update(zone="SP", home="W6")
    state.certs["K:0"].owner = "GWR"
    state.companies["GWR"].data |= {"powers": ["K"], "chits": ["SP"]}
    game = operating(scenario, "GWR", "track")
    pay_mail(game._writer)
    assert cash(game, "GWR") == 40
