"""18OE 11.1.8, 11.1.9, 11.6.5: patronage by track, the right of way, home hexes, what may be spent."""

import pytest

from engine.core.story import lines
from engine.rules import tokens, track
from engine.steps.consent import AskingTrackStep
from engine.titles.g18oe import TITLE
from engine.titles.g18oe.railroads import solvency
from engine.titles.g18oe.track import right_of_way
from engine.titles.g18oe.track.ways_out import can_connect
from tests.rulemark import rule
from tests.scenario import act, code_of, kinds, refusal
from tests.titles.g18oe.building import (
    arguments,
    code,
    hexes,
    lays_on,
    look,
    major,
    national,
    positions,
    put,
    regional,
    turn,
)
from tests.titles.g18oe.oe_start import initial, running_minor, running_regional, values

PAYOUT = {"yellow": 20, "green": 30, "brown": 40, "gray": 60}
TILE = {"group": "pink", "zone": "UK", "payout": PAYOUT}
# Bristol from all sides: tiles that leave no yellow way out (its own 57 leads to 1 and 4).
WALLS = [("L27", "9", 0, 3), ("L23", "58", 2, 0)]


def first(company="GWR", cash=300, scenario=None):
    """A regional in its first operating round."""
    return running_regional(scenario or positions(), company, "p1", cash=cash)


def walled(cash=300):
    """GWR's Bristol is laid; its two ways out are crossed by track that does not join."""
    return put(first(cash=cash), ("L25", "57", 1, 4), *WALLS)


# --- 11.1.8 patronage --------------------------------------------------------------------------------


@rule("18OE", "11.1.8")
@pytest.mark.parametrize(
    ("phase", "money"), [("2", 20), ("3", 30), ("4", 30), ("5", 40), ("6", 40), ("7", 60), ("8", 60)]
)
def test_the_first_tile_of_a_railroad_is_paid_by_the_newest_colour(phase, money):
    scenario = major(phase=phase, cash=100).note("patronage", {"L25": TILE, "F25": TILE})
    game = turn(scenario)
    act(game, "p1", "lay_tile", **arguments("L25", "57", 1, 4))
    assert game.view.cash("GWR") == 100 + money
    assert set(game.state.notes["patronage"]) == {"F25"}


@rule("18OE", "11.1.8")
def test_an_upgrade_fulfils_it_too_and_only_once():
    scenario = put(major(phase="3", cash=100), ("L25", "57", 1, 4)).note("patronage", {"L25": TILE})
    game = turn(scenario)
    act(game, "p1", "lay_tile", **arguments("L25", "205", 1, 2, 4))
    assert game.view.cash("GWR") == 130
    assert "L25" not in game.state.notes["patronage"]


@rule("18OE", "11.1.8")
def test_the_payment_is_there_for_the_next_tile_not_for_the_same():
    game = turn(major(cash=0).note("patronage", {"L25": TILE}))
    act(game, "p1", "lay_tile", **arguments("L25", "57", 1, 4))
    assert game.view.cash("GWR") == 20
    assert refusal(game, "p1", "lay_tile", **arguments("L23", "58", 2, 4)) == "cannot_afford"


# --- 11.1.9 right of way -----------------------------------------------------------------------------


@rule("18OE", "11.1.9")
def test_a_home_that_yellow_tiles_connect_has_no_right_of_way():
    view = look(first())
    assert can_connect(view, "GWR", view.board(), 3)
    assert not right_of_way.may_use(view, "GWR")
    assert TITLE.rules.board.lay_rules(view, "GWR").colours == ("yellow",)


@rule("18OE", "11.1.9")
def test_a_home_walled_in_may_lay_a_green_tile_that_connects_it():
    view = look(walled())
    assert right_of_way.may_use(view, "GWR")
    # L23 is a town: a green town tile joins it at once; L27 is plain and leads on to nothing.
    assert lays_on(view, "GWR", "L23")
    assert not lays_on(view, "GWR", "L27")
    assert all(tile in {"141", "142", "143", "144"} for tile, _ in lays_on(view, "GWR", "L23"))


