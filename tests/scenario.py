"""Builds positions (`engine.checks.scenario`), and titles on another board than their own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.board.board import Board
from engine.checks.scenario import Scenario, act, code_of, kinds, refusal
from engine.core.state import State
from engine.rules.boards import BoardPolicy
from engine.title import Title

__all__ = ["Drawn", "Scenario", "act", "code_of", "kinds", "on_board", "refusal"]


class Drawn(BoardPolicy):
    """A title's reading of another board than its own."""

    def __init__(self, own, board):
        self._own, self._board = own, board

    def board(self, state):
        return self._board(state)

    def stock_of(self, tile):
        return self._own.stock_of(tile)

    def lay_rules(self, view, company):
        return self._own.lay_rules(view, company)


def on_board(title: Title, board: Callable[[State], Board], **rules: Any) -> Title:
    """The title on a board that a function makes, with other ``rules`` if there are any."""
    return replace(title, rules=replace(title.rules, board=Drawn(title.rules.board, board), **rules))
