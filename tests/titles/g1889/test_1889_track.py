"""1889: track and tokens (R50-R57)."""

import pytest

from render.twins.boards import hex_words
from tests.rulemark import rule
from tests.titles.g1889.shikoku import TITLE, Shikoku, act, cash, offered, refusal, turned


def building(company="AR", cash=500, phase="2"):
    return Shikoku().company(company, p1=50, cash=cash).phase(phase).turn(company)


def lay(game, hex_, tile, *edges):
    return refusal(game, "p1", "lay_tile", hex=hex_, tile=tile, rotation=turned(tile, *edges))


@rule("1889", "R50")
def test_one_lay_a_turn():
    game = building().game()
    act(game, "p1", "lay_tile", hex="K8", tile="6", rotation=turned("6", 1, 3))
    assert game.state.cursor.step != "track"
    assert game.state.supply["6"] == 1


@rule("1889", "R50")
@pytest.mark.parametrize(("phase", "code"), [("2", "colour_not_available"), ("3", ""), ("4", ""), ("5", "")])
def test_green_from_phase_3(phase, code):
    game = building(phase=phase).lay("K8", "6", 1, 3).game()
    if code:
        assert lay(game, "K8", "15", 1, 2, 3, 4) == code
    else:
        act(game, "p1", "lay_tile", hex="K8", tile="15", rotation=turned("15", 1, 2, 3, 4))
        assert game.state.supply["6"] == 2  # 1 lay from the box; it went back


@rule("1889", "R50")
@pytest.mark.parametrize(("phase", "code"), [("4", "colour_not_available"), ("5", "")])
def test_brown_from_phase_5(phase, code):
    game = building(phase=phase).lay("K8", "15", 1, 2, 3, 4).game()
    if code:
        assert lay(game, "K8", "448", 1, 2, 3, 4) == code
    else:
        act(game, "p1", "lay_tile", hex="K8", tile="448", rotation=turned("448", 1, 2, 3, 4))
        assert game.state.tiles["K8"][0] == "448"


@rule("1889", "R50")
def test_no_tile_left():
    made = building()
    made.state.supply["6"] = 0
    assert lay(made.game(), "K8", "6", 1, 3) == "no_tile_left"


@rule("1889", "R51")
@pytest.mark.parametrize(
    ("hex_", "tile", "edges"),
    [("K8", "8", (1, 3)), ("K8", "58", (1, 3)), ("J9", "6", (2, 4)), ("J9", "9", (1, 4))],
)
def test_the_same_sort_of_stop(hex_, tile, edges):
    game = building().lay("K8", "57", 1, 4).game() if hex_ != "K8" else building().game()
    assert lay(game, hex_, tile, *edges) == "wrong_kind"


@rule("1889", "R51")
@pytest.mark.parametrize(
    ("company", "hex_", "tile", "phase"),
    [("KO", "K4", "15", "3"), ("TR", "F9", "448", "5"), ("SR", "I4", "6", "2"), ("SR", "I2", "438", "2")],
)
def test_letters_must_match(company, hex_, tile, phase):
    game = building(company, phase=phase).game()
    assert refusal(game, "p1", "lay_tile", hex=hex_, tile=tile, rotation=0) == "label"


@rule("1889", "R52")
def test_old_track_stays():
    game = building(phase="3").lay("K8", "6", 1, 3).game()
    assert lay(game, "K8", "12", 2, 3, 4) == "track_not_kept"
    act(game, "p1", "lay_tile", hex="K8", tile="12", rotation=turned("12", 1, 2, 3))


@rule("1889", "R52")
def test_towns_are_never_upgraded():
    game = building(phase="5").lay("K8", "6", 1, 3).lay("J9", "58", 2, 4).game()
    assert "J9" not in offered(game, "p1", "lay_tile", "hex")
    assert lay(game, "J9", "15", 1, 2, 3, 4) == "wrong_kind"


@rule("1889", "R52")
@pytest.mark.parametrize("hex_", ["B7", "B3", "J7", "F1"])
def test_gray_and_red_hexes_never_change(hex_):
    assert refusal(building("UR").game(), "p1", "lay_tile", hex=hex_, tile="9", rotation=0) == "fixed_hex"


@rule("1889", "R53")
def test_no_track_off_the_map_or_against_a_closed_side():
    game = building().lay("K8", "6", 1, 3).game()
    assert lay(game, "K6", "7", 0, 1) == "off_board_side"  # J7 has no track there
    assert lay(game, "K6", "8", 0, 4) == "off_map"
    act(game, "p1", "lay_tile", hex="K6", tile="9", rotation=turned("9", 0, 3))


@rule("1889", "R54")
def test_a_first_tile_must_be_joined_to_a_token():
    game = building().lay("K8", "6", 1, 3).game()
    assert lay(game, "K6", "8", 3, 5) == "not_connected"
    assert lay(game, "I8", "9", 0, 3) == "not_connected"


@rule("1889", "R54")
def test_an_upgrade_must_add_track_that_can_be_used():
    game = building("UR", phase="3").lay("C8", "8", 0, 2).game()
    assert refusal(game, "p1", "lay_tile", hex="C8", tile="16", rotation=0) == "not_connected"
    act(game, "p1", "lay_tile", hex="C8", tile="25", rotation=2)  # 2-4 besides 0-2


@rule("1889", "R54")
def test_or_change_the_value_of_a_city():
    game = building(phase="5").lay("K8", "15", 1, 2, 3, 4).game()
    act(game, "p1", "lay_tile", hex="K8", tile="448", rotation=turned("448", 1, 2, 3, 4))
    assert game.view.board().revenue("K8", 0, "5") == 40


