"""One month at three tables, every call of it: a vacation, quiet hours, a weekend off, a snooze and a nudge,
clocks that run out, a restart, days of downtime, a player who drops out, one for whom another plays, and
daylight saving, which begins in Sydney on October 4 and ends in Berlin on October 25.
"""

from __future__ import annotations

from datetime import date

from bot.absence import service as absences
from bot.absence import votes as seat_votes
from bot.absence.votes import PROXY, SAFE, SUBSTITUTE, WAIT, YES
from bot.calls import service as reminders
from bot.calls.zones import timestamp_of
from bot.table import game_master
from bot.votes import service as voting
from bot.votes.rows import list_open_votes
from tests.bot.diary import ANN, BEN, CY, DEE, EVE, Diary


async def test_a_month_at_three_tables(diary: Diary) -> None:
    games = diary.games
    await reminders.set_reminder_settings(
        games, ANN, zone="Europe/Berlin", quiet_from=22 * 60, quiet_to=8 * 60
    )
    await reminders.set_reminder_settings(games, BEN, zone="Australia/Sydney", weekend=True)
    await reminders.set_reminder_settings(games, DEE, zone="America/New_York", gap=1800, digest=9)
    await diary.table("A", ANN, BEN, CY)
    await diary.table("B", CY, DEE, ANN, clock=48, pace="at once")
    await diary.table("C", DEE, BEN, EVE, pace="live")
    for step in SCRIPT:
        await step(diary)
    assert diary.lines == EXPECTED


def to(when, *steps):
    async def run(diary):
        await diary.until(f"2026-10-{when}")
        for step in steps:
            await step(diary)

    return run


def moves(letter, kind="pass", **args):
    async def run(diary):
        await diary.move(letter, kind, **args)

    return run


def asks(method, *args):
    async def run(diary):
        await method(diary.games, *args)

    return run


def game(method, letter, *args, **named):
    async def run(diary):
        done = await method(diary.games, diary.tables[letter], *args, **named)
        assert done is None or done.ok, done

    return run


async def restart(diary):
    await diary.restart()


def away(when):
    async def run(diary):
        await diary.away_until(f"2026-10-{when}")

    return run


def votes(letter, *ballots):
    """The newest open vote of a table gets these ballots."""

    async def run(diary):
        async with diary.games.store.transaction() as conn:
            newest = (await list_open_votes(conn, diary.tables[letter]))[-1]
        for user, choice in ballots:
            done = await voting.cast_vote(diary.games, newest.game_id, newest.id, user, choice)
            assert done.ok, done
        await diary.until(diary.text_now)

    return run


def snoozes(user, letter, hours):
    async def run(diary):
        assert await reminders.snooze_reminder(
            diary.games, user, diary.tables[letter], diary.now + hours * 3600
        )

    return run


def vacation(user, last):
    async def run(diary):
        await reminders.start_vacation(
            diary.games, user, diary.now, timestamp_of(date(2026, 10, last + 1), 0, "Europe/Berlin")
        )

    return run


def nudges(user, letter, seat):
    async def run(diary):
        assert await reminders.nudge_seat(diary.games, user, diary.tables[letter], seat) is None

    return run


def mutes(user, letter):
    async def run(diary):
        await reminders.set_mute(diary.games, user, diary.tables[letter], True)

    return run


def takes_seat(user, name, letter, seat):
    async def run(diary):
        done = await absences.request_seat(diary.games, diary.tables[letter], user, name, seat)
        assert done.code == "asked", done

    return run


