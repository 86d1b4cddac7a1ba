"""18EZ: each reading of a silence names its section and its reason, and the code follows it."""

import pytest

from engine.checks.rulebook import marked_in, rulebook_of
from engine.titles.g18ez import TITLE
from tests.rulemark import rule
from tests.scenario import Scenario, act, refusal
from tests.titles.g18ez.test_18ez_black_line import before_the_opening, open_it
from tests.titles.g18ez.trainyard import BUYER, yard

FOLLOWED = {
    "prices of the trains": "test_a_bank_train_costs_its_face_price_from_the_treasury",
    "the share price chart": "test_the_value_falls_one_row_for_each_share",
    "the board": "test_tiles_go_on_hexes_of_their_type",
    "price of the Short Line when all pass": "test_the_short_line_falls_by_five_when_all_pass",
    "all pass while other items of the startpacket are left": (
        "test_when_all_pass_later_operating_rounds_follow_and_the_packet_goes_on"
    ),
    "cash behind a bid": "test_only_high_bids_bind_money",
    "more trains than the limit after a phase change": (
        "test_trains_over_the_new_limit_are_discarded_at_once_from_the_buyer_clockwise"
    ),
    "dividends on shares in the open market": (
        "test_unsold_shares_pay_the_treasury_and_the_open_market_nobody"
    ),
    "Black Line shares before it opens": (
        "test_its_shares_are_for_sale_after_the_first_4_but_for_those_of_obsidian_and_minors"
    ),
    "Obsidian Railroad in phase 5": "test_privates_close_with_the_first_5_and_the_obsidian_waits",
    "small cities": "test_a_train_runs_to_no_more_cities_than_its_type",
    "station markers in one turn": "test_one_additional_marker_a_turn",
    "Metropolis Rapid Transit Authority": ("test_the_tile_is_laid_beyond_the_normal_lay_and_without_a_route"),
    "routes from the home station (rulebook 2.3, 2.5)": (
        "test_a_route_from_another_station_than_home_is_not_enough"
    ),
    "an income of a minor that does not halve": "test_minors_split_with_their_owner_and_may_do_nothing_else",
    "no train is run": "test_trains_may_stand_still",
    "when the Transit Authority's tile and marker are used": (
        "test_what_is_bought_during_the_turn_is_used_in_that_turn"
    ),
    "price of the Transit Authority's marker": (
        "test_the_token_is_placed_beyond_the_normal_one_and_closes_the_company"
    ),
    "a minor whose home marker was never placed when the Black Line opens": (
        "test_a_marker_of_a_minor_that_never_placed_its_home_is_out_of_play"
    ),
    "a bid on a minor that closes unsold": (
        "test_a_bid_on_a_minor_that_the_black_line_has_closed_binds_no_money"
    ),
    "more than 60 % of the Black Line by the exchange": (
        "test_the_exchange_for_the_black_line_may_bring_more_than_60_percent"
    ),
    "a purchase at the certificate limit that brings a presidency": (
        "test_a_purchase_at_the_limit_is_refused_even_if_it_brought_a_presidency"
    ),
    "a purchase at the train limit that scraps an own train": (
        "test_a_purchase_at_the_train_limit_is_refused_even_if_it_scrapped_an_own_train"
    ),
    "a share value that changes before a railroad's turn": (
        "test_the_order_of_those_still_to_come_follows_the_values"
    ),
    "Black Line shares when the game ends before it opens": (
        "test_black_line_shares_are_worth_nothing_before_it_opens"
    ),
}


def test_a_reading_names_its_section_and_reason_and_has_a_test(root):
    sections = {row.section for row in rulebook_of(root / "engine/titles/g18ez").rows}
    tests = marked_in(root / "tests/titles/g18ez")
    for reading in TITLE.data.readings:
        assert reading.section in sections, reading.topic
        assert reading.reading, reading.topic
        assert reading.reason, reading.topic
        marks = tests[FOLLOWED[reading.topic]].marks
        assert any(title == "18EZ" for title, _ in marks), reading.topic


def test_no_reading_is_left_out():
    assert list(FOLLOWED) == [reading.topic for reading in TITLE.data.readings]


@rule("18EZ", "2.12", "1.8")
def test_the_exchange_for_the_black_line_may_bring_more_than_60_percent():
    """Tom has 20 % of it, the Obsidian for 20 % more and three minors for 10 % each."""
    scenario = before_the_opening("p1", "p1", "p1", "p2")
    for n in (1, 2):
        scenario.state.certs[f"BL:{n}"].owner = "p1"
    game = scenario.game()
    open_it(game)
    assert game.view.percent("p1", "BL") == 70
    share = Scenario(TITLE).shares("BL", p1=60).par("BL", 150, (0, 9)).phase("5")
    share.close("OBS", "ONE", "TWO", "MIT", "ROC").at("shares", "p1", "turn").cash(p1=500)
    assert refusal(share.game(), "p1", "buy_share", company="BL", source="ipo") == "holding_limit"


@rule("18EZ", "1.7", "1.8")
@pytest.mark.parametrize("room", [0, 1])
def test_a_purchase_at_the_limit_is_refused_even_if_it_brought_a_presidency(room):
    """After the exchange Tom would have one certificate less; but he buys first."""
    scenario = Scenario(TITLE).shares("M&R", p2=20).par("M&R", 60).cash(p1=500).phase("2")
    for n in (1, 2):
        scenario.state.certs[f"M&R:{n}"].owner = "p1"
    left = TITLE.data.certificate_limit[3] - 2 - room
    for company in ("BR&N", "M&YR", "PS&W", "BCRR"):
        count = min(left, 5)
        scenario.shares(company, p3=50, p1=10 * count).par(company, 60)
        left -= count
    game = scenario.at("shares", "p1", "turn").game()
    if not room:
        assert refusal(game, "p1", "buy_share", company="M&R", source="ipo") == "certificate_limit"
    else:
        act(game, "p1", "buy_share", company="M&R", source="ipo")
        assert game.view.president("M&R") == "p1"


@rule("18EZ", "2.8")
def test_a_purchase_at_the_train_limit_is_refused_even_if_it_scrapped_an_own_train():
    full = yard().money({BUYER: 1000}).phase("3").trains(BUYER, "2", "2", "3").no_trains_left("2", "3")
    assert refusal(full.game(), "p1", "buy_train", source="depot", train="4") == "train_limit"
    room = yard().money({BUYER: 1000}).phase("3").trains(BUYER, "2", "3").no_trains_left("2", "3").game()
    act(room, "p1", "buy_train", source="depot", train="4")
    assert [train.kind for train in room.view.trains(BUYER)] == ["3", "4"]


@rule("18EZ", "2.12", "2.13")
def test_black_line_shares_are_worth_nothing_before_it_opens():
    scenario = Scenario(TITLE).cash(p1=10).phase("4")
    scenario.state.certs["BL:1"].owner = "p1"
    assert scenario.game().scores()["p1"] == 10
    opened = scenario.par("BL", 150, (0, 9)).game()
    assert opened.scores()["p1"] == 160
