"""How many tokens Brandt & Brandau, Engineers have left, in the game and in this round (14.9)."""

from __future__ import annotations

from engine.core.events import MarkerMoved
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.titles.g18oe.data.figures import Figures
from engine.titles.g18oe.railroads.companies import FACE_DOWN
from engine.titles.g18oe.railroads.marks import BRANDT, BRANDT_MARKS, controls

ROUGH = "rough"
USED = "brandt_used"
NOTES = {USED: "the next operating round"}
"""Note: the operating round in which tokens were last used, and how many of them."""


def unused(view: View) -> list[str]:
    """The tokens that were never placed."""
    placed: int = view.company(BRANDT).data.get("placed", 0)
    return list(BRANDT_MARKS[placed:])


def used_now(view: View) -> int:
    """How many tokens were used in this operating round: two at most."""
    round_, count = view.state.notes.get(USED, ["", 0])
    return int(count) if round_ == _round(view) else 0


def left_now(view: View) -> int:
    """How many tokens may still be used in this operating round."""
    return min(len(unused(view)), view.data.figures(Figures).privates.brandt_per_round - used_now(view))


def left_for(view: View, company: str) -> int:
    """How many tokens may still be used for a railroad in this operating round."""
    in_game = BRANDT in view.state.companies and controls(view, BRANDT, company)
    return left_now(view) if in_game else 0


def _round(view: View) -> str:
    return f"{view.cursor.number}.{view.cursor.part}"


def is_rough(view: View, coord: str) -> bool:
    """Whether a hex is rough terrain, on which the tokens go."""
    return any(kind == ROUGH for kind, _ in view.board().hexmap[coord].terrain)


def use(writer: PositionWriter, coord: str) -> None:
    """Place a token on a hex; with the last one the certificate is turned face down."""
    writer.emit(MarkerMoved(unused(writer)[0], None, (coord, 0)))
    placed = len(BRANDT_MARKS) - len(unused(writer)) + 1
    writer.note_company(BRANDT, "placed", placed)
    writer.note(USED, [_round(writer), used_now(writer) + 1])
    if placed == len(BRANDT_MARKS):
        writer.note_company(BRANDT, FACE_DOWN, True)
