"""What is missing on a page is told there, in the words of the engine's own refusals."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random

import pytest
import pytest_asyncio

from bot.here import Here
from bot.pool import Pool
from bot.texts import LANGUAGES, SOURCE, speaking
from bot.texts.catalogue import wording
from bot.ui import reasons, workspace
from bot.ui.pages.whynot import MOST, lines
from engine import TITLES, Game, new_game
from engine.checks.random_play import RandomPlayer
from engine.core.flow import moves_of
from engine.face.whynot import Why, about, missing, passed_over
from engine.game import load_game
from engine.rules import trains
from engine.rules.stock import stock_rules
from tests.bot.limits import check_page, text_of
from tests.bot.scenes import Scene, staged
from tests.bot.test_chooser import desk_of
from tests.titles.g1889.shikoku import Shikoku

NAMES = ("Ann", "Ben", "Cy", "Dee")
MOVES = {"1826": 500, "1862": 600, "1889": 500, "18EZ": 500, "18OE": 350}
"""Moves of random play of each title that are looked at, enough for the reasons below."""

SEED = 1
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
        "par": "certificate_limit home_blocked not_available_yet not_enough_money sold_this_round",
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
        "lay_tile": "insolvent needs_consent",
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
"""Codes by kind of action that random play of each title meets: its pages say why."""

MET = [
    (t, (kind, code)) for t in sorted(REASONS) for kind, codes in REASONS[t].items() for code in codes.split()
]


def told(game: Game, seat: str) -> Iterator[tuple[Reason, Why]]:
    for why in passed_over(game.view, seat):
        yield (f"over {why.kind}", why.code), why
    for why in missing(game.view, seat):
        yield (why.kind, why.code), why


def at(title: str, move: int) -> Game:
    """The random game after so many moves, anew."""
    game = played(title)
    return load_game(TITLES[title], game.genesis, game.log[: move + 1])


@cache
def played(title: str) -> Game:
    """The random game of the title."""
    game = new_game(title, list(NAMES), seed=SEED)
    dice = RandomPlayer(TITLES[title], SEED)
    dice.patience = 3
    while not game.state.ended and game.rev <= MOVES[title]:
        game.submit(dice.action(game))
    return game


@cache
def first_met(title: str) -> Mapping[Reason, int]:
    """The moves after which a reason was met first."""
    game = played(title)
    again = load_game(TITLES[title], game.genesis, game.log[:1])
    found: dict[Reason, int] = {}
    for record in game.log[1:]:
        waiting = again.waiting()
        assert waiting is not None
        for reason, _ in told(again, waiting.players[0]):
            found.setdefault(reason, again.rev - 1)
        again.fold(record)
    return found


@pytest_asyncio.fixture
async def pool() -> AsyncIterator[Pool]:
    made = Pool(1, processes=False)
    yield made
    await made.close()


async def page_text(game: Game, pool: Pool) -> str:
    waiting = game.waiting()
    assert waiting is not None
    page = (await workspace.sheet_of(desk_of(game, waiting.players[0], pool))).page()
    check_page(page)
    assert page.view is not None
    return text_of(page.view)


@pytest.mark.parametrize("title", sorted(REASONS))
def test_random_play_meets_the_reasons(title: str) -> None:
    assert {reason for where, reason in MET if where == title} <= first_met(title).keys()


@pytest.mark.parametrize(("title", "reason"), MET)
async def test_a_page_says_why_something_is_missing(title: str, reason: Reason, pool: Pool) -> None:
    game = at(title, first_met(title)[reason])
    waiting = game.waiting()
    assert waiting is not None
    found = list(told(game, waiting.players[0]))
    here = lines([why for _, why in found])
    [line, *_] = lines([why for met, why in found if met == reason])
    head, _, text = line.partition(": ")
    index = next(i for i, each in enumerate(here) if text in each and head.casefold() in each.casefold())
    page = await page_text(game, pool)
    if index < MOST - 1 or len(here) <= MOST:
        assert here[index] in page
    else:
        assert "`/show why`" in page


@pytest.mark.parametrize("title", sorted(REASONS))
def test_what_is_on_sale_and_not_offered_is_told_with_its_reason(title: str) -> None:
    game, seen = played(title), 0
    again = load_game(TITLES[title], game.genesis, game.log[:1])
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
    found = missing(view, seat, ["buy_share"])
    named = {name for why in found for name in (*why.names, *why.likewise)}
    hidden = on_sale - offered
    assert any(why.whole for why in found) or hidden <= named, (hidden, found)
    assert not named & offered
    return len(hidden)


def trains_told(game: Game) -> int:
    """The same for the trains of the bank."""
    waiting = game.waiting()
    assert waiting is not None
    seat, view = waiting.players[0], game.view
    if "buy_train" not in [m.kind for m in moves_of(view, seat)]:
        return 0
    offered = [c for c in game.choices(seat) if c.kind == "buy_train"]
    on_sale = trains.offered(view, "depot")
    found = missing(view, seat, ["buy_train"])
    if on_sale and not offered:
        assert any(why.whole or why.names for why in found)
    return int(not offered)


@pytest.mark.parametrize("title", sorted(REASONS))
def test_a_reason_is_never_given_for_what_may_be_done(title: str) -> None:
    game = played(title)
    again = load_game(TITLES[title], game.genesis, game.log[:1])
    for record in game.log[1:]:
        action = record.action
        if record.kind == "action" and action is not None:
            for why in missing(again.view, action.player, [action.kind]):
                names = {*why.names, *why.likewise}
                assert not why.whole, (action, why)
                assert action.args.get("company") not in names, (action, why)
        again.fold(record)


@pytest.mark.parametrize("title", sorted(REASONS))
def test_every_line_is_known_in_every_language(title: str) -> None:
    game = played(title)
    again = load_game(TITLES[title], game.genesis, game.log[:1])
    texts = set()
    for record in game.log[1:]:
        waiting = again.waiting()
        assert waiting is not None
        for _, why in told(again, waiting.players[0]):
            texts |= {why.text, why.missing, why.partly}
        again.fold(record)
    for language in (each for each in LANGUAGES if each != SOURCE):
        said = wording(language)
        assert [text for text in texts if text and not said.knows(text)] == []


# --- single pages ----------------------------------------------------------------------------------


def shikoku(**cash: int) -> Shikoku:
    """A stock round of 1889 in which Ann has four companies to look at."""
    scene = Shikoku(*NAMES).company("AR", 90, p1=40, p2=20).company("IR", 75, p1=60, p3=20)
    scene.company("KO", 70, p1=40, p4=10, pool=20).company("TR", 100, p2=50)
    return scene.cash(p1=74, p2=400, p3=300, p4=200).cash(**cash).operated("AR", "IR", "KO", "TR")


async def test_the_certificate_limit_is_said_once_for_all(pool: Pool) -> None:
    scene = shikoku().at("shares", "p1", "turn", number=4)
    for private in ("TER", "ER", "MF"):
        scene.own("p1", private)
    page = await page_text(scene.game(), pool)
    assert "-# No share can be bought; no company can be started: certificates 14 of 14" in page.splitlines()


async def test_shares_that_cannot_be_bought_are_told_with_figures(pool: Pool) -> None:
    game = shikoku().at("shares", "p1", "turn", number=4).note("sr_sold", {"p1": ["AR"]}).game()
    page = (await page_text(game, pool)).splitlines()
    assert "-# Cannot buy AR: you sold it this round" in page
    assert "-# Cannot buy IR: you own 60 %, 60 % is the limit" in page
    assert "-# Cannot buy TR: costs ¥100, you have ¥74 free" in page
    assert any(
        line.startswith("-# No company can be started: SR, KU, UR: cost ¥130, you have") for line in page
    )


async def test_companies_sold_this_round_share_a_line(pool: Pool) -> None:
    game = shikoku(p1=900).at("shares", "p1", "turn", number=4).note("sr_sold", {"p1": ["AR", "TR"]}).game()
    assert "-# Cannot buy AR, TR: you sold them this round" in (await page_text(game, pool)).splitlines()


async def test_a_train_page_says_what_is_next_and_what_is_missing(pool: Pool) -> None:
    scene = Shikoku(*NAMES).company("AR", 90, cash=120, p1=50).trains("AR", "2").no_trains_left("2")
    page = (
        await page_text(scene.at("operating", "AR", "trains", number=2, part=1).game(), pool)
    ).splitlines()
    assert "-# Next: 3-train for ¥180, 5 left · phase 3 begins" in page
    assert "-# AR has 1 of 4 trains · first 4-train (5 to go) rusts the 2-trains" in page
    assert "-# No train can be bought: 3-train: costs ¥180, AR has ¥120: ¥60 is missing" in page


async def test_the_page_after_a_step_without_a_choice_says_why_it_was_left_out(pool: Pool) -> None:
    scene = Shikoku(*NAMES).company("AR", 90, cash=300, p1=50)
    page = (
        await page_text(scene.at("operating", "AR", "trains", number=2, part=1).game(), pool)
    ).splitlines()
    assert "-# No token can be placed: no other city is within reach" in page
    assert "-# No train can run: AR has no train." in page


async def test_the_page_of_track_says_which_tiles_come_next(pool: Pool) -> None:
    scene = Shikoku(*NAMES).company("AR", 90, cash=300, p1=50)
    page = (await page_text(scene.at("operating", "AR", "track", number=2, part=1).game(), pool)).splitlines()
    assert "-# Tiles now: yellow; green from phase 3 on, which the first 3-train begins" in page


async def test_a_page_has_few_lines_and_names_the_way_to_the_rest(pool: Pool) -> None:
    scene = shikoku(p1=10).company("UR", 65, p3=20).company("KU", 80, p3=20)
    page = (await page_text(scene.at("shares", "p1", "turn", number=4).game(), pool)).splitlines()
    told = [line for line in page if line.startswith(("-# Cannot", "-# No "))]
    assert len(told) == MOST - 1
    assert "-# … and 2 more: `/show why`" in page


async def test_a_page_in_german_says_it_in_german(pool: Pool) -> None:
    with speaking("de"):
        page = await page_text(shikoku().at("shares", "p1", "turn", number=4).game(), pool)
    assert "-# Nicht zu kaufen: TR: kostet ¥100, du hast ¥74 frei" in page.splitlines()


# --- /show why -------------------------------------------------------------------------------------


@pytest_asyncio.fixture
async def scene(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Scene]:
    game = shikoku().at("shares", "p1", "turn", number=4).note("sr_sold", {"p1": ["AR"]}).game()
    async with staged(tmp_path, monkeypatch, game) as made:
        yield made


async def test_show_why_answers_for_a_company_in_ones_own_turn_and_anothers(scene: Scene) -> None:
    mine = await scene.ann.slash("/show why", what="AR")
    assert "Possible: Sell shares." in mine.text
    assert "Cannot buy AR: you sold it this round" in mine.text
    other = await scene.ben.slash("/show why", what="company TR")
    assert "It is the turn of Ann (share dealing)." in other.text
    assert (
        "In the turn of Ben, as things stand:\nPossible: Buy a share.\nPossible: Sell shares." in other.text
    )


async def test_show_why_answers_for_a_train_a_tile_and_a_hex(scene: Scene) -> None:
    train = (await scene.ann.slash("/show why", what="train 5")).text
    assert "In other rounds: buy trains." in train
    assert "Next: 2-train for ¥80, 6 left" in train
    tile = (await scene.ann.slash("/show why", what="tile 14")).text
    assert "tile 14, green: 1 left" in tile
    assert "green from phase 3 on" in tile
    assert (
        "In other rounds: lay track, place a token." in (await scene.ann.slash("/show why", what="K4")).text
    )


async def test_show_why_names_what_there_is_when_it_does_not_understand(scene: Scene) -> None:
    assert "is none or several of" in (await scene.ann.slash("/show why", what="nonsense")).text


async def test_show_why_completes_what_is_typed(scene: Scene) -> None:
    found = await scene.ann.autocomplete("/show why", "what", "Matsuyama")
    assert found
    assert all("Matsuyama" in each["name"] for each in found)


def track_of(company: str = "AR") -> Game:
    scene = Shikoku(*NAMES).company(company, 90, cash=30, p1=50).trains(company, "2")
    return scene.at("operating", company, "track", number=2, part=1).game()


async def why(game: Game, seat: str, key: str, pool: Pool) -> list[str]:
    here = Here(desk_of(game, seat, pool).info, game, (seat,))
    return (await reasons.told(pool, here, key))[1]


async def test_show_why_says_of_a_hex_what_stands_against_track_and_tokens(pool: Pool) -> None:
    game = track_of()
    [line, *_] = await why(game, "p1", "hex C10", pool)
    assert line.startswith("No track on Kubokawa (C10): ")
    told = await why(game, "p1", "tile 14", pool)
    assert told[0].startswith("No track can be laid: Green tiles are not available yet")
    told = await why(game, "p1", "train 5", pool)
    assert told[0] == "Cannot buy 5-train: The bank sells its trains in order; now: 2-train."


async def test_show_why_of_the_acting_company_tells_its_whole_turn(pool: Pool) -> None:
    told = await why(track_of(), "p1", "company AR", pool)
    assert "Possible: Lay track." in told
    assert any(line.startswith("No token can be placed: ") for line in told)
    assert "No train can be bought: 2-train: costs ¥80, AR has ¥30: ¥50 is missing" in told


async def test_show_why_of_a_step_that_is_over_or_to_come(pool: Pool) -> None:
    scene = Shikoku(*NAMES).company("AR", 90, cash=300, p1=50).trains("AR", "2")
    early = await why(scene.at("operating", "AR", "track", number=2, part=1).game(), "p1", "train 2", pool)
    assert early[0] == "Possible later in this turn (buy trains): Buy a train."
    late = await why(scene.at("operating", "AR", "trains", number=2, part=1).game(), "p1", "company AR", pool)
    assert "Over in this turn (lay track): Lay track." in late


@pytest.mark.parametrize("title", sorted(REASONS))
def test_asking_about_anything_is_answered_and_changes_nothing(title: str) -> None:
    game, rng = played(title), Random(SEED)
    again, asked = load_game(TITLES[title], game.genesis, game.log[:1]), 0
    for record in game.log[1:]:
        if not again.rev % EVERY:
            before, seat = again.digest(), rng.choice(again.view.seats)
            field, _, value = rng.choice(list(reasons.things(again))).partition(" ")
            found = about(again.view, seat, field, value)
            assert found.possible or found.refused or found.steps or found.actor is not None
            assert again.digest() == before
            asked += 1
        again.fold(record)
    assert asked > 30
