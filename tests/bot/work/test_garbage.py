"""Collections: what stays is left out, quiet moments are used, pauses are known. Held games are bounded."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.chat.onepage import PrivatePage, PrivatePages
from bot.games.core import Games
from bot.store import open_store
from bot.work import garbage
from bot.work.garbage import GarbageCollector
from tests.drills.crowd import fill


@pytest.fixture
def collector() -> Iterator[GarbageCollector]:
    made = GarbageCollector()
    made.start()
    yield made
    made.stop()


def test_what_was_loaded_is_not_looked_through(collector: GarbageCollector) -> None:
    assert gc.get_freeze_count() > 10_000
    assert gc.get_threshold()[2] == garbage.NEVER


def test_rubbish_goes_in_a_quiet_moment_and_the_pause_is_known(collector: GarbageCollector) -> None:
    ring: list[object] = []
    ring.append(ring)
    del ring
    assert not collector.collect_if_idle(is_busy=True)
    assert collector.collect_if_idle(is_busy=False)
    assert collector.pauses >= 1
    assert 0 < collector.longest_pause < 5


def test_after_a_while_there_is_one_though_somebody_is_served(
    collector: GarbageCollector, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(garbage, "MAX_DELAY", 0.0)
    assert collector.collect_if_idle(is_busy=True)


async def test_held_games_are_bounded_by_their_records(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    await fill(file, 4, 4, (10, 10))
    store = await open_store(f"sqlite:///{file}")
    games = Games(store)
    games._loaded_games._max_weight = 25
    for number, held in ((1, [1]), (2, [1, 2]), (3, [2, 3]), (4, [3, 4]), (3, [4, 3])):
        game = await games.game(number)
        assert game is not None
        assert 10 <= game.revision <= 12
        assert [live.info.id for live in games._loaded_games.values()] == held
    games._loaded_games._max_weight = 1
    assert await games.game(1) is not None
    assert [live.info.id for live in games._loaded_games.values()] == [1]
    await store.close()


class Asked:
    """As much of an interaction as a page needs."""

    def __init__(self, user: int, expired: bool) -> None:
        self.user, self.expired = self, expired
        self.id = user

    def is_expired(self) -> bool:
        return self.expired


async def test_pages_that_cannot_be_taken_away_any_more_are_forgotten() -> None:
    pages = PrivatePages()
    for user, expired in ((1, True), (2, True), (3, False), (4, True)):
        await pages.replace_page(1, PrivatePage(user, Asked(user, expired)))  # type: ignore[arg-type]
    assert [key[1] for key in pages._recent_pages] == [3, 4]
