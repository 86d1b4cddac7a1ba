"""The board of 18OE as the rules see it (2.1, 11.1.3)."""

from __future__ import annotations

from engine.rules.boards import BoardPolicy


class Map(BoardPolicy):
    """A circle is kept for the home of each regional in the game that has yet to place its token (3.1)."""


BOARD = Map(__file__)
