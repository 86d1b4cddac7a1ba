"""Slow tests run first in each process, the longest to begin with, and those that share a set-up together."""

from types import SimpleNamespace
from typing import Any

from tests.running_order import company_of, dealt

SECONDS = {"kill": 20, "drill": 50, "site": 22, "a1": 4, "a2": 4}
ITEMS = ["x1", "a1", "x2", "kill", "x3", "x4", "a2", "site", "x5", "drill", "x6", "x7"]


def pieces(processes: int) -> list[list[str]]:
    order = dealt(ITEMS, lambda item: SECONDS.get(item, 0), lambda item: item[0], processes)
    size = len(ITEMS) // processes
    return [order[at : at + size] for at in range(0, len(ITEMS), size)]


def test_one_process_begins_with_the_longest():
    assert pieces(1) == [["drill", "site", "kill", "a1", "a2", "x1", "x2", "x3", "x4", "x5", "x6", "x7"]]


def test_each_of_several_has_its_share_and_the_others_keep_their_order():
    assert pieces(3) == [
        ["drill", "x1", "x2", "x3"],
        ["site", "x4", "x5", "x6"],
        ["kill", "a1", "a2", "x7"],
    ]


def test_every_item_runs_once_in_any_number_of_processes():
    for processes in range(1, 9):
        order = dealt(ITEMS, lambda item: SECONDS.get(item, 0), lambda item: item[0], processes)
        assert sorted(order) == sorted(ITEMS)


def item(module: Any, **params: Any) -> Any:
    return SimpleNamespace(nodeid="a.py::test", module=module, callspec=SimpleNamespace(params=params))


def test_random_games_of_a_title_are_looked_at_in_one_process():
    walking, other = SimpleNamespace(Walk=None), SimpleNamespace()
    assert company_of(item(walking, title="18EZ", seed=1)) == company_of(item(walking, key="18EZ", seed=2))
    assert company_of(item(walking, title="18EZ")) != company_of(item(walking, title="1889"))
    assert company_of(item(other, title="18EZ")) == company_of(item(walking)) == "a.py"
    assert company_of(item(walking, title="18EZ", database="sqlite")) == "database"
