"""`python -m bot`: Stationmaster on Discord when there is a token, else in the local chat.

`python -m bot copy FROM_URL TO_URL` moves all games to another database (`bot.operate.copy`); `restore` and
`verify` are in `bot.operate`. Exit codes: 0 ended as asked, 1 games do not pass `verify` or are not alike,
2 cannot start (the last line says why).
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import importlib.util
import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import discord
from sqlalchemy.exc import SQLAlchemyError

from bot.app import StationBot, ensure_data_directory
from bot.config import BadConfig, Config, load_config
from bot.local import run_local
from bot.operate import copy as copying
from bot.operate import restore, verify
from bot.operate.endpoints import use_endpoints
from bot.operate.login import log_in_and_connect
from bot.store import Store, StoreUnusable, lock_database, open_store
from bot.store.database import database_error_text
from bot.work.garbage import GarbageCollector
from bot.work.logs import configure_logging
from bot.work.titles import load_external_titles

LOCAL_CHAT_MISSING = (
    "There is no DISCORD_TOKEN, and the local chat is not installed: set the token, "
    "or install the chat with: python -m pip install '.[local]'"
)

COMMANDS: Mapping[str, Callable[[Sequence[str]], int]] = {
    "copy": copying.main,
    "restore": restore.main,
    "verify": verify.main,
}
"""What else `python -m bot` does, by its first argument."""
BAD_TOKEN = "Discord does not accept DISCORD_TOKEN; copy it anew from the developer portal."
LOGIN_REFUSED_CODE = 4004
"""The gateway's code for a token that is no longer good."""

THREAD_SWITCH_SECONDS = 0.001
"""Seconds for which a thread of the database may keep the event loop waiting, of its own accord."""

MAX_PORT = 65535
MAX_SPEED = 1000
"""How many times as fast time may run in the local chat."""


class ShardedBot(StationBot, discord.AutoShardedClient):
    """The bot with several connections to Discord."""

    async def on_disconnect(self) -> None:
        """Mark the bot as disconnected only if no shard is connected any more."""
        self._connected = any(not shard.is_closed() for shard in self.shards.values())


def make_bot(config: Config, store: Store, **options: Any) -> StationBot:
    """Return the bot of this process: a `ShardedBot` if it has several shards, else a `StationBot`.

    ``options`` are the other parameters of `StationBot`.
    """
    shards = config.shards
    if shards.count == 1:
        return StationBot(config, store, **options)
    return ShardedBot(config, store, shard_count=shards.count, shard_ids=list(shards.ids), **options)


def main(argv: Sequence[str] | None = None) -> int:
    """Run `python -m bot` with these arguments (None: those of the process); return the exit code.

    The first argument may name one of the `COMMANDS`, such as `restore`. Without one the bot runs until it
    ends. Invalid arguments end the process (SystemExit).
    """
    arguments = sys.argv[1:] if argv is None else list(argv)
    if arguments and arguments[0] in COMMANDS:
        return COMMANDS[arguments[0]](arguments[1:])
    return _run_bot(arguments)


def _run_bot(argv: Sequence[str]) -> int:
    """Run the bot with the arguments ``argv`` until it ends; return the exit code: 0, or 2 after an error.

    An error of the settings, Discord, the network or the database is printed. The database is locked
    meanwhile. Invalid arguments end the process (SystemExit).
    """
    args = _parse_arguments(argv)
    try:
        config = load_config()
        load_external_titles((*config.titles, *args.title))
        configure_logging(config.log_level)
        _use_custom_endpoints()
        ensure_data_directory(config)
        with lock_database(config.database):
            sys.setswitchinterval(THREAD_SWITCH_SECONDS)
            asyncio.run(_open_and_run_bot(config, args))
    except (BadConfig, StoreUnusable) as error:
        return _print_startup_error(str(error))
    except discord.LoginFailure:
        return _print_startup_error(BAD_TOKEN)
    except discord.ConnectionClosed as error:
        return _print_startup_error(
            BAD_TOKEN if error.code == LOGIN_REFUSED_CODE else f"Discord has ended the connection: {error}"
        )
    except discord.HTTPException as error:
        return _print_startup_error(f"Discord refuses the bot: {error}")
    except SQLAlchemyError as error:
        return _print_startup_error(f"The database cannot be used: {database_error_text(error)}.")
    except OSError as error:
        return _print_startup_error(f"{error.strerror or error}: {error.filename or 'the network'}")
    except KeyboardInterrupt:
        return 0
    return 0


