"""`/game`: games are created, joined, arranged, started, listed, exported and ended."""

from __future__ import annotations

import asyncio
from typing import Any, Literal

import discord
from discord import app_commands

from bot.calls.model import MAX_TIME_LIMIT
from bot.chat.completion import Completions, completions
from bot.chat.current_game import current_game_info, is_open_to
from bot.chat.frame import Page, build_layout
from bot.chat.markdown import escape
from bot.chat.respond import UserError, respond_to
from bot.games import followers, stored_games
from bot.store.game_rows import GameInfo
from bot.table import buttons as lobby_buttons
from bot.table import service as game_setup
from bot.table import transfer
from bot.table.confirm import ask_to_confirm_end, ask_to_confirm_resignation
from bot.table.creating import require_game_creation_allowed
from bot.table.ending import send_export
from bot.table.opponents import autocomplete_computer_players, parse_computer_levels
from bot.table.pages import game_info_page, game_list_line
from bot.table.titles import autocomplete_titles, require_title
from bot.words import msg, t, translated
from bot.work.importer import MAX_FILE_BYTES
from engine import TITLES

DOWNLOAD_SECONDS = 30.0
"""The maximum duration of the download of a file from Discord, in seconds."""

FOLLOWING_TEXTS = {
    "rounds": msg("You are called when a round of “{name}” ends, and at its end; `/game unfollow` ends it."),
    "end": msg("You are called at the end of “{name}”; `/game unfollow` ends it."),
    "everything": msg("You are called at each turn of “{name}”; `/game unfollow` ends it."),
}
WhoseGames = Literal["mine", "server", "ended"]
Pace = Literal["live", "at once", "after 2 minutes"]


