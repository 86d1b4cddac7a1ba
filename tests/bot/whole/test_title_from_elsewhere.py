"""The bot with an external title: offered, played, loaded again; a missing one is a sentence."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.config import TITLES_VARIABLE, BadConfig, load_config
from bot.operate.verify import main as verify
from bot.table.titles import autocomplete_titles
from bot.work.pool import Pool
from bot.work.titles import load_external_titles
from engine import TITLES
from tests.bot.tables import open_table
from tests.elsewhere import change, is_known, make_title

GONE = "/nowhere/mygame"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[Path]:
    """The folder of an external title, which is not added yet."""
    monkeypatch.setattr("sys.path", list(sys.path))
    monkeypatch.setenv(TITLES_VARIABLE, "")
    yield make_title(tmp_path / f"b{abs(hash(request.node.name))}")
    TITLES.pop("ELSE", None)


def test_the_setting_names_several_as_a_path_does() -> None:
    assert load_config({}, Path("none")).titles == ()
    named = os.pathsep.join(("/srv/g1830", " g1846 ", ""))
    assert load_config({TITLES_VARIABLE: named}, Path("none")).titles == ("/srv/g1830", "g1846")


@pytest.mark.parametrize("by", ["option", "variable"])
def test_a_missing_folder_is_one_line_at_the_start(
    by: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(TITLES_VARIABLE, GONE if by == "variable" else "")
    assert main(["--title", GONE] if by == "option" else []) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"A title cannot be loaded: {GONE} ")


def test_a_check_of_the_database_needs_the_titles_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(TITLES_VARIABLE, GONE)
    assert verify([]) == 2
    assert capsys.readouterr().err.startswith("A title cannot be loaded: ")


@pytest.mark.parametrize("code", ["TITLE =", "raise RuntimeError('no luck')"])
def test_code_that_fails_is_one_line(folder: Path, code: str) -> None:
    (folder / "__init__.py").write_text(code, "utf-8")
    with pytest.raises(BadConfig) as caught:
        load_external_titles([str(folder)])
    assert str(folder) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_faults_of_a_title_are_one_line(folder: Path) -> None:
    change(folder, "game.toml", "bank = 7000", 'bank = "7000"')
    with pytest.raises(BadConfig, match="bank is '7000', not a whole number"):
        load_external_titles([str(folder)])


async def test_its_game_is_offered_stored_and_loaded_again(folder: Path, tmp_path: Path) -> None:
    assert "ELSE" not in [choice.value for choice in autocomplete_titles("else")]
    load_external_titles([str(folder)])
    assert [choice.value for choice in autocomplete_titles("else")] == ["ELSE"]
    async with open_table(tmp_path) as table:
        ann = table.member("Ann")
        await table.started("Ann", "Ben", title="else", careful=False)
        before = (await table.game()).digest()
        await table.restart()
        assert (await table.info()).title == "ELSE"
        assert (await table.game()).digest() == before
        picture = await ann.slash("/show map")
        assert picture.message.images


async def test_without_its_title_a_game_is_closed_with_a_sentence(folder: Path, tmp_path: Path) -> None:
    load_external_titles([str(folder)])
    async with open_table(tmp_path) as table:
        await table.started("Ann", "Ben", title="ELSE", careful=False)
        title = TITLES.pop("ELSE")
        await table.restart()
        answer = await table.member("Ann").slash("/turn")
        assert answer.messages[-1].text.startswith("“Tuesday” (table 1) is closed: this bot does not have")
        TITLES["ELSE"] = title
        again = await table.member("Ann").slash("/turn")
        assert "is closed" not in again.messages[-1].text


async def test_worker_processes_have_it(folder: Path) -> None:
    load_external_titles([str(folder)])
    pool = Pool(1)
    try:
        assert await pool.run(is_known, "ELSE", deadline=30.0)
    finally:
        await pool.close()
