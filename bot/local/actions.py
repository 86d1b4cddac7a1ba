"""The bot's tasks for one action of a viewer, and how long the chat waits for them.

SimCord waits until the whole bot is idle and its timers of the next half minute have run. Here an action
waits for its own answer only, and other viewers may act once it is acknowledged. What the bot does later is
shown when it is done.
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
        self._tasks_before: set[Task] = set()

    def note_dispatch(self, interaction: Interaction) -> None:
        """Remember the interaction that the local chat dispatches now, and the tasks that existed before."""
        self.interaction, self._tasks_before = interaction, set(self.tasks)

    def handlers(self) -> list[Task]:
        """Return the tasks that the bot has started for a viewer's action since it was dispatched to the bot.

        These answer the action. Before the dispatch, they are all tasks of the action.
        """
        return [task for task in self.tasks if task not in self._tasks_before]

    @property
    def is_acknowledged(self) -> bool:
        """Return True if the simulated interaction is acknowledged; True also if there is none."""
        return self.interaction is None or self.interaction.responded


_ACTION: ContextVar[ViewerAction | None] = ContextVar("action", default=None)


class ViewerActions:
    """Waits for the bot in place of SimCord, for each action of a viewer.

    ``waiting_actions`` is the number of viewers who wait to act. With ``finish_due_first`` all that is due is
    finished before the simulated clock moves on.
    """

    def __init__(self, env: simcord.Env, *, finish_due_first: bool = False) -> None:
        """Replace SimCord's function that waits for the bot, and the task factory, for the local chat.

        The factory notes which tasks a viewer's action starts. ``finish_due_first``: the clock moves in
        leaps, and all that is due is finished first.
        """
        self._env, self._finishes_due_first, self.waiting_actions = env, finish_due_first, 0
        self._settle_fully = internals.settle_of(env)
        internals.replace_settle(env, self._settle)
        internals.on_dispatch(env, self._on_dispatch)
        asyncio.get_running_loop().set_task_factory(_create_tracked_task)  # type: ignore[arg-type]

    @contextmanager
    def begin(self) -> Iterator[ViewerAction]:
        """Count all tasks that start in the block as tasks of one action of a viewer; yields this action."""
        action = ViewerAction()
        token = _ACTION.set(action)
        try:
            yield action
        finally:
            _ACTION.reset(token)

    def _on_dispatch(self, interaction: Interaction) -> None:
        """Note in the viewer's action that SimCord dispatches its interaction to the bot now.

        Nothing is noted if this runs in no task of such an action.
        """
        action = _ACTION.get()
        if action is not None:
            action.note_dispatch(interaction)

    async def _settle(self, *, dispatch: str | None = None, **kwargs: Any) -> None:
        """Wait in place of SimCord: for the answer to a viewer's action, then briefly for its effects.

        ``dispatch`` is the name of the event that SimCord has sent. Other events only wait for a few turns of
        the event loop. While a clock that moves in leaps is advanced, this waits as SimCord does.
        """
        action = _ACTION.get()
        if self._finishes_due_first and kwargs.get("_deadline") is not None:
            await self._settle_fully(dispatch=dispatch, **kwargs)
            return
        handlers = action.handlers() if action is not None and dispatch == "INTERACTION_CREATE" else []
        for _ in range(LOOP_TURNS):
            self._run_due()
            await asyncio.sleep(0)
        if action is not None and handlers:
            await self._wait_for_tasks(action, lambda: handlers, MAX_WAIT)
            await self._wait_for_tasks(action, lambda: action.tasks, EFFECTS_SECONDS)

    def _run_due(self) -> None:
        """Run the bot's callbacks that are due on the local chat's clock, now or at the next check."""
        internals.run_due(self._env, asyncio.get_running_loop().time() + POLL_SECONDS)
        internals.forget_finished_advance(self._env)

    async def _wait_for_tasks(
        self, action: ViewerAction, tasks: Callable[[], Collection[Task]], seconds: float
    ) -> None:
        """Wait for tasks of a viewer's action in the local chat, and run what falls due meanwhile.

        Once the action is acknowledged, it waits at most `seconds`, and no longer if other viewers wait to
        act. It never waits longer than 3 seconds.
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
            self._run_due()


def _create_tracked_task(
    loop: asyncio.AbstractEventLoop, coro: Coroutine[Any, Any, Any], *, context: Context | None = None,
    **kwargs: Any,
) -> Task:  # fmt: skip
    """Create an asyncio task; add it to the local chat's viewer action in whose context it starts, if any."""
    task: Task = asyncio.Task(coro, loop=loop, context=context, **kwargs)
    action = _ACTION.get() if context is None else context.get(_ACTION)
    if action is not None:
        action.tasks.add(task)
    return task
