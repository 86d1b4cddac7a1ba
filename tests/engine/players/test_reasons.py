"""The sentences with which players give a reason for a train, or for none."""

from __future__ import annotations

import pytest

from engine import TITLES, Action, View
from engine.players.fork import Fork
from engine.players.reasons import reason, reason_among
from engine.rules.stock import stock_rules
from tests.scenario import Scenario, act
from tests.titles.g18oe.oe_late import stock
from tests.titles.g18oe.test_18oe_over_the_limit import crowded
from tests.titles.g1889.shikoku import Shikoku

DONE = Action("done", "p1")


def at_trains(*held: str, cash: int = 500) -> View:
    """AR of p1 may buy trains."""
    made = Shikoku("Ann", "Ben", "Cy").company("AR", 65, cash=cash, p1=50)
    return made.trains("AR", *held).turn("AR", "trains").game().view


def bought(view: View, train: str) -> str:
    return reason(view, Action("buy_train", "p1", {"source": "depot", "train": train, "price": 80}))


def test_the_reason_for_a_train_says_what_it_is_for_and_what_rusts_it() -> None:
    assert bought(at_trains(), "2") == "Without a train AR earns nothing."
    assert bought(at_trains("2"), "2").startswith("Until the first 4-train rusts it, the 2-train should")
    assert bought(at_trains("2"), "5") == "A 5-train never rusts."


def test_the_reason_for_no_further_train_is_the_limit_the_money_or_the_price() -> None:
    assert reason(at_trains("2", "2", "2", "2"), DONE) == "AR has as many trains as it may own: 4."
    assert reason(at_trains("2", cash=10), DONE) == "AR cannot pay for the next train."
    assert reason(at_trains("2"), DONE) == "A further train would not bring AR what it costs."


def test_the_end_of_a_turn_in_a_share_round_has_a_reason_of_its_own() -> None:
    view = Shikoku("Ann", "Ben", "Cy").at("shares", "p1", "turn", number=2).game().view
    assert reason(view, DONE) == "Nothing more is worth its price in this turn."
    poor = Shikoku("Ann", "Ben", "Cy").cash(p1=5).company("AR", 65, p2=50)
    view = poor.at("shares", "p1", "turn", number=2).game().view
    assert reason(view, DONE) == "Every share on sale costs more than the ¥5 that are left."


def test_the_reason_to_pass_is_the_money_where_no_share_can_be_paid() -> None:
    def passing(cash: int) -> str:
        made = Shikoku("Ann", "Ben", "Cy").cash(p1=cash).company("AR", 65, p2=50)
        return reason(made.at("shares", "p1", "turn", number=2).game().view, Action("pass", "p1"))

    assert passing(60) == "Every share on sale costs more than the ¥60 that are left."
    assert passing(65).startswith("Nothing that is for sale now is worth its price")


def test_the_reason_for_a_share_of_a_company_that_waits_is_that_it_must_float() -> None:
    game = Shikoku("Ann", "Ben", "Cy").cash(p1=400).at("shares", "p1", "turn", number=1).game()
    act(game, "p1", "par", company="AR", price="65")
    told = reason(game.view, Action("buy_share", "p1", {"company": "AR", "source": "ipo"}))
    assert told == "You are president of AR, and it operates only when enough of it is sold."


@pytest.mark.parametrize(("cash", "forced"), [(5, True), (400, False)])
def test_a_pass_that_the_rules_force_is_not_explained_by_prices(cash: int, forced: bool) -> None:
    made = Shikoku("Ann", "Ben", "Cy").cash(p1=cash)
    fork = Fork(made.at("shares", "p1", "turn", number=2).game())
    told = reason_among(fork, "p1", Action("pass", "p1"))
    assert (told == "The rules allow nothing else now.") is forced


def test_titles_give_reasons_for_their_own_kinds_of_action() -> None:
    fork = Fork(Scenario(TITLES["18OE"]).game())
    merged = Action("merge_minor", "p1", {"company": "BEL", "minor": "A"})
    told = reason_among(fork, "p1", merged)
    assert told == "BEL gets the train, the tokens and the money of A for one share."
    started = Action("float_regional", "p1", {"company": "BEL", "price": "70"})
    told = reason_among(fork, "p1", started)
    assert told == "Of all companies that could be started now, BEL at £70 promises most."
    laid = Action("brandt_lay", "p1", {"hex": "U38", "tile": "9", "rotation": "2"})
    assert reason_among(fork, "p1", laid).startswith("For the turns and trains to come, track on ")


AR_SOLD = Action("sell_shares", "p1", {"company": "AR", "percent": "10"})
AR_KEPT_OR_NOT = "Shares of AR are worth more sold than kept."


def dealing(monkeypatch: pytest.MonkeyPatch, room: int, *, cell: tuple[int, int] | None = None) -> View:
    """Ann, with three certificates of AR and one of IR, may deal; ``room`` is that below her limit."""
    made = (
        Shikoku("Ann", "Ben", "Cy")
        .cash(p1=400)
        .company("AR", 70, p1=40)
        .company("IR", 70, cell=cell, p2=50, p1=10)
    )
    view = made.stock_round().game().view
    limit = stock_rules(view).certificates(view, "p1") + room
    monkeypatch.setattr(type(stock_rules(view)), "certificate_limit", lambda rules, view: limit)
    return view


def test_a_sale_that_the_certificate_limit_demands_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    told = reason(dealing(monkeypatch, room=-1), AR_SOLD)
    assert told == "4 certificates are over the limit of 3: shares must be sold."
    assert reason(dealing(monkeypatch, room=0), AR_SOLD) == AR_KEPT_OR_NOT


def test_a_sale_that_the_limit_of_a_company_demands_says_so() -> None:
    def sold(percent: int) -> str:
        made = Shikoku("Ann", "Ben", "Cy").company("AR", 70, p1=percent, p2=20)
        return reason(made.stock_round().game().view, AR_SOLD)

    assert sold(70) == "70 % of AR are over the limit of 60 %: shares must be sold."
    assert sold(60) == AR_KEPT_OR_NOT


def test_a_sale_for_a_train_that_must_be_bought_says_so() -> None:
    made = Shikoku("Ann", "Ben", "Cy").cash(p1=0).company("AR", 65, p1=50).company("IR", 65, p1=10, p2=50)
    view = made.lay("K8", "57", 1, 4).turn("AR", "trains").game().view
    sold = Action("sell_shares", "p1", {"company": "IR", "percent": "10"})
    assert reason(view, sold) == "AR needs the money, and its president must raise it."


def test_a_private_that_the_certificate_limit_demands_says_so() -> None:
    closed = Action("close_private", "p1", {"private": "WS"})
    told = reason(stock(crowded("WS")).view, closed)
    assert told == "21 certificates are over the limit of 20: one must go."
    assert reason(stock(crowded()).view, closed).startswith("Without this certificate there is room")


def test_a_pass_at_the_certificate_limit_says_that_nothing_can_be_bought(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    passed, told = Action("pass", "p1"), "The limit of 4 certificates allows no purchase."
    assert reason(dealing(monkeypatch, room=0), passed) == told
    assert reason(dealing(monkeypatch, room=1), passed).startswith("Nothing that is for sale now is worth")


def test_a_pass_at_the_limit_is_one_by_choice_if_a_share_does_not_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view = dealing(monkeypatch, room=0, cell=(9, 0))
    assert reason(view, Action("pass", "p1")).startswith("Nothing that is for sale now is worth")
