"""The short form of the drill of load: all is done and answered, and an act costs no more than it should."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.operate.review import review_games
from bot.store import open_store
from tests.drills import crowd, load


@pytest.mark.slow(seconds=8)
async def test_the_short_drill_of_load() -> None:
    found = await load.drill(load.SHORT, ("service", "bot"))
    games, bot = found["service"], found["bot"]
    acts = load.SHORT.tables * load.SHORT.rounds
    assert (games["acts"], bot["acts"]) == (acts, acts)
    assert bot["refused"] == []
    assert bot["answered"]["count"] == acts
    assert games["per_act"]["statements"] < 18, games
    assert games["per_act"]["commits"] <= 1.0, "all of an act is one transaction"
    assert bot["per_act"]["statements"] < 50, bot
    assert bot["per_act"].get("draw", 0) <= 2.5, bot
    assert bot["memory"]["all_pss"] < 600
    assert bot.get("collection_cpu", {"max": 0.0})["max"] < 50, "a pause that others would notice"


@pytest.mark.slow(seconds=8)
async def test_a_crowd_of_tables_is_as_it_was_stored(tmp_path: Path) -> None:
    await crowd.fill(tmp_path / "games.db", 6, 2, (5, 9))
    store = await open_store(f"sqlite:///{tmp_path / 'games.db'}")
    try:
        found = [finding async for finding in review_games(store)]
        assert [(f.damage, f.has_wrong_checksum) for f in found] == [("", False)] * 6
    finally:
        await store.close()
