"""Charts of the course of a game: what their lines are, that these can be read, and the words."""

import itertools

import pytest

from render import api
from render.charts.courses import CHARTS, lines_of
from render.charts.plots import _apart, short
from tests.render.samples import KEY, POSITIONS, opened, view_of

ROUNDS = [
    {
        "title": "SR 1",
        "worth": {"p1": 300, "p2": 290},
        "prices": {"M&R": 60},
        "income": {},
        "certificates": {"p1": 3},
        "trains": {"2": 4},
    },
    {
        "title": "OR 1.1",
        "worth": {"p1": 320, "p2": 280},
        "prices": {"M&R": 70, "BL": 90},
        "income": {"p1": 20},
        "certificates": {"p1": 3},
        "trains": {"2": 4},
    },
    {
        "title": "OR 1.2",
        "worth": {"p1": 410, "p2": 270},
        "prices": {"BL": 100},
        "income": {"p2": 15},
        "certificates": {"p1": 3},
        "trains": {"2": 4},
    },
]


@pytest.fixture(scope="module")
def state():
    return POSITIONS["middle"]()


def test_a_line_has_a_value_in_each_round_or_none(state):
    view = view_of(state)
    prices = {line.name: list(line.values) for line in lines_of(view, "prices", ROUNDS)}
    assert prices == {"M&R": [60, 70, None], "BL": [None, 90, 100]}
    worth = [list(line.values) for line in lines_of(view, "worth", ROUNDS)]
    assert worth[:2] == [[300, 320, 410], [290, 280, 270]]


def test_each_chart_is_drawn_and_said(state):
    for chart in CHARTS:
        picture = api.draw(KEY, state, "chart", chart=chart, rounds=ROUNDS)
        assert opened(picture.png).size == (picture.width, picture.height) == (800, 600)
    said = api.twin(KEY, state, "chart", chart="worth", rounds=ROUNDS)
    name, sign = view_of(state).name("p1"), view_of(state).money(410)
    assert said.splitlines()[0] == "Worth of the players:"
    assert said.splitlines()[3].startswith(f"OR 1.2: {name} {sign}")


def test_incomes_are_those_of_rounds_that_paid(state):
    said = api.twin(KEY, state, "chart", chart="income", rounds=ROUNDS).splitlines()
    assert [line.split(":")[0] for line in said[1:]] == ["OR 1.1", "OR 1.2"]
    none = [{**r, "income": {}, "certificates": {"p1": 3}, "trains": {"2": 4}} for r in ROUNDS]
    assert len(api.twin(KEY, state, "chart", chart="income", rounds=none).splitlines()) == 2
    api.draw(KEY, state, "chart", chart="income", rounds=none)


@pytest.mark.parametrize("wanted", [[5, 5, 5], [0, 1, 99], [97, 98, 99, 100], [1, 50, 52]])
def test_names_beside_the_lines_do_not_lie_on_each_other(wanted):
    places = _apart(wanted, 10, 0, 100)
    assert all(b - a >= 10 for a, b in itertools.pairwise(places))
    assert max(places) <= 100


def test_a_name_that_is_cut_says_so() -> None:
    assert short("Initial Parliament", 18) == "Initial Parliament"
    assert short("The Duke of Devonshire", 12) == "The Duke of…"