SCRIPT = [
    # Thursday, October 1, 6:00 UTC: 8:00 in Berlin, 16:00 in Sydney, 2:00 in New York.
    to("01 06:01", moves("A")),  # Ann, before she need be called
    to("01 06:10", moves("B")),
    to("01 06:20", moves("C")),
    to("01 07:00", moves("A")),
    to("01 07:30", moves("A", "pay", to="p1", amount=1)),  # Cy goes on thinking
    to("01 16:00", moves("A")),
    to("01 16:05", snoozes(ANN, "A", 4)),  # until 22:05 in Berlin, when she rests
    to("01 20:00", moves("B")),  # Dee; 22:00 in Berlin
    to("02 06:30", moves("A")),  # Ann; the next reminder of Ben falls on a Saturday
    to("03 09:00", nudges(CY, "A", "p2")),
    to("03 21:00", votes("B", (CY, WAIT), (DEE, WAIT))),
    to("05 01:00", moves("A")),  # Ben
    to("05 02:00", moves("A")),  # Cy; 4:00 in Berlin
    to("05 21:30", votes("B", (CY, SAFE), (DEE, SAFE))),
    to("05 22:00", moves("B")),  # Cy
    to("05 23:00", moves("B")),  # Dee
    to("06 00:00", restart),
    to("06 00:10", vacation(ANN, 11)),
    to("13 00:00", away("15 12:00")),
    to("16 09:00", votes("B", (CY, SUBSTITUTE), (DEE, SUBSTITUTE))),
    to("17 10:00", takes_seat(EVE, "Eve", "B", "p3"), votes("B", (CY, YES), (DEE, YES))),
    to("17 11:00", moves("B")),  # Eve
    to("17 13:00", game(seat_votes.start_absence_vote, "A", CY, "p1")),
    to("17 13:10", votes("A", (BEN, f"{PROXY}:{CY}"), (CY, f"{PROXY}:{CY}"))),
    to("17 14:00", moves("A")),  # Cy for Ann; Sunday in Sydney
    to("18 10:00", game(game_master.pause_game, "B", CY)),
    to("19 10:00", moves("A")),  # Ben
    to("19 10:01", moves("A")),  # Cy for himself; then he plays for Ann again
    to("20 10:00", game(game_master.resume_game, "B", CY)),
    to("20 11:00", moves("B")),  # Cy
    to("24 12:00", moves("B")),  # Dee
    to("24 20:30"),
    to("25 07:30", moves("A")),  # Ann, who is called at 8:00 in Berlin: 7:00 UTC from today on
    to("25 13:30", mutes(CY, "A"), moves("A")),  # Ben
    to("30 10:00", game(game_master.reassign_seat, "B", CY, "p3", ANN, "Ann")),  # she is back
    to("31 00:00"),
]
EXPECTED = [
    "01 06:00 B card Cy",  # B calls at once
    "01 06:03 A ping Ben",  # two minutes after his turn began
    "01 06:10 B card Dee",
    "01 07:02 A ping Cy",
    "01 13:00 digest Dee",  # 9:00 in New York
    "01 14:10 B ping Dee",  # 8 h
    "01 15:30 A ping Cy",  # 8 h after he last did something
    "01 16:02 A ping Ann",
    "02 06:00 A ping Ann",  # snoozed into her quiet hours, which end at 8:00 in Berlin
    "02 06:00 B ping Ann",  # her turn began in them
    "02 06:32 A ping Ben",
    "02 14:00 B ping Ann",  # 8 h
    "03 14:00 B ping Ann",  # 24 h
    "03 20:00 B vote open about Ann",  # 48 h of the clock
    "03 21:00 B vote wait about Ann",
    "04 13:00 A ping Ben by Cy",  # Monday 0:00 in Sydney, where summer time has begun
    "04 21:00 A ping Ben",
    "05 01:02 A ping Cy",
    "05 06:00 A ping Ann",
    "05 14:00 B ping Ann",  # 48 h
    "05 14:00 A ping Ann",  # 8 h
    "05 21:00 B vote open about Ann",  # 48 h after the table waited on
    "05 21:30 B vote safe about Ann",
    "05 21:30 B card Cy",
    "05 22:00 B card Dee",
    "12 06:00 A ping Ann",  # back from vacation, 8:00 in Berlin
    "12 06:00 B ping Ann",
    "12 14:00 B ping Ann",  # 8 h
    "15 12:00 A ping Ann",  # due on the 14th, when the bot was down
    "15 12:00 B ping Ann",  # due on the 13th
    "16 08:50 B vote open about Ann",  # 48 h, less 6 days of vacation and 60 h of downtime
    "16 09:00 B vote free about nobody",
    "17 10:00 B vote yes about Eve",
    "17 10:00 B card Eve",
    "17 11:00 B card Cy",
    "17 12:00 A told Ann",  # 48 h after the last of four pings
    "17 13:00 A vote open about Ann",
    "17 13:10 A vote proxy:3 about Ann",
    "17 13:12 A ping Cy",  # who plays for her
    "17 19:00 B ping Cy",
    "18 13:00 A ping Ben",  # Monday 0:00 in Sydney
    "18 21:00 A ping Ben",
    "19 10:03 A ping Cy",  # for Ann again; his own turn lasted a minute
    "19 18:03 A ping Cy",
    "20 10:00 B card Cy",  # the pause is over
    "20 11:00 B card Dee",
    "20 13:00 digest Dee",
    "20 18:03 A ping Cy",
    "20 19:00 B ping Dee",
    "21 13:00 digest Dee",
    "21 19:00 B ping Dee",
    "22 11:00 B vote open about Dee",
    "22 13:00 digest Dee",
    "22 18:03 A ping Cy",
    "23 13:00 digest Dee",
    "23 19:00 B ping Dee",
    "24 12:00 B vote moved about Dee",
    "24 12:00 B card Eve",
    "24 13:12 A ping Ann",  # her proxy's seven days are over
    "24 20:00 B ping Eve",
    "25 07:00 A ping Ann",  # 8:00 in Berlin, where winter time has begun
    "25 13:00 A ping Ben",  # Monday 0:00 in Sydney
    "25 20:00 B ping Eve",
    "26 12:00 B vote open about Eve",
    "27 20:00 B ping Eve",
    "29 12:00 B vote wait about Eve",  # three days in which nobody voted: her clock begins anew
    "29 20:00 B told Eve",
    "30 10:00 B card Ann",
    "30 18:00 B ping Ann",
    "30 21:30 A told Cy",  # who muted the table
]
