"""1826: buying, starting and floating in stock rounds (O82-O85, O97-O110)."""

import pytest

from engine.titles.g1826 import TITLE
from tests.rulemark import rule
from tests.titles.g1826.france import France, act, cash, holds, kinds, offered, price, refusal
from tests.titles.g1826.french_nationals import Formation, buy


def rich(*names, **options):
    return France(*names, **options).cash(p1=2000, p2=2000, p3=2000).stock_round()


# --- starting --------------------------------------------------------------------------------------


@rule("1826", "O58", "O100", "O108")
def test_the_five_red_par_prices():
    game = rich().game()
    for company in ("PLM", "Belg"):
        assert offered(game, "p1", "par", "price", company=company) == ["75", "82", "90", "100", "110"]
    assert refusal(game, "p1", "par", company="PLM", price=120) == "no_par_value"


@rule("1826", "O83", "O103", "O108")
@pytest.mark.parametrize("par", [75, 82, 90, 100, 110])
@pytest.mark.parametrize("phase", ["2H", "4H"])
def test_early_a_corporation_starts_with_five_shares(par, phase):
    game = rich().phase(phase).game()
    act(game, "p1", "par", company="PLM", price=par)
    assert holds(game, "PLM") == {"p1": 40, "ipo": 60}
    assert game.view.company("PLM").data["shares"] == 5
    assert (cash(game, "p1"), cash(game, "PLM"), price(game, "PLM")) == (2000 - 2 * par, 0, par)


@rule("1826", "O83", "O107")
def test_etat_belge_always_starts_with_ten():
    game = rich().game()
    act(game, "p1", "par", company="Belg", price=110)
    assert holds(game, "Belg") == {"p1": 20, "ipo": 80}
    assert cash(game, "p1") == 1780


@rule("1826", "O103")
def test_a_corporation_whose_home_is_joined_to_its_destination_starts_with_ten():
    game = rich().tile("F8", "9", 2).tile("E7", "58", 5).game()  # Paris to Le Havre
    act(game, "p1", "par", company="Paris", price=100)
    assert holds(game, "Paris") == {"p1": 20, "ipo": 80}
    assert (game.view.company("Paris").data["shares"], cash(game, "p1")) == (10, 1800)


@rule("1826", "O86", "O103")
def test_track_that_is_not_joined_makes_no_ten_shares():
    game = rich().tile("F8", "9", 2).tile("E7", "58", 0).game()
    act(game, "p1", "par", company="Paris", price=100)
    assert holds(game, "Paris") == {"p1": 40, "ipo": 60}


@rule("1826", "O84", "O106")
@pytest.mark.parametrize("phase", ["6H", "10H", "E", "TGV"])
def test_from_phase_6h_on_with_ten_shares_only(phase):
    game = rich().ten("PLM").phase(phase).game()
    act(game, "p1", "par", company="PLM", price=90)
    assert holds(game, "PLM") == {"p1": 20, "ipo": 80}
    assert cash(game, "p1") == 1820


def test_a_corporation_starts_with_its_presidents_certificate():
    game = rich().game()
    assert refusal(game, "p1", "buy_share", company="PLM", source="ipo") == "not_started"
    act(game, "p1", "par", company="PLM", price=75)
    assert refusal(game, "p2", "par", company="PLM", price=75) == "cannot_start"


@pytest.mark.parametrize("national", ["Etat", "SNCF"])
def test_nationals_are_not_started_by_players(national):
    game = rich().game()
    assert refusal(game, "p1", "par", company=national, price=75) == "cannot_start"
    assert refusal(game, "p1", "buy_share", company=national, source="ipo") == "not_formed"
    assert national not in offered(game, "p1", "par", "company")


# --- floating --------------------------------------------------------------------------------------


@rule("1826", "O82", "O101", "O109", "O110", "O104")
def test_five_shares_float_with_sixty_percent_and_the_price_of_three():
    game = rich().started("PLM", 82, p1=40).stock_round("p2").game()
    act(game, "p2", "buy_share", company="PLM", source="ipo")
    assert game.view.company("PLM").floated
    assert (cash(game, "p2"), cash(game, "PLM")) == (1918, 246)
    assert holds(game, "PLM") == {"p1": 40, "p2": 20, "PLM": 40}
    assert game.view.stations("PLM") == [("G9", 5)]
    assert game.view.company("PLM").data["tokens"] == 3


@rule("1826", "O82", "O101", "O109", "O110", "O105")
def test_ten_shares_float_with_fifty_percent_and_the_price_of_five():
    game = rich().started("Belg", 110, p1=30, p2=10).stock_round("p2").game()
    assert not game.view.company("Belg").floated
    act(game, "p2", "buy_share", company="Belg", source="ipo")
    assert (cash(game, "Belg"), holds(game, "Belg")) == (550, {"p1": 30, "p2": 20, "Belg": 50})
    assert game.view.stations("Belg") == [("C13", 0)]
    assert game.view.company("Belg").data["tokens"] == 4


