"""The actions that bring minors and regionals into the game, or take regionals out of it (8.1, 8.2)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar

from engine.core.actions import Action, as_amount
from engine.core.choices import Choice, Field, Option, Sought, Subject, said
from engine.core.errors import Violation
from engine.core.flow import current_round
from engine.core.rounds import Move
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import OR, joined, say, word
from engine.rules.track import hex_name
from engine.steps.stock.share_turn import acted, turn
from engine.titles.g18oe.data.europe import europe
from engine.titles.g18oe.data.figures import Figures
from engine.titles.g18oe.data.options import regionals_go
from engine.titles.g18oe.floats import floating, phases
from engine.titles.g18oe.floats.phases import CONCESSIONS, REGIONAL_MINOR
from engine.titles.g18oe.railroads.companies import chits_left, unfloated_minors, zone
from engine.titles.g18oe.track import patronage

LAUNCHED = "f"
"""What such an action is in a stock turn: nothing goes before it or after it."""


class Launch(Move):
    """A stock action by itself, of the Concession or the Regional/Minor phase."""

    phases: ClassVar[tuple[str, ...]] = (CONCESSIONS, REGIONAL_MINOR)

    def closed(self, view: View, player: str) -> Violation | None:
        """Why no such action is open now."""
        if not phases.in_phase(view, *self.phases):
            name = joined(OR, (phases.NAMES[p] for p in self.phases))
            return Violation("other_phase", say("This is an action of the {name} Railroad Phase.", name=name))
        if turn(view):
            return Violation("turn_order", say("You have acted in this turn: end it."))
        return None

    def check(self, view: View, action: Action) -> Violation | None:
        return self.closed(view, action.player) or self.refuse(view, action)

    def in_phase(self, view: View) -> bool:
        """Whether the phase has such actions: in others nobody looks for them."""
        return phases.in_phase(view, *self.phases)

    @abstractmethod
    def refuse(self, view: View, action: Action) -> Violation | None:
        """Why the action is illegal while it is open."""

    def perform(self, writer: PositionWriter, action: Action) -> None:
        self.launch(writer, action)
        if phases.in_phase(writer, CONCESSIONS):
            current_round(writer).advance(writer)
        else:
            acted(writer, LAUNCHED)

    @abstractmethod
    def launch(self, writer: PositionWriter, action: Action) -> None:
        """Do what was checked."""


class FloatMinor(Launch):
    """Float a minor: choose its track rights chit and its home city (9.1)."""

    kind = "float_minor"
    subject: ClassVar[Subject] = Subject.PATRONAGE
    args: ClassVar = {"company": str, "zone": str, "hex": str}
    missing, partly = say("No minor can be floated"), say("Cannot float minor {names}")

    def sought(self, view: View, player: str) -> Iterator[Sought]:
        """The minors that the player bought, with a chit and a home that are open."""
        for minor in unfloated_minors(view, player) if self.in_phase(view) else ():
            key = next(iter(floating.zones_for(view, minor)), "")
            home = next(iter(floating.homes(view, minor, key)), "") if key else ""
            yield Sought(minor, Action(self.kind, player, {"company": minor, "zone": key, "hex": home}))

    def choice(self, view: View, player: str) -> Choice | None:
        if self.closed(view, player) or not unfloated_minors(view, player):
            return None
        fields = (
            Field("company", say("Which minor?")),
            Field("zone", say("Which track rights?")),
            Field("hex", say("Home?")),
        )
        return Choice(self.kind, say("Float a minor"), fields)

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        mine = unfloated_minors(view, partial.player)
        if self.closed(view, partial.player):
            return ()
        if field == "company":
            return [_minor_option(view, minor) for minor in mine]
        if field == "zone":
            return [_zone_option(view, key, partial.get("company", "")) for key in self._zones(view, partial)]
        minor, key = partial.get("company"), partial.get("zone")
        if minor not in mine or key not in floating.zones_for(view, minor):
            return ()
        return [_home_option(view, coord) for coord in floating.homes(view, minor, key)]

    def _zones(self, view: View, partial: Action) -> list[str]:
        minor = partial.get("company")
        if minor not in unfloated_minors(view, partial.player):
            return []
        return [key for key in floating.zones_for(view, minor) if floating.homes(view, minor, key)]

    def refuse(self, view: View, action: Action) -> Violation | None:
        company, key, coord = (action.get(name) for name in ("company", "zone", "hex"))
        return floating.check_minor(view, action.player, company, key, coord)

    def launch(self, writer: PositionWriter, action: Action) -> None:
        args = action.args
        floating.float_minor(writer, action.player, args["company"], args["zone"], args["hex"])


def _minor_option(view: View, minor: str) -> Option:
    return Option(minor, said(say("Minor {m}", m=minor), view.money(view.cash(minor))), view.spec(minor).name)


def _zone_option(view: View, key: str, minor: str) -> Option:
    """A zone with what its home token costs, the chits that are left and the homes with patronage tiles."""
    cost, left = view.money(floating.home_cost(view, minor, key)), chits_left(view, key)
    chits = say("one chit left") if left == 1 else say("{left} chits left", left=left)
    homes = [coord for coord in floating.homes(view, minor, key) if coord in patronage.tiles(view)]
    patrons = [say("{where} brings {money}", where=hex_name(view, c), money=_payout(view, c)) for c in homes]
    label = said(europe().zones[key].name, say("home token {cost}", cost=cost))
    return Option(key, label, said(chits, *patrons))


def _payout(view: View, coord: str) -> str:
    return view.money(patronage.amount(view, coord, lowest=True))


def _home_option(view: View, coord: str) -> Option:
    """A home city, with what its patronage tile pays (9.1)."""
    if coord not in patronage.tiles(view):
        return Option(coord, hex_name(view, coord))
    return Option(coord, hex_name(view, coord), say("brings {money}", money=_payout(view, coord)))


class ByPar(Launch):
    """An action on a regional at a par of its player's choice."""

    subject: ClassVar[Subject] = Subject.PAR

    args: ClassVar = {"company": str, "price": (int, str)}
    label: ClassVar[str]

    def choice(self, view: View, player: str) -> Choice | None:
        if self.closed(view, player) or not self._companies(view, player):
            return None
        fields = (Field("company", say("Which regional?")), Field("price", say("At which par?")))
        return Choice(self.kind, self.label, fields, self.note(view))

    def note(self, view: View) -> str:
        """A remark on the choice."""
        return ""

    def _companies(self, view: View, player: str) -> list[str]:
        """The lowest par decides: a higher one only costs more."""
        lowest = min(view.data.figures(Figures).regional_pars)
        return [c for c in floating.unfloated(view) if self.check_at(view, player, c, lowest) is None]

    @abstractmethod
    def check_at(self, view: View, player: str, company: str | None, par: int) -> Violation | None:
        """Why the player may not do it with this regional at this par."""

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        if self.closed(view, partial.player):
            return ()
        if field == "company":
            return [regional_option(view, c) for c in self._companies(view, partial.player)]
        company, values = partial.get("company"), view.data.figures(Figures).regional_pars
        legal = [v for v in values if self.check_at(view, partial.player, company, v) is None]
        return [self.par_option(view, par) for par in legal]

    def par_option(self, view: View, par: int) -> Option:
        """A par with what its presidency costs."""
        cost = view.money(floating.price(view, par))
        return Option(
            str(par), said(say("Par {money}", money=view.money(par)), say("presidency {cost}", cost=cost))
        )

    def refuse(self, view: View, action: Action) -> Violation | None:
        return self.check_at(view, action.player, action.get("company"), as_amount(action.get("price")))


