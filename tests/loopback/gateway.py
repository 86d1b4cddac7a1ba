"""The websocket side: identify, heartbeat, resume, events, and ways to break the connection."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections import deque
from dataclasses import dataclass, field
from typing import Literal

from aiohttp import WSMsgType, web

from .wire import Json, snowflake
from .world import World

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, MEMBERS, INVALID, HELLO, ACK = 0, 1, 2, 6, 7, 8, 9, 10, 11
GUILDS, GUILD_MEMBERS, GUILD_MESSAGES, DIRECT_MESSAGES = 1 << 0, 1 << 1, 1 << 9, 1 << 12
HEARTBEAT_MS = 41_250
Drop = Literal["abort", "close", "reconnect", "invalid"]


@dataclass
class Session:
    """One identified session; its events are kept for a resume."""

    intents: int
    socket: web.WebSocketResponse | None
    id: str = field(default_factory=lambda: secrets.token_hex(16))
    seq: int = 0
    events: deque[Json] = field(default_factory=lambda: deque(maxlen=2000))
    dropped: bool = False
    shard: tuple[int, int] = (0, 1)

    def is_told(self, guild_id: str | None) -> bool:
        """Whether a guild is in the session's shard; what belongs to none is told to the first."""
        return (int(guild_id or 0) >> 22) % self.shard[1] == self.shard[0]


