"""A person in the guild: types commands, clicks, selects, fills in modals."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING, Any

from .filling import command_data, component_data, modal_data
from .gateway import new_payload
from .interactions import AUTOCOMPLETE, COMMAND, COMPONENT, SUBMIT, Interaction
from .messages import public
from .views import Component, DriverError, Message, Reply
from .wire import EPHEMERAL, UPLOAD_LIMIT, Json

if TYPE_CHECKING:
    from .server import LoopbackServer

# discord.py knows a view only after the answer to its send came back: nobody clicks within a millisecond
HUMAN_DELAY = 0.05


class Member:
    """One person. Actions return when the bot has answered, or after the deadline when it does not."""

    def __init__(self, server: LoopbackServer, user: Json) -> None:
        self.server, self.user = server, user
        self.name, self.id, self.mention = user["global_name"], user["id"], f"<@{user['id']}>"

    def __repr__(self) -> str:
        return f"Member({self.name!r})"

    async def slash(
        self,
        command: str,
        channel: Json | None = None,
        *,
        deliveries: int = 1,
        wait: bool = True,
        **options: Any,
    ) -> Reply:
        """Use a slash command, such as `slash("/game new", title="x")`.

        A user option takes a Member, a channel option a channel; `deliveries=2` delivers it twice;
        with `wait=False` return at once.
        """
        channel = channel or self._home()
        data = command_data(self.server, channel, command, options)
        return await self._act(COMMAND, channel, data, None, deliveries, wait)

    async def autocomplete(
        self, command: str, option: str, typed: str = "", channel: Json | None = None, **options: Any
    ) -> list[Json]:
        """The choices offered while typing into `option`: `[{"name": ..., "value": ...}]`."""
        channel = channel or self._home()
        data = command_data(self.server, channel, command, {**options, option: typed}, focused=option)
        reply = await self._act(AUTOCOMPLETE, channel, data, None, 1, True)
        if not reply.acknowledged:
            raise DriverError(f"no choices for {command} {option}={typed!r}")
        return reply.choices

    async def click(
        self,
        target: Message | Reply,
        label: str | None = None,
        *,
        custom_id: str | None = None,
        deliveries: int = 1,
        wait: bool = True,
    ) -> Reply:
        """Click the button with that label or custom id."""
        message = self._see(target)
        return await self._use(message, message.find(label, custom_id), [], deliveries, wait)

    async def select(
        self,
        target: Message | Reply,
        values: str | list[str],
        *,
        label: str | None = None,
        custom_id: str | None = None,
        deliveries: int = 1,
        wait: bool = True,
    ) -> Reply:
        """Choose in a select (found by placeholder or custom id; needs neither when there is one only).

        A value may be given by its own text or by the option's label; of users by id.
        """
        message = self._see(target)
        component = message.pick(label, custom_id)
        return await self._use(
            message, component, [values] if isinstance(values, str) else values, deliveries, wait
        )

    async def submit_modal(
        self, opened: Reply, values: dict[str, Any] | None = None, *, deliveries: int = 1, wait: bool = True
    ) -> Reply:
        """Fill in the modal that `opened` shows, by label or custom id, and send it."""
        data = modal_data(opened.modal, values or {})
        channel = self.server.world.channel(opened.interaction.channel_id)
        return await self._act(SUBMIT, channel, data, opened.interaction.source, deliveries, wait)

    async def say(self, text: str, channel: Json | None = None) -> Message:
        """Write a plain message."""
        channel = channel or self._home()
        raw = self.server.messages.build(channel["id"], self.user, {"content": text}, {})
        return self.server.view(await self.server.messages.post(raw))

    def dm(self) -> Json:
        """The channel of direct messages with the bot."""
        return self.server.world.dm(self.id)

    def close_dm(self) -> None:
        """Refuse direct messages from now on (error 50007 to the bot)."""
        self.dm()["closed"] = True

    def _home(self) -> Json:
        home: Json = self.server.guild["channels"][0]
        return home

    def _see(self, target: Message | Reply) -> Message:
        message = target.message if isinstance(target, Reply) else target
        if message.deleted:
            raise DriverError("the message is deleted")
        if message.raw["flags"] & EPHEMERAL and message.raw["_for"] != self.id:
            raise DriverError(f"{self.name} cannot see this ephemeral message")
        return message

    async def _use(
        self, message: Message, component: Component, values: list[str], deliveries: int, wait: bool
    ) -> Reply:
        data = component_data(self.server, message, component, values)
        shown = time.monotonic() - message.raw["_changed"]
        await asyncio.sleep(max(0.0, HUMAN_DELAY - shown))
        channel = self.server.world.channel(message.channel_id)
        return await self._act(COMPONENT, channel, data, message.raw, deliveries, wait)

    async def _act(
        self, kind: int, channel: Json, data: Json, source: Json | None, deliveries: int, wait: bool
    ) -> Reply:
        interaction = Interaction(
            self._payload(kind, channel, data, source), self.user, channel["id"], source
        )
        await self.server.interactions.send(interaction, deliveries)
        if wait:
            await self.settle(interaction)
        return Reply(self.server, interaction)

    async def settle(self, interaction: Interaction) -> None:
        """Wait for the first answer until the deadline, and for a deferred one `server.patience` seconds."""
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(interaction.acknowledged.wait(), self.server.interactions.deadline + 0.2)
            await asyncio.wait_for(interaction.answered.wait(), self.server.patience)

    def _payload(self, kind: int, channel: Json, data: Json, source: Json | None) -> Json:
        world, guild_id = self.server.world, channel.get("guild_id")
        payload = new_payload(world.app_id, kind, data)
        payload.update(channel_id=channel["id"], channel=dict(channel), attachment_size_limit=UPLOAD_LIMIT)
        payload.update(authorizing_integration_owners={"0": guild_id or "0"}, context=0 if guild_id else 1)
        if source is not None:
            payload["message"] = public(source)
        if guild_id is None:
            return {**payload, "user": self.user, "app_permissions": "0"}
        mine = str(world.permissions(guild_id, self.id, channel))
        payload.update(guild_id=guild_id, guild_locale="en-GB")
        payload["guild"] = {"id": guild_id, "locale": "en-GB", "features": []}
        payload["app_permissions"] = str(world.permissions(guild_id, world.app_id, channel))
        payload["member"] = {**world.member(guild_id, self.id), "permissions": mine}
        return payload
