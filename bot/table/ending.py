"""What the end card offers: a rematch with the same players, and the whole game as a file."""

from __future__ import annotations

import asyncio
import io
import json

import discord

from bot.chat.buttons import button_handler
from bot.chat.current_game import game_info_of_press
from bot.chat.frame import Page
from bot.chat.markdown import escape
from bot.chat.press import Press
from bot.chat.respond import Ack, Response, UserError
from bot.store.game_rows import GameInfo
from bot.table import service as game_setup
from bot.table import transfer
from bot.table.creating import require_game_creation_allowed
from bot.words import t


async def send_export(response: Response, info: GameInfo) -> None:
    """Send the whole game to the member as a JSON file, for `/game export` or from the end card.

    Raises UserError if the game has not started, and BadLog if its log cannot be read.
    """
    game = await transfer.export_game(response.bot.games, info.id)
    if game is None:
        raise UserError(t("The game has not started, so there is nothing to export yet."))
    text = await asyncio.to_thread(json.dumps, game, ensure_ascii=False)
    file = discord.File(io.BytesIO(text.encode()), f"{info.title}-{info.id}-{info.revision}.json")
    caption = t("“{name}” after move {rev}.", name=escape(info.name), rev=info.revision)
    await response.show(Page(text=caption, files=[file]))


@button_handler("export")
async def _handle_export(response: Response, press: Press) -> None:
    """Handle the export button on the end card of a game: send the whole game as a JSON file in private.

    Raises UserError if the game no longer exists.
    """
    await send_export(response, await game_info_of_press(response, press))


@button_handler("again", ack=Ack.PRIVATE)
async def _play_again(response: Response, press: Press) -> None:
    """Handle "Play again" on the end card of a game: create a new game with its players and options.

    The member who pressed becomes the owner of the new game, in this channel, and is sent a confirmation or
    the reason for a refusal. Raises UserError if the old game has not ended or no longer exists, if the
    member held no seat in it, or if the member may not create games here.
    """
    info = await game_info_of_press(response, press)
    if info.status != "ended":
        raise UserError(t("This game goes on; a new table can be made when it is over."))
    if not info.seats_held_by(response.user.id):
        raise UserError(t("Only those who played sit down again at once; `/game new` makes a table for you."))
    await require_game_creation_allowed(response)
    outcome = await game_setup.create_rematch(
        response.bot.games,
        info,
        response.user.id,
        channel_id=response.interaction.channel_id,
        interaction_id=response.id,
    )
    if await response.ok_or_show_refusal(outcome):
        await response.show_text(
            t("The table is made, and all who played have a seat; press **Start** when everybody agrees.")
        )
