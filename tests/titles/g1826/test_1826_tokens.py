"""1826 O116: a station token costs 20 for each hex on the way from the nearest one."""

import pytest

from engine.board.faces import STOP
from engine.board.network import Node, far_side, reach, steps_from
from engine.checks.random_play import RandomPlayer
from engine.core.choices import Range
from engine.game import new_game
from engine.titles.g1826 import TITLE
from engine.titles.g1826.operating.tokens import distance
from tests.rulemark import rule
from tests.titles.g1826.france import act, cash, refusal
from tests.titles.g1826.french_turns import NE, NW, SE, SW, E, Turn, W


def nord(cash: int = 500, way: str = "short") -> Turn:
    """Nord has track from Paris to Reims (F12): past F10, or round by E11."""
    scenario = Turn().corporation("Nord", 100, cash=cash, p1=60).turn("Nord", "token")
    if way == "short":
        return scenario.lay("F10", "8", SW, E).lay("F12", "57", W, E)
    return scenario.lay("F10", "9", SW, NE).lay("E11", "7", SW, SE).lay("F12", "6", NW, E)


@rule("1826", "O116")
@pytest.mark.parametrize(("way", "cost"), [("short", 40), ("round", 60)])
def test_a_token_costs_20_for_each_hex_of_the_way(way, cost):
    game = nord(way=way).game()
    bank = cash(game, "bank")
    act(game, "p1", "place_token", hex="F12")
    assert cash(game, "Nord") == 500 - cost
    assert cash(game, "bank") == bank + cost
    assert ("F12", 0) in game.view.stations("Nord")


@rule("1826", "O116")
def test_the_distance_from_the_second_token():
    """The recorded Midi placed its token in Saint-Etienne for 20, beside its token in Lyon."""
    scenario = Turn().corporation("Midi", 100, cash=100, p1=60).token("Midi", "L14")
    scenario.lay("M13", "6", NE, W).turn("Midi", "token").phase("4H")
    game = scenario.game()
    act(game, "p1", "place_token", hex="M13")
    assert cash(game, "Midi") == 80


@rule("1826", "O116")
@pytest.mark.parametrize(("money", "code"), [(39, "cannot_afford"), (40, None)])
def test_the_treasury_must_have_the_price(money, code):
    game = nord(cash=money).game()
    if code is None:
        act(game, "p1", "place_token", hex="F12")
        assert cash(game, "Nord") == 0
    else:
        assert refusal(game, "p1", "place_token", hex="F12") == code


@rule("1826", "O161")
@pytest.mark.parametrize(("hex_", "more"), [("F12", {}), ("G9", {"stop": 0})])
def test_a_corporation_has_one_token_in_a_city_and_in_paris(hex_, more):
    """A circle is open in both; a national alone may have several tokens in Paris."""
    scenario = nord().close("PO").lay("F12", "14", W, E, NW, SE).token("Nord", "F12")
    game = scenario.game()
    board = game.view.board()
    assert board.open_slots(hex_, more.get("stop", 0), "Nord") > 0
    assert refusal(game, "p1", "place_token", hex=hex_, **more) == "already_here"


@rule("1826", "O116")
def test_the_price_is_shown_with_the_city():
    game = nord().game()
    options = game.options("p1", "place_token", "hex", {})
    assert not isinstance(options, Range)
    (option,) = options
    assert (option.value, option.note) == ("F12", "F40")


@rule("1826", "O116")
def test_of_the_stations_of_paris_the_only_open_one_need_not_be_named():
    scenario = Turn().close("Nord").lay("F10", "8", SW, E).lay("F12", "57", W, E)
    scenario.corporation("Als", 100, cash=500, p1=60).token("Als", "F12")
    game = scenario.turn("Als", "token").game()
    choice = next(c for c in game.choices("p1") if c.kind == "place_token")
    assert [field.name for field in choice.fields] == ["hex"]
    act(game, "p1", "place_token", hex="G9")
    assert ("G9", 3) in game.view.stations("Als")
    assert cash(game, "Als") == 500 - 40


ROUND = {"G7": ("43", 2), "F6": ("47", 2), "H6": ("15", 3), "I5": ("7", 2), "E7": ("88", 0),
         "I7": ("63", 0), "H4": ("25", 3), "G5": ("9", 0)}  # fmt: skip
"""From I7 to Paris it is 9 hexes for who turns back in the city of H6, else 10."""


@rule("1826", "O116")
def test_the_way_does_not_turn_back_inside_a_city():
    scenario = Turn().corporation("Als", 100, cash=500, p1=60).close("Ouest").turn("Als", "token")
    scenario.state.tokens["Als:0"].place = ("I7", 0)
    for coord, (tile, rotation) in ROUND.items():
        scenario.tile(coord, tile, rotation)
    game = scenario.game()
    act(game, "p1", "place_token", hex="G9", stop=1)
    assert cash(game, "Als") == 500 - 200


def by_trial(board, company: str, starts, place) -> int | None:
    """The shortest route by trying all of them."""
    found: list[int] = []
    begun = [(coord, STOP + stop) for coord, stop in starts]
    stack: list[tuple[Node, tuple[Node, ...], int]] = [(node, (node,), 0) for node in begun]
    while stack:
        node, used, crossed = stack.pop()
        if node == (place[0], STOP + place[1]):
            found.append(crossed)
            continue
        for after in steps_from(board, company, node, node in begun):
            back = far_side(board, *after) if after[1] < STOP else None
            if after not in used and back not in used:
                stack.append((after, (*used, after), crossed + (after[1] < STOP)))
    return min(found, default=None)


@rule("1826", "O116")
def test_the_distance_is_that_of_the_shortest_of_all_routes():
    game, dice = new_game(TITLE, ["A", "B", "C"], seed=3), RandomPlayer(TITLE, 3)
    compared = 0
    while len(game.log) < 700:
        game.submit(dice.action(game))
        if len(game.log) % 100:
            continue
        board = game.view.board()
        for company in [c.id for c in game.view.companies() if game.view.stations(c.id)]:
            starts = tuple(game.view.stations(company))
            for place in sorted(reach(board, company, starts).stops - set(starts)):
                assert distance(board, company, starts, place) == by_trial(board, company, starts, place)
                compared += 1
    assert compared > 100
