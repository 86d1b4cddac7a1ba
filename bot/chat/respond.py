"""The response to an interaction: it is acknowledged at once, and errors become sentences for the member.

    async with respond_to(interaction) as response:
        outcome = await make_move(response.bot.games, ..., interaction_id=response.id)
        if await response.ok_or_show_refusal(outcome):
            await response.show(Page(view, files))

`respond_to` acknowledges before anything else (Discord waits 3 s), in one of the ways of `Ack`. Inside it,
raise `UserError("...")` for what the member can correct; an unexpected error is logged under an id that the
member is shown. Pass ``response.id`` to each write, so that a repeated interaction is carried out only once.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, TypedDict

import discord
from discord import app_commands, ui
from sqlalchemy.exc import SQLAlchemyError

from bot.chat import locale
from bot.chat.bot_client import BotClient
from bot.chat.bounds import InvalidInput
from bot.chat.frame import Page
from bot.chat.onepage import MESSAGE_GONE, PageGone, PrivatePage
from bot.chat.press import NOT_A_TURN_CARD, Press, button
from bot.games import request_cache
from bot.games.outcome import Outcome, closed_game_text
from bot.store.chain import Damaged
from bot.words import msg, t, translated
from bot.work.logs import add_log_fields, exc_info_if_unexpected
from bot.work.metrics import METRICS
from bot.work.priority import Priority, set_worker_call_context
from engine import EngineError, Refused

log = logging.getLogger(__name__)

Interaction = discord.Interaction[BotClient]
MAX_TEXT = 1900
STALE = msg("The game has moved on since this was posted, so nothing was done.")
LOST = msg("An earlier copy of the games was restored, and what this shows is no more, so nothing was done.")
BOT_FAULT = msg("Something went wrong here, nothing is lost; look again with /turn (error {number}).")
GAME_FAULT = msg(
    "Something went wrong with this game, nothing is lost; look again with /turn (error {number})."
)
STORED = msg(
    "This is done and stored, but the page after it could not be shown; /turn shows the game as it is now "
    "(error {number})."
)
NO_PICTURE = msg("-# The pictures could not be sent (error {number}); all else is here.")
FORBIDDEN = msg("The bot may not do this here; ask an administrator for its permissions (error {number}).")
OTHER_VERSION = msg("This button is of another version of the bot; /turn shows the game as it is.")
OTHER_COMMAND = msg(
    "This is not as the bot knows the command; choose from what it proposes, or try again later."
)
COMMAND_MISMATCHES = (
    app_commands.TransformerError, app_commands.CommandNotFound, app_commands.CommandSignatureMismatch,
)  # fmt: skip
"""What discord.py raises for a command that is forged or of another version."""

TOO_LATE_CODES = (10062, 40060)
"""Discord no longer waits for a response, or got one: the interaction came twice or too late."""


class Ack(Enum):
    """How an interaction is acknowledged."""

    AUTO = "auto"
    """A press on an ephemeral message edits that message; everything else gets a new ephemeral one."""
    PRIVATE = "private"
    """A new message that only the user sees."""
    PUBLIC = "public"
    """A new message for all."""
    SILENT = "quiet"
    """For a press whose result all see anyway: the member sees only what the handler shows, if anything."""
    NONE = "none"
    """Not at all: the handler itself responds within a second, for example with a modal."""


class NotAcknowledged(Exception):
    """Discord accepts no response: the interaction came twice or too late, or Discord cannot be reached.

    Nothing is done then; buttons, commands and modals of this bot ignore it silently.
    """


class UserError(Exception):
    """A request that cannot be carried out; the text tells the member in one sentence what to do instead."""


class StalePress(UserError):
    """A press on a message of an earlier revision; the response has a button that opens the current turn."""

    def __init__(self, game_id: int, revision: int) -> None:
        """Store the game's id and its current revision, for the button of the response."""
        super().__init__(t(STALE))
        self.game_id, self.revision = game_id, revision


