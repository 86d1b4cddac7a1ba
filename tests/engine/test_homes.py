"""A home among the cities of one hex: the circle that is kept is the one in which the token will stand."""

from engine import TITLES
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.rules.boards import assemble
from engine.rules.tokens import home_place, place_home
from tests.engine.board.samples import TILES, field
from tests.scenario import Scenario, on_board

MAP = field(C6={"face": "city city 3-s0", "homes": {"AR": 0, "IR": 1}})
AT = "C6"


def scene(*tile):
    title = on_board(TITLES["1889"], lambda state: assemble(MAP, TILES, state))
    made = Scenario(title)
    made.state.supply["OE5"] = 1
    return made.tile(AT, *tile) if tile else made


def look(*tile):
    made = scene(*tile)
    return View(made.title, made.state)


def test_the_circle_that_is_kept_is_the_one_of_the_home():
    """The first city has track to side 3, which is the second one's on the tile."""
    view = look("OE5", 0)
    assert home_place(view, "AR") == (AT, 1)
    assert view.board().reserved == {(AT, 1): ["AR"], (AT, 0): ["IR"]}
    assert [view.board().open_slots(AT, stop, "AR") for stop in (0, 1)] == [0, 1]
    assert [view.board().open_slots(AT, stop, "IR") for stop in (0, 1)] == [1, 0]


def test_on_the_printed_hex_homes_are_kept_as_printed():
    view = look()
    assert home_place(view, "AR") == (AT, 0)
    assert view.board().reserved == {(AT, 0): ["AR"], (AT, 1): ["IR"]}


def test_both_home_tokens_find_their_circles():
    made = scene("OE5", 0)
    writer = PositionWriter(made.title, made.state)
    for company in ("IR", "AR"):
        place_home(writer, company)
        assert writer.stations(company) == [home_place(writer, company)]
    assert writer.board().reserved == {}
