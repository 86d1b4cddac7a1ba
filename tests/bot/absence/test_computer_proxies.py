"""A seat handed to a computer and taken back: by its player, the game master and the vote of the table."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from sqlalchemy import select

from bot.absence.computer_proxies import VACATION_BEGINS, VACATION_ENDS, vacation_key
from bot.cards.lines import turns_as_text
from bot.cards.past_turns import turns_after
from bot.games.history import sentences_of_record
from bot.people import stats
from bot.store.game_rows import HAD_COMPUTERS
from bot.store.messages import outbox
from bot.store.tables import outbox as rows
from tests.bot.absence.test_absence import ran_out
from tests.bot.sitting import Sitting
from tests.bot.tables import Table, confirmed


async def chair(table: Table, seat: str) -> tuple[str, str, bool]:
    """The name shown of a seat, the level of its computer, and whether somebody holds it."""
    found = next(s for s in (await table.info()).seats if s.id == seat)
    return found.display_name, found.computer_level, found.user_id is not None


async def test_a_player_lets_a_computer_play_and_takes_the_seat_back(table: Table) -> None:
    [ann] = await table.on_move()
    seat, name = await table.seat_of(ann), ann.name
    await ann.slash("/game computer", level="easy")
    assert await chair(table, seat) == (f"{name} (computer)", "easy", True)
    assert table.posts("lets a computer play on (easy)")
    assert [m.name for m in await table.on_move()] != [name]
    game, info = await table.game(), await table.info()
    assert game.view.name(seat) == f"{name} (computer)"
    assert info.user_id_playing(seat) is None
    assert info.settings[HAD_COMPUTERS] is True
    page = await ann.slash("/turn")
    await ann.click(page, "Play myself again")
    assert await chair(table, seat) == (name, "", True)
    assert table.posts("plays without the computer again")
    assert not table.posts(f"lets {name} play")
    assert page.labels.count("Play myself again") == 0


async def test_the_reply_to_the_command_has_the_way_back(table: Table) -> None:
    [ann] = await table.on_move()
    seat, name = await table.seat_of(ann), ann.name
    reply = await ann.slash("/game computer", level="strong")
    assert reply.labels == ["Play myself again"]
    assert f"{name} (computer, strong)" in table.posts("**Seats**")[-1].text
    await ann.click(reply, "Play myself again")
    assert await chair(table, seat) == (name, "", True)
    assert "Done, and told to all here." in reply.text
    assert "Auto…" in reply.labels
    assert (await ann.slash("/game computer", level="off")).labels == []


async def test_a_player_hands_over_the_seat_by_a_menu_of_the_standing_orders(table: Table) -> None:
    [ann] = await table.on_move()
    seat, name = await table.seat_of(ann), ann.name
    page = await ann.slash("/turn")
    await ann.click(page, "Auto…")
    await ann.select(page, "steady", label="Let a computer play for me…")
    assert await chair(table, seat) == (f"{name} (computer)", "steady", True)
    texts = page.text.splitlines()
    assert "Done, and told to all here." in texts[0]
    said = [texts.index("### Standing orders"), texts.index("A computer plays for you (steady).")]
    assert said[1] == said[0] + 1
    assert "Play myself again" in page.labels[:1]
    assert "Let a computer play for me…" not in str(page.labels)
    await ann.click(page, "Play myself again")
    assert await chair(table, seat) == (name, "", True)


async def test_what_a_computer_did_for_a_player_keeps_its_name_when_the_seat_is_taken_back(
    table: Table,
) -> None:
    [ann] = await table.on_move()
    name, seat = ann.name, await table.seat_of(ann)
    await ann.slash("/game computer", level="easy")
    acted = next(record for record in (await table.game()).log if record.by == seat)
    await ann.click(await ann.slash("/turn"), "Play myself again")
    game = await table.game()
    assert game.view.name(acted.by) == name
    assert all(text.startswith(f"{name} (computer) ") for text in sentences_of_record(game, acted)[:1])
    assert any(f"{name} (computer)" in line for line in turns_as_text(turns_after(game, 1)).splitlines())
    assert f"{name} (computer)" in (await ann.slash("/show log")).text


async def test_for_good_the_seat_is_a_computers(table: Table) -> None:
    [ann] = await table.on_move()
    seat = await table.seat_of(ann)
    await ann.slash("/game computer", level="easy", good=True)
    assert await chair(table, seat) == ("Computer Ada", "easy", False)
    assert not (await table.info()).seats_held_by(int(ann.id))


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
    [result] = await table.bot.store.read(lambda conn: stats.results_of_user(conn, int(ann.id)))
    assert result.has_computers
    page = await ann.slash("/me stats")
    assert "0 games finished" in page.text
    assert "Against computers, or with them" in page.text


async def test_a_computer_plays_during_a_vacation_and_gives_the_seat_back(table: Table) -> None:
    [ann] = await table.on_move()
    seat, name, last = await table.seat_of(ann), ann.name, datetime.now(UTC).date() + timedelta(5)
    told = await ann.slash("/remind vacation", until=str(last), computer="easy")
    assert "A computer plays for you meanwhile in 1 game." in told.text
    assert await chair(table, seat) == (f"{name} (computer)", "easy", True)
    assert await returns(table) == [(1000 * end_of(last), {"user": int(ann.id), "seat": seat})]
    await ann.slash("/remind vacation")
    await table.env.settle()
    assert await chair(table, seat) == (name, "", True)
    assert await returns(table) == []


async def test_a_vacation_to_come_changes_no_seat_before_it_begins(table: Table) -> None:
    [ann] = await table.on_move()
    seat, today = await table.seat_of(ann), datetime.now(UTC).date()
    days: dict[str, Any] = {"from": str(today + timedelta(3)), "until": str(today + timedelta(5))}
    await ann.slash("/remind vacation", computer="easy", **days)
    assert (await chair(table, seat))[1] == ""
    await ann.slash("/remind vacation")
    assert await table.bot.store.read(lambda conn: outbox.next_due_time(conn, 1000 * end_of(today))) is None


async def test_who_left_the_table_gets_no_computer_for_his_vacation(table: Table) -> None:
    [ann] = await table.on_move()
    seat, today = await table.seat_of(ann), datetime.now(UTC).date()
    days: dict[str, Any] = {"from": str(today + timedelta(3)), "until": str(today + timedelta(5))}
    await ann.slash("/remind vacation", computer="easy", **days)
    await confirmed(ann, "/game resign")
    key = vacation_key(int(ann.id))
    await table.bot.store.write(lambda conn: outbox.set_messages_due(conn, key, VACATION_BEGINS, 0))
    table.bot.games.wake_sender()
    await table.env.settle()
    assert await chair(table, seat) == (f"{ann.name}", "", False)


def end_of(day: date) -> int:
    """The first second after a day (UTC), since 1970."""
    return int(datetime.combine(day + timedelta(1), time(), UTC).timestamp())


async def returns(table: Table) -> list[tuple[int, Any]]:
    """When seats are given back (ms since 1970), with what is stored of it."""
    query = select(rows.c.due, rows.c.payload).where(rows.c.kind == VACATION_ENDS)

    async def unit(conn) -> list[tuple[int, Any]]:
        return [tuple(row) for row in await conn.execute(query)]

    return await table.bot.store.read(unit)