class LostMoves(StalePress):
    """A press on a message with moves that a restored backup lacks."""

    def __str__(self) -> str:
        """Return a sentence for the member: the moves on the pressed message were lost with a restore."""
        return t(LOST)


class RequestArgs(TypedDict):
    """Keyword arguments of a request: whether a game master makes it, and the interaction's id."""

    is_game_master: bool
    interaction_id: int


@dataclass(slots=True)
class Response:
    """The response to an interaction.

    ``message_id`` is the id of the message that shows its page, None before. ``shows_turn``: the page is one
    of a member's turn. ``is_stored``: the requested change is stored, and only the page may still fail.
    """

    interaction: Interaction
    ack: Ack
    has_shown_page: bool = field(default=False)
    message_id: int | None = field(default=None)
    shows_turn: bool = field(default=False)
    is_stored: bool = field(default=False)

    @property
    def bot(self) -> BotClient:
        """Return the bot that received the interaction."""
        return self.interaction.client

    @property
    def id(self) -> int:
        """Return the interaction's id; a request to change a game with this id is carried out only once."""
        return self.interaction.id

    @property
    def user(self) -> discord.User | discord.Member:
        """Return the member who sent the interaction: pressed a button or used a slash command."""
        return self.interaction.user

    @property
    def age_seconds(self) -> float:
        """Return the seconds since Discord created the interaction; inexact if this machine's clock is."""
        return (discord.utils.utcnow() - self.interaction.created_at).total_seconds()

    @property
    def edits_pressed_message(self) -> bool:
        """Return True if the response edits the ephemeral message whose button was pressed."""
        message = self.interaction.message
        return self.ack is Ack.AUTO and message is not None and message.flags.ephemeral

    @property
    def is_game_master(self) -> bool:
        """Return True if the member is a game master: someone who may manage this server (guild)."""
        return self.interaction.permissions.manage_guild

    @property
    def request_args(self) -> RequestArgs:
        """Return the keyword arguments "is_game_master" and "interaction_id" of a request on a game."""
        return {"is_game_master": self.is_game_master, "interaction_id": self.id}

    async def acknowledge(self) -> None:
        """Acknowledge (defer) the interaction, so that Discord waits for the response; not with `Ack.NONE`.

        Raises discord.DiscordException or OSError if Discord rejects the acknowledgement.
        """
        if self.ack is Ack.NONE:
            return
        if self.edits_pressed_message or self.ack is Ack.SILENT:
            await self.interaction.response.defer()
        else:
            await self.interaction.response.defer(ephemeral=self.ack is not Ack.PUBLIC, thinking=True)

    async def use_preferences(self) -> None:
        """Use the member's language and colours in this task, or the server's if the response is public."""
        if self.ack is Ack.PUBLIC:
            await locale.apply_server_preferences(self.bot, self.interaction.guild_id)
        else:
            await locale.apply_member_preferences(self.interaction)

    async def show(self, page: Page) -> None:
        """Respond with a page; it replaces an earlier page of this response, except with `Ack.SILENT`.

        If the pictures cannot be sent, a note takes their place. Raises discord.HTTPException or OSError if
        nothing can be shown, and PageGone if the message to edit no longer exists.
        """
        try:
            with page.measure_upload():
                await self._show(page)
        except (discord.HTTPException, OSError) as error:
            if not page.files or getattr(error, "code", None) in TOO_LATE_CODES:
                raise
            error_id = new_error_id()
            log.error("the pictures of a page stay away: %s", error, extra={"error": error_id})
            await self._show(page.remove_pictures(t(NO_PICTURE, number=error_id)))
        METRICS.observe("answered", self.age_seconds)

    async def _show(self, page: Page) -> None:
        """Send or edit the message of the response, depending on how the interaction was acknowledged.

        Sets `has_shown_page`, and `message_id` unless SILENT. Raises PageGone, HTTPException or OSError.
        """
        if not self.interaction.response.is_done():
            kwargs = page.send_kwargs() | {"ephemeral": self.ack is not Ack.PUBLIC}
            callback = await self.interaction.response.send_message(**kwargs)
            self.message_id = callback.message_id
        elif self.ack is Ack.SILENT:
            await self.interaction.followup.send(**page.send_kwargs(), ephemeral=True)
        else:
            self.message_id = await self._edit(page)
        self.has_shown_page = True

    async def _edit(self, page: Page) -> int:
        """Edit the response's message to show a page; return its id. Raises PageGone or Discord's errors."""
        try:
            return (await self.interaction.edit_original_response(**page.edit_kwargs())).id
        except discord.NotFound as error:
            if error.code == MESSAGE_GONE:
                raise PageGone(str(error)) from error
            raise

    async def show_turn(self, game_id: int, page: Page, *, stays_open: bool = False) -> None:
        """Respond with a page of a member's turn, and delete the member's earlier one in this game.

        A public or SILENT response deletes nothing. ``stays_open``: the page is not refreshed when the game
        goes on. Raises discord.HTTPException, OSError or PageGone if the page cannot be shown.
        """
        await self.show(page)
        self.shows_turn = True
        if self.message_id is not None and self.ack not in (Ack.PUBLIC, Ack.SILENT):
            newest = PrivatePage(self.message_id, self.interaction, stays_open)
            await self.bot.private_pages.replace_page(game_id, newest)

    async def show_text(self, text: str, view: ui.View | None = None) -> None:
        """Respond with a text, cut at 1900 characters; a page that is shown stays as it is.

        Only the member sees the text, unless it takes the place of a public "thinking…". ``view`` adds
        components; None adds none. Raises discord.HTTPException or OSError if the text cannot be sent.
        """
        kwargs: dict[str, Any] = {"content": text[:MAX_TEXT]} | ({"view": view} if view else {})
        if not self.interaction.response.is_done():
            await self.interaction.response.send_message(**kwargs, ephemeral=True)
        elif self.has_shown_page or self.edits_pressed_message or self.ack in (Ack.NONE, Ack.SILENT):
            await self.interaction.followup.send(**kwargs, ephemeral=True)
        else:
            self.message_id = (await self.interaction.edit_original_response(**kwargs)).id
            self.has_shown_page = True

    async def open_modal(self, modal: ui.Modal) -> None:
        """Respond to a button press with a modal; only with `Ack.NONE`, as it must be the first response.

        It can be submitted only while this process runs. Raises discord.HTTPException or OSError on failure.
        """
        self.bot.open_modals[modal.custom_id] = modal
        await self.interaction.response.send_modal(modal)
        self.has_shown_page = True

    async def ok_or_show_refusal(self, outcome: Outcome, view: ui.View | None = None) -> bool:
        """Return True if a request on a game was carried out; else show the member why not, and return False.

        ``view`` has components for that message; if the game has moved on, it has a button that opens the
        turn instead. Raises discord.HTTPException or OSError if the message cannot be sent.
        """
        if outcome.ok:
            self.is_stored = True
            return True
        text = translated(outcome.text)
        if outcome.error:
            text = t("{text} (error {error})", text=text, error=outcome.error)
        is_stale = outcome.kind == "stale"
        await self.show_text(text, turn_button_view(outcome.game_id, outcome.revision) if is_stale else view)
        return False


