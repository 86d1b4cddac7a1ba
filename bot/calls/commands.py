"""`/remind`: a member's time zone, quiet hours, vacations and digest; snooze, mute and nudge."""

from __future__ import annotations

from typing import Any, Literal

import discord
from discord import app_commands

from bot.calls import buttons as reminder_buttons
from bot.calls import hours
from bot.calls import service as reminders
from bot.calls.zones import is_time_zone, matching_zones
from bot.chat.completion import Completions, completions
from bot.chat.current_game import current_game_info, find_started_game, require_current_game
from bot.chat.respond import UserError, respond_to
from bot.games import stored_games
from bot.words import t

LevelOrNone = Literal["none", "easy", "steady", "strong"]


class RemindCommands(app_commands.Group, name="remind", description="How and when you are called"):
    """The command group `/remind`: how and when a member is pinged; also in direct messages."""

    @app_commands.command(description="All your settings of pings, to look at and to change")
    async def settings(self, interaction: discord.Interaction[Any]) -> None:
        """Handle `/remind settings`: show the member the page of their reminder settings."""
        async with respond_to(interaction) as response:
            await reminder_buttons.show_reminder_settings(
                response, await reminders.reminder_settings_of_member(response.bot.games, response.user.id)
            )

    @app_commands.command(description="Hours of the day in which nobody calls you")
    @app_commands.rename(start="from", end="to")
    @app_commands.describe(start="Such as 22:00; empty: no quiet hours", end="Such as 7:30")
    async def quiet(self, interaction: discord.Interaction[Any], start: str = "", end: str = "") -> None:
        """Handle `/remind quiet`: set the quiet hours without pings, such as "22:00" to "7:30".

        Empty texts remove them. The member sees the page of their reminder settings, or an error if the hours
        are invalid.
        """
        async with respond_to(interaction) as response:
            values = hours.parse_quiet_hours(start, end)
            await reminder_buttons.show_reminder_settings(
                response,
                await reminders.set_reminder_settings(response.bot.games, response.user.id, **values),
            )

    @app_commands.command(description="Your time zone")
    @app_commands.describe(zone="Such as Europe/London")
    async def timezone(self, interaction: discord.Interaction[Any], zone: str) -> None:
        """Handle `/remind timezone`: set the time zone of the member's reminders by its IANA name.

        The member sees the page of their reminder settings, or an error if the zone is unknown.
        """
        async with respond_to(interaction) as response:
            if not is_time_zone(zone):
                raise UserError(t("Choose one of the zones that are proposed, such as Europe/London."))
            await reminder_buttons.show_reminder_settings(
                response,
                await reminders.set_reminder_settings(response.bot.games, response.user.id, zone=zone),
            )

    @timezone.autocomplete("zone")
    async def _autocomplete_zone(self, interaction: discord.Interaction[Any], typed: str) -> Completions:
        """Return the autocomplete choices for the zone of `/remind timezone`.

        They are IANA names, popular ones first.
        """
        return completions((name, name) for name in matching_zones(typed))

    @app_commands.command(description="Put off the next ping of the game in this channel")
    @app_commands.rename(typed_time="for")
    @app_commands.describe(typed_time="Such as 3 h, 18:30, tomorrow 9, 2026-12-24 10:00")
    @app_commands.guild_only()
    async def snooze(self, interaction: discord.Interaction[Any], typed_time: str) -> None:
        """Handle `/remind snooze`: put off the member's next ping of this channel's game to a typed time.

        ``typed_time`` is, for example, "3 h", "18:30" or "tomorrow 9". The member sees an ephemeral response:
        when the next ping comes, or an error if the time is invalid, the channel has no game, or the game is
        not waiting for the member.
        """
        async with respond_to(interaction) as response:
            await hours.snooze_to_typed_time(response, (await current_game_info(response)).id, typed_time)

    @app_commands.command(description="You are away for some days: nobody calls you, clocks stand still")
    @app_commands.rename(start="from", end="until")
    @app_commands.describe(
        start="The first day, such as 2026-12-24; empty: today", end="The last day; empty: you are back",
        computer="A computer of this level plays for you until you are back",
    )  # fmt: skip
    async def vacation(
        self,
        interaction: discord.Interaction[Any],
        start: str = "",
        end: str = "",
        computer: LevelOrNone = "none",
    ) -> None:
        """Handle `/remind vacation`: store a vacation of the member; if no day is given, end the current one.

        During a vacation there are no pings, and deadlines are postponed. The days are ISO dates; ``start``
        "" is today. If ``computer`` is a level, a computer player plays for the member meanwhile. The member
        sees an ephemeral confirmation, or an error if the days are invalid or too many.
        """
        async with respond_to(interaction) as response:
            await hours.change_vacation(response, start, end, "" if computer == "none" else computer)

    @app_commands.command(description="One message a day with all tables that wait for you")
    @app_commands.describe(hour="The hour of your day; empty: no digest")
    async def digest(
        self, interaction: discord.Interaction[Any], hour: app_commands.Range[int, 0, 23] | None = None
    ) -> None:
        """Handle `/remind digest`: set the local hour of the member's daily digest; None turns it off.

        The member sees the page of their reminder settings.
        """
        async with respond_to(interaction) as response:
            await reminder_buttons.show_reminder_settings(
                response,
                await reminders.set_reminder_settings(response.bot.games, response.user.id, digest=hour),
            )

    @app_commands.command(description="Be called in a game no more, or again")
    @app_commands.describe(game="Which of your games; empty: the one in this channel")
    async def mute(self, interaction: discord.Interaction[Any], game: str = "") -> None:
        """Handle `/remind mute`: turn the member's pings of a game off, or on again if they are off.

        ``game`` is the id or name of the game, "" for the game of the channel. The member sees an ephemeral
        confirmation, or an error if there is no such game.
        """
        async with respond_to(interaction) as response:
            await hours.toggle_mute(response, game)

    @mute.autocomplete("game")
    async def _autocomplete_game(self, interaction: discord.Interaction[Any], typed: str) -> Completions:
        """Return the autocomplete choices for the game of `/remind mute`: names, with game ids as values.

        They are the open games in which the member has a seat, on any server; [] if there are none.
        """
        infos = await stored_games.list_games(interaction.client.games, user_id=interaction.user.id)
        return completions([(info.name, str(info.id)) for info in infos], typed)

    @app_commands.command(description="Call a player for whom the game in this channel waits")
    @app_commands.describe(player="Whom; empty: whoever is to act")
    @app_commands.guild_only()
    async def nudge(self, interaction: discord.Interaction[Any], player: str = "") -> None:
        """Handle `/remind nudge`: nudge a player whose move the channel's game is waiting for.

        ``player`` is a seat id or a player's name, "" for the first player to act. The player's next ping
        becomes due. An ephemeral response says when it comes, or why the member may not nudge
        (`bot.calls.hours.nudge_player`).
        """
        async with respond_to(interaction) as response:
            await hours.nudge_player(response, (await require_current_game(response)).info, player)

    @nudge.autocomplete("player")
    async def _autocomplete_player(self, interaction: discord.Interaction[Any], typed: str) -> Completions:
        """Return the autocomplete choices for the player of `/remind nudge`: names, with seat ids as values.

        They are the players that the channel's game is waiting for; [] if there is no started game. Raises
        BadLog if the game's log cannot be read.
        """
        current_game = await find_started_game(interaction)
        next_decision = current_game.game.waiting() if current_game else None
        if current_game is None or next_decision is None:
            return []
        return completions(
            [(seat.name, seat.id) for seat in current_game.info.seats if seat.id in next_decision.players],
            typed,
        )


def setup(tree: app_commands.CommandTree[Any]) -> None:
    """Register the command group `/remind`."""
    tree.add_command(RemindCommands())
