"""`/gm`: what the owner of a game or a game master may do. Each use is announced publicly."""

from __future__ import annotations

from typing import Any, Literal

import discord
from discord import app_commands

from bot.calls.pings import ping_delay_text
from bot.chat.bounds import parse_whole_number
from bot.chat.completion import Completions, completions
from bot.chat.current_game import current_game_info, find_started_game, require_current_game
from bot.chat.named import autocomplete_seats, require_seat
from bot.chat.respond import Ack, UserError, respond_to
from bot.chat.typed import ParseError, autocomplete_move, parse_move
from bot.computers.hints import HINTS_SETTING
from bot.games.history import undo_targets
from bot.store.messages.outbox import PING_AFTER
from bot.table import game_master
from bot.table.confirm import ask_to_confirm_undo
from bot.table.outcome_texts import show_outcome
from bot.words import LazyText, t, t_lazy

UNDO_TEXTS = {
    "free": t_lazy("set undo to free: anybody may take moves back"),
    "ask": t_lazy("set undo to ask: whose moves would be taken back is asked"),
    "master": t_lazy("set undo to master: only the owner or a game master takes back moves of others"),
}
HINTS_TEXTS = {
    "on": t_lazy("lets players ask what a strong player would do"),
    "off": t_lazy("turned hints off"),
}