@asynccontextmanager
async def respond_to(interaction: Any, ack: Ack = Ack.AUTO) -> AsyncIterator[Response]:
    """Acknowledge an interaction as ``ack`` says, yield its `Response`, and show the member any error.

    An Exception in the block is not raised again. Texts are in the member's language; public ones in the
    server's. Raises NotAcknowledged, without running the block, if Discord rejects the acknowledgement.
    """
    response = Response(interaction, ack)
    set_worker_call_context(Priority.OTHER_RESPONSE, interaction.user.id)
    add_log_fields(interaction=response.id)
    request_cache.reset_checked_games()
    async with interaction.client.hold_shutdown():
        try:
            await response.acknowledge()
        except (discord.DiscordException, OSError) as error:
            log.warning("interaction %s accepts no response: %s", response.id, error)
            raise NotAcknowledged(str(error)) from error
        METRICS.observe("acknowledged", response.age_seconds)
        try:
            await response.use_preferences()
            yield response
        except Exception as error:
            await _show_error(response, error)


async def _show_error(response: Response, error: Exception) -> None:
    """Respond to an interaction that failed with a sentence about the error; nothing is raised.

    StalePress also gets a button that opens the turn. If Discord accepts no response, this is only logged.
    """
    if isinstance(error, PageGone):
        log.info("the page of interaction %s is gone: %s", response.id, error)
        return
    if isinstance(error, discord.HTTPException) and error.code in TOO_LATE_CODES:
        log.warning("interaction %s accepts no response: %s", response.id, error)
        return
    try:
        view = turn_button_view(error.game_id, error.revision) if isinstance(error, StalePress) else None
        text = explain_error(error, response.interaction, is_stored=await _is_stored(response))
        await response.show_text(text, view)
    except (discord.DiscordException, OSError) as failure:
        log.warning("interaction %s could not be responded to: %s", response.id, failure)


