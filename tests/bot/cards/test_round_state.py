"""What is at stake on the public card, as text and in the place of the map; `/show companies` and `stake`."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bot.cards import round_state as card
from bot.cards.round_state import (
    COMPANIES_VIEW,
    MAX_LOT_CHARACTERS,
    ROUND_STATE_VIEW,
    is_auction_or_stock_round,
    last_runs_param,
    round_state_text,
)
from bot.cards.texts import decision_text, game_state_line
from bot.words import translated_into, using_language
from bot.work.pictures import DrawnPicture
from engine import TITLES, Action, Game, Range, load_game
from engine.api import round_state
from engine.api.table import position
from engine.rules.stock import stock_rules
from render import api
from render.cards import page
from render.pen import text as fonts
from tests.at_stake import actors, five_bids, moments, seated, standing
from tests.bot.engine_texts import bare, lacking
from tests.bot.playing import IN_ORDER, NoPictures, check_message, deal_by
from tests.bot.scenes import staged
from tests.bot.tables import open_table
from tests.cards import info_of
from tests.scenario import Scenario
from tests.titles.g18ez.ez_deals import dealing
from tests.titles.g18oe.oe_late import stock, with_major
from tests.titles.g18oe.test_18oe_mergers import stranded
from tests.titles.g18oe.test_18oe_powers import turn_of

SEEDS = {"1826": (3,), "1862": (3,), "1889": (1, 5), "18EZ": (3,), "18OE": (3,)}


@cache
def _cards(title: str) -> tuple[tuple[Game, str], ...]:
    """Games with the lines on their cards: some of each scene and step, and an auction with all bids."""
    seen, found = Counter[str](), [five_bids(title)]
    for seed in SEEDS[title]:
        for moment, game in moments(title, seed, 150):
            seen[moment] += 1
            if seen[moment] in (2, 9, 40):
                found.append(load_game(game.setup, game.log))
    return tuple((game, round_state_text(game)) for game in found)


@pytest.mark.parametrize("title", sorted(TITLES))
def test_every_bid_stands_on_the_card_with_name_and_amount(title: str) -> None:
    auctions = 0
    for game, text in _cards(title):
        if round_state.round_kind(game.view) == round_state.AUCTION and "more lots" not in text:
            auctions += 1
            for item, by in standing(game.state.notes).items():
                line = next(line for line in text.splitlines() if f"({item})" in line or f"**{item}" in line)
                told = [f"{game.view.name(player)} {game.view.money(sum_)}" for player, sum_ in by.items()]
                assert all(bid in line for bid in told)
                assert line.count("(leads)") == 1
    assert auctions > 1


@pytest.mark.parametrize("title", sorted(TITLES))
def test_money_certificates_priority_and_passes_stand_on_the_card(title: str) -> None:
    told = 0
    for game, text in _cards(title):
        view, rules = game.view, stock_rules(game.view)
        if not is_auction_or_stock_round(game):
            continue
        told += 1
        limit = rules.certificate_limit(view)
        for summary in round_state.player_summaries(view):
            name = view.name(summary.player)
            assert f"{name} {view.money(view.cash(summary.player))}" in text
            assert f"{name} {rules.certificates(view, summary.player)}/{limit}" in text
            if summary.committed:
                free = view.money(view.cash(summary.player) - summary.committed)
                assert f"({view.money(summary.committed)} bound, {free} free)" in text
        assert f"priority {view.name(view.state.priority)}" in text
        assert (f"passes in a row: {view.cursor.passes} of " in text) == (
            round_state.passes(view) is not None
        )
    assert told > 4


@pytest.mark.parametrize("title", sorted(TITLES))
def test_the_lines_fit_a_card_and_are_told_in_german(title: str) -> None:
    for game, text in _cards(title):
        assert len(text) < 2000
        with using_language("de"):
            german = round_state_text(game)
        words = ("Cash", "Certificates", "passes", "leads", "tokens", "trains", "last run", "Next")
        assert not [word for word in words if word in german.split()]


@pytest.mark.parametrize("title", sorted(TITLES))
def test_the_pictures_are_in_german_and_as_large_to_read(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    small = list[tuple[int, str]]()

    def noted(draw: Any, at: Any, text: str, size: int, *rest: Any, **more: Any) -> None:
        small.extend([(size, text)] if size < page.SMALL else [])
        fonts.put(draw, at, text, size, *rest, **more)

    monkeypatch.setattr(page, "put", noted)
    for game, _ in _cards(title):
        for view in (ROUND_STATE_VIEW, COMPANIES_VIEW):
            said = list[str]()
            params: dict[str, Any] = {
                "words": lambda text, said=said: said.append(text) or translated_into(text, "de")
            }
            api.draw(title, position(game), view, **last_runs_param(game), **params)
            assert [text for text in said if bare(title, text) or [*lacking(text, "de")]] == []
    assert small == []


def test_who_may_still_answer_stands_beside_the_lot() -> None:
    game = five_bids("1889")
    assert round_state_text(game).splitlines()[0] == (
        "Lot 2 of 7: **Mitsubishi Ferry (MF)** ¥30 · Ben ¥55 (leads), Ann ¥50, Eli ¥45, Dee ¥40, Cy ¥35 · "
        "Cy, Dee, Eli, Ann may bid ¥60 or more"
    )


def test_more_lots_than_a_card_holds_are_counted() -> None:
    lines = [f"line {i} {'x' * 60}" for i in range(30)]
    shown = card._lot_lines_that_fit(lines)
    assert sum(map(len, shown)) < MAX_LOT_CHARACTERS + 80
    assert shown[-1] == f"-# … {30 - len(shown) + 1} more lots with bids in the picture"
    assert card._lot_lines_that_fit(lines[:3]) == lines[:3]


def test_a_name_of_a_player_is_shown_as_it_is_written() -> None:
    game = five_bids("1889")
    game.state.players["p1"].name = "*Open*"
    assert "\\*Open\\* ¥50" in round_state_text(game)


def test_a_long_name_of_a_player_is_cut_in_these_lines() -> None:
    game = five_bids("1889")
    game.state.players["p1"].name = "Annabella of the Long Northern Railway"
    assert "Annabella of the Long N… ¥50" in round_state_text(game)


def test_the_turn_of_a_company_says_its_money_trains_tokens_and_the_depot() -> None:
    scene = Scenario(TITLES["1889"]).shares("AR", p1=50, p2=10).par("AR", 80).operated("AR")
    scene.trains("AR", "2", "2", "5").money({"AR": 220}).at("operating", "AR", "trains")
    scene.state.companies["AR"].last_revenue = 100
    first, second = round_state_text(scene.game()).splitlines()
    assert first == (
        "**AR**: ¥220 · trains 2, 2 (until the first 4-train); 5 · tokens 2 left (free, ¥40) · "
        "last run ¥100 · price ¥80"
    )
    assert second == "-# Next trains: 2 for ¥80 (4 left)"


def test_the_foot_of_an_opening_says_what_may_be_bought_and_which_lots_one_may_bid_on() -> None:
    game = seated("1889")
    first, second, *_ = round_state.lots(game.view)
    told = decision_text(game, without_bids=True)
    names = [f"{game.view.spec(lot.item).name} ({lot.item})" for lot in (first, second)]
    assert f" · buy {names[0]} ¥20 · bid on {names[1]} from ¥{second.lowest_bid}, " in told
    assert "`/show privates`" in told
    assert " no " not in told.split("buy")[1]


def test_the_foot_of_an_opening_lists_no_lots_beside_their_picture() -> None:
    told = decision_text(seated("1889"), without_bids=True, has_lots_picture=True)
    assert "bid on" not in told
    assert "`/show privates`" in told


def test_a_lot_with_bids_that_is_not_up_says_its_next_bid() -> None:
    game = seated("1889")
    [player] = actors(game)
    item = round_state.lots(game.view)[1].item
    game.submit(Action("bid", player, {"item": item, "price": 35}))
    assert round_state_text(game).splitlines()[1].endswith("¥35 (leads) · next bid ¥40 or more")


def test_a_decision_about_a_par_names_the_values() -> None:
    game = next(g for m, g in moments("1826", 31, 40) if g.state.pending and "set_par" in kinds(g))
    options = game.options(actors(game)[0], "set_par", "price")
    assert not isinstance(options, Range)
    values = [option.value for option in options]
    assert f"par F{' '.join(values)}" in decision_text(game, without_bids=True)


def kinds(game: Game) -> set[str]:
    """What may be done now."""
    return {choice.kind for choice in game.choices(actors(game)[0])}


def test_what_rusts_stands_once_unless_it_is_near() -> None:
    scene = Scenario(TITLES["1889"]).shares("AR", p1=50).par("AR", 80).trains("AR", "2")
    game = scene.at("shares", "p1", "turn").game()
    info = info_of(game)
    assert card.does_picture_show_trains(game)
    assert "rusts" in game_state_line(info, game)
    assert "rusts" not in game_state_line(info, game, trains_below=True)
    near = scene.no_trains_left("2", "3").game()
    assert "rusts" in game_state_line(info, near, trains_below=True)
    assert not card.does_picture_show_trains(scene.at("operating", "AR", "track").game())


async def test_no_chart_is_drawn_before_a_company_has_begun() -> None:
    asked = Asked()
    await card.draw_round_pictures(1, dealing().game(), asked, [])  # type: ignore[arg-type]
    assert asked.views == [ROUND_STATE_VIEW]


# --- the pictures and the commands -----------------------------------------------------------------


class Asked(NoPictures):
    """Notes which views are drawn."""

    def __init__(self) -> None:
        self.views: list[str] = []

    async def draw(self, game_id: int, game: Game, view: str, **params: Any) -> DrawnPicture | None:
        self.views.append(view)
        return DrawnPicture(b"png", view, f"{view}.png")


async def test_the_state_of_the_round_stands_in_the_place_of_the_map(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal_by(monkeypatch, IN_ORDER)
    async with open_table(tmp_path) as table:
        table.bot.pictures = asked = Asked()  # type: ignore[assignment]
        await table.started("Ann", "Ben", "Cy", title="1889", order="join")
        assert asked.views == [ROUND_STATE_VIEW]
        [actor] = await table.on_move()
        await table.act(actor, "bid", item="SIR", price=85)
        assert asked.views == [ROUND_STATE_VIEW, ROUND_STATE_VIEW]
        posted = table.with_button("Take turn")
        check_message(posted)
        assert f"{actor.name} ¥85 (leads)" in posted.text
        assert f"{actor.name} ¥420 (¥85 bound, ¥335 free)" in posted.text


async def test_a_stock_round_shows_the_market_beside_it_and_a_turn_the_map() -> None:
    asked = Asked()
    scene = Scenario(TITLES["1889"]).shares("AR", p1=50).par("AR", 80).at("shares", "p1", "turn")
    await card.draw_round_pictures(1, scene.game(), asked, [])  # type: ignore[arg-type]
    assert sorted(asked.views) == ["market", ROUND_STATE_VIEW]
    crowd = next(
        g
        for g, _ in _cards("18OE")
        if round_state.has_companies_picture(g.view) and round_state.round_kind(g.view) == round_state.SHARES
    )
    asked.views.clear()
    await card.draw_round_pictures(1, crowd, asked, [])  # type: ignore[arg-type]
    assert sorted(asked.views) == [COMPANIES_VIEW, ROUND_STATE_VIEW]
    assert not is_auction_or_stock_round(scene.at("operating", "AR", "track").game())


async def test_where_the_picture_fails_the_card_says_it_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Words(NoPictures):
        async def describe(self, game: Game, view: str, **params: Any) -> str:
            return f"the words of {view}"

    monkeypatch.setattr("tests.bot.scenes.NoPictures", Words)
    async with staged(tmp_path, monkeypatch, five_bids("1889")) as scene:
        assert "the words of stake" in scene.table.with_button("Take turn").text


async def test_show_companies_and_show_stake_are_pictures_with_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal_by(monkeypatch, IN_ORDER)
    async with open_table(tmp_path) as table:
        await table.started("Ann", "Ben", "Cy", title="1889", order="join")
        ann = table.member("Ann")
        for view, word in (("companies", "Not started"), ("stake", "For sale now")):
            shown = await ann.slash(f"/show {view}")
            assert shown.ephemeral
            assert len(shown.message.files) == 1
            told = await ann.slash(f"/show {view}", None, **{"as": "text"})
            assert word in told.text


def test_the_foot_of_an_opening_with_many_lots_counts_the_rest() -> None:
    told = decision_text(seated("18OE"), without_bids=True)
    assert "White Cliffs Ferry (WCF) from £60" in told
    assert "A from" not in told
    assert " more · `/show privates`" in told


def test_beside_a_picture_lots_that_come_later_are_not_told() -> None:
    game = seated("18OE")
    assert card.lot_lines(game.view)
    assert card.contested_lot_lines(game.view) == []
    seat = game.view.cursor.actor
    game.submit(Action("bid", seat, {"item": "WS", "price": 45}))
    assert any("45" in line for line in card.lot_lines(game.view))
    assert card.contested_lot_lines(game.view) == []


def test_beside_a_picture_the_lot_in_auction_is_told() -> None:
    [line] = card.contested_lot_lines(five_bids("1889").view)
    assert "may bid" in line


def test_a_long_remark_on_a_card_ends_with_a_sentence() -> None:
    told = decision_text(stock(with_major(stranded(p2=60), "KBS", p3=60)))
    assert "without one the minor is abandoned" in told
    assert "abandoned." not in told
    assert "…" not in told


def test_a_card_has_no_remark_on_a_move_that_few_turns_use() -> None:
    assert "Hochberg" not in decision_text(turn_of("HMLC", "track"))
