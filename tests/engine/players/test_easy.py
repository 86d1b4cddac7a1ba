"""*Easy*: how far it looks ahead, and what money it keeps."""

import pytest

from engine import TITLES, Action
from engine.players.dealing import Dealer
from engine.players.easy import Easy
from engine.players.fork import Fork, fork_for_player
from engine.players.kinds import player
from engine.players.seat import Budget, Weighed
from engine.players.steady import Steady, Thought
from tests.engine.players.test_foresight import running
from tests.scenario import Scenario
from tests.titles.g1862.mania import Mania


def dealing(**cash):
    return Scenario(TITLES["1889"]).cash(**cash).at("shares", "p1", "turn", number=2)


def chosen(game, level):
    return player(level, 7).choose(fork_for_player(game), "p1", Budget(200))


def kinds_looked_at(decision):
    return {action.kind for action in (*decision.actions, *(each.action for each in decision.weighed))}


def test_easy_looks_less_far_ahead_and_steady_as_far_as_it_can():
    thought = Thought(Fork(dealing(p1=500).game()), "p1", Budget(200))
    far = thought.eye.ahead.rounds
    Steady().limit(thought)
    assert thought.eye.ahead.rounds == far > Easy.sight
    Easy().limit(thought)
    assert thought.eye.ahead.rounds == Easy.sight
    assert thought.eye.refreshed().ahead.rounds == Easy.sight


def late(train, treasury, cash):
    """A stock round in which a 5-train costs 450 and a 3-train is soon scrapped; p1 leads TR."""
    return (
        dealing(p1=cash, p2=0, p3=0)
        .par("TR", 70)
        .shares("TR", p1=20)
        .money({"TR": treasury})
        .trains("TR", train)
        .tile("E2", "5", 4)
        .tile("F3", "57", 2)
        .token("TR", "F3")
        .operated("TR")
        .no_trains_left("2", "3", "4")
        .phase("5")
    )


@pytest.mark.parametrize(
    ("train", "treasury", "cash", "bought"),
    [("3", 400, 119, False), ("3", 400, 120, True), ("3", 450, 90, True), ("5", 0, 90, True)],
)
def test_easy_keeps_money_only_for_a_train_that_its_company_will_have_to_buy(train, treasury, cash, bought):
    """The price is kept, with what the treasury has."""
    scenario = late(train, treasury, cash).par("IR", 70).shares("IR", p1=20, p2=40).trains("IR", "5")
    game = scenario.token("IR", "E2").operated("IR").game()
    assert game.view.data.trains["5"].price == 450
    kinds = {level: chosen(game, level=level).actions[0].kind for level in ("easy", "steady")}
    assert kinds == {"easy": "buy_share" if bought else "pass", "steady": "buy_share"}


@pytest.mark.parametrize(("cash", "starts"), [(374, False), (375, True)])
def test_easy_starts_a_company_only_beside_the_money_for_such_a_train(cash, starts):
    """The lowest par is 65 and five shares float a company."""
    game = late("3", 400, cash).game()
    looked_at = {level: kinds_looked_at(chosen(game, level=level)) for level in ("easy", "steady")}
    assert {level: "par" in kinds for level, kinds in looked_at.items()} == {"easy": starts, "steady": True}


def test_easy_floats_what_it_has_started_with_its_last_money():
    one = dealing(p1=325, p2=0, p3=0).par("IR", 65, floated=False).shares("IR", p1=20)
    assert chosen(one.game(), level="easy").actions[0].args["company"] == "IR"


@pytest.mark.parametrize(
    ("held", "cash", "modest", "buys"),
    [(["2"], 159, True, False), (["2"], 160, True, True), (["2"], 159, False, True), ([], 159, True, True)],
)
def test_a_modest_player_buys_a_further_train_only_for_half_of_the_money(held, cash, modest, buys):
    """A train costs 80."""
    scenario = running(*held, cash=cash).at("operating", "IR", "trains", number=1, part=1)
    thought = Thought(Fork(scenario.game()), "p1", Budget(200), 1)
    thought.limit(99, 0.0, modest)
    choices = [each for each in thought.fork.choices("p1") if each.kind == "buy_train"]
    assert bool(thought.looks(choices)) is buys


@pytest.mark.parametrize(("title", "modest"), [("1889", False), ("18OE", True)])
def test_easy_is_modest_where_the_title_says_so(title, modest):
    thought = Thought(Fork(Scenario(TITLES[title]).game()), "p1", Budget(200))
    Easy().limit(thought)
    assert thought.is_modest is modest


def test_a_forced_par_is_one_at_which_the_company_floats(monkeypatch):
    """ESR could also begin at 54."""
    game = Mania().cash(p1=400, p2=0, p3=0).parliament().game()
    game.submit(Action("bid", "p1", {"company": "ESR", "amount": 0}))
    monkeypatch.setattr(Dealer, "_start", lambda self, action: Weighed(action, 0.0))
    found = Thought(Fork(game), "p1", Budget(200)).weighed()
    assert [each.action.args["price"] for each in found] == ["62"]
