"""A major deals in its own stock at the end of its turn, and takes an abandoned minor (11.7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from engine.core.actions import Action, as_amount
from engine.core.choices import Choice, Field, Option, Page, Sought, said
from engine.core.errors import Violation
from engine.core.rounds import Move
from engine.core.state import BANK, POOL
from engine.core.story import Rank
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.data.figures import StockFigures
from engine.message import joined, say
from engine.rules.stock import stock_rules
from engine.steps.turns import TURN, Skip, TurnStep, turn_note
from engine.titles.g18oe.data.figures import Figures
from engine.titles.g18oe.data.story import tell
from engine.titles.g18oe.mergers import merging
from engine.titles.g18oe.nationals import abandoning
from engine.titles.g18oe.railroads import custody
from engine.titles.g18oe.railroads.companies import MAJOR
from engine.titles.g18oe.railroads.explained import power_of

tell(
    Rank.DEAL,
    redeems="{company} buys {percent} % of its stock for {price}.",
    issues="{company} sells {percent} % of its stock for {price}.",
    takes_minor="{company} takes the abandoned minor {minor} for {price}.",
)
STEP = "own_shares"
DEALT, TAKEN = "own_dealt", "minor_taken"
NOTES = {TURN + DEALT: "the end of the turn", TURN + TAKEN: "the end of the turn"}
"""Turn notes: the major has dealt in its stock; it has taken a minor."""
_COUNT = Field("count", say("How many shares?"))


def _share(view: View, company: str) -> int:
    return stock_rules(view).share(view, company)


def redeemable(view: View, company: str) -> int:
    """How many shares the major can buy from the Open Market: up to 60 %, as a player (10.2)."""
    value, held = view.price(company), view.percent(company, company)
    if value is None or turn_note(view, DEALT):
        return 0
    room = (view.data.figures(StockFigures).holding_limit - held) // _share(view, company)
    return max(0, min(len(view.certs(POOL, company)), room, view.cash(company) // value))


def issuable(view: View, company: str) -> int:
    """How many shares the major can sell: up to half of it in the Open Market (10.1)."""
    if turn_note(view, DEALT):
        return 0
    room = view.data.figures(StockFigures).pool_limit - view.percent(POOL, company)
    return max(0, min(custody.free_shares(view, company, None), room // _share(view, company)))


class OwnShares(Move):
    """A number of shares at the share value, in one deal."""

    args: ClassVar = {"count": (int, str)}
    button: ClassVar[str]

    def sought(self, view: View, player: str) -> Iterator[Sought]:
        """A share, of a major."""
        if view.company(view.cursor.actor).kind == MAJOR:
            yield Sought("", Action(self.kind, player, {"count": 1}))

    def refusal(self, view: View, company: str) -> str:
        """Why it may deal in none so, in a sentence."""
        raise NotImplementedError

    def most(self, view: View, company: str) -> int:
        """How many at most."""
        raise NotImplementedError

    def deal(self, writer: PositionWriter, company: str, count: int, price: int) -> None:
        """Write the deal in so many shares for so much money together."""
        raise NotImplementedError

    def named(self, company: str, percent: int) -> str:
        """What is done with so many per cent."""
        raise NotImplementedError

    def perform(self, writer: PositionWriter, action: Action) -> None:
        company, count = writer.cursor.actor, as_amount(action.args["count"])
        writer.note(TURN + DEALT, True)
        self.deal(writer, company, count, (writer.price(company) or 0) * count)

    def choice(self, view: View, player: str) -> Choice | None:
        company = view.cursor.actor
        if not self._open(view):
            return None
        label = say(
            "{button} at {money} each", button=self.button, money=view.money(view.price(company) or 0)
        )
        return Choice(self.kind, label, (_COUNT,), "", STEP, company)

    def _open(self, view: View) -> int:
        company = view.cursor.actor
        return self.most(view, company) if view.company(company).kind == MAJOR else 0

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        if field != _COUNT.name or not self._open(view):
            raise KeyError(field)
        return [self._option(view, count) for count in range(1, self._open(view) + 1)]

    def _option(self, view: View, count: int) -> Option:
        company = view.cursor.actor
        money = view.money(count * (view.price(company) or 0))
        return Option(str(count), said(self.named(company, count * _share(view, company)), money))

    def check(self, view: View, action: Action) -> Violation | None:
        count, most = as_amount(action.get("count")), self._open(view)
        if 1 <= count <= most:
            return None
        company = view.cursor.actor
        text = say("{company} may do so with 1 to {most} of its shares now.", company=company, most=most)
        if view.company(company).kind != MAJOR:
            text = say("Majors alone deal in shares of their own.")
        elif turn_note(view, DEALT):
            text = say("{company} has dealt in its shares in this turn.", company=company)
        elif not most:
            text = self.refusal(view, company)
        return Violation("bad_count", text, {"most": most})


class Redeem(OwnShares):
    """Buy shares from the Open Market into the treasury."""

    kind = "redeem"
    button = say("Buy own shares")
    missing = say("No own share can be bought")

    def refusal(self, view: View, company: str) -> str:
        if not view.certs(POOL, company):
            return say("The open market has no share of {company}.", company=company)
        price, cash = view.price(company) or 0, view.cash(company)
        if cash < price:
            return say(
                "A share costs {money}; {company} has {money2}.",
                money=view.money(price),
                company=company,
                money2=view.money(cash),
            )
        limit = view.data.figures(StockFigures).holding_limit
        return say(
            "{company} owns {percent} % of itself and may own {limit} %.",
            company=company,
            percent=view.percent(company, company),
            limit=limit,
        )

    def most(self, view: View, company: str) -> int:
        return redeemable(view, company)

    def named(self, company: str, percent: int) -> str:
        return say("Buy {company} {percent} %", company=company, percent=percent)

    def deal(self, writer: PositionWriter, company: str, count: int, price: int) -> None:
        writer.pay(company, BANK, price, "redeem")
        for cert in writer.certs(POOL, company)[:count]:
            writer.move_cert(cert, company)
        writer.say("redeems", company=company, percent=count * _share(writer, company), price=price)


class Issue(OwnShares):
    """Sell shares of the treasury to the Open Market; the share value falls for each."""

    kind = "sell_treasury"
    button = say("Sell own shares")
    missing = say("No own share can be sold")

    def refusal(self, view: View, company: str) -> str:
        if not custody.free_shares(view, company, None):
            return say("The treasury of {company} has no share that it may sell.", company=company)
        limit = view.data.figures(StockFigures).pool_limit
        return say(
            "The open market has {percent} % of {company} and may hold {limit} %.",
            percent=view.percent(POOL, company),
            company=company,
            limit=limit,
        )

    def most(self, view: View, company: str) -> int:
        return issuable(view, company)

    def named(self, company: str, percent: int) -> str:
        return say("Sell {company} {percent} %", company=company, percent=percent)

    def deal(self, writer: PositionWriter, company: str, count: int, price: int) -> None:
        writer.pay(BANK, company, price, "treasury")
        for cert in writer.certs(company, company)[:count]:
            writer.move_cert(cert, POOL)
        writer.say("issues", company=company, percent=count * _share(writer, company), price=price)
        stock_rules(writer).fall(writer, company, count, False)


class TakeMinor(Move):
    """Buy an abandoned minor from the Open Market: it is added as if merged, without a share."""

    kind = "take_minor"
    args: ClassVar = {"minor": str}

    def choice(self, view: View, player: str) -> Choice | None:
        if not self._open(view):
            return None
        cost, company = view.money(view.data.figures(Figures).abandoned_minor), view.cursor.actor
        field = Field("minor", say("Which minor?"))
        note = say(
            "{cost} to the bank; {company} gets its power and track rights, no share is given for it.",
            cost=cost,
            company=company,
        )
        return Choice(self.kind, say("Take an abandoned minor"), (field,), note, STEP, company)

    def _open(self, view: View) -> list[str]:
        company, cost = view.cursor.actor, view.data.figures(Figures).abandoned_minor
        able = view.company(company).kind == MAJOR and view.cash(company) >= cost
        return abandoning.abandoned(view) if able and not turn_note(view, TAKEN) else []

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        return [Option(m, say("Minor {m}", m=m), power_of(view, m)) for m in self._open(view)]

    def check(self, view: View, action: Action) -> Violation | None:
        found = self._open(view)
        if action.get("minor") in found:
            return None
        cost = view.money(view.data.figures(Figures).abandoned_minor)
        text = say(
            "A major with {cost} may take one abandoned minor a turn: {found}.",
            cost=cost,
            found=joined(", ", found) or say("none now"),
        )
        return Violation("no_minor", text)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        company, minor = writer.cursor.actor, action.args["minor"]
        cost = writer.data.figures(Figures).abandoned_minor
        writer.note(TURN + TAKEN, True)
        writer.pay(company, BANK, cost, "minor")
        writer.say("takes_minor", company=company, minor=minor, price=cost)
        merging.take_over(writer, minor, company)


class OwnSharesStep(TurnStep):
    """Majors buy or sell their own stock, and take an abandoned minor (11.7)."""

    name = STEP
    label = say("buy or sell shares")
    page: ClassVar[Page] = Page.TREASURY
    moves = (Redeem(), Issue(), TakeMinor(), Skip(say("End the turn")))
