"""`/owner backup`, `drain`, `replay-all`, and what health says of a damaged table; `python -m bot verify`."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.games import moves
from bot.operate import commands as owner
from bot.store import files, open_store, sqlite_file
from engine import Game
from tests.bot.operate.test_owner import home, run_by
from tests.bot.post.test_deliver import refuse
from tests.bot.tables import Table

__all__ = ["home"]


async def test_a_copy_is_made_at_once(home: Table) -> None:
    said = (await home.member("Ann").slash("/owner backup")).text
    [copy] = (home.bot.config.data / "backups").glob("games-*.db")
    assert f"`{copy.name}`" in said
    await (await open_store(f"sqlite:///{copy}")).close()


async def test_a_copy_that_fails_says_so(home: Table) -> None:
    (home.bot.config.data / "backups").write_text("in the way")
    said = (await home.member("Ann").slash("/owner backup")).text
    assert "No copy was made" in said


async def test_before_a_restart_no_move_is_taken(home: Table) -> None:
    ann, games = home.member("Ann"), home.bot.games
    assert "No moves are taken any more" in (await ann.slash("/owner drain")).text
    refused = await moves.make_move(games, 1, int(ann.id), "pass")
    assert (refused.kind, "about to be restarted" in refused.text) == ("draining", True)
    assert "taken again" in (await ann.slash("/owner drain", on=False)).text
    await home.act(ann, "pass")
    assert (await home.game()).revision == 2


async def test_all_games_are_replayed_in_a_process_of_its_own(home: Table) -> None:
    told = await asyncio.to_thread(owner.run_verify, home.bot.config.database)
    assert told == (0, ["games: 1, failed: 0, would be judged otherwise: 0"])


async def test_what_it_says_is_shown(
    home: Table, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    here(capsys, monkeypatch)
    said = (await home.member("Ann").slash("/owner replay-all")).text
    assert "All games replay." in said
    assert "games: 1, failed: 0, would be judged otherwise: 0" in said


def here(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Verify in a thread: the simulated Discord waits for no other process."""

    def run_verify(url: str) -> tuple[int, list[str]]:
        code = main(["verify", "--database", url])
        return code, capsys.readouterr().out.splitlines()

    monkeypatch.setattr(owner, "run_verify", run_verify)


async def test_a_damaged_table_is_told_by_health_and_replay_all(
    home: Table, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    here(capsys, monkeypatch)
    damage(file_of(home))
    home.bot.games.drop_from_memory(1)
    assert "is damaged where it is stored, from move 1 on" in (await home.member("Ann").slash("/turn")).text
    health = (await home.member("Ann").slash("/owner health")).text
    assert "⚠ “Tuesday” (table 1) is damaged where it is stored, from move 1 on" in health
    said = (await home.member("Ann").slash("/owner replay-all")).text
    assert "**Not all games replay.**" in said
    assert "is damaged from move 1 on" in said


async def test_what_waits_for_a_damaged_game_is_told_like_that_of_others(home: Table) -> None:
    refuse(home, "POST", 403, 50013)
    await home.act(home.member("Ann"), "pass")
    damage(file_of(home))
    home.bot.games.drop_from_memory(1)
    page = await home.member("Ann").slash("/owner health")
    assert f"**Tuesday** · <#{home.channel.id}> · the card of the turn, since <t:" in page.text


@pytest.mark.parametrize("command", ["backup", "drain", "replay-all"])
async def test_nobody_else_may(home: Table, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    run_by(home, "Ben", monkeypatch)
    said = (await home.member("Ann").slash(f"/owner {command}")).text
    assert said == "Only who runs this bot may see this."
    assert not home.bot.games.is_draining


async def test_verify_replays_a_copy_and_tells_what_fails(
    home: Table, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    url = ["--database", home.bot.config.database]
    file = file_of(home)
    assert await asyncio.to_thread(main, ["verify", *url]) == 0
    assert capsys.readouterr().out == "games: 1, failed: 0, would be judged otherwise: 0\n"

    def otherwise(game: Game) -> list[str]:
        return ["record 1: another event"]

    with monkeypatch.context() as patch:
        patch.setattr("bot.operate.review.rejudge", otherwise)
        assert await asyncio.to_thread(main, ["verify", *url]) == 0
        assert await asyncio.to_thread(main, ["verify", "--strict", *url]) == 1
    assert "would be judged otherwise: record 1: another event" in capsys.readouterr().out
    damage(file)
    assert await asyncio.to_thread(main, ["verify", *url]) == 1
    assert "FAILED table 1, “Tuesday” (18EZ, move 1): is damaged from move 1 on" in capsys.readouterr().out
    assert await asyncio.to_thread(main, ["verify", "--database", f"sqlite:///{file}.none"]) == 2
    assert capsys.readouterr().err == f"There is no database {file}.none.\n"
    assert not files.path_with_ending(file, ".none").exists()


def file_of(home: Table) -> Path:
    found = sqlite_file(home.bot.config.database)
    assert found is not None
    return found


def damage(file: Path) -> None:
    with closing(sqlite3.connect(file)) as db, db:
        assert db.execute("UPDATE record SET at = at + 1 WHERE seq = 1").rowcount == 1
