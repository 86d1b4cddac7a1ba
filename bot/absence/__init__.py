"""Absent players: a game's clock, votes about their seats, proxies who play for them, free and offered seats.

    pages.py     the cards of seats that are free or offered
    buttons.py   what their buttons do
    post.py      their messages
    proxies.py   members who play for absent players

Who may do what, and what comes of it, is `bot.absence.service`.
"""
