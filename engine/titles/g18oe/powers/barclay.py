"""Barclay, Bevan, Barclay and Tritton: a new par, a share kept, or a share value held, once (14.4).

What it leaves behind is in `custody`. The owner uses it at his time; he is also asked at the moment at which
another player buys the share that could be kept, or sells shares whose value would fall.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from engine.core.actions import Action, as_amount
from engine.core.choices import Choice, Field, Option, Subject, said
from engine.core.errors import Violation
from engine.core.rounds import ForcedStep, Move, OpenMove
from engine.core.state import Pending
from engine.core.story import Rank
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import joined, say
from engine.rules.abilities import close
from engine.rules.stock import TREASURY, stock_rules
from engine.steps.stock.share_sale import SellShares
from engine.steps.stock.share_turn import acted
from engine.titles.g18oe.data.figures import Figures
from engine.titles.g18oe.data.market import DOWN, step
from engine.titles.g18oe.data.story import tell
from engine.titles.g18oe.floats.expanding import expansion
from engine.titles.g18oe.powers.private_powers import not_owned, owns
from engine.titles.g18oe.railroads import custody
from engine.titles.g18oe.railroads.companies import FACE_DOWN, MAJOR, REGIONAL
from engine.titles.g18oe.railroads.custody import BARCLAY
from engine.titles.g18oe.railroads.reserved import INITIAL_PHASE, BuyUnreserved

tell(
    Rank.DEAL,
    reparred="{player} sets the par of {company} to {par}.",
    share_kept=("{player} has a share of {company} kept: nobody else may buy the last one of its treasury."),
    value_held="{player} holds the share value of {company} to the end of the stock round.",
)
tell(
    barclay_asked="{player} may use {private} before {other} goes on.",
    barclay_unused="{player} lets it go on.",
)
ASKED = "barclay_asked"
BUY, SELL = "buy", "sell"


def _in_stock_round(view: View) -> bool:
    return view.cursor.round == "shares" and not view.state.pending


class Repar(Move):
    """Set a new par of a regional or major of one's own (14.4, first)."""

    kind = "repar"
    args: ClassVar = {"company": str, "price": (int, str)}

    def _companies(self, view: View, player: str) -> list[str]:
        if view.state.pending or not owns(view, player, BARCLAY) or custody.is_used(view):
            return []
        mine = [c.id for c in view.companies(REGIONAL, MAJOR) if c.floated and c.par is not None]
        mine = [c for c in mine if view.president(c) == player]
        if view.cursor.round == "shares":
            return mine if view.cursor.actor == player else []
        return [c for c in mine if c == view.cursor.actor]

    def _pars(self, view: View, company: str) -> list[int]:
        figures, record = view.data.figures(Figures), view.company(company)
        pars = figures.regional_pars if record.kind == REGIONAL else figures.major_pars
        return [par for par in pars if par != record.par]

    def choice(self, view: View, player: str) -> Choice | None:
        if not self._companies(view, player):
            return None
        fields = (Field("company", say("Of which railroad?")), Field("price", say("Which par?")))
        note = say("With {name}, which leaves the game.", name=view.spec(BARCLAY).name)
        return Choice(self.kind, say("Set a new par"), fields, note, danger=True)

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        mine = self._companies(view, partial.player)
        if field == "company":
            return [_option(view, c) for c in mine]
        company = partial.get("company")
        pars = self._pars(view, company) if company in mine else []
        return [Option(str(par), view.money(par)) for par in pars]

    def check(self, view: View, action: Action) -> Violation | None:
        company, par = action.get("company"), as_amount(action.get("price"))
        if company not in self._companies(view, action.player):
            return not_owned(view, BARCLAY)
        pars = self._pars(view, company)
        if par in pars:
            return None
        return Violation("no_par_value", say("The par may be {map}.", map=joined(", ", map(str, pars))))

    def perform(self, writer: PositionWriter, action: Action) -> None:
        company, par = action.args["company"], as_amount(action.args["price"])
        writer.change(company, par=par)
        writer.say("reparred", player=action.player, company=company, par=par)
        close(writer, BARCLAY)


def _option(view: View, company: str) -> Option:
    return Option(
        company, said(company, say("par {money}", money=view.money(view.company(company).par or 0)))
    )


