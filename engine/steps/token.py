"""The step in which a company places station tokens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from engine.board.directions import exits_of
from engine.board.faces import CITY
from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option, Sought, Subject
from engine.core.errors import Violation
from engine.core.rounds import Move
from engine.core.state import Place, Token
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.rules import tokens
from engine.rules.track import hex_name
from engine.steps.track import as_number
from engine.steps.turns import TURN, Skip, TurnStep, turn_note

TOKENS = "tokens"
NOTES = {TURN + TOKENS: "the end of the turn"}


def place_of(view: View, action: Action) -> Place | Violation:
    """The place that an action names; the stop may be left out where the hex has one city."""
    coord, stop = action.get("hex"), as_number(action.get("stop"))
    board = view.board()
    if coord is not None and coord in board.hexmap and action.get("stop") is None:
        cities = board.face(coord).indices(CITY)
        stop = cities[0] if len(cities) == 1 else None
    if coord is None or stop is None:
        return Violation(
            "not_a_city", say("Name the hex of a large city, and which city where it has several.")
        )
    return coord, stop


def price_note(view: View, company: str, place: Place) -> str:
    """What the company's next token costs there, for people."""
    token = tokens.next_token(view, company)
    assert token is not None
    return tokens.policy_of(view).price_words(view, token, place)


def use_token(writer: PositionWriter) -> None:
    """Write that one of the tokens of the turn is placed."""
    writer.note(TURN + TOKENS, turn_note(writer, TOKENS, 0) + 1)


class PlaceToken(Move):
    """Place the next station token in a city on a route of the company."""

    kind = "place_token"
    args: ClassVar = {"hex": str, "stop": (int, str)}
    missing, partly = say("No token can be placed"), say("No token on {names}")

    def sought(self, view: View, player: str) -> Iterator[Sought]:
        """The cities within reach where the company has no token; where there are none, one beyond it."""
        board, company = view.board(), view.cursor.actor
        cities = self.cities(view)
        found = self.within_reach(view, [p for p in cities if not board.has_station(p[0], company)])
        for coord, stop in found:
            yield Sought(hex_name(view, coord), Action(self.kind, player, {"hex": coord, "stop": stop}))
        if not found:
            beyond = next((p for p in cities if self.is_beyond(view, p)), None)
            coord, stop = beyond or cities[0]
            short = say("no other city is within reach") if beyond else ""
            yield Sought("", Action(self.kind, player, {"hex": coord, "stop": stop}), short)

    def sought_for(self, view: View, player: str, field: str, value: str) -> Iterator[Sought]:
        """All circles of a hex, within reach or not."""
        for coord, stop in self.cities(view) if field == "hex" else ():
            if coord == value:
                args = {"hex": coord, "stop": stop}
                yield Sought(hex_name(view, coord), Action(self.kind, player, args))

    def is_beyond(self, view: View, place: Place) -> bool:
        """Whether the company lacks no more than a route there."""
        refused = tokens.check(view, view.cursor.actor, place)
        return refused is not None and refused.code == "not_connected"

    def cities(self, view: View) -> list[Place]:
        """Where players look for a place: all cities of the map."""
        board = view.board()
        return [(c, i) for c in board.hexmap.hexes for i in board.face(c).indices(CITY)]

    def within_reach(self, view: View, places: list[Place]) -> list[Place]:
        """Those of some cities that the company reaches; none when it has no token to place."""
        company = view.cursor.actor
        if not self._left(view) or tokens.next_token(view, company) is None:
            return []
        reached = tokens.policy_of(view).reached(view, company)
        return [place for place in places if place in reached]

    def choice(self, view: View, player: str) -> Choice | None:
        places = self._places(view)
        if not places:
            return None
        fields = [Field("hex", say("City"))]
        if len({coord for coord, _ in places}) < len(places):
            fields.append(Field("stop", say("Circle")))
        note = self._cost(view, places[0])
        return Choice(
            self.kind, say("Place a token"), tuple(fields), note, view.cursor.step, view.cursor.actor
        )

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        places = self._places(view)
        if field == "hex":
            firsts = {coord: (coord, stop) for coord, stop in reversed(places)}
            coords = dict.fromkeys(coord for coord, _ in places)
            return [Option(c, hex_name(view, c), self._cost(view, firsts[c])) for c in coords]
        return [self._stop_option(view, p) for p in places if p[0] == partial.get("hex")]

    def check(self, view: View, action: Action) -> Violation | None:
        company = view.cursor.actor
        if not self._left(view):
            text = say(
                "{company} has placed its token for this turn; go on to the next step.", company=company
            )
            return Violation("no_token_this_turn", text)
        place = self._place(view, action)
        return place if isinstance(place, Violation) else tokens.check(view, company, place)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        place = self._place(writer, action)
        assert not isinstance(place, Violation)
        use_token(writer)
        tokens.place_next(writer, writer.cursor.actor, place, self._token(writer, action))

    def _token(self, view: View, action: Action) -> Token | None:
        """The token that the action names; None for the company's next one."""
        return None

    def _place(self, view: View, action: Action) -> Place | Violation:
        """The place named; without a stop the only one that is open on the hex."""
        found = place_of(view, action)
        if action.get("stop") is None and isinstance(found, Violation):
            here = [place for place in self._places(view) if place[0] == action.get("hex")]
            return here[0] if len(here) == 1 else found
        return found

    def _left(self, view: View) -> bool:
        return bool(turn_note(view, TOKENS, 0) < tokens.policy_of(view).tokens(view, view.cursor.actor))

    def _places(self, view: View) -> list[Place]:
        return tokens.legal_places(view, view.cursor.actor) if self._left(view) else []

    def _stop_option(self, view: View, place: Place) -> Option:
        board = view.board()
        exits = exits_of(board.hexmap.layout, board.face(place[0]), place[1])
        return Option(str(place[1]), say("City to {exits}", exits=exits), self._cost(view, place))

    def _cost(self, view: View, place: Place) -> str:
        """What the next token costs there, for people."""
        return price_note(view, view.cursor.actor, place)


class TokenStep(TurnStep):
    """Place station tokens; further moves are powers that add tokens."""

    name = "token"
    label = say("place a token")
    subject: ClassVar[Subject] = Subject.TOKEN

    def __init__(self, *powers: Move) -> None:
        self.moves = (PlaceToken(), *powers, Skip(say("Place no token")))
