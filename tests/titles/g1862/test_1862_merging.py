"""1862 7.5 and 7.14: who may merge with whom, the new price and par, and what the survivor takes over."""

import pytest

from engine.core.state import IPO, OUT
from engine.titles.g1862.companies.companies import why_not_startable
from engine.titles.g1862.data.market import par_of
from engine.titles.g1862.mergers.merging import are_connected, check_merger, new_price
from tests.rulemark import rule
from tests.titles.g1862.mania import Mania, act, actor, cash, kinds, refusal, values
from tests.titles.g1862.mergers import hold, merger, notes, propose

HOME = "B13"  # of N&E
CITIES = ("B5", "B7", "B9", "C8", "C10", "D5", "D9", "E2", "E4")


def codes(scenario, active="N&E", other="I&B"):
    """The code with which a merger is refused, or None."""
    found = check_merger(scenario.operating(active, "merge").game().view, active, other)
    return None if found is None else found.code


def two(**percents):
    """N&E and I&B under p1 without markers on the board."""
    scenario = Mania()
    for company in ("N&E", "I&B"):
        scenario.company(company, 74, p1=60, **percents)
    return scenario


# --- consent (7.5.1) and the moment (5.1) ---------------------------------------------------------


@rule("1862", "5.1.1", "7.5")
def test_a_company_merges_at_the_start_of_its_turn_and_the_result_goes_on_with_it():
    game = hold(p1=(60, 60))
    assert kinds(game, "p1") == {"merge", "skip"}
    act(game, "p1", "merge", company="I&B", survivor="N&E")
    assert (game.view.cursor.actor, game.view.cursor.step) == ("N&E", "track")
    assert game.view.cursor.done == ("I&B",)


@rule("1862", "7.5")
def test_a_survivor_that_is_not_the_active_company_goes_on_with_the_turn():
    game = hold(p1=(60, 60))
    act(game, "p1", "merge", company="I&B", survivor="I&B")
    assert (game.view.cursor.actor, game.view.cursor.step) == ("I&B", "track")


@rule("1862", "5.1.1", "7.5")
@pytest.mark.parametrize("survivor", ["N&E", "I&B"])
def test_if_the_other_company_has_operated_the_turn_ends_with_the_merger(survivor):
    game = hold(p1=(60, 60), done=("I&B",))
    act(game, "p1", "merge", company="I&B", survivor=survivor)
    assert game.view.cursor.round != "operating"  # it was the last turn of the only round
    assert game.view.company(survivor).operated
    assert not game.view.company("I&B" if survivor == "N&E" else "N&E").floated


@rule("1862", "7.5")
def test_after_such_a_merger_the_next_company_operates_not_the_result():
    scenario = Mania().company("N&E", 74, p1=60).company("I&B", 90, p1=60).company("EUR", 54, p2=60)
    game = merger(scenario, "N&E", "I&B", done=("I&B",))
    act(game, "p1", "merge", company="I&B", survivor="I&B")
    assert game.view.cursor.actor == "EUR"
    assert set(game.view.cursor.done) == {"I&B", "N&E"}


@rule("1862", "5.1.2", "7.14")
@pytest.mark.parametrize("done", [(), ("I&B",)], ids=["before its turn", "after its turn"])
def test_at_the_end_of_its_turn_a_company_acquires_another_whether_it_has_operated_or_not(done):
    game = hold(p1=(60, 60), step="acquire", done=done)
    assert kinds(game, "p1") == {"acquire", "skip"}
    act(game, "p1", "acquire", company="I&B", survivor="N&E")
    assert game.view.cursor.round != "operating"
    assert game.view.percent("p1", "N&E") == 60


