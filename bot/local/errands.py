"""What the bot does for an action of a viewer, and how long the chat waits for it.

SimCord would wait until the whole bot has nothing to do, and its timers of the next half minute have run out.
Here an action waits for its own answer only, and gives way to other viewers once it is acknowledged; what the
bot does later is shown when it is done.
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

MOST = 0.6
"""Seconds that an action waits for its answer, once it is acknowledged; the answer is shown when it comes."""

LINGER = 0.25
"""Seconds more for what follows an answer, such as the card of a move."""

DEAF = 3.0
"""Seconds after which Discord takes an interaction for lost that is not acknowledged."""

STEP, TURNS = 0.02, 3
"""Seconds between two looks, and turns of the loop that begin what is due."""

Task = asyncio.Task[Any]


class Errand:
    """What one action of a viewer has the bot do."""

    def __init__(self) -> None:
        self.tasks: WeakSet[Task] = WeakSet()
        self.interaction: Interaction | None = None
        self._before: set[Task] = set()

    def sent(self, interaction: Interaction) -> None:
        """The interaction goes to the bot now."""
        self.interaction, self._before = interaction, set(self.tasks)

    def handlers(self) -> list[Task]:
        """What answers it, if nothing ran since it was sent."""
        return [task for task in self.tasks if task not in self._before]

    @property
    def acknowledged(self) -> bool:
        """Whether the viewer sees that the bot has heard him."""
        return self.interaction is None or self.interaction.responded


_ERRAND: ContextVar[Errand | None] = ContextVar("errand", default=None)


class Errands:
    """Takes the place of SimCord's waiting. ``line`` counts the viewers who wait for their turn.

    ``patient``: time is moved on in leaps, so what falls due is done before time goes on.
    """

    def __init__(self, env: simcord.Env, *, patient: bool = False) -> None:
        self._env, self._patient, self.line = env, patient, 0
        self._settled = internals.settle_of(env)
        internals.replace_settle(env, self._settle)
        internals.on_dispatch(env, self._sent)
        asyncio.get_running_loop().set_task_factory(_tracked)  # type: ignore[arg-type]

    @contextmanager
    def errand(self) -> Iterator[Errand]:
        """What the bot begins in the block is done for one action."""
        errand = Errand()
        token = _ERRAND.set(errand)
        try:
            yield errand
        finally:
            _ERRAND.reset(token)

    def _sent(self, interaction: Interaction) -> None:
        errand = _ERRAND.get()
        if errand is not None:
            errand.sent(interaction)

    async def _settle(self, *, dispatch: str | None = None, **given: Any) -> None:
        errand = _ERRAND.get()
        if self._patient and given.get("_deadline") is not None:
            await self._settled(dispatch=dispatch, **given)
            return
        handlers = errand.handlers() if errand is not None and dispatch == "INTERACTION_CREATE" else []
        for _ in range(TURNS):
            self._begin_due()
            await asyncio.sleep(0)
        if errand is not None and handlers:
            await self._wait(errand, lambda: handlers, MOST)
            await self._wait(errand, lambda: errand.tasks, LINGER)

    def _begin_due(self) -> None:
        internals.run_due(self._env, asyncio.get_running_loop().time() + STEP)
        internals.forget_failed_advance(self._env)

    async def _wait(self, errand: Errand, work: Callable[[], Collection[Task]], seconds: float) -> None:
        """Wait for the bot's work of an errand, for others not longer than they have to."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        while to_do := [
            task for task in list(work()) if not task.done() and task in internals.working(self._env)
        ]:
            spent = loop.time() - began
            if spent > DEAF or (errand.acknowledged and (self.line or spent > seconds)):
                return
            await asyncio.wait(to_do, timeout=STEP, return_when=asyncio.FIRST_COMPLETED)
            self._begin_due()


def _tracked(
    loop: asyncio.AbstractEventLoop, coro: Coroutine[Any, Any, Any], *, context: Context | None = None,
    **given: Any,
) -> Task:  # fmt: skip
    task: Task = asyncio.Task(coro, loop=loop, context=context, **given)
    errand = _ERRAND.get() if context is None else context.get(_ERRAND)
    if errand is not None:
        errand.tasks.add(task)
    return task
