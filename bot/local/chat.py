"""The page of the local chat: its clock, its actions one at a time, and the channel that it shows."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import discord

from bot.chat.bot_client import BotClient
from bot.chat.locale import apply_server_preferences
from bot.config import BadConfig
from bot.local import simcord_internals as internals
from bot.local.actions import ViewerActions
from bot.local.greeting import ChatDirectory, greet, register_chat_directory
from bot.local.guard import refuse_unreadable_requests, require_object
from bot.local.memory import cache_parsed_texts
from bot.local.page_updates import EPHEMERAL, PageUpdates
from bot.local.stylesheet import add_styles
from bot.local.world import MEMBERS, World, create_simulated_server, seconds_behind
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
    """Run the bot in the local chat until cancelled, or until the session is ended on the page.

    ``make_client`` makes the bot's Discord client, ``members`` are the names of the simulated members. Time
    runs ``speed`` times as fast as in reality, so that reminders and clocks can be tried. Raises ValueError
    if ``host`` is not this machine, since the page lets anyone act as any member; BadConfig if the port is in
    use; ImportError if simcord is not installed.
    """
    if host not in LOOPBACK:
        raise ValueError(f"The local chat is served on 127.0.0.1 only, not on {host!r}.")
    _check_port(port)
    import simcord  # noqa: PLC0415 - an extra, absent from the container

    client = make_client()
    env = simcord.Env(client, check_errors=False, settle_timeout=ACTION_TIMEOUT)
    env.backend.bot_user.name = NAME
    cache_parsed_texts()
    world = create_simulated_server(env, members)
    directory = register_chat_directory(client, world)
    if isinstance(client, BotClient):
        client.games.now = lambda: int(env.now().timestamp())
    await _start_bot(env)
    try:
        await _post_first_messages(env, client, directory)
        page = env.preview(world.home, viewers=world.members, layout="channel", port=port)
        chat = Chat(env, page, world, directory, client, speed)
        refuse_unreadable_requests(page)
        add_styles(page)
        async with page as preview:
            print(f"\nStationmaster is open at {preview.url}\n", flush=True)
            await chat.run()
    finally:
        await env.shutdown()


def _check_port(port: int) -> None:
    """Raise BadConfig if the local chat cannot use a port of 127.0.0.1, mostly because it is in use."""
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
    settle = internals.settle_function(env)

    async def settle_without_limit(**kwargs: Any) -> None:
        """Wait without a time limit until the local chat's bot is idle; a TimeoutError is only logged."""
        try:
            await settle(**kwargs | {"timeout": None})
        except TimeoutError:
            _log_busy()

    internals.replace_settle(env, settle_without_limit)
    await env.start()
    internals.replace_settle(env, settle)


def _log_busy() -> None:
    """Log that the bot of the local chat is still busy, after SimCord has waited for it in vain."""
    log.warning("The bot is still at work; the local chat looks again soon.")


