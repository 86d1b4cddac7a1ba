"""The subcommands of `/act` that undo or redo moves."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.chat.bounds import parse_whole_number
from bot.chat.completion import Completions, completions
from bot.chat.current_game import current_game_info, find_started_game
from bot.chat.respond import Ack, UserError, respond_to
from bot.games.history import undo_targets
from bot.turn.pages.workspace import show_turn_or_refusal
from bot.votes import undo
from bot.votes.undo import UndoAction
from bot.words import t

Interaction = discord.Interaction[Any]
ORIGIN_COMMAND = "slash"
"""How a move was made, in the log: by `/act`."""


async def _undo_or_redo(
    interaction: Interaction, action: UndoAction, last_kept_move: int | None = None
) -> None:
    """Undo or redo moves for a subcommand of `/act`, and show the user's turn page.

    ``action`` is "undo", "undo_turn" (undo the current turn) or "redo". ``last_kept_move`` is the number of
    the last move that an undo keeps; None undoes from the user's last move on. If other players must agree, a
    vote is opened. The user gets an ephemeral error if the undo or redo is refused, or if they have no seat
    in a started game of the channel.
    """
    async with respond_to(interaction, Ack.PRIVATE) as response:
        info = await current_game_info(response)
        if await response.bot.games.game(info.id) is None:
            raise UserError(t("The game has not started, so there is nothing to take back."))
        outcome = await undo.undo_or_redo(
            response.bot.games, info.id, response.user.id, action, last_kept_move,
            interaction_id=response.id, origin=ORIGIN_COMMAND,
        )  # fmt: skip
        await show_turn_or_refusal(response, info.id, outcome)


@app_commands.command(
    name="undo", description="Take back your last move, or all after one, while nobody acted since"
)
@app_commands.describe(to="The last move to keep")
async def undo_command(interaction: Interaction, to: str | None = None) -> None:
    """Handle `/act undo`: undo from the user's last move on, or all moves after move number ``to``.

    If other players must agree, a vote is opened. The user gets an ephemeral error if ``to`` is not a number,
    if nothing can be undone, or if they have no seat in a started game of the channel.
    """
    last_kept_move = None if to is None else parse_whole_number(to)
    if to is not None and last_kept_move is None:
        async with respond_to(interaction, Ack.PRIVATE):
            raise UserError(t("Name the last move to keep by its number, as the list offers it."))
    else:
        await _undo_or_redo(interaction, "undo", last_kept_move)


@undo_command.autocomplete("to")
async def _complete_moves_to_keep(interaction: Interaction, typed: str) -> Completions:
    """Autocomplete the number of the last move that `/act undo` keeps, from all moves but the newest.

    [] without a started game in the channel. Raises BadLog if the game's log cannot be read.
    """
    current_game = await find_started_game(interaction)
    moves = undo_targets(current_game.game) if current_game is not None else []
    return completions([(label, str(record_number)) for record_number, label in moves], typed)


@app_commands.command(name="redo", description="Do again what you have just taken back")
async def redo_command(interaction: Interaction) -> None:
    """Handle `/act redo`: redo the moves that the user has just undone; an ephemeral error says why not."""
    await _undo_or_redo(interaction, "redo")


@app_commands.command(name="restart-turn", description="Take back everything of your present turn")
async def restart_command(interaction: Interaction) -> None:
    """Handle `/act restart-turn`: undo all moves of the current turn; an ephemeral error says why not.

    If other players must agree, a vote is opened.
    """
    await _undo_or_redo(interaction, "undo_turn")
