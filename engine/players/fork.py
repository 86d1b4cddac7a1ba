"""A private branch of a position in which actions are tried and taken back, without laws and log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from engine.core.actions import Action, Json
from engine.core.choices import Choice, Option, Range, Waiting
from engine.core.flow import choices_in, move_in, settle, waiting_in
from engine.core.log import Timeline
from engine.core.state import copied
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.game import Game


def fork_for_player(game: Game) -> Game:
    """A game in the same position for somebody who thinks: without the seed, the notes and the way there.

    All else that the titles have lies open on the table.
    """
    made = Game.__new__(Game)
    made.title, made.setup = game.title, replace(game.setup, seed=0, state={})
    made.log, made.lenient, made.breaches = [], game.lenient, []
    made.state = copied(game.state)
    made._write(PositionWriter(game.title, made.state))
    made._totals, made._timeline, made._before = game._totals, Timeline(), []
    made.view.names = game.view.names
    made.view.share_board(game.view)
    return made


class Fork:
    """A branch of a game. What is done in it is taken back in the opposite order; the game never changes."""

    def __init__(self, game: Game) -> None:
        self.title = game.title
        self.writer = PositionWriter(game.title, copied(game.state))
        self.view: View = self.writer.reader()
        self.view.share_board(game.view)

    def waiting(self) -> Waiting | None:
        """Whom the branch waits for; None when the game is over in it."""
        return waiting_in(self.view)

    def choices(self, seat: str) -> list[Choice]:
        """The kinds of action that a seat may take now."""
        return choices_in(self.view, seat)

    def options(
        self, seat: str, kind: str, field: str, partial: Mapping[str, Json]
    ) -> Sequence[Option] | Range:
        """The legal values of the next field of a choice."""
        move = move_in(self.view, seat, kind)
        return () if move is None else move.options(self.view, Action(kind, seat, partial), field)

    def legal(self, action: Action) -> bool:
        """Whether the action may be taken now."""
        move = move_in(self.view, action.player, action.kind)
        return move is not None and move.check(self.view, action) is None

    def do(self, action: Action) -> None:
        """Take a legal action and go on to the next decision."""
        move = move_in(self.view, action.player, action.kind)
        assert move is not None
        move.perform(self.writer, action)
        settle(self.writer)

    @contextmanager
    def branch(self) -> Iterator[None]:
        """All that is done inside is taken back."""
        mark, board, version = len(self.writer.open), self.view.board(), self.writer.state.board_version
        try:
            yield
        finally:
            while len(self.writer.open) > mark:
                self.writer.open.pop().revert(self.writer.state)
            if self.writer.state.board_version != version:
                self.view.keep_board(board)

    @contextmanager
    def after(self, action: Action) -> Iterator[View]:
        """The position after a legal action, which is taken back."""
        with self.branch():
            self.do(action)
            yield self.view
