"""A person and computers at a table: they act by themselves, on few cards, and call nobody."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from bot.calls import service as reminders
from bot.computers import service
from bot.computers.choose import ComputerDecision, DueDecision, find_decision
from bot.computers.driver import ComputerPlayerDriver
from bot.computers.service import ORIGIN, due_decision, make_computer_decision, make_computer_moves
from bot.games.core import Games
from bot.store import records
from bot.table import game_master
from bot.work.pool import Pool, PoolError
from engine import Game, Record
from tests.bot.tables import Table

NAMES = ("Computer Ada", "Computer Bo")


class Idle:
    """In place of whoever lets computers act."""

    def start_due_tasks(self) -> None:
        """Nothing happens."""

    async def resume(self, mine: object = None) -> None:
        """Nothing happens."""

    async def close(self) -> None:
        """Nothing to end."""


async def left_to(solo: Table) -> ComputerPlayerDriver:
    """Ann has passed, and the first computer is to act, but does not; who would let it."""
    driver = solo.bot.computer_players
    solo.bot.computer_players = Idle()  # type: ignore[assignment]
    await solo.act(solo.member("Ann"), "pass")
    solo.bot.computer_players = driver
    return driver


async def test_nobody_nudges_computers(solo: Table) -> None:
    await left_to(solo)
    page = await solo.member("Ann").click(solo.with_button("More"), "More")
    assert "Auto…" in page.labels
    assert "Nudge" not in page.labels


async def go_on(solo: Table, driver: ComputerPlayerDriver) -> None:
    """Computers act again."""
    with solo.env._bot_scope():
        await driver.resume()
    await solo.env.settle()


async def vias(room: Table) -> list[str]:
    """The ways by which all moves came into the log."""
    game = (await room.info()).id
    stored = await room.bot.store.read(lambda conn: records.read_stored_log(conn, game, 10**6))
    return [row.via for row in stored.rows]


async def test_they_act_until_a_person_is_to_act_and_their_turns_are_one_card(solo: Table) -> None:
    ann = solo.member("Ann")
    for turn in range(1, 4):
        assert [m.name for m in await solo.on_move()] == ["Ann"]
        await solo.act(ann, "pass")
        cards = solo.posts("Auction: Ann")
        assert len(cards) == turn
        assert all(name in cards[-1].text for name in ("Ann", "pass", *NAMES)), cards[-1].text
        assert len(solo.channel_messages()) == 2 + turn
    assert "Take turn" in solo.channel_messages()[-1].labels


async def test_only_people_are_called_and_waited_for(solo: Table) -> None:
    ann = solo.member("Ann")
    await solo.act(ann, "pass")
    assert set().union(*(solo.pinged(m) for m in solo.channel_messages())) <= {"Ann"}
    found = await reminders.reminders_of_game(solo.bot.games, (await solo.info()).id)
    assert [reminder.user_id for reminder in found] == [int(ann.id)]


async def test_while_one_is_at_it_the_card_of_before_tells_it_and_calls_nobody(solo: Table) -> None:
    driver = await left_to(solo)
    card = solo.channel_messages()[-1]
    assert re.search(r"Computer \w+ to act", card.text)
    assert "Ann passes" in card.text
    assert "plays by itself" in card.text
    assert "Take turn" not in card.labels
    assert solo.pinged(card) == set()
    await go_on(solo, driver)
    assert [m.name for m in await solo.on_move()] == ["Ann"]


async def test_after_a_restart_they_go_on(solo: Table) -> None:
    await left_to(solo)
    revision = (await solo.game()).revision
    await solo.restart()
    await solo.env.settle()
    assert (await solo.game()).revision > revision
    assert [m.name for m in await solo.on_move()] == ["Ann"]


async def test_nothing_moves_while_the_game_is_paused(solo: Table) -> None:
    info, ann = await solo.info(), int(solo.member("Ann").id)
    driver = await left_to(solo)
    assert (await game_master.pause_game(solo.bot.games, info.id, ann)).ok
    revision = (await solo.game()).revision
    await go_on(solo, driver)
    assert (await solo.game()).revision == revision
    with solo.env._bot_scope():
        assert (await game_master.resume_game(solo.bot.games, info.id, ann)).ok
    await solo.env.settle()
    assert [m.name for m in await solo.on_move()] == ["Ann"]


async def test_a_decision_that_comes_twice_is_made_once(solo: Table) -> None:
    games, info = solo.bot.games, await solo.info()
    driver = await left_to(solo)
    solo.bot.computer_players = Idle()  # type: ignore[assignment]
    asked, revision = due_decision(info, await solo.game()), (await solo.game()).revision
    assert asked is not None
    first = await make_computer_moves(games, info.id, asked.seat, revision, [("pass", {})])
    again = await make_computer_moves(games, info.id, asked.seat, revision, [("pass", {})])
    assert first.ok
    assert (again.ok, again.duplicate, again.record_numbers) == (True, True, first.record_numbers)
    assert (await solo.game()).revision == revision + 1
    late = await make_computer_moves(Games(solo.bot.store), info.id, asked.seat, revision, [("pass", {})])
    assert late.duplicate
    assert (await vias(solo))[-1] == ORIGIN
    solo.bot.computer_players = driver


async def test_nobody_else_moves_for_a_seat_without_a_computer(solo: Table) -> None:
    info, game = await solo.info(), await solo.game()
    done = await make_computer_moves(
        solo.bot.games, info.id, await solo.seat_of(solo.member("Ann")), game.revision, [("pass", {})]
    )
    assert done.code == "nothing_due"


async def test_a_decision_is_dropped_when_a_person_plays_the_seat_again(
    solo: Table, caplog: pytest.LogCaptureFixture
) -> None:
    info, game, ann = await solo.info(), await solo.game(), await solo.seat_of(solo.member("Ann"))
    seats = tuple(replace(seat, computer_level="easy") if seat.id == ann else seat for seat in info.seats)
    before = replace(info, seats=seats)
    outcome = await make_computer_decision(solo.bot.games, solo.bot.pool, before, game, DueDecision(ann))
    assert (outcome.ok, outcome.code) == (False, "nothing_due")
    assert "cannot be made" not in caplog.text
    assert (await solo.game()).revision == game.revision


class Lame:
    """Workers that find nothing for some levels."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *levels: str) -> None:
        self.levels, self.asked, self.choose = levels, list[str](), find_decision
        monkeypatch.setattr(service, "find_decision", self)

    async def __call__(
        self, pool: Pool, game: Game, asked: DueDecision, level: str, seed: int
    ) -> ComputerDecision:
        self.asked.append(level)
        if level in self.levels:
            raise PoolError("the worker died")
        return await self.choose(pool, game, asked, level, seed)


