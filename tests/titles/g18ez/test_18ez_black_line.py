"""18EZ 2.12: the Black Line's shares, its opening, and the minors that become it."""

import pytest

from engine.core.state import BANK, IPO, OUT, POOL
from engine.core.story import lines
from engine.core.writer import PositionWriter
from engine.rules import abilities, tokens
from engine.rules.initial_auction import free_cash
from engine.titles.g18ez import black_line
from tests.rulemark import rule
from tests.scenario import act, refusal
from tests.titles.g18ez.trainyard import BUYER, company, players, yard

HOMES = {"ONE": "F12", "TWO": "G9", "MIT": "D6", "ROC": "C9"}


def kinds_of(game, owner):
    return [train.kind for train in game.view.trains(owner)]


def before_the_opening(*owners, phase="4"):
    """p1 owns the Obsidian; the minors, with 10, 20, 30 and 40 in their treasuries, belong to ``owners``."""
    scenario = yard().own("p1", "OBS").money({BUYER: 1000})
    scenario.at("operating", BUYER, "trains", number=1, part=1, done=tuple(HOMES))
    for i, (minor, owner) in enumerate(zip(HOMES, owners, strict=True), 1):
        scenario.own(owner, minor).start(minor, cash=10 * i)
        scenario.tile(HOMES[minor], "57").token(minor, HOMES[minor])
    return scenario.phase(phase).no_trains_left("2", "3", *(["4"] if phase == "4" else []))


def open_it(game, kind="5"):
    """BCRR buys the train that brings the Black Line, and the round ends."""
    act(game, "p1", "buy_train", source="depot", train=kind)
    act(game, "p1", "done")


@rule("18EZ", "2.12")
@pytest.mark.parametrize(("phase", "percent"), [("2", 0), ("3", 0), ("4", 40), ("5", 40)])
def test_its_shares_are_for_sale_after_the_first_4_but_for_those_of_obsidian_and_minors(phase, percent):
    game = yard().own("p1", "OBS", *HOMES).phase(phase).game()
    assert sum(cert.percent for cert in black_line.for_sale(game.view)) == percent
    assert not any(cert.president for cert in black_line.for_sale(game.view))


@rule("18EZ", "2.12")
def test_it_opens_at_the_end_of_the_round_of_the_first_5_and_not_before():
    game = before_the_opening("p1", "p1", "p2", "p2").game()
    act(game, "p1", "buy_train", source="depot", train="5")
    assert not game.state.companies["BL"].floated
    assert game.view.owner("ONE") == "p1"
    act(game, "p1", "done")
    assert game.state.companies["BL"].floated
    assert game.state.cursor.part == 2


@rule("18EZ", "2.12")
def test_the_obsidian_becomes_the_presidents_certificate_with_750_at_150():
    game = before_the_opening("p1", "p2", "p2", "p3").game()
    bank = game.state.bank
    open_it(game)
    line = game.state.companies["BL"]
    assert (line.par, game.view.price("BL"), line.cell) == (150, 150, (0, 9))
    assert game.view.president("BL") == "p1"
    assert (game.state.companies["OBS"].closed, game.view.owner("OBS")) == (True, OUT)
    assert game.view.cash("BL") == 750 + 10 + 20 + 30 + 40
    assert game.state.bank == bank - 750 + 450


@rule("18EZ", "2.12")
def test_minors_hand_over_trains_treasury_and_token_for_a_share():
    scenario = before_the_opening("p1", "p2", "p2", "p3").trains("ONE", "5").trains("ROC", "6")
    game = scenario.game()
    open_it(game)
    assert kinds_of(game, "BL") == ["5", "6"]
    assert {owner: game.view.percent(owner, "BL") for owner in ("p1", "p2", "p3", IPO)} == {
        "p1": 30,
        "p2": 20,
        "p3": 10,
        IPO: 40,
    }
    assert sorted(game.view.stations("BL")) == sorted((home, 0) for home in HOMES.values())
    for minor in HOMES:
        assert game.state.companies[minor].closed
        assert (game.view.owner(minor), game.view.cash(minor)) == (OUT, 0)
        assert game.view.stations(minor) == []


