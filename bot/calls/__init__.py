"""Pings and reminders: when each member is pinged, digests, quiet hours, vacations, muted games, nudges.

    model.py    reminder settings, times of pings, reminders: flat frozen records, times in UTC seconds
    zones.py    a member's local time: quiet hours, weekends, vacations, daylight saving
    follow.py   after a write of a game: which reminders end, which are kept and which begin
    plan.py     which messages of the reminders are due now, and when to check again
    scheduler.py  the one task that reads the database when the next reminder falls due
    words.py    the texts of pings, digests and notices
    post.py     their messages: in the channel, or in direct messages

A *reminder* belongs to a seat that a game is waiting for. It ends when the game has moved on; none of its
messages is sent after that.
"""
