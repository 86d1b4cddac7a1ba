"""A city that is worth more to the trains of one company, marked on the map."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from engine.abilities.power import Held, PowerMove, TurnPower, not_owned, printed, usable
from engine.board.coords import sort_key
from engine.board.faces import CITY, TOWN
from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option
from engine.core.errors import Violation
from engine.core.events import MarkerMoved
from engine.core.state import Place
from engine.core.story import Rank, tell
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import cut, joined, say, word
from engine.routes.policy import RoutePolicy
from engine.rules.abilities import close, first_train
from engine.rules.track import hex_name

tell(Rank.LAY, bonus_placed="{company} places a bonus on {where}: {amount} more for its trains.")


@dataclass(frozen=True, kw_only=True)
class RevenueBonus(TurnPower):
    """Placed once on a city, in the company's turn; the private closes.

    ``marker`` names it for people, in pictures and in the data of the company: there stands the amount, or
    the hex and the amount where ``every_stop`` of the hex is worth more. ``hexes`` are open to it (none
    named: every city and town); it ends with the phase that has the event ``until``.
    """

    kind: ClassVar = "revenue_bonus"
    marker: str
    amount: int
    hexes: tuple[str, ...] = ()
    every_stop: bool = False
    until: str = ""

    def idle(self) -> Collection[str]:
        return () if self.amount else ("amount",)

    def text(self, view: View, company: str) -> str:
        until = (
            say(" until the first {first_train}-train", first_train=first_train(view, self.until))
            if self.until
            else ""
        )
        where = say("one of the cities named") if self.hexes else say("a city, large or small")
        text = say(
            "{user} may place the {marker} on {where}, at any time in its turn: it is worth "
            "{money} more to each of its trains{until}. The private closes then.",
            user=self.user(),
            marker=word(self.marker),
            where=where,
            money=view.money(self.amount),
            until=until,
        )
        cities = joined(", ", (hex_name(view, h) for h in self.hexes))
        return say("{text} Cities: {cities}.", text=text, cities=cities) if cities else text

    def place(self, view: View, coord: str | None) -> Place | None:
        """The stop of a hex that takes the marker; None where it may not be placed."""
        board = view.board()
        if coord is None or coord not in board.hexmap or (self.hexes and coord not in self.hexes):
            return None
        if self.every_stop:
            return coord, 0
        stops = enumerate(board.face(coord).stops)
        return next(((coord, i) for i, stop in stops if stop.kind in (CITY, TOWN)), None)

    def places(self, view: View) -> list[str]:
        """The hexes that take the marker."""
        hexes = self.hexes or sorted(view.board().hexmap.hexes, key=sort_key)
        return [coord for coord in hexes if self.place(view, coord)]


class PlaceBonus(PowerMove):
    """Place the marker of the bonus."""

    kind = "place_bonus"
    uses: ClassVar = (RevenueBonus,)
    args: ClassVar = {"hex": str}
    story: ClassVar = "bonus_placed"

    def choice(self, view: View, player: str) -> Choice | None:
        using = usable(view, player, RevenueBonus)
        if using is None:
            return None
        note = say("+{money} for its trains", money=view.money(using.power.amount))
        label = say("Place the {marker}", marker=word(using.power.marker))
        return Choice(
            self.kind, label, (Field("hex", say("City")),), note, view.cursor.step, view.cursor.actor
        )

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        using = usable(view, partial.player, RevenueBonus)
        return [Option(h, hex_name(view, h)) for h in using.power.places(view)] if using else []

    def check(self, view: View, action: Action) -> Violation | None:
        using = usable(view, action.player, RevenueBonus)
        if using is None:
            return not_owned(say("Placing a bonus"))
        if using.power.place(view, action.get("hex")) is None:
            cities = joined(", ", (hex_name(view, h) for h in using.power.hexes))
            where = (
                say("one of: {cities}", cities=cities)
                if cities
                else say("a city, large or small, that is not off the board")
            )
            return Violation(
                "no_bonus_city",
                cut(say("The {marker} goes on {where}.", marker=word(using.power.marker), where=where), 300),
            )
        return None

    def perform(self, writer: PositionWriter, action: Action) -> None:
        using = usable(writer, action.player, RevenueBonus)
        assert using is not None
        power, company = using.power, writer.cursor.actor
        place = power.place(writer, action.args["hex"])
        assert place is not None
        writer.emit(MarkerMoved(power.marker, None, place))
        writer.note_company(
            company, power.marker, [place[0], power.amount] if power.every_stop else power.amount
        )
        writer.say(self.story, company=company, where=hex_name(writer, place[0]), amount=power.amount)
        close(writer, using.private)


class PrivatesOnRoutes(RoutePolicy):
    """The common reading, with the bonuses that privates brought."""

    def bonuses(self, view: View, company: str) -> Mapping[Place, int]:
        return bonuses(view, company)


def placed(view: View, company: str) -> Iterator[tuple[Held[RevenueBonus], str, int]]:
    """The bonuses of a company: each with its hex and amount."""
    for found in printed(view, RevenueBonus):
        noted = view.company(company).data.get(found.power.marker)
        place = view.state.markers.get(found.power.marker)
        if noted and found.power.every_stop:
            yield found, noted[0], int(noted[1])
        elif noted and place:
            yield found, place[0], int(noted)


def bonuses(view: View, company: str) -> Mapping[Place, int]:
    """What stops are worth to a company beyond their value (`RoutePolicy.bonuses`)."""
    worth: dict[Place, int] = {}
    for found, coord, amount in placed(view, company):
        if found.power.every_stop:
            here = [(coord, i) for i in range(len(view.board().face(coord).stops))]
        else:
            here = [view.state.markers[found.power.marker]]
        worth.update((place, worth.get(place, 0) + amount) for place in here)
    return worth
