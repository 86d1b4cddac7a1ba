"""Interactions: their life, the callback, and the webhook through which follow-ups come."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field

from .gateway import Gateway
from .limits import check_choices, check_modal
from .messages import Files, Messages, public
from .wire import EPHEMERAL, LOADING, ApiError, Json, invalid_form
from .world import World

COMMAND, COMPONENT, AUTOCOMPLETE, SUBMIT = 2, 3, 4, 5
REPLY, DEFER, DEFER_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9


@dataclass
class Attempt:
    """One callback as it arrived: seconds after the interaction, its kind, and the status it got."""

    after: float
    kind: int
    status: int


@dataclass
class Interaction:
    """One interaction. `acknowledged_after` is in seconds; None while unanswered."""

    payload: Json
    user: Json
    channel_id: str
    source: Json | None = None
    sent: float = field(default_factory=time.monotonic)
    attempts: list[Attempt] = field(default_factory=list)
    kind: int | None = None
    acknowledged_after: float | None = None
    original: Json | None = None
    messages: list[Json] = field(default_factory=list)
    modal: Json | None = None
    choices: list[Json] | None = None
    acknowledged: asyncio.Event = field(default_factory=asyncio.Event)
    answered: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def id(self) -> str:
        """The interaction's id."""
        value: str = self.payload["id"]
        return value

    @property
    def type(self) -> int:
        """2 command, 3 component, 4 autocompletion, 5 modal."""
        value: int = self.payload["type"]
        return value


