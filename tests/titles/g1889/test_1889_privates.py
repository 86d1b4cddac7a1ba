"""1889: the privates, their sale, their powers and their end (R35-R45)."""

import pytest

from engine.core.story import lines
from tests.rulemark import rule
from tests.titles.g1889.shikoku import Shikoku, act, cash, decision, holds, kinds, offered, refusal, turned

FOUR = ("A", "B", "C", "D")


def owned(*privates, owner="p1", phase="2", company="AR", money=500, names=FOUR):
    """p1, or his company, owns privates; it is the turn of his company."""
    made = Shikoku(*names).company(company, p1=50, cash=money).phase(phase)
    return made.own(owner, *privates).turn(company)


# --- sale and end --------------------------------------------------------------------------------------


@rule("1889", "R35")
@pytest.mark.parametrize(("phase", "code"), [("2", "too_early"), ("3", ""), ("4", ""), ("5", "too_late")])
def test_companies_buy_privates_in_phases_3_and_4(phase, code):
    game = owned("UTF", phase=phase).game()
    if code:
        assert refusal(game, "p1", "buy_private", private="UTF", price=150) == code
        assert "buy_private" not in kinds(game, "p1")
    else:
        act(game, "p1", "buy_private", private="UTF", price=150)
        assert cash(game, "p1", "AR") == [570, 350]


@rule("1889", "R35")
@pytest.mark.parametrize(("private", "low", "high"), [("TER", 10, 40), ("DR", 30, 120), ("UTF", 75, 300)])
def test_for_half_to_twice_the_value(private, low, high):
    game = owned(private, phase="3").game()
    assert refusal(game, "p1", "buy_private", private=private, price=low - 1) == "private_price"
    assert refusal(game, "p1", "buy_private", private=private, price=high + 1) == "private_price"
    act(game, "p1", "buy_private", private=private, price=low)
    assert cash(game, "AR") == [500 - low]


@rule("1889", "R35")
def test_with_the_agreement_of_the_seller():
    game = owned("DR", owner="p2", phase="3").game()
    assert refusal(game, "p1", "buy_private", private="DR", price=60) == "needs_consent"
    act(game, "p1", "offer_for_private", private="DR", price=60)
    act(game, "p2", "accept_offer", offer=next(iter(game.state.offers)))
    assert cash(game, "p2", "AR") == [480, 440]


@rule("1889", "R35")
def test_a_company_does_not_sell_them_again():
    game = owned("DR", owner="AR", phase="3").company("IR", p1=50).turn("IR").money({"IR": 500}).game()
    assert refusal(game, "p1", "buy_private", private="DR", price=60) == "no_such_private"


def buy_the_first_5(made):
    game = made.no_trains_left("2", "3", "4").money({"AR": 500}).turn("AR", "trains").game()
    act(game, "p1", "buy_train", source="depot", train="5")
    return game


@rule("1889", "R36")
def test_all_close_with_the_first_5_but_utf_in_a_players_hand():
    made = owned("TER", "MF", "ER", "SIR", "UTF", phase="4").own("AR", "SMR").own("p2", "DR")
    game = buy_the_first_5(made)
    assert [c.id for c in game.view.companies("private")] == ["UTF"]
    assert game.view.owner("UTF") == "p1"


@rule("1889", "R36")
def test_utf_of_a_company_closes():
    game = buy_the_first_5(owned("UTF", owner="AR", phase="4"))
    assert list(game.view.companies("private")) == []


@rule("1889", "R45")
def test_utf_pays_50_from_phase_5_on_and_counts_at_the_end():
    game = buy_the_first_5(owned("UTF", phase="4", names=("A", "B", "C", "D")))
    before = cash(game, "p1")[0]
    act(game, "p1", "done")
    while game.round_title() != "OR 2.1":
        act(game, decision(game).players[0], "pass")
    assert cash(game, "p1") == [before + 50]
    assert game.scores()["p1"] == before + 50 + 150 + 5 * game.view.price("AR")


@rule("1889", "R45")
def test_utf_pays_30_before():
    made = Shikoku(*FOUR).own("p1", "UTF").company("KU", p2=50).phase("4").stock_round()
    game = made.game()
    for player in ("p1", "p2", "p3", "p4"):
        act(game, player, "pass")
    assert cash(game, "p1") == [450]


# --- closed hexes --------------------------------------------------------------------------------------


