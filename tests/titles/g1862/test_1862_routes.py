"""1862 7.4, 7.8: what the three types of train run to and score; the examples of the rulebook."""

from __future__ import annotations

import pytest

from engine.routes.policy import Route, check_routes, descriptions, has_route, revenue
from engine.routes.suggest import best_routes
from tests.rulemark import rule
from tests.titles.g1862.mania import act, refusal
from tests.titles.g1862.mania_routes import NE, NW, SE, SW, N, Rails, S, along

F, L, E = "freight", "local", "express"
RED = "F1 F3"
BLUE = "F3 F5"
PINK = "F5 G6 G8"
PURPLE = "G8 F9 F11"
ORANGE = "G8 H7"


def enr(*trains: tuple[str, str], phase: str = "B", **options: str) -> Rails:
    """The board of the table at the end of the rulebook: the ENR in Cromer, the port North above it.

    Its picture is lost; track and colours are such as give the values of the table.
    """
    rails = Rails("ENR", F, L, E, phase=phase, **options).lay("F3", N, S).lay("F5", N, SE).lay("G6", NW, S)
    rails.lay("G8", N, SW, NE, colour="green").lay("H7", SW, N)
    rails.lay("F9", NE, S).lay("F11", N, SW, colour="green")
    rails.token("ENR", "F5").token("ENR", "G8")
    for band, kind in trains:
        rails.own(kind, band)
    return rails


def best(rails: Rails) -> tuple[int, int]:
    """Revenue and subsidy of the best routes, after the check has looked at them."""
    found = best_routes(rails.view(), rails.us)
    assert found.proven
    assert check_routes(rails.view(), rails.us, found.routes) is None
    assert revenue(rails.view(), rails.us, found.routes) == found.revenue == found.bound
    return found.revenue, found.subsidy


# --- the table of the ENR ------------------------------------------------------------------------------


@rule("1862", "7.8.1")
def test_enr_one_freight_train():
    rails = enr(("A", F))
    assert rails.judge((rails.card("A", F), RED)) == (80 + 20, 0)
    assert best(rails) == (100, 0)


@rule("1862", "7.8.1")
def test_enr_two_freight_trains_end_to_end():
    rails = enr(("A", F), ("A", F))
    runs = (rails.card("A", F), RED), (rails.card("A", F, 1), BLUE)
    assert rails.judge(*runs) == (80 + 40 + 30, 0)
    assert best(rails) == (150, 0)


@rule("1862", "7.8.1")
def test_enr_a_freight_train_of_two_hexes():
    rails = enr(("B", F))
    assert rails.judge((rails.card("B", F), "F1 F3 F5")) == (150, 0)
    assert best(rails) == (150, 0)


@rule("1862", "7.8.1")
def test_enr_a_freight_train_of_three_hexes_ends_at_no_small_station():
    rails = enr(("C", F), phase="B")
    train = rails.card("C", F)
    assert rails.judge((train, "F1 F3 F5 G6")) == "path_broken"
    assert rails.judge((train, "F3 F5 G6 G8")) == (20 + 30 + 2 * 20, 0)
    assert best(rails) == (150, 0)


@rule("1862", "7.8.3")
def test_enr_express_trains():
    rails = enr(("A", E))
    assert rails.judge((rails.card("A", E), RED)) == (80 + 20, 0)
    assert best(rails) == (100, 0)
    rails.own(E, "B")
    both = (rails.card("A", E), RED), (rails.card("B", E), "F3 F5 G6 G8")
    assert rails.judge(*both) == (80 + 20 + 40 + 30, 0)
    assert best(rails)[0] >= 170


@rule("1862", "7.8.2")
def test_enr_a_local_train():
    rails = enr(("B", L))
    run = (rails.card("B", L), "F3 F5 G6 G8")
    assert rails.judge(run) == (40 + 20 + 30, 4 * 10)


@rule("1862", "7.8.2")
def test_enr_freight_and_local():
    rails = enr(("B", F), ("A", L))
    runs = (rails.card("B", F), "F1 F3 F5"), (rails.card("A", L), BLUE)
    assert rails.judge(*runs) == (150 + 20, 20)


