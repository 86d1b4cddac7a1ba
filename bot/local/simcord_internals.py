"""All private parts of SimCord that the local chat touches: there is no public way; its version is pinned."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, MutableMapping
from contextlib import AbstractContextManager
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import asyncio

    import simcord
    from simcord.preview._pages import _Page

    Page = _Page

Settle = Callable[..., Awaitable[None]]
Action = Callable[[str | None, Any], Awaitable[dict[str, Any]]]
Handler = Callable[[Any], Awaitable[Any]]

HANDLER_NAMES = ("_pages", "_delete_page", "_state", "_commands", "_action_result", "_action", "_asset")
"""The names of the request handlers of a page's server."""

STYLESHEET_PATH = "/preview.css"


# --- the simulated Discord ---------------------------------------------------------------------------


def settle_function(env: simcord.Env) -> Settle:
    """Return SimCord's async function that waits until the bot of the local chat is idle.

    It takes keyword arguments only, and raises TimeoutError if the bot stays busy.
    """
    return env._settle_internal


def replace_settle(env: simcord.Env, settle: Settle) -> None:
    """Replace SimCord's async function that waits for the local chat's bot.

    ``settle`` gets keyword arguments only: ``dispatch`` (the name of an event), ``timeout`` and others.
    """
    env._settle_internal = settle  # type: ignore[method-assign, assignment]


def bot_scope(env: simcord.Env) -> AbstractContextManager[Any]:
    """Return a context manager of SimCord; tasks that start in it count as the bot's own.

    So they follow the simulated clock of the local chat.
    """
    return env._bot_scope()


def add_dispatch_observer(env: simcord.Env, observer: Callable[[Any], None]) -> None:
    """Let SimCord call an observer with each interaction that it dispatches to the local chat's bot."""
    env._register_dispatch_observer(observer)


def run_due_callbacks(env: simcord.Env, deadline: float) -> None:
    """Run the bot's callbacks that are due by SimCord's simulated clock.

    No new one begins after ``deadline``, in seconds of the event loop's clock.
    """
    from simcord._settlement import _run_due_virtual_callbacks  # noqa: PLC0415 - an extra

    _run_due_virtual_callbacks(env._settlement_state(), deadline)


def clear_finished_advance(env: simcord.Env) -> None:
    """Forget SimCord's task that advances the simulated clock by itself, if it has finished.

    If it has failed, SimCord would else never advance the clock by itself again.
    """
    task = env._real_advance_task
    if task is not None and task.done():
        env._real_advance_task = None


def bot_tasks(env: simcord.Env) -> Collection[asyncio.Task[Any]]:
    """Return the unfinished tasks that SimCord counts as the bot's own."""
    return env._work.tasks


# --- its page in the browser --------------------------------------------------------------------------


def pages(preview: simcord.Preview) -> MutableMapping[str, Page]:
    """Return the local chat's open browser pages by id; "python" is the page that each new one copies."""
    return preview._pages


def page_of_current_action(preview: simcord.Preview) -> Page | None:
    """Return the browser page of the local chat whose action SimCord carries out now; None without one."""
    return preview._action_page


def page_action_handler(preview: simcord.Preview) -> Action:
    """Return SimCord's async function that carries out an action of a browser page.

    It takes the page's id (None without one) and the action as JSON, and returns its result as JSON.
    """
    return preview._action


def replace_action(preview: simcord.Preview, action: Action) -> None:
    """Replace SimCord's async function that carries out actions of the local chat's browser pages.

    ``action`` gets the page's id (None without one) and the action as JSON, and returns SimCord's result.
    """
    preview._action = action  # type: ignore[method-assign, assignment]


def publish_function(preview: simcord.Preview) -> Callable[..., None]:
    """Return SimCord's function that renders a browser page; it takes the page and a keyword ``reason``."""
    return preview._publish


def replace_page_rendering(
    preview: simcord.Preview, publish: Callable[..., None], after_action: Callable[..., None]
) -> None:
    """Replace SimCord's functions that render one browser page, and all pages after an action.

    ``publish`` replaces the first; it gets the page and a keyword ``reason``. ``after_action`` replaces the
    second; it gets the keyword alone.
    """
    preview._publish = publish  # type: ignore[method-assign]
    preview._publish_message_pages = after_action  # type: ignore[method-assign]


def advance_shown_time(preview: simcord.Preview) -> None:
    """Let SimCord's browser pages show the present time of the simulated clock at their next rendering."""
    preview._advance_presentation_time()


def switch_channel(preview: simcord.Preview, page: Page, channel_id: int) -> None:
    """Switch a browser page of the local chat to the newest message of another channel.

    Its open modal and pending requests are dropped. It is not rendered.
    """
    preview._redact_page_receipts(page)
    preview._clear_page_assets(page)
    preview._reset_queries(page)
    page.channel_id, page.target_id = channel_id, newest_message_id(preview, page, channel_id)
    page.window_end_id = page.target_id
    page.modal, page.modal_handle = None, None
    page.generation += 1


def newest_message_id(preview: simcord.Preview, page: Page, channel_id: int) -> int | None:
    """Return the id of the bot's newest message that the viewer of a browser page sees in a channel.

    If the viewer sees no message of the bot, return the id of the newest other message; None if there is no
    message.
    """
    return preview._initial_target(page.viewer, channel_id)


def wrap_handlers(preview: simcord.Preview, wrap: Callable[[Handler], Handler], *names: str) -> None:
    """Replace request handlers of SimCord's server, which must not have started yet.

    ``names`` are names in `HANDLER_NAMES`. ``wrap`` gets each handler and returns the one that replaces it.
    Raises AttributeError for an unknown name.
    """
    for name in names:
        setattr(preview._server, name, wrap(getattr(preview._server, name)))


def append_to_stylesheet(preview: simcord.Preview, css: str) -> None:
    """Append CSS to the stylesheet of SimCord's browser page; its server must not have started yet."""
    serve_file: Handler = preview._server._static

    async def serve_with_css(request: Any) -> Any:
        """Answer a request for a file of SimCord's page; the stylesheet ends with the appended CSS."""
        response = await serve_file(request)
        if request.path == STYLESHEET_PATH:
            response.text += css
        return response

    preview._server._static = serve_with_css  # type: ignore[method-assign]


def patch_text_parser(wrap: Callable[[Callable[..., Any]], Callable[..., Any]]) -> None:
    """Replace SimCord's function that parses the texts of a browser page, in each module that calls it.

    ``wrap`` gets the function and returns the one that replaces it.
    """
    from simcord.preview import _component_projection, _messages, _queries, _snapshot  # noqa: PLC0415
    from simcord.preview._markdown import markdown_tokens  # noqa: PLC0415 - an extra

    modules: tuple[ModuleType, ...] = (_component_projection, _messages, _queries, _snapshot)
    wrapped_parser = wrap(markdown_tokens)
    for module in modules:
        module.markdown_tokens = wrapped_parser  # type: ignore[attr-defined]