@rule("18OE", "11.1.9")
def test_the_green_tile_costs_all_points_that_are_left():
    game = turn(walled())
    tile, exits = sorted(lays_on(game.view, "GWR", "L23"))[0]
    act(game, "p1", "lay_tile", **arguments("L23", tile, *exits))
    assert game.state.tiles["L23"][0] == tile
    assert "lay_tile" not in kinds(game, "p1")


@rule("18OE", "11.1.9")
@pytest.mark.parametrize(
    ("change", "may"),
    [
        (lambda s: s, True),
        (lambda s: s.operated("GWR"), False),  # not its first operating round
        (lambda s: s.note("turn:lays", [["L27", "9", 0]] * 3), False),  # no point left
    ],
)
def test_the_right_of_way_is_for_the_first_round_with_a_point_left(change, may):
    assert right_of_way.may_use(look(change(walled())), "GWR") is may


@rule("18OE", "11.1.9", "5.2")
def test_from_train_phase_three_on_green_tiles_are_there_for_all():
    view = look(walled().phase("3"))
    assert not right_of_way.may_use(view, "GWR")
    assert TITLE.rules.board.lay_rules(view, "GWR").colours == ("yellow", "green")


@rule("18OE", "11.1.9")
def test_the_green_tile_is_no_city():
    view = look(walled())
    assert code_of(right_of_way.check(view, "GWR", ("L25", "205", 0))) == "no_city_yet"
    assert not lays_on(view, "GWR", "L25")


@rule("18OE", "11.1.9")
def test_a_green_tile_that_connects_nothing_is_refused():
    view = look(walled())
    assert code(view, "GWR", "L27", "82", 0, 1, 3) == "no_connection"


@rule("18OE", "11.1.9")
def test_a_ferry_is_a_way_out_and_a_sea_crossing_is_none():
    """Dublin: walled in by land it has three ferries; Bristol's sea port does not count."""
    dublin = look(first("GSWR"), "GSWR")
    assert can_connect(dublin, "GSWR", dublin.board(), 1)
    assert hexes(look(walled())) >= {"J23", "I26"}
    assert right_of_way.may_use(look(walled()), "GWR")


@rule("18OE", "11.1.9")
@pytest.mark.parametrize(("points", "cash", "found"), [(3, 300, True), (2, 300, False), (3, 0, False)])
def test_a_way_out_needs_points_and_money(points, cash, found):
    """A minor in Dresden: the next stop is two plain hexes away, over mountains that cost money."""
    view = look(running_minor(positions(), "A", "p1", "PHS", "O52", cash), "A")
    assert can_connect(view, "A", view.board(), points) is found


@rule("18OE", "11.1.9", "14.9")
@pytest.mark.parametrize(
    ("owner", "placed", "used", "found"),
    [("p1", 0, 0, True), ("p2", 0, 0, False), ("p1", 4, 0, False), ("p1", 2, 2, False)],
)
def test_tokens_of_the_engineers_pay_for_a_way_out(owner, placed, used, found):
    """The minor in Dresden without money: its president's tokens pay for rough terrain, two in a round."""
    scenario = running_minor(positions(), "A", "p1", "PHS", "O52", 0).own(owner, "BBE")
    scenario.state.companies["BBE"].data["placed"] = placed
    scenario.note("brandt_used", ["1.1", used])
    view = look(scenario, "A")
    assert can_connect(view, "A", view.board(), 3) is found
    assert right_of_way.may_use(view, "A") is not found


@rule("18OE", "11.1.9")
@pytest.mark.parametrize(("president", "found"), [("p1", True), ("p2", False)])
def test_a_way_over_a_foreign_home_is_none(president, found):
    """Genova's track leads to its port and to Milano alone, the bare home of SFAI."""
    scenario = put(running_minor(positions(), "A", "p1", "IT", "W40", 300), ("W40", "57", 0, 3))
    view = look(running_regional(scenario, "SFAI", president), "A")
    assert can_connect(view, "A", view.board(), 1) is found
    assert right_of_way.may_use(view, "A") is not found


