"""Which game an interaction is about: that of its channel or thread, of the table named, or of a button."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import discord

from bot.chat.bounds import whole
from bot.chat.press import Press
from bot.chat.respond import Answer, UserError
from bot.games import shelf
from bot.games.core import Games
from bot.games.shelf import OPEN
from bot.store.game_rows import GameInfo
from bot.words import msg, t
from engine import Game

NONE_HERE = msg(
    "There is no game in this channel; the option `table` names one elsewhere, `/game new` makes a new one."
)
NO_SUCH_TABLE = msg("There is no such table that you may see here; choose one from the list.")
GONE = msg("This game is no longer there; `/game list` shows those that are.")
NOT_STARTED = msg("The game has not started; its owner starts it once enough players have joined.")


EVERY = (*OPEN, "ended")


@dataclass(frozen=True, slots=True)
class CurrentTable:
    """A game that has started, as it is now, and the seats of the user who asks."""

    info: GameInfo
    game: Game
    seats: tuple[str, ...] = ()

    @property
    def rev(self) -> int:
        """The revision that the user sees."""
        return self.game.rev

    @property
    def to_act(self) -> tuple[str, ...]:
        """The user's seats that the game waits for."""
        waiting = self.game.waiting()
        return tuple(s for s in self.seats if waiting is not None and s in waiting.players)


async def info_here(answer: Answer) -> GameInfo:
    """The game that the command names, else that of the channel; raises UserError."""
    info = await _info(answer.interaction)
    if info is None:
        raise UserError(t(NO_SUCH_TABLE) if table_named(answer.interaction) else t(NONE_HERE))
    return info


async def _info(interaction: Any) -> GameInfo | None:
    games: Games = interaction.client.games
    typed = table_named(interaction)
    if not typed:
        info = await game_in(games, interaction.channel_id)
        return info if info is not None and is_open_to(interaction, info) else None
    number = whole(typed)
    info = await games.info(number) if number is not None and interaction.guild_id is not None else None
    if info is not None and is_open_to(interaction, info):
        return info
    return next((i for i in await tables(interaction) if i.name.casefold() == typed.casefold()), None)


def table_named(interaction: Any) -> str:
    """What was typed as the table of a command; empty for none."""
    return str(getattr(interaction.namespace, "table", None) or "").strip()


async def tables(interaction: Any) -> list[GameInfo]:
    """The tables of this server that the asker may see, his own first, the newest first."""
    if interaction.guild_id is None:
        return []
    games: Games = interaction.client.games
    found = await shelf.list_games(games, guild=interaction.guild_id, statuses=EVERY)
    seen = [info for info in found if is_open_to(interaction, info)]
    return sorted(seen, key=lambda info: (not info.seats_of(interaction.user.id), info.status == "ended"))


def _may_see(interaction: Any, info: GameInfo) -> bool:
    """Players, the owner and whoever may manage the server see a table though its channel is gone."""
    user = interaction.user
    if info.seats_of(user.id) or user.id == info.owner or interaction.permissions.manage_guild:
        return True
    return info.channel is not None and _sees(interaction, info.channel)


def _sees(interaction: Any, place: int) -> bool:
    """Whether the asker sees a channel or thread: he is there, or may look into it.

    Who is a member of a private thread is not known, so only who is there sees it.
    """
    channel = interaction.guild.get_channel_or_thread(place) if interaction.guild else None
    if interaction.channel_id == place or getattr(interaction.channel, "parent_id", None) == place:
        return True
    if channel is None or (isinstance(channel, discord.Thread) and channel.is_private()):
        return False
    return bool(channel.permissions_for(interaction.user).view_channel)


async def game_here(answer: Answer) -> CurrentTable:
    """The started game of the channel; raises UserError."""
    return await _started(answer, await info_here(answer))


async def game_pressed(answer: Answer, press: Press) -> CurrentTable:
    """The started game of a button; raises UserError."""
    return await _started(answer, await info_pressed(answer, press))


async def info_pressed(answer: Answer, press: Press) -> GameInfo:
    """The game of a button; raises UserError."""
    info = await answer.bot.games.info(press.game)
    if info is None:
        raise UserError(t(GONE))
    return info


async def check_place(answer: Answer, game: int) -> None:
    """The table of a button is open to its presser, here; raises UserError. Number 0 is no table's."""
    info = await answer.bot.games.info(game) if game else None
    if info is not None and not is_open_to(answer.interaction, info):
        raise UserError(t(GONE))


def is_open_to(interaction: Any, info: GameInfo) -> bool:
    """Whether the asker may deal with a table where he is: on its server, or as its player in private."""
    if interaction.guild_id is None:
        return bool(info.seats_of(interaction.user.id))
    return info.guild == interaction.guild_id and _may_see(interaction, info)


async def game_in(games: Games, channel: int | None) -> GameInfo | None:
    """The game of a channel or thread, or None."""
    return None if channel is None else await shelf.game_in(games, channel)


async def peek(interaction: Any) -> CurrentTable | None:
    """The started game of the channel for autocompletion, or None; never raises UserError."""
    games: Games = interaction.client.games
    info = await _info(interaction)
    live = await games.live(info.id) if info is not None else None
    if live is None or live.game is None:
        return None
    return CurrentTable(live.info, live.game, live.info.seats_of(interaction.user.id))


async def _started(answer: Answer, info: GameInfo) -> CurrentTable:
    live = await answer.bot.games.live(info.id)
    if live is None or live.game is None:
        raise UserError(
            t("This game was closed before it started.") if info.status == "ended" else t(NOT_STARTED)
        )
    return CurrentTable(live.info, live.game, live.info.seats_of(answer.user.id))
