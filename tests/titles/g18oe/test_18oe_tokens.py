"""18OE 11.2, 11.2.1: station tokens, by land and over water."""

import pytest

from bot.turn.session.words import preview_lines
from engine.core.actions import Action
from engine.core.story import EventKind, story
from engine.rules import tokens, track
from engine.titles.g18oe.track.tokens import different, on_charter, unplaced, voyage_of
from tests.rulemark import rule
from tests.scenario import act, kinds, refusal
from tests.titles.g18oe.building import look, major, minor, national, positions, put, regional, turn
from tests.titles.g18oe.oe_start import running_regional

# From Bristol over L27 to London, and Nancy (Q38) beside Straßburg (Q40).
WAY = [("L25", "57", 1, 4), ("L27", "8", 1, 5)]
LONDON = ("M28", "OE6", 1, 2, 4, 5)
NANCY, STRASSBURG = ("Q38", "57", 1, 4), ("Q40", "57", 1, 4)


def code(view, company, place, **more):
    refused = tokens.check(view, company, place, **more)
    return None if refused is None else refused.code


def placing(scenario, company="GWR"):
    return turn(scenario, company, "token")


def to_nancy(company, kind=regional):
    """The token of PLM or KBS lies in Nancy or Straßburg, with track between the two."""
    scenario = put(kind(company), NANCY, STRASSBURG)
    home = next(t for t in scenario.state.tokens.values() if t.company == company)
    home.place = ("Q40" if company == "KBS" else "Q38", 0)
    return scenario


# --- 11.2 ------------------------------------------------------------------------------------------------


@rule("18OE", "11.2")
def test_a_token_goes_where_a_route_of_the_railroad_leads():
    """Birmingham's stop to which Bristol's track leads, and not the others."""
    scenario = put(major(), ("L25", "57", 3, 0), ("K26", "OE4", 0, 2, 4))
    view = look(scenario, step="token")
    board = view.board()
    joined = next(i for i in range(3) if board.face("K26").stop_exits(i) == (0,))
    assert code(view, "GWR", ("K26", joined)) is None
    assert code(view, "GWR", ("K26", (joined + 1) % 3)) == "not_connected"


@rule("18OE", "11.2")
def test_others_tokens_block_the_way_but_reserved_positions_do_not():
    """Liverpool full of others' tokens: Manchester beyond is out of reach; with circles kept it is not."""
    way = [("L25", "57", 2, 5), ("K24", "8", 3, 5), ("J25", "622", 0, 2, 3, 4)]
    free = put(major(), *way).close("LNWR")
    assert ("J27", 0) in tokens.policy_of(look(free)).reached(look(free), "GWR")
    full = put(running_regional(major(), "LNWR", "p2"), *way)
    home = next(t for t in full.state.tokens.values() if t.company == "LNWR")
    home.place = ("J25", 0)
    full.token("SB", "J25")
    assert ("J27", 0) not in tokens.policy_of(look(full)).reached(look(full), "GWR")
    kept = put(major(), *way)
    assert ("J27", 0) in tokens.policy_of(look(kept)).reached(look(kept), "GWR")
    assert code(look(kept, step="token"), "GWR", ("J27", 0)) == "kept_for_home"


@rule("18OE", "11.2")
def test_any_token_of_the_charter_may_be_placed():
    """A major has tokens of 20, 40, 60 and 80 left; it need not begin with the cheapest."""
    game = placing(put(major(cash=500), *WAY, LONDON))
    assert [t.price for t in different(game.view, "GWR")] == [20, 40, 60, 80]
    [note] = [c.note for c in game.choices("p1") if c.kind == "place_token"]
    assert note == "Tokens of £20, £40, £60, £80; a fee for water comes on top."
    offered = game.options("p1", "place_token", "token", {"hex": "M28", "stop": "1"})
    assert [option.label for option in offered] == [
        "Token of £20",
        "Token of £40",
        "Token of £60",
        "Token of £80",
    ]
    act(game, "p1", "place_token", hex="M28", stop="1", token=offered[2].value)
    assert game.view.cash("GWR") == 500 - 60
    assert [t.price for t in unplaced(game.view, "GWR")] == [20, 40, 60, 80, 80, 80]


@rule("18OE", "11.2")
def test_without_a_choice_the_first_on_the_charter_is_placed():
    game = placing(put(regional(cash=500), *WAY, LONDON))
    assert [t.price for t in different(game.view, "GWR")] == [20]
    [note] = [c.note for c in game.choices("p1") if c.kind == "place_token"]
    assert note == "Tokens of £20; a fee for water comes on top."
    act(game, "p1", "place_token", hex="M28", stop="1")
    assert game.view.cash("GWR") == 480


