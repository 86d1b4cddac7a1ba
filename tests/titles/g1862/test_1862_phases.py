"""1862 3 and 9: the order of rounds, what each phase brings, and what rusts."""

import pytest

from engine.core.state import OUT
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.titles.g1862 import TITLE
from engine.titles.g1862.companies import companies
from engine.titles.g1862.phases import bands
from engine.titles.g1862.phases.phases import first_sale, last_band, train_limits
from tests.rulemark import rule
from tests.titles.g1862.mania import Mania, act, actor


def view(phase="A", **options):
    return View(TITLE, Mania(**options).phase(phase).state)


def all_pass(game):
    """Pass until the round is another one."""
    before = (game.view.cursor.round, game.view.cursor.number)
    while (game.view.cursor.round, game.view.cursor.number) == before and not game.state.ended:
        act(game, actor(game), "pass")


# --- the order of rounds ---------------------------------------------------------------------------


@rule("1862", "3", "2.4.4")
def test_two_parliament_rounds_then_stock_and_operating_rounds_in_turn():
    scenario = Mania()
    game = scenario.note("parliaments", 1).at("parliament", "p1", "propose", number=0).game()
    seen = [game.round_title()]
    for _ in range(6):
        all_pass(game)
        seen.append(game.round_title())
    assert seen == [
        "Initial Parliament", "Parliament 1", "Stock 1", "Parliament 2", "Stock 2", "Parliament 3", "Stock 3",
    ]  # fmt: skip
    assert game.state.notes["sets"] == 2


@rule("1862", "3", "9")
@pytest.mark.parametrize(("phase", "rounds"), [("A", 1), ("B", 2), ("C", 2), ("D", 3), ("E", 3), ("G", 3)])
def test_operating_rounds_in_a_set_by_phase(phase, rounds):
    game = Mania().phase(phase).dealing().game()
    all_pass(game)
    assert game.state.notes["rounds_in_set"] == rounds


@rule("1862", "9")
def test_the_number_of_rounds_changes_only_after_the_next_stock_round():
    scenario = Mania().dealing()
    writer = PositionWriter(TITLE, scenario.state)
    TITLE.rounds["operating"].begin(writer)
    first_sale(writer, "B")
    assert (writer.phase.operating_rounds, writer.state.notes["rounds_in_set"]) == (2, 1)


# --- what a phase brings ---------------------------------------------------------------------------


@rule("1862", "9")
@pytest.mark.parametrize(
    ("phase", "colours"),
    [
        ("A", ("yellow",)),
        ("B", ("yellow", "green")),
        ("C", ("yellow", "green")),
        ("D", ("yellow", "green", "brown")),
        ("H", ("yellow", "green", "brown")),
    ],
)
def test_tiles_by_phase(phase, colours):
    assert view(phase).phase.tiles == colours


@rule("1862", "9")
@pytest.mark.parametrize(
    ("phase", "midlands", "denmark"),
    [("A", 40, 70), ("B", 40, 70), ("C", 90, 100), ("D", 90, 100), ("E", 140, 130), ("H", 140, 130)],
)
def test_off_board_areas_by_phase(phase, midlands, denmark):
    board = TITLE.board(Mania().state)
    assert (board.revenue("A4", 0, phase), board.revenue("H11", 0, phase)) == (midlands, denmark)


@rule("1862", "9")
@pytest.mark.parametrize(
    ("phase", "limits"),
    [
        ("A", (3, None)),
        ("D", (3, None)),
        ("E", (2, None)),
        ("F", (2, None)),
        ("G", (None, 3)),
        ("H", (None, 3)),
    ],
)
def test_train_limits_by_phase(phase, limits):
    assert train_limits(view(phase)) == limits
    assert train_limits(view(phase, trains="advanced_freight")) == limits


@rule("1862", "11.1")
@pytest.mark.parametrize(("phase", "limit"), [("A", 4), ("D", 4), ("E", 3), ("F", 3), ("G", 2), ("H", 2)])
def test_train_limits_of_the_simple_games(phase, limit):
    for trains in ("simple_express", "simple_freight"):
        assert train_limits(view(phase, trains=trains)) == (None, limit)


