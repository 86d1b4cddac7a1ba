"""The bot on SimCord, inside the test's own process: faster than a real process, with a clock to turn.

The people have the verbs of `tests.loopback.Member`, so a test reads the same on either Discord.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any

import discord
import simcord
from simcord.backend import serializers
from simcord.builders import ChannelHandle

from bot.chat.press import OVERFLOW_MENU
from bot.local import MEMBERS, create_simulated_server
from tests.loopback import DriverError, Message, Response
from tests.loopback.filling import component_values, modal_values
from tests.loopback.wire import Json
from tests.simspeed import hasten

BUTTON = 2

hasten()


class SimMessage(Message):
    """A message of SimCord."""

    def __init__(self, env: simcord.Env, channel_id: int, message_id: int) -> None:
        super().__init__(lambda attachment: env.backend.cdn.get(attachment["url"]) or b"", {})
        self._env, self._place = env, (channel_id, message_id)

    @property
    def raw(self) -> Json:
        if not self.deleted:
            stored = self._env.backend.get_message(*self._place)
            self._raw = dict(serializers.message_payload(self._env.backend, stored))
        return self._raw

    @property
    def id(self) -> str:
        return str(self._place[1])

    @property
    def deleted(self) -> bool:
        return self._place[1] not in self._env.backend.messages.get(self._place[0], {})


class SimAnswer(Response):
    """What came of one action."""

    def __init__(self, env: simcord.Env, result: simcord.InteractionResult) -> None:
        self._env, self.result = env, result

    @property
    def acknowledged(self) -> bool:
        return self.result.acknowledged

    @property
    def messages(self) -> list[Message]:
        first = self.result.response
        found = [*([first] if first else []), *self.result.followups]
        return [SimMessage(self._env, m.channel_id, m.id) for m in found]

    @property
    def message(self) -> Message:
        if not self.messages:
            raise DriverError(f"no message came in reply: {self.result}")
        return self.messages[0]

    @property
    def modal(self) -> Json:
        if self.result.modal is None:
            raise DriverError(f"no modal opened: {self.result}")
        return self.result.modal


class SimMember:
    """One person; every action returns when the bot has come to rest."""

    def __init__(self, table: SimTable, actor: simcord.MemberActor, name: str) -> None:
        self.table, self.actor, self.name = table, actor, name
        self.id, self.mention = str(actor.id), actor.mention

    def __repr__(self) -> str:
        return f"SimMember({self.name!r})"

    async def slash(self, command: str, channel: ChannelHandle | None = None, **options: Any) -> SimAnswer:
        """Use a slash command; a user option takes a SimMember."""
        plain = {k: v.actor if isinstance(v, SimMember) else v for k, v in options.items()}
        home = channel or self.table.channel
        return self._answer(await self.actor.slash(home, command.removeprefix("/"), **plain))

    async def autocomplete(
        self, command: str, option: str, typed: str = "", channel: ChannelHandle | None = None, **options: Any
    ) -> list[Json]:
        """The choices offered while typing into `option`."""
        home = channel or self.table.channel
        return await self.actor.autocomplete(home, command.removeprefix("/"), option, typed, **options)

    async def click(
        self, target: Message | Response, label: str | None = None, *, custom_id: str | None = None
    ) -> SimAnswer:
        """Click the button with that label or custom id, or choose the entry of a menu that stands for it."""
        message = _message(target)
        if label is not None and (found := _entry(message, label)) is not None:
            return await self.select(target, found[1], custom_id=found[0])
        button = message.find(label, custom_id)
        handle = self.table.handle(message)
        return self._answer(await self.actor.click(handle, custom_id=button.custom_id))

    async def select(
        self,
        target: Message | Response,
        values: str | list[str],
        *,
        label: str | None = None,
        custom_id: str | None = None,
    ) -> SimAnswer:
        """Choose in a select, by value or by the option's label."""
        message = _message(target)
        component = message.pick(label, custom_id)
        chosen = component_values(component, [values] if isinstance(values, str) else values)
        handle = self.table.handle(message)
        return self._answer(await self.actor.select(handle, chosen, custom_id=component.custom_id))

    async def submit_modal(self, opened: SimAnswer, values: dict[str, Any] | None = None) -> SimAnswer:
        """Fill in the modal by label or custom id, and send it."""
        filled = modal_values(opened.modal, values or {})
        return self._answer(await self.actor.submit_modal(opened.result, filled))

    def direct_messages(self) -> list[Message]:
        """What the bot wrote to this person in private."""
        channel = self.table.env.backend.get_dm_channel(int(self.id))
        return self.table.stored(channel.id, None)

    def _answer(self, result: simcord.InteractionResult) -> SimAnswer:
        return SimAnswer(self.table.env, result)


class SimTable:
    """A bot, one channel and some people; use as `async with SimTable(make_client) as table`."""

    def __init__(
        self,
        make_client: Callable[[], discord.Client],
        members: Sequence[str] = MEMBERS,
        settle_timeout: float = 20.0,
    ) -> None:
        self._make = make_client
        self.env = simcord.Env(make_client(), settle_timeout=settle_timeout)
        world = create_simulated_server(self.env, members)
        self.channel, self.places, actors = world.home, world.channels, world.members
        self.people = {
            name: SimMember(self, actor, name) for name, actor in zip(members, actors, strict=True)
        }

    async def __aenter__(self) -> SimTable:
        await self.env.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.env.shutdown()
        if kind is None:
            self.env.raise_errors()

    @property
    def client(self) -> discord.Client:
        """The bot that is running."""
        return self.env.bot

    def member(self, name: str) -> SimMember:
        """The person of that name."""
        return self.people[name]

    async def restart(self) -> None:
        """Stop the bot and start a new one on the same Discord."""
        bot = self._make()
        await self.env.restart_bot(bot)
        self.env.bot = bot

    async def later(self, seconds: float) -> None:
        """Let time pass: sleeps and loops of the bot come due."""
        await self.env.advance_time(seconds)

    def channel_messages(
        self, channel: ChannelHandle | None = None, viewer: SimMember | None = None
    ) -> list[Message]:
        """Messages of a channel or thread, oldest first; ephemeral ones for their viewer only."""
        return self.stored((channel or self.channel).id, viewer)

    def stored(self, channel_id: int, viewer: SimMember | None) -> list[Message]:
        """Messages of a channel by its id."""
        kept = sorted(self.env.backend.messages.get(channel_id, {}).values(), key=lambda m: m.id)
        seen = [m for m in kept if m.visible_to(int(viewer.id) if viewer else None)]
        return [SimMessage(self.env, channel_id, m.id) for m in seen]

    def threads(self) -> list[ChannelHandle]:
        """The threads of the channel."""
        return self.channel.threads

    def handle(self, message: Message) -> simcord.ResponseMessage:
        """SimCord's own handle of a message."""
        stored = self.env.backend.get_message(int(message.channel_id), int(message.id))
        return simcord.ResponseMessage(self.env, stored)


def _entry(message: Message, label: str) -> tuple[str, str] | None:
    """The menu of buttons and the value in it with that label, where no button has it."""
    if any(c.label.startswith(label) for c in message.components if c not in message.selects):
        return None
    for menu in message.selects:
        if f":{OVERFLOW_MENU}:" in menu.custom_id:
            values = [str(o["value"]) for o in menu.options if str(o["label"]).startswith(label)]
            return (menu.custom_id, values[0]) if values else None
    return None


def _message(target: Message | Response) -> Message:
    message = target.message if isinstance(target, Response) else target
    if message.deleted:
        raise DriverError("the message is deleted")
    return message
