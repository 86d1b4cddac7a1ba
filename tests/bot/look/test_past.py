"""What happened since one's last turn, and any moment of the game."""

from __future__ import annotations

import pytest

from bot.votes import undo
from tests.bot.tables import Table


@pytest.fixture
def table(toys: Table) -> Table:
    return toys


async def played(table: Table, count: int) -> None:
    for _ in range(count):
        [actor] = await table.on_move()
        await table.act(actor, "pass")


async def test_since_tells_what_others_did_after_my_last_turn(table: Table) -> None:
    await table.started("Ann", "Ben", "Cy")
    first = (await table.on_move())[0]
    await played(table, 3)
    told = (await first.slash("/show since")).text
    assert told.startswith("## Since your last turn")
    names = {m.name for m in (table.member("Ann"), table.member("Ben"), table.member("Cy"))} - {first.name}
    assert all(f"{name} passes" in told for name in names)
    assert f"{first.name} passes" not in told


async def test_whoever_watches_reads_of_this_round(table: Table) -> None:
    await table.started("Ann", "Ben", "Cy")
    await played(table, 2)
    told = (await table.member("Dee").slash("/show since")).text
    assert told.startswith("## In this round: ")
    assert told.count("passes") == 2


async def test_the_turn_card_tells_a_line_a_turn(table: Table) -> None:
    await table.started("Ann", "Ben", "Cy")
    for _ in range(3):
        [actor] = await table.on_move()
        for _ in range(5):
            other = "p1" if await table.seat_of(actor) != "p1" else "p2"
            await table.act(actor, "pay", to=other, amount=1)
        await table.act(actor, "pass")
    card = table.with_button("Take turn").text
    told = [line for line in card.splitlines() if line.startswith("-# ")]
    assert [line.count(" each) · passes") for line in told[:3]] == [1, 1, 0]
    assert told[2] == "-# **Count 1 ends, Toll 1 begins**"


async def test_history_is_paged_move_by_move_and_round_by_round(table: Table) -> None:
    ann = table.member("Ann")
    await table.started("Ann", "Ben")
    while (await table.game()).revision < 8:
        await played(table, 1)
    last = (await table.game()).revision
    page = await ann.slash("/show history")
    assert f"## History · move {last} of {last}" in page.text
    assert page.message.find("Move ▶").disabled
    await ann.click(page, "◀ Move")
    assert f"## History · move {last - 1} of {last}" in page.text
    await ann.click(page, "Move ▶")
    assert f"## History · move {last} of {last}" in page.text
    await ann.click(page, "⏮ First")
    assert f"## History · move 1 of {last}" in page.text
    assert page.message.find("⏪ Round").disabled
    await ann.click(page, "Round ⏩")
    at = int(page.text.split("move ")[1].split(" ")[0])
    assert 1 < at < last
    await ann.click(page, "⏪ Round")
    await ann.click(page, "Last ⏭")
    assert f"## History · move {last} of {last}" in page.text


async def test_history_goes_to_a_move(table: Table) -> None:
    ann = table.member("Ann")
    await table.started("Ann", "Ben")
    await played(table, 4)
    hints = await ann.autocomplete("/show history", "to", "move 3")
    [hint] = [h for h in hints if h["name"].startswith("move 3:")]
    assert "passes" in hint["name"]
    page = await ann.slash("/show history", to="3")
    assert "## History · move 3 of 5" in page.text
    assert "passes" in page.text
    assert "Name a move from 1 to 5" in (await ann.slash("/show history", to="9")).text


async def test_moves_that_were_taken_back_are_struck_through_in_history(table: Table) -> None:
    await table.started("Ann", "Ben")
    [actor] = await table.on_move()
    await table.act(actor, "count", by=1)
    with table.env._bot_scope():
        await undo.undo_or_redo(table.bot.games, (await table.info()).id, int(actor.id))
    await table.env.settle()
    page = await table.member("Dee").slash("/show history", to="2")
    assert "~~" in page.text
