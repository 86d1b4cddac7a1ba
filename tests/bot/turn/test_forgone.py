"""A run that would earn revenue is skipped only after the player has confirmed it."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.store.preferences import MemberPreferences
from bot.turn.choosing import forgone
from bot.turn.choosing.asking import must_be_confirmed
from bot.turn.choosing.chooser import confirmation_page
from bot.turn.pages import best_runs
from bot.turn.session.draft import Draft
from bot.turn.session.session import TurnSession
from bot.work.searches import RouteSets
from engine import Game
from tests.bot.limits import text_of
from tests.bot.scenes import FIVE, staged
from tests.bot.turn.test_chooser import session_of
from tests.titles.g18oe.lines import ANDALUSIA
from tests.titles.g18oe.test_18oe_running import andalusia, on


def session_with(
    monkeypatch: pytest.MonkeyPatch, game: Game, *found: tuple[int, tuple[Any, ...]]
) -> TurnSession:
    """The session of the first player, for whose company the search finds these sets of routes."""

    async def search(*_: object) -> RouteSets:
        return RouteSets(found, True, 60)

    async def member(_: int) -> MemberPreferences:
        return MemberPreferences()

    monkeypatch.setattr(forgone, "best_route_sets", search)
    session = session_of(game, "p1")
    session.response.bot.preferences = SimpleNamespace(member_preferences=member)  # type: ignore[assignment]
    return session


async def text_to_confirm(session: TurnSession, draft: Draft) -> str:
    """The text of the page on which a move is confirmed."""
    view = (await confirmation_page(session, draft)).build().view
    assert view is not None
    return text_of(view)


async def test_a_skipped_run_that_would_earn_is_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = andalusia("4")
    session = session_with(monkeypatch, game, (60, tuple(on(game, *ANDALUSIA))))
    assert await must_be_confirmed(session, Draft("skip"))
    assert "would earn nothing. Its trains can earn £60." in await text_to_confirm(session, Draft("skip"))


async def test_a_run_without_revenue_is_skipped_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    session = session_with(monkeypatch, andalusia("4"))
    assert not await must_be_confirmed(session, Draft("skip"))
    assert "would earn nothing" not in await text_to_confirm(session, Draft("skip"))


async def test_the_run_itself_is_made_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game = andalusia("4")
    routes = on(game, *ANDALUSIA)
    session = session_with(monkeypatch, game, (60, tuple(routes)))
    draft = Draft("run", {"routes": routes})
    assert "would earn nothing" not in await text_to_confirm(session, draft)
    assert not await must_be_confirmed(session, draft)


async def test_the_button_asks_before_the_run_is_skipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = andalusia("4")
    for seat, name in zip(game.state.seats, FIVE, strict=False):
        game.state.players[seat].name = name
    found = RouteSets(((60, tuple(on(game, *ANDALUSIA))),), True, 60)

    async def search(*_: object) -> RouteSets:
        return found

    monkeypatch.setattr(forgone, "best_route_sets", search)
    monkeypatch.setattr(best_runs, "best_route_sets", search)
    async with staged(tmp_path, monkeypatch, game, careful=False) as scene:
        page = await scene.turn(scene.ann)
        before = (await scene.table.game()).revision
        await scene.press(scene.ann, page, "Run no train")
        assert "would earn nothing" in page.text
        assert (await scene.table.game()).revision == before
        await scene.press(scene.ann, page, "Confirm")
        assert (await scene.table.game()).revision > before
