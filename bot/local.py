"""The local chat: Stationmaster on a simulated Discord, in a page of the browser, without token or network.

Everybody at the page may speak as any of the members. The simulated Discord lives in memory and is new at
each start, the bot's database is not: guild, channel and members keep their ids, old messages are gone.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import discord

if TYPE_CHECKING:
    import simcord

log = logging.getLogger(__name__)

NAME, GUILD, CHANNEL = "Stationmaster", "The railway table", "stationmaster"
EPHEMERAL = discord.MessageFlags(ephemeral=True).value
SHOWN = 50
"""Messages that a page shows."""

MEMBERS = ("Ann", "Ben", "Cy", "Dee", "Eli", "Flo")
LOOPBACK = ("127.0.0.1", "localhost")
TICK = 2.0
"""Seconds between two looks at the bot's own doings, such as reminders."""

PATIENCE = 30.0
"""Seconds for which the chat waits until the bot has finished an action."""


async def run_local(
    make_client: Callable[[], discord.Client],
    host: str = "127.0.0.1",
    port: int = 8018,
    members: Sequence[str] = MEMBERS,
) -> None:
    """Run the client in the local chat until cancelled, or until the session is ended on the page.

    Raises ValueError when `host` is not this machine: the page lets anyone act as anybody.
    """
    if host not in LOOPBACK:
        raise ValueError(f"The local chat is served on 127.0.0.1 only, not on {host!r}.")
    import simcord  # noqa: PLC0415 - an extra, absent from the container

    client = make_client()
    env = simcord.Env(client, check_errors=False, settle_timeout=PATIENCE)
    env.backend.bot_user.name = NAME
    channel, people = build_world(env, members)
    await env.start()
    try:
        await _repost(env, client)
        async with env.preview(channel, viewers=people, layout="channel", port=port) as preview:
            print(f"\nStationmaster is open at {preview.url}\n", flush=True)
            await _Chat(env, preview).run()
    finally:
        await env.shutdown()


def build_world(
    env: simcord.Env, members: Sequence[str]
) -> tuple[simcord.ChannelHandle, list[simcord.MemberActor]]:
    """Make the guild with its channel and members, with the same ids each time; then set the clock to now.

    The ids of later messages and interactions follow the clock, so they never meet those of an earlier run.
    """
    users = [env.create_user(name.lower(), global_name=name) for name in members]
    guild = env.create_guild(GUILD, owner=users[0])
    channel = guild.create_text_channel(CHANNEL)
    people = [guild.add_member(user) for user in users]
    env.backend.advance_clock(_behind(env))
    return channel, people


def _behind(env: simcord.Env) -> float:
    return (datetime.now(UTC) - env.now()).total_seconds()


async def _repost(env: simcord.Env, client: discord.Client) -> None:
    repost = getattr(client, "repost_open_games", None)
    if repost is None:
        return
    with env._bot_scope():  # what it starts belongs to the bot, and so follows the simulated clock
        await repost()
    await env.settle()


class _Chat:
    """Keeps the simulated clock going and shows what the bot does by itself."""

    def __init__(self, env: simcord.Env, preview: simcord.Preview) -> None:
        self._env, self._preview = env, preview
        self._lock = asyncio.Lock()
        self._shown = len(env.http_requests)
        self._act = preview._action
        # SimCord refuses an action while another or the clock is at work; here it waits for its turn.
        preview._action = self._in_turn  # type: ignore[method-assign]

    async def _in_turn(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        async with self._lock:
            before = self._wall()
            result = await self._act(context_id, body)
            # SimCord renews the page of the acting viewer only.
            await self._show(self._wall() != before)
            return result

    def _wall(self) -> str:
        messages = list(self._env.backend.messages.get(self._preview.channel.id, {}).values())
        return repr([m for m in messages[-SHOWN:] if not m.flags & EPHEMERAL])

    async def run(self) -> None:
        """Tick until the session is ended."""
        ticking = asyncio.create_task(self._tick())
        closed = asyncio.create_task(self._preview.wait_closed())
        try:
            await asyncio.wait((ticking, closed), return_when=asyncio.FIRST_COMPLETED)
            if ticking.done():
                ticking.result()
        finally:
            for task in (ticking, closed):
                task.cancel()
            await asyncio.gather(ticking, closed, return_exceptions=True)

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            async with self._lock:
                try:
                    await self._env.advance_time(max(0.0, _behind(self._env)))
                    await self._show(len(self._env.http_requests) != self._shown)
                except TimeoutError:
                    log.warning("The bot is still at work; the local chat looks again soon.")

    async def _show(self, news: bool) -> None:
        # Each refresh makes a click on the older page void, so it is for news only.
        if news:
            await self._preview.refresh()
        self._shown = len(self._env.http_requests)
