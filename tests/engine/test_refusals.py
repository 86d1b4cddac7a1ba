"""Every code of a refusal has a sentence, and a place where people read it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from engine.api.short_reasons import OF_THING, SHORT
from engine.api.whynot import AGAIN, DONE
from engine.board.refusals import TEXTS, WHATEVER_SIDE

ENGINE = Path(__file__).parents[2] / "engine"
MAKERS = {"Violation", "Refusal", "refuse"}

PLACES = {
    # Pages say it of what is missing there, and `/show why` of a thing.
    "missing": (
        "already_here already_offered bad_count bad_percent belgium_closed bought_this_round "
        "cannot_afford cannot_start certificate_limit charter_only colour_not_available "
        "destination_not_reached engineers_track expanded_only fixed_hex has_built has_charter has_run "
        "hex_blocked holding_limit home_blocked home_first impassable insolvent issue_bonds_first "
        "just_expanded kept kept_for_home label lner_formed merged_already must_close must_sell "
        "must_surrender national national_counts needs_consent no_bond no_chit no_city_yet no_connection "
        "no_further_colour no_lay_left no_market_value no_points no_private_sales no_regional no_route "
        "no_seller no_share_in_pool no_shares no_single_shares no_space no_such_company no_such_train "
        "no_tile_left no_token_left no_token_this_turn no_track_rights no_trade no_train none_left "
        "not_all_sides not_available_yet not_connected not_enough_money not_five_shares not_formed "
        "not_linked not_needed not_on_sale_yet not_operated not_parred not_started not_the_cheapest "
        "not_to_companies not_your_company not_your_minor not_your_regional nothing_to_repay novice "
        "off_board_side off_map one_block one_direction one_purchase other_phase other_zone own_way "
        "parliament_only pool_limit position_not_chosen president_must_stay raise_money_first "
        "receivership reserved second_lay second_lay_is_yellow slots_lost sold_this_round take_loan_first "
        "tile_not_here tile_reserved token_placed too_early too_late track_not_kept train_limit "
        "treasury_only turn_order turn_over wrong_colour_order wrong_kind "
    ),
    # Run pages say it of routes that are drawn or typed.
    "runs": (
        "bad_express_bonus bad_routes bad_uncounted better_route choose_bonus_first closed_track "
        "freight_apart joined_in_vain local_off_board must_run must_visit no_express_bonus "
        "no_land_between no_link no_main_run no_permit no_station not_better not_joinable not_your_train "
        "nothing_to_point_out off_the_tile path_broken private_port run_apart runs_the_express stop_twice "
        "through_barred through_blocked through_offboard too_far too_few_stops too_many_stops "
        "track_shared track_twice train_twice two_areas zone_twice "
    ),
    # Offers say it: on their page and card, when they are made or answered.
    "offers": (
        "answer_first bad_offer bad_price bankrupt decision_first no_consent_needed no_such_offer "
        "no_such_player not_for_sale not_yours nothing_together other_round owner_changed "
        "president_changed "
    ),
    # Whoever opens a table, takes a move back, corrects one or is not on turn is answered so.
    "table": (
        "bad_action bad_correction bad_option game_over not_now not_your_turn nothing_to_redo "
        "nothing_to_undo player_count unknown_player unknown_tile "
    ),
    # What menus never offer: the answer to a typed action, an old page, or one that others overtook.
    "answers": (
        "bad_bid bad_choice bad_marker_count bad_payout bad_rotation bad_survivor bad_warranties "
        "bid_too_low block_too_small bought_already bought_before buy_it dearer_than_the_cheapest "
        "enough_tokens face_price float_minor float_minors has_authority home_of_minor home_of_regional "
        "home_token incomplete keeps_presidency majors_only metropolis more_than_needed must_build "
        "must_buy_train must_expand must_float must_merge must_preside nationals_only no_authority "
        "no_bonus_city no_city no_discount_hex no_free_line no_hex no_marker_there no_minor no_national "
        "no_par_value no_place no_position no_pullman no_such_item no_such_method no_such_place "
        "no_such_private no_such_source no_such_token no_such_trade no_tile no_token_there not_a_city "
        "not_a_minor not_available not_bankrupt not_granted not_in_this_game not_insolvent not_merged "
        "not_offered not_reservable not_rough not_stranded not_your_ferry not_your_major not_your_private "
        "not_your_railroad nothing_done nothing_to_raise one_private one_reserved other_auction "
        "power_not_owned power_used president_only private_price refinancing_not_enough regional_floor "
        "shares_not_enough too_many too_many_tokens trade_price train_first train_within_reach turn_begun "
        "unknown_company unknown_source upgraded_already wrong_holder zone_removed "
    ),
}
"""Where people read the sentence of a code."""


def sources() -> Iterator[ast.Module]:
    for path in sorted(ENGINE.rglob("*.py")):
        if not {"recorded", "checks"} & set(path.relative_to(ENGINE).parts):
            yield ast.parse(path.read_text("utf-8"))


@cache
def made() -> tuple[tuple[str, ast.expr | None], ...]:
    """Each code that is written where a refusal is made, with its sentence where that stands beside it."""
    found: list[tuple[str, ast.expr | None]] = [(code, None) for code in TEXTS]
    for tree in sources():
        for node in ast.walk(tree):
            match node:
                case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=[code, *rest]) if (
                    name in MAKERS
                ):
                    if isinstance(code, ast.Constant) and isinstance(code.value, str):
                        found.append((code.value, rest[0] if rest else None))
                case ast.Return(value=ast.Tuple(elts=[ast.Constant(value=str(code)), text])) if isinstance(
                    text, ast.Constant | ast.JoinedStr | ast.Call
                ) and re.fullmatch(r"[a-z]+(_[a-z]+)+", code):
                    found.append((code, text))
    return tuple(found)


def codes() -> set[str]:
    return {code for code, _ in made()}


def words(text: ast.expr) -> str:
    """The sentence with a mark for each value; empty where it is made elsewhere."""
    if isinstance(text, ast.Call) and isinstance(text.func, ast.Name) and text.func.id == "say":
        return re.sub(r"\{[^{}]*\}", "X", words(text.args[0]))
    if isinstance(text, ast.Constant) and isinstance(text.value, str):
        return text.value
    if isinstance(text, ast.JoinedStr):
        return "".join(str(p.value) if isinstance(p, ast.Constant) else "X" for p in text.values)
    return ""


def test_every_code_has_one_place_where_people_read_it() -> None:
    told = [code for place in PLACES.values() for code in place.split()]
    assert sorted(told) == sorted(codes())


def test_codes_are_words() -> None:
    assert all(re.fullmatch(r"[a-z]+(_[a-z]+)*", code) for code in codes())


def test_every_sentence_is_one() -> None:
    sentences = [words(text) for _, text in made() if text is not None] + list(TEXTS.values())
    shown = [text for text in sentences if text]
    assert len(shown) > 200
    for text in shown:
        if text not in ("{wanted}", "X"):  # made elsewhere
            assert re.fullmatch(r"[A-ZX{].*[.X}]", text), text
            assert len(text.split()) > 2, text


@pytest.mark.parametrize("named", [AGAIN, DONE, OF_THING, SHORT, WHATEVER_SIDE])
def test_the_lists_of_codes_name_codes(named: frozenset[str]) -> None:
    assert set(named) <= codes()