@rule("1862", "7.8.1", "7.8.3")
def test_enr_long_freight_and_express():
    """The table shows both sums with the port; 7.8 scores it once for the company."""
    rails = enr(("E", F), ("F", E), phase="B")
    freight = (rails.card("E", F), "F1 F3 F5 G6 G8 F9 F11")
    express = (rails.card("F", E), "F1 F3 F5 G6 G8 H7")
    assert rails.judge(freight) == (80 + 60 + 4 * 30, 0)
    assert rails.judge(express) == (80 + 20 + 40 + 30 + 20, 0)
    assert rails.judge(freight, express) == (260 + 190 - 80, 0)
    assert rails.judge(freight, (express[0], "F3 F5 G6 G8 F9 F11")) == (260 + 20 + 40 + 30, 0)


# --- the other examples --------------------------------------------------------------------------------


def lynn() -> Rails:
    """The L&H with all permits in phase C (7.8.4); the WNR on the same board."""
    rails = Rails("L&H", F, L, E, phase="C").lay("C4", S, SW, NE, colour="green")
    rails.lay("D3", SW, NE).lay("E2", SW, NE, colour="green").lay("C6", N, S, colour="green")
    rails.lay("B5", NE, S, NW, colour="green").lay("B7", N, S).lay("B9", N, SW, colour="green")
    return rails.token("L&H", "B9")


@rule("1862", "7.8.4")
def test_three_types_of_train_together():
    rails = lynn().own(L, "C").own(E, "D").own(F, "D")
    local = (rails.card("C", L), "C6 C4 D3 E2")
    freight = (rails.card("D", F), "A4 B5 C4 D3 E2 F1")
    express = (rails.card("D", E), "A10 B9 B7 B5")
    assert rails.judge(local) == (30 + 30 + 20 + 50, 40)
    assert rails.judge(local, freight) == (130 + 90 + 90 + 4 * 30, 40)
    assert rails.judge(local, freight, express) == (130 + 300 + 100 + 60 + 20 + 30, 40)
    assert rails.judge(local, express) == "run_apart"
    assert best(rails)[0] >= 640


@rule("1862", "7.8.2", "7.8.3")
def test_the_examples_of_the_wnr():
    rails = Rails("WNR", L, E, phase="C").lay("E2", SW, S, colour="green").lay("D3", SW, NE)
    rails.lay("C4", N, NE, colour="green").lay("E4", N, SW, colour="green").lay("D5", NE, SW, colour="green")
    rails.lay("C6", NE, N, colour="green").own(L, "C").own(E, "C")
    assert rails.judge((rails.card("C", E), "C2 C4 D3 E2")) == (90 + 50 + 30, 0)
    assert rails.judge((rails.card("C", L), "E2 E4 D5")) == (30 + 30 + 30, 30)
    assert rails.judge((rails.card("C", L), "E4 E2 D3 C4")) == (30 + 30 + 20 + 50, 40)


@rule("1862", "7.8.1")
def test_the_bonus_is_20_a_hex_and_30_with_a_port():
    rails = Rails("WNR", F, phase="A").lay("E2", NE, S).lay("E4", N, SE).lay("F5", NW, S).own(F, "B", "C")
    assert rails.judge((rails.card("B", F), "E2 E4 F5")) == (20 + 40 + 20, 0)
    assert rails.judge((rails.card("C", F), "F1 E2 E4 F5")) == (80 + 40 + 2 * 30, 0)


@rule("1862", "7.8.1", "7.6.5")
def test_london_is_scored_where_the_train_enters_it():
    rails = Rails("EUR", F, phase="A").lay("E12", SW, NW).lay("D13", NE, S).lay("D11", SE, SW)
    rails.lay("C12", NE, SW).lay("B13", NE, SW).own(F, "C", "D")
    assert rails.judge((rails.card("C", F), "E12 D13 D15")) == "no_link"
    rails.token("EUR", "D15", 1)
    assert rails.judge((rails.card("C", F), "E12 D13 D15")) == (40 + 100 + 20, 0)
    assert rails.judge((rails.card("D", F), "E12 D11 C12 B13 A14")) == (40 + 100 + 60, 0)


# --- routes in general (7.4, 7.8) ------------------------------------------------------------------------


