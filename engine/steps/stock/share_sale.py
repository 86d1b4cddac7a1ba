"""Selling blocks of shares to the open market."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from engine.core.actions import Action, as_amount
from engine.core.choices import Choice, Field, Option, Sought
from engine.core.errors import Violation
from engine.core.rounds import Move
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.rules.stock import stock_rules
from engine.steps.stock.share_options import block_option, held_option
from engine.steps.stock.share_turn import acted, may_still, must_sell, refuse_order


class SellShares(Move):
    """Sell a block of one company to the open market; several blocks in the order of one's choice."""

    kind = "sell_shares"
    args: ClassVar = {"company": str, "percent": (int, str)}
    missing, partly = say("No share can be sold"), say("Cannot sell {names}")

    def choice(self, view: View, player: str) -> Choice | None:
        if not may_still(view, "s") or not stock_rules(view).can_sell(view, player):
            return None
        fields = (Field("company", say("Which company?")), Field("percent", say("How much?")))
        urgent = must_sell(view, player)
        return Choice(self.kind, say("Sell shares"), fields, urgent.text if urgent is not None else "")

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        rules, player = stock_rules(view), partial.player
        if not may_still(view, "s"):
            return ()
        if field == "company":
            names = [c for c in view.state.companies if rules.has_shares(view, c)]
            return [held_option(view, c, player) for c in names if rules.sale_percents(view, player, c)]
        if field == "percent":
            company = partial.get("company", "")
            blocks = rules.sale_percents(view, player, company) if rules.has_shares(view, company) else []
            return [block_option(view, company, percent) for percent in blocks]
        raise KeyError(field)

    def sought(self, view: View, player: str) -> Iterator[Sought]:
        rules = stock_rules(view)
        held = dict.fromkeys(c.company for c in view.certs(player) if rules.has_shares(view, c.company))
        for company in held:
            percent = next(iter(rules.sale_percents(view, player, company)), rules.share(view, company))
            yield Sought(company, Action(self.kind, player, {"company": company, "percent": percent}))

    def check(self, view: View, action: Action) -> Violation | None:
        company, percent = action.get("company", ""), as_amount(action.get("percent"))
        return refuse_order(view, "s") or stock_rules(view).check_sale(view, action.player, company, percent)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        company, percent = action.args["company"], as_amount(action.args["percent"])
        stock_rules(writer).sell(writer, action.player, company, percent)
        acted(writer, "s")
