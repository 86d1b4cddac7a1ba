"""Absent players: time limits, votes about their seats, proxies who play for them, free and offered seats.

    pages.py     the cards of seats that are free or offered
    buttons.py   what their buttons do
    post.py      their messages
    proxies.py   members who play for absent players

Who may do what, and the effects, are in `bot.absence.service`.
"""
