"""Which game an interaction is about: that of a channel or thread, or the one a button names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.press import Press
from bot.respond import Answer, Sorry
from bot.service import GameInfo, GameService
from bot.texts import msg, t
from engine import Game

NONE_HERE = msg("There is no game in this channel; `/game new` makes one.")
NOT_STARTED = msg("The game has not started; its owner starts it once enough players have joined.")


@dataclass(frozen=True, slots=True)
class Here:
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


async def info_here(answer: Answer, channel: int | None = None) -> GameInfo:
    """The game of the channel (default: that of the interaction); raises Sorry."""
    info = await game_in(answer.bot.service, channel or answer.interaction.channel_id)
    if info is None:
        raise Sorry(t(NONE_HERE))
    return info


async def game_here(answer: Answer) -> Here:
    """The started game of the channel; raises Sorry."""
    return await _started(answer, await info_here(answer))


async def game_pressed(answer: Answer, press: Press) -> Here:
    """The started game of a button; raises Sorry."""
    return await _started(answer, await info_pressed(answer, press))


async def info_pressed(answer: Answer, press: Press) -> GameInfo:
    """The game of a button; raises Sorry."""
    info = await answer.bot.service.info(press.game)
    if info is None:
        raise Sorry(t("This game is no longer there; `/game list` shows those that are."))
    return info


async def game_in(service: GameService, channel: int | None) -> GameInfo | None:
    """The game of a channel or thread, or None."""
    return None if channel is None else await service.game_in(channel)


async def peek(interaction: Any) -> Here | None:
    """The started game of the channel for autocompletion, or None; never raises Sorry."""
    service: GameService = interaction.client.service
    info = await game_in(service, interaction.channel_id)
    game = await service.game(info.id) if info is not None else None
    return None if info is None or game is None else Here(info, game, info.seats_of(interaction.user.id))


async def _started(answer: Answer, info: GameInfo) -> Here:
    game = await answer.bot.service.game(info.id)
    if game is None:
        raise Sorry(
            t("This game was closed before it started.") if info.status == "ended" else t(NOT_STARTED)
        )
    return Here(info, game, info.seats_of(answer.user.id))
