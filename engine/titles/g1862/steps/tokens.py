"""Station markers of 1862: the home marker (7.2), further ones (7.7), and who makes room (7.2)."""

from __future__ import annotations

from engine.board.lays import lays as board_lays
from engine.core.state import Place, Token
from engine.core.story import Rank
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.rules.tokens import TokenPolicy, home_place, needs_home
from engine.rules.track import hex_name, is_bare
from engine.titles.g1862.companies.companies import unplaced
from engine.titles.g1862.data.board import BOARD
from engine.titles.g1862.data.readings import readings
from engine.titles.g1862.data.story import tell
from engine.titles.g1862.phases.ending import lner_formed

tell(
    Rank.LAY,
    displaced_1862="The marker of {other} on {where} makes room for {company} and goes back to {other}.",
)

LONDON = "turn:london"
"""Turn note: the company built its link to London, so it builds and places nothing else (7.6.5)."""
ORDER = "marker_order"
"""Note: the markers on the board as [token, hex], in the order in which they were placed (7.2)."""
NOTES = {LONDON: "the end of the turn", ORDER: "the end of the game"}


# --- the home marker -----------------------------------------------------------------------------------


def open_turn(writer: PositionWriter, company: str) -> None:
    """On a first turn the home marker is placed at once, on an empty or a full hex too (7.2).

    After the LNER none is (10.3). By one reading it waits until a full home has been upgraded.
    """
    if is_closed(writer):
        return
    if writer.company(company).operated or not needs_home(writer, company) or awaits_home(writer, company):
        return
    home = home_place(writer, company)
    assert home is not None
    writer.place_token(writer.tokens(company)[0].id, home)
    writer.say("home_token", company=company, where=hex_name(writer, home[0]))
    if readings(writer).full_home_upgraded_first:
        make_room(writer, company)


def is_closed(view: View) -> bool:
    """Whether no marker is placed or makes room any more: the LNER has formed (10.3)."""
    return lner_formed(view) and not readings(view).homes_after_lner


def awaits_home(view: View, company: str) -> bool:
    """Whether the home marker waits for an upgrade of its full hex."""
    if not readings(view).full_home_upgraded_first or lner_formed(view):
        return False
    if view.company(company).operated or not needs_home(view, company):
        return False
    home = home_place(view, company)
    return home is not None and _is_full(view, home) and can_upgrade(view, company, home[0])


def _is_full(view: View, place: Place) -> bool:
    board = view.board()
    return not is_bare(board, place[0]) and board.open_slots(*place) == 0


def can_upgrade(view: View, company: str, coord: str) -> bool:
    """Whether some tile may be laid on the hex of a home, to which no route is needed (7.2)."""
    rules, supply = BOARD.lay_rules(view, company), view.state.supply
    return next(board_lays(view.board(), None, rules, supply, [coord]), None) is not None


def unhoused(view: View, company: str) -> Place | None:
    """Where its marker lies on no circle of a tile: on an empty hex, or as the last on a full one (7.2)."""
    board = view.board()
    for token in view.tokens(company):
        place = token.place
        if place is None or board.hexmap[place[0]].fixed:
            continue
        crowded = place in board.extra_slots and newest(view, place) == token
        if is_bare(board, place[0]) or crowded:
            return place
    return None


def make_room(writer: PositionWriter, company: str) -> None:
    """Send back the marker that was placed last before this company's, if its home is still full (7.2)."""
    place = None if is_closed(writer) else unhoused(writer, company)
    if place is None or is_bare(writer.board(), place[0]):
        return
    other = newest(writer, place, apart_from=company)
    writer.place_token(other.id, None)
    writer.say("displaced_1862", other=other.company, company=company, where=hex_name(writer, place[0]))


# --- the order in which markers came -------------------------------------------------------------------


def newest(view: View, place: Place, apart_from: str = "") -> Token:
    """The marker placed last on a stop, one company's left out."""
    order = [token for token, _ in view.state.notes.get(ORDER, [])]
    here = [t for t in view.state.tokens.values() if t.place == place and t.company != apart_from]
    return max(here, key=lambda t: order.index(t.id) if t.id in order else len(order))


def keep_order(writer: PositionWriter) -> None:
    """After each action: append new markers; one that replaces another on its hex takes its rank (7.5.6)."""
    placed = {t.id: t.place[0] for t in writer.state.tokens.values() if t.place is not None}
    before = writer.state.notes.get(ORDER, [])
    if dict(before) == placed:
        return
    known = {token for token, _ in before}
    fresh = [[token, coord] for token, coord in placed.items() if token not in known]
    order = []
    for token, coord in before:
        heir = next((new for new in fresh if new[1] == coord), None)
        if placed.get(token) == coord:
            order.append([token, coord])
        elif heir is not None:
            fresh.remove(heir)
            order.append(heir)
    if order + fresh != before:
        writer.note(ORDER, order + fresh)


# --- further markers -----------------------------------------------------------------------------------


def following(view: View, company: str) -> Token | None:
    """The next marker on the company's charter; it was paid for when the company floated (7.7)."""
    if unplaced(view, company) <= 0:
        return None
    return next((t for t in view.tokens(company) if t.place is None), None)


def note_link(writer: PositionWriter) -> None:
    """Write that the company has built its link to London in this turn."""
    writer.note(LONDON, True)


class Tokens(TokenPolicy):
    """Those on the charter, paid for when the company floated."""

    def tokens(self, view: View, company: str) -> int:
        """One marker a turn; none after a link to London (7.6.5) or the formation of the LNER (10.3)."""
        return 0 if view.state.notes.get(LONDON) or lner_formed(view) else 1

    def following(self, view: View, company: str) -> Token | None:
        return following(view, company)

    def left(self, view: View, company: str) -> int:
        return unplaced(view, company)
