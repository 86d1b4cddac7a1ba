"""Presses of buttons: each verb has a registered handler that finds everything it needs in the press.

@verb("pay")
async def _pay(answer: Answer, press: Press) -> None: ...
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import discord

from bot.chat.bounds import UnreadableInput
from bot.chat.current_table import check_access
from bot.chat.onepage import PrivatePage
from bot.chat.press import ENTRY, Press, press_of_menu_entry
from bot.chat.respond import Ack, Answer, LostMoves, NotAcknowledged, StalePress, UserError, answering
from bot.games import stored_games
from bot.words import t
from bot.work.logs import add_log_fields
from bot.work.registry import Registry

Handler = Callable[[Answer, Press], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Verb:
    """The handler of the presses with one verb in their custom id.

    ``needs_current_revision``: it runs only if the game is still at the revision of the press.

    ``show_current_page`` shows a private page again whose game has moved on; without it the answer is a
    sentence.
    """

    handler: Handler
    ack: Ack = Ack.AUTO
    needs_current_revision: bool = False
    show_current_page: Handler | None = None


VERBS = Registry[Verb]("presses")


def verb(
    name: str,
    *,
    ack: Ack = Ack.AUTO,
    needs_current_revision: bool = False,
    show_current_page: Handler | None = None,
) -> Callable[[Handler], Handler]:
    """Return a decorator that registers the handler of a Discord button with this verb in its custom id.

    ``ack`` is how a press is acknowledged: by ``Ack.NONE`` if the handler opens a modal.
    ``needs_current_revision`` refuses a press on an earlier revision; ``show_current_page`` then shows the
    private page of the game as it is.
    """

    def register(handler: Handler) -> Handler:
        """Register the handler of a component's custom id, and return it unchanged."""
        VERBS.add(name)(Verb(handler, ack, needs_current_revision, show_current_page))
        return handler

    return register


async def dispatch(interaction: discord.Interaction[Any], press: Press) -> None:
    """Answer a press of a button or menu with the registered handler of its verb.

    A private page whose game has moved on is shown again, if its verb says how. A new private answer replaces
    the member's earlier one of this verb. Errors become answers; nothing is raised for them.
    """
    press = press_of_menu_entry(press)
    registered = VERBS.get(press.verb)
    add_log_fields(game=press.game, rev=press.rev)
    with suppress(NotAcknowledged):
        async with answering(interaction, registered.ack if registered else Ack.PRIVATE) as answer:
            if registered is None:
                raise UserError(
                    t("This button is of another version of the bot; /turn shows the game as it is.")
                )
            try:
                await _check_press(answer, press, registered)
                await registered.handler(answer, press)
            except StalePress as error:
                if (
                    isinstance(error, LostMoves)
                    or registered.show_current_page is None
                    or not answer.edits_pressed_message
                ):
                    raise
                await registered.show_current_page(answer, press)
        await _delete_earlier(answer, press)


async def _delete_earlier(answer: Answer, press: Press) -> None:
    """Delete the member's earlier private answer to a press of this verb in the game, and store this one.

    Nothing is deleted if this answer is a turn's page, is public or edits the message before it.
    """
    if answer.message_id is None or answer.is_turn or answer.edits_pressed_message:
        return
    if answer.ack in (Ack.AUTO, Ack.PRIVATE):
        page = PrivatePage(answer.message_id, answer.interaction)
        await answer.bot.private_pages.replace_page(press.game, page, press.verb)


async def _check_press(answer: Answer, press: Press, registered: Verb) -> None:
    """Raise an error unless the pressed button may still act.

    UserError: the member has no access; LostMoves: a restored backup lacks its moves; StalePress: it needs
    the game as it was, and the game has moved on. ``registered`` is the verb of the press.
    """
    await check_access(answer, press.game)
    if await _shows_lost_moves(answer, press):
        raise LostMoves(press.game, press.rev)
    if registered.needs_current_revision and (rev := await _newer_revision(answer, press)) is not None:
        raise StalePress(press.game, rev)


async def _shows_lost_moves(answer: Answer, press: Press) -> bool:
    """Return True if the pressed message shows moves that a restored backup lacks.

    The button to the turn is never lost.
    """
    message = answer.interaction.message
    if message is None or press.verb == "turn":
        return False
    created_at = int(message.created_at.timestamp() * 1000)
    return await stored_games.shows_lost_moves(answer.bot.games, press.game, press.rev, created_at)


async def _newer_revision(answer: Answer, press: Press) -> int | None:
    """Return the revision of a pressed button's game if it differs from that of the button.

    None if it is the same or the game does not exist.
    """
    info = await answer.bot.games.info(press.game)
    return None if info is None or info.rev == press.rev else info.rev


@verb(ENTRY)
async def _refuse_entry(answer: Answer, press: Press) -> None:
    """Refuse an entry of an overflow menu that stands for no button; always raises UnreadableInput."""
    raise UnreadableInput(f"no entry of a menu: {press.value[:40]!r}")
