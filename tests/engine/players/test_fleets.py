"""Forecasts by what trains usually earn: positions of 1889 with such figures, and what titles add."""

from dataclasses import replace

import pytest

from engine import TITLES, Action
from engine.core.state import DEPOT
from engine.players.bidding import Bidder
from engine.players.building import is_lay, open_ends
from engine.players.dealing import Dealer
from engine.players.fork import Fork
from engine.players.knowledge import Knowledge, Rescue, knowledge_of
from engine.players.playouts.equipping import Equipper
from engine.players.seat import Budget
from engine.players.steady import Thought
from engine.players.strong import Strong
from engine.players.worth.appraisal import Appraiser
from engine.players.worth.fleet import Fleets
from tests.scenario import Scenario
from tests.titles.g18oe.oe_majors import cell_of, expanded, late, tidy
from tests.titles.g18oe.oe_start import auction, initial

TITLE = TITLES["1889"]
EARNS = {"2": 50, "3": 80, "4": 120, "5": 160, "6": 200, "D": 300}
KNOWN = Knowledge(earns=EARNS, crowd=0.5, growth=0.0, spare=0.1, sales=0.1, rounds=10)


def running(*trains, cash=0, phase="2", earned=50, **shares):
    scenario = (
        Scenario(TITLE)
        .par("IR", 70)
        .shares("IR", **(shares or {"p1": 60, "p2": 40}))
        .cash(p1=0, p2=0, p3=0)
        .money({"IR": cash})
        .trains("IR", *trains)
        .tile("E2", "5", 4)
        .tile("F3", "57", 2)
        .token("IR", "E2")
        .phase(phase)
        .operated("IR")
        .at("shares", "p1", "turn")
    )
    scenario.state.companies["IR"].last_revenue = earned
    return scenario


def eye(scenario, known=KNOWN):
    return Appraiser(Fork(scenario.game()), known)


def forecast(scenario, known=KNOWN):
    return eye(scenario, known).forecast("IR")


def test_titles_that_say_what_trains_earn_are_forecast_by_it():
    assert isinstance(eye(running("2")).foresight, Fleets)
    assert not isinstance(eye(running("2"), Knowledge()).foresight, Fleets)


def test_every_kind_that_a_title_gives_figures_for_is_one_of_its_trains():
    for title in TITLES.values():
        assert set(knowledge_of(title).earns) <= set(title.data.trains)


def test_each_further_train_earns_less():
    sight = eye(running("2")).foresight
    assert sight.usual(["2", "3"]) == 80 + 0.5 * 50
    assert sight.usual([]) == 0


def test_money_becomes_trains_where_they_pay():
    poor, rich = (forecast(running("2", cash=cash), replace(KNOWN, growth=0.5)) for cash in (0, 80))
    assert rich.paid > poor.paid + 80
    assert forecast(running("2", cash=80), replace(KNOWN, fleet=1)).paid < rich.paid


def test_what_players_pay_for_shares_of_the_treasury_becomes_trains_too():
    known = replace(KNOWN, growth=0.5)
    kept = running("2", p1=60, IR=40)
    assert forecast(kept.cash(p2=0), known).paid < forecast(kept.cash(p2=900), known).paid


def test_a_company_that_cannot_buy_falls_back_on_what_it_can_raise():
    position = running("4", phase="5", earned=0).no_trains_left("2", "3", "4", "5", "6")
    helped = replace(KNOWN, rescue=lambda view, company: Rescue(2000, 500, 0.1))
    halved = replace(KNOWN, rescue=lambda view, company: Rescue(2000, 2000, 0.0, 0.5))
    assert forecast(position).lacking > 0
    assert forecast(position, helped).lacking == 0
    assert forecast(position, halved).price == pytest.approx(forecast(position, helped).price / 2, rel=0.2)


def test_ends_of_track_that_can_be_laid_on_are_counted():
    view = running("2").game().view
    assert open_ends(view, "IR") == 1
    assert open_ends(view, None) == open_ends(view, "AR") == 0


def par_of(most):
    return lambda view, company: most


def test_a_title_says_how_dear_companies_are_started():
    scenario = Scenario(TITLE).cash(p1=900).at("shares", "p1", "turn", number=2)
    fork = Fork(scenario.game())
    choices = [c for c in fork.choices("p1") if c.kind == "par"]
    prices = {
        most: {
            int(each.action.args["price"])
            for each in Dealer(
                Appraiser(fork, replace(knowledge_of(TITLE), par=par_of(most))),
                "p1",
                Budget(400),
            ).deals(choices)
        }
        for most in (70.0, 1000.0)
    }
    assert prices == {70.0: {70}, 1000.0: {100}}


