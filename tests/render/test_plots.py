"""Charts of the course of a game: what their lines are, that these can be read, and the words."""

import itertools

import pytest

from engine import TITLES, View
from engine.message import word
from render import api
from render.charts.courses import _PLAYERS, CHARTS, chart_text, lines_of
from render.charts.plots import (
    _LEFT,
    _TYPE,
    _WIDE,
    _apart,
    _stretches,
    beside,
    brief,
    chart_picture,
    named_apart,
    short,
)
from render.pen.speech import speaking
from render.pen.text import width
from render.pen.theme import mix, now
from tests.render.samples import KEY, POSITIONS, count, near, opened, view_of
from tests.scenario import Scenario

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


def test_the_name_of_a_round_is_said_in_the_language_of_the_reader(state):
    rounds = [{**ROUNDS[0], "title": word("Initial Parliament")}, *ROUNDS[1:]]
    german = {"Initial Parliament": "Erstes Parlament"}
    with speaking(lambda text: german.get(getattr(text, "template", ""), str(text))):
        said = chart_text(view_of(state), chart="worth", rounds=rounds)
    assert "Erstes Parlament" in said
    assert "OR 1.1" in said


def test_each_chart_is_drawn_and_said(state):
    for chart in CHARTS:
        picture = api.draw(KEY, state, "chart", chart=chart, rounds=ROUNDS)
        assert opened(picture.png).size == (picture.width, picture.height) == (800, 600)
    said = api.twin(KEY, state, "chart", chart="worth", rounds=ROUNDS)
    name, sign = view_of(state).name("p1"), view_of(state).money(410)
    assert said.splitlines()[0] == "Worth of the players:"
    assert said.splitlines()[3].startswith(f"OR 1.2: {name} {sign}")


def test_prices_begin_with_the_first_round_that_has_one_and_name_it(state):
    without = {**ROUNDS[0], "title": "Auction", "prices": {}}
    drawn = api.draw(KEY, state, "chart", chart="prices", rounds=[without, without, *ROUNDS]).png
    assert drawn == api.draw(KEY, state, "chart", chart="prices", rounds=ROUNDS).png
    assert count(opened(drawn).crop((90, 530, 250, 600)), now().ink, within=60) > 50
    assert "Auction" not in api.twin(KEY, state, "chart", chart="prices", rounds=[without, *ROUNDS])
    assert "Auction" in api.twin(KEY, state, "chart", chart="worth", rounds=[without, *ROUNDS])


def test_a_company_that_comes_later_leaves_the_first_round_its_name(state):
    late = [{**ROUNDS[0], "prices": {"M&R": None}}, *ROUNDS]
    image = opened(api.draw(KEY, state, "chart", chart="prices", rounds=late).png)
    assert count(image.crop((90, 530, 250, 600)), now().ink, within=60) > 50


def test_each_kind_of_train_has_a_bar_as_long_as_it_is_in_use(state):
    life = [{"2": 2}, {"2": 2, "3": 1}, {"3": 1}, {"3": 3}]
    rounds = [{**ROUNDS[0], "trains": trains} for trains in life]
    image = opened(api.draw(KEY, state, "chart", chart="trains", rounds=rounds).png)
    two, three = (
        tuple(mix(now().paper, colour, 0.3 + 0.6 * n / 3))
        for colour, n in zip(_PLAYERS, (2, 3), strict=False)
    )
    first, last = ends(image, two), ends(image, three)
    across = 800 * 0.82 / 4
    assert abs(first[1] - first[0] - 2 * across) < 6
    assert abs(last[1] - last[0] - across) < 6
    assert last[0] > first[1]


def ends(image, colour):
    """The first and the last column of a colour."""
    columns = [
        x for x in range(image.width) for y in range(90, 520, 4) if near(image.getpixel((x, y)), colour, 3)
    ]
    return min(columns), max(columns)


