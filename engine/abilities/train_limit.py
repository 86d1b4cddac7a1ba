"""Room for more trains, and the move that uses a private which asks nothing further."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import ClassVar

from engine.abilities.power import Held, PowerMove, TurnPower, all_usable, not_owned, usable
from engine.abilities.terrain import TerrainDiscount, announce, refuse_discount
from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option
from engine.core.errors import Violation
from engine.core.story import tell
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.rules.abilities import close, first_train
from engine.rules.trains import TrainRules

tell(
    limit_raised="{company} may hold {count:train|trains} more.",
    terrain_paid="{private} pays {amount} of the next terrain of {company} in this turn.",
)
MORE_TRAINS = "extra_train"
"""In the data of a company: how many trains it may hold beyond its limit."""


@dataclass(frozen=True, kw_only=True)
class TrainLimit(TurnPower):
    """Used once, it closes and the company may hold more trains, to the phase with the event ``until``."""

    kind: ClassVar = "train_limit"
    increase: int
    until: str = ""

    def idle(self) -> Collection[str]:
        return () if self.increase > 0 else ("increase",)

    def text(self, view: View, company: str) -> str:
        until = (
            say(" until the first {first_train}-train", first_train=first_train(view, self.until))
            if self.until
            else ""
        )
        more = say("1 train") if self.increase == 1 else say("{increase} trains", increase=self.increase)
        return say(
            "{user} may close it to hold {more} more than its limit{until}.",
            user=self.user(),
            more=more,
            until=until,
        )


def more_trains(view: View, company: str) -> int:
    """How many trains a company may hold beyond its limit."""
    return int(view.company(company).data.get(MORE_TRAINS, 0))


class PrivatesOnTrains(TrainRules):
    """The common rules, with the places for more trains that privates brought."""

    def limit(self, view: View, company: str) -> int:
        return super().limit(view, company) + more_trains(view, company)


class UsePrivate(PowerMove):
    """Announce a discount or take the place for more trains."""

    kind = "use_private"
    uses: ClassVar = (TerrainDiscount, TrainLimit)
    seldom: ClassVar[bool] = True
    args: ClassVar = {"private": str}
    discount_story: ClassVar = "terrain_paid"
    limit_story: ClassVar = "limit_raised"

    def choice(self, view: View, player: str) -> Choice | None:
        if not self._open(view, player):
            return None
        fields = (Field("private", say("Which private?")),)
        return Choice(
            self.kind, say("Use a private"), fields, step=view.cursor.step, company=view.cursor.actor
        )

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        return [_option(view, using) for using in self._open(view, partial.player)]

    def check(self, view: View, action: Action) -> Violation | None:
        held = (using for using in _held(view, action.player) if using.private == action.get("private"))
        using = next(held, None)
        return not_owned(say("Using a private")) if using is None else _refusal(view, using)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        company, private = writer.cursor.actor, action.args["private"]
        power = next(using.power for using in _held(writer, action.player) if using.private == private)
        if isinstance(power, TerrainDiscount):
            announce(writer, private)
            writer.say(self.discount_story, private=private, company=company, amount=power.discount)
        else:
            writer.note_company(company, MORE_TRAINS, power.increase)
            writer.say(self.limit_story, company=company, count=power.increase)
            close(writer, private)

    def _open(self, view: View, player: str) -> list[Held[TerrainDiscount] | Held[TrainLimit]]:
        return [using for using in _held(view, player) if _refusal(view, using) is None]


def _held(view: View, player: str) -> list[Held[TerrainDiscount] | Held[TrainLimit]]:
    paid = (found for found in all_usable(view, player, TerrainDiscount) if found.power.once)
    more = usable(view, player, TrainLimit)
    found: list[Held[TerrainDiscount] | Held[TrainLimit]] = [*islice(paid, 1)]
    return [*found, more] if more is not None else found


def _refusal(view: View, using: Held[TerrainDiscount] | Held[TrainLimit]) -> Violation | None:
    power = using.power
    return refuse_discount(view, using.private, power) if isinstance(power, TerrainDiscount) else None


def _option(view: View, using: Held[TerrainDiscount] | Held[TrainLimit]) -> Option:
    power = using.power
    if isinstance(power, TerrainDiscount):
        note = say("pays {money} of the next terrain of this turn", money=view.money(power.discount))
    else:
        note = say(
            "{actor} may hold more trains: {increase}", actor=view.cursor.actor, increase=power.increase
        )
    return Option(using.private, view.spec(using.private).name, note)
