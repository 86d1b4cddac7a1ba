"""18OE 5: railroad phases and train phases."""

import pytest

from engine.rules.trains import printed_limit
from engine.titles.g18oe import TITLE
from engine.titles.g18oe.floats.phases import first_side, level
from engine.titles.g18oe.nationals.train_phases import Phases
from engine.titles.g18oe.trains.rusting import end_step
from tests.rulemark import rule
from tests.scenario import Scenario

YELLOW = ("yellow",)
GREEN = (*YELLOW, "green")
BROWN = (*GREEN, "brown")
GRAY = (*BROWN, "gray")


@rule("18OE", "5.2")
@pytest.mark.parametrize(
    ("phase", "tiles", "small", "major", "national"),
    [
        ("2", YELLOW, 2, 4, 4),
        ("3", GREEN, 2, 4, 4),
        ("4", GREEN, 1, 3, 4),
        ("5", BROWN, 1, 3, 4),
        ("6", BROWN, 1, 2, 3),
        ("7", GRAY, 1, 2, 3),
        ("8", GRAY, 1, 2, 3),
    ],
)
def test_track_and_trains_by_phase(phase, tiles, small, major, national):
    view = Scenario(TITLE).phase(phase).game().view
    assert view.phase.tiles == tiles
    limits = [printed_limit(view, "A", kind) for kind in ("minor", "regional", "major", "national")]
    assert limits == [small, small, major, national]


@rule("18OE", "5.2")
@pytest.mark.parametrize(
    ("kind", "phase"),
    [("3+3", "3"), ("3", "3"), ("4", "4"), ("5+5", "5"), ("6", "6"), ("4D", "7"), ("7+7", "7"), ("5D", "8")],
)
def test_either_side_of_the_first_card_of_a_level_begins_its_phase(kind, phase):
    game = Scenario(TITLE).phase(str(int(phase) - 1)).game()
    Phases().sold(game._writer, kind, "LNWR")
    assert game.state.phase == phase
    assert level(TITLE.data.trains[kind]) == int(phase)
    assert first_side(game.view, kind) == TITLE.data.phases[phase].train


@rule("18OE", "5.2")
def test_the_first_level_2_train_begins_no_phase():
    game = Scenario(TITLE).phase("2").game()
    Phases().sold(game._writer, "2+2", "LNWR")
    assert game.state.phase == "2"


@rule("18OE", "5.2")
@pytest.mark.parametrize(
    ("kind", "rusty"), [("4", {"2+2"}), ("5", {"2+2"}), ("6", {"2+2", "3+3"}), ("5D", {"2+2", "3+3", "4+4"})]
)
def test_levels_2_3_and_4_rust_in_phases_4_6_and_8(kind, rusty):
    phase = level(TITLE.data.trains[kind])
    game = Scenario(TITLE).phase(str(phase - 1)).at("operating", "LNWR", "trains").game()
    Phases().sold(game._writer, kind, "LNWR")
    end_step(game._writer)
    assert {t.kind for t in game.state.trains.values() if t.owner == "out"} == rusty
