"""18EZ 2.7: distributing income and adjusting the share value."""

import pytest

from engine.core.actions import Action
from engine.rules import market
from engine.titles.g18ez.figures import Figures
from tests.rulemark import rule
from tests.scenario import act, kinds, refusal
from tests.titles.g18ez.ez_turns import Turn, offered


def paying(revenue, cell=None, **holders) -> Turn:
    """M&R at its dividend step, with par and value 80 unless told otherwise."""
    scenario = Turn().shares("M&R", **(holders or {"p1": 60, "p2": 30, "p3": 10})).money({"M&R": 500})
    return scenario.cash(p1=0, p2=0, p3=0).par("M&R", 80, cell).turn("M&R", "dividend").earned(revenue)


def cash(game):
    return [game.view.cash(holder) for holder in ("p1", "p2", "p3", "M&R")]


@rule("18EZ", "2.7")
def test_the_example_of_a_run_for_100():
    """President 60, the others 30 and 10; the value moves right."""
    game = paying(100).game()
    bank = game.state.bank
    act(game, "p1", "dividend", payout="pay")
    assert cash(game) == [60, 30, 10, 500]
    assert game.state.bank == bank - 100
    assert game.view.company("M&R").cell == (2, 5)
    assert game.view.price("M&R") == 90


@rule("18EZ", "2.7")
def test_retained_income_goes_to_the_treasury_and_the_value_falls():
    game = paying(100).game()
    act(game, "p1", "dividend", payout="withhold")
    assert cash(game) == [0, 0, 0, 600]
    assert game.view.company("M&R").cell == (2, 3)


@rule("18EZ", "2.7")
@pytest.mark.parametrize(
    ("revenue", "kept", "paid"), [(100, 50, [30, 15, 5]), (90, 50, [24, 12, 4]), (10, 10, [0, 0, 0])]
)
def test_half_pays_what_divides_and_keeps_the_odd_amount(revenue, kept, paid):
    """The examples: 100 is 50 and 50, 90 is 50 to the treasury and 40 to the shareholders."""
    game = paying(revenue).game()
    act(game, "p1", "dividend", payout="half")
    assert cash(game) == [*paid, 500 + kept]
    assert game.view.company("M&R").cell == (2, 4)


@rule("18EZ", "2.7")
def test_unsold_shares_pay_the_treasury_and_the_open_market_nobody():
    game = paying(100, p1=50, pool=20).game()
    bank = game.state.bank
    act(game, "p1", "dividend", payout="pay")
    assert cash(game) == [50, 0, 0, 530]
    assert game.state.bank == bank - 80


@rule("18EZ", "2.7")
def test_unsold_shares_take_their_part_of_a_half():
    game = paying(90, p1=50, pool=20).game()
    act(game, "p1", "dividend", payout="half")
    assert cash(game) == [20, 0, 0, 500 + 50 + 12]


@rule("18EZ", "2.7")
@pytest.mark.parametrize(
    ("cell", "payout", "to"),
    [
        ((3, 14), "pay", (2, 14)),  # the end of a row: up
        ((0, 14), "pay", (0, 14)),  # 200 is the top
        ((1, 14), "pay", (0, 14)),
        ((3, 0), "withhold", (4, 0)),  # the start of a row: down
        ((5, 0), "withhold", (5, 0)),
        ((3, 14), "half", (3, 14)),
    ],
)
def test_ends_of_rows(cell, payout, to):
    game = paying(100, cell).game()
    act(game, "p1", "dividend", payout=payout)
    assert game.view.company("M&R").cell == to


@rule("18EZ", "2.7")
def test_the_value_never_passes_200():
    game = paying(100, (0, 14)).game()
    act(game, "p1", "dividend", payout="pay")
    assert game.view.price("M&R") == 200 == game.view.data.figures(Figures).price_cap
    assert max(v for row in game.view.data.market.rows for v in row if v) == 200


@rule("18EZ", "2.7")
def test_a_token_that_arrives_goes_to_the_bottom_of_the_stack():
    game = paying(100).shares("BCRR", p2=50).par("BCRR", 80, (2, 5)).game()
    act(game, "p1", "dividend", payout="pay")
    assert game.state.market[(2, 5)] == ["BCRR", "M&R"]
    assert market.operating_order(game.view, ["M&R", "BCRR"]) == ["BCRR", "M&R"]


@rule("18EZ", "2.7")
def test_without_income_there_is_no_choice_and_the_value_falls():
    game = Turn().major("M&R").turn("M&R", "track").game()
    act(game, "p1", "skip")
    assert game.state.cursor.step == "trains"
    assert game.view.price("M&R") == 70
    assert game.view.company("M&R").last_revenue == 0
    assert refusal(game, "p1", "dividend", payout="pay") == "not_now"


@rule("18EZ", "2.7")
@pytest.mark.parametrize(("revenue", "owner", "treasury"), [(100, 50, 210), (70, 35, 195), (75, 37, 198)])
def test_minors_split_with_their_owner_and_may_do_nothing_else(revenue, owner, treasury):
    scenario = Turn().minor("ONE", "p2").cash(p2=0).turn("ONE").lay("F12", "57", 1, 4).token("ONE", "F12")
    game = scenario.earned(revenue).game()
    act(game, "p2", "skip")
    assert game.state.cursor.step == "trains"
    assert (game.view.cash("p2"), game.view.cash("ONE")) == (owner, treasury)
    assert "dividend" not in kinds(game, "p2")


@rule("18EZ", "2.7")
def test_the_black_line_has_the_three_ways_of_a_public_railroad():
    scenario = Turn().shares("BL", p1=40, p2=20).par("BL", 150, (0, 9)).money({"BL": 750}).phase("5")
    game = scenario.cash(p1=0, p2=0).turn("BL", "dividend").earned(90).game()
    assert [o.value for o in offered(game, "p1", "dividend", "payout")] == ["pay", "half", "withhold"]
    act(game, "p1", "dividend", payout="pay")
    assert (game.view.cash("p1"), game.view.cash("p2"), game.view.cash("BL")) == (36, 18, 750 + 36)
    assert game.view.price("BL") == 160


@rule("18EZ", "2.7")
def test_the_labels_tell_what_each_way_does():
    game = paying(90).game()
    assert [(o.value, o.label, o.note) for o in offered(game, "p1", "dividend", "payout")] == [
        ("pay", "Pay $90: $9 a share, price 80 to 90", "Tom $54, Dick $27, Harry $9"),
        (
            "half",
            "Half of $90: $4 a share, M&R keeps $50, price stays 80",
            "Tom $24, Dick $12, Harry $4, M&R $50",
        ),
        ("withhold", "Withhold $90: price 80 to 70", "M&R $90"),
    ]
    found = [Action("dividend", "p1", {"payout": o.value}) for o in offered(game, "p1", "dividend", "payout")]
    assert [game.check(action) for action in found] == [None, None, None]


@rule("18EZ", "2.7")
@pytest.mark.parametrize("payout", ["split", "", None])
def test_only_the_three_ways_are_open(payout):
    assert refusal(paying(90).game(), "p1", "dividend", payout=payout) == "bad_payout"


@rule("18EZ", "2.7")
def test_only_the_president_decides():
    assert refusal(paying(90).game(), "p2", "dividend", payout="pay") == "not_your_turn"
