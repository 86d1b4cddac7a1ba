"""Loans of 500 and their interest (O127, O136-O141), and the debts of a turn.

Interest is due after the trains have run: from the treasury if it covers all of it, else from the revenue
and then the treasury; what is still missing comes as for a train: bonds of the SNCF, a loan, the president.
"""

from __future__ import annotations

from engine.core.actions import Json
from engine.core.errors import Violation
from engine.core.state import BANK, POOL
from engine.core.story import Rank
from engine.core.view import View
from engine.core.writer import PositionWriter
from engine.message import say
from engine.rules import market, trains
from engine.steps.run import REVENUE, keep_back
from engine.steps.turns import TURN, turn_note
from engine.titles.g1826.companies.companies import LOANS, loans
from engine.titles.g1826.data.figures import Figures
from engine.titles.g1826.data.story import tell
from engine.titles.g1826.finance import bonds

tell(
    interest_paid_1826="{company} pays {amount} interest.",
    interest_1826="{company} owes {amount} interest.",
    interest_revenue_1826="{company} owes {amount} interest; {cash} of its revenue is withheld for it.",
    interest_aid_1826="{player} pays {amount} of the interest that {company} owes.",
    bond_interest_1826="{company} pays {holder} {amount} interest on bonds.",
)
tell(
    Rank.DEAL,
    loans_taken_1826="{company} takes {count:loan|loans}: {amount}.",
    loans_repaid_1826="{company} repays {count:loan|loans}: {amount}.",
)
OWED = "owed"
NOTES = {TURN + OWED: "the end of the turn"}
"""Turn note: interest by payee while it waits for money that the president must raise."""


def value(view: View) -> int:
    """The amount of one loan."""
    return view.data.figures(Figures).loan


def left(view: View, company: str) -> int:
    """How many loans a company may still take (O127)."""
    return max(0, view.data.figures(Figures).loan_limit - loans(view, company))


def take(writer: PositionWriter, company: str, count: int) -> None:
    """Write loans from the bank; the price goes left once for each (O65, O140)."""
    amount = count * value(writer)
    writer.pay(BANK, company, amount, "loan")
    writer.note_company(company, LOANS, loans(writer, company) + count)
    writer.say("loans_taken_1826", company=company, count=count, amount=amount)
    market.move(writer, company, "left", count)


def repay(writer: PositionWriter, company: str, count: int) -> None:
    """Write the repayment of loans; the price goes right once for each (O66, O141)."""
    amount = count * value(writer)
    writer.pay(company, BANK, amount, "loan")
    writer.note_company(company, LOANS, loans(writer, company) - count or None)
    writer.say("loans_repaid_1826", company=company, count=count, amount=amount)
    market.move(writer, company, "right", count)


def repayable(view: View, company: str) -> int:
    """How many loans the treasury can repay now."""
    return min(loans(view, company), view.cash(company) // value(view))


# --- money for a train -------------------------------------------------------------------------------


def _pieces(lacking: int, each: int) -> int:
    return -(-lacking // each)


def _lacking(view: View, company: str) -> int:
    price = trains.cheapest(view)
    return 0 if price is None or not trains.is_forced(view, company) else price - view.cash(company)


def bonds_needed(view: View, company: str) -> int:
    """How many bonds the SNCF must issue now for a train, before any loan (O131)."""
    return min(bonds.unissued(view, company), _pieces(_lacking(view, company), bonds.price(view)))


def loans_needed(view: View, company: str) -> int:
    """How many loans a company must take now for a train (O127)."""
    if bonds_needed(view, company):
        return 0
    return min(left(view, company), _pieces(_lacking(view, company), value(view)))


def borrows_first(view: View, company: str) -> Violation | None:
    """What a company that must buy a train does before its president helps (O127, O129, O131)."""
    count = bonds_needed(view, company)
    if count:
        text = say("{company} issues bonds first: {count} of them.", company=company, count=count)
        return Violation("issue_bonds_first", text, {"count": count})
    count = loans_needed(view, company)
    if count:
        text = say(
            "{company} takes a loan first: {count} of {money}.",
            company=company,
            count=count,
            money=view.money(value(view)),
        )
        return Violation("take_loan_first", text, {"count": count})
    return None


# --- interest ----------------------------------------------------------------------------------------


def due(view: View, company: str) -> dict[str, int]:
    """The interest of a turn by payee (O132, O137): the bank for loans and the pool's bonds, else holders."""
    owed = {BANK: _loan_interest(view, company)}
    for holder, amount in bonds.interest(view, company).items():
        payee = BANK if holder == POOL else holder
        owed[payee] = owed.get(payee, 0) + amount
    return {payee: amount for payee, amount in owed.items() if amount}


def debt(view: View, company: str) -> int:
    """What the company whose turn it is still lacks for its interest."""
    if company != view.cursor.actor:
        return 0
    return max(0, _open(view) - view.cash(company))


def _open(view: View) -> int:
    owed: dict[str, int] = turn_note(view, OWED, {})
    return sum(owed.values())


def _loan_interest(view: View, company: str) -> int:
    return loans(view, company) * view.data.figures(Figures).loan_interest


def settle_interest(writer: PositionWriter, company: str) -> None:
    """Called when the earnings of a turn are known: the interest is paid, or waits for its president."""
    owed = due(writer, company)
    if not owed:
        return
    writer.note(TURN + OWED, owed)
    amount = sum(owed.values())
    told: dict[str, Json] = {"company": company, "amount": amount, "loans": _loan_interest(writer, company)}
    withheld = _withhold(writer, company, amount) if writer.cash(company) < amount else 0
    if withheld:
        writer.say("interest_revenue_1826", cash=withheld, **told)
    else:
        at_once = writer.cash(company) >= amount and list(owed) == [BANK]
        writer.say("interest_paid_1826" if at_once else "interest_1826", **told)
    _borrow(writer, company)
    collect(writer)


def _withhold(writer: PositionWriter, company: str, amount: int) -> int:
    """The revenue pays before it is distributed (O138)."""
    revenue = int(turn_note(writer, REVENUE, 0))
    withheld = min(amount, revenue)
    keep_back(writer, withheld)
    writer.pay(BANK, company, withheld, "interest")
    return withheld


def _borrow(writer: PositionWriter, company: str) -> None:
    """What comes before the president's money (O139); it bears interest from the next turn."""
    count = min(bonds.unissued(writer, company), _pieces(debt(writer, company), bonds.price(writer)))
    if count:
        bonds.issue(writer, count)
    count = min(left(writer, company), _pieces(debt(writer, company), value(writer)))
    if count:
        take(writer, company, count)


def collect(writer: PositionWriter) -> None:
    """Called after each action: interest that waits is paid as soon as treasury and president have it."""
    if not _open(writer):
        return
    company = writer.cursor.actor
    lacking, president = debt(writer, company), writer.president(company)
    if lacking and (president is None or writer.cash(president) < lacking):
        return
    if lacking and president is not None:
        writer.pay(president, company, lacking, "interest_aid")
        writer.say("interest_aid_1826", player=president, amount=lacking, company=company)
    for payee, amount in turn_note(writer, OWED).items():
        writer.pay(company, payee, amount, "interest")
        if payee != BANK:
            writer.say("bond_interest_1826", company=company, holder=payee, amount=amount)
    writer.note(TURN + OWED, None)
