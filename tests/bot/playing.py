"""People who play a game through the pages of the workspace, choosing by a seed among what these show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any

import pytest

from bot.chat.buttons import BUTTON_HANDLERS
from bot.chat.press import Press
from bot.games import moves
from bot.games.announcements import queue_record_messages
from bot.games.changes import Changes, LoadedGame
from bot.games.outcome import Outcome
from bot.work.pictures import DrawnPicture
from engine import Game, Record
from engine.checks.random_play import USUAL, RandomPlayer
from engine.core.flow import move_in
from tests.bot.tables import Table
from tests.loopback import limits
from tests.loopback.views import BUTTON, Component, Message
from tests.loopback.wire import V2
from tests.simtable import SimMember
from tests.walks import Onward, Steps

GO_ON = {"w_pick", "w_do", "w_set", "w_amount", "w_lay", "w_part", "w_go", "w_run", "w_offer"}
"""Buttons that bring a decision further."""

BEGIN = {"w_pick", "w_do"}
"""Buttons that name the kind of action."""

DETOURS = {
    "w_home",
    "w_back",
    "w_list",
    "w_next",
    "w_aim",
    "w_longer",
    "w_last",
    "w_routes",
    "w_leave",
    "w_hand",
    "w_more",
    "w_undo",
    "w_redo",
    "w_restart",
}
"""Buttons that go elsewhere and back."""

TYPED = {"w_ask", "w_find", "w_edit"}
"""Buttons that open a modal."""


IN_ORDER = 5
"""A seed by which three members of this title sit and begin in the order in which they joined."""


def deal_by(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """Let games begin with this seed."""
    monkeypatch.setattr("bot.table.service.secrets.randbits", lambda _: seed)


class NoPictures:
    """In place of the pictures where a test is about the decisions: every page goes out in words alone."""

    async def draw(self, *_: Any, **__: Any) -> DrawnPicture | None:
        return None

    async def draw_film(self, *_: Any) -> DrawnPicture | None:
        return None

    async def describe_film(self, *_: Any) -> str:
        return ""

    async def describe(self, *_: Any, **__: Any) -> str:
        return ""


class Players:
    """All seats of one table. ``used`` counts the buttons pressed and the kinds of action begun."""

    def __init__(self, table: Table, seed: int, detours: float = 0.06) -> None:
        self.table, self.rng, self.detours = table, Random(seed), detours
        self.used: Counter[str] = Counter()
        self.page: Message | None = None
        self.member: SimMember | None = None
        self.presses = self.id = 0
        self.button_name = ""

    async def press(self, game: Game) -> list[str]:
        """One press (or one modal) of somebody whom the game waits for; what was said besides the page."""
        page, member = await self._page_of(game)
        check_message(page)
        item = self._pick(game, page)
        self.button_name = button_name = button_name_of(item)
        self.used[button_name] += 1
        self.presses += 1
        if button_name in BEGIN:
            self.used[kind_of(item)] += 1
        if item.kind == BUTTON:
            reply = await member.click(page, custom_id=item.custom_id)
        else:
            reply = await member.select(page, self.rng.choice(item.values), custom_id=item.custom_id)
        if button_name in TYPED:
            reply = await member.submit_modal(reply, self._typed(button_name, reply.modal_fields))
        said = [m.text for m in reply.messages if m != page]
        assert not any("went wrong" in text or "mistake" in text for text in [page.text, *said]), said
        assert "Nothing matches “”" not in page.text, page.text
        return [] if button_name in TYPED else said

    async def _page_of(self, game: Game) -> tuple[Message, SimMember]:
        member = await self._on_move(game)
        if self.page is None or member is not self.member:
            card = self.table.with_button("Take turn")
            by_card = self.rng.random() < 0.5
            reply = await (member.click(card, "Take turn") if by_card else member.slash("/turn"))
            assert reply.ephemeral
            self.page, self.member = reply.message, member
        return self.page, member

    async def _on_move(self, game: Game) -> SimMember:
        waiting, info = game.waiting(), await self.table.bot.games.info(self.id)
        assert waiting is not None
        assert info is not None
        user = str(info.holder_id_of(waiting.players[0]))
        return next(m for m in self.table.people.values() if m.id == user)

    async def game(self) -> Game:
        """The game as it is, from memory."""
        if not self.id:
            self.id = (await self.table.info()).id
        game = await self.table.bot.games.game(self.id)
        assert game is not None
        return game

    def _pick(self, game: Game, page: Message) -> Component:
        items = [c for c in page.components if not c.disabled]
        onward = [c for c in items if button_name_of(c) in GO_ON]
        aside = [c for c in items if button_name_of(c) in DETOURS | TYPED]
        assert onward or aside, page.text
        if aside and (not onward or self.rng.random() < self.detours):
            return self.rng.choice(aside)
        weights = {**USUAL, **game.title.extras.get("weights", {})}
        of = [weights.get(kind_of(c), 1.0) if button_name_of(c) in BEGIN else 1.0 for c in onward]
        return self.rng.choices(onward, of if any(of) else None)[0]

    def _typed(self, button_name: str, fields: Any) -> dict[str, str]:
        names = list(fields)
        if button_name == "w_edit":
            return {}
        return {names[0]: str(self.rng.choice((1, 2, 10, 50, "nothing such")))}


def button_name_of(item: Component) -> str:
    """The name of a button or select of the bot."""
    press = Press.parse(item.custom_id)
    assert press is not None, item.custom_id
    assert press.button_name in BUTTON_HANDLERS, press.button_name
    return press.button_name


def kind_of(item: Component) -> str:
    """The kind of action that a first choice begins."""
    press = Press.parse(item.custom_id)
    assert press is not None
    return press.argument_text.partition(".")[0]


def check_message(message: Message) -> None:
    """A message as it came is inside Discord's limits."""
    raw = message.raw
    limits.check_message({"components": raw["components"]}, V2, len(raw.get("attachments", ())))


