"""`/me`: wishes, games everywhere, what is stored, and being forgotten."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import String, cast, delete, insert, select

from bot.absence import proxies
from bot.calls import service as reminders
from bot.chat.press import Press
from bot.people import rows as traces
from bot.people import stats
from bot.people.commands import DATA_LABELS
from bot.people.rows import user_id_columns
from bot.store import tables
from bot.table import transfer
from bot.turn.choosing.legal_moves import MAX_PLACEHOLDER
from bot.work.importer import rebuild_game
from tests.bot.places import server
from tests.bot.tables import Table, confirmed
from tests.simtable import SimAnswer, SimMember


def wish(key: str) -> str:
    return Press(0, 0, "pref", key).custom_id


async def in_private(table: Table, member: SimMember, command: str) -> SimAnswer:
    """A command in the direct messages of a member."""
    return SimAnswer(table.env, await member.actor.user.slash(command.removeprefix("/")))


async def test_wishes_are_set_and_kept(table: Table) -> None:
    ann = table.member("Ann")
    page = await ann.slash("/me prefs")
    assert page.ephemeral
    await ann.select(page, "contrast", custom_id=wish("theme"))
    await ann.click(page, "Words before pictures: off")
    await ann.select(page, "danger", custom_id=wish("confirm"))
    await table.restart()
    wishes = await table.bot.preferences.member_preferences(int(ann.id))
    assert (wishes.theme, wishes.text_first, wishes.confirm) == ("contrast", True, "danger")


async def test_each_menu_of_the_settings_says_what_it_sets(table: Table) -> None:
    page = await table.member("Ann").slash("/me prefs")
    for preference in ("theme", "confirm"):
        labels = [option["label"] for option in page.message.pick(None, wish(preference)).options]
        assert len({label.partition(":")[0] for label in labels}) == 1, labels
        assert all(len(label) <= MAX_PLACEHOLDER for label in labels)


async def test_words_come_first_for_whoever_wishes_it(table: Table) -> None:
    ann, ben = table.member("Ann"), table.member("Ben")
    await table.started("Ann", "Ben", title="18EZ")
    await table.bot.preferences.update_member_preferences(int(ann.id), text_first=True)
    assert not (await ann.slash("/show map")).message.images
    assert (await ann.slash("/show map", None, **{"as": "image"})).message.images
    assert (await ben.slash("/show map")).message.images


async def test_pictures_have_the_colours_of_the_member(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = table.member("Ann")
    await table.started("Ann", "Ben", title="18EZ")
    await table.bot.preferences.update_member_preferences(int(ann.id), theme="contrast")
    usual = (await table.member("Ben").slash("/show map")).message.images[0][0]
    assert (await ann.slash("/show map")).message.images[0][0] != usual


async def test_a_move_goes_unasked_for_whoever_wishes_it(table: Table) -> None:
    ann = table.member("Ann")
    await table.started("Ann", "Ben", order="join")
    [actor] = await table.on_move()
    await table.bot.preferences.update_member_preferences(int(actor.id), confirm="danger")
    page = await actor.slash("/turn")
    before = (await table.game()).revision
    label = next(label for label in page.labels if label.startswith("Count on"))
    await actor.click(page, label)
    assert (await table.game()).revision == before + 1
    assert ann in table.people.values()


async def test_my_games_are_listed_in_direct_messages(table: Table) -> None:
    ben = table.member("Ben")
    assert "You play in no game" in (await in_private(table, ben, "/me games")).text
    await table.started("Ann", "Ben")
    told = await in_private(table, ben, "/me games")
    assert f"[Tuesday](https://discord.com/channels/{server(table).id}/{table.channel.id})" in told.text
    assert len(told.messages) == 1
    [actor] = await table.on_move()
    assert "**your turn**" in (await in_private(table, actor, "/me games")).text


async def test_a_game_that_cannot_be_read_keeps_no_other_off_the_list(table: Table) -> None:
    await table.started("Ann", "Ben")
    damaged = (await table.info()).id
    table.channel = server(table).create_text_channel("elsewhere")
    await table.started("Ann", "Ben")
    await table.damage(damaged)
    [actor] = await table.on_move()
    lines = (await in_private(table, actor, "/me games")).text.splitlines()
    assert ["**your turn**" in line for line in lines if "[Tuesday]" in line] == [True, False]


async def test_what_is_stored_is_counted_and_handed_out(table: Table) -> None:
    ben = table.member("Ben")
    assert "Nothing is stored of you." in (await ben.slash("/me data what")).text
    await table.started("Ann", "Ben")
    await ben.slash("/game follow", level="end")
    told = (await ben.slash("/me data what")).text
    assert "- seats that you hold: 1" in told
    assert "- tables that you follow: 1" in told
    got = await ben.slash("/me data get")
    data = json.loads(got.message.files["stationmaster-data.json"])
    assert data["seat"][0]["user_id"] == int(ben.id)
    assert data["follower"][0]["level"] == "end"


def test_whatever_is_kept_of_somebody_has_words() -> None:
    assert {held.name for held, _ in user_id_columns()} == DATA_LABELS.keys()


async def test_somebody_is_forgotten_in_the_middle_of_a_game(table: Table) -> None:
    ann, ben = table.member("Ann"), table.member("Ben")
    await table.started("Ann", "Ben", "Cy", order="join")
    for _ in range(4):
        [actor] = await table.on_move()
        await table.act(actor, "pass")
    await ben.slash("/game follow")
    await ben.slash("/me prefs")
    await table.bot.preferences.update_member_preferences(int(ben.id), theme="contrast")
    seat, info, moves = await table.seat_of(ben), await table.info(), (await table.game()).revision
    new = f"Player {seat.removeprefix('p')}"
    page = await confirmed(ben, "/me data forget")
    assert page.text.startswith("You are forgotten.")
    game = await table.game()
    assert (game.revision, game.view.name(seat)) == (moves, new)
    after = await table.info()
    assert after.status == "running"
    assert (after.holder_id_of(seat), len(after.seats)) == (None, 3)
    assert "Ben" not in (await ann.slash("/show log")).text
    assert new in (await ann.slash("/show log")).text
    assert await left_of(table, ben) == {}
    assert await said_of(table, "Ben", info.id) == []
    [offered] = table.posts("is to be had")
    assert f"The seat of {new} is free." in offered.text
    assert offered.labels == ["Take the seat"]
    assert "Nothing is stored of you." in (await ben.slash("/me data what")).text
    await ann.slash("/gm replace", seat=seat, user=table.member("Dee"))
    assert (await table.info()).holder_id_of(seat) == int(table.member("Dee").id)


async def test_a_proxy_is_forgotten_and_the_game_waits_for_the_holder(table: Table) -> None:
    ann, dee = table.member("Ann"), table.member("Dee")
    await table.started("Ann", "Ben", "Cy", order="join")
    [actor] = await table.on_move()
    seat, games, info = await table.seat_of(actor), table.bot.games, await table.info()
    assert (await proxies.set_proxy(games, info.id, int(ann.id), seat, int(dee.id))).ok
    assert [reminder.user_id for reminder in await reminders.reminders_of_game(games, info.id)] == [
        int(dee.id)
    ]
    await confirmed(dee, "/me data forget")
    assert await left_of(table, dee) == {}
    assert [reminder.user_id for reminder in await reminders.reminders_of_game(games, info.id)] == [
        int(actor.id)
    ]
    assert (await table.info()).user_id_playing(seat) == int(actor.id)


async def test_the_owner_is_forgotten_and_the_table_stays_in_hands(table: Table) -> None:
    ann, ben = table.member("Ann"), table.member("Ben")
    await table.started("Ann", "Ben", order="join")
    await confirmed(ann, "/me data forget")
    info = await table.info()
    assert info.owner_id == int(ben.id)
    assert await left_of(table, ann) == {}
    await table.restart()
    game, seat = await table.game(), next(s.id for s in info.seats if s.user_id is None)
    assert game.view.name(seat) == f"Player {seat.removeprefix('p')}"


async def test_a_seat_before_the_start_is_given_up(table: Table) -> None:
    ann, ben = table.member("Ann"), table.member("Ben")
    await ann.slash("/game new", title="TOY", name="Tuesday")
    await ben.slash("/game join")
    await confirmed(ben, "/me data forget")
    assert [s.user_id for s in (await table.info()).seats] == [int(ann.id)]
    assert await left_of(table, ben) == {}


async def test_whoever_left_long_ago_is_forgotten_too(table: Table) -> None:
    ann, ben, dee = table.member("Ann"), table.member("Ben"), table.member("Dee")
    await table.started("Ann", "Ben", "Cy", order="join")
    seat = await table.seat_of(ben)
    await ann.slash("/gm replace", seat=seat, user=dee)
    await confirmed(ben, "/me data forget")
    assert (await table.info()).holder_id_of(seat) == int(dee.id)
    assert (await table.game()).view.name(seat) == "Dee"
    assert await said_of(table, "Ben", (await table.info()).id) == []


async def left_of(table: Table, member: SimMember) -> dict[str, int]:
    """In how many rows of which tables a member's id still stands, wherever it may be."""
    found = {}
    async with table.bot.store.transaction() as conn:
        for kept in tables.metadata.sorted_tables:
            rows = (await conn.execute(select(kept))).all()
            if number := sum(member.id in json.dumps(list(row), default=str) for row in rows):
                found[kept.name] = number
    return found


