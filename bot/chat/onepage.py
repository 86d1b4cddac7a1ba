"""The private pages that a member has in each game, one of each kind: a newer page replaces the earlier one.

Discord lets a bot delete an ephemeral message only through the interaction that created or last pressed it,
and for 15 minutes. An older page stays where it is.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

import discord

from bot.work.recent import LruCache

log = logging.getLogger(__name__)

MAX_PAGES = 1000
"""The maximum number of pages in memory; pages that have expired are dropped sooner."""

TURN = "turn"
"""The kind of the pages of a turn; the kind of another page is the name of the button that opened it."""

MESSAGE_GONE = 10008
"""Discord's error code for a message to edit that has been deleted."""


class PageGone(Exception):
    """The ephemeral message that a response edits has been deleted, by the member or for a newer page.

    No error is shown, since the newer page or the card shows the game.
    """


@dataclass(frozen=True, slots=True)
class PrivatePage:
    """A private (ephemeral) page: the id of its message, and the interaction through which it is deleted.

    ``stays_open``: the page says what was done, or asks something, and is not refreshed when the game goes
    on.
    """

    message_id: int
    interaction: discord.Interaction[Any]
    stays_open: bool = False


class PrivatePages:
    """The newest private page of each member in each game: one of a turn, and one for each button name."""

    def __init__(self) -> None:
        """Begin without stored private pages."""
        self._recent_pages = LruCache[tuple[int, int, str], PrivatePage](MAX_PAGES)

    async def replace_page(self, game_id: int, page: PrivatePage, kind: str = TURN) -> None:
        """Remember a private page as its member's newest of this kind in a game; delete the earlier one.

        ``kind`` is `TURN`, or the name of the button to which the page is the response. If both pages are the
        same message, it is not deleted. Pages that Discord no longer lets the bot edit are dropped from
        memory.
        """
        key = (game_id, page.interaction.user.id, kind)
        previous = self._recent_pages.pop(key, None)
        self._recent_pages[key] = page
        while len(self._recent_pages) > 1 and self._least_recently_used_interaction().is_expired():
            self._recent_pages.popitem()
        if previous is not None and previous.message_id != page.message_id:
            await _delete_page(previous)

    def newest_page(self, game_id: int, user_id: int, kind: str = TURN) -> PrivatePage | None:
        """Return the newest private page of a kind that a member has in a game.

        ``kind`` is `TURN`, or the name of the button to which the page is the response. Return None if there
        is no page, or if Discord no longer lets the bot edit it.
        """
        page = self._recent_pages.get((game_id, user_id, kind))
        return None if page is None or page.interaction.is_expired() else page

    def _least_recently_used_interaction(self) -> discord.Interaction[Any]:
        """Return the interaction of the private page in memory whose last use is the longest ago.

        A page is used when it is stored or looked up. Raises StopIteration if there is no page.
        """
        return self._recent_pages.peek_oldest().interaction


async def _delete_page(page: PrivatePage) -> None:
    """Delete the message of a private page, if Discord still allows that; a failure is only logged."""
    if page.interaction.is_expired():
        return
    try:
        await page.interaction.delete_original_response()
    except (discord.HTTPException, OSError) as error:
        log.info("the private page %s stays: %s", page.message_id, error)
