"""What seats own followed to the end of a game of 18OE, and what strong deals by it."""

import pytest

from engine import Action
from engine.core.state import to_json
from engine.players.fork import Fork
from engine.players.knowledge import knowledge_of
from engine.players.outline.ledger import GROWTH, Ledger
from engine.players.playouts import reckoning
from engine.players.playouts.reckoning import Reckoner, reckoned
from engine.players.seat import Budget, Weighed
from engine.players.steady import Thought
from engine.players.strong import Strong
from engine.players.worth.appraisal import standing
from engine.titles.g18oe import TITLE
from tests.titles.g18oe.oe_majors import cell_of, expanded, late, tidy

KNOWN = knowledge_of(TITLE)
PASS = Action("pass", "p1")
ALL = {"p2": 50, "p1": 30, "p3": 20}
EARNED = {"LNWR": 300.0, "PLM": 150.0}


def scenario(lnwr=None, plm=None, price=250, phase="5"):
    """A share round with two majors: Bo presides over LNWR, Ada over PLM."""
    found = expanded(late(phase=phase), "LNWR", cell_of(price, 0), **(lnwr or ALL))
    found = expanded(found, "PLM", cell_of(135, 0), **(plm or {"p1": 50, "p2": 20, "p3": 20}))
    return found.at("shares", "p1", "turn", number=6).cash(p1=500, p2=500, p3=500)


def ledger(found=None, earned=None, bank=5000):
    return Ledger(tidy((found or scenario()).bank(bank)).view, KNOWN, earned or EARNED)


def entry(found, company):
    return next(each for each in found.entries if each.name == company)


def test_a_ledger_begins_with_what_counts_now():
    game = tidy(scenario())
    assert Ledger(game.view, KNOWN, EARNED).worths() == game.scores()


def test_a_round_pays_each_seat_its_part_and_takes_it_from_the_bank():
    found = ledger()
    found._operate()
    assert found.cash == [500 + 90 + 75, 500 + 150 + 30, 500 + 60 + 30]
    assert 5000 - 450 <= found.bank < 5000


@pytest.mark.parametrize(
    ("earned", "moves"), [(300.0, 1), (250.0, 1), (240.0, 0), (0.0, -1)], ids=["more", "all", "less", "none"]
)
def test_a_price_rises_where_the_dividend_covers_it_and_falls_without_one(earned, moves):
    found = ledger(earned={"LNWR": earned, "PLM": 150.0})
    found._operate()
    assert entry(found, "LNWR").cell == (0, cell_of(250, 0)[1] + moves)


@pytest.mark.parametrize(("place", "covered"), [({}, True), ({"pool": 20}, False)], ids=["own", "market"])
def test_what_the_company_gets_for_its_own_shares_covers_the_price_and_the_market_gets_nothing(
    place, covered
):
    found = ledger(scenario(lnwr={"p2": 50, "p1": 30, **place}), {"LNWR": 300.0, "PLM": 150.0})
    found._operate()
    assert (entry(found, "LNWR").price == 280) is covered


def incomes(found, company, rounds):
    earned = []
    for _ in range(rounds):
        found._operate()
        earned.append(entry(found, company).earned)
    return earned


def test_income_grows_from_round_to_round_but_not_without_one():
    found = ledger(earned={"LNWR": 300.0, "PLM": 0.0})
    more = GROWTH * KNOWN.ripe_income
    assert incomes(found, "LNWR", 2) == pytest.approx([300 + more, 300 + 2 * more])
    assert incomes(found, "PLM", 2) == [0.0, 0.0]


def test_the_price_rises_as_players_own_all_shares():
    found = ledger()
    found._sell_out()
    assert (entry(found, "LNWR").price, entry(found, "PLM").price) == (280, 135)


def test_it_ends_with_the_round_in_which_the_bank_is_empty():
    found = ledger(bank=100)
    found.play(ledger(bank=100).hopes(), 0, ())
    assert found.rounds == 1
    longer = ledger(bank=4000)
    longer.play(ledger(bank=4000).hopes(), 0, ())
    assert longer.rounds > 5


def test_a_share_brings_less_the_later_it_is_bought():
    for hope in ledger().hopes():
        assert hope == sorted(hope, reverse=True)


def test_a_seat_buys_what_brings_most_but_nothing_that_it_has_sold():
    hopes = [[400.0], [600.0]]
    for barred, bought in (((), "PLM"), (("PLM",), "LNWR")):
        found = ledger(scenario(lnwr={"p2": 40, "p1": 30, "p3": 20}))
        found.room = [1, 0, 0]
        before = {each.name: each.held[0] for each in found.entries}
        found._deal(hopes, 0, barred)
        assert {each.name for each in found.entries if each.held[0] > before[each.name]} == {bought}
        assert found.room == [0, 0, 0]


