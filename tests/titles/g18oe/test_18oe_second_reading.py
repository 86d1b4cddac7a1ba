"""18OE 11, 12, 14 and 15, read once more: what was found then, each position built from the sentence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.core.state import Pending, Train
from engine.core.story import story
from engine.routes.earnings import Trip, settlement
from engine.routes.manners import Extras, Manner, SetBonus
from engine.routes.paths import Route
from engine.routes.policy import policy_of
from engine.rules import track
from engine.titles import g18oe
from engine.titles.g18oe.laws.laws import Exceptions
from engine.titles.g18oe.nationals import nationals
from engine.titles.g18oe.track.seas import waters
from engine.titles.g18oe.track.track import water_fee
from tests.rulemark import rule
from tests.scenario import act, kinds, refusal
from tests.titles.g18oe.building import look, major, put
from tests.titles.g18oe.oe_late import (
    buying,
    cash,
    major_phase,
    operating,
    ready,
    stock,
    trains,
    with_major,
    with_minor,
)
from tests.titles.g18oe.oe_start import values


def card(scenario, kind, owner):
    """A card of a kind goes to an owner."""
    found: Train = next(t for t in scenario.state.trains.values() if (t.kind, t.owner) == (kind, "depot"))
    found.owner = owner
    return found


# --- trains of nationals (11.6.6, 14.10) --------------------------------------------------------------


def national(*held, phase="6", own="p1"):
    scenario = with_major(major_phase(phase=phase), "GWR", kind="national", **{own: 60})
    return scenario, [card(scenario, kind, "GWR") for kind in held]


@rule("18OE", "14.10", "11.6.6")
@pytest.mark.parametrize("move", ["exchange_train", "upgrade_train"])
def test_the_preserved_train_is_not_given_for_another(move):
    scenario, (swift, _, _, _) = national("2+2", "4+4", "4+4", "4+4")
    swift.data["swift"] = True
    box = card(scenario, "3+3", "out")
    better = card(with_major(scenario, "KBS", p1=60), "5+5", "KBS")
    game = buying(scenario)
    assert move not in kinds(game, "p1")
    other = box if move == "exchange_train" else better
    assert refusal(game, "p1", move, given=swift.id, train=other.id) == "no_such_train"


@rule("18OE", "11.6.6")
def test_first_rusted_trains_are_claimed_and_exchanged_second_they_are_upgraded():
    scenario, (rusted, low) = national("3+3", "2+2")
    better = card(with_major(scenario, "KBS", p1=60), "5+5", "KBS")
    game = buying(scenario)
    assert {"upgrade_train"} <= kinds(game, "p1")
    act(game, "p1", "upgrade_train", given=rusted.id, train=better.id)
    assert refusal(game, "p1", "exchange_train", given=low.id, train=rusted.id) == "upgraded_already"
    assert refusal(game, "p1", "claim_train", train="3+3") == "upgraded_already"
    assert not {"exchange_train", "claim_train", "flip_train"} & kinds(game, "p1")
    assert trains(game, "GWR") == ["2+2", "5+5"]


# --- first-round insolvency (11.6.5, 15.9) -------------------------------------------------------------


@rule("18OE", "11.6.5", "15.9")
@pytest.mark.parametrize(("minor", "price"), [("J", 90), ("A", 100)])
def test_an_insolvent_minor_is_bought_for_120_and_what_its_train_lacks(minor, price):
    """J's train costs 10 % less, also when another player saves it."""
    scenario = with_minor(major_phase(minor, phase="2"), minor, "p1", cash=40).cash(p1=10, p2=1000)
    game = ready(
        scenario.note("rounds_in_set", 2).note("sets", 1).at("operating", minor, "trains", number=1, part=1)
    )
    act(game, "p1", "surrender")
    assert (cash(game, minor), cash(game, "p1"), trains(game, minor)) == (50, 120, ["2+2"])
    while game.view.cursor.round != "shares" or game.view.cursor.actor != "p2":
        act(game, game.waiting().players[0], "pass")
    act(game, "p2", "rescue", company=minor)
    assert cash(game, "p2") == 1000 - 120 - (price - 50)
    assert (cash(game, minor), game.view.owner(minor)) == (0, "p2")


# --- minor A (15.1, 10.5) ------------------------------------------------------------------------------