class Gateway:
    """The gateway of one server. `events` lists what was sent, `ready` is set while a bot is connected."""

    def __init__(self, world: World, token: str) -> None:
        self.world, self.token = world, token
        self.url = ""
        self.sessions: dict[str, Session] = {}
        self.events: list[str] = []
        self.ready = asyncio.Event()
        self._requests: dict[web.WebSocketResponse, web.Request] = {}
        self.one_by_one = False
        """Let each interaction go to one session, in turn: several processes, as of a bot with shards."""
        self._turn = 0
        self.went: dict[str, list[Session]] = {}

    def is_lost(self, interaction_id: str) -> bool:
        """Whether nobody is left of those to whom an interaction went."""
        return all(session.socket is None for session in self.went.get(interaction_id, ()))

    async def dispatch(self, name: str, data: Json, intent: int = 0) -> None:
        """Send an event to every session that asked for `intent` (0: to all) and is told of that guild."""
        for session in self._receivers(name, data):
            if not intent or session.intents & intent:
                await self._event(session, name, data)

    def _receivers(self, name: str, data: Json) -> list[Session]:
        told = [s for s in self.sessions.values() if s.is_told(data.get("guild_id"))]
        if not (self.one_by_one and name == "INTERACTION_CREATE"):
            return told
        alive = [s for s in told if s.socket is not None]
        self._turn += 1
        chosen = alive[self._turn % len(alive) :][:1] if alive else []
        self.went.setdefault(data["id"], []).extend(chosen)
        return chosen

    @property
    def connected(self) -> int:
        """How many sessions have a connection."""
        return sum(session.socket is not None for session in self.sessions.values())

    async def _event(self, session: Session, name: str, data: Json) -> None:
        session.seq += 1
        payload = {"op": DISPATCH, "t": name, "s": session.seq, "d": data}
        session.events.append(payload)
        self.events.append(name)
        if session.socket is not None:
            await _send(session.socket, payload)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """The websocket endpoint."""
        socket = web.WebSocketResponse(max_msg_size=1 << 24, compress=False)
        await socket.prepare(request)
        self._requests[socket] = request
        await _send(socket, {"op": HELLO, "d": {"heartbeat_interval": HEARTBEAT_MS}, "s": None, "t": None})
        session: Session | None = None
        async for message in socket:
            if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                break
            session = await self._receive(socket, session, json.loads(message.data))
        self._requests.pop(socket, None)
        self._left(socket, session)
        return socket

    def _left(self, socket: web.WebSocketResponse, session: Session | None) -> None:
        if session is None or session.socket is not socket:
            return
        session.socket = None
        if socket.close_code in (1000, 1001) and not session.dropped:
            self.sessions.pop(session.id, None)
        if not any(s.socket for s in self.sessions.values()):
            self.ready.clear()

    async def _receive(
        self, socket: web.WebSocketResponse, session: Session | None, message: Json
    ) -> Session | None:
        op, data = message["op"], message.get("d") or {}
        if op == HEARTBEAT:
            await _send(socket, {"op": ACK})
        elif op == IDENTIFY:
            return await self._identify(socket, data)
        elif op == RESUME:
            return await self._resume(socket, data) or session
        elif op == MEMBERS and session is not None:
            await self._members(session, data)
        return session

    async def _identify(self, socket: web.WebSocketResponse, data: Json) -> Session | None:
        if data["token"] != self.token:
            await socket.close(code=4004, message=b"Authentication failed")
            return None
        # a new identify comes from a new process (or after op 9): nobody will resume the dead sessions
        self.sessions = {k: s for k, s in self.sessions.items() if s.socket is not None}
        shard = data.get("shard") or (0, 1)
        session = Session(data["intents"], socket, shard=(shard[0], shard[1]))
        self.sessions[session.id] = session
        await self._event(session, "READY", self._ready(session, data))
        for guild in self._guilds(session):
            await self._event(session, "GUILD_CREATE", self._visible(guild, session))
        self.ready.set()
        return session

    def _ready(self, session: Session, data: Json) -> Json:
        me = {
            **self.world.bot,
            "mfa_enabled": False,
            "verified": True,
            "flags": 0,
            "email": None,
            "locale": "en-GB",
        }
        unavailable = [{"id": guild["id"], "unavailable": True} for guild in self._guilds(session)]
        ready: Json = {"v": 10, "user": me, "guilds": unavailable, "session_id": session.id}
        ready.update(resume_gateway_url=self.url, shard=data.get("shard", [0, 1]), session_type="normal")
        ready.update(private_channels=[], relationships=[], user_settings={})
        ready["application"] = {"id": self.world.app_id, "flags": 0}
        return ready

    def _guilds(self, session: Session) -> list[Json]:
        return [guild for guild in self.world.guilds.values() if session.is_told(guild["id"])]

    def _visible(self, guild: Json, session: Session) -> Json:
        if session.intents & GUILD_MEMBERS:
            return guild
        mine = [m for m in guild["members"] if m["user"]["id"] == self.world.app_id]
        return {**guild, "members": mine}

    async def _resume(self, socket: web.WebSocketResponse, data: Json) -> Session | None:
        session = self.sessions.get(data["session_id"])
        if session is None or data["token"] != self.token:
            await _send(socket, {"op": INVALID, "d": False})
            return None
        missed = [event for event in session.events if event["s"] > data["seq"]]
        session.socket, session.dropped = socket, False
        for event in missed:
            await _send(socket, event)
        await self._event(session, "RESUMED", {})
        self.ready.set()
        return session

    async def _members(self, session: Session, data: Json) -> None:
        guild = self.world.guild(str(data["guild_id"]))
        members = guild["members"]
        if data.get("user_ids"):
            wanted = {str(i) for i in data["user_ids"]}
            members = [m for m in members if m["user"]["id"] in wanted]
        elif data.get("query"):
            members = [m for m in members if m["user"]["username"].startswith(data["query"].lower())]
        chunk = {
            "guild_id": guild["id"],
            "members": members,
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": [],
        }
        await self._event(session, "GUILD_MEMBERS_CHUNK", {**chunk, "nonce": data.get("nonce")})

    async def drop(self, how: Drop) -> None:
        """Break every connection: reset the socket, close with 4000, op 7, or op 9 (session lost)."""
        self.ready.clear()
        for session in list(self.sessions.values()):
            socket = session.socket
            if socket is None:
                continue
            session.dropped = True
            if how == "abort":
                _abort(self._requests[socket])
            elif how == "close":
                await socket.close(code=4000)
            elif how == "reconnect":
                await _send(socket, {"op": RECONNECT, "d": None})
            else:
                self.sessions.pop(session.id)
                await _send(socket, {"op": INVALID, "d": False})

    async def close(self) -> None:
        """Say goodbye to every client."""
        for session in list(self.sessions.values()):
            if session.socket is not None:
                await session.socket.close(code=1001)


def _abort(request: web.Request) -> None:
    transport = request.transport
    if isinstance(transport, asyncio.Transport):
        transport.abort()


async def _send(socket: web.WebSocketResponse, payload: Json) -> None:
    # a client that was killed a moment ago: what it missed stays in its session
    with contextlib.suppress(ConnectionError, RuntimeError):
        await socket.send_str(json.dumps(payload, separators=(",", ":")))


def message_intent(channel: Json) -> int:
    """The intent that lets a bot see messages of `channel`."""
    return GUILD_MESSAGES if "guild_id" in channel else DIRECT_MESSAGES


def new_payload(app_id: str, kind: int, data: Json) -> Json:
    """The frame common to all interactions."""
    payload: Json = {"id": snowflake(), "application_id": app_id, "type": kind, "data": data, "version": 1}
    payload.update(token=secrets.token_urlsafe(48), locale="en-GB", entitlements=[])
    return payload
