"""1862 7.8, 7.8.1: each train runs if it can, freight trains joined for that, whatever it earns."""

from __future__ import annotations

import pytest

from engine.board.faces import OFFBOARD, STOP
from engine.routes.policy import check_routes, has_route
from engine.routes.suggest import after, alternatives, best_routes
from engine.titles.g1862.data.board import hexmap
from engine.titles.g1862.solver import duty
from engine.titles.g1862.solver.duty import Crew, crews
from engine.titles.g1862.solver.fares import haul
from tests.brute62 import Brute62
from tests.rulemark import rule
from tests.titles.g1862.mania import act
from tests.titles.g1862.mania_routes import NE, NW, SE, SW, N, Rails, S
from tests.titles.g1862.test_1862_routes import RED, best, enr

F, L, E = "freight", "local", "express"
PORT, SOUTH = "I4 H5", "H5 H7"


def yarmouth(*bands: str, phase: str, south: bool = True) -> Rails:
    """The Y&N with freight trains; its home is worth 60, the port beside it more, a town in the south 20."""
    rails = Rails("Y&N", F, L, E, phase=phase).lay("H5", NE, S, colour="brown").own(F, *bands)
    return rails.lay("H7", N, S) if south else rails


def told(rails: Rails, *runs: tuple[str, str]) -> str:
    """The code of a refusal of these runs, and its sentence."""
    view = rails.view()
    refused = check_routes(view, rails.us, [rails.route(*run) for run in runs])
    assert refused is not None
    return f"{refused.code}: {refused.text}"


def in_pool(rails: Rails) -> Rails:
    for cert in rails.state.certs.values():
        if cert.company == rails.us:
            cert.owner = "pool"
    return rails


# --- freight trains --------------------------------------------------------------------------------------


@rule("1862", "7.8", "7.8.1")
def test_a_freight_train_is_not_idle_to_earn_more_by_not_joining():
    rails = yarmouth("A", "A", phase="B")
    one, two = rails.card("A", F), rails.card("A", F, 1)
    assert rails.judge((one, PORT)) == (80 + 60, 0)
    assert rails.judge_all((one, PORT), (two, SOUTH)) == (80 + 20 + 30, 0) == best(rails)
    assert told(rails, (one, PORT)) == (
        "freight_idle: Each train runs if it can: the freight trains 1F and 1F can run together, "
        "joined end to end, and must."
    )
    assert rails.judge_all() == "must_run"


@rule("1862", "7.8", "7.8.1")
def test_a_train_that_rusts_is_not_idle_beside_a_permanent_one_nor_the_other_way_round():
    rails = yarmouth("D", "E", phase="E")
    five, six = rails.card("D", F), rails.card("E", F)
    assert rails.judge((five, PORT)) == rails.judge((six, PORT)) == (120 + 60, 0)
    assert rails.judge_all((six, PORT)) == rails.judge_all((five, PORT)) == "freight_idle"
    assert rails.judge_all((six, PORT), (five, SOUTH)) == (120 + 20 + 30, 0) == best(rails)


@rule("1862", "7.8", "7.8.1")
def test_two_permanent_freight_trains_both_run():
    rails = yarmouth("E", "F", phase="F", south=False)
    six, seven = rails.card("E", F), rails.card("F", F)
    assert rails.judge_all((six, PORT)) == "freight_idle"
    assert rails.judge_all((six, PORT), (seven, PORT)) == (120 + 60, 0) == best(rails)


@rule("1862", "7.8", "7.8.1")
def test_of_freight_trains_that_cannot_be_joined_the_director_chooses_one():
    rails = yarmouth("A", "B", phase="B", south=False)
    one, two = rails.card("A", F), rails.card("B", F)
    assert set(crews(rails.view(), "Y&N")) == {Crew((1,)), Crew((2,))}
    assert rails.judge_all((one, PORT)) == rails.judge_all((two, PORT)) == (80 + 60, 0)
    assert rails.judge_all((one, PORT), (two, PORT)) == "freight_apart"
    assert rails.judge_all() == "must_run"


@rule("1862", "7.8.1")
def test_a_train_that_rusts_and_cannot_be_joined_to_a_permanent_one_is_idle_and_not_the_other():
    rails = yarmouth("D", "E", phase="E", south=False)
    five, six = rails.card("D", F), rails.card("E", F)
    assert told(rails, (five, PORT)) == (
        "freight_idle: Each train runs if it can: the freight train 6F can run, "
        "and trains that rust run joined to a permanent one."
    )
    assert rails.judge_all((six, PORT)) == (120 + 60, 0) == best(rails)


@rule("1862", "7.8", "7.8.1")
def test_freight_away_from_the_home_runs_where_another_train_leads_to_it():
    rails = Rails("WVR", F, E, phase="B").lay("G8", N, S).lay("G6", NW, S).lay("F5", N, SE).lay("F3", N, S)
    rails.token("WVR", "F5").own(F, "A")
    freight, there = rails.card("A", F), "G8 G6 F5"
    assert not has_route(rails.view(), "WVR")
    assert rails.judge_all() == (0, 0)
    express = rails.own(E, "A").card("A", E)
    assert rails.judge_all((express, there)) == "freight_idle"
    assert rails.judge_all((express, there), (freight, "F5 F3")) == (20 + 40 + 20, 0) == best(rails)


@rule("1862", "7.3", "7.8.1")
def test_in_receivership_freight_trains_are_joined_too():
    rails = in_pool(yarmouth("A", "A", phase="B").company("Y&N", 54, permits=(F,), p1=50))
    assert best(rails) == (80 + 20 + 30, 0)


