"""The page of the local chat: its clock, its actions one at a time, and the channel that it shows."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import discord

from bot.chat.station import Station
from bot.config import BadConfig
from bot.local.errands import Errands
from bot.local.greeting import Hall, greet, open_hall
from bot.local.guard import guard, object_only
from bot.local.memory import remember_texts
from bot.local.news import News
from bot.local.world import MEMBERS, World, behind, build_world
from bot.local.written import Unreadable, read

if TYPE_CHECKING:
    import simcord
    from simcord.preview._pages import _Page

log = logging.getLogger(__name__)

NAME = "Stationmaster"
EPHEMERAL = discord.MessageFlags(ephemeral=True).value
LOOPBACK = ("127.0.0.1", "localhost")
TICK = 2.0
"""Seconds between two moves of the clock."""

HURRY = 1.0
"""Seconds that the faster clock waits for the bot before it goes on."""

PATIENCE = 30.0
"""Seconds for which the chat waits until the bot has finished an action."""


async def run_local(
    make_client: Callable[[], discord.Client],
    host: str = "127.0.0.1",
    port: int = 8018,
    members: Sequence[str] = MEMBERS,
    speed: float = 1.0,
) -> None:
    """Run the client in the local chat until cancelled, or until the session is ended on the page.

    Time runs ``speed`` times as fast as elsewhere, so that reminders and clocks can be tried.

    Raises ValueError when `host` is not this machine: the page lets anyone act as anybody; BadConfig when
    the port is taken.
    """
    if host not in LOOPBACK:
        raise ValueError(f"The local chat is served on 127.0.0.1 only, not on {host!r}.")
    _check_free(port)
    import simcord  # noqa: PLC0415 - an extra, absent from the container

    client = make_client()
    env = simcord.Env(client, check_errors=False, settle_timeout=PATIENCE)
    env.backend.bot_user.name = NAME
    remember_texts()
    world = build_world(env, members)
    hall = open_hall(client, world)
    if isinstance(client, Station):
        client.games.clock = lambda: int(env.now().timestamp())
    await _start(env)
    try:
        await _open(env, client, hall)
        page = env.preview(world.home, viewers=world.people, layout="channel", port=port)
        chat = Chat(env, page, world, hall, speed)
        guard(page)
        async with page as preview:
            print(f"\nStationmaster is open at {preview.url}\n", flush=True)
            await chat.run()
    finally:
        await env.shutdown()


def _check_free(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            raise BadConfig(
                f"Port {port} is taken, perhaps by a local chat that still runs: end that one, or take "
                f"another port with ./play --port {port + 1}"
            ) from error


async def _start(env: simcord.Env) -> None:
    """Start the bot, which may owe cards of long games: SimCord would give it up after 5 s."""
    settle = env._settle_internal

    async def patient(**given: Any) -> None:
        try:
            await settle(**given | {"timeout": None})
        except TimeoutError:
            _busy()

    env._settle_internal = patient  # type: ignore[method-assign]
    await env.start()
    env._settle_internal = settle  # type: ignore[method-assign]


def _busy() -> None:
    log.warning("The bot is still at work; the local chat looks again soon.")


async def _open(env: simcord.Env, client: discord.Client, hall: Hall) -> None:
    """Greet in each channel, then post the cards of the open games, since a new chat begins empty.

    Cards that take long come a little later.
    """
    with env._bot_scope():  # what it starts belongs to the bot, and so follows the simulated clock
        await greet(client, hall)
        repost = getattr(client, "repost_open_games", None)
        if repost is not None:
            await repost()
    try:
        await env.settle()
    except TimeoutError:
        _busy()


class Chat:
    """Keeps the simulated clock going, shows what the bot does by itself and leads to channels."""

    def __init__(
        self, env: simcord.Env, preview: simcord.Preview, world: World, hall: Hall, speed: float = 1.0
    ) -> None:
        self._env, self._preview, self._world, self._hall = env, preview, world, hall
        self._speed = speed
        self._lock = asyncio.Lock()
        self._errands = Errands(env, patient=speed != 1)
        self._news = News(env, preview)
        if speed != 1:
            env.settle_timeout = HURRY
        self._act = preview._action
        # SimCord refuses an action while another or the clock is at work; here it waits for its turn.
        preview._action = self._in_turn  # type: ignore[method-assign]

    async def _in_turn(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        object_only(body)
        self._errands.line += 1
        try:
            await self._lock.acquire()
        finally:
            self._errands.line -= 1
        try:
            return await self._one_action(context_id, body)
        finally:
            self._lock.release()

    async def _one_action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        page = self._preview._pages.get(context_id or "")
        if page is not None:
            self._turn_to(page)
            body = self._news.still_current(page, self._understood(page, body))
        with self._errands.errand():
            result = await self._act(context_id, body)
        if page is not None:
            self._follow(page)
            self._reopen_at(page)
        return result

    # --- channels ------------------------------------------------------------------------------

    def _turn_to(self, page: _Page) -> None:
        """SimCord shows one channel; what is done now is done in that of the page."""
        self._preview.channel = next(p for p in self._world.places if p.id == page.channel_id)

    def _follow(self, page: _Page) -> None:
        """Show the channel that the member of this page asked for."""
        wanted = self._hall.wanted.pop(page.viewer.id, page.channel_id)
        if wanted == page.channel_id:
            return
        self._preview._redact_page_receipts(page)
        self._preview._clear_page_assets(page)
        self._preview._reset_queries(page)
        page.channel_id, page.target_id, page.window_end_id = wanted, None, None
        page.modal, page.modal_handle = None, None
        page.generation += 1
        self._turn_to(page)
        self._preview._publish(page, reason="navigation")

    def _reopen_at(self, page: _Page) -> None:
        """A page that is opened next shows this channel, and what is newest there."""
        first = self._preview._pages["python"]
        newest = self._preview._initial_target(first.viewer, page.channel_id)
        first.channel_id, first.target_id, first.window_end_id = page.channel_id, newest, newest

    # --- written commands ----------------------------------------------------------------------

    def _understood(self, page: _Page, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """A message that is a command, as the command; when it cannot be read, its writer is told why."""
        text = body.get("content")
        if body.get("kind") != "send_message" or not isinstance(text, str) or not text.startswith("/"):
            return body
        people = {name: str(user) for user, name in self._world.names.items()}
        try:
            entry, options = read(text, page.command_catalog.get("entries", []), people)
        except Unreadable as fault:
            self._tell(page, str(fault))
            return {**body, "kind": "refresh"}
        return {
            **body, "kind": "run_command", "command_id": entry["commandId"], "path": entry["path"],
            "schema_fingerprint": entry["schemaFingerprint"], "options": options,
        }  # fmt: skip

    def _tell(self, page: _Page, text: str) -> None:
        backend, viewer = self._env.backend, {"user": {"id": str(page.viewer.id)}}
        backend.create_message(
            page.channel_id, backend.bot_user.id, text[:1900], flags=EPHEMERAL, interaction_metadata=viewer
        )

    # --- the clock -----------------------------------------------------------------------------

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
                    await self._env.advance_time(self._step())
                except TimeoutError:
                    log.debug("the bot is still at work; the clock goes on soon")

    def _step(self) -> float:
        """Seconds by which the clock moves on now: to the real time, or by a tick of the faster one."""
        return max(0.0, behind(self._env)) if self._speed == 1 else TICK * self._speed
