"""Each law sees a breach made by hand, and names it; what a rule allows passes."""

import pytest

from engine import TITLES
from engine.board.tiles import standard_catalogue
from engine.core.actions import Action
from engine.core.errors import BrokenInvariant, Refused
from engine.core.events import (
    CertMoved,
    CompanyChanged,
    Noted,
    Paid,
    PhaseBegan,
    PriceMoved,
    TileLaid,
    TokenMoved,
    TrainMoved,
)
from engine.core.laws import Deeds, first_breach
from engine.core.state import Pending
from engine.rules import dividends
from engine.rules.dividends import PAY, Payout
from engine.steps.track import LayTile
from engine.titles.g18ez import TITLE
from tests.rulemark import rule
from tests.scenario import Scenario


def railway():
    """M&R of p1 runs from Redwood; BCRR of p2 too; PS&W has not floated."""
    scene = Scenario(TITLE).shares("M&R", p1=50).par("M&R", 80).shares("BCRR", p2=50).par("BCRR", 90)
    scene.money({"M&R": 500, "BCRR": 500}).own("p3", "SLR", "OBS").phase("3").no_trains_left("2")
    return scene.at("operating", "M&R", "track", number=1, part=1)


def broken_by(scene, *events, by_hand=False):
    """What the laws say after these events."""
    view = scene.game().view
    for event in events:
        event.apply(view.state)
    return first_breach(TITLE.watch.laws, view, Deeds(events, by_hand))


def laid(coord, tile, rotation=0, stock=None):
    return TileLaid(coord, tile, rotation, stock or tile, None, 0, None)


# --- the map -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", TITLES)
def test_a_box_has_tiles_of_the_catalogue_and_states_of_its_own_tiles(key):
    data, catalogue = TITLES[key].data, standard_catalogue()
    assert all(catalogue[tile].base == tile for tile in data.tiles)
    assert all(catalogue[tile].base in data.tiles for tile in data.tile_states)
    assert data.in_box(next(iter(data.tiles)))
    assert not data.in_box("900")


def test_a_tile_of_another_box():
    assert broken_by(railway(), laid("C13", "20_1", 0, "20")) == "tile 20_1 on C13 is not in the box"
    assert broken_by(railway(), laid("D14", "57", 1)) is None


def test_more_copies_than_the_box_has():
    scene = railway()
    scene.state.supply["57"] = 0
    assert broken_by(scene, laid("D14", "57", 1)) == "more copies of tile 57 lie on the map than the box has"


def test_a_tile_where_none_may_lie_and_track_off_the_map():
    assert broken_by(railway(), laid("C3", "619")) == "a tile lies on C3, which is never built on"
    fault = broken_by(railway(), laid("A7", "9", 0))
    assert fault == "track of A7 leads over side 3, where there is no way"


def test_a_tile_that_loses_track_or_comes_too_early():
    scene = railway().tile("D12", "57", 1)
    lost = TileLaid("D12", "14", 2, "14", "57", 1, "57")
    assert broken_by(scene, lost) == "tile 14 on D12 does not keep the track that was there"
    early = TileLaid("D12", "14", 1, "14", "57", 1, "57")
    assert broken_by(scene.phase("2"), early) == "tile 14 on D12 is green, which comes in a later phase"
    assert broken_by(scene, early, by_hand=True) is None


@rule("18EZ", "2.5")
def test_markers_of_closed_companies_and_two_on_a_tile():
    scene = railway().token("M&R", "D14").tile("D14", "57", 1)
    twice = TokenMoved("M&R:1", None, ("D14", 0))
    assert broken_by(scene, twice) == "M&R has 2 markers on D14"
    closed = broken_by(railway().close("ONE"), TokenMoved("ONE:0", None, ("F12", 0)))
    assert closed == "a marker of ONE, which is closed, lies on F12"


@rule("18EZ", "2.5")
def test_a_home_that_is_kept_has_its_circle():
    scene = railway().tile("H8", "57", 1)
    fault = broken_by(scene, TokenMoved("M&R:0", None, ("H8", 0)))
    assert fault == "no circle is left on H8 for the home of M&YR"
    assert broken_by(scene, TokenMoved("M&R:0", None, ("D14", 0))) is None


@rule("18EZ", "2.5")
def test_markers_on_the_map_and_on_the_charter_are_those_printed(monkeypatch):
    place = TokenMoved("M&R:0", None, ("D14", 0))
    assert broken_by(railway(), place) is None
    policy = TITLE.rules.tokens
    monkeypatch.setitem(vars(policy), "left", lambda view, company: 3 if company == "M&R" else 0)
    assert broken_by(railway(), place) == "M&R has 1 markers on the map and 3 to place, of 3"


