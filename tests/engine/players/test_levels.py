"""What the levels decide: positions, the budget, the deadline, and nothing hidden."""

from dataclasses import replace
from itertools import count

import pytest

from engine import TITLES, Action, new_game
from engine.board.coords import opposite
from engine.core.errors import Refused
from engine.players import building
from engine.players.bidding import Bidder, is_auction
from engine.players.building import first_look, lays, likely_places, pulls
from engine.players.candidates import completions, quiet
from engine.players.dealing import Dealer
from engine.players.fork import Fork, fork_for_player
from engine.players.kinds import LEVELS, player, work_limit_of
from engine.players.knowledge import knowledge_of
from engine.players.reasons import reason
from engine.players.seat import Budget
from engine.players.steady import Steady, Thought
from engine.players.strong import CARE, Strong
from engine.players.worth.appraisal import Appraiser
from engine.routes.suggest import best_routes
from tests.scenario import Scenario

TITLE = TITLES["1889"]


def operating(step, *trains, cash=500, **shares):
    return (
        Scenario(TITLE)
        .par("IR", 70)
        .shares("IR", **(shares or {"p1": 60, "p2": 40}))
        .money({"IR": cash})
        .trains("IR", *trains)
        .tile("E2", "5", 4)
        .token("IR", "E2")
        .at("operating", "IR", step, number=1, part=1)
        .note("rounds_in_set", 1)
    )


def dealing(**cash):
    return Scenario(TITLE).cash(**cash).at("shares", "p1", "turn", number=2)


def chosen(game, seat="p1", level="steady", work=200, **more):
    return player(level, 7).choose(fork_for_player(game), seat, Budget(work, **more))


def dealer(scenario):
    fork = Fork(scenario.game())
    known = knowledge_of(TITLE)
    return fork, Dealer(Appraiser(fork, known), "p1", Budget(400))


# --- candidates and building -----------------------------------------------------------------------


def test_all_ways_to_fill_a_choice_are_legal_and_quiet_is_what_leaves_things_alone():
    fork = Fork(dealing(p1=600).game())
    choices = fork.choices("p1")
    pars = next(c for c in choices if c.kind == "par")
    found = completions(fork, "p1", pars, 400)
    assert {a.args["price"] for a in found} == {"65", "70", "75", "80", "90", "100"}
    assert len(found) == 6 * 7
    assert all(fork.legal(a) for a in found)
    assert completions(fork, "p1", pars, 5) == found[:5]
    assert quiet(fork, "p1", choices) == Action("pass", "p1")
    assert quiet(fork, "p1", [pars]) is None


def test_the_pull_of_towns_fades_with_the_distance():
    hexmap = TITLE.rules.board.hexmap
    pull = pulls(hexmap)
    matsuyama = "E2"
    ring = [other for other in hexmap[matsuyama].neighbours if other is not None]
    assert min(pull.values()) >= 0
    assert pull[matsuyama] > 20
    assert all(pull[other] >= 20 * 0.6 for other in ring)


def test_track_that_meets_track_looks_better_than_a_dead_end():
    view = operating("track", "2").game().view
    board = view.board()
    (side,) = [edge for edge in board.face("E2").exits if board.hexmap.neighbour("E2", edge) == "F3"]
    lay = {turn: Action("lay_tile", "p1", {"hex": "F3", "tile": "57", "rotation": turn}) for turn in "012"}
    (meets,) = [t for t in "012" if opposite(side) in board.catalogue["57"].face(int(t)).exits]
    off_map = [t for t in "012" if any(not board.hexmap.neighbour("F3", e) for e in (int(t), int(t) + 3))]
    assert meets not in off_map
    assert all(first_look(view, lay[meets]) > first_look(view, lay[turn]) for turn in off_map)


def test_lays_come_in_the_order_of_a_first_look():
    fork = Fork(operating("track", "2").game())
    choice = next(c for c in fork.choices("p1") if c.kind == "lay_tile")
    found = lays(fork, "p1", choice)
    assert len(found) == 4
    assert [look for look, _ in found] == sorted((look for look, _ in found), reverse=True)
    assert all(fork.legal(action) for _, action in found)


