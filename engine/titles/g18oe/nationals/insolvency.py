"""A railroad whose president cannot pay for the train that it must buy (11.6.4, 11.6.5).

A major becomes a national; a small railroad gets its reserved train and waits in the Open Market for a buyer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option, said
from engine.core.errors import Violation
from engine.core.events import Event, Said
from engine.core.flow import current_round
from engine.core.rounds import Move
from engine.core.state import BANK, DEPOT, POOL
from engine.core.story import Rank, Told
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import joined, say, word
from engine.rules import trains
from engine.rules.stock import stock_rules
from engine.steps.stock.share_turn import acted, turn
from engine.titles.g18oe.data.story import tell
from engine.titles.g18oe.floats.floating import price as presidency
from engine.titles.g18oe.floats.floating import remove
from engine.titles.g18oe.nationals import abandoning, nationals
from engine.titles.g18oe.railroads import custody, solvency
from engine.titles.g18oe.railroads.companies import INSOLVENT, MAJOR, MINOR, SMALL
from engine.titles.g18oe.track import home_position
from engine.titles.g18oe.trains import rusting
from engine.titles.g18oe.trains.trains import RESERVED, first_kind


def _poor(view: View, events: Sequence[Event], at: int) -> Said | None:
    """Of a president who surrenders without any cash."""
    said = events[at]
    return (
        Said("surrenders_poor", said.params) if isinstance(said, Said) and not said.params["money"] else None
    )


tell(
    Rank.BANKRUPTCY,
    surrenders=Told(
        "{player} gives all cash, {money}, to the bank: {company} must buy a train and cannot.", retold=_poor
    ),
    surrenders_poor="{player} has no cash to give: {company} must buy a train and cannot.",
    insolvent=(
        "{company} is insolvent: it gets its {kind} train and waits in the Open Market for a buyer; "
        "the bank pays {player} {money}."
    ),
    purse_given="{player} puts all cash, {money}, into the treasury of {company}.",
    rescued="{player} buys {company} out of insolvency for {price}.",
    dissolved="Nobody has bought {company} out of insolvency: it leaves the game.",
)
RESCUED = "r"
"""What the purchase is in a turn."""


def lacks(view: View, company: str) -> bool:
    """Whether treasury and president together cannot pay the cheapest train that must be bought."""
    price, president = trains.cheapest(view), view.president(company)
    if price is None or president is None or not trains.is_forced(view, company):
        return False
    return view.cash(company) + view.cash(president) < price


def _short(view: View, company: str, player: str) -> str:
    """Why the president must give up (11.6.4)."""
    price = view.money(trains.cheapest(view) or 0)
    money = view.money(view.cash(company) + view.cash(player))
    forced = say("{company} must buy a train for {price}.", company=company, price=price)
    return joined(
        " ", (forced, say("Its money and your cash are {money}; no stock is sold for it.", money=money))
    )


def _closing(view: View, company: str) -> str:
    """What becomes of the railroad and of the president's cash (9.4, 11.6.4, 11.6.5)."""
    if view.company(company).kind == MAJOR:
        return say(
            "All your cash goes to the bank. The national keeps trains and share value, and "
            "loses its money, tokens, minors and markers."
        )
    paid = view.money(face(view, company))
    return say(
        "All your cash goes into its treasury. It gets its train and waits in the Open "
        "Market for a buyer; the bank pays you {paid}.",
        paid=paid,
    )


class Surrender(Move):
    """A president without the money gives up: a major becomes a national, a small railroad is insolvent."""

    kind = "surrender"

    def choice(self, view: View, player: str) -> Choice | None:
        company = view.cursor.actor
        if not lacks(view, company):
            return None
        major = view.company(company).kind == MAJOR
        label = (
            say("{company} closes as a national", company=company)
            if major
            else say("{company} is insolvent", company=company)
        )
        note = joined("\n", (_short(view, company, player), _closing(view, company)))
        return Choice(self.kind, label, note=note, company=company, danger=True)

    def check(self, view: View, action: Action) -> Violation | None:
        if lacks(view, view.cursor.actor):
            return None
        return Violation("not_insolvent", say("A president who can pay for the train must do so."))

    def perform(self, writer: PositionWriter, action: Action) -> None:
        company = writer.cursor.actor
        if writer.company(company).kind == MAJOR:
            money = writer.cash(action.player)
            writer.say("surrenders", player=action.player, money=money, company=company)
            writer.pay(action.player, BANK, money, "surrender")
            nationals.form(writer, company)
        else:
            _become_insolvent(writer, company, action.player)
            current_round(writer).advance(writer)


