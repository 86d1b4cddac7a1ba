"""“What would you do?” on one's own page: told in private, counted, and off where the table wishes."""

from __future__ import annotations

from bot.computers.rows import hint_counts_by_seat
from bot.store import game_rows
from tests.bot.tables import Table, confirmed

ASK = "What would you do?"


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