@rule("1826", "O109")
def test_not_before_half_is_sold():
    game = rich().started("Belg", 110, p1=30).stock_round("p2").game()
    act(game, "p2", "buy_share", company="Belg", source="ipo")
    assert not game.view.company("Belg").floated
    assert (cash(game, "Belg"), game.view.stations("Belg")) == (0, [])


@rule("1826", "O101", "O50")
def test_a_share_that_came_with_a_private_counts_as_sold():
    game = rich().started("Paris", 110, p1=40).stock_round().game()
    act(game, "p1", "buy_share", company="Paris", source="ipo")
    assert (cash(game, "p1"), cash(game, "Paris")) == (1890, 330)


@rule("1826", "O85", "O102")
@pytest.mark.parametrize("phase", ["10H", "E", "TGV"])
def test_from_phase_10h_full_capital_and_the_rest_goes_to_the_pool(phase):
    game = rich().ten("PLM").phase(phase).started("PLM", 100, p1=30, p2=10).stock_round("p2").game()
    act(game, "p2", "buy_share", company="PLM", source="ipo")
    assert (cash(game, "PLM"), holds(game, "PLM")) == (1000, {"p1": 30, "p2": 20, "pool": 50})
    assert game.view.company("PLM").data["tokens"] == 5


@rule("1826", "O101", "O102", "O104", "O105")
@pytest.mark.parametrize(
    ("early", "readings", "money", "rest", "tokens"),
    [
        ("5", "chosen", 500, "PLM", 3),
        ("10", "chosen", 500, "PLM", 4),
        ("5", "recorded", 1000, "pool", 5),
        ("10", "recorded", 1000, "pool", 5),
    ],
)
def test_who_was_started_before_10h_floats_on_the_terms_of_the_start(early, readings, money, rest, tokens):
    """p1 has the presidency when PO buys the first 10H, and buys the one that floats it later."""
    scenario = Formation("Tom", "Dick", "Harry", readings=readings).buying("10H").cash(p1=2000, p2=2000)
    scenario = scenario if early == "5" else scenario.ten("PLM")
    game = scenario.started("PLM", 100, p1=40 if early == "5" else 20).game()
    buy(game, "10H")
    later = rich("Tom", "Dick", "Harry", readings=readings).phase("10H").ten("PLM").started("PLM", 100, p1=40)
    later.state.companies["PLM"].data = game.view.company("PLM").data
    bought = later.game()
    act(bought, "p1", "buy_share", company="PLM", source="ipo")
    assert (cash(bought, "PLM"), holds(bought, "PLM")) == (money, {"p1": 50, rest: 50})
    assert bought.view.company("PLM").data["tokens"] == tokens


@rule("1826", "O84", "O101")
def test_in_phase_6h_still_as_sold_and_the_rest_in_the_treasury():
    game = rich().ten("PLM").phase("6H").started("PLM", 100, p1=30, p2=10).stock_round("p2").game()
    act(game, "p2", "buy_share", company="PLM", source="ipo")
    assert (cash(game, "PLM"), holds(game, "PLM")) == (500, {"p1": 30, "p2": 20, "PLM": 50})


@rule("1826", "O110")
def test_the_recording_program_places_the_home_token_in_the_first_turn():
    game = rich(readings="recorded").started("PLM", 82, p1=40).stock_round("p2").game()
    act(game, "p2", "buy_share", company="PLM", source="ipo")
    assert game.view.stations("PLM") == []
    for player in ("p3", "p1", "p2"):
        act(game, player, "pass")
    assert game.state.cursor.actor == "PLM"
    assert game.view.stations("PLM") == [("G9", 5)]


# --- buying ----------------------------------------------------------------------------------------


@rule("1826", "O101")
def test_shares_of_the_treasury_cost_the_market_value_and_pay_the_corporation():
    game = rich().corporation("PLM", 90, 50, p1=60).game()
    game.state.companies["PLM"].par = 110  # started higher than it stands now
    act(game, "p1", "pass")
    act(game, "p2", "buy_share", company="PLM", source="treasury")
    assert (cash(game, "p2"), cash(game, "PLM")) == (1910, 140)
    assert holds(game, "PLM") == {"p1": 60, "p2": 20, "PLM": 20}


def test_shares_of_the_pool_cost_the_market_value_and_pay_the_bank():
    game = rich().corporation("PLM", 90, 50, p1=60, pool=20).game()
    bank = game.state.bank
    act(game, "p1", "pass")
    act(game, "p2", "buy_share", company="PLM", source="pool")
    assert (cash(game, "p2"), cash(game, "PLM"), game.state.bank) == (1910, 50, bank + 90)


@pytest.mark.parametrize(("players", "option", "limit"), [(3, "yes", 60), (2, "no", 60), (2, "yes", 70)])
def test_a_player_holds_at_most_60_percent_or_70_by_option(players, option, limit):
    names = [f"P{i}" for i in range(players)]
    scenario = France(*names, two_players_70=option).cash(p1=1000).corporation("Belg", 100, p1=60)
    game = scenario.stock_round().game()
    if limit == 60:
        assert refusal(game, "p1", "buy_share", company="Belg", source="treasury") == "holding_limit"
    else:
        act(game, "p1", "buy_share", company="Belg", source="treasury")
        assert holds(game, "Belg")["p1"] == 70