@rule("18OE", "11.1.9")
def test_who_could_connect_when_it_began_forgoes_the_green_tile():
    """GWR lays Bristol to two walled sides although others were free: no green tile in this turn."""
    game = turn(put(first(), *WALLS))
    assert can_connect(game.view, "GWR", game.view.board(), 3)
    act(game, "p1", "lay_tile", **arguments("L25", "57", 1, 4))
    assert not can_connect(game.view, "GWR", game.view.board(), 2)
    assert not right_of_way.may_use(game.view, "GWR")
    assert refusal(game, "p1", "lay_tile", **arguments("L23", "144", 0, 2, 4)) == "colour_not_available"


@rule("18OE", "11.1.9")
@pytest.mark.parametrize("cash", [159, 160])
def test_who_spends_the_money_of_its_way_on_another_tile_forgoes_the_green_tile(cash):
    """Breslau: the way to the next stop costs 60 beside the train; a tile for 30 leads elsewhere."""
    scenario = put(running_minor(positions(), "A", "p1", "PHS", "O56", cash), ("O56", "6", 1, 5))
    scenario.state.players["p1"].cash = 0
    game = turn(scenario, "A")
    had_way = can_connect(game.view, "A", game.view.board(), 3)
    assert had_way is (cash == 160)
    act(game, "p1", "lay_tile", hex="P57", tile="7", rotation=1)
    assert not can_connect(game.view, "A", game.view.board(), 2)
    assert right_of_way.may_use(game.view, "A") is not had_way


@rule("18OE", "11.1.9")
def test_who_could_not_connect_when_it_began_keeps_the_right_of_way():
    """A tile that changes nothing costs a point and leaves the right of way."""
    scenario = put(first(), ("L25", "57", 1, 4), ("L23", "58", 2, 0), ("L27", "9", 0, 3))
    game = turn(scenario)
    other = next(
        (c, t, r)
        for c, t, r in track.legal_lays(game.view, "GWR")
        if c not in ("L23", "L27") and c in ("J23", "H29", "F25")
    )
    act(game, "p1", "lay_tile", hex=other[0], tile=other[1], rotation=other[2])
    assert right_of_way.may_use(game.view, "GWR")


@rule("18OE", "11.1.9")
@pytest.mark.parametrize(("president", "refused"), [("p1", "own_way"), ("p2", None)])
def test_nobody_takes_the_last_way_from_his_own_railroad_yet_to_operate(president, refused):
    """LNWR would close GWR's last way; of another player's railroad it may (11.1.9)."""
    scenario = put(running_regional(positions(), "GWR", president), ("L25", "57", 1, 4), ("L27", "9", 0, 3))
    scenario = running_minor(scenario, "A", "p1", "UK", "F25").operated("A")
    # The minor reaches Cardiff (L23) from the north by K22's track.
    put(scenario, ("K24", "8", 0, 4))
    view = look(scenario, "A")
    closing = right_of_way.check_own(view, "A", ("L23", "58", 1))
    face = view.board().catalogue["58"].face(1)
    assert 4 not in face.exits
    assert (closing and closing.code) == refused


@rule("18OE", "11.1.9")
def test_a_foreign_home_that_is_bare_takes_yellow_with_consent():
    scenario = put(running_regional(major(), "LNWR", "p2"), ("L25", "57", 3, 0))
    scenario = running_minor(scenario, "A", "p2", "UK", "F25")
    game = turn(scenario)
    assert refusal(game, "p1", "lay_tile", **arguments("F25", "57", 1, 4)) == "needs_consent"
    assert "F25" not in values(game, "p1", "lay_tile", "hex")
    assert "F25" in values(game, "p1", "ask_consent", "hex")


