"""1826: when Etat and SNCF form, of whom, at what price, and who operates when (O142-O148, O157-O173)."""

import pytest

from engine.core.state import DEPOT, OUT
from engine.core.story import lines
from engine.rules.trains import train_limit
from engine.titles.g1826.finance import bonds
from tests.rulemark import rule
from tests.titles.g1826.france import act, cash, holds, kinds, price
from tests.titles.g1826.french_nationals import Formation, buy, merged, stations
from tests.titles.g1826.french_turns import Turn


def with_old_trains(scenario: Formation, kind: str, *companies: str) -> Formation:
    """Give trains of a kind that the bank has sold out."""
    free = [t for t in scenario.state.trains.values() if t.kind == kind and t.owner == OUT]
    for company, train in zip(companies, free, strict=False):
        train.owner = company
    return scenario


def ready(kind: str, old: str, *minors: str, **options: str) -> Formation:
    """PO is to buy the first ``kind``; each of the minors (p2 60 %) has one train that it scraps."""
    scenario = Formation("Tom", "Dick", "Harry", **options).buying(kind)
    for minor in minors:
        scenario.ten_shares(minor, 90, 100, p2=60)
    return with_old_trains(scenario, old, *minors)


# --- whether and when ------------------------------------------------------------------------------


@rule("1826", "O27", "O52", "O144", "O145", "O146")
def test_the_first_6h_merges_those_it_leaves_without_a_train():
    scenario = ready("6H", "2H", "Nord", "Als")
    with_old_trains(scenario.ten_shares("Est", 90, p3=60), "4H", "Est")
    game = scenario.game()
    buy(game, "6H")
    assert merged(game, "Etat") == ["Als", "Nord"]
    assert game.view.company("Etat").floated
    assert not game.view.company("Est").closed
    assert merged(game, "SNCF") == []


@rule("1826", "O146")
def test_one_that_has_never_operated_does_not_merge():
    game = ready("6H", "2H", "Nord", "Als").ten_shares("Est", 90, operated=False, p3=60).game()
    buy(game, "6H")
    assert merged(game, "Etat") == ["Als", "Nord"]
    assert stations(game, "Est") == {"G9"}


@rule("1826", "O146")
def test_one_that_had_no_train_before_merges_too():
    game = ready("6H", "2H", "Nord").ten_shares("Est", 90, p3=60).game()
    buy(game, "6H")
    assert merged(game, "Etat") == ["Est", "Nord"]


@rule("1826", "O146", "O172")
@pytest.mark.parametrize(("kind", "old", "national"), [("6H", "2H", "Etat"), ("10H", "4H", "SNCF")])
def test_etat_belge_never_merges(kind, old, national):
    scenario = ready(kind, old, "Nord", "Als").corporation("Belg", 100, p3=60)
    game = with_old_trains(scenario, old, "Belg").game()
    buy(game, kind)
    assert merged(game, national) == ["Als", "Nord"]
    assert not game.view.company("Belg").closed


@rule("1826", "O147")
def test_nobody_is_asked_whether_he_merges():
    scenario = ready("6H", "2H", "Nord", "Als").ten_shares("Est", 90, p3=60)
    game = with_old_trains(scenario, "4H", "Est").game()
    buy(game, "6H")
    assert not game.state.pending
    assert kinds(game, "p3").isdisjoint({"merge", "exchange_token"})
    assert holds(game, "Est") == {"p3": 60, "Est": 40}


@rule("1826", "O148")
def test_one_alone_does_not_merge():
    game = ready("6H", "2H", "Nord").game()
    told = lines(game.view, buy(game, "6H"))
    assert (merged(game, "Etat"), game.view.company("Etat").closed) == ([], True)
    assert holds(game, "Nord") == {"p2": 60, "Nord": 40}
    assert "Etat is not formed in this game: 1 company without a train is not enough." in told


@rule("1826", "O144", "O148")
def test_the_etat_has_one_chance():
    game = ready("10H", "4H", "Nord", "Als").game()
    buy(game, "10H")
    assert not game.view.company("Etat").floated
    assert merged(game, "SNCF") == ["Als", "Nord"]


@rule("1826", "O35", "O53", "O169", "O171")
def test_the_first_10h_forms_the_sncf():
    game = ready("10H", "4H", "Nord", "Als").game()
    buy(game, "10H")
    assert merged(game, "SNCF") == ["Als", "Nord"]
    assert price(game, "SNCF") == 110


