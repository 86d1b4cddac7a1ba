"""The token of Hochberg Mining & Lumber: a town for the railroads of its owner, and for them alone (14.8)."""

from __future__ import annotations

from dataclasses import replace

from engine.board.board import Board
from engine.board.faces import JUNCTION, STOP, TOWN, Face, Stop
from engine.core.view import View
from engine.titles.g18oe.data.figures import Figures
from engine.titles.g18oe.railroads.marks import LUMBER, controls, place_of


def ground(view: View, company: str) -> Board:
    """The board as trains of the railroad find it: with the town, or without one that the token replaced."""
    board, place = view.board(), place_of(view, LUMBER)
    if place is None or not board.face(place[0]).track:
        return board
    ours, phase = controls(view, LUMBER, company), view.state.phase
    return board.remember(
        (LUMBER, ours, phase),
        lambda: replace(board, faces={place[0]: _face(view, board.face(place[0]), ours)}),
    )


def _face(view: View, face: Face, ours: bool) -> Face:
    amount = view.data.figures(Figures).privates.lumber[view.state.phase]
    stop = Stop(TOWN, amount) if ours else Stop(JUNCTION)
    if face.stops:
        return replace(face, stops=(stop,))
    if not ours:
        return face
    ends = sorted(end for segment in face.track for end in segment)
    return replace(face, stops=(stop,), track=tuple((end, STOP) for end in ends))
