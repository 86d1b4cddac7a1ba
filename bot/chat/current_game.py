"""The game that an interaction is about: of its channel, of the option ``table``, or of a button."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import discord

from bot.chat.bounds import parse_whole_number
from bot.chat.press import Press
from bot.chat.respond import Response, UserError
from bot.games import stored_games
from bot.games.core import Games
from bot.games.stored_games import OPEN_STATUSES
from bot.store.game_rows import GameInfo
from bot.words import msg, t
from engine import Game

NONE_HERE = msg(
    "There is no game in this channel; the option `table` names one elsewhere, `/game new` makes a new one."
)
NO_SUCH_GAME = msg("There is no such table that you may see here; choose one from the list.")
GAME_GONE = msg("This game is no longer there; `/game list` shows those that are.")
NOT_STARTED = msg("The game has not started; its owner starts it once enough players have joined.")


ALL_STATUSES = (*OPEN_STATUSES, "ended")


@dataclass(frozen=True, slots=True)
class CurrentGame:
    """The started game that an interaction is about, with the seats that its sender plays."""

    info: GameInfo
    game: Game
    own_seats: tuple[str, ...] = ()

    @property
    def revision(self) -> int:
        """Return the revision of the game that the interaction is about."""
        return self.game.revision

    @property
    def own_seats_to_act(self) -> tuple[str, ...]:
        """Return the seats in ``own_seats`` for which the game waits; () if it waits for none of them."""
        next_decision = self.game.waiting()
        return tuple(
            seat for seat in self.own_seats if next_decision is not None and seat in next_decision.players
        )


async def current_game_info(response: Response) -> GameInfo:
    """Return the game, started or not, that a slash command is about.

    It is the game named by the command's option ``table``; without the option, the game of the channel.
    Raises UserError if there is none or the member may not see it, and BadLog if its log cannot be read.
    """
    info = await _find_game_info(response.interaction)
    if info is None:
        raise UserError(t(NO_SUCH_GAME) if table_option_text(response.interaction) else t(NONE_HERE))
    return info


async def _find_game_info(interaction: Any) -> GameInfo | None:
    """Return the game that a slash command is about; None if there is none or the member may not see it.

    It is the game named by the option ``table`` (id or name); without the option, the game of the channel. In
    direct messages the option finds none. Raises BadLog if the option names a game by its id, and that game's
    log cannot be read.
    """
    games: Games = interaction.client.games
    text = table_option_text(interaction)
    if not text:
        info = await game_info_of_channel(games, interaction.channel_id)
        return info if info is not None and is_open_to(interaction, info) else None
    game_id = parse_whole_number(text)
    info = await games.info(game_id) if game_id is not None and interaction.guild_id is not None else None
    if info is not None and is_open_to(interaction, info):
        return info
    candidates = await visible_games(interaction)
    return next((candidate for candidate in candidates if candidate.name.casefold() == text.casefold()), None)


def table_option_text(interaction: Any) -> str:
    """Return what the member typed into the option ``table`` of a slash command, stripped; "" if nothing."""
    return str(getattr(interaction.namespace, "table", None) or "").strip()


async def visible_games(interaction: Any) -> list[GameInfo]:
    """Return the games of an interaction's server that the member may see, ended games too.

    Only the server's 100 newest games are considered. Games in which the member plays come first; within both
    groups, ended games come last. In direct messages the result is [].
    """
    if interaction.guild_id is None:
        return []
    games: Games = interaction.client.games
    infos = await stored_games.list_games(games, guild_id=interaction.guild_id, statuses=ALL_STATUSES)
    open_infos = [info for info in infos if is_open_to(interaction, info)]
    return sorted(
        open_infos, key=lambda info: (not info.seats_played_by(interaction.user.id), info.status == "ended")
    )


def _may_see(interaction: Any, info: GameInfo) -> bool:
    """Return True if the member who sent an interaction may see a game of this server.

    A player, the game's owner and a game master (who may manage the server) may. Other members must see the
    game's channel, and may not see a game that has no channel.
    """
    user = interaction.user
    if info.seats_played_by(user.id) or user.id == info.owner_id or interaction.permissions.manage_guild:
        return True
    return info.channel_id is not None and _can_view_channel(interaction, info.channel_id)


def _can_view_channel(interaction: Any, channel_id: int) -> bool:
    """Return True if the member who sent an interaction may view a channel or thread of the server.

    True also if the interaction comes from that channel or from a thread in it; for a private thread only
    this counts, since the bot does not know its members. False for other channels that the bot does not know.
    """
    channel = interaction.guild.get_channel_or_thread(channel_id) if interaction.guild else None
    if interaction.channel_id == channel_id or getattr(interaction.channel, "parent_id", None) == channel_id:
        return True
    if channel is None or (isinstance(channel, discord.Thread) and channel.is_private()):
        return False
    return bool(channel.permissions_for(interaction.user).view_channel)


async def require_current_game(response: Response) -> CurrentGame:
    """Return the started game that a slash command is about.

    It is the game named by the option ``table``; without the option, the game of the channel. Raises
    UserError if there is none, it has not started or the member may not see it; BadLog if its log cannot be
    read.
    """
    return await _require_started_game(response, await current_game_info(response))


async def started_game_of_press(response: Response, press: Press) -> CurrentGame:
    """Return the started game to which a pressed button belongs.

    Raises UserError if the game no longer exists or has not started, and BadLog if its log cannot be read.
    Whether the member may see the game is checked before, by `check_access`.
    """
    return await _require_started_game(response, await game_info_of_press(response, press))


async def game_info_of_press(response: Response, press: Press) -> GameInfo:
    """Return the info of the game, started or not, to which a pressed button belongs.

    Raises UserError if the game no longer exists, and BadLog if its log cannot be read. Whether the member
    may see the game is checked before, by `check_access`.
    """
    info = await response.bot.games.info(press.game_id)
    if info is None:
        raise UserError(t(GAME_GONE))
    return info


async def check_access(response: Response, game_id: int) -> None:
    """Raise UserError if the member may not use the game of a pressed button in this server or chat.

    `is_open_to` decides. ``game_id`` 0 (a button that belongs to no game) and unknown games pass. Raises
    BadLog if the game's log cannot be read.
    """
    info = await response.bot.games.info(game_id) if game_id else None
    if info is not None and not is_open_to(response.interaction, info):
        raise UserError(t(GAME_GONE))


def is_open_to(interaction: Any, info: GameInfo) -> bool:
    """Return True if the member who sent an interaction may see and use a game from there.

    On the game's server the member must be allowed to see the game (`_may_see`); in direct messages the
    member must play in it. False on another server.
    """
    if interaction.guild_id is None:
        return bool(info.seats_played_by(interaction.user.id))
    return info.guild_id == interaction.guild_id and _may_see(interaction, info)


async def game_info_of_channel(games: Games, channel_id: int | None) -> GameInfo | None:
    """Return the open game of a Discord channel or thread (its id), else the newest that ended there.

    Return None if there is neither, or if the id is None.
    """
    return None if channel_id is None else await stored_games.game_info_of_channel(games, channel_id)


async def find_started_game(interaction: Any) -> CurrentGame | None:
    """Return the started game that a slash command is about, for the autocompletion of its options.

    Return None if there is none, it has not started or the member may not see it. Raises BadLog if its log
    cannot be read.
    """
    games: Games = interaction.client.games
    info = await _find_game_info(interaction)
    loaded = await games.load(info.id) if info is not None else None
    if loaded is None or loaded.game is None:
        return None
    return CurrentGame(loaded.info, loaded.game, loaded.info.seats_played_by(interaction.user.id))


async def _require_started_game(response: Response, info: GameInfo) -> CurrentGame:
    """Load a game and return it with the seats of the member who sent the interaction.

    Raises UserError if the game has not started, or was closed before its start; BadLog if its log cannot be
    read.
    """
    loaded = await response.bot.games.load(info.id)
    if loaded is None or loaded.game is None:
        raise UserError(
            t("This game was closed before it started.") if info.status == "ended" else t(NOT_STARTED)
        )
    return CurrentGame(loaded.info, loaded.game, loaded.info.seats_played_by(response.user.id))
