"""Computers that play seats: they choose in the workers, and move by the write path of people.

words.py     what they are called
rows.py      queries
choose.py    a decision, in a worker
service.py   whose decision is due, and how it is made
driver.py    plays the games in which a computer is to act
"""
