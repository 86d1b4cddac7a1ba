"""What trains count and earn beyond stop by stop, on rows of hexes made up for each rule.

By the text of 18OE: 11.3.1-11.3.3, 11.3.9, 11.6.2, 12, 14.10, 15.4, 15.11.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.board.waters import Port, Waters
from engine.routes.manners import NOTHING, Extras, Manner, Marker, Relief, SetBonus
from engine.routes.paths import Route, parse_routes
from engine.routes.policy import check_route, check_routes, descriptions, policy_of, revenue, stops_of
from engine.routes.suggest import alternatives, best_earning, best_routes, best_without
from engine.routes.terms import Terms
from tests.seas import EVERY, TOWNS, US, coast, one_more, position

SW, W, E, SE = 0, 1, 4, 5
TWICE = Terms(again=TOWNS)


def local(level: int) -> Manner:
    return Manner(level, EVERY, small=TOWNS, towns=level, fill=True)


def express(level: int) -> Manner:
    return Manner(level, EVERY, small=TOWNS, fill=True)


def double(level: int) -> Manner:
    return Manner(level, EVERY, factor=2, small=TOWNS)


def row(words: str, *manners: Manner, tokens=("A1",), extras=NOTHING, lie=TWICE, **policy):
    """A row of stops: ``c40`` a city, ``t10`` a town, ``r30`` a red area, each joined to the next."""
    names = {"c": "gray city:{}:1", "t": "gray town:{}", "r": "red offboard:{}"}
    stops = words.split()
    faces = []
    for i, word in enumerate(stops):
        exits = "14" if 0 < i < len(stops) - 1 else "4" if i == 0 else "1"
        faces.append(f"{names[word[0]].format(word[1:])} {exits}-s0")
    kinds = ["2", "3", "4"][: len(manners)]
    return position(
        coast(*faces), kinds, [(t, 0) for t in tokens],
        manners=dict(zip(kinds, manners, strict=True)), more=extras, lie=lie, **policy,
    )  # fmt: skip


def best(view) -> int:
    found = best_routes(view, US)
    assert found.proven
    assert check_routes(view, US, found.routes) is None
    assert revenue(view, US, found.routes) == found.revenue == found.bound
    return found.revenue


def along(first: int, last: int) -> tuple[tuple[str, int, int], ...]:
    """The path over the row from one stop to another."""
    inner = [
        piece for n in range(first + 1, last) for piece in ((f"A{2 * n + 1}", W, 6), (f"A{2 * n + 1}", 6, E))
    ]
    return ((f"A{2 * first + 1}", 6, E), *inner, (f"A{2 * last + 1}", W, 6))


# --- cities and towns (11.3.3, 11.3.9) ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "manner", "earned"),
    [
        ("c40 t10 t20 t30 t15", local(2), 40 + 30 + 20 + 15),
        ("c40 t10 t20 t30 c50", local(2), 90 + 30 + 20),
        ("c40 c50 c60 t10", local(2), 90),
        ("c40 t10 t20 t30 t40", express(4), 40 + 40 + 30 + 20),
        ("c40 t10 t20 c50 t30 c60 t40 c70 c80", express(4), 220),
        ("c40 t10 t20 t30 t40 t50 t60 t70 t80", local(4), 40 + 80 + 70 + 60 + 50 + 40 + 30 + 20),
        ("c40 t10 t20 c50 c60 t90 c70 c80", double(4), 2 * 220),
        ("c40 t10 r30 c60", local(3), 40 + 30 + 10),
        ("c10 t60 c20 t50 c30", express(3), 60 + 50 + 30),
        ("c10 t60 t50", express(2), 60 + 10),
    ],
)  # fmt: skip
def test_how_many_cities_and_towns_pay(words, manner, earned):
    """11.3.3, 11.3.9: 2+2 "one city and up to three towns, or two cities and two towns"; the 4, 4+4 and 4D.

    The best towns pay; they may take the place of cities, but one city pays (or a red zone).
    """
    assert best(row(words, manner)) == earned


def test_any_number_of_towns_may_be_passed():
    """11.3.3, 11.3.9: towns beyond those that count are ignored; a doubled train ignores them all."""
    assert best(row("c40 t10 t10 t10 t10 t10 t10 c50", local(2))) == 110
    view = row("c40 t10 t10 t10 t10 t10 t10 c50", double(4))
    assert best(view) == 180
    assert check_route(view, US, Route("2-1", along(0, 1))) is None
    assert revenue(view, US, [Route("2-1", along(0, 1))]) == 80


def test_the_best_of_those_visited_pay():
    """N of M: three of five cities pay, of those that are doubled the best two."""
    assert best(row("c40 c50 c10 c20 c60", Manner(5, EVERY, most=3))) == 150
    assert best(row("c40 c50 c10 c20 c60", Manner(5, EVERY, most=3, factor=2, doubled=2))) == 2 * 110 + 40
    assert best(row("c40 c50 c10 c20 c60", Manner(2, EVERY, most=1, hexes=True))) == 50


def test_a_town_may_be_come_to_again_and_pays_once():
    """11.3.1: a train passes a town in the centre of a tile more than once, over other track."""
    hexes = {
        "A1": {"face": "gray city:40:1 4-s0"},
        "A3": {"face": "gray town:30 0145-s0"},
        "A5": {"face": "gray city:50:1 1-s0"},
        "B2": {"face": "gray 3-4"},
        "B4": {"face": "gray town:10 12-s0"},
    }
    loop = (
        ("A1", 6, E), ("A3", W, 6), ("A3", 6, SW), ("B2", 3, 4), ("B4", 1, 6), ("B4", 6, 2), ("A3", SE, 6),
        ("A3", 6, E), ("A5", W, 6),
    )  # fmt: skip
    for again, fault, earned in ((TOWNS, None, 130), (frozenset(), "stop_twice", 120)):
        view = position(hexes, ["2"], [("A1", 0)], manners={"2": local(2)}, lie=Terms(again=again))
        found = check_route(view, US, Route("2-1", loop))
        assert (found and found.code) == fault
        assert best(view) == earned
        if not fault:
            assert stops_of(view, Route("2-1", loop)).count(("A3", 0)) == 2
            assert revenue(view, US, [Route("2-1", loop)]) == 130


def test_the_value_of_a_city_may_be_higher_for_the_company_and_is_doubled():
    """11.3.9, 15.4: minor D's token; "the increased value of cities is doubled"."""
    assert best(row("c40 c50 c10", double(2), dearer={("A3", 0): 20})) == 2 * 110


