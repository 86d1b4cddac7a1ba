"""18OE: each law about stock rounds, mergers, formations and the end finds the breach that it is about."""

import pytest

from engine.core.events import (
    CertMoved,
    CompanyChanged,
    CompanyNoted,
    CursorMoved,
    Noted,
    Paid,
    PhaseBegan,
    TokenMoved,
    TrainMoved,
)
from engine.core.laws import Deeds, first_breach
from engine.core.state import Cursor
from engine.rules.laws.common import turns_end_within_the_limit
from engine.titles.g18oe.laws.laws_stock import LAWS
from tests.rulemark import rule
from tests.titles.g18oe.oe_late import major_phase, operating, stock, with_major, with_minor, with_regional
from tests.titles.g18oe.oe_start import CARDS, concession, initial, running_minor, running_regional
from tests.titles.g18oe.test_18oe_over_the_limit import over


def breach(game, *events, apply=True):
    """What the laws say after these events."""
    for event in events if apply else ():
        event.apply(game.view.state)
    return first_breach((*LAWS, turns_end_within_the_limit), game.view, Deeds(events))


def base(**more):
    return with_major(major_phase("WS", "B", "SHTC", **more), "GWR", p1=60, p2=20)


def shares_turn(actor, number=3, passes=0):
    return Cursor("shares", number, 0, actor, "turn", (), passes)


def noted(key, before, after):
    return Noted(key, before, after)


@rule("18OE", "10")
def test_a_trade_or_a_merger_is_all_that_is_done_in_a_turn():
    assert breach(stock(base()), noted("sr_turn", "s", "sb")) is None
    assert breach(stock(base()), noted("sr_turn", None, "t")) is None
    assert breach(stock(base()), noted("sr_turn", "t", "ts")) == "two stock actions were taken in a turn (ts)"


@rule("18OE", "4.1")
def test_a_turn_ends_within_the_limit():
    ended = CursorMoved(shares_turn("p1"), shares_turn("p2"))
    assert breach(over(), ended) == "p1 ended his turn over the certificate limit"
    assert breach(over(), CursorMoved(shares_turn("p1"), shares_turn("p1", passes=1))) is None
    assert breach(stock(base()), ended) is None
    assert breach(over(), CertMoved("WS:0", "p2", "p1"), ended) is None  # it came with this action


@rule("18OE", "10.1")
def test_nothing_is_sold_in_the_first_train_phase():
    sold = CertMoved("GWR:3", "p1", "pool")
    assert breach(stock(base(phase="1")), sold) == "GWR:3 was sold during Train Phase 1"
    assert breach(stock(base()), sold) is None


@rule("18OE", "10.2")
def test_nobody_buys_what_he_sold():
    bought = Paid("p2", "GWR", 100, "share"), CertMoved("GWR:8", "GWR", "p2")
    sold = base().note("sr_sold", {"p2": ["GWR"]}).cash(p2=500)
    assert breach(stock(sold), *bought) == "p2 sold GWR in this round and bought it"
    assert breach(stock(base().note("sr_sold", {"p2": ["KBS"]}).cash(p2=500)), *bought) is None


@rule("18OE", "10.4")
def test_only_open_privates_are_traded():
    scenario = base().own("p1", "WS")
    traded = CertMoved("WS:0", "p1", "p2")
    assert breach(stock(scenario), traded) is None
    scenario.own("p1", "WS").state.companies["WS"].data["face_down"] = True
    assert breach(stock(scenario), traded) == "WS, which lies face down, was traded"


@rule("18OE", "6.1")
def test_only_face_up_privates_pay():
    scenario = major_phase("WS", "HMLC").own("p1", "WS", "HMLC")  # 10 and 20
    scenario.state.companies["WS"].data["face_down"] = True
    assert breach(stock(scenario), Paid("bank", "p1", 20, "private")) is None
    assert breach(stock(scenario), Paid("bank", "p1", 30, "private")) == (
        "privates paid 30 to p1, whose open ones bring 20"
    )


