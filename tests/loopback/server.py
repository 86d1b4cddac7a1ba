"""The loopback server: one simulated Discord behind plain http, with a driver for tests."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from types import TracebackType

from aiohttp import web

from .faults import Fault, Faults
from .gateway import Drop, Gateway
from .interactions import Interactions
from .member import Member
from .messages import Messages
from .rest import Handler, Rest, read_body
from .views import Message, Reply
from .wire import EPHEMERAL, ApiError, Json
from .world import ADMINISTRATOR, World

API = "/api/v10"
OPEN_ROUTES = ("/interactions/", "/webhooks/")
TOKEN = "loopback.dummy.token"
Served = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(frozen=True)
class Call:
    """One REST request: the route's pattern, the real path, the status it got (0: connection reset)."""

    method: str
    route: str
    path: str
    status: int


class LoopbackServer:
    """A Discord for tests, with one guild; use as `async with LoopbackServer() as server`."""

    def __init__(
        self, guild: str = "Test guild", bot_name: str = "Stationmaster", token: str = TOKEN
    ) -> None:
        self.token = token
        self.world = World(bot_name)
        self.guild = self.world.add_guild(guild)
        self.gateway = Gateway(self.world, token)
        self.messages = Messages(self.world, self.gateway)
        self.interactions = Interactions(self.world, self.gateway, self.messages)
        self.rest = Rest(self.world, self.messages, self.interactions)
        self.faults = Faults()
        self.calls: list[Call] = []
        self.base = ""
        self.patience = 10.0
        self._members: dict[str, Member] = {}
        self._busy, self._last = 0, time.monotonic()
        self._runner: web.AppRunner | None = None
        self.channel("general")

    # life

    async def start(self, port: int = 0) -> LoopbackServer:
        """Listen on 127.0.0.1; port 0 takes a free one."""
        app = web.Application(middlewares=[self._middleware], client_max_size=1 << 26)
        for method, path, handler in self.rest.routes():
            app.router.add_route(method, API + path, self._answering(handler))
        app.router.add_get("/gateway/", self.gateway.serve)
        app.router.add_get("/cdn/attachments/{c}/{file}/{name}", self._download)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", port).start()
        self.base = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        self.messages.base = self.base
        self.gateway.url = self.base.replace("http", "ws", 1) + "/gateway/"
        return self

    async def stop(self) -> None:
        """Close all connections."""
        await self.gateway.close()
        if self._runner is not None:
            await self._runner.cleanup()

    async def __aenter__(self) -> LoopbackServer:
        return await self.start()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    def environment(self) -> dict[str, str]:
        """The variables that point a bot process at this server."""
        return {
            "DISCORD_TOKEN": self.token,
            "STATIONMASTER_DISCORD_API": self.base + API,
            "STATIONMASTER_DISCORD_GATEWAY": self.gateway.url,
            "STATIONMASTER_DISCORD_CDN": self.base + "/cdn",
        }

    # the world as a test sees it

    def channel(self, name: str, guild: Json | None = None) -> Json:
        """The channel of that name, made when it does not exist; a running bot will not learn of it."""
        guild = guild or self.guild
        found = next((c for c in guild["channels"] if c["name"] == name), None)
        return found or self.world.add_channel(guild, name)

    def member(self, name: str, *, admin: bool = False, guild: Json | None = None) -> Member:
        """The person of that name, made a member of the guild when he is not yet."""
        guild = guild or self.guild
        if name not in self._members:
            self._members[name] = Member(self, self.world.add_user(name))
        person = self._members[name]
        if all(m["user"]["id"] != person.id for m in guild["members"]):
            roles = [self.world.add_role(guild, "Admin", ADMINISTRATOR)["id"]] if admin else []
            self.world.join(guild, person.user, roles)
        return person

    def threads(self, guild: Json | None = None) -> list[Json]:
        """All threads of the guild, oldest first."""
        found: list[Json] = (guild or self.guild)["threads"]
        return list(found)

    def channel_messages(self, channel: Json | None = None, viewer: Member | None = None) -> list[Message]:
        """Messages of a channel, thread or DM (default: the guild's first channel), oldest first.

        Ephemeral ones are shown only to the viewer for whom they were made.
        """
        channel = channel or self.guild["channels"][0]
        kept = self.messages.by_channel[channel["id"]].values()
        mine = viewer.id if viewer else None
        return [self.view(m) for m in kept if not m["flags"] & EPHEMERAL or m.get("_for") == mine]

    def view(self, raw: Json) -> Message:
        """The stored message as a person sees it."""
        return Message(lambda attachment: self.messages.stored[attachment["id"]].data, raw)

    def command_names(self, guild: Json | None = None) -> list[str]:
        """The registered commands, global and of the guild."""
        scope = (guild or self.guild)["id"]
        return sorted(c["name"] for c in [*self.rest.commands[""], *self.rest.commands[scope]])

    def forbid(self, channel: Json, *bits: int) -> None:
        """Take permission bits away from the bot in a channel."""
        denied = {"id": self.world.app_id, "type": 1, "allow": "0", "deny": str(sum(bits))}
        channel["permission_overwrites"].append(denied)

    async def changed(self, channel: Json) -> None:
        """Tell the bot that a channel has changed, its permissions for instance."""
        await self.gateway.dispatch("CHANNEL_UPDATE", channel, 1)

    async def delete_channel(self, channel: Json) -> None:
        """Somebody deletes a channel with all that was in it."""
        self.guild["channels"].remove(channel)
        del self.world.channels[channel["id"]]
        await self.gateway.dispatch("CHANNEL_DELETE", channel, 1)

    # waiting

    async def wait_ready(self, within: float = 60.0) -> None:
        """Wait until a bot has identified or resumed."""
        await asyncio.wait_for(self.gateway.ready.wait(), within)

    async def until(self, condition: Callable[[], object], within: float = 30.0) -> None:
        """Wait until `condition()` is true; AssertionError after `within` seconds."""
        end = time.monotonic() + within
        while not condition():
            if time.monotonic() > end:
                raise AssertionError(f"not within {within} s; last calls: {self.calls[-8:]}")
            await asyncio.sleep(0.02)

    async def quiet(self, seconds: float = 0.3, within: float = 30.0) -> None:
        """Wait until the bot has made no request for `seconds`."""
        await self.until(lambda: not self._busy and time.monotonic() - self._last > seconds, within)

    # faults

    async def drop_gateway(self, how: Drop = "abort") -> None:
        """Break the websocket: `abort`, `close` (4000), `reconnect` (op 7) or `invalid` (op 9, no resume)."""
        await self.gateway.drop(how)

    async def redeliver(self, reply: Reply, times: int = 1) -> None:
        """Deliver an old interaction again, as Discord may do after a resume."""
        await self.interactions.deliver(reply.interaction, times)

    # requests

    def _answering(self, handler: Handler) -> Served:
        async def answer(request: web.Request) -> web.Response:
            return _json(200, await handler(request))

        return answer

    @web.middleware
    async def _middleware(self, request: web.Request, handler: Served) -> web.StreamResponse:
        if not request.path.startswith(API):
            return await handler(request)
        self._busy += 1
        path = request.path[len(API) :]
        fault = self.faults.strike(request.method, path)
        status = 0
        try:
            response = await self._faulty(request, handler, path, fault)
            status = response.status
            return response
        finally:
            self._busy, self._last = self._busy - 1, time.monotonic()
            self.calls.append(Call(request.method, _route(request), path, status))

    async def _faulty(
        self, request: web.Request, handler: Served, path: str, fault: Fault | None
    ) -> web.StreamResponse:
        if fault is None:
            return await self._honest(request, handler, path)
        if fault.delay:
            request["body"] = await read_body(request)  # it has arrived, and is worked on whoever waits
            await asyncio.sleep(fault.delay)
        response = await self._honest(request, handler, path) if fault.after or not _bad(fault) else None
        await asyncio.sleep(fault.hold)
        if fault.drop and request.transport is not None:
            request.transport.close()
            raise asyncio.CancelledError
        if fault.status is not None:
            await request.read()
            return _json(fault.status, fault.body, fault.headers)
        assert response is not None
        return response

    async def _honest(self, request: web.Request, handler: Served, path: str) -> web.StreamResponse:
        headers: dict[str, str] = {}
        try:
            headers = self.faults.bucket(request.method, _route(request), path)
            authorised = request.headers.get("Authorization") == "Bot " + self.token
            if not path.startswith(OPEN_ROUTES) and not authorised:
                raise ApiError(401, 0, "401: Unauthorized")
            response: web.StreamResponse = await handler(request)
        except ApiError as error:
            return _json(error.status, error.body, {**headers, **error.headers})
        except web.HTTPException as error:
            return _json(error.status, {"code": 0, "message": f"{error.status}: {error.reason}"})
        response.headers.update(headers)
        return response

    async def _download(self, request: web.Request) -> web.Response:
        upload = self.messages.stored.get(request.match_info["file"])
        if upload is None:
            raise web.HTTPNotFound
        return web.Response(body=upload.data, content_type=upload.kind)


def _bad(fault: Fault) -> bool:
    return fault.drop or fault.status is not None


def _route(request: web.Request) -> str:
    resource = request.match_info.route.resource
    return resource.canonical[len(API) :] if resource else "unknown"


def _json(status: int, body: object, headers: dict[str, str] | None = None) -> web.Response:
    # without a Via header discord.py takes a 429 for a ban; it compares the content type as a whole
    every = {"Via": "1.1 loopback", "Content-Type": "application/json", **(headers or {})}
    if body is None:
        return web.Response(status=204, headers={"Via": every["Via"]})
    return web.Response(status=status, body=json.dumps(body).encode(), headers=every)
