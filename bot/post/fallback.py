"""Sends a page to Discord; without its pictures if Discord refuses them."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import discord

from bot.chat.frame import Page

log = logging.getLogger(__name__)

UNFIT_STATUSES = (400, 413)


async def send_with_fallback(page: Page, send: Callable[[Page], Any]) -> Any:
    """Await ``send(page)``, which sends or edits a message, and return its result.

    If Discord refuses the pictures, the page is sent without them. Raises discord.HTTPException for any other
    refusal, and if the page without pictures is refused.
    """
    try:
        return await send(page)
    except discord.HTTPException as error:
        if not page.files or not (error.status in UNFIT_STATUSES or isinstance(error, discord.Forbidden)):
            raise
        log.warning("a message goes without its pictures: %s", error)
        return await send(page.remove_pictures())