@rule("1862", "7.14")
def test_a_company_that_merged_may_acquire_another_in_the_same_turn():
    scenario = (
        Mania().phase("B").company("N&E", 74, p1=60).company("I&B", 90, p1=60).company("EUR", 54, p1=60)
    )
    scenario.tile("C6", "14").token("EUR", "B7").tile("B7", "57").tile("B5", "57").token("I&B", "B5")
    scenario.token("N&E", "B5").train("N&E", "A", "local")
    game = scenario.operating("N&E", "merge").game()
    act(game, "p1", "merge", company="I&B", survivor="N&E")
    while game.view.cursor.step != "acquire":
        if "skip" in kinds(game, "p1"):
            act(game, "p1", "skip")
        elif "run" in kinds(game, "p1"):
            act(game, "p1", "run", routes=game.suggest_routes())
        else:
            act(game, "p1", "dividend", payout="withhold")
    act(game, "p1", "acquire", company="EUR", survivor="N&E")
    assert game.view.percent(IPO, "EUR") == 100


@rule("1862", "5.1.1")
def test_the_step_may_be_declined():
    game = hold(p1=(60, 60))
    act(game, "p1", "skip")
    assert game.view.cursor.step == "track"


@rule("1862", "7.5.1")
def test_with_another_director_a_merger_needs_consent():
    game = hold(p1=(60, 0), p2=(0, 60))
    assert kinds(game, "p1") == {"offer_merger", "skip"}
    assert refusal(game, "p1", "merge", company="I&B", survivor="N&E") == "needs_consent"
    act(game, "p1", "offer_merger", company="I&B", survivor="I&B")
    assert game.view.percent("p1", "N&E") == 60
    assert refusal(game, "p1", "offer_merger", company="I&B", survivor="I&B") == "already_offered"
    assert "accept_offer" in kinds(game, "p2")
    act(game, "p2", "accept_offer", offer="o1")
    assert game.view.percent(IPO, "N&E") == 100


@rule("1862", "7.5.1")
def test_a_director_of_both_needs_no_offer():
    game = hold(p1=(60, 60))
    assert refusal(game, "p1", "offer_merger", company="I&B", survivor="N&E") == "no_consent_needed"


@rule("1862", "7.5.1")
def test_a_refused_proposal_changes_nothing_and_one_lapses_with_the_step():
    game = hold(p1=(60, 0), p2=(0, 60))
    act(game, "p1", "offer_merger", company="I&B", survivor="N&E")
    act(game, "p2", "decline_offer", offer="o1")
    assert not game.state.offers
    act(game, "p1", "offer_merger", company="I&B", survivor="I&B")
    act(game, "p1", "skip")
    assert not game.state.offers
    assert game.view.percent("p2", "I&B") == 60


@rule("1862", "7.5.1", "5.2.1")
def test_the_active_director_names_the_survivor_and_the_price_is_shown():
    game = hold(p1=(60, 60), prices=(68, 100))
    options = game.options("p1", "merge", "company")
    assert (values(options), notes(options)) == (
        ["I&B"],
        ["New share price £116, par £100."],
    )
    assert values(game.options("p1", "merge", "survivor", {"company": "I&B"})) == ["N&E", "I&B"]


# --- connection (7.5.2) ---------------------------------------------------------------------------


@rule("1862", "7.5.2")
def test_two_markers_in_one_city_connect():
    assert codes(two().tile("C6", "14").token("N&E", "C6").token("I&B", "C6")) is None


@rule("1862", "7.5.2")
def test_a_route_between_markers_connects_and_a_gap_does_not():
    chain = two().tile("B5", "57").tile("B7", "57").token("N&E", "B5").token("I&B", "B7")
    assert codes(chain) is None
    gap = two().tile("B5", "57").tile("B7", "57", 1).token("N&E", "B5").token("I&B", "B7")
    assert codes(gap) == "not_connected"
    assert codes(two().tile("B5", "57").token("N&E", "B5")) == "not_connected"


@rule("1862", "7.5.2")
def test_a_city_full_of_others_lies_in_the_way():
    chain = two().tile("B5", "57").tile("B7", "57").tile("B9", "57").token("N&E", "B5").token("I&B", "B9")
    assert codes(chain) is None
    chain.company("EUR", 60, p2=50).token("EUR", "B7")
    game = chain.operating("N&E", "merge").game()
    assert not are_connected(game.view, "N&E", "I&B")
    assert are_connected(game.view, "N&E", "EUR")
    assert are_connected(game.view, "EUR", "I&B")


