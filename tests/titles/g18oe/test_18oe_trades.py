"""18OE 10.4: several minors and privates change hands in one trade."""

from tests.rulemark import rule
from tests.scenario import act, kinds, refusal
from tests.titles.g18oe.oe_late import cash, major_phase, owner, stock, with_major, with_minor
from tests.titles.g18oe.oe_start import values
from tests.titles.g18oe.test_18oe_over_the_limit import crowded

OFFER = {"to": "p2", "payer": "p1"}


def table(**money):
    """Ada has minor A and a private, Bo minor B and two."""
    scenario = with_minor(major_phase("A", "B", "WS", "SHTC", "CCTC"), "A")
    with_minor(scenario, "B", owner="p2", zone="FR").own("p1", "WS").own("p2", "SHTC", "CCTC")
    return with_major(scenario, p3=60).cash(**(money or {"p1": 100}))


@rule("18OE", "10.4")
def test_minors_privates_and_cash_change_hands_together():
    game = stock(table(p1=100, p2=0))
    for item in ("WS", "SHTC"):
        act(game, "p1", "put_together", item=item)
    act(game, "p1", "offer_trade", item="A", back="B", price=30, **OFFER)
    assert "trade_bundle" not in game.state.notes
    act(game, "p2", "accept_offer", offer="o1")
    assert {i: owner(game, i) for i in ("A", "WS", "B", "SHTC", "CCTC")} == {
        "A": "p2", "WS": "p2", "B": "p1", "SHTC": "p1", "CCTC": "p2",
    }  # fmt: skip
    assert (cash(game, "p1"), cash(game, "p2"), game.view.cursor.actor) == (70, 30, "p2")


@rule("18OE", "10.4")
def test_what_is_put_together_is_the_actors_and_one_other_players():
    game = stock(table().own("p3", "CCTC"))
    assert "CCTC" in values(game, "p1", "put_together", "item")
    act(game, "p1", "put_together", item="SHTC")
    assert values(game, "p1", "put_together", "item") == ["WS", "A", "B"]
    assert refusal(game, "p1", "put_together", item="CCTC") == "not_for_sale"
    assert values(game, "p1", "offer_trade", "to", item="A") == ["p2"]
    assert refusal(game, "p1", "offer_trade", item="SHTC", back="nothing", price=0, **OFFER) == "not_for_sale"
    assert refusal(game, "p1", "offer_trade", item="A", back="SHTC", price=0, **OFFER) == "not_for_sale"


@rule("18OE", "10.4")
def test_it_is_taken_apart_by_the_player_or_at_the_end_of_the_turn():
    game = stock(table())
    assert "take_apart" not in kinds(game, "p1")
    assert refusal(game, "p1", "take_apart") == "nothing_together"
    act(game, "p1", "put_together", item="WS")
    act(game, "p1", "take_apart")
    assert "trade_bundle" not in game.state.notes
    act(game, "p1", "put_together", item="WS")
    act(game, "p1", "pass")
    assert "trade_bundle" not in game.state.notes


@rule("18OE", "4.1", "10.4")
def test_who_is_at_the_limit_gets_no_more_than_he_gives():
    game = stock(crowded("CCTC", "SHTC").own("p2", "CCTC", "SHTC"))
    act(game, "p1", "put_together", item="CCTC")
    assert values(game, "p1", "offer_trade", "back", item="A", to="p2") == ["nothing"]
    act(game, "p1", "put_together", item="B")
    assert values(game, "p1", "offer_trade", "back", item="A", to="p2") == ["nothing", "SHTC"]


@rule("18OE", "10.4")
def test_a_thing_that_has_left_the_game_is_not_together_with_anything():
    game = stock(table())
    act(game, "p1", "put_together", item="WS")
    act(game, "p1", "remove_private", private="WS")
    act(game, "p1", "offer_trade", item="A", back="nothing", price=0, **OFFER)
    act(game, "p2", "accept_offer", offer="o1")
    assert (owner(game, "A"), owner(game, "WS")) == ("p2", "out")


@rule("18OE", "10.4")
def test_nothing_is_put_together_where_nothing_is_traded():
    early = stock(table().note("rr_phase", "regional_minor"))
    assert "put_together" not in kinds(early, "p1")
    assert refusal(early, "p1", "put_together", item="WS") == "not_for_sale"
    swap = {"item": "WS", "to": "p2", "back": "nothing", "payer": "p2", "price": 0}
    assert refusal(early, "p1", "offer_trade", **swap) == "other_phase"
