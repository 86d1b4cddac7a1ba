"""18OE: each reading of an open point names its section and its reason, and a test follows it."""

import re

import pytest

from engine.checks.rulebook import marked_in, rulebook_of
from engine.titles.g18oe import TITLE
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
    "several certificates over the limit": "test_who_is_two_over_the_limit_parts_with_two_privates",
    "UP from the first space of the second row": "test_markers_at_the_edges",
    "the dividend that moves a share value marker": "test_only_what_is_disbursed_counts",
    "when level 3 trains rust": "test_levels_2_3_and_4_rust_in_phases_4_6_and_8",
    "trains of a national that forms before Train Phase 4": (
        "test_a_national_that_formed_before_phase_4_keeps_the_trains_of_a_minor"
    ),
    "price and rows of the concessions": "test_the_packet_has_nine_rows",
    "items of the topmost row that cost nothing": (
        "test_items_that_cost_nothing_are_taken_by_the_next_player"
    ),
    "a bidder who raises his own bid": "test_who_raises_the_own_bid_has_the_first_back",
    "overbidding a minor whose price has fallen": (
        "test_a_fallen_minor_is_overbid_from_five_above_its_price"
    ),
    "who opens the initial stock round": "test_after_the_tenth_the_stock_round_begins_with_the_card",
    "a concession at the certificate limit": "test_at_the_certificate_limit_a_regional_is_parred",
    "a parred regional when enough regionals have floated": (
        "test_a_parred_regional_leaves_with_the_unfloated"
    ),
    "who may reserve a secondary share": "test_a_president_reserves_the_own_regional",
    "a minor that cannot pay its home token": ("test_a_minor_that_cost_less_than_its_token_pays_what_it_has"),
    "Star Harbor and Central Circle tokens of a national": (
        "test_a_star_harbor_token_leaves_the_map_with_its_marker"
    ),
    "the Pullman of minor M when its major becomes a national": (
        "test_the_pullman_that_m_received_goes_with_its_charter_when_a_national_forms"
    ),
    "price of a secondary share of a regional": "test_in_the_major_phase_secondary_shares_cost_the_par",
    "what is insolvent at the end of the consolidation": (
        "test_what_nobody_bought_out_of_insolvency_goes_with_the_consolidation"
    ),
    "Lille from Train Phase 5 on, while the White Cliffs Ferry position is empty": (
        "test_other_track_through_lille_obeys_the_usual_rule_until_the_position_opens"
    ),
    "two port tokens of a railroad on one route": (
        "test_tokens_at_both_ends_of_a_crossing_reduce_one_zone_each"
    ),
    "the crossing that a port token shortens": (
        "test_a_port_token_takes_a_zone_beside_it_off_a_crossing_from_another_port"
    ),
    "the two zones of a port token from Train Phase 7 on": (
        "test_two_zones_that_abut_may_lie_on_two_crossings"
    ),
    "a token beside a ferry that is a port token too": (
        "test_a_token_beside_a_ferry_and_a_port_takes_off_once"
    ),
    "a city beside a sea hex where another city has its port": (
        "test_a_city_beside_the_port_of_another_has_no_port_token"
    ),
    "a port authority and ferry numbers": "test_a_port_authority_takes_nothing_off_a_ferry",
    "a Pullman on a 4D": "test_a_pullman_adds_ten_for_each_level",
    "the Hochberg token and D trains": (
        "test_the_hochberg_token_replaces_a_town_and_a_d_train_does_not_count_it"
    ),
    "when a higher value route is pointed out": (
        "test_it_is_pointed_out_after_the_run_until_the_revenue_is_distributed"
    ),
    "red zones that may only be reached by sea crossings": (
        "test_a_red_zone_over_sea_is_linked_by_a_port_with_track_on_its_sea_zone"
    ),
    "a place in a hex of several zones": "test_a_place_counts_in_the_zone_in_which_it_lies",
    "the last operating round": "test_privates_and_the_mail_do_not_pay_in_the_last_round",
    "who keeps a share at the moment of a purchase": (
        "test_the_president_is_asked_when_the_last_share_is_bought"
    ),
    "the private that holds a share value is removed from the game in the same round": (
        "test_a_value_is_held_to_the_end_of_the_round_though_the_certificate_is_removed"
    ),
    "which city earns nothing with a Star Harbor or Central Circle token": (
        "test_a_city_with_its_token_neither_counts_nor_blocks_nor_pays"
    ),
    "Constantinople with a Star Harbor token": (
        "test_a_star_harbor_token_in_constantinople_leaves_the_run_an_orient_express"
    ),
    "the town of Krasnaya Strela on a D train": "test_krasnaya_strela_is_one_city_and_one_town_more",
    "Krasnaya Strela on a D train that crosses the sea": (
        "test_a_d_train_doubles_as_many_cities_as_its_number"
    ),
    "the cash of minor A": "test_minor_a_brings_its_cash_one_time",
    "a Star Harbor or Central Circle token on a metropolis with several stations": (
        "test_a_token_on_a_metropolis_is_good_for_each_of_its_stations"
    ),
    "the marker of a private on the charter of a minor": (
        "test_a_marker_of_a_private_goes_with_its_minor_and_leaves_with_a_national"
    ),
    "what a tile of the engineers costs, and who may upgrade it": (
        "test_only_railroads_of_their_owner_build_on_track_of_the_engineers"
    ),
    "the engineers are removed from the game while tokens lie on the map": (
        "test_tokens_of_engineers_that_left_the_game_bar_the_track_to_all"
    ),
    "an upgrade that brings no new track and is no city": (
        "test_a_brown_double_town_with_the_same_sides_needs_a_route_over_its_track"
    ),
    "where a national begins to build": "test_a_national_builds_from_every_city_of_its_zone",
    "the fee on a hex with printed yellow track": (
        "test_the_first_tile_on_a_printed_yellow_hex_costs_its_fee"
    ),
    "half price with minors E and F in a zone with a discount": (
        "test_minors_e_and_f_take_off_a_third_and_with_the_zone_half"
    ),
    "the fee for a tile or token that several ways lead to": (
        "test_every_tile_beyond_the_water_pays_and_the_cheapest_way_counts"
    ),
    "track laid deliberately to require the right of way": (
        "test_nobody_takes_the_last_way_from_his_own_railroad_yet_to_operate"
    ),
    "a way out by free tiles of Brandt & Brandau": "test_tokens_of_the_engineers_pay_for_a_way_out",
    "a way out that needs another player's consent": "test_a_way_over_a_foreign_home_is_none",
    "the position to which a sold token returns": ("test_the_returned_token_takes_the_dearest_open_position"),
    "spending before the reserved train is bought": (
        "test_what_a_railroad_may_spend_before_its_reserved_train"
    ),
    "UK and France: source of the scenario": "test_three_pink_patronage_tiles",
    "UK and France: concessions": "test_its_packet_has_eleven_items",
    "UK and France: patronage tiles": "test_three_pink_patronage_tiles",
    "UK and France: the edge of the area": "test_the_board_ends_with_the_area",
    "UK and France: red tiles": "test_trains_end_on_red_tiles_and_the_orient_express_goes_there",
    "UK and France: track tiles": "test_metropolis_tiles_of_other_areas_are_out",
    "UK and France: when level 8 is sold": "test_the_phase_says_when_level_8_is_sold_as_the_figures_do",
    "UK and France: port authorities": "test_three_port_authorities_of_each_kind",
    "UK and France: the Orient Express": "test_trains_end_on_red_tiles_and_the_orient_express_goes_there",
    "UK and France: what else is not known": "test_phases_and_remainder_cash_are_those_of_the_full_game",
}


def test_a_reading_names_its_section_and_reason_and_has_a_test(root):
    sections = {row.section for row in rulebook_of(root / "engine/titles/g18oe").rows}
    tests = marked_in(root / "tests/titles/g18oe")
    for reading in TITLE.data.readings:
        assert reading.section in sections, reading.topic
        assert reading.reading, reading.topic
        assert reading.reason, reading.topic
        assert ("18OE", reading.section) in tests[FOLLOWED[reading.topic]].marks, reading.topic


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


def test_every_binding_sentence_names_a_marked_test(root):
    text = (root / "engine/titles/g18oe/READING.md").read_text("utf-8")
    tests = marked_in(root / "tests/titles/g18oe")
    rows = re.findall(r"^\| (\d[^|]*) \| [^|]*\| [^|]*\| ([^|]*) \|$", text, re.MULTILINE)
    assert len(rows) > 200
    assert [row for row in rows if not set(NAME.findall(row[1])) & set(tests)] == []
