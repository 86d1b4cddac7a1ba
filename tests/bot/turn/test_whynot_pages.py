"""Single pages and answers of `/show why`: what is missing, in figures."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.chat.current_game import CurrentGame
from bot.chat.named import MAX_NAMES
from bot.chat.respond import UserError
from bot.look import reasons
from bot.turn.help.whynot import MAX_REASONS, next_trains_and_tiles_lines, reason_lines
from bot.words import using_language
from bot.work.pool import Pool
from engine import Game
from engine.api.whynot import RefusalReason
from tests.bot.playing import NoPictures
from tests.bot.scenes import Scene, staged
from tests.bot.turn.met_games import NAMES
from tests.bot.turn.test_chooser import Painter, session_of
from tests.bot.turn.test_whynot import page_text
from tests.titles.g1862.mania import Mania
from tests.titles.g1889.shikoku import Shikoku, act


@pytest_asyncio.fixture
async def pool() -> AsyncIterator[Pool]:
    made = Pool(1, processes=False)
    yield made
    await made.close()


def shikoku(**cash: int) -> Shikoku:
    """A stock round of 1889 in which Ann has four companies to look at."""
    scene = Shikoku(*NAMES).company("AR", 90, p1=40, p2=20).company("IR", 75, p1=60, p3=20)
    scene.company("KO", 70, p1=40, p4=10, pool=20).company("TR", 100, p2=50)
    return scene.cash(p1=74, p2=400, p3=300, p4=200).cash(**cash).operated("AR", "IR", "KO", "TR")


def in_turn(scene: Shikoku, step: str) -> Game:
    """At a step of AR's turn."""
    scene.note("sets", 2).note("rounds_in_set", 1)
    return scene.at("operating", "AR", step, number=2, part=1).game()


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
    page = (await page_text(in_turn(scene, "trains"), pool)).splitlines()
    assert not any(line.startswith("-# Next: ") for line in page), "the picture shows them"
    rusting = "the first 4-train rusts the 2-trains (5 other trains are sold before it)"
    assert f"-# AR has 1 of the 4 trains that it may own · {rusting}" in page
    assert "-# No train can be bought: 3-train: costs ¥180, AR has ¥120: ¥60 is missing" in page


async def test_a_page_without_the_picture_of_trains_says_what_is_next() -> None:
    scene = Shikoku(*NAMES).company("AR", 90, cash=120, p1=50).trains("AR", "2").no_trains_left("2")
    lines = next_trains_and_tiles_lines(in_turn(scene, "trains").view, "AR")
    assert lines[0] == "Next: 3-train for ¥180, 5 left · phase 3 begins"
    assert (
        next_trains_and_tiles_lines(in_turn(scene, "trains").view, "AR", omit_trains_for_sale=True)
        == lines[1:]
    )


async def test_the_page_after_a_step_without_a_choice_says_why_it_was_left_out(pool: Pool) -> None:
    scene = Shikoku(*NAMES).company("AR", 90, cash=300, p1=50)
    page = (await page_text(in_turn(scene, "trains"), pool)).splitlines()
    assert "-# No token can be placed: no other city is within reach" in page
    assert "-# No train can run: AR has no train." in page


async def test_the_page_of_track_says_which_tiles_come_next(pool: Pool) -> None:
    scene = Shikoku(*NAMES).company("AR", 90, cash=300, p1=50)
    page = (await page_text(in_turn(scene, "track"), pool)).splitlines()
    coming = "The first 3-train begins phase 3 and brings green tiles."
    assert f"-# Tiles that can be laid now: yellow. {coming}" in page


async def test_a_page_has_few_lines_and_names_the_way_to_the_rest(pool: Pool) -> None:
    scene = shikoku(p1=10).company("UR", 65, p3=20).company("KU", 80, p3=20)
    page = (await page_text(scene.at("shares", "p1", "turn", number=4).game(), pool)).splitlines()
    told = [line for line in page if line.startswith(("-# Cannot", "-# No "))]
    assert len(told) == MAX_REASONS - 1
    assert "-# … and 2 more: `/show why`" in page


async def test_a_page_in_german_says_it_in_german(pool: Pool) -> None:
    with using_language("de"):
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
    assert "begins phase 3 and brings green tiles" in tile
    assert (
        "In other rounds: lay track, place a token." in (await scene.ann.slash("/show why", what="K4")).text
    )


async def test_show_why_names_what_there_is_when_it_does_not_understand(scene: Scene) -> None:
    assert "is none or several of" in (await scene.ann.slash("/show why", what="nonsense")).text