@pytest.mark.parametrize("hexes", [1, 2, 40])
def test_lays_of_the_track_step_are_those_that_its_fields_offer(hexes):
    fork = Fork(operating("track", "2").game())
    choice = next(c for c in fork.choices("p1") if c.kind == "lay_tile")
    found = building._all(fork, "p1", choice, hexes)
    offered = [*building._by_fields(fork, "p1", choice, hexes)]
    assert len({action.args["hex"] for action in found}) <= hexes
    assert sorted(found, key=str) == sorted(offered, key=str) != []


def test_a_marker_is_tried_first_where_most_is_to_be_earned():
    view = operating("token", "2").game().view
    places = [Action("place_token", "p1", {"hex": coord}) for coord in ("G4", "K4", "F3")]
    found = [action.args["hex"] for action in likely_places(view, places)]
    assert found[0] == "K4"
    assert sorted(found) == ["F3", "G4", "K4"]


# --- decisions -------------------------------------------------------------------------------------


def test_steady_runs_for_the_most_and_says_why():
    game = operating("run", "2").tile("F3", "57", 2).game()
    decision = chosen(game)
    assert decision.actions[0].kind == "run"
    assert decision.actions[0].args["routes"] == game.suggest_routes()
    assert decision.reason == "This is the best run that was found."


def test_the_run_that_is_made_is_searched_longer_and_longest_by_strong(monkeypatch):
    """More questions whether to go on than in a look ahead."""
    asked = []

    def searched(view, company, stop):
        asked.append(sum(not stop() for _ in range(1000)))
        return best_routes(view, company)

    monkeypatch.setattr("engine.players.worth.runs.best_routes", searched)
    game = operating("run", "2").tile("F3", "57", 2).game()
    for level in ("steady", "strong"):
        chosen(game, level=level)
    usual = knowledge_of(TITLE).patience
    assert asked == [usual, CARE * usual]
    careful = knowledge_of(TITLES["18OE"])
    assert careful.care > 1


def test_steady_lays_the_track_on_which_its_train_can_run():
    game = operating("track", "2").game()
    (action,) = chosen(game).actions
    game.submit(action)
    assert action.args["hex"] == "F3"
    assert sum(r["path"] != [] for r in game.suggest_routes()) == 1


def test_steady_pays_where_its_trains_are_there_for_good():
    game = operating("run", "5", cash=900).tile("F3", "57", 2).phase("5").game()
    game.submit(Action("run", "p1", {"routes": game.suggest_routes()}))
    assert game.waiting().step == "dividend"
    (action,) = chosen(game).actions
    assert action == Action("dividend", "p1", {"payout": "pay"})


def test_steady_buys_a_first_train():
    game = operating("trains").tile("F3", "57", 2).game()
    decision = chosen(game)
    assert (decision.actions[0].kind, decision.actions[0].args["train"]) == ("buy_train", "2")
    assert all(each.action.kind != "offer_train" for each in decision.weighed)


def test_a_dealer_starts_what_he_can_float_alone_at_a_par_that_he_can_pay():
    fork, deals = dealer(dealing(p1=420, p2=90, p3=90))
    best = deals.deals(fork.choices("p1"))[0].action
    assert best.kind == "par"
    assert 5 * int(best.args["price"]) <= 420


def test_a_dealer_starts_nothing_that_nobody_can_float():
    fork, deals = dealer(dealing(p1=140, p2=30, p3=30))
    assert any(c.kind == "par" for c in fork.choices("p1"))
    assert deals.deals(fork.choices("p1")) == []
    assert chosen(dealing(p1=140, p2=30, p3=30).game()).actions == (Action("pass", "p1"),)


def test_a_dealer_starts_nothing_that_he_has_no_certificates_to_float():
    def starts(*held):
        scenario = dealing(p1=420, p2=90, p3=90)
        for company in held:
            scenario = scenario.par(company, 90).shares(company, p1=50, p2=50)
        fork, deals = dealer(scenario)
        return [each for each in deals.deals(fork.choices("p1")) if each.action.kind == "par"]

    assert starts("IR", "SR", "AR")
    assert not starts("IR", "SR", "AR", "KO")