# --- markers (11.6.2, 15.11) -------------------------------------------------------------------------------


def pullman(**gains: int) -> Marker:
    return Marker("Pullman", {name.replace("_", "-"): gain for name, gain in gains.items()})


def test_a_pullman_goes_to_the_train_of_the_highest_level_that_runs():
    """11.6.2, 11.3.9: £10 per level to one train: a 3+3 earns £30 more, an 8+8 or 4D £80."""
    assert best(row("c40 c50", local(3), extras=Extras(markers=(pullman(**{"2_1": 30}),)))) == 120
    assert best(row("c40 c50", double(4), extras=Extras(markers=(pullman(**{"2_1": 80}),)))) == 260
    two = Extras(markers=(pullman(**{"2_1": 20, "3_1": 80}),))
    view = row("c40 c50 c60", local(2), double(2), tokens=("A1", "A3"), extras=two)
    assert best(view) == 2 * 110 + 90 + 80
    routes = best_routes(view, US).routes
    assert policy_of(view).settled(view, US, routes).markers == {"Pullman": 1}


@pytest.mark.parametrize(
    ("words", "manner", "before", "after"),
    [
        ("c40 c50 c60 t10 t20 t30 c70", local(2), 90, 150 + 60),
        ("c40 c50 c60 c70 t80 t10", express(3), 150, 40 + 50 + 60 + 70 + 80),
        ("c40 c50 c60 c70 c80 t90 c10", double(4), 440, 2 * 260 + 40 + 90),
        ("c10 c50 c60 c70 c80", double(4), 380, 2 * 260 + 10),
    ],
)
def test_krasnaya_strela_adds_a_city_and_a_town(words, manner, before, after):
    """15.11: a 2+2 runs as a 3+3, a 4 as a 5+1; the extra city of a D train is not doubled."""
    assert best(row(words, manner)) == before
    assert best(row(words, manner, extras=Extras(markers=(Marker("+1+1", change=one_more),)))) == after


def test_a_marker_goes_to_one_train_only():
    """15.11: of two trains that would each go one city too far only one may."""
    extras = Extras(markers=(Marker("+1+1", change=one_more),))
    view = row("c40 c50 c60 c70 c80 c90", local(2), local(2), tokens=("A5",), extras=extras)
    west, east = Route("2-1", along(0, 2)), Route("3-1", along(2, 4))
    assert check_routes(view, US, [west]) is None
    assert check_routes(view, US, [east]) is None
    found = check_routes(view, US, [west, east])
    assert found
    assert found.code == "too_many_stops"
    assert best(view) == 60 + 70 + 80 + 60 + 50


