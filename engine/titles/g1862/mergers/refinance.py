"""How a company without a train gets the money for one from the bank: its own shares, or refinancing (7.11).

The moves belong to the step in which trains are bought. The two methods are not combined, and the train that
follows comes from the bank. Money in pounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from engine.core.actions import Action
from engine.core.choices import Choice, Field, Option, Range, Subject
from engine.core.errors import Violation
from engine.core.rounds import Move
from engine.core.state import BANK, POOL, Cert
from engine.core.story import Rank
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import OR, joined, say
from engine.rules import trains
from engine.rules.ownership import ordinary_certs
from engine.titles.g1862.companies.bankruptcy import go_bankrupt
from engine.titles.g1862.data.readings import readings
from engine.titles.g1862.data.story import tell
from engine.titles.g1862.mergers import outlook, share_merge
from engine.titles.g1862.mergers.absorb import REFINANCE, Plan, refinance_income
from engine.titles.g1862.steps.trains import note_raised
from engine.titles.g1862.stock.stock import STOCK

SELL_TREASURY, BANKRUPTCY = "sell_treasury", "bankruptcy"
METHODS = (SELL_TREASURY, REFINANCE, BANKRUPTCY)

tell(
    Rank.MERGER,
    refinancing="{company} has no train and cannot pay for one: its shares are merged two for one.",
)
tell(Rank.DEAL, treasury_sold="{company} sells {count:share|shares} of its own for {amount}.")


# --- what is possible --------------------------------------------------------------------------------------


def lacking(view: View, company: str) -> int:
    """What the treasury lacks for the next train of the bank; 0 for a company that has a train or can pay."""
    least = trains.cheapest(view)
    return max(0, least - view.cash(company)) if least and trains.is_forced(view, company) else 0


def trains_of_own_companies(view: View, company: str) -> list[str]:
    """The companies of the same director from which it could buy a train at once (7.11)."""
    director = view.president(company)
    mine = [c for c in trains.sellers(view, company) if view.president(c) == director]
    return [c for c in mine if trains.can_buy(view, company, c)]


def own_shares(view: View, company: str) -> list[Cert]:
    """The shares on its charter."""
    return ordinary_certs(view, company, company)


def shares_to_sell(view: View, company: str) -> int | None:
    """The fewest own shares whose sale at the full price pays the train, or None if all do not (7.11.1)."""
    price, need = view.price(company) or 0, lacking(view, company)
    count = -(-need // price) if price else 0
    return count if 0 < count <= len(own_shares(view, company)) else None


def can_refinance(view: View, company: str) -> bool:
    """Whether ten times par pays what is lacking (7.11.2)."""
    return refinance_income(view, company) >= lacking(view, company)


def methods(view: View, company: str) -> list[str]:
    """What is left to a company that cannot pay for its train; bankruptcy when nothing else is (7.12)."""
    if not lacking(view, company) or check_need(view, company) is not None:
        return []
    found = [SELL_TREASURY] if shares_to_sell(view, company) is not None else []
    found += [REFINANCE] if can_refinance(view, company) else []
    return found or [BANKRUPTCY]


def check_need(view: View, company: str) -> Violation | None:
    """Why the company may not raise money now, or None."""
    if not lacking(view, company):
        text = say(
            "{company} raises money only when it has no train and cannot pay for one of the bank.",
            company=company,
        )
        return Violation("not_needed", text)
    own = trains_of_own_companies(view, company)
    if own and readings(view).own_trains_come_first:
        text = say(
            "{company} can pay for a train of {own}: buy that one.", company=company, own=joined(OR, own)
        )
        return Violation("train_within_reach", text)
    return None


def check_method(view: View, company: str, method: str) -> Violation | None:
    """Why money may not be raised so, or None."""
    if method not in METHODS:
        return Violation("no_such_method", say("The methods are: {METHODS}.", METHODS=joined(", ", METHODS)))
    refused = check_need(view, company)
    if refused is not None or method in methods(view, company):
        return refused
    least = view.money(trains.cheapest(view) or 0)
    if method == SELL_TREASURY:
        text = say(
            "{company} sells its own shares only if they bring enough for a train at {least}.",
            company=company,
            least=least,
        )
        return Violation("shares_not_enough", text)
    if method == REFINANCE:
        return Violation(
            "refinancing_not_enough",
            say("Even refinanced {company} could not pay {least}.", company=company, least=least),
        )
    text = say(
        "{company} can still raise the money: {methods}.",
        company=company,
        methods=joined(", ", methods(view, company)),
    )
    return Violation("not_bankrupt", text)


# --- doing it ----------------------------------------------------------------------------------------------


def sell_treasury(writer: PositionWriter, company: str) -> None:
    """Sell as few own shares as needed at the full price, which falls as if the director sold (7.11.1)."""
    count, price = shares_to_sell(writer, company), writer.price(company)
    assert count is not None
    assert price is not None
    for cert in own_shares(writer, company)[:count]:
        writer.move_cert(cert, POOL)
    writer.pay(BANK, company, count * price, "sale")
    note_raised(writer)
    writer.say("treasury_sold", company=company, count=count, amount=count * price)
    STOCK.fall(writer, company, count, True)


def refinance(writer: PositionWriter, company: str) -> None:
    """Merge the company's own shares two for one; the income follows (7.11.2)."""
    writer.say("refinancing", company=company)
    share_merge.begin(writer, _plan(writer, company))


