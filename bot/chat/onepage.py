"""One private page for each member at each table: a newer one takes the place of the one before.

Discord lets a private message be changed only through the interaction that made it or was pressed on it
last, and for 15 minutes. A page that is older than that stays where it is.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

import discord

log = logging.getLogger(__name__)

KEEP = 1000
"""Pages remembered; those that are too old to be taken away are forgotten anyhow."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A page: its message, and the interaction through which it can be taken away."""

    message: int
    interaction: discord.Interaction[Any]


class OnePage:
    """The newest private page of each member at each table."""

    def __init__(self) -> None:
        self._newest: OrderedDict[tuple[int, int], Shown] = OrderedDict()

    async def shown(self, game: int, page: Shown) -> None:
        """Note the page that a member is shown, and take away the one before it."""
        key = (game, page.interaction.user.id)
        before = self._newest.pop(key, None)
        self._newest[key] = page
        while len(self._newest) > KEEP or (len(self._newest) > 1 and self._oldest().is_expired()):
            self._newest.popitem(last=False)
        if before is not None and before.message != page.message:
            await _take_away(before)

    def _oldest(self) -> discord.Interaction[Any]:
        return next(iter(self._newest.values())).interaction


async def _take_away(page: Shown) -> None:
    if page.interaction.is_expired():
        return
    try:
        await page.interaction.delete_original_response()
    except (discord.HTTPException, OSError) as error:
        log.info("the private page %s stays: %s", page.message, error)
