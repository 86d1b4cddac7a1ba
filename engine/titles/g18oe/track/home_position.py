"""SB and MSP choose their token position in their metropolis once its yellow tile lies there (11.1.9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.board.coords import Layout
from engine.board.directions import SIDES, exits_of
from engine.board.faces import CITY
from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option, Subject
from engine.core.errors import Violation
from engine.core.recorded import list_of, one_of
from engine.core.rounds import ForcedStep, Move
from engine.core.state import Pending, Place
from engine.core.story import Rank, Told
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import joined, say
from engine.rules.tokens import token_on
from engine.rules.track import hex_name
from engine.steps.track import as_number
from engine.titles.g18oe.data.story import tell
from engine.titles.g18oe.track import points
from engine.titles.g18oe.track.ways_out import can_connect

PENDING = "home_position"
CHOSEN = "position"
"""Key of a railroad's own data: it has chosen its position."""
COMPANY, STOP = "company", "stop"
GREEN = "green"
tell(
    Rank.LAY,
    home_position="{company} chooses its position in {where}.",
    home_position_to=Told(
        "{company} chooses its position in {where}: the city with track to {sides}.",
        "chooses the city of {where} with track to {sides}",
        reads={"sides": list_of(one_of(*SIDES[Layout.POINTY]))},
    ),
)


def homeless(view: View, coord: str) -> str | None:
    """The railroad in the game that has yet to choose its position among several cities of the hex."""
    board = view.board()
    if len(board.face(coord).indices(CITY)) < 2:
        return None
    homes = (c for c, _ in board.hexmap[coord].homes if not view.company(c).closed)
    return next((c for c in homes if _waits(view, c)), None)


def _waits(view: View, company: str) -> bool:
    record = view.company(company)
    return not record.data.get(CHOSEN) and bool(view.stations(company) or not record.floated)


def ask_on(writer: PositionWriter, coord: str) -> None:
    """Ask the railroad at home on a hex for its position, if it has floated and has not chosen it."""
    company = homeless(writer, coord)
    president = None if company is None else writer.president(company)
    if company is not None and president is not None and writer.company(company).floated:
        writer.push(Pending(PENDING, (president,), {COMPANY: company, "hex": coord}))


def ask(writer: PositionWriter, company: str) -> None:
    """Ask a railroad that has just floated for its position, where its home has several cities."""
    home = writer.board().hexmap.homes.get(company)
    if home is not None:
        ask_on(writer, home[0])


def positions(view: View, company: str, coord: str) -> list[Place]:
    """The cities that it may choose: those with a way out without a green tile, if there is one (11.1.9)."""
    board = view.board()
    cities = [(coord, i) for i in board.face(coord).indices(CITY)]
    cities = [p for p in cities if company in board.companies_at(*p) or board.open_slots(*p, company)]
    if view.company(company).operated or GREEN in view.phase.tiles:
        return cities
    left = points.of_turn(view, company)
    if view.cursor.actor == company and view.cursor.step == "track":
        left = points.left(view, company)
    return [p for p in cities if can_connect(view, company, board, left, p[1])] or cities


class ChoosePosition(Move):
    """Choose the city of the metropolis that is the home."""

    kind = "choose_position"
    args: ClassVar = {STOP: (int, str)}

    def _places(self, view: View) -> list[Place]:
        about = view.state.pending[-1].data
        return positions(view, about[COMPANY], about["hex"])

    def choice(self, view: View, player: str) -> Choice | None:
        about = view.state.pending[-1].data
        note = say("{about} in {hex_name}", about=about[COMPANY], hex_name=hex_name(view, about["hex"]))
        return Choice(self.kind, say("Choose the home position"), (Field(STOP, say("City")),), note)

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        board = view.board()
        layout = board.hexmap.layout
        return [
            Option(str(i), say("City to {exits}", exits=exits_of(layout, board.face(coord), i)))
            for coord, i in self._places(view)
        ]

    def check(self, view: View, action: Action) -> Violation | None:
        free = [i for _, i in self._places(view)]
        if as_number(action.get(STOP)) in free:
            return None
        text = say("The home position is one of the cities {map}.", map=joined(", ", map(str, free)))
        return Violation("no_position", text, {"stops": free})

    def perform(self, writer: PositionWriter, action: Action) -> None:
        about = writer.state.pending[-1].data
        company, stop = about[COMPANY], as_number(action.get(STOP))
        token = token_on(writer, company, about["hex"])
        assert stop is not None
        assert token is not None
        writer.place_token(token.id, (about["hex"], stop))
        writer.note_company(company, CHOSEN, True)
        writer.pop()
        where, face = hex_name(writer, about["hex"]), writer.board().face(about["hex"])
        sides = exits_of(writer.board().hexmap.layout, face, stop)
        if sides:
            writer.say("home_position_to", company=company, where=where, sides=sides)
        else:
            writer.say("home_position", company=company, where=where)


class PositionStep(ForcedStep):
    """Open while a railroad chooses its home position."""

    name = PENDING
    label = say("choose the home position")
    subject: ClassVar[Subject] = Subject.TRACK
    moves = (ChoosePosition(),)
