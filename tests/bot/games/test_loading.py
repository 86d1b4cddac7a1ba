"""Games that are not in memory are opened while everybody else goes on."""

import asyncio
import threading

from bot.games import loading, moves
from bot.store import records


class Meanwhile:
    """Keeps a piece of work from its end until the event loop has said so: on the loop it would never end."""

    def __init__(self, work):
        self.work, self.begun, self.go = work, threading.Event(), threading.Event()

    def __call__(self, *args):
        self.begun.set()
        assert self.go.wait(20), "the event loop was held up"
        return self.work(*args)

    async def let_go(self):
        """The loop goes on: it hears that the work has begun, and lets it end."""
        assert await asyncio.to_thread(self.begun.wait, 20)
        self.go.set()


async def test_a_long_log_is_verified_and_folded_away_from_the_event_loop(harness, monkeypatch):
    game = await harness.table()
    before = await harness.digest(game)
    games = await harness.restart()
    verified, fold = Meanwhile(records.verify_log), Meanwhile(loading.build_game)
    monkeypatch.setattr(records, "verify_log", verified)
    monkeypatch.setattr(loading, "build_game", fold)
    opened, *_ = await asyncio.gather(games.game(game), verified.let_go(), fold.let_go())
    assert opened.digest() == before


async def test_others_play_while_a_long_game_is_opened(harness, monkeypatch):
    long, short = await harness.table(channel=1), await harness.table(channel=2)
    games = await harness.restart()
    user, revision = await harness.on_move(short), await harness.revision(short)
    fold = Meanwhile(loading.build_game)
    monkeypatch.setattr(loading, "build_game", fold)
    waiting = asyncio.create_task(games.game(long))
    done = await moves.make_move(games, short, user, "count", {"by": 1}, revision=revision, interaction_id=1)
    assert done.ok
    assert not waiting.done()
    await fold.let_go()
    assert (await waiting).revision == 1