NAMES = {
    "A": ("1F", "2L", "2E", 100),
    "B": ("2F", "2/3L", "2/3E", 200),
    "C": ("3F", "3L", "3E", 280),
    "D": ("5F", "4L", "4E", 360),
    "E": ("6F", "4/5L", "4/5E", 500),
    "F": ("7F", "5L", "5E", 600),
    "G": ("8F", "5/6L", "5/6E", 700),
    "H": ("9F", "6L", "6E", 800),
}


@rule("1862", "2.2", "9")
@pytest.mark.parametrize("band", NAMES)
def test_the_bands_as_printed(band):
    spec = TITLE.data.trains[band]
    names = [bands.train_name(spec, kind) for kind in ("freight", "local", "express")]
    assert (*names, spec.price) == NAMES[band]
    assert spec.extras["free_warranties"] == (1 if band in "AD" else 0)


def test_a_train_costs_half_once_a_later_band_was_sold():
    assert [bands.price(view("C"), band) for band in "ABCD"] == [50, 100, 280, 360]
    assert bands.price(view("A"), "A") == 100
    assert bands.price(view("H"), "H") == 800


# --- what rusts ------------------------------------------------------------------------------------


@rule("1862", "9")
@pytest.mark.parametrize(
    ("band", "by"), [("A", "C"), ("B", "E"), ("C", "F"), ("D", "G"), ("E", None), ("H", None)]
)
def test_what_rusts_when(band, by):
    assert bands.rusted_by(view(), band) == by
    assert bands.is_permanent(view(), band) is (by is None)


@rule("1862", "11.2")
def test_d_trains_of_the_shorter_game_stay_and_e_brings_the_lner():
    assert bands.rusted_by(view(shorter="yes"), "D") is None
    assert (last_band(view()), last_band(view(shorter="yes"))) == ("H", "E")
    scenario = Mania(shorter="yes").phase("F").company("ENR", 100, p1=50).train("ENR", "D", "local")
    writer = PositionWriter(TITLE, scenario.state)
    first_sale(writer, "G")
    assert [t.kind for t in writer.trains("ENR")] == ["D"]


@rule("1862", "9")
def test_the_first_c_train_scraps_a_trains_but_those_under_warranty():
    scenario = Mania().phase("B").company("ENR", 100, p1=50).company("EUR", 90, p2=50)
    scenario.train("ENR", "A", "local").train("ENR", "A", "local", warranties=1).train("ENR", "B", "local")
    scenario.train("EUR", "A", "freight")
    writer = PositionWriter(TITLE, scenario.state)
    first_sale(writer, "C")
    assert writer.state.phase == "C"
    assert [(t.kind, t.data.get("expiring")) for t in writer.trains("ENR")] == [("A", True), ("B", None)]
    assert writer.trains("EUR") == []
    assert sum(t.owner == OUT for t in writer.state.trains.values()) == 2


@rule("1862", "9")
def test_later_sales_of_a_band_change_nothing():
    scenario = Mania().phase("C").company("ENR", 100, p1=50).train("ENR", "A", "local", warranties=1)
    writer = PositionWriter(TITLE, scenario.state)
    first_sale(writer, "C")
    first_sale(writer, "B")
    assert writer.state.phase == "C"
    assert writer.open == []


def test_trains_over_a_new_limit_are_kept():
    scenario = Mania().phase("D").company("ENR", 100, p1=50)
    for _ in range(3):
        scenario.train("ENR", "D", "local")
    writer = PositionWriter(TITLE, scenario.state)
    first_sale(writer, "E")
    assert len(writer.trains("ENR")) == 3


@rule("1862", "3.2", "9")
def test_new_companies_come_with_the_sale_itself():
    scenario = Mania().dealing()
    writer = PositionWriter(TITLE, scenario.state)
    assert len(companies.startable(writer)) == 8
    first_sale(writer, "B")
    assert len(companies.startable(writer)) == 12
    first_sale(writer, "C")
    assert len(companies.startable(writer)) == 16
