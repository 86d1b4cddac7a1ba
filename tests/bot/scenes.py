"""A table at which a game stands in a constructed position, for scenes that are played by the pages alone."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.chat.press import Press
from engine import Game
from tests.bot.playing import NoPictures, check_message
from tests.bot.tables import Table, open_table
from tests.loopback import Message, Response
from tests.loopback.views import BUTTON
from tests.simtable import SimAnswer, SimMember

FIVE = ("Ann", "Ben", "Cy", "Dee", "Eli")
"""Members in the order of their seats: Ann is p1."""


class Scene:
    """Members at their private pages; `called` tells whom new public messages have pinged."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._seen = {m.id for m in table.channel_messages()}
        self.ann, self.ben, self.cy, self.dee, self.eli = (table.member(n) for n in FIVE)

    def called(self) -> list[str]:
        """The members called since the last look, one entry for each ping."""
        fresh = [m for m in self.table.channel_messages() if m.id not in self._seen]
        self._seen |= {m.id for m in fresh}
        for message in fresh:
            check_message(message)
        return [name for message in fresh for name in sorted(self.table.pinged(message))]

    async def turn(self, member: SimMember) -> SimAnswer:
        """A member opens his page by the newest card."""
        page = await member.click(self.table.with_button("Take turn"), "Take turn")
        assert page.ephemeral
        return page

    async def press(self, member: SimMember, page: SimAnswer, *labels: str) -> None:
        """Press buttons one after the other; each is acknowledged, each page inside the limits."""
        for label in labels:
            reply = await member.click(page, label)
            assert reply.acknowledged
            check_message(page.message)

    async def pick(self, member: SimMember, page: SimAnswer, value: str, label: str | None = None) -> None:
        """Choose in a menu, or press the button of a value."""
        reply = await chosen(member, page, value, label)
        assert reply.acknowledged
        check_message(page.message)

    async def outsider(self, member: SimMember, card: Message | Response, label: str) -> str:
        """What somebody is told in private who presses what is for another; nothing changes."""
        before = (await self.table.game()).revision
        reply = await member.click(card, label)
        assert reply.ephemeral
        assert (await self.table.game()).revision == before
        assert not self.called()
        return reply.text


async def chosen(member: SimMember, page: SimAnswer, value: str, label: str | None = None) -> SimAnswer:
    """Choose a value of a decision, by its button if it has one, else in its menu."""
    for one in page.message.components:
        press = Press.parse(one.custom_id)
        if one.kind == BUTTON and press is not None and press.argument_text.partition(".")[2] == value:
            return await member.click(page, custom_id=one.custom_id)
    return await member.select(page, value, label=label)


@asynccontextmanager
async def staged(
    path: Path, monkeypatch: pytest.MonkeyPatch, game: Game, *, careful: bool = True
) -> AsyncIterator[Scene]:
    """A scene whose members, by the names of its seats, play this game; its first card is posted.

    ``careful``: they are asked before every move.
    """
    monkeypatch.setattr("bot.table.starting.new_game", lambda *_, **__: game)
    async with open_table(path) as table:
        table.bot.pictures = NoPictures()  # type: ignore[assignment]
        names = [game.view.name(seat) for seat in game.state.seats]
        await table.started(*names, title=game.title.key, careful=careful, order="join")
        yield Scene(table)