@rule("1889", "R37")
@pytest.mark.parametrize("owner", ["p1", "p2", "KO", None])
def test_takamatsu_is_closed_while_a_player_owns_the_e_railroad(owner):
    made = Shikoku(*FOUR).company("KO", p1=50, cash=500).phase("3").turn("KO")
    if owner:
        made.own(owner, "TER")
    else:
        made.close("TER")
    game = made.game()
    if owner in ("p1", "p2"):
        assert refusal(game, "p1", "lay_tile", hex="K4", tile="440", rotation=0) == "hex_blocked"
    else:
        act(game, "p1", "lay_tile", hex="K4", tile="440", rotation=0)
    assert ("K4" in game.state.tiles) == (owner not in ("p1", "p2"))


@rule("1889", "R41")
@pytest.mark.parametrize("owner", ["p1", "p2", "UR", None])
def test_ohzu_is_closed_while_a_player_owns_the_ehime_railway(owner):
    made = Shikoku(*FOUR).company("UR", p1=50, cash=500).phase("3").lay("B5", "8", 0, 4).lay("C4", "57", 2, 5)
    del made.state.tiles["C4"]
    made.state.supply["57"] += 1
    made.lay("D3", "9", 1, 4).token("UR", "C4").turn("UR")
    if owner:
        made.own(owner, "ER")
    else:
        made.close("ER")
    game = made.game()
    rotation = turned("14", 1, 2, 4, 5)
    if owner in ("p1", "p2"):
        assert refusal(game, "p1", "lay_tile", hex="C4", tile="14", rotation=rotation) == "hex_blocked"
    else:
        act(game, "p1", "lay_tile", hex="C4", tile="14", rotation=rotation)
    assert ("C4" in game.state.tiles) == (owner not in ("p1", "p2"))


# --- the ferry -----------------------------------------------------------------------------------------


def lay_port(game, player="p1", hex_="J9", rotation=2):
    act(game, player, "lay_own", hex=hex_, tile="437", rotation=rotation)


@rule("1889", "R38")
def test_the_port_in_a_stock_round_free_and_once():
    game = Shikoku(*FOUR).own("p1", "MF").stock_round("p2").game()
    assert offered(game, "p1", "lay_own", "hex") == ["B11", "G10", "I12", "J9"]
    lay_port(game)
    assert game.state.tiles["J9"] == ("437", 2)
    assert cash(game, "p1") == [420]
    assert lines(game.view, game.log[-1]) == [
        "A lays tile 437 on Komatsujima (J9), turned to NW and NE with Mitsubishi Ferry."
    ]
    assert game.view.owner("MF") == "p1"  # it stays open
    assert refusal(game, "p1", "lay_own", hex="B11", tile="437", rotation=2) == "power_not_owned"
    assert decision(game).players == ("p2",)


@rule("1889", "R38")
@pytest.mark.parametrize("step", ["track", "token", "trains"])
def test_the_port_in_the_track_step_of_an_own_company(step):
    game = owned("MF").lay("K8", "6", 1, 3).trains("AR", "2").turn("AR", step).game()
    if step == "track":
        lay_port(game)
        assert game.state.cursor.step == "track"  # it is no lay of the company
        act(game, "p1", "lay_tile", hex="K6", tile="9", rotation=turned("9", 0, 3))
    else:
        assert refusal(game, "p1", "lay_own", hex="J9", tile="437", rotation=2) == "power_not_owned"
    assert ("J9" in game.state.tiles) == (step == "track")


@rule("1889", "R38")
@pytest.mark.parametrize("acted", [False, True])
def test_the_port_between_two_turns(acted):
    made = owned("MF", owner="p2").lay("K8", "6", 1, 3)
    if acted:
        made.note("turn:lays", [["K8", "6", 0]])
    game = made.game()
    if acted:
        assert refusal(game, "p2", "lay_own", hex="J9", tile="437", rotation=2) == "power_not_owned"
    else:
        lay_port(game, "p2")
    assert ("J9" in game.state.tiles) != acted


@rule("1889", "R38")
@pytest.mark.parametrize(
    ("hex_", "laid", "code"), [("J9", "58", "wrong_colour_order"), ("J5", None, "not_granted")]
)
def test_only_on_an_empty_coastal_town(hex_, laid, code):
    made = Shikoku(*FOUR).own("p1", "MF").stock_round()
    if laid:
        made.lay(hex_, laid, 2, 4)
    assert refusal(made.game(), "p1", "lay_own", hex=hex_, tile="437", rotation=2) == code