def counted(game, player):
    """How many certificates of a player count."""
    return TITLE.rules.stock.certificates(game.view, player)


def full_hand():
    """Five players with a limit of 13: p1 holds 5 certificates of Belg, 4 of PO and 4 of PLM."""
    scenario = France("A", "B", "C", "D", "E").cash(p1=1000, p2=1000).ten("PO", "PLM", "Est")
    scenario.corporation("Belg", 100, p1=60).corporation("PO", 90, p1=50).corporation("Est", 75, p2=50)
    scenario.corporation("PLM", 82, p2=40, p1=40)
    return scenario.stock_round()


@rule("1826", "O5")
def test_at_the_certificate_limit_nothing_more_is_bought():
    game = full_hand().game()
    assert counted(game, "p1") == 13
    assert refusal(game, "p1", "buy_share", company="Est", source="treasury") == "certificate_limit"
    assert refusal(game, "p1", "par", company="Nord", price=75) == "certificate_limit"


@rule("1826", "O57")
def test_shares_in_the_yellow_zone_do_not_count_against_the_limit():
    scenario = full_hand()
    scenario.state.market = {}
    for company, cell in (("Belg", (1, 3)), ("PO", (6, 0)), ("Est", (5, 1)), ("PLM", (3, 3))):
        scenario.state.companies[company].cell = cell
        scenario.state.market.setdefault(cell, []).append(company)
    game = scenario.game()
    assert counted(game, "p1") == 9
    act(game, "p1", "buy_share", company="Est", source="treasury")
    assert counted(game, "p1") == 9


@rule("1826", "O57")
def test_at_the_limit_a_share_in_the_yellow_zone_may_still_be_bought():
    scenario = full_hand()
    scenario.state.market[(4, 3)].remove("Est")
    scenario.state.companies["Est"].cell = (5, 0)
    scenario.state.market[(5, 0)] = ["Est"]
    game = scenario.game()
    assert counted(game, "p1") == 13
    act(game, "p1", "buy_share", company="Est", source="treasury")
    assert (counted(game, "p1"), cash(game, "p1")) == (13, 950)


@rule("1826", "O56")
def test_shares_in_the_white_zone_count():
    game = full_hand().game()
    zones = game.view.data.market.zones
    assert all(zones.get(game.view.company(c).cell) is None for c in ("Belg", "PO", "Est", "PLM"))
    assert counted(game, "p1") == 13


def test_privates_do_not_count():
    game = full_hand().own("p1", "Bridge", "Mail").game()
    assert counted(game, "p1") == 13


# --- the course of a round -------------------------------------------------------------------------


@rule("1826", "O98")
def test_a_turn_is_sales_then_one_purchase():
    game = rich().corporation("PLM", 90, p1=60, p2=20).corporation("Belg", 100, p3=50, p1=20).game()
    assert kinds(game, "p1") >= {"buy_share", "sell_shares", "par", "pass"}
    act(game, "p1", "sell_shares", company="Belg", percent=10)
    act(game, "p1", "sell_shares", company="PLM", percent=20)
    act(game, "p1", "par", company="Nord", price=75)
    assert game.waiting().players == ("p2",)


@rule("1826", "O98")
def test_after_a_purchase_nothing_is_sold():
    game = rich().corporation("PLM", 90, p1=60).corporation("Belg", 100, p3=50, p1=20).game()
    act(game, "p1", "par", company="Nord", price=75)
    assert game.waiting().players == ("p2",)


@rule("1826", "O98")
def test_one_purchase_a_turn_and_none_of_what_was_sold_in_this_round():
    game = rich().corporation("PLM", 90, p1=60).corporation("Belg", 100, p3=50, p1=20).game()
    act(game, "p1", "sell_shares", company="Belg", percent=10)
    assert refusal(game, "p1", "buy_share", company="Belg", source="treasury") == "sold_this_round"


@rule("1826", "O97", "O98")
def test_no_sales_in_the_first_stock_round():
    game = rich().corporation("PLM", 90, p1=60, p2=20).stock_round("p1", 1).game()
    assert "sell_shares" not in kinds(game, "p1")
    assert refusal(game, "p1", "sell_shares", company="PLM", percent=20) == "one_purchase"


@rule("1826", "O97")
def test_the_round_ends_when_all_pass_and_operating_rounds_follow():
    game = rich().corporation("PLM", 90, 100, p1=60).game()
    act(game, "p1", "par", company="Nord", price=75)
    for player in ("p2", "p3", "p1"):
        act(game, player, "pass")
    assert game.round_title() == "OR 1.1"
    assert game.state.priority == "p2"


def test_who_buys_more_than_the_president_takes_over():
    game = rich().corporation("Belg", 100, p1=20, p2=20, p3=10).stock_round("p2").game()
    act(game, "p2", "buy_share", company="Belg", source="treasury")
    assert game.view.president("Belg") == "p2"
    assert holds(game, "Belg") == {"p1": 20, "p2": 30, "p3": 10, "Belg": 40}