async def _post_first_messages(env: simcord.Env, client: discord.Client, directory: ChatDirectory) -> None:
    """Post a greeting in each channel of the local chat, and then the cards of the open games again.

    The simulated Discord has no messages when it starts. Cards that take long follow a little later.
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
        """Let this chat carry out the actions of the local chat's browser pages, in place of SimCord.

        Time runs ``speed`` times as fast as in reality; unless that is 1, a tick of the clock waits for the
        bot at most 1 second. `run` starts the clock. Raises RuntimeError if no event loop is running.
        """
        self._env, self._simcord_preview, self._world, self._directory = env, preview, world, directory
        self._client, self._speed = client, speed
        self._lock = asyncio.Lock()
        self._viewer_actions = ViewerActions(env, finish_due_first=speed != 1)
        self._page_updates = PageUpdates(env, preview)
        if speed != 1:
            env.settle_timeout = FAST_TIMEOUT
        self._simcord_action = internals.page_action_handler(preview)
        # SimCord refuses an action while another or the clock is at work; here it waits for its turn.
        internals.replace_action(preview, self._act_when_free)

    async def _act_when_free(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        """Carry out an action of a browser page of the local chat as soon as no other one is running.

        Return SimCord's result. ``body`` is the action as JSON: its "kind" and that kind's values. Raises
        TypeError if it is no JSON object. ``context_id`` is the id of the page, None for none.
        """
        require_object(body)
        self._viewer_actions.waiting_actions += 1
        try:
            await self._lock.acquire()
        finally:
            self._viewer_actions.waiting_actions -= 1
        try:
            return await self._act_on_page(context_id, body)
        finally:
            self._lock.release()

    async def _act_on_page(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        """Carry out a viewer's action in the channel that the browser page shows; return SimCord's result.

        ``context_id`` is the id of the page, ``body`` the action as JSON. A typed slash command is parsed
        first. If the action makes the page show another channel, pages that are opened later begin there. If
        the page is unknown, SimCord gets the action unchanged.
        """
        page = internals.pages(self._simcord_preview).get(context_id or "")
        if page is not None:
            self._select_channel(page)
            body = self._page_updates.rebase_action(page, await self._parse_command(page, body))
        with self._viewer_actions.track_action():
            result = await self._simcord_action(context_id, body)
        if page is not None:
            self._switch_channel(page)
            self._set_channel_of_next_page(page)
        return result

    # --- channels ------------------------------------------------------------------------------

    def _select_channel(self, page: Page) -> None:
        """Set SimCord's only current channel to the channel that this browser page shows."""
        self._simcord_preview.channel = next(
            channel for channel in self._world.channels if channel.id == page.channel_id
        )

    def _switch_channel(self, page: Page) -> None:
        """Switch a browser page to the channel that its viewer has chosen in the local chat, and render it.

        The choice (by `/go` or a menu) is then forgotten. Without one, nothing changes.
        """
        channel_id = self._directory.next_channel_by_user.pop(page.viewer.id, page.channel_id)
        if channel_id == page.channel_id:
            return
        internals.switch_channel(self._simcord_preview, page, channel_id)
        self._select_channel(page)
        internals.publish_function(self._simcord_preview)(page, reason="navigation")

    def _set_channel_of_next_page(self, page: Page) -> None:
        """Let browser pages that are opened later begin in the channel of this page of the local chat.

        They begin at its newest message. SimCord copies its page "python" for each new browser page, so this
        page is changed.
        """
        initial_page = internals.pages(self._simcord_preview)["python"]
        message_id = internals.newest_message_id(self._simcord_preview, initial_page, page.channel_id)
        initial_page.channel_id, initial_page.target_id, initial_page.window_end_id = (
            page.channel_id,
            message_id,
            message_id,
        )

    # --- written commands ----------------------------------------------------------------------

    async def _parse_command(self, page: Page, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return an action of a browser page of the local chat, with a typed slash command as a command.

        ``body`` is the action as JSON. A slash command has the ``kind`` "send_message" and a ``content`` that
        begins with "/". If it has an error, its writer is told so in the language of the chat, and the
        returned action is a refresh. Any other action is returned unchanged.
        """
        text = body.get("content")
        if body.get("kind") != "send_message" or not isinstance(text, str) or not text.startswith("/"):
            return body
        if isinstance(self._client, BotClient):
            await apply_server_preferences(self._client, self._directory.guild_id)
        member_ids = {name: str(user) for user, name in self._world.member_names.items()}
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
        """Send an ephemeral message of the bot to the viewer of a browser page of the local chat.

        The text is cut at 1900 characters.
        """
        backend, metadata = self._env.backend, {"user": {"id": str(page.viewer.id)}}
        backend.create_message(
            page.channel_id, backend.bot_user.id, text[:1900], flags=EPHEMERAL, interaction_metadata=metadata
        )

    # --- the clock -----------------------------------------------------------------------------

    async def run(self) -> None:
        """Run the clock of the local chat until the session is ended on the page.

        If the clock fails, its error is raised.
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
        """Advance the local chat's simulated clock every 2 seconds, never during an action; never return."""
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
