"""A tutorial: each turn explains its step and advises a move, until the first dividend and beyond."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.table.opponents import tutorial_title_and_options
from bot.words import translated, using_language
from engine import TITLES, Game
from engine.core.events import Said
from tests.bot.decided import decide_once
from tests.bot.playing import IN_ORDER, NoPictures, deal_by
from tests.bot.tables import Table, confirmed
from tests.simtable import SimAnswer, SimMember

TRY, FOLLOW, LETTERS = "Try this", "Choose that", ("X", "Y")
ADVISED = (FOLLOW, "X: ", "Choose X", "Go on with the game", "Run ")
"""How the buttons of a tutorial begin that follow the advice."""
PARS = ["X: Start AR at par ¥65 · pay ¥130", "Y: Start AR at par ¥75 · pay ¥150"]
"""The buttons of the first page."""
BLUE, GREEN = 1, 3
"""The styles of buttons that stand out at Discord."""
TURNS = 60
"""Turns of the pupil, at most, until a dividend."""


@pytest.fixture
async def school(room: Table, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Ann begins a tutorial."""
    deal_by(monkeypatch, IN_ORDER)
    decide_once(monkeypatch)
    await room.member("Ann").slash("/game learn")
    return room


async def test_the_tutorial_is_the_first_game_of_its_title_against_mild_computers(school: Table) -> None:
    info, (title, options) = await school.info(), tutorial_title_and_options()
    assert info.title == title
    assert options.items() <= info.options.items()
    assert sorted(info.computer_levels.values()) == ["easy", "easy"]
    assert [each.first_game for each in TITLES[title].options if each.key in options] == list(
        options.values()
    )


async def test_a_page_explains_the_step_and_offers_two_moves_where_both_are_sound(school: Table) -> None:
    ann = school.member("Ann")
    page = await ann.slash("/turn")
    assert page.text.count("💡") == 1
    assert "A low par leaves you cash" in page.text
    assert page.text.count("at a par of") == 2
    assert page.text.count("AR (Awa Railroad)") == 1
    assert page.labels[:2] == PARS
    assert "A strong player would take X here. Of all companies that could be started now, AR" in page.text
    page = await ann.click(page, PARS[1])
    assert (await school.game()).view.company("AR").par == 75


async def test_the_public_card_of_a_tutorial_says_that_take_turn_opens_it(school: Table) -> None:
    ann = school.member("Ann")
    card = school.with_button("Take turn")
    assert "**Take turn** opens the tutorial" in card.text
    assert "💡 This is a stock round." in (await ann.click(card, "Take turn")).text


async def test_a_page_advises_one_move_where_no_other_is_explained(school: Table) -> None:
    ann = school.member("Ann")
    page = await ann.click(await ann.slash("/turn"), PARS[0])
    await school.env.settle()
    assert page.message.text.count(TRY) == 1
    assert page.message.labels == [FOLLOW, "Other choices…", "Undo step", "The rule"]
    assert "A strong player" not in page.message.text


async def test_everything_else_stands_on_the_usual_page(school: Table) -> None:
    ann = school.member("Ann")
    page = await ann.slash("/turn")
    assert page.labels == [*PARS, "Other choices…", "The rule"]
    usual = await ann.click(page, "Other choices…")
    assert {"Start AR…", "Pass", "Auto…"} <= set(usual.labels)
    assert "Refresh" not in usual.labels
    standing_out = [each.label for each in usual.message.components if each.raw.get("style") in (BLUE, GREEN)]
    assert standing_out == ["Back to the tutorial"] == usual.labels[:1]
    assert (await ann.click(usual, "Back to the tutorial")).labels == page.labels


def test_what_a_tutorial_tells_is_short_and_of_steps_that_the_title_has() -> None:
    title, _ = tutorial_title_and_options()
    data = TITLES[title].data
    lessons = data.lessons
    assert lessons.steps
    assert {*lessons.steps, *lessons.pictures, *lessons.skipped} <= set(data.guide)
    assert len(lessons.learnt) == 12
    for text in lessons.texts():
        assert text.endswith((".", "?"))
        assert len(text) < 310
        with using_language("de"):
            assert translated(text) != text


