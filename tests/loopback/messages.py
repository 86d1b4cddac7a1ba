"""Messages and their files: building, editing, deleting, and the events that follow."""

from __future__ import annotations

import itertools
import mimetypes
import re
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .gateway import Gateway, message_intent
from .limits import check_message
from .wire import (
    EPHEMERAL,
    LOADING,
    SUPPRESS_EMBEDS,
    V2,
    ApiError,
    Json,
    invalid_form,
    now,
    png_size,
    snowflake,
    walk,
)
from .world import World

USER_MENTION, ROLE_MENTION = re.compile(r"<@!?(\d+)>"), re.compile(r"<@&(\d+)>")


@dataclass(frozen=True)
class Upload:
    """One uploaded file."""

    name: str
    data: bytes

    @property
    def kind(self) -> str:
        """The content type; discord.py declares every upload as octet-stream, so the name decides."""
        return mimetypes.guess_type(self.name)[0] or "application/octet-stream"


Files = dict[int, Upload]

NONCE_KEPT = 180.0
"""Seconds; Discord says "the past few minutes"."""


@dataclass(frozen=True)
class Posted:
    """A public message as it was posted: when (UTC seconds), whom it called."""

    at: float
    channel: str
    id: str
    called: tuple[str, ...]
    buttons: tuple[str, ...]

    @classmethod
    def of(cls, message: Json) -> Posted:
        called = tuple(str(user["global_name"]) for user in message["mentions"])
        buttons = tuple(str(c.get("custom_id", "")) for c in walk(message["components"]) if c["type"] == 2)
        return cls(time.time(), message["channel_id"], message["id"], called, buttons)