@rule("1889", "R55")
@pytest.mark.parametrize("full", [True, False])
def test_not_through_a_full_city(full):
    made = building().lay("K8", "57", 1, 4).lay("J9", "58", 2, 4).lay("I8", "9", 2, 5).lay("H7", "57", 2, 5)
    if full:
        made.company("IR", p2=50).token("IR", "H7")
    game = made.game()
    if full:
        assert lay(game, "G6", "9", 2, 5) == "not_connected"
    else:
        act(game, "p1", "lay_tile", hex="G6", tile="9", rotation=turned("9", 2, 5))
    assert ("G6" in game.state.tiles) != full


@rule("1889", "R55")
def test_not_through_an_off_board_area():
    game = building("IR").lay("E2", "57", 1, 4).game()
    assert lay(game, "F3", "57", 0, 3) == "not_connected"  # Imabari joins both


@rule("1889", "R56")
@pytest.mark.parametrize(
    ("company", "hex_", "tile", "edges", "base"),
    [
        ("IR", "E4", "9", (0, 3), ("E2", "6", (0, 4))),  # mountain
        ("AR", "K6", "9", (0, 3), ("K8", "6", (3, 1))),  # water
        ("SR", "I4", "438", (3, 1), ("I2", "6", (0, 4))),
    ],
)
def test_the_first_tile_on_a_mountain_or_water_costs_80(company, hex_, tile, edges, base):
    game = building(company).lay(base[0], base[1], *base[2]).game()
    act(game, "p1", "lay_tile", hex=hex_, tile=tile, rotation=turned(tile, *edges))
    assert cash(game, company) == [420]


@rule("1889", "R56")
@pytest.mark.parametrize("hex_", ["H5", "I6"])
def test_both_kinds_cost_80_together(hex_):
    assert TITLE.board(Shikoku().state).hexmap[hex_].terrain_cost == 80


@rule("1889", "R56")
@pytest.mark.parametrize(
    ("hex_", "laid", "tile", "phase", "paid"),
    [
        ("I4", ("438", (1, 3)), "439", "3", 80),
        ("I4", ("439", (1, 3, 5)), "492", "5", 80),
        ("K8", ("6", (1, 3)), "12", "3", 0),
    ],
)
def test_each_tile_on_kotohira_costs_80(hex_, laid, tile, phase, paid):
    made = (
        building("SR" if hex_ == "I4" else "AR", phase=phase)
        .lay("I2", "6", 0, 4)
        .lay(hex_, laid[0], *laid[1])
    )
    game = made.game()
    rotation = offered(game, "p1", "lay_tile", "rotation", hex=hex_, tile=tile)[0]
    act(game, "p1", "lay_tile", hex=hex_, tile=tile, rotation=rotation)
    assert cash(game, game.state.cursor.actor) == [500 - paid]


@rule("1889", "R56")
def test_the_brown_tile_of_kouchi_costs_80():
    game = building("TR", phase="5").game()
    act(game, "p1", "lay_tile", hex="F9", tile="465", rotation=2)
    assert cash(game, "TR") == [420]


@rule("1889", "R56")
@pytest.mark.parametrize(("money", "code"), [(79, "cannot_afford"), (80, "")])
def test_without_the_money_it_cannot_be_laid(money, code):
    game = building("IR", cash=money).lay("E2", "6", 0, 4).game()
    if code:
        assert lay(game, "E4", "9", 0, 3) == code
    else:
        act(game, "p1", "lay_tile", hex="E4", tile="9", rotation=0)
        assert cash(game, "IR") == [0]


# --- tokens --------------------------------------------------------------------------------------------


def placing(cash=500):
    made = Shikoku().company("SR", p1=50, cash=cash).lay("I2", "6", 0, 4).lay("I4", "439", 1, 3, 5)
    return made.turn("SR", "token")


@rule("1889", "R57")
@pytest.mark.parametrize(("money", "code"), [(39, "cannot_afford"), (40, "")])
def test_a_token_costs_40(money, code):
    game = placing(money).game()
    if code:
        assert refusal(game, "p1", "place_token", hex="I4") == code
    else:
        act(game, "p1", "place_token", hex="I4")
        assert cash(game, "SR") == [0]
        assert game.view.stations("SR") == [("I2", 0), ("I4", 0)]


@rule("1889", "R57")
def test_one_a_turn():
    made = Shikoku().company("TR", p1=50, cash=500).lay("G10", "58", 2, 0).lay("G12", "57", 0, 3)
    game = made.lay("E8", "9", 2, 5).lay("D7", "9", 2, 5).lay("C6", "9", 2, 5).turn("TR", "token").game()
    act(game, "p1", "place_token", hex="G12")
    assert game.state.cursor.step != "token"


@rule("1889", "R57")
def test_only_where_it_leads_and_not_twice():
    game = placing().game()
    assert refusal(game, "p1", "place_token", hex="H7") == "not_connected"
    assert refusal(game, "p1", "place_token", hex="I2") == "already_here"


@rule("1889", "R57")
@pytest.mark.parametrize("kept", [True, False])
def test_not_in_a_place_kept_for_a_home(kept):
    made = placing().lay("J5", "58", 2, 4)
    if not kept:
        made.tile("K4", "440").company("KO", p2=50)
    game = made.game()
    if kept:
        assert refusal(game, "p1", "place_token", hex="K4") == "kept_for_home"
    else:
        act(game, "p1", "place_token", hex="K4")
    assert ("SR" in game.view.board().companies_at("K4", 0)) != kept


@rule("1889", "R56")
def test_a_cost_that_is_paid_once_is_shown_once():
    view = Shikoku().game().view
    assert "water ¥80; mountain" in hex_words(view, "H5")
    assert "¥0" not in hex_words(view, "I6")
