"""The REST routes that discord.py uses for such a bot."""

from __future__ import annotations

import base64
import json
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import BodyPartReader, web

from .interactions import Interactions
from .limits import check_commands
from .messages import Files, Messages, Upload, public
from .wire import EPHEMERAL, UPLOAD_LIMIT, ApiError, Json, snowflake
from .world import ATTACH, MANAGE_MESSAGES, PUBLIC_THREADS, SEND, THREAD_SEND, World

Response = Json | list[Json] | None
Handler = Callable[[web.Request], Awaitable[Response]]


async def read_body(request: web.Request) -> tuple[Any, Files]:
    """The JSON of a request and its files, from plain JSON or multipart."""
    if "body" in request:
        read: tuple[Any, Files] = request["body"]
        return read
    if (request.content_length or 0) > UPLOAD_LIMIT:
        raise ApiError(413, 40005, "Request entity too large")
    if not request.content_type.startswith("multipart/"):
        raw = await request.read()
        return (json.loads(raw) if raw else {}), {}
    data: Json = {}
    files: Files = {}
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader) or part.name is None:
            continue
        if part.name == "payload_json":
            data = json.loads(await part.text())
        else:
            files[int(part.name[6:-1])] = Upload(part.filename or "file", bytes(await part.read()))
    return data, files