@rule("18OE", "11.2")
def test_a_token_that_is_not_on_the_charter_is_not_placed():
    game = placing(put(major(), *WAY, LONDON))
    placed = next(t.id for t in game.view.tokens("GWR") if t.place)
    other = next(t.id for t in game.view.tokens("SB"))
    for token in (placed, other, "none"):
        assert refusal(game, "p1", "place_token", hex="M28", stop="1", token=token) == "no_such_token"


@rule("18OE", "11.2")
@pytest.mark.parametrize(("cash", "refused"), [(19, "cannot_afford"), (20, None)])
def test_the_treasury_pays_the_price_of_the_charter(cash, refused):
    view = look(put(regional(cash=cash), *WAY, LONDON), step="token")
    assert code(view, "GWR", ("M28", 1)) == refused


@rule("18OE", "11.2")
def test_a_dearer_token_than_the_treasury_can_pay_is_refused():
    game = placing(put(major(cash=50), *WAY, LONDON))
    dear = next(t for t in unplaced(game.view, "GWR") if t.price == 60)
    assert refusal(game, "p1", "place_token", hex="M28", stop="1", token=dear.id) == "cannot_afford"
    offered = game.options("p1", "place_token", "token", {"hex": "M28", "stop": "1"})
    assert [option.label for option in offered] == ["Token of £20", "Token of £40"]


@rule("18OE", "11.2")
def test_one_token_a_round():
    scenario = put(major(), *WAY, LONDON).token("GWR", "J27", 0).note("turn:tokens", 1)
    game = placing(scenario)
    assert "place_token" not in kinds(game, "p1")


@rule("18OE", "11.2")
def test_one_token_of_a_railroad_in_a_hex():
    scenario = put(major(), *WAY, LONDON).token("GWR", "M28", 1)
    assert code(look(scenario, step="token"), "GWR", ("M28", 0)) == "already_here"


@rule("18OE", "11.2")
@pytest.mark.parametrize(
    ("company", "kind", "place", "refused"),
    [
        ("KBS", regional, ("Q38", 0), "other_zone"),  # Nancy's circle lies in France/Belgium
        ("PLM", regional, ("Q40", 0), "other_zone"),
        ("KBS", major, ("Q38", 0), None),
        ("PLM", major, ("Q40", 0), None),
    ],
)
def test_regionals_place_tokens_in_their_own_zone_alone(company, kind, place, refused):
    view = look(to_nancy(company, kind), company, "token")
    assert code(view, company, place) == refused


@rule("18OE", "11.2")
def test_nancy_is_for_minors_of_france_alone():
    """Nancy's circle lies in France, its hex in Prussia too."""
    german = put(minor("A", "PHS", "Q40"), NANCY, STRASSBURG)
    assert code(look(german, "A", "token"), "A", ("Q38", 0)) == "other_zone"
    french = put(minor("A", "FR", "Q34"), NANCY)
    assert code(look(french, "A", "token"), "A", ("Q38", 0), connected=False) is None


@rule("18OE", "11.2")
def test_nationals_have_no_tokens():
    view = look(national(), step="token")
    assert on_charter(view, "GWR") == 0
    assert not unplaced(view, "GWR")
    assert tokens.legal_places(view, "GWR") == []
    assert code(view, "GWR", ("L25", 0)) == "no_token_left"


@rule("18OE", "11.2")
def test_a_regional_has_two_tokens_and_a_major_eight():
    assert len(unplaced(look(regional()), "GWR")) == 1
    assert len(unplaced(look(major()), "GWR")) == 7
    assert len(unplaced(look(minor("A"), "A"), "A")) == 1


@rule("18OE", "11.2", "11.6.5")
def test_a_token_that_would_make_it_insolvent_is_refused():
    scenario = put(running_regional(positions(), "GWR", "p1", cash=110).cash(p1=0), *WAY, LONDON)
    assert code(look(scenario, step="token"), "GWR", ("M28", 1)) == "insolvent"
    assert code(look(scenario.cash(p1=10), step="token"), "GWR", ("M28", 1)) is None


# --- 11.2.1 over water -------------------------------------------------------------------------------------


def in_london(malmo=True, **data):
    """GWR in London's offshore port; København green to its arrow, Malmö joined to it by land."""
    tiles = [LONDON, ("I50", "622", 1, 3, 4, 5)] + ([("I52", "57", 1, 4)] if malmo else [])
    return put(major(phase="3", **data).close("DSJ"), *tiles).token("GWR", "M28", 0)


@rule("18OE", "11.2.1", "11.3.6")
def test_london_to_malmo_through_kobenhavn_costs_three_zones_and_the_token():
    """Forty times the Channel, the Bight and the Skagerrak; Malmö is entered by land."""
    game = placing(in_london(cash=500))
    assert voyage_of(game.view, "GWR").fee(("I52", 0)) == 3 * 40
    twenty = next(t for t in unplaced(game.view, "GWR") if t.price == 40)
    act(game, "p1", "place_token", hex="I52", token=twenty.id)
    assert game.view.cash("GWR") == 500 - 40 - 120


