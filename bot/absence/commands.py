"""Commands about absent players, such as `/game offer-seat`, `/game computer`, `/gm clock` and `/gm skip`."""

from __future__ import annotations

from typing import Any, Literal

import discord
from discord import app_commands, ui

from bot.absence import computer_proxies, proxies
from bot.absence import service as absence_service
from bot.absence.pages import play_myself_again_button
from bot.absence.proxies import MAX_PROXY_DAYS, PROXY_DAYS
from bot.calls.model import MAX_FIRST_PING, MAX_TIME_LIMIT
from bot.chat.completion import Completions, completions
from bot.chat.current_game import current_game_info, find_started_game
from bot.chat.named import autocomplete_seats, require_seat
from bot.chat.respond import Response, UserError, respond_to
from bot.store.game_rows import GameInfo
from bot.table.commands import Pace
from bot.table.outcome_texts import show_outcome
from bot.words import t

Interaction = discord.Interaction[Any]
LevelOrOff = Literal["easy", "steady", "strong", "off"]


async def _autocomplete_available_seats(interaction: Interaction, typed: str) -> Completions:
    """Return the autocomplete choices for the seat of `/game take-seat`: seats that are free or offered.

    They are names, with seat ids as values; [] if there is no started game. Raises BadLog if the game's log
    cannot be read.
    """
    current_game = await find_started_game(interaction)
    if current_game is None:
        return []
    available = await absence_service.available_seats(interaction.client.games, current_game.info.id)
    return completions(
        [(seat.name, seat.id) for seat in current_game.info.seats if seat.id in available], typed
    )


@app_commands.describe(seat="Your own seat (default), or one that is free")
@app_commands.autocomplete(seat=autocomplete_seats)
async def offer_seat(interaction: Interaction, seat: str = "") -> None:
    """Handle `/game offer-seat`: offer a seat to other members by a public card; the member's own for "".

    ``seat`` is a seat id or a player's name. The member gets an ephemeral confirmation, or the reason for a
    refusal: there is no such seat or game, the member has no seat, or may not offer this one.
    """
    async with respond_to(interaction) as response:
        info = await current_game_info(response)
        own_seats = info.seats_held_by(response.user.id)
        offered_seat = require_seat(info, seat) if seat else next(iter(own_seats), "")
        if not offered_seat:
            raise UserError(t("You hold no seat of this game; name one that is free."))
        outcome = await absence_service.offer_seat(
            response.bot.games, info.id, response.user.id, offered_seat, **response.request_args
        )
        await show_outcome(response, outcome)


@app_commands.describe(seat="Which of the seats that are to be had")
@app_commands.autocomplete(seat=_autocomplete_available_seats)
async def take_seat(interaction: Interaction, seat: str = "") -> None:
    """Handle `/game take-seat`: start a vote on giving the member a seat that is free or offered.

    ``seat`` is a seat id or a player's name; "" takes the first available seat. If nobody can vote, the
    member gets the seat at once. The member gets an ephemeral confirmation, or the reason for a refusal:
    there is no such seat or game, no seat is available, or the member has a seat already.
    """
    async with respond_to(interaction) as response:
        info = await current_game_info(response)
        available = await absence_service.available_seats(response.bot.games, info.id)
        chosen_seat = require_seat(info, seat) if seat else next(iter(available), "")
        if not chosen_seat:
            raise UserError(
                t("No seat of this game is to be had; a player can offer one by `/game offer-seat`.")
            )
        outcome = await absence_service.request_seat(
            response.bot.games,
            info.id,
            response.user.id,
            response.user.display_name,
            chosen_seat,
            interaction_id=response.id,
        )
        await show_outcome(response, outcome)


@app_commands.describe(
    hours="Hours that a turn may take; 0: no clock", first_ping="Minutes until the first ping of a turn",
    pace="Live: nobody is pinged",
)  # fmt: skip
async def set_time_limit(
    interaction: Interaction,
    hours: app_commands.Range[int, 0, MAX_TIME_LIMIT] | None = None,
    first_ping: app_commands.Range[int, 0, MAX_FIRST_PING] | None = None,
    pace: Pace | None = None,
) -> None:
    """Handle `/gm clock`: set the time limit of a turn, and when players are pinged.

    ``hours`` is the time limit (0: none), ``first_ping`` the minutes from the start of a turn to its first
    ping, ``pace`` the ping mode ("live": no pings); None changes nothing. The member gets an ephemeral
    confirmation, or the reason for a refusal: no option is given, the member is neither the owner nor a game
    master, or there is no open game.
    """
    async with respond_to(interaction) as response:
        info = await current_game_info(response)
        options = {"clock": hours, "first_ping": first_ping, "pace": pace}
        values = {name: value for name, value in options.items() if value is not None}
        if not values:
            raise UserError(t("Say what is to change: the hours of the clock, the first ping or the pace."))
        outcome = await absence_service.set_time_limit_and_pings(
            response.bot.games, info.id, response.user.id, values, **response.request_args
        )
        await show_outcome(response, outcome)