def face(view: View, company: str) -> int:
    """The face value of a minor's charter or of a regional's presidency (11.6.5)."""
    if view.company(company).kind == MINOR:
        return view.spec(company).price
    par = view.company(company).par
    assert par is not None
    return presidency(view, par)


def _become_insolvent(writer: PositionWriter, company: str, player: str) -> None:
    """Write first-round insolvency, steps 1 to 3 (11.6.5)."""
    if writer.cash(player):
        writer.say("purse_given", player=player, money=writer.cash(player), company=company)
    writer.pay(player, company, writer.cash(player), "insolvency")
    train = next(t for t in writer.trains(DEPOT) if t.kind == first_kind(writer))
    writer.move_train(train.id, company)
    writer.note_company(company, RESERVED, True)
    money = face(writer, company)
    writer.say("insolvent", company=company, kind=train.kind, player=player, money=money)
    writer.pay(BANK, player, money, "insolvency")
    writer.move_cert(writer.certs_of(company)[0], POOL)
    writer.note_company(company, INSOLVENT, True)


# --- rescue ----------------------------------------------------------------------------------------


def insolvent(view: View) -> list[str]:
    """The railroads that wait for a buyer, in printed order."""
    return [c.id for c in view.companies(*SMALL) if c.data.get(INSOLVENT)]


def dissolve(writer: PositionWriter) -> None:
    """Write the end of what waits at the end of the consolidation: no small railroad outlives it (5.1.5).

    A minor is abandoned (9.5). A regional is removed, its secondary shares without compensation (a reading).
    """
    for company in insolvent(writer):
        if writer.company(company).kind == MINOR:
            writer.note_company(company, INSOLVENT, None)
            abandoning.abandon(writer, company)
        else:
            _remove(writer, company)


def _remove(writer: PositionWriter, company: str) -> None:
    writer.say("dissolved", company=company)
    custody.taken(writer, str(custody.kept_for(writer, company)), company)
    for train in writer.trains(company):
        rusting.put_away(writer, train)
    for token in writer.tokens(company):
        writer.place_token(token.id, None)
    abandoning.lose_markers(writer, company)
    writer.pay(company, BANK, writer.cash(company), "dissolved")
    remove(writer, company)


def rescue_price(view: View, company: str) -> int:
    """The face value, and what the treasury lacks for the reserved train (11.6.5)."""
    return face(view, company) + max(0, solvency.price(view, company) - view.cash(company))


def _option(view: View, company: str) -> Option:
    price, certificate = rescue_price(view, company), face(view, company)
    paid, lacking = view.money(certificate), view.money(price - certificate)
    note = say(
        "{paid} for its certificate, {lacking} that it lacks for its train.", paid=paid, lacking=lacking
    )
    return Option(company, said(company, view.money(price)), note)


class Rescue(Move):
    """Buy an insolvent railroad out of the Open Market as a stock action."""

    kind = "rescue"
    args: ClassVar = {"company": str}

    def choice(self, view: View, player: str) -> Choice | None:
        if turn(view) or not self._open(view, player):
            return None
        return Choice(self.kind, say("Buy an insolvent railroad"), (Field("company", say("Which one?")),))

    def _open(self, view: View, player: str) -> list[str]:
        return [c for c in insolvent(view) if self._refuse(view, player, c) is None]

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option]:
        return [_option(view, company) for company in self._open(view, partial.player)]

    def check(self, view: View, action: Action) -> Violation | None:
        company = action.get("company")
        if company not in insolvent(view):
            names = joined(", ", insolvent(view)) or word("none")
            return Violation("not_insolvent", say("Railroads that are insolvent: {names}.", names=names))
        if turn(view):
            return Violation("turn_order", say("You have acted in this turn: end it."))
        return self._refuse(view, action.player, company)

    def _refuse(self, view: View, player: str, company: str) -> Violation | None:
        percent = view.certs_of(company)[0].percent
        return stock_rules(view).check_purchase(view, player, company, percent, rescue_price(view, company))

    def perform(self, writer: PositionWriter, action: Action) -> None:
        company, player = action.args["company"], action.player
        price, train = rescue_price(writer, company), solvency.price(writer, company)
        writer.pay(player, BANK, price, "rescue")
        writer.pay(company, BANK, min(train, writer.cash(company)), "train")
        writer.move_cert(writer.certs_of(company)[0], player)
        writer.note_company(company, INSOLVENT, None)
        writer.say("rescued", player=player, company=company, price=price)
        stock_rules(writer).settle_president(writer, company)
        home_position.ask(writer, company)
        acted(writer, RESCUED)
