"""Protection of the local chat's server: requests that are not from its page get 400 and no traceback."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from bot.local.simcord_internals import ENTRANCES, Handler, replace_handlers

if TYPE_CHECKING:
    import simcord

log = logging.getLogger(__name__)

UNREADABLE_REQUESTS = (AttributeError, LookupError, RecursionError, TypeError, ValueError, OverflowError)
"""The errors that a body of a wrong shape, or nested a thousand levels deep, leads to."""


def guard_handlers(preview: simcord.Preview) -> None:
    """Let the handlers of a browser page that is not yet served answer unreadable requests with 400."""
    replace_handlers(preview, _refusing_unreadable, *ENTRANCES)


def _refusing_unreadable(handler: Handler) -> Handler:
    """Wrap a request handler of the local chat so that an unreadable request is answered with status 400."""
    from aiohttp import web  # noqa: PLC0415 - comes with the extra

    async def handle_or_refuse(request: Any) -> Any:
        """Answer a request of the browser; one whose body is unreadable gets status 400 and is logged."""
        try:
            return await handler(request)
        except UNREADABLE_REQUESTS as error:
            log.warning("%s %s cannot be read: %s", request.method, request.path, type(error).__name__)
            raise web.HTTPBadRequest(text="This is no action of the page.") from None

    return handle_or_refuse


def require_object(body: object) -> None:
    """Raise TypeError unless an action of the local chat's browser page is a JSON object."""
    if not isinstance(body, dict):
        raise TypeError("an action is an object")
