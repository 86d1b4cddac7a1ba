"""Positions of 1889 in outline, what follows in it until the end of the game, and how they are judged."""

from random import Random

import pytest

from engine import TITLES, Action
from engine.core.state import to_json
from engine.players.fork import Fork, fork_for_player
from engine.players.judge import Judge
from engine.players.kinds import player
from engine.players.knowledge import Knowledge, knowledge_of
from engine.players.outline.offering import OWN
from engine.players.outline.outline import Lot
from engine.players.outline.rest import Rest
from engine.players.outline.sheet import Sheet, usual
from engine.players.seat import Budget
from engine.players.steady import Thought
from engine.players.strong import KEPT, LATER, Strong, _gives_up, hold_back
from tests.scenario import Scenario

TITLE = TITLES["1889"]
KNOWN = knowledge_of(TITLE)


class Even(Random):
    """Chance without surprises: what lies in the middle."""

    def uniform(self, a, b):
        return 1.0 if a < 1.0 < b else (a + b) / 2


def running(*trains, cash=0, phase="5", **shares):
    return (
        Scenario(TITLE)
        .cash(p1=100, p2=100, p3=100)
        .par("IR", 70)
        .shares("IR", **(shares or {"p1": 60, "p2": 40}))
        .money({"IR": cash})
        .trains("IR", *trains)
        .tile("E2", "5", 4)
        .tile("F3", "57", 2)
        .token("IR", "E2")
        .phase(phase)
        .operated("IR")
    )


def dealing(scenario):
    return scenario.at("shares", "p1", "turn", number=2)


def rest(scenario, scale=1.0):
    view = Fork(scenario.game()).view
    sheet = Sheet(view, KNOWN)
    return Rest(sheet, sheet.outline(view, {"IR": scale}), Even(1))


def judge(scenario, seat="p1", company=None):
    return Judge(Fork(scenario.game()), seat, company, 1)


# --- the outline -----------------------------------------------------------------------------------


def test_a_position_in_outline_has_money_holdings_and_trains():
    outline = rest(dealing(running("5", cash=90).own("p3", "UTF"))).now
    firm = outline.firms["IR"]
    assert (firm.cash, firm.price, firm.chief, firm.held, firm.unsold) == (90.0, 70, 0, [60, 40, 0], 0)
    assert (firm.trains, firm.unit, firm.floated) == (["5"], 10, True)
    assert outline.cash == [100.0, 100.0, 100.0]
    assert outline.certificates == [5, 4, 1]
    assert (outline.privates, outline.faces) == ([0.0, 0.0, 30.0], [0.0, 0.0, 150.0])
    assert outline.depot[0] == Lot("2", 6)
    assert outline.dealing
    assert outline.turn == "p1"


def test_a_twin_shares_nothing_that_play_changes():
    outline = rest(dealing(running("5"))).now
    twin = outline.twin()
    twin.firms["IR"].held[0] = 0
    twin.firms["IR"].trains.clear()
    twin.depot[0].left = 0
    twin.cash[0] = 5.0
    assert (outline.firms["IR"].held[0], outline.firms["IR"].trains) == (60, ["5"])
    assert (outline.depot[0].left, outline.cash[0]) == (6, 100.0)


def test_trains_that_a_company_must_discard_are_not_in_its_outline():
    assert rest(dealing(running("3", "4", "3", phase="5"))).now.firms["IR"].trains == ["4", "3"]
    assert rest(dealing(running("3", "4", "3", phase="4"))).now.firms["IR"].trains == ["3", "3", "4"]


def test_trains_usually_earn_by_their_reach_and_the_track_there_is():
    sheet = rest(dealing(running("5"))).sheet
    assert [sheet.earns[kind] for kind in ("2", "3", "4", "5", "6", "D")] == [60, 120, 180, 240, 300, 480]
    assert usual(TITLE.data.trains["3"], Knowledge(earns={"3": 95})) == 95
    assert sheet.fleet(["5"], 99.0) == 240
    assert sheet.fleet(["4", "5"], 99.0) == pytest.approx(240 + 0.85 * 180)
    assert sheet.fleet(["5"], 1.0) == pytest.approx(60 * 1.3)
    assert sheet.scale(120.0, ["5"], 99.0) == pytest.approx(0.5)
    assert sheet.scale(1.0, ["5"], 99.0) == 0.4


