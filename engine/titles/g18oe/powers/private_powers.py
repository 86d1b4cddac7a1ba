"""Powers of privates that put a token on the map or save a train (14.3, 14.5, 14.6, 14.8, 14.10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.board.coords import sort_key
from engine.board.faces import CITY, TOWN
from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option
from engine.core.errors import Violation
from engine.core.events import MarkerMoved
from engine.core.rounds import Move
from engine.core.state import Place
from engine.core.story import Rank
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.rules.abilities import close
from engine.rules.track import hex_name
from engine.titles.g18oe.data.figures import Figures
from engine.titles.g18oe.data.story import tell
from engine.titles.g18oe.railroads import ending
from engine.titles.g18oe.railroads.companies import FACE_DOWN, NATIONAL, POWERS, RAILROADS
from engine.titles.g18oe.railroads.marks import CENTRAL_CIRCLE, LUMBER, STAR_HARBOR, SWIFT, controls, place_of
from engine.titles.g18oe.track.seas import waters
from engine.titles.g18oe.trains.trains import first_kind, rusted_box

tell(
    Rank.DEAL,
    passage_placed="{company} gets the token of {private} on {where}.",
    lumber_placed="{player} puts the token of {private} on {where}.",
    swift_used="{private} keeps a {kind} train of {company} for the rest of the game.",
)
SWIFT_LINE = "SML"
ROUGH = "rough"


def owns(view: View, player: str, private: str) -> bool:
    """Whether a player owns a private that is in the game, face up or down."""
    return private in view.state.companies and view.owner(private) == player


def not_owned(view: View, private: str) -> Violation:
    """The refusal of a power that is not the player's, or not of this railroad."""
    name = view.spec(private).name if private in view.data.companies else private
    return Violation(
        "power_not_owned", say("The owner of {name} uses it for a railroad that he controls.", name=name)
    )


class TokenPower(Move):
    """A token of a private that its owner puts on a hex, in a step of a railroad that he controls."""

    args: ClassVar = {"hex": str}
    seldom: ClassVar[bool] = True
    private: ClassVar[str]
    where: ClassVar[str]

    def takes(self, view: View, coord: str) -> bool:
        """Whether a hex takes the token."""
        raise NotImplementedError

    def hexes(self, view: View) -> list[str]:
        """The hexes that take it, in order of the map."""
        found = (coord for coord in view.board().hexmap.hexes if self.takes(view, coord))
        return view.board().remember(("takes", self.private), lambda: sorted(found, key=sort_key))

    def is_open(self, view: View, player: str) -> bool:
        """Whether the player may place it now."""
        placed = place_of(view, self.private) is not None
        return (
            not placed
            and owns(view, player, self.private)
            and controls(view, self.private, view.cursor.actor)
        )

    def choice(self, view: View, player: str) -> Choice | None:
        if not self.is_open(view, player):
            return None
        label = say("Place the token of {name}", name=view.spec(self.private).name)
        field, actor = Field("hex", say("Where?")), view.cursor.actor
        return Choice(self.kind, label, (field,), self.where, view.cursor.step, actor, danger=True)

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        found = self.hexes(view) if self.is_open(view, partial.player) else ()
        return [Option(coord, hex_name(view, coord)) for coord in found]

    def check(self, view: View, action: Action) -> Violation | None:
        if not self.is_open(view, action.player):
            return not_owned(view, self.private)
        if action.get("hex") not in self.hexes(view):
            return Violation("no_such_place", say("The token goes on {where}.", where=self.where))
        return None


class Passage(TokenPower):
    """A token on a city that lets the trains of one railroad pass; it takes no position (14.5, 14.6)."""

    story: ClassVar = "passage_placed"

    def is_open(self, view: View, player: str) -> bool:
        """A national has neither routes nor markers (9.4, 11.3.10)."""
        return super().is_open(view, player) and view.company(view.cursor.actor).kind != NATIONAL

    def check(self, view: View, action: Action) -> Violation | None:
        if view.company(view.cursor.actor).kind == NATIONAL:
            return Violation("no_national", say("The marker goes to a minor, regional or major."))
        return super().check(view, action)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        company, coord = writer.cursor.actor, action.args["hex"]
        stop: Place = coord, writer.board().face(coord).indices(CITY)[0]
        writer.emit(MarkerMoved(self.private, None, stop))
        held = writer.company(company).data.get(POWERS, [])
        writer.note_company(company, POWERS, [*held, self.private])
        name = writer.spec(self.private).name
        writer.say(self.story, company=company, private=name, where=hex_name(writer, coord))
        close(writer, self.private)


