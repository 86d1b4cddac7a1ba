"""The board: coordinates, tiles, maps, what lies on them, what connects, and which lays are legal.

Knows nothing of companies beyond their ids, and nothing of players, money or rounds.
"""