async def said_of(table: Table, name: str, game: int) -> list[str]:
    """Where a name still stands of a game."""
    queries = [
        select(kept).where(column == game)
        for kept, column in (
            (tables.game, tables.game.c.id),
            *((kept, kept.c.game) for kept in (tables.seat, tables.audit, tables.record)),
        )
    ]
    async with table.bot.store.transaction() as conn:
        rows = [row for query in queries for row in (await conn.execute(query)).all()]
    return [str(row) for row in rows if name in str(row)]


def test_every_table_that_keeps_users_is_known_by_its_columns() -> None:
    """A column that holds users has one of the names by which they are found."""
    known = {(table.name, column.name) for table, column in traces.user_id_columns()}
    named = {
        (table.name, column.name)
        for table in tables.metadata.sorted_tables
        for column in table.columns
        if "user" in column.name or column.name in ("owner", "member", "proxy", "by")
    }
    assert named == known
    assert cast(tables.game.c.owner, String) is not None


async def test_a_game_whose_player_is_forgotten_goes_out_and_comes_in_again(table: Table) -> None:
    await table.started("Ann", "Ben", "Cy", title="18EZ", order="join")
    for _ in range(3):
        [actor] = await table.on_move()
        await table.act(actor, "pass")
    await confirmed(table.member("Ben"), "/me data forget")
    raw = await transfer.export_game(table.bot.games, (await table.info()).id)
    assert "Ben" not in json.dumps(raw)
    assert rebuild_game(raw).revision == (await table.game()).revision


