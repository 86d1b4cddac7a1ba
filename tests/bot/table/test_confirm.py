"""Resigning, ending and taking back ask once more, say what is lost, and do it once."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

import engine
from tests import toy
from tests.bot.playing import check_message
from tests.bot.tables import Table, confirmed, open_table
from tests.simtable import SimAnswer, SimMember

DANGER = 4
RESIGN, END = "Confirm: give up the seat", "Confirm: end the game"


@pytest_asyncio.fixture
async def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Table]:
    monkeypatch.setitem(engine.TITLES, "TOY", toy.TITLE)
    async with open_table(tmp_path) as made:
        await made.started("Ann", "Ben", "Cy", order="join")
        yield made


async def counts(table: Table, by: int) -> SimMember:
    """One turn of whoever is to act."""
    [actor] = await table.on_move()
    await table.act(actor, "count", by=by)
    return actor


async def asked(member: SimMember, command: str, **options: Any) -> SimAnswer:
    """The page that asks once more: private, with a red button."""
    page = await member.slash(command, **options)
    assert page.ephemeral
    check_message(page.message)
    [confirm, cancel] = page.message.raw["components"][0]["components"][-1]["components"]
    assert (confirm["style"], cancel["label"]) == (DANGER, "Cancel")
    return page


async def test_resigning_says_what_stays_behind(table: Table) -> None:
    [actor] = await table.on_move()
    page = await asked(actor, "/game resign")
    assert f"Give up the seat of {actor.name} in “Tuesday”?" in page.text
    assert f"**{actor.name}**: $" in page.text
    assert "It is your turn" in page.text
    assert (await table.info()).seats_played_by(int(actor.id))
    await actor.click(page, "Cancel")
    assert page.text.startswith("Nothing was done.")
    assert page.labels == ["To the turn"]
    assert (await table.info()).seats_played_by(int(actor.id))


async def test_a_resignation_is_told_as_a_players_and_done_once(table: Table) -> None:
    ben = table.member("Ben")
    page = await asked(ben, "/game resign")
    again = await asked(ben, "/game resign")
    await ben.click(page, RESIGN)
    assert page.text.startswith("Your seat is free")
    assert page.labels == []
    await ben.click(again, RESIGN)
    assert again.text.startswith("Only players who hold a seat")
    [told] = table.posts("resigned")
    assert told.text == f"-# {ben.mention} resigned; the seat of Ben is free."


async def test_who_holds_no_seat_is_not_asked(table: Table) -> None:
    reply = await table.member("Flo").slash("/game resign")
    assert reply.text.startswith("Only players who hold a seat")
    assert reply.labels == []


async def test_the_end_is_confirmed_also_after_a_restart(table: Table) -> None:
    ann, ben = table.member("Ann"), table.member("Ben")
    reason = "We must *sleep*, " + "really " * 20
    assert "Only the owner" in (await ben.slash("/game end", reason="bored")).text
    page = await asked(ann, "/game end", reason=reason)
    assert "Players: Ann, Ben, Cy" in page.text
    assert "take this back" in page.text
    await table.restart()
    assert "Only the owner" in (await ben.slash("/game end", reason="bored")).text
    assert (await table.info()).status == "running"
    await ann.click(page, END)
    assert page.text == "The game is ended."
    assert (await table.info()).end_reason == reason.strip()
    assert (await ann.slash("/game end", reason="again")).text.startswith("The game is over")


async def test_a_table_that_has_not_begun_is_ended_the_same_way(table: Table) -> None:
    ann = table.member("Ann")
    await confirmed(ann, "/game end", reason="enough")
    await ann.slash("/game new", title="TOY", name="Next")
    page = await asked(ann, "/game end", reason="nobody came")
    assert "The game has not started. Players: Ann." in page.text
    await ann.click(page, END)
    assert (await table.info()).status == "ended"


async def test_taking_back_says_whose_moves_and_what_money(table: Table) -> None:
    first = await counts(table, 2)
    second = await counts(table, 3)
    ann = table.member("Ann")
    page = await asked(ann, "/gm undo-to", move="1")
    assert page.message.labels[0] == "Confirm: take back 2 moves"
    assert f"Moves of {first.name} 1, {second.name} 1" in page.text
    assert f"{second.name} counts to 3" in page.text
    assert f"{first.name} to act" in page.text
    assert (await table.game()).revision == 3
    await ann.click(page, "Confirm: take back 2 moves")
    assert page.text == "Done, and told to all here."
    assert await table.on_move() == [first]


async def test_taking_back_shows_the_cash_that_changes(table: Table) -> None:
    [actor] = await table.on_move()
    other = next(m for m in (table.member("Ann"), table.member("Ben")) if m is not actor)
    await table.act(actor, "pay", to=await table.seat_of(other), amount=3)
    page = await asked(table.member("Ann"), "/gm undo-to", move="1")
    assert f"{actor.name} $17 → $20" in page.text
    assert f"{other.name} $23 → $20" in page.text


@pytest.mark.parametrize("move", ["77", "2"])
async def test_only_an_earlier_move_in_force_can_be_gone_back_to(table: Table, move: str) -> None:
    await counts(table, 1)
    reply = await table.member("Ann").slash("/gm undo-to", move=move)
    assert "earlier move" in reply.text
    assert "Only the owner" in (await table.member("Cy").slash("/gm undo-to", move="1")).text


@pytest.mark.parametrize(
    ("command", "options"),
    [("/game resign", {}), ("/game end", {"reason": "enough"}), ("/gm undo-to", {"move": "1"})],
)
async def test_an_old_confirm_does_nothing_and_shows_the_way_on(
    table: Table, command: str, options: dict[str, str]
) -> None:
    await counts(table, 1)
    ann = table.member("Ann")
    page = await asked(ann, command, **options)
    await counts(table, 2)
    before = await table.info()
    await ann.click(page, page.labels[0])
    assert page.text.startswith("The game has moved on since you were asked, so nothing was done.")
    assert page.labels == ["To the turn"]
    assert await table.info() == before
    await ann.click(page, "To the turn")
    assert "Refresh" in page.labels