class Interactions:
    """Every interaction that was sent. `deadline` and `token_life` are in seconds."""

    def __init__(self, world: World, gateway: Gateway, messages: Messages) -> None:
        self.world, self.gateway, self.messages = world, gateway, messages
        self.deadline, self.token_life = 3.0, 900.0
        self.by_id: dict[str, Interaction] = {}
        self.by_token: dict[str, Interaction] = {}

    async def send(self, interaction: Interaction, deliveries: int = 1) -> None:
        """Deliver a new interaction to the bot, `deliveries` times."""
        self.by_id[interaction.id] = interaction
        self.by_token[interaction.payload["token"]] = interaction
        interaction.sent = time.monotonic()
        await self.deliver(interaction, deliveries)

    async def deliver(self, interaction: Interaction, deliveries: int = 1) -> None:
        """Deliver an interaction (again)."""
        for _ in range(deliveries):
            await self.gateway.dispatch("INTERACTION_CREATE", interaction.payload)

    async def callback(self, interaction_id: str, token: str, body: Json, files: Files) -> Json:
        """The bot's first answer."""
        interaction = self.by_id.get(interaction_id)
        if interaction is None or interaction.payload["token"] != token:
            raise ApiError(404, 10062, "Unknown interaction")
        attempt = Attempt(time.monotonic() - interaction.sent, body["type"], 200)
        interaction.attempts.append(attempt)
        try:
            message = await self._accept(interaction, attempt, body.get("data") or {}, files)
        except ApiError as error:
            attempt.status = error.status
            raise
        interaction.kind, interaction.acknowledged_after = attempt.kind, attempt.after
        interaction.acknowledged.set()
        if attempt.kind not in (DEFER, DEFER_UPDATE):
            interaction.answered.set()
        return _callback_response(interaction, message)

    async def _accept(
        self, interaction: Interaction, attempt: Attempt, data: Json, files: Files
    ) -> Json | None:
        if interaction.kind is not None:
            raise ApiError(400, 40060, "Interaction has already been acknowledged.")
        if attempt.after > self.deadline:
            raise ApiError(404, 10062, "Unknown interaction")
        if attempt.kind not in _allowed_kinds(interaction):
            raise invalid_form(
                "type", f"Kind {attempt.kind} does not answer an interaction of type {interaction.type}."
            )
        if attempt.kind == REPLY:
            return await self._reply(interaction, data, files)
        if attempt.kind == DEFER:
            return await self._reply(interaction, {"flags": data.get("flags", 0) & EPHEMERAL | LOADING}, {})
        if attempt.kind == CHOICES:
            check_choices(data["choices"])
            interaction.choices = data["choices"]
        elif attempt.kind == MODAL:
            check_modal(data)
            interaction.modal = data
        else:
            interaction.original = interaction.source
            if attempt.kind == UPDATE and interaction.source is not None:
                return await self.messages.edit(interaction.source, data, files)
        return None

    async def _reply(self, interaction: Interaction, data: Json, files: Files) -> Json:
        message = self._build(interaction, data, files)
        interaction.original = message
        return await self.messages.post(message)

    def _build(self, interaction: Interaction, data: Json, files: Files) -> Json:
        name = interaction.payload["data"].get("name")
        metadata = {"id": interaction.id, "type": interaction.type, "user": interaction.user, "name": name}
        metadata["authorizing_integration_owners"] = {}
        message = self.messages.build(
            interaction.channel_id,
            self.world.bot,
            data,
            files,
            application_id=self.world.app_id,
            webhook_id=self.world.app_id,
            interaction_metadata=metadata,
        )
        message["_for"] = interaction.user["id"]
        message["type"] = 20 if interaction.type == COMMAND else 0
        interaction.messages.append(message)
        return message

    def _open(self, token: str) -> Interaction:
        interaction = self.by_token.get(token)
        if interaction is None or time.monotonic() - interaction.sent > self.token_life:
            raise ApiError(401, 50027, "Invalid Webhook Token")
        if interaction.kind is None:
            raise ApiError(404, 10015, "Unknown Webhook")
        return interaction

    async def follow_up(self, token: str, data: Json, files: Files) -> Json:
        """A further message; the first one fills a deferred answer."""
        interaction = self._open(token)
        waiting = interaction.original
        if waiting is not None and waiting["flags"] & LOADING:
            message = await self.messages.edit(waiting, data, files)
        else:
            message = await self.messages.post(self._build(interaction, data, files))
        interaction.answered.set()
        return public(message)

    def _hooked(self, token: str, message_id: str) -> tuple[Interaction, Json]:
        interaction = self._open(token)
        own = [*interaction.messages, *filter(None, [interaction.original])]
        if message_id == "@original":
            own, message_id = own[-1:], (interaction.original or {}).get("id", "")
        found = next((m for m in own if m["id"] == message_id and not m.get("_deleted")), None)
        if found is None:
            raise ApiError(404, 10008, "Unknown Message")
        return interaction, found

    def fetch(self, token: str, message_id: str) -> Json:
        """A message of this interaction."""
        return public(self._hooked(token, message_id)[1])

    async def edit(self, token: str, message_id: str, data: Json, files: Files) -> Json:
        """Edit a message of this interaction; the only way to edit an ephemeral one."""
        interaction, message = self._hooked(token, message_id)
        await self.messages.edit(message, data, files)
        interaction.answered.set()
        return public(message)

    async def delete(self, token: str, message_id: str) -> None:
        """Delete a message of this interaction."""
        interaction, message = self._hooked(token, message_id)
        await self.messages.delete(message)
        interaction.answered.set()

    def source_edited(self, message: Json) -> None:
        """A message was edited by channel and id: that answers the deferred clicks on it."""
        for interaction in self.by_id.values():
            if interaction.source is message and interaction.kind == DEFER_UPDATE:
                interaction.answered.set()


def _allowed_kinds(interaction: Interaction) -> tuple[int, ...]:
    if interaction.type == AUTOCOMPLETE:
        return (CHOICES,)
    kinds: tuple[int, ...] = (REPLY, DEFER)
    if interaction.source is not None:
        kinds += (DEFER_UPDATE, UPDATE)
    return kinds if interaction.type == SUBMIT else (*kinds, MODAL)


def _callback_response(interaction: Interaction, message: Json | None) -> Json:
    about: Json = {"id": interaction.id, "type": interaction.type}
    response: Json = {"interaction": about}
    if message is not None:
        about["response_message_id"] = message["id"]
        about["response_message_loading"] = bool(message["flags"] & LOADING)
        about["response_message_ephemeral"] = bool(message["flags"] & EPHEMERAL)
        response["resource"] = {"type": interaction.kind, "message": public(message)}
    return response
