"""18OE 11.2.2, 14.7: Lille and the token position of the White Cliffs Ferry."""

import pytest

from engine.core.actions import Action
from engine.rules import tokens as rules
from engine.titles.g18oe.operating import transfer
from engine.titles.g18oe.powers import white_cliffs
from engine.titles.g18oe.track import tokens
from engine.titles.g18oe.track.fees import travels
from tests.rulemark import rule
from tests.scenario import act, code_of, kinds, refusal
from tests.titles.g18oe.building import look, major, put, regional, turn
from tests.titles.g18oe.oe_start import running_minor, running_regional, values

LONDON = ("M28", "OE6", 1, 2, 4, 5)
LILLE = ("N31", "201", 1, 0)
FREE = {"zone": 0, "ferry": 0}


def lille(phase="4", others=("SB",), own=False, note=None):
    """GWR in London; Lille is yellow with one circle, taken by others; Amiens lies beyond it."""
    scenario = put(major(phase=phase), LONDON, LILLE).token("GWR", "M28", 0)
    for company in others:
        scenario.token(company, "N31", 0)
    if own:
        scenario.token("GWR", "N31", 0)
    if note:
        scenario.note("white_cliffs", note)
    return scenario


def beyond(scenario, company="GWR"):
    """Whether a route leads through Lille to the hex south-west of it."""
    return ("O30", 3) in _land(scenario, company).whole.inbound


def _land(scenario, company):
    return travels(look(scenario, company), company, FREE)


# --- before Train Phase 5 --------------------------------------------------------------------------------


@rule("18OE", "11.2.2")
@pytest.mark.parametrize("others", [(), ("SB",)])
def test_until_phase_five_the_ferry_leads_through_a_full_lille(others):
    assert beyond(lille(others=others))


@rule("18OE", "11.2.2")
def test_routes_through_lille_that_do_not_use_the_ferry_are_blocked():
    """From Gent (N33) to O30 a full Lille is no way through; with a free circle it is."""
    way = ("N31", "207", 0, 1, 4, 5)
    for others, passes in ((("SB", "MAV"), False), (("SB",), True)):
        scenario = put(major("BEL", phase="4"), way)
        for company in others:
            scenario.token(company, "N31", 0)
        home = next(t for t in scenario.state.tokens.values() if t.company == "BEL")
        home.place = ("N35", 0)
        put(scenario, ("N35", "621", 1, 4), ("N33", "4", 1, 4))
        inbound = travels(look(scenario, "BEL"), "BEL", FREE).whole.inbound
        assert (("O30", 3) in inbound) is passes
        assert ("N31", 4) in inbound
        # The ferry stays open to all.
        assert (("N29", 4) in inbound) is True


@rule("18OE", "11.2.2")
def test_any_railroad_places_a_token_in_lille_but_not_on_the_prohibited_position():
    free = look(lille(others=()), step="token")
    assert rules.check(free, "GWR", ("N31", 0)) is None
    full = look(lille(), step="token")
    refused = rules.check(full, "GWR", ("N31", 0))
    assert refused is not None
    assert refused.code == "no_space"
    assert full.board().slots("N31", 0) == 1


# --- from Train Phase 5 on -------------------------------------------------------------------------------


@rule("18OE", "11.2.2")
def test_from_phase_five_the_position_counts_as_free_until_it_is_used():
    """All pass a full Lille, also without the ferry; nobody but the private's owner takes the position."""
    assert beyond(lille("5"))
    scenario = put(
        major("BEL", phase="5"), ("N31", "207", 0, 1, 4, 5), ("N35", "621", 1, 4), ("N33", "4", 1, 4)
    )
    for company in ("SB", "MAV"):
        scenario.token(company, "N31", 0)
    assert ("O30", 3) in travels(look(scenario, "BEL"), "BEL", FREE).whole.inbound
    assert code_of(rules.check(look(lille("5"), step="token"), "GWR", ("N31", 0))) == "no_space"


