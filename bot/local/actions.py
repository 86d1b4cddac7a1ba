"""The bot's tasks for one action of a viewer, and how long the chat waits for them.

SimCord waits until the whole bot is idle and its timers of the next half minute have run. Here an action
waits for its own answer only, and other viewers may act once it is acknowledged. What the bot does later is
shown when it is ready.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Coroutine, Iterator
from contextlib import contextmanager
from contextvars import Context, ContextVar
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

from bot.local import simcord_internals as internals

if TYPE_CHECKING:
    import simcord
    from simcord.backend.models import Interaction

MAX_WAIT = 0.6
"""Seconds to wait for the answer to an acknowledged action; a later answer is shown when it comes."""

EFFECTS_SECONDS = 0.25
"""Seconds to wait, after the answer, for what follows it, such as the card of a move."""

ACK_TIMEOUT = 3.0
"""Seconds within which Discord requires an interaction to be acknowledged."""

POLL_SECONDS, LOOP_TURNS = 0.02, 3
"""Seconds between two checks, and turns of the event loop that start what is due."""

Task = asyncio.Task[Any]


class ViewerAction:
    """One action of a viewer in the local chat, with the tasks that the bot runs for it."""

    def __init__(self) -> None:
        """Begin an action of a viewer of the local chat, for which no task of the bot runs yet."""
        self.tasks: WeakSet[Task] = WeakSet()
        self.interaction: Interaction | None = None
        self._tasks_before_dispatch: set[Task] = set()

    def note_dispatched_interaction(self, interaction: Interaction) -> None:
        """Remember the interaction of this action of the local chat, and the tasks that started before it.

        Call it when SimCord dispatches the interaction to the bot.
        """
        self.interaction, self._tasks_before_dispatch = interaction, set(self.tasks)

    def handler_tasks(self) -> list[Task]:
        """Return the bot's tasks that respond to this viewer's action in the local chat.

        They are the tasks that started after the action's interaction was dispatched; before the dispatch,
        all tasks of the action.
        """
        return [task for task in self.tasks if task not in self._tasks_before_dispatch]

    @property
    def is_acknowledged(self) -> bool:
        """Return True if the action's simulated interaction is acknowledged, or if it has none yet."""
        return self.interaction is None or self.interaction.responded


_ACTION: ContextVar[ViewerAction | None] = ContextVar("action", default=None)


class ViewerActions:
    """Waits for the bot in place of SimCord, for each action of a viewer.

    ``waiting_actions`` is the number of viewers who wait to act. With ``finish_due_first`` all that is due is
    finished before the simulated clock moves on.
    """

    def __init__(self, env: simcord.Env, *, finish_due_first: bool = False) -> None:
        """Replace SimCord's function that waits for the bot in the local chat, and the loop's task factory.

        The factory notes which tasks a viewer's action starts. ``finish_due_first``: the clock moves in
        leaps, and all that is due is finished before each. Raises RuntimeError if no event loop is running.
        """
        self._env, self._finish_due_first, self.waiting_actions = env, finish_due_first, 0
        self._simcord_settle = internals.settle_function(env)
        internals.replace_settle(env, self._wait_for_response)
        internals.add_dispatch_observer(env, self._note_dispatched_interaction)
        asyncio.get_running_loop().set_task_factory(_create_tracked_task)  # type: ignore[arg-type]

    @contextmanager
    def track_action(self) -> Iterator[ViewerAction]:
        """Track all tasks that start in the block as tasks of one action of a viewer; yield this action."""
        action = ViewerAction()
        token = _ACTION.set(action)
        try:
            yield action
        finally:
            _ACTION.reset(token)

    def _note_dispatched_interaction(self, interaction: Interaction) -> None:
        """Record in the current viewer's action that SimCord dispatches this interaction to the bot now.

        Nothing is recorded outside the tasks of a viewer's action.
        """
        action = _ACTION.get()
        if action is not None:
            action.note_dispatched_interaction(interaction)

    async def _wait_for_response(self, *, dispatch: str | None = None, **kwargs: Any) -> None:
        """Wait for the bot's response to a viewer's action in the local chat, then briefly for its effects.

        SimCord calls this instead of its own function. ``dispatch`` is the name of the event that it has sent
        to the bot; events other than INTERACTION_CREATE only wait for a few turns of the event loop. While
        the simulated clock is advanced in one step, SimCord's own function waits; it gets ``kwargs`` and may
        raise TimeoutError.
        """
        action = _ACTION.get()
        if self._finish_due_first and kwargs.get("_deadline") is not None:
            await self._simcord_settle(dispatch=dispatch, **kwargs)
            return
        handlers = action.handler_tasks() if action is not None and dispatch == "INTERACTION_CREATE" else []
        for _ in range(LOOP_TURNS):
            self._run_due_callbacks()
            await asyncio.sleep(0)
        if action is not None and handlers:
            await self._wait_for_tasks(action, lambda: handlers, MAX_WAIT)
            await self._wait_for_tasks(action, lambda: action.tasks, EFFECTS_SECONDS)

    def _run_due_callbacks(self) -> None:
        """Run the bot's callbacks that are due on the local chat's clock, for about 0.02 seconds at most."""
        internals.run_due_callbacks(self._env, asyncio.get_running_loop().time() + POLL_SECONDS)
        internals.clear_finished_advance(self._env)

    async def _wait_for_tasks(
        self, action: ViewerAction, tasks: Callable[[], Collection[Task]], seconds: float
    ) -> None:
        """Wait for tasks of a viewer's action in the local chat, and run callbacks that fall due meanwhile.

        ``tasks`` returns the tasks, again at each check. Once the action is acknowledged, this waits at most
        ``seconds``, and no longer if other viewers wait to act. It never waits longer than 3 seconds.
        """
        loop = asyncio.get_running_loop()
        started_at = loop.time()
        while unfinished := [
            task for task in list(tasks()) if not task.done() and task in internals.bot_tasks(self._env)
        ]:
            elapsed = loop.time() - started_at
            if elapsed > ACK_TIMEOUT or (
                action.is_acknowledged and (self.waiting_actions or elapsed > seconds)
            ):
                return
            await asyncio.wait(unfinished, timeout=POLL_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            self._run_due_callbacks()


def _create_tracked_task(
    loop: asyncio.AbstractEventLoop, coro: Coroutine[Any, Any, Any], *, context: Context | None = None,
    **kwargs: Any,
) -> Task:  # fmt: skip
    """Create an asyncio task, and register it with the viewer's action in the local chat that starts it.

    The action is found in ``context``, or (None) in the current context. A task that no action starts is only
    created.
    """
    task: Task = asyncio.Task(coro, loop=loop, context=context, **kwargs)
    action = _ACTION.get() if context is None else context.get(_ACTION)
    if action is not None:
        action.tasks.add(task)
    return task
