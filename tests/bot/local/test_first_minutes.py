"""What somebody meets who opens the local chat for the first time, on the page itself."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot import local
from bot.chat.bounds import InvalidInput
from bot.chat.press import Press
from bot.local.greeting import ChatChannel, ChatDirectory, _game_text, _handle_channel_menu, greeting
from bot.local.page_updates import MIN_READS
from bot.store.game_rows import GameInfo
from bot.words import using_language
from engine import TITLES
from tests.bot.browser import Browser, open_chat
from tests.bot.limits import check_page

GREETING = "18xx railway games, a turn at a time"
FIRST = next(iter(TITLES))
ADVISED = re.compile(r"'((?:X: |Choose X|Choose that)[^']*)'")
"""The buttons of the tutorial that take the advised move."""


def test_the_greeting_keeps_discords_limits_and_offers_every_title() -> None:
    page = greeting()
    check_page(page)
    assert all(f"Play {title} now" in str(page.view and page.view.to_components()) for title in TITLES)


async def test_a_game_against_computers_in_one_tap(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with open_chat(tmp_path, capsys) as page:
        await page.click(f"Play {FIRST} now")
        told, setup = page.texts()[1:3]
        assert told.startswith("You play against Computer Ada (steady) and Computer Bo (steady).")
        assert "running" in setup
        assert f"{_mentions(page, 'Ann')[0]} to act" in page.texts()[-1]


def _target(page: Browser) -> str:
    """The text of the message to which the page scrolls."""
    return page.texts()[page.state["timeline"].index(page.state["targetId"])]


async def follow(page: Browser) -> None:
    """Take the advised move of the tutorial."""
    found = ADVISED.search(repr(page.state["messages"]))
    assert found
    await page.click(found[1])


async def look_until(page: Browser, target: str | None) -> None:
    """Look at the page as often as a browser does until it has read the target of the page for certain."""
    for _ in range(2 * MIN_READS + 1):
        if page.state["targetId"] == target:
            break
        await page.look()
    assert page.state["targetId"] == target


async def test_the_page_scrolls_to_a_private_page_that_arrives_and_stays_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with open_chat(tmp_path, capsys) as page:
        await page.choose(FIRST)
        await page.write("/show players public: yes")
        before = page.state["targetId"]
        await page.click("Take turn")
        assert page.state["targetId"] != before
        assert "· Ann" in _target(page)
        await look_until(page, None)
        await page.click("Refresh")
        assert page.state["targetId"] is None
        await page.become("Ben")
        await page.become("Ann")
        await page.write("/show market")
        assert page.state["targetId"] == page.state["timeline"][-1]


async def test_after_a_move_the_page_stands_where_it_says_what_was_done(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with open_chat(tmp_path, capsys) as page:
        await page.click("I have never played an 18xx: teach me")
        first = page.state["targetId"]
        assert first is not None
        await look_until(page, None)
        await page.look()
        await follow(page)
        assert page.state["targetId"] == first
        assert _target(page).startswith("✔ Ann starts")


async def test_a_page_that_changes_right_after_the_browser_has_scrolled_to_it_is_scrolled_to_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with open_chat(tmp_path, capsys) as page:
        await page.click("I have never played an 18xx: teach me")
        first = page.state["targetId"]
        await follow(page)
        assert page.state["targetId"] is None
        await look_until(page, first)
        await look_until(page, None)


async def test_a_target_of_which_the_browser_may_have_dropped_the_answer_is_sent_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with open_chat(tmp_path, capsys) as page:
        await page.click("I have never played an 18xx: teach me")
        await look_until(page, None)
        await page.look()
        await follow(page)
        first = page.state["targetId"]
        await page.look()
        assert page.state["targetId"] == first
        await look_until(page, None)


async def test_the_tutorial_opens_the_first_turn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with open_chat(tmp_path, capsys) as page:
        await page.click("I have never played an 18xx: teach me")
        assert _target(page).startswith("You buy shares and run railway companies")
        assert "💡 This is a stock round." in _target(page)


async def test_a_table_in_one_tap(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with open_chat(tmp_path, capsys) as page:
        [first] = page.texts()
        assert GREETING in first
        assert "Viewing as" in first
        assert f"/game new title: {FIRST}" in first
        await page.choose(FIRST)
        told, setup, card = page.texts()[1:]
        assert told.startswith("You sit in this order: Ann, Ben and Cy. The first turn is yours")
        assert "running" in setup
        assert all(name in setup for name in _mentions(page, "Ann", "Ben", "Cy"))
        assert f"{_mentions(page, 'Ann')[0]} to act" in card
        await page.click("Take turn")
        assert "Ann" in page.texts()[-1]


@pytest.mark.parametrize("title", TITLES)
async def test_whoever_taps_it_is_the_first_to_act_and_reads_the_seats_as_they_are(
    title: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with open_chat(tmp_path, capsys) as page:
        await page.become("Cy")
        await page.choose(title)
        told, setup, card = page.texts()[1], page.texts()[2], page.texts()[-1]
        assert told.startswith("You sit in this order: Cy, Ann and Ben. The first turn is yours")
        places = [
            setup.index(f"{i}. {name}") for i, name in enumerate(_mentions(page, "Cy", "Ann", "Ben"), 1)
        ]
        assert places == sorted(places)
        assert f"{_mentions(page, 'Cy')[0]} to act" in card


async def test_the_chat_speaks_the_language_that_is_chosen_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with open_chat(tmp_path, capsys) as page:
        await page.click("Deutsch")
        assert "Zug um Zug" in page.texts()[0]
        await page.click(f"{FIRST} jetzt spielen")
        assert "am Zug" in page.texts()[-1]
        await page.click("Am Zug")
        assert "Versteigerung" in page.texts()[-1] or "Startpaket" in page.texts()[-1]
        await page.write("/me prefs")
        assert "Deine Einstellungen" in page.texts()[-1]
        await page.write("/zeige fahrten")
        assert "Es gibt keinen Befehl" in page.texts()[-1] or "gibt es nicht" in page.texts()[-1]
        await page.write("/me prefs")
        await page.choose("English")
        assert "Your settings" in page.texts()[-1]
        await page.write("/turn")
        assert "to act" in page.texts()[-1] or "(startpacket) · Ann" in page.texts()[-1]


async def test_a_channel_that_is_not_offered_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    directory = ChatDirectory(1, [ChatChannel(7, "station", is_thread=False)], {})
    monkeypatch.setattr("bot.local.greeting._require_local_chat", lambda _answer: directory)
    answer: Any = SimpleNamespace(user=SimpleNamespace(id=3))
    with pytest.raises(InvalidInput):
        await _handle_channel_menu(answer, Press(0, 0, "go", values=("8",)))
    assert directory.next_channel_by_user == {}


def test_the_list_of_channels_tells_a_status_in_the_language_of_the_reader() -> None:
    info = GameInfo(5, 7, 70, "TOY", "Abend", 1, "paused", {}, {}, 3, 1, "", 0, 0, 0, (), {})
    with using_language("de"):
        assert _game_text(info) == "Abend, pausiert"
    assert _game_text(info) == "Abend, paused"


async def test_a_second_table_stands_elsewhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with open_chat(tmp_path, capsys) as page:
        await page.choose(FIRST)
        await page.choose(FIRST)
        assert "There is a table here already" in page.texts()[-1]
        await page.choose("#second-table")
        assert (page.channel, len(page.texts())) == ("second-table", 1)
        assert GREETING in page.texts()[0]
        await page.choose(FIRST)
        assert "to act" in page.texts()[-1]
        await page.write("/go")
        assert f"#stationmaster: Ann: {FIRST}, running" in page.texts()[-1]
        assert "#third-table: free" in page.texts()[-1]
        await page.choose("thread “evening game”")
        assert page.channel == "evening game"
        await page.write(f"/game new title: {FIRST} name: In a thread")
        assert "In a thread" in page.texts()[-1]
        await page.open()
        assert page.channel == "evening game"


async def test_go_by_name_and_what_it_says_to_a_wrong_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with open_chat(tmp_path, capsys) as page:
        for place in (*local.THREADS, *local.CHANNELS[1:], *local.CHANNELS[:1]):
            await page.write(f"/go place: {place}")
            assert page.channel == place
        await page.write("/go place: cellar")
        assert "There is no “cellar”" in page.texts()[-1]
        assert page.channel == local.CHANNELS[0]


async def test_all_is_there_after_a_restart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with open_chat(tmp_path, capsys) as page:
        await page.choose(FIRST)
        await page.write("/go place: weekend game")
        await page.choose(FIRST)
    async with open_chat(tmp_path, capsys) as page:
        for place in ("", "weekend game"):
            if place:
                await page.write(f"/go place: {place}")
            greeted, card = page.texts()
            assert GREETING in greeted
            assert "to act" in card
        await page.write("/go place: third-table")
        assert [GREETING in text for text in page.texts()] == [True]


async def test_the_steps_of_the_readme_word_by_word(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], root: Path
) -> None:
    steps = (root / "README.md").read_text("utf-8").split("## A first game in five steps")[1].split("## ")[0]
    command = re.search(r"`(/game new title: \w+)`", steps)
    assert command
    async with open_chat(tmp_path, capsys) as page:
        await page.write(command[1])
        assert page.receipt["settlement"] == "settled"
        assert "The table is made" in page.texts()[1]
        for name in ("Ben", "Cy"):
            await page.become(name)
            await page.click("Join")
        await page.become("Ann")
        await page.click("Start")
        assert "to act" in page.texts()[-1]
        for written in sorted(set(re.findall(r"`(/\w+ [^`]+|/turn)`", steps))):
            before = len(page.texts())
            await page.write(written)
            assert len(page.texts()) > before, written
            assert not re.search("There is no|Write `|more than one|can be", page.texts()[-1]), page.texts()[
                -1
            ]


async def test_what_cannot_be_read_is_explained_to_its_writer_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with open_chat(tmp_path, capsys) as page:
        await page.write("/game nwe title: 18EZ")
        assert page.texts()[-1] == "There is no command `/game nwe`; there is `/game new`."
        await page.write("/gm replace seat: 1 user: Zoe")
        assert page.texts()[-1].startswith("`user` is one of the members here: Ann, Ben")
        await page.write("a word among friends")
        await page.become("Ben")
        assert len(page.texts()) == 2
        assert page.texts()[-1] == "a word among friends"


def _mentions(page: Browser, *names: str) -> list[str]:
    ids = {v["name"]: v["id"] for v in page.state["viewers"]}
    return [f"<@{ids[name]}>" for name in names]