class GameCommands(
    app_commands.Group, name="game", description="Make, join, start, look up and end games", guild_only=True
):
    """The command group `/game`: games are created, joined, started, listed and ended."""

    @app_commands.command(description="Make a table in this channel")
    @app_commands.describe(
        title="Which game", name="The table's name", players="How many players you look for",
        order="How the seats are ordered", options="Variants as key=value, separated by commas",
        pace="Live: nobody is pinged; else at once, or 2 minutes after the turn begins",
        clock="Hours that a turn may take", computers="Computers that play with you, such as 2 steady",
    )  # fmt: skip
    async def new(
        self,
        interaction: discord.Interaction[Any],
        title: str,
        name: app_commands.Range[str, 1, 100] | None = None,
        players: app_commands.Range[int, 1, 20] | None = None,
        order: Literal["random", "join"] = "random",
        options: str = "",
        pace: Pace | None = None,
        clock: app_commands.Range[int, 1, MAX_TIME_LIMIT] | None = None,
        computers: str = "",
    ) -> None:
        """Handle `/game new`: create a game in the lobby, whose set-up card is then posted to the channel.

        Without ``name``, the game is named after the member and the title. ``players`` is the number of
        players wanted. ``order`` seats the players at random or as they join. ``options`` are options of the
        title as "key=value, ...". ``pace`` says how soon players are pinged, ``clock`` is the hours that a
        turn may take. ``computers`` lists computer players, such as "2 steady". If no game is created, the
        member is sent the reason.
        """
        async with respond_to(interaction) as response:
            preferences = await require_game_creation_allowed(response)
            key = require_title(title)
            optional_settings = {"players": players, "pace": pace, "clock": clock}
            given_settings = {name: value for name, value in optional_settings.items() if value is not None}
            settings = {**preferences.settings_of_new_games(), "order": order} | given_settings
            outcome = await game_setup.create_game(response.bot.games,
                response.user.id, title=key, name=name or f"{response.user.display_name}: {key}"[:100],
                guild_id=interaction.guild_id, channel_id=interaction.channel_id,
                owner_name=response.user.display_name, options=_parse_options(options), settings=settings,
                computer_levels=parse_computer_levels(computers), interaction_id=response.id,
            )  # fmt: skip
            if await response.ok_or_show_refusal(outcome):
                await response.show_text(t("The table is made and you have a seat; its card follows here."))

    @new.autocomplete("title")
    async def _autocomplete_titles(self, interaction: discord.Interaction[Any], typed: str) -> Completions:
        """Autocomplete the title of `/game new`; each label also has the numbers of players."""
        return autocomplete_titles(typed)

    @new.autocomplete("computers")
    async def _autocomplete_computer_players(
        self, interaction: discord.Interaction[Any], typed: str
    ) -> Completions:
        """Autocomplete the computer players of `/game new`, such as "2 steady": their number and level."""
        return autocomplete_computer_players(typed)

    @new.autocomplete("options")
    async def _autocomplete_title_options(
        self, interaction: discord.Interaction[Any], typed: str
    ) -> Completions:
        """Autocomplete the last title option typed in `/game new`, from the options of the chosen title.

        ``typed`` is the whole text so far; the options before its last comma are kept. Nothing is proposed
        for an unknown title.
        """
        title = TITLES.get(str(getattr(interaction.namespace, "title", "")))
        earlier, comma, last = typed.rpartition(",")
        choices = []
        for option in title.options if title else ():
            for value, label in option.values.items():
                if last.strip().lower() in f"{option.key}={value} {label}".lower():
                    choices.append(
                        (
                            f"{translated(option.label)}: {translated(label)}",
                            f"{earlier}{comma}{option.key}={value}",
                        )
                    )
        return completions(choices)

    @app_commands.command(description="Take a seat at the table in this channel")
    async def join(self, interaction: discord.Interaction[Any]) -> None:
        """Handle `/game join`: take a seat in the lobby for the member, or send the reason for a refusal."""
        async with respond_to(interaction) as response:
            if await lobby_buttons.join_game(response, await current_game_info(response)):
                await response.show_text(t("You have a seat."))

    @app_commands.command(description="Give up your seat before the game starts")
    async def leave(self, interaction: discord.Interaction[Any]) -> None:
        """Handle `/game leave`: give up the member's seat in the lobby, or send the reason for a refusal."""
        async with respond_to(interaction) as response:
            if await lobby_buttons.leave_game(response, await current_game_info(response)):
                await response.show_text(t("Your seat is free again."))

    @app_commands.command(description="Give up your seat in a running game")
    async def resign(self, interaction: discord.Interaction[Any]) -> None:
        """Handle `/game resign`: ask the member to confirm giving up their seats in a running game.

        An error is shown instead if there is no game, if it has not started or is over, or if the member
        holds no seat in it.
        """
        async with respond_to(interaction) as response:
            await ask_to_confirm_resignation(response, await current_game_info(response))

    @app_commands.command(description="Arrange the seats before the start")
    @app_commands.describe(order="The present seat numbers in the new order, such as 2 3 1")
    async def seats(self, interaction: discord.Interaction[Any], order: str) -> None:
        """Handle `/game seats`: put the players in another order before the start.

        When the game starts, this order is kept and not drawn at random. ``order`` must name each seat
        number, from 1, once, such as "2 1 3". If it does not, or if the change is refused, the member is sent
        the reason.
        """
        async with respond_to(interaction) as response:
            info = await current_game_info(response)
            games, user_id = response.bot.games, response.user.id
            outcome = await game_setup.set_seat_order(
                games, info.id, user_id, _parse_seat_order(info, order), **response.request_args
            )
            if outcome.ok:
                await game_setup.change_lobby(
                    games, info.id, user_id, None, {"order": "join"}, is_game_master=response.is_game_master
                )
            if await response.ok_or_show_refusal(outcome):
                await response.show_text(t("The seats are arranged, and stay so at the start."))

    @app_commands.command(description="Start the game in this channel")
    async def start(self, interaction: discord.Interaction[Any]) -> None:
        """Handle `/game start`: start this channel's game from its lobby, or send the reason for a refusal.

        After the start, the member is also sent the permissions that the bot lacks in the channel.
        """
        async with respond_to(interaction) as response:
            await lobby_buttons.start_and_confirm(
                response, await current_game_info(response), t("The game has started.")
            )

    @app_commands.command(description="The table in this channel: seats, options, how the rules are read")
    async def info(self, interaction: discord.Interaction[Any]) -> None:
        """Handle `/game info`: show seats, options, seed and rule interpretations of this channel's game.

        If there is no game, an error is shown instead.
        """
        async with respond_to(interaction) as response:
            info = await current_game_info(response)
            await response.show(game_info_page(info, await response.bot.games.game(info.id)))

    @app_commands.command(description="Post the card of the game anew, at the end of the channel")
    async def card(self, interaction: discord.Interaction[Any]) -> None:
        """Handle `/game card`: post the set-up card or the turn card of this channel's game again.

        Players who were pinged for this turn are not pinged again. An error is shown instead if there is no
        game or the game is over.
        """
        async with respond_to(interaction) as response:
            info = await current_game_info(response)
            if info.status == "ended":
                raise UserError(t("The game is over; `/game list` shows those that go on."))
            await game_setup.queue_card_reposts(response.bot.games, [info])
            await response.show_text(t("The card follows here."))

    @app_commands.command(description="Be told of this table: when rounds end, at its end, or of everything")
    @app_commands.describe(level="Of what you are told")
    async def follow(
        self, interaction: discord.Interaction[Any], level: Literal["rounds", "end", "everything"] = "rounds"
    ) -> None:
        """Handle `/game follow`: let the member follow this channel's game as a spectator.

        ``level`` sets which messages the member gets: "rounds" (the end of each round and of the game), "end"
        (the end of the game) or "everything" (also each turn). If there is no game or the game is over, an
        error is shown instead.
        """
        async with respond_to(interaction) as response:
            info = await current_game_info(response)
            if info.status == "ended":
                raise UserError(t("The game is over; `/game list` shows those that go on."))
            await followers.follow(response.bot.games, info.id, response.user.id, level)
            await response.show_text(t(FOLLOWING_TEXTS[level], name=escape(info.name)))

    @app_commands.command(description="Be told of this table no more")
    async def unfollow(self, interaction: discord.Interaction[Any]) -> None:
        """Handle `/game unfollow`: stop sending the member news of this channel's game.

        If the member did not follow the game, or if there is no game, a sentence says so.
        """
        async with respond_to(interaction) as response:
            info = await current_game_info(response)
            was_following = await followers.unfollow(response.bot.games, info.id, response.user.id)
            ended_text, not_followed_text = (
                t("You are told of it no more."),
                t("You did not follow this table."),
            )
            await response.show_text(ended_text if was_following else not_followed_text)

    @app_commands.command(name="list", description="Games of this server, or your own")
    @app_commands.describe(whose="Which games")
    async def list_games(self, interaction: discord.Interaction[Any], whose: WhoseGames = "server") -> None:
        """Handle `/game list`: list at most 20 games with links to their channels, and count the others.

        ``whose`` is "mine" for the member's open games on any server, "server" for the open games of this
        server, or "ended" for the ended games of this server. Of this server's games, only those that the
        member may see are listed.
        """
        async with respond_to(interaction) as response:
            filters: dict[str, Any] = (
                {"user_id": response.user.id} if whose == "mine" else {"guild_id": interaction.guild_id}
            )
            if whose == "ended":
                filters["statuses"] = ("ended",)
            infos = await stored_games.list_games(response.bot.games, **filters)
            if whose != "mine":
                infos = [info for info in infos if is_open_to(interaction, info)]
            lines = [game_list_line(info) for info in infos[:20]]
            lines += [t("-# … {count} more", count=len(infos) - 20)] if len(infos) > 20 else []
            await response.show(
                Page(build_layout("\n".join(lines) or t("There are none; `/game new` makes one.")))
            )

    @app_commands.command(description="The whole game as a file")
    async def export(self, interaction: discord.Interaction[Any]) -> None:
        """Handle `/game export`: send this channel's whole game as a JSON file, or say why that fails."""
        async with respond_to(interaction) as response:
            await send_export(response, await current_game_info(response))

    @app_commands.command(name="import", description="Go on with an exported game in this channel")
    @app_commands.describe(file="A file that /game export wrote")
    async def import_game(self, interaction: discord.Interaction[Any], file: discord.Attachment) -> None:
        """Handle `/game import`: create a paused game from an exported file; all moves are checked again.

        A game that was over is imported as ended. An error is shown instead if the member may not create
        games here, if the file cannot be downloaded or is invalid, or if the channel already has an open
        game.
        """
        async with respond_to(interaction) as response:
            await require_game_creation_allowed(response)
            data = await _download(file)
            outcome = await transfer.import_game(response.bot.games,
                data, response.user.id, name=_game_name_from_file(file), guild_id=interaction.guild_id,
                channel_id=interaction.channel_id, interaction_id=response.id,
            )  # fmt: skip
            if await response.ok_or_show_refusal(outcome):
                await response.show_text(
                    t("The game is here, paused: `/gm replace` gives out the seats, `/gm resume` goes on.")
                )

    @app_commands.command(description="End the game in this channel for good")
    @app_commands.describe(reason="Why, for all to see")
    async def end(
        self, interaction: discord.Interaction[Any], reason: app_commands.Range[str, 1, 200]
    ) -> None:
        """Handle `/game end`: ask the owner or a game master to confirm the end of this channel's game.

        Other members are refused. ``reason`` is announced to the players once the end is confirmed.
        """
        async with respond_to(interaction) as response:
            await ask_to_confirm_end(response, await current_game_info(response), reason)


