"""All private parts of SimCord that the local chat touches: there is no public way, and it is pinned.

SimCord is made for tests: one viewer, who waits until the whole bot is at rest. Here several people look at
once, and nobody waits for others. `tests/bot/chat/test_internals.py` fails when a version has them no
more, or with other parameters.
"""

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
"""The handlers of the server of a page."""


# --- the simulated Discord ---------------------------------------------------------------------------


def settle_of(env: simcord.Env) -> Settle:
    """What waits until the bot is at rest."""
    return env._settle_internal


def replace_settle(env: simcord.Env, settle: Settle) -> None:
    """Wait in another way."""
    env._settle_internal = settle  # type: ignore[method-assign, assignment]


def bot_scope(env: simcord.Env) -> AbstractContextManager[Any]:
    """What is begun in the block belongs to the bot, and so follows the simulated clock."""
    return env._bot_scope()


def on_dispatch(env: simcord.Env, observer: Callable[[Any], None]) -> None:
    """Hear of each interaction that goes to the bot."""
    env._register_dispatch_observer(observer)


def run_due(env: simcord.Env, until: float) -> None:
    """Begin what falls due by a moment of the loop's clock."""
    from simcord._settlement import _run_due_virtual_callbacks  # noqa: PLC0415 - an extra

    _run_due_virtual_callbacks(env._settlement_state(), until)


def forget_failed_advance(env: simcord.Env) -> None:
    """Where moving time on has failed, SimCord would move it no more before somebody has asked for it."""
    moving = env._real_advance_task
    if moving is not None and moving.done():
        env._real_advance_task = None


def working(env: simcord.Env) -> Collection[asyncio.Task[Any]]:
    """The tasks of the bot."""
    return env._work.tasks


# --- its page in the browser --------------------------------------------------------------------------


def pages(preview: simcord.Preview) -> MutableMapping[str, Page]:
    """The open pages; that of Python is what the next one begins as."""
    return preview._pages


def acting_page(preview: simcord.Preview) -> Page | None:
    """The page on which an action goes on."""
    return preview._action_page


def action_of(preview: simcord.Preview) -> Action:
    """What carries out an action of a page."""
    return preview._action


def replace_action(preview: simcord.Preview, action: Action) -> None:
    """Carry out actions in another way."""
    preview._action = action  # type: ignore[method-assign, assignment]


def publish_of(preview: simcord.Preview) -> Callable[..., None]:
    """What makes a page anew; it takes the page and a ``reason``."""
    return preview._publish


def replace_publish(
    preview: simcord.Preview, publish: Callable[..., None], after_action: Callable[..., None]
) -> None:
    """Make a page anew in another way, and those whose messages an action has changed."""
    preview._publish = publish  # type: ignore[method-assign]
    preview._publish_message_pages = after_action  # type: ignore[method-assign]


def let_time_show(preview: simcord.Preview) -> None:
    """A page that is made anew tells the time of now."""
    preview._advance_presentation_time()


def turn_page(preview: simcord.Preview, page: Page, channel: int) -> None:
    """Let a page show another channel; what it had open and asked for is forgotten."""
    preview._redact_page_receipts(page)
    preview._clear_page_assets(page)
    preview._reset_queries(page)
    page.channel_id, page.target_id, page.window_end_id = channel, None, None
    page.modal, page.modal_handle = None, None
    page.generation += 1


def newest_message(preview: simcord.Preview, page: Page, channel: int) -> int | None:
    """The message at which the viewer of a page begins in a channel."""
    return preview._initial_target(page.viewer, channel)


def replace_handlers(preview: simcord.Preview, around: Callable[[Handler], Handler], *names: str) -> None:
    """Put a function around handlers of the server, which is not yet started; see `ENTRANCES`."""
    for name in names:
        setattr(preview._server, name, around(getattr(preview._server, name)))


def replace_reader(around: Callable[[Callable[..., Any]], Callable[..., Any]]) -> None:
    """Put a function around what reads the texts of a page, wherever it is called."""
    from simcord.preview import _component_projection, _messages, _queries, _snapshot  # noqa: PLC0415
    from simcord.preview._markdown import markdown_tokens  # noqa: PLC0415 - an extra

    modules: tuple[ModuleType, ...] = (_component_projection, _messages, _queries, _snapshot)
    reader = around(markdown_tokens)
    for module in modules:
        module.markdown_tokens = reader  # type: ignore[attr-defined]
