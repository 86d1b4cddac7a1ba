"""1826: what the privates allow, when they close and to whom they are sold (O34, O50, O51, O113)."""

import pytest

from engine.abilities.bonus import placed
from engine.rules.trains import train_limit
from tests.rulemark import rule
from tests.titles.g1826.france import France, act, cash, kinds, offered, refusal


def turn(step="track", *privates, sales="no"):
    """Paris in its turn, president p1, who owns the privates named."""
    scenario = France(private_sales=sales).cash(p1=500, p2=500).corporation("Paris", 100, 500, p1=60)
    return scenario.corporation("PLM", 90, 500, p2=60).own("p1", *privates).turn("Paris", step)


@rule("1826", "O50", "O113")
def test_privates_pay_at_the_start_of_each_operating_round():
    game = turn("track", "Bridge", "Als-private").own("p2", "Mail").own("PLM", "Algerian").game()
    before = {h: cash(game, h) for h in ("p1", "p2", "PLM")}
    game.title.rounds["operating"].open_round(game._writer)
    assert {h: cash(game, h) - m for h, m in before.items()} == {"p1": 35, "p2": 10, "PLM": 15}


# --- the river tile --------------------------------------------------------------------------------


@rule("1826", "O50", "O51")
def test_the_bridge_builders_pay_40_of_a_river_tile_and_close():
    game = turn("track", "Bridge").game()
    act(game, "p1", "use_private", private="Bridge")
    assert not game.view.company("Bridge").closed
    act(game, "p1", "lay_tile", hex="F8", tile="8", rotation=3)
    assert cash(game, "Paris") == 500
    assert game.view.company("Bridge").closed


@rule("1826", "O50")
def test_without_them_the_river_tile_costs_40():
    game = turn("track", "Bridge").game()
    act(game, "p1", "lay_tile", hex="F8", tile="8", rotation=3)
    assert cash(game, "Paris") == 460
    assert not game.view.company("Bridge").closed


@rule("1826", "O50")
def test_they_are_used_once_in_a_turn_and_kept_if_no_river_tile_follows():
    game = turn("track", "Bridge").game()
    act(game, "p1", "use_private", private="Bridge")
    assert refusal(game, "p1", "use_private", private="Bridge") == "power_used"
    act(game, "p1", "skip")
    assert not game.view.company("Bridge").closed


@rule("1826", "O50")
@pytest.mark.parametrize(("step", "tiles"), [("token", ()), ("track", (("F8", "8", 3),))])
def test_they_need_a_river_hex_within_reach_in_the_track_step(step, tiles):
    scenario = turn(step, "Bridge").trains("Paris", "2H")
    for lay in tiles:
        scenario.tile(*lay)
    game = scenario.game()
    assert refusal(game, "p1", "use_private", private="Bridge") in ("no_discount_hex", "not_now")
    assert "use_private" not in kinds(game, "p1")


@rule("1826", "O50")
def test_only_the_president_in_the_turn_of_his_company_uses_a_private():
    game = turn("track").own("p2", "Bridge", "Mail", "Algerian").game()
    assert refusal(game, "p2", "use_private", private="Algerian") == "power_not_owned"
    assert refusal(game, "p1", "use_private", private="Algerian") == "power_not_owned"
    assert refusal(game, "p2", "place_bonus", hex="E15") == "power_not_owned"


# --- the mail --------------------------------------------------------------------------------------


@rule("1826", "O50")
def test_the_mail_makes_a_city_worth_10_more_for_one_company_and_closes():
    game = turn("track", "Mail").game()
    assert len(offered(game, "p1", "place_bonus", "hex")) == 17
    assert "H6" in offered(game, "p1", "place_bonus", "hex")
    assert refusal(game, "p1", "place_bonus", hex="F16") == "no_bonus_city"
    act(game, "p1", "place_bonus", hex="E15")
    assert [found[1:] for found in placed(game.view, "Paris")] == [("E15", 10)]
    assert not list(placed(game.view, "PLM"))
    assert game.state.markers["mail"] == ("E15", 0)
    assert game.view.company("Mail").closed
    assert refusal(game, "p1", "place_bonus", hex="H6") == "power_not_owned"


# --- one more train --------------------------------------------------------------------------------


@rule("1826", "O50")
def test_the_algerian_allows_one_train_more_and_closes():
    game = turn("trains", "Algerian").trains("Paris", "2H", "2H").game()
    assert refusal(game, "p1", "buy_train", source="depot", train="2H") == "train_limit"
    act(game, "p1", "use_private", private="Algerian")
    assert train_limit(game.view, "Paris") == 3
    act(game, "p1", "buy_train", source="depot", train="2H")
    assert len(game.view.trains("Paris")) == 3
    assert game.view.company("Algerian").closed
    assert train_limit(game.view, "PLM") == 2


# --- closing ---------------------------------------------------------------------------------------


@rule("1826", "O50")
@pytest.mark.parametrize(
    ("company", "private"), [("Belg", "Belg-private"), ("Paris", "Paris-private"), ("Als", "Als-private")]
)
def test_the_first_train_of_its_corporation_closes_a_private(company, private):
    scenario = France().corporation(company, 100, 500, p1=60)
    scenario.own("p2", "Belg-private", "Paris-private", "Als-private")
    game = scenario.turn(company, "trains").game()
    act(game, "p1", "buy_train", source="depot", train="2H")
    closed = [c for c in ("Belg-private", "Paris-private", "Als-private") if game.view.company(c).closed]
    assert closed == [private]


# --- sales -----------------------------------------------------------------------------------------


def test_a_private_is_sold_between_players_at_any_price_they_agree_on():
    game = turn("track", "Mail").game()
    act(game, "p1", "offer_private", private="Mail", to="p2", price=333)
    offer = next(iter(game.state.offers))
    act(game, "p2", "accept_offer", offer=offer)
    assert game.view.owner("Mail") == "p2"
    assert (cash(game, "p1"), cash(game, "p2")) == (833, 167)


@rule("1826", "O50")
def test_companies_buy_no_privates_unless_the_table_plays_with_that():
    game = turn("track", "Mail").phase("4H").game()
    assert refusal(game, "p1", "buy_private", private="Mail", price=40) == "no_private_sales"
    assert kinds(game, "p1").isdisjoint({"buy_private", "offer_for_private"})


@pytest.mark.parametrize(("price", "legal"), [(19, False), (20, True), (60, True), (61, False)])
def test_a_company_pays_half_to_one_and_a_half_of_the_face_value(price, legal):
    game = turn("track", "Mail", sales="yes").phase("4H").game()
    if legal:
        act(game, "p1", "buy_private", private="Mail", price=price)
        assert (game.view.owner("Mail"), cash(game, "Paris")) == ("Paris", 500 - price)
        assert "place_bonus" in kinds(game, "p1")
    else:
        assert refusal(game, "p1", "buy_private", private="Mail", price=price) == "private_price"


def test_companies_buy_no_privates_before_the_first_4h_train():
    game = turn("track", "Mail", sales="yes").game()
    assert refusal(game, "p1", "buy_private", private="Mail", price=40) == "too_early"
    assert "buy_private" not in kinds(game, "p1")
