"""What the companies of strong keep and buy at 18OE, by what comes of it until the end of the game."""

import pytest

from engine import Action
from engine.players.fork import Fork
from engine.players.outline.ledger import Entry, Ledger, Purchases
from engine.players.playouts.equipping import PATIENT, Equipper, _needs, equipped
from engine.players.seat import Budget, Weighed
from engine.players.steady import Thought
from engine.players.worth import runs
from engine.rules import trains
from engine.titles.g18oe.trains.trains import Trains
from tests.engine.players.test_ledger import EARNED, KNOWN, scenario
from tests.titles.g18oe.oe_majors import tidy


@pytest.fixture
def trains_add(monkeypatch):
    """A train of the bank costs 350; what two of them add to the income of LNWR is what the test says."""

    def say(*adds):
        monkeypatch.setattr(Equipper, "offers", lambda self: [(350.0, adds)] if adds else [])

    monkeypatch.setattr(
        "engine.players.outline.ledger.income", lambda view, company, patience: EARNED[company]
    )
    return say


def operating(step, price=120, **shares):
    plm = {"p2": 60, "p3": 20, "p1": 20}
    found = scenario(shares or {"p1": 60, "p2": 20, "p3": 20}, plm, price).money({"LNWR": 100})
    found = found.at("operating", "LNWR", step, number=6, part=1)
    return found.note("turn:revenue", 300) if step == "dividend" else found


def decided(found, usual, bank=9000):
    fork = Fork(tidy(found.bank(bank)))
    return equipped(Thought(fork, "p1", Budget(240), 1), [Weighed(usual, 0.0)], Budget(400))[0].action


PAYS = Action("dividend", "p1", {"payout": "pay"})


@pytest.mark.parametrize(("adds", "kept"), [((250.0,), True), ((5.0,), False)])
def test_income_is_kept_for_a_train_that_adds_enough(trains_add, adds, kept):
    trains_add(*adds)
    assert (decided(operating("dividend"), PAYS, bank=3000).args["payout"] != "pay") is kept


def test_half_is_kept_where_the_other_half_still_raises_the_price(trains_add):
    trains_add(600.0)
    enough = operating("dividend").money({"LNWR": 200})
    assert decided(enough, PAYS, bank=3000).args["payout"] == "half"


def test_nothing_is_kept_as_the_bank_runs_out(trains_add):
    trains_add(250.0)
    assert decided(operating("dividend").money({"LNWR": 0}), PAYS, bank=1).args["payout"] == "pay"


@pytest.mark.parametrize(("held", "bought"), [((), True), (("5+5",), False)])
def test_who_will_soon_have_no_train_buys_the_one_that_steady_buys(trains_add, held, bought):
    trains_add(400.0)
    buy = Action("buy_train", "p1", {"source": "depot", "train": "5", "price": 400})
    found = operating("trains").money({"LNWR": 700}).trains("LNWR", *held)
    assert (decided(found, buy) == buy) is bought


@pytest.mark.parametrize(("kind", "needed"), [("pullman", False), ("4+4", True)])
def test_a_pullman_is_no_train_that_a_company_without_a_lasting_one_needs(kind, needed):
    buy = Action("buy_train", "p1", {"source": "depot", "train": kind, "price": 150})
    found = operating("trains").phase("4").money({"LNWR": 700})
    assert _needs(Thought(Fork(tidy(found)), "p1", Budget(240), 1), "LNWR", buy) is needed


def test_another_s_company_and_other_steps_are_left_to_steady(trains_add):
    trains_add(250.0)
    token = Action("place_token", "p1", {"hex": "F25"})
    assert decided(operating("dividend", p2=60, p1=40), PAYS) == PAYS
    assert decided(operating("trains"), token) == token