@app_commands.describe(
    seat="Whose seat", user="Who plays for it; nobody: its holder alone again", days="For how long"
)
@app_commands.autocomplete(seat=autocomplete_seats)
async def proxy(
    interaction: Interaction, seat: str, user: discord.Member | None = None,
    days: app_commands.Range[int, 1, MAX_PROXY_DAYS] = PROXY_DAYS,
) -> None:  # fmt: skip
    """Handle `/gm proxy`: let another member play a seat as proxy for some days.

    Without ``user``, the seat has no proxy any more. ``seat`` is a seat id or a player's name. The holder of
    the seat, the owner and game masters may use the command. The caller gets an ephemeral confirmation, or
    the reason for a refusal: ``user`` is a bot, there is no such seat or game, or the caller may not set its
    proxy.
    """
    async with respond_to(interaction) as response:
        info = await current_game_info(response)
        if user is not None and user.bot:
            raise UserError(t("A bot cannot play; choose a member."))
        outcome = await proxies.set_proxy(
            response.bot.games,
            info.id,
            response.user.id,
            require_seat(info, seat),
            user.id if user else None,
            days,
            **response.request_args,
        )
        await show_outcome(response, outcome)


async def skip(interaction: Interaction) -> None:
    """Handle `/gm skip`: make safe default moves, such as passes, for the absent player who is to act.

    The owner and game masters may use the command. The member gets an ephemeral confirmation, or the reason
    for a refusal.
    """
    async with respond_to(interaction) as response:
        info = await current_game_info(response)
        outcome = await absence_service.play_for_absent_player(
            response.bot.games, info.id, response.user.id, **response.request_args
        )
        await show_outcome(response, outcome)


@app_commands.rename(is_permanent="good")
@app_commands.describe(
    level="How well it plays; off: you play yourself again", is_permanent="You leave for good"
)
async def computer(
    interaction: Interaction, level: LevelOrOff = "steady", is_permanent: bool = False
) -> None:
    """Handle `/game computer`: let a computer player play the member's seat, or end that (``level`` "off").

    With ``is_permanent`` the member gives up the seat. The member gets an ephemeral confirmation, or the
    reason for a refusal, for example that they hold no seat in this game.
    """
    async with respond_to(interaction) as response:
        info = await current_game_info(response)
        own_seat = next(iter(info.seats_held_by(response.user.id)), "")
        if not own_seat:
            raise UserError(t("You hold no seat of this game."))
        await _set_computer_proxy(response, info, own_seat, level, is_permanent=is_permanent)


@app_commands.describe(seat="Whose seat", level="How well it plays; off: no computer plays it any more")
@app_commands.autocomplete(seat=autocomplete_seats)
async def gm_computer(interaction: Interaction, seat: str, level: LevelOrOff = "steady") -> None:
    """Handle `/gm computer`: let a computer player play an absent player's seat, or end that ("off").

    ``level`` is the strength of the computer player, ``seat`` a seat id or a player's name. The member gets
    an ephemeral confirmation, or the reason for a refusal: there is no such seat or game, or the member is
    neither the holder of the seat nor the owner nor a game master.
    """
    async with respond_to(interaction) as response:
        info = await current_game_info(response)
        await _set_computer_proxy(response, info, require_seat(info, seat), level)


async def _set_computer_proxy(
    response: Response, info: GameInfo, seat: str, level: LevelOrOff, *, is_permanent: bool = False
) -> None:
    """Let a computer player of this level play a seat (id), or end that ("off"), and respond to the command.

    With ``is_permanent`` the holder gives up the seat. The member gets an ephemeral confirmation, or the
    reason for a refusal. If a computer player now plays the member's own seat, the confirmation has the
    button [Play myself again].
    """
    new_level = "" if level == "off" else level
    outcome = await computer_proxies.set_computer_player(
        response.bot.games,
        info.id,
        response.user.id,
        seat,
        new_level,
        is_permanent=is_permanent,
        **response.request_args,
    )
    view = None
    if new_level and not is_permanent and seat in info.seats_held_by(response.user.id):
        view = ui.View(timeout=None)
        view.add_item(play_myself_again_button(info.id, info.revision, seat))
    await show_outcome(response, outcome, view)


def absence_commands() -> dict[str, list[app_commands.Command[Any, ..., Any]]]:
    """Return the slash commands about absent players by the name of their group: "game" and "gm"."""
    return {
        "game": [
            app_commands.Command(
                name="offer-seat", description="Offer your seat, or a free one, to others",
                callback=offer_seat,
            ),
            app_commands.Command(
                name="computer", callback=computer,
                description="Let a computer play your seat, and take it back",
            ),
            app_commands.Command(
                name="take-seat", callback=take_seat,
                description="Take over a seat that is to be had; the table decides",
            ),
        ],
        "gm": [
            app_commands.Command(
                name="clock", description="How long a turn may take, and when players are pinged",
                callback=set_time_limit,
            ),
            app_commands.Command(
                name="proxy", description="Let a member play for a seat for some days", callback=proxy
            ),
            app_commands.Command(
                name="computer", description="Let a computer play a seat, or no more", callback=gm_computer
            ),
            app_commands.Command(
                name="skip", description="Take the safe default for whoever is to act", callback=skip
            ),
        ],
    }  # fmt: skip


def setup(tree: app_commands.CommandTree[Any]) -> None:
    """Register the commands about absent players in the groups `/game` and `/gm`, which must exist."""
    for name, group_commands in absence_commands().items():
        group = tree.get_command(name)
        assert isinstance(group, app_commands.Group)
        for command in group_commands:
            group.add_command(command)