@rule("18OE", "15.1", "10.5", "11.7")
@pytest.mark.parametrize(("paid", "brings"), [(None, 100), (True, 0)])
def test_minor_a_brings_its_cash_one_time(paid, brings):
    """Abandoned with a national, it brings nothing to the next major if it has paid before."""
    scenario = with_major(major_phase("A", phase="4"), "GWR", value=100, cash=60, p1=60).own("pool", "A")
    record = scenario.state.companies["A"]
    record.floated = True
    record.data.update(zone="SP", home="W6", abandoned=True)
    if paid:
        record.data["banner_paid"] = paid
    game = operating(scenario, "GWR", "own_shares")
    act(game, "p1", "take_minor", minor="A")
    assert cash(game, "GWR") == brings


# --- the engineers (14.9) ------------------------------------------------------------------------------


WAY = [("L25", "57", 2, 5), ("K24", "8", 3, 5)]


@rule("18OE", "14.9")
@pytest.mark.parametrize(("owner", "refused"), [("p1", None), ("p2", "engineers_track")])
def test_only_railroads_of_their_owner_build_on_track_of_the_engineers(owner, refused):
    scenario = put(major(phase="3"), *WAY).own(owner, "BBE")
    scenario.state.markers["BBE1"] = ("K24", 0)
    view = look(scenario)
    upgrade = ("K24", "80", 3)
    found = track.check(view, "GWR", upgrade)
    assert (found and found.code) == refused
    assert (upgrade in track.legal_lays(view, "GWR", ["K24"])) is (refused is None)


@rule("18OE", "14.9", "15.6")
def test_the_point_of_minor_f_is_spent_on_a_tile_of_the_engineers():
    scenario = with_major(major_phase("BBE"), "LRZD", cash=0, p1=60).own("p1", "BBE").tile("J73", "5")
    scenario.note("turn:points_used", 6)
    assert "brandt_lay" not in kinds(operating(scenario, "LRZD", "track"), "p1")
    scenario.state.companies["LRZD"].data["powers"] = ["F"]
    assert "brandt_lay" in kinds(operating(scenario, "LRZD", "track"), "p1")


@rule("18OE", "14.9", "11.1.6")
def test_a_tile_of_the_engineers_costs_nothing_beyond_the_water():
    scenario = major("GSWR", cash=0).own("p1", "BBE")
    game = scenario.at("operating", "GSWR", "track", number=1, part=1).game()
    lay = ("I26", "3", 0)
    assert water_fee(game.view, "GSWR", lay) == 5
    assert refusal(game, "p1", "lay_tile", hex="I26", tile="3", rotation=0) == "cannot_afford"
    act(game, "p1", "brandt_lay", hex="I26", tile="3", rotation=0)
    assert story(game.view, game.log[-1])[0].predicate.startswith("#3 on ")
    assert cash(game, "GSWR") == 0


# --- the Orient Express (12.2) ---------------------------------------------------------------------------


def trip(train, earned, land=1):
    """A route from one of two ends to the other that earns something on the way."""
    stops = {("east", 0): earned, ("west", 0): 0}
    manner = Manner(9, frozenset({"city"}))
    return Trip(Route(train, ()), manner, stops, frozenset(stops), frozenset(), (), land, land)


@rule("18OE", "12", "12.2")
@pytest.mark.parametrize("order", [(100, 300), (300, 100)])
def test_of_two_trains_on_the_run_the_better_one_is_the_orient_express(order):
    """Its revenue is the cash of the first time, in whatever order the routes are named."""
    groups = frozenset({("east", 0)}), frozenset({("west", 0)})
    extras = Extras(bonuses=(SetBonus("Orient Express", 60, groups, once=True, land=True),))
    trips = [trip(str(i), earned) for i, earned in enumerate(order)]
    found = settlement(trips, extras, waters(major().game().view.board().hexmap))
    assert found.earned[found.bonuses["Orient Express"]] == 360
    assert sum(found.earned) == 460


# --- Star Harbor and Central Circle (14.5, 14.6) ---------------------------------------------------------


@rule("18OE", "14.5", "14.6", "11.3.1")
@pytest.mark.parametrize(("mark", "coord"), [("SHTC", "AA82"), ("CCTC", "Q30")])
def test_a_token_on_a_metropolis_is_good_for_each_of_its_stations(mark, coord):
    """A metropolis is one city, whatever stations it has."""
    scenario = major(powers=[mark])
    if coord == "Q30":
        scenario.tile(coord, "OE4")
    scenario.state.markers[mark] = (coord, 0)
    view = look(scenario)
    stations = {(coord, i) for i in view.board().face(coord).indices("city")}
    assert len(stations) > 1
    rules = policy_of(view)
    assert rules.free(view, "GWR") == stations
    assert stations <= rules.terms(view, "GWR").unblocked
    assert set(rules.worth(view, "GWR", stations, None).values()) == {0}
    ports = {relief.at for relief in rules.extras(view, "GWR").reliefs} & stations
    assert ports == (stations if mark == "SHTC" else set())


