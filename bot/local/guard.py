"""Protection of the local chat's server: requests that are not from its page get 400 and no traceback."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from bot.local.simcord_internals import HANDLER_NAMES, Handler, wrap_handlers

if TYPE_CHECKING:
    import simcord

log = logging.getLogger(__name__)

UNREADABLE_REQUESTS = (AttributeError, LookupError, RecursionError, TypeError, ValueError, OverflowError)
"""The errors that a body of a wrong shape, or nested a thousand levels deep, leads to."""


def refuse_unreadable_requests(preview: simcord.Preview) -> None:
    """Let the local chat's server answer unreadable requests with status 400; call it before it starts."""
    wrap_handlers(preview, _refuse_unreadable, *HANDLER_NAMES)


def _refuse_unreadable(handler: Handler) -> Handler:
    """Return a request handler of the local chat that calls ``handler``, and refuses unreadable requests.

    They are answered with status 400 instead of a traceback.
    """
    from aiohttp import web  # noqa: PLC0415 - comes with the extra

    async def handle_or_refuse(request: Any) -> Any:
        """Answer a request of the local chat's browser page; raise HTTPBadRequest (400) if it cannot be read.

        That is also logged.
        """
        try:
            return await handler(request)
        except UNREADABLE_REQUESTS as error:
            log.warning("%s %s cannot be read: %s", request.method, request.path, type(error).__name__)
            raise web.HTTPBadRequest(text="This is no action of the page.") from None

    return handle_or_refuse


def require_object(action: object) -> None:
    """Raise TypeError unless an action of the local chat's browser page is a JSON object."""
    if not isinstance(action, dict):
        raise TypeError("an action is an object")
