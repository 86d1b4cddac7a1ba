"""The page of the local chat: its clock, its actions one at a time, and the channel that it shows."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import discord

from bot.chat.bot_client import BotClient
from bot.chat.locale import use_server_locale
from bot.config import BadConfig
from bot.local import simcord_internals as internals
from bot.local.actions import ViewerActions
from bot.local.greeting import ChatDirectory, greet, register_directory
from bot.local.guard import guard_handlers, require_object
from bot.local.memory import cache_texts
from bot.local.page_updates import EPHEMERAL, PageUpdates
from bot.local.stylesheet import add_styles
from bot.local.world import MEMBERS, World, build_world, seconds_behind
from bot.local.written import CommandError, parse_command

if TYPE_CHECKING:
    import simcord

    from bot.local.simcord_internals import Page

log = logging.getLogger(__name__)

NAME = "Stationmaster"
LOOPBACK = ("127.0.0.1", "localhost")
TICK_SECONDS = 2.0
"""Seconds between two ticks of the clock."""

FAST_TIMEOUT = 1.0
"""Seconds for which a fast clock waits for the bot before it goes on."""

ACTION_TIMEOUT = 30.0
"""Seconds for which the chat waits for the bot to finish an action."""


async def run_local(
    make_client: Callable[[], discord.Client],
    host: str = "127.0.0.1",
    port: int = 8018,
    members: Sequence[str] = MEMBERS,
    speed: float = 1.0,
) -> None:
    """Run the client in the local chat until cancelled, or until the session is ended on the page.

    ``members`` are the names of the simulated members. Time runs ``speed`` times as fast as in reality, so
    that reminders and clocks can be tried. Raises ValueError when `host` is not this machine, since the page
    lets anyone act as any member; BadConfig when the port is in use.
    """
    if host not in LOOPBACK:
        raise ValueError(f"The local chat is served on 127.0.0.1 only, not on {host!r}.")
    _check_port(port)
    import simcord  # noqa: PLC0415 - an extra, absent from the container

    client = make_client()
    env = simcord.Env(client, check_errors=False, settle_timeout=ACTION_TIMEOUT)
    env.backend.bot_user.name = NAME
    cache_texts()
    world = build_world(env, members)
    directory = register_directory(client, world)
    if isinstance(client, BotClient):
        client.games.now = lambda: int(env.now().timestamp())
    await _start_bot(env)
    try:
        await _post_first_messages(env, client, directory)
        page = env.preview(world.home, viewers=world.people, layout="channel", port=port)
        chat = Chat(env, page, world, directory, client, speed)
        guard_handlers(page)
        add_styles(page)
        async with page as preview:
            print(f"\nStationmaster is open at {preview.url}\n", flush=True)
            await chat.run()
    finally:
        await env.shutdown()


def _check_port(port: int) -> None:
    """Raise BadConfig when the port of the local chat on 127.0.0.1 is in use."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            raise BadConfig(
                f"Port {port} is taken, perhaps by a local chat that still runs: end that one, or take "
                f"another port with ./play --port {port + 1}"
            ) from error


async def _start_bot(env: simcord.Env) -> None:
    """Start the bot of the local chat on the simulated Discord.

    Until it has started, the limit of 30 seconds for an action does not hold, since it may have many cards to
    post.
    """
    settle = internals.settle_of(env)

    async def settle_patiently(**kwargs: Any) -> None:
        """Wait without a limit until the bot of the local chat is idle; a TimeoutError is only logged."""
        try:
            await settle(**kwargs | {"timeout": None})
        except TimeoutError:
            _log_busy()

    internals.replace_settle(env, settle_patiently)
    await env.start()
    internals.replace_settle(env, settle)


def _log_busy() -> None:
    """Log that the bot is still busy with an action of the local chat."""
    log.warning("The bot is still at work; the local chat looks again soon.")


async def _post_first_messages(env: simcord.Env, client: discord.Client, directory: ChatDirectory) -> None:
    """Post a greeting in each channel of the local chat, then the cards of the open games again.

    The chat has no messages before. Cards that take long follow a little later.
    """
    with internals.bot_scope(env):
        await greet(client, directory)
        repost = getattr(client, "repost_open_games", None)
        if repost is not None:
            await repost()
    try:
        await env.settle()
    except TimeoutError:
        _log_busy()