async def play_on(table: Table, seed: int, until: Callable[[Game], bool], most: int = 2000) -> Game:
    """Play by the service, as a seeded chance wants it, until the position is such; then all is posted."""
    info = await table.info()
    games, dice = table.bot.games, RandomPlayer((await table.game()).title, seed)
    with table.env._bot_scope():
        for _ in range(most):
            game = await games.game(info.id)
            assert game is not None
            assert not game.state.ended
            if until(game):
                break
            action = dice.action(game)
            user = (await table.info()).holder_id_of(action.player)
            assert user is not None
            done = await moves.make_move(games, info.id, user, action.kind, action.args, seat=action.player)
            assert done.ok, done.text
    await table.env.settle()
    game = await table.game()
    assert until(game), f"{most} moves later it is {game.round_title()}"
    return game


async def come_to(table: Table, seed: int, until: Callable[[Game], bool], most: int = 2000) -> Game:
    """Let random play go on by a seed until the position is such, stored in one write; then all is posted."""
    return await take_over(table, _records_to(Onward(await table.game(), seed), until, most))


async def take_over(table: Table, records: Sequence[Record]) -> Game:
    """Store what has happened in a copy of the game in one write; then all is posted."""
    with table.env._bot_scope():
        done = await table.bot.games.write((await table.info()).id, 0, None, partial(_folded, records))
    assert done.ok, done.text
    await table.env.settle()
    return await table.game()


def _records_to(steps: Steps, until: Callable[[Game], bool], most: int) -> Sequence[Record]:
    """The records to the first position that is such."""
    found = list[Record]()
    while not until(steps.game):
        assert len(found) < most, f"{most} moves later it is {steps.game.round_title()}"
        found.append(steps.step())
    return found


def _folded(records: Sequence[Record], loaded: LoadedGame, changes: Changes) -> Outcome:
    game = loaded.game
    assert game is not None
    waited = game.waiting()
    for record in records:
        game.fold(record)
        changes.add_record(record, loaded.info.holder_id_of(record.by), "button")
    queue_record_messages(changes, game, records, waited)
    return Outcome("ok")


def step_is(*names: str) -> Callable[[Game], bool]:
    """Whether the game waits in one of these steps."""

    def test(game: Game) -> bool:
        waiting = game.waiting()
        return waiting is not None and waiting.step in names

    return test


def offers(kind: str) -> Callable[[Game], bool]:
    """Whether whoever is on turn may take an action of this kind."""

    def test(game: Game) -> bool:
        waiting = game.waiting()
        seat = "" if waiting is None else waiting.players[0]
        move = move_in(game.view, seat, kind)
        return move is not None and move.choice(game.view, seat) is not None

    return test
