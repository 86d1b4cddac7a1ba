"""1826: bankrupt players and what becomes of their companies; the ends (O133-O135, O175-O177)."""

import pytest

from engine.rules.ending import is_bank_broken
from engine.titles.g1826.stock.bankruptcy import close_national
from tests.rulemark import rule
from tests.titles.g1826.france import France, act, cash, holds, kinds, refusal
from tests.titles.g1826.french_turns import Turn


def hopeless(*names, phase="6H", company="PLM", **owners):
    """PLM needs a train for 300, has no money and two loans; p1 presides with 30 in cash."""
    scenario = Turn(*(names or ("A", "B", "C"))).cash(p1=30)
    scenario.money(dict.fromkeys(scenario.state.seats[1:], 500))
    scenario.corporation(company, 90, 20, **(owners or {"p1": 60}))
    scenario.state.companies[company].data["loans"] = 2
    scenario.corporation("Belg", 100, 300, p2=60).trains("Belg", "4H")
    scenario.phase(phase).no_trains_left("2H", "4H")
    return scenario.turn(company, "trains")


@rule("1826", "O133", "O134")
def test_what_is_raised_stays_with_the_company_and_the_rest_goes_to_the_pool():
    game = hopeless().shares("Nord", p1=40).own("p1", "Mail").game()
    act(game, "p1", "declare_bankruptcy")
    assert game.state.players["p1"].bankrupt
    # 20 of its own, 30 in cash, one share sold at 90: the presidency is not for sale
    assert (cash(game, "p1"), cash(game, "PLM")) == (0, 20 + 30 + 90)
    assert holds(game, "PLM") == {"pool": 60, "PLM": 40}
    assert holds(game, "Nord") == {"pool": 40, "ipo": 60}
    assert game.view.company("Mail").closed
    assert not game.state.ended


@rule("1826", "O134")
def test_the_pool_may_hold_more_than_half_and_a_presidency():
    game = hopeless(p1=60, pool=40).game()
    act(game, "p1", "declare_bankruptcy")
    assert holds(game, "PLM") == {"pool": 100}
    assert game.view.owner("PLM") == "pool"
    assert game.view.president("PLM") is None


@rule("1826", "O133")
def test_his_bonds_are_sold_for_the_company():
    scenario = hopeless().national("SNCF", p3=20).bonds(p1=1, p2=1)
    game = scenario.game()
    act(game, "p1", "declare_bankruptcy")
    assert game.view.company("SNCF").data["bonds"] == {"p2": 1, "pool": 1}
    assert (cash(game, "p1"), cash(game, "PLM")) == (0, 20 + 30 + 90 + 100)


@rule("1826", "O134")
def test_another_holder_of_two_shares_takes_over():
    game = hopeless(p1=40, p3=40, p2=20).game()
    act(game, "p1", "declare_bankruptcy")
    assert game.view.president("PLM") == "p3"
    assert holds(game, "PLM") == {"pool": 40, "p3": 40, "p2": 20}


@rule("1826", "O134")
def test_without_a_president_it_waits_until_somebody_holds_two_shares():
    scenario = hopeless(p1=60, pool=20).cash(p2=500, p3=500)
    game = scenario.game()
    act(game, "p1", "declare_bankruptcy")
    assert "PLM" not in game.title.rounds["operating"].order(game.view)
    scenario = France().cash(p2=500).corporation("PLM", 90, pool=100).stock_round("p2")
    game = scenario.game()
    act(game, "p2", "buy_share", company="PLM", source="pool")
    assert game.view.president("PLM") is None
    act(game, "p3", "pass")
    act(game, "p1", "pass")
    act(game, "p2", "buy_share", company="PLM", source="pool")
    assert game.view.president("PLM") == "p2"
    assert holds(game, "PLM") == {"p2": 40, "pool": 60}


@rule("1826", "O134")
def test_the_presidents_certificate_is_sold_by_the_pool_when_nothing_else_is_left():
    game = France().cash(p2=500).corporation("Belg", 100, 0, pool=20, p3=10).stock_round("p2").game()
    act(game, "p2", "buy_share", company="Belg", source="pool")
    assert (game.view.president("Belg"), cash(game, "p2")) == ("p2", 300)


@rule("1826", "O133")
def test_the_turn_ends_and_the_bankrupt_player_is_asked_no_more():
    game = hopeless().game()
    game.state.priority = "p1"
    act(game, "p1", "declare_bankruptcy")
    assert game.state.cursor.actor == "Belg"
    assert game.state.priority == "p2"
    assert kinds(game, "p1") == set()