async def test_it_names_a_dozen_things_or_those_that_were_meant(scene: Scene) -> None:
    nothing = (await scene.ann.slash("/show why", what="nonsense")).text
    assert nothing.count(",") == MAX_NAMES
    assert nothing.endswith(", …")
    several = (await scene.ann.slash("/show why", what="train")).text
    assert "several of: train 2, train 3, train 4" in several
    assert "Kouchi" not in several


async def test_show_why_completes_what_is_typed(scene: Scene) -> None:
    found = await scene.ann.autocomplete("/show why", "what", "Matsuyama")
    assert found
    assert all("Matsuyama" in each["name"] for each in found)


def track_of() -> Game:
    scene = Shikoku(*NAMES).company("AR", 90, cash=30, p1=50).trains("AR", "2")
    return in_turn(scene, "track")


async def why(game: Game, seat: str, key: str, pool: Pool) -> list[str]:
    here = CurrentGame(session_of(game, seat, pool).info, game, (seat,))
    return (await reasons.explain_moves(pool, here, key))[1]


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
    early = await why(in_turn(scene, "track"), "p1", "train 2", pool)
    assert early[0] == "Possible later in this turn (buy trains): Buy a train."
    late = await why(in_turn(scene, "trains"), "p1", "company AR", pool)
    assert "Over in this turn (lay track): Lay track." in late


async def test_show_why_names_only_rounds_that_concern_a_started_company(pool: Pool) -> None:
    scene = Mania(*NAMES).company("E&H", 100, p1=30).company("EUR", 100, p2=30)
    scene = scene.in_play("WNR").at("shares", "p1", "turn", number=2)
    told = await why(scene.game(), "p1", "company EUR", pool)
    assert not any("parliament" in line or "chartered" in line for line in told)
    other = await why(scene.game(), "p1", "company WNR", pool)
    assert "In other rounds: parliament." in other


# --- auctions --------------------------------------------------------------------------------------


def bidding() -> Game:
    """An auction in which Ann is on turn, with bids on two lots."""
    game = Shikoku(*NAMES).auction().cash(p1=74).game()
    act(game, "p1", "pass")
    act(game, "p2", "bid", item="MF", price=40)
    act(game, "p3", "bid", item="SIR", price=90)
    act(game, "p4", "pass")
    return game


async def test_show_why_of_a_lot_says_its_price_and_what_one_lacks(pool: Pool) -> None:
    told = await why(bidding(), "p1", "company SIR", pool)
    assert "Cannot bid on South Iyo Railway: costs ¥95, you have ¥74 free" in told
    assert "-# South Iyo Railway (SIR) ¥80 · Cy ¥90 (leads) · next bid ¥95 or more" in told
    assert "-# Takamatsu E-Railroad (TER) ¥20" in await why(bidding(), "p1", "company TER", pool)


async def test_the_page_of_an_auction_without_its_picture_lists_the_bids_on_the_other_lots(
    pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Mitsubishi Ferry (MF) ¥30 · Ben ¥40 (leads)" not in await page_text(bidding(), pool)
    monkeypatch.setattr(Painter, "draw", NoPictures.draw)
    page = (await page_text(bidding(), pool)).splitlines()
    assert "-# Mitsubishi Ferry (MF) ¥30 · Ben ¥40 (leads) · next bid ¥45 or more" in page
    assert "-# South Iyo Railway (SIR) ¥80 · Cy ¥90 (leads) · next bid ¥95 or more" in page


def broken(*_: object) -> None:
    raise ValueError


async def test_a_fault_in_the_worker_becomes_one_sentence(
    pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reasons, "find_item_moves_in_worker", broken)
    with pytest.raises(UserError, match="could not be found out now"):
        await why(track_of(), "p1", "hex C10", pool)


def test_moves_that_one_reason_forbids_share_a_line_where_one_of_them_names_things() -> None:
    some = RefusalReason(
        "buy_train", "No train can be bought", "Cannot buy {names}", ("2H of Est",), "Not now.", "x", False
    )
    other = RefusalReason(
        "offer", "No offer can be made", "Cannot offer for {names}", (), "Not now.", "x", True
    )
    assert reason_lines([some, other]) == ["Cannot buy 2H of Est; no offer can be made: Not now."]


def test_a_reason_without_a_name_stands_alone() -> None:
    nameless = RefusalReason(
        "buy_train", "No train can be bought", "Cannot buy {names}", ("",), "Sold later.", "x", False
    )
    assert reason_lines([nameless]) == ["Sold later."]
