"""Another place for Discord: lets a test run the unmodified bot against a server of its own."""

from __future__ import annotations

from collections.abc import Mapping

import discord.asset
import discord.gateway
import discord.http
import yarl

API, GATEWAY, CDN = "STATIONMASTER_DISCORD_API", "STATIONMASTER_DISCORD_GATEWAY", "STATIONMASTER_DISCORD_CDN"


def use_endpoints(environ: Mapping[str, str]) -> bool:
    """Point discord.py at the addresses that the operator has set in ``environ``, for tests.

    Their keys are the values of `API`, `GATEWAY` and `CDN`. Return False and change nothing if there are
    none. Call it before a client starts. Raises KeyError when only some of the three are set.
    """
    if not any(environ.get(name) for name in (API, GATEWAY, CDN)):
        return False
    api, gateway, cdn = environ[API], environ[GATEWAY], environ[CDN]
    discord.http.Route.BASE = api
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    discord.asset.Asset.BASE = cdn
    return True