@rule("18EZ", "2.12")
def test_minors_of_one_player_can_bring_the_presidency():
    game = before_the_opening("p2", "p2", "p2", "p1").game()
    open_it(game)
    assert game.view.percent("p2", "BL") == 30
    assert game.view.percent("p1", "BL") == 30
    assert game.view.president("BL") == "p2"


@rule("18EZ", "1.7", "2.12")
def test_the_presidency_passes_when_it_is_exceeded_in_the_order_of_the_minors():
    game = before_the_opening("p1", "p2", "p2", "p3").game()
    open_it(game)
    assert game.view.president("BL") == "p1"
    told = [
        event.params for record in game.active_records for event in record.events if hasattr(event, "params")
    ]
    merged = [params["minor"] for params in told if "trains" in params and "minor" in params]
    assert merged == ["ONE", "TWO", "MIT", "ROC"]


@rule("18EZ", "2.12")
def test_shares_bought_before_the_opening_count_for_the_presidency():
    scenario = before_the_opening("p1", "p2", "p2", "p3")
    for n in (1, 2):
        scenario.state.certs[f"BL:{n}"].owner = "p2"
    scenario.state.companies["BL"].par = 150
    game = scenario.game()
    assert sum(cert.percent for cert in black_line.for_sale(game.view)) == 20
    open_it(game)
    assert game.view.president("BL") == "p2"
    assert game.view.percent("p2", "BL") == 40


@rule("18EZ", "2.12")
def test_it_operates_from_the_next_round_on_with_the_majors():
    game = before_the_opening("p1", "p2", "p2", "p3").game()
    open_it(game)
    assert game.view.cursor.part == 2
    assert company(game) == "BL"
    assert game.view.price(BUYER) < 150


@rule("18EZ", "2.8", "2.12")
def test_trains_beyond_its_limit_of_four_go_to_the_open_market():
    scenario = (
        before_the_opening("p1", "p2", "p2", "p3", phase="5").trains("ONE", "5", "5").trains("TWO", "5")
    )
    scenario.trains("MIT", "4", "4").no_trains_left("4", "5")
    scenario.trains(BUYER, "6")
    game = scenario.game()
    act(game, "p1", "done")
    assert (players(game), company(game)) == (("p1",), "BL")
    act(game, "p1", "discard_train", train="4")
    assert kinds_of(game, "BL") == ["4", "5", "5", "5"]
    assert kinds_of(game, POOL) == ["4"]
    assert company(game) == "BL"
    assert not game.state.pending


@rule("18EZ", "2.12")
def test_a_6_in_the_same_round_leaves_it_three_trains():
    scenario = (
        before_the_opening("p1", "p2", "p2", "p3", phase="5").trains("ONE", "5", "5").trains("TWO", "5")
    )
    scenario.trains("MIT", "4").no_trains_left("4", "5")
    game = scenario.game()
    open_it(game, "6")
    assert company(game) == "BL"
    act(game, "p1", "discard_train", train="4")
    assert kinds_of(game, "BL") == ["5", "5", "5"]
    assert not game.state.pending


@rule("18EZ", "2.12")
def test_a_minor_that_nobody_bought_leaves_its_share_in_the_offering():
    scenario = before_the_opening("p1", "p2", "p2", "p3")
    scenario.state.certs["ROC:0"].owner = BANK
    scenario.state.companies["ROC"].floated = False
    scenario.state.tokens["ROC:0"].place = None
    scenario.money({"ROC": 0})
    game = scenario.game()
    open_it(game)
    assert game.view.percent(IPO, "BL") == 50
    assert sum(cert.percent for cert in black_line.for_sale(game.view)) == 50
    assert len(game.view.stations("BL")) == 3
    assert game.state.companies["ROC"].closed


