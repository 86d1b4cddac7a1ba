"""Majors float: a regional expands (9.3), by its president or by the owner of both its secondary shares."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from engine.core.actions import Action, Json
from engine.core.choices import Choice, Field, Option, Sought, Subject, said
from engine.core.errors import Violation
from engine.core.rounds import Move
from engine.core.state import OUT
from engine.core.story import Rank
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.rules.market import place_at_par
from engine.rules.stock import TREASURY, StockRules, stock_rules
from engine.steps.stock.share_turn import acted, turn
from engine.titles.g18oe.data.figures import Figures
from engine.titles.g18oe.data.story import tell
from engine.titles.g18oe.floats import over_limit, phases
from engine.titles.g18oe.floats.phases import AUCTION, CONCESSIONS, REGIONAL_MINOR, must_settle
from engine.titles.g18oe.railroads.companies import INSOLVENT, MAJOR, REGIONAL, leave_order, par_slot

tell(Rank.FLOAT, expands="{player} expands {company} into a major with a par of {par}.")
EXPANDED, NOW = "x", "sr_expanded"
NOTES = {NOW: "the end of the turn"}
"""What the action is in a turn; note: the company that expanded in it, whether a share was bought before, and
whether one must be bought still."""
BEFORE, LATER = "yes", "no"


def expansion(view: View) -> dict[str, Json] | None:
    """What the actor's expansion of this turn leaves to do."""
    found: dict[str, Json] | None = view.state.notes.get(NOW)
    return found


def forget(writer: PositionWriter) -> None:
    """Write that the turn of an expansion is over."""
    writer.note(NOW, None)


def major_par(view: View, company: str) -> int:
    """The par of the major: that of the box with the letter of the regional's (9.3)."""
    par = view.company(company).par
    assert par is not None
    return view.data.figures(Figures).major_pars[par_slot(view, par)]


def _owns_both(view: View, player: str, company: str) -> bool:
    secondary = [c for c in view.certs_of(company) if not c.president and c.owner != OUT]
    return all(c.owner == player for c in secondary)


def expandable(view: View, player: str) -> list[str]:
    """The regionals that a player may expand now."""
    return [c.id for c in view.companies(REGIONAL) if refuse(view, player, c.id) is None]


def refuse(view: View, player: str, company: str | None) -> Violation | None:
    """Why a player may not expand a regional now (8.3, 9.3)."""
    if phases.in_phase(view, AUCTION, CONCESSIONS, REGIONAL_MINOR):
        return Violation("other_phase", say("Regionals expand from the Major Railroad Phase on."))
    if turn(view):
        return Violation("turn_order", say("You have acted in this turn: end it."))
    crowded = over_limit.refuse(view, player)
    if crowded is not None:
        return crowded
    record = view.state.companies.get(company or "")
    if record is None or record.kind != REGIONAL or not record.floated or record.closed:
        return Violation("no_regional", say("Choose a regional that has floated."))
    if record.data.get(INSOLVENT):
        return Violation(
            "insolvent", say("Buy the presidency of {company} out of the Open Market first.", company=company)
        )
    if view.president(record.id) == player:
        return None
    if not _owns_both(view, player, record.id):
        text = say("Its president expands {company}, or who owns both its secondary shares.", company=company)
        return Violation("not_your_regional", text)
    return _refuse_takeover(view, player, record.id)


def _refuse_takeover(view: View, player: str, company: str) -> Violation | None:
    """He must buy a share of the treasury to become president, and may sell others before (9.3)."""
    rules, cost = stock_rules(view), major_par(view, company)
    if not rules.has_room(view, player, company) and not _raisable(view, player, rules):
        return Violation(
            "certificate_limit", say("You must buy a share to preside, and have no room for one.")
        )
    if rules.spendable(view, player) + _raisable(view, player, rules) < cost:
        text = say(
            "You must buy a share at {money} to preside, and cannot raise so much.", money=view.money(cost)
        )
        return Violation("not_enough_money", text, {"cost": cost})
    return None


def _raisable(view: View, player: str, rules: StockRules) -> int:
    if not rules.has_sales(view):
        return 0
    held = dict.fromkeys(c.company for c in view.certs(player) if rules.has_shares(view, c.company))
    blocks = ((c, rules.sale_percents(view, player, c)) for c in held)
    return sum(rules.sale_price(view, c, found[-1]) for c, found in blocks if found)


def expand(writer: PositionWriter, company: str) -> None:
    """Write the float of a major: par, shares, tokens, place on the market (9.3)."""
    figures, par = writer.data.figures(Figures), major_par(writer, company)
    leave_order(writer, company)
    for cert, percent in zip(writer.certs_of(company), figures.major_percents, strict=True):
        writer.resize_cert(cert, percent)
        if cert.owner == OUT:
            writer.move_cert(cert, company)
    writer.change(company, kind=MAJOR, par=par)
    place_at_par(writer, company)


class Expand(Move):
    """Expand a regional; its president may first buy a share at the regional's par."""

    kind = "expand"
    subject: ClassVar[Subject] = Subject.CONVERSION
    args: ClassVar = {"company": str, "first": str}
    missing, partly = say("No regional can expand"), say("Cannot expand {names}")

    def sought(self, view: View, player: str) -> Iterator[Sought]:
        """The regionals in which the player has a share."""
        for company in (c.id for c in view.companies(REGIONAL) if view.certs(player, c.id)):
            yield Sought(company, Action(self.kind, player, {"company": company, "first": LATER}))

    def choice(self, view: View, player: str) -> Choice | None:
        if not expandable(view, player):
            return None
        fields = (Field("company", say("Which regional?")), Field("first", say("Buy a share of it before?")))
        return Choice(self.kind, say("Expand a regional"), fields, must_settle(view, player))

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        company = partial.get("company")
        if field == "company":
            return [self._option(view, c) for c in expandable(view, partial.player)]
        if refuse(view, partial.player, company) is not None:
            return ()
        bought = self._refuse_first(view, partial.player, company) is None
        words = {"company": company, "price": view.money(view.company(company).par or 0)}
        before = say("Expand {company} after buying a share at {price}", **words)
        later = Option(LATER, say("Expand {company} at once", company=company))
        return [Option(BEFORE, before), later] if bought else [later]

    def _option(self, view: View, company: str) -> Option:
        par = view.money(major_par(view, company))
        return Option(
            company,
            said(say("Expand {company}", company=company), say("par {par}", par=par)),
            view.spec(company).name,
        )

    def check(self, view: View, action: Action) -> Violation | None:
        company, first = action.get("company"), action.get("first")
        refused = refuse(view, action.player, company)
        if refused is not None:
            return refused
        if first not in (BEFORE, LATER):
            return Violation(
                "bad_choice",
                say("Say {BEFORE} to buy a share before, or {LATER}.", BEFORE=BEFORE, LATER=LATER),
            )
        return self._refuse_first(view, action.player, company) if first == BEFORE else None

    def _refuse_first(self, view: View, player: str, company: str) -> Violation | None:
        if view.president(company) != player:
            return Violation("president_only", say("The president of a regional may buy a share before."))
        return stock_rules(view).check_buy(view, player, company, TREASURY)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        company, player, first = action.args["company"], action.player, action.args["first"]
        presides = writer.president(company) == player
        if first == BEFORE:
            stock_rules(writer).buy(writer, player, company, TREASURY)
        expand(writer, company)
        writer.say("expands", player=player, company=company, par=writer.company(company).par)
        writer.note(NOW, {"company": company, "bought": first == BEFORE, "must": not presides})
        acted(writer, EXPANDED)