class OfRailroad(Move):
    """A use of the private in a stock round that names a railroad."""

    args: ClassVar = {"company": str}
    button: ClassVar[str]

    def told(self, private: str) -> str:
        """What it does, and what becomes of the private."""
        raise NotImplementedError

    def companies(self, view: View, player: str) -> list[str]:
        """The railroads with which a player may use it."""
        raise NotImplementedError

    def act(self, writer: PositionWriter, player: str, company: str) -> None:
        """Write it."""
        raise NotImplementedError

    def _open(self, view: View, player: str) -> list[str]:
        mine = _in_stock_round(view) and owns(view, player, BARCLAY) and not custody.is_used(view)
        return self.companies(view, player) if mine else []

    def choice(self, view: View, player: str) -> Choice | None:
        if not self._open(view, player):
            return None
        note = self.told(view.spec(BARCLAY).name)
        return Choice(
            self.kind, self.button, (Field("company", say("Of which railroad?")),), note, danger=True
        )

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        return [Option(c, c, view.spec(c).name) for c in self._open(view, partial.player)]

    def check(self, view: View, action: Action) -> Violation | None:
        found = self._open(view, action.player)
        if action.get("company") in found:
            return None
        return (
            not_owned(view, BARCLAY)
            if not found
            else Violation("no_such_company", say("One of: {found}.", found=joined(", ", found)))
        )

    def perform(self, writer: PositionWriter, action: Action) -> None:
        self.act(writer, action.player, action.args["company"])


class KeepShare(OfRailroad):
    """Have one share of a treasury of one's own railroad kept for oneself (6.1; 14.4, second)."""

    kind = "keep_share"
    button = say("Have a share kept")

    def told(self, private: str) -> str:
        return say("With {private}, which leaves the game: nobody else may buy that share.", private=private)

    def companies(self, view: View, player: str) -> list[str]:
        return [company for company in custody.keepable(view) if view.president(company) == player]

    def act(self, writer: PositionWriter, player: str, company: str) -> None:
        custody.keep(writer, player, company)
        writer.say("share_kept", player=player, company=company)
        close(writer, BARCLAY)


class HoldValue(OfRailroad):
    """Keep a share value from falling in this stock round; the private then lies face down (6.1, 14.4)."""

    kind = "hold_value"
    button = say("Hold a share value")

    def told(self, private: str) -> str:
        return say(
            "With {private}, for the last time: the value does not fall in this stock round.", private=private
        )

    def companies(self, view: View, player: str) -> list[str]:
        return [c.id for c in view.companies() if c.cell is not None]

    def act(self, writer: PositionWriter, player: str, company: str) -> None:
        custody.hold(writer, company)
        writer.note_company(BARCLAY, FACE_DOWN, True)
        writer.say("value_held", player=player, company=company)


# --- asked at the moment of a deal -----------------------------------------------------------------


def owner(view: View) -> str | None:
    """The player who may still use the private."""
    if BARCLAY not in view.state.companies or view.company(BARCLAY).closed or custody.is_used(view):
        return None
    return view.president(BARCLAY)


def _ask(writer: PositionWriter, player: str, plan: dict[str, Any]) -> None:
    name = writer.spec(BARCLAY).name
    writer.say("barclay_asked", player=player, private=name, other=plan["player"])
    writer.push(Pending(ASKED, (player,), plan))


class BuyAsked(BuyUnreserved):
    """Buy a share; who could have it kept is asked before (14.4)."""

    def check(self, view: View, action: Action) -> Violation | None:
        """One share at most is bought with an expansion (9.3)."""
        now = expansion(view)
        if now is not None and now["bought"]:
            company = now["company"]
            text = say(
                "You bought your share of {company} before: sell shares of others, or end the turn.",
                company=company,
            )
            return Violation("bought_before", text)
        return super().check(view, action)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        company, source, who = action.args["company"], action.args["source"], owner(writer)
        wanted = (
            source == TREASURY and company in custody.keepable(writer) and writer.president(company) == who
        )
        if who in (None, action.player) or not wanted or not _takes_last(writer, company):
            return super().perform(writer, action)
        plan = {"deal": BUY, "player": action.player, "company": company, "source": source}
        return _ask(writer, str(who), plan)


def _takes_last(view: View, company: str) -> bool:
    """Whether the share that could be kept goes: the last of a treasury, the first of a regional."""
    left = len(view.certs(company, company))
    return left == 1 or view.company(company).kind == REGIONAL