# --- certificates and bids ---------------------------------------------------------------------------


def moved(cert, before, after):
    return CertMoved(cert, before, after)


def test_shares_lie_with_nobody_who_may_not_hold_them():
    scene = railway()
    assert (
        broken_by(scene, moved("BCRR:8", "ipo", "M&R"))
        == "10 % of BCRR lie with M&R, which may not hold them"
    )
    unfloated = broken_by(scene, moved("BCRR:8", "ipo", "PS&W"))
    assert unfloated == "10 % of BCRR lie with PS&W, which has not started"
    closed = broken_by(scene.close("ONE"), moved("BCRR:8", "ipo", "ONE"))
    assert closed == "10 % of BCRR lie with ONE, which is closed"


def test_all_shares_are_in_play_or_none():
    assert (
        broken_by(railway(), moved("BCRR:8", "ipo", "out")) == "90 % of BCRR, which is in play, are in play"
    )
    shut = CompanyChanged("SLR", "closed", False, True)
    assert broken_by(railway(), shut) == "100 % of SLR, which is closed, are in play"


@rule("18EZ", "A.purchase")
def test_a_railroad_holds_privates_after_the_first_3_but_never_the_obsidian():
    bought = moved("SLR:0", "p3", "M&R")
    assert broken_by(railway(), bought) is None
    assert broken_by(railway().phase("2"), bought) == "100 % of SLR lie with M&R, which may not hold them"
    assert "100 % of OBS lie with M&R" in broken_by(railway(), moved("OBS:0", "p3", "M&R"))


@rule("18EZ", "1.13")
def test_the_presidents_certificate_never_lies_in_the_open_market():
    fault = broken_by(railway(), moved("M&R:0", "p1", "pool"))
    assert fault == "the president's certificate of M&R lies in the open market"


@rule("18EZ", "1.3")
def test_a_bid_that_cannot_be_won_binds_money():
    bid = Noted("bid_ONE", None, {"p1": 165})
    assert broken_by(railway(), bid) is None
    fault = broken_by(railway().close("ONE"), bid)
    assert fault == "money is bound by bids on ONE, which cannot be won: ['p1']"
    assert "bids on SLR, which cannot be won" in broken_by(railway(), Noted("bid_SLR", None, {"p1": 25}))


def test_a_closed_company_has_no_money():
    game = railway().close("ONE").game()
    raw = [["Paid", "bank", "ONE", 10, "gift"]]
    with pytest.raises(Refused, match="ONE, which is closed, has 10"):
        game.correct("gm", raw, "by mistake")


def test_who_is_bankrupt_owns_nothing_while_the_game_goes_on():
    scene = railway().cash(p3=0)
    scene.state.players["p3"].bankrupt = True
    fault = broken_by(scene, moved("SLR:0", "p3", "p3"))
    assert fault == "p3 is bankrupt and owns something"
    scene.state.ended = "bankruptcy"
    assert broken_by(scene, moved("SLR:0", "p3", "p3")) is None


# --- limits --------------------------------------------------------------------------------------------


@rule("18EZ", "1.8")
def test_nobody_comes_over_60_percent_or_the_open_market_over_50():
    scene = railway().shares("GV&E", p1=60, pool=40).par("GV&E", 90)
    fault = broken_by(scene, moved("GV&E:5", "pool", "p1"))
    assert fault == "p1 holds 70 % of GV&E; the limit is 60 %"
    assert broken_by(scene, moved("GV&E:5", "pool", "p2")) is None
    market = [moved(f"GV&E:{n}", "p1", "pool") for n in (1, 2)]
    assert broken_by(scene, *market) == "pool holds 60 % of GV&E; the limit is 50 %"
    assert broken_by(scene, moved("GV&E:5", "pool", "p1"), by_hand=True) is None


@rule("18EZ", "2.12")
def test_the_exchange_for_the_black_line_knows_no_60_percent():
    scene = railway().shares("BL", p1=60).par("BL", 150, (0, 9), floated=False)
    scene.state.companies["BL"].cell = None
    share = moved("BL:8", "ipo", "p1")
    assert broken_by(scene, share) == "p1 holds 70 % of BL; the limit is 60 %"
    closing = [CompanyChanged(m, "closed", False, True) for m in ("ONE", "TWO", "MIT", "ROC")]
    out = [moved(f"{m}:0", "bank", "out") for m in ("ONE", "TWO", "MIT", "ROC")]
    opening = CompanyChanged("BL", "floated", False, True)
    assert broken_by(scene, opening, *closing, *out, share) is None