@rule("1826", "O133")
def test_stock_rounds_pass_the_bankrupt_player_over():
    game = France().cash(p1=0).corporation("Belg", 100, p2=60).stock_round("p3").game()
    game.state.players["p1"].bankrupt = True
    act(game, "p3", "pass")
    waiting = game.waiting()
    assert waiting is not None
    assert waiting.players == ("p2",)
    act(game, "p2", "pass")
    assert game.round_title() == "OR 1.1"


@rule("1826", "O133")
def test_nobody_sells_a_private_to_a_bankrupt_player():
    scenario = hopeless().own("p2", "Mail").cash(p1=0)
    for cert in scenario.state.certs.values():
        cert.owner = "pool" if cert.owner == "p1" else cert.owner
    scenario.state.players["p1"].bankrupt = True
    game = scenario.game()
    assert refusal(game, "p2", "offer_private", private="Mail", to="p1", price=0) == "bankrupt"
    assert refusal(game, "p1", "offer_private", private="Mail", to="p2", price=0) == "bankrupt"
    assert "offer_private" not in kinds(game, "p1")


@rule("1826", "O133")
def test_nobody_is_bankrupt_who_can_pay():
    game = hopeless().cash(p1=400).game()
    assert refusal(game, "p1", "declare_bankruptcy") == "not_bankrupt"
    assert "declare_bankruptcy" not in kinds(game, "p1")


def national(name, **owners):
    """A national that needs a train and cannot get one."""
    scenario = France().cash(p1=10, p2=500, p3=500).phase("10H").no_trains_left("2H", "4H", "6H")
    scenario.ten("PLM", "Est").corporation("Est", 100, 300, p2=60).trains("Est", "10H")
    scenario.par(name, 100)
    scenario.shares(name, **owners)
    for cert in scenario.state.certs.values():
        if cert.company == name and cert.owner == "ipo":
            cert.owner = "pool"
    record = scenario.state.companies[name]
    record.operated, record.data = True, {"loans": 2, "tokens": 5}
    scenario.token(name, "L14", 0).money({name: 5})
    if name == "SNCF":
        scenario.state.companies[name].data["bonds"] = {"pool": 10}
    return scenario.turn(name, "trains")


@rule("1826", "O135")
@pytest.mark.parametrize("name", ["Etat", "SNCF"])
def test_a_national_without_another_holder_of_two_shares_is_closed(name):
    game = national(name, p1=10, p2=10, p3=10).trains(name).game()
    act(game, "p1", "declare_bankruptcy")
    assert game.view.company(name).closed
    assert holds(game, name) == {}
    assert game.view.stations(name) == []
    assert (cash(game, name), game.view.price(name)) == (0, None)
    assert (cash(game, "p2"), cash(game, "p3")) == (500, 500)


@rule("1826", "O135")
def test_the_trains_of_a_closed_national_go_to_the_pool():
    game = national("Etat", p1=10).trains("Etat", "10H").game()
    close_national(game._writer, "Etat")
    assert [t.kind for t in game.view.trains("pool")] == ["10H"]


@rule("1826", "O135")
def test_privates_of_a_closed_national_close_and_its_mail_leaves_the_map():
    scenario = national("Etat", p1=10).own("Etat", "Bridge")
    scenario.state.companies["Etat"].data["mail"] = ["F12", 10]
    scenario.state.markers["mail"] = ("F12", 0)
    game = scenario.game()
    act(game, "p1", "declare_bankruptcy")
    assert game.view.company("Bridge").closed
    assert "mail" not in game.state.markers


@rule("1826", "O133")
def test_offers_of_a_bankrupt_player_and_to_him_lapse():
    game = hopeless().own("p1", "Mail").own("p2", "Bridge").own("p3", "Algerian").game()
    act(game, "p1", "offer_private", private="Mail", to="p2", price=0)
    act(game, "p2", "offer_private", private="Bridge", to="p1", price=0)
    act(game, "p2", "offer_private", private="Bridge", to="p3", price=0)
    act(game, "p1", "declare_bankruptcy")
    assert [(o.by, o.to) for o in game.state.offers.values()] == [("p2", "p3")]
    words = {"private": "Bridge", "to": "p1", "price": 0}
    assert refusal(game, "p2", "offer_private", **words) == "bankrupt"