def _falls(view: View, company: str) -> bool:
    """Whether a sale moves the share value marker: at the bottom of its column it does not (4.4)."""
    cell = view.company(company).cell
    return cell is not None and step(view.data.market, cell, DOWN) != cell


class SellAsked(SellShares):
    """Sell shares; who could hold the share value, of whichever railroad, is asked before (14.4)."""

    def check(self, view: View, action: Action) -> Violation | None:
        """Nothing is sold during Train Phase 1 (10.1)."""
        if view.state.phase == INITIAL_PHASE:
            return Violation("too_early", say("Stock is sold from Train Phase 2 on."))
        return super().check(view, action)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        company, percent, who = action.args["company"], as_amount(action.args["percent"]), owner(writer)
        if who in (None, action.player) or not _falls(writer, company):
            return super().perform(writer, action)
        plan = {"deal": SELL, "player": action.player, "company": company, "percent": percent}
        return _ask(writer, str(who), plan)


def plan_of(view: View) -> dict[str, Any]:
    """The deal that waits for the owner of the private."""
    return dict(view.state.pending[-1].data)


def _asked(view: View, plan: dict[str, Any]) -> str:
    """What the other player is about to do, and what the private does against it."""
    other, company, name = view.name(plan["player"]), plan["company"], view.spec(BARCLAY).name
    if plan["deal"] == SELL:
        percent = plan["percent"]
        return say(
            "{other} wants to sell {percent} % of {company}. {name} can keep its value up in "
            "this stock round, once.",
            other=other,
            percent=percent,
            company=company,
            name=name,
        )
    if len(view.certs(company, company)) == 1:
        return say(
            "{other} wants to buy the last share of {company}. {name} can keep it for you alone, "
            "and leaves the game.",
            other=other,
            company=company,
            name=name,
        )
    return say(
        "{other} wants to buy a share of {company}, and gets it. {name} can keep the other "
        "one for you alone, and leaves the game.",
        other=other,
        company=company,
        name=name,
    )


def _unused(view: View, plan: dict[str, Any]) -> str:
    """What follows when the private is not used."""
    company, name = plan["company"], view.spec(BARCLAY).name
    if plan["deal"] == SELL:
        return say("The share value of {company} falls; {name} stays yours.", company=company, name=name)
    return say("No share of {company} is kept; {name} stays yours.", company=company, name=name)


class UseNow(OpenMove):
    """Use the private before the deal."""

    kind = "use_barclay"

    def choice(self, view: View, player: str) -> Choice | None:
        plan = plan_of(view)
        label = say("Have a share kept") if plan["deal"] == BUY else say("Hold the share value")
        return Choice(self.kind, label, note=_asked(view, plan), company=plan["company"])

    def perform(self, writer: PositionWriter, action: Action) -> None:
        plan = plan_of(writer)
        writer.pop()
        use = KeepShare() if plan["deal"] == BUY else HoldValue()
        use.act(writer, action.player, plan["company"])
        carry_on(writer, plan)


class KeepPrivate(OpenMove):
    """Let the deal go on."""

    kind = "let_go"

    def choice(self, view: View, player: str) -> Choice | None:
        plan = plan_of(view)
        return Choice(self.kind, say("Let it go on"), note=_unused(view, plan), company=plan["company"])

    def perform(self, writer: PositionWriter, action: Action) -> None:
        plan = plan_of(writer)
        writer.say("barclay_unused", player=action.player)
        writer.pop()
        carry_on(writer, plan)


def carry_on(writer: PositionWriter, plan: dict[str, Any]) -> None:
    """Write the deal that waited; a purchase that is not possible any more leaves the turn to the buyer."""
    rules, player, company = stock_rules(writer), plan["player"], plan["company"]
    if plan["deal"] == SELL:
        rules.sell(writer, player, company, plan["percent"])
        acted(writer, "s")
    elif rules.check_buy(writer, player, company, plan["source"]) is None:
        rules.buy(writer, player, company, plan["source"])
        acted(writer, "b")


class BarclayStep(ForcedStep):
    """The owner of the private answers before another player's deal."""

    name = ASKED
    label = say("use of a private")
    subject: ClassVar[Subject] = Subject.PRIVATES
    moves: Sequence[Move] = (UseNow(), KeepPrivate())

    def company(self, view: View) -> str | None:
        """None: two players deal."""
        return None
