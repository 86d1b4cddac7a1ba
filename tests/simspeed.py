"""Makes SimCord quicker without changing what it does: a tenth to a fifth of the time of a test by thumb."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from copy import deepcopy
from functools import wraps
from types import SimpleNamespace
from typing import Any

from simcord import _runtime, components, env, gateway
from simcord.http import router

_ATOMS = frozenset({str, int, float, bool, type(None)})


def copied(value: Any) -> Any:
    """Return a deep copy of JSON, by `copy.deepcopy` of all else in it."""
    kind = type(value)
    if kind is dict:
        return {key: item if type(item) in _ATOMS else copied(item) for key, item in value.items()}
    if kind is list:
        return [item if type(item) in _ATOMS else copied(item) for item in value]
    return value if kind in _ATOMS else deepcopy(value)


class Patience:
    """How SimCord waits for the bot: at first briefly, for often all that is left runs in the same moment.

    It would wait 50 ms for a task to end, even if none runs and only a callback is still to be called.
    """

    BRIEF = 0.002

    def __init__(self) -> None:
        self._is_in_vain = False
        self._settle = env.Env._settle_internal

    async def settle(self, of: env.Env, **given: Any) -> None:
        """Wait until the bot rests."""
        self._is_in_vain = False
        await self._settle(of, **given)

    async def wait(self, tasks: Iterable[Any], *, timeout: float, **given: Any) -> Any:  # noqa: ASYNC109
        """Wait for tasks; for the first of several so long only if it was in vain to wait briefly."""
        is_brief = given.get("return_when") == asyncio.FIRST_COMPLETED and not self._is_in_vain
        done, pending = await asyncio.wait(
            tasks, timeout=min(timeout, self.BRIEF) if is_brief else timeout, **given
        )
        self._is_in_vain = not done
        return done, pending


def hasten() -> None:
    """Let SimCord find callbacks by identity, copy JSON as JSON, and wait no longer than it must."""
    patience = Patience()

    @wraps(env.Env._settle_internal)
    async def settle(of: env.Env, **given: Any) -> None:
        await patience.settle(of, **given)

    env.Env._settle_internal = settle  # type: ignore[assignment, method-assign]
    vars(env)["asyncio"] = SimpleNamespace(**{**vars(asyncio), "wait": patience.wait})
    _runtime._CallbackRecord.__eq__ = object.__eq__  # type: ignore[method-assign]
    for module in (gateway, router):
        vars(module)["copy"] = SimpleNamespace(deepcopy=copied)
    vars(components)["deepcopy"] = copied
