"""Games that are not in memory are opened while everybody else goes on."""

import asyncio
import time

from bot.service import opening
from bot.store import records

LONG, HELD = 0.4, 0.2


async def longest_wait(work):
    """The result of some work, and by how much the event loop was late meanwhile at most."""
    task, latest = asyncio.ensure_future(work), 0.0
    while not task.done():
        began = time.perf_counter()
        await asyncio.sleep(0.005)
        latest = max(latest, time.perf_counter() - began - 0.005)
    return await task, latest


async def test_a_long_log_is_verified_and_folded_away_from_the_event_loop(desk, monkeypatch):
    game = await desk.table()
    before = await desk.digest(game)
    service, found = await desk.restart(), []

    def slowly(work):
        def worked(*args):
            time.sleep(LONG)
            found.append(work.__name__)
            return work(*args)

        return worked

    monkeypatch.setattr(opening, "fold", slowly(opening.fold))
    monkeypatch.setattr(records, "verified", slowly(records.verified))
    opened, late = await longest_wait(service.game(game))
    assert opened.digest() == before
    assert found == ["verified", "fold"]
    assert late < HELD


async def test_others_play_while_a_long_game_is_opened(desk, monkeypatch):
    long, short = await desk.table(channel=1), await desk.table(channel=2)
    service, fold, order = await desk.restart(), opening.fold, []
    user, rev = await desk.on_move(short), await desk.rev(short)

    def slowly(found):
        time.sleep(LONG)
        order.append("opened")
        return fold(found)

    monkeypatch.setattr(opening, "fold", slowly)
    opening_it = asyncio.create_task(service.game(long))
    await asyncio.sleep(0.02)
    done = await service.act(short, user, "count", {"by": 1}, rev=rev, interaction_id=1)
    order.append("moved")
    await opening_it
    assert done.ok
    assert order == ["moved", "opened"]