@rule("1862", "7.8.1")
def test_several_permanent_trains_on_the_same_run_each_earn_the_bonus():
    rails = enr(("E", F), ("F", F), phase="F")
    six, seven = rails.card("E", F), rails.card("F", F)
    assert rails.judge((six, "F1 F3 F5")) == (100 + 40 + 30, 0)
    assert rails.judge_all((six, "F1 F3 F5"), (seven, "F1 F3 F5")) == (100 + 40 + 30 + 30, 0)


# --- local and express trains ------------------------------------------------------------------------------


@rule("1862", "7.8")
@pytest.mark.parametrize(("kind", "verdict"), [(E, "train_idle"), (L, "train_idle")])
def test_a_local_or_express_train_is_not_idle(kind, verdict):
    rails = enr(("A", E), ("B", kind))
    assert rails.judge_all((rails.card("A", E), RED)) == verdict
    assert rails.judge_all((rails.card("A", E), RED), (rails.card("B", kind), "F3 F5"))[0] == 80 + 20 + 40  # type: ignore[index]


@rule("1862", "7.8")
def test_a_refusal_names_the_idle_train_and_what_it_needs():
    rails = enr(("A", E), ("B", L))
    assert told(rails, (rails.card("A", E), RED)) == (
        "train_idle: Each train runs if it can: the 2/3L needs a run that meets another one."
    )


@rule("1862", "7.8")
def test_a_train_without_a_run_or_a_permit_may_be_idle():
    rails = yarmouth(phase="B", south=False).own(E, "A").own(L, "A")
    assert rails.judge_all((rails.card("A", E), PORT)) == (80 + 60, 0) == best(rails)
    rails = enr(("A", E), ("A", L))
    rails.state.companies["ENR"].data["permits"] = [E]
    assert rails.judge_all((rails.card("A", E), RED)) == (100, 0)


@rule("1862", "7.8")
def test_a_train_that_earns_nothing_more_runs_all_the_same():
    rails = yarmouth(phase="B", south=False).own(E, "A", "A")
    assert len(best_routes(rails.view(), "Y&N").routes) == 2
    assert all(len(found.routes) == 2 for found in alternatives(rails.view(), "Y&N", 3))


@rule("1862", "7.8")
def test_the_run_that_is_proposed_is_taken():
    game = (
        yarmouth("A", "A", phase="B").company("Y&N", 54, permits=(F,), p1=50).operating("Y&N", "run").game()
    )
    act(game, "p1", "run", routes=game.suggest_routes())
    assert game.view.company("Y&N").last_revenue == 130


@rule("1862", "7.8", "7.8.1")
def test_a_search_without_time_leaves_no_train_idle():
    for rails in (yarmouth("A", "A", phase="B").own(E, "A"), yarmouth("D", "E", phase="E").own(L, "A", "A")):
        found = best_routes(rails.view(), "Y&N", after(0))
        assert check_routes(rails.view(), "Y&N", found.routes) is None
        assert len(found.routes) == len(rails.view().trains("Y&N"))


def test_what_cannot_be_settled_is_not_demanded(monkeypatch):
    monkeypatch.setattr(duty, "LEAST", 1)
    monkeypatch.setattr(duty, "WORK", 0)
    rails = yarmouth("A", "A", phase="B")
    assert not any(len(crew.loose) > 1 for crew in crews(rails.view(), "Y&N"))
    assert rails.judge_all((rails.card("A", F), PORT)) == (80 + 60, 0)


# --- the point of entry (7.8.1) ---------------------------------------------------------------------------


def entries() -> dict[str, list[tuple[str, int, int, str]]]:
    """The ways into each area and port that has several: its hex, stop and side, and the hex on the land."""
    found: dict[str, list[tuple[str, int, int, str]]] = {}
    for coord, spot in hexmap().hexes.items():
        for i, stop in enumerate(spot.face.stops):
            for side in spot.face.stop_exits(i) if stop.kind == OFFBOARD else ():
                land = spot.neighbours[side]
                assert land is not None
                found.setdefault(stop.group or coord, []).append((coord, i, side, land))
    return {name: ways for name, ways in found.items() if len(ways) > 1}


@rule("1862", "7.8.1")
@pytest.mark.parametrize("name", sorted(entries()))
def test_the_way_to_an_area_chooses_its_point_of_entry(name):
    board = Rails("I&B", F).view().board()
    brute = Brute62(Rails("I&B", F).view(), "I&B")
    for coord, i, side, land in entries()[name]:
        each = 30 if hexmap()[coord].colour == "blue" else 20
        for city in ("C4", "D9", "H5"):
            path = ((coord, STOP + i, side), (land, (side + 3) % 6, 0), (city, 3, STOP))
            assert haul(board, path) == each * brute._steps(land, city)


@rule("1862", "7.8.1")
def test_the_areas_with_several_entries_are_these():
    lands = {name: {land for _, _, _, land in ways} for name, ways in entries().items()}
    assert {name for name, land in lands.items() if len(land) > 1} == {"Midlands", "West", "London"}
    assert {name for name, land in lands.items() if len(land) == 1} == {
        "Denmark",
        "East",
        "Holland",
        "North0",
        "NorthEast",
    }


@rule("1862", "7.8.1")
def test_the_search_runs_to_the_entry_that_is_farther():
    rails = Rails("EUR", F, phase="A").lay("E12", SW, NW).lay("D13", NE, S).lay("D11", SE, SW)
    rails.lay("C12", NE, SW).lay("B13", NE, SW).own(F, "D").token("EUR", "D15", 1)
    near, far = "E12 D13 D15", "E12 D11 C12 B13 A14"
    train = rails.card("D", F)
    assert rails.judge((train, near)) == (40 + 100 + 20, 0)
    assert rails.judge((train, far)) == (40 + 100 + 60, 0) == best(rails)
