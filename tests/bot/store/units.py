"""Units for the store's tests: they write a row, fail, or stay in the driver's thread."""

import threading

from sqlalchemy import text

from bot.store import preferences

ORPHAN = text("INSERT INTO follower (game, user_id, level, at) VALUES (999, 1, 'end', 0)")


def put(user):
    """A unit that writes a row of its own."""

    async def unit(conn):
        await preferences.MEMBERS.replace_preferences(conn, user, {})
        return user

    return unit


def fails_after(user, fault):
    """A unit that writes a row and then fails."""

    async def unit(conn):
        await preferences.MEMBERS.replace_preferences(conn, user, {})
        raise fault

    return unit


async def unstorable(conn):
    """A unit whose transaction cannot be committed."""
    await conn.execute(text("PRAGMA defer_foreign_keys = ON"))
    await conn.execute(ORPHAN)


class Halt:
    """A unit that stays in the driver's thread until it is let go."""

    def __init__(self, user, fault=None, *, writes=True):
        self.user, self.fault, self.writes = user, fault, writes
        self.begun, self.go = threading.Event(), threading.Event()

    async def __call__(self, conn):
        if self.writes:
            await preferences.MEMBERS.replace_preferences(conn, self.user, {})
        self.begun.set()
        assert self.go.wait(10)
        if self.fault:
            raise self.fault
        return self.user


async def kept(conn, user):
    count = "SELECT count(*) FROM member_pref WHERE user_id = :user"
    return (await conn.execute(text(count), {"user": user})).scalar()
