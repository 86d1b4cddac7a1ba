"""How many units of water count after reliefs, also where there are many of both."""

import pytest

from engine.board.waters import Waters
from engine.routes.manners import Relief
from engine.routes.relieved import counting

ROW = [f"Z{i}" for i in range(20)]
ZONES = {name: frozenset(ROW[max(i - 1, 0) : i + 2]) - {name} for i, name in enumerate(ROW)}


def counted(units: dict[str, int], *reliefs: Relief) -> int:
    granted = [(relief, relief.amount) for relief in reliefs]
    return counting(tuple(units.items()), granted, Waters(ZONES))


def relief(amount: int, *waters: str, abutting: bool = False) -> Relief:
    return Relief(amount, frozenset(waters), abutting=abutting)


def test_a_long_voyage_with_many_reliefs_is_counted_at_once():
    plain = [relief(2, *ROW[i : i + 9]) for i in range(6)]
    spreading = [relief(3, ROW[i], abutting=True) for i in (0, 19)]
    assert counted(dict.fromkeys(ROW, 1), *plain, *spreading) == len(ROW[14:17])
    assert counted(dict.fromkeys(ROW[:18], 1), *plain, *spreading) == len(ROW[14:18])


def test_a_relief_makes_room_for_one_that_can_do_less():
    assert counted({"Z1": 1, "Z2": 1}, relief(1, "Z1", "Z2"), relief(1, "Z1")) == 0
    assert counted({"Z2": 2}, relief(1, "Z1", "Z2"), relief(1, "Z1")) == 1


@pytest.mark.parametrize(
    ("units", "left"),
    [({"Z1": 1, "Z2": 1, "Z3": 1}, 0), ({"Z2": 1, "Z3": 1}, 2), ({"Z1": 1, "Z3": 1}, 1), ({"Z1": 2}, 1)],
)
def test_a_relief_spreads_to_zones_that_abut_those_it_took(units, left):
    assert counted(units, relief(3, "Z1", abutting=True)) == left


def test_it_takes_all_of_one_ferry_or_none():
    ferry = relief(3, "Dover", "Z5", abutting=True)
    assert counted({"Dover": 2}, ferry) == 0
    assert counted({"Dover": 2, "Z5": 1, "Z4": 1}, ferry) == 2
