"""Outlook, forecasts and appraisals: positions of 1889 with the figures that follow from them."""

import pytest

from engine import TITLES
from engine.players.fork import Fork
from engine.players.knowledge import EXTRA, Knowledge, knowledge_of
from engine.players.worth.appraisal import Appraiser, closing, gain
from engine.players.worth.forecast import Foresight, asked, floats
from engine.players.worth.outlook import outlook
from engine.players.worth.runs import best_run, income, income_with, last_income
from engine.routes.paths import LAST_ROUTES
from tests import toy
from tests.scenario import Scenario

TITLE = TITLES["1889"]
PLAIN = Knowledge(growth=0.0, ripe_income=0, fresh_income=0, spare=0.0)


def running(*trains, cash=0, phase="2", **shares):
    return (
        Scenario(TITLE)
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


def eye(scenario, known=PLAIN):
    fork = Fork(scenario.game())
    return Appraiser(fork, known)


def test_every_title_says_what_players_know_of_it():
    assert all(isinstance(title.extras[EXTRA], Knowledge) for title in TITLES.values())
    assert knowledge_of(toy.TITLE) == Knowledge()


def test_trains_live_until_the_bank_sells_the_kind_that_scraps_them():
    view = running("2", "2").at("shares", "p1", "turn").game().view
    ahead = outlook(view, Knowledge(sales=1.0))
    left = sum(t.owner == "depot" and t.kind == "2" for t in view.state.trains.values())
    threes = TITLE.data.trains["3"].count
    assert [(lot.kind, lot.price, lot.begins) for lot in ahead.lots[:3]] == [
        ("2", 80, 0.0),
        ("3", 180, left),
        ("4", 300, left + threes),
    ]
    assert ahead.life("2") == left + threes
    assert ahead.life("5") == 99
    sold = [ahead.at(when) for when in (0, left - 0.5, left)]
    assert [lot.kind for lot in sold if lot is not None] == ["2", "2", "3"]


def test_the_end_comes_nearer_with_what_companies_earn():
    poor, rich = running("2"), running("2")
    rich.state.companies["IR"].last_revenue = 700
    poor.state.companies["IR"].last_revenue = 70
    known = Knowledge()
    far, near = (outlook(s.at("shares", "p1", "turn").game().view, known).rounds for s in (poor, rich))
    assert near < far
    assert near >= 1


def test_runs_are_searched_once_for_a_board():
    fork = Fork(running("2").game())
    assert income(fork.view, "IR", 40) == 50
    assert best_run(fork.view, "IR", 40) is best_run(fork.view, "IR", 40)


def test_what_another_train_would_earn_leaves_it_where_it_is():
    fork = Fork(running().game())
    train = fork.view.trains("depot")[0]
    assert income(fork.view, "IR", 40) == 0
    assert income_with(fork, "IR", train, 40) == 50
    assert train.owner == "depot"
    assert fork.view.trains("IR") == []


def test_the_last_income_counts_while_the_same_trains_are_there():
    scenario = running("2")
    record = scenario.state.companies["IR"]
    record.last_revenue = 90
    train = next(t for t in scenario.state.trains.values() if t.owner == "IR")
    record.data[LAST_ROUTES] = [{"train": train.id, "path": []}]
    assert last_income(scenario.game().view, "IR") == 90
    assert last_income(scenario.trains("IR", "2").game().view, "IR") is None


def test_a_company_without_a_station_runs_no_train():
    scenario = Scenario(TITLE).par("IR", 70).shares("IR", p1=60, p2=40).trains("IR", "2").phase("2")
    scenario.state.companies["IR"].last_revenue = 90
    view = scenario.game().view
    assert view.stations("IR") == []
    assert income(view, "IR", 40) == 0
    assert last_income(view, "IR") is None


def test_a_company_with_a_permanent_train_pays_and_rises_to_the_end():
    found = eye(running("5", phase="5").at("shares", "p1", "turn"))
    rounds = found.foresight.rounds_of("IR")
    forecast = found.forecast("IR")
    earned = income(found.view, "IR", PLAIN.patience)
    assert forecast.paid == earned * rounds
    assert forecast.price > 70
    assert forecast.lacking == 0
    assert found.value("IR") == pytest.approx(forecast.paid / 100 + forecast.price / 10)


def test_what_a_company_lacks_for_its_next_train_is_its_presidents_loss():
    poor = eye(running("2", cash=0).no_trains_left("2", "3").at("shares", "p1", "turn"))
    rich = eye(running("2", cash=2000).no_trains_left("2", "3").at("shares", "p1", "turn"))
    assert poor.forecast("IR").lacking > 0
    assert rich.forecast("IR").lacking == 0
    lost = {seat: rich.worths()[seat] - poor.worths()[seat] for seat in ("p1", "p2")}
    assert lost["p1"] - 1.5 * lost["p2"] >= poor.forecast("IR").lacking - 1


def test_money_is_kept_just_in_time_for_the_train_that_must_follow():
    scenario = running("4", cash=0, phase="4").no_trains_left("2", "3", "4").at("shares", "p1", "turn")
    found = eye(scenario, Knowledge(growth=0.0, ripe_income=0, fresh_income=0, spare=0.0, sales=0.1))
    forecast, rounds = found.forecast("IR"), found.foresight.rounds_of("IR")
    assert 0 < forecast.paid < income(found.view, "IR", 40) * rounds


@pytest.mark.parametrize(
    ("lasts", "follows"), [(1.9, True), (2.0, True), (2.9, True), (3.0, False), (3.9, False)]
)
def test_nothing_is_kept_for_a_train_that_would_run_in_no_round_that_is_left(lasts, follows):
    found = eye(running("4", cash=0, phase="4").no_trains_left("2", "3").at("shares", "p1", "turn"))
    course = found.foresight._start("IR")
    assert (found.foresight._need(course, 0, lasts, 5) > 0) == follows


def test_a_company_that_nobody_can_float_is_worth_part_of_its_par():
    scenario = Scenario(TITLE).cash(p1=0, p2=0, p3=0).par("IR", 70, floated=False).shares("IR", p1=20)
    scenario = scenario.at("shares", "p1", "turn")
    assert floats(scenario.game().view, "IR") == 0.15
    assert asked(scenario.game().view, "IR") == 70
    assert floats(scenario.cash(p1=500).game().view, "IR") == 0.95
    assert floats(running("2").game().view, "IR") == 1.0


def test_privates_count_until_they_close():
    scenario = Scenario(TITLE).own("p1", "TER").at("shares", "p1", "turn")
    found = eye(scenario)
    spec = TITLE.data.companies["TER"]
    rounds = min(found.ahead.rounds, closing(found.view, found.ahead))
    now = found.view.title.scores(found.view)["p1"]
    loss = spec.price if rounds < found.ahead.rounds else 0
    assert found.worths()["p1"] == pytest.approx(now + spec.revenue * rounds - loss)


def test_the_worth_of_a_game_that_is_over_is_its_score():
    scenario = running("2").at("shares", "p1", "turn")
    scenario.state.ended = "bank_broken"
    found = eye(scenario)
    assert found.worths() == found.view.title.scores(found.view)


def test_a_gain_of_others_weighs_a_little_against_ones_own():
    before, after = {"p1": 100.0, "p2": 100.0, "p3": 100.0}, {"p1": 150.0, "p2": 100.0, "p3": 150.0}
    assert gain(before, after, "p1") == 50 - 0.2 * 25


def test_the_runs_of_the_company_that_acts_are_searched_and_others_remembered():
    scenario = running("2").at("operating", "IR", "track", number=1, part=1)
    scenario.state.companies["IR"].last_revenue = 90
    train = next(t for t in scenario.state.trains.values() if t.owner == "IR")
    scenario.state.companies["IR"].data[LAST_ROUTES] = [{"train": train.id, "path": []}]
    fork = Fork(scenario.game())
    sight = Foresight(fork, outlook(fork.view, PLAIN), PLAIN)
    assert sight.income("IR") == 90
    sight.exact = frozenset({"IR"})
    assert sight.income("IR") == 50
