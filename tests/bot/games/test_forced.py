"""A run that nobody chooses is searched elsewhere, while the service waits and the loop goes on."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.games import moves
from bot.table import service as tables
from bot.work.pool import Pool
from bot.work.searches import find_forced_routes
from engine import Action, Game, Json, View
from engine.core.events import Paid
from engine.core.state import from_json
from engine.core.view import SearchNeeded
from engine.routes.forced import answer
from engine.titles.g1862 import TITLE
from tests.bot.harness import ANN, BEN, CY, Harness
from tests.titles.g1862.test_1862_operating import orphan


def due() -> Game:
    """Ben's company is about to end its turn; then one without a director runs for 50."""
    return orphan().tile("D13", "6", 3).tile("D9", "621", 0).train("SVR", "A", "express").game()


def to_the_end(game: Game) -> Game:
    while game.state.cursor.round == "operating":
        game.submit(Action("skip", "p2", {}))
    return game


class Search:
    """Counts the searches, and whether the loop went on meanwhile."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def __call__(self, title: str, state: Any, company: str) -> list[Json]:
        self.asked.append(company)
        await asyncio.sleep(0)
        return answer(View(TITLE, from_json(state)), company)


@pytest.fixture
async def table(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr("bot.table.starting.new_game", lambda *_, **__: due())
    made = await tables.create_game(
        harness.games, ANN, title="1862", name="Tuesday", guild_id=7, owner_name="Tom"
    )
    for user, name in ((BEN, "Dick"), (CY, "Harry")):
        assert (await tables.join_game(harness.games, made.game_id, user, name)).ok
    assert (await tables.start_game(harness.games, made.game_id, ANN)).ok
    return made.game_id


async def skip_all(harness: Harness, table: int) -> Game:
    """Ben declines all that is left; the game as stored and loaded anew."""
    while True:
        game = await harness.games.game(table)
        assert game is not None
        if game.state.cursor.round != "operating":
            return game
        assert (await moves.make_move(harness.games, table, BEN, "skip")).ok


def paid(game: Game, action: Action) -> int:
    """What SVR gets after an action, by the rules."""
    then = game.preview(action).later_events
    return sum(e.amount for e in then if isinstance(e, Paid) and e.payee == "SVR")


def test_a_game_that_searches_elsewhere_says_so_and_stands_as_before() -> None:
    game, known, skip = due(), to_the_end(due()), Action("skip", "p2", {})
    game.view.answers = {}
    with pytest.raises(SearchNeeded) as raised:
        to_the_end(game)
    signal, last = raised.value, game.digest()
    assert signal.about == "SVR"
    assert signal.state["cursor"]["actor"] == "SVR"
    assert paid(game, skip) == 0
    assert game.digest() == last
    game.view.answers[signal.key] = answer(View(TITLE, from_json(signal.state)), "SVR")
    assert paid(game, skip) == 50
    assert game.preview(skip).cash["SVR"] == 0
    to_the_end(game)
    assert [r.events for r in game.log] == [r.events for r in known.log]


async def test_the_service_lets_it_be_searched_and_stores_the_same_game(harness: Harness, table: int) -> None:
    search = harness.games.route_finder = Search()
    game = await skip_all(harness, table)
    assert search.asked == ["SVR"]
    assert game.view.cash("SVR") == 50
    await harness.restart()
    assert await harness.digest(table) == game.digest()


async def test_several_moves_at_once_are_all_taken_after_the_search(harness: Harness, table: int) -> None:
    search = harness.games.route_finder = Search()
    before = await harness.games.game(table)
    assert before is not None
    count = len(to_the_end(due()).log) - before.revision
    assert (await moves.make_moves(harness.games, table, BEN, [("skip", {})] * count)).ok
    assert search.asked == ["SVR"]
    assert await harness.revision(table) == before.revision + count


async def test_without_workers_it_is_searched_all_the_same() -> None:
    pool = Pool(1, processes=False)
    await pool.close()
    game = due()
    game.view.answers = {}
    with pytest.raises(SearchNeeded) as raised:
        to_the_end(game)
    state = raised.value.state
    assert await find_forced_routes(pool, "1862", state, "SVR") == answer(
        View(TITLE, from_json(state)), "SVR"
    )