@rule("18OE", "11.2.2", "14.7")
@pytest.mark.parametrize(
    ("own", "holder", "through"),
    [(False, "SB", False), (True, "GWR", True), (False, "open", True)],
)
def test_once_used_the_ferry_leads_through_lille_for_those_with_a_token(own, holder, through):
    """If a national took the token away, Lille is open to all for good."""
    others = ("MAV",) if own else ("SB", "MAV") if holder == "SB" else ("MAV",)
    scenario = lille("5", others=others, own=own, note=holder)
    assert beyond(scenario) is through
    # From London the ferry reaches Lille in any case.
    assert ("N31", 0) in _land(scenario, "GWR").whole.stops


@rule("18OE", "11.2.2")
@pytest.mark.parametrize(("company", "reaches"), [("BEL", False), ("SB", True)])
def test_once_used_only_railroads_in_lille_ride_to_london(company, reaches):
    """Even a free circle in Lille does not let BEL, which comes over land, onto the ferry."""
    tiles = [("N31", "207", 0, 1, 4, 5), ("N35", "621", 1, 4), ("N33", "4", 1, 4), LONDON]
    scenario = put(major("BEL", phase="5"), *tiles).token("SB", "N31", 0).note("white_cliffs", "SB")
    scenario.state.companies["SB"].kind = "major"
    board = look(scenario, "BEL").board()
    assert board.slots("N31", 0) == 3
    assert (("N29", 4) in travels(look(scenario, company), company, FREE).whole.inbound) is reaches


# --- the private -----------------------------------------------------------------------------------------


def owning(phase="5", cash=200, **more):
    scenario = lille(phase, **more).own("p1", "WCF").money({"GWR": cash})
    return scenario.note("white_cliffs_asked", True)


@rule("18OE", "11.2.2", "14.7")
@pytest.mark.parametrize(("company", "asked"), [("BEL", True), ("MAV", False)])
def test_when_phase_five_begins_the_owner_is_asked_for_a_railroad_of_his(company, asked):
    """MAV is a regional of Austria-Hungary: its tokens stay at home."""
    scenario = lille("5").own("p2", "WCF")
    game = turn(running_regional(scenario, company, "p2", cash=150))
    act(game, "p1", "lay_tile", hex="L25", tile="57", rotation=0)
    assert bool(game.state.pending) is asked
    if asked:
        assert game.state.pending[-1].players == ("p2",)
        assert values(game, "p2", "white_cliffs", "company") == [company]
        act(game, "p2", "skip")
        assert not game.state.pending
        assert not game.view.company("WCF").closed
        # It is asked once.
        act(game, "p1", "skip")
        assert not game.state.pending


@rule("18OE", "11.2.2", "14.7")
def test_no_connection_is_needed_and_the_position_is_beyond_the_circles():
    scenario = lille("5").own("p1", "WCF").money({"GWR": 200})
    game = turn(scenario)
    act(game, "p1", "lay_tile", hex="L25", tile="57", rotation=0)
    assert game.state.pending[-1].players == ("p1",)
    assert values(game, "p1", "white_cliffs", "company") == ["GWR"]
    token = tokens.unplaced(game.view, "GWR")[0]
    offered = game.options("p1", "white_cliffs", "token", {"company": "GWR"})
    assert f"Beside the ferry: GWR, token of £{token.price}" in [option.label for option in offered]
    assert game.choices("p1")[0].note.endswith("with a token in Lille (N31) take the ferry to London.")
    act(game, "p1", "white_cliffs", company="GWR", token=token.id)
    assert game.view.cash("GWR") == 200 - token.price
    assert ("N31", 0) in game.view.stations("GWR")
    assert game.view.board().slots("N31", 0) == 2
    assert game.view.company("WCF").closed
    assert game.view.cursor.step == "track"


@rule("18OE", "11.2.2", "14.7")
def test_the_owner_may_wait_and_use_the_token_of_a_later_turn():
    game = turn(owning(), step="token")
    token = tokens.unplaced(game.view, "GWR")[2]
    assert "white_cliffs" in kinds(game, "p1")
    act(game, "p1", "white_cliffs", company="GWR", token=token.id)
    assert game.view.cash("GWR") == 200 - token.price
    assert "place_token" not in kinds(game, "p1")
    assert game.state.notes["white_cliffs"] == "GWR"


