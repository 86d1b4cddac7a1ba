"""All private parts of discord.py that the bot touches: there is no public way, and its version is pinned.

    copy_option                 adds an option to a command after its creation
    event_parsers               the functions that parse each gateway event
    disable_component_dispatch  presses are dispatched by `bot.chat.entrance`, not by views
    OpenTree                    the whole handling of a slash command, also what can fail before its checks
    loop                        a task that repeats even if the machine's clock is changed

`tests/bot/chat/test_internals.py` fails when a version of discord.py lacks them or changes their parameters.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, MutableMapping
from copy import copy
from datetime import datetime, timedelta
from typing import Any, TypeVar

import discord
from discord import app_commands
from discord.ext import tasks
from discord.utils import MISSING, utcnow

Command = app_commands.Command[Any, ..., Any]
Callback = Callable[..., Coroutine[Any, Any, Any]]
Client = TypeVar("Client", bound=discord.Client)


def copy_option(command: Command, name: str, source: Command, wrap: Callable[[Callback], Callback]) -> None:
    """Copy an option from one slash command (``source``) to another, and replace the other's callback.

    ``wrap`` gets the old callback and returns the new one. If ``command`` has the option already, nothing
    changes. Raises KeyError if ``source`` has no option of this ``name``.
    """
    if name not in command._params:
        command._params[name] = copy(source._params[name])
        command._callback = wrap(command._callback)


def event_parsers(client: discord.Client) -> MutableMapping[str, Callable[[Any], Any]]:
    """Return discord.py's own dict of the parsers of gateway events, by the name of the event.

    A parser gets the data of an event. Entries may be replaced.
    """
    return client._connection.parsers


def disable_component_dispatch(client: discord.Client) -> None:
    """Keep discord.py from registering the bot's buttons and menus, so that it does not dispatch presses.

    The bot dispatches presses itself (`bot.chat.entrance`).
    """
    client._connection._view_store._dynamic_items = _Nothing()


class _Nothing(dict[Any, Any]):
    """A dictionary that stores nothing."""

    def __setitem__(self, key: Any, value: Any) -> None:
        """Discard a button, so that discord.py does not register it."""


class OpenTree(app_commands.CommandTree[Client]):
    """A command tree whose whole handling of a command can be overridden in `handle`."""

    async def handle(self, interaction: discord.Interaction[Client]) -> None:
        """Find, check and call the slash command of an interaction, or its autocompletion.

        Raises AppCommandError, or any error for forged data.
        """
        await super()._call(interaction)

    async def _call(self, interaction: discord.Interaction[Client]) -> None:
        """Handle a slash command by `handle`; discord.py calls this."""
        await self.handle(interaction)


class SteadyLoop(tasks.Loop[Any]):
    """A repeating task whose next run is always one interval away.

    discord.py adds the interval to the time of the last run. A loop would then stand still for as long as the
    clock is set back, and run once for each interval by which it is set forward or the machine slept.
    """

    def __get__(self, owner: Any, owner_class: type[Any]) -> tasks.Loop[Any]:
        """Return the repeating task of an object (``owner``) with a method decorated by `loop`.

        The task is created at the first access. If this descriptor is accessed on the class (``owner`` None),
        it returns itself.
        """
        if owner is None:
            return self
        own_loop = loop(seconds=self._sleep)(self.coro)
        own_loop._injected = owner
        setattr(owner, self.coro.__name__, own_loop)
        return own_loop

    def _get_next_sleep_time(self, now: datetime = MISSING) -> datetime:
        """Return the time of the task's next run: its interval after ``now`` (default: the present time).

        discord.py calls this.
        """
        return (utcnow() if now is MISSING else now) + timedelta(seconds=self._sleep)


def loop(*, seconds: float) -> Callable[[Callback], SteadyLoop]:
    """Return a decorator that makes a coroutine method a repeating task, like discord.py's `tasks.loop`.

    Once started, the task runs every ``seconds``, even after the machine's clock was changed.
    """

    def decorate(function: Callback) -> SteadyLoop:
        """Return the repeating task that calls a coroutine function."""
        return SteadyLoop(
            function, seconds=seconds, hours=0, minutes=0, time=MISSING, count=None, reconnect=True, name=None
        )

    return decorate