@rule("1862", "7.4", "7.8")
def test_a_port_may_stand_beside_its_town():
    rails = Rails("FDR", E, phase="A").lay("G12", SE, NW).own(E, "A")
    assert rails.judge((rails.card("A", E), "G12 H13")) == (20 + 70, 0)


@rule("1862", "7.4", "7.8")
def test_at_most_one_port_and_one_red_area_at_the_ends():
    rails = enr(("C", E), ("D", E), phase="D").lay("H7", SW, NE)
    assert rails.judge((rails.card("D", E), "F1 F3 F5 G6 G8 H7 I6")) == "two_areas"
    rails = lynn().own(E, "D")
    assert rails.judge((rails.card("D", E), "A4 B5 B7 B9 A10")) == "two_areas"
    assert rails.judge((rails.card("D", E), "F1 E2 D3 C4 B5")) == (90 + 30 + 50 + 30, 0)


@rule("1862", "7.4")
def test_nothing_runs_through_an_area():
    rails = Rails("N&E", E, phase="A").lay("B13", SE, N).lay("D13", SW, N).own(E, "C").token("N&E", "B15", 1)
    assert rails.judge((rails.card("C", E), "B13 C14")) == (20 + 100, 0)
    assert rails.judge((rails.card("C", E), "B13 C14 D13")) == "through_offboard"


@rule("1862", "7.4", "7.8")
def test_a_full_station_is_an_end_only():
    rails = enr(("C", E))
    rails.state.tokens["ENR:1"].place = None
    train = rails.card("C", E)
    assert rails.judge((train, "F1 F3 F5")) == (140, 0)
    assert rails.judge((train, "F3 F5 G6 G8")) == (90, 0)
    for rival in ("WVR", "Y&N", "L&E")[: rails.view().board().slots("F5", 0)]:
        rails.token(rival, "F5")
    assert rails.judge((train, "F1 F3 F5")) == (140, 0)
    assert rails.judge((train, "F3 F5 G6 G8")) == "through_blocked"


@rule("1862", "7.4", "7.8.4")
def test_every_train_meets_a_station_of_the_company():
    rails = enr(("A", E), ("A", E))
    rails.state.tokens["ENR:2"].place = None
    rails.state.tokens["ENR:1"].place = None
    assert rails.judge((rails.card("A", E), BLUE), (rails.card("A", E, 1), PINK)) == "no_station"
    assert rails.judge((rails.card("A", E), BLUE)) == (60, 0)


@rule("1862", "7.8")
def test_one_run_includes_the_home_and_the_others_meet_it():
    rails = enr(("A", E), ("A", E), ("A", L))
    one, two, local = rails.card("A", E), rails.card("A", E, 1), rails.card("A", L)
    assert rails.judge((one, PINK)) == "no_main_run"
    assert rails.judge((one, RED), (two, PINK)) == "run_apart"
    assert rails.judge((one, RED), (two, PINK), (local, BLUE)) == (80 + 20 + 40 + 30, 20)
    assert rails.judge((one, RED), (local, ORANGE)) == "run_apart"


@rule("1862", "7.8")
def test_runs_meet_at_large_stations_only():
    rails = Rails("ENR", E, phase="B").lay("F3", N, S).lay("E2", NE, S).lay("E4", N, S).token("ENR", "E4")
    rails.own(E, "A", "A")
    one, two = rails.card("A", E), rails.card("A", E, 1)
    assert rails.judge((one, "F1 F3"), (two, "F1 E2")) == "no_station"
    rails.token("ENR", "E2")
    assert rails.judge((one, "F1 F3"), (two, "F1 E2")) == "run_apart"


@rule("1862", "7.8")
def test_trains_share_track_and_each_stop_is_scored_once():
    rails = enr(("A", E), ("A", E))
    one, two = rails.card("A", E), rails.card("A", E, 1)
    assert rails.judge((one, RED), (two, RED)) == (100, 0)
    assert rails.judge((one, RED), (two, BLUE)) == (80 + 20 + 40, 0)
    there_and_back = along(rails.view(), "F3", "F5")
    there_and_back += tuple((coord, b, a) for coord, a, b in reversed(there_and_back))
    refused = check_routes(rails.view(), "ENR", [Route(one, there_and_back)])
    assert refused is not None
    assert refused.code == "track_twice"


