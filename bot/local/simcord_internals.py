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

ENTRANCES = ("_pages", "_delete_page", "_state", "_commands", "_action_result", "_action", "_asset")
"""The request handlers of a page's server."""

STYLESHEET_PATH = "/preview.css"


# --- the simulated Discord ---------------------------------------------------------------------------


def settle_of(env: simcord.Env) -> Settle:
    """Return SimCord's function that waits until the bot is idle."""
    return env._settle_internal


def replace_settle(env: simcord.Env, settle: Settle) -> None:
    """Replace SimCord's function that waits for the bot; it is called with keyword arguments only.

    They are ``dispatch`` (the name of an event), ``timeout`` and SimCord's own.
    """
    env._settle_internal = settle  # type: ignore[method-assign, assignment]


def bot_scope(env: simcord.Env) -> AbstractContextManager[Any]:
    """Return a SimCord context in which tasks count as the bot's own, so they follow the simulated clock."""
    return env._bot_scope()


def on_dispatch(env: simcord.Env, observer: Callable[[Any], None]) -> None:
    """Call an observer with each interaction that SimCord dispatches to the bot."""
    env._register_dispatch_observer(observer)


def run_due(env: simcord.Env, until: float) -> None:
    """Run the callbacks that are due until a time of SimCord's simulated clock.

    ``until`` is in seconds of the event loop's clock.
    """
    from simcord._settlement import _run_due_virtual_callbacks  # noqa: PLC0415 - an extra

    _run_due_virtual_callbacks(env._settlement_state(), until)


def forget_finished_advance(env: simcord.Env) -> None:
    """Forget the task that advanced the clock if it is done; else SimCord would not advance it again.

    Nothing happens without such a task, or while it runs.
    """
    task = env._real_advance_task
    if task is not None and task.done():
        env._real_advance_task = None


def bot_tasks(env: simcord.Env) -> Collection[asyncio.Task[Any]]:
    """Return the tasks of the bot that SimCord knows and that are not finished."""
    return env._work.tasks


# --- its page in the browser --------------------------------------------------------------------------


def pages(preview: simcord.Preview) -> MutableMapping[str, Page]:
    """Return SimCord's open browser pages by id; "python" is the template of the next page."""
    return preview._pages


def acting_page(preview: simcord.Preview) -> Page | None:
    """Return the browser page whose action SimCord is running; None without one."""
    return preview._action_page


def action_of(preview: simcord.Preview) -> Action:
    """Return SimCord's function that carries out an action of a browser page."""
    return preview._action


def replace_action(preview: simcord.Preview, action: Action) -> None:
    """Replace SimCord's function that carries out actions of browser pages.

    ``action`` gets the page's id (None without one) and the action as JSON, and returns SimCord's result.
    """
    preview._action = action  # type: ignore[method-assign, assignment]


def publish_of(preview: simcord.Preview) -> Callable[..., None]:
    """Return SimCord's function that renders a browser page; it takes the page and a ``reason``."""
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
    """Let the next browser page that SimCord renders show the current time."""
    preview._advance_presentation_time()


def switch_channel(preview: simcord.Preview, page: Page, channel_id: int) -> None:
    """Switch a browser page of the local chat to the newest message of another channel.

    Its open modal and pending requests are dropped. It is not rendered.
    """
    preview._redact_page_receipts(page)
    preview._clear_page_assets(page)
    preview._reset_queries(page)
    page.channel_id, page.target_id = channel_id, newest_message(preview, page, channel_id)
    page.window_end_id = page.target_id
    page.modal, page.modal_handle = None, None
    page.generation += 1


def newest_message(preview: simcord.Preview, page: Page, channel_id: int) -> int | None:
    """Return the id of the newest message that a page's viewer sees in a channel; None if there is none."""
    return preview._initial_target(page.viewer, channel_id)


def replace_handlers(preview: simcord.Preview, wrap: Callable[[Handler], Handler], *names: str) -> None:
    """Wrap request handlers of SimCord's server that has not started yet.

    ``names`` are those of the handlers in `ENTRANCES`; AttributeError is raised for an unknown one.
    """
    for name in names:
        setattr(preview._server, name, wrap(getattr(preview._server, name)))


def append_to_stylesheet(preview: simcord.Preview, rules: str) -> None:
    """Append CSS rules to the stylesheet of SimCord's server that has not started yet."""
    serve_file: Handler = preview._server._static

    async def serve_with_rules(request: Any) -> Any:
        """Answer a request for a file of SimCord's page; the stylesheet ends with the added rules."""
        response = await serve_file(request)
        if request.path == STYLESHEET_PATH:
            response.text += rules
        return response

    preview._server._static = serve_with_rules  # type: ignore[method-assign]


def wrap_text_parser(wrap: Callable[[Callable[..., Any]], Callable[..., Any]]) -> None:
    """Wrap SimCord's function that parses the texts of a browser page, in each module that calls it."""
    from simcord.preview import _component_projection, _messages, _queries, _snapshot  # noqa: PLC0415
    from simcord.preview._markdown import markdown_tokens  # noqa: PLC0415 - an extra

    modules: tuple[ModuleType, ...] = (_component_projection, _messages, _queries, _snapshot)
    wrapped_parser = wrap(markdown_tokens)
    for module in modules:
        module.markdown_tokens = wrapped_parser  # type: ignore[attr-defined]