async def test_the_advice_stands_right_above_its_buttons(school: Table) -> None:
    message = (await school.member("Ann").slash("/turn")).message
    parts = message.raw["components"][0]["components"]
    [place] = [i for i, part in enumerate(parts) if "You choose" in str(part.get("content", ""))]
    assert [button["label"] for button in parts[place + 1]["components"]] == PARS
    assert "A strong player would take X here. " in parts[place]["content"]
    standing_out = [each.label for each in message.components if each.raw.get("style") in (BLUE, GREEN)]
    assert standing_out == PARS


async def test_the_page_renews_itself_when_the_computers_have_moved(school: Table) -> None:
    ann = school.member("Ann")
    page = await ann.slash("/turn")
    first = tip_of(page.message.text)
    await ann.click(page, PARS[0])
    await school.env.settle()
    assert [member.name for member in await school.on_move()] == ["Ann"]
    now = page.message.text
    assert "not on turn" not in now
    assert now.startswith("✔ Ann starts")
    assert now.splitlines()[0].endswith("You now hold 20 % of it.")
    assert tip_of(now) != first
    since = now.splitlines().index("-# Since your last move:")
    assert now.splitlines()[since + 1].startswith("-# Computer Ada starts")
    assert since > now.splitlines().index(tip_of(now))


async def test_a_page_that_its_member_has_dismissed_is_not_renewed(
    school: Table, caplog: pytest.LogCaptureFixture
) -> None:
    ann = school.member("Ann")
    await ann.slash("/turn")
    page = school.bot.private_pages.newest_page((await school.info()).id, int(ann.id))
    assert page is not None
    with school.env._bot_scope():
        await page.interaction.delete_original_response()
    await school.act(ann, "pass")
    await school.env.settle()
    assert [member.name for member in await school.on_move()] == ["Ann"]
    assert not [record for record in caplog.records if record.levelname in ("WARNING", "ERROR")]


async def test_the_page_tells_of_the_end_of_the_game(school: Table) -> None:
    ann = school.member("Ann")
    page = await ann.slash("/turn")
    await confirmed(ann, "/game end", reason="late")
    await school.env.settle()
    assert "the game is over" in page.message.text