@rule("18OE", "11.2.1", "11.3.6")
def test_a_private_port_is_no_way_for_a_token():
    """København without track to Malmö: the private port is not entered from the sea."""
    scenario = put(major(phase="3").close("DSJ"), LONDON, ("I52", "57", 0, 3)).token("GWR", "M28", 0)
    assert code(look(scenario, step="token"), "GWR", ("I52", 0)) == "not_connected"


@rule("18OE", "11.2.1")
@pytest.mark.parametrize(("held", "fee"), [([], 120), (["north_sea"], 40), (["mediterranean"], 120)])
def test_a_port_authority_takes_off_two_zones(held, fee):
    assert voyage_of(look(in_london(port_authorities=held)), "GWR").fee(("I52", 0)) == fee


@rule("18OE", "11.2.1", "15.8")
def test_minor_h_and_port_tokens_take_nothing_off():
    assert voyage_of(look(in_london(powers=["H"])), "GWR").fee(("I50", 0)) == 120


@rule("18OE", "11.2.1")
@pytest.mark.parametrize(
    ("company", "tiles", "place", "held", "fee"),
    [
        ("GSWR", [], ("J25", 0), [], 20),  # Dublin - Liverpool, distance 1
        ("GSWR", [], ("J25", 0), ["north_sea"], 0),
        ("BEL", [LONDON], ("M28", 1), [], 0),  # Lille - London, distance 0
    ],
)
def test_twenty_for_each_of_a_ferrys_number(company, tiles, place, held, fee):
    scenario = put(major(company, port_authorities=held), *tiles).close("LNWR")
    if company == "BEL":
        scenario.token("BEL", "N31")
    view = look(scenario, company, "token")
    found = voyage_of(view, company)
    stop = next(p for p in sorted(found.whole.stops) if p[0] == place[0])
    assert found.fee(stop) == fee


@rule("18OE", "11.2.1")
def test_the_fee_must_be_there_beside_the_price():
    view = look(in_london(cash=159), step="token")
    assert code(view, "GWR", ("I52", 0)) == "cannot_afford"
    assert code(look(in_london(cash=160), step="token"), "GWR", ("I52", 0)) is None


def test_the_offered_token_tells_the_fee():
    game = placing(in_london(cash=500))
    offered = game.options("p1", "place_token", "token", {"hex": "I52"})
    assert offered[0].note == "£160 (token £40 + sea £120)"
    [city] = [o for o in game.options("p1", "place_token", "hex", {}) if o.value == "I52"]
    assert city.note == "£160 (token £40 + sea £120)"


def test_the_sentence_of_a_token_over_water_tells_the_fee():
    game = placing(in_london(cash=500))
    action = Action("place_token", "p1", {"hex": "I52"})
    assert "at a cost of £160 (token £40 + sea £120)" in preview_lines(game, game.preview(action))[0]
    game.submit(action)
    [line, *_] = story(game.view, game.log[-1])
    assert line.predicate.endswith(" at a cost of £160 (token £40 + sea £120)")
    assert (line.subject, line.kind) == ("GWR", EventKind.TOKEN)


# --- 14.5 ------------------------------------------------------------------------------------------------


@rule("18OE", "14.5", "11.2")
@pytest.mark.parametrize(("powers", "track_leads"), [(["CCTC"], True), ([], False)])
def test_a_central_circle_token_helps_to_build_and_not_to_place_tokens(powers, track_leads):
    """Liverpool is full of others' tokens; GWR's Central Circle token there lets it pass."""
    way = [("L25", "57", 2, 5), ("K24", "8", 3, 5), ("J25", "622", 0, 2, 3, 4)]
    scenario = put(major(powers=powers), *way).token("SB", "J25").token("MAV", "J25")
    scenario.state.markers["CCTC"] = ("J25", 0)
    view = look(scenario.close("LNWR"), step="token")
    assert (("J27", 0) in track.policy_of(view).found(view, "GWR", False).stops) is track_leads
    assert ("J27", 0) not in tokens.policy_of(view).reached(view, "GWR")


@rule("18OE", "14.9", "11.1.3")
@pytest.mark.parametrize(("owner", "leads"), [("p1", True), ("p2", False)])
def test_track_of_brandt_and_brandau_connects_its_owners_railroads_alone(owner, leads):
    way = [("L25", "57", 2, 5), ("K24", "8", 3, 5), ("J25", "622", 0, 2, 3, 4)]
    scenario = put(major(), *way).own(owner, "BBE")
    scenario.state.markers["BBE1"] = ("K24", 0)
    view = look(scenario)
    assert (("J25", 0) in track.policy_of(view).found(view, "GWR", False).stops) is leads