@rule("1889", "R38")
def test_a_company_that_buys_the_ferry_does_not_get_the_right():
    game = owned("MF", owner="AR").game()
    assert "lay_own" not in kinds(game, "p1")
    assert refusal(game, "p1", "lay_own", hex="J9", tile="437", rotation=2) == "power_not_owned"


@rule("1889", "R39")
def test_every_edge_of_the_port_faces_a_hex():
    game = Shikoku(*FOUR).own("p1", "MF").stock_round().game()
    assert refusal(game, "p1", "lay_own", hex="B11", tile="437", rotation=0) == "off_map"
    assert offered(game, "p1", "lay_own", "rotation", hex="B11", tile="437") == ["2"]


@rule("1889", "R39")
def test_the_port_is_never_laid_otherwise_and_never_replaced():
    game = owned("MF").lay("K8", "57", 1, 4).game()
    assert "437" not in offered(game, "p1", "lay_tile", "tile", hex="J9")
    assert refusal(game, "p1", "lay_tile", hex="J9", tile="437", rotation=2) == "tile_reserved"
    game = owned("MF", phase="5").lay("K8", "57", 1, 4).tile("J9", "437", 2).game()
    assert "J9" not in offered(game, "p1", "lay_tile", "hex")


# --- the tile of the seller ----------------------------------------------------------------------------


def sold_to_ar():
    game = owned("ER", phase="3").game()
    act(game, "p1", "buy_private", private="ER", price=40)
    return game


@rule("1889", "R40")
def test_the_seller_lays_a_green_tile_on_ohzu_at_once():
    game = sold_to_ar()
    assert decision(game).players == ("p1",)
    assert {"lay_tile", "skip"}.isdisjoint(kinds(game, "p1"))
    assert set(offered(game, "p1", "lay_sold", "tile", hex="C4")) == {"12", "13", "14", "15", "205", "206"}
    act(game, "p1", "lay_sold", hex="C4", tile="14", rotation=turned("14", 1, 2, 4, 5))
    assert game.state.tiles["C4"][0] == "14"
    assert cash(game, "p1", "AR") == [460, 460]
    assert game.state.cursor.step == "track"  # besides the lay of the company
    assert game.view.owner("ER") == "AR"


@rule("1889", "R40")
def test_the_old_track_is_kept_and_the_tiles_are_those():
    game = sold_to_ar()
    assert refusal(game, "p1", "lay_sold", hex="C4", tile="12", rotation=4) == "track_not_kept"
    assert refusal(game, "p1", "lay_sold", hex="C4", tile="619", rotation=0) == "not_granted"
    game.state.supply["14"] = 0
    assert refusal(game, "p1", "lay_sold", hex="C4", tile="14", rotation=1) == "no_tile_left"


@rule("1889", "R40")
def test_a_pass_loses_it():
    game = sold_to_ar()
    act(game, "p1", "decline_lay")
    assert game.state.pending == []
    assert not game.view.company("ER").closed
    assert {"lay_sold", "lay_own"}.isdisjoint(kinds(game, "p1"))


@rule("1889", "R40")
def test_it_is_the_seller_who_lays():
    game = owned("ER", owner="p2", phase="3").game()
    act(game, "p1", "offer_for_private", private="ER", price=40)
    act(game, "p2", "accept_offer", offer=next(iter(game.state.offers)))
    assert decision(game).players == ("p2",)


# --- mountains -----------------------------------------------------------------------------------------


@rule("1889", "R42")
@pytest.mark.parametrize(
    ("company", "hex_", "tile", "edges", "base", "paid"),
    [
        ("IR", "E4", "9", (0, 3), ("E2", "6", (0, 4)), 0),  # mountain
        ("AR", "K6", "9", (0, 3), ("K8", "6", (3, 1)), 80),  # water
        ("SR", "I4", "438", (3, 1), ("I2", "6", (0, 4)), 80),
    ],
)
def test_the_company_pays_no_mountains(company, hex_, tile, edges, base, paid):
    made = owned("SMR", owner=company, company=company).lay(base[0], base[1], *base[2])
    game = made.game()
    act(game, "p1", "lay_tile", hex=hex_, tile=tile, rotation=turned(tile, *edges))
    assert cash(game, company) == [500 - paid]