@rule("18OE", "10.5")
def test_one_merger_a_round():
    twice = base().note("sr_merged", ["GWR", "KBS", "GWR"])
    assert "merged twice" in breach(stock(twice), noted("sr_merged", None, None), apply=False)


@rule("18OE", "14.4")
def test_the_kept_share_is_there():
    scenario = with_major(major_phase(), "GWR", p1=60, p2=40).note(
        "kept_share", {"company": "GWR", "player": "p3"}
    )
    told = breach(stock(scenario), noted("kept_share", None, None), apply=False)
    assert told == "the share of GWR that is kept for p3 is gone"


@rule("18OE", "8.4")
def test_reservations_end_with_the_initial_round():
    later = stock(base().note("reserved", {"KBS": "p1"}), number=2)
    told = breach(later, noted("reserved", None, None), apply=False)
    assert told == "shares are reserved after the initial stock round"


@rule("18OE", "10.7", "4.3")
def test_pars_and_values():
    moved = CompanyChanged("GWR", "par", 100, 100)
    late = base()
    late.state.companies["GWR"].par = 100
    assert "has a par after its stock round" in breach(operating(late, "GWR", "track"), moved)
    odd = base()
    odd.state.companies["GWR"].par = 85
    assert "has a par of 85" in breach(stock(odd), CompanyChanged("GWR", "par", 85, 85))
    lost = base()
    lost.state.market[lost.state.companies["GWR"].cell].remove("GWR")
    lost.state.companies["GWR"].cell = None
    assert (
        breach(stock(lost), CompanyChanged("GWR", "par", None, None))
        == "GWR is a major without a share value"
    )


@rule("18OE", "4.3", "9.3")
def test_majors_enter_at_their_par():
    scenario = base()
    scenario.state.companies["GWR"].par = 90
    formed = CompanyChanged("GWR", "kind", "regional", "major")
    assert "with a par of 90 entered the market at 100" in breach(stock(scenario), formed)


@rule("18OE", "5")
@pytest.mark.parametrize(
    ("event", "words"),
    [
        (noted("rr_phase", "auction", "major"), "the major phase follows the auction phase"),
        (noted("rr_phase", "regional_minor", "major"), None),
        (PhaseBegan("3", "5"), "Train Phase 5 follows Train Phase 3"),
        (PhaseBegan("3", "4"), None),
    ],
)
def test_phases_in_order(event, words):
    assert breach(stock(base()), event) == words


@rule("18OE", "6.3", "8.1")
def test_concessions_in_order():
    moved = CompanyChanged(CARDS[1], "closed", False, True)
    skipped = breach(concession(1).game(), CursorMoved(Cursor("concessions", 1), Cursor("concessions", 2)))
    assert skipped == f"concession {CARDS[0]} waits while number 2 is executed"
    assert breach(concession(2).game(), CompanyChanged("GWR", "par", None, None)) is None
    assert breach(concession(1).close(*CARDS[:3]).game(), moved) == (
        f"concession {CARDS[3]} waits while number 1 is executed"
    )
    late = concession(1).note("rr_phase", "regional_minor").at("shares", "p1", "turn", number=1)
    assert "is left after the Concession" in breach(late.game(), CompanyChanged("GWR", "par", None, None))


@rule("18OE", "8.1")
def test_one_railroad_a_concession():
    done = CompanyChanged(CARDS[0], "closed", False, True)
    game = concession(2).game()
    assert breach(game, done, apply=False) == f"{CARDS[0]} brought 0 railroads"
    assert breach(game, done, noted("order_track", None, ["GWR"]), apply=False) is None


@rule("18OE", "9.1")
def test_leftmost_positions_first():
    game = concession(2).game()
    beside = breach(game, noted("order_track", ["A", "", "B"], ["A", "", "B", "C"]), apply=False)
    assert beside == "C has passed an open position of the order track"
    assert breach(game, noted("order_track", ["A", "", "B"], ["A", "C", "B"]), apply=False) is None


