"""Computer players: when and what they decide (in worker processes), and hints for people.

words.py     what they are called
rows.py      queries
choose.py    a decision, in a worker
service.py   whose decision is due, and how it is made
driver.py    plays the games in which a computer is to act
"""