# --- the Orient Express (12) -------------------------------------------------------------------------------

EXPRESS = "Orient Express"
WEST = (("A1", 0), ("A3", 0))


def orient(last: str, amount: int = 30, joinable=(), markers=()) -> Extras:
    groups = frozenset({(last, 0)}), frozenset(WEST)
    bonus = SetBonus(EXPRESS, amount, groups, once=True, land=True)
    return Extras(bonuses=(bonus,), joinable=joinable, join_for=EXPRESS if joinable else "", markers=markers)


def test_one_train_earns_the_orient_express_and_it_is_not_doubled():
    """12: Constantinople and a metropolis of the west; one train in an operating round."""
    view = row("c40 c50 c60", double(3), double(3), extras=orient("A5", 100))
    assert best(view) == 2 * 150 + 100
    both = [
        {"face": "gray city:40:2 45-s0"}, {"face": "gray city:60:2 01-s0"},
    ]  # fmt: skip
    hexes = {"A1": both[0], "A3": both[1], "B2": {"face": "gray 2-3"}}
    bonus = SetBonus(EXPRESS, 30, (frozenset({("A1", 0)}), frozenset({("A3", 0)})), once=True)
    for once, earned in ((True, 230), (False, 260)):
        more = Extras(bonuses=(replace(bonus, once=once),))
        manners = {"2": express(2), "3": express(2)}
        assert best(position(hexes, ["2", "3"], [("A1", 0)], manners=manners, more=more)) == earned


def test_an_orient_express_is_not_by_sea_alone():
    """12: "some land based track in addition to the start and end cities"."""
    sea = "Black Sea"
    waters = Waters({sea: frozenset()}, (Port("A1", sea, SE), Port("A3", sea, SW), Port("A5", sea, SW)))
    faces = "gray city:40:1 5-s0", "gray city:60:1 04-s0", "gray city:20:1 10-s0"
    bonus = SetBonus(EXPRESS, 30, (frozenset({("A1", 0)}), frozenset({("A3", 0)})), once=True, land=True)
    view = position(
        coast(*faces),
        ["2"],
        [("A1", 0)],
        manners={"2": express(3)},
        lie=Terms(waters),
        more=Extras(bonuses=(bonus,)),
    )
    assert best(view) == 100
    longer = position(
        coast(*faces),
        ["2"],
        [("A1", 0)],
        manners={"2": express(4)},
        lie=Terms(waters),
        more=Extras(bonuses=(bonus,)),
    )
    assert best(longer) == 40 + 60 + 20 + 30


def test_trains_are_joined_for_the_orient_express_where_that_pays():
    """12.1: a 2+2, a 3 and another 2+2 have a city limit of 7 and 4 towns; no other use."""
    words = "c10 t10 c10 t20 c10 t30 c10 t40 c10 t50 c10 c10"
    joined = orient("A23", 100, ("2-1", "3-1", "4-1"))
    view = row(words, local(2), express(3), local(2), extras=joined)
    assert best(view) == 7 * 10 + 50 + 40 + 30 + 20 + 100
    found = best_routes(view, US).routes
    assert [route.trains for route in found] == [("2-1", "3-1", "4-1")]
    assert policy_of(view).settled(view, US, found).bonuses == {EXPRESS: 0}
    assert parse_routes([route.to_json() for route in found]) == found
    apart = row(words, local(2), express(3), local(2), extras=orient("A23", 100))
    assert best(apart) < 200
    better = row(
        "c40 c90 c80 c40", local(2), local(2), tokens=("A3",), extras=orient("A7", 10, ("2-1", "3-1"))
    )
    assert best(better) == 170 + 130
    assert not any(route.joined for route in best_routes(better, US).routes)


def test_trains_are_joined_for_nothing_else():
    """12.1: nor may trains join that are not of those that may."""
    view = row("c40 c50 c60 c70", local(2), local(2), local(2), extras=orient("A7", 30, ("2-1", "3-1")))
    short = Route("2-1", along(0, 2), joined=("3-1",))
    found = check_routes(view, US, [short])
    assert found
    assert found.code == "joined_in_vain"
    assert check_routes(view, US, [replace(short, path=along(0, 3))]) is None
    wrong = check_routes(view, US, [Route("2-1", along(0, 3), joined=("4-1",))])
    assert wrong
    assert wrong.code == "not_joinable"
    twice = check_routes(view, US, [replace(short, path=along(0, 3)), Route("3-1", along(0, 1))])
    assert twice
    assert twice.code == "train_twice"


