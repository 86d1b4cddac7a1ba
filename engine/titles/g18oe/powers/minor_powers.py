"""What minors bring in a turn besides building and trains: the token of D (15.4), the mail of K (15.10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.board.coords import sort_key
from engine.board.faces import CITY
from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option
from engine.core.errors import Violation
from engine.core.events import MarkerMoved
from engine.core.rounds import Move
from engine.core.state import BANK
from engine.core.story import Rank
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.rules.track import hex_name
from engine.titles.g18oe.data.europe import europe
from engine.titles.g18oe.data.figures import Figures
from engine.titles.g18oe.data.story import tell
from engine.titles.g18oe.railroads.companies import has_power
from engine.titles.g18oe.railroads.marks import MERCANTILE, place_of
from engine.titles.g18oe.routes.revenue import EARLY_BONUS
from engine.titles.g18oe.track.board import METROPOLIS, city_class

tell(
    Rank.DEAL,
    mail_paid="The mail contract pays {company} {amount}.",
    mercantile_placed="{company} puts the token of minor D on {where}: {amount} more for its trains.",
)
tell(mercantile_gone="The first token of minor D leaves {where}.")
COURIERS = "K"
LATE = "mercantile_late"
NOTES = {LATE: "the end of the game"}
"""Note: the first token of minor D has been removed, or was never placed in its time."""


def holder(view: View, minor: str) -> str | None:
    """The minor while it runs, or the major into which it has merged."""
    runs = (c.id for c in view.companies() if c.floated and view.president(c.id) is not None)
    return next((company for company in runs if has_power(view, company, minor)), None)


def pay_mail(writer: PositionWriter) -> None:
    """Write what the mail contract pays at the beginning of an operating round (15.10)."""
    company = holder(writer, COURIERS)
    amount = writer.data.figures(Figures).minors.mail.get(writer.state.phase, 0)
    if company is not None and amount:
        writer.pay(BANK, company, amount, "mail")
        writer.say("mail_paid", company=company, amount=amount)


def watch_mercantile(writer: PositionWriter) -> None:
    """Called after each action: at the beginning of Train Phase 5 the first token of D is removed (15.4)."""
    if writer.state.phase in ("1", *EARLY_BONUS) or writer.state.notes.get(LATE):
        return
    writer.note(LATE, True)
    take_mercantile(writer)


def take_mercantile(writer: PositionWriter) -> None:
    """Write that the token of D leaves the map, if it lies there (9.5, 15.4)."""
    place = place_of(writer, MERCANTILE)
    if place is not None:
        writer.emit(MarkerMoved(MERCANTILE, place, None))
        writer.say("mercantile_gone", where=hex_name(writer, place[0]))


def bonus(view: View) -> int:
    """What the city with the token is worth more now (15.4)."""
    amounts = view.data.figures(Figures).minors.city_bonus
    return amounts["early" if view.state.phase in EARLY_BONUS else "late"]


def cities(view: View) -> list[str]:
    """The hexes with a city that takes the token: no metropolis, no red zone (15.4)."""
    return view.board().remember("mercantile", lambda: _cities(view))


def _cities(view: View) -> list[str]:
    board = view.board()
    found = (coord for coord in board.hexmap.hexes if board.face(coord).indices(CITY))
    plain = (c for c in found if c not in europe().red_zones and city_class(view, c) != METROPOLIS)
    return sorted(plain, key=sort_key)


class PlaceMercantile(Move):
    """Put the token of minor D on a city, in the lay track step of its railroad."""

    kind = "place_mercantile"
    args: ClassVar = {"hex": str}
    seldom: ClassVar[bool] = True

    def choice(self, view: View, player: str) -> Choice | None:
        if self._refusal(view) is not None:
            return None
        note = say(
            "{money} more for trains of {actor}; no route need lead there.",
            money=view.money(bonus(view)),
            actor=view.cursor.actor,
        )
        field = Field("hex", say("Which city?"))
        label = say("Place the token of minor D")
        return Choice(self.kind, label, (field,), note, view.cursor.step, view.cursor.actor)

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        found = cities(view) if self._refusal(view) is None else ()
        return [Option(coord, hex_name(view, coord)) for coord in found]

    def check(self, view: View, action: Action) -> Violation | None:
        refused = self._refusal(view)
        if refused is None and action.get("hex") not in cities(view):
            return Violation(
                "no_city", say("The token goes on a city that is no metropolis and no red zone.")
            )
        return refused

    def _refusal(self, view: View) -> Violation | None:
        if not has_power(view, view.cursor.actor, MERCANTILE):
            return Violation("power_not_owned", say("Minor D, or its major, places the token."))
        if place_of(view, MERCANTILE) is not None:
            return Violation("power_used", say("The token of minor D lies on the map."))
        return None

    def perform(self, writer: PositionWriter, action: Action) -> None:
        coord = action.args["hex"]
        writer.emit(MarkerMoved(MERCANTILE, None, (coord, writer.board().face(coord).indices(CITY)[0])))
        where = hex_name(writer, coord)
        writer.say("mercantile_placed", company=writer.cursor.actor, where=where, amount=bonus(writer))