# --- operating rounds ------------------------------------------------------------------------------


def test_a_company_pays_its_holders_and_its_price_rises():
    found = rest(dealing(running("5")))
    income = found.sheet.income(found.now.firms["IR"])
    found.now.turn = ""
    found._operate()
    firm = found.now.firms["IR"]
    assert found.now.cash == pytest.approx([100 + 0.6 * income, 100 + 0.4 * income, 100])
    assert firm.price == 75


def test_the_first_train_of_a_kind_scraps_old_ones():
    found = rest(dealing(running("2", "3", phase="3", cash=300).no_trains_left("2", "3")))
    found._turn(found.now.firms["IR"], "trains")
    assert found.now.firms["IR"].trains == ["3", "4"]
    assert found.now.phase == 2
    assert found.now.firms["IR"].cash == 0
    assert found.now.depot[0] == Lot("4", 3)


def test_who_leads_a_company_without_a_train_pays_what_it_lacks():
    found = rest(dealing(running(cash=50, phase="3").no_trains_left("2", "3")))
    found._turn(found.now.firms["IR"], "trains")
    assert found.now.firms["IR"].trains == ["4"]
    assert found.now.cash[0] == 100 - 250


def test_debts_weigh_more_than_money():
    found = rest(dealing(running("5")))
    plain = found._final()
    found.now.cash[0] -= 200
    assert found._final()[0] == plain[0] - 100 - 1.4 * 100


def test_privates_are_sold_to_the_company_for_twice_their_face():
    found = rest(dealing(running("5", cash=600).own("p1", "SIR")))
    found.now.phase = 1
    found._buy_privates(found.now.firms["IR"])
    assert found.now.cash[0] == 100 + 160
    assert found.now.firms["IR"].cash == 600 - 160
    assert found.now.faces[0] == 0


def test_companies_of_one_certificate_close_with_their_event():
    title = TITLES["18EZ"]
    view = Fork(Scenario(title).own("p1", "ONE").start("ONE", cash=160).game()).view
    known = knowledge_of(title)
    sheet = Sheet(view, known)
    found = Rest(sheet, sheet.outline(view, {}), Even(1))
    assert found.now.firms["ONE"].single
    found._begin([spec.key for spec in sheet.phases].index("5"))
    assert found.now.firms["ONE"].chief == -1
    assert found.now.faces[0] == known.minor_end


def test_the_rest_of_a_game_ends_when_the_bank_is_empty():
    found = rest(dealing(running("5").bank(300)))
    worths = found.worths()
    assert found.now.broken
    assert found.now.bank < 1
    assert found.played <= 5
    assert worths[0] > worths[1] > worths[2]


# --- share rounds ----------------------------------------------------------------------------------


def test_who_has_begun_a_company_floats_it_and_others_wait():
    scenario = running("5", p2=60).par("TR", 65, floated=False).shares("TR", p1=20)
    found = rest(dealing(scenario.cash(p1=200, p2=0, p3=60)))
    found.now.rounds = 8
    found.deal()
    firm = found.now.firms["TR"]
    assert firm.price == 65
    assert firm.cell is not None
    assert (firm.held, firm.floated, firm.cash) == ([50, 0, 0], True, 650.0)
    assert found.now.cash[0] == 5


def test_a_company_far_from_its_float_is_bought_by_nobody_else():
    scenario = running("5", p1=60, p2=40).par("TR", 65, floated=False).shares("TR", p1=20)
    found = rest(dealing(scenario.cash(p1=0, p2=0, p3=300)))
    found.now.rounds = 8
    assert found._best(2) is None


def test_nobody_buys_beyond_the_limits():
    found = rest(dealing(running("5", p1=60).cash(p1=900, p2=900, p3=0)))
    assert found._sales(0, found.now.firms["IR"]) == []
    found.deal()
    assert max(found.now.firms["IR"].held) <= 60
    assert found.now.firms["IR"].held[1] > 0