@rule("1862", "7.5.2")
def test_markers_in_london_connect_nothing():
    assert codes(two().token("N&E", "B15", 1).token("I&B", "B15", 1)) == "not_connected"
    through = two().tile("B13", "57").token("N&E", "B13").token("N&E", "B15", 1)
    assert codes(through.tile("C10", "57").token("I&B", "C10").token("I&B", "D15", 1)) == "not_connected"


@rule("1862", "7.5.2", "8", "10.3")
def test_who_does_not_merge():
    assert codes(two().token("N&E", "C6"), other="N&E") == "no_such_company"
    assert codes(two().token("N&E", "C6"), other="EUR") == "no_such_company"
    near = two().tile("C6", "14").token("N&E", "C6").token("I&B", "C6").game()
    why = check_merger(near.view, "N&E", "EUR")
    assert why and why.text == "N&E may merge with I&B."  # noqa: PT018
    not_floated = two().company("EUR", 60, p1=30, floated=False)
    assert codes(not_floated, other="EUR") == "no_such_company"
    lner = two().tile("C6", "14").token("N&E", "C6").token("I&B", "C6").note("lner", 18)
    assert codes(lner) == "lner_formed"


@rule("1862", "8")
@pytest.mark.parametrize("alone", ["N&E", "I&B"])
def test_a_company_in_receivership_neither_merges_nor_is_acquired(alone):
    scenario = two().tile("C6", "14").token("N&E", "C6").token("I&B", "C6")
    scenario.state.certs[f"{alone}:0"].owner = "pool"
    assert codes(scenario) == "receivership"


# --- price and par (7.5.3, 7.5.4) -----------------------------------------------------------------


@rule("1862", "7.5.3")
@pytest.mark.parametrize(
    ("prices", "with_train", "price"),
    [
        ((68, 100), ("N&E", "I&B"), 116),
        ((54, 62), ("N&E", "I&B"), 82),
        ((78, 116), ("N&E",), 95),
        ((78, 116), ("N&E", "I&B"), 134),
        ((116, 68), ("N&E",), 90),
        ((116, 68), ("N&E", "I&B"), 122),
        ((110, 90), (), 71),
    ],
)
def test_the_examples_of_the_new_share_price(prices, with_train, price):
    scenario = Mania().company("N&E", prices[0], p1=60).company("I&B", prices[1], p1=60)
    for company in with_train:
        scenario.train(company, "A", "local")
    game = merger(scenario, "N&E", "I&B")
    assert new_price(game.view, "N&E", "I&B") == new_price(game.view, "I&B", "N&E") == price
    act(game, "p1", "merge", company="I&B", survivor="N&E")
    assert game.view.price("N&E") == price


@rule("1862", "7.5.3")
def test_the_token_goes_under_those_on_its_new_space_and_the_other_leaves_the_market():
    scenario = Mania().company("N&E", 68, p1=60).company("I&B", 100, p1=60).company("EUR", 116, p2=60)
    game = merger(scenario.train("N&E", "A", "local").train("I&B", "A", "local"), "N&E", "I&B")
    act(game, "p1", "merge", company="I&B", survivor="N&E")
    cell = game.view.company("N&E").cell
    assert cell is not None
    assert game.state.market[cell] == ["EUR", "N&E"]
    assert game.view.price("I&B") is None


@rule("1862", "7.5.3", "7.12")
def test_a_new_price_below_the_first_space_is_the_bottom():
    """Two companies without a train at 7: 3 and half of 3."""
    game = hold(prices=(7, 7), p1=(60, 60), trains=False)
    assert new_price(game.view, "N&E", "I&B") == 0
    act(game, "p1", "merge", company="I&B", survivor="N&E")
    assert [game.view.holdings(c) for c in ("N&E", "I&B")] == [{IPO: 100}] * 2


