"""18OE: each reading of an open point names its section and its reason, and a test follows it."""

import re

import pytest

from engine.titles.g18oe import TITLE
from tests.rulebook import parse_rulebook, parse_tests
from tests.rulemark import rule
from tests.scenario import Scenario, act, kinds
from tests.titles.g18oe.oe_start import CARDS, MINORS, PRIVATES

NAME = re.compile(r"`(test_\w+)`")
FOLLOWED = {
    "distances of ferries": "test_what_is_reconstructed_on_the_board_lies_there",
    "classes and places of ports": "test_what_is_reconstructed_on_the_board_lies_there",
    "extent of the Balkan, Greek and Ottoman zones": "test_what_is_reconstructed_on_the_board_lies_there",
    "dead ends on ordinary hexes, and tile OE19": "test_no_dead_end_is_printed_and_one_tile_is_out",
    "cities and payouts of the patronage tiles": "test_there_are_45_patronage_tiles_each_on_a_city",
    "starting capital of two players": "test_the_capital_is_split_and_rounded_up_to_five",
    "UP from the first space of the second row": "test_markers_at_the_edges",
    "the dividend that moves a share value marker": "test_only_what_is_disbursed_counts",
    "when level 3 trains rust": "test_levels_2_3_and_4_rust_in_phases_4_6_and_8",
    "price and rows of the concessions": "test_the_packet_has_nine_rows",
    "items of the topmost row that cost nothing": "test_items_that_cost_nothing_are_taken_by_the_next_player",
    "a bidder who raises his own bid": "test_who_raises_the_own_bid_has_the_first_back",
    "overbidding a minor whose price has fallen": (
        "test_a_fallen_minor_is_overbid_from_five_above_its_price"
    ),
    "who opens the initial stock round": "test_after_the_tenth_the_stock_round_begins_with_the_card",
    "a concession at the certificate limit": "test_at_the_certificate_limit_a_regional_is_parred",
    "a parred regional at the 18th float": "test_a_parred_regional_leaves_with_the_unfloated",
    "who may reserve a secondary share": "test_a_president_reserves_the_own_regional",
    "a minor that cannot pay its home token": "test_a_minor_that_cost_less_than_its_token_pays_what_it_has",
    "price of a secondary share of a regional": "test_in_the_major_phase_secondary_shares_cost_the_par",
    "UK and France: source of the scenario": "test_three_pink_patronage_tiles",
    "UK and France: concessions": "test_its_packet_has_eleven_items",
    "UK and France: patronage tiles": "test_three_pink_patronage_tiles",
    "UK and France: the edge of the area": "test_the_board_ends_with_the_area",
}


@pytest.mark.parametrize("reading", TITLE.data.readings, ids=lambda reading: reading.topic)
def test_a_reading_names_its_section_and_reason_and_has_a_test(reading, root):
    book = parse_rulebook((root / "engine/titles/g18oe/RULES.md").read_text("utf-8"))
    assert reading.section in {row.section for row in book.rows}
    assert reading.reading
    assert reading.reason
    files = (root / "tests/titles/g18oe").glob("test_18oe_*.py")
    tests = {test.name: test for file in files for test in parse_tests(file.read_text("utf-8"), file.name)}
    assert ("18OE", reading.section) in tests[FOLLOWED[reading.topic]].marks


def test_no_reading_is_left_out():
    assert list(FOLLOWED) == [reading.topic for reading in TITLE.data.readings]


@rule("18OE", "8.1", "4.1")
@pytest.mark.parametrize("full", [True, False])
def test_at_the_certificate_limit_a_regional_is_parred(full):
    scenario = Scenario(TITLE, "Ada", "Bo", "Cy", "Di", "Ed", "Fay", "Gus").note("rr_phase", "concession")
    scenario.own("p1", *CARDS, *PRIVATES).start(*MINORS).own("p1", *MINORS[: 10 if full else 9])
    for minor in MINORS:
        scenario.state.companies[minor].data.update(zone="", home="")
    scenario.own("p2", *MINORS[10 if full else 9 :]).note("order_track", MINORS)
    game = scenario.at("concessions", "p1", "concession", number=1).game()
    assert kinds(game, "p1") == ({"par_regional"} if full else {"float_regional"})
    if full:
        act(game, "p1", "par_regional", company="GWR", price=60)
        assert game.view.owner("GWR") == "pool"


def test_every_sentence_names_tests_that_exist(root):
    text = (root / "engine/titles/g18oe/RULES.md").read_text("utf-8")
    files = (root / "tests/titles/g18oe").glob("test_18oe_*.py")
    tests = {test.name for file in files for test in parse_tests(file.read_text("utf-8"), file.name)}
    rows = re.findall(r"^\| [\d.]+ \| [^|]*\| (`test_[^|]*) \|$", text, re.MULTILINE)
    named = {name for row in rows for name in NAME.findall(row)}
    assert len(named) > 40
    assert named <= tests