def regional_option(view: View, company: str) -> Option:
    """A regional with its zone and home."""
    home, name = view.spec(company).home, view.spec(company).name
    assert home is not None
    where = hex_name(view, home)
    return Option(
        company,
        said(company, where),
        say("{name}, {name2}", name=name, name2=europe().zones[zone(view, company)].name),
    )


class FloatRegional(ByPar):
    """Float a regional: set its par and pay twice of it into its treasury (9.2)."""

    kind = "float_regional"
    missing, partly = say("No regional can be floated"), say("Cannot float {names}")
    label = say("Float a regional")

    def sought(self, view: View, player: str) -> Iterator[Sought]:
        """The regionals that are left, at the lowest par."""
        lowest = min(view.data.figures(Figures).regional_pars)
        for company in floating.unfloated(view) if self.in_phase(view) else ():
            yield Sought(company, Action(self.kind, player, {"company": company, "price": lowest}))

    def note(self, view: View) -> str:
        return phases.how_far(view)

    def check_at(self, view: View, player: str, company: str | None, par: int) -> Violation | None:
        refused = floating.check_par(view, company, par)
        if refused is not None or company is None:
            return refused
        return floating.check_presidency(view, player, company, floating.price(view, par))

    def launch(self, writer: PositionWriter, action: Action) -> None:
        floating.float_regional(
            writer, action.player, action.args["company"], as_amount(action.args["price"])
        )