async def test_who_waits_for_a_computer_reads_that_it_plays(
    school: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = next(iter((await school.info()).computer_levels))
    waiting = (await school.game()).waiting()
    assert waiting is not None
    monkeypatch.setattr(Game, "waiting", lambda _: replace(waiting, players=(ada,)))
    text = (await school.member("Ann").slash("/turn")).text
    assert "Computer Ada is playing" in text
    assert "not on turn" not in text


async def test_the_page_begins_with_the_round_and_the_income_that_have_come(school: Table) -> None:
    ann = school.member("Ann")
    page = await until(school, "OR 1.1")
    lines = page.message.text.splitlines()
    heading = next(i for i, line in enumerate(lines) if line.startswith("## "))
    assert "🚂 **OR 1.1 begins.** The companies act, one after the other." in lines[:heading]
    begun = lines.index("🚂 **OR 1.1 begins.** The companies act, one after the other.")
    assert lines[begun + 1].startswith("💴 Your private company ")
    assert "pays you ¥" in lines[begun + 1]
    since, round_line = lines.index("-# Since your last move:"), lines.index("-# **OR 1.1**")
    assert heading < since < round_line
    assert any("Computer Ada" in line and "pass" in line for line in lines[since:round_line])
    assert all("buys a 2-train" not in line for line in lines[:round_line])
    assert any("buys a 2-train" in line for line in lines[round_line:])
    await ann.click(page, "Other choices…")
    usual = await ann.click(
        page, next(label for label in page.message.labels if label.startswith("Lay track"))
    )
    lays = [part for part in usual.message.components if part.label[:1].isdigit()]
    assert len(lays) > 1
    assert [part.raw["style"] for part in lays].count(GREEN) == 1


async def test_each_tile_that_is_offered_is_drawn_on_a_map_of_its_own(
    school: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[tuple[str, object, object]] = []
    shown: list[object] = []

    async def draw(self: object, key: int, game: Game, view: str, **params: object) -> None:
        drawn.append((view, params.get("proposed"), params.get("letter")))
        shown.extend([params.get("hexes")] if params.get("proposed") else [])

    monkeypatch.setattr(NoPictures, "draw", draw)
    page = await until(school, "OR 1.1")
    maps = [each for each in drawn if each[1]]
    assert [letter for _, _, letter in maps] == list(LETTERS)
    ways = re.findall("with track to (.*)\\.\n(?:-# Its track leads towards (.*)\\.)?", page.message.text)
    assert len(ways) == 2
    assert any(ahead for _, ahead in ways)
    assert not [place for near, ahead in ways for place in near.split(" and ") if place in ahead]
    assert all(shown)
    assert page.message.text.count(", with track to ") == 2
    assert "turned to" not in page.message.text.split("You choose")[1]
    assert "A tile is a hexagon with track" in page.message.text
    assert {(view, repr(hexes)) for view, hexes, _ in maps} == {("crop", repr(maps[0][1]))}


async def test_a_price_that_falls_without_a_decision_is_explained(school: Table) -> None:
    page = await until(school, "buy trains")
    assert "No train ran, so there is no dividend" in page.message.text
    assert "it buys its first train only now" in page.message.text
    assert re.search(r"\*\*AR\*\*: ¥\d+ in the treasury · share price ¥\d+ · trains: none", page.message.text)


async def test_who_ends_his_turn_reads_so_even_where_nothing_else_happened(school: Table) -> None:
    page = await until(school, "a purchase does not end your turn")
    await school.member("Ann").click(page, FOLLOW)
    await school.env.settle()
    assert page.message.text.startswith("✔ You have ended your turn.")


@pytest.mark.slow
async def test_the_page_of_a_run_has_one_button_and_after_the_first_dividend_comes_what_was_learnt(
    school: Table,
) -> None:
    ann = school.member("Ann")
    page = await until(school, "run the trains on these routes")
    run, *others = page.message.labels
    assert run.startswith("Run ")
    assert others == ["Other routes…", "Undo step", "The rule"]
    page = await ann.click(page, run)
    assert "Pay: the owners get the money" in page.message.text
    page = await ann.click(page, page.message.labels[0])
    assert "You receive" in page.text
    assert "What you have learnt" in page.text
    assert page.labels == ["Go on with the game"]
    assert "It is still the turn of **AR**, with the step **buy trains**." in page.text
    parts = page.message.raw["components"][0]["components"]
    [place] = [i for i, part in enumerate(parts) if "What you have learnt" in str(part.get("content", ""))]
    assert any(part.get("components") for part in parts[:place])
    page = await ann.click(page, "Go on with the game")
    assert "What you have learnt" not in page.text
    assert "buy trains" in page.text


async def test_the_news_name_companies_and_each_name_stands_once(school: Table) -> None:
    ann = school.member("Ann")
    page = await ann.click(await ann.slash("/turn"), PARS[0])
    await school.env.settle()
    text = page.message.text
    _, news = text.split("-# Since your last move:")
    started = re.findall(r"starts (\w+) \(([\w &]+)\) at a par", news)
    assert len(started) == 2
    names = [TITLES[tutorial_title_and_options()[0]].data.companies[company].name for company, _ in started]
    assert [name for _, name in started] == names
    assert [text.count(f"({name})") for name in ("Awa Railroad", *names)] == [1, 1, 1]


async def test_a_press_on_pass_that_comes_with_the_card_is_asked_about(school: Table) -> None:
    ann = school.member("Ann")
    await follow(ann, await ann.slash("/turn"))
    await school.env.settle()
    before = (await school.game()).revision
    page = await ann.click(school.with_button("Pass"), "Pass")
    assert (await school.game()).revision == before
    assert "Did you mean to press **Pass**?" in page.text
    await ann.click(page, "Pass")
    assert (await school.game()).revision > before


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


async def until(table: Table, words: str) -> SimAnswer:
    """Take what is advised until the page of the turn has these words."""
    ann = table.member("Ann")
    page = await ann.slash("/turn")
    for _ in range(TURNS):
        await table.env.settle()
        if words in page.message.text:
            return page
        page = await follow(ann, page)
    raise AssertionError(f"the tutorial does not come to {words!r}")


async def follow(ann: SimMember, page: SimAnswer) -> SimAnswer:
    """Take the advised move, or what the page proposes first."""
    labels = page.message.labels
    return await ann.click(page, next(label for label in labels if label.startswith(ADVISED)))


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
