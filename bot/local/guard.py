"""What comes to the local chat and is none of its page's: refused with 400, never a traceback."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from bot.local.simcord_internals import ENTRANCES, Handler, replace_handlers

if TYPE_CHECKING:
    import simcord

log = logging.getLogger(__name__)

UNREADABLE = (AttributeError, LookupError, RecursionError, TypeError, ValueError, OverflowError)
"""What a body of another shape, or of a thousand levels, leads to."""


def guard(preview: simcord.Preview) -> None:
    """Guard all entrances of a page that is not yet served."""
    replace_handlers(preview, _guarded, *ENTRANCES)


def _guarded(handler: Handler) -> Handler:
    from aiohttp import web  # noqa: PLC0415 - comes with the extra

    async def answer(request: Any) -> Any:
        try:
            return await handler(request)
        except UNREADABLE as error:
            log.warning("%s %s cannot be read: %s", request.method, request.path, type(error).__name__)
            raise web.HTTPBadRequest(text="This is no action of the page.") from None

    return answer


def object_only(body: object) -> None:
    """Refuse an action that is no object."""
    if not isinstance(body, dict):
        raise TypeError("an action is an object")
