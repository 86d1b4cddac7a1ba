"""What is missing on a page is told there, in the words of the engine's own refusals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Mapping
from functools import cache
from random import Random
from typing import NamedTuple

import pytest
import pytest_asyncio

from bot.look import reasons
from bot.turn.help.whynot import MAX_REASONS, reason_lines
from bot.turn.pages import workspace
from bot.words import LANGUAGES, SOURCE_LANGUAGE
from bot.work.pool import Pool
from engine import TITLES, Game
from engine.api.whynot import RefusalReason, moves_with_thing, refusal_reasons, skipped_step_reasons
from engine.core.flow import move_in, moves_of
from engine.core.state import copied
from engine.game import load_game
from engine.rules import trains
from engine.rules.stock import stock_rules
from tests.bot.engine_texts import bare, lacking
from tests.bot.limits import check_page, text_of
from tests.bot.turn.met_games import SEED, met_game
from tests.bot.turn.test_chooser import session_of
from tests.once import once

EVERY = 9
"""Pages are drawn up at each new reason and at every so many moves."""

Reason = tuple[str, str]
"""The kind of action, behind "over " where its step was passed over; the code of the violation."""

REASONS: Mapping[str, Mapping[str, str]] = {
    "1826": {
        "buy_bond": "no_bond",
        "buy_share": "holding_limit none_left not_enough_money sold_this_round",
        "buy_train": "no_trade take_loan_first train_limit treasury_only",
        "issue_bonds": "not_needed",
        "offer_train": "already_offered no_trade take_loan_first train_limit treasury_only",
        "over convert": "destination_not_reached",
        "over lay_tile": "colour_not_available",
        "over place_token": "no_space no_token_left not_connected",
        "over repay_loan": "nothing_to_repay",
        "par": "not_enough_money",
        "place_token": "no_space",
        "redeem": "bad_percent",
        "sell_shares": "no_market_value not_operated one_purchase pool_limit president_must_stay",
        "sell_treasury": "bad_percent",
        "take_loan": "not_needed",
    },
    "1862": {
        "acquire": "already_offered not_connected",
        "bid": "home_blocked not_available_yet",
        "build_to_london": "home_first no_token_left not_connected",
        "buy_share": "certificate_limit charter_only none_left not_enough_money sold_this_round",
        "buy_train": "train_limit treasury_only",
        "merge": "not_connected",
        "offer_train": "already_offered train_limit treasury_only",
        "over build_to_london": "no_token_left not_connected",
        "over merge": "not_connected receivership",
        "over place_token": "no_token_left",
        "over redeem": "cannot_afford no_share_in_pool",
        "par": "certificate_limit home_blocked not_available_yet not_enough_money",
        "place_token": "no_space",
        "sell_shares": "bought_this_round no_market_value",
    },
    "1889": {
        "buy_share": "none_left not_enough_money sold_this_round turn_order",
        "buy_train": "train_limit treasury_only",
        "offer_train": "already_offered train_limit treasury_only",
        "over place_token": "kept_for_home no_space no_token_left not_connected",
        "par": "not_enough_money turn_order",
        "place_token": "kept_for_home no_space",
        "sell_shares": "one_block one_purchase president_must_stay",
    },
    "18EZ": {
        "buy_share": "certificate_limit holding_limit none_left "
        "not_available_yet not_enough_money sold_this_round turn_order",
        "buy_train": "raise_money_first train_limit treasury_only",
        "offer_train": "already_offered train_limit treasury_only",
        "over lay_tile": "colour_not_available",
        "over place_token": "no_space no_token_left not_connected",
        "par": "not_enough_money turn_order",
        "place_token": "kept_for_home no_space",
        "sell_shares": "bought_this_round no_market_value one_purchase pool_limit president_must_stay",
    },
    "18OE": {
        "buy_share": "expanded_only not_enough_money other_phase reserved",
        "buy_train": "must_surrender national no_trade not_on_sale_yet train_limit treasury_only",
        "expand": "not_your_regional other_phase turn_order",
        "float_regional": "not_enough_money",
        "lay_tile": "insolvent",
        "merge_minor": "too_early turn_order",
        "offer_train": "national no_trade train_limit treasury_only",
        "over lay_tile": "colour_not_available insolvent",
        "over place_token": "no_token_left",
        "over run": "national_counts",
        "place_token": "cannot_afford insolvent no_space not_connected",
        "redeem": "bad_count",
        "sell_shares": "too_early",
    },
}  # fmt: skip
"""Codes by kind of action that the random game of each title meets: its pages say why."""

MET = [
    (t, (kind, code)) for t in sorted(REASONS) for kind, codes in REASONS[t].items() for code in codes.split()
]


def told(game: Game, seat: str) -> Iterator[tuple[Reason, RefusalReason]]:
    for why in skipped_step_reasons(game.view, seat):
        yield (f"over {why.kind}", why.code), why
    for why in refusal_reasons(game.view, seat):
        yield (why.kind, why.code), why


@cache
def played(title: str) -> Game:
    """The random game of the title."""
    return met_game(title)


class Met(NamedTuple):
    """The moves after which a reason was met first, and all sentences."""

    first: Mapping[Reason, int]
    texts: set[str]


@cache
def met(title: str) -> Met:
    """What the random game of the title meets."""
    return once(f"whynot met {title}", lambda: met_along(title))


def met_along(title: str) -> Met:
    """The same, looked for along the game."""
    game = played(title)
    again = load_game(TITLES[title], game.setup, game.log[:1])
    first, texts = dict[Reason, int](), set[str]()
    for record in game.log[1:]:
        waiting = again.waiting()
        assert waiting is not None
        for reason, why in told(again, waiting.players[0]):
            first.setdefault(reason, again.revision - 1)
            texts |= {why.text, why.missing, why.partly}
        again.fold(record)
    return Met(first, texts)


@pytest_asyncio.fixture
async def pool() -> AsyncIterator[Pool]:
    made = Pool(1, processes=False)
    yield made
    await made.close()


async def page_text(game: Game, pool: Pool) -> str:
    waiting = game.waiting()
    assert waiting is not None
    page = (await workspace.build_turn_page(session_of(game, waiting.players[0], pool))).build()
    check_page(page)
    assert page.view is not None
    return text_of(page.view)


@pytest.mark.parametrize("title", sorted(REASONS))
def test_a_random_game_meets_the_reasons(title: str) -> None:
    assert {reason for where, reason in MET if where == title} <= met(title).first.keys()


@pytest.mark.parametrize("title", sorted(REASONS))
async def test_pages_say_why_something_is_missing(title: str, pool: Pool) -> None:
    game, first = played(title), met(title).first
    again = load_game(TITLES[title], game.setup, game.log[:1])
    reasons_at = defaultdict[int, list[Reason]](list)
    for reason in (reason for where, reason in MET if where == title):
        reasons_at[first[reason]].append(reason)
    silent = list[Reason]()
    for move, record in enumerate(game.log[1:]):
        if move in reasons_at:
            page = await page_text(again, pool)
            silent += [reason for reason in reasons_at[move] if not is_told(again, reason, page)]
        again.fold(record)
    assert silent == []


def is_told(game: Game, reason: Reason, page: str) -> bool:
    """Whether a page says why something is missing, or how to find out where there is too much to say."""
    waiting = game.waiting()
    assert waiting is not None
    found = list(told(game, waiting.players[0]))
    here = reason_lines([why for _, why in found])
    [line, *_] = reason_lines([why for known, why in found if known == reason])
    head, _, text = line.partition(": ")
    index = next(i for i, each in enumerate(here) if text in each and head.casefold() in each.casefold())
    if index < MAX_REASONS - 1 or len(here) <= MAX_REASONS:
        return here[index] in page
    return "`/show why`" in page


@pytest.mark.parametrize("title", sorted(REASONS))
def test_what_is_on_sale_and_not_offered_is_told_with_its_reason(title: str) -> None:
    game, seen = played(title), 0
    again = load_game(TITLES[title], game.setup, game.log[:1])
    for record in game.log[1:]:
        seen += shares_told(again) + trains_told(again)
        again.fold(record)
    assert seen > 40


def shares_told(game: Game) -> int:
    """Check a share turn: each company with a share on sale is offered or told; how many are told."""
    waiting = game.waiting()
    assert waiting is not None
    seat, view, rules = waiting.players[0], game.view, stock_rules(game.view)
    if "buy_share" not in [m.kind for m in moves_of(view, seat)]:
        return 0
    companies = [c.id for c in view.companies() if rules.has_shares(view, c.id)]
    on_sale = {
        c
        for c in companies
        for s in rules.sources
        if rules.price(view, c, s) is not None and rules.on_sale(view, c, s)
    }
    options = game.options(seat, "buy_share", "company")
    offered = {o.value for o in options} if not hasattr(options, "low") else set()
    found = refusal_reasons(view, seat, ["buy_share"])
    named = {name for why in found for name in (*why.names, *why.other_names)}
    hidden = on_sale - offered
    assert any(why.applies_to_all for why in found) or hidden <= named, (hidden, found)
    assert not named & offered
    return len(hidden)


def trains_told(game: Game) -> int:
    """The same for the trains of the bank."""
    waiting = game.waiting()
    assert waiting is not None
    seat, view = waiting.players[0], game.view
    move = move_in(view, seat, "buy_train")
    if move is None:
        return 0
    offered = move.choice(view, seat)
    on_sale = trains.offered(view, "depot")
    found = refusal_reasons(view, seat, ["buy_train"])
    if on_sale and not offered:
        assert any(why.applies_to_all or why.names for why in found)
    return int(not offered)


@pytest.mark.parametrize("title", sorted(REASONS))
def test_a_reason_is_never_given_for_what_may_be_done(title: str) -> None:
    game = played(title)
    again = load_game(TITLES[title], game.setup, game.log[:1])
    for record in game.log[1:]:
        action = record.action
        if record.kind == "action" and action is not None:
            for why in refusal_reasons(again.view, action.player, [action.kind]):
                names = {*why.names, *why.other_names}
                assert not why.applies_to_all, (action, why)
                assert action.args.get("company") not in names, (action, why)
        again.fold(record)


@pytest.mark.parametrize("title", sorted(REASONS))
def test_every_line_is_known_in_every_language(title: str) -> None:
    texts = met(title).texts
    assert len(texts) > 20
    for language in (each for each in LANGUAGES if each != SOURCE_LANGUAGE):
        assert {part for text in texts for part in lacking(text, language)} == set()
    assert [text for text in texts if bare(title, text)] == []


@pytest.mark.parametrize("title", sorted(REASONS))
def test_asking_about_anything_is_answered_and_changes_nothing(title: str) -> None:
    game, rng = played(title), Random(SEED)
    again, asked = load_game(TITLES[title], game.setup, game.log[:1]), 0
    for record in game.log[1:]:
        if not again.revision % EVERY:
            before, seat = copied(again.state), rng.choice(again.view.seats)
            field, _, value = rng.choice(list(reasons.explainable_items(again))).partition(" ")
            found = moves_with_thing(again.view, seat, field, value)
            assert found.possible or found.refused or found.steps or found.actor is not None
            assert again.state == before
            asked += 1
        again.fold(record)
    assert asked > 30
