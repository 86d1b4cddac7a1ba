"""Moves with loans, bonds and a company's own shares in its turn (O127, O131, O136; facts: operating steps).

Loans and bonds come only with a purchase that must be made; the rest follows the trains.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar

from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option, Sought, said
from engine.core.errors import Violation
from engine.core.play import Play
from engine.core.rounds import Move
from engine.core.state import BANK, POOL
from engine.core.story import Rank
from engine.core.view import View
from engine.message import joined, say
from engine.rules import emergency, trains
from engine.rules.ownership import swap_certs
from engine.rules.stock import stock_rules
from engine.steps.shares import as_amount
from engine.steps.turns import TURN, Skip, TurnStep, turn_note
from engine.titles.g1826.companies import companies
from engine.titles.g1826.data.figures import Figures
from engine.titles.g1826.data.story import tell
from engine.titles.g1826.finance import bonds, loans
from engine.titles.g1826.stock.stock import issue

tell(
    Rank.DEAL,
    treasury_sold_1826="{company} sells {percent} % of itself to the open market for {price}.",
    redeemed_1826="{company} redeems {percent} % of itself for {price}.",
)
TRADED = "traded"
NOTES = {TURN + TRADED: "the end of the turn"}
"""Turn note: "sold" or "bought" once the company has dealt in its own shares, never both."""


class NeededMoney(Move):
    """A way to the money for a train that a company must buy: as many pieces as it needs, in one go."""

    args: ClassVar = {"count": (int, str)}
    wording: ClassVar[str]
    piece: ClassVar[str]
    needed: Callable[[View, str], int]
    each: Callable[[View], int]

    def sought(self, view: View, player: str) -> Iterator[Sought]:
        """As many as the purchase needs."""
        yield Sought("", Action(self.kind, player))

    def choice(self, view: View, player: str) -> Choice | None:
        company = view.cursor.actor
        count = self.needed(view, company)
        if not count:
            return None
        price = view.money(count * self.each(view))
        label = say(self.wording, pieces=bonds.counted(count, self.piece), money=price)
        note = say(
            "{company} must own a train and cannot pay for it; {cost}",
            company=company,
            cost=self.cost(view, count),
        )
        return Choice(self.kind, label, note=note, step=view.cursor.step, company=company)

    def cost(self, view: View, count: int) -> str:
        """What the money costs in each of the next turns."""
        raise NotImplementedError

    def check(self, view: View, action: Action) -> Violation | None:
        company = view.cursor.actor
        count = self.needed(view, company)
        if not count:
            return Violation("not_needed", self.refusal(view, company))
        if not 1 <= self.count(view, action) <= count:
            return Violation(
                "too_many",
                say("{company} needs {count} of these.", company=company, count=count),
                {"count": count},
            )
        return None

    def refusal(self, view: View, company: str) -> str:
        """Why the company has no use for it now, in a sentence."""
        if not trains.is_forced(view, company):
            return say(
                "{company} does so only when it must buy a train and its treasury cannot pay for one.",
                company=company,
            )
        return say("{company} has taken all loans that it may.", company=company)

    def count(self, view: View, action: Action) -> int:
        """How many: as named, else as many as the purchase needs."""
        named = action.get("count")
        return self.needed(view, view.cursor.actor) if named is None else as_amount(named)


class TakeLoan(NeededMoney):
    """Take the loans that the purchase needs (O127)."""

    kind = "take_loan"
    missing = say("No loan can be taken")
    wording, piece = say("Take {pieces} for {money}"), "loan"
    needed = staticmethod(loans.loans_needed)
    each = staticmethod(loans.value)

    def refusal(self, view: View, company: str) -> str:
        if bonds.unissued(view, company) and trains.is_forced(view, company):
            return say("{company} issues bonds first.", company=company)
        return super().refusal(view, company)

    def cost(self, view: View, count: int) -> str:
        interest = count * view.data.figures(Figures).loan_interest
        return say(
            "interest of {money} a turn, and the price goes left for each loan.", money=view.money(interest)
        )

    def perform(self, play: Play, action: Action) -> None:
        loans.take(play, play.cursor.actor, self.count(play, action))


class IssueBonds(NeededMoney):
    """Issue bonds to the pool, before any loan (O131)."""

    kind = "issue_bonds"
    missing = say("No bond can be issued")

    def sought(self, view: View, player: str) -> Iterator[Sought]:
        return super().sought(view, player) if view.cursor.actor == bonds.ISSUER else iter(())

    def refusal(self, view: View, company: str) -> str:
        none_left = say("{company} has issued all its bonds.", company=company)
        return none_left if trains.is_forced(view, company) else super().refusal(view, company)

    wording, piece = say("Issue {pieces} for {money}"), "bond"
    needed = staticmethod(loans.bonds_needed)
    each = staticmethod(bonds.price)

    def cost(self, view: View, count: int) -> str:
        interest = count * view.data.figures(Figures).bond_interest
        return say("interest of {money} a turn to whoever holds them.", money=view.money(interest))

    def perform(self, play: Play, action: Action) -> None:
        bonds.issue(play, self.count(play, action))


class SellBondsInNeed(Move):
    """A president in need of money sells bonds of his own, no more than he must."""

    kind = "sell_bonds"
    args: ClassVar = {"count": (int, str)}

    def choice(self, view: View, player: str) -> Choice | None:
        if not self._most(view, player):
            return None
        company, fields = view.cursor.actor, (Field("count", say("How many?")),)
        return Choice(
            self.kind,
            say("Sell bonds of {ISSUER}", ISSUER=bonds.ISSUER),
            fields,
            "",
            view.cursor.step,
            company,
        )

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        return bonds.pieces(
            view,
            say("Sell {pieces} for {money}"),
            "bond",
            self._most(view, partial.player),
            bonds.price(view),
        )

    def check(self, view: View, action: Action) -> Violation | None:
        most = self._most(view, action.player)
        if 1 <= as_amount(action.get("count")) <= most:
            return None
        if not most:
            text = say("Bonds are sold in an operating round only by a president who must raise money.")
            return Violation("nothing_to_raise", text)
        return Violation(
            "more_than_needed", say("You may sell up to {most} bonds now.", most=most), {"most": most}
        )

    def _most(self, view: View, player: str) -> int:
        needed = -(-emergency.missing(view, view.cursor.actor) // bonds.price(view))
        return min(bonds.held(view, player), needed)

    def perform(self, play: Play, action: Action) -> None:
        bonds.sell(play, action.player, as_amount(action.get("count")))


class RepayLoan(Move):
    """Repay loans from the treasury."""

    kind = "repay_loan"
    args: ClassVar = {"count": (int, str)}
    missing = say("No loan can be repaid")

    def sought(self, view: View, player: str) -> Iterator[Sought]:
        """A loan, of a company that has one."""
        if companies.loans(view, view.cursor.actor):
            yield Sought("", Action(self.kind, player, {"count": 1}))

    def choice(self, view: View, player: str) -> Choice | None:
        company = view.cursor.actor
        if not loans.repayable(view, company):
            return None
        field, note = Field("count", say("How many loans?")), say("The price goes right for each.")
        return Choice(self.kind, say("Repay loans"), (field,), note, view.cursor.step, company)

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        most = loans.repayable(view, view.cursor.actor)
        return bonds.pieces(view, say("Repay {pieces} for {money}"), "loan", most, loans.value(view))

    def check(self, view: View, action: Action) -> Violation | None:
        company = view.cursor.actor
        most = loans.repayable(view, company)
        if 1 <= as_amount(action.get("count")) <= most:
            return None
        if not most:
            each, have = view.money(loans.value(view)), view.money(view.cash(company))
            owes = companies.loans(view, company)
            text = (
                say("A loan is {each}; {company} has {have}.", each=each, company=company, have=have)
                if owes
                else say("{company} has no loan.", company=company)
            )
            return Violation("nothing_to_repay", text)
        return Violation(
            "bad_count", say("{company} can repay up to {most}.", company=company, most=most), {"most": most}
        )

    def perform(self, play: Play, action: Action) -> None:
        loans.repay(play, play.cursor.actor, as_amount(action.get("count")))


class LoansStep(TurnStep):
    """Repay loans, after the trains."""

    name = "loans"
    label = say("repay loans")
    moves = (RepayLoan(), Skip(say("Repay nothing")))


# --- own shares and bonds ------------------------------------------------------------------------------


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

    def perform(self, play: Play, action: Action) -> None:
        company, percent = play.cursor.actor, as_amount(action.get("percent"))
        rules = stock_rules(play)
        price = rules.sale_price(play, company, percent)
        play.note(TURN + TRADED, self.word)
        play.pay(BANK, company, price, "treasury")
        for cert in swap_certs(play, company, company, percent):
            play.move_cert(cert, POOL)
        play.say("treasury_sold_1826", company=company, percent=percent, price=price)
        issue(play, company, percent // rules.share(play, company))


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

    def perform(self, play: Play, action: Action) -> None:
        company, percent = play.cursor.actor, as_amount(action.get("percent"))
        price = stock_rules(play).sale_price(play, company, percent)
        play.note(TURN + TRADED, self.word)
        play.pay(company, BANK, price, "redeem")
        for cert in swap_certs(play, POOL, company, percent):
            play.move_cert(cert, company)
        play.say("redeemed_1826", company=company, percent=percent, price=price)


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

    def perform(self, play: Play, action: Action) -> None:
        bonds.redeem(play, self._whose(play, action), as_amount(action.get("count")))


def _holder(view: View, holder: str) -> str:
    return say("the open market") if holder == POOL else view.name(holder)


class OwnSharesStep(TurnStep):
    """Deal in shares and bonds of its own; the last step of a turn."""

    name = "own_shares"
    label = say("own shares and bonds")
    moves = (SellTreasury(), Redeem(), RedeemBonds(), Skip(say("End the turn")))