def test_money_counts_for_more_where_shares_are_on_sale_below_their_worth():
    scenario = running("5", phase="5", earned=160, p1=60).cash(p1=400)
    plain, keen = (eye(scenario, replace(KNOWN, bargains=part)).worths() for part in (0.0, 1.0))
    assert keen["p1"] > plain["p1"] + 10
    assert keen["p3"] == plain["p3"]


def test_the_last_train_of_another_company_is_not_bought_lightly():
    scenario = running("2").par("AR", 70).shares("AR", p1=60).trains("AR", "2", "2")
    fork = Fork(scenario.at("operating", "IR", "trains", number=1, part=1).game())
    thought = Thought(fork, "p1", Budget(100))
    trade = {"train": "2", "price": 1}
    assert thought._stripped(Action("buy_train", "p1", {"source": "AR", **trade})) == 0
    assert thought._stripped(Action("buy_train", "p1", {"source": "IR", **trade})) > 0
    assert thought._stripped(Action("buy_train", "p1", {"source": "depot", **trade})) == 0


def test_a_round_that_ends_in_a_look_ahead_gives_no_company_another_turn():
    scenario = running("2").par("AR", 70).shares("AR", p2=60).trains("AR", "2").operated("AR")
    scenario.at("operating", "IR", "trains", number=1, part=1, done=("AR",))
    fork = Fork(scenario.note("rounds_in_set", 1).game())
    foresight = Appraiser(fork, KNOWN).foresight
    before = [foresight.rounds_of(company) for company in ("IR", "AR")]
    with fork.after(Action("done", "p1")) as view:
        assert (view.cursor.round, view.cursor.part) != ("operating", 1)
        assert [foresight.rounds_of(company) for company in ("IR", "AR")] == before


@pytest.mark.parametrize(("paced", "sooner"), [(True, False), (False, True)])
def test_a_purchase_that_was_foreseen_brings_later_trains_no_sooner(paced, sooner):
    scenario = running("2", cash=80).at("operating", "IR", "trains", number=2, part=1)
    fork = Fork(scenario.game())
    before = Appraiser(fork, replace(KNOWN, paced=paced))
    with fork.after(Action("buy_train", "p1", {"source": DEPOT, "train": "2", "price": 80})) as view:
        after = before.refreshed().ahead
        assert all(lot.sample in view.trains(DEPOT) for lot in after.lots)
    assert (after.lives["2"] < before.ahead.lives["2"]) is sooner
    assert (after.lots[1].begins < before.ahead.lots[1].begins) is sooner


@pytest.mark.parametrize(("lifts", "second"), [(1.0, 1.0), (0.5, 0.5)])
def test_what_one_more_train_adds_at_once_may_fall_from_train_to_train(lifts, second):
    sight = eye(running("5", cash=900, phase="5"), replace(KNOWN, crowd=1.0, lifts=lifts)).foresight
    way, lot = sight._way("IR"), sight.outlook.at(0)
    assert lot is not None
    added = []
    for _ in range(2):
        before = way.base
        sight._take(way, lot)
        added.append(way.base - before)
    assert 0 < added[1] == pytest.approx(second * added[0])


# --- 1862 ------------------------------------------------------------------------------------------


def test_a_train_without_permit_and_trade_between_companies_are_disliked():
    title = TITLES["1862"]
    scenario = Scenario(title).par("ESR", 62).shares("ESR", p1=50).money({"ESR": 500})
    scenario.state.companies["ESR"].data["permits"] = ["local"]
    view = scenario.at("operating", "ESR", "trains").game().view
    known = knowledge_of(title)

    def taste(train, source="depot", warranties="0"):
        args = {"source": source, "train": train, "warranties": warranties}
        return known.taste(view, Action("buy_train", "p1", args))

    assert taste("2L") == 0 > taste("2L", source="ECR") > taste("2E")


def test_a_company_without_a_train_is_urged_to_join_one_that_has_some():
    title = TITLES["1862"]
    scenario = Scenario(title)
    trained = scenario.state.trains["A-1"]
    trained.owner = "ESR"
    view = scenario.at("operating", "ESR", "merge").game().view
    union = Action("merge", "p1", {"company": "FDR", "survivor": "ESR"})
    assert knowledge_of(title).taste(view, union) > 0
    scenario.state.trains["A-2"].owner = "FDR"
    assert knowledge_of(title).taste(scenario.game().view, union) == 0