@rule("1862", "7.5.4")
@pytest.mark.parametrize(
    ("price", "par"), [(116, 100), (100, 100), (95, 90), (86, 82), (71, 68), (54, 54), (52, 54), (7, 54)]
)
def test_the_par_token_goes_to_the_highest_space_at_or_below_the_price(price, par):
    view = Mania().operating("N&E", "merge").game().view
    assert par_of(view, price) == par


@rule("1862", "5.2.3", "7.5.4")
@pytest.mark.parametrize(
    ("prices", "price", "par"), [((54, 62), 82, 82), ((100, 68), 116, 100), ((40, 20), 40, 54)]
)
def test_a_merger_moves_the_par_of_the_survivor(prices, price, par):
    game = hold(p1=(60, 60), prices=prices)
    act(game, "p1", "merge", company="I&B", survivor="N&E")
    assert (game.view.price("N&E"), game.view.company("N&E").par) == (price, par)


# --- shares and possessions (7.5.5, 7.5.6) --------------------------------------------------------


@rule("1862", "7.5.5")
def test_all_shares_of_both_become_half_as_many_of_one():
    game = hold(p1=(60, 60), p2=(20, 40), p3=(20, 0))
    act(game, "p1", "merge", company="I&B", survivor="I&B")
    assert [game.view.percent(p, "I&B") for p in ("p1", "p2", "p3")] == [60, 30, 10]
    assert game.view.percent(IPO, "N&E") == 100


@rule("1862", "7.5.6")
def test_treasury_trains_and_permits_go_to_the_survivor():
    game = hold(p1=(60, 60), treasuries=(120, 75))
    act(game, "p1", "merge", company="I&B", survivor="N&E")
    record = game.view.company("N&E")
    assert cash(game, "N&E", "I&B") == (195, 0)
    assert [t.id for t in game.view.trains("N&E")] == ["A-1", "A-2"]
    assert record.data["permits"] == ["local", "freight"]
    assert record.data["chartered"] is False


@rule("1862", "7.5.6")
def test_trains_over_the_limit_are_kept():
    scenario = Mania().company("N&E", 74, p1=60).company("I&B", 74, p1=60)
    for company in ("N&E", "I&B"):
        scenario.train(company, "A", "local").train(company, "A", "local")
    game = merger(scenario, "N&E", "I&B")
    act(game, "p1", "merge", company="I&B", survivor="N&E")
    assert len(game.view.trains("N&E")) == 4


@rule("1862", "7.5.6")
def test_markers_are_replaced_and_unused_ones_join_the_charter():
    """N&E has one on the board and two left, I&B two on the board, one of them beside N&E's, and one left."""
    scenario = Mania().company("N&E", 74, p1=60).company("I&B", 74, p1=60).token("I&B", "D9")
    game = merger(scenario, "N&E", "I&B")
    act(game, "p1", "merge", company="I&B", survivor="N&E")
    assert sorted(game.view.stations("N&E")) == [("C6", 0), ("D9", 0)]
    assert game.view.stations("I&B") == []
    assert game.view.company("N&E").data["tokens_bought"] == 2 + 2 + 1


@rule("1862", "7.5.6", "7.6.5")
def test_of_two_markers_in_london_one_is_lost():
    scenario = Mania().company("N&E", 74, p1=60).company("I&B", 74, p1=60)
    scenario.token("N&E", "B15", 1).token("I&B", "D15", 1)
    game = merger(scenario, "N&E", "I&B")
    act(game, "p1", "merge", company="I&B", survivor="I&B")
    assert sorted(game.view.stations("I&B")) == [("C6", 0), ("D15", 1)]
    assert game.view.company("I&B").data["tokens_bought"] == 2 + 1 + 1


