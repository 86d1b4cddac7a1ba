"""The context menus under "Apps": nudge who is to act on a card, nudge a member, or show a past position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
from discord import app_commands

from bot.calls import hours
from bot.calls import service as reminders
from bot.chat.current_game import (
    CurrentGame,
    check_access,
    game_info_of_channel,
    game_info_of_press,
    is_open_to,
    started_game_of_press,
)
from bot.chat.press import Press
from bot.chat.respond import Ack, Response, UserError, respond_to
from bot.look.past import history_page
from bot.store.game_rows import GameInfo
from bot.words import t

Interaction = discord.Interaction[Any]


@app_commands.guild_only()
async def nudge_from_card(interaction: Interaction, message: discord.Message) -> None:
    """Handle "Nudge who is to act" in the Apps menu of a card: ping the first player who is to act.

    The game is the one that the message's buttons belong to; for a message without buttons, the game of the
    channel. An error is shown if there is no game or if the member may not nudge
    (`bot.calls.hours.nudge_player`).
    """
    async with respond_to(interaction, Ack.PRIVATE) as response:
        await hours.nudge_player(response, await _find_game_info(response, message))


@app_commands.guild_only()
async def nudge_member(interaction: Interaction, member: discord.Member) -> None:
    """Handle "18xx: nudge" in the Apps menu of a member: ping them to take their turn in this channel's game.

    If the pinged member has several seats, the one that the game waits for is pinged, else the first. An
    error is shown to whoever uses the menu if there is no game, if the other member has no seat, or if a
    nudge is not allowed.
    """
    async with respond_to(interaction, Ack.PRIVATE) as response:
        info = await _find_game_info(response, None)
        seats = info.seats_played_by(member.id)
        if not seats:
            raise UserError(t("{name} plays for no seat of this game.", name=member.display_name))
        waiting_seats = {
            reminder.seat for reminder in await reminders.reminders_of_game(response.bot.games, info.id)
        }
        await hours.nudge_player(
            response, info, next((seat for seat in seats if seat in waiting_seats), seats[0])
        )


@app_commands.guild_only()
async def show_game_at_card(interaction: Interaction, message: discord.Message) -> None:
    """Handle "Show game at this card" in the Apps menu: show the game as it was when the card was posted.

    For a message without buttons of a game, show the present state of the channel's game. An error is shown
    if there is no game or if it has not started.
    """
    async with respond_to(interaction, Ack.PRIVATE) as response:
        press = next(_presses_of_message(message), None)
        info = await _find_game_info(response, message)
        current_game: CurrentGame = await started_game_of_press(response, Press(info.id, 0, "past"))
        record_number = (
            press.revision
            if press is not None and press.game_id == info.id and press.revision
            else current_game.revision
        )
        await response.show(await history_page(response, current_game, record_number))


async def _find_game_info(response: Response, message: discord.Message | None) -> GameInfo:
    """Return the game that an Apps menu is about: that of the message's first button, else the channel's.

    Raises UserError if there is no game or if the member may not see it, and BadLog if its log cannot be
    read.
    """
    press = next(_presses_of_message(message), None) if message is not None else None
    if press is not None and press.game_id:
        await check_access(response, press.game_id)
        return await game_info_of_press(response, press)
    info = await game_info_of_channel(response.bot.games, response.interaction.channel_id)
    if info is None or not is_open_to(response.interaction, info):
        raise UserError(t("This message belongs to no game; choose a card of a table."))
    return info


def _presses_of_message(message: discord.Message | None) -> Iterator[Press]:
    """Yield a `Press` for each of the bot's buttons and menus on a message, for the Apps menus.

    The press is parsed from the custom id; components whose custom id is not of this bot are skipped. Yields
    nothing if ``message`` is None.
    """
    for item in _walk_components(message.components if message is not None else ()):
        press = Press.parse(getattr(item, "custom_id", None) or "")
        if press is not None:
            yield press


def _walk_components(components: Any) -> Iterator[Any]:
    """Yield the components of a message for its Apps menu: each one, followed by those nested in it."""
    for item in components:
        yield item
        yield from _walk_components(getattr(item, "children", ()))


def setup(tree: app_commands.CommandTree[Any]) -> None:
    """Register the context menus that are in the Apps menu of a message or member."""
    for menu in (
        app_commands.ContextMenu(name="Nudge who is to act", callback=nudge_from_card),
        app_commands.ContextMenu(name="Show game at this card", callback=show_game_at_card),
        app_commands.ContextMenu(name="18xx: nudge", callback=nudge_member),
    ):
        tree.add_command(menu)
