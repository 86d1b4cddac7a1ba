"""A second game in the same position, or in an earlier one, without folding the log anew."""

from __future__ import annotations

from engine.core.log import Timeline
from engine.core.state import copied
from engine.core.writer import PositionWriter
from engine.game import Game

BACK = ("undo", "redo")


def copy_of(game: Game) -> Game:
    """A game of its own in the same position: what happens in one leaves the other as it is."""
    made = Game.__new__(Game)
    made.title, made.setup, made.log = game.title, game.setup, list(game.log)
    made.state = copied(game.state)
    made._write(PositionWriter(game.title, made.state))
    made._totals, made.lenient, made.breaches = game._totals, game.lenient, []
    made._timeline, made._before = Timeline(), list(game._before)
    made._timeline.active_records, made._timeline.undone = (
        list(game._timeline.active_records),
        list(game._timeline.undone),
    )
    made.view.names, made.view.answers = game.view.names, game.view.answers
    made.view.share_board(game.view)
    return made


def rewound(game: Game, record_number: int) -> Game | None:
    """A copy as it was just after a record; None where folding from the beginning is simpler."""
    if len(game.log) - record_number > record_number or any(
        record.kind in BACK for record in game.log[record_number - 1 :]
    ):
        return None
    made = copy_of(game)
    while len(made.log) > record_number:
        made._step_back()
        made.log.pop()
    made._timeline.undone.clear()
    return made
