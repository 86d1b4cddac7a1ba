"""How a title reads the board, for routes of one company: see `engine.board.terms`."""

from __future__ import annotations

from engine.board.terms import PLAIN, End, Terms

__all__ = ["PLAIN", "End", "Terms"]
