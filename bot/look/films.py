"""`/show film`: the whole game as an animated picture (a frame for each turn), or in words."""

from __future__ import annotations

import io
from typing import Any, Literal

import discord
from discord import app_commands

from bot.chat.current_game import CurrentGame, require_current_game
from bot.chat.frame import Page, build_layout, picture_galleries
from bot.chat.markdown import escape
from bot.chat.respond import Ack, Response, UserError, respond_to
from bot.words import t
from bot.work.pictures import has_map

MAX_TEXT = 1600
"""The maximum number of characters of the last lines, which are shown beside the file of all."""


@app_commands.command(name="film", description="The whole game as a film: map and prices, turn by turn")
@app_commands.describe(form="Picture or words", public="For all to see")
@app_commands.rename(form="as")
async def show_film(
    interaction: discord.Interaction[Any],
    form: Literal["image", "text"] | None = None,
    public: Literal["yes", "no"] = "no",
) -> None:
    """Handle `/show film`: show the whole game as an animated picture, or as text.

    ``form`` "text" asks for the text, ``public`` "yes" shows the film to all. An error is shown if no game
    has started, if drawing takes more than 40 seconds or fails, or if the title has no map.
    """
    async with respond_to(interaction, Ack.PUBLIC if public == "yes" else Ack.PRIVATE) as response:
        current_game = await require_current_game(response)
        if form == "text":
            await response.show(await _film_text_page(response, current_game))
            return
        picture = await response.bot.pictures.draw_film(current_game.info.id, current_game.game)
        if picture is None and not has_map(current_game.game):
            raise UserError(
                t("This title has no map to film. `/show film as: text` tells the game in words.")
            )
        if picture is None:
            raise UserError(t("The film could not be made in time. `/show chart` and `/show map` work."))
        await response.show(Page(build_layout(*picture_galleries([picture])), [picture.to_discord_file()]))


async def _film_text_page(response: Response, current_game: CurrentGame) -> Page:
    """Return the page of `/show film` as text: the last turns that fit, and all turns in a file.

    Each line describes one turn. The last line is always shown, and earlier ones as long as all lines shown
    have fewer than 1600 characters together, with escaped Markdown. Raises UserError if describing the game
    takes more than 40 seconds or fails.
    """
    text = await response.bot.pictures.describe_film(current_game.game)
    if not text:
        raise UserError(t("The film could not be told in time. `/show log` tells the game, too."))
    lines = text.splitlines()
    last_lines = [escape(lines[-1])]
    for line in reversed(lines[:-1]):
        if len("\n".join([escape(line), *last_lines])) >= MAX_TEXT:
            break
        last_lines.insert(0, escape(line))
    header = t(
        "**The film in words**: a line for each turn, the last {count} of {all} here.",
        count=len(last_lines),
        all=len(lines),
    )
    file = discord.File(io.BytesIO(text.encode()), "film.txt")
    return Page(text="\n".join([header, *last_lines]), files=[file])