@rule("1826", "O43", "O54", "O169", "O171")
def test_the_first_e_is_its_second_chance():
    scenario = ready("10H", "4H", "Nord")
    game = scenario.game()
    buy(game, "10H")
    assert merged(game, "SNCF") == []
    assert not game.view.company("SNCF").closed
    game = ready("E", "6H", "Nord", "Als").game()
    buy(game, "E")
    assert merged(game, "SNCF") == ["Als", "Nord"]


@rule("1826", "O170")
@pytest.mark.parametrize("minors", [(), ("Nord",)])
def test_after_the_first_e_it_does_not_form_any_more(minors):
    game = ready("E", "6H", *minors).game()
    buy(game, "E")
    assert game.view.company("SNCF").closed
    assert merged(game, "SNCF") == []


@rule("1826", "O169")
def test_an_sncf_that_exists_takes_nobody_in():
    scenario = ready("E", "6H", "Nord", "Als").national("SNCF", p3=20)
    game = scenario.game()
    buy(game, "E")
    assert merged(game, "SNCF") == []
    assert not game.view.company("Nord").closed


@rule("1826", "O172")
def test_an_etat_without_a_train_merges_into_the_sncf():
    scenario = ready("10H", "4H", "Nord").national("Etat", (0, 4), 70, p3=20).operated("Etat")
    game = scenario.game()
    buy(game, "10H")
    assert merged(game, "SNCF") == ["Nord", "Etat"]
    assert game.view.company("Etat").closed
    assert holds(game, "SNCF")["p3"] == 10


# --- price (O157, O158, O173) ----------------------------------------------------------------------


@rule("1826", "O157", "O173")
@pytest.mark.parametrize(
    ("kind", "old", "national", "cells", "expected"),
    [
        ("6H", "2H", "Etat", [(0, 5), (0, 3), (6, 0)], 122),  # 135 and 110 are 122.5
        ("6H", "2H", "Etat", [(0, 2), (0, 3)], 100),  # 105
        ("6H", "2H", "Etat", [(4, 0), (6, 0)], 82),
        ("10H", "4H", "SNCF", [(3, 5), (6, 3)], 110),  # 100 and 65, as in the recorded game
        ("10H", "4H", "SNCF", [(0, 12), (0, 10)], 245),
    ],
)
def test_the_price_is_the_average_of_the_two_best_on_the_top_row(kind, old, national, cells, expected):
    minors = ["Als", "Nord", "Est"][: len(cells)]
    scenario = ready(kind, old, *minors)
    for minor, cell in zip(minors, cells, strict=True):
        before = scenario.state.companies[minor].cell
        assert before is not None
        scenario.state.market[before].remove(minor)
        scenario.state.market.setdefault(cell, []).append(minor)
        scenario.state.companies[minor].cell = cell
    game = scenario.game()
    buy(game, kind)
    assert price(game, national) == expected
    formed_at = game.view.company(national).cell
    assert formed_at is not None
    assert formed_at[0] == 0
    assert [game.view.price(minor) for minor in minors] == [None] * len(minors)


@rule("1826", "O158")
@pytest.mark.parametrize(("loans", "kept", "expected"), [((0, 0), 0, 90), ((1, 0), 1, 82), ((1, 1), 2, 75)])
def test_loans_move_to_the_etat_and_its_price_goes_left_for_each(loans, kept, expected):
    scenario = ready("6H", "2H", "Nord", "Als").loans("Nord", loans[0]).loans("Als", loans[1])
    game = scenario.game()
    buy(game, "6H")
    assert game.view.company("Etat").data.get("loans", 0) == kept
    assert price(game, "Etat") == expected


@rule("1826", "O158")
def test_the_etat_inherits_two_loans_at_most():
    game = ready("6H", "2H", "Nord", "Als").loans("Nord", 2).loans("Als", 2).game()
    buy(game, "6H")
    assert game.view.company("Etat").data["loans"] == 2
    assert price(game, "Etat") == 75
    assert game.view.company("Nord").data.get("loans") is None


