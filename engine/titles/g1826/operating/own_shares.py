"""The end of a corporation's turn: deals in its own shares, and bonds that it redeems (O60, O131, O136)."""

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
from engine.message import joined, say
from engine.rules.ownership import swap_certs
from engine.rules.stock import stock_rules
from engine.steps.turns import TURN, Skip, TurnStep, turn_note
from engine.titles.g1826.data.figures import Figures
from engine.titles.g1826.data.story import tell
from engine.titles.g1826.finance import bonds
from engine.titles.g1826.stock.stock import issue

tell(
    Rank.DEAL,
    treasury_sold_1826="{company} sells {percent} % of itself to the open market for {price}.",
    redeemed_1826="{company} redeems {percent} % of itself for {price}.",
)
TRADED = "traded"
NOTES = {TURN + TRADED: "the end of the turn"}
"""Turn note: "sold" or "bought" once the company has dealt in its own shares, never both."""


class OwnShares(Move):
    """A deal of a company in shares of itself with the pool, at the market price."""

    args: ClassVar = {"percent": (int, str)}
    button: ClassVar[str]
    wording: ClassVar[str]
    word: ClassVar[str]

    def sought(self, view: View, player: str) -> Iterator[Sought]:
        """A share."""
        share = stock_rules(view).share(view, view.cursor.actor)
        yield Sought("", Action(self.kind, player, {"percent": share}))

    def refusal(self, view: View, company: str) -> str:
        """Why it can deal in none so, in a sentence."""
        raise NotImplementedError

    def most(self, view: View, company: str) -> int:
        """The most percent that it can deal now."""
        raise NotImplementedError

    def choice(self, view: View, player: str) -> Choice | None:
        company = view.cursor.actor
        if not self._most(view):
            return None
        field = Field("percent", say("How much?"))
        return Choice(self.kind, self.button, (field,), step=view.cursor.step, company=company)

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        company = view.cursor.actor
        share = stock_rules(view).share(view, company)
        blocks = range(share, self._most(view) + 1, share)
        return [self._block(view, company, p) for p in blocks]

    def _block(self, view: View, company: str, percent: int) -> Option:
        price = view.money(stock_rules(view).sale_price(view, company, percent))
        return Option(str(percent), said(say(self.wording, company=company, percent=percent), price))

    def check(self, view: View, action: Action) -> Violation | None:
        company, percent = view.cursor.actor, as_amount(action.get("percent"))
        if not view.company(company).operated:
            text = say("{company} deals in shares of itself from its second turn on.", company=company)
            return Violation("not_operated", text)
        if turn_note(view, TRADED, self.word) != self.word:
            return Violation(
                "one_direction", say("In one turn a company sells shares of itself or redeems some.")
            )
        share, most = stock_rules(view).share(view, company), self._most(view)
        if 0 < percent <= most and percent % share == 0:
            return None
        steps = say(
            "{company} can deal in up to {most} % of itself so, in steps of {share}.",
            company=company,
            most=most,
            share=share,
        )
        text = steps if most else self.refusal(view, company)
        return Violation("bad_percent", text, {"most": most})

    def _most(self, view: View) -> int:
        company = view.cursor.actor
        if not view.company(company).operated or turn_note(view, TRADED, self.word) != self.word:
            return 0
        return self.most(view, company)


def free_percent(view: View, owner: str, company: str) -> int:
    """Percent of ordinary certificates that an owner holds."""
    return sum(c.percent for c in view.certs(owner, company) if not c.president)


