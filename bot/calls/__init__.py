"""Pings and reminders: when each member is pinged, digests, quiet hours, vacations, muted games, nudges.

    model.py    members with their hours, times of pings, reminders: flat frozen records, times in UTC seconds
    zones.py    a member's local time: quiet hours, weekends, vacations, daylight saving
    follow.py   a game moved on: which reminders end, go on or begin
    plan.py     what is due of them now, and when to look again
    scheduler.py  the one task that looks at the database when the next reminder falls due
    words.py    what pings, digests and notices say
    post.py     their messages: in the channel, or in direct messages

A *reminder* belongs to a seat for which a game waits. It ends when the game has moved on; nothing of it is
sent then.
"""
