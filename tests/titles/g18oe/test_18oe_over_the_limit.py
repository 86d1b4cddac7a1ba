"""18OE 4.1: who has too many certificates sells stock or parts with privates before anything else."""

import pytest

from engine.rules.stock import stock_rules
from tests.rulemark import rule
from tests.scenario import act, kinds, refusal
from tests.titles.g18oe.oe_late import major_phase, owner, ready, stock, with_major, with_minor, with_regional
from tests.titles.g18oe.oe_start import values
from tests.titles.g18oe.test_18oe_mergers import merging

SEVEN = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus")
MINORS = ("A", "B")


def crowded(*privates, **more):
    """Ada with 20 certificates, the limit of seven players, and one more for each private."""
    scenario = major_phase(*MINORS, *privates, names=SEVEN, **more).own("p1", *privates)
    for company in ("GWR", "KBS"):
        with_major(scenario, company, p1=100)
    with_minor(with_minor(scenario, "A"), "B", zone="FR")
    return with_major(scenario, "MZA", p2=60)


def over(*privates, **more):
    return stock(crowded(*(privates or ("WS",)), **more))


@rule("18OE", "4.1")
@pytest.mark.parametrize(
    ("kind", "args"),
    [
        ("merge_minor", {"minor": "A", "company": "GWR"}),
        ("offer_merger", {"minor": "A", "company": "MZA", "payer": "p1", "price": 0}),
        ("offer_trade", {"item": "A", "to": "p2", "back": "nothing", "payer": "p2", "price": 0}),
        ("expand", {"company": "BHB", "first": "no"}),
        ("pass", {}),
    ],
)
def test_over_the_limit_only_sales_and_privates_are_open(kind, args):
    game = stock(with_regional(crowded(), "BHB", "p1"))
    assert refusal(game, "p1", kind, **args) == "must_sell"
    assert kinds(game, "p1") <= {"sell_shares", "close_private", "remove_private"}


@rule("18OE", "4.1")
def test_a_closed_private_brings_a_player_back_to_the_limit():
    game = over()
    act(game, "p1", "close_private", private="WS")
    act(game, "p1", "pass")


@rule("18OE", "4.1")
def test_who_can_sell_nothing_closes_a_private_before_he_passes():
    game = over(phase="1")
    assert refusal(game, "p1", "sell_shares", company="GWR", percent=10) == "too_early"
    assert refusal(game, "p1", "pass") == "must_close"
    act(game, "p1", "close_private", private="WS")
    act(game, "p1", "pass")


@rule("18OE", "4.1")
def test_who_can_neither_sell_nor_close_anything_goes_on():
    game = ready(with_regional(crowded(phase="1"), "BHB", "p1").at("shares", "p1", "turn", number=1))
    assert "pass" in kinds(game, "p1")


@rule("18OE", "4.1")
@rule("18OE", "9.3")
def test_at_the_limit_a_share_is_sold_between_to_preside():
    scenario = with_major(major_phase("WS", names=SEVEN), "GWR", p1=100).own("p1", "WS")
    with_regional(with_major(scenario, "KBS", p1=90), "BHB", "p2", p1=50)
    game = stock(scenario.cash(p1=500))
    assert stock_rules(game.view).certificates(game.view, "p1") == 20
    act(game, "p1", "expand", company="BHB", first="no")
    assert refusal(game, "p1", "buy_share", company="BHB", source="treasury") == "certificate_limit"
    act(game, "p1", "sell_shares", company="GWR", percent=10)
    act(game, "p1", "buy_share", company="BHB", source="treasury")
    assert owner(game, "BHB") == "p1"


@rule("18OE", "4.1")
@rule("18OE", "9.3")
def test_at_the_limit_without_a_sale_nobody_expands_to_preside():
    scenario = with_major(major_phase("WS", names=SEVEN, phase="1"), "GWR", p1=100).own("p1", "WS")
    with_regional(with_major(scenario, "KBS", p1=90), "BHB", "p2", p1=50)
    game = stock(scenario.cash(p1=500))
    assert refusal(game, "p1", "expand", company="BHB", first="no") == "certificate_limit"


@rule("18OE", "4.1")
@rule("18OE", "10.4")
def test_who_is_at_the_limit_only_swaps():
    game = stock(crowded("CCTC").own("p2", "CCTC"))
    trade = {"item": "CCTC", "to": "p2"}
    assert values(game, "p1", "offer_trade", "back", **trade) == ["A", "B"]
    code = refusal(game, "p1", "offer_trade", **trade, back="nothing", payer="p1", price=0)
    assert code == "certificate_limit"
    sale = {"item": "A", "to": "p2"}
    assert values(game, "p1", "offer_trade", "back", **sale) == ["nothing", "CCTC"]


@rule("18OE", "4.1")
def test_who_must_sell_reads_why():
    [sale] = [choice for choice in over().choices("p1") if choice.kind == "sell_shares"]
    assert sale.note == "You hold one certificate over the limit: sell shares first."
    assert all(choice.note == "" for choice in stock(merging()).choices("p1") if choice.kind == "sell_shares")
