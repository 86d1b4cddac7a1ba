"""A company deals in shares of itself: it issues some of its treasury, or redeems some of the pool.

A title says in a subclass of both moves when a company may do so and what is remembered of it. The action
names a number of shares (`COUNT`) or their percent (`PERCENT`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from engine.core.actions import Action, as_amount
from engine.core.choices import Choice, Field, Option, Sought, said
from engine.core.errors import Violation
from engine.core.rounds import Move
from engine.core.state import BANK, POOL
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.data.figures import StockFigures
from engine.message import say
from engine.rules.costs import SHARE_COSTS, check_cost
from engine.rules.ownership import ordinary_certs, swap_certs
from engine.rules.stock import stock_rules

COUNT, PERCENT = Field("count", say("How many shares?")), Field("percent", say("How much?"))


class OwnShares(Move):
    """A deal of the company whose turn it is in shares of itself with the pool, at the market price.

    ``field`` is `COUNT` or `PERCENT`, ``button`` the label of the choice, ``wording`` of an option;
    ``story`` is the key of the sentence that tells the deal.
    """

    field: ClassVar[Field]
    button: ClassVar[str]
    wording: ClassVar[str]
    story: ClassVar[str]

    def barred(self, view: View, company: str) -> Violation | None:
        """Why the company deals in no share of itself now, whatever there is."""
        return None

    def remember(self, writer: PositionWriter) -> None:
        """Note what bars it from more of this in its turn."""

    def most(self, view: View, company: str) -> int:
        """How many shares it can deal in at most."""
        raise NotImplementedError

    def refusal(self, view: View, company: str) -> str:
        """Why that is none, in a sentence."""
        raise NotImplementedError

    def deal(self, writer: PositionWriter, company: str, count: int, price: int) -> None:
        """Write the deal in so many shares for so much money together."""
        raise NotImplementedError

    def label(self, view: View, company: str) -> str:
        """What its button says."""
        return self.button

    def unit(self, view: View, company: str) -> int:
        """What stands for one share in the action."""
        return share_of(view, company) if self.field == PERCENT else 1

    def sought(self, view: View, player: str) -> Iterator[Sought]:
        """A share."""
        yield Sought("", Action(self.kind, player, {self.field.name: self.unit(view, view.cursor.actor)}))

    def choice(self, view: View, player: str) -> Choice | None:
        company = view.cursor.actor
        if not self._most(view):
            return None
        return Choice(self.kind, self.label(view, company), (self.field,), "", view.cursor.step, company)

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        if field != self.field.name:
            raise KeyError(field)
        return [self._option(view, count) for count in range(1, self._most(view) + 1)]

    def _option(self, view: View, count: int) -> Option:
        company = view.cursor.actor
        percent = count * share_of(view, company)
        text = say(self.wording, company=company, percent=percent)
        money = view.money(stock_rules(view).sale_price(view, company, percent))
        return Option(str(count * self.unit(view, company)), said(text, money))

    def check(self, view: View, action: Action) -> Violation | None:
        company, amount = view.cursor.actor, as_amount(action.get(self.field.name))
        barred = self.barred(view, company)
        if barred is not None:
            return barred
        unit = self.unit(view, company)
        most = self._most(view) * unit
        if 0 < amount <= most and amount % unit == 0:
            return None
        text = self._range(view, company, most) if most else self.refusal(view, company)
        return Violation(f"bad_{self.field.name}", text, {"most": most})

    def _range(self, view: View, company: str, most: int) -> str:
        if self.field == COUNT:
            return say("{company} may do so with 1 to {most} of its shares now.", company=company, most=most)
        return say(
            "{company} can deal in up to {most} % of itself so, in steps of {share}.",
            company=company,
            most=most,
            share=share_of(view, company),
        )

    def _most(self, view: View) -> int:
        company = view.cursor.actor
        return 0 if self.barred(view, company) is not None else max(0, self.most(view, company))

    def perform(self, writer: PositionWriter, action: Action) -> None:
        company, amount = writer.cursor.actor, as_amount(action.args[self.field.name])
        count = amount // self.unit(writer, company)
        percent = count * share_of(writer, company)
        self.remember(writer)
        self.deal(writer, company, count, stock_rules(writer).sale_price(writer, company, percent))

    def move(self, writer: PositionWriter, company: str, count: int, price: int, to: str) -> None:
        """Write that ordinary certificates of so many shares go between treasury and pool, and tell it."""
        percent, source = count * share_of(writer, company), company if to == POOL else POOL
        for cert in swap_certs(writer, source, company, percent):
            writer.move_cert(cert, to)
        writer.say(self.story, company=company, percent=percent, price=price)


def share_of(view: View, company: str) -> int:
    """The percent of one share of a company."""
    return stock_rules(view).share(view, company)


def ordinary(view: View, owner: str, company: str) -> int:
    """How many shares of a company an owner holds in ordinary certificates."""
    percent = sum(cert.percent for cert in ordinary_certs(view, owner, company))
    return percent // share_of(view, company)


class IssueShares(OwnShares):
    """Sell shares of the treasury to the pool as far as it has room; the price falls."""

    kind = "sell_treasury"
    button, wording = say("Sell own shares"), say("Sell {company} {percent} %")
    missing = say("No own share can be sold")

    def issuable(self, view: View, company: str) -> int:
        """How many shares of the treasury may be sold."""
        return ordinary(view, company, company)

    def fall(self, writer: PositionWriter, company: str, count: int) -> None:
        """Write what the sale of so many shares does to the price."""
        stock_rules(writer).fall(writer, company, count, False)

    def most(self, view: View, company: str) -> int:
        room = view.data.figures(StockFigures).pool_limit - view.percent(POOL, company)
        return min(self.issuable(view, company), room // share_of(view, company))

    def refusal(self, view: View, company: str) -> str:
        if not self.issuable(view, company):
            return say("The treasury of {company} has no share that it may sell.", company=company)
        return say(
            "The open market has {percent} % of {company} and may hold {limit} %.",
            percent=view.percent(POOL, company),
            company=company,
            limit=view.data.figures(StockFigures).pool_limit,
        )

    def deal(self, writer: PositionWriter, company: str, count: int, price: int) -> None:
        writer.pay(BANK, company, price, "treasury")
        self.move(writer, company, count, price, POOL)
        self.fall(writer, company, count)


class RedeemShares(OwnShares):
    """Buy shares of its own back from the pool; the price stays."""

    kind = "redeem"
    limit: ClassVar[bool] = False
    """Whether a company may own no more of itself than a player may."""

    def most(self, view: View, company: str) -> int:
        share = share_of(view, company)
        price = stock_rules(view).sale_price(view, company, share)
        found = min(ordinary(view, POOL, company), view.cash(company) // price)
        if not self.limit:
            return found
        room = view.data.figures(StockFigures).holding_limit - view.percent(company, company)
        return min(found, room // share)

    def refusal(self, view: View, company: str) -> str:
        if not ordinary(view, POOL, company):
            return say("The open market has no share of {company}.", company=company)
        price = stock_rules(view).sale_price(view, company, share_of(view, company))
        refused = check_cost(view, company, price, SHARE_COSTS)
        if refused is not None:
            return refused.text
        return say(
            "{company} owns {percent} % of itself and may own {limit} %.",
            company=company,
            percent=view.percent(company, company),
            limit=view.data.figures(StockFigures).holding_limit,
        )

    def deal(self, writer: PositionWriter, company: str, count: int, price: int) -> None:
        writer.pay(company, BANK, price, "redeem")
        self.move(writer, company, count, price, company)
