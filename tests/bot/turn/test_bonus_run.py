"""A run for a bonus that others beat: the page looks for it, and says which trains run as one (12)."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from discord import ui

from bot.chat.press import Press
from bot.turn.pages import best_runs, workspace
from bot.turn.pages.runs_by_hand import manual_run_from_routes
from bot.turn.presses import run_buttons as runs
from bot.turn.session.draft import Draft
from bot.turn.session.routes import bonuses_of, revenue, route_lines
from bot.turn.session.session import TurnSession
from bot.work import searches
from bot.work.pool import Pool
from engine import Game
from engine.routes.suggest import best_earning, best_routes
from tests.bot.limits import labels_of, text_of
from tests.bot.turn.test_chooser import session_of
from tests.titles.g18oe.cutouts import US
from tests.titles.g18oe.test_18oe_extras import express
from tests.titles.g18oe.test_18oe_running import andalusia, turn

NAME = "Orient Express"
AIM = Press(1, 1, "w_aim", "x")


@pytest_asyncio.fixture
async def pool() -> AsyncIterator[Pool]:
    made = Pool(1, processes=False)
    yield made
    await made.close()


def running(game: Game, pool: Pool) -> TurnSession:
    session = session_of(game, "p1", pool)
    session.set_draft(Draft("run", {}))
    return session


async def shown(session: TurnSession) -> ui.LayoutView:
    view = (await workspace.build_turn_page(session)).build().view
    assert view is not None
    return view


async def test_a_run_for_the_bonus_is_a_press_away_though_others_earn_more(pool: Pool) -> None:
    game = turn(express("8+8"))
    aimed = best_earning(game.view, US, NAME)
    assert aimed is not None
    assert best_routes(game.view, US).revenue > aimed.revenue
    session = running(game, pool)
    assert f"{NAME}…" in labels_of(await shown(session))
    await runs._search_bonus_routes(session, AIM)
    page = await shown(session)
    assert f"Together £{aimed.revenue}" in text_of(page)
    assert f"{NAME}…" not in labels_of(page)
    assert bonuses_of(
        game, US, best_runs.shown_routes(session.current_draft, await best_runs.find_route_sets(session))
    ) == (NAME,)


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (60.0, f"No routes earn this: {NAME}."),
        (-1.0, f"The search was cut before it found routes that earn this: {NAME}. Try again."),
    ],
)
async def test_a_search_that_was_cut_does_not_say_that_there_are_none(
    pool: Pool, monkeypatch: pytest.MonkeyPatch, seconds: float, said: str
) -> None:
    monkeypatch.setattr(searches, "SEARCH_SECONDS", seconds)
    monkeypatch.setattr(searches, "earning_bonuses", lambda view, company, stop: ())
    session = running(turn(express("8+8")), pool)
    await runs._search_bonus_routes(session, AIM)
    assert session.notice == said


async def test_trains_that_run_as_one_are_told(pool: Pool) -> None:
    session = running(turn(express("2+2", "3", "2+2")), pool)
    await runs._search_bonus_routes(session, AIM)
    routes = best_runs.shown_routes(session.current_draft, await best_runs.find_route_sets(session))
    assert revenue(session.game, US, routes) > 0
    first, *others = route_lines(session.game, US, routes)
    assert NAME in first
    assert all(line.endswith("runs as one with 2+2 train") for line in others)


async def test_a_pullman_is_no_train_that_stands_still(pool: Pool) -> None:
    session = running(turn(express("8+8", "pullman")), pool)
    [line] = route_lines(
        session.game,
        US,
        best_runs.shown_routes(session.current_draft, await best_runs.find_route_sets(session)),
    )
    assert "Pullman (£" in line
    assert list(manual_run_from_routes(session, ()).stops) == [
        train.id for train in session.view.trains(US)[:1]
    ]


async def test_where_no_run_earns_it_the_page_says_so(pool: Pool) -> None:
    session = running(andalusia("4"), pool)
    before = session.current_draft
    await runs._search_bonus_routes(session, AIM)
    assert session.current_draft == before
    assert NAME in session.notice


@pytest.mark.parametrize("phase", ["2", "5"])
async def test_it_is_offered_where_there_is_such_a_bonus(pool: Pool, phase: str) -> None:
    labels = labels_of(await shown(running(turn(express("8+8", phase=phase)), pool)))
    assert (f"{NAME}…" in labels) == (phase == "5")
