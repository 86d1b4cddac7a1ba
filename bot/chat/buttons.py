"""Presses of buttons and menus: for each button name, a handler that finds all that it needs in the press.

@button_handler("pay")
async def _pay(response: Response, press: Press) -> None: ...
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import discord

from bot.chat.bounds import InvalidInput
from bot.chat.current_game import check_access
from bot.chat.onepage import PrivatePage
from bot.chat.press import OVERFLOW_MENU, Press, resolve_overflow_press
from bot.chat.respond import Ack, LostMoves, NotAcknowledged, Response, StalePress, UserError, respond_to
from bot.games import stored_games
from bot.words import t
from bot.work.logs import add_log_fields
from bot.work.registry import Registry

Handler = Callable[[Response, Press], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class ButtonHandler:
    """The function that handles the presses on the buttons of one name, and when it may run.

    ``ack`` is how a press is acknowledged. With ``needs_current_revision`` the function runs only if the game
    is still at the revision of the press. Otherwise ``show_current_page`` (called like a handler) refreshes
    the private page whose button was pressed; if it is None, or on a public message, the response is a
    sentence.
    """

    handler: Handler
    ack: Ack = Ack.AUTO
    needs_current_revision: bool = False
    show_current_page: Handler | None = None


BUTTON_HANDLERS = Registry[ButtonHandler]("presses")


def button_handler(
    name: str,
    *,
    ack: Ack = Ack.AUTO,
    needs_current_revision: bool = False,
    show_current_page: Handler | None = None,
) -> Callable[[Handler], Handler]:
    """Return a decorator that registers a function as the handler of the buttons and menus of this name.

    ``ack`` is how a press is acknowledged: `Ack.NONE` if the handler opens a modal. With
    ``needs_current_revision`` a press on a button of an earlier revision of the game is refused. If that
    button is on a private page and ``show_current_page`` is given, this handler is called instead and
    refreshes the page. Decorating raises ValueError if the name is taken.
    """

    def register(handler: Handler) -> Handler:
        """Register the function as the handler of the buttons, and return it unchanged."""
        BUTTON_HANDLERS.add(name)(ButtonHandler(handler, ack, needs_current_revision, show_current_page))
        return handler

    return register


async def dispatch(interaction: discord.Interaction[Any], press: Press) -> None:
    """Call the handler that is registered for the name of a pressed button or menu.

    A private page of an earlier revision is refreshed instead if the handler needs the current revision and
    has `show_current_page`. A new private response replaces the member's earlier response to a button of this
    name. Nothing is raised: errors, such as an unknown name, become responses, and nothing is done if Discord
    no longer accepts a response.
    """
    press = resolve_overflow_press(press)
    registered_handler = BUTTON_HANDLERS.get(press.button_name)
    add_log_fields(game=press.game_id, rev=press.revision)
    with suppress(NotAcknowledged):
        async with respond_to(
            interaction, registered_handler.ack if registered_handler else Ack.PRIVATE
        ) as response:
            if registered_handler is None:
                raise UserError(
                    t("This button is of another version of the bot; /turn shows the game as it is.")
                )
            try:
                await _check_press(response, press, registered_handler)
                await registered_handler.handler(response, press)
            except StalePress as error:
                if (
                    isinstance(error, LostMoves)
                    or registered_handler.show_current_page is None
                    or not response.edits_pressed_message
                ):
                    raise
                await registered_handler.show_current_page(response, press)
        await _replace_earlier_response(response, press)


async def _replace_earlier_response(response: Response, press: Press) -> None:
    """Remember the private response to a button, and delete the member's earlier response to the same button.

    "The same" is a button of this name in this game. Nothing is done if the response has no message, is a
    page of a turn, edits the message whose button was pressed, or was not acknowledged with `Ack.AUTO` or
    `Ack.PRIVATE`.
    """
    if response.message_id is None or response.shows_turn or response.edits_pressed_message:
        return
    if response.ack in (Ack.AUTO, Ack.PRIVATE):
        page = PrivatePage(response.message_id, response.interaction)
        await response.bot.private_pages.replace_page(press.game_id, page, press.button_name)


async def _check_press(response: Response, press: Press, registered_handler: ButtonHandler) -> None:
    """Raise an error if the handler of a button press must not run.

    UserError: the member has no access to the game. BadLog: the game's log cannot be read. LostMoves: the
    message shows moves that a restored backup lacks. StalePress: the handler needs the current revision, and
    the button was made for another one.
    """
    await check_access(response, press.game_id)
    if await _shows_lost_moves(response, press):
        raise LostMoves(press.game_id, press.revision)
    if (
        registered_handler.needs_current_revision
        and (revision := await _revision_if_stale(response, press)) is not None
    ):
        raise StalePress(press.game_id, revision)


async def _shows_lost_moves(response: Response, press: Press) -> bool:
    """Return True if the message of a pressed button shows moves that a restored backup lacks.

    False if there is no message, and for a button that opens the turn, since it always shows the present
    turn.
    """
    message = response.interaction.message
    if message is None or press.button_name == "turn":
        return False
    created_at = int(message.created_at.timestamp() * 1000)
    return await stored_games.shows_lost_moves(response.bot.games, press.game_id, press.revision, created_at)


async def _revision_if_stale(response: Response, press: Press) -> int | None:
    """Return the current revision of a game if the pressed button was made for another one.

    Return None if the revision is the same or the game does not exist. Raises BadLog if the game's log cannot
    be read.
    """
    info = await response.bot.games.info(press.game_id)
    return None if info is None or info.revision == press.revision else info.revision


@button_handler(OVERFLOW_MENU)
async def _refuse_option(response: Response, press: Press) -> None:
    """Refuse an option of an overflow menu (`press.value`) that stands for no button.

    Always raises InvalidInput: an option that stands for a button never comes here, since `dispatch` calls
    the handler of that button.
    """
    raise InvalidInput(f"no option of a menu: {press.value[:40]!r}")
