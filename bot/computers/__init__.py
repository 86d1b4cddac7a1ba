"""Computer players: when and what they decide (in worker processes), and hints for people.

words.py     names of computer players
rows.py      queries
choose.py    a decision, in a worker process
service.py   whose decision is due, and how it is made
driver.py    plays the games in which a computer player is to act
"""
