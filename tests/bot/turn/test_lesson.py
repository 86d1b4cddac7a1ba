"""A guided game: each turn explains its step and advises a move, until the first dividend and beyond."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.table.opponents import lesson_title
from bot.words import translated, using_language
from engine import TITLES, Game
from engine.core.events import Said
from tests.bot.playing import IN_ORDER, deal_by
from tests.bot.tables import Table
from tests.simtable import SimAnswer, SimMember

TRY, FOLLOW = "Try this", "Choose that"
BLUE, GREEN = 1, 3
"""The styles of buttons that stand out at Discord."""
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


def test_what_a_lesson_tells_is_short_and_of_steps_that_the_title_has() -> None:
    title, _ = lesson_title()
    data = TITLES[title].data
    lessons = data.lessons
    assert lessons.steps
    assert {*lessons.steps, *lessons.pictures} <= set(data.guide)
    assert len(lessons.learnt) == 6
    for text in lessons.texts():
        assert text.endswith((".", "?"))
        assert len(text) < 310
        with using_language("de"):
            assert translated(text) != text


async def test_the_advice_stands_right_above_its_button(school: Table) -> None:
    message = (await school.member("Ann").slash("/turn")).message
    parts = message.raw["components"][0]["components"]
    [place] = [i for i, part in enumerate(parts) if TRY in str(part.get("content", ""))]
    assert [button["label"] for button in parts[place + 1]["components"]] == [FOLLOW]
    standing_out = [each.label for each in message.components if each.raw.get("style") in (BLUE, GREEN)]
    assert standing_out == [FOLLOW]


async def test_the_page_renews_itself_when_the_computers_have_moved(school: Table) -> None:
    ann = school.member("Ann")
    page = await ann.slash("/turn")
    first = tip_of(page.message.text)
    await ann.click(page, FOLLOW)
    await school.env.settle()
    assert [member.name for member in await school.on_move()] == ["Ann"]
    now = page.message.text
    assert "not on turn" not in now
    assert now.startswith("✔ Ann starts")
    assert tip_of(now) != first


async def test_who_waits_for_a_computer_reads_that_it_plays(
    school: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = next(iter((await school.info()).computers))
    waiting = (await school.game()).waiting()
    assert waiting is not None
    monkeypatch.setattr(Game, "waiting", lambda _: replace(waiting, players=(ada,)))
    text = (await school.member("Ann").slash("/turn")).text
    assert "Computer Ada is playing" in text
    assert "not on turn" not in text


async def test_the_page_begins_with_the_round_and_the_income_that_have_come(school: Table) -> None:
    ann = school.member("Ann")
    page = await ann.slash("/turn")
    for _ in range(TURNS):
        if "OR 1.1" in page.message.text:
            break
        await ann.click(page, FOLLOW)
        await school.env.settle()
    lines = page.message.text.splitlines()
    heading = next(i for i, line in enumerate(lines) if line.startswith("## "))
    assert "🚂 OR 1.1 begins." in lines[:heading]
    assert any("pays you ¥" in line for line in lines[:heading])
    page = await ann.click(
        page, next(label for label in page.message.labels if label.startswith("Lay track"))
    )
    lays = [part for part in page.message.components if part.label[:1].isdigit()]
    assert len(lays) > 1
    assert [part.raw["style"] for part in lays].count(GREEN) == 1


async def test_a_press_on_pass_that_comes_with_the_card_is_asked_about(school: Table) -> None:
    ann = school.member("Ann")
    await follow(ann, await ann.slash("/turn"))
    await school.env.settle()
    before = (await school.game()).rev
    page = await ann.click(school.with_button("Pass"), "Pass")
    assert (await school.game()).rev == before
    assert "Did you mean to press **Pass**?" in page.text
    await ann.click(page, "Pass")
    assert (await school.game()).rev > before


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


def tip_of(text: str) -> str:
    """The line that explains the step."""
    [tip] = [line for line in text.splitlines() if "💡" in line]
    return tip


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
