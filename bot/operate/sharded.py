"""The bot as one of several processes, each with a range of shards: Discord tells each of its guilds."""

from __future__ import annotations

from typing import Any

import discord

from bot.app import StationBot
from bot.config import Config
from bot.store import Store


class ShardedBot(StationBot, discord.AutoShardedClient):
    """The bot with several connections to Discord."""

    async def on_disconnect(self) -> None:
        """One connection is lost: the others go on."""
        self._connected = any(not shard.is_closed() for shard in self.shards.values())


def make_bot(config: Config, store: Store, **options: Any) -> StationBot:
    """The bot of this process, by its settings."""
    shards = config.shards
    if shards.count == 1:
        return StationBot(config, store, **options)
    return ShardedBot(config, store, shard_count=shards.count, shard_ids=list(shards.ids), **options)