@rule("1862", "7.8")
def test_only_trains_with_a_permit_run():
    rails = enr(("A", E), ("A", L))
    rails.state.companies["ENR"].data["permits"] = ["local"]
    assert rails.judge((rails.card("A", E), RED)) == "no_permit"
    assert best(rails) == (60, 20)
    rails.state.companies["ENR"].data["permits"] = ["freight"]
    assert not has_route(rails.view(), "ENR")
    assert best(rails) == (0, 0)


@rule("1862", "11.1")
def test_simple_games_have_no_permits():
    rails = Rails("ENR", phase="A", trains="simple_express").lay("F3", N, S).own(E, "A")
    assert rails.judge((rails.card("A", E), RED)) == (100, 0)
    assert best(rails) == (100, 0)


@rule("1862", "7.8")
def test_a_company_must_run_if_it_can():
    game = enr(("A", E)).company("ENR", 54, permits=("express",), p1=50).operating("ENR", "run").game()
    assert refusal(game, "p1", "run", routes=[]) == "must_run"
    act(game, "p1", "run", routes=game.suggest_routes())
    assert game.view.company("ENR").last_revenue == 100


@rule("1862", "7.8")
def test_the_director_chooses_and_need_not_earn_the_most():
    rails = enr(("B", E))
    assert rails.judge((rails.card("B", E), BLUE)) == (60, 0)
    assert best(rails)[0] > 60


# --- freight (7.8.1) -------------------------------------------------------------------------------------


@rule("1862", "7.8.1")
def test_freight_is_limited_in_hexes_and_passes_stations():
    rails = enr(("A", F), ("B", F), ("C", F))
    assert rails.judge((rails.card("A", F), "F1 F3 F5")) == "too_far"
    assert rails.judge((rails.card("B", F), "F1 F3 F5")) == (150, 0)


@rule("1862", "7.8.1")
def test_freight_trains_that_rust_join_end_to_end():
    rails = enr(("B", F), ("C", F))
    two, three = rails.card("B", F), rails.card("C", F)
    assert rails.judge((two, "F1 F3 F5"), (three, "F5 G6 G8")) == (80 + 30 + 3 * 30, 0)
    assert rails.judge((two, RED), (three, "F3 F5 G6 G8")) == (80 + 30 + 3 * 30, 0)
    assert rails.judge((two, "F1 F3 F5"), (three, "F3 F5 G6 G8")) == "freight_apart"
    assert rails.judge((two, BLUE), (three, BLUE)) == "freight_apart"


@rule("1862", "7.8.1")
def test_each_train_of_a_joined_run_meets_a_station_of_its_own():
    rails = enr(("A", F), ("C", F))
    rails.state.tokens["ENR:1"].place = None
    rails.state.tokens["ENR:2"].place = None
    assert rails.judge((rails.card("A", F), BLUE), (rails.card("C", F), PINK)) == "no_station"


@rule("1862", "7.8.1")
def test_permanent_freight_trains_run_apart_or_joined_as_pays_more():
    rails = enr(("E", F), ("F", F), phase="F")
    six, seven = rails.card("E", F), rails.card("F", F)
    crossing = (six, "F1 F3 F5"), (seven, "F3 F5 G6 G8")
    assert rails.judge(*crossing) == ((100 + 40 + 30) + (20 + 30 + 2 * 20), 0)
    apart, joined = (100 + 20) + (30 + 2 * 20), 100 + 30 + 3 * 30
    assert joined > apart
    assert rails.judge((six, RED), (seven, "F3 F5 G6 G8")) == (joined, 0)
    assert rails.judge((six, "F3 F5"), (seven, "F5 G6 G8")) == (20 + 40 + 30 + 20, 0)


@rule("1862", "7.8.1")
def test_a_train_that_rusts_joins_a_permanent_one():
    rails = enr(("D", F), ("E", F), phase="E")
    five, six = rails.card("D", F), rails.card("E", F)
    assert rails.judge((five, "F1 F3 F5"), (six, "F3 F5 G6 G8")) == "freight_apart"
    assert rails.judge((five, "F1 F3 F5"), (six, "F5 G6 G8")) == (100 + 30 + 3 * 30, 0)
    assert rails.judge((six, "F3 F5 G6 G8")) == (90, 0)


