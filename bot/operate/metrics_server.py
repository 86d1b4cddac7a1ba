"""Serves the figures of `bot.work.metrics` to Prometheus; off unless STATIONMASTER_METRICS is set."""

from __future__ import annotations

import os

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot.chat.bot_client import BotClient
from bot.post import pending
from bot.store.game_rows import now_ms
from bot.work.metrics import METRICS, resident_memory


class MetricsServer:
    """The HTTP server that gives the bot's metrics to Prometheus at ``/metrics``."""

    def __init__(self, bot: BotClient) -> None:
        """Prepare the HTTP server of this bot's metrics for Prometheus; `start` starts it."""
        self._bot = bot
        self._runner: web.AppRunner | None = None

    async def start(self, host: str, port: int) -> int:
        """Start the HTTP server of the metrics for Prometheus, and return its port; port 0 takes a free one.

        Raises OSError if the port is taken.
        """
        application = web.Application()
        application.router.add_get("/metrics", self._answer)
        runner = web.AppRunner(application, access_log=None)
        await runner.setup()
        self._runner = runner
        await web.TCPSite(runner, host, port).start()
        return int(runner.addresses[0][1])

    async def close(self) -> None:
        """Stop the HTTP server of the metrics for Prometheus, if it was started."""
        if self._runner is not None:
            await self._runner.cleanup()

    async def update_gauges(self) -> None:
        """Update the metrics for Prometheus that nothing else updates at the time of the event.

        These are the queue, busy workers, memory, games in memory, the longest pause, and messages that are
        due. Raises SQLAlchemyError or OSError if the database fails.
        """
        queue = self._bot.pool.queue
        METRICS.queue.set(len(queue))
        METRICS.busy_workers.set(queue.running_calls.total())
        METRICS.memory.labels("main").set(resident_memory(os.getpid()))
        METRICS.memory.labels("workers").set(sum(map(resident_memory, self._bot.pool.pids)))
        METRICS.games_in_memory.set(self._bot.games.loaded_count)
        if self._bot.garbage is not None:
            METRICS.longest_pause.set(self._bot.garbage.longest_pause)
        count, oldest = await pending.count_due_messages(self._bot.games)
        METRICS.outbox.set(count)
        METRICS.outbox_lag.set(max(now_ms() - oldest, 0) / 1000 if oldest is not None else 0)

    async def _answer(self, _: web.Request) -> web.Response:
        """Answer a request of Prometheus with the current metrics of the bot in its text format.

        If the database fails, SQLAlchemyError or OSError is raised, and aiohttp answers with status 500.
        """
        await self.update_gauges()
        body = generate_latest(METRICS.registry)
        return web.Response(body=body, headers={"Content-Type": CONTENT_TYPE_LATEST})
