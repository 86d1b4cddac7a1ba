"""What the private companies allow the major railroad that owns them (appendix)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.board.coords import sort_key
from engine.board.faces import CITY, TOWN
from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option
from engine.core.errors import Violation
from engine.core.events import MarkerMoved
from engine.core.play import Play
from engine.core.rounds import Move
from engine.core.state import Place
from engine.core.story import Rank
from engine.core.view import View
from engine.rules import tokens, track
from engine.rules.abilities import Power, close, power
from engine.rules.track import Lay, hex_name
from engine.rules.trains import needs_train
from engine.steps.token import price_note
from engine.steps.track import ROTATION, TILE, lay_of, lay_options, perform_lay
from engine.steps.trains import STEP as TRAINS
from engine.titles.g18ez.routes import HOTEL
from engine.titles.g18ez.story import tell

METROPOLIS = "extra_tile_and_token"
TILE_USED = "tile_used"
ANY_POINT = "at any point of the turn"

tell(Rank.LAY, hotel_placed="{company} places the hotel on {where}: {amount} more for its trains.")


def major_power(view: View, kind: str) -> Power | None:
    """The power of this kind that the major whose turn it is holds."""
    company = view.cursor.actor
    if company not in view.state.companies or view.company(company).kind != "major":
        return None
    return power(view, company, kind)


def metropolis(view: View) -> str:
    """The hex of Metropolis."""
    coord: str = view.data.figures["metropolis"]
    return coord


class PlaceHotel(Move):
    """Place the Hotel Bonus Token on a city, at any point of the owning major's turn."""

    kind = "place_hotel"
    args: ClassVar = {"hex": str}

    def choice(self, view: View, player: str) -> Choice | None:
        if self._refusal(view, player) is not None:
            return None
        held = major_power(view, HOTEL)
        assert held is not None
        note = f"+{view.data.currency}{held.ability.params['bonus']} for its trains"
        fields = (Field("hex", "City"),)
        return Choice(self.kind, "Place the hotel", fields, note, view.cursor.step, view.cursor.actor)

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        if self._refusal(view, partial.player) is not None:
            return ()
        hexes = sorted(view.board().hexmap.hexes, key=sort_key)
        return [Option(coord, hex_name(view, coord)) for coord in hexes if hotel_place(view, coord)]

    def check(self, view: View, action: Action) -> Violation | None:
        refusal = self._refusal(view, action.player)
        if refusal is None and hotel_place(view, action.get("hex")) is None:
            text = "The hotel goes on a city, large or small, that is not off the board."
            return Violation("no_city", text)
        return refusal

    def perform(self, play: Play, action: Action) -> None:
        company, place, held = (
            play.cursor.actor,
            hotel_place(play, action.get("hex")),
            major_power(play, HOTEL),
        )
        assert place is not None
        assert held is not None
        bonus = held.ability.params["bonus"]
        play.emit(MarkerMoved(HOTEL, None, place))
        play.note_company(company, HOTEL, bonus)
        play.say("hotel_placed", company=company, where=hex_name(play, place[0]), amount=bonus)
        close(play, held.private)

    def _refusal(self, view: View, player: str) -> Violation | None:
        if major_power(view, HOTEL) is None or view.president(view.cursor.actor) != player:
            text = (
                "The hotel is placed by the president of the major that owns the Hotel, in that major's turn."
            )
            return Violation("no_hotel", text)
        return None


def hotel_place(view: View, coord: str | None) -> Place | None:
    """The city of a hex that can take the hotel, or None."""
    board = view.board()
    if coord is None or coord not in board.hexmap:
        return None
    stops = board.face(coord).stops
    return next(((coord, i) for i, stop in enumerate(stops) if stop.kind in (CITY, TOWN)), None)


class MetropolisTile(Move):
    """Lay a tile on Metropolis beyond the turn's lay, once; no route is needed, all else is as in 2.4.

    Open at any point of the turn, as a private may be bought until its end.
    """

    kind = "metropolis_tile"
    args: ClassVar = {"tile": str, "rotation": (int, str)}

    def choice(self, view: View, player: str) -> Choice | None:
        if self._refusal(view, player) is not None or not self._lays(view):
            return None
        note = f"beyond the normal lay; {ANY_POINT}"
        return Choice(
            self.kind, "Lay a tile on Metropolis", (TILE, ROTATION), note, view.cursor.step, view.cursor.actor
        )

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        return (
            () if self._refusal(view, partial.player) else lay_options(view, partial, field, self._lays(view))
        )

    def check(self, view: View, action: Action) -> Violation | None:
        refusal = self._refusal(view, action.player)
        if refusal is not None:
            return refusal
        lay = lay_of(action, metropolis(view))
        if isinstance(lay, Violation):
            return lay
        return track.check(view, view.cursor.actor, lay, connected=False)

    def perform(self, play: Play, action: Action) -> None:
        lay, held = lay_of(action, metropolis(play)), major_power(play, METROPOLIS)
        assert not isinstance(lay, Violation)
        assert held is not None
        play.note_company(held.private, TILE_USED, True)
        perform_lay(play, play.cursor.actor, lay)

    def _refusal(self, view: View, player: str) -> Violation | None:
        held = major_power(view, METROPOLIS)
        if held is None or view.president(view.cursor.actor) != player:
            return _not_owned()
        if view.company(held.private).data.get(TILE_USED):
            return Violation(
                "power_used", "The tile of the Rapid Transit Authority has been laid; its token is left."
            )
        return None

    def _lays(self, view: View) -> list[Lay]:
        return list(track.granted_lays(view, view.cursor.actor, metropolis(view)))


class MetropolisToken(Move):
    """Place a station marker in Metropolis beyond the turn's one; no route is needed, all else as in 2.5.

    Open at any point of the turn, but a railroad that must buy a train at its end does so first.
    """

    kind = "metropolis_token"

    def choice(self, view: View, player: str) -> Choice | None:
        if self._refusal(view, player) is not None:
            return None
        company = view.cursor.actor
        note = f"{price_note(view, company, self._place(view))}; the private closes; {ANY_POINT}"
        return Choice(self.kind, "Place a token in Metropolis", (), note, view.cursor.step, company)

    def check(self, view: View, action: Action) -> Violation | None:
        return self._refusal(view, action.player)

    def perform(self, play: Play, action: Action) -> None:
        held = major_power(play, METROPOLIS)
        assert held is not None
        tokens.place_next(play, play.cursor.actor, self._place(play))
        close(play, held.private)

    def _refusal(self, view: View, player: str) -> Violation | None:
        company = view.cursor.actor
        if major_power(view, METROPOLIS) is None or view.president(company) != player:
            return _not_owned()
        if view.cursor.step == TRAINS and needs_train(view, company):
            return Violation(
                "train_first", f"{company} must own a train: buy it first, then place the marker."
            )
        return tokens.check(view, view.cursor.actor, self._place(view), connected=False)

    def _place(self, view: View) -> Place:
        coord = metropolis(view)
        return coord, view.board().face(coord).indices(CITY)[0]


def _not_owned() -> Violation:
    text = "The president of the major that owns the Rapid Transit Authority does this, in that major's turn."
    return Violation("power_not_owned", text)


POWERS: tuple[Move, ...] = (PlaceHotel(), MetropolisTile(), MetropolisToken())
