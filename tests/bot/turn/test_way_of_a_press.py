"""How far a press goes: calls to its commit and to the card, how often it locks and opens a session."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

from bot.chat.entrance import handle_interaction
from bot.games.core import Games
from bot.post.message import PostContext
from bot.turn.session import session
from tests.bot.scenes import staged
from tests.bot.turn.test_quick import dealt, tap

BOT = str(Path(session.__file__).parents[2])
TO_COMMIT, TO_CARD = 10, 25
"""Calls at most from `handle_interaction` to the commit, and from the task of the outbox to the card."""


class Way:
    """The calls of the bot within a press, and within what is posted because of it."""

    def __init__(self) -> None:
        self.to_commit: list[str] = []
        self.to_card: list[str] = []
        self.locks = 0
        self.sessions: list[FrameType] = []

    def called(self, frame: FrameType, event: str, _: Any) -> None:
        """Note a call; for `sys.setprofile`."""
        code = frame.f_code
        if event != "call" or not code.co_filename.startswith(BOT):
            return
        if code is PostContext.send.__code__:
            self.to_card = self.to_card or _calls(frame)
        elif _within(frame, handle_interaction.__code__):
            self.locks += code is Games.lock.__code__
            if code is session.load_session.__code__ and frame not in self.sessions:
                self.sessions.append(frame)
            if code is Games._commit.__code__:
                self.to_commit = _calls(frame)


def _within(frame: FrameType | None, code: CodeType) -> bool:
    while frame is not None and frame.f_code is not code:
        frame = frame.f_back
    return frame is not None


def _calls(frame: FrameType | None) -> list[str]:
    found = []
    while frame is not None and frame.f_code.co_name != "on_interaction":
        if frame.f_code.co_filename.startswith(BOT):
            found.append(f"{frame.f_code.co_filename.removeprefix(BOT)}:{frame.f_code.co_qualname}")
        frame = frame.f_back
    return found[::-1]


@contextmanager
def followed() -> Iterator[Way]:
    """The way of what is pressed meanwhile."""
    way = Way()
    sys.setprofile(way.called)
    try:
        yield way
    finally:
        sys.setprofile(None)


async def test_pass_on_the_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with staged(tmp_path, monkeypatch, dealt(), careful=False) as scene:
        await tap(scene, scene.ann, "Pass")
        with followed() as way:
            await tap(scene, scene.ben, "Pass")
        assert way.to_commit[0] == "/chat/entrance.py:handle_interaction"
        assert len(way.to_commit) <= TO_COMMIT
        assert 0 < len(way.to_card) <= TO_CARD
        assert way.locks == 1


async def test_confirm_on_a_private_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with staged(tmp_path, monkeypatch, dealt()) as scene:
        page = await scene.turn(scene.ann)
        await scene.press(scene.ann, page, "Pass")
        with followed() as way:
            await scene.press(scene.ann, page, "Confirm")
        assert len(way.to_commit) <= TO_COMMIT
        assert (way.locks, len(way.sessions)) == (1, 1)
