"""Members who are away, as the table sees it: votes and free seats.

    pages.py     the cards of votes and of seats that are to be had
    presses.py   what their buttons do
    post.py      their messages

Who may do what, and what comes of it, is `bot.absence.service`.
"""