class GameMasterCommands(
    app_commands.Group, name="gm", description="For the owner of a game and game masters", guild_only=True
):
    """The command group `/gm`: what the owner of a game or a game master may do."""

    @app_commands.command(name="act-as", description="Take a move for somebody else's seat")
    @app_commands.describe(seat="Whose seat", move="The move, proposed field by field")
    @app_commands.autocomplete(seat=autocomplete_seats)
    async def act_as(self, interaction: discord.Interaction[Any], seat: str, move: str) -> None:
        """Handle `/gm act-as`: let the owner or a game master make a typed move for a player's seat.

        ``seat`` is a seat id or a player's name, ``move`` is "kind name=value …". An error is shown instead
        if the member is neither, if the seat is unknown, or if the move cannot be read or is illegal.
        """
        async with respond_to(interaction) as response:
            current_game = await require_current_game(response)
            acting_seat = require_seat(current_game.info, seat)
            try:
                kind, args = parse_move(move, current_game.game.choices(acting_seat))
            except ParseError as error:
                raise UserError(str(error)) from error
            outcome = await game_master.act_as(
                response.bot.games,
                current_game.info.id,
                response.user.id,
                acting_seat,
                kind,
                args,
                **response.request_args,
            )
            await show_outcome(response, outcome)

    @act_as.autocomplete("move")
    async def _autocomplete_moves(self, interaction: discord.Interaction[Any], typed: str) -> Completions:
        """Autocomplete the move of `/gm act-as` with the legal moves of the typed seat, field by field.

        If the typed seat is unknown, propose the moves of the seat that is to act, else of the first seat.
        Return [] if this channel has no started game. Raises ParseError if a typed value cannot be read.
        """
        current_game = await find_started_game(interaction)
        if current_game is None:
            return []
        next_decision = current_game.game.waiting()
        typed_seat = str(getattr(interaction.namespace, "seat", "") or "")
        default_seat = next_decision.players[0] if next_decision else current_game.game.view.seats[0]
        seat = typed_seat if typed_seat in current_game.game.view.seats else default_seat
        return completions(autocomplete_move(current_game.game, seat, typed))

    @app_commands.command(name="undo-to", description="Take back everything after a move, whoever did it")
    @app_commands.describe(move="The last move that stays")
    async def undo_to(self, interaction: discord.Interaction[Any], move: str) -> None:
        """Handle `/gm undo-to`: ask for confirmation to undo every record of the log after number ``move``.

        An error is shown instead if ``move`` is not the number of an earlier record that is not undone, or if
        the member is neither the owner nor a game master.
        """
        async with respond_to(interaction) as response:
            current_game = await require_current_game(response)
            last_kept_number = parse_whole_number(move)
            if last_kept_number is None:
                raise UserError(t("Choose the last move that stays, by its number."))
            await ask_to_confirm_undo(response, current_game.info, current_game.game, last_kept_number)

    @undo_to.autocomplete("move")
    async def _autocomplete_moves_to_keep(
        self, interaction: discord.Interaction[Any], typed: str
    ) -> Completions:
        """Autocomplete the move of `/gm undo-to`: each record of the log that can be the last one to keep.

        Return [] if this channel has no started game.
        """
        current_game = await find_started_game(interaction)
        moves = undo_targets(current_game.game) if current_game else []
        return completions([(label, str(record_number)) for record_number, label in moves], typed)

    @app_commands.command(description="Give a seat to another member, or free it")
    @app_commands.describe(seat="Whose seat", user="Who plays on; nobody: the seat is free")
    @app_commands.autocomplete(seat=autocomplete_seats)
    async def replace(
        self, interaction: discord.Interaction[Any], seat: str, user: discord.Member | None = None
    ) -> None:
        """Handle `/gm replace`: give a seat to another member, or free the seat if ``user`` is None.

        ``seat`` is a seat id or a player's name. The moves made for the seat stay. The member is sent a
        private confirmation, or an error if they are neither owner nor game master, if the seat is unknown,
        or if the new holder is a bot or already has a seat.
        """
        async with respond_to(interaction) as response:
            info = await current_game_info(response)
            if user is not None and user.bot:
                raise UserError(t("A bot cannot hold a seat; choose a member."))
            new_holder = (user.id, user.display_name) if user else (None, "")
            outcome = await game_master.reassign_seat(
                response.bot.games,
                info.id,
                response.user.id,
                require_seat(info, seat),
                *new_holder,
                **response.request_args,
            )
            await show_outcome(response, outcome)

    @app_commands.command(description="Let nobody act until the game is resumed")
    async def pause(self, interaction: discord.Interaction[Any]) -> None:
        """Handle `/gm pause`: let nobody act until the game is resumed; confirmed or refused in private."""
        async with respond_to(interaction) as response:
            info = await current_game_info(response)
            outcome = await game_master.pause_game(
                response.bot.games, info.id, response.user.id, **response.request_args
            )
            await show_outcome(response, outcome)

    @app_commands.command(description="Go on with a paused game")
    async def resume(self, interaction: discord.Interaction[Any]) -> None:
        """Handle `/gm resume`: let players act again in a paused game; confirmed or refused in private."""
        async with respond_to(interaction) as response:
            info = await current_game_info(response)
            outcome = await game_master.resume_game(
                response.bot.games, info.id, response.user.id, **response.request_args
            )
            await show_outcome(response, outcome)

    @app_commands.command(description="Post a remark to the table")
    async def note(
        self, interaction: discord.Interaction[Any], text: app_commands.Range[str, 1, 1000]
    ) -> None:
        """Handle `/gm note`: post a remark to the game's channel, and store it in the game's audit log.

        The member is sent a private confirmation or the reason for the refusal.
        """
        async with respond_to(interaction) as response:
            info = await current_game_info(response)
            outcome = await game_master.post_remark(
                response.bot.games, info.id, response.user.id, text, **response.request_args
            )
            await show_outcome(response, outcome)

    @app_commands.command(
        name="table", description="How moves are taken back here, and when players are called"
    )
    @app_commands.describe(
        undo="Who decides on moves of others",
        hold="Seconds before the next player is called, for an Oops",
        hints="Whether players may ask what a strong player would do",
    )
    async def game_settings(
        self, interaction: discord.Interaction[Any], undo: Literal["free", "ask", "master"] | None = None,
        hold: app_commands.Range[int, 0, 600] | None = None, hints: Literal["on", "off"] | None = None,
    ) -> None:  # fmt: skip
        """Handle `/gm table`: change who decides on undo, the ping delay and whether hints are allowed.

        ``undo`` says how moves of others are undone: "free" (by anybody), "ask" (if their players agree) or
        "master" (only by the owner and game masters). ``hold`` is the ping delay in seconds. Each change is
        announced to the players. If one is refused, the member is sent the reason, and the later changes are
        not made. If no option is given, an error asks for one.
        """
        async with respond_to(interaction, Ack.PRIVATE) as response:
            info = await current_game_info(response)
            changes: list[tuple[dict[str, Any], LazyText]] = (
                [({"undo": undo}, UNDO_TEXTS[undo])] if undo else []
            )
            changes += [] if hold is None else [({PING_AFTER: hold}, ping_delay_text(hold))]
            changes += [] if hints is None else [({HINTS_SETTING: hints == "on"}, HINTS_TEXTS[hints])]
            if not changes:
                raise UserError(t("Say what is to change: undo, the hold in seconds or the hints."))
            for number, (values, announcement) in enumerate(changes):
                outcome = await game_master.change_game_settings(response.bot.games,
                    info.id, response.user.id, values, announcement, is_game_master=response.is_game_master,
                    interaction_id=f"{response.id}:{number}",
                )  # fmt: skip
                if not await response.ok_or_show_refusal(outcome):
                    return
            await response.show_text(t("Done, and told to all here."))


def setup(tree: app_commands.CommandTree[Any]) -> None:
    """Register the command group `/gm`."""
    tree.add_command(GameMasterCommands())