def _use_custom_endpoints() -> None:
    """Use the three addresses of Discord that environment variables give (see `use_endpoints`), if any.

    Raises BadConfig if only some of the three are set.
    """
    try:
        use_endpoints(os.environ)
    except KeyError as error:
        text = f"{error} is not set: set all three addresses of a Discord of your own, or none."
        raise BadConfig(text) from error


def _parse_arguments(argv: Sequence[str]) -> argparse.Namespace:
    """Return the parsed command line of `python -m bot`.

    It has ``local``, ``title`` (a list), ``port`` and ``speed``. Invalid arguments and `--help` end the
    process (SystemExit).
    """
    parser = argparse.ArgumentParser(
        prog="python -m bot", description="Stationmaster, on Discord or here.",
        epilog="python -m bot restore FILE puts a copy of the database in its place; "
        "python -m bot verify replays all games on this version. Each has a --help of its own.",
    )  # fmt: skip
    parser.add_argument("--local", action="store_true", help="open the local chat although there is a token")
    parser.add_argument(
        "--title", action="append", default=[], metavar="FOLDER",
        help="also offer an external title: its folder or package (may be repeated)",
    )  # fmt: skip
    parser.add_argument("--port", type=int, default=8018, help="port of the local chat (default 8018)")
    parser.add_argument(
        "--speed", type=float, default=1.0, metavar="N",
        help="let time in the local chat run N times as fast, to try reminders and clocks",
    )  # fmt: skip
    args = parser.parse_args(argv)
    if not 1 <= args.speed <= MAX_SPEED:
        parser.error(f"--speed is a number from 1 to {MAX_SPEED}")
    if not 0 <= args.port <= MAX_PORT:
        parser.error(f"--port is a number from 0 to {MAX_PORT}")
    return args


def _print_startup_error(text: str) -> int:
    """Print why the bot cannot start, and return the exit code 2."""
    print(text, file=sys.stderr, flush=True)
    return 2


async def _open_and_run_bot(config: Config, args: argparse.Namespace) -> None:
    """Open the database and run the bot until it ends, on Discord or in the local chat.

    ``args`` are those of `_parse_arguments`; with `--local` or without a token, it is the local chat. Raises
    BadConfig if the local chat is not installed, StoreUnusable if the database cannot be opened, and errors
    of Discord or the database that end the bot.
    """
    is_local = args.local or not config.token
    if is_local and importlib.util.find_spec("simcord") is None:
        raise BadConfig(LOCAL_CHAT_MISSING)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # this bot never speaks
    store = await open_store(config.database)
    bot = make_bot(config, store, always_sync=is_local, garbage=GarbageCollector())
    task = (
        run_local(lambda: bot, port=args.port, speed=args.speed)
        if is_local
        else log_in_and_connect(bot, bot, config.token)
    )
    try:
        await _wait_until_stopped(asyncio.ensure_future(task), bot, is_local)
    finally:
        await bot.close()


async def _wait_until_stopped(bot_task: asyncio.Future[None], bot: StationBot, is_local: bool) -> None:
    """Wait until the bot's task ends by itself, or a signal (SIGTERM, SIGINT) stops it.

    A signal cancels ``bot_task`` in the local chat (``is_local``), else it closes the bot. Raises the error
    that ended the task, if one did.
    """
    loop, closing_tasks = asyncio.get_running_loop(), set[asyncio.Task[None]]()

    def end() -> None:
        """End the bot: cancel the local chat, or begin to close the connection to Discord."""
        if is_local:
            bot_task.cancel()
        else:
            closing_tasks.add(loop.create_task(bot.close()))

    for signal_number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(signal_number, end)
    with contextlib.suppress(asyncio.CancelledError):
        await bot_task


if __name__ == "__main__":
    sys.exit(main())
