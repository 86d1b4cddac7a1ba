"""“What would you do?” on one's own page: told in private, counted, and off where the table wishes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from bot.chat.respond import UserError
from bot.computers.choose import ComputerDecision
from bot.computers.rows import hint_counts_by_seat
from bot.store import game_rows
from bot.turn.presses import hints
from bot.turn.session.hint_search import find_hint_for_turn
from bot.turn.session.session import TurnSession
from tests.bot.tables import Table, confirmed
from tests.loopback.wire import walk
from tests.simtable import SimAnswer

ASK, THINKING = "What would you do?", "⏳ Thinking…"


async def taken(table: Table) -> dict[str, int]:
    """How many hints each seat took."""
    game = (await table.info()).id
    return await table.bot.store.read(lambda conn: hint_counts_by_seat(conn, game))


async def test_it_is_told_in_private_with_a_reason_and_can_be_chosen(solo: Table) -> None:
    ann, before = solo.member("Ann"), len(solo.channel_messages())
    page = await ann.click(solo.with_button("Take turn"), "Take turn")
    page = await ann.click(page, ASK)
    assert "A strong player's choice" in page.text
    assert len(solo.channel_messages()) == before
    before = (await solo.game()).revision
    page = await ann.click(page, "Choose that")
    assert (await solo.game()).log[before].by == await solo.seat_of(ann)
    assert await taken(solo) == {await solo.seat_of(ann): 1}


async def test_who_is_asked_before_every_move_is_asked_before_an_advised_one(solo: Table) -> None:
    ann = solo.member("Ann")
    await solo.be_careful(ann)
    page = await ann.click(await ann.slash("/turn"), ASK)
    page = await ann.click(page, "Choose that")
    assert "Confirm" in " ".join(page.labels)


async def test_the_same_question_counts_once(solo: Table) -> None:
    ann = solo.member("Ann")
    for _ in range(2):
        await ann.click(await ann.slash("/turn"), ASK)
    assert list((await taken(solo)).values()) == [1]


async def test_who_is_not_on_turn_is_not_asked(solo: Table) -> None:
    ann = solo.member("Ann")
    page = await ann.slash("/turn")
    assert ASK in page.labels
    await solo.act(ann, "pass")
    assert ASK in (await ann.slash("/turn")).labels


async def test_a_table_plays_without_hints(solo: Table) -> None:
    ann = solo.member("Ann")
    page = await ann.slash("/turn")
    await ann.slash("/gm table", hints="off")
    assert solo.posts("turned hints off")
    answer = await ann.click(page, ASK)
    assert any("without hints" in message.text for message in answer.messages)
    assert ASK not in (await ann.slash("/turn")).labels
    assert await taken(solo) == {}


async def test_the_log_of_a_finished_game_tells_who_took_how_many(solo: Table) -> None:
    ann = solo.member("Ann")
    await ann.click(await ann.slash("/turn"), ASK)
    assert "Hints taken" not in (await ann.slash("/show log")).text
    info = await solo.info()
    await confirmed(ann, "/game end", reason="enough")
    ended = await solo.bot.store.read(lambda conn: game_rows.find_game(conn, info.id))
    assert ended is not None
    assert ended.status == "ended"
    page = await ann.click(solo.posts("the game is over")[-1], "Log")
    assert "Hints taken: Ann 1" in page.text


# --- where it stands, and what the page says before ------------------------------------------------


def parts_of(page: SimAnswer) -> list[str]:
    """The texts and the labels of the buttons, from top to bottom."""
    parts = walk(page.message.raw["components"])
    return [text for part in parts if (text := part.get("content") or part.get("label"))]


async def test_it_stands_where_its_button_stood_right_above_choose_that(solo: Table) -> None:
    ann = solo.member("Ann")
    page = await ann.slash("/turn")
    before = parts_of(page)
    place = before.index(ASK)
    assert before[place - 1 : place + 2] == ["Pass", ASK, "Auto…"]
    page = await ann.click(page, ASK)
    advice, choose, others = parts_of(page)[place : place + 3]
    assert advice.startswith("**A strong player's choice**: ")
    assert "\n-# " in advice
    assert "Also weighed" not in advice
    assert choose == "Choose that"
    assert others.startswith("-# Also weighed: ")


def found_late(
    monkeypatch: pytest.MonkeyPatch, seen: Callable[[], str], error: Exception | None = None
) -> list[str]:
    """Let a hint be found, or fail, once the page thinks; the list gets what the page showed just before."""
    shown = list[str]()

    async def find_late(session: TurnSession) -> ComputerDecision:
        hint = await find_hint_for_turn(session)
        for _ in range(500):
            if THINKING in seen():
                break
            await asyncio.sleep(0.01)
        shown.append(seen())
        if error is not None:
            raise error
        return hint

    monkeypatch.setattr(hints, "THINKING_DELAY", 0.01)
    monkeypatch.setattr(hints, "find_hint_for_turn", find_late)
    return shown


async def test_the_page_says_that_a_hint_is_searched_until_it_is_found(
    solo: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = solo.member("Ann")
    page = await ann.slash("/turn")
    shown = found_late(monkeypatch, lambda: page.text)
    await ann.click(page, ASK)
    [before] = shown
    assert THINKING in before
    assert THINKING not in page.text
    assert "A strong player's choice" in page.text


async def test_a_search_that_fails_leaves_the_page_as_it_was(
    solo: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = solo.member("Ann")
    page = await ann.slash("/turn")
    before, shown = parts_of(page), found_late(monkeypatch, lambda: page.text, UserError("Ask again."))
    answer = await ann.click(page, ASK)
    assert THINKING in shown[0]
    assert parts_of(page) == before
    assert "Ask again." in [message.text for message in answer.messages]


async def test_a_hint_that_is_known_is_shown_at_once(solo: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = solo.member("Ann")
    await ann.click(await ann.slash("/turn"), ASK)

    async def never(session: TurnSession) -> None:
        raise AssertionError("the page is shown twice")

    monkeypatch.setattr(hints, "show_page", never)
    assert "A strong player's choice" in (await ann.click(await ann.slash("/turn"), ASK)).text