@rule("18OE", "11.1.9")
def test_with_consent_the_tile_is_laid_by_points_and_fees():
    scenario = running_minor(major(cash=100), "A", "p2", "UK", "F25")
    game = turn(scenario)
    act(game, "p1", "ask_consent", **arguments("F25", "57", 1, 4))
    assert "F25" not in game.state.tiles
    offer = next(iter(game.state.offers))
    act(game, "p2", "accept_offer", offer=offer)
    assert game.state.tiles["F25"][0] == "57"
    assert game.view.cash("GWR") == 90
    assert game.view.cursor.actor == "GWR"


@rule("18OE", "11.1.9")
@pytest.mark.parametrize("answer", ["decline_offer", None])
def test_without_consent_nothing_is_laid_and_the_turn_goes_on(answer):
    game = turn(running_minor(major(), "A", "p2", "UK", "F25"))
    act(game, "p1", "ask_consent", **arguments("F25", "57", 1, 4))
    offer = next(iter(game.state.offers))
    if answer:
        act(game, "p2", answer, offer=offer)
    act(game, "p1", "lay_tile", **arguments("L25", "57", 1, 4))
    act(game, "p1", "skip")
    assert "F25" not in game.state.tiles
    assert not game.state.offers


@rule("18OE", "11.1.9")
def test_the_step_waits_for_the_answer_when_nothing_else_can_be_laid():
    """Only tiles 57 are left, only Glasgow takes one for £10, and it is the home of minor A."""
    scenario = put(
        running_minor(major(cash=10), "A", "p2", "UK", "F25"), ("L25", "57", 1, 4), ("H21", "6", 0, 4)
    )
    scenario.state.supply.update(dict.fromkeys(set(scenario.state.supply) - {"57"}, 0))
    game = turn(scenario)
    assert "lay_tile" not in kinds(game, "p1")
    act(game, "p1", "ask_consent", **arguments("F25", "57", 1, 4))
    assert hexes(game.view) == set()
    others = [o for o in game.options("p1", "ask_consent", "hex", {}) if o.value != "F25"]
    assert not others
    assert AskingTrackStep().is_open(game.view)
    act(game, "p2", "accept_offer", offer=next(iter(game.state.offers)))
    assert game.state.tiles["F25"][0] == "57"


@rule("18OE", "11.1.9")
def test_nobody_asks_himself_and_unfloated_railroads_permit_it():
    own = turn(running_minor(major(), "A", "p1", "UK", "F25"))
    act(own, "p1", "lay_tile", **arguments("F25", "57", 1, 4))
    bare = look(major(phase="2"))
    # BHB has not floated: Hamburg (K46) takes a tile from across the sea.
    assert code(bare, "GWR", "K46", "201", 0, 1) is None


@rule("18OE", "11.1.9")
def test_an_upgrade_of_a_home_and_a_home_of_nobody_need_no_consent():
    scenario = put(running_minor(major(phase="3"), "A", "p2", "UK", "F25"), ("F25", "57", 1, 4))
    assert lays_on(look(scenario), "GWR", "F25")


# --- 11.1.9 positions in a metropolis -----------------------------------------------------------------


@rule("18OE", "11.1.9")
def test_sb_chooses_its_position_as_soon_as_wien_is_yellow():
    game = turn(regional("SB"), "SB")
    act(game, "p1", "lay_tile", **arguments("R55", "OE4", 0, 2, 4))
    assert game.state.pending[-1].kind == "home_position"
    assert kinds(game, "p1") >= {"choose_position"}
    assert values(game, "p1", "choose_position", "stop") == ["0", "1", "2"]
    assert refusal(game, "p1", "choose_position", stop="3") == "no_position"
    act(game, "p1", "choose_position", stop="2")
    assert ": the city with track to " in lines(game.view, game.log[-1])[0]
    assert game.view.stations("SB") == [("R55", 2)]
    assert not game.state.pending