class Rest:
    """Handlers; each answers with the JSON to send, or None for 204."""

    def __init__(self, world: World, messages: Messages, interactions: Interactions) -> None:
        self.world, self.messages, self.interactions = world, messages, interactions
        self.commands: dict[str, list[Json]] = defaultdict(list)
        self.emojis: list[Json] = []
        self.typing: list[str] = []

    def routes(self) -> list[tuple[str, str, Handler]]:
        """Method, path and handler."""
        app, channel, message = "/applications/{app}", "/channels/{c}", "/channels/{c}/messages/{m}"
        hook, hooked = "/webhooks/{app}/{token}", "/webhooks/{app}/{token}/messages/{m}"
        scopes = (app, app + "/guilds/{g}")
        return [
            ("GET", "/users/@me", self.me),
            ("GET", "/users/{u}", self.user),
            ("POST", "/users/@me/channels", self.open_dm),
            ("GET", "/oauth2/applications/@me", self.application),
            ("GET", "/gateway", self.gateway_url),
            ("GET", "/gateway/bot", self.gateway_url),
            *[("PUT", scope + "/commands", self.put_commands) for scope in scopes],
            *[("GET", scope + "/commands", self.get_commands) for scope in scopes],
            ("GET", app + "/emojis", self.get_emojis),
            ("POST", app + "/emojis", self.add_emoji),
            ("GET", "/guilds/{g}", self.guild),
            ("GET", "/guilds/{g}/members/{u}", self.member),
            ("GET", "/guilds/{g}/threads/active", self.threads),
            ("GET", channel, self.channel),
            ("PATCH", channel, self.patch_channel),
            ("DELETE", channel, self.delete_channel),
            ("POST", channel + "/typing", self.type),
            ("POST", channel + "/threads", self.add_thread),
            ("PUT", channel + "/thread-members/{u}", self.nothing),
            ("DELETE", channel + "/thread-members/{u}", self.nothing),
            ("POST", channel + "/messages", self.send),
            ("GET", channel + "/messages", self.history),
            ("PUT", channel + "/messages/pins/{m}", self.pin),
            ("DELETE", channel + "/messages/pins/{m}", self.pin),
            ("GET", message, self.get_message),
            ("PATCH", message, self.edit_message),
            ("DELETE", message, self.delete_message),
            ("POST", message + "/threads", self.add_thread),
            ("PUT", message + "/reactions/{e}/@me", self.nothing),
            ("DELETE", message + "/reactions/{e}/@me", self.nothing),
            ("POST", "/interactions/{i}/{token}/callback", self.callback),
            ("POST", hook, self.follow_up),
            ("GET", hooked, self.get_hooked),
            ("PATCH", hooked, self.edit_hooked),
            ("DELETE", hooked, self.delete_hooked),
        ]

    async def nothing(self, request: web.Request) -> None:
        """Accepted, without an effect that a test can see."""

    async def me(self, request: web.Request) -> Json:
        return self.world.bot

    async def user(self, request: web.Request) -> Json:
        return self.world.user(request.match_info["u"])

    async def application(self, request: web.Request) -> Json:
        bot = self.world.bot
        record: Json = {
            "id": bot["id"],
            "name": bot["username"],
            "icon": None,
            "description": "",
            "team": None,
        }
        record.update(
            bot_public=True, bot_require_code_grant=False, owner=bot, verify_key="00", flags=0, bot=bot
        )
        return record

    async def gateway_url(self, request: web.Request) -> Json:
        limit = {"total": 1000, "remaining": 999, "reset_after": 14_400_000, "max_concurrency": 1}
        return {"url": self.interactions.gateway.url, "shards": 1, "session_start_limit": limit}

    # commands and emojis

    async def put_commands(self, request: web.Request) -> list[Json]:
        scope = request.match_info.get("g", "")
        body: list[Json] = await request.json()
        check_commands(body)
        self.commands[scope] = [self._command(scope, command) for command in body]
        return self.commands[scope]

    def _command(self, scope: str, command: Json) -> Json:
        same = (c["id"] for c in self.commands[scope] if c["name"] == command["name"])
        record: Json = {
            "id": next(same, snowflake()),
            "application_id": self.world.app_id,
            "version": snowflake(),
        }
        record.update(default_member_permissions=None, type=1, nsfw=False, description="", options=[])
        record.update(dm_permission=True, contexts=None, integration_types=[0])
        return {**record, **command, **({"guild_id": scope} if scope else {})}

    async def get_commands(self, request: web.Request) -> list[Json]:
        return self.commands[request.match_info.get("g", "")]

    async def get_emojis(self, request: web.Request) -> Json:
        return {"items": self.emojis}

    async def add_emoji(self, request: web.Request) -> Json:
        data = await request.json()
        emoji: Json = {"id": snowflake(), "name": data["name"], "roles": [], "user": self.world.bot}
        emoji.update(require_colons=True, managed=False, animated=False, available=True)
        picture = base64.b64decode(data["image"].split(",", 1)[1])
        self.messages.stored[emoji["id"]] = Upload(data["name"] + ".png", picture)
        self.emojis.append(emoji)
        return emoji

    # guilds and channels

    async def guild(self, request: web.Request) -> Json:
        return self.world.guild(request.match_info["g"])

    async def member(self, request: web.Request) -> Json:
        return self.world.member(request.match_info["g"], request.match_info["u"])

    async def threads(self, request: web.Request) -> Json:
        threads = self.world.guild(request.match_info["g"])["threads"]
        return {"threads": [t for t in threads if not t["thread_metadata"]["archived"]], "members": []}

    async def channel(self, request: web.Request) -> Json:
        return self.world.channel(request.match_info["c"])

    async def open_dm(self, request: web.Request) -> Json:
        return self.world.dm(str((await request.json())["recipient_id"]))

    async def patch_channel(self, request: web.Request) -> Json:
        channel, data = self.world.channel(request.match_info["c"]), await request.json()
        channel.update({k: v for k, v in data.items() if k in ("name", "topic")})
        metadata = channel.get("thread_metadata", {})
        metadata.update({k: data[k] for k in ("archived", "locked", "auto_archive_duration") if k in data})
        event = "THREAD_UPDATE" if "thread_metadata" in channel else "CHANNEL_UPDATE"
        await self.messages.gateway.dispatch(event, channel, 1)
        return channel

    async def delete_channel(self, request: web.Request) -> Json:
        channel = self.world.channel(request.match_info["c"])
        guild = self.world.guild(channel["guild_id"])
        thread = "thread_metadata" in channel
        guild["threads" if thread else "channels"].remove(channel)
        del self.world.channels[channel["id"]]
        await self.messages.gateway.dispatch("THREAD_DELETE" if thread else "CHANNEL_DELETE", channel, 1)
        return channel

    async def add_thread(self, request: web.Request) -> Json:
        parent, message_id = self.world.channel(request.match_info["c"]), request.match_info.get("m")
        self.world.require(parent, PUBLIC_THREADS)
        data, _ = await read_body(request)
        archive = data.get("auto_archive_duration") or 1440
        thread = self.world.add_thread(parent, data["name"], message_id, archive)
        if message_id:
            self.messages.get(parent["id"], message_id)["thread"] = thread
        await self.messages.gateway.dispatch("THREAD_CREATE", {**thread, "newly_created": True}, 1)
        return thread

    async def type(self, request: web.Request) -> None:
        self.typing.append(self.world.channel(request.match_info["c"])["id"])

    # messages

    async def send(self, request: web.Request) -> Json:
        channel = self.world.channel(request.match_info["c"])
        data, files = await read_body(request)
        bits = [THREAD_SEND if "thread_metadata" in channel else SEND]
        self.world.require(channel, *bits, *([ATTACH] if files else []))
        if channel.get("closed"):
            raise ApiError(403, 50007, "Cannot send messages to this user")
        if "thread_metadata" in channel:
            channel["thread_metadata"]["archived"] = False
        same = self.messages.same_nonce(channel["id"], data)
        if same is not None:
            return public(same)
        message = self.messages.build(channel["id"], self.world.bot, data, files, _nonce=data.get("nonce"))
        return public(await self.messages.post(message))

    async def history(self, request: web.Request) -> list[Json]:
        channel = self.world.channel(request.match_info["c"])
        before, after = (int(request.query.get(k, d)) for k, d in (("before", 1 << 63), ("after", 0)))
        newest = sorted(self.messages.by_channel[channel["id"]].values(), key=lambda m: -int(m["id"]))
        fits = [m for m in newest if after < int(m["id"]) < before and not m["flags"] & EPHEMERAL]
        return [public(m) for m in fits[: int(request.query.get("limit", 50))]]

    def _found(self, request: web.Request) -> Json:
        message = self.messages.get(request.match_info["c"], request.match_info["m"])
        if message["flags"] & EPHEMERAL:
            raise ApiError(404, 10008, "Unknown Message")
        return message

    async def get_message(self, request: web.Request) -> Json:
        return public(self._found(request))

    async def edit_message(self, request: web.Request) -> Json:
        message = self._found(request)
        if message["author"]["id"] != self.world.app_id:
            raise ApiError(403, 50005, "Cannot edit a message authored by another user")
        data, files = await read_body(request)
        await self.messages.edit(message, data, files)
        self.interactions.source_edited(message)
        return public(message)

    async def delete_message(self, request: web.Request) -> None:
        message = self._found(request)
        if message["author"]["id"] != self.world.app_id:
            self.world.require(self.world.channel(message["channel_id"]), MANAGE_MESSAGES)
        await self.messages.delete(message)

    async def pin(self, request: web.Request) -> None:
        self._found(request)["pinned"] = request.method == "PUT"

    # interactions

    async def callback(self, request: web.Request) -> Json | None:
        data, files = await read_body(request)
        info = request.match_info
        response = await self.interactions.callback(info["i"], info["token"], data, files)
        return response if request.query.get("with_response") in ("1", "true") else None

    async def follow_up(self, request: web.Request) -> Json:
        data, files = await read_body(request)
        return await self.interactions.follow_up(request.match_info["token"], data, files)

    async def get_hooked(self, request: web.Request) -> Json:
        return self.interactions.fetch(request.match_info["token"], request.match_info["m"])

    async def edit_hooked(self, request: web.Request) -> Json:
        data, files = await read_body(request)
        return await self.interactions.edit(request.match_info["token"], request.match_info["m"], data, files)

    async def delete_hooked(self, request: web.Request) -> None:
        await self.interactions.delete(request.match_info["token"], request.match_info["m"])
