"""Buying one certificate, or starting a company with its president's certificate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from engine.core.actions import Action, as_amount
from engine.core.choices import Choice, Field, Option, Sought, Subject, said
from engine.core.errors import Violation
from engine.core.rounds import Move
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import OR, joined, say
from engine.rules.stock import stock_rules
from engine.steps.stock.share_options import par_option, stocked, unstarted
from engine.steps.stock.share_turn import acted, refuse_other, refuse_purchase


class BuyShare(Move):
    """Buy one certificate from the initial offering or the open market."""

    kind = "buy_share"
    args: ClassVar = {"company": str, "source": str}
    missing, partly = say("No share can be bought"), say("Cannot buy {names}")

    def choice(self, view: View, player: str) -> Choice | None:
        if refuse_purchase(view, player) or not any(
            self._sources(view, player, c) for c in view.state.companies
        ):
            return None
        fields = (Field("company", say("Which company?")), Field("source", say("From where?")))
        return Choice(self.kind, say("Buy a share"), fields)

    def _sources(self, view: View, player: str, company: str) -> list[str]:
        rules = stock_rules(view)
        offered = (s for s in rules.sources if rules.is_offered(view, player, company, s))
        if refuse_other(view, company):
            return []
        return [s for s in offered if rules.check_buy(view, player, company, s) is None]

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        if refuse_purchase(view, partial.player):
            return ()
        if field == "company":
            names = (c for c in view.state.companies if self._sources(view, partial.player, c))
            return [self._company(view, c, partial.player) for c in names]
        if field == "source":
            company = partial.get("company", "")
            return [self._source(view, company, s) for s in self._sources(view, partial.player, company)]
        raise KeyError(field)

    def _company(self, view: View, company: str, player: str) -> Option:
        """What the next certificate costs wherever it can be bought."""
        found = self._sources(view, player, company)
        note = said(
            view.spec(company).name, say("you own {percent} %", percent=view.percent(player, company))
        )
        if len(found) == 1:
            return Option(company, self._deal(view, company, found[0]), note)
        rules, percent = stock_rules(view), stock_rules(view).on_sale(view, company, found[0])[0].percent
        prices = (
            say(
                "{money} from {seller}",
                money=view.money(rules.cost(view, company, s)),
                seller=rules.sellers[s],
            )
            for s in found
        )
        return Option(
            company,
            say(
                "{company} {percent} % · {prices}",
                company=company,
                percent=percent,
                prices=joined(OR, prices),
            ),
            note,
        )

    def _deal(self, view: View, company: str, source: str) -> str:
        """``M&R 10 % · $60 · 6 left``: one certificate of a source, and how many it has."""
        percent, price, left = self._offer(view, company, source)
        return said(
            say("{company} {percent} %", company=company, percent=percent), price, say("{len} left", len=left)
        )

    def _offer(self, view: View, company: str, source: str) -> tuple[int, str, int]:
        """The percent and the cost of the next certificate of a source, and how many it has."""
        rules = stock_rules(view)
        certs = rules.on_sale(view, company, source)
        return certs[0].percent, view.money(rules.cost(view, company, source)), len(certs)

    def _source(self, view: View, company: str, source: str) -> Option:
        percent, price, left = self._offer(view, company, source)
        where = say("{left} left in {source}", left=left, source=stock_rules(view).sources[source])
        deal = say("Buy {company} {percent} %", company=company, percent=percent)
        return Option(source, said(deal, price, where))

    def sought(self, view: View, player: str) -> Iterator[Sought]:
        """Shares of companies that have a price, from each source that has some."""
        for company, source in stocked(view):
            yield Sought(company, Action(self.kind, player, {"company": company, "source": source}))

    def sought_for(self, view: View, player: str, field: str, value: str) -> list[Sought]:
        """Also a company that has no price yet."""
        found = list(super().sought_for(view, player, field, value))
        if found or field != "company" or not stock_rules(view).has_shares(view, value):
            return found
        source = next(iter(stock_rules(view).sources))
        return [Sought(value, Action(self.kind, player, {"company": value, "source": source}))]

    def check(self, view: View, action: Action) -> Violation | None:
        company, source = action.get("company", ""), action.get("source", "")
        early = refuse_purchase(view, action.player) or refuse_other(view, company)
        return early or stock_rules(view).check_buy(view, action.player, company, source)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        stock_rules(writer).buy(writer, action.player, action.args["company"], action.args["source"])
        acted(writer, "b")


class Par(Move):
    """Start a company: buy its president's certificate and choose the par."""

    kind = "par"
    subject: ClassVar[Subject] = Subject.PAR
    args: ClassVar = {"company": str, "price": (int, str)}
    missing, partly = say("No company can be started"), say("Cannot start {names}")

    def choice(self, view: View, player: str) -> Choice | None:
        if refuse_purchase(view, player) or not any(
            self._is_open(view, player, c) for c in view.state.companies
        ):
            return None
        fields = (Field("company", say("Which company?")), Field("price", say("At which par?")))
        return Choice(self.kind, say("Start a company"), fields)

    def _is_open(self, view: View, player: str, company: str) -> bool:
        """True when the lowest par is legal: a higher one only costs more."""
        return bool(self._pars(view, player, company, 1))

    def _pars(self, view: View, player: str, company: str, lowest: int | None = None) -> list[int]:
        rules = stock_rules(view)
        if not rules.has_shares(view, company) or not rules.can_start(view, company):
            return []
        if refuse_other(view, company, starts=True):
            return []
        values = rules.par_values(view, company)[:lowest]
        if values and rules.cost_of_start(view, company, values[0]) > rules.spendable(view, player):
            return []
        return [v for v in values if rules.check_par(view, player, company, v) is None]

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        if refuse_purchase(view, partial.player):
            return ()
        if field == "company":
            names = (c for c in view.state.companies if self._is_open(view, partial.player, c))
            return [self._company(view, c) for c in names]
        if field == "price":
            company = partial.get("company", "")
            return [par_option(view, company, v) for v in self._pars(view, partial.player, company)]
        raise KeyError(field)

    def _company(self, view: View, company: str) -> Option:
        least = stock_rules(view).par_values(view, company)[0]
        label = said(
            say("Start {company}", company=company),
            say("par from {money}", money=view.money(least)),
            view.spec(company).name,
        )
        return Option(company, label, par_option(view, company, least).note)

    def sought(self, view: View, player: str) -> Iterator[Sought]:
        for company, least in unstarted(view):
            yield Sought(company, Action(self.kind, player, {"company": company, "price": least}))

    def check(self, view: View, action: Action) -> Violation | None:
        company, par = action.get("company", ""), as_amount(action.get("price"))
        early = refuse_purchase(view, action.player) or refuse_other(view, company, starts=True)
        return early or stock_rules(view).check_par(view, action.player, company, par)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        stock_rules(writer).start(
            writer, action.player, action.args["company"], as_amount(action.args["price"])
        )
        acted(writer, "b")