@rule("18EZ", "2.12")
def test_it_waits_for_an_owner_of_the_obsidian():
    scenario = before_the_opening("p1", "p2", "p2", "p3")
    scenario.state.certs["OBS:0"].owner = BANK
    game = scenario.game()
    open_it(game)
    assert not game.state.companies["BL"].floated
    assert game.view.president("BL") is None
    assert game.view.owner("ONE") == "p1"


@rule("18EZ", "2.8", "2.12")
def test_the_open_black_line_must_own_a_train():
    scenario = yard(company="BL", route=False).shares("BL", p2=20).par("BL", 150, cell=(0, 9))
    scenario.close("OBS", *HOMES).phase("5").money({"BL": 100}).cash(p2=400).no_trains_left("2", "3", "4")
    game = scenario.tile("D6", "57", 2).token("BL", "D6").tile("C5", "57", 2).game()
    assert refusal(game, "p2", "done") == "must_buy_train"
    act(game, "p2", "buy_train", source="depot", train="5")
    assert (game.view.cash("BL"), game.view.cash("p2")) == (0, 50)
    act(game, "p2", "done")
    assert game.state.companies["BL"].operated


@rule("18EZ", "2.5", "2.12")
def test_a_marker_of_a_minor_that_never_placed_its_home_is_out_of_play():
    """The Black Line has no additional markers: it replaces three, and the fourth is not free to place."""
    scenario = before_the_opening("p1", "p1", "p2", "p2")
    scenario.state.tokens["ONE:0"].place = None
    scenario.tile("F10", "9", 1).tile("F8", "9", 1).tile("F6", "57", 1)
    game = scenario.game()
    open_it(game)
    assert sorted(coord for coord, _ in game.view.stations("BL")) == ["C9", "D6", "G9"]
    assert tokens.next_token(game.view, "BL") is None
    assert tokens.policy_of(game.view).left(game.view, "BL") == 0
    turn = before_the_opening("p1", "p1", "p2", "p2").shares("BL", p1=20).par("BL", 150, (0, 9))
    turn.close("OBS", *HOMES).at("operating", "BL", "token", number=1, part=2)
    for token in turn.state.tokens.values():
        token.place = None
    turn.token("BL", "G9").money(dict.fromkeys(HOMES, 0) | {"BL": 750})
    assert refusal(turn.game(), "p1", "place_token", hex="F12") == "no_token_left"


@rule("18EZ", "1.3", "2.12")
def test_a_bid_on_a_minor_that_the_black_line_has_closed_binds_no_money():
    scenario = before_the_opening("p1", "p1", "p2", "bank").cash(p3=300)
    scenario.state.companies["ROC"].floated = False
    scenario.state.tokens["ROC:0"].place = None
    game = scenario.money({"ROC": 0}).note("bid_ROC", {"p2": 165, "p3": 170}).game()
    assert free_cash(game.view, "p3") == 130
    open_it(game)
    assert game.view.company("ROC").closed
    assert free_cash(game.view, "p3") == game.view.cash("p3") == 300
    assert "The bids on Rockfourd Railroad are void: Dick, Harry." in lines(game.view, game.log[-1])


@rule("18EZ", "2.12")
def test_the_kept_home_of_a_closed_minor_is_free_at_once():
    """Also on the board that is at hand, before any tile or marker moves again."""
    scenario = before_the_opening("p1", "p1", "p2", "bank")
    scenario.state.companies["ROC"].floated = False
    scenario.state.tokens["ROC:0"].place = None
    game = scenario.money({"ROC": 0}).game()
    assert game.view.board().reserved[HOMES["ROC"], 0] == ["ROC"]
    game.view.board()
    abilities.close(PositionWriter(game.title, game.state), "ROC")
    assert (HOMES["ROC"], 0) not in game.view.board().reserved
