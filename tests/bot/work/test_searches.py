"""Searches of the bot: kept as long as nothing changed that they need, checked before they are shown."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from bot.chat.frame import ROW_WIDTH
from bot.work import searches
from bot.work.pool import Pool
from engine import Game, Range, new_game
from engine.api.gains import revenue_gains_of_lays
from engine.api.table import position
from engine.routes.suggest import best_routes
from tests.bot.playing import IN_ORDER, NoPictures, come_to, deal_by, step_is
from tests.bot.tables import open_table
from tests.titles.g18ez.ez_turns import NW, E, Turn, W

US = "PS&W"


@pytest_asyncio.fixture
async def pool() -> AsyncIterator[Pool]:
    made = Pool(1, processes=False)
    yield made
    await made.close()


def turn(*kinds: str, cash: int = 500) -> Game:
    """A major between two cities."""
    scene = Turn().major(US, cash=cash).trains(US, *kinds).phase("3").token(US, "F4").lay("F4", "57", W, E)
    return scene.lay("F2", "8", NW, E).lay("F6", "57", W, E).turn(US).game()


async def test_what_a_run_does_not_depend_on_needs_no_new_search(
    pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await searches.best_route_sets(pool, 1, turn("3"), US)
    assert first.sets[0][0] > 0
    assert first.proven
    longer = await searches.best_route_sets(pool, 1, turn("4"), US)
    monkeypatch.setattr(searches, "best_routes", None)
    assert await searches.best_route_sets(pool, 1, turn("3", cash=90), US) is first
    assert await searches.best_route_sets(pool, 1, turn("4", cash=90), US) is longer
    with pytest.raises(AssertionError):
        assert (await searches.best_route_sets(pool, 2, turn("3"), US)).sets


async def test_a_title_that_names_compiled_parts_has_them_made_ready_once(
    pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(pool, "compile_module", asked.append)
    await searches.best_route_sets(pool, 1, turn("3"), US)
    assert asked == []
    for train in "45":
        game = turn(train)
        game.title = replace(game.title, compiled_module="engine.solver.large.warm")
        await searches.best_route_sets(pool, 1, game, US)
    assert asked == ["engine.solver.large.warm"]


async def test_the_longest_title_is_made_ready_by_the_first_look_at_lays(
    pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(pool, "compile_module", asked.append)
    game = new_game("18OE", ["Ann", "Ben"], seed=1)
    assert not (await searches.find_revenue_gains(pool, 1, game, "p1", "lay_tile")).by_lay
    assert asked == ["engine.solver.large.warm"]


async def test_a_cut_search_before_a_title_is_ready_is_not_kept(
    pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[bool] = []

    async def run(_: object, *job: object, deadline: float) -> object:
        given.append(bool(job[-1]))
        return (), False, 0, ()

    monkeypatch.setattr(pool, "run", run)
    monkeypatch.setattr(searches, "COMPILE_SECONDS", 0.0)
    for early in (True, False, False):
        monkeypatch.setattr(Pool, "is_compiling", early)
        await searches.best_route_sets(pool, 1, turn("3"), US)
    assert given == [True, False]


async def test_who_asks_for_more_gets_a_longer_search_that_is_kept(
    pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[object] = []

    async def run(_: object, *job: object, deadline: float) -> object:
        given.append(job[3])
        return (), False, 0, ()

    monkeypatch.setattr(pool, "run", run)
    for longer in (False, False, True, True, False):
        found = await searches.best_route_sets(pool, 1, turn("3"), US, longer=longer)
    assert given == [searches.SEARCH_SECONDS, searches.LONG_SECONDS]
    assert found.was_longer_search


async def test_at_the_start_all_is_made_ready_for_the_open_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready: list[str] = []
    monkeypatch.setattr("bot.app.compile_search_module", lambda _, title: ready.append(title.key))
    async with open_table(tmp_path) as table:
        await table.started("Ann", "Ben", title="18OE")
        assert ready == []
        await table.restart()
        assert ready == ["18OE"]


async def test_a_process_loads_what_a_search_needs_before_its_time_begins(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loaded: list[object] = []
    monkeypatch.setattr(searches, "load_modules", loaded.append)

    def until(seconds: float) -> Callable[[], bool]:
        loaded.append(seconds)
        return lambda: True

    monkeypatch.setattr(searches, "_stop_after", until)
    game = turn("3")
    for early in (True, False):
        searches._search_proven_best(game.title.key, position(game), US, 1.5, "a.module", early)
    assert loaded == [1.5, ("a.module",), 1.5]


async def test_a_set_that_the_rules_refuse_is_logged_and_not_shown(
    pool: Pool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game, honest = turn("3"), best_routes
    right = await searches.best_route_sets(pool, 1, game, US)

    def boasting(*args: object) -> object:
        found = honest(*args)  # type: ignore[arg-type]
        return replace(found, revenue=found.revenue + 500)

    monkeypatch.setattr(searches, "best_routes", boasting)
    with caplog.at_level(logging.ERROR, "bot.work.searches"):
        found = await searches.best_route_sets(pool, 2, game, US)
    assert not found.proven
    assert found.sets == right.sets[1:]
    assert f"game 2, revision {game.revision}: The search claims ({right.sets[0][0] + 500}, 0)" in caplog.text


async def test_the_list_of_hexes_begins_with_those_that_add_most_to_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal_by(monkeypatch, IN_ORDER)

    def ready(game: Game) -> bool:
        waiting = game.waiting()
        if waiting is None or not step_is("track")(game):
            return False
        gains = revenue_gains_of_lays(game, waiting.players[0], "lay_tile", lambda: False)
        return len({coord for coord, _, _ in gains.by_lay}) > ROW_WIDTH and max(gains.by_lay.values()) > 0

    async with open_table(tmp_path) as table:
        table.bot.pictures = NoPictures()  # type: ignore[assignment]
        await table.started(title="18EZ", order="join")
        game = await come_to(table, 3, ready)
        [member, *_] = await table.on_move()
        page = await member.slash("/turn")
        seat = await table.seat_of(member)
        gains = await searches.find_revenue_gains(table.bot.pool, 0, game, seat, "lay_tile")
        where = game.options(seat, "lay_tile", "hex")
        assert not isinstance(where, Range)
        options = page.message.pick(f"Lay track: all {len(where)}", None).options
        best = [gains.best(option["value"]) for option in options]
        assert gains.whole
        assert best == sorted(best, key=lambda gain: -(gain or 0))
        said = [option.get("description") or "" for option in options]
        for gain, words in zip(best, said, strict=True):
            assert (f"best run +${gain}" in words) is bool(gain)
        assert best[0]
        await member.select(page, options[0]["value"], label="Lay track")
        assert any(f"best run +${best[0]}" in label for label in page.labels)


async def test_what_is_known_is_said_without_a_search(pool: Pool) -> None:
    assert searches.cached_route_sets(pool, 1, turn("3"), US).sets == ()
    found = await searches.best_route_sets(pool, 1, turn("3"), US)
    assert searches.cached_route_sets(pool, 1, turn("3"), US) is found