@rule("18OE", "9.1")
@pytest.mark.parametrize(
    ("paid", "told"), [(15, "A paid 15 for its home token in UK"), (40, None), (5, None)]
)
def test_home_tokens_are_paid(paid, told):
    game = running_minor(initial(), "A", "p1", "UK").game()
    began = CompanyChanged("A", "floated", False, True)
    assert breach(game, Paid("A", "bank", paid, "token"), began, apply=False) == told


@rule("18OE", "8.2")
def test_removed_regionals_are_of_different_zones():
    scenario = initial().close("GWR", "LNWR")
    for company in ("GWR", "LNWR"):
        scenario.state.companies[company].data["removed"] = True
    told = CompanyNoted("GWR", "removed", None, True)
    assert breach(scenario.game(), told) == "two regionals of a zone were removed by players"
    alive = running_regional(initial(), "GWR", "p1")
    alive.state.companies["GWR"].data["removed"] = True
    assert breach(alive.game(), told) == "GWR was removed and is in the game"


@rule("18OE", "8.2")
def test_secondary_shares_wait():
    scenario = running_regional(initial(), "GWR", "p1")
    bought = CertMoved("GWR:1", "GWR", "p2")
    assert breach(scenario.game(), bought) == "GWR:1 was bought before the Major Railroad Phase"


@rule("18OE", "5.1.5", "10.6")
def test_none_outlives_the_consolidation():
    over_now = noted("rr_phase", "consolidation", "major")
    for scenario, left in ((with_minor(base(), "B"), "B"), (with_regional(base().close("B"), "KBS"), "KBS")):
        scenario.note("rr_phase", "consolidation")
        assert breach(stock(scenario), over_now) == f"{left} has outlived the consolidation"
    assert breach(stock(base().close("B").note("rr_phase", "consolidation")), over_now) is None


@rule("18OE", "9.4")
def test_nationals_form_in_operating_rounds():
    formed = CompanyChanged("GWR", "kind", "major", "national")
    game = stock(with_major(major_phase(), "GWR", kind="national", p1=60))
    assert breach(game, formed) == "GWR became a national in a stock round"


@rule("18OE", "9.4")
@pytest.mark.parametrize(
    ("change", "event"),
    [
        (
            lambda s: s.companies["GWR"].data.update(powers=["SHTC"]),
            CompanyNoted("GWR", "powers", None, ["SHTC"]),
        ),
        (lambda s: None, TokenMoved("GWR:0", None, ("L25", 0))),
        (lambda s: None, CertMoved("GWR:8", "pool", "GWR")),
    ],
)
def test_nationals_keep_trains_alone(change, event):
    scenario = with_major(major_phase(), "GWR", kind="national", p1=60)
    scenario.trains("GWR", "4+4")
    assert breach(stock(scenario), CompanyNoted("GWR", "powers", ["A"], None)) is None
    change(scenario.state)
    assert "the national GWR has" in breach(stock(scenario), event)


@rule("18OE", "9.5")
@pytest.mark.parametrize(
    "event",
    [
        Paid("bank", "B", 10, "t"),
        TokenMoved("B:1", None, ("AC8", 0)),
        TrainMoved("4+4-1", "depot", "B"),
        CertMoved("B:0", "pool", "p1"),
    ],
)
def test_abandoned_minors_are_bare(event):
    scenario = base().own("pool", "B")
    scenario.state.companies["B"].floated = True
    scenario.state.companies["B"].data["abandoned"] = True
    told = CompanyNoted("B", "abandoned", None, True)
    assert breach(stock(scenario), told) is None
    assert breach(stock(scenario), event) == "B is abandoned and still has something, or an owner"


@rule("18OE", "13")
def test_the_last_round_only_pays():
    def last():
        return operating(base(phase="8").note("eight_sold", [3, 1]), "GWR", "run", number=4, part=2)

    words = "moved in the last operating round"
    assert words in breach(last(), TrainMoved("8+8-1", "depot", "GWR"))
    assert words in breach(last(), TokenMoved("GWR:1", None, ("F25", 0)))
    assert "privates or the mail" in breach(last(), Paid("bank", "p1", 10, "mail"))
    assert breach(last(), Paid("bank", "p1", 10, "dividend")) is None