def test_many_companies_make_a_higher_chart():
    title = TITLES["18OE"]
    companies = [c for c, spec in title.data.companies.items() if len(spec.shares) > 1]
    rounds = [{**ROUNDS[0], "prices": dict.fromkeys(companies[:shown], 100)} for shown in (8, 20)]
    high = [
        chart_picture(View(title, Scenario(title).state), chart="prices", rounds=[r]).height for r in rounds
    ]
    assert high == [600, 20 * 31 + 150]


def test_many_kinds_of_train_make_a_higher_chart(state):
    rounds = [{**ROUNDS[0], "trains": {f"{i}F": 1 for i in range(26)}}]
    assert api.draw(KEY, state, "chart", chart="trains", rounds=rounds).height > 26 * 28


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


def test_numbers_of_trains_stay_for_stretches():
    assert list(_stretches([None, 2, 2, 3, 0, 3])) == [(1, 2, 2), (3, 1, 3), (5, 1, 3)]


def test_long_names_of_players_end_inside_the_chart() -> None:
    state = POSITIONS["middle"]()
    for player in state["players"]:
        player["name"] = "WWWWWWWWWWWWWWWW"
    view = view_of(state)
    image = chart_picture(view, chart="worth", rounds=ROUNDS)
    paper = image.getpixel((0, 0))
    assert {image.getpixel((x, y)) for x in range(792, 800) for y in range(image.height)} == {paper}


def test_names_of_rounds_do_not_run_together() -> None:
    first, middle, last = named_apart(["Initial Parliament", "Parliament 4", "OR 9.2"], 540)
    assert width(first, 24, "narrow") + width(middle, 24, "narrow") / 2 < 540 / 2
    assert first.startswith("Initi")
    assert first.endswith("…")
    assert (middle, last) == ("Parliament 4", "OR 9.2")
    assert named_apart(["SDR 1 (Startpaket)", "OR 3.2", "OR 6.2"], 460)[0] == "SDR 1"


def test_the_middle_round_may_stand_left_of_the_middle() -> None:
    first, middle, _ = named_apart(["Initial Parliament", "Parliament 2", "OR 3.1"], 656, 0.375)
    assert width(first, 24, "narrow") + width(middle, 24, "narrow") / 2 < 656 * 0.375


def test_names_of_lines_that_end_early_do_not_lie_on_each_other() -> None:
    ends = [
        (400.0, 40.0, 60.0),
        (410.0, 45.0, 70.0),
        (420.0, 35.0, 70.0),
        (630.0, 5.0, 70.0),
        (0.0, 40.0, 60.0),
    ]
    places = beside(ends, 650, 450)
    assert places[0] == (400.0, 40.0)
    assert places[3][0] + 70 <= 650
    assert all(12 <= y <= 438 for _, y in places)
    boxes = [(x, y, x + wide) for (x, y), (_, _, wide) in zip(places, ends, strict=True)]
    for one, other in itertools.combinations(boxes, 2):
        assert abs(one[1] - other[1]) >= 24 or one[2] < other[0] or other[2] < one[0], (one, other)


@pytest.mark.parametrize("kind", ["2", "pullman", "mountain train"])
def test_the_kinds_of_train_stand_beside_their_rows_within_the_picture(state, kind):
    rounds = [{**r, "trains": {kind: 4}} for r in ROUNDS]
    image = chart_picture(view_of(state), chart="trains", rounds=rounds)
    left = image.crop((0, 80, 8, 500)).getcolors()
    assert left is not None
    assert [colour for _, colour in left] == [now().paper]


def test_a_long_name_of_a_round_loses_what_stands_in_brackets():
    assert brief("SDR 1 (startpacket)") == "SDR 1"
    assert brief("OR 3.1 (short)") == "OR 3.1 (short)"
    assert brief("Initial Parliament of the East") == "Initial Parliamen…"


def test_large_amounts_have_room_beside_a_chart():
    assert width("£99,999 ", _TYPE, "narrow") < _LEFT * _WIDE
