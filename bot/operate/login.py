"""Logs in to Discord: waits out temporary failures, and ends with a sentence on permanent ones."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Protocol

import aiohttp
import discord

from bot.work.pool import PoolError

log = logging.getLogger(__name__)

FIRST_DELAY, LONGEST_DELAY = 1.0, 300.0
"""Seconds before the second attempt, and at most between two."""

CHECK_SECONDS = 0.25
"""Seconds between two looks whether the bot is to end."""

TOO_MANY_REQUESTS, SERVER_ERROR = 429, 500
NETWORK = (OSError, TimeoutError, aiohttp.ClientError)


class StoppableBot(Protocol):
    """A bot that its process can ask to end while it waits for Discord."""

    @property
    def is_closing(self) -> bool:
        """Return True if the bot is to end, so that it must stop trying to log in."""


def is_temporary_error(error: BaseException) -> bool:
    """Return True if a request to Discord, such as the login, should be repeated after this error.

    This is so for rate limits, HTTP errors from 500 on and network errors, but not for errors of the worker
    pool.
    """
    if isinstance(error, discord.HTTPException):
        return error.status == TOO_MANY_REQUESTS or error.status >= SERVER_ERROR
    if isinstance(error, PoolError):
        return False  # one of them is a TimeoutError
    return isinstance(error, (discord.RateLimited, discord.GatewayNotFound, *NETWORK))


def retry_delay(error: BaseException, attempt: int) -> float:
    """Return the seconds to wait after attempt ``attempt`` (from 0) at a request to Discord has failed.

    They double with each attempt from 1 up to 300, and are at least what Discord asks for in ``error``.
    """
    requested = float(getattr(error, "retry_after", 0.0))
    return max(requested, min(FIRST_DELAY * 2.0**attempt, LONGEST_DELAY))


async def retry_request(
    bot: StoppableBot, label: str, attempt: Callable[[], Awaitable[object]], *, attempts_before: int = 0
) -> bool:
    """Repeat a request to Discord, such as the login, with growing pauses until it succeeds; return True.

    Return False if the bot is to end first. ``attempt`` makes the request, ``label`` names it in the log;
    ``attempts_before`` makes the first pause longer. A permanent error is raised.
    """
    attempts = attempts_before
    while not bot.is_closing:
        try:
            await attempt()
            return True
        except Exception as error:
            if not is_temporary_error(error):
                raise
            seconds = retry_delay(error, attempts)
            attempts += 1
            log.warning("%s failed, again in %.0f s: %s: %s", label, seconds, type(error).__name__, error)
            await _sleep_unless_ending(bot, seconds)
    return False


async def _sleep_unless_ending(bot: StoppableBot, seconds: float) -> None:
    """Sleep about ``seconds`` between two requests to Discord; return early if the bot is to end."""
    for _ in range(int(seconds / CHECK_SECONDS) + 1):
        if not bot.is_closing:
            await asyncio.sleep(min(CHECK_SECONDS, seconds))


async def log_in_and_connect(bot: discord.Client, stoppable: StoppableBot, token: str) -> None:
    """Log the bot in as soon as Discord accepts it, and stay connected until it ends.

    ``stoppable`` is the same bot. If it is to end before a login has succeeded, return without one. Raises
    the error if Discord refuses the login for good, such as discord.LoginFailure for a wrong token.
    """

    async def log_in() -> None:
        """Log in to Discord; if that fails, close the HTTP session and raise the error."""
        try:
            await bot.login(token)
        except Exception:
            # discord.py keeps the session of a login that failed, and makes another one
            await bot.http.close()
            bot.http.connector = discord.utils.MISSING
            raise

    if await retry_request(stoppable, "the login", log_in):
        await bot.connect()