def test_a_company_that_wants_trains_buys_them_one_after_the_other():
    found = Entry("LNWR", 10, (0, 5), 165, 300.0, [60, 20, 20], 0, 0, cash=200.0)
    found.wanted = Purchases(350.0, (100.0, 60.0), "withhold")
    assert (found.way(), found.buys(), found.earned) == ("withhold", 0.0, 300.0)
    found.cash = 400.0
    assert (found.way(), found.buys(), found.earned) == ("pay", 350.0, 400.0)
    found.cash = 350.0
    assert (found.buys(), found.earned, found.goal(), found.way()) == (350.0, 460.0, None, "pay")


def test_within_a_set_those_that_have_run_pay_no_more():
    game = tidy(operating("trains").bank(9000))
    found = Ledger(game.view, KNOWN, EARNED, ran="LNWR")
    assert [entry.name for entry in found.waiting] == ["PLM"]
    assert not found.dealing
    assert found.left == game.view.phase.operating_rounds - 1
    found.play(Ledger(game.view, KNOWN, EARNED, ran="LNWR").hopes(), 0, ())
    assert found.rounds > 1


def test_what_a_train_adds_is_searched_without_trains_that_it_scraps(monkeypatch):
    seen = []

    def searched(fork, company, kept, new, known):
        assert known.patience == PATIENT * KNOWN.patience
        seen.append((list(kept), [train.kind for train in new]))
        return 300 + sum({"4+4": 200, "4": -1}[train.kind] for train in new)

    monkeypatch.setattr("engine.players.playouts.equipping.income_as", searched)
    found = operating("trains").phase("3").trains("LNWR", "2+2", "3+3").no_trains_left("2+2", "3+3")
    fork = Fork(tidy(found))
    offers = list(Equipper(Thought(fork, "p1", Budget(240), 1), "LNWR").offers())
    kept = [train.id for train in fork.view.trains("LNWR") if train.kind == "3+3"]
    assert seen == [(kept, []), (kept, ["4+4"]), (kept, ["4"])]
    assert offers == [(350, (200.0, 120.0)), (300, (-1.0, -0.6))]


@pytest.mark.parametrize("kind", ["4+4", "4"])
def test_either_side_of_a_card_is_searched(kind, monkeypatch):
    game = tidy(operating("trains").phase("3").trains("LNWR", "3+3").no_trains_left("2+2", "3+3"))
    fork, seen = Fork(game), []
    monkeypatch.setattr(
        runs, "income", lambda view, company, patience: seen.append([t.kind for t in view.trains(company)])
    )
    faces = trains.rules_of(fork.view).faces(fork.view, "depot", fork.view.trains("depot")[0])
    (side,) = [face for face in faces if face.kind == kind]
    runs.income_as(fork, "LNWR", [], [side], KNOWN)
    runs.income_with(fork, "LNWR", side, 8)
    assert seen == [[kind], ["3+3", kind]]


def test_the_bank_asks_the_price_of_the_company_that_acts_though_its_turn_is_over(monkeypatch):
    """A power of a minor makes trains cheaper for its company (15.9)."""
    fork = Fork(tidy(operating("trains").phase("3").no_trains_left("2+2", "3+3")))
    monkeypatch.setattr(Trains, "price", lambda self, view, train: 10 if view.cursor.actor == "LNWR" else 9)
    monkeypatch.setattr("engine.players.playouts.equipping.income_as", lambda *given: len(given[3]))
    equipper = Equipper(Thought(fork, "p1", Budget(240), 1), "LNWR")
    asked: list[int] = []
    monkeypatch.setattr(equipper, "follow", lambda ran: asked.extend(price for price, _ in equipper.offers()))
    equipper.after(Action("done", "p1"))
    assert fork.view.cursor.actor == "LNWR"
    assert asked == [10, 10]


def test_a_plan_is_a_train_and_what_is_paid_until_it_is_bought(trains_add):
    equipper = Equipper(Thought(Fork(tidy(operating("trains"))), "p1", Budget(240), 1), "LNWR")
    trains_add(200.0)
    ways = [(350.0, way) for way in ("pay", "half", "withhold")]
    assert [(plan.price, plan.until) for plan in equipper.plans()] == ways
    trains_add()
    assert equipper.plans() == [Purchases(0.0, ())]