def test_a_pullman_on_joined_trains_counts_the_level_of_one():
    """12.1: a 2+2 and a 3+3 with a Pullman gain £30, not £50."""
    markers = (pullman(**{"2_1": 20, "3_1": 30}),)
    view = row("c40 c50 c60 c70 c80", local(2), local(3), extras=orient("A9", 100, ("2-1", "3-1"), markers))
    assert best(view) == 300 + 100 + 30


def test_the_orient_express_may_be_run_although_it_is_not_the_best_run():
    """12.2: the best set that earns the bonus, beside the best of all and the next best."""
    view = row("c10 c10 c20 c90 c90", Manner(3, EVERY), tokens=("A5",), extras=orient("A5", 30))
    assert best(view) == 200
    found = best_earning(view, US, EXPRESS)
    assert found
    assert (found.revenue, found.bound, found.proven) == (150, 150, True)
    assert check_routes(view, US, found.routes) is None
    assert revenue(view, US, found.routes) == 150
    assert [each.revenue for each in alternatives(view, US, 2)] == [150, 110]
    assert best_earning(row("c10 c20 c30", express(2), extras=orient("A5")), US, EXPRESS) is None


def test_the_best_run_without_a_train():
    """What a train is worth."""
    view = row("c40 c50 c60", express(2), express(3), tokens=("A3",))
    assert best(view) == 90 + 110
    assert best_without(view, US, ["3-1"]).revenue == 110
    assert best_without(view, US, ["2-1", "3-1"]).routes == ()


# --- where trains run (14.10, 11.1.4) ----------------------------------------------------------------------


def test_a_train_that_must_keep_off_the_track_of_others():
    """14.10 and the like: two trains may share track, a third may use none of it."""
    shared = replace(express(2), shares=True)
    for third, earned in ((express(2), 300), (replace(express(2), alone=True), 200), (shared, 300)):
        assert best(row("c40 c60", shared, shared, third)) == earned
    alone = row("c40 c60", shared, shared, replace(express(2), alone=True))
    found = check_routes(alone, US, [Route("2-1", along(0, 1)), Route("4-1", along(0, 1))])
    assert found
    assert found.code == "track_shared"


def test_a_train_that_may_not_or_must_visit_an_area():
    """Rights of a nation: hexes that are closed to a train, stops of which it must visit one."""
    view = row("c40 c50 c60 c70", replace(express(3), closed=frozenset({"A5"})), tokens=("A3",))
    assert best(view) == 90
    found = check_route(view, US, Route("2-1", along(1, 2)))
    assert found
    assert found.code == "closed_track"
    must = replace(express(2), must=(frozenset({("A1", 0), ("A7", 0)}),))
    view = row("c40 c50 c60 c70", must, tokens=("A3",))
    assert best(view) == 90
    found = check_route(view, US, Route("2-1", along(1, 2)))
    assert found
    assert found.code == "must_visit"


def test_a_route_is_told_with_what_does_not_pay_and_what_it_got():
    """The best run of a 2+2 with a Pullman that is the Orient Express."""
    markers = (pullman(**{"2_1": 20}),)
    view = row("c40 t10 t20 t30 c50", local(2), extras=orient("A9", 30, markers=markers))
    told = descriptions(view, US, best_routes(view, US).routes)
    assert told == ("A1 - (A3) - A5 - A7 - A9, Pullman, Orient Express ($190)",)


def test_without_a_clock_s_leave_the_best_so_far_comes_with_a_bound():
    """The search over several ways to use the trains stops when it is told to."""
    markers = (Marker("+1+1", change=one_more), pullman(**{"2_1": 20, "3_1": 30}))
    relief = Relief(1, frozenset({"Sea"}), pooled=True)
    lie = Terms(Waters({"Sea": frozenset()}), again=TOWNS)
    view = row(
        "c40 c50 c60 c70 c80", local(2), local(3), lie=lie,
        extras=replace(orient("A9", 100, ("2-1", "3-1"), markers), reliefs=(relief,)),
    )  # fmt: skip
    exact = best_routes(view, US)
    cut = best_routes(view, US, lambda: True)
    assert 0 < cut.revenue <= exact.revenue <= cut.bound
    assert check_routes(view, US, cut.routes) is None


def test_trains_run_without_a_clock_s_leave_where_a_bonus_is_out_of_reach():
    """The first set is sought among runs that earn no bonus, which are everywhere."""
    towns = " ".join(["t10"] * 12)
    words = f"c10 {towns} c40 {towns} c10 t10 c90"
    view = row(words, local(2), tokens=("A27",), extras=orient("A57", 30))
    cut = best_routes(view, US, lambda: True)
    assert check_routes(view, US, cut.routes) is None
    assert cut.revenue > 0
