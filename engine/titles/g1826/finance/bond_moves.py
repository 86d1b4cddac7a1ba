"""Deals of players in bonds in a stock round: one bought as a purchase, any number sold (O131)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.core.actions import Action, as_amount
from engine.core.choices import Choice, Field, Option, Subject
from engine.core.errors import Violation
from engine.core.rounds import Move
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.steps.stock.share_turn import acted, may_still, refuse_order, refuse_purchase
from engine.titles.g1826.finance import bonds


class BuyBond(Move):
    """Buy one bond from the pool; it is the purchase of the turn."""

    kind = "buy_bond"
    subject: ClassVar[Subject] = Subject.LOANS
    missing = say("No bond can be bought")

    def choice(self, view: View, player: str) -> Choice | None:
        if refuse_purchase(view, player) or bonds.check_buy(view, player):
            return None
        return Choice(
            self.kind,
            say(
                "Buy a bond of {ISSUER} for {money}", ISSUER=bonds.ISSUER, money=view.money(bonds.price(view))
            ),
        )

    def check(self, view: View, action: Action) -> Violation | None:
        return refuse_purchase(view, action.player) or bonds.check_buy(view, action.player)

    def perform(self, writer: PositionWriter, action: Action) -> None:
        bonds.buy(writer, action.player)
        acted(writer, "b")


class SellBonds(Move):
    """Sell bonds to the pool, which takes any number."""

    kind = "sell_bonds"
    subject: ClassVar[Subject] = Subject.LOANS
    args: ClassVar = {"count": (int, str)}

    def choice(self, view: View, player: str) -> Choice | None:
        if not may_still(view, "s") or not bonds.held(view, player):
            return None
        return Choice(
            self.kind, say("Sell bonds of {ISSUER}", ISSUER=bonds.ISSUER), (Field("count", say("How many?")),)
        )

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        return bonds.pieces(
            view,
            say("Sell {pieces} for {money}"),
            "bond",
            bonds.held(view, partial.player),
            bonds.price(view),
        )

    def check(self, view: View, action: Action) -> Violation | None:
        refused = refuse_order(view, "s")
        return refused or bonds.check_sell(view, action.player, as_amount(action.get("count")))

    def perform(self, writer: PositionWriter, action: Action) -> None:
        bonds.sell(writer, action.player, as_amount(action.args["count"]))
        acted(writer, "s")
