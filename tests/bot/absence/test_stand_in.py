"""A seat handed to a computer and taken back: by its player, the game master and the vote of the table."""

from __future__ import annotations

from bot.people import stats
from bot.store.game_rows import COMPUTERS
from tests.bot.absence.test_absence import ran_out
from tests.bot.sitting import Sitting
from tests.bot.tables import Table


async def chair(table: Table, seat: str) -> tuple[str, str, bool]:
    """The name shown of a seat, the level of its computer, and whether somebody holds it."""
    found = next(s for s in (await table.info()).seats if s.seat == seat)
    return found.shown, found.computer, found.user is not None


async def test_a_player_lets_a_computer_play_and_takes_the_seat_back(table: Table) -> None:
    [ann] = await table.on_move()
    seat, name = await table.seat_of(ann), ann.name
    await ann.slash("/game computer", level="easy")
    assert await chair(table, seat) == (f"{name} (computer)", "easy", True)
    assert table.posts(f"lets a computer play for {name}")
    assert [m.name for m in await table.on_move()] != [name]
    game, info = await table.game(), await table.info()
    assert game.view.name(seat) == f"{name} (computer)"
    assert info.player_of(seat) is None
    assert info.settings[COMPUTERS] is True
    page = await ann.slash("/turn")
    await ann.click(page, "Play myself again")
    assert await chair(table, seat) == (name, "", True)
    assert table.posts("play without a computer again")


async def test_for_good_the_seat_is_a_computers(table: Table) -> None:
    [ann] = await table.on_move()
    seat = await table.seat_of(ann)
    await ann.slash("/game computer", level="easy", good=True)
    assert await chair(table, seat) == ("Computer Ada (easy)", "easy", False)
    assert not (await table.info()).held_by(int(ann.id))


async def test_the_game_master_may_do_so_and_others_may_not(table: Table) -> None:
    [actor] = await table.on_move()
    seat = await table.seat_of(actor)
    other = next(m for m in (table.member("Ben"), table.member("Cy")) if m.name != actor.name)
    told = await other.slash("/gm computer", seat=seat, level="easy")
    assert "Only the owner" in told.text
    await table.member("Ann").slash("/gm computer", seat=seat, level="easy")
    assert (await chair(table, seat))[1] == "easy"
    await table.member("Ann").slash("/gm computer", seat=seat, level="off")
    assert (await chair(table, seat))[1] == ""


async def test_the_table_votes_that_a_computer_plays_on(sit: Sitting) -> None:
    actor, one, two = await ran_out(sit)
    seat = await sit.table.seat_of(actor)
    card = sit.table.posts("What is to be done?")[-1]
    await one.click(card, "A computer plays on")
    await two.click(card, "A computer plays on")
    assert (await chair(sit.table, seat))[1:] == ("steady", True)
    assert "A computer plays for the seat" in card.text


async def test_results_with_computers_are_counted_apart(table: Table) -> None:
    ann = table.member("Ann")
    await ann.slash("/game computer", level="easy")
    await ann.slash("/game computer", level="off")
    game = (await table.info()).id

    async def over(conn) -> None:
        from sqlalchemy import update

        from bot.store.tables import game as games

        values = {"status": "ended", "scores": {"p1": 3, "p2": 2, "p3": 1}}
        await conn.execute(update(games).where(games.c.id == game).values(**values))

    await table.bot.store.write(over)
    [result] = await table.bot.store.read(lambda conn: stats.results(conn, int(ann.id)))
    assert result.computers
    page = await ann.slash("/me stats")
    assert "0 games finished" in page.text
    assert "Against computers, or with them" in page.text
