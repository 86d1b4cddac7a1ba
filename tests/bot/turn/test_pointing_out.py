"""A better route of another's railroad, shown to its president: from the card to the run, by thumb."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import Game
from tests.bot.scenes import FIVE, staged
from tests.scenario import act
from tests.titles.g18oe.cutouts import US
from tests.titles.g18oe.lines import ANDALUSIA, Europe
from tests.titles.g18oe.test_18oe_running import on, turn

POINT = "Point out a better route"


def worse_run() -> Game:
    """Ann's railroad has run for 30 what could be 60."""
    scenario = Europe("2").line(*ANDALUSIA).token_at("AC8").card("4")
    for seat, name in zip(scenario.state.seats, FIVE, strict=False):
        scenario.state.players[seat].name = name
    game = turn(scenario)
    act(game, "p1", "run", routes=on(game, *ANDALUSIA[:2]))
    return game


async def test_who_is_not_on_turn_points_out_a_better_route(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with staged(tmp_path, monkeypatch, worse_run()) as scene:
        page = await scene.turn(scene.ben)
        assert "under More" in page.text
        await scene.press(scene.ben, page, "More…", f"{POINT}…")
        assert f"**{POINT}**" in page.text
        [found] = [label for label in page.labels if label.startswith(POINT)]
        assert found == f"{POINT}: £60"
        assert "Run and pay out" not in page.labels
        await scene.press(scene.ben, page, found)
        assert (await scene.table.game()).view.company(US).last_revenue == 60
        assert scene.called() == []


async def test_a_route_that_is_no_better_is_shown_with_the_reason_and_without_a_button(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = worse_run()
    act(game, "p2", "point_out", routes=on(game, *ANDALUSIA))
    async with staged(tmp_path, monkeypatch, game) as scene:
        page = await scene.turn(scene.cy)
        await scene.press(scene.cy, page, "More…", f"{POINT}…")
        assert "What is pointed out earns more than £60." in page.text
        assert not [label for label in page.labels if label.startswith(POINT)]


async def test_the_president_has_no_such_button(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with staged(tmp_path, monkeypatch, worse_run()) as scene:
        page = await scene.turn(scene.ann)
        assert not [label for label in page.labels if label.startswith(POINT)]
