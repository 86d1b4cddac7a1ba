"""Late games of 1862 played to their end by quick rules, and what strong knows beside steady."""

from typing import ClassVar

import pytest

from engine import TITLES, Action
from engine.core.state import to_json
from engine.players.bidding import Bidder
from engine.players.fork import Fork, fork_for_player
from engine.players.kinds import player
from engine.players.knowledge import knowledge_of
from engine.players.playouts import choosing
from engine.players.playouts.choosing import is_late, played_out
from engine.players.playouts.playout import Playout
from engine.players.seat import Budget, Weighed
from engine.players.steady import SOON, Thought
from engine.players.strong import Strong
from tests.titles.g1862.mania import Mania

KNOWN = knowledge_of(TITLES["1862"])


def last_round(**cash):
    """Before the last operations: E&H, with a home and a route, can run; 40 % of it lie in the pool."""
    game = Mania().company("E&H", 100, cash=90, permits=("freight",), p1=30, p2=30, pool=40)
    game = game.train("E&H", "H", "freight").tile("C8", "15", 0).tile("C10", "14", 0)
    game = game.token("E&H", "C8").operated("E&H").cash(**(cash or {"p1": 130, "p2": 0, "p3": 0}))
    return game.phase("H").lner(20).dealing("p1", 8)


def charters(player="p1", **cash):
    return Mania().cash(**(cash or {"p1": 800, "p2": 800, "p3": 800})).parliament(player)


def thought(scenario, seat="p1"):
    return Thought(Fork(scenario.game()), seat, Budget(240), 1)


# --- playouts --------------------------------------------------------------------------------------


def test_a_playout_ends_the_game_counts_worth_and_leaves_the_position_as_it_was():
    fork = Fork(last_round().game())
    before = to_json(fork.writer.state)
    playout = Playout(fork)
    found = playout.worths(Action("pass", "p1"))
    assert found is not None
    assert set(found) == {"p1", "p2", "p3"}
    assert playout.played > 3
    assert to_json(fork.writer.state) == before
    assert Playout(fork).worths(Action("pass", "p1")) == found


def test_a_playout_that_takes_more_decisions_than_it_may_says_nothing():
    playout = Playout(Fork(last_round().game()))
    assert playout.worths(Action("pass", "p1"), 1) is None
    assert playout.score("p1", Action("pass", "p1"), 1) is None


def test_who_does_better_at_the_end_scores_more():
    fork = Fork(last_round().game())
    buy = Action("buy_share", "p1", {"company": "E&H", "source": "pool"})
    assert fork.legal(buy)
    rich, poor = (Playout(fork).worths(a) for a in (buy, Action("pass", "p1")))
    assert rich is not None
    assert poor is not None
    assert rich["p1"] != poor["p1"]
    scores = [Playout(fork).score("p1", a) or 0.0 for a in (buy, Action("pass", "p1"))]
    assert (scores[0] > scores[1]) == (rich["p1"] > poor["p1"])


# --- choosing by playouts --------------------------------------------------------------------------


class Foretold(Playout):
    """Says of each kind of action how well the seat will do."""

    told: ClassVar = {"pass": 100.0, "buy_share": 0.0}

    def score(self, seat, action, most=0):
        return self.told[action.kind]


@pytest.mark.parametrize(("told", "kind"), [(100.0, "pass"), (10.0, "buy_share"), (None, "buy_share")])
def test_strong_leaves_steadys_choice_for_what_does_clearly_better_in_a_playout(monkeypatch, told, kind):
    monkeypatch.setattr(choosing, "Playout", Foretold)
    monkeypatch.setattr(Foretold, "told", {"pass": told, "buy_share": 0.0})
    mind = thought(last_round())
    usual = [Weighed(Action("buy_share", "p1", {"company": "E&H", "source": "pool"}), 5.0)]
    assert played_out(mind, usual, Budget(400))[0].action.kind == kind


def test_games_are_played_out_from_a_phase_on():
    view = last_round().game().view
    assert is_late(view, KNOWN.plays_from)
    assert not is_late(view, "")
    assert not is_late(Mania().dealing().game().view, KNOWN.plays_from)


def test_strong_is_the_same_twice_late_in_a_game():
    game = fork_for_player(last_round().game())
    first, second = (player("strong", 3).choose(game, "p1", Budget(600)).actions for _ in range(2))
    assert first == second


# --- what strong knows -----------------------------------------------------------------------------


def lots(scenario, seat="p1"):
    mind = thought(scenario, seat)
    usual = Bidder(mind.eye, seat, Budget(100)).usual
    return {item: (value, usual(item)) for item, value in Strong(1)._lots(mind, Budget(100)).items()}


def test_strong_goes_less_far_for_early_charters_and_farther_for_late_ones():
    early = lots(charters())
    assert early
    assert all(own < usual for own, usual in early.values() if usual > 0)
    late = lots(charters(p1=1500, p2=1500, p3=1500).phase("E"))
    assert all(own > usual for own, usual in late.values() if usual > 0)


def test_nobody_bids_for_a_charter_without_room_for_the_certificates_that_float_it():
    def worth(percent):
        game = charters()
        for company in ("E&H", "ECR", "ENR", "ESR")[:2]:
            game = game.company(company, 62, p1=percent)
        return KNOWN.lot(game.game().view, "p1", "FDR")

    assert worth(70) > 0
    assert worth(100) < 0


def test_strong_starts_no_company_in_a_share_round():
    game = Mania().cash(p1=900, p2=0, p3=0).dealing("p1", 2).game()
    assert any(choice.kind == "par" for choice in game.choices("p1"))
    decision = player("strong", 1).choose(fork_for_player(game), "p1", Budget(400))
    assert all(a.kind != "par" for a in (*decision.actions, *(each.action for each in decision.weighed)))


def test_strong_keeps_money_earlier_for_trains_that_last():
    scenario = Mania().company("E&H", 100, p1=50).train("E&H", "B", "freight")
    scenario = scenario.operating("E&H", "dividend", 2).note("turn", {"revenue": 100})
    early, late = thought(scenario.phase("B")), thought(scenario.phase("D"))
    for mind in (early, late):
        Strong(1)._weighed(mind, Budget(100))
    assert early.soon == SOON
    assert late.soon == KNOWN.saves_for["D"] > SOON


def test_a_company_without_a_train_joins_another_only_where_it_cannot_buy_one():
    def liking(cash):
        game = (
            Mania()
            .company("E&H", 62, p1=50, cash=cash)
            .company("ECR", 62, p1=50)
            .train("ECR", "A", "freight")
        )
        view = game.operating("E&H", "merge").game().view
        return KNOWN.taste(view, Action("merge", "p1", {"company": "ECR", "survivor": "ECR"}))

    assert liking(99) > 0
    assert liking(100) == 0
