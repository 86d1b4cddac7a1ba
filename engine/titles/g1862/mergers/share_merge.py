"""Merging shares two for one, in a merger, an acquisition or a refinancing (5.2).

A plan in the note ``merging`` says which companies take part and whose turn it is. Holders act clockwise from
the player who initiated it; the companies' own shares come last, as one holder to his right. While somebody
has to decide about an option share, a forced decision is open. Money in pounds, shares of 10 %.
"""

from __future__ import annotations

from engine.core.actions import Json
from engine.core.state import BANK, POOL, Cert, Pending
from engine.core.story import Rank
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.rules.ownership import hand_over
from engine.titles.g1862.companies.companies import ipo_to_pool
from engine.titles.g1862.data.readings import readings
from engine.titles.g1862.data.story import tell
from engine.titles.g1862.mergers.absorb import Plan, affected, finish
from engine.titles.g1862.mergers.exchanging import singles, swap_director, swap_singles

tell(
    merge_returns="{holder} returns {count:share|shares} to the open market.",
    merge_sells="{holder} cannot exchange {count:share|shares} and gets {amount} for them.",
    option_redeemed="{holder} pays {amount} and keeps the option share of {company}.",
    option_sold="{holder} gives up the option share of {company} for {amount}.",
    director_splits="{holder} changes the director's certificate of {company} for three single shares.",
    director_is_option="{holder} is left with the director's certificate of {company} as an option.",
)
tell(
    Rank.PRESIDENT,
    director_stays="{player} directs {company}.",
    merge_receivership="Nobody holds three shares of {company}: it is in receivership.",
)
NOTE, OPTION = "merging", "option_share"
REDEEM, SELL = "redeem", "sell"
NOTES = {NOTE: "the end of the merge"}
"""Note: the share merge under way; the forced decision on an option share."""


def plan_of(view: View) -> Plan | None:
    """The share merge under way, with the ``queue`` of holders still to come; None when there is none."""
    found: Plan | None = view.state.notes.get(NOTE)
    return found


def under_way(view: View) -> Plan:
    """The share merge under way, which there is while an option share is decided."""
    found = plan_of(view)
    assert found is not None
    return found


def begin(writer: PositionWriter, plan: Plan) -> None:
    """Merge shares up to the first decision about an option."""
    prepare(writer, plan)
    go_on(writer)


def prepare(writer: PositionWriter, plan: Plan) -> None:
    """Start to merge shares: the IPO goes to the pool (5.2.2), the treasuries are one holder (5.2.4)."""
    active = plan["active"]
    for company in affected(plan):
        ipo_to_pool(writer, company)
        for owner in affected(plan):
            for cert in writer.certs(owner, company):
                writer.move_cert(cert, active)
    writer.note(NOTE, {**plan, "queue": [*writer.from_seat(plan["by"]), active]})


def proceed(writer: PositionWriter) -> bool:
    """Let the holders act in order until one has to decide; False when all have had their turn (5.2.4)."""
    while (plan := under_way(writer))["queue"]:
        holder, *rest = plan["queue"]
        plan = {**plan, "queue": rest}
        writer.note(NOTE, plan)
        if _act(writer, plan, holder):
            return True
    return False


def go_on(writer: PositionWriter) -> None:
    """Let the holders act until one has to decide; at the end find the director (5.2.5)."""
    if proceed(writer):
        return
    plan = under_way(writer)
    writer.note(NOTE, None)
    settle_director(writer, plan["survivor"], plan["by"])
    finish(writer, plan)


# --- one holder ------------------------------------------------------------------------------------------


