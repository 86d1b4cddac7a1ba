"""`/owner health`: in the home guild alone, for the operator alone, it shows what waits and why."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
import pytest_asyncio

from bot.games import stored_games
from bot.operate.commands import MAX_FAILED_CHECKS, ROW_LABELS
from bot.post.deliver import MESSAGE_HANDLERS
from engine import Breach
from tests.bot.playing import IN_ORDER, NoPictures, check_message, deal_by
from tests.bot.post.test_deliver import due_again, refuse
from tests.bot.tables import Table, make_bot


@pytest_asyncio.fixture
async def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Table]:
    """A table in the home guild of a bot that Ann runs."""
    deal_by(monkeypatch, IN_ORDER)
    bot = await make_bot(tmp_path)
    table = Table(tmp_path, bot)
    assert table.channel.guild is not None
    bot.config = replace(bot.config, home_guild_id=table.channel.guild.id)
    bot.pictures = NoPictures()  # type: ignore[assignment]
    async with table:
        runs = SimpleNamespace(team=None, owner=SimpleNamespace(id=int(table.member("Ann").id)))
        monkeypatch.setattr(type(bot), "application", runs, raising=False)
        await table.started(title="18EZ", order="join")
        yield table
    await bot.close()


async def test_all_is_well(home: Table) -> None:
    page = await home.member("Ann").slash("/owner health")
    assert page.ephemeral
    check_message(page.message)
    assert "Open tables: 1" in page.text
    assert "Nothing waits" in page.text
    assert "Saved: half within" in page.text
    assert "In memory: 1 games · waiting for a worker: 0" in page.text
    assert "Memory: " in page.text


async def test_what_waits_is_told_with_its_reason_and_goes_when_it_was_posted(home: Table) -> None:
    refuse(home, "POST", 403, 50013)
    await home.act(home.member("Ann"), "pass")
    page = await home.member("Ann").slash("/owner health")
    assert "**Tables with something that waits: 1**" in page.text
    assert f"**Tuesday** · <#{home.channel.id}> · the card of the turn, since <t:" in page.text
    assert "tries: 1" in page.text
    assert "the bot may not post there" in page.text
    await due_again(home)
    assert "Nothing waits" in (await home.member("Ann").slash("/owner health")).text


async def test_laws_that_failed_are_told_with_game_and_record_and_the_last_ones_alone(home: Table) -> None:
    game, revision = (await stored_games.list_games(home.bot.games))[0], 7
    live = SimpleNamespace(
        breaches=[(revision + n, Breach("a_law", f"case {n}")) for n in range(MAX_FAILED_CHECKS + 2)]
    )
    home.bot.games.failed_rule_checks.add(game, live)  # type: ignore[arg-type]
    page = await home.member("Ann").slash("/owner health")
    check_message(page.message)
    number = MAX_FAILED_CHECKS + 1
    last = f"after move {revision + number}: the rule check `a_law` failed: Case {number}. The game goes on."
    assert f"⚠ Tuesday (table {game.id}), {last}" in page.text
    assert "Case 1." not in page.text
    assert "… 2 more" in page.text


def run_by(home: Table, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bot be that of a team of one."""
    team = SimpleNamespace(members=[SimpleNamespace(id=int(home.member(name).id))])
    monkeypatch.setattr(type(home.bot), "application", SimpleNamespace(team=team), raising=False)


async def test_nobody_else_sees_it(home: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    run_by(home, "Ben", monkeypatch)
    assert (await home.member("Ann").slash("/owner health")).text == "Only who runs this bot may see this."


async def test_a_member_of_the_team_sees_it(home: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    run_by(home, "Ann", monkeypatch)
    assert "Health" in (await home.member("Ann").slash("/owner health")).text


def test_each_kind_of_message_has_words() -> None:
    assert set(MESSAGE_HANDLERS.names()) - {"tidy"} <= ROW_LABELS.keys()