class Chat:
    """Runs the local chat: its simulated clock, the actions of viewers one at a time, and their channels."""

    def __init__(
        self,
        env: simcord.Env,
        preview: simcord.Preview,
        world: World,
        directory: ChatDirectory,
        client: discord.Client,
        speed: float = 1.0,
    ) -> None:
        """Take over the actions and the clock of the browser pages of the local chat.

        Time runs ``speed`` times as fast as in reality. Unless that is 1, a tick waits for the bot at most 1
        second.
        """
        self._env, self._simcord_preview, self._world, self._directory = env, preview, world, directory
        self._client, self._speed = client, speed
        self._lock = asyncio.Lock()
        self._viewer_actions = ViewerActions(env, finish_due_first=speed != 1)
        self._page_updates = PageUpdates(env, preview)
        if speed != 1:
            env.settle_timeout = FAST_TIMEOUT
        self._act = internals.action_of(preview)
        # SimCord refuses an action while another or the clock is at work; here it waits for its turn.
        internals.replace_action(preview, self._act_in_turn)

    async def _act_in_turn(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        """Carry out an action of a browser page of the local chat as soon as no other one is running.

        Return SimCord's result. ``body`` is the action as JSON: its "kind" and that kind's values. Raises
        TypeError if it is no JSON object. ``context_id`` names the page, None for none.
        """
        require_object(body)
        self._viewer_actions.waiting_actions += 1
        try:
            await self._lock.acquire()
        finally:
            self._viewer_actions.waiting_actions -= 1
        try:
            return await self._act_in_channel(context_id, body)
        finally:
            self._lock.release()

    async def _act_in_channel(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        """Carry out an action of a browser page in the channel that it shows; return SimCord's result.

        A written command is parsed, the page may switch channels, and new pages begin with its channel.
        ``context_id`` names the page; without a known page, SimCord alone acts.
        """
        page = internals.pages(self._simcord_preview).get(context_id or "")
        if page is not None:
            self._select_channel(page)
            body = self._page_updates.bring_up_to_date(page, await self._parse_command(page, body))
        with self._viewer_actions.begin():
            result = await self._act(context_id, body)
        if page is not None:
            self._switch_channel(page)
            self._set_first_channel(page)
        return result

    # --- channels ------------------------------------------------------------------------------

    def _select_channel(self, page: Page) -> None:
        """Make SimCord's single current channel the one that the browser page shows.

        Raises StopIteration if that is no channel of the local chat.
        """
        self._simcord_preview.channel = next(
            place for place in self._world.places if place.id == page.channel_id
        )

    def _switch_channel(self, page: Page) -> None:
        """Switch a browser page of the local chat to the channel that its member asked for, and render it.

        The wish is then dropped. Nothing changes if he asked for none.
        """
        channel_id = self._directory.next_channel_by_user.pop(page.viewer.id, page.channel_id)
        if channel_id == page.channel_id:
            return
        internals.switch_channel(self._simcord_preview, page, channel_id)
        self._select_channel(page)
        internals.publish_of(self._simcord_preview)(page, reason="navigation")

    def _set_first_channel(self, page: Page) -> None:
        """Let the next browser page that is opened show this page's channel at its newest message.

        SimCord opens each browser page as a copy of its page "python".
        """
        initial_page = internals.pages(self._simcord_preview)["python"]
        message_id = internals.newest_message(self._simcord_preview, initial_page, page.channel_id)
        initial_page.channel_id, initial_page.target_id, initial_page.window_end_id = (
            page.channel_id,
            message_id,
            message_id,
        )

    # --- written commands ----------------------------------------------------------------------

    async def _parse_command(self, page: Page, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the action for a message of the local chat that is a written slash command.

        Such a message has the ``kind`` "send_message" and a ``content`` that begins with "/". Its writer is
        told of an error in the language of the chat, and the action is a refresh. Any other action is
        returned as it is.
        """
        text = body.get("content")
        if body.get("kind") != "send_message" or not isinstance(text, str) or not text.startswith("/"):
            return body
        if isinstance(self._client, BotClient):
            await use_server_locale(self._client, self._directory.guild_id)
        member_ids = {name: str(user) for user, name in self._world.names.items()}
        try:
            entry, options = parse_command(text, page.command_catalog.get("entries", []), member_ids)
        except CommandError as error:
            self._send_ephemeral(page, str(error))
            return {**body, "kind": "refresh"}
        return {
            **body, "kind": "run_command", "command_id": entry["commandId"], "path": entry["path"],
            "schema_fingerprint": entry["schemaFingerprint"], "options": options,
        }  # fmt: skip

    def _send_ephemeral(self, page: Page, text: str) -> None:
        """Send an ephemeral message of the bot, cut at 1900 characters, to a member of the local chat."""
        backend, metadata = self._env.backend, {"user": {"id": str(page.viewer.id)}}
        backend.create_message(
            page.channel_id, backend.bot_user.id, text[:1900], flags=EPHEMERAL, interaction_metadata=metadata
        )

    # --- the clock -----------------------------------------------------------------------------

    async def run(self) -> None:
        """Run the clock of the local chat until the session is ended on the page.

        Raises the error that ended the clock, if one did.
        """
        ticking = asyncio.create_task(self._run_clock())
        closed = asyncio.create_task(self._simcord_preview.wait_closed())
        try:
            await asyncio.wait((ticking, closed), return_when=asyncio.FIRST_COMPLETED)
            if ticking.done():
                ticking.result()
        finally:
            for task in (ticking, closed):
                task.cancel()
            await asyncio.gather(ticking, closed, return_exceptions=True)

    async def _run_clock(self) -> None:
        """Advance the simulated clock of the local chat for ever, one tick each 2 seconds, between actions.

        A tick for which the bot takes too long is only logged.
        """
        while True:
            await asyncio.sleep(TICK_SECONDS)
            async with self._lock:
                try:
                    await self._env.advance_time(self._seconds_to_advance())
                except TimeoutError:
                    log.debug("the bot is still at work; the clock goes on soon")

    def _seconds_to_advance(self) -> float:
        """Return the seconds by which to advance the simulated clock of the local chat.

        At speed 1 it catches up with real time (0 if it is ahead), else it is 2 seconds times the speed.
        """
        return max(0.0, seconds_behind(self._env)) if self._speed == 1 else TICK_SECONDS * self._speed