class ParRegional(ByPar):
    """Par a regional for the Open Market: of who can float neither a minor nor a regional (8.1)."""

    kind = "par_regional"
    label = say("Par a regional")
    phases = (CONCESSIONS,)

    def closed(self, view: View, player: str) -> Violation | None:
        if unfloated_minors(view, player):
            return super().closed(view, player) or Violation(
                "float_minor", say("Float a minor or a regional.")
            )
        if floating.can_float_any(view, player):
            return super().closed(view, player) or Violation(
                "must_float", say("You can float a regional: do so.")
            )
        return super().closed(view, player)

    def check_at(self, view: View, player: str, company: str | None, par: int) -> Violation | None:
        return floating.check_par(view, company, par)

    def launch(self, writer: PositionWriter, action: Action) -> None:
        floating.par_regional(writer, action.player, action.args["company"], as_amount(action.args["price"]))


class BuyParred(Launch):
    """Buy the presidency of a parred regional from the Open Market and float it (8.2)."""

    kind = "float_parred"
    subject: ClassVar[Subject] = Subject.PAR
    args: ClassVar = {"company": str}
    missing, partly = say("No parred regional can be floated"), say("Cannot float {names}")

    def sought(self, view: View, player: str) -> Iterator[Sought]:
        """The parred regionals."""
        for company in floating.parred(view) if self.in_phase(view) else ():
            yield Sought(company, Action(self.kind, player, {"company": company}))

    phases = (REGIONAL_MINOR,)

    def choice(self, view: View, player: str) -> Choice | None:
        if self.closed(view, player) or not self._companies(view, player):
            return None
        return Choice(self.kind, say("Float a parred regional"), (Field("company", say("Which regional?")),))

    def _companies(self, view: View, player: str) -> list[str]:
        return [c for c in floating.parred(view) if self._refuse(view, player, c) is None]

    def _refuse(self, view: View, player: str, company: str | None) -> Violation | None:
        if company not in floating.parred(view):
            names = joined(", ", floating.parred(view)) or word("none")
            return Violation("not_parred", say("Parred regionals in the Open Market: {names}.", names=names))
        par = view.company(company).par
        assert par is not None
        return floating.check_presidency(view, player, company, floating.price(view, par))

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        if self.closed(view, partial.player):
            return ()
        return [_parred_option(view, c) for c in self._companies(view, partial.player)]

    def refuse(self, view: View, action: Action) -> Violation | None:
        return self._refuse(view, action.player, action.get("company"))

    def launch(self, writer: PositionWriter, action: Action) -> None:
        company = action.args["company"]
        par = writer.company(company).par
        assert par is not None
        floating.float_regional(writer, action.player, company, par)


def _parred_option(view: View, company: str) -> Option:
    par = view.company(company).par
    assert par is not None
    label = said(
        company,
        say("par {money}", money=view.money(par)),
        say("pay {money}", money=view.money(floating.price(view, par))),
    )
    return Option(company, label, view.spec(company).name)


class RemoveRegional(Launch):
    """Take a regional that nobody has floated or parred out of the game (8.2)."""

    kind = "remove_regional"
    subject: ClassVar[Subject] = Subject.PAR
    seldom: ClassVar[bool] = True
    args: ClassVar = {"company": str}
    phases = (REGIONAL_MINOR,)

    def closed(self, view: View, player: str) -> Violation | None:
        if not regionals_go(view):
            return Violation("not_in_this_game", say("In this game no regional is removed by an action."))
        return super().closed(view, player)

    def choice(self, view: View, player: str) -> Choice | None:
        if self.closed(view, player) or not self._companies(view):
            return None
        return Choice(self.kind, say("Remove a regional"), (Field("company", say("Which regional?")),))

    def _companies(self, view: View) -> list[str]:
        return [c for c in floating.unfloated(view) if floating.check_removal(view, c) is None]

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        return (
            ()
            if self.closed(view, partial.player)
            else [regional_option(view, c) for c in self._companies(view)]
        )

    def refuse(self, view: View, action: Action) -> Violation | None:
        return floating.check_removal(view, action.get("company"))

    def launch(self, writer: PositionWriter, action: Action) -> None:
        floating.remove_by_action(writer, action.args["company"])