def test_who_leads_a_company_that_waits_starts_no_second_one():
    one = dealing(p1=420, p2=0, p3=0).par("IR", 70, floated=False).shares("IR", p1=20)
    fork, deals = dealer(one)
    assert {each.action.kind for each in deals.deals(fork.choices("p1"))} == {"buy_share"}


def test_a_dealer_prefers_the_share_that_brings_more():
    scenario = dealing(p1=400, p2=0, p3=0)
    for company, trains in (("IR", ("5",)), ("TR", ())):
        scenario = scenario.par(company, 70).shares(company, p2=60).trains(company, *trains)
    scenario = scenario.tile("E2", "5", 4).tile("F3", "57", 2).token("IR", "E2").token("TR", "F3").phase("5")
    fork, deals = dealer(scenario)
    choice = next(c for c in fork.choices("p1") if c.kind == "buy_share")
    worth = {each.action.args["company"]: each.worth for each in deals.purchases(choice)}
    assert worth["IR"] > worth["TR"]


def test_a_bidder_pays_what_a_lot_is_worth_and_keeps_money_to_float_a_company():
    game = new_game("1889", ["Ann", "Ben", "Cy", "Dot"], seed=2)
    fork = Fork(game)
    assert is_auction(fork.view)
    waiting = fork.waiting()
    assert waiting is not None
    seat = waiting.players[0]
    bidder = Bidder(Appraiser(fork, knowledge_of(TITLE)), seat, Budget(100))
    found = bidder.offers(fork.choices(seat))
    lots = {TITLE.data.companies[i].price for i in ("TER", "UTF")}
    assert bidder.value("TER") == 22
    assert lots == {20, 150}
    assert all(each.worth > 0 for each in found)
    spent = [each.action.get("price", 20) for each in found]
    assert max(spent) <= 420 - 325


# --- chance, budget, deadline, what is hidden ------------------------------------------------------


@pytest.mark.parametrize("level", ["easy", "steady", "strong"])
def test_the_same_seed_and_budget_decide_the_same(level):
    game = dealing(p1=500, p2=500, p3=500).game()
    first, second = chosen(game, level=level, work=150), chosen(game, level=level, work=150)
    assert first.actions == second.actions
    assert first.weighed == second.weighed


@pytest.mark.parametrize("level", ["easy", "steady"])
def test_nothing_hidden_is_read(level):
    """Two games of one position that came about otherwise, with other seeds, are decided alike."""
    game = dealing(p1=500, p2=500, p3=500).game()
    other = dealing(p1=500, p2=500, p3=500).game()
    other.setup = replace(other.setup, seed=99)
    other.submit(Action("pass", "p1"))
    other.undo("p1", 1)
    taken = [player(level, 7).choose(g, "p1", Budget(200)) for g in (game, other, fork_for_player(game))]
    assert len({each.actions[0].kind for each in taken}) == 1
    assert taken[0].actions == taken[1].actions == taken[2].actions


def test_a_deadline_cuts_and_the_best_so_far_is_played():
    game = dealing(p1=500, p2=500, p3=500).game()
    asked = count()
    decision = chosen(game, level="strong", work=10_000, over=lambda: next(asked) > 30)
    assert next(asked) < 200
    assert game.check(decision.actions[0]) is None
    at_once = chosen(game, level="steady", over=lambda: True)
    assert game.check(at_once.actions[0]) is None


def test_a_budget_counts_work_and_its_share_has_the_same_deadline():
    budget = Budget(5)
    assert [budget.take(2) for _ in range(3)] == [True, True, False]
    assert budget.share(10).work == 0
    assert Budget(9, over=lambda: True).share(3).take() is False
    assert Budget(9).share(3).work == 3


def test_seconds_are_those_of_the_clock_that_was_given():
    ticks = count(0, 3)
    decision = chosen(dealing(p1=500).game(), clock=lambda: next(ticks))
    assert decision.seconds == 3
    assert chosen(dealing(p1=500).game()).seconds == 0


