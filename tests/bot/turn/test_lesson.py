"""A guided game: each turn explains its step and advises a move, until the first dividend and beyond."""

from __future__ import annotations

import pytest

from bot.table.opponents import lesson_title
from engine import TITLES
from engine.core.events import Said
from tests.bot.playing import IN_ORDER, deal_by
from tests.bot.tables import Table
from tests.simtable import SimAnswer, SimMember

TRY, FOLLOW = "Try this", "Choose that"
TURNS = 60
"""Turns of the pupil, at most, until a dividend."""


@pytest.fixture
async def school(room: Table, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Ann begins a guided game."""
    deal_by(monkeypatch, IN_ORDER)
    await room.member("Ann").slash("/game learn")
    return room


async def test_the_lesson_is_the_first_game_of_its_title_against_mild_computers(school: Table) -> None:
    info, (title, options) = await school.info(), lesson_title()
    assert info.title == title
    assert options.items() <= info.options.items()
    assert sorted(info.computers.values()) == ["easy", "easy"]
    assert [each.first_game for each in TITLES[title].options if each.key in options] == list(
        options.values()
    )


async def test_a_page_explains_the_step_and_advises_one_move(school: Table) -> None:
    page = await school.member("Ann").slash("/turn")
    assert page.text.count("💡") == 1
    assert page.text.count(TRY) == 1
    assert "Also weighed" not in page.text
    assert FOLLOW in page.labels


@pytest.mark.slow
async def test_whoever_follows_the_guide_is_paid_a_dividend(school: Table) -> None:
    ann = school.member("Ann")
    seat = await school.seat_of(ann)
    for _ in range(TURNS):
        await school.env.settle()
        if await dividend_of(school, seat):
            break
        await follow(ann, await ann.slash("/turn"))
    assert await dividend_of(school, seat)


async def follow(ann: SimMember, page: SimAnswer) -> None:
    """Take the advised move, or what the page proposes first."""
    wanted = FOLLOW if FOLLOW in page.labels else next(label for label in page.labels if "Run" in label)
    page = await ann.click(page, wanted)
    confirm = next((label for label in page.labels if label.startswith("Confirm")), None)
    if confirm is not None:
        await ann.click(page, confirm)


async def dividend_of(table: Table, seat: str) -> bool:
    """Whether a company of this seat has paid a dividend."""
    game = await table.game()
    return any(
        isinstance(event, Said)
        and event.key == "dividend_paid"
        and game.view.president(str(event.params["company"])) == seat
        for record in game.log
        for event in record.events
    )
