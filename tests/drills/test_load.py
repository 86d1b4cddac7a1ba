"""The short form of the drill of load: all is done and answered, and an act costs no more than it should."""

from __future__ import annotations

from tests.drills import load


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