def test_a_company_gets_the_price_of_its_own_shares_and_their_dividend():
    found = rest(dealing(running("5", p1=20).cash(p1=0, p2=100, p3=0)))
    firm = found.now.firms["IR"]
    firm.unsold, firm.own = 0, 80
    found._buy(1, firm, firm.price, OWN)
    assert (firm.cash, firm.own, firm.held) == (70.0, 70, [20, 10, 0])
    found._pay(firm, 100.0)
    assert firm.cash == 70 + 70


# --- judging ---------------------------------------------------------------------------------------


def test_a_position_is_judged_the_same_twice_and_left_as_it_is():
    scenario = dealing(running("5", p1=60).cash(p1=200))
    found = judge(scenario)
    before = to_json(found.fork.writer.state)
    actions = [Action("pass", "p1")]
    assert found.ranked(actions, Budget(500)) == judge(scenario).ranked(actions, Budget(500))
    assert to_json(found.fork.writer.state) == before


def test_more_is_better_for_oneself_and_worse_for_others():
    one, two = judge(dealing(running("5"))), judge(dealing(running("5").cash(p1=900)))
    assert two.score(two.outline(), 0) > one.score(one.outline(), 0)
    three = judge(dealing(running("5").cash(p1=900)), seat="p2")
    other = judge(dealing(running("5")), seat="p2")
    assert three.score(three.outline(), 0) < other.score(other.outline(), 0)


def test_paying_is_judged_better_where_the_last_trains_are_there():
    scenario = running("5", cash=900).at("operating", "IR", "run", number=6, part=1).note("rounds_in_set", 3)
    game = scenario.no_trains_left("2", "3", "4").bank(40).game()
    game.submit(Action("run", "p1", {"routes": game.suggest_routes()}))
    found = Judge(Fork(game), "p1", "IR", 1)
    ways = [Action("dividend", "p1", {"payout": way}) for way in ("withhold", "pay")]
    assert found.ranked(ways, Budget(500))[0][1] == ways[1]


def test_a_deal_is_preferred_to_a_pass_and_a_dividend_to_keeping():
    assert hold_back(Action("pass", "p1")) == LATER
    assert hold_back(Action("dividend", "p1", {"payout": "withhold"})) == KEPT
    assert hold_back(Action("dividend", "p1", {"payout": "half"})) == KEPT
    assert hold_back(Action("dividend", "p1", {"payout": "pay"})) == 0


def test_strong_buys_the_share_that_costs_less_than_it_is_worth_before_others_do():
    scenario = running("5", p1=40, p2=20).cash(p1=80, p2=80, p3=80)
    scenario.state.companies["IR"].par = 65
    decision = player("strong", 1).choose(fork_for_player(dealing(scenario).game()), "p1", Budget(500))
    assert decision.actions == (Action("buy_share", "p1", {"company": "IR", "source": "ipo"}),)
    assert "more than it costs" in decision.reason


def test_strong_pays_no_own_company_more_for_a_train_than_the_bank_asks():
    scenario = running("5", cash=900).par("TR", 75).shares("TR", p1=60).trains("TR", "5", "5")
    scenario = scenario.at("operating", "IR", "trains", number=6, part=1).note("rounds_in_set", 3)
    game = scenario.no_trains_left("2", "3", "4").game()
    thought = Thought(Fork(game), "p1", Budget(500))
    (choice,) = (choice for choice in game.choices("p1") if choice.kind == "buy_train")
    looked_at = Strong(1)._actions(thought, choice)
    prices = [a.args["price"] for a in looked_at if a.args.get("source") == "TR"]
    assert prices
    assert max(prices) <= 450


def test_strong_starts_only_what_it_can_float():
    def decided(cash):
        scenario = Scenario(TITLE).cash(p1=cash, p2=0, p3=0).at("shares", "p1", "turn", number=2)
        return player("strong", 1).choose(fork_for_player(scenario.game()), "p1", Budget(500))

    assert decided(200).actions == (Action("pass", "p1"),)
    rich = decided(420)
    pars = [a.args["price"] for a in (*rich.actions, *(w.action for w in rich.weighed)) if a.kind == "par"]
    assert pars
    assert all(5 * int(par) <= 420 for par in pars)