def setup(tree: app_commands.CommandTree[Any]) -> None:
    """Register the command group `/game`."""
    tree.add_command(GameCommands())


def _parse_options(typed: str) -> dict[str, str]:
    """Parse the title options typed in `/game new`, "key=value, key=value", into a dict of values by key.

    Keys and values are not checked here. Raises UserError for a part without "=".
    """
    options = {}
    for part in filter(None, (piece.strip() for piece in typed.split(","))):
        key, equals, value = part.partition("=")
        if not equals:
            raise UserError(t("Write options as key=value, separated by commas."))
        options[key.strip()] = value.strip()
    return options


def _parse_seat_order(info: GameInfo, typed: str) -> list[int | str]:
    """Parse the seat order typed in `/game seats`, such as "2 1 3", into the seats in that order.

    Seats are numbered from 1. A seat is returned as its player's Discord user id; a seat without a user (a
    computer player's) as its seat id. Raises UserError unless each number is named once.
    """
    numbers = typed.replace(",", " ").split()
    if sorted(numbers) != sorted(str(index + 1) for index in range(len(info.seats))):
        raise UserError(
            t("Name every seat number from 1 to {count} once, such as 2 1 3.", count=len(info.seats))
        )
    seats_in_order = [info.seats[int(number) - 1] for number in numbers]
    return [seat_info.id if seat_info.user_id is None else seat_info.user_id for seat_info in seats_in_order]


async def _download(file: discord.Attachment) -> bytes:
    """Download the game file that was uploaded to `/game import`, and return its bytes.

    Raises UserError if ``file`` is no attachment, if it is larger than 10 MB, or if the download fails or
    takes more than 30 seconds.
    """
    too_large_text = t(
        "The file has more than {most} MB; a game never has.", most=MAX_FILE_BYTES // 1_000_000
    )
    if not isinstance(file, discord.Attachment):
        raise UserError(t("Discord did not hand out the file; send it again."))
    if not 0 <= file.size <= MAX_FILE_BYTES:
        raise UserError(too_large_text)
    try:
        async with asyncio.timeout(DOWNLOAD_SECONDS):
            data = await file.read()
    except (discord.HTTPException, OSError, TimeoutError) as error:
        raise UserError(t("Discord did not hand out the file; send it again.")) from error
    if len(data) > MAX_FILE_BYTES:
        raise UserError(too_large_text)
    return data


def _game_name_from_file(file: discord.Attachment) -> str:
    """Return the name for a game from `/game import`: its file's name without .json or .json.gz.

    The name is cut to 100 characters.
    """
    return file.filename.removesuffix(".gz").removesuffix(".json")[:100]