# --- Pullmans (9.5, 11.6.2, 15.12) ------------------------------------------------------------------------


def major_with_m(own):
    """GWR with minor M under its charter and a Pullman: M's own, or one that it bought."""
    scenario = with_major(major_phase("M", phase="4"), "GWR", cash=500, p1=60).own("GWR", "M")
    scenario.state.companies["M"].floated = True
    scenario.state.companies["M"].data.update(zone="SP", home="W6")
    scenario.state.companies["GWR"].data.update(powers=["M"], chits=["SP"])
    pullman = card(scenario, "pullman", "GWR")
    if own:
        pullman.data["of_m"] = True
    return with_major(scenario, "KBS", cash=900, p1=60), pullman


@rule("18OE", "9.5", "11.6.2", "15.12")
@pytest.mark.parametrize(("own", "lies"), [(True, "M"), (False, "pool")])
def test_the_pullman_of_minor_m_goes_with_its_charter_when_its_major_closes(own, lies):
    """Nobody else may purchase it; one that the major bought lies in the Open Market (9.4)."""
    scenario, pullman = major_with_m(own)
    scenario.state.pending.append(Pending("form_national", ("p1",), {"first": "p1"}))
    game = operating(scenario, "KBS", "trains")
    act(game, "p1", "form_national", company="GWR")
    act(game, "p1", "decline")
    assert game.state.trains[pullman.id].owner == lies
    assert ("pool" in values(game, "p1", "buy_train", "source")) is (not own)
    assert "M" not in values(game, "p1", "buy_train", "source")
    act(
        game,
        "p1",
        "buy_train",
        source="depot",
        train=values(game, "p1", "buy_train", "train", source="depot")[0],
    )
    act(game, "p1", "done")
    act(game, "p1", "take_minor", minor="M")
    assert ("pullman" in trains(game, "KBS")) is own


@rule("18OE", "14.5", "9.4", "11.3.10")
def test_a_national_gets_no_marker_of_a_private():
    scenario = with_major(major_phase("SHTC", phase="4"), "GWR", kind="national", p1=60).own("p1", "SHTC")
    game = operating(scenario, "GWR", "token")
    assert "star_harbor" not in kinds(game, "p1")
    assert refusal(game, "p1", "star_harbor", hex="AD17") == "no_national"


@rule("18OE", "6.1", "9.4", "10.5", "14.5")
def test_a_marker_of_a_private_goes_with_its_minor_and_leaves_with_a_national():
    scenario = with_major(major_phase("SHTC", "A", phase="4"), "GWR", p1=60).close("SHTC")
    with_minor(scenario, "A", "p1").state.companies["A"].data["powers"] = ["SHTC"]
    scenario.state.markers["SHTC"] = ("AD17", 0)
    game = stock(scenario)
    act(game, "p1", "merge_minor", minor="A", company="GWR")
    assert "SHTC" in game.view.company("GWR").data["powers"]
    assert not game.view.company("A").data.get("powers")
    nationals.form(game._writer, "GWR")
    assert "SHTC" not in game.state.markers


# --- the list of sentences -------------------------------------------------------------------------------


def test_the_list_of_sentences_names_tests_and_laws_that_exist():
    written = (Path(g18oe.__file__).parent / "READING.md").read_text("utf-8")
    tests = "\n".join(file.read_text("utf-8") for file in Path(__file__).parents[1].rglob("test_*.py"))
    named, laws = (set(re.findall(p, written)) for p in (r"`(test_\w+)`", r"laws? `(\w+)`"))
    assert named
    assert laws
    assert {name for name in named if f"def {name}(" not in tests} == set()
    assert laws <= {found.broken.__name__ for found in Exceptions.own}


@rule("18OE", "10.5")
def test_like_trains_of_a_minor_are_declined_one_by_one():
    scenario = with_major(major_phase("A", phase="3"), "GWR", p1=60)
    with_minor(scenario, "A", "p1").trains("A", "2+2", "2+2")
    game = stock(scenario)
    act(game, "p1", "merge_minor", minor="A", company="GWR")
    for left in (2, 1):
        assert trains(game, "GWR") == ["2+2"] * left
        (train,) = values(game, "p1", "decline_train", "train")
        act(game, "p1", "decline_train", train=train)
    assert trains(game, "GWR") == []