@rule("18EZ", "1.8")
def test_nobody_buys_over_the_certificate_limit_but_a_lost_presidency_may_bring_it():
    scene = railway().shares("GV&E", p3=60).par("GV&E", 60).shares("PS&W", p3=60).par("PS&W", 60)
    scene.shares("M&YR", p3=60).par("M&YR", 60).shares("BR&N", p3=60).par("BR&N", 60)
    scene.shares("BCRR", p2=20)
    limit = TITLE.data.certificate_limit[3]
    assert limit == 20
    fault = broken_by(scene, moved("M&R:5", "ipo", "p3"))
    assert fault == "p3 holds 23 certificates; the limit is 20"
    exchange = [moved("GV&E:0", "p3", "p1"), moved("GV&E:8", "ipo", "p3"), moved("GV&E:7", "ipo", "p3")]
    assert broken_by(scene, *exchange) is None


# --- trains --------------------------------------------------------------------------------------------


@rule("18EZ", "2.8")
def test_trains_belong_to_running_companies_within_their_limit():
    def bought(train, owner="M&R", before="depot"):
        return TrainMoved(train, before, owner)

    assert broken_by(railway(), bought("3-1", "PS&W")) == "PS&W, which does not run, has trains"
    assert broken_by(railway(), bought("3-1", "p1")) == "the player p1 owns a train"
    four = [bought(f"3-{n}") for n in (1, 2, 3, 4)]
    assert broken_by(railway(), *four) == "M&R has 4 trains and may own 3"
    scrapped = broken_by(railway().phase("4").trains("BCRR", "4"), bought("2-1", before="out"))
    assert scrapped == "M&R has a 2-train, which is scrapped"
    left = broken_by(
        railway().trains("ONE", "3").own("p3", "ONE"),
        CompanyChanged("ONE", "closed", False, True),
        moved("ONE:0", "p3", "out"),
    )
    assert left == "ONE, which is closed, has trains"
    early = broken_by(railway(), bought("4-1"))
    assert early == "a 4-train was sold while the bank has a 3-train"


def test_who_is_asked_to_discard_has_too_many_trains():
    scene = railway().trains("M&R", "3", "3", "3", "3").trains("BCRR", "3")
    scene.state.pending.append(Pending("discard", ("p1",), {"company": "M&R"}))
    assert broken_by(scene, TrainMoved("3-5", "BCRR", "pool")) is None
    sold = broken_by(scene, TrainMoved("3-1", "M&R", "BCRR"))
    assert sold == "M&R is to discard a train within its limit"


# --- dividends -----------------------------------------------------------------------------------------


@rule("18EZ", "2.7")
def test_a_dividend_pays_exactly_the_shares_there_are():
    view = railway().game().view
    fair = dividends.payout(view, "M&R", 100, PAY)
    assert dividends.breach(view, "M&R", 100, fair) is None
    short = Payout(0, {"p1": 50}, 10)
    told = dividends.breach(view, "M&R", 100, short)
    assert told is not None
    assert "pays {'p1': 50} for shares that earn {'p1': 50, 'M&R': 50}" in told
    assert dividends.breach(view, "M&R", 110, fair) == "M&R earned 110 and distributes 100"


def test_a_dividend_to_a_company_that_is_gone_is_refused():
    scene = railway().close("ONE")
    scene.state.certs["M&R:8"].owner = "ONE"
    view = scene.game().view
    share = dividends.payout(view, "M&R", 100, PAY)
    assert dividends.breach(view, "M&R", 100, share) == "the dividend of M&R pays ONE, which is closed"
    with pytest.raises(BrokenInvariant, match="pays ONE"):
        dividends.distribute(view, "M&R", 100, PAY)


# --- 18EZ ----------------------------------------------------------------------------------------------


@rule("18EZ", "2.5")
def test_a_marker_is_not_moved():
    scene = railway().token("M&R", "D14").tile("D14", "57", 1)
    away = TokenMoved("M&R:0", ("D14", 0), ("D12", 0))
    assert broken_by(scene, away) == "the marker of M&R on ('D14', 0) was moved"
    gone = broken_by(scene, TokenMoved("M&R:0", ("D14", 0), None))
    assert gone == "the marker of M&R on ('D14', 0) was moved"


@rule("18EZ", "2.5")
def test_the_black_line_has_no_marker_to_place(monkeypatch):
    monkeypatch.setitem(vars(TITLE.rules.tokens), "following", lambda view, company: view.tokens(company)[0])
    fault = broken_by(railway(), TokenMoved("M&R:0", None, ("D14", 0)))
    assert fault == "ONE has an additional marker to place"


