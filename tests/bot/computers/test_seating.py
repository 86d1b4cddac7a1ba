"""Computers take seats: on the set-up card, with the command that makes a table, and in a game at once."""

from __future__ import annotations

from typing import Any

from bot.computers.words import name_with_level
from bot.store.game_rows import SeatInfo
from tests.bot.tables import Table

TITLE = "1889"


async def lobby(room: Table, **options: Any) -> None:
    """Ann's table, not begun."""
    await room.member("Ann").slash("/game new", title=TITLE, name="Tuesday", **options)


async def computers(room: Table) -> list[str]:
    """The names of the computers at the table."""
    return [chair.name for chair in (await room.info()).seats if chair.computer_level]


async def test_the_owner_adds_and_drops_computers_on_the_card(room: Table) -> None:
    await lobby(room)
    ann = room.member("Ann")
    page = await ann.click(room.with_button("Join"), "Add a computer")
    page = await ann.click(page, "Add: strong")
    page = await ann.click(page, "Add: easy")
    assert await computers(room) == ["Computer Ada", "Computer Bo"]
    assert "Computer Ada (strong)" in room.with_button("Join").text
    await ann.click(page, "Without Computer Ada (strong)")
    assert await computers(room) == ["Computer Bo"]


async def test_only_the_owner_adds_them(room: Table) -> None:
    await lobby(room)
    page = await room.member("Ben").click(room.with_button("Join"), "Add a computer")
    assert "Only the owner" in page.message.text
    assert await computers(room) == []


async def test_a_table_is_made_with_computers(room: Table) -> None:
    await lobby(room, computers="2 easy, strong")
    assert await computers(room) == ["Computer Ada", "Computer Bo", "Computer Cleo"]


async def test_more_than_can_play_are_refused(room: Table) -> None:
    page = await room.member("Ann").slash("/game new", title=TITLE, name="Tuesday", computers="6")
    assert "6 can play, computers included" in page.message.text


async def test_what_is_typed_wrong_is_explained(room: Table) -> None:
    page = await room.member("Ann").slash("/game new", title=TITLE, name="Tuesday", computers="2 clever")
    assert "2 steady" in page.message.text


async def test_a_full_table_takes_none(room: Table) -> None:
    await lobby(room, computers="5")
    card = room.with_button("Leave")
    assert card.find("Add a computer").disabled


async def test_a_game_at_once(room: Table) -> None:
    ann = room.member("Ann")
    page = await ann.slash("/game solo", title=TITLE, level="easy", computers=3)
    info = await room.info()
    assert (info.status, len(info.seats)) == ("running", 4)
    assert "You play against" in page.message.text
    assert "Take turn" in room.channel_messages()[-1].labels
    assert [m.name for m in await room.on_move()] == ["Ann"]


async def test_the_seats_are_arranged_with_computers_among_them(room: Table) -> None:
    await lobby(room, computers="2 easy")
    await room.member("Ann").slash("/game seats", order="3 1 2")
    assert [chair.name[:12] for chair in (await room.info()).seats] == ["Computer Bo", "Ann", "Computer Ada"]


async def test_the_next_game_has_the_same_computers(room: Table) -> None:
    from bot.table import service as tables

    await lobby(room, computers="2 easy")
    info = await room.info()
    made = await tables.create_rematch(
        room.bot.games, info, info.owner_id, channel_id=None, interaction_id=None
    )
    again = await room.bot.games.info(made.game_id)
    assert again is not None
    assert [(chair.name, chair.computer_level) for chair in again.seats][1:] == [
        ("Computer Ada", "easy"), ("Computer Bo", "easy"),
    ]  # fmt: skip


def test_the_level_stands_once_behind_the_name_of_a_computer() -> None:
    """Computers of older games have it in their names."""
    for name in ("Computer Ada", "Computer Ada (easy)"):
        assert name_with_level(SeatInfo("p1", name, None, "easy")) == "Computer Ada (easy)"