class SellTreasury(OwnShares):
    """Sell shares of the treasury to the pool; the price falls a row for each (O60)."""

    kind = "sell_treasury"
    button, wording = say("Sell own shares"), say("Sell {company} {percent} %")
    missing, word = say("No own share can be sold"), "sold"

    def refusal(self, view: View, company: str) -> str:
        limit = view.data.figures(Figures).pool_limit
        if not free_percent(view, company, company):
            return say("The treasury of {company} has no share of it.", company=company)
        return say(
            "The open market has {percent} % of {company} and may hold {limit} %.",
            percent=view.percent(POOL, company),
            company=company,
            limit=limit,
        )

    def most(self, view: View, company: str) -> int:
        room = view.data.figures(Figures).pool_limit - view.percent(POOL, company)
        share = stock_rules(view).share(view, company)
        return max(0, min(free_percent(view, company, company), room // share * share))

    def perform(self, writer: PositionWriter, action: Action) -> None:
        company, percent = writer.cursor.actor, as_amount(action.get("percent"))
        rules = stock_rules(writer)
        price = rules.sale_price(writer, company, percent)
        writer.note(TURN + TRADED, self.word)
        writer.pay(BANK, company, price, "treasury")
        for cert in swap_certs(writer, company, company, percent):
            writer.move_cert(cert, POOL)
        writer.say("treasury_sold_1826", company=company, percent=percent, price=price)
        issue(writer, company, percent // rules.share(writer, company))


class Redeem(OwnShares):
    """Buy shares of its own back from the pool; the price stays."""

    kind = "redeem"
    button, wording = say("Redeem own shares"), say("Redeem {company} {percent} %")
    missing, word = say("No own share can be redeemed"), "bought"

    def refusal(self, view: View, company: str) -> str:
        rules = stock_rules(view)
        if not free_percent(view, POOL, company):
            return say("The open market has no share of {company}.", company=company)
        price = view.money(rules.sale_price(view, company, rules.share(view, company)))
        return say(
            "A share costs {price}; {company} has {money}.",
            price=price,
            company=company,
            money=view.money(view.cash(company)),
        )

    def most(self, view: View, company: str) -> int:
        rules = stock_rules(view)
        share = rules.share(view, company)
        paid = view.cash(company) // rules.sale_price(view, company, share)
        return min(free_percent(view, POOL, company), paid * share)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        company, percent = writer.cursor.actor, as_amount(action.get("percent"))
        price = stock_rules(writer).sale_price(writer, company, percent)
        writer.note(TURN + TRADED, self.word)
        writer.pay(company, BANK, price, "redeem")
        for cert in swap_certs(writer, POOL, company, percent):
            writer.move_cert(cert, company)
        writer.say("redeemed_1826", company=company, percent=percent, price=price)


class RedeemBonds(Move):
    """The SNCF buys its bonds back: of the pool first, then of players, as it chooses (facts: bonds)."""

    kind = "redeem_bonds"
    args: ClassVar = {"holder": str, "count": (int, str)}

    def choice(self, view: View, player: str) -> Choice | None:
        found = bonds.redeemable(view, view.cursor.actor)
        if not found:
            return None
        whose = (Field("holder", say("Whose bonds?")),) if len(found) > 1 else ()
        note = "" if whose else say("those of {holder} come next.", holder=_holder(view, next(iter(found))))
        fields = (*whose, Field("count", say("How many bonds?")))
        return Choice(self.kind, say("Redeem bonds"), fields, note, view.cursor.step, view.cursor.actor)

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        found = bonds.redeemable(view, view.cursor.actor)
        if field == "holder":
            return [self._holder(view, h, n) for h, n in found.items()]
        most = found.get(self._whose(view, partial), 0)
        return bonds.pieces(view, say("Redeem {pieces} for {money}"), "bond", most, bonds.price(view))

    def _holder(self, view: View, holder: str, count: int) -> Option:
        left = say("{name} of {source_name}", name=count, source_name=_holder(view, holder))
        return Option(
            holder, said(say("Redeem bonds {money} each", money=view.money(bonds.price(view))), left)
        )

    def _whose(self, view: View, action: Action) -> str:
        """The holder named, or the only one."""
        found = bonds.redeemable(view, view.cursor.actor)
        return str(action.get("holder") or (next(iter(found)) if len(found) == 1 else ""))

    def check(self, view: View, action: Action) -> Violation | None:
        found = bonds.redeemable(view, view.cursor.actor)
        if not found:
            text = say(
                "{ISSUER} redeems its bonds, {money} each.",
                ISSUER=bonds.ISSUER,
                money=view.money(bonds.price(view)),
            )
            return Violation("no_bond", text)
        most = found.get(self._whose(view, action))
        if most is None:
            names = joined(", ", (_holder(view, holder) for holder in found))
            return Violation(
                "wrong_holder",
                say("Bonds of the open market come first; now those of: {names}.", names=names),
            )
        if 1 <= as_amount(action.get("count")) <= most:
            return None
        return Violation(
            "bad_count", say("Up to {most} of these bonds can be redeemed now.", most=most), {"most": most}
        )

    def perform(self, writer: PositionWriter, action: Action) -> None:
        bonds.redeem(writer, self._whose(writer, action), as_amount(action.get("count")))


def _holder(view: View, holder: str) -> str:
    return say("the open market") if holder == POOL else view.name(holder)


class OwnSharesStep(TurnStep):
    """Deal in shares and bonds of its own; the last step of a turn."""

    name = "own_shares"
    label = say("own shares and bonds")
    page: ClassVar[Page] = Page.TREASURY
    moves = (SellTreasury(), Redeem(), RedeemBonds(), Skip(say("End the turn")))