@rule("1889", "R42")
@pytest.mark.parametrize("hex_", ["H5", "I6", "F9"])
def test_what_it_pays_all_the_same(hex_):
    view = owned("SMR", owner="AR").game().view
    rules = view.title.rules.track
    assert rules.cost(view, "AR", hex_) == 80


@rule("1889", "R42")
def test_a_player_who_owns_it_brings_nothing():
    game = owned("SMR", owner="p1", company="IR").lay("E2", "6", 0, 4).game()
    act(game, "p1", "lay_tile", hex="E4", tile="9", rotation=0)
    assert cash(game, "IR") == [420]


# --- the exchange --------------------------------------------------------------------------------------


def swap(game, player="p1"):
    return act(game, player, "exchange_private", private="DR")


def test_what_is_exchanged_is_told_before_what_closes_by_it():
    game = Shikoku(*FOUR).own("p1", "DR").company("IR", p2=50).stock_round("p1").game()
    swap(game)
    swapped = "A exchanges Dougo Railway for 10 % of IR from the initial offering."
    assert lines(game.view, game.log[-1]) == [swapped, "Dougo Railway closes."]


@rule("1889", "R43")
@pytest.mark.parametrize("turn_of", ["p1", "p2"])
def test_a_share_of_ir_for_dougo_at_any_time_of_a_stock_round(turn_of):
    made = Shikoku(*FOUR).own("p1", "DR").company("IR", p2=50).stock_round(turn_of)
    game = made.game()
    swap(game)
    assert holds(game, "IR") == {"p2": 50, "p1": 10}
    assert cash(game, "p1") == [420]
    assert game.view.company("DR").closed
    assert decision(game).players == (turn_of,)


@rule("1889", "R43")
def test_it_is_not_the_purchase_of_the_turn():
    game = Shikoku(*FOUR).own("p1", "DR").company("IR", p2=50).stock_round("p1").game()
    swap(game)
    act(game, "p1", "buy_share", company="IR", source="ipo")
    assert holds(game, "IR")["p1"] == 20


@rule("1889", "R43")
def test_in_an_operating_round_too():
    game = owned("DR", owner="p2").company("IR", p3=50).turn("AR").game()
    swap(game, "p2")
    assert holds(game, "IR") == {"p3": 50, "p2": 10}


@rule("1889", "R43")
def test_it_may_float_ir_and_change_its_president():
    made = Shikoku(*FOUR).own("p2", "DR").started("IR", 80, p1=20, p2=20).stock_round("p1")
    game = made.game()
    swap(game, "p2")
    assert game.view.company("IR").floated
    assert cash(game, "IR") == [800]
    assert game.view.president("IR") == "p2"


@rule("1889", "R21", "R43")
def test_no_certificate_limit_but_that_of_holdings():
    made = Shikoku(*"ABCDEF").own("p1", "DR", "TER", "MF", "ER", "SMR", "SIR", "UTF").stock_round()
    made.company("AR", p1=60)  # 12 certificates of 11
    game = made.company("IR", p2=50).game()
    swap(game)
    assert holds(game, "IR")["p1"] == 10
    full = Shikoku(*FOUR).own("p1", "DR").company("IR", p1=60).stock_round().game()
    assert refusal(full, "p1", "exchange_private", private="DR") == "holding_limit"


@rule("1889", "R43")
def test_only_from_the_initial_offering():
    made = Shikoku(*FOUR).own("p1", "DR").company("IR", p2=60, pool=40).stock_round()
    assert refusal(made.game(), "p1", "exchange_private", private="DR") == "none_left"


@rule("1889", "R44")
def test_before_ir_is_started_the_share_is_worth_nothing_and_counts_for_the_float():
    game = Shikoku(*FOUR).own("p1", "DR").cash(p2=900, p3=900).stock_round("p2").game()
    swap(game)
    assert game.scores()["p1"] == 420
    assert game.view.company("IR").par is None
    act(game, "p2", "par", company="IR", price=65)
    act(game, "p3", "buy_share", company="IR", source="ipo")
    act(game, "p3", "done")
    assert not game.view.company("IR").floated
    act(game, "p4", "buy_share", company="IR", source="ipo")
    assert holds(game, "IR") == {"p1": 10, "p2": 20, "p3": 10, "p4": 10}
    assert game.view.company("IR").floated