def test_strong_lays_track_as_steady_does_and_compares_deals():
    game = operating("track", "2", cash=700).game()
    assert chosen(game, level="strong", work=400).actions[0].kind == "lay_tile"
    decision = chosen(dealing(p1=500, p2=500, p3=500).game(), level="strong", work=400)
    assert decision.actions[0].kind == "par"
    assert decision.weighed
    assert all(a.worth >= b.worth for a, b in zip(decision.weighed, decision.weighed[1:], strict=False))


def test_without_a_seed_nothing_is_left_to_chance():
    game = dealing(p1=500, p2=500, p3=500).game()
    thoughts = [Thought(Fork(game), "p1", Budget(200)).weighed() for _ in range(2)]
    assert thoughts[0] == thoughts[1]
    assert thoughts[0][0].worth >= thoughts[0][-1].worth


def test_players_are_known_by_level_or_by_module_and_class():
    assert list(LEVELS) == ["random", "easy", "steady", "strong"]
    assert isinstance(player("engine.players.steady:Steady", 3), Steady)
    assert isinstance(player("strong", 3), Strong)
    assert work_limit_of("steady") < work_limit_of("strong") == work_limit_of("some:Class")
    with pytest.raises(Refused, match="levels are random, easy, steady, strong"):
        player("mighty", 1)
    with pytest.raises(Refused, match="module:Class"):
        player("mighty", 1)
    with pytest.raises(Refused, match=r"Nobody cannot be imported from engine\.players\.steady"):
        player("engine.players.steady:Nobody", 1)


def test_reasons_are_sentences_with_figures_that_a_player_can_check():
    view = dealing(p1=500).game().view
    bought = Action("buy_share", "p1", {"company": "IR", "source": "ipo"})
    assert reason(view, bought) == "In the rest of the game a share of IR should bring more than it costs."
    view.state.companies["IR"].last_revenue = 80
    assert reason(view, bought).startswith("IR last ran for ¥80: ")
    assert "room for a share" in reason(view, Action("close_private", "p1"))
    assert reason(view, Action("par", "p1")) == "Of what could be done, this leaves the best position."


# --- what waits for its float ----------------------------------------------------------------------


@pytest.mark.parametrize(("cash", "others"), [(200, False), (400, True)])
def test_strong_keeps_the_money_to_float_what_it_has_started(cash, others):
    scenario = (
        dealing(p1=cash, p2=0, p3=0)
        .par("TR", 65, floated=False)
        .shares("TR", p1=20)
        .par("IR", 70)
        .shares("IR", p1=20, p2=40)
        .trains("IR", "5")
        .tile("E2", "5", 4)
        .tile("F3", "57", 2)
        .token("IR", "E2")
        .operated("IR")
    )
    decision = chosen(scenario.game(), level="strong", work=600)
    looked_at = [*decision.actions, *(each.action for each in decision.weighed)]
    assert {a.kind for a in looked_at} == {"buy_share"}
    assert any(a.args["company"] == "TR" for a in looked_at)
    assert any(a.args["company"] == "IR" for a in looked_at) == others


def test_strong_may_pass_where_it_cannot_pay_the_float():
    scenario = dealing(p1=100, p2=0, p3=0).par("TR", 65, floated=False).shares("TR", p1=20)
    decision = chosen(scenario.game(), level="strong", work=600)
    looked_at = [*decision.actions, *(each.action for each in decision.weighed)]
    assert any(a.kind == "pass" for a in looked_at)


def test_shares_that_a_float_needs_are_counted_in_whole_shares():
    scenario = Scenario(TITLES["1826"]).cash(p1=400, p2=0, p3=0).par("Est", 82, floated=False)
    game = scenario.shares("Est", p1=40).at("shares", "p1", "turn", number=2).game()
    fork = Fork(game)
    found = Dealer(Appraiser(fork, knowledge_of(TITLES["1826"])), "p1", Budget(100))
    assert found.owed() == 82
    assert found.to_float() == ["Est"]