def _act(writer: PositionWriter, plan: Plan, holder: str) -> bool:
    """A holder's part; True when a decision about an option share is open."""
    shares = merging_shares(writer, plan, holder)
    if not shares:
        return False
    director = _director_below_sixty(writer, plan, holder)
    if director is not None and not _split(writer, plan, holder, director):
        return _director_option(writer, plan, holder, director, shares)
    _return_half(writer, plan, holder, shares)
    swap_singles(writer, plan, holder, odd=bool(shares % 2))
    if shares % 2 and not _sell_rest(writer, plan, holder, option=True):
        price = _price(writer, plan)
        return _ask(writer, plan, holder, 10, price // 2, price // 2)
    if not shares % 2:
        _sell_rest(writer, plan, holder, option=False)
    return False


def merging_shares(view: View, plan: Plan, holder: str) -> int:
    """How many shares of the affected companies a holder has, a director's certificate counted as three."""
    return sum(view.percent(holder, c) for c in affected(plan)) // 10


def _price(view: View, plan: Plan) -> int:
    price = view.price(plan["survivor"])
    assert price is not None
    return price


def _director_below_sixty(view: View, plan: Plan, holder: str) -> Cert | None:
    """The director's certificate of a holder with fewer than six merging shares."""
    if merging_shares(view, plan, holder) >= 6:
        return None
    directors = (view.certs_of(c)[0] for c in affected(plan))
    return next((d for d in directors if d.owner == holder), None)


def _split(writer: PositionWriter, plan: Plan, holder: str, director: Cert) -> bool:
    """Change it for three single shares of the pool, surviving ones first, if there are three (5.2.4)."""
    found = [c for company in affected(plan) for c in singles(writer, POOL, company)][:3]
    if len(found) < 3:
        return False
    writer.move_cert(director, POOL)
    for cert in found:
        writer.move_cert(cert, holder)
    writer.say("director_splits", holder=holder, company=director.company)
    return True


def _return_half(writer: PositionWriter, plan: Plan, holder: str, shares: int) -> None:
    """Half of them, rounded down, go to the pool, non-surviving ones first (5.2.4, 1)."""
    left = shares // 2
    count = left
    for company in reversed(affected(plan)):
        keeps = company == plan["survivor"]
        for cert in sorted(writer.certs(holder, company), key=lambda c: c.percent if keeps else -c.percent):
            if cert.percent <= left * 10:
                writer.move_cert(cert, POOL)
                left -= cert.percent // 10
    if count:
        writer.say("merge_returns", holder=holder, count=count)


def _sell_rest(writer: PositionWriter, plan: Plan, holder: str, option: bool) -> bool:
    """Sell what could not be changed; True when the option share is among it (5.2.4, 3).

    Options are changed last, so what is left contains the option. It brings half, rounded up.
    """
    rest = singles(writer, holder, plan["other"])
    if not rest:
        return False
    price = _price(writer, plan)
    amount = price * (len(rest) - option) + (half_for_sale(writer, price) if option else 0)
    for cert in rest:
        writer.move_cert(cert, POOL)
    writer.pay(BANK, holder, amount, "merged")
    writer.say("merge_sells", holder=holder, count=len(rest), amount=amount)
    return option


def half_for_sale(view: View, amount: int) -> int:
    """Half of an amount, for an option that cannot be exchanged (5.2.4, 3)."""
    return -(-amount // 2) if readings(view).half_for_sale_rounded_up else amount // 2


# --- the director's certificate as an option ---------------------------------------------------------------


def director_option(price: int, shares: int) -> tuple[int, int]:
    """(to redeem, to sell) doubled pounds for a director's certificate, by the holding before (5.2.4).

    Three to five merging shares become one and a half to two and a half, and the certificate is three.
    """
    return price * (6 - shares), price * shares


def _director_option(writer: PositionWriter, plan: Plan, holder: str, director: Cert, shares: int) -> bool:
    """No three single shares are in the pool: all single ones go there, the certificate is the option."""
    for company in affected(plan):
        for cert in singles(writer, holder, company):
            writer.move_cert(cert, POOL)
    redeem, sell = director_option(_price(writer, plan), shares)
    if director.company != plan["survivor"] and not swap_director(writer, plan, holder, director):
        amount = half_for_sale(writer, sell)
        writer.move_cert(director, POOL)
        writer.pay(BANK, holder, amount, "merged")
        writer.say("merge_sells", holder=holder, count=3, amount=amount)
        return False
    writer.say("director_is_option", holder=holder, company=plan["survivor"])
    return _ask(writer, plan, holder, 30, redeem // 2, sell // 2)


# --- option shares -----------------------------------------------------------------------------------------


def decider(view: View, plan: Plan, holder: str) -> str:
    """Who decides for a holder: the initiator for the companies' own shares (5.2.4)."""
    return holder if holder in view.state.players else str(plan["by"])


def funds(view: View, plan: Plan, holder: str) -> int:
    """What a holder can pay for an option: in the companies' own turn all their money (5.2.4)."""
    if holder in view.state.players:
        return view.cash(holder)
    purses = affected(plan) if readings(view).both_treasuries_redeem else [holder]
    return sum(view.cash(c) for c in purses) - int(plan.get("kept", 0))


def _ask(writer: PositionWriter, plan: Plan, holder: str, percent: int, redeem: int, sell: int) -> bool:
    """Open the decision; who cannot pay gives the option up. True when the game waits."""
    if funds(writer, plan, holder) < redeem:
        relinquish(writer, plan, holder, percent, sell)
        return False
    data: dict[str, Json] = {"holder": holder, "percent": percent, "redeem": redeem, "sell": sell}
    writer.push(Pending(OPTION, (decider(writer, plan, holder),), data))
    return True


def decide(writer: PositionWriter, choice: str) -> None:
    """Close the decision that is open: the option is redeemed, or given up."""
    data, plan = writer.state.pending[-1].data, under_way(writer)
    writer.pop()
    if choice == REDEEM:
        redeem(writer, plan, data["holder"], data["redeem"])
    else:
        relinquish(writer, plan, data["holder"], data["percent"], data["sell"])


def redeem(writer: PositionWriter, plan: Plan, holder: str, amount: int) -> None:
    """Pay the bank for the option and keep it; companies pay from their treasuries, the active one first."""
    first = plan["active"] if holder not in writer.state.players else holder
    paid = min(amount, writer.cash(first))
    writer.pay(first, BANK, paid, "option")
    for company in affected(plan):
        if paid < amount and company != first:
            writer.pay(company, BANK, amount - paid, "option")
    writer.say("option_redeemed", holder=holder, company=plan["survivor"], amount=amount)


def relinquish(writer: PositionWriter, plan: Plan, holder: str, percent: int, amount: int) -> None:
    """The option goes to the pool and the bank pays for it."""
    certs = writer.certs(holder, plan["survivor"])
    director = [c for c in certs if c.president] if percent == 30 else []
    for cert in director or [c for c in certs if not c.president][: percent // 10]:
        writer.move_cert(cert, POOL)
    writer.pay(BANK, holder, amount, "option")
    writer.say("option_sold", holder=holder, company=plan["survivor"], amount=amount)


# --- afterwards --------------------------------------------------------------------------------------------


def rightful_director(view: View, company: str, by: str) -> str | None:
    """The player with most shares and at least three; of equal ones the initiator, then clockwise (5.2.5)."""
    shares = view.holdings(company)
    best = max(view.from_seat(by), key=lambda p: shares.get(p, 0))
    return best if shares.get(best, 0) >= view.certs_of(company)[0].percent else None


def settle_director(writer: PositionWriter, company: str, by: str) -> None:
    """Give the director's certificate to whom it is due, or leave it in the pool (5.2.5, 8)."""
    due = rightful_director(writer, company, by)
    if due is None:
        _take_from_charter(writer, company)
        writer.move_cert(writer.certs_of(company)[0], POOL)
        writer.say("merge_receivership", company=company)
    elif due == writer.owner(company):
        writer.say("director_stays", player=due, company=company)
    else:
        hand_over(writer, company, due)


def _take_from_charter(writer: PositionWriter, company: str) -> None:
    """A director's certificate on a charter goes for single shares; the bank buys the rest."""
    holder = writer.owner(company)
    if holder not in writer.state.companies:
        return
    found = singles(writer, POOL, company)[:3]
    for cert in found:
        writer.move_cert(cert, holder)
    writer.pay(BANK, holder, (3 - len(found)) * (writer.price(company) or 0), "merged")