@rule("1862", "7.8.1", "11.2")
def test_in_the_shorter_game_d_freight_trains_are_permanent_and_may_run_apart():
    crossing, values = ("F1 F3 F5", "F3 F5 G6 G8"), (90 + 40 + 30) + (20 + 30 + 2 * 20)
    for shorter, earned in (("yes", (values, 0)), ("no", "freight_apart")):
        rails = enr(("D", F), ("D", F), phase="D", shorter=shorter)
        one, two = (train for train in rails.state.trains.values() if train.owner == "ENR")
        assert rails.judge((one.id, crossing[0]), (two.id, crossing[1])) == earned


# --- trains with two numbers (7.8.2, 7.8.3) ----------------------------------------------------------------


@rule("1862", "7.8.2", "7.8.3")
def test_the_director_chooses_which_stop_is_not_scored():
    rails = enr(("B", E))
    view, train = rails.view(), rails.card("B", E)
    path = along(view, "F3", "F5", "G6", "G8")

    def worth(*left):
        route = Route(train, path, left)
        refused = check_routes(view, "ENR", [route])
        return refused.code if refused else revenue(view, "ENR", [route])

    assert worth(("F3", 0)) == 40 + 30
    assert worth(("F5", 0)) == 20 + 30
    assert worth() == worth(("G6", 0)) == worth(("F3", 0), ("F5", 0)) == "bad_uncounted"
    assert revenue(view, "ENR", [Route(train, path)]) == 70
    (told,) = descriptions(view, "ENR", [Route(train, path)])
    assert told == "(Cromer) - Norwich - Beccles (£70)"


@rule("1862", "7.8.2", "7.8.3")
@pytest.mark.parametrize(("band", "verdict"), [("A", "too_many_stops"), ("B", (70, 0)), ("C", (90, 0))])
def test_no_large_station_on_the_way_is_skipped(band, verdict):
    rails = enr((band, E))
    assert rails.judge((rails.card(band, E), "F3 F5 G6 G8")) == verdict


@rule("1862", "7.8.2")
def test_local_trains_stay_on_the_land_and_pay_each_hex_once():
    rails = enr(("B", L), ("C", L))
    two, three = rails.card("B", L), rails.card("C", L)
    assert rails.judge((two, RED)) == "local_off_board"
    assert rails.judge((three, "F3 F5 G6 G8"), (two, BLUE)) == (20 + 40 + 20 + 30, 40)
    assert rails.judge((two, "F5 G6 G8 H7"), (three, "F3 F5 G6 G8")) == (20 + 40 + 20 + 30 + 20, 50)
    (told,) = descriptions(rails.view(), "ENR", [Route(three, along(rails.view(), "F3", "F5", "G6", "G8"))])
    assert told == "Cromer - Norwich - Beccles, 1 small station (£110)"


@rule("1862", "7.8.2")
def test_the_subsidy_goes_to_the_treasury():
    rails = enr(("C", L)).company("ENR", 54, permits=("local",), p1=50).operating("ENR", "run")
    game = rails.game()
    run = {"train": rails.card("C", L), "path": along(game.view, "F3", "F5", "G6", "G8")}
    act(game, "p1", "run", routes=[run])
    act(game, "p1", "dividend", payout="withhold")
    assert game.view.cash("ENR") == 110 + 40


@rule("1862", "7.3", "8")
def test_in_receivership_revenue_and_subsidy_count_alike():
    """To Norwich 60 and two hexes; to Beccles 50 and four hexes on track without small stations."""
    rails = Rails("ENR", L, phase="B").lay("F3", S, SE).lay("F5", N, SE).lay("G4", NW, S, colour="green")
    rails.lay("G6", N, S, colour="green").lay("G8", N, S, colour="green").own(L, "A")
    rails.company("ENR", 54, permits=(L,), p1=50)
    assert best(rails) == (20 + 40, 20)
    for cert in rails.state.certs.values():
        if cert.company == "ENR":
            cert.owner = "pool"
    assert best(rails) == (20 + 30, 40)