@rule("18OE", "14.3", "14.7")
def test_wien_sudbahnhof_pays_for_the_token_beside_the_ferry_at_once():
    scenario = lille("5").own("p1", "WCF", "WS").money({"GWR": 0})
    game = turn(scenario)
    act(game, "p1", "lay_tile", hex="L25", tile="57", rotation=0)
    assert kinds(game, "p1") >= {"white_cliffs_free", "skip"}
    assert "white_cliffs" not in kinds(game, "p1")
    act(game, "p1", "white_cliffs_free", company="GWR", token=tokens.unplaced(game.view, "GWR")[-1].id)
    assert (game.view.cash("GWR"), game.state.notes["white_cliffs"]) == (0, "GWR")
    assert game.view.company("WS").closed
    assert not game.state.pending


@rule("18OE", "14.3", "14.7")
@pytest.mark.parametrize("mine", [True, False])
def test_or_for_the_token_of_a_later_turn_if_both_are_of_one_player(mine):
    game = turn(owning(cash=0).own("p1" if mine else "p2", "WS"), step="token")
    token = tokens.unplaced(game.view, "GWR")[0].id
    if not mine:
        assert refusal(game, "p1", "white_cliffs_free", company="GWR", token=token) == "power_not_owned"
        return
    act(game, "p1", "white_cliffs_free", company="GWR", token=token)
    assert game.state.notes["white_cliffs"] == "GWR"
    assert game.view.cash("GWR") == 0
    assert "free_token" not in kinds(game, "p1")


@rule("18OE", "14.7")
@pytest.mark.parametrize(
    ("scenario", "refused"),
    [
        (lambda: owning(phase="4"), "not_your_ferry"),
        (lambda: owning().own("p2", "WCF"), "not_your_ferry"),
        (lambda: owning(others=(), own=True), "already_here"),
        (lambda: owning(cash=10), "cannot_afford"),
        (lambda: owning().note("turn:tokens", 1), "no_token_this_turn"),
    ],
)
def test_who_may_not_place_it(scenario, refused):
    game = turn(scenario().trains("GWR", "2+2"), step="token")
    token = tokens.unplaced(game.view, "GWR")[0]
    move = white_cliffs.PlaceBesideInTurn()
    found = move.check(game.view, Action("white_cliffs", "p1", {"company": "GWR", "token": token.id}))
    assert found is not None
    assert found.code == refused
    assert move.choice(game.view, "p1") is None


@rule("18OE", "11.2.2")
def test_another_railroad_does_not_place_it_in_this_turn():
    scenario = running_minor(owning(), "A", "p1", "FR", "U32", 100)
    game = turn(scenario, step="token")
    token = tokens.unplaced(game.view, "A")[0]
    assert refusal(game, "p1", "white_cliffs", company="A", token=token.id) == "no_token_this_turn"


@rule("18OE", "11.2.2")
def test_when_its_token_is_removed_lille_is_open_for_good():
    game = turn(lille("5", others=("MAV",), note="SB"))
    act(game, "p1", "lay_tile", hex="L25", tile="57", rotation=0)
    assert game.state.notes["white_cliffs"] == "open"
    assert ("O30", 3) in travels(game.view, "GWR", FREE).whole.inbound


@rule("18OE", "11.2.2", "11.5")
def test_the_position_goes_with_a_transfer():
    scenario = lille("5", others=(), own=True, note="GWR")
    scenario = major("PLM", scenario=scenario)
    game = turn(scenario, "PLM", "transfer")
    token = tokens.unplaced(game.view, "PLM")[0]
    act(game, "p1", "transfer_token", of="GWR", hex="N31", token=token.id)
    assert game.state.notes["white_cliffs"] == "PLM"
    assert game.view.board().slots("N31", 0) == 2
    assert transfer.sellers(game.view, "PLM") == ["GWR"]


def test_a_small_railroad_of_france_may_have_it():
    scenario = regional("PLM", phase="5").own("p1", "WCF").note("white_cliffs_asked", True)
    view = look(scenario, "PLM", "token")
    token = tokens.unplaced(view, "PLM")[0]
    assert white_cliffs.check(view, "p1", "PLM", token) is None