@rule("1826", "O158", "O168")
@pytest.mark.parametrize("readings", ["chosen", "recorded"])
@pytest.mark.parametrize(
    ("loans", "made", "value"),
    [(0, {}, 110), (1, {"pool": 1}, 100), (3, {"pool": 3}, 82), (4, {"pool": 4}, 75)],
)
def test_the_price_of_the_sncf_goes_left_for_each_loan_and_a_bond_takes_its_place(
    loans, made, value, readings
):
    scenario = ready("10H", "4H", "Nord", "Als", readings=readings)
    game = scenario.loans("Nord", min(loans, 2)).loans("Als", max(loans - 2, 0)).game()
    bank = game.state.bank
    buy(game, "10H")
    record = game.view.company("SNCF")
    assert (record.data.get("bonds", {}), record.data.get("loans", 0)) == (made, 0)
    assert price(game, "SNCF") == value
    assert (holds(game, "SNCF")["pool"], cash(game, "SNCF")) == (40, 200 + 4 * value)
    assert game.state.bank == bank + 600 - 4 * value
    assert bonds.interest(game.view, "SNCF") == ({"pool": 10 * loans} if loans else {})


@rule("1826", "O158", "O168")
def test_there_are_ten_bonds_for_loans_of_the_sncf_and_the_rest_is_written_off():
    names = ["Nord", "Als", "Est", "GC", "Midi", "Ouest"]
    scenario = Formation("Tom", "Dick", "Harry").buying("10H")
    for minor in names:
        scenario.ten_shares(minor, 90, 100, p2=20).loans(minor, 2)
    game = with_old_trains(scenario, "4H", *names).game()
    told = lines(game.view, buy(game, "10H"))
    assert game.view.company("SNCF").data["bonds"] == {"pool": 10}
    assert "2 loans are written off." in told


# --- possessions (O162, O164) ----------------------------------------------------------------------


@rule("1826", "O162", "O164")
def test_money_privates_and_powers_go_to_the_etat_and_the_rest_leaves_the_game():
    scenario = ready("6H", "2H", "Nord", "Als").own("Nord", "Bridge")
    scenario.state.companies["Nord"].data["mail"] = ["F12", 10]
    scenario.state.companies["Als"].data["extra_train"] = 1
    game = scenario.game()
    buy(game, "6H")
    assert cash(game, "Etat") == 200
    assert game.view.owner("Bridge") == "Etat"
    data = game.view.company("Etat").data
    assert (data["mail"], data["extra_train"], train_limit(game.view, "Etat")) == (["F12", 10], 1, 5)
    for minor in ("Nord", "Als"):
        record = game.view.company(minor)
        assert (record.closed, record.cell, cash(game, minor)) == (True, None, 0)
        assert {c.owner for c in game.view.certs_of(minor)} == {OUT}
        assert not game.view.stations(minor)


@rule("1826", "O156", "O168")
def test_the_etat_gets_no_money_for_the_shares_in_its_treasury():
    game = ready("6H", "2H", "Nord", "Als").game()
    buy(game, "6H")
    assert holds(game, "Etat") == {"p2": 60, "Etat": 40}
    assert cash(game, "Etat") == 200


@rule("1826", "O168")
def test_the_sncf_is_paid_for_the_shares_left_which_go_to_the_pool():
    game = ready("10H", "4H", "Nord", "Als").game()
    before = game.state.bank
    buy(game, "10H")
    assert holds(game, "SNCF") == {"p2": 60, "pool": 40}
    assert cash(game, "SNCF") == 200 + 440
    assert game.state.bank == before + 600 - 440


# --- who operates when (O165, O166) ----------------------------------------------------------------


def turns_left(game) -> list[str]:
    """The companies that still operate in the round."""
    order = game.title.rounds["operating"].order(game.view)
    return [c for c in order if c not in game.state.cursor.done]


@rule("1826", "O166")
@pytest.mark.parametrize(("done", "operates"), [((), True), (("Nord",), False), (("Nord", "Als"), False)])
def test_it_operates_at_once_unless_a_merging_company_has(done, operates):
    game = ready("6H", "2H", "Nord", "Als").had_turns(*done).game()
    buy(game, "6H")
    assert ("Etat" in turns_left(game)) is operates