async def _is_stored(response: Response) -> bool:
    """Return True if the change that an interaction asked for is stored; False if the database fails."""
    if response.is_stored:
        return True
    try:
        return (await response.bot.games.find_outcome(response.id)) is not None
    except (SQLAlchemyError, OSError):
        return False


def explain_error(error: BaseException, interaction: Any = None, *, is_stored: bool = False) -> str:
    """Return the sentence for a member about an error; an unexpected error is logged with a random id.

    ``interaction`` is for the log. ``is_stored``: the change is stored, and an unexpected error's sentence
    says so.
    """
    if isinstance(error, UserError):
        return str(error)
    if isinstance(error, Refused):
        return translated(error.violation.text)
    if isinstance(error, Damaged):
        return closed_game_text(error)
    if isinstance(error, (InvalidInput, *COMMAND_MISMATCHES)):
        log.info("%s: %s", _origin_text(interaction), error)
        return t(OTHER_VERSION if isinstance(error, InvalidInput) else OTHER_COMMAND)
    error_id = new_error_id()
    log.error(
        "error %s in %s", error_id, _origin_text(interaction),
        exc_info=exc_info_if_unexpected(error), extra={"error": error_id},
    )  # fmt: skip
    if is_stored:
        return t(STORED, number=error_id)
    if isinstance(error, TimeoutError):
        return t("This took too long, so it was given up; try again (error {number}).", number=error_id)
    if isinstance(error, discord.Forbidden):
        return t(FORBIDDEN, number=error_id)
    template = GAME_FAULT if isinstance(error, EngineError) else BOT_FAULT
    return t(template, number=error_id)


def new_error_id() -> str:
    """Return a random id (8 hex digits) for an error, to be shown to the member and written to the log."""
    return secrets.token_hex(4)


def _origin_text(interaction: Any) -> str:
    """Return a text for the log: an interaction's command or custom id, and the ids of member and channel.

    If the interaction is None, the text is "a task".
    """
    if interaction is None:
        return "a task"
    command = getattr(interaction, "command", None)
    name = command.qualified_name if command else (interaction.data or {}).get("custom_id", "?")
    return f"{name} by {interaction.user.id} in {interaction.channel_id}"


class Modal(ui.Modal):
    """A modal whose errors become sentences like all others; its ``on_submit`` uses `respond_to`."""

    async def on_error(self, interaction: Any, error: Exception) -> None:  # type: ignore[override]
        """Show the member an error that `respond_to` did not catch, except for NotAcknowledged."""
        if not isinstance(error, NotAcknowledged):
            await _show_error(Response(interaction, Ack.NONE), error)


def turn_button_view(game_id: int, revision: int) -> ui.View:
    """Return a Discord view with one button, made for a ``revision``, which opens the game's current turn."""
    view = ui.View(timeout=None)
    press = Press(game_id, revision, "turn", NOT_A_TURN_CARD)
    view.add_item(button(press, t("To the turn"), style=discord.ButtonStyle.primary))
    return view
