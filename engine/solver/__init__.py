"""The search for the best set of routes: a problem in plain numbers, and its answer.

It knows nothing of the game.
"""