@rule("1826", "O166")
def test_it_operates_in_the_following_round_then():
    game = ready("6H", "2H", "Nord", "Als").note("rounds_in_set", 2).had_turns("Nord").game()
    buy(game, "6H")
    while game.state.cursor.part == 1:
        act(game, "p1", "skip" if "skip" in kinds(game, "p1") else "done")
    assert "Etat" in turns_left(game)


@rule("1826", "O165")
@pytest.mark.parametrize(("sold", "operates"), [(40, False), (50, True), (60, True)])
def test_it_operates_while_five_shares_are_out_of_its_treasury(sold, operates):
    scenario = Turn().national("Etat", p2=sold).ten("PO").corporation("PO", 75, p1=60).turn("PO", "trains")
    assert ("Etat" in turns_left(scenario.game())) is operates


@rule("1826", "O165")
@pytest.mark.parametrize(
    ("owned", "done", "told"),
    [
        (20, (), "Etat operates once five of its shares are out of its treasury."),
        (20, ("Nord",), "Etat operates once five of its shares are out of its treasury."),
        (60, ("Nord",), "Etat operates from the next round on."),
        (60, (), ""),
    ],
)
def test_when_it_operates_is_told_as_it_is(owned, done, told):
    scenario = Formation("Tom", "Dick", "Harry").buying("6H")
    for minor in ("Nord", "Als"):
        scenario.ten_shares(minor, 90, 100, p2=owned)
    with_old_trains(scenario, "2H", "Nord", "Als")
    if done:
        scenario.had_turns(*done)
    game = scenario.game()
    said = [line for line in lines(game.view, buy(game, "6H")) if "Etat operates" in line]
    assert said == [told] * bool(told)


NEVER = "Etat is not formed in this game"
WHO = "Only companies that have operated merge, and Belg never does."


@rule("1826", "O146")
@pytest.mark.parametrize(
    ("fresh", "told"),
    [
        ((), "Etat is not formed in this game: 1 company without a train is not enough."),
        (("Als",), f"{NEVER}: Nord alone may merge, and two must. Without a train, too: Als. {WHO}"),
        (("Nord", "Als"), f"{NEVER}. Without a train, but none that may merge: Als, Nord. {WHO}"),
    ],
)
def test_why_it_is_not_formed_is_told_with_those_that_do_not_count(fresh, told):
    scenario = Formation("Tom", "Dick", "Harry").buying("6H")
    for minor in ("Nord", *fresh):
        scenario.ten_shares(minor, 90, 100, operated=minor not in fresh, p2=60)
    game = with_old_trains(scenario, "2H", "Nord").game()
    assert told in lines(game.view, buy(game, "6H"))


# --- number of 10H trains (O69) --------------------------------------------------------------------


def with_companies(count: int, form: bool) -> Formation:
    """So many companies in play after the first 10H, PO and two more among them."""
    scenario = ready("10H", "4H", "Nord", "Als")
    if not form:
        with_old_trains(scenario, "6H", "Nord", "Als")
    others = ["Belg", "Est", "GC", "Midi", "Ouest", "Paris", "PLM"]
    return scenario.close(*others[count - (2 if form else 3) :])


@rule("1826", "O69")
@pytest.mark.parametrize(("count", "trains"), [(10, 5), (9, 4), (8, 3), (7, 2), (6, 2), (4, 2)])
def test_10h_trains_by_companies_in_play(count, trains):
    game = with_companies(count, form=False).game()
    buy(game, "10H")
    assert merged(game, "SNCF") == []
    owners = [t.owner for t in game.state.trains.values() if t.kind == "10H"]
    assert (owners.count(DEPOT), owners.count("PO"), owners.count(OUT)) == (trains - 1, 1, 5 - trains)


@rule("1826", "O69")
@pytest.mark.parametrize(("count", "trains"), [(9, 4), (8, 3), (7, 2)])
def test_they_are_counted_after_the_sncf_had_its_chance(count, trains):
    game = with_companies(count, form=True).game()
    buy(game, "10H")
    assert merged(game, "SNCF") == ["Als", "Nord"]
    assert sum(t.kind == "10H" and t.owner != OUT for t in game.state.trains.values()) == trains


@rule("1826", "O69")
def test_a_national_counts_as_one_company():
    game = with_companies(8, form=False).national("Etat", p3=20).trains("Etat", "10H").game()
    buy(game, "10H")
    assert sum(t.kind == "10H" and t.owner != OUT for t in game.state.trains.values()) == 4