def is_port(view: View, coord: str) -> bool:
    """Whether a city has access to a port (11.3.6)."""
    return any(port.coord == coord for port in waters(view.board().hexmap).ports)


class StarHarbor(Passage):
    """Free passage through a port city (14.5)."""

    kind = "star_harbor"
    private = STAR_HARBOR
    where = say("a port city; it need not be reached")

    def takes(self, view: View, coord: str) -> bool:
        return bool(view.board().face(coord).indices(CITY)) and is_port(view, coord)


class CentralCircle(Passage):
    """Free passage through a city without a port (14.6)."""

    kind = "central_circle"
    private = CENTRAL_CIRCLE
    where = say("a city without a port; it need not be reached")

    def takes(self, view: View, coord: str) -> bool:
        return bool(view.board().face(coord).indices(CITY)) and not is_port(view, coord)


class Lumber(TokenPower):
    """A token on rough terrain that counts as a town for the railroads of its owner (14.8)."""

    kind = "lumber"
    private = LUMBER
    where = say("rough terrain of £45 or more, without a city and with one town at most")

    def takes(self, view: View, coord: str) -> bool:
        board = view.board()
        terrain = board.hexmap[coord].terrain
        rough = sum(cost for kind, cost in terrain if kind == ROUGH) if terrain else 0
        if rough < view.data.figures(Figures).privates.lumber_terrain:
            return False
        stops = board.face(coord).stops
        return all(stop.kind == TOWN for stop in stops) and sum(stop.size for stop in stops) <= 1

    def perform(self, writer: PositionWriter, action: Action) -> None:
        coord, name = action.args["hex"], writer.spec(LUMBER).name
        writer.emit(MarkerMoved(LUMBER, None, (coord, 0)))
        writer.note_company(LUMBER, FACE_DOWN, True)
        writer.say("lumber_placed", player=action.player, private=name, where=hex_name(writer, coord))


class Swift(Move):
    """Keep an unclaimed rusted 2+2 for the rest of the game (14.10)."""

    kind = "swift"
    args: ClassVar = {"company": str}

    def choice(self, view: View, player: str) -> Choice | None:
        if not self._railroads(view, player):
            return None
        note = say(
            "A {first_kind} that counts against no limit and is never sold.", first_kind=first_kind(view)
        )
        return Choice(
            self.kind, say("Preserve a rusted train"), (Field("company", say("For which railroad?")),), note
        )

    def _railroads(self, view: View, player: str) -> list[str]:
        first = view.data.figures(Figures).privates.swift_phase
        begun = any(phase.key == first for phase in view.phases)
        if not begun or not owns(view, player, SWIFT_LINE) or not self._rusted(view):
            return []
        if ending.is_last_round(view):  # 13: nothing but revenue
            return []
        mine = (c.id for c in view.companies(*RAILROADS) if c.floated and view.president(c.id) == player)
        return list(mine)

    def _rusted(self, view: View) -> list[str]:
        return [t.id for t in rusted_box(view) if t.kind == first_kind(view)]

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        return [Option(c, c, view.spec(c).name) for c in self._railroads(view, partial.player)]

    def check(self, view: View, action: Action) -> Violation | None:
        mine = self._railroads(view, action.player)
        if action.get("company") in mine:
            return None
        return not_owned(view, SWIFT_LINE)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        company, train = action.args["company"], self._rusted(writer)[0]
        writer.note_train(train, SWIFT, True)
        writer.move_train(train, company)
        words = {"kind": first_kind(writer), "company": company}
        writer.say("swift_used", private=writer.spec(SWIFT_LINE).name, **words)
        close(writer, SWIFT_LINE)