def _plan(view: View, company: str) -> Plan:
    kept = max(0, (trains.cheapest(view) or 0) - refinance_income(view, company))
    plan: Plan = {"mode": REFINANCE, "by": view.president(company), "active": company, "survivor": company}
    return {**plan, "other": None, "kept": kept}


def _counted(count: int) -> str:
    return say("1 share") if count == 1 else say("{count} shares", count=count)


class Emergency(Move):
    """Raise the money for the train that the company must buy, or let it go bankrupt."""

    kind = "emergency"
    subject: ClassVar[Subject] = Subject.EMERGENCY
    args: ClassVar = {"method": str}

    def choice(self, view: View, player: str) -> Choice | None:
        company, step = view.cursor.actor, view.cursor.step
        found = methods(view, company)
        if not found:
            return None
        money, lacks = view.money(trains.cheapest(view) or 0), view.money(lacking(view, company))
        note = say(
            "{company} needs a train for {money} and lacks {lacks}.",
            company=company,
            money=money,
            lacks=lacks,
        )
        button = say("Declare bankruptcy") if found == [BANKRUPTCY] else say("Raise money for a train")
        return Choice(self.kind, button, (Field("method", say("How?")),), note, step, company, danger=True)

    def options(self, view: View, partial: Action, field: str) -> Sequence[Option] | Range:
        company = view.cursor.actor
        return [self._option(view, company, method) for method in methods(view, company)]

    def _option(self, view: View, company: str, method: str) -> Option:
        if method == SELL_TREASURY:
            count, price = shares_to_sell(view, company) or 0, view.price(company) or 0
            label = say(
                "Sell {counted} of {company} for {money}",
                counted=_counted(count),
                company=company,
                money=view.money(count * price),
            )
            return Option(method, label, say("from its treasury"))
        if method == REFINANCE:
            label = say(
                "Refinance {company} for {money}",
                company=company,
                money=view.money(refinance_income(view, company)),
            )
            held = outlook.told(view, _plan(view, company), view.price(company) or 0)
            return Option(
                method, label, say("Shares two for one; the money goes to the treasury. {held}", held=held)
            )
        return Option(
            method,
            say("Let {company} go bankrupt", company=company),
            say("its shareholders get half its share price"),
        )

    def check(self, view: View, action: Action) -> Violation | None:
        return check_method(view, view.cursor.actor, action.get("method") or "")

    def perform(self, writer: PositionWriter, action: Action) -> None:
        company, method = writer.cursor.actor, action.args["method"]
        if method == SELL_TREASURY:
            sell_treasury(writer, company)
        elif method == REFINANCE:
            refinance(writer, company)
        else:
            go_bankrupt(writer, company)
