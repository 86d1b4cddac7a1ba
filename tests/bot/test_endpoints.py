"""The bot is pointed elsewhere by three variables, and only by all of them."""

from __future__ import annotations

import discord.asset
import discord.gateway
import discord.http
import pytest

from bot.operate.endpoints import API, CDN, GATEWAY, use_endpoints


def test_all_three_are_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for owner, name in (
        (discord.http.Route, "BASE"),
        (discord.asset.Asset, "BASE"),
        (discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY"),
    ):
        monkeypatch.setattr(owner, name, getattr(owner, name))
    assert use_endpoints({API: "http://a/api", GATEWAY: "ws://a/gateway/", CDN: "http://a/cdn"})
    assert discord.http.Route("GET", "/x").url == "http://a/api/x"
    assert str(discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY) == "ws://a/gateway/"
    assert discord.asset.Asset.BASE == "http://a/cdn"


@pytest.mark.parametrize("environ", [{}, {API: ""}])
def test_without_them_nothing_changes(environ: dict[str, str]) -> None:
    assert not use_endpoints(environ)
    assert discord.http.Route("GET", "/x").url == "https://discord.com/api/v10/x"


def test_some_of_them_are_an_error() -> None:
    with pytest.raises(KeyError, match=GATEWAY):
        use_endpoints({CDN: "http://a/cdn", API: "http://a/api"})
    assert discord.http.Route("GET", "/x").url == "https://discord.com/api/v10/x"