@rule("1862", "7.5.6", "11.4")
@pytest.mark.parametrize(("limit", "over"), [("7", 2), ("8", 1)])
def test_markers_over_the_limit_are_removed_at_the_directors_choice(limit, over):
    scenario = Mania(markers=limit).company("N&E", 74, p1=60, markers=6).company("I&B", 74, p1=60, markers=4)
    for n, coord in enumerate(CITIES[:8]):
        scenario.token("N&E" if n < 5 else "I&B", coord)
    game = merger(scenario, "N&E", "I&B")
    act(game, "p1", "merge", company="I&B", survivor="N&E")
    assert (actor(game), kinds(game, "p1")) == ("p1", {"remove_token"})
    assert refusal(game, "p1", "remove_token", hex="H5") == "no_marker_there"
    removed = ["B5", "D9"][:over]
    for coord in removed:
        act(game, "p1", "remove_token", hex=coord)
    left = {coord for coord, _ in game.view.stations("N&E")}
    assert left == {"C6", *CITIES[:8]} - set(removed)
    assert game.view.company("N&E").data["tokens_bought"] == int(limit)
    assert game.view.cursor.step == "track"


@rule("1862", "7.5.6", "7.8")
def test_who_removes_the_home_marker_is_told_that_no_train_runs_without_it():
    scenario = Mania().company("N&E", 74, p1=60, markers=6).company("I&B", 74, p1=60, markers=4)
    for n, coord in enumerate((HOME, *CITIES[:7])):
        scenario.token("N&E" if n < 5 else "I&B", coord)
    game = merger(scenario.tile(HOME, "14"), "N&E", "I&B")
    act(game, "p1", "merge", company="I&B", survivor="N&E")
    offered = game.options("p1", "remove_token", "hex")
    said = dict(zip(values(offered), notes(offered), strict=True))
    warned = [coord for coord in said if "home marker" in said[coord]]
    assert warned == [HOME] == values(offered)[-1:]
    assert said[HOME] == "Its home marker: without it N&E can run no train."


@rule("1862", "7.5.6")
def test_the_charter_fills_up_to_the_limit_only():
    scenario = Mania().company("N&E", 74, p1=60, markers=7).company("I&B", 74, p1=60, markers=5)
    game = merger(scenario, "N&E", "I&B")
    act(game, "p1", "merge", company="I&B", survivor="N&E")
    assert game.view.company("N&E").data["tokens_bought"] == 7
    assert len(game.view.stations("N&E")) == 1


@rule("1862", "7.5.6")
def test_a_new_director_chooses_the_markers():
    scenario = Mania().company("N&E", 74, p1=50, p2=30, markers=7).company("I&B", 74, p2=60, markers=4)
    for n, coord in enumerate(CITIES[:7]):
        scenario.token("N&E" if n < 6 else "I&B", coord)
    game = merger(scenario.cash(p1=500, p2=500), "N&E", "I&B")
    propose(game, "p1", "p2", "N&E")
    while game.state.pending[-1].kind == "option_share":
        act(game, actor(game), "option_share", choice="sell")
    assert game.view.president("N&E") == "p2"
    assert actor(game) == "p2"


# --- starting again (7.5.7) -----------------------------------------------------------------------


@rule("1862", "7.5.7")
def test_the_company_that_leaves_can_start_again_with_its_first_permit():
    scenario = Mania().company("N&E", 74, p1=60, permits=("local",))
    scenario.company("I&B", 74, p1=60, permits=("freight", "express")).in_play("I&B", permit="freight")
    scenario.state.companies["I&B"].data["permits"] = ["freight", "express"]
    game = merger(scenario, "N&E", "I&B")
    act(game, "p1", "merge", company="I&B", survivor="N&E")
    record = game.view.company("I&B")
    assert (record.par, record.cell, record.floated, record.cash) == (None, None, False, 0)
    assert record.data["permits"] == ["freight"]
    assert game.view.company("N&E").data["permits"] == ["local", "freight", "express"]
    assert {c.owner for c in game.view.certs_of("I&B")} == {IPO}
    assert why_not_startable(game.view, "I&B") is None


@rule("1862", "7.5.7")
def test_a_company_that_starts_again_has_its_first_turn_before_it():
    game = hold(p1=(60, 60), done=("I&B",))
    act(game, "p1", "merge", company="I&B", survivor="N&E")
    assert not game.view.company("I&B").operated
    assert OUT not in {c.owner for c in game.view.certs_of("I&B")}
