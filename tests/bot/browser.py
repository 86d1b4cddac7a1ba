"""The local chat as a browser sees it: the real page's own requests, without drawing anything."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any
from unittest import mock

import aiohttp
import pytest

from bot import local
from bot.local import actions
from tests.bot.playing import NoPictures
from tests.bot.tables import make_bot


class Browser:
    """One page of the local chat. ``state`` is what it was told last."""

    def __init__(self, web: aiohttp.ClientSession, address: str, capability: str) -> None:
        self._web, self._address = web, address
        self._headers = {"X-Simcord-Capability": capability}
        self.state: dict[str, Any] = {}
        self.receipt: dict[str, Any] = {}
        self._sequence = 0

    async def open(self, viewer: str | None = None) -> None:
        """Open the page anew, as a member of that name."""
        self._headers.pop("X-Simcord-Context", None)
        self.state, self._sequence = await self._ask("POST", "/api/pages", {}), 0
        self._headers["X-Simcord-Context"] = self.state["context"]["id"]
        if viewer is not None:
            await self.become(viewer)

    async def look(self) -> None:
        """What the page polls."""
        self.state = await self._ask("GET", "/api/state")

    @property
    def channel(self) -> str:
        """The name of the channel on the page."""
        return str(self.state["channel"]["name"])

    def texts(self) -> list[str]:
        """What the member reads, a text a message, oldest first."""
        return [_text(self.state["messages"][m]) for m in self.state["timeline"]]

    async def become(self, name: str) -> None:
        """Choose in “Viewing as”."""
        found = next(v for v in self.state["viewers"] if v["name"] == name)
        await self.act("viewer", viewer_id=found["id"])

    async def write(self, text: str) -> None:
        """Send what is written below the chat."""
        await self.act("send_message", target_id=self.state["targetId"], content=text, reply_to_id=None)

    async def click(self, label: str) -> None:
        """Press the newest button with that label."""
        message, part = self._find(lambda part: part.get("type") == 2 and part.get("label") == label)
        await self.act("click", target_id=message, control_key=part["control_key"])

    async def choose(self, label: str) -> None:
        """Take an option of the newest menu that has it."""
        message, part = self._find(lambda part: any(o["label"] == label for o in part.get("options", ())))
        value = next(o["value"] for o in part["options"] if o["label"] == label)
        await self.act("select", target_id=message, control_key=part["control_key"], values=[value])

    async def act(self, kind: str, **body: Any) -> None:
        """One action of the page; what it led to is in ``state``."""
        await self._do(kind, body, None)

    async def hand_in(self, command: str, option: str, data: bytes) -> None:
        """A command with a file."""
        known = await self._ask("GET", "/api/commands")
        entry = next(e for e in known["entries"] if e["invocation"] == command)
        body = {
            "command_id": entry["commandId"], "path": entry["path"], "options": {option: {"upload": 0}},
            "schema_fingerprint": entry["schemaFingerprint"],
        }  # fmt: skip
        await self._do("run_command", body, (f"file:{option}", data))

    async def once(self, kind: str, **body: Any) -> dict[str, Any]:
        """One action on what the page shows, whether it counts or not; its receipt."""
        return await self._sent(kind, {"reply_to_id": None, **body}, None)

    async def another(self, viewer: str) -> Browser:
        """Another page, as a member of that name."""
        page = Browser(self._web, self._address, self._headers["X-Simcord-Capability"])
        await page.open(viewer)
        return page

    async def status(self, path: str, body: bytes) -> int:
        """What a body that is sent as JSON is answered with."""
        headers = {**self._headers, "Content-Type": "application/json"}
        async with self._web.post(self._address + path, data=body, headers=headers) as got:
            return got.status

    async def read(self, path: str) -> str:
        """A file of the page."""
        async with self._web.get(self._address.rstrip("/") + path) as got:
            assert got.status == 200
            return await got.text()

    def envelope(self, kind: str) -> dict[str, Any]:
        """What stands in every action of the page."""
        return {
            "kind": kind, "protocol_version": 3, "sequence": self._sequence,
            "request_id": f"{kind}-{self._sequence}", "generation": self.state["context"]["generation"],
            "bot_generation": self.state["botGeneration"],
            "published_revision": self.state["publishedRevision"],
        }  # fmt: skip

    async def _do(self, kind: str, body: Mapping[str, Any], file: tuple[str, bytes] | None) -> None:
        """Once more with what the page shows now, when that was new meanwhile: then nothing was done."""
        self.receipt = await self._sent(kind, body, file)
        while self.receipt["rejected"] and self.receipt["diagnostics"][0]["code"] == "stale-revision":
            await self.look()
            self._sequence -= 1
            self.receipt = await self._sent(kind, body, file)
        assert not self.receipt["rejected"], self.receipt
        await self.look()

    async def _sent(
        self, kind: str, body: Mapping[str, Any], file: tuple[str, bytes] | None
    ) -> dict[str, Any]:
        self._sequence += 1
        whole = self.envelope(kind) | dict(body)
        if file is None:
            return await self._ask("POST", "/api/action", whole)
        form = aiohttp.FormData()
        form.add_field("payload", json.dumps(whole), content_type="application/json")
        form.add_field(file[0], file[1], filename="game.json")
        return await self._ask("POST", "/api/action", data=form)

    def _find(self, fits: Any) -> tuple[str, Mapping[str, Any]]:
        for number in reversed(self.state["timeline"]):
            for part in _parts(self.state["messages"][number]["components"]):
                if fits(part):
                    return number, part
        raise AssertionError(self.texts())

    async def _ask(self, method: str, path: str, body: Any = None, data: Any = None) -> dict[str, Any]:
        address = self._address + path
        async with self._web.request(method, address, json=body, data=data, headers=self._headers) as got:
            assert got.status == 200, await got.text()
            return dict(await got.json())


def _parts(value: Any) -> Any:
    if isinstance(value, list):
        for each in value:
            yield from _parts(each)
    elif isinstance(value, dict):
        yield value
        yield from _parts(list(value.values()))


def _text(message: Mapping[str, Any]) -> str:
    shown = [str(p["content"]) for p in _parts(message["components"]) if p.get("type") == 10]
    return "\n".join([str(message.get("content") or ""), *shown]).strip()


@asynccontextmanager
async def open_chat(
    path: Path, capsys: pytest.CaptureFixture[str], speed: float = 1.0
) -> AsyncIterator[Browser]:
    """The local chat on a data folder, and a page of it, as after a start of `./play`."""
    bot = await make_bot(path)
    bot.pictures = NoPictures()  # type: ignore[assignment]
    running = asyncio.create_task(local.run_local(lambda: bot, port=0, speed=speed))
    # Each action waits for all that it leads to, however slow this machine is.
    waits = mock.patch.multiple(actions, MAX_WAIT=30.0, EFFECTS_SECONDS=30.0, ACK_TIMEOUT=60.0)
    waits.start()
    try:
        found = await _address(running, capsys)
        async with aiohttp.ClientSession() as web:
            page = Browser(web, found[1], found[2])
            await page.open()
            yield page
    finally:
        waits.stop()
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
        await bot.close()


async def _address(running: asyncio.Task[None], capsys: pytest.CaptureFixture[str]) -> re.Match[str]:
    said = ""
    while not running.done():
        said += capsys.readouterr().out
        found = re.search(r"open at (http://127\.0\.0\.1:\d+)/#(\S+)\n", said)
        if found:
            return found
        await asyncio.sleep(0.01)
    raise AssertionError(running.exception())