async def play_out(table: Table) -> None:
    """Whoever is to act counts or passes, until the game is over."""
    for _ in range(200):
        info = await table.info()
        if info.status == "ended":
            return
        [actor] = await table.on_move()
        game = await table.game()
        kinds = [c.kind for c in game.choices(info.seats_played_by(int(actor.id))[0]) if not c.fields]
        await table.act(actor, kinds[0])
    raise AssertionError("the game does not end")


async def test_statistics_count_what_the_rules_ended(table: Table) -> None:
    ann, ben = table.member("Ann"), table.member("Ben")
    assert "0 games finished, 0 won" in (await ann.slash("/me stats")).text
    await table.started("Ann", "Ben", options="length=short")
    await play_out(table)
    scores = (await table.game()).scores()
    info = await table.info()
    places = {
        m: 1 + sum(s > scores[info.seats_played_by(int(m.id))[0]] for s in scores.values())
        for m in (ann, ben)
    }
    for member, place in places.items():
        page = await member.slash("/me stats")
        assert page.ephemeral
        assert f"1 game finished, {int(place == 1)} won" in page.text
        assert f"- TOY: places {place} of 2" in page.text
        assert "second after" in page.text or "seconds after" in page.text
    await table.started("Ann", "Ben", options="length=short")
    assert "You play at 1 table now." in (await ann.slash("/me stats")).text
    await confirmed(ann, "/game end", reason="no time")
    page = await ann.slash("/me stats")
    assert "1 game finished" in page.text
    assert "You play at 0 tables now." in page.text


async def test_turns_are_timed_from_the_move_before_them(table: Table) -> None:
    await table.started("Ann", "Ben")
    async with table.bot.store.transaction() as conn:
        await conn.execute(delete(tables.record))
        rows = [(1, 7, "button", 0), (2, 8, "button", 60), (3, 8, "button", 100), (4, 7, "auto", 200),
                (5, 8, "button", 320)]  # fmt: skip
        for record_number, user, via, at in rows:
            row = {
                "game": 1,
                "seq": record_number,
                "seat": "p1",
                "user_id": user,
                "via": via,
                "body": {},
                "digest": b"",
            }
            await conn.execute(insert(tables.record).values(**row, at=at * 1000))
    async with table.bot.store.transaction() as conn:
        assert await stats.turn_statistics(conn, 8) == (2, 90)
        assert await stats.turn_statistics(conn, 7) == (0, 0)
