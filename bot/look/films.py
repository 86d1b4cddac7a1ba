"""`/show film`: the whole game as a moving picture."""

from __future__ import annotations

from typing import Any, Literal

import discord
from discord import app_commands

from bot.chat.current_table import current_table
from bot.chat.frame import gallery, layout
from bot.chat.respond import Ack, Page, UserError, answering
from bot.words import t


@app_commands.command(name="film", description="The whole game as a film: map and prices, turn by turn")
@app_commands.describe(public="For all to see")
async def show_film(interaction: discord.Interaction[Any], public: Literal["yes", "no"] = "no") -> None:
    """Handle `/show film`: show the whole game as an animated picture.

    Raises UserError if it takes too long.
    """
    async with answering(interaction, Ack.PUBLIC if public == "yes" else Ack.PRIVATE) as answer:
        table = await current_table(answer)
        picture = await answer.bot.pictures.film(table.info.id, table.game)
        if picture is None:
            raise UserError(t("The film could not be made in time. `/show chart` and `/show map` work."))
        await answer.show(Page(layout(*gallery([picture])), [picture.file()]))