@rule("1826", "O135")
@pytest.mark.parametrize("name", ["Etat", "SNCF"])
def test_a_holder_of_two_shares_takes_a_national_over(name):
    game = national(name, p1=10, p2=10, p3=20).game()
    act(game, "p1", "declare_bankruptcy")
    assert not game.view.company(name).closed
    assert game.view.president(name) == "p3"
    assert holds(game, name)["pool"] == 70


def leads_etat(p3: int):
    """A president without money for the train of PLM leads the Etat too, of which p3 has so much."""
    scenario = hopeless(p1=60, phase="10H").no_trains_left("6H").national("Etat", p1=20, p3=p3)
    return scenario.operated("Etat").game()


@rule("1826", "O135")
@pytest.mark.parametrize("p3", [10, 20])
def test_the_sale_of_all_he_has_makes_no_holder_of_one_share_president(p3):
    """With two shares of his own he could sell both to p3, who has one; he sells one, and Etat is closed."""
    game = leads_etat(p3)
    act(game, "p1", "declare_bankruptcy")
    closed = p3 == 10
    assert game.view.company("Etat").closed is closed
    assert game.view.president("Etat") == (None if closed else "p3")
    assert cash(game, "PLM") == 20 + 30 + 90 + (110 if closed else 220)


@rule("1826", "O135")
def test_a_presidency_sold_before_he_gives_up_is_sold_in_his_bankruptcy():
    game = leads_etat(10)
    act(game, "p1", "sell_shares", company="Etat", percent=20)
    assert game.view.president("Etat") == "p3"
    act(game, "p1", "declare_bankruptcy")
    assert game.view.company("Etat").closed
    assert holds(game, "Etat") == {}


@rule("1826", "O177")
def test_all_but_one_bankrupt_ends_the_game_at_once():
    game = hopeless("A", "B", p1=60).game()
    act(game, "p1", "declare_bankruptcy")
    assert game.state.ended == "bankruptcy"


# --- the bank ----------------------------------------------------------------------------------------


@rule("1826", "O175", "O176")
def test_an_empty_bank_ends_the_game_after_the_set():
    scenario = France().corporation("Belg", 100, 300, p1=60).own("p1", "Als-private").trains("Belg", "2H")
    game = scenario.bank(20).turn("Belg", "trains").note("rounds_in_set", 2).game()
    act(game, "p1", "done")
    parts = []
    while not game.state.ended:
        parts.append(game.state.cursor.part)
        words = {"dividend": {"payout": "withhold"}}
        kind = next(k for k in ("dividend", "skip", "done") if k in kinds(game, "p1"))
        act(game, "p1", kind, **words.get(kind, {}))
    assert 2 in parts
    assert game.state.ended == "bank_broken"


@rule("1826", "O176")
def test_a_bank_broken_in_a_stock_round_lets_the_next_set_be_played():
    game = France().corporation("Belg", 110, 300, p1=60).bank(50).cash(p1=0).stock_round().bank(50).game()
    act(game, "p1", "sell_shares", company="Belg", percent=10)
    act(game, "p1", "done")
    assert is_bank_broken(game.view)
    for player in ("p2", "p3", "p1"):
        act(game, player, "pass")
    assert game.round_title() == "OR 1.1"


@rule("1826", "O175")
def test_worth_is_cash_and_shares_and_privates_and_bonds():
    scenario = France().cash(p1=100).corporation("PLM", 90, 700, p1=60).corporation("Belg", 110, 0, p1=30)
    scenario.own("p1", "Bridge", "Mail")
    scenario.state.companies["SNCF"].data["bonds"] = {"p1": 2}
    game = scenario.game()
    assert game.scores()["p1"] == 100 + 3 * 90 + 3 * 110 + 20 + 40 + 200


@rule("1826", "O177")
@pytest.mark.parametrize(
    ("money", "private", "ended"), [(74, "", "standstill"), (75, "", ""), (74, "Mail", "")]
)
def test_when_nobody_can_do_anything_any_more_the_game_ends(money, private, ended):
    """PLM at 75 lies in the pool, without a president; only who has 75 could buy."""
    scenario = France("A", "B").cash(p1=money, p2=0).corporation("PLM", 75, 20, pool=100)
    scenario.close(*(c.id for c in scenario.title.data.of_kind("private") if c.id != private))
    if private:
        scenario.own("p2", private)
    game = scenario.stock_round().game()
    act(game, "p1", "pass")
    act(game, "p2", "pass")
    assert game.state.ended == ended