@rule("18OE", "11.1.9")
def test_its_president_chooses_whoever_lays_the_tile():
    scenario = running_regional(major("MAV"), "SB", "p2").operated("SB").token("MAV", "P53", 0)
    game = turn(put(scenario, ("P53", "201", 4, 5), ("Q54", "9", 2, 5)), "MAV")
    act(game, "p1", "ask_consent", **arguments("R55", "OE4", 0, 2, 4))
    act(game, "p2", "accept_offer", offer=next(iter(game.state.offers)))
    assert game.state.pending[-1].players == ("p2",)
    assert kinds(game, "p1").isdisjoint({"choose_position", "lay_tile"})
    act(game, "p2", "choose_position", stop="1")
    assert game.view.stations("SB") == [("R55", 1)]


@rule("18OE", "11.1.9")
def test_no_token_in_wien_before_sb_has_floated_and_chosen():
    scenario = put(major("MAV"), ("R55", "OE4", 0, 2, 4), ("R57", "57", 1, 4)).token("MAV", "R57", 0)
    view = look(scenario, "MAV", "token")
    refused = tokens.check(view, "MAV", ("R55", 2))
    assert refused is not None
    assert refused.code == "position_not_chosen"
    scenario.close("SB")
    assert tokens.check(look(scenario, "MAV", "token"), "MAV", ("R55", 2)) is None


@rule("18OE", "11.1.9")
def test_a_position_that_needs_a_green_tile_is_not_chosen_while_another_one_does_not():
    """With the one point that is left only the way over Q54 comes to a city, Praha."""
    game = turn(put(first("SB"), ("Q54", "9", 2, 5)), "SB")
    act(game, "p1", "lay_tile", **arguments("R55", "OE4", 0, 2, 4))
    assert values(game, "p1", "choose_position", "stop") == ["1"]
    assert refusal(game, "p1", "choose_position", stop="0") == "no_position"


# --- 11.6.5 insolvency ---------------------------------------------------------------------------------


@rule("18OE", "11.6.5")
@pytest.mark.parametrize(
    ("cash", "own", "spare"), [(120, 0, 20), (120, 50, 70), (120, 100, 120), (90, 0, 0), (60, 1000, 60)]
)
def test_what_a_railroad_may_spend_before_its_reserved_train(cash, own, spare):
    view = look(first(cash=cash).cash(p1=own))
    assert solvency.to_spare(view, "GWR") == spare


@rule("18OE", "11.6.5")
def test_track_that_would_make_it_insolvent_is_refused():
    scenario = put(first(cash=120).cash(p1=0), ("L25", "57", 2, 5))
    assert code(look(scenario), "GWR", "K24", "8", 5, 1) == "insolvent"
    assert code(look(scenario.cash(p1=25)), "GWR", "K24", "8", 5, 1) is None
    assert code(look(scenario.cash(p1=0).operated("GWR")), "GWR", "K24", "8", 5, 1) is None


@rule("18OE", "11.6.5")
def test_who_has_its_train_or_needs_none_spends_freely():
    scenario = first(cash=120).cash(p1=0).trains("GWR", "2+2")
    assert solvency.to_spare(look(scenario), "GWR") == 120
    assert solvency.to_spare(look(first(cash=120).cash(p1=0).phase("4")), "GWR") == 120
    assert solvency.to_spare(look(national("GWR")), "GWR") == 0
    # A major is never insolvent: its president pays, or it becomes a national (11.6.4).
    early = major(cash=120).cash(p1=0)
    early.state.companies["GWR"].operated = False
    assert solvency.to_spare(look(early), "GWR") == 120


def test_the_titles_of_these_positions_are_regionals():
    assert look(regional()).company("GWR").kind == "regional"


@rule("18OE", "11.1.9", "9.2")
def test_a_railroad_that_floats_into_a_yellow_metropolis_chooses_at_once():
    """St. Petersburg is yellow before MSP floats: its president chooses as part of the float."""
    game = initial().tile("C74", "OE8", 0).game()
    act(game, "p1", "float_regional", company="MSP", price=75)
    assert game.state.pending[-1].kind == "home_position"
    act(game, "p1", "choose_position", stop="1")
    assert game.view.stations("MSP") == [("C74", 1)]
