"""A law of a rulebook that fails in a running game: told to the operator, and the table plays on."""

import logging
from dataclasses import replace

import pytest

import engine
from bot.games import moves
from bot.work.metrics import METRICS
from tests import toy
from tests.bot.harness import CY


def nobody_counts(view):
    """A law that is wrong."""
    return next((f"{p} has counted" for p in view.seats if toy.count_of(view, p)), None)


def none_is_rich(view):
    """An invariant of the title."""
    return next((f"{p} is rich" for p in view.seats if view.cash(p) > 25), None)


@pytest.fixture
async def game(harness, monkeypatch):
    """A table of a title with these."""
    title = replace(toy.TITLE, invariants=(nobody_counts,), conserved=(none_is_rich,))
    monkeypatch.setitem(engine.TITLES, "TOY", title)
    return await harness.table()


def counted():
    labels = {"title": "TOY", "law": "nobody_counts"}
    return METRICS.registry.get_sample_value("stationmaster_laws_failed_total", labels) or 0.0


async def test_the_game_goes_on_and_the_law_is_logged_counted_and_kept(harness, game, caplog):
    before, user = counted(), await harness.on_move(game)
    with caplog.at_level(logging.ERROR, "bot.games.failed_rule_checks"):
        done = await moves.make_move(harness.games, game, user, "count", {"by": 1}, interaction_id=1)
    assert done.ok
    kept = harness.games.failed_rule_checks
    (failed,) = kept.newest
    assert (failed.game_id, failed.name, failed.record, failed.law) == (
        game,
        "Tuesday",
        done.revision,
        "nobody_counts",
    )
    assert failed.text.endswith("has counted")
    assert (kept.count, counted()) == (1, before + 1)
    assert f"game {game}, record {done.revision}: the law nobody_counts does not hold" in caplog.text


async def test_it_is_told_once_also_after_a_restart_and_for_a_press_that_comes_again(harness, game):
    user = await harness.on_move(game)
    for _ in range(2):
        assert (await moves.make_move(harness.games, game, user, "count", {"by": 1}, interaction_id=1)).ok
    assert (await moves.make_move(harness.games, game, await harness.on_move(game), "pass")).ok
    assert harness.games.failed_rule_checks.count == 1
    games = await harness.restart()
    assert (await moves.make_move(games, game, await harness.on_move(game), "pass")).ok
    assert games.failed_rule_checks.count == 0


async def test_what_is_lost_or_made_still_takes_the_move_back(harness, game):
    payer = await harness.on_move(game)
    info, revision = await harness.games.info(game), await harness.revision(game)
    to = next(seat.id for seat in info.seats if seat.user_id == (CY if payer != CY else 1))
    done = await moves.make_move(harness.games, game, payer, "pay", {"to": to, "amount": 10})
    assert done.kind == "fault"
    assert await harness.revision(game) == revision
    assert harness.games.failed_rule_checks.count == 0
