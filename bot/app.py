"""The bot: what it is made of, how it starts and how it ends.

Start: workers warmed, buttons and commands registered, commands sent to Discord when they changed, then what
was still to be posted is posted. End: a few seconds for the work at hand, then everything is closed.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

import discord
from discord import app_commands
from sqlalchemy.exc import SQLAlchemyError

from bot.calls.scheduler import Scheduler
from bot.chat import selftest
from bot.chat.bot_client import BotClient
from bot.chat.discord_internals import loop
from bot.chat.entrance import handle_interaction, install_event_parsers
from bot.chat.onepage import PrivatePages
from bot.chat.tree import Tree, commands_fingerprint, is_fingerprint_stored, store_fingerprint
from bot.computers.driver import ComputerPlayerDriver
from bot.config import Config
from bot.games import stored_games
from bot.games.core import Games
from bot.operate import commands as owner
from bot.operate import features, health
from bot.operate.backup import BackupFailed, back_up, is_backup_overdue
from bot.operate.login import is_temporary_error, retry_request
from bot.operate.metrics_server import MetricsServer
from bot.orders import service as standing
from bot.post import pending
from bot.post.claims import SharedDatabaseClaims, SingleProcessClaims
from bot.post.deliver import OutboxDelivery
from bot.post.sender import Sender
from bot.store import Store
from bot.store.peers import PeerConnection
from bot.store.preferences import Preferences
from bot.table import service as tables
from bot.words.commands import CommandTranslator
from bot.work.garbage import GarbageCollector
from bot.work.importer import Importer
from bot.work.pictures import Pictures
from bot.work.pool import Pool, PoolError
from bot.work.searches import compile_search_module, find_forced_routes
from engine import TITLES, EngineError

log = logging.getLogger(__name__)

HEARTBEAT, SWEEP_SECONDS = 30, 60
"""Seconds between two heartbeats and two looks at the queue of messages."""

GARBAGE_SECONDS, PEER_SECONDS, MIN_DUE_SECONDS = 20, 5.0, 1.0
"""Seconds between two checks for garbage, of other processes, and (at least) of what is due."""

MAX_RATELIMIT_SECONDS = 30.0
"""Seconds for which Discord may ask to wait with a request at hand; longer, and it is put off."""

IDLE_SECONDS, SHUTDOWN_SECONDS = 0.5, 5.0
"""Seconds that responses at hand get, at most, before a card goes out, and work at hand when the bot ends."""


class StationBot(BotClient):
    """Stationmaster, connected to Discord or to the simulated Discord of the local chat."""

    def __init__(
        self, config: Config, store: Store, *, pool: Pool | None = None, always_sync: bool = False,
        garbage: GarbageCollector | None = None,
        **shards: Any,
    ) -> None:  # fmt: skip
        """Create the parts of the bot without starting any.

        ``pool`` has the worker processes (None: a new one), ``garbage`` collects garbage (None: Python does).
        ``always_sync`` sends the slash commands even if unchanged. ``shards`` are arguments of discord.py.
        """
        super().__init__(
            **shards,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            max_ratelimit_timeout=MAX_RATELIMIT_SECONDS,
        )
        install_event_parsers(self)
        self.config, self.store = config, store
        self.games = Games(store)
        self.pool = pool or Pool(config.workers)
        self.games.route_finder = partial(find_forced_routes, self.pool)
        self.pictures = Pictures(self.pool)
        self.importer = Importer(processes=self.pool.uses_processes)
        self.games.check_export = self.importer.import_file
        self.private_pages = PrivatePages()
        self.open_modals = WeakValueDictionary()
        self.preferences = Preferences(store)
        self.peers = PeerConnection(store, self._on_remote_change) if store.is_postgres else None
        claims = (
            SharedDatabaseClaims(store, self.peers, config.shards) if self.peers else SingleProcessClaims()
        )
        self.sender = Sender(
            store, OutboxDelivery(self), wait_for_responses=self.wait_for_pending_responses, claims=claims
        )
        self.scheduler = Scheduler(self.games)
        self.computer_players = ComputerPlayerDriver(self.games, self.pool, config.computer_pause)
        self.garbage, self.metrics_server = garbage, MetricsServer(self)
        self.tree = Tree(self)
        self._always_sync = always_sync
        self._logged_in = self._connected = False
        self._running_responses, self._idle = set[object](), asyncio.Event()
        self._idle.set()
        self._ending: asyncio.Future[None] | None = None
        self._command_sync_task: asyncio.Task[bool] | None = None

    # --- start and end -------------------------------------------------------------------------

    async def setup_hook(self) -> None:
        """Register the commands and start workers and loops after the login; raises Discord's errors."""
        features.register_commands(self.tree)
        if self.config.home_guild_id:
            owner.setup(self.tree, self.config.home_guild_id)
        await self.tree.set_translator(CommandTranslator())
        await self._load_titles_and_start_workers()
        if self.config.shards.serves(None):
            await self._sync_or_retry()
        self._logged_in = True
        self.games.wake_sender = self.wake
        await self.serve_metrics()
        if self.garbage is not None:
            self.garbage.start()
            self.collect_garbage.start()
        if self.peers is not None:
            self.games.notify_others = self.preferences.notify_others = self.peers.notify
            self.keep_peers_connected.start()
        for repeated in (self.heartbeat, self.sweep, self.backup, self.queue_due_messages):
            repeated.start()

    async def serve_metrics(self) -> None:
        """Serve metrics to Prometheus, if the operator has set a port; raises OSError if it is taken."""
        if self.config.metrics is not None:
            log.info("metrics at port %s", await self.metrics_server.start(*self.config.metrics))

    @property
    def is_closing(self) -> bool:
        """Return True once `close` has been called: the bot is closing or closed."""
        return self._ending is not None

    async def _load_titles_and_start_workers(self) -> None:
        """Load the titles and start the workers at the bot's start; a failure of the workers is only logged.

        The titles are loaded here, in a thread, so that no member waits for one. The checksums of the open
        games are verified, and their compiled route searches are prepared. A database error is raised.
        """
        await asyncio.to_thread(tuple, TITLES.values())
        infos = await stored_games.list_games(self.games)
        self.games.verify_checksums(infos)
        for info in infos:
            if info.title in TITLES:
                compile_search_module(self.pool, TITLES[info.title])
        try:
            await self.pool.start_workers()
        except PoolError as error:
            log.warning("the workers are not ready yet: %s", error)

    async def _sync_or_retry(self) -> None:
        """Send the commands at the start; if Discord fails for now, retry later. Raises other errors."""
        try:
            await self.sync_commands()
        except Exception as error:
            if not is_temporary_error(error):
                raise
            log.warning("the commands could not be sent, again soon: %s", error)
            retrying = retry_request(self, "sending the commands", self.sync_commands, attempts_before=1)
            self._command_sync_task = asyncio.create_task(retrying, name="commands")

    async def sync_commands(self) -> bool:
        """Send the bot's commands to Discord if changed (or if ``always_sync``); return True if sent."""
        home = self.config.home_guild_id
        digest = (
            None if self._always_sync else await commands_fingerprint(self.tree, self.application_id, home)
        )
        if digest is not None and is_fingerprint_stored(self.config.data, digest):
            return False
        commands = await self.tree.sync()
        commands += await self._sync_home_guild_commands(home) if home else []
        if digest is not None:
            store_fingerprint(self.config.data, digest)
        log.info("sent %s commands to Discord", len(commands))
        return True

    async def _sync_home_guild_commands(self, home_guild_id: int) -> list[app_commands.AppCommand]:
        """Send the slash commands of the operator's home server; return them, or [] if Discord refuses."""
        try:
            return await self.tree.sync(guild=discord.Object(home_guild_id))
        except (discord.Forbidden, discord.NotFound):
            log.error("the home guild %s takes no commands; is the bot a member of it?", home_guild_id)
            return []

    async def close(self) -> None:
        """Shut the bot down: finish its work, close everything. Further calls wait for the same shutdown."""
        if self._ending is None:
            self._ending = asyncio.ensure_future(self._shut_down())
        await asyncio.shield(self._ending)

    async def _shut_down(self) -> None:
        """Stop the loops of the bot's process, wait for its work, send due messages, close connections."""
        for repeated in (self.heartbeat, self.sweep, self.backup, self.queue_due_messages):
            repeated.cancel()
        self.collect_garbage.cancel()
        if self.garbage is not None:
            self.garbage.stop()
        self.keep_peers_connected.cancel()
        if self._command_sync_task is not None:
            self._command_sync_task.cancel()
        await self.computer_players.close()
        await self._wait_for_responses(SHUTDOWN_SECONDS)
        if self._connected:
            await self._flush_outbox()
        await self.sender.close()
        await self.metrics_server.close()
        if self.peers is not None:
            await self.peers.close()
        await super().close()
        await self.importer.close()
        await self.pool.close()
        await self.store.close()

    async def _wait_for_responses(self, seconds: float) -> None:
        """Wait at most ``seconds`` until no member waits for a response."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._idle.wait()

    async def _flush_outbox(self) -> None:
        """Send the due messages when the bot ends, for at most `SHUTDOWN_SECONDS`; ignore database errors."""
        with contextlib.suppress(TimeoutError, SQLAlchemyError, OSError):
            async with asyncio.timeout(SHUTDOWN_SECONDS):
                await self.sender.send_all_due()

    @asynccontextmanager
    async def hold_shutdown(self) -> AsyncIterator[None]:
        """Count the block as a response to a member, for which a closing bot waits at most 5 seconds."""
        token = object()
        self._running_responses.add(token)
        self._idle.clear()
        try:
            yield
        finally:
            self._running_responses.discard(token)
            if not self._running_responses:
                self._idle.set()

    async def wait_for_pending_responses(self) -> None:
        """Wait, at most half a second, until no member waits for a response: responses go before cards."""
        await self._wait_for_responses(IDLE_SECONDS)

    def wake(self) -> None:
        """Start to send due messages and to act for computer players; do nothing before the login."""
        if self._logged_in:
            self.sender.start_sending()
            self.computer_players.start_due_tasks()

    def _on_remote_change(self, change: str) -> None:
        """Drop from memory the games and preferences that another process of the bot has changed.

        ``change`` names what changed; "" stands for everything, and then due messages are sent, too.
        """
        self.games.on_remote_change(change)
        self.preferences.on_remote_change(change)
        if not change:
            self.wake()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Respond to the press of a button or menu; refuse a modal that this process has not opened."""
        await handle_interaction(interaction)

    # --- events and clocks ---------------------------------------------------------------------

    async def on_ready(self) -> None:
        """When the bot connects, send due and failed messages; resume orders and computer players."""
        log.info("connected as %s in %s servers", self.user, len(self.guilds))
        await self.on_resumed()
        await self._retry_failed_messages(None)
        await self._resume_orders_and_computer_players()

    async def on_guild_channel_update(self, _: object, after: discord.abc.GuildChannel) -> None:
        """Retry failed messages: the bot may have permissions in a channel again."""
        await self._retry_failed_messages(after.guild.id)

    async def on_guild_role_update(self, _: object, after: discord.Role) -> None:
        """Retry failed messages: a role may give the bot permissions again."""
        await self._retry_failed_messages(after.guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Retry failed messages and greet the server that the bot has joined."""
        await self._retry_failed_messages(guild.id)
        await selftest.greet_server(self, guild)

    async def on_thread_update(self, _: object, after: discord.Thread) -> None:
        """Retry failed messages: a thread may have been unlocked for the bot."""
        await self._retry_failed_messages(after.guild.id)

    async def _retry_failed_messages(self, guild_id: int | None) -> None:
        """Make the bot's failed messages of a server (None: of all) due now; a database error is logged."""
        try:
            await pending.retry_failed_messages(self.games, guild_id=guild_id)
        except (SQLAlchemyError, OSError):
            log.exception("what waits is tried again later")

    async def _resume_orders_and_computer_players(self) -> None:
        """Make due moves of standing orders (database errors are logged) and resume computer players."""
        try:
            await standing.make_due_order_moves(self.games, self.config.shards.serves)
        except (SQLAlchemyError, OSError):
            log.exception("standing orders wait for the next move")
        await self.computer_players.resume(self.config.shards.serves)

    async def on_resumed(self) -> None:
        """Mark the bot as connected to Discord, and touch the heartbeat file if the database responds."""
        self._connected = True
        await self.heartbeat()

    async def on_disconnect(self) -> None:
        """Mark the bot as disconnected from Discord, which stops the heartbeat."""
        self._connected = False

    @loop(seconds=HEARTBEAT)
    async def heartbeat(self) -> None:
        """Touch the heartbeat file of the bot's process while Discord and the database respond."""
        if not self._connected or not math.isfinite(self.latency):
            return
        try:
            await self.store.ping()
            health.touch_heartbeat(self.config.data)
        except (SQLAlchemyError, OSError):
            log.exception("no heartbeat")

    @loop(seconds=PEER_SECONDS)
    async def keep_peers_connected(self) -> None:
        """Check every 5 seconds the connection to the bot's other processes (PostgreSQL), and reopen it."""
        if self.peers is not None:
            await self.peers.ensure_open()

    @loop(seconds=SWEEP_SECONDS)
    async def sweep(self) -> None:
        """Send due messages, delete old interaction results, resume computer players; only if connected."""
        if not self._connected:
            return
        self.wake()
        try:
            await stored_games.delete_old_outcomes(self.games)
        except (SQLAlchemyError, OSError):
            log.exception("old outcomes are deleted later")
        await self.computer_players.resume(self.config.shards.serves)

    @loop(seconds=GARBAGE_SECONDS)
    async def collect_garbage(self) -> None:
        """Collect garbage while the bot neither responds nor sends, and at least every 10 minutes."""
        if self.garbage is not None:
            self.garbage.collect_if_idle(is_busy=bool(self._running_responses) or self.sender.is_sending)

    @loop(seconds=SWEEP_SECONDS)
    async def queue_due_messages(self) -> None:
        """Queue messages about due pings, digests and deadlines of votes; run again when the next is due."""
        if not self._connected:
            return
        try:
            next_due = await self.scheduler.queue_due_messages()
        except (SQLAlchemyError, OSError, EngineError):
            log.exception("what is due is looked at again soon")
            return
        seconds = SWEEP_SECONDS if next_due is None else next_due - self.games.now()
        self.queue_due_messages.change_interval(seconds=min(max(seconds, MIN_DUE_SECONDS), SWEEP_SECONDS))

    @loop(seconds=3600)
    async def backup(self) -> None:
        """Back up the database each hour, at the bot's start only if it is overdue; a failure is logged."""
        folder = self.config.data / "backups"
        try:
            if self.backup.current_loop or await asyncio.to_thread(is_backup_overdue, folder):
                await back_up(self.config.database, folder)
        except BackupFailed:
            log.exception("no backup")

    async def repost_open_games(self) -> None:
        """Post the cards of all open games at the bot's start in the local chat, which is empty then."""
        await tables.queue_card_reposts(self.games, await stored_games.list_games(self.games))


def ensure_data_directory(config: Config) -> Path:
    """Create the data directory of the bot's process if it is missing, and return it; raises OSError."""
    config.data.mkdir(parents=True, exist_ok=True)
    return config.data