def test_the_thought_of_a_seat_prefers_track_that_leads_on():
    fork = Fork(running("2").at("operating", "IR", "track", number=1, part=1).game())
    assert Thought(fork, "p1", Budget(100))._room() > 0


# --- 18OE ------------------------------------------------------------------------------------------


def expanding():
    """A position of 18OE in which p1 leads a regional that runs and may expand."""
    title = TITLES["18OE"]
    scenario = Scenario(title).cash(p1=900, p2=900, p3=900)
    record = scenario.state.companies["BEL"]
    record.par, record.floated = 70, True
    return title, scenario.shares("BEL", p1=100).trains("BEL", "2+2").phase("3").at("shares", "p1", "turn")


def lays_of(paid_hope, ran=0, linked=False):
    """What lays that cost money, and what free ones, are worth to a seat.

    ran: what its company earned last. linked: whether it has track between two cities.
    """
    scenario = expanded(late(), "SFAI", cell_of(90), p1=60).money({"SFAI": 500}).tile("V41", "57", 0)
    tidy(scenario)
    scenario.state.companies["SFAI"].last_revenue = ran
    if linked:
        scenario.tile("W40", "57", 0)
    scenario.at("operating", "SFAI", "track", number=5, part=1)
    thought = Thought(Fork(scenario.game()), "p1", Budget(400), lays=12)
    thought.paid_hope = paid_hope
    view, choice = thought.fork.view, next(c for c in thought.fork.choices("p1") if is_lay(c))
    found: dict[bool, dict[tuple[str, ...], float]] = {True: {}, False: {}}
    for each in thought._lays(choice):
        args = each.action.args
        money = view.cash("SFAI")
        with thought.fork.after(each.action):
            costs = view.cash("SFAI") < money
        found[costs][args["hex"], args["tile"], args["rotation"]] = each.worth
    return found


@pytest.mark.parametrize(("able", "free"), [({"ran": 50}, True), ({"linked": True}, False)])
def test_a_company_that_can_run_pays_for_no_track_of_which_it_sees_no_use(able, free):
    hoped, sober = lays_of(1.0, **able), lays_of(0.0, **able)
    assert bool(hoped[False]) is free
    assert all(sober[False][lay] == worth for lay, worth in hoped[False].items())
    both = sober[True].keys() & hoped[True].keys()
    assert both
    assert all(sober[True][lay] < hoped[True][lay] for lay in both)


def test_free_lays_are_weighed_where_those_that_cost_money_look_better():
    assert not lays_of(1.0, linked=True)[False]
    free, paid = lays_of(0.0, linked=True)[False], lays_of(0.0, linked=True)[True]
    assert len(free) == 7
    assert len(paid) == 12 // 2


def test_a_company_that_cannot_run_yet_pays_for_track_that_promises_much():
    assert lays_of(0.0) == lays_of(1.0)


def tokens_of(paid_hope):
    """What tokens are worth to the president of a company, with the price and his part of it."""
    scenario = expanded(late(), "SFAI", cell_of(90), p1=60).money({"SFAI": 500})
    scenario.tile("V41", "57", 0).tile("W40", "57", 0)
    tidy(scenario)
    scenario.at("operating", "SFAI", "token", number=5, part=1)
    thought = Thought(Fork(scenario.game()), "p1", Budget(400))
    thought.paid_hope = paid_hope
    (choice,) = [c for c in thought.fork.choices("p1") if c.kind == "place_token"]
    found = {}
    for each in thought._plainly(choice):
        before = thought.fork.view.cash("SFAI")
        with thought.fork.after(each.action):
            found[each.action.args["hex"]] = (each.worth, before - thought.fork.view.cash("SFAI"))
    return found


def test_the_price_of_a_token_counts_where_paid_places_must_bring_something():
    hoped, sober = tokens_of(1.0), tokens_of(0.0)
    assert hoped.keys() == sober.keys() != set()
    for coord, (worth, price) in hoped.items():
        assert price > 0
        assert sober[coord] == (pytest.approx(worth - 0.6 * price), price)


@pytest.mark.parametrize("kind", ["decline_train", "decline_token"])
def test_a_major_takes_what_a_minor_brings(kind):
    view = Scenario(TITLES["18OE"]).game().view
    assert knowledge_of(TITLES["18OE"]).taste(view, Action(kind, "p1")) < 0