async def _decided(solo: Table) -> Record:
    games, pool, info = solo.bot.games, solo.bot.pool, await solo.info()
    await left_to(solo)
    game = await solo.game()
    asked = due_decision(info, game)
    assert asked is not None
    assert (await make_computer_decision(games, pool, info, game, asked)).record_numbers == (
        game.revision + 1,
    )
    made = (await solo.game()).log[game.revision]
    assert made.by == asked.seat
    return made


async def test_where_its_search_fails_steady_decides(
    solo: Table, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    lame = Lame(monkeypatch, "easy")
    made = await _decided(solo)
    assert lame.asked[:2] == ["easy", "steady"]
    assert "easy found nothing: the worker died" in caplog.text
    assert made.note == ""


async def test_where_all_fail_the_safe_default_is_taken(
    solo: Table, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    Lame(monkeypatch, "easy", "steady")
    made = await _decided(solo)
    assert "the safe default for p" in caplog.text
    assert made.action is not None
    assert (made.action.kind, made.note[:12]) == ("pass", "safe default")


async def test_the_call_of_the_only_person_does_not_repeat_what_the_card_above_tells(solo: Table) -> None:
    await solo.act(solo.member("Ann"), "pass")
    above, call = solo.channel_messages()[-2:]
    assert all(name in above.text for name in NAMES)
    assert "The finished card above tells what happened since your last turn." in call.text
    told = [f"{name} {verb}" for name in NAMES for verb in ("bids", "buys", "pass")]
    assert any(text in above.text for text in told)
    assert not any(text in call.text for text in told)


@pytest.mark.parametrize(
    ("command", "options", "done"),
    [("/game end", {"reason": "late"}, "The game is ended."), ("/game resign", {}, "Your seat is free")],
)
async def test_moves_of_computers_do_not_make_a_confirmation_too_old(
    solo: Table, command: str, options: dict[str, Any], done: str
) -> None:
    driver, ann = await left_to(solo), solo.member("Ann")
    page = await ann.slash(command, **options)
    before = (await solo.info()).revision
    await go_on(solo, driver)
    assert (await solo.info()).revision > before
    await ann.click(page, page.labels[0])
    assert page.text.startswith(done)


async def test_the_card_of_the_end_says_that_a_computer_held_a_seat(solo: Table) -> None:
    ann = solo.member("Ann")
    page = await ann.slash("/game end", reason="late")
    await ann.click(page, page.labels[0])
    [card] = solo.posts("the game is over")
    assert "A computer has held a seat, so statistics count this game apart." in card.text


async def test_the_card_of_their_turns_says_that_they_were_taken_back(solo: Table) -> None:
    ann, card = solo.member("Ann"), solo.with_button("Take turn")
    await solo.act(ann, "pass")
    last = (await solo.game()).revision
    finished_text = card.text
    assert finished_text.splitlines()[-1] == f"-# moves 2 to {last}"
    assert (await ann.slash("/act undo")).text
    assert (await solo.game()).revision == last + 1
    line = f"↩ Taken back by Ann: moves 2 to {last} do not count any more."
    assert card.text == f"{line}\n{finished_text}"