def test_shares_of_the_treasury_cost_the_bank_nothing_those_of_the_open_market_fill_it():
    found = ledger(scenario(lnwr={"p2": 50, "p1": 30, "p3": 10, "pool": 10}))
    found.room, bank = [9, 0, 0], found.bank
    found._deal([[400.0], [0.0]], 0, ())
    assert (entry(found, "LNWR").pool, found.bank) == (0, bank + 250)
    found._deal([[0.0], [400.0]], 0, ())
    assert (entry(found, "PLM").own, found.bank) == (0, bank + 250)


def test_nobody_buys_without_certificates_or_money():
    for room, cash in ((0, 500.0), (3, 100.0)):
        found = ledger()
        found.room, found.cash = [room] * 3, [cash] * 3
        found._deal([[400.0], [600.0]], 0, ())
        assert found.cash == [cash] * 3


# --- what strong deals -----------------------------------------------------------------------------


@pytest.fixture
def full(monkeypatch):
    """Nobody may own more certificates than he has."""
    rules = type(TITLE.rules.stock)
    monkeypatch.setattr(rules, "certificate_limit", lambda rules, view: rules.certificates(view, "p1"))
    monkeypatch.setattr("engine.players.outline.ledger.last_income", lambda view, company: EARNED[company])


def chosen(found, usual=PASS, bank=5000):
    fork = Fork(tidy(found.bank(bank)))
    return reckoned(Thought(fork, "p1", Budget(240), 1), [Weighed(usual, 0.0)], Budget(400))


def test_late_at_the_limit_shares_are_sold_that_weigh_more_with_the_rivals(full):
    best = chosen(scenario(), bank=900)[0]
    assert (best.action.kind, best.action.args["company"]) == ("sell_shares", "LNWR")
    assert best.worth > reckoning.SOLD


def test_a_seat_never_gives_up_a_company_that_it_leads(full):
    found = scenario(lnwr={"p1": 20, "p2": 10, "p3": 10}, plm={"p1": 30, "p2": 30, "p3": 20})
    for each in chosen(found, bank=900):
        if each.action.kind == "sell_shares":
            assert each.action.args["company"] != "PLM"


def test_deals_that_hardly_help_are_left(full, monkeypatch):
    monkeypatch.setattr(reckoning, "SOLD", 1e9)
    monkeypatch.setattr(reckoning, "BOUGHT", 1e9)
    assert [each.action for each in chosen(scenario(), bank=900)] == [PASS]


def test_each_company_of_which_shares_were_sold_asks_more_of_the_next_sale(full, monkeypatch):
    best = chosen(scenario(), bank=900)[0]
    monkeypatch.setattr(reckoning, "SOLD", best.worth * 0.6)
    assert chosen(scenario(), bank=900)[0].action == best.action
    monkeypatch.setattr("engine.rules.dealing.dealt", lambda view, what, player: ["OU"])
    assert best.action not in [each.action for each in chosen(scenario(), bank=900)]


@pytest.mark.parametrize("limit", [20, 1])
def test_a_private_is_closed_only_at_the_certificate_limit(monkeypatch, limit):
    rules = type(TITLE.rules.stock)
    monkeypatch.setattr(rules, "certificate_limit", lambda rules, view: limit)
    fork = Fork(tidy(scenario().own("p1", "WCF")))
    offered = {choice.kind for choice in fork.choices("p1")}
    assert "close_private" in offered
    deals = Reckoner(Thought(fork, "p1", Budget(240), 1)).deals()
    assert ("close_private" in {deal.kind for deal in deals}) is (limit == 1)


def test_other_kinds_of_action_are_left_to_steady(full):
    merge = Action("merge_minor", "p1", {})
    assert [each.action for each in chosen(scenario(), merge, 900)] == [merge]


@pytest.mark.parametrize(("phase", "asked"), [("2", False), ("5", True)])
def test_strong_reckons_its_deals_from_a_phase_on(monkeypatch, phase, asked):
    seen = []

    def noted(thought, usual, budget):
        seen.append(thought)
        return list(usual)

    monkeypatch.setattr("engine.players.strong.reckoned", noted)
    fork = Fork(tidy(scenario(phase=phase)))
    Strong(1)._weighed(Thought(fork, "p1", Budget(60), 1), Budget(60))
    assert bool(seen) is asked


def test_a_standing_is_measured_against_the_best_and_the_mean_of_the_others():
    even = standing({"p1": 100.0, "p2": 100.0, "p3": 100.0}, "p1")
    assert even == pytest.approx(0.0)
    assert standing({"p1": 101.0, "p2": 100.0, "p3": 100.0}, "p1") == pytest.approx(10.0, rel=0.01)
    assert standing({"p1": 100.0, "p2": 120.0, "p3": 80.0}, "p1") < even


def test_reckoning_leaves_the_position_as_it_was(full):
    game = tidy(scenario())
    fork = Fork(game)
    before = to_json(fork.writer.state)
    reckoned(Thought(fork, "p1", Budget(240), 1), [Weighed(PASS, 0.0)], Budget(400))
    assert to_json(fork.writer.state) == before