@pytest.mark.parametrize(
    ("own", "item", "bought"),
    [((), "A", True), (("B", "C", "D"), "A", True), (("B", "C", "D", "E"), "A", False), ((), "SML", False)],
)
def test_a_charter_of_a_minor_is_bought_at_its_face_by_who_has_few(own, item, bought):
    scenario = auction().own("p1", *own)
    fork = Fork(scenario.game())
    eye = Appraiser(fork, knowledge_of(TITLES["18OE"]))
    assert (Bidder(eye, "p1", Budget(10)).usual(item) > fork.view.spec(item).price) is bought


@pytest.mark.parametrize("kind", ["merge_minor", "expand"])
@pytest.mark.parametrize(("phase", "liked"), [("consolidation", True), ("major", False)])
def test_in_the_consolidation_what_is_due_is_done_before_shares_are_sold(kind, phase, liked):
    view = late().note("rr_phase", phase).game().view
    taste = knowledge_of(TITLES["18OE"]).taste(view, Action(kind, "p1"))
    assert (taste > 1000) is liked


@pytest.mark.parametrize(("cash", "waits"), [(200, True), (100, False)])
def test_a_minor_which_nobody_else_can_float_waits_for_the_last_regionals(cash, waits):
    view = initial(p1=["A"]).cash(p1=cash).game().view
    start = Action("float_minor", "p1", {"company": "A", "zone": "RU", "hex": "J69"})
    assert (knowledge_of(TITLES["18OE"]).taste(view, start) < 0) is waits


@pytest.mark.parametrize(("trains", "offered"), [((), False), (("5+5",), True)])
def test_no_pullman_comes_before_a_train(trains, offered):
    scenario = expanded(late(), "BEL", cell_of(90), p1=60).money({"BEL": 900}).trains("BEL", *trains)
    tidy(scenario)
    fork = Fork(scenario.at("operating", "BEL", "trains", number=5, part=1).game())
    thought = Thought(fork, "p1", Budget(100))
    bought = {action.args["train"] for action in Equipper(thought, "BEL").purchases()}
    assert ("pullman" in bought) is offered
    assert len(bought) > offered


def test_a_regional_is_forecast_as_the_major_that_it_becomes():
    title, scenario = expanding()
    known = knowledge_of(title)
    view = scenario.game().view
    grown = known.grown(view, "BEL")
    assert grown is not None
    assert (grown.part, grown.sold, grown.price) == (0.4, 6, 90.0)
    assert known.grown(view, "A") is None
    sight = Appraiser(Fork(scenario.game()), known).foresight
    assert isinstance(sight, Fleets)
    way = sight._way("BEL")
    assert (way.thin, way.later) == (0.4, 2)
    assert way.inflow == 540


def test_minors_last_until_the_train_that_ends_them():
    title, scenario = expanding()
    sight = Appraiser(Fork(scenario.game()), knowledge_of(title)).foresight
    assert sight.rounds_of("A") <= sight.rounds_of("BEL")
    begins = next(lot.begins for lot in sight.outlook.lots if lot.kind == "5+5")
    assert sight.rounds_of("A") == min(sight.outlook.rounds, round(begins) + 1)


def test_what_players_pay_changes_a_forecast_that_was_kept():
    scenario = running("2", p1=60, IR=40)
    found = eye(scenario, replace(KNOWN, growth=0.5))
    before = found.forecast("IR").paid
    found.fork.writer.state.players["p2"].cash += 900
    assert found.forecast("IR").paid > before


@pytest.mark.parametrize(
    ("cash", "known", "reaches"),
    [(40, KNOWN, True), (0, KNOWN, False), (100, KNOWN, False), (40, Knowledge(), False)],
)
def test_income_may_be_kept_where_it_buys_one_more_train_at_once(cash, known, reaches):
    scenario = running("2", cash=cash).at("operating", "IR", "dividend", number=1, part=1)
    fork = Fork(scenario.game())
    thought = Thought(fork, "p1", Budget(100))
    thought.known, thought.eye = known, Appraiser(fork, known)
    thought.eye.exactly(["IR"])
    assert thought._reaches() is reaches


class Told(Strong):
    """Tells how it thinks of what track promises, and decides nothing by itself."""

    def _weighed(self, thought, budget):
        self.paid_hope = thought.paid_hope
        return []


def test_strong_is_sober_about_track_that_costs_money_and_steady_is_not():
    game = expanding()[1].game()
    strong = Told()
    strong.choose(game, "p1", Budget(400))
    assert strong.paid_hope == knowledge_of(game.title).paid_hope == 0.0
    assert Thought(Fork(game), "p1", Budget(400)).paid_hope == 1.0