def test_strong_discards_the_train_that_goes_sooner():
    scenario = running("3", "3", "4", cash=1200, phase="4").par("TR", 75).shares("TR", p1=60)
    scenario = scenario.money({"TR": 900}).token("TR", "F9").operated("TR").no_trains_left("2", "3", "4")
    game = scenario.at("operating", "TR", "trains", number=6, part=1).note("rounds_in_set", 3).game()
    game.submit(Action("buy_train", "p1", {"source": "depot", "train": "5", "price": 450}))
    assert game.waiting().step == "discard"
    decision = player("strong", 1).choose(fork_for_player(game), "p1", Budget(500))
    assert decision.actions == (Action("discard_train", "p1", {"train": "3"}),)


def test_strong_leaves_other_companies_their_last_train():
    scenario = running("5", cash=900).par("TR", 75).shares("TR", p1=60).trains("TR", "5")
    scenario = scenario.at("operating", "IR", "trains", number=6, part=1).note("rounds_in_set", 3)
    game = scenario.no_trains_left("2", "3", "4").game()
    decision = player("strong", 1).choose(fork_for_player(game), "p1", Budget(500))
    looked_at = [*decision.actions, *(each.action for each in decision.weighed)]
    assert all(action.args.get("source") != "TR" for action in looked_at)


def test_strong_sells_no_shares_of_its_own_accord_but_to_give_up_a_company():
    """IR is led by another."""
    led = running("2", p2=40, p1=20, phase="3").no_trains_left("2", "3", "4", "5", "6").cash(p1=0, p2=0, p3=0)
    game = dealing(led).game()
    assert any(choice.kind == "sell_shares" for choice in game.choices("p1"))
    decision = player("strong", 1).choose(fork_for_player(game), "p1", Budget(500))
    assert decision.actions == (Action("pass", "p1"),)


@pytest.mark.parametrize(
    ("shares", "sold", "given_up"),
    [({"p1": 40, "p2": 40}, 20, True), ({"p1": 60, "p2": 40}, 10, False), ({"p2": 40, "p1": 30}, 10, False)],
)
def test_a_company_is_given_up_by_who_led_it_and_leads_it_no_more(shares, sold, given_up):
    game = dealing(running("2", **shares)).game()
    thought = Thought(Fork(game), "p1", Budget(100), 1)
    sale = Action("sell_shares", "p1", {"company": "IR", "percent": sold})
    assert _gives_up(thought, sale) is given_up


def test_of_sales_only_those_are_judged_that_give_up_a_company(monkeypatch):
    """IR can be given up by a sale of 20 %; p1 leads TR with much more than anybody else."""
    scenario = dealing(running("2", p1=40, p2=40).par("TR", 75).shares("TR", p1=50, p2=10).trains("TR", "5"))
    seen: list[Action] = []

    def ranked(judge, actions, budget):
        seen.extend(a for a in actions if a.kind == "sell_shares")
        return [*((200.0, a) for a in seen), *((0.0, a) for a in actions if a not in seen)]

    monkeypatch.setattr(Judge, "ranked", ranked)
    decision = Strong(1).choose(scenario.game(), "p1", Budget(400))
    assert {a.args["company"] for a in seen} == {"IR"}
    assert decision.actions[0] in seen


@pytest.mark.parametrize(("more", "better"), [(64.0, False), (66.0, True)])
def test_it_must_bring_clearly_more_to_give_up_a_company(more, better, monkeypatch):
    sale, still = Action("sell_shares", "p1", {"company": "IR", "percent": "20"}), Action("pass", "p1")
    scored = [(100.0 + more, sale), (100.0 + LATER, still)]
    monkeypatch.setattr(Judge, "ranked", lambda self, actions, budget: scored)
    fork = Fork(dealing(running("2", p1=40, p2=40)).game())
    weighed = Strong(1)._judged(Thought(fork, "p1", Budget(100), 1), fork.choices("p1"), still, Budget(100))
    assert (weighed[0].action == sale) is better