class Messages:
    """All messages by channel and id. Private keys start with an underscore and are never sent."""

    def __init__(self, world: World, gateway: Gateway) -> None:
        self.world, self.gateway = world, gateway
        self.base = ""
        self.by_channel: dict[str, dict[str, Json]] = defaultdict(dict)
        self.stored: dict[str, Upload] = {}
        self.posts: list[Posted] = []

    def get(self, channel_id: str, message_id: str | None) -> Json:
        """A message, or error 10008."""
        message = self.by_channel[channel_id].get(message_id or "")
        if message is None:
            raise ApiError(404, 10008, "Unknown Message")
        return message

    def build(self, channel_id: str, author: Json, data: Json, files: Files, **extra: Any) -> Json:
        """A new message, checked but not yet posted."""
        flags = data.get("flags") or 0
        check_message(data, flags, len(files))
        if not (
            data.get("content") or data.get("embeds") or files or data.get("components") or flags & LOADING
        ):
            raise ApiError(400, 50006, "Cannot send an empty message")
        message: Json = {"id": snowflake(), "channel_id": channel_id, "author": author, "timestamp": now()}
        message.update(edited_timestamp=None, tts=False, pinned=False, type=0, flags=flags, attachments=[])
        message.update(
            content=data.get("content") or "", embeds=_rich(data), components=data.get("components") or []
        )
        message.update(extra)
        self._reference(message, data)
        self._finish(message, data, files)
        return message

    def _reference(self, message: Json, data: Json) -> None:
        reference = data.get("message_reference")
        if not reference:
            return
        target = self.by_channel[message["channel_id"]].get(str(reference["message_id"]))
        if target is None and reference.get("fail_if_not_exists", True):
            raise invalid_form("message_reference", "Unknown message")
        message.update(message_reference=reference, type=19)
        message["referenced_message"] = target and public(target)

    def _finish(self, message: Json, data: Json, files: Files) -> None:
        _number(message["components"], itertools.count(1))
        self._attach(message, data, files)
        message.update(self._mentions(message, data.get("allowed_mentions")))
        message["_changed"] = time.monotonic()

    def _attach(self, message: Json, data: Json, files: Files) -> None:
        kept = {a["id"]: a for a in message["attachments"]}
        listed = data.get("attachments")
        if listed is None:
            listed = [{"id": key} for key in (*kept, *files)]
        result = []
        for entry in listed:
            old = kept.get(str(entry["id"]))
            result.append(old or self._store(message["channel_id"], entry, files[int(entry["id"])]))
        message["attachments"] = result
        named = {a["filename"]: a for a in result}
        _resolve(message["embeds"], named)
        _resolve(message["components"], named)

    def _store(self, channel_id: str, entry: Json, upload: Upload) -> Json:
        file_id = snowflake()
        self.stored[file_id] = upload
        name = entry.get("filename", upload.name)
        url = f"{self.base}/cdn/attachments/{channel_id}/{file_id}/{name}"
        record: Json = {
            "id": file_id,
            "filename": name,
            "size": len(upload.data),
            "url": url,
            "proxy_url": url,
        }
        record.update(content_type=upload.kind, description=entry.get("description"), flags=0)
        size = png_size(upload.data)
        if size:
            record["width"], record["height"] = size
        return record

    def _mentions(self, message: Json, allowed: Json | None) -> Json:
        texts = [c["content"] for c in walk(message["components"]) if c["type"] == 10]
        text = "\n".join([message["content"], *texts])
        users = _allowed(USER_MENTION.findall(text), "users", allowed)
        everyone = "@everyone" in text or "@here" in text
        return {
            "mentions": [self.world.users[i] for i in users if i in self.world.users],
            "mention_roles": _allowed(ROLE_MENTION.findall(text), "roles", allowed),
            "mention_everyone": everyone and (allowed is None or "everyone" in allowed.get("parse", [])),
        }

    def same_nonce(self, channel_id: str, data: Json) -> Json | None:
        """With `enforce_nonce`, a message of the last minutes with that nonce stands for a new one."""
        if not (data.get("enforce_nonce") and data.get("nonce")):
            return None
        newest = reversed(self.by_channel[channel_id].values())
        kept = (m for m in newest if time.monotonic() - m["_posted"] < NONCE_KEPT)
        return next((m for m in kept if m.get("_nonce") == data["nonce"]), None)

    async def post(self, message: Json) -> Json:
        """Put a built message into its channel and tell the bot."""
        channel = self.world.channel(message["channel_id"])
        message["_posted"] = time.monotonic()
        if not message["flags"] & EPHEMERAL:
            self.posts.append(Posted.of(message))
        self.by_channel[channel["id"]][message["id"]] = message
        channel["last_message_id"] = message["id"]
        await self._tell("MESSAGE_CREATE", message, public(message))
        return message

    async def edit(self, message: Json, data: Json, files: Files) -> Json:
        """Change a message; keys that are absent stay as they are."""
        flags = message["flags"] & ~LOADING & ~SUPPRESS_EMBEDS | (data.get("flags") or 0)
        kept = data.get("attachments") or []
        check_message({**_legacy(message, flags), **data}, flags, max(len(files), len(kept)))
        for key, empty in (("content", ""), ("embeds", []), ("components", [])):
            if key in data:
                message[key] = data[key] or empty
        if "embeds" in data:
            message["embeds"] = _rich(data)
        message.update(flags=flags, edited_timestamp=now())
        self._finish(message, data, files)
        message["_edits"] = message.get("_edits", 0) + 1
        await self._tell("MESSAGE_UPDATE", message, public(message))
        return message

    async def delete(self, message: Json) -> None:
        """Remove a message."""
        self.by_channel[message["channel_id"]].pop(message["id"], None)
        message["_deleted"] = True
        await self._tell(
            "MESSAGE_DELETE", message, {"id": message["id"], "channel_id": message["channel_id"]}
        )

    async def _tell(self, event: str, message: Json, data: Json) -> None:
        if message["flags"] & EPHEMERAL:
            return
        channel = self.world.channel(message["channel_id"])
        if "guild_id" in channel:
            data = {**data, "guild_id": channel["guild_id"]}
        await self.gateway.dispatch(event, data, message_intent(channel))


def public(message: Json) -> Json:
    """The message as Discord would send it."""
    return {k: v for k, v in message.items() if not k.startswith("_")}


def _legacy(message: Json, flags: int) -> Json:
    # turning a classic message into V2 must empty its content and embeds in the same request
    return {"content": message["content"], "embeds": message["embeds"]} if flags & V2 else {}


def _rich(data: Json) -> list[Json]:
    return [{"type": "rich", **embed} for embed in data.get("embeds") or []]


def _number(components: list[Json], ids: Iterator[int]) -> None:
    for component in walk(components):
        component.setdefault("id", next(ids))


def _resolve(node: Any, named: dict[str, Json]) -> None:
    """Replace every `attachment://name` by the address of the uploaded file."""
    if isinstance(node, list):
        for child in node:
            _resolve(child, named)
    elif isinstance(node, dict):
        url = node.get("url")
        if isinstance(url, str) and url.startswith("attachment://"):
            if url[13:] not in named:
                raise invalid_form("components", f"The referenced attachment was not found: {url}")
            found = named[url[13:]]
            node.update(
                {k: found[k] for k in ("url", "proxy_url", "width", "height", "content_type") if k in found}
            )
        for child in node.values():
            _resolve(child, named)


def _allowed(ids: list[str], kind: str, allowed: Json | None) -> list[str]:
    unique = list(dict.fromkeys(ids))
    if allowed is None or kind in allowed.get("parse", []):
        return unique
    named = {str(i) for i in allowed.get(kind) or []}
    return [i for i in unique if i in named]
