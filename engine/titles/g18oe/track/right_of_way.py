"""The right of way: a green tile before its time, for a railroad that no other way connects (11.1.9).

Whether yellow tiles would connect a home is the question of `ways_out`.
"""

from __future__ import annotations

from engine.board.board import Board
from engine.board.coords import distance
from engine.board.faces import CITY
from engine.core.errors import Violation
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.rules.track import Lay, hex_name
from engine.steps.track import LAYS
from engine.steps.turns import TURN, turn_note
from engine.titles.g18oe.railroads import solvency
from engine.titles.g18oe.railroads.companies import MAJOR, SMALL, home_hex
from engine.titles.g18oe.track import engineers, points
from engine.titles.g18oe.track.points import is_early
from engine.titles.g18oe.track.ways_out import can_connect, is_linked, way_out

GREEN = "green"
FORGONE = "way_forgone"
NOTES = {TURN + FORGONE: "the end of the turn"}
"""Turn note: the railroad could have connected its home when it began to lay track."""


def _in_first_turn(view: View, company: str) -> bool:
    """Whether the railroad has its first operating round, or has it yet to come, while green is not there."""
    record = view.company(company)
    small_or_new = record.floated and not record.operated
    return small_or_new and GREEN not in view.phase.tiles


def extra_colours(view: View, company: str) -> tuple[str, ...]:
    """Green for a railroad that may use the right of way now."""
    return (GREEN,) if may_use(view, company) else ()


def may_use(view: View, company: str) -> bool:
    """In its first operating round, with a point left, without another way now or when it began (11.1.9)."""
    if view.cursor.actor != company or not _in_first_turn(view, company) or turn_note(view, FORGONE):
        return False
    left = points.left(view, company)
    if left < 1:
        return False
    key = ("right of way", company, left, *_means(view, company))
    return view.board().remember(key, lambda: not can_connect(view, company, view.board(), left))


def remember(writer: PositionWriter, company: str, lay: Lay) -> None:
    """Write before the first tile of the turn whether the railroad has another way: then it forgoes this one.

    Before it is paid: the money for it may be what the other way needs.
    """
    if turn_note(writer, LAYS, []) or not _in_first_turn(writer, company) or is_early(writer, lay[1]):
        return
    if can_connect(writer, company, writer.board(), points.of_turn(writer, company)):
        writer.note(TURN + FORGONE, True)


def check(view: View, company: str, lay: Lay) -> Violation | None:
    """A green tile before its time is no city, and connects the home to a town or city (11.1.9)."""
    if not is_early(view, lay[1]):
        return None
    coord, tile, rotation = lay
    if view.board().catalogue[tile].drawing.indices(CITY):
        return Violation(
            "no_city_yet", say("The right of way is no city tile; {tile} is one.", tile=tile), {"tile": tile}
        )
    if is_linked(view, company, view.board().with_tile(coord, tile, rotation)):
        return None
    text = say(
        "A green tile by right of way connects the home of {company} to a town or city at once.",
        company=company,
    )
    return Violation("no_connection", text)


def check_own(view: View, company: str, lay: Lay) -> Violation | None:
    """No track that takes the last way from another railroad of the same player, yet to operate (11.1.9)."""
    president, board = view.president(company), view.board()
    if GREEN in view.phase.tiles or president is None:
        return None
    for other in view.companies(*SMALL, MAJOR):
        if other.id == company or not _in_first_turn(view, other.id) or view.president(other.id) != president:
            continue
        home, reach = home_hex(view, other.id), points.of_turn(view, other.id)
        if home is None or distance(board.hexmap.layout, home, lay[0]) > reach:
            continue
        if _loses_way(view, other.id, lay):
            text = say(
                "{hex_name} is the last way out for {id}: lay so that it keeps one.",
                hex_name=hex_name(view, lay[0]),
                id=other.id,
            )
            return Violation("own_way", text, {"company": other.id})
    return None


def _loses_way(view: View, company: str, lay: Lay) -> bool:
    """Whether the railroad has a way out, and none after the lay; a lay beside a way leaves it as it is."""
    way = _way(view, company, view.board())
    if way is None or (way and lay[0] not in way):
        return False
    return _way(view, company, view.board().with_tile(*lay)) is None


def _way(view: View, company: str, board: Board) -> frozenset[str] | None:
    key = ("own way", company, *_means(view, company))
    return board.remember(key, lambda: way_out(view, company, board, points.of_turn(view, company)))


def _means(view: View, company: str) -> tuple[int, int]:
    return solvency.to_spare(view, company), engineers.left_for(view, company)