@rule("18EZ", "1.9")
def test_a_president_and_a_treasury_are_never_mixed():
    assert broken_by(railway(), Paid("p1", "M&R", 30, "gift")) == "p1 paid 30 into the treasury of M&R"
    assert broken_by(railway(), Paid("M&R", "p1", 30, "gift")) == "M&R paid 30 to p1"
    assert broken_by(railway(), Paid("M&R", "p1", 30, "private")) is None


@rule("18EZ", "2.9")
def test_a_president_adds_exactly_what_a_train_lacks():
    aid, train = Paid("p1", "M&R", 80, "train_aid"), Paid("M&R", "bank", 180, "train")
    assert broken_by(railway().money({"M&R": 100}), aid, train) is None
    fault = broken_by(railway().money({"M&R": 110}), aid, train)
    assert fault == "the president of M&R added 10 more than the train lacked"


@rule("18EZ", "1.13")
def test_nobody_buys_and_sells_one_railroad_in_a_round():
    scene = railway().note("sr_bought", {"p1": ["M&R"]})
    assert broken_by(scene, Noted("sr_sold", None, {"p1": ["BCRR"]})) is None
    assert broken_by(scene, Noted("sr_sold", None, {"p1": ["M&R"]})) == "p1 bought and sold M&R in one round"


@rule("18EZ", "2.3", "2.5")
def test_one_tile_and_one_marker_in_a_turn():
    two = Noted("turn:lays", None, [["D14", "57", 1], ["D12", "57", 1]])
    assert broken_by(railway(), two) == "M&R laid 2 tiles and placed 0 markers in its turn"
    marks = broken_by(railway(), Noted("turn:tokens", None, 2))
    assert marks == "M&R laid 0 tiles and placed 2 markers in its turn"


@rule("18EZ", "2.12")
def test_what_a_phase_closes_is_closed():
    fault = broken_by(railway(), PhaseBegan("4", "5"))
    assert fault == "a private is open after the first type 5 train"
    line = railway().shares("BL", p1=20)
    opened = broken_by(line, CompanyChanged("BL", "floated", False, True))
    assert opened == "a minor is open beside the Black Line"


@rule("18EZ", "1.9")
def test_only_running_railroads_have_a_share_value_money_and_markers():
    fault = broken_by(railway(), PriceMoved("PS&W", None, (0, 4), 0))
    assert fault == "PS&W, which does not run, has a share value"
    assert broken_by(railway(), Paid("bank", "PS&W", 10, "gift")) == "PS&W, which has not floated, has money"
    marker = broken_by(railway(), TokenMoved("PS&W:0", None, ("F4", 0)))
    assert marker == "PS&W, which has not floated, has a marker on the map"


@rule("18EZ", "1.10")
def test_shares_are_paid_to_the_bank():
    assert broken_by(railway(), Paid("p1", "p2", 80, "share")) == "p1 paid p2 for a share"


# --- games from before a law ---------------------------------------------------------------------------


def lays(game):
    """p1 lays the first tile of M&R on its home."""
    hexes = {o.value for o in game.options("p1", "lay_tile", "hex")}
    coord = sorted(hexes)[0]
    partial = {"hex": coord}
    partial["tile"] = game.options("p1", "lay_tile", "tile", partial)[0].value
    partial["rotation"] = int(game.options("p1", "lay_tile", "rotation", partial)[0].value)
    game.submit(Action("lay_tile", "p1", partial))
    return coord


def test_a_breach_that_older_rules_left_behind_does_not_stop_a_game():
    game = railway().tile("C13", "20_1", 0).game()
    coord = lays(game)
    assert coord in game.state.tiles


def test_a_breach_by_the_action_stops_it_beside_an_older_one(monkeypatch):
    game = railway().tile("C13", "20_1", 0).game()
    before = game.digest()
    perform = LayTile.perform

    def robs(self, play, action):
        perform(self, play, action)
        play.pay("p2", "bank", 5000, "oops")

    monkeypatch.setattr(LayTile, "perform", robs)
    with pytest.raises(BrokenInvariant, match="p2 has -"):
        lays(game)
    assert game.digest() == before


@pytest.mark.parametrize(
    ("event", "fault"),
    [
        (TileLaid("D12", "14", 1, "14", "57", 1, "57"), "is green, which comes in a later phase"),
        (laid("C3", "619"), "C3, which is never built on"),
    ],
)
def test_a_law_of_deeds_is_not_excused_by_the_position_before(monkeypatch, event, fault):
    """Colours and hexes are those before the action too: it is the lay that is wrong."""
    game = railway().tile("D12", "57", 1).phase("2").game()
    before = game.digest()
    monkeypatch.setattr(LayTile, "perform", lambda self, play, action: play.emit(event))
    with pytest.raises(BrokenInvariant, match=fault):
        lays(game)
    assert game.digest() == before
